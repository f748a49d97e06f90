"""`kingmaker perft`: exact counts, by which two implementations of the rules are compared."""
from __future__ import annotations

from typing import Annotated

import typer

from kingmaker.printing import tell
from kingmaker.scripts._options import GAME_FLAGS, PositionArgument, chosen_position

SETTINGS = GAME_FLAGS


def perft(
    context: typer.Context,
    position: PositionArgument,
    depth: Annotated[int, typer.Argument(min=0, metavar="DEPTH", help="Decisions in a sequence.")],
    divide: Annotated[bool, typer.Option("--divide", help="Also one line a first move.")] = False,
) -> None:
    """Print how many sequences of DEPTH legal decisions there are from a position."""
    from kingmaker.games import ConfigError
    from kingmaker.games.check.perft import perft as count
    from kingmaker.games.check.perft import perft_divide

    state = chosen_position(position, context.args)
    if state.is_view:
        raise ConfigError(f"{position}: perft counts from a full position; this one has unknown parts")
    tell(str(count(state, depth)))
    if divide and depth > 0:
        for move, n in sorted(perft_divide(state, depth).items()):
            tell(f"{move}: {n}")
