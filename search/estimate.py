"""Intervals from independent replicates. numpy only: `search` must not need scipy; tests compare with it.

The unit of evidence is the replicate (one tree) or the block (games of one deal), never the single iteration or game.
"""
from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

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


def _t_tail(t: float, df: int) -> float:
    """P(T > t) of Student's t for t > 0, by the finite sums of Abramowitz & Stegun 26.7.3 and 26.7.4."""
    theta = math.atan(t / math.sqrt(df))
    cos2 = math.cos(theta) ** 2
    if df % 2:
        total = term = math.cos(theta) if df > 1 else 0.0
        for k in range(3, df - 1, 2):
            term *= cos2 * (k - 1) / k
            total += term
        inside = 2 / math.pi * (theta + math.sin(theta) * total)
    else:
        total = term = 1.0
        for k in range(2, df - 1, 2):
            term *= cos2 * (k - 1) / k
            total += term
        inside = math.sin(theta) * total
    return (1 - inside) / 2


@lru_cache(maxsize=4096)
def t_quantile(p: float, df: int) -> float:
    """Return the p-quantile (p > 0.5) of Student's t with df degrees of freedom.

    Examples
    --------
    >>> round(t_quantile(0.975, 7), 4)
    2.3646
    """
    if df < 1:
        return math.nan
    if df > 2000:
        z = NormalDist().inv_cdf(p)
        return z + (z**3 + z) / (4 * df)
    low, high = 0.0, 2.0
    while _t_tail(high, df) > 1 - p:
        high *= 2
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if _t_tail(middle, df) > 1 - p else (low, middle)
        if high - low < 1e-12 * high:
            break
    return (low + high) / 2


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
    n, z2 = len(x), NormalDist().inv_cdf((1 + level) / 2) ** 2
    if n == 0:
        return Estimate(math.nan, math.nan, math.nan, 0)
    mean = float(x.mean())
    centre = (mean + z2 / (2 * n)) / (1 + z2 / n)
    half = math.sqrt(z2 * (mean * (1 - mean) / n + z2 / (4 * n * n))) / (1 + z2 / n)
    low, high = max(centre - half, 0.0), min(centre + half, 1.0)
    return Estimate(mean, 0.0 if mean == 0 else low, 1.0 if mean == 1 else high, n)


def ratio_estimate(sums: npt.ArrayLike, counts: npt.ArrayLike, level: float = 0.95, *,
                   floor: float = 0.0) -> Estimate:
    """Return sum(sums) / sum(counts) with an interval from the spread between replicates.

    Sums are pooled before dividing - means are never averaged - and a replicate that never tried the action counts for
    nothing, neither in the mean nor as evidence. The variance is that of a ratio estimator (Cochran 1977, section
    2.11), and at least `floor`; t with one degree of freedom less than there are replicates that tried it.
    """
    x, n = np.asarray(sums, dtype=float), np.asarray(counts, dtype=float)
    total = float(n.sum())
    if total == 0:
        return Estimate(math.nan, math.nan, math.nan, 0)
    mean = float(x.sum() / total)
    return _around(mean, (x - mean * n) / total, int((n > 0).sum()), floor, level)


def ratio_difference(sums_a: Any, counts_a: Any, sums_b: Any, counts_b: Any, level: float = 0.95, *,
                     floor: float = 0.0) -> Estimate:
    """Return the difference of two pooled means, a minus b, paired by replicate; the rest as in `ratio_estimate`."""
    xa, na, xb, nb = (np.asarray(v, dtype=float) for v in (sums_a, counts_a, sums_b, counts_b))
    if na.sum() == 0 or nb.sum() == 0:
        return Estimate(math.nan, math.nan, math.nan, 0)
    a, b = float(xa.sum() / na.sum()), float(xb.sum() / nb.sum())
    residuals = (xa - a * na) / na.sum() - (xb - b * nb) / nb.sum()
    return _around(a - b, residuals, int(min((na > 0).sum(), (nb > 0).sum())), floor, level)


def _around(mean: float, residuals: Floats, replicates: int, floor: float, level: float) -> Estimate:
    if replicates < 2:
        return Estimate(mean, math.nan, math.nan, replicates)
    error = math.sqrt(max(replicates / (replicates - 1) * float((residuals**2).sum()), floor))
    half = t_quantile((1 + level) / 2, replicates - 1) * error
    return Estimate(mean, mean - half, mean + half, replicates)


def p_best(sums: Floats, counts: Floats, seed: np.random.SeedSequence, n_resamples: int = 2000) -> Floats:
    """Return, for each action (columns), how often it has the highest pooled mean among resampled replicates (rows)."""
    replicates, n_actions = sums.shape
    rng = np.random.Generator(np.random.PCG64(seed))
    weights = rng.multinomial(replicates, np.full(replicates, 1 / replicates), size=n_resamples).astype(float)
    total = weights @ counts
    means = np.divide(weights @ sums, total, out=np.full((n_resamples, n_actions), -np.inf), where=total > 0)
    best = means == means.max(axis=1, keepdims=True)
    return np.asarray((best / best.sum(axis=1, keepdims=True)).mean(axis=0))
