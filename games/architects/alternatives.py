"""What the reconstruction of Works of Wonder leaves open: which card has which of the values that were filled in.

The rulebook says what the expansion's cards are called and what kind of thing each does; most numbers on them are
reconstructed. `@1`, `FILE@2`, ... name drawings in which those are dealt anew among the cards that lack a source, and
the wonders' own differ a little. Whatever has a source stays: `prov` of each card says which that is.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from typing import Any

import numpy as np

from kingmaker.games._base import GameState
from kingmaker.games._rng import Rng
from kingmaker.games.architects._state import ArchState
from kingmaker.games.architects.position import carried
from kingmaker.games.core.provenance import split_drawing
from kingmaker.games.errors import KingmakerError, NotationError
from kingmaker.games.spec import Game

STREAM = 0x41524348  # apart from other games' drawings
FILLED_IN = "reconstructed"
Card = dict[str, Any]

# cards of a kind -> bundles of facts that go from card to card together: (where on the card, facts)
BUNDLES: Mapping[str, Sequence[tuple[str, tuple[str, ...]]]] = {
    "apprentices": (("", ("skills",)), ("", ("virtue",))),
    "buildings": (("", ("cost", "vp")), ("", ("skills", "virtue"))),
    "wonders": (("", ("influence", "tax")),),
    "contribution_consequence": (("", ("contribution",)), ("consequence", ("princess_reward",)),
                                 ("consequence", ("profiteer_location", "princess_location"))),  # never the same place
    "opponents": (("", ("start_virtue", "start_influence")), ("", ("capture_tiebreak",)),
                  ("", ("wonder_token_priority",))),
}


def draw_components(raw: Mapping[str, Any], number: int) -> dict[str, Any]:
    """Return components with the number-th drawing of what is reconstructed of the expansion.

    Examples
    --------
    >>> from kingmaker.games.architects.components import read_components
    >>> own, drawn = read_components().raw, draw_components(read_components().raw, 1)
    >>> drawn["base"] == own["base"], drawn["works_of_wonder"] == own["works_of_wonder"]
    (True, False)
    """
    data, rng = deepcopy(dict(raw)), Rng(np.random.SeedSequence([STREAM, number]))
    more = data["works_of_wonder"]
    for kind, bundles in BUNDLES.items():
        cards = more["solo"]["opponents"] if kind == "opponents" else more[kind]
        for where, facts in bundles:
            _deal_anew([card for card in cards if all(_is_open(card, fact) for fact in facts)], where, facts, rng)
    for wonder in more["wonders"]:
        if _is_open(wonder, "vp"):
            wonder["vp"] += rng.below(5) - 2
        if _is_open(wonder, "cost"):
            wonder["cost"] += rng.below(3) - 1
    return data


def _is_open(card: Card, fact: str) -> bool:
    return str(card.get("prov", {}).get(fact, "")) == FILLED_IN


def _deal_anew(cards: Sequence[Card], where: str, facts: Sequence[str], rng: Rng) -> None:
    """Exchange some facts among cards, in place."""
    places = [card[where] if where else card for card in cards]
    values = [[place[fact] for fact in facts] for place in places]
    rng.shuffle(values)
    for place, dealt in zip(places, values, strict=True):
        place.update(zip(facts, dealt, strict=True))


def alternative(game: Game, number: int) -> Game | None:
    """Return the game with another drawing; None for the base game, all of which has a source.

    Examples
    --------
    >>> from kingmaker.games import load_game
    >>> str(alternative(load_game("architects:wonders=1"), 2)), alternative(load_game("architects"), 1)
    ('architects:wonders=1,data=@2', None)
    """
    name, _, _ = split_drawing(str(game.options["data"]))
    return game.spec.bind({**game.options, "data": f"{name}@{number}"}) if game.options["wonders"] else None


def alternatives(state: GameState, n: int) -> list[ArchState]:
    """Return up to n states: the position as the player to act sees it, with other drawings."""
    assert isinstance(state, ArchState)
    found: list[ArchState] = []
    for number in range(1, n + 1):
        game = alternative(state.game, number)
        if game is not None and game != state.game:
            with suppress(NotationError, KingmakerError):  # what was seen cannot be with these values
                found.append(carried(state, game))
    return found
