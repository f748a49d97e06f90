"""Studies of balance and difficulty: `balance`, `difficulty` and `report`, from Python as from the command line.

Here a game and its statistics meet: what the game adds to its report is found by the game's name among the games that
are installed, never by what a data set says, which may come from anybody.
"""
from __future__ import annotations

import hashlib
import importlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kingmaker.journal import unheard

MOST_MARGIN = 1e6
LEARNED = "weights"  # the option of games that learn

if TYPE_CHECKING:
    from kingmaker.analysis.data.dataset import Dataset
    from kingmaker.analysis.show.report import Section
    from kingmaker.analysis.show.study import Study
    from kingmaker.games import Game, GameSpec
    from kingmaker.games.files.replays import Replay


def balance(*directories: str | Path, margin: float | str | Mapping[str, float] = 1.0, win_margin: float = 0.03,
            share: float = 0.5, remark: Callable[[str], Any] = unheard) -> list[Section]:
    """Return what data sets of a game say about its balance; what is off comes first.

    The first is told in full; the others, by other agents or with other component data, tell which of its conclusions
    survive. One more of the first one's agents and tables but without interventions describes the games.

    Parameters
    ----------
    margin : in points, for all or by kind as `0.5,set=2`: how far a worth or effect may lie from that of its kind and
        still count as balanced
    win_margin : the same of shares of the win, where several play
    share : the same of a worth, as a share of what as many copies of its kind bring; the smaller of the two counts
    remark : hears what the user should know of the data
    """
    from kingmaker.analysis.show.sections import balance_report

    data = opened(directories)
    return balance_report(data, study=study_of(data, remark), margin=read_margin(margin), win_margin=win_margin,
                          share=share)


def difficulty(*directories: str | Path, reference: str | None = None,
               ask: str | Mapping[str, object] | None = None, like: str | None = None,
               remark: Callable[[str], Any] = unheard) -> list[Section]:
    """Return how hard a game is for who plays alone, or against an opponent that never decides.

    Parameters
    ----------
    reference : the agent that others are compared with; the strongest that sees nothing hidden if None
    ask : options and their values, as `stage=2,boards=small`: the answer comes first; of what is not named, all values
    like : with a question: for somebody who plays like this agent; like each if None
    remark : hears what the user should know of the data
    """
    from kingmaker.analysis.show.sections import difficulty_report

    data = opened(directories)
    task = None if ask is None else read_task(ask, _spec_of(data))
    return difficulty_report(data, study=study_of(data, remark), reference=reference, task=task, like=like)


def difficulty_known(game: Game | GameSpec, ask: str | Mapping[str, object], *, like: str | None = None,
                     played: Sequence[str | Path] = (), review: int = 0, seed: int = 1, jobs: int = 1,
                     remark: Callable[[str], Any] = unheard) -> tuple[list[str], list[Section]]:
    """Return how hard a task is by the results that come with a game, without a study: what was played, and the answer.

    Parameters
    ----------
    ask : options and their values, as for `difficulty`
    like : for somebody who plays like this agent; like each if None
    played : files of games that a person has played: the answer is for them
    review : iterations of a search that weighs each of their decisions beside those of agents; 0: none does
    seed, jobs : of these searches
    remark : hears which of these games do not count
    """
    from kingmaker.analysis.show.difficulty import answer_of, shipped_tasks
    from kingmaker.analysis.studies.shipped import read_shipped
    from kingmaker.games import ConfigError, load_game

    spec = game if not hasattr(game, "spec") else game.spec
    if spec.difficulty is None:
        raise ConfigError(f"difficulty: {spec.name} brings no results along; expected the folder of a data set, or "
                          "--run AGENTS to play one")
    shipped, study, task = read_shipped(spec.difficulty), load_study(spec.study), read_task(ask, spec)
    options = load_game(shipped.game).options
    tasks = shipped_tasks(shipped, study, options)
    fixed = {name: value for name, value in options.items() if name not in shipped.cells}
    for name, value in task.items():
        if name in fixed and value != str(fixed[name]):
            raise ConfigError(f"--ask: the results that come with {spec.name} are of {name} {fixed[name]} alone; got "
                              f"{value!r}. Play a study: kingmaker difficulty DIR --run AGENTS")
    if review and not played:
        raise ConfigError("--review: expected files of your games, --like FILE.jsonl")
    person = _games_of_person(played, shipped.game, shipped.cells, fixed, remark) if played else None
    lost = None
    if review:
        from kingmaker.placing import losses

        lost = losses(played, list(dict.fromkeys(shipped.rows["agent"])), iterations=review, seed=seed, jobs=jobs,
                      counts=lambda one: _counts(one, shipped.game, fixed), remark=remark)
    asked = {name: value for name, value in task.items() if name not in fixed}
    return list(shipped.about), [answer_of(tasks, asked, like=like, person=person, losses=lost)]


