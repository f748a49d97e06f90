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
PlayersOption = Annotated[int | None, typer.Option(help="The game's option players.")]
SeedOption = Annotated[int | None, typer.Option(min=0, help="Seed; drawn and told if absent.")]
JobsOption = Annotated[int, typer.Option(help="How many to run side by side; -1 for all cores.")]
Format = Literal["table", "json"]
FormatOption = Annotated[Format, typer.Option("--format", help="How to print.")]


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


def chosen_game(name: str, players: int | None) -> Game:
    """Return the game with its options."""
    from games import load_game

    return load_game(name) if players is None else load_game(name, players=players)
