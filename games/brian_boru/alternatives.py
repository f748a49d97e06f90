"""What the reconstruction of the Viking cards leaves open: seven cards of a fan's list of nine.

The list, and why it is no plain copy of the deck, stand in the component file. `@1`, or `FILE@1`, names the strongest
deck that seven of the nine make, `@2` the weakest, `@3` the second strongest and so on, so that the first few already
span what is possible. The file's own deck is none of them.
"""
from __future__ import annotations

import json
import re
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from kingmaker.games.errors import ConfigError


@dataclass(frozen=True)
class DrawnFile:
    """Components with another deck, as a file would hold them."""

    name: str
    raw: Mapping[str, Any]
    suffix: str = ".json"

    def __str__(self) -> str:
        return self.name

    def read_bytes(self) -> bytes:
        """Return what the file would hold."""
        return (json.dumps(self.raw, ensure_ascii=False, indent=1) + "\n").encode()


def split_drawing(path: str) -> tuple[str, int | None]:
    """Return what a component file's name means: the file ("" = the game's own), and which other deck, if any.

    Examples
    --------
    >>> split_drawing("@3"), split_drawing("mine.json@12"), split_drawing("mine.json")
    (('', 3), ('mine.json', 12), ('mine.json', None))
    """
    found = re.fullmatch("(.*)@([0-9]{1,9})", path)
    return (found[1], int(found[2])) if found else (path, None)


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
