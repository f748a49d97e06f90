"""What a player sees as a table of plain values: that of records, with what is hidden left out. Pictures and texts."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kingmaker.games.architects import text as texts
from kingmaker.games.architects.card_words import told
from kingmaker.games.architects.names import DECISIONS
from kingmaker.reading import parse_json

if TYPE_CHECKING:
    from kingmaker.games.architects._state import ArchState

Keys = dict[str, Any]


def keys_seen(state: ArchState, observer: int) -> Keys:
    """Return the keys of a view."""
    return dict(parse_json(state.view(observer), "view"))


def table_seen(state: ArchState, observer: int) -> Keys:
    """Return the table of records as a player sees it, with a little more.

    `hands`: the number of cards each player holds; a seat's `hand` is empty where it is not seen. `decision`, `player`,
    `first`; `received`: the building cards to choose one of, if this player does; `looks`: the packs of the draft seen;
    `scheme`: the opponent's last scheme.
    """
    keys, rules = keys_seen(state, observer), state.rules
    hands = {}
    for name, seat in zip(rules.seats, keys["seats"], strict=True):
        hidden = isinstance(seat["hand"], int)
        hands[name] = seat["hand"] if hidden else len(seat["hand"])
        seat["hand"] = [] if hidden else seat["hand"]
    keys["facts"] = [[]] * (len(rules.seats) - ("marker" in keys))  # there it is told by whom they are
    table = texts.table(rules, keys)
    table |= {"hands": hands, "decision": DECISIONS[keys["stage"]], "first": rules.seats[keys["first"]],
              "player": None if state.is_over else rules.seats[keys["actor"]], "received": []}
    options = keys["options"]
    if table["decision"] == "keep" and options is not None and keys["actor"] == observer:
        table["received"] = [name for i, name in enumerate(rules.buildings) if options >> i & 1]
    if state.is_over and not state.is_view:
        table["points"] = state.score()["points"]
    table["observer"] = rules.seats[observer]
    table["drawn"] = len(keys["drawn"])
    gone = keys.get("gone") or []
    table["scheme"] = rules.schemes[gone[-1]] if gone else None
    table["short"] = bool(state.game.options["short"])
    return table


def facts_seen(state: ArchState, observer: int, lang: str = "en") -> list[str]:
    """Return what a player knows of cards that others hold or that lie in the pile, in words."""
    if state.is_over:
        return []
    keys, rules = keys_seen(state, observer), state.rules
    either = told("says", "or", lang)
    found = []
    for card, group, hands, places in keys["facts"]:
        where = [told("facts", "hand", lang, rules.seats[seat]) for seat in hands]
        if places:
            where.append(told("facts", "pile", lang, either.join(str(place + 1) for place in places)))
        lies = either.join(where) or told("facts", "nowhere", lang)
        found.append(told("facts", "is-in", lang, rules.buildings[card], lies)
                     + (told("facts", "group", lang, group) if group else ""))
    known = [told("facts", "at", lang, rules.buildings[card], place + 1)
             for place, card in enumerate(keys["cards"]) if card is not None]
    return [*found, told("facts", "counted", lang, ", ".join(known))] if known else found