def _games_of_person(files: Sequence[str | Path], name: str, cells: Sequence[str], fixed: Mapping[str, object],
                     remark: Callable[[str], Any]) -> list[dict[str, object]]:
    """Return the tasks that somebody has played to the end, and whether they were won."""
    from kingmaker.games import ConfigError
    from kingmaker.games.files.replays import load_replays

    found, left_out = [], 0
    for file in files:
        for one in load_replays(file):
            game, counts = one.game, _counts(one, name, fixed)
            left_out += not counts
            if counts:
                found.append({**{cell: game.options[cell] for cell in cells}, "win": one.end.wins()[game.acting[0]]})
    if left_out:
        remark(f"{left_out} games of {', '.join(map(str, files))} do not count: another game, other options, or not "
               "played to the end")
    if not found:
        raise ConfigError(f"--like: no game of {', '.join(map(str, files))} is one of {name}, played to the end")
    return found


def _counts(one: Replay, name: str, fixed: Mapping[str, object]) -> bool:
    """Whether a game that somebody has played is one of those that the results are of, played to the end."""
    game = one.game
    return (game.name == name.partition(":")[0] and one.end.is_over and len(game.acting) == 1
            and all(game.options[option] == value for option, value in fixed.items()))


def keep_difficulty(data: str | Path, path: str | Path, *, remark: Callable[[str], Any] = unheard,
                    force: bool = False) -> None:
    """Write what a data set says of difficulty into a small file, from which questions are answered without it."""
    from kingmaker.analysis.show.difficulty import tasks_of
    from kingmaker.analysis.studies.shipped import Shipped, write_shipped

    (found,) = opened([data])
    tasks = tasks_of(found, study_of([found], remark))
    write_shipped(Path(path), Shipped(str(found.manifest["config"]["game"]), tuple(about([data])), tuple(tasks.cells),
                                      tasks.rows), force=force)


def report(*directories: str | Path, out: str | Path, margin: float | str | Mapping[str, float] = 1.0,
           win_margin: float = 0.03, share: float = 0.5, title: str = "Balance and difficulty",
           remark: Callable[[str], Any] = unheard, force: bool = False) -> Path:
    """Write one HTML file that needs no network, plots and data beside it, and return its path.

    The first data set on balance and the first on difficulty are told in full, the others tell what survives. A file
    that is there and is something else stays, unless `force` says that it may be replaced.
    """
    import matplotlib as mpl

    from kingmaker.analysis.show.report import write_report
    from kingmaker.analysis.show.sections import whole_report
    from kingmaker.analysis.show.statistics import STATISTICS

    mpl.use("Agg")
    data = opened(directories)
    study = study_of(data, remark)
    sections = whole_report(data, study=study, margin=read_margin(margin), win_margin=win_margin, share=share)
    lines = dict.fromkeys(about(directories))
    return write_report(out, title, sections, about=list(lines), statistics={**STATISTICS, **study.statistics},
                        force=force)


