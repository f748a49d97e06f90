"""Options that several commands share, and what they mean."""
from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Literal

import typer

if TYPE_CHECKING:
    from games import Game

PositionArgument = Annotated[str, typer.Argument(
    metavar="POSITION", help="Position file, JSON or TOML; - reads standard input.")]
GameOption = Annotated[str, typer.Option(
    "--game", help="A game, with options as oh-hell:players=4,tricks=8; see `kingmaker games`.")]
SeedOption = Annotated[int | None, typer.Option(min=0, help="Seed; drawn and told if absent.")]
JobsOption = Annotated[int, typer.Option(help="How many to run side by side; -1 for all cores.")]
Format = Literal["table", "json"]
FormatOption = Annotated[Format, typer.Option("--format", help="How to print.")]
LangOption = Annotated[str, typer.Option("--lang", help="Language of names, where the game has several.")]


def say(text: str) -> None:
    """Talk to the user, beside the data."""
    print(f"kingmaker: {text}", file=sys.stderr, flush=True)


def seed_or_drawn(seed: int | None) -> int:
    """Return the seed; tell the one that is drawn for a user who gave none."""
    if seed is None:
        from search.seeds import draw_seed

        seed = draw_seed()
        say(f"seed {seed}")
    return seed


def checked_language(game: Game, lang: str) -> str:
    """Return the language, or refuse one that the game does not speak."""
    from games import ConfigError

    if lang not in game.spec.languages:
        raise ConfigError(f"--lang: {game.name} speaks {', '.join(game.spec.languages)}; got {lang!r}")
    return lang


# of commands that take the options of any game as flags: --players 4, --mode solo
GAME_FLAGS = {"allow_extra_args": True, "ignore_unknown_options": True}


def chosen_game(name: str, flags: list[str]) -> Game:
    """Return the game with its options: those in its name, and the flags that the command did not know."""
    from games import ConfigError, load_game

    options, rest = {}, list(flags)
    while rest:
        flag, equals, value = rest.pop(0).partition("=")
        if not flag.startswith("--") or not (equals or rest):
            raise ConfigError(f"{flag}: expected an option of the game with its value, as --players 4")
        options[flag[2:].replace("-", "_")] = value if equals else rest.pop(0)
    try:
        return load_game(name, **options)
    except ConfigError as error:
        if options and "unknown option" in str(error):
            raise ConfigError(f"--{next(iter(options))}: not an option of this command; {error}") from None
        raise
