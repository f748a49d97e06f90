"""What of the component file may be turned: coins that cards bring, what marriage cards and a spurned Princess give."""
from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from kingmaker.games.brian_boru.components import MOST_SYMBOLS, OWN, read_components
from kingmaker.games.brian_boru.interventions import CARDS
from kingmaker.games.brian_boru.names import USES
from kingmaker.games.core.tuning import Knob, Tuning
from kingmaker.games.spec import Game

SPURN = USES[-1]  # of the three uses the one that says a number
MOST_POINTS, MOST_RENOWN = 10, 3
COIN, PAY = "coin", "pay_coin"
UNKNOWN = "reconstructed"


def words(game: Game) -> list[str]:
    """Return the cards by value, the marriage cards, and the use of the Princess that brings points."""
    return [*CARDS, *(card.name for card in read_components(game.options["data"]).weddings), SPURN]


def knobs(game: Game, word: str) -> list[Knob]:
    """Return what can be turned of a card, a marriage card or the Princess."""
    parts = read_components(game.options["data"])
    if word == SPURN:
        return [Knob("points", "points for who spurns her", 0, max(MOST_POINTS, parts.spurn), parts.spurn)]
    if word not in CARDS:
        (card,) = (one for one in parts.weddings if one.name == word)
        return [Knob("points", "points", 0, max(MOST_POINTS, card.points), card.points),
                Knob("renown", "renown", 0, MOST_RENOWN, card.renown)]
    raw = parts.raw["cards"][CARDS.index(word)]
    room, lost = MOST_SYMBOLS - len(_others(raw["primary"])), raw["secondary"][0]
    return [Knob("coins", "coins that winning with it brings, below 0: costs", -room, room, _net(raw["primary"])),
            Knob("lost", "coins of its first action for who loses with it", min(_net(lost), int(not _others(lost))),
                 MOST_SYMBOLS - len(_others(lost)), _net(lost))]


def turned(game: Game, word: str, values: Mapping[str, int]) -> str:
    """Return the file with a piece changed; what is changed is reconstructed."""
    raw = deepcopy(dict(read_components(game.options["data"]).raw))
    now = {knob.name: knob.now for knob in knobs(game, word)}
    changed = {name: value for name, value in values.items() if value != now[name]}
    if changed and word == SPURN:
        raw["princess"]["options"][-1].update(points=changed["points"], provenance=UNKNOWN)
    elif changed and word in CARDS:
        card = raw["cards"][CARDS.index(word)]
        if "coins" in changed:
            _mark(card, "primary", _with_coins(card["primary"], changed["coins"]))
        if "lost" in changed:
            _mark(card, "secondary", [_with_coins(card["secondary"][0], changed["lost"]), *card["secondary"][1:]])
    elif changed:
        (card,) = (one for one in raw["marriage_cards"] if one["name"] == word)
        card.update(changed)
        _mark(card, "reward")
    return json.dumps(raw, ensure_ascii=False, indent=1) + "\n"


def _mark(card: dict[str, Any], fact: str, value: Any = None) -> None:
    """Change a fact of a card, in place; from then on no source tells it."""
    if value is not None:
        card[fact] = value
    origin = card.get("provenance")
    card["provenance"] = {**origin, fact: UNKNOWN} if isinstance(origin, dict) else UNKNOWN


def _net(symbols: list[str]) -> int:
    return symbols.count(COIN) - symbols.count(PAY)


def _others(symbols: list[str]) -> list[str]:
    return [symbol for symbol in symbols if symbol not in (COIN, PAY)]


def _with_coins(symbols: list[str], net: int) -> list[str]:
    """Return an action with so many coins: behind the town, which comes first, or before the rest.

    Examples
    --------
    >>> _with_coins(["town", "pay_coin", "battle"], 2), _with_coins(["coin", "expand"], -1)
    (['town', 'coin', 'coin', 'battle'], ['pay_coin', 'expand'])
    """
    others = _others(symbols)
    first = others[:1] if others[:1] == ["town"] else []
    return [*first, *[COIN if net > 0 else PAY] * abs(net), *others[len(first):]]


TUNING = Tuning(option="data", own=OWN, words=words, knobs=knobs, turned=turned)