def compare(old: str | Path, new: str | Path, *, remark: Callable[[str], Any] = unheard) -> list[Section]:
    """Return what a new table of component data changes: its cells by name, and how games go on the same deals.

    Parameters
    ----------
    old, new : folders of data sets played by the same agents with the same seed
    remark : hears what the user should know of the data
    """
    from kingmaker.analysis.show.tables import compared_sections

    data = opened([old, new])
    return compared_sections(data[0], data[1], cells_between(data[0], data[1]), study=study_of(data, remark))


def cells_between(old: Dataset, new: Dataset) -> list[dict[str, str]]:
    """Return every cell in which the component data differ with which two data sets were played, by its table.

    What players have learned is no component.
    """
    from kingmaker.games.core.provenance import differences
    from kingmaker.games.errors import ConfigError

    kept = [one.manifest["data"] for one in (old, new)]
    if kept[0].keys() != kept[1].keys():
        raise ConfigError(f"compare: the data sets keep {', '.join(kept[0]) or 'no data'} and "
                          f"{', '.join(kept[1]) or 'no data'}: expected tables of one game")
    return [{"table": name, **cell} for name in kept[0]
            if name != LEARNED and kept[0][name]["sha256"] != kept[1][name]["sha256"]
            for cell in differences(old.data_file(name), new.data_file(name))]


def opened(directories: Sequence[str | Path]) -> list[Dataset]:
    """Return the data sets."""
    from kingmaker.analysis import load
    from kingmaker.analysis.data.manifest import MANIFEST, check_played
    from kingmaker.games import ConfigError

    if not directories:
        raise ConfigError("expected at least one folder of a data set")
    found = [load(directory) for directory in directories]
    for one in found:
        check_played(one.manifest, str(one.directory / MANIFEST))
    return found


def about(directories: Sequence[str | Path]) -> list[str]:
    """Return what was played, in a line or two for each data set."""
    from kingmaker.analysis.show import sections

    return [line for one in opened(directories) for line in [*sections.about(one), *_strangers(one)]]


def _strangers(data: Dataset) -> list[str]:
    """Say what the agents have learned, where they may be guided by weights: this table, or another one."""
    from kingmaker.games import ConfigError, load_game
    from kingmaker.teaching import what_was_learned

    spec = _spec_of([data])
    if spec is None or spec.learning is None or spec.files is None:
        return []
    try:
        if all(knows_nothing(text) for text in data.manifest["config"]["agents"]):
            return []
        game = load_game(str(data.manifest["config"]["game"]))
    except ConfigError:  # files that are here no more
        return []
    if game.options.get(LEARNED):
        told = what_was_learned(Path(str(game.options[LEARNED])))
        return [f"The agents have learned this table: {told}"] if told else []
    kept = data.manifest["data"]
    if not _is_own(game, lambda name: str(kept.get(name, {}).get("sha256"))):
        return [f"The agents of {game} have learned another table than this: --learn lets them learn it before a "
                f"study, and --{LEARNED} FILE plays with what kingmaker learn wrote."]
    return []


def _is_own(game: Game, digest: Callable[[str], str]) -> bool:
    """Whether tables, of which digests are told by name, are those that come with the game."""
    assert game.spec.files is not None
    own = game.spec.files(with_own_data(game).options)
    return all(digest(name) == hashlib.sha256(file.read_bytes()).hexdigest() for name, file in own.items())


def is_strange(game: Game, agents: Sequence[str]) -> bool:
    """Whether some of the agents are guided by weights that were learned on another table than the game's."""
    spec = game.spec
    if spec.learning is None or spec.files is None or game.options[LEARNED] or all(map(knows_nothing, agents)):
        return False
    now = spec.files(game.options)
    return not _is_own(game, lambda name: hashlib.sha256(now[name].read_bytes()).hexdigest() if name in now else "")


def knows_nothing(agent: str) -> bool:
    """Whether an agent plays without learned weights.

    Examples
    --------
    >>> [knows_nothing(one) for one in ("random", "policy", "ismcts:iterations=9", "ismcts:preset=plain")]
    [True, False, False, True]
    """
    from kingmaker.search.agents import parse_agent

    one = parse_agent(agent)
    return one.kind != "policy" and (not one.is_search or ("preset", "plain") in one.given)


