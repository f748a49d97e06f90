"""What of the component file may be turned: what boards begin with, what buildings and wonders cost and are worth."""
from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from kingmaker.games.architects.components import MOST_METAL, N_BASE, OWN, TOP_VIRTUE, read_components
from kingmaker.games.architects.interventions import BUILDINGS, WONDERS, boards_of
from kingmaker.games.architects.names import GOODS
from kingmaker.games.core.tuning import Knob, Tuning
from kingmaker.games.spec import Game

MOST_SILVER, MOST_POINTS, MOST_GOODS, MOST_INFLUENCE = 15, 20, 20, 12
UNKNOWN = "reconstructed"
# knob -> fact of the card in the file
FACTS = {"points": "vp", "goods": "cost", "silver": "silver", "virtue": "virtue", "influence": "influence"}
Card = dict[str, Any]


def words(game: Game) -> list[str]:
    """Return the boards that differ, the wonders and the buildings in play."""
    wonders = game.options["wonders"]
    return [*boards_of(game.options), *(WONDERS if wonders else ()), *(BUILDINGS if wonders else BUILDINGS[:N_BASE])]


def knobs(game: Game, word: str) -> list[Knob]:
    """Return what can be turned of a board, a wonder or a building."""
    raw = read_components(game.options["data"]).raw
    card = _card(raw, word)
    if word in BUILDINGS:
        return [_knob(card, "points", "points printed on it", MOST_POINTS),
                Knob("goods", "goods that it costs", len(card["cost"]), MOST_GOODS, sum(card["cost"].values()))]
    if word in WONDERS:
        most = MOST_METAL if card["resource"] in GOODS[3:] else MOST_GOODS
        return [_knob(card, "points", "points printed on it", MOST_POINTS),
                Knob("goods", f"{card['resource']} that it costs", 1, max(most, card["cost"]), card["cost"]),
                _knob(card, "influence", "influence that it asks for", MOST_INFLUENCE)]
    return [_knob(card, "silver", "silver to begin with", MOST_SILVER),
            _knob(card, "virtue", "virtue to begin with", TOP_VIRTUE)]


def turned(game: Game, word: str, values: Mapping[str, int]) -> str:
    """Return the file with a piece changed; what is changed is reconstructed."""
    raw = deepcopy(dict(read_components(game.options["data"]).raw))
    now = {knob.name: knob.now for knob in knobs(game, word)}
    card = _card(raw, word)
    for name, value in values.items():
        if value != now[name]:
            told = name == "goods" and word in BUILDINGS
            card[FACTS[name]] = with_goods(card["cost"], value) if told else value
            card["prov"] = {**card.get("prov", {}), FACTS[name]: UNKNOWN}
    return json.dumps(raw, ensure_ascii=False, indent=1) + "\n"


def with_goods(cost: Mapping[str, int], total: int) -> dict[str, int]:
    """Return a cost of so many goods, of the kinds that it has: one more of what it needs most of, or one less.

    What is added is clay, wood or stone where it has any: gold and marble are what makes a card rare.

    Examples
    --------
    >>> with_goods({"clay": 4, "wood": 2}, 4), with_goods({"wood": 2, "gold": 2}, 5), with_goods({"clay": 1}, 3)
    ({'clay': 2, 'wood': 2}, {'wood': 3, 'gold': 2}, {'clay': 3})
    """
    now = dict(cost)
    plain = [kind for kind in now if kind in GOODS[:3]] or list(now)
    while sum(now.values()) < total:
        now[max(plain, key=lambda kind: now[kind])] += 1
    while sum(now.values()) > total:
        now[max(now, key=lambda kind: now[kind])] -= 1
    return now


def _knob(card: Card, name: str, what: str, high: int) -> Knob:
    now = card[FACTS[name]]
    return Knob(name, what, min(0, now), max(high, now), now)


def _card(raw: Mapping[str, Any], word: str) -> Card:
    """Return the card or board of the file, to look at or to change."""
    base, more = raw["base"], raw["works_of_wonder"]
    places = {"buildings": "id", "wonders": "id", "player_boards": "name"}
    return next(card for kind, name in places.items() for part in (base, more) for card in part.get(kind, ())
                if card[name] == word)


TUNING = Tuning(option="data", own=OWN, words=words, knobs=knobs, turned=turned)
