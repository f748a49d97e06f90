"""The base of all errors that bad input causes, and what their messages are made of; the rooms have kinds of their own.

However large what came is, its message stays short enough to be read: values are shown cut, and so are messages.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches

MOST_MESSAGE = 8000  # characters of a message
MOST_NEAR = 60  # characters of a word that is compared with those known


class KingmakerError(ValueError):
    """Bad input: the command line prints the message and exits with 2."""

    def __str__(self) -> str:
        """Return the message; of one that quotes without end, the beginning and the end."""
        text = super().__str__()
        return text if len(text) <= MOST_MESSAGE else f"{text[:MOST_MESSAGE - 1000]} [...] {text[-900:]}"


class InputError(KingmakerError):
    """A file, a line or a text from outside that cannot be read as what it should be."""


@contextmanager
def told_as(kind: type[KingmakerError], before: str = "") -> Iterator[None]:
    """Tell what cannot be read as another kind of error, with words before it."""
    try:
        yield
    except InputError as error:
        raise kind(f"{before}{error}") from None


def shown(value: object, most: int = 80) -> str:
    """Return a value as messages show it: safe to print, and cut where it is long.

    Examples
    --------
    >>> shown("x" * 200, most=12)
    "'xxxxxxxx..."
    """
    text = ""
    for piece in _pieces(value, most):
        text += piece
        if len(text) > most:
            return text[:most - 3] + "..."
    return text


def _pieces(value: object, most: int) -> Iterator[str]:
    """Yield a value's text in pieces, so that no more of it is made than is shown."""
    if isinstance(value, str | bytes):
        yield repr(value[:most + 1])
    elif isinstance(value, int) and value.bit_length() > 256:
        yield f"a number of {value.bit_length()} bits"
    elif isinstance(value, list):
        yield "["
        for n, inner in enumerate(value):
            yield ", " if n else ""
            yield from _pieces(inner, most)
        yield "]"
    elif isinstance(value, dict):
        yield "{"
        for n, (key, inner) in enumerate(value.items()):
            yield f"{', ' if n else ''}{shown(key, most)}: "
            yield from _pieces(inner, most)
        yield "}"
    else:
        try:
            yield repr(value)
        except Exception:  # an object that cannot tell what it is
            yield f"a value of type {type(value).__name__} that cannot be shown"


def near(word: str, known: Iterable[str]) -> str:
    """Return the known word that is meant, as the end of a message; nothing where none is like it.

    Examples
    --------
    >>> near("iters", ["iterations", "c"]), near("x" * 10**6, ["iterations"])
    ("; did you mean 'iterations'?", '')
    """
    found = get_close_matches(word, list(known), n=1) if len(word) <= MOST_NEAR else []
    return f"; did you mean {found[0]!r}?" if found else ""
