"""How hard solo play is: win rate and margin by level and agent; what a level costs; what better play gains."""
from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import pandas as pd

from kingmaker.analysis.errors import DataError
from kingmaker.analysis.stats.intervals import block_values, mean_interval, shares_interval
from kingmaker.analysis.studies.balance import without_arms

CELLS = ("level", "sets", "agent")
BUDGET = re.compile(r"iterations=(\d+)")


def solo_games(games: pd.DataFrame) -> pd.DataFrame:
    """Return the games of solo play without interventions, the one who decides as `agent`."""
    rows = without_arms(games)
    if "level" not in rows or rows["agent_1"].notna().any():
        raise DataError("difficulty: expected games of solo play; kingmaker selfplay --mode solo")
    return rows.assign(agent=rows["agent_0"], win=rows["win_0"])


def difficulty(games: pd.DataFrame, by: Sequence[str] = CELLS) -> pd.DataFrame:
    """Return by level, combination and agent: win, margin, treasures_left, points of both sides and their parts.

    The win is a share with Wilson's interval, the others are means over blocks with t-intervals. Columns `by`,
    measure, estimate, low, high, n (blocks).
    """
    rows = solo_games(games)
    measures = [name for name in ("win", "margin", "points_0", "points_1", "treasures_left", "treasure_points",
                                  "buildings_0", "roads_0", "doubling_0", "buildings_1", "roads_1", "doubling_1")
                if name in rows]
    parts = []
    for measure in measures:
        wide = block_values(rows, measure, list(by))
        found = (shares_interval(wide) if measure == "win" else mean_interval(wide))[["estimate", "low", "high", "n"]]
        cells = wide.columns.to_frame(index=False)
        parts.append(pd.concat([cells.assign(measure=measure), found], axis=1))
    return pd.concat(parts, ignore_index=True)


def how_hard(games: pd.DataFrame, chances: pd.DataFrame, *, level: int, sets: str, like: str | None = None
             ) -> pd.DataFrame:
    """Return how one level with one combination goes for somebody who plays like an agent, or like each of them.

    Columns agent, measure, estimate, low, high, n: `win` and `margin` of the games of this very task, `chance`, the
    win by the scale, which all tasks of all agents have helped to fit.

    Parameters
    ----------
    chances : of `fit_scale`
    """
    task = {"level": level, "sets": sets}
    cells = difficulty(games)
    for name, value in task.items():
        known = sorted(cells[name].unique())
        if value not in known:
            raise DataError(f"difficulty: no games with {name} {value}; there are {'; '.join(map(str, known))}")
    agents = sorted(cells["agent"].unique())
    if like is not None and like not in agents:
        raise DataError(f"difficulty: nobody has played like {like!r}; agents: {'; '.join(agents)}")
    parts = [cells[cells["measure"].isin(["win", "margin"])], chances.assign(measure="chance")]
    rows = pd.concat(parts, ignore_index=True)
    rows = rows[(rows["level"] == level) & (rows["sets"] == sets) & (rows["agent"].isin([like] if like else agents))]
    order = rows["measure"].map({"win": 0, "margin": 1, "chance": 2})
    rows = rows.assign(order=order).sort_values(["agent", "order"], kind="stable", ignore_index=True)
    return rows[["agent", "measure", "estimate", "low", "high", "n"]]


def level_cost(games: pd.DataFrame, *, measure: str = "margin") -> pd.DataFrame:
    """Return what one more level costs: the measure at the level - at the one below, on the same deals.

    Columns agent, level (the higher one), estimate, low, high, se, n (blocks), p; combinations are averaged in the
    block.
    """
    wide = block_values(solo_games(games), measure, ["agent", "level"])
    parts = []
    for agent in wide.columns.unique("agent"):
        table = wide[agent]
        steps = pd.DataFrame({high: table[high] - table[low]
                              for low, high in zip(table.columns[:-1], table.columns[1:], strict=True)})
        if steps.shape[1]:
            parts.append(mean_interval(steps).assign(agent=agent, level=list(steps.columns)))
    if not parts:
        raise DataError("level_cost: expected games at two levels or more; kingmaker selfplay --each level")
    frame = pd.concat(parts, ignore_index=True)
    return frame[["agent", "level", "estimate", "low", "high", "se", "n", "p"]]


