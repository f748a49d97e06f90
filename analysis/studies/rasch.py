"""One scale for players and tasks (Rasch 1960): the log odds of a win are the agent's ability - the task's difficulty.

Tasks are variants of a game that somebody wins or loses. It is the model of ratings with an agent on the one side and a
task on the other (stats/logistic.py). All are played on common deals, so intervals come from resampled deals, in which
what the deal does to all stays together.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from kingmaker.analysis.stats.logistic import block_weights, fit

Floats = npt.NDArray[np.float64]
SPREAD = 4.0  # standard deviation of the normal prior, in logits: holds tasks that everybody or nobody solves


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


def fit_scale(rows: pd.DataFrame, task: Sequence[str], *, n_resamples: int = 300, seed: int = 0,
              level: float = 0.95) -> Scale:
    """Fit the scale; intervals from resampled blocks.

    A shared win counts half. The most likely values under a normal prior of standard deviation 4 logits; where nobody
    or everybody wins the number is the prior's, and the interval is open.

    Parameters
    ----------
    rows : block, agent, win and the cells; `difficulty.outcomes` makes them
    task : the cells that make a task
    """
    agents, tasks, wins, played = _counted(rows, list(task))
    n = len(wins)
    weights = np.vstack([np.ones(n), block_weights(n, n_resamples, seed)])
    values = _fitted(np.tensordot(weights, wins, 1), np.tensordot(weights, played, 1))
    ability, hard = values[:, :len(agents)], values[:, len(agents):]
    low, high = np.quantile(values[1:], [(1 - level) / 2, (1 + level) / 2], axis=0)
    won, lost = wins.sum(axis=0), (played - wins).sum(axis=0)
    low = np.where(np.concatenate([won.sum(axis=1), lost.sum(axis=0)]) == 0, -np.inf, low)
    high = np.where(np.concatenate([lost.sum(axis=1), won.sum(axis=0)]) == 0, np.inf, high)
    k = len(agents)
    who = pd.DataFrame({"agent": agents, "ability": ability[0], "low": low[:k], "high": high[:k], "n": n,
                        "win": _rates(wins, played, (0, 2))})
    what = tasks.assign(difficulty=hard[0], low=low[k:], high=high[k:], n=n, win=_rates(wins, played, (0, 1)))
    told = np.isfinite(low) & np.isfinite(high)  # else the number is the prior's and no resample moves it
    chances = _chances(agents, tasks, ability[:, :, None] - hard[:, None, :], told[:k, None] & told[None, k:], level)
    return Scale(who.sort_values("ability", ascending=False, ignore_index=True),
                 what.sort_values("difficulty", ascending=False, ignore_index=True), chances.assign(n=n),
                 _deviance(ability[0], hard[0], wins.sum(axis=0), played.sum(axis=0)))


def _counted(rows: pd.DataFrame, task: list[str]) -> tuple[npt.NDArray[np.object_], pd.DataFrame, Floats, Floats]:
    """Return agents, tasks, and by block, agent and task what was won and played."""
    agents, agent = np.unique(rows["agent"], return_inverse=True)
    tasks = rows[task].drop_duplicates().sort_values(task).reset_index(drop=True)
    place = pd.MultiIndex.from_frame(tasks).get_indexer(pd.MultiIndex.from_frame(rows[task]))
    blocks, block = np.unique(rows["block"], return_inverse=True)
    wins = np.zeros((len(blocks), len(agents), len(tasks)))
    played = np.zeros_like(wins)
    np.add.at(wins, (block, agent, place), rows["win"].to_numpy(dtype=float))
    np.add.at(played, (block, agent, place), 1.0)
    return agents, tasks, wins, played


def _chances(agents: npt.NDArray[np.object_], tasks: pd.DataFrame, odds: Floats, known: npt.NDArray[np.bool_],
             level: float) -> pd.DataFrame:
    """Return the chance of each agent (second axis) at each task (third), the first sample being the estimate."""
    chance = (1 / (1 + np.exp(-odds))).reshape(len(odds), -1)
    ends = np.quantile(chance[1:], [(1 - level) / 2, (1 + level) / 2], axis=0)
    pairs = tasks.loc[np.tile(np.arange(len(tasks)), len(agents))].reset_index(drop=True)
    pairs.insert(0, "agent", np.repeat(agents, len(tasks)))
    return pairs.assign(**{name: np.where(known.ravel(), x, np.nan) for name, x in
                           (("estimate", chance[0]), ("low", ends[0]), ("high", ends[1]))})


def _rates(wins: Floats, played: Floats, axes: tuple[int, int]) -> Floats:
    return np.asarray(wins.sum(axis=axes) / played.sum(axis=axes))


def _fitted(wins: Floats, played: Floats) -> Floats:
    """Return abilities and difficulties, sample after sample; difficulties sum to 0."""
    n_agents, n_tasks = wins.shape[1:]
    size = n_agents + n_tasks
    sides = np.zeros((n_agents, n_tasks, 2, size))
    sides[np.arange(n_agents), :, 0, np.arange(n_agents)] = 1
    sides[:, np.arange(n_tasks), 1, n_agents + np.arange(n_tasks)] = 1
    contests = sides.reshape(-1, 2, size)
    prior, x = np.full(size, 1 / SPREAD**2), np.zeros(size)
    found: list[Floats] = []
    for won, n in zip(wins, played, strict=True):
        values = fit(contests, np.stack([won.ravel(), (n - won).ravel()], axis=1), prior, x)
        x = x if found else values  # resamples begin where all games end
        found.append(values - values[n_agents:].mean())
    return np.array(found)


def _deviance(ability: Floats, hard: Floats, wins: Floats, played: Floats) -> float:
    logit = ability[:, None] - hard[None, :]
    likelihood = wins * logit - played * np.logaddexp(0, logit)
    return float(-2 * likelihood.sum() / played.sum())
