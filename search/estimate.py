"""Intervals from independent replicates. numpy only: `search` must not need scipy; tests compare with it.

The unit of evidence is the replicate (one tree) or the block (games of one deal), never the single iteration or game.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kingmaker.intervals import t_quantile as t_quantile
from kingmaker.intervals import wilson

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Estimate:
    """A mean with its interval; low and high are nan where one replicate alone cannot tell."""

    mean: float
    low: float
    high: float
    n: int  # independent replicates or blocks behind it

    @property
    def ci(self) -> list[float | None]:
        """The interval as JSON wants it."""
        return [or_null(x) for x in (self.low, self.high)]

    def __str__(self) -> str:
        if math.isnan(self.low):
            return f"{self.mean:.3f}"
        return f"{self.mean:.3f} [{self.low:.3f}, {self.high:.3f}]"


def or_null(x: float) -> float | None:
    """Return a number as JSON wants it: nan, where nothing was seen, is null."""
    return None if math.isnan(x) else x


def mean_estimate(values: npt.ArrayLike, level: float = 0.95) -> Estimate:
    """Return the t-interval of the mean of independent values."""
    x = np.asarray(values, dtype=float)
    return ratio_estimate(x, np.ones_like(x), level)


def share_estimate(shares: npt.ArrayLike, level: float = 0.95) -> Estimate:
    """Return the mean of independent shares in [0, 1] with Wilson's interval, which holds near 0 and 1 too.

    It is that of shares of 0 or 1; shares between them spread less, so for them it is on the safe side.

    Examples
    --------
    >>> print(share_estimate([0] * 10))
    0.000 [0.000, 0.278]
    """
    x = np.asarray(shares, dtype=float)
    n = len(x)
    if n == 0:
        return Estimate(math.nan, math.nan, math.nan, 0)
    mean = float(x.mean())
    low, high = wilson(mean, n, level)
    return Estimate(mean, float(low), float(high), n)


def ratio_estimate(sums: npt.ArrayLike, counts: npt.ArrayLike, level: float = 0.95, *,
                   floor: float = 0.0, extra: float = 0.0) -> Estimate:
    """Return sum(sums) / sum(counts) with an interval from the spread between replicates.

    Sums are pooled before dividing - means are never averaged - and a replicate that never tried the action counts for
    nothing, neither in the mean nor as evidence. The variance is that of a ratio estimator (Cochran 1977, section
    2.11), and at least `floor`, plus `extra` for what replicates share; t with one degree of freedom less than there
    are replicates that tried it.
    """
    x, n = np.asarray(sums, dtype=float), np.asarray(counts, dtype=float)
    total = float(n.sum())
    if total == 0:
        return Estimate(math.nan, math.nan, math.nan, 0)
    mean = float(x.sum() / total)
    return _around(mean, (x - mean * n) / total, int((n > 0).sum()), floor, extra, level)


def ratio_difference(sums_a: Any, counts_a: Any, sums_b: Any, counts_b: Any, level: float = 0.95, *,
                     floor: float = 0.0, extra: float = 0.0) -> Estimate:
    """Return the difference of two pooled means, a minus b, paired by replicate; the rest as in `ratio_estimate`."""
    xa, na, xb, nb = (np.asarray(v, dtype=float) for v in (sums_a, counts_a, sums_b, counts_b))
    if na.sum() == 0 or nb.sum() == 0:
        return Estimate(math.nan, math.nan, math.nan, 0)
    a, b = float(xa.sum() / na.sum()), float(xb.sum() / nb.sum())
    residuals = (xa - a * na) / na.sum() - (xb - b * nb) / nb.sum()
    return _around(a - b, residuals, int(min((na > 0).sum(), (nb > 0).sum())), floor, extra, level)


def _around(mean: float, residuals: Floats, replicates: int, floor: float, extra: float, level: float) -> Estimate:
    if replicates < 2:
        return Estimate(mean, math.nan, math.nan, replicates)
    error = math.sqrt(max(replicates / (replicates - 1) * float((residuals**2).sum()), floor) + extra)
    half = t_quantile((1 + level) / 2, replicates - 1) * error
    return Estimate(mean, mean - half, mean + half, replicates)


def chances(losses: Sequence[Estimate], errors: Floats) -> Floats:
    """Return how likely each action is the best: its odds against the recommended one, so that all add up to 1.

    Odds are those of a normal error of the loss; the recommended action, whose loss and error are 0, has odds of 1, and
    none has more, as a loss is never below 0. An action without visits has none.

    Parameters
    ----------
    errors : standard error of each loss

    Examples
    --------
    >>> [round(float(p), 3) for p in chances([Estimate(0, 0, 0, 8), Estimate(0.1, -0.1, 0.3, 8)], np.array([0, 0.1]))]
    [0.841, 0.159]
    """
    odds = []
    for loss, error in zip(losses, errors, strict=True):
        if math.isnan(loss.mean):
            odds.append(0.0)
        elif error < 1e-12:
            odds.append(float(loss.mean <= 0))
        else:
            above = 0.5 * math.erfc(loss.mean / error / math.sqrt(2))
            odds.append(above / (1 - above))
    return np.array(odds) / max(sum(odds), 1e-300)
