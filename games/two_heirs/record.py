"""What records say of a game: its components, the whole deal, and what followed each move by itself."""
from __future__ import annotations

from typing import Any

from kingmaker.games._base import GameState
from kingmaker.games.files.positions import write_position
from kingmaker.games.files.records import RecordForm
from kingmaker.games.two_heirs._state import HeirsState
from kingmaker.games.two_heirs.interventions import OPTIONS
from kingmaker.games.two_heirs.snapshot import Snapshot


def _head(state: GameState) -> dict[str, Any]:
    """Return tiles, treasures, the whole deal, and interventions if there are any."""
    assert isinstance(state, HeirsState)
    given = {name: value for name in OPTIONS if (value := state.game.options[name])}
    return {"tiles": [tile.as_row() for tile in state.rules.tiles],
            "treasures": [treasure.as_row() for treasure in state.rules.treasures],
            **({"options": given} if given else {}), "state": write_position(state)}


def _line(before: GameState, move: str, after: GameState) -> dict[str, Any]:
    assert isinstance(before, HeirsState)
    assert isinstance(after, HeirsState)
    return {"events": events_of(before.snapshot(), move, after.snapshot()), "state": write_position(after)}


def events_of(before: Snapshot, move: str, after: Snapshot) -> list[str]:
    """Return what followed a move by itself, in order."""
    verb = move.split()[0]
    refill = [f"refill {before.stack[0]}"] if len(after.stack) < len(before.stack) else []
    if verb == "take":
        return refill
    missing = [tile for tile in before.supply if tile is not None and tile not in after.supply]
    if verb not in ("end", "discard") or not missing:
        return [f"treasure gone {token}" for token in _met(before, after)]
    tile = missing[0]
    events = [f"henry takes {tile}", *refill]
    cell = next((at for at, (name, _) in after.board.items() if name == tile), None)
    if cell is None:
        return [*events, f"henry removes {tile}"]
    events.append(f"henry builds {tile} {cell[0]},{cell[1]}")
    events += [f"treasure gone {token}" for token in _met(before, after)]
    if len(after.pile) < len(before.pile):
        token = before.pile[0]
        events.append(f"treasure {token} {cell[0]},{cell[1]}")
        if token in after.gone:
            events.append(f"treasure gone {token}")
    return events


def _met(before: Snapshot, after: Snapshot) -> list[str]:
    """Return the treasures that lay on the board and are gone now, in the order in which they were laid."""
    return [token for _, token in before.treasures if token in after.gone]


RECORD = RecordForm(head=_head, line=_line)
