"""Kinds of options that several games have: files, and lists of words."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kingmaker.errors import shown
from kingmaker.games.errors import ConfigError
from kingmaker.games.spec import Option
from kingmaker.printing import one_line

MOST_PATH = 4096  # characters of a file's name


def refuse_options(faults: Sequence[str]) -> None:
    """Refuse options that do not go together, all that is wrong at once."""
    if faults:
        error = ConfigError("; ".join(faults))
        error.faults = tuple(faults)
        raise error


@dataclass(frozen=True)
class PathOption(Option):
    """A file; empty = the game's own."""

    def read(self, game: str, name: str, value: object) -> str:
        """Return the path as text; the file is read when the bounds of the game are asked for.

        It becomes part of the game's name and of tables, so it has to be text that can be written.
        """
        path = str(value)
        if one_line(path) != path or len(path) > MOST_PATH:
            raise ConfigError(f"{game}: option {name}: expected the name of a file, at most {MOST_PATH} printable "
                              f"characters; got {shown(path)}")
        return path

    def describe(self) -> str:
        """Return the allowed values as text."""
        return "a file, or nothing for the game's own"

    def values(self, options: Mapping[str, Any] | None = None) -> list[int | str]:
        """Return none: files cannot be counted."""
        return []


@dataclass(frozen=True)
class WordsOption(Option):
    """Some words of a list, `+` between; kept in the list's order, each once."""

    words: tuple[str, ...] = ()
    what: str = ""

    def read(self, game: str, name: str, value: object) -> str:
        """Return the words in their order."""
        given = str(value).split("+") if value != "" else []
        for word in given:
            if word not in self.words:
                raise ConfigError(f"{game}: option {name}: expected {self.what}, `+` between; got {shown(word)}")
        return "+".join(word for word in self.words if word in given)

    def describe(self) -> str:
        """Return the allowed values as text."""
        return f"{self.what}, + between"

    def values(self, options: Mapping[str, Any] | None = None) -> list[int | str]:
        """Return each word alone."""
        return list(self.words)
