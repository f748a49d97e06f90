"""Where the spread of results comes from: the deal, or all else."""
from __future__ import annotations

import numpy as np
import pandas as pd
from scipy.special import fdtri

from kingmaker.analysis.errors import DataError
from kingmaker.analysis.stats.intervals import block_values


def deal_share(games: pd.DataFrame, measure: str, cells: list[str], *, level: float = 0.95) -> pd.DataFrame:
    """Return the share of the variance of a measure that the deal explains, if the same deals are played several ways.

    Two-way analysis of variance, blocks by cells, one value each: the intraclass correlation ICC(3,1) of Shrout &
    Fleiss (1979) with their F-interval. Means of the cells (seatings, variants, arms) are taken out before. Blocks
    that lack a cell are left out, a negative share is 0; columns estimate, low, high, n (blocks), k (games of each).
    """
    table = block_values(games, measure, cells).dropna().to_numpy(dtype=float)
    n, k = table.shape
    if n < 2 or k < 2:
        raise DataError(f"deal_share: expected at least 2 blocks with 2 games each, got {n} blocks of {k}")
    rows = table.mean(axis=1, keepdims=True)
    between = k * float(((rows - table.mean()) ** 2).sum()) / (n - 1)
    rest = float(((table - rows - table.mean(axis=0) + table.mean()) ** 2).sum()) / ((n - 1) * (k - 1))
    freedom = (n - 1, (n - 1) * (k - 1))
    f = between / rest if rest > 0 else np.inf
    ends = [f, f / fdtri(*freedom, (1 + level) / 2), f * fdtri(*freedom[::-1], (1 + level) / 2)]
    share, low, high = (1.0 if np.isinf(x) else max((x - 1) / (x + k - 1), 0.0) for x in ends)
    return pd.DataFrame({"estimate": [share], "low": [low], "high": [high], "n": [n], "k": [k]})
