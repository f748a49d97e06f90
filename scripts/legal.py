"""`kingmaker legal`: what may be done in a position."""
from __future__ import annotations

import typer

from scripts._options import PositionArgument


def legal(position: PositionArgument) -> None:
    """Print the legal moves, sorted, one a line; nothing if the game is over."""
    from games.positions import load_position

    for move in sorted(load_position(position).legal_moves()):
        typer.echo(move)
