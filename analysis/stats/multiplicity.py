"""Many effects tested at once: Benjamini & Hochberg for exploration, Westfall & Young's max-T and Holm for claims."""
from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
CHUNK = 500  # permutations held in memory at once
MOST_SIGNS = 10_000_000  # in memory at once


def false_discovery(p: npt.ArrayLike) -> Floats:
    """Return Benjamini and Hochberg's q: calling all with q <= x found, at most x of these are false on average.

    A missing p (nan) stays missing and is not counted.

    Examples
    --------
    >>> false_discovery([0.01, 0.04, 0.03, 0.5]).round(4).tolist()
    [0.04, 0.0533, 0.0533, 0.5]
    """
    values = np.asarray(p, dtype=float)
    q = np.full(len(values), np.nan)
    there = np.flatnonzero(np.isfinite(values))
    order = there[np.argsort(values[there])]
    ranked = values[order] * len(order) / np.arange(1, len(order) + 1)
    q[order] = np.minimum(np.minimum.accumulate(ranked[::-1])[::-1], 1)
    return q


def holm(p: npt.ArrayLike) -> Floats:
    """Return Holm's adjusted p: claiming all with at most 0.05 makes one false claim or more once in twenty studies.

    A missing p (nan) stays missing and is not counted.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    values = np.asarray(p, dtype=float)
    adjusted = np.full(len(values), np.nan)
    there = np.flatnonzero(np.isfinite(values))
    order = there[np.argsort(values[there], kind="stable")]
    steps = values[order] * np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1) if len(order) else steps
    return adjusted


def max_t(differences: npt.ArrayLike, *, n_permutations: int = 2000, seed: int = 0) -> Floats:
    """Return Westfall and Young's step-down p of each column: the chance of one false claim among all.

    A permutation turns the sign of whole blocks, of all effects together, so that their dependence stays. It holds
    where a block's difference is as likely to be x as -x if there is no effect, as in paired designs.

    Parameters
    ----------
    differences : block (row) by effect (column); nan where an effect has no game in a block
    """
    x = np.asarray(differences, dtype=float)
    n = np.isfinite(x).sum(axis=0)
    x = np.nan_to_num(x)
    squares = (x**2).sum(axis=0)
    observed = _t(x.sum(axis=0)[None], squares, n)[0]
    order = np.argsort(-observed, kind="stable")
    rng = np.random.default_rng(seed)
    reached = np.ones(len(order))
    chunk = max(1, min(CHUNK, MOST_SIGNS // max(len(x), 1)))
    for start in range(0, n_permutations, chunk):
        signs = rng.choice((-1.0, 1.0), size=(min(chunk, n_permutations - start), len(x)))
        t = _t(signs @ x, squares, n)[:, order]
        highest = np.maximum.accumulate(t[:, ::-1], axis=1)[:, ::-1]  # over this effect and all weaker ones
        reached += (highest >= observed[order] - 1e-12).sum(axis=0)
    p = np.empty(len(order))
    p[order] = np.maximum.accumulate(reached / (n_permutations + 1))
    return p


def _t(sums: Floats, squares: Floats, n: npt.NDArray[np.int64]) -> Floats:
    """Return |t| from sums and sums of squares; 0 where a column never differs."""
    spread = np.maximum(n * squares - sums**2, 0)
    top = np.abs(sums) * np.sqrt(np.maximum(n - 1, 0))
    return np.asarray(np.divide(top, np.sqrt(spread), out=np.where(top > 0, np.inf, 0.0), where=spread > 0))
