"""Where a person stands on the scale of players and tasks, by the games that they have won and lost, or by what their
decisions lost.

The tasks are known from what agents made of them. How many games a person wins is then all that tells of the ability
(Rasch 1960), and its distribution is that of independent games with chances of their own (Poisson's binomial), so the
interval is that of the abilities which make what came neither too much nor too little, half of the result itself
counted on either side.

What decisions lose tells more of a game than who won it: agents of known ability lose something at the same positions
too, and who loses as much as they do is taken to be as good.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pandas as pd

from kingmaker.analysis.errors import DataError

Floats = npt.NDArray[np.float64]
FARTHEST = 30.0  # logits: where an ability is looked for
STEPS = 36
DRAWS = 1000
GAMES = 8  # from which on games are drawn again; of fewer, their turns


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


# -- by losses ---------------------------------------------------------------------------------------------------------


def ability_by_losses(losses: pd.DataFrame, agents: pd.DataFrame, *, person: str = "", level: float = 0.95,
                      seed: int = 0) -> tuple[float, float, float]:
    """Return a person's ability in logits and its interval, by what they lost beside agents at the same positions.

    Between agents the ability falls in a straight line with the mean loss; agents that lose as much as weaker ones are
    taken together with them. Beyond the best and the worst agent nothing is known, and an end is open. The interval is
    of games (of turns, where there are few games) drawn again, of the agents' own abilities, and of how far off each
    agent is by the line through the others.

    Parameters
    ----------
    losses : game, turn, n, who, loss: each decision once for everybody
    agents : agent, ability, low, high
    person : who the person is in `losses`
    """
    known = agents[np.isfinite(agents[["ability", "low", "high"]]).all(axis=1) & agents["agent"].isin(losses["who"])]
    if len(known) < 3:
        raise DataError(f"ability_by_losses: expected three agents of known ability at least, got {len(known)}")
    known = known.sort_values("ability", ascending=False)
    wide = losses.pivot(index=["game", "turn", "n"], columns="who", values="loss")[[person, *known["agent"]]]
    levels = ["game"] if wide.index.get_level_values("game").nunique() >= GAMES else ["game", "turn"]
    sums, counts = wide.groupby(level=levels).sum().to_numpy(), wide.groupby(level=levels).size().to_numpy()
    rng, abilities = np.random.default_rng(seed), known["ability"].to_numpy(dtype=float)
    errors = (known["high"] - known["low"]).to_numpy(dtype=float) / 2 / 1.96
    mean = wide.mean().to_numpy()
    middle, apart = _on_line(mean[0], mean[1:], abilities), _apart(mean[1:], abilities)
    drawn = np.empty(DRAWS)
    for k in range(DRAWS):
        some = rng.integers(0, len(sums), len(sums))
        again = sums[some].sum(axis=0) / counts[some].sum()
        drawn[k] = _on_line(again[0], again[1:], abilities + errors * rng.standard_normal(len(errors)))
    drawn += apart * rng.standard_t(len(known) - 2, DRAWS)  # from so few agents
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2], method="inverted_cdf")
    return float(middle), min(float(low), float(abilities[0])), max(float(high), float(abilities[-1]))


def _on_line(loss: float, losses: Floats, abilities: Floats) -> float:
    """Return the ability of who loses so much; the agents stand from the best on.

    Examples
    --------
    >>> losses, abilities = np.array([0.1, 0.3, 0.2]), np.array([2.0, 0.0, -2.0])
    >>> [round(_on_line(x, losses, abilities), 6) for x in (0.1, 0.175, 0.05, 0.4)]
    [2.0, 0.5, inf, -inf]
    """
    if loss < losses[0]:
        return np.inf
    rising, together = _rising(losses, abilities)
    if loss > rising[-1]:
        return -np.inf
    return float(np.interp(loss, rising, together))


def _rising(losses: Floats, abilities: Floats) -> tuple[Floats, Floats]:
    """Return losses that rise, agents that break the order taken together (pool adjacent violators)."""
    pools: list[list[float]] = []
    for loss, ability_ in zip(losses, abilities, strict=True):
        pools.append([loss, ability_, 1.0])
        while len(pools) > 1 and pools[-2][0] >= pools[-1][0]:
            a, b = pools[-2], pools.pop()
            n = a[2] + b[2]
            pools[-1] = [(a[0] * a[2] + b[0] * b[2]) / n, (a[1] * a[2] + b[1] * b[2]) / n, n]
    found = np.array(pools)
    return found[:, 0], found[:, 1]


def _apart(losses: Floats, abilities: Floats) -> float:
    """Return by how much agents are off the line through the others: root mean square of those between others."""
    off = []
    for k in range(1, len(losses) - 1):
        told = _on_line(losses[k], np.delete(losses, k), np.delete(abilities, k))
        off.append((told if np.isfinite(told) else abilities[0 if told > 0 else -1]) - abilities[k])
    return float(np.sqrt(np.mean(np.square(off))))