def agent_gaps(games: pd.DataFrame, reference: str, *, measure: str = "margin", by: Sequence[str] = ("level",)
               ) -> pd.DataFrame:
    """Return by how much each agent does better than one of them on the same deals; columns `by`, agent, estimate, ...

    With the strongest honest agent as reference, greedy's is greedy's regret; an agent that sees the hidden cards
    (cheating) bounds from above what play can gain.
    """
    rows = solo_games(games)
    if reference not in set(rows["agent"]):
        raise DataError(f"agent_gaps: no games of {reference!r}; agents: {'; '.join(sorted(set(rows['agent'])))}")
    parts = []
    for values, group in rows.groupby(list(by), observed=True):
        wide = block_values(group, measure, ["agent"])
        others = wide.drop(columns=reference).sub(wide[reference], axis=0)
        found = mean_interval(others).assign(agent=list(others.columns), **dict(zip(by, values, strict=True)))
        parts.append(found)
    frame = pd.concat(parts, ignore_index=True)
    return frame[[*by, "agent", "estimate", "low", "high", "se", "n", "p"]]


def with_budget(frame: pd.DataFrame) -> pd.DataFrame:
    """Add the agent's `family` and its `iterations` (nan for one that does not search)."""
    found = frame["agent"].str.extract(BUDGET)[0].astype(float)
    rest = frame["agent"].str.replace(BUDGET, "", regex=True).str.replace(r",,+", ",", regex=True)
    family = rest.str.replace(":,", ":").str.rstrip(",").str.rstrip(":")
    return frame.assign(family=family, iterations=found)


def effort_of_level(games: pd.DataFrame, *, n_resamples: int = 500, seed: int = 0) -> pd.DataFrame:
    """Return by how many times the iterations must grow to make up for one more level.

    In each family of agents that was played with several budgets the margin is a line in log2(iterations), with a
    constant for each level (least squares); the cost of a level over the gain of a doubling are the doublings that
    make up for it. Columns family, level (the higher one), doublings, low, high (95 % of resampled blocks), n
    (blocks); nan where the gain of a doubling is not above 0 in more than 2.5 % of the resamples.
    """
    rows = with_budget(solo_games(games))
    rows = rows[rows["iterations"].notna()]
    rng, parts = np.random.default_rng(seed), []
    for family, group in rows.groupby("family"):
        wide = block_values(group, "margin", ["level", "iterations"]).dropna()
        cells = wide.columns.to_frame(index=False)
        levels = sorted(cells["level"].unique())
        if len(levels) < 2 or cells["iterations"].nunique() < 2 or len(wide) < 2:
            continue
        design = np.column_stack([(cells["level"] == level) * 1.0 for level in levels] + [np.log2(cells["iterations"])])
        weights = rng.multinomial(len(wide), np.full(len(wide), 1 / len(wide)), size=n_resamples) / len(wide)
        means = np.vstack([wide.mean().to_numpy(), weights @ wide.to_numpy()])
        fitted = means @ np.linalg.pinv(design).T
        for k, level in enumerate(levels[1:], start=1):
            cost = fitted[:, k - 1] - fitted[:, k]
            parts.append({"family": family, "level": level, **_doublings(cost, fitted[:, -1]), "n": len(wide)})
    return pd.DataFrame(parts, columns=["family", "level", "doublings", "low", "high", "n"])


def _doublings(cost: np.ndarray, gain: np.ndarray) -> dict[str, float]:
    """Return the ratio of the first rows and the spread of the others."""
    if (gain <= 0).mean() > 0.025 or gain[0] <= 0:
        return {"doublings": np.nan, "low": np.nan, "high": np.nan}
    ratio = np.where(gain > 0, cost / np.where(gain > 0, gain, 1), np.inf)
    return {"doublings": float(ratio[0]), "low": float(np.quantile(ratio[1:], 0.025, method="lower")),
            "high": float(np.quantile(ratio[1:], 0.975, method="higher"))}
