"""The table as plain text, for the terminal: what one player knows."""
from __future__ import annotations

from typing import Any

from kingmaker.games._base import GameState
from kingmaker.games.brian_boru._state import BoruState
from kingmaker.games.brian_boru.names import COLOURS, REGIONS
from kingmaker.games.brian_boru.telling import card_words, wedding_name, wedding_words
from kingmaker.games.brian_boru.words import LANGUAGES, name_of, say

FACTS = ("points", "coins", "renown", "raiders", "church", "track")
TINTS = {name_of("suits", suit, lang): suit for suit in COLOURS for lang in LANGUAGES}


def plain(state: GameState, observer: int, lang: str = "en") -> str:
    """Return the table in lines; the observer's cards with both actions in words."""
    assert isinstance(state, BoruState)
    keys = state.position(None if state.is_over else observer)
    round_, parts = keys["round"], state.rules.parts
    turned = keys["marriage_deck"][round_ - 1] if round_ else None
    gives = say("none-yet", lang) if turned is None else (
        f"{wedding_name(turned, lang)} ({wedding_words(parts, lang)[turned]})")
    decides = f"; {_decides(keys, lang)}" if keys["player"] else ""
    me = state.rules.players[observer]
    lines = [
        say("round", lang, round_, len(keys["marriage_deck"]), name_of("phases", keys["phase"], lang)) + decides,
        "; ".join((say("marker", lang, keys["marker"]), say("active", lang, keys["active"] or "-"),
                   say("battle", lang, keys["battle"]), say("wedding", lang, gives))),
        *(_player(keys, player, lang) for player in keys["points"]),
        f"{say('trick', lang)}:" + ("" if keys["trick"] else " -"),
        *(f"  {player}: {_card(card, state, lang)}" for player, card in keys["trick"]),
        *(_region(keys, state, region, lang) for region in REGIONS),
    ]
    held = keys["hands"][me]
    if held:
        lines += [f"{say('picked' if keys['phase'] == 'draft' else 'your-hand', lang)}:",
                  *(f"  {_card(card, state, lang)}" for card in held)]
    draft = (keys.get("draft") or {}).get(me)
    if keys["phase"] == "draft" and isinstance(draft, dict):
        lines += [f"{say('received', lang)}:", *(f"  {_card(card, state, lang)}" for card in draft["received"][-1])]
    return "\n".join(lines)


def _decides(keys: dict[str, Any], lang: str) -> str:
    return say("decides", lang, keys["player"], name_of("decisions", keys["decision"], lang))


def _card(card: int | str, state: BoruState, lang: str) -> str:
    return card if isinstance(card, str) else f"{card} {card_words(state.rules.parts.cards[card - 1], lang)}"


def _player(keys: dict[str, Any], player: str, lang: str) -> str:
    married = [wedding_name(card, lang) for card in keys["marriages"][player]]
    if keys["princess"] and keys["princess"]["holder"] == player:
        married.append(f"{say('princess', lang)} ({name_of('uses', keys['princess']['use'], lang)})")
    facts = ", ".join(f"{name_of('counts', name, lang)} {keys[name][player]}" for name in FACTS)
    hand = " ".join(map(str, keys["hands"][player])) or "-"
    return f"{player}: {facts}, {say('hand', lang)} {hand}" + (
        f", {say('married', lang, ', '.join(married))}" if married else "")


def _region(keys: dict[str, Any], state: BoruState, region: str, lang: str) -> str:
    """Return a region's towns with their owners: V held by the Vikings, m with a monastery."""
    part = next(part for part in state.rules.parts.regions if part.id == region)
    claim = keys["claims"][region]
    token = (claim["holder"] or say("board", lang)) if claim["up"] else say("needs", lang, part.threshold)
    towns = []
    for town in state.rules.parts.towns:
        if town.region == region:
            held = keys["towns"].get(town.id)
            marks = f" {held['disc']}{'V' * held['viking']}{'m' * held['monastery']}" if held else ""
            towns.append(f"{town.id}({name_of('suits', town.colour, lang)[0]}){marks}")
    return f"{region} {part.name}, {say('points', lang, part.points)}, {token}: {', '.join(towns)}"
