"""How hard a game is for those who play it against its rules: wins and margins by variant and agent, what a step costs.

Against its rules: alone, or against an opponent that never decides. `difficulty` is the option that the game names as
its difficulty, in the order of its values.
"""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from kingmaker.analysis.errors import DataError
from kingmaker.analysis.stats.intervals import block_values, mean_interval, shares_interval
from kingmaker.analysis.studies.balance import without_arms

BUDGET = re.compile(r"iterations=(\d+)")


def outcomes(games: pd.DataFrame, acting: Sequence[int] = (0,)) -> pd.DataFrame:
    """Return the games without interventions as what those who decide made of them: agent, win, margin.

    `win` is their share of the win, `margin` the mean of their points - those of the best seat that never decides;
    alone, their points. `agent` names them by seat, once if they are one. Words keep the order in which they come.

    Examples
    --------
    >>> games = pd.DataFrame({"arm": [""], "agent_0": ["a"], "agent_1": ["b"], "agent_2": [None], "margin": [3.0],
    ...                       "points_0": [8.0], "points_1": [2.0], "points_2": [4.0], "win_0": [1.0], "win_1": [0.0]})
    >>> outcomes(games, (0, 1))[["agent", "win", "margin"]].to_numpy().tolist()
    [['a; b', 1.0, 1.0]]
    """
    rows = without_arms(games)
    seats = [int(name.removeprefix("agent_")) for name in rows if re.fullmatch(r"agent_\d+", name)]
    idle = [seat for seat in seats if seat not in acting]
    if any(rows[f"agent_{seat}"].notna().any() for seat in idle) or (len(acting) > 1 and not idle):
        raise DataError("difficulty: expected games of those who play alone, or against an opponent that never decides")
    agent = _agents(rows[[f"agent_{seat}" for seat in acting]])
    win = rows[[f"win_{seat}" for seat in acting]].sum(axis=1)
    own = rows["margin"]
    if list(acting) != [0]:
        own = rows[[f"points_{seat}" for seat in acting]].mean(axis=1)
        own = own - rows[[f"points_{seat}" for seat in idle]].max(axis=1) if idle else own
    return rows.assign(agent=agent, win=win, margin=own)


def _agents(names: pd.DataFrame) -> pd.Series:
    """Return who played, once if they are one; tables of agents are few, games may be many."""
    tables = names.drop_duplicates()
    said = ["; ".join(row if len(set(row)) > 1 else row[:1])
            for row in tables.astype(str).itertuples(index=False)]
    place = pd.MultiIndex.from_frame(tables).get_indexer(pd.MultiIndex.from_frame(names))
    return pd.Series(np.array(said, dtype=object)[place], index=names.index)


def in_order(rows: pd.DataFrame, option: str) -> pd.DataFrame:
    """Return rows whose words of an option have the order in which they come; numbers have one already."""
    if pd.api.types.is_numeric_dtype(rows[option]):
        return rows
    return rows.assign(**{option: pd.Categorical(rows[option], pd.unique(rows[option]), ordered=True)})


def are_one_at_work(agents: Sequence[str]) -> bool:
    """Whether agents are the same but for how long they think, so that a line may lead from one to the next.

    Examples
    --------
    >>> are_one_at_work(["ismcts:iterations=50", "ismcts:iterations=100"]), are_one_at_work(["greedy", "ismcts"])
    (True, False)
    """
    return len({BUDGET.sub("", agent) for agent in agents}) == 1


def difficulty(rows: pd.DataFrame, by: Sequence[str], measures: Sequence[str] = ("win", "margin")) -> pd.DataFrame:
    """Return the measures in each cell: columns `by`, measure, estimate, low, high, n (blocks).

    The win is a share with Wilson's interval, the others are means over blocks with t-intervals.

    Parameters
    ----------
    rows : of `outcomes`
    measures : columns; those that are not there are left out
    """
    parts = []
    for measure in (name for name in measures if name in rows):
        wide = block_values(rows, measure, list(by))
        n_games = rows.groupby(list(by), observed=True)[measure].count().reindex(wide.columns)
        found = shares_interval(wide, games=n_games) if measure == "win" else mean_interval(wide)
        found = found[["estimate", "low", "high", "n"]]
        cells = wide.columns.to_frame(index=False)
        parts.append(pd.concat([cells.assign(measure=measure), found], axis=1))
    return pd.concat(parts, ignore_index=True)


