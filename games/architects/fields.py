"""Reading values within values of a file or a text: each refusal says where, what was expected and what came."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kingmaker.errors import near
from kingmaker.games.core.fields import refusal
from kingmaker.games.errors import NotationError


class Node:
    """A value and the place where it stands."""

    def __init__(self, value: Any, place: str) -> None:
        self.value = value
        self.place = place

    def refuse(self, expected: str) -> NotationError:
        """Return the error about the value."""
        return refusal(self.place, expected, self.value)

    def __contains__(self, key: str) -> bool:
        return key in self.table()

    def __getitem__(self, key: str) -> Node:
        table = self.table()
        if key not in table:
            raise NotationError(f"{self.place}.{key}: the key is missing")
        return Node(table[key], f"{self.place}.{key}")

    def table(self) -> Mapping[str, Any]:
        """Return a table of keys."""
        if not isinstance(self.value, Mapping):
            raise self.refuse("a table of keys")
        return self.value

    def keys(self, known: Sequence[str]) -> list[str]:
        """Return the keys of a table; only these are known."""
        for key in self.table():
            if key not in known:
                raise NotationError(f"{self.place}.{key[:100]}: unknown key; known: {', '.join(known)}"
                                    f"{near(key, known)}")
        return list(self.table())

    def items(self, n: int | None = None) -> Iterator[Node]:
        """Yield the entries of a list, which has n if n is given."""
        if not isinstance(self.value, list) or (n is not None and len(self.value) != n):
            raise self.refuse("a list" if n is None else f"a list of {n}")
        for i, value in enumerate(self.value):
            yield Node(value, f"{self.place}[{i}]")

    def whole(self, low: int, high: int) -> int:
        """Return a whole number in [low, high]."""
        if not isinstance(self.value, int) or isinstance(self.value, bool) or not low <= self.value <= high:
            raise self.refuse(f"a whole number from {low} to {high}")
        return self.value

    def wholes(self, n: int | None, low: int, high: int) -> list[int]:
        """Return a list of whole numbers, n of them if n is given."""
        return [item.whole(low, high) for item in self.items(n)]

    def flag(self) -> bool:
        """Return a truth value."""
        if not isinstance(self.value, bool):
            raise self.refuse("true or false")
        return self.value

    def text(self) -> str:
        """Return a text that is not empty."""
        if not isinstance(self.value, str) or not self.value:
            raise self.refuse("a text")
        return self.value

    def word(self, words: Sequence[str]) -> str:
        """Return one of some words."""
        if not isinstance(self.value, str) or self.value not in words:
            raise self.refuse(f"one of {', '.join(words)}")
        return self.value

    def index(self, words: Sequence[str]) -> int:
        """Return the number of one of some words."""
        return words.index(self.word(words))
