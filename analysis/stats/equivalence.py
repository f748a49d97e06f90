"""Balanced is a claim of its own: that an effect is smaller than a stated margin (two one-sided tests)."""
from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.special import ndtri, stdtr

from kingmaker.analysis.errors import DataError

VERDICTS = ("off", "open", "balanced")
POWER = 0.8  # how often so many blocks tell


def equivalence_p(effects: pd.DataFrame, margin: npt.ArrayLike) -> np.ndarray:
    """Return the p of TOST (Schuirmann 1987): the chance of such data if the effect were the margin or more.

    Parameters
    ----------
    effects : columns estimate, se, n
    margin : half width of what counts as no effect, in the unit of the estimate; one for all or one each

    Examples
    --------
    >>> equivalence_p(pd.DataFrame({"estimate": [0.0], "se": [0.5], "n": [101]}), 1.0).round(3).tolist()
    [0.024]
    """
    if not (np.asarray(margin, dtype=float) > 0).all():
        raise DataError(f"margin: expected a number above 0, got {margin!r}")
    room = np.asarray(margin, dtype=float) - effects["estimate"].abs().to_numpy(dtype=float)
    se = effects["se"].to_numpy(dtype=float)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(se > 0, room / se, np.where(np.isnan(se), np.nan, np.sign(room) * np.inf))
    return np.asarray(stdtr(np.maximum(effects["n"].to_numpy(dtype=float) - 1, 1), -t))


def with_verdicts(effects: pd.DataFrame, margin: npt.ArrayLike, *, alpha: float = 0.05,
                  ends: tuple[str, str, str] = ("estimate", "low", "high"), can_be_balanced: npt.ArrayLike = True
                  ) -> pd.DataFrame:
    """Add `p_balanced`, `verdict`, `beyond` and `more`, and sort: the largest of what is off comes first.

    "balanced": TOST rejects an effect of the margin or more. "off": the whole interval lies beyond the margin and,
    where there is a `p_max`, that is below alpha too. Otherwise "open": more games could tell. `beyond` is by how much
    the interval's near end lies beyond the margin (negative: within it), `more` how many more blocks of what is open
    would tell four times in five (`blocks_to_tell`).

    Parameters
    ----------
    margin : one for all, or one each
    ends : the columns of the estimate and the interval by which "off" is judged
    can_be_balanced : for which "balanced" may be said
    """
    p = equivalence_p(effects, margin)
    estimate, low, high = (effects[name] for name in ends)
    beyond = np.maximum(low, -high) - margin
    off = (beyond > 0) & (effects["p_max"] < alpha if "p_max" in effects else True)
    equal = (p < alpha) & np.asarray(can_be_balanced, dtype=bool)
    verdict = np.where(off, "off", np.where(equal, "balanced", "open"))
    more = np.where(verdict == "open", blocks_to_tell(effects.assign(estimate=estimate), margin, alpha), np.nan)
    judged = effects.assign(p_balanced=p, beyond=beyond, verdict=verdict, more=more)
    rank = judged["verdict"].map({word: k for k, word in enumerate(VERDICTS)})
    size = np.where(off, estimate.abs(), beyond)
    order = pd.DataFrame({"rank": rank, "size": -size}).sort_values(["rank", "size"], kind="stable").index
    return judged.loc[order].reset_index(drop=True)


def blocks_to_tell(effects: pd.DataFrame, margin: npt.ArrayLike, alpha: float = 0.05) -> np.ndarray:
    """Return how many more blocks would tell whether an effect lies within the margin, if it is what it seems to be.

    With as many, four studies in five say "balanced" (of what seems to lie within) or "off" (beyond): blocks * (error *
    (quantile of the test + that of 0.8) / distance from the margin)^2 - blocks; infinite on the margin itself.

    Examples
    --------
    >>> effects = pd.DataFrame({"estimate": [0.0, 2.0], "se": [0.5, 0.5], "n": [100, 100]})
    >>> blocks_to_tell(effects, 1.0).tolist()
    [55.0, 97.0]
    """
    n, se = effects["n"].to_numpy(dtype=float), effects["se"].to_numpy(dtype=float)
    room = np.asarray(margin, dtype=float) - effects["estimate"].abs().to_numpy(dtype=float)
    wanted = ndtri(np.where(room > 0, 1 - alpha, 1 - alpha / 2)) + ndtri(POWER)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.maximum(np.ceil(n * (se * wanted / room)**2 - n), 1.0))
