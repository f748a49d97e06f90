"""Do the players know the table they play? Who may do less cannot gain by it, unless he misjudges what he may do.

Between two whose points go against each other, a ban never helps whom it binds if both play well. So worths below 0
beyond chance measure the players, not the table.
"""
from __future__ import annotations

import numpy as np
import pandas as pd
from scipy.special import stdtr

from kingmaker.analysis.stats.multiplicity import false_discovery

ALPHA = 0.05  # of the false discovery rate: so often a page of players who know their table is marked


def below_nothing(worths: pd.DataFrame) -> pd.DataFrame:
    """Return the worths that lie below 0 beyond chance, the lowest first, with `q_below` (one-sided tests).

    Parameters
    ----------
    worths : word, estimate, low, high, se, n; of `effects.worth`

    Examples
    --------
    >>> worths = pd.DataFrame({"word": ["lamp", "wheel"], "estimate": [2.0, -3.0], "low": [1.0, -4.0],
    ...                        "high": [3.0, -2.0], "se": [0.5, 0.5], "n": [60, 60]})
    >>> below_nothing(worths)["word"].tolist()
    ['wheel']
    """
    se = worths["se"].to_numpy(dtype=float)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where((se == 0) & (worths["estimate"] == 0), 0.0, worths["estimate"] / se)
    p = stdtr(np.maximum(worths["n"].to_numpy(dtype=float) - 1, 1), t)
    marked = worths.assign(q_below=false_discovery(p))
    return marked[marked["q_below"] < ALPHA].sort_values("estimate", kind="stable", ignore_index=True)
