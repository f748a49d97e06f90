"""Phantom (4,4,4): four in a row on a small board where each player sees only his own stones."""
from collections.abc import Mapping
from typing import Any

from kingmaker.games.phantom_444._state import new, parse
from kingmaker.games.spec import GameSpec, Limits, Option


def _limits(options: Mapping[str, Any]) -> Limits:
    n_cells = options["board"] ** 2
    return Limits(
        n_players=2,
        n_actions=n_cells,
        max_legal=n_cells,
        # every cell is filled once, and every stone but the last is found once by the other player
        max_decisions=2 * n_cells - 1,
        min_return=-1.0,
        max_return=1.0,
    )


GAME = GameSpec(
    name="phantom-444",
    title="Phantom (4,4,4)",
    limits=_limits,
    new=new,
    parse=parse,
    options={"board": Option(4, "side of the board, and stones in a row that win", low=3, high=4)},
    hidden_actions=True,
    features=frozenset({"worlds"}),
    enumerable=({"board": 3},),
)
