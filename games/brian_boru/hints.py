"""What a hint says of this game: where the points come from."""
from __future__ import annotations

from kingmaker.games._base import GameState
from kingmaker.games.brian_boru._state import BoruState


def parts(state: GameState) -> dict[str, list[float]]:
    """Return the points of each player by where they come from, as records have them."""
    assert isinstance(state, BoruState)
    rows = state.score()["parts"].values()
    return {name: [float(row[name]) for row in rows] for name in next(iter(rows))}
