"""What `balance`, `difficulty` and `report` share as commands: their options, and how sections are printed."""
from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from kingmaker.printing import tell
from kingmaker.scripts._options import say
from kingmaker.scripts._render import save_plot
from kingmaker.scripts.terminal import print_table

if TYPE_CHECKING:
    from kingmaker.analysis.show.report import Section
    from kingmaker.games import Game

Folders = Annotated[list[Path], typer.Argument(metavar="DIR...", help="Folders of data sets.")]
RunOption = Annotated[str | None, typer.Option(
    "--run", metavar="AGENTS", help="First play the study with these agents into DIR; it goes on after any stop.")]
OutputOption = Annotated[Literal["table", "json"], typer.Option("--format", help="How to print.")]
MarginOption = Annotated[str, typer.Option(metavar="POINTS", help=(
    "How far a worth or effect may lie from that of its kind and still count as balanced; by kind: 0.5,set=2."))]
ShareOption = Annotated[float, typer.Option(min=0.01, max=0.99, help=(
    "The same of what is forbidden, as a share of what as many copies of its kind bring; the smaller counts."))]
WinMarginOption = Annotated[float, typer.Option(min=0.001, max=0.5, help=(
    "With several players: the same of shares of the win, 0.03 = three in a hundred."))]
GameOfRun = Annotated[str | None, typer.Option("--game", help="With --run: what is played.")]
LearnOption = Annotated[int | None, typer.Option("--learn", min=0, metavar="GAMES", help=(
    "With --run: let the players learn the table from so many games of self-play before they play it; 0: they play "
    "with what they know. If absent, 450 where they have learned another table. What was learned is kept."))]
PlainOption = Annotated[int | None, typer.Option("--plain", min=0, metavar="DEALS", help=(
    "With --run: a plain search plays the first so many deals too, to tell where the players misjudge the table; if "
    "absent a twentieth of them, 20 at most, and none where that is less than 10."))]
DepthOption = Annotated[int, typer.Option("--depth", min=0, metavar="GAMES", help=(
    "With --run: also tell how deep the game goes, from so many games whose every decision a search weighs and as many "
    "deals for each doubling of its iterations; 0: not."))]
ROWS = 30  # printed of a section; JSON and CSV have all


def apart(given: Sequence[Path], more: Sequence[str]) -> tuple[list[Path], list[str]]:
    """Return the folders, and the options of a game that were read as folders, with their values; then the others.

    Examples
    --------
    >>> apart([Path("a"), Path("--table"), Path("mine.csv"), Path("--short=2"), Path("b")], ["--level"])
    ([PosixPath('a'), PosixPath('b')], ['--table', 'mine.csv', '--short=2', '--level'])
    """
    folders: list[Path] = []
    flags: list[str] = []
    rest = list(map(str, given))
    while rest:
        one = rest.pop(0)
        if not one.startswith("--"):
            folders.append(Path(one))
            continue
        flags.append(one)
        if "=" not in one and rest and not rest[0].startswith("--"):
            flags.append(rest.pop(0))
    return folders, [*flags, *more]


def game_of_run(run: str | None, game: str | None, flags: list[str]) -> Game | None:
    """Return what `--run` plays, or None where nothing is to be played."""
    from kingmaker.games import ConfigError
    from kingmaker.scripts._options import chosen_game, game_flags

    if run is None:
        if game is not None or game_flags(flags):
            raise ConfigError("--game and options of a game say what --run plays; expected --run AGENTS with them")
        return None
    if game is None:
        raise ConfigError("--run: expected --game, what is played")
    return chosen_game(game, flags)


def play_study(game: Game, directories: Sequence[Path], agents: str, games: int, *, each: Sequence[str],
               arms: Sequence[str] = (), seed: int | None, jobs: int, learn: int | None = None,
               plain: int | None = 0, depth: int = 0) -> None:
    """Play a study into the folder, or what is missing of it, with players that know the table.

    Parameters
    ----------
    learn, plain, depth : of `LearnOption`, `PlainOption` and `DepthOption`
    """
    from kingmaker.analysis.data.dataset import PLAIN
    from kingmaker.datasets import plain_deals, play_plain
    from kingmaker.depth import measure_depth
    from kingmaker.games import ConfigError
    from kingmaker.scripts._data import chosen_seed, play_with_bar
    from kingmaker.scripts._render import progress
    from kingmaker.search.agents import parse_agents
    from kingmaker.search.match.selfplay_config import configure
    from kingmaker.teaching import taught

    if len(directories) != 1:
        raise ConfigError(f"--run: expected one folder to play into, got {len(directories)}")
    names = [str(spec) for spec in parse_agents(agents)]
    game = taught(game, names, learn, each=each, jobs=jobs, remark=say)
    config = configure(str(game), names, games, seed=chosen_seed(seed, directories[0]), each=each, arms=arms)
    say(f"{config.n_games:,} games in {config.n_blocks:,} blocks of {len(config.entries)}: {directories[0]}")
    if play_with_bar(config, directories[0], jobs)["stopped_by"] == "interrupt":
        say("stopped; what follows is of the games that are there, and the same command goes on")
        return
    if deals := plain_deals(config, plain):
        say(f"a plain search plays {deals} of the {config.n_blocks:,} deals too: {directories[0] / PLAIN}")
        with progress("plain search", deals * len(config.entries), unit="games") as move:
            play_plain(config, directories[0], deals, jobs=jobs, on_progress=move)
    if depth:
        measure_depth(game, directories[0], depth, seed=config.seed, rotate=[name.partition("=")[0] for name in each],
                      jobs=jobs, remark=say)


def show(output: str, about: Sequence[str], sections: Sequence[Section], plot: Path | None,
         force: bool = False) -> None:
    """Print sections as tables or JSON; draw the first that has a plot."""
    if plot is not None:
        first = next((one for one in sections if one.draw is not None and len(one.frame)), None)
        if first is not None:
            draw: Callable[..., Any] = first.draw  # type: ignore[assignment]
            save_plot(lambda: draw(first.frame), plot, first.title, force=force)
    if output == "json":
        tell(json.dumps({"about": list(about), "sections": [_row(one) for one in sections]}), form="json")
        return
    from kingmaker.analysis.show.report import written

    for section in sections:
        names = [str(name) for name in section.frame.columns]
        rows = [[written(x) for x in row] for row in section.frame.head(ROWS).itertuples(index=False)]
        left_out = len(section.frame) - len(rows)
        texts = [name for name in names if not _is_number(section, name)]
        tell(section.title)
        print_table(names, rows, [*section.found, *([f"{left_out} more rows: --format json"] if left_out else [])],
                    left=texts)
    for line in about:
        tell(line)


def _row(section: Section) -> dict[str, Any]:
    rows = [{str(name): _plain(x) for name, x in row.items()} for row in section.frame.to_dict("records")]
    return {"name": section.name, "title": section.title, "statistics": list(section.statistics),
            "found": list(section.found), "rows": rows}


def _plain(value: Any) -> Any:
    """Return what JSON knows; null for a number that is missing or without bound."""
    value = value.item() if hasattr(value, "item") else value
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _is_number(section: Section, name: str) -> bool:
    return section.frame[name].dtype.kind in "if"
