"""All cards of a component file by their ids, in words.

Czech names are those of the Czech rulebook of Works of Wonder and no others: what it does not name keeps its English
name, marked `(en)`.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from kingmaker.games.architects.card_words import (
    ability_words,
    apprentice_words,
    building_words,
    contribution_words,
    cost_words,
    market_words,
    scheme_words,
    skill_words,
    told,
    virtue_words,
    wonder_words,
)
from kingmaker.games.architects.components import Components
from kingmaker.games.architects.words import check_language, gain_words, name_of


class Cards:
    """All cards of a component file by their ids, in words."""

    def __init__(self, parts: Components, lang: str = "en") -> None:
        self.lang = check_language(lang)
        base, more = parts.raw["base"], parts.raw["works_of_wonder"]
        self.apprentices = {card["id"]: card for card in (*base["apprentices"], *more["apprentices"])}
        self.buildings = {card["id"]: card for card in (*base["buildings"], *more["buildings"])}
        self.wonders = {card["id"]: card for card in more["wonders"]}
        self.rewards = {card["id"]: card for card in (*base["rewards"], *more["rewards"])}
        self.market = {card["id"]: card for card in base["black_market"]}
        self.contributions = {card["id"]: card for card in more["contribution_consequence"]}
        self.schemes = {card["id"]: card for card in more["solo"]["schemes"]}
        self.opponents = {card["id"]: card for card in more["solo"]["opponents"]}
        self.boards = {card["name"]: card for card in (*base["player_boards"], *more["player_boards"])}
        self.printed = base["black_market_printed"]
        self.levels = base["cathedral"]

    def called(self, card: Mapping[str, Any]) -> str:
        """Return a card's name, `(en)` behind it where the language has none."""
        if self.lang == "en":
            return str(card["name"])
        if "resource" in card:  # wonders are called by what they are built of
            return told("says", "wonder-name", self.lang, name_of(card["resource"], self.lang))
        return str(card["name_cz"]) if "name_cz" in card else f"{card['name']} (en)"

    def name(self, id_: str) -> str:
        """Return the name of an apprentice, building, wonder or opponent; what has none is called by its id."""
        for cards in (self.apprentices, self.buildings, self.wonders, self.opponents):
            if id_ in cards:
                return self.called(cards[id_])
        return id_

    def board(self, name: str) -> str:
        """Return what a player board is called."""
        card = self.boards[name]
        return str(card.get("name_cz", name)) if self.lang == "cs" else name

    def words(self, id_: str) -> str:
        """Return all that a card says, its name aside.

        Examples
        --------
        >>> from kingmaker.games.architects.components import read_components
        >>> cards = Cards(read_components())
        >>> cards.words("A39"), cards.words("B01")
        ('carpentry; placing at the Forest: 1 wood', '3 points for 4 clay, 2 wood; 4 stone')
        >>> cards.words("S11")
        "the King's Storehouse: 1 marble for 2 workers (1 virtue with one)"
        """
        return "; ".join(self._words(id_))

    def _words(self, id_: str) -> Iterator[str]:
        lang = self.lang
        if id_ in self.apprentices:
            card = self.apprentices[id_]
            yield from skill_words(card, lang)
            yield from virtue_words(card, lang)
            yield apprentice_words(card, lang)
        elif id_ in self.buildings:
            yield from self._building(self.buildings[id_])
        elif id_ in self.wonders:
            yield wonder_words(self.wonders[id_], lang)
        elif id_ in self.rewards:
            yield gain_words(self.rewards[id_]["gain"], lang)
        elif id_ in self.market:
            yield market_words(self.market[id_], lang)
        elif id_ in self.contributions:
            yield contribution_words(self.contributions[id_], lang)
        elif id_ in self.schemes:
            yield scheme_words(self.schemes[id_], lang)

    def _building(self, card: Mapping[str, Any]) -> Iterator[str]:
        price = told("says", "cost", self.lang, card["vp"], cost_words(card["cost"], self.lang))
        needs = next(skill_words(card, self.lang), "")
        yield told("says", "needs", self.lang, price, needs) if needs else price
        yield from virtue_words(card, self.lang)
        yield building_words(card, self.lang)

    def ability(self, card: Mapping[str, Any], key: str = "ability") -> str:
        """Return what a player's or an opponent's board can do."""
        return ability_words(card[key], self.lang)

    def label(self, id_: str) -> str:
        """Return an id with its name and what it says.

        Examples
        --------
        >>> from kingmaker.games.architects.components import read_components
        >>> Cards(read_components(), "cs").label("WA24")
        'WA24 Vyděrač: zednictví; počestnost -1; získání dluhu: 1 × vliv'
        """
        name = self.name(id_)
        return f"{id_}{'' if name == id_ else f' {name}'}: {self.words(id_)}"


@cache
def _cards(parts: Any, lang: str) -> Cards:
    return Cards(parts.parts, lang)


class _Key:
    """Components by identity, for they hold what cannot be hashed."""

    def __init__(self, parts: Components) -> None:
        self.parts = parts

    def __hash__(self) -> int:
        return id(self.parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.parts is self.parts


def cards_of(parts: Components, lang: str = "en") -> Cards:
    """Return the cards of some components, made once."""
    return _cards(_Key(parts), lang)


def card_ids(moves: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield moves and the card that each names."""
    for move in moves:
        verb, _, what = move.partition(" ")
        if verb in ("hire", "keep", "dismiss", "build", "discard", "trade") and what[:1] in ("A", "B", "W"):
            yield move, what
