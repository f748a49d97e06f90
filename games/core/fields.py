"""Reading the keys of a position: each refusal says where, what was expected and what came, and all are told at once.

A game's own kinds of values are functions beside it: `read_cell(item.get("at"), item.place("at"))`. With `Faults` a
value that is wrong is noted and something stands in for it, so that the rest is read too; `Faults.check` leaves out the
rules that such a value would break as well.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

from kingmaker.errors import near, shown
from kingmaker.games.errors import NotationError
from kingmaker.shapes import refuse

P = ParamSpec("P")
T = TypeVar("T")
UNKNOWN = "?"  # stands in a view for what its player does not know


def refusal(place: str, expected: str, got: object) -> NotationError:
    """Return the error of one place."""
    return NotationError(f"{place}: expected {expected}; got {shown(got, 120)}")


class Faults:
    """All that is wrong with a position; each fault begins with its place.

    Examples
    --------
    >>> faults = Faults()
    >>> fields = Fields({"a": 7, "c": True}, "", ("a", "b", "c"), faults)
    >>> fields.whole("a", 0, 3), fields.flag("b"), fields.flag("c")
    (0, False, True)
    >>> faults.refuse()
    Traceback (most recent call last):
    kingmaker.games.errors.NotationError: a: expected a whole number from 0 to 3; got 7; b: the key is missing
    """

    def __init__(self) -> None:
        self.told: list[str] = []

    def add(self, *errors: NotationError | str) -> None:
        """Note faults, each once."""
        self.told += [str(error) for error in dict.fromkeys(map(str, errors)) if str(error) not in self.told]

    def is_sound(self, *keys: str) -> bool:
        """Whether nothing is wrong at these keys, nor inside of them."""
        places = [fault.partition(": ")[0] for fault in self.told]
        return not any(part.replace("[", ".").partition(".")[0] in keys for place in places
                       for part in place.split(", "))

    @contextmanager
    def caught(self) -> Iterator[None]:
        """Note what is refused within; what stands behind it there is not read."""
        try:
            yield
        except NotationError as error:
            self.add(error)

    def check(self, keys: Iterable[str], rule: Callable[P, T], *args: P.args, **named: P.kwargs) -> T | None:
        """Ask a rule where the keys on which it hangs are sound; None where they are not, or it is broken."""
        if self.is_sound(*keys):
            with self.caught():
                return rule(*args, **named)
        return None

    def refuse(self) -> None:
        """Refuse the position where anything is wrong; the error has all of it as `faults`."""
        try:
            refuse(self.told, "", NotationError)
        except NotationError as error:
            error.faults = tuple(self.told)
            raise


class Fields:
    """The keys of one table of a position.

    Parameters
    ----------
    where : the place of the table, empty for the position itself
    keys : all that are known
    faults : notes what is wrong; without it the first fault is an error
    """

    def __init__(self, data: Any, where: str, keys: Sequence[str], faults: Faults | None = None) -> None:
        self.where, self.faults = where, faults
        if not isinstance(data, Mapping):
            self._tell(refusal(where or "position", "a table of keys", data))
            data, self.faults = {}, Faults()  # of which nobody hears: one fault is enough
        self.data: Mapping[str, Any] = data
        unknown = [f"{self.place(key)}: unknown key; known: {', '.join(keys)}{near(str(key), keys)}"
                   for key in data if key not in keys]
        if faults is None:
            refuse(unknown, "", NotationError)
        else:
            faults.add(*unknown)

    @property
    def strict(self) -> Fields:
        """The same table, of which the first fault is an error: for values that make no sense but together."""
        return Fields(self.data, self.where, tuple(self.data))

    def _tell(self, error: NotationError) -> None:
        """Note a fault, or raise it."""
        if self.faults is None:
            raise error
        self.faults.add(error)

    def place(self, key: object) -> str:
        """Return how messages call a key."""
        return ".".join(part for part in (self.where, str(key)[:100]) if part)

    def refuse(self, key: str, expected: str) -> NotationError:
        """Return the error about a key's value."""
        return refusal(self.place(key), expected, self.data.get(key))

    def get(self, key: str) -> Any:
        """Return a value that must be there."""
        if key not in self.data:
            self._tell(NotationError(f"{self.place(key)}: the key is missing"))
        return self.data.get(key)

    def word(self, key: str, words: Sequence[str] = ()) -> str:
        """Return one of some words, or any text if none are given."""
        value = self.get(key)
        if isinstance(value, str) and (not words or value in words):
            return value
        self._wrong(key, f"one of {', '.join(words)}" if words else "a text")
        return words[0] if words else ""

    def _wrong(self, key: str, expected: str) -> None:
        if key in self.data:  # else it was told that it is missing
            self._tell(self.refuse(key, expected))

    def index(self, key: str, words: Sequence[str]) -> int:
        """Return the number of one of some words, -1 for null."""
        if key in self.data and self.data[key] is None:
            return -1
        return words.index(self.word(key, words))

    def flag(self, key: str) -> bool:
        """Return a truth value."""
        value = self.get(key)
        if isinstance(value, bool):
            return value
        self._wrong(key, "true or false")
        return False

    def whole(self, key: str, low: int, high: int) -> int:
        """Return a whole number in [low, high]."""
        value = self.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self._wrong(key, f"a whole number from {low} to {high}")
        return low

    def items(self, key: str, n: int | None = None) -> list[Any]:
        """Return a list, of n things if n is given."""
        value = self.get(key)
        if isinstance(value, list) and (n is None or len(value) == n):
            return value
        self._wrong(key, "a list" if n is None else f"a list of {n}")
        return []

    def inner(self, key: str, keys: Sequence[str], *, whole: bool = False) -> Fields:
        """Return an inner table; `whole`: each of the keys must be there."""
        value = self.get(key)
        inner = Fields(value, self.place(key), keys, Faults() if key not in self.data and self.faults else self.faults)
        for name in keys if whole else ():
            inner.get(name)
        return inner
