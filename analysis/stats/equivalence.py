"""Balanced is a claim of its own: that an effect is smaller than a stated margin (two one-sided tests)."""
from __future__ import annotations

import numpy as np
import pandas as pd
from scipy.special import stdtr

from kingmaker.analysis.errors import DataError

VERDICTS = ("off", "open", "balanced")


def equivalence_p(effects: pd.DataFrame, margin: float) -> np.ndarray:
    """Return the p of TOST (Schuirmann 1987): the chance of such data if the effect were the margin or more.

    Parameters
    ----------
    effects : columns estimate, se, n
    margin : half width of what counts as no effect, in the unit of the estimate

    Examples
    --------
    >>> equivalence_p(pd.DataFrame({"estimate": [0.0], "se": [0.5], "n": [101]}), 1.0).round(3).tolist()
    [0.024]
    """
    if margin <= 0:
        raise DataError(f"margin: expected a number above 0, got {margin!r}")
    room = margin - effects["estimate"].abs().to_numpy(dtype=float)
    se = effects["se"].to_numpy(dtype=float)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(se > 0, room / se, np.where(np.isnan(se), np.nan, np.sign(room) * np.inf))
    return np.asarray(stdtr(np.maximum(effects["n"].to_numpy(dtype=float) - 1, 1), -t))


def with_verdicts(effects: pd.DataFrame, margin: float, *, alpha: float = 0.05) -> pd.DataFrame:
    """Add `p_balanced`, `verdict` and `beyond`, and sort: the largest of what is off comes first.

    "balanced": TOST rejects an effect of the margin or more. "off": the whole interval lies beyond the margin and,
    where there is a `p_max`, that is below alpha too. Otherwise "open": more games could tell. `beyond` is by how much
    the interval's near end lies beyond the margin (negative: within it).
    """
    p = equivalence_p(effects, margin)
    beyond = np.maximum(effects["low"], -effects["high"]) - margin
    off = (beyond > 0) & (effects["p_max"] < alpha if "p_max" in effects else True)
    verdict = np.where(off, "off", np.where(p < alpha, "balanced", "open"))
    judged = effects.assign(p_balanced=p, beyond=beyond, verdict=verdict)
    rank = judged["verdict"].map({word: k for k, word in enumerate(VERDICTS)})
    size = np.where(off, judged["estimate"].abs(), beyond)
    order = pd.DataFrame({"rank": rank, "size": -size}).sort_values(["rank", "size"], kind="stable").index
    return judged.loc[order].reset_index(drop=True)
