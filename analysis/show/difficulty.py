"""Sections on difficulty: how those who play against the rules fare, by variant and agent, on one scale."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd

from kingmaker.analysis.data.dataset import Dataset
from kingmaker.analysis.errors import DataError
from kingmaker.analysis.show import figures
from kingmaker.analysis.show.duel import histogram
from kingmaker.analysis.show.report import Section
from kingmaker.analysis.show.study import PLAIN, Study
from kingmaker.analysis.studies import difficulty
from kingmaker.analysis.studies.design import design_of, with_variant
from kingmaker.analysis.studies.rasch import Scale, fit_scale

POINTS = "Points"  # the title of the margin of those who play against nobody
SEVERAL = "It takes one agent with several numbers of iterations."


@dataclass(frozen=True)
class Tasks:
    """What was played against the rules.

    Parameters
    ----------
    rows : of `difficulty.outcomes`, with the options as columns
    along : the difficulty; where the game names none, `variant`, which names the cells
    others : the other options that make a task
    is_named : whether `along` is a difficulty that the game names
    has_steps : whether its values have an order
    options : all options of the game
    title : what the margin is over, in words
    """

    rows: pd.DataFrame
    along: str
    others: tuple[str, ...]
    is_named: bool
    has_steps: bool
    options: tuple[str, ...]
    title: str

    @property
    def cells(self) -> list[str]:
        """The options that make a task."""
        return [self.along, *self.others]

    def scale(self) -> Scale:
        """Return agents and tasks on one scale."""
        return fit_scale(self.rows, self.cells)


def tasks_of(data: Dataset, study: Study = PLAIN) -> Tasks:
    """Return what was played against the rules, or refuse games of people who play against one another."""
    design = design_of(data)
    if not design.is_against_rules:
        raise DataError(f"{data.directory}: expected games of who plays alone, or against an opponent that never "
                        "decides; kingmaker balance reads these")
    rows = difficulty.outcomes(study.games(data), design.acting)
    over = f"Margin over {study.opponent}" if design.idle else POINTS
    if study.difficulty in design.options:
        others = tuple(name for name in design.cells if name != study.difficulty)
        return Tasks(difficulty.in_order(rows, study.difficulty), study.difficulty, others, True, study.is_ordered,
                     design.options, over)
    rows = difficulty.in_order(with_variant(rows, design.cells), "variant")
    return Tasks(rows, "variant", (), False, False, design.options, over)


def difficulty_sections(data: Dataset, *, study: Study = PLAIN, reference: str | None = None) -> list[Section]:
    """Return what a data set of play against the rules says about difficulty.

    Parameters
    ----------
    reference : the agent to which others are compared; the strongest that sees nothing hidden if None
    """
    tasks = tasks_of(data, study)
    rows, along = tasks.rows, tasks.along
    order, best = by_strength(tasks)
    best = reference or best
    scale, table = tasks.scale(), _table(tasks, study)
    sections = [
        _curve(tasks, order, "win", "players_win", f"Win rate by {along} and agent"),
        _curve(tasks, order, "margin", "players_margin", f"{tasks.title} by {along} and agent"),
        _margins(tasks, best),
        Section("cells", "Every task and agent", table, ("players_win", "players_margin")),
        _grid(tasks, table, best),
        Section("tasks", "Difficulty of each task", scale.tasks, ("difficulty",)),
        Section("abilities", "Ability of the agents", scale.agents, ("ability",), (),
                lambda frame: figures.plot_scale(frame, scale.tasks, title="One scale (Rasch)"))]
    if len(order) > 1:
        sections.append(Section("gaps", f"Compared with {best}", difficulty.agent_gaps(rows, best, by=[along]),
                                ("gap",)))
    return sections + (_steps(tasks, order) if tasks.has_steps and rows[along].nunique() > 1 else [])


def _table(tasks: Tasks, study: Study) -> pd.DataFrame:
    seats = sorted(int(name.removeprefix("points_")) for name in tasks.rows if name.startswith("points_"))
    measures = ["win", "margin", *(f"points_{seat}" for seat in seats), *study.outcomes]
    return difficulty.difficulty(tasks.rows, [*tasks.cells, "agent"], measures)


def _steps(tasks: Tasks, order: list[str]) -> list[Section]:
    """Return what one more step of the difficulty costs."""
    cost = _sorted(difficulty.step_cost(tasks.rows, tasks.along), order)
    effort = difficulty.effort_of_step(tasks.rows, tasks.along)
    return [
        Section("step_cost", f"What one more step of {tasks.along} costs, in points", cost, ("step_cost",), (),
                partial(figures.plot_curves, line=tasks.along, label="points",
                        title=f"One more step of {tasks.along}")),
        Section("effort", f"What one more step of {tasks.along} costs, in doublings of the search", effort,
                ("doublings",), () if len(effort) else (SEVERAL,))]


def answer_section(data: Dataset, task: Mapping[str, str], *, study: Study = PLAIN, like: str | None = None) -> Section:
    """Return how hard some tasks are for somebody who plays like an agent, in words and numbers.

    Parameters
    ----------
    task : option -> value; of options that it does not name, all values are asked
    """
    tasks = tasks_of(data, study)
    unknown = [name for name in task if name not in tasks.options]
    if unknown:
        raise DataError(f"difficulty: unknown option {unknown[0]!r}; known: {', '.join(tasks.options)}")
    given = [name for name in task if name not in tasks.cells]
    cells = [*tasks.cells, *given]  # an option with one value is no cell, but may be asked about
    scale = tasks.scale()
    alike = tasks.rows[cells].drop_duplicates()
    chances = scale.chances.merge(alike, on=tasks.cells, how="left")
    found = difficulty.how_hard(tasks.rows, chances, task, cells=cells, like=like)
    lines = []
    several = len(found.groupby(tasks.cells, observed=True)) > 1
    for values, rows in found.groupby(tasks.cells, sort=False, observed=True):
        one = dict(zip(tasks.cells, values, strict=True))
        said = [*_answers(rows, tasks.title), _among(scale.tasks, one)]
        lines += [f"{_named(one)}: {line}" for line in said] if several else said
    return Section("answer", f"How hard is {_named(task)}?", found.drop(columns=list(task)),
                   ("players_win", "players_margin", "chance", "difficulty"), tuple(lines))


def _among(tasks: pd.DataFrame, one: Mapping[str, object]) -> str:
    """Say which other tasks are harder or easier; only where the intervals of their difficulty do not meet.

    Where all was won, or all lost, a task's interval is open, and nothing is said against others of its kind.
    """
    own = np.logical_and.reduce([tasks[name].astype(str) == str(value) for name, value in one.items()])
    (row,) = tasks[own].itertuples()
    others = tasks[~own]
    harder, easier = int((others["low"] > row.high).sum()), int((others["high"] < row.low).sum())
    rest = len(others) - harder - easier
    return (f"Of the {len(others)} other tasks, {harder} {_are(harder)} harder and {easier} {_are(easier)} easier"
            + (f"; whether {_others(rest)} harder or easier cannot be said." if rest else "."))


def _others(n: int) -> str:
    return "the other one is" if n == 1 else f"the other {n} are"


def _are(n: int) -> str:
    return "is" if n == 1 else "are"


def _answers(found: pd.DataFrame, title: str) -> list[str]:
    lines = []
    for agent, rows in found.groupby("agent", sort=False):
        win, margin, chance = (rows[rows["measure"] == name].iloc[0] for name in ("win", "margin", "chance"))
        share = {0.0: "none", 1.0: "all"}.get(win["estimate"], f"{100 * win['estimate']:.0f} %")
        lines.append(f"Who plays like {agent} won {share} of {win['n']:,.0f} deals ({_range(win)}) and "
                     f"{_points(margin, title)}. "
                     + ("All tasks together say no more, as all was won or lost." if np.isnan(chance["estimate"]) else
                        f"All tasks together put the chance at {100 * chance['estimate']:.0f} % ({_range(chance)})."))
    return lines


def _points(row: pd.Series, title: str) -> str:
    """Return a mean margin, or mean points where there is nobody to be ahead of, with its interval."""
    if title == POINTS:
        return f"scored {row['estimate']:.1f} points on average (95 % interval {row['low']:.1f} to {row['high']:.1f})"
    return f"ended {figures.lead_text(row)}"


def _range(row: pd.Series) -> str:
    return f"95 % interval {100 * row['low']:.0f} to {100 * row['high']:.0f} %"


def _named(task: Mapping[str, object]) -> str:
    return ", ".join(str(value) if name == "variant" else f"{name} {value}" for name, value in task.items())


def by_strength(tasks: Tasks) -> tuple[list[str], str]:
    """Return the agents by their mean margin over all steps, the weakest first, and the best that does not cheat."""
    margins = difficulty.difficulty(tasks.rows, [tasks.along, "agent"], ["margin"])
    mean = margins.groupby("agent")["estimate"].mean().sort_values()
    honest = [name for name in mean.index if not name.startswith("cheat")]
    return list(mean.index), (honest or list(mean.index))[-1]


def _margins(tasks: Tasks, agent: str) -> Section:
    rows = tasks.rows[tasks.rows["agent"] == agent]
    names = rows[tasks.along].astype(str)
    words = names if tasks.along == "variant" else f"{tasks.along} " + names
    counts = histogram(rows.assign(**{tasks.along: words}), "margin", tasks.along)
    title = f"{tasks.title}: {agent}"
    return Section("player_margins", title, counts, ("players_margin",), (),
                   partial(figures.plot_distribution, by=tasks.along, label=tasks.title.lower(), title=title))


def _curve(tasks: Tasks, order: list[str], measure: str, statistic: str, title: str) -> Section:
    rows = difficulty.difficulty(tasks.rows, [tasks.along, "agent"], [measure]).drop(columns="measure")
    return Section(f"{measure}_by_{tasks.along}", title, _sorted(rows, order), (statistic,), (),
                   partial(figures.plot_curves, line=tasks.along, label=measure, title=title))


def _sorted(rows: pd.DataFrame, order: Sequence[str]) -> pd.DataFrame:
    return rows.sort_values("agent", key=lambda column: column.map(list(order).index), kind="stable",
                            ignore_index=True)


def _grid(tasks: Tasks, table: pd.DataFrame, agent: str) -> Section:
    rows = table[(table["measure"] == "win") & (table["agent"] == agent)].drop(columns="measure")
    rows = with_variant(rows, tasks.others) if tasks.is_named else rows.assign(tasks="all")
    return Section("win_grid", f"Win rate of {agent}", rows, ("players_win",), (),
                   partial(figures.plot_grid, rows="variant" if tasks.is_named else "tasks", columns=tasks.along,
                           centre=None, label="win rate", title=f"Win rate of {agent}"))
