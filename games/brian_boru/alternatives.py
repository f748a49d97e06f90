"""What the reconstruction of the Viking cards leaves open: seven cards of a fan's list of nine.

The list, and why it is no plain copy of the deck, stand in the component file. `@1`, or `FILE@1`, names the strongest
deck that seven of the nine make, `@2` the weakest, `@3` the second strongest and so on, so that the first few already
span what is possible. The file's own deck is none of them.
"""
from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from copy import deepcopy
from itertools import combinations
from typing import Any

from kingmaker.games._base import GameState
from kingmaker.games.brian_boru._state import BoruState
from kingmaker.games.brian_boru.components import read_components
from kingmaker.games.brian_boru.position import carried
from kingmaker.games.core.provenance import split_drawing
from kingmaker.games.errors import ConfigError, NotationError
from kingmaker.games.spec import Game


def viking_decks(raw: Mapping[str, Any]) -> list[tuple[int, ...]]:
    """Return the decks that the fan's list allows beside the one in use: strongest, weakest, second strongest, ...

    None if no list is told, or if a strength is known from a source.

    Examples
    --------
    >>> cards = {"strengths": [{"strength": s, "provenance": "reconstructed"} for s in (1, 2)], "fan_list": [3, 1, 2]}
    >>> viking_decks({"viking_cards": cards})
    [(2, 3), (1, 3)]
    """
    cards = raw["viking_cards"]
    own = sorted(card["strength"] for card in cards["strengths"])
    if any(card.get("provenance") != "reconstructed" for card in cards["strengths"]):
        return []
    decks = {tuple(sorted(deck)) for deck in combinations(cards.get("fan_list", ()), len(own))} - {tuple(own)}
    falling = sorted(decks, key=lambda deck: (-sum(deck), deck))
    return [falling[k // 2 if k % 2 == 0 else -1 - k // 2] for k in range(len(falling))]


def with_deck(raw: Mapping[str, Any], number: int, where: str) -> dict[str, Any]:
    """Return components with the number-th of these decks."""
    decks = viking_decks(raw)
    if not 1 <= number <= len(decks):
        raise ConfigError(f"data: {where}@{number}: " + (
            f"expected a number in [1, {len(decks)}]; so many other Viking decks are possible" if decks else
            "no other Viking deck is possible: its strengths are known, or no list is told from which they could be"))
    data = deepcopy(dict(raw))
    data["viking_cards"]["strengths"] = [{"strength": strength, "provenance": "reconstructed"}
                                         for strength in decks[number - 1]]
    return data


def alternative(game: Game, number: int) -> Game | None:
    """Return the game with another Viking deck, the first again behind the last; None if no other is possible.

    Examples
    --------
    >>> from kingmaker.games import load_game
    >>> str(alternative(load_game("brian-boru:players=3"), 2)), str(alternative(load_game("brian-boru"), 17))
    ('brian-boru:players=3,data=@2', 'brian-boru:data=@1')
    """
    name, _, _ = split_drawing(str(game.options["data"]))
    count = len(viking_decks(read_components(name).raw))
    return game.spec.bind({**game.options, "data": f"{name}@{(number - 1) % count + 1}"}) if count else None


def alternatives(state: GameState, n: int) -> list[BoruState]:
    """Return up to n states: the position as the player to act sees it, with other Viking decks.

    Decks that lack a card which was turned up cannot be, so there are fewer, or none, late in the game.
    """
    name, _, _ = split_drawing(str(state.game.options["data"]))
    found: list[BoruState] = []
    for number in range(1, len(viking_decks(read_components(name).raw)) + 1):
        if len(found) == n:
            break
        game = alternative(state.game, number)
        if game is not None and game != state.game:
            with suppress(NotationError):
                found.append(carried(state, game))
    return found
