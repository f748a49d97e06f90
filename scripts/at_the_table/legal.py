"""`kingmaker legal`: what may be done in a position."""
from __future__ import annotations

import typer

from kingmaker.printing import tell
from kingmaker.scripts._options import GAME_FLAGS, PositionArgument, chosen_position

SETTINGS = GAME_FLAGS


def legal(context: typer.Context, position: PositionArgument) -> None:
    """Print the legal moves, sorted, one a line; nothing if the game is over."""

    for move in sorted(chosen_position(position, context.args).legal_moves()):
        tell(move)
