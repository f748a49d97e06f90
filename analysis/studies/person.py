"""Where a person stands on the scale of players and tasks, by the games that they have won and lost.

The tasks are known from what agents made of them. How many games a person wins is then all that tells of the ability
(Rasch 1960), and its distribution is that of independent games with chances of their own (Poisson's binomial), so the
interval is that of the abilities which make what came neither too much nor too little, half of the result itself
counted on either side.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
FARTHEST = 30.0  # logits: where an ability is looked for
STEPS = 36


def ability(wins: float, hard: npt.ArrayLike, *, level: float = 0.95) -> tuple[float, float, float]:
    """Return a person's ability in logits and its interval, open where all was won or all lost.

    Parameters
    ----------
    wins : games won, a shared win as a half
    hard : the difficulty of the task of each game

    Examples
    --------
    >>> [round(x, 2) for x in ability(5, [0.0] * 10)]
    [-0.0, -1.31, 1.31]
    """
    tasks, tail = np.asarray(hard, dtype=float), (1 - level) / 2
    middle = _root(lambda x: _firth(x, wins, tasks))
    low = -np.inf if wins <= 0 else _root(lambda x: tail - _above(wins, _chances(x, tasks)))
    high = np.inf if wins >= len(tasks) else _root(lambda x: 1 - _above(wins, _chances(x, tasks)) - tail)
    return middle, low, high


def _chances(x: float, tasks: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(tasks - x)))


def _firth(x: float, wins: float, tasks: Floats) -> float:
    """Return the score with Firth's penalty, which keeps who wins all finite."""
    p = _chances(x, tasks)
    weight = p * (1 - p)
    return float(wins - p.sum() + 0.5 * (weight * (1 - 2 * p)).sum() / max(weight.sum(), 1e-300))


def _above(wins: float, chances: Floats) -> float:
    """Return the chance of more wins, and of half of as many."""
    n_of = np.ones(1)
    for p in chances:
        n_of = np.convolve(n_of, [1 - p, p])
    n = np.arange(len(n_of))
    return float(n_of[n > wins].sum() + 0.5 * n_of[n == wins].sum())


def _root(falls: Callable[[float], float]) -> float:
    """Return where a falling function of the ability is 0."""
    low, high = -FARTHEST, FARTHEST
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if falls(middle) > 0 else (low, middle)
    return (low + high) / 2
