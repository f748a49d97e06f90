"""One scale for players and tasks (Rasch 1960): the log odds of a win are the agent's ability - the task's difficulty.

Tasks are variants of a game that somebody wins or loses. The most likely values exaggerate: tasks differ more in them
than they do. Firth's (1993) penalty takes the first order of that away, and keeps what everybody or nobody solves
finite. All are played on common deals, so intervals come from leaving out whole deals one after another (the
jackknife, with Student's t), in which what the deal does to all stays together.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from kingmaker.intervals import t_quantiles

Floats = npt.NDArray[np.float64]
Objects = npt.NDArray[np.object_]
HELD = 1e-2  # 1 / variance of a normal prior, in logits: holds agents and tasks that no games link with the others
MOST_PARTS = 200  # into which blocks are put to be left out, so that a large data set costs no more than a small one
STEPS, LONGEST, EXACT = 100, 2.0, 1e-8  # of Newton's method: how many, how long at most, when to stop
FARTHEST = 60.0  # logits: where a bound is looked for


@dataclass(frozen=True)
class Scale:
    """Abilities and difficulties in logits; 0 is the mean difficulty of the tasks.

    Parameters
    ----------
    agents : agent, ability, low, high, n (blocks), win (share)
    tasks : the task's cells, difficulty, low, high, n, win; the hardest first
    chances : agent, the task's cells, estimate (the model's chance of a win), low, high, n; nan where the agent or the
        task has seen nothing but wins, or but losses
    deviance : mean -2 log likelihood a game, of the fit
    """

    agents: pd.DataFrame
    tasks: pd.DataFrame
    chances: pd.DataFrame
    deviance: float

    def chance(self, agent: str, **task: object) -> float:
        """Return the model's chance that the agent wins the task, as `chance("greedy", stage=2, boards="small")`."""
        ability = self.agents.set_index("agent")["ability"][agent]
        rows = self.tasks
        for name, value in task.items():
            rows = rows[rows[name] == value]
        if len(rows) != 1:
            raise ValueError(f"chance: expected one task, {task} are {len(rows)}")
        return float(1 / (1 + np.exp(rows["difficulty"].iloc[0] - ability)))


def fit_scale(rows: pd.DataFrame, task: Sequence[str], *, level: float = 0.95) -> Scale:
    """Fit the scale; intervals from blocks left out.

    A shared win counts half. Where nobody or everybody wins, the interval is open on that side; on the other it ends
    where such luck has a chance of (1 - level) / 2, each block counting as one game.

    Parameters
    ----------
    rows : block, agent, win and the cells; `difficulty.outcomes` makes them
    task : the cells that make a task
    """
    agents, tasks, wins, played, n = _counted(rows, list(task))
    won, games, k = wins.sum(axis=0), played.sum(axis=0), len(agents)
    values = _fitted(won[None], games[None], np.zeros(k + len(tasks)))[0]
    less = _fitted(won - wins, games - played, values)
    reach = float(t_quantiles((1 + level) / 2, max(len(wins) - 1, 0)))
    half = reach * _error(less)
    low, high = _opened(values - half, values + half, values, won, games, n, (1 - level) / 2)
    who = pd.DataFrame({"agent": agents, "ability": values[:k], "low": low[:k], "high": high[:k], "n": n,
                        "win": won.sum(axis=1) / games.sum(axis=1)})
    what = tasks.assign(difficulty=values[k:], low=low[k:], high=high[k:], n=n, win=won.sum(axis=0) / games.sum(axis=0))
    chances = _chances(agents, tasks, values, less, reach, np.isfinite(low) & np.isfinite(high))
    return Scale(who.sort_values("ability", ascending=False, ignore_index=True),
                 what.sort_values("difficulty", ascending=False, ignore_index=True), chances.assign(n=n),
                 _deviance(values[:k], values[k:], won, games))


def _counted(rows: pd.DataFrame, task: list[str]) -> tuple[Objects, pd.DataFrame, Floats, Floats, int]:
    """Return agents, tasks, by part of the blocks, agent and task what was won and played, and the number of blocks."""
    agents, agent = np.unique(rows["agent"], return_inverse=True)
    tasks = rows[task].drop_duplicates().sort_values(task).reset_index(drop=True)
    place = pd.MultiIndex.from_frame(tasks).get_indexer(pd.MultiIndex.from_frame(rows[task]))
    blocks, block = np.unique(rows["block"], return_inverse=True)
    n_parts = min(len(blocks), MOST_PARTS)
    wins = np.zeros((n_parts, len(agents), len(tasks)))
    played = np.zeros_like(wins)
    np.add.at(wins, (block % n_parts, agent, place), rows["win"].to_numpy(dtype=float))
    np.add.at(played, (block % n_parts, agent, place), 1.0)
    return agents, tasks, wins, played, len(blocks)


