"""Student's quantiles and Wilson's interval, which hints, matches and statistics share. numpy and the standard library.

A leaf: it imports nothing of this house, so that search needs no statistics and statistics need no search.
"""
from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


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


def t_quantiles(p: float, df: npt.ArrayLike) -> Floats:
    """Return the p-quantile for each of many degrees of freedom; nan for less than one.

    Examples
    --------
    >>> t_quantiles(0.975, [1, 7, 0]).round(4).tolist()
    [12.7062, 2.3646, nan]
    """
    freedom = np.asarray(df, dtype=float)
    known = {x: t_quantile(p, int(x)) if x >= 1 else math.nan for x in np.unique(freedom).tolist()}
    return np.array([known.get(x, math.nan) for x in freedom.ravel().tolist()]).reshape(freedom.shape)


def wilson(share: npt.ArrayLike, n: npt.ArrayLike, level: float = 0.95) -> tuple[Floats, Floats]:
    """Return the ends of Wilson's interval of shares of n trials each; within [0, 1], and exact where all are alike.

    Examples
    --------
    >>> [end.round(3).tolist() for end in wilson([0.0, 0.5], 10)]
    [[0.0, 0.237], [0.278, 0.763]]
    """
    mean, trials, z2 = np.asarray(share, dtype=float), np.asarray(n, dtype=float), _z(level) ** 2
    centre = (mean + z2 / (2 * trials)) / (1 + z2 / trials)
    half = np.sqrt(z2 * (mean * (1 - mean) / trials + z2 / (4 * trials * trials))) / (1 + z2 / trials)
    low, high = np.maximum(centre - half, 0.0), np.minimum(centre + half, 1.0)
    return np.asarray(np.where(mean == 0, 0.0, low)), np.asarray(np.where(mean == 1, 1.0, high))


@lru_cache(maxsize=64)
def _z(level: float) -> float:
    return NormalDist().inv_cdf((1 + level) / 2)
