"""Interventions: what chance deals, and how the Princess may be used. They answer what a card causes, not who takes it.

They are options of the game, so that a data set can play the same deal with and without them. Cards and marriage cards
are brought where they must lie behind the players' backs: nobody is told, and searches draw worlds as ever. How the
Princess may be used binds everybody, and everybody knows it.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kingmaker.games.brian_boru.components import N_CARDS, Components, read_components
from kingmaker.games.brian_boru.names import USES
from kingmaker.games.core.options import WordsOption, refuse_options
from kingmaker.games.spec import Option

ANY = "any"
CARDS = tuple(str(number) for number in range(1, N_CARDS + 1))


@dataclass(frozen=True)
class WeddingOption(Option):
    """An ordinary marriage card; empty = as dealt."""

    def read(self, game: str, name: str, value: object) -> str:
        """Return the name; the component file knows which there are."""
        return str(value)

    def describe(self) -> str:
        """Return the allowed values as text."""
        return "an ordinary marriage card, or nothing"

    def values(self, options: Mapping[str, Any] | None = None) -> list[int | str]:
        """Return all of the component file."""
        parts = read_components(options["data"] if options else None)
        return [card.name for card in parts.weddings]


OPTIONS: Mapping[str, Option] = {
    "dealt": WordsOption("", "cards that p1 is dealt in every round, each in place of one that would be", words=CARDS,
                         what="cards by value"),
    "wedding": WeddingOption("", "the marriage card of the first round, in place of the one that would be"),
    "princess": Option(ANY, "how she may be used", choices=(ANY, *USES)),
}


def check_options(options: Mapping[str, Any], parts: Components) -> None:
    """Refuse what has no meaning in this game."""
    faults = [f"brian-boru: option {name}: a short game is dealt in a way of its own; expected short=0"
              for name in ("dealt", "wedding") if options["short"] and options[name]]
    size = parts.deal[options["players"]]
    if dealt_mask(options).bit_count() > size:
        faults.append(f"brian-boru: option dealt: expected at most {size} cards with {options['players']} players, "
                      f"got {options['dealt']!r}")
    known = [card.name for card in parts.weddings]
    if options["wedding"] not in ("", *known):
        faults.append(f"brian-boru: option wedding: expected one of {', '.join(known)}; got {options['wedding']!r}")
    refuse_options(faults)


def arms(variants: Sequence[Mapping[str, Any]], pieces: bool) -> list[str]:
    """Return what a study of balance plays beside the game as it is: each card, marriage card and use by itself.

    Single pieces, the cards, are there whether they are asked for or not.
    """
    weddings = dict.fromkeys(name for options in variants for name in OPTIONS["wedding"].values(options))
    return [f"{name}={value}" for name, values in (("dealt", CARDS), ("wedding", weddings), ("princess", USES))
            for value in values]


def dealt_mask(options: Mapping[str, Any]) -> int:
    """Return the cards that the first seat must be dealt, as a mask of values less one.

    Examples
    --------
    >>> bin(dealt_mask({"dealt": "1+4"}))
    '0b1001'
    """
    return sum(1 << int(word) - 1 for word in options["dealt"].split("+") if word)


def bring_first(order: list[int], names: Sequence[str], wanted: str) -> None:
    """Exchange the top card of a shuffled deck with the wanted one, in place; "" leaves it as it is.

    Examples
    --------
    >>> order = [2, 0, 1]
    >>> bring_first(order, ["Orlaith", "Conall", "Niall"], "Conall")
    >>> order
    [1, 0, 2]
    """
    if wanted:
        place = order.index(names.index(wanted))
        order[0], order[place] = order[place], order[0]


def uses(princess: str) -> int:
    """Return how she may be used as a mask of the uses in names.USES, whose numbers begin with 1.

    Examples
    --------
    >>> uses("any"), uses("spurn")
    (14, 8)
    """
    return sum(2 << k for k, use in enumerate(USES) if princess in (ANY, use))
