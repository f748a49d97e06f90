"""Options that several commands share, and what they mean."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

import typer

from kingmaker.printing import say as say

if TYPE_CHECKING:
    from kingmaker.games import Game, GameState
    from kingmaker.search import AgentSpec

T = TypeVar("T")
PositionArgument = Annotated[str, typer.Argument(
    metavar="POSITION", help="Position file, JSON or TOML, or a saved game (.jsonl); - reads standard input.")]
AtOption = Annotated[int | None, typer.Option(
    "--at", min=0, help="Of a saved game: the state after so many decisions; the last one if left out.")]
GameOption = Annotated[str, typer.Option(
    "--game", help="A game, with options as oh-hell:players=4,tricks=8; see `kingmaker games`.")]
SeedOption = Annotated[int | None, typer.Option(min=0, help="Seed; drawn and told if absent.")]


def _checked_jobs(jobs: int) -> int:
    """Refuse a number of jobs that cannot be, before anything is read or played."""
    if jobs not in (-1, 1, 2):  # the usual ones need not be asked about, which takes the imports
        from kingmaker.search.workers import checked_jobs

        checked_jobs(jobs)
    return jobs


JobsOption = Annotated[int, typer.Option(
    callback=_checked_jobs, help="How many to run side by side; -1 for all cores.")]
RotateOption = Annotated[str | None, typer.Option(metavar="OPTIONS", help=(
    "Options of the game whose values the deals go through in turn, all combinations: sets, or players,tricks."))]
Format = Literal["table", "json"]
FormatOption = Annotated[Format, typer.Option("--format", help="How to print.")]
PlotOption = Annotated[Path | None, typer.Option(
    help="Also draw the numbers and their intervals into this PNG or SVG.")]
ForceOption = Annotated[bool, typer.Option("--force", help="Replace a file that is there and is something else.")]
LangOption = Annotated[str, typer.Option("--lang", help="Language of names, where the game has several.")]


def seed_or_drawn(seed: int | None) -> int:
    """Return the seed; tell the one that is drawn for a user who gave none."""
    if seed is None:
        from kingmaker.search.seeds import draw_seed

        seed = draw_seed()
        say(f"seed {seed}")
    return seed


def say_clocks(agents: Sequence[AgentSpec]) -> None:
    """Warn where an agent's budget is time."""
    if any(agent.is_search and agent.config().seconds is not None for agent in agents):
        say("a clock is a budget here: the same seed will not give the same games")


def say_uneven(pairs: int, n_variants: int) -> None:
    """Warn where some variants of a game are played more often than others."""
    if pairs % n_variants:
        say(f"{pairs} pairs over {n_variants} variants: some are played once more than others")


def read_names(text: str | None) -> tuple[str, ...]:
    """Read names of options, separated by commas; flags write hyphens for underscores."""
    return tuple(name.strip().replace("-", "_") for name in text.split(",")) if text else ()


def checked_language(game: Game, lang: str) -> str:
    """Return the language, or refuse one that the game does not speak."""
    from kingmaker.games import ConfigError

    if lang not in game.spec.languages:
        raise ConfigError(f"--lang: {game.name} speaks {', '.join(game.spec.languages)}; got {lang!r}")
    return lang


def checked_plot(path: Path | None, force: bool = False) -> None:
    """Refuse the name of a picture that cannot be written, before anything is computed."""
    from kingmaker.games import ConfigError
    from kingmaker.writing import picture, refuse_stranger

    if path is not None and path.suffix not in (".png", ".svg"):
        raise ConfigError(f"--plot: expected a name ending in .png or .svg, got {str(path)!r}")
    if path is not None:
        refuse_stranger(path, picture(path), force=force)


# of commands that take the options of any game as flags: --players 4, --mode solo
GAME_FLAGS = {"allow_extra_args": True, "ignore_unknown_options": True}


def game_flags(flags: list[str]) -> dict[str, str]:
    """Read the flags that a command did not know as options of the game; one without a value means 1: --wonders."""
    from kingmaker.games import ConfigError

    options, rest = {}, list(flags)
    while rest:
        flag, equals, value = rest.pop(0).partition("=")
        if not flag.startswith("--"):
            raise ConfigError(f"{flag}: expected an option of the game with its value, as --players 4")
        alone = not equals and (not rest or rest[0].startswith("--"))
        options[flag[2:].replace("-", "_")] = value if equals else "1" if alone else rest.pop(0)
    return options


def chosen_game(name: str, flags: list[str]) -> Game:
    """Return the game with its options: those in its name and those given as flags."""
    from kingmaker.games import load_game

    return _refusing(flags, lambda options: load_game(name, **options))


def chosen_position(path: str, flags: list[str], at: int | None = None) -> GameState:
    """Return the state of a position file, read with the options of the game that are given as flags.

    Of a saved game it is the state after `at` decisions, the last one if None.
    """
    from kingmaker.games import ConfigError
    from kingmaker.games.files.positions import load_position
    from kingmaker.games.files.replays import load_state

    def load(options: dict[str, str]) -> GameState:
        found = load_state(path, at, **options) if Path(path).suffix == ".jsonl" else None
        if found is None and at is not None:
            raise ConfigError(f"--at: only a saved game, as game.jsonl, has several states; {path} is none")
        return load_position(path, **options) if found is None else found

    return _refusing(flags, load)


def _refusing(flags: list[str], load: Callable[[dict[str, str]], T]) -> T:
    """Load with the flags; where the game does not know one, say that the command does not either."""
    from kingmaker.games import ConfigError

    options = game_flags(flags)
    try:
        return load(options)
    except ConfigError as error:
        if options and "unknown option" in str(error):
            raise ConfigError(f"--{next(iter(options))}: not an option of this command; {error}") from None
        raise
