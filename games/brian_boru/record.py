"""What records say of a game: the components, both decks, and what each round turned up and dealt."""
from __future__ import annotations

from typing import Any

from kingmaker.games._base import GameState
from kingmaker.games.brian_boru._state import BoruState
from kingmaker.games.brian_boru.interventions import OPTIONS
from kingmaker.games.files.records import RecordForm


def _head(state: GameState) -> dict[str, Any]:
    """Return who begins, both decks, interventions if there are any, and the components."""
    assert isinstance(state, BoruState)
    keys = state.position()
    head = {"players": keys["players"], "first": keys["marker"], "viking_deck": keys["viking_deck"],
            "marriage_deck": keys["marriage_deck"]}
    if "short" in keys:
        head["short"] = keys["short"]
    given = {name: state.game.options[name] for name, option in OPTIONS.items()
             if state.game.options[name] != option.default}
    if given:
        head["options"] = given
    return head | {"data": dict(state.rules.parts.raw)}


def _line(before: GameState, move: str, after: GameState) -> dict[str, Any]:
    assert isinstance(before, BoruState)
    assert isinstance(after, BoruState)
    keys, rounds = before.position(), range(before.position()["round"], after.position()["round"])
    return {"events": [event for number in rounds for event in _dealt(keys, number)], "table": after.table()}


def _dealt(keys: dict[str, Any], number: int) -> list[str]:
    """Return what a round turned up and dealt (R19, R20), as it lay before it: it may be over without a decision."""
    deal = dict(keys["deals"][number - keys["round"]])
    aside = deal.pop("aside", None)
    events = [f"viking {keys['viking_deck'][number]}", f"marriage {keys['marriage_deck'][number]}",
              *(f"deal {name} {' '.join(map(str, cards))}" for name, cards in deal.items())]
    return events if aside is None else [*events, f"aside {aside}"]


RECORD = RecordForm(head=_head, line=_line)
