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
from kingmaker.analysis.studies.person import ability, ability_by_losses
from kingmaker.analysis.studies.rasch import Scale, fit_scale
from kingmaker.analysis.studies.shipped import Shipped

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
        _in_short(tasks, order),
        _curve(tasks, order, "win", "players_win", f"Win rate by {along} and agent"),
        _curve(tasks, order, "margin", "players_margin", f"{tasks.title} by {along} and agent"),
        _margins(tasks, best),
        Section("cells", "Every task and agent", table, ("players_win", "players_margin")),
        _grid(tasks, table, order),
        Section("tasks", "Difficulty of each task", scale.tasks, ("difficulty",)),
        Section("abilities", "Ability of the agents", scale.agents, ("ability",), (),
                lambda frame: figures.plot_scale(frame, scale.tasks, title="One scale (Rasch)"))]
    if len(order) > 1:
        sections.append(Section("gaps", f"Compared with {best}", difficulty.agent_gaps(rows, best, by=[along]),
                                ("gap",)))
    return sections + (_steps(tasks, order) if tasks.has_steps and rows[along].nunique() > 1 else [])


def _in_short(tasks: Tasks, order: list[str]) -> Section:
    """Return a sentence for each step of the difficulty: how often who wins, and by how much."""
    found = difficulty.difficulty(tasks.rows, [tasks.along, "agent"], ["win", "margin"])
    lines = []
    for value, rows in found.groupby(tasks.along, sort=False, observed=True):
        win, margin = (rows[rows["measure"] == measure].set_index("agent") for measure in ("win", "margin"))
        said = [f"{agent} wins {100 * one['estimate']:.0f} % [{100 * one['low']:.0f}, {100 * one['high']:.0f}], "
                f"{margin.loc[agent, 'estimate']:+z.1f} points" for agent, one in win.loc[order].iterrows()]
        named = value if isinstance(value, str) else f"{tasks.along} {value}"
        lines.append(f"{named}: {'; '.join(said)}.")
    return Section("difficulty_in_short", f"In short, each {tasks.along}", found, ("players_win", "players_margin"),
                   tuple(lines))


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
                        title=f"One more step of {tasks.along}", joined=difficulty.are_one_at_work(order))),
        Section("effort", f"What one more step of {tasks.along} costs, in doublings of the search", effort,
                ("doublings",), () if len(effort) else (SEVERAL,))]


def answer_section(data: Dataset, task: Mapping[str, str], *, study: Study = PLAIN, like: str | None = None) -> Section:
    """Return how hard some tasks are for somebody who plays like an agent, in words and numbers.

    Parameters
    ----------
    task : option -> value; of options that it does not name, all values are asked
    """
    return answer_of(tasks_of(data, study), task, like=like)


def shipped_tasks(shipped: Shipped, study: Study, options: Mapping[str, object]) -> Tasks:
    """Return the tasks of results that a game brings along.

    Parameters
    ----------
    options : of the game, with which all was played that the tasks do not say
    """
    rows = shipped.rows.assign(**{name: value for name, value in options.items() if name not in shipped.cells})
    along = study.difficulty if study.difficulty in shipped.cells else shipped.cells[0]
    others = tuple(name for name in shipped.cells if name != along)
    return Tasks(difficulty.in_order(rows, along), along, others, True, study.is_ordered, tuple(options),
                 f"Margin over {study.opponent}")


def answer_of(tasks: Tasks, task: Mapping[str, str], *, like: str | None = None,
              person: Sequence[Mapping[str, object]] | None = None, losses: pd.DataFrame | None = None) -> Section:
    """Return how hard some tasks are for somebody who plays like an agent, or for a person who has played.

    Parameters
    ----------
    person : games that they have played against these rules: the tasks' cells, and `win`
    losses : what their decisions lost, beside those of agents at the same positions (`ability_by_losses`)
    """
    unknown = [name for name in task if name not in tasks.options]
    if unknown:
        raise DataError(f"difficulty: unknown option {unknown[0]!r}; known: {', '.join(tasks.options)}")
    given = [name for name in task if name not in tasks.cells]
    cells = [*tasks.cells, *given]  # an option with one value is no cell, but may be asked about
    scale = tasks.scale()
    alike = tasks.rows[cells].drop_duplicates()
    chances = scale.chances.merge(alike, on=tasks.cells, how="left")
    found = difficulty.how_hard(tasks.rows, chances, task, cells=cells, like=like)
    yours, told = (None, []) if person is None else _yours(tasks, scale, person)
    lines = [*told, *([] if losses is None else [_your_losses(losses, scale)])]
    several = len(found.groupby(tasks.cells, observed=True)) > 1
    for values, rows in found.groupby(tasks.cells, sort=False, observed=True):
        one = dict(zip(tasks.cells, values, strict=True))
        said = [*_answers(rows, tasks.title), _among(scale.tasks, one)]
        if yours is not None:
            said = [_your_chance(yours, scale.tasks[_is_task(scale.tasks, one)].iloc[0]), said[-1]]
        lines += [f"{_named(one)}: {line}" for line in said] if several else said
    return Section("answer", f"How hard is {_named(task)}?", found.drop(columns=list(task)),
                   ("players_win", "players_margin", "chance", "difficulty"), tuple(lines))


