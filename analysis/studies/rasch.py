"""One scale for players and tasks (Rasch 1960): the log odds of a win are the agent's ability - the task's difficulty.

Tasks are level and combination. All are played on common deals, so intervals come from resampled deals, in which what
the deal does to all stays together.
"""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from kingmaker.analysis.studies.difficulty import solo_games

Floats = npt.NDArray[np.float64]
SPREAD = 4.0  # standard deviation of the normal prior, in logits: holds tasks that everybody or nobody solves
STEPS, EXACT = 60, 1e-9


@dataclass(frozen=True)
class Scale:
    """Abilities and difficulties in logits; 0 is the mean difficulty of the tasks.

    Parameters
    ----------
    agents : agent, ability, low, high, n (blocks), win (share)
    tasks : level, sets, difficulty, low, high, n, win; the hardest first
    chances : agent, level, sets, estimate (the model's chance of a win), low, high, n; nan where the agent or the task
        has seen nothing but wins, or but losses
    deviance : mean -2 log likelihood a game, of the fit
    """

    agents: pd.DataFrame
    tasks: pd.DataFrame
    chances: pd.DataFrame
    deviance: float

    def chance(self, agent: str, **task: object) -> float:
        """Return the model's chance that the agent wins the task, as `chance("greedy", level=2, sets="war,...")`."""
        ability = self.agents.set_index("agent")["ability"][agent]
        rows = self.tasks
        for name, value in task.items():
            rows = rows[rows[name] == value]
        if len(rows) != 1:
            raise ValueError(f"chance: expected one task, {task} are {len(rows)}")
        return float(1 / (1 + np.exp(rows["difficulty"].iloc[0] - ability)))


def fit_scale(games: pd.DataFrame, *, task: tuple[str, ...] = ("level", "sets"), n_resamples: int = 300,
              seed: int = 0, level: float = 0.95) -> Scale:
    """Fit the scale to games of solo play; intervals from resampled blocks.

    A shared win counts half. The most likely values under a normal prior of standard deviation 4 logits; where nobody
    or everybody wins the number is the prior's, and the interval is open.
    """
    rows = solo_games(games)
    agents, agent = np.unique(rows["agent"], return_inverse=True)
    tasks = rows[list(task)].drop_duplicates().sort_values(list(task)).reset_index(drop=True)
    place = pd.MultiIndex.from_frame(tasks).get_indexer(pd.MultiIndex.from_frame(rows[list(task)]))
    blocks, block = np.unique(rows["block"], return_inverse=True)
    wins = np.zeros((len(blocks), len(agents), len(tasks)))
    played = np.zeros_like(wins)
    np.add.at(wins, (block, agent, place), rows["win"].to_numpy(dtype=float))
    np.add.at(played, (block, agent, place), 1.0)
    rng, n = np.random.default_rng(seed), len(blocks)
    weights = np.vstack([np.ones(n), rng.multinomial(n, np.full(n, 1 / n), size=n_resamples)])
    values = _fit(np.tensordot(weights, wins, 1), np.tensordot(weights, played, 1))
    low, high = np.quantile(values[1:], [(1 - level) / 2, (1 + level) / 2], axis=0)
    won, lost = wins.sum(axis=0), (played - wins).sum(axis=0)
    low = np.where(np.concatenate([won.sum(axis=1), lost.sum(axis=0)]) == 0, -np.inf, low)
    high = np.where(np.concatenate([lost.sum(axis=1), won.sum(axis=0)]) == 0, np.inf, high)
    who = pd.DataFrame({"agent": agents, "ability": values[0, :len(agents)], "low": low[:len(agents)],
                        "high": high[:len(agents)], "n": n, "win": _rates(wins, played, (0, 2))})
    what = tasks.assign(difficulty=values[0, len(agents):], low=low[len(agents):], high=high[len(agents):], n=n,
                        win=_rates(wins, played, (0, 1)))
    odds = values[:, :len(agents), None] - values[:, None, len(agents):]
    chance = (1 / (1 + np.exp(-odds))).reshape(len(values), -1)
    ends = np.quantile(chance[1:], [(1 - level) / 2, (1 + level) / 2], axis=0)
    pairs = tasks.loc[np.tile(np.arange(len(tasks)), len(agents))].reset_index(drop=True)
    pairs.insert(0, "agent", np.repeat(agents, len(tasks)))
    told = np.isfinite(low) & np.isfinite(high)  # else the number is the prior's and no resample moves it
    known = (told[:len(agents), None] & told[None, len(agents):]).ravel()
    pairs = pairs.assign(**{name: np.where(known, x, np.nan) for name, x in
                            (("estimate", chance[0]), ("low", ends[0]), ("high", ends[1]))}, n=n)
    return Scale(who.sort_values("ability", ascending=False, ignore_index=True),
                 what.sort_values("difficulty", ascending=False, ignore_index=True), pairs,
                 _deviance(values[0], wins.sum(axis=0), played.sum(axis=0)))


def _rates(wins: Floats, played: Floats, axes: tuple[int, int]) -> Floats:
    return np.asarray(wins.sum(axis=axes) / played.sum(axis=axes))


def _fit(wins: Floats, played: Floats) -> Floats:
    """Return abilities and difficulties, sample after sample, by Newton's method; difficulties sum to 0."""
    n_samples, n_agents, n_tasks = wins.shape
    x = np.zeros((n_samples, n_agents + n_tasks))
    prior = 1 / SPREAD**2
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(x[:, None, n_agents:] - x[:, :n_agents, None]))
        rest, weight = wins - played * p, played * p * (1 - p)
        gradient = np.concatenate([rest.sum(axis=2), -rest.sum(axis=1)], axis=1) - prior * x
        hessian = np.zeros((n_samples, n_agents + n_tasks, n_agents + n_tasks))
        hessian[:, :n_agents, n_agents:] = -weight
        hessian[:, n_agents:, :n_agents] = -weight.transpose(0, 2, 1)
        diagonal = np.arange(n_agents + n_tasks)
        hessian[:, diagonal, diagonal] = np.concatenate([weight.sum(axis=2), weight.sum(axis=1)], axis=1) + prior
        step = np.linalg.solve(hessian, gradient[..., None])[..., 0]
        x += np.clip(step, -2, 2)
        if np.abs(step).max() < EXACT:
            break
    return np.asarray(x - x[:, n_agents:].mean(axis=1, keepdims=True))


def _deviance(values: Floats, wins: Floats, played: Floats) -> float:
    n_agents = wins.shape[0]
    logit = values[:n_agents, None] - values[None, n_agents:]
    likelihood = wins * logit - played * np.logaddexp(0, logit)
    return float(-2 * likelihood.sum() / played.sum())