def how_hard(rows: pd.DataFrame, chances: pd.DataFrame, task: Mapping[str, str], *, cells: Sequence[str],
             like: str | None = None) -> pd.DataFrame:
    """Return how some tasks go for somebody who plays like an agent, or like each of them.

    Columns `cells`, agent, measure, estimate, low, high, n: `win` and `margin` of the games of the very task, `chance`,
    the win by the scale, which all tasks of all agents have helped to fit.

    Parameters
    ----------
    rows : of `outcomes`
    chances : of `fit_scale`
    task : option -> value; what it does not name is asked in all its values
    cells : the options that make a task
    """
    found = difficulty(rows, [*cells, "agent"])
    for name, value in task.items():
        known = pd.unique(rows[name]).tolist()
        if value not in map(str, known):
            raise DataError(f"difficulty: no games with {name} {value}; there are {'; '.join(map(str, known))}")
    agents = sorted(found["agent"].unique())
    if like is not None and like not in agents:
        raise DataError(f"difficulty: nobody has played like {like!r}; agents: {'; '.join(agents)}")
    every = pd.concat([found, chances.assign(measure="chance")], ignore_index=True)
    chosen = every["agent"].isin([like] if like else agents)
    for name in cells:
        if name in task:
            chosen &= every[name].astype(str) == task[name]
    if not chosen.any():
        raise DataError("difficulty: these values were not played together")
    order = every["measure"].map({"win": 0, "margin": 1, "chance": 2})
    asked = every.assign(order=order)[chosen].sort_values([*cells, "agent", "order"], kind="stable", ignore_index=True)
    return asked[[*cells, "agent", "measure", "estimate", "low", "high", "n"]]


def step_cost(rows: pd.DataFrame, option: str, *, measure: str = "margin") -> pd.DataFrame:
    """Return what one more step of the difficulty costs: the measure there - at the one below, on the same deals.

    Columns agent, `option` (the harder one), estimate, low, high, se, n (blocks), p; other cells are averaged in the
    block.
    """
    wide = block_values(rows, measure, ["agent", option])
    parts = []
    for agent in wide.columns.unique("agent"):
        table = wide[agent]
        steps = pd.DataFrame({high: table[high] - table[low]
                              for low, high in zip(table.columns[:-1], table.columns[1:], strict=True)})
        if steps.shape[1]:
            parts.append(mean_interval(steps).assign(**{"agent": agent, option: list(steps.columns)}))
    if not parts:
        raise DataError(f"step_cost: expected games at two values of {option} or more; kingmaker selfplay --each "
                        f"{option}")
    frame = pd.concat(parts, ignore_index=True)
    return frame[["agent", option, "estimate", "low", "high", "se", "n", "p"]]


def agent_gaps(rows: pd.DataFrame, reference: str, *, measure: str = "margin", by: Sequence[str] = ()) -> pd.DataFrame:
    """Return by how much each agent does better than one of them on the same deals; columns `by`, agent, estimate, ...

    With the strongest honest agent as reference, greedy's is greedy's regret; an agent that sees what is hidden
    (cheating) bounds from above what play can gain.
    """
    if reference not in set(rows["agent"]):
        raise DataError(f"agent_gaps: no games of {reference!r}; agents: {'; '.join(sorted(set(rows['agent'])))}")
    groups = rows.groupby(list(by), observed=True) if by else [((), rows)]
    parts = []
    for values, group in groups:
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


def effort_of_step(rows: pd.DataFrame, option: str, *, n_resamples: int = 500, seed: int = 0) -> pd.DataFrame:
    """Return by how many times the iterations must grow to make up for one more step of the difficulty.

    In each family of agents that was played with several budgets the margin is a line in log2(iterations), with a
    constant for each step (least squares); the cost of a step over the gain of a doubling are the doublings that make
    up for it. Columns family, `option` (the harder one), doublings, low, high (95 % of resampled blocks), n (blocks);
    nan where the gain of a doubling is not above 0 in more than 2.5 % of the resamples.
    """
    rows = with_budget(rows)
    rows = rows[rows["iterations"].notna()]
    rng, parts = np.random.default_rng(seed), []
    for family, group in rows.groupby("family"):
        wide = block_values(group, "margin", [option, "iterations"]).dropna()
        cells = wide.columns.to_frame(index=False)
        steps = list(wide.columns.unique(option))
        if len(steps) < 2 or cells["iterations"].nunique() < 2 or len(wide) < 2:
            continue
        design = np.column_stack([(cells[option] == step) * 1.0 for step in steps] + [np.log2(cells["iterations"])])
        weights = rng.multinomial(len(wide), np.full(len(wide), 1 / len(wide)), size=n_resamples) / len(wide)
        means = np.vstack([wide.mean().to_numpy(), weights @ wide.to_numpy()])
        fitted = means @ np.linalg.pinv(design).T
        for k, step in enumerate(steps[1:], start=1):
            cost = fitted[:, k - 1] - fitted[:, k]
            parts.append({"family": family, option: step, **_doublings(cost, fitted[:, -1]), "n": len(wide)})
    return pd.DataFrame(parts, columns=["family", option, "doublings", "low", "high", "n"])


def _doublings(cost: np.ndarray, gain: np.ndarray) -> dict[str, float]:
    """Return the ratio of the first rows and the spread of the others."""
    if (gain <= 0).mean() > 0.025 or gain[0] <= 0:
        return {"doublings": np.nan, "low": np.nan, "high": np.nan}
    ratio = np.where(gain > 0, cost / np.where(gain > 0, gain, 1), np.inf)
    return {"doublings": float(ratio[0]), "low": float(np.quantile(ratio[1:], 0.025, method="lower")),
            "high": float(np.quantile(ratio[1:], 0.975, method="higher"))}
