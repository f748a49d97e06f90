"""Studies of balance and difficulty: `balance`, `difficulty` and `report`, from Python as from the command line.

Here a game and its statistics meet: what the game adds to its report is found by the game's name among the games that
are installed, never by what a data set says, which may come from anybody.
"""
from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kingmaker.scripts._options import say

if TYPE_CHECKING:
    from kingmaker.analysis.data.dataset import Dataset
    from kingmaker.analysis.show.report import Section
    from kingmaker.analysis.show.study import Study
    from kingmaker.games import Game


def balance(*directories: str | Path, margin: float = 1.0, win_margin: float = 0.03) -> list[Section]:
    """Return what data sets of a game say about its balance; what is off comes first.

    The first is told in full; the others, by other agents or with other component data, tell which of its conclusions
    survive. One more of the first one's agents and tables but without interventions describes the games.

    Parameters
    ----------
    margin : in points: how far a worth or effect may lie from the mean of its kind and still count as balanced
    win_margin : the same of shares of the win, where several play
    """
    from kingmaker.analysis.show.sections import balance_report

    data = opened(directories)
    return balance_report(data, study=study_of(data), margin=margin, win_margin=win_margin)


def difficulty(*directories: str | Path, reference: str | None = None,
               ask: str | Mapping[str, object] | None = None, like: str | None = None) -> list[Section]:
    """Return how hard a game is for who plays alone, or against an opponent that never decides.

    Parameters
    ----------
    reference : the agent that others are compared with; the strongest that sees nothing hidden if None
    ask : options and their values, as `stage=2,boards=small`: the answer comes first; of what is not named, all values
    like : with a question: for somebody who plays like this agent; like each if None
    """
    from kingmaker.analysis.show.sections import difficulty_report

    data = opened(directories)
    task = None if ask is None else read_task(ask)
    return difficulty_report(data, study=study_of(data), reference=reference, task=task, like=like)


def report(*directories: str | Path, out: str | Path, margin: float = 1.0, win_margin: float = 0.03,
           title: str = "Balance and difficulty") -> Path:
    """Write one HTML file that needs no network, plots and data beside it, and return its path.

    The first data set on balance and the first on difficulty are told in full, the others tell what survives.
    """
    import matplotlib as mpl

    from kingmaker.analysis.show.report import write_report
    from kingmaker.analysis.show.sections import whole_report
    from kingmaker.analysis.show.statistics import STATISTICS

    mpl.use("Agg")
    data = opened(directories)
    study = study_of(data)
    sections = whole_report(data, study=study, margin=margin, win_margin=win_margin)
    lines = dict.fromkeys(about(directories))
    return write_report(out, title, sections, about=list(lines), statistics={**STATISTICS, **study.statistics})


def opened(directories: Sequence[str | Path]) -> list[Dataset]:
    """Return the data sets."""
    from kingmaker.analysis import load
    from kingmaker.games import ConfigError

    if not directories:
        raise ConfigError("expected at least one folder of a data set")
    return [load(directory) for directory in directories]


def about(directories: Sequence[str | Path]) -> list[str]:
    """Return what was played, in a line or two for each data set."""
    from kingmaker.analysis.show import sections

    return [line for one in opened(directories) for line in sections.about(one)]


def study_of(sets_of_data: Sequence[Dataset]) -> Study:
    """Return what the game of the data sets adds to its report; nothing if it is not installed here, which is told."""
    from kingmaker.analysis.show.sections import game_of
    from kingmaker.analysis.show.study import PLAIN
    from kingmaker.games import available_games, game_spec

    name = game_of(sets_of_data)
    if name not in available_games():
        say(f"{name} is not installed here: the report is without what that game itself would add")
        return PLAIN
    return load_study(game_spec(name).study)


def load_study(module: str) -> Study:
    """Return the `STUDY` of a game's module; of a game that names none, the plain one."""
    from kingmaker.analysis.show.study import PLAIN, Study
    from kingmaker.games import ContractError

    if not module:
        return PLAIN
    study = getattr(importlib.import_module(module), "STUDY", None)
    if not isinstance(study, Study):
        raise ContractError(f"{module}: expected STUDY, a Study; got {type(study).__name__}")
    return study


def read_task(ask: str | Mapping[str, object]) -> dict[str, str]:
    """Return a question as options and values in words.

    Examples
    --------
    >>> read_task("boards=small,round,stage=2"), read_task({"stage": 2})
    ({'boards': 'small,round', 'stage': '2'}, {'stage': '2'})
    """
    from kingmaker.games.registry import parse_options

    given = parse_options(ask, f"--ask {ask!r}") if isinstance(ask, str) else ask
    return {name: str(value) for name, value in given.items()}


# -- playing what is to be studied -------------------------------------------------------------------------------------


def play_balance(game: Game, directories: Sequence[Path], agents: str, games: int, *, each: Sequence[str] = (),
                 pieces: bool = False, seed: int | None = None, jobs: int = -1) -> None:
    """Play a study of balance: the game as it is, and with all interventions that it announces, if it has any.

    Parameters
    ----------
    pieces : single pieces too
    """
    from kingmaker.search.match.schedule import variants

    arms = [] if game.spec.arms is None else game.spec.arms([one.options for one in variants(game, each)], pieces)
    if not arms:
        say(f"{game.name} announces no interventions: the study describes, and tells of no effects")
    _play(game, directories, agents, games, each=each, arms=arms, seed=seed, jobs=jobs)


def play_difficulty(game: Game, directories: Sequence[Path], agents: str, games: int, *, each: Sequence[str] = (),
                    seed: int | None = None, jobs: int = -1) -> None:
    """Play a study of difficulty: every value of what the game names as its difficulty, and of what is given."""
    option = load_study(game.spec.study).difficulty
    named = [text.partition("=")[0] for text in each]
    _play(game, directories, agents, games, each=[*([option] if option and option not in named else []), *each],
          arms=(), seed=seed, jobs=jobs)


def _play(game: Game, directories: Sequence[Path], agents: str, games: int, *, each: Sequence[str],
          arms: Sequence[str], seed: int | None, jobs: int) -> None:
    """Play a study into the folder, or what is missing of it."""
    from kingmaker.games import ConfigError
    from kingmaker.scripts.designing.selfplay import chosen_seed, run_plan
    from kingmaker.search.agents import parse_agents
    from kingmaker.search.match.schedule import plan_selfplay

    if len(directories) != 1:
        raise ConfigError(f"--run: expected one folder to play into, got {len(directories)}")
    plan = plan_selfplay(str(game), [str(spec) for spec in parse_agents(agents)], games,
                         seed=chosen_seed(seed, directories[0]), each=each, arms=arms)
    say(f"{plan.n_games:,} games in {plan.n_blocks:,} blocks of {len(plan.entries)}: {directories[0]}")
    if run_plan(plan, directories[0], jobs)["stopped_by"] == "interrupt":
        say("stopped; what follows is of the games that are there, and the same command goes on")
