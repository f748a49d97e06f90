"""Why a touch leads nowhere, in a sentence; rule numbers are those of the game's README."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kingmaker.games._base import GameState
from kingmaker.games.architects._scene import PRISON, SLOT
from kingmaker.games.architects._state import ArchState
from kingmaker.games.architects.cards import Cards, cards_of
from kingmaker.games.architects.names import GOODS, GUILDHALL, PLACES, SPACES, TARGETS
from kingmaker.games.architects.saying import said
from kingmaker.games.architects.seen import table_seen
from kingmaker.games.architects.words import BLACK_MARKET, name_of

TO = {"workshop": "no-hire", "town_centre": "no-capture", "guardhouse": "no-guard", GUILDHALL: "no-build",
      "kings_storehouse": "no-trade"}


def why_not(state: GameState, touched: Sequence[str], lang: str) -> str:
    """Return why no move begins with what was touched."""
    assert isinstance(state, ArchState)
    observer = state.player if state.viewer is None else state.viewer
    asker = _Asker(state, table_seen(state, observer), lang)
    return asker.why(touched[-1]) if touched else ""


class _Asker:
    """A table, and whoever is to decide there."""

    def __init__(self, state: ArchState, table: Mapping[str, Any], lang: str) -> None:
        self.table, self.lang, self.parts = table, lang, state.rules.parts
        self.cards: Cards = cards_of(self.parts, lang)
        self.name, self.decision = table["player"], table["decision"]
        self.seat = table["seats"][self.name]

    def say(self, key: str, *values: object) -> str:
        """Return one of the reasons."""
        return said("why", key, self.lang, *values)

    def why(self, word: str) -> str:
        """Return why a touched word begins no move."""
        found = ""
        if self.decision == "place":
            found = self._placing(word)
        elif self.decision == "recall" and word in (*TARGETS, BLACK_MARKET, PRISON, *self.table["seats"]):
            first = self.say("recall-first", self.name) if word in TARGETS else ""
            found = "; ".join([self.say("no-worker", self.name), *([first] if first else [])])
        elif self.decision == "build":
            found = self._building(word)
        elif self.decision == "hire":
            found = self._hiring(word)
        elif self.decision == "capture" and word in (*PLACES, *self.table["seats"]):
            found = self.say("nobody-there")
        elif self.decision == "contribute" and word.startswith(SLOT):
            found = self.say("slot")
        wanted = self.say("wanted", self.name, said("decisions", self.decision, self.lang))
        return found or wanted

    def _placing(self, word: str) -> str:
        if word in SPACES:
            return self._market(word)
        if word == "tax_stand" and not self.table["tax"]:
            return self.say("no-tax")
        if word in TO:
            return self.say(TO[word])
        if word in TARGETS:
            return self.say("forbidden")
        if word in self.cards.apprentices:
            return self.say("to-hire")
        if word in self.cards.buildings or word in self.cards.wonders or word == "cathedral":
            return self.say("to-build")
        if word.startswith(SLOT):
            return self.say("to-contribute")
        if word in self.table["seats"]:
            return self.say("to-capture")
        return self.say("to-recall") if word in (BLACK_MARKET, PRISON) else ""

    def _market(self, space: str) -> str:
        if self.table["market"][space]:
            return self.say("taken")
        if not self.parts.virtue[self.seat["virtue"]][3] and self.seat["board"] != "Zesiro":
            return self.say("virtue-high")
        price = SPACES.index(space) + 1
        if self.seat["silver"] >= price and space == "middle":
            return self.say("nothing-left")
        return self.say("pay-market", price)

    def _building(self, word: str) -> str:
        card = self.cards.buildings.get(word)
        if card is None:
            return ""
        name = self.cards.name(word)
        if word in self.seat["buildings"]:
            return self.say("built", name)
        if word not in self.seat["hand"]:
            return self.say("not-held", name)
        skills = {skill for id_ in self.seat["apprentices"] for skill in self.cards.apprentices[id_]["skills"]}
        lacking = [skill for skill in card["skills"] if skill not in skills]
        if lacking:
            return self.say("skill", name, said("words", lacking[0], self.lang))
        short = {kind: n - self.seat["goods"][GOODS.index(kind)] for kind, n in card["cost"].items() if kind in GOODS}
        missing = [f"{n} {name_of(kind, self.lang)}" for kind, n in short.items() if n > 0]
        return self.say("lacks", name, ", ".join(missing)) if missing else self.say("not-now", name)

    def _hiring(self, word: str) -> str:
        for row in self.table["display"]:
            if word in row:
                column = row.index(word)
                return self.say("hire-price", column + 1, column + 1) if column else self.say("hire-tax")
        return self.say("not-now", self.cards.name(word)) if word in self.cards.apprentices else ""
