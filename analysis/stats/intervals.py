"""Intervals of means, shares and ratios over blocks. Every number shown comes from here, with its n.

The unit of evidence is the block (the games of one deal). Quantiles and Wilson's formula are those of the searches.
"""
from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.special import stdtr

from kingmaker.intervals import t_quantiles, wilson

Floats = npt.NDArray[np.float64]


def block_values(rows: pd.DataFrame, measure: str, cells: list[str]) -> pd.DataFrame:
    """Return the mean of a measure in each block (row) and cell (column), so that each block counts once.

    Examples
    --------
    >>> rows = pd.DataFrame({"block": [0, 0, 1], "arm": ["", "", ""], "margin": [2.0, 4.0, 5.0]})
    >>> block_values(rows, "margin", ["arm"])[""].tolist()
    [3.0, 5.0]
    """
    return rows.groupby(["block", *cells], observed=True)[measure].mean().unstack(cells)


def mean_interval(values: npt.ArrayLike, *, level: float = 0.95) -> pd.DataFrame:
    """Return mean, t-interval and two-sided p of each column; rows are blocks, nan where a block has no such game.

    Examples
    --------
    >>> mean_interval([[1.0], [3.0]]).round(2).values.tolist()
    [[2.0, -10.71, 14.71, 1.0, 2.0, 0.3]]
    """
    x = _columns(values)
    n = np.isfinite(x).sum(axis=0)
    mean = np.divide(np.nansum(x, axis=0), n, out=np.full(x.shape[1], np.nan), where=n > 0)
    squares = np.nansum((x - mean) ** 2, axis=0)
    variance = np.divide(squares, n * (n - 1), out=np.full(x.shape[1], np.nan), where=n > 1)
    return estimates(mean, np.sqrt(variance), n, level=level)


def ratio_interval(sums: npt.ArrayLike, counts: npt.ArrayLike, *, level: float = 0.95) -> pd.DataFrame:
    """Return sum / count of each column with a t-interval over blocks (ratio estimator, Cochran 1977, 2.11)."""
    x, m = _columns(sums), _columns(counts)
    total = m.sum(axis=0)
    share = np.divide(x.sum(axis=0), total, out=np.full(x.shape[1], np.nan), where=total > 0)
    n = (m > 0).sum(axis=0)
    squares = ((x - share * m) ** 2).sum(axis=0)
    scale = np.divide(n, (n - 1) * total.astype(float) ** 2, out=np.full(x.shape[1], np.nan), where=n > 1)
    return estimates(share, np.sqrt(squares * scale), n, level=level)


def share_interval(wins: npt.ArrayLike, n: npt.ArrayLike, *, level: float = 0.95) -> pd.DataFrame:
    """Return shares of independent trials with Wilson's interval; columns estimate, low, high, n.

    Examples
    --------
    >>> share_interval([0], [10]).round(3).values.tolist()
    [[0.0, 0.0, 0.278, 10.0]]
    """
    won, trials = np.asarray(wins, dtype=float), np.asarray(n, dtype=float)
    share = won / trials
    low, high = wilson(share, trials, level)
    return pd.DataFrame({"estimate": share, "low": low, "high": high, "n": trials})


def shares_interval(values: npt.ArrayLike, *, games: npt.ArrayLike | None = None, level: float = 0.95) -> pd.DataFrame:
    """Return the mean of each column of shares in [0, 1] with Wilson's interval; rows are blocks, nan where none.

    Where a block's value is itself a mean of several games, n in Wilson's formula is the number of single games that
    would spread as much: mean (1 - mean) / (variance of the block mean). Of single games it is the number of blocks.
    Where all is won, or all lost, nothing spreads: then it is the column's games / how many games of the other columns
    count as one (design effect, at least 1), so that its interval is like theirs; never less than its blocks.
    Columns estimate, low, high, se, n (blocks).

    Parameters
    ----------
    games : of each column; one a block if None
    """
    return as_shares(mean_interval(values, level=level), level, games)


def rates_interval(sums: npt.ArrayLike, counts: npt.ArrayLike, *, level: float = 0.95) -> pd.DataFrame:
    """Return sum / count of each column, a share of trials, with Wilson's interval; rows are blocks.

    n in Wilson's formula is the number of single trials that would spread as much as the ratio estimator does:
    share (1 - share) / variance. Where nothing varies, as where all trials succeed, it is the number of blocks.
    Columns estimate, low, high, se, n (blocks).
    """
    return as_shares(ratio_interval(sums, counts, level=level), level)


def as_shares(found: pd.DataFrame, level: float, games: npt.ArrayLike | None = None) -> pd.DataFrame:
    """Return estimates of shares with Wilson's interval, its n from how much the blocks spread (`shares_interval`)."""
    share, n = found["estimate"].to_numpy(), found["n"].to_numpy(dtype=float)
    variance = found["se"].to_numpy() ** 2 * (n - 1) / np.maximum(n, 1)
    alike = np.divide(share * (1 - share), variance, out=n.copy(), where=variance > 0)
    if games is not None and (variance > 0).any():
        played, varies = np.asarray(games, dtype=float), variance > 0
        effect = max(played[varies].sum() / alike[varies].sum(), 1.0)
        alike = np.where(varies, alike, np.maximum(n, played / effect))
    with np.errstate(divide="ignore", invalid="ignore"):
        ends = share_interval(share * alike, alike, level=level)
    return found.assign(low=ends["low"], high=ends["high"]).drop(columns="p")


def estimates(mean: Floats, se: Floats, n: Any, *, df: Any = None, level: float = 0.95) -> pd.DataFrame:
    """Return columns estimate, low, high, se, n, p of means with these standard errors, by Student's t.

    Where nothing varies at all (se 0) the interval is a point; p is 1 if that is 0, else 0.
    """
    freedom = np.asarray(n - 1 if df is None else df, dtype=float)
    half = t_quantiles((1 + level) / 2, freedom) * se
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where((se == 0) & (mean == 0), 0.0, mean / se)
    p = 2 * stdtr(np.where(freedom > 0, freedom, np.nan), -np.abs(t))
    return pd.DataFrame({"estimate": mean, "low": mean - half, "high": mean + half, "se": se, "n": n, "p": p})


def _columns(values: npt.ArrayLike) -> Floats:
    x = np.asarray(values, dtype=float)
    return x[:, None] if x.ndim == 1 else x
