"""Many things of one kind, measured together: each estimate leans on how much the others differ (partial pooling).

What stands out in one study does so partly by luck, and is smaller in the next one. True values are taken as normal
around 0 with a standard deviation that the estimates themselves tell of (Lindley & Smith 1972); how unsure that is
counts too, by averaging over it (a half-Cauchy prior of the size of the errors). What is said then is of the size that
new deals show.
"""
from __future__ import annotations

import numpy as np
import numpy.typing as npt

from kingmaker.intervals import t_quantiles

Floats = npt.NDArray[np.float64]
FEWEST = 4  # things of one kind, from which it can be told how much they differ
GRID = 80  # standard deviations that are tried
WIDEST = 3.0  # times the largest estimate and error


def pooled(estimates: npt.ArrayLike, errors: npt.ArrayLike, n: npt.ArrayLike, *, level: float = 0.95
           ) -> tuple[Floats, Floats, Floats]:
    """Return estimates drawn towards 0, and the ends of their intervals; as they are, where there are too few.

    Parameters
    ----------
    estimates : deviations from the mean of their kind
    errors : their standard errors
    n : blocks of each

    Examples
    --------
    >>> drawn, low, high = pooled([3.0, -1.0, 0.5, -0.5, -2.0], [1.0] * 5, [100] * 5)
    >>> drawn.round(1).tolist()
    [1.8, -0.6, 0.3, -0.3, -1.2]
    """
    x, se = np.asarray(estimates, dtype=float), np.asarray(errors, dtype=float)
    reach = t_quantiles((1 + level) / 2, np.maximum(np.asarray(n, dtype=float) - 1, 1))
    known = np.isfinite(x) & (se > 0)
    if known.sum() < FEWEST:
        return x, x - reach * se, x + reach * se
    spread, weights = _spreads(x[known], se[known])
    kept = spread[:, None]**2 / (spread[:, None]**2 + np.where(known, se, 1.0)**2)  # share of an estimate to believe
    drawn = weights @ (kept * x)
    squares = weights @ (kept * se**2 + (kept * x)**2)
    half = reach * np.sqrt(np.maximum(squares - drawn**2, 0))
    drawn, half = np.where(known, drawn, x), np.where(known, half, reach * se)
    return drawn, drawn - half, drawn + half


def _spreads(x: Floats, se: Floats) -> tuple[Floats, Floats]:
    """Return standard deviations between true values and how likely each is."""
    spread = np.linspace(0, WIDEST * float(max(np.abs(x).max(), se.max())), GRID)
    total = spread[:, None]**2 + se**2
    free = (len(x) - 1) / len(x)  # their mean was taken out
    logs = -0.5 * free * (np.log(total) + x**2 / total / free).sum(axis=1)
    logs -= np.log1p((spread / np.median(se))**2)
    weights = np.exp(logs - logs.max())
    return spread, weights / weights.sum()