def _yours(tasks: Tasks, scale: Scale, person: Sequence[Mapping[str, object]]
           ) -> tuple[tuple[float, float, float], list[str]]:
    """Return a person's ability, and say who stands beside them."""
    played = [_is_task(scale.tasks, {name: game[name] for name in tasks.cells}) for game in person]
    hard = [float(scale.tasks.loc[own, "difficulty"].iloc[0]) for own in played]
    wins = sum(float(str(game["win"])) for game in person)
    yours = ability(wins, hard)
    return yours, [f"You have won {wins:g} of {len(hard)} game{'s' * (len(hard) != 1)} that count: "
                   f"{_place(yours, scale.agents)}"]


def _your_losses(losses: pd.DataFrame, scale: Scale) -> str:
    """Say what a person's decisions lost, and where that places them."""
    own = losses[losses["who"] == ""]["loss"]
    place = _place(ability_by_losses(losses, scale.agents), scale.agents)
    return (f"Your {len(own)} decisions lost {own.mean():.3f} of utility each on average, by the search; who loses so "
            f"much at these positions: {place}")


def _place(yours: tuple[float, float, float], agents: pd.DataFrame) -> str:
    """Return an ability in words, and who stands beside it."""
    middle, low, high = yours
    agents = agents.sort_values("ability")
    weaker, stronger = agents[agents["ability"] < low]["agent"], agents[agents["ability"] > high]["agent"]
    among = agents[(agents["ability"] >= low) & (agents["ability"] <= high)]["agent"]
    said = [f"{what} {'; '.join(names)}" for what, names in
            (("stronger than", weaker), ("perhaps like", among), ("weaker than", stronger)) if len(names)]
    known = f"{middle:+z.1f} " if np.isfinite(middle) else ""
    return f"ability {known}(95 % interval {_end(low)} to {_end(high)} logits): {', '.join(said)}."


def _end(x: float) -> str:
    return f"{x:+.1f}" if np.isfinite(x) else "without bound"


def _your_chance(yours: tuple[float, float, float], task: pd.Series) -> str:
    """Say how likely a person wins a task: the error of the ability and that of the difficulty together."""
    odds = [x - task["difficulty"] for x in yours]
    errors = [task["high"] - task["difficulty"], task["difficulty"] - task["low"]]  # a harder task: less
    low, high = odds[0] - np.hypot(odds[0] - odds[1], errors[0]), odds[0] + np.hypot(odds[2] - odds[0], errors[1])
    chance = [100 / (1 + np.exp(-x)) for x in (odds[0], low, high)]
    return f"Your chance is {chance[0]:.0f} % (95 % interval {chance[1]:.0f} to {chance[2]:.0f} %)."


def _is_task(tasks: pd.DataFrame, one: Mapping[str, object]) -> pd.Series:
    """Return which rows are of a task."""
    own = pd.Series(True, index=tasks.index)
    for name, value in one.items():
        own &= tasks[name].astype(str) == str(value)
    return own


def _among(tasks: pd.DataFrame, one: Mapping[str, object]) -> str:
    """Say which other tasks are harder or easier; only where the intervals of their difficulty do not meet.

    Where all was won, or all lost, a task's interval is open, and nothing is said against others of its kind.
    """
    own = _is_task(tasks, one)
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
                   partial(figures.plot_curves, line=tasks.along, label=measure, title=title,
                           joined=difficulty.are_one_at_work(order)))


def _sorted(rows: pd.DataFrame, order: Sequence[str]) -> pd.DataFrame:
    return rows.sort_values("agent", key=lambda column: column.map(list(order).index), kind="stable",
                            ignore_index=True)


def _grid(tasks: Tasks, table: pd.DataFrame, order: Sequence[str]) -> Section:
    """Return the win rates of the agent whom the tasks tell apart most: who wins all, or nothing, tells of none.

    Parameters
    ----------
    order : the agents, the weakest first; of equals the strongest
    """
    wins = table[table["measure"] == "win"].drop(columns="measure")
    spread = wins.groupby("agent", observed=True)["estimate"].std().fillna(0.0)
    agent = max(reversed(order), key=lambda name: spread[name])
    rows, title = wins[wins["agent"] == agent], f"Win rate of {agent}"
    rows = with_variant(rows, tasks.others) if tasks.is_named else rows.assign(tasks="all")
    said = (f"Of the {len(order)} agents this is the one whom the tasks tell apart most.",) if len(order) > 1 else ()
    return Section("win_grid", title, rows, ("players_win",), said,
                   partial(figures.plot_grid, rows="variant" if tasks.is_named else "tasks", columns=tasks.along,
                           centre=None, label="win rate", title=title))
