"""What records say of a game: options, all that is shuffled, the table after every decision, the components."""
from __future__ import annotations

from typing import Any

from kingmaker.games._base import GameState
from kingmaker.games.architects._state import ArchState
from kingmaker.games.files.records import RecordForm


def _head(state: GameState) -> dict[str, Any]:
    """Return the options, all that is shuffled before the first decision, and the components."""
    assert isinstance(state, ArchState)
    options = state.game.options
    opponent = options["opponent"]
    head = {"players": options["players"], "wonders": bool(options["wonders"]), "boards": options["boards"],
            "opponent": None if opponent == "none" else opponent, **state.start()}
    if options["short"]:
        head["short"] = options["short"]
    return head | {"data": dict(state.rules.parts.raw)}


def _line(before: GameState, move: str, after: GameState) -> dict[str, Any]:
    assert isinstance(after, ArchState)
    return {"events": after.shuffles(), "table": after.table()}


RECORD = RecordForm(head=_head, line=_line)