def _error(less: Floats) -> Floats:
    """Return standard errors from the values of the fits that each leave out one part (jackknife)."""
    n = len(less)
    squares = ((less - less.mean(axis=0))**2).sum(axis=0)
    return np.sqrt(squares * (n - 1) / n) if n > 1 else np.full(less.shape[1:], np.nan)


def _chances(agents: Objects, tasks: pd.DataFrame, values: Floats, less: Floats, reach: float,
             known: npt.NDArray[np.bool_]) -> pd.DataFrame:
    """Return the chance of each agent at each task; the interval is that of its log odds."""
    k = len(agents)
    odds = (values[:k, None] - values[None, k:]).ravel()
    half = reach * _error(less[:, :k, None] - less[:, None, k:]).ravel()
    told = (known[:k, None] & known[None, k:]).ravel()
    pairs = tasks.loc[np.tile(np.arange(len(tasks)), k)].reset_index(drop=True)
    pairs.insert(0, "agent", np.repeat(agents, len(tasks)))
    return pairs.assign(**{name: np.where(told, 1 / (1 + np.exp(-x)), np.nan) for name, x in
                           (("estimate", odds), ("low", odds - half), ("high", odds + half))})


def _opened(low: Floats, high: Floats, values: Floats, won: Floats, games: Floats, n: int, tail: float
            ) -> tuple[Floats, Floats]:
    """Return intervals, open for who has nothing but wins or losses: no block that is left out moves these much."""
    k, low, high = len(won), low.copy(), high.copy()
    for place in range(len(values)):
        is_agent = place < k
        wins, played = (won[place], games[place]) if is_agent else (won[:, place - k], games[:, place - k])
        if wins.sum() not in (0, played.sum()):
            continue
        others, counted = values[k:] if is_agent else values[:k], played * n / played.sum()
        if is_agent == (wins.sum() == 0):  # an agent that never wins, a task that everybody solves
            low[place], high[place] = -np.inf, _unlucky(others, counted, tail)
        else:
            low[place], high[place] = -_unlucky(-others, counted, tail), np.inf
    return low, high


def _unlucky(others: Floats, games: Floats, tail: float) -> float:
    """Return the x at which games with log odds x - others are all lost with a chance of `tail`."""
    low, high = -FARTHEST, FARTHEST
    for _ in range(60):
        middle = (low + high) / 2
        above = float(games @ np.logaddexp(0, middle - others)) > -np.log(tail)
        low, high = (low, middle) if above else (middle, high)
    return (low + high) / 2


def _fitted(wins: Floats, played: Floats, start: Floats) -> Floats:
    """Return abilities and difficulties, the latter summing to 0, of each sample of wins and games by agent and task.

    Newton's steps on Firth's score. Tasks meet in the agents alone, so what is solved is as large as the number of
    agents.
    """
    n_agents = wins.shape[1]
    x = np.repeat(start[None], len(wins), axis=0)
    for _ in range(STEPS):
        step = _step(wins, played, x[:, :n_agents], x[:, n_agents:])
        longest = np.abs(step).max(axis=1, keepdims=True)
        x = x + step * np.minimum(1.0, LONGEST / np.maximum(longest, EXACT))
        if longest.max() < EXACT:
            break
    return np.asarray(x - x[:, n_agents:].mean(axis=1, keepdims=True))


def _step(wins: Floats, played: Floats, ability: Floats, hard: Floats) -> Floats:
    """Return Newton's step of each sample.

    The information of abilities and difficulties is [[A, -w], [-w', D]] with D diagonal; its inverse has the blocks S,
    S w / D and 1 / D + (w / D)' S (w / D), where S is the inverse of A - w w' / D.
    """
    chance = 1 / (1 + np.exp(hard[:, None, :] - ability[:, :, None]))
    w = played * chance * (1 - chance)
    own = np.arange(w.shape[1])
    d = w.sum(axis=1) + HELD
    share = w / d[:, None, :]
    a = -share @ w.transpose(0, 2, 1)
    a[:, own, own] += w.sum(axis=2) + HELD
    s = np.linalg.inv(a)
    across = s @ share
    variance = s[:, own, own][:, :, None] - 2 * across + (1 / d + (share * across).sum(axis=1))[:, None, :]
    rest = wins - played * chance + w * variance * (0.5 - chance)  # the last term is Firth's
    up, down = rest.sum(axis=2) - HELD * ability, -rest.sum(axis=1) - HELD * hard
    first = (s @ up[:, :, None])[:, :, 0] + (across @ down[:, :, None])[:, :, 0]
    second = down / d + (share * first[:, :, None]).sum(axis=1)
    return np.asarray(np.concatenate([first, second], axis=1))


def _deviance(ability: Floats, hard: Floats, wins: Floats, played: Floats) -> float:
    logit = ability[:, None] - hard[None, :]
    likelihood = wins * logit - played * np.logaddexp(0, logit)
    return float(-2 * likelihood.sum() / played.sum())
