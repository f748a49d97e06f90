"""Reading the keys of a position: each refusal says where, what was expected and what came.

A game's own kinds of values are functions beside it: `read_cell(item.get("at"), item.place("at"))`.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kingmaker.errors import near, shown
from kingmaker.games.errors import NotationError
from kingmaker.shapes import refuse

UNKNOWN = "?"  # stands in a view for what its player does not know


def refusal(place: str, expected: str, got: object) -> NotationError:
    """Return the error of one place."""
    return NotationError(f"{place}: expected {expected}; got {shown(got, 120)}")


class Fields:
    """The keys of one table of a position; `where` names the place."""

    def __init__(self, data: Any, where: str, keys: Sequence[str]) -> None:
        self.where = where
        if not isinstance(data, Mapping):
            raise refusal(where or "position", "a table of keys", data)
        self.data = data
        refuse((f"{self.place(key)}: unknown key; known: {', '.join(keys)}{near(str(key), keys)}"
                for key in data if key not in keys), "", NotationError)

    def place(self, key: object) -> str:
        """Return how messages call a key."""
        return ".".join(part for part in (self.where, str(key)[:100]) if part)

    def refuse(self, key: str, expected: str) -> NotationError:
        """Return the error about a key's value."""
        return refusal(self.place(key), expected, self.data.get(key))

    def get(self, key: str) -> Any:
        """Return a value that must be there."""
        if key not in self.data:
            raise NotationError(f"{self.place(key)}: the key is missing")
        return self.data[key]

    def word(self, key: str, words: Sequence[str] = ()) -> str:
        """Return one of some words, or any text if none are given."""
        value = self.get(key)
        if not isinstance(value, str) or (words and value not in words):
            raise self.refuse(key, f"one of {', '.join(words)}" if words else "a text")
        return value

    def index(self, key: str, words: Sequence[str]) -> int:
        """Return the number of one of some words, -1 for null."""
        if self.get(key) is None:
            return -1
        return words.index(self.word(key, words))

    def flag(self, key: str) -> bool:
        """Return a truth value."""
        value = self.get(key)
        if not isinstance(value, bool):
            raise self.refuse(key, "true or false")
        return value

    def whole(self, key: str, low: int, high: int) -> int:
        """Return a whole number in [low, high]."""
        value = self.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.refuse(key, f"a whole number from {low} to {high}")
        return value

    def items(self, key: str, n: int | None = None) -> list[Any]:
        """Return a list, of n things if n is given."""
        value = self.get(key)
        if not isinstance(value, list) or (n is not None and len(value) != n):
            raise self.refuse(key, "a list" if n is None else f"a list of {n}")
        return value

    def inner(self, key: str, keys: Sequence[str], *, whole: bool = False) -> Fields:
        """Return an inner table; `whole`: each of the keys must be there."""
        inner = Fields(self.get(key), self.place(key), keys)
        for name in keys if whole else ():
            inner.get(name)
        return inner