def study_of(sets_of_data: Sequence[Dataset], remark: Callable[[str], Any] = unheard) -> Study:
    """Return what the game of the data sets adds to its report; nothing if it is not installed here, which is told."""
    from kingmaker.analysis.show.sections import game_of
    from kingmaker.analysis.show.study import PLAIN
    from kingmaker.games import available_games, game_spec

    name = game_of(sets_of_data)
    if name not in available_games():
        remark(f"{name} is not installed here: the report is without what that game itself would add")
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


def _spec_of(sets_of_data: Sequence[Dataset]) -> GameSpec | None:
    """Return the game of the data sets, if it is installed here."""
    from kingmaker.analysis.show.sections import game_of
    from kingmaker.games import available_games, game_spec

    name = game_of(sets_of_data)
    return game_spec(name) if name in available_games() else None


def read_margin(text: float | str | Mapping[str, float]) -> float | dict[str, float]:
    """Return a margin for all, or by kind, `""` for those not named.

    Examples
    --------
    >>> read_margin("1"), read_margin("0.5,set=2"), read_margin({"set": 2})
    (1.0, {'': 0.5, 'set': 2.0}, {'set': 2.0})
    """
    from kingmaker.games import ConfigError

    if isinstance(text, str):
        named: Mapping[str, object] = {kind if at else "": value if at else kind for kind, at, value in
                                       (part.partition("=") for part in text.split(","))}
    else:
        named = text if isinstance(text, Mapping) else {"": text}
    try:
        found = {kind: float(value) for kind, value in named.items()}  # type: ignore[arg-type]
        if not all(0 < value < MOST_MARGIN for value in found.values()):
            raise ValueError
    except ValueError:
        raise ConfigError(f"--margin: expected points above 0, or by kind as 0.5,set=2; got {text!r}") from None
    return found[""] if set(found) == {""} else found


def read_task(ask: str | Mapping[str, object], spec: GameSpec | None = None) -> dict[str, str]:
    """Return a question as options and values in words; those that the game does not know are refused.

    Examples
    --------
    >>> read_task("boards=small,round,stage=2"), read_task({"stage": 2})
    ({'boards': 'small,round', 'stage': '2'}, {'stage': '2'})
    """
    from kingmaker.games import ConfigError
    from kingmaker.games.registry import parse_options

    given = parse_options(ask, f"--ask {ask!r}") if isinstance(ask, str) else ask
    if spec is None:
        return {name: str(value) for name, value in given.items()}
    if unknown := [name for name in given if name not in spec.options]:
        raise ConfigError(f"--ask: {spec.name} has no option {unknown[0]!r}; known: {', '.join(spec.options)}")
    return {name: str(spec.options[name].read(spec.name, name, value)) for name, value in given.items()}


# -- what is to be played ---------------------------------------------------------------------------------------------


def balance_arms(game: Game, each: Sequence[str] = (), *, pieces: bool = False) -> list[str]:
    """Return the interventions that a study of the game's balance plays: all that mean something in the variants.

    Parameters
    ----------
    each : options over whose values every block goes
    pieces : single pieces too
    """
    from kingmaker.search.match.selfplay_config import variants

    return [] if game.spec.arms is None else game.spec.arms([one.options for one in variants(game, each)], pieces)


def with_own_data(game: Game) -> Game:
    """Return the game with its own component data and the weights learned on that, all other options as they are."""
    own = (*load_study(game.spec.study).components, LEARNED)
    return game.spec.bind({name: game.spec.options[name].default if name in own else value
                           for name, value in game.options.items()})


def difficulty_each(game: Game, each: Sequence[str] = ()) -> list[str]:
    """Return the options over which a study of difficulty goes: what the game names as its difficulty comes first."""
    option = load_study(game.spec.study).difficulty
    named = [text.partition("=")[0] for text in each]
    return [*([option] if option and option not in named else []), *each]
