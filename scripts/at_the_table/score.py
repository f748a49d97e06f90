"""`kingmaker score`: what a position would be worth if the game ended now."""
from __future__ import annotations

import json

import typer

from kingmaker.printing import tell
from kingmaker.scripts._options import GAME_FLAGS, AtOption, PositionArgument, chosen_position

SETTINGS = GAME_FLAGS


def score(context: typer.Context, position: PositionArgument, at: AtOption = None) -> None:
    """Print the result as if the game ended now, as one JSON object."""
    from kingmaker.games import ConfigError

    state = chosen_position(position, context.args, at)
    if state.game.spec.score is not None:
        result = state.game.spec.score(state)
    elif state.is_over:
        result = {"points": state.returns(), "wins": state.wins()}
    else:
        raise ConfigError(f"{state.game.name}: only its end can be scored, and this game is not over")
    tell(json.dumps(result, ensure_ascii=False), form="json")
