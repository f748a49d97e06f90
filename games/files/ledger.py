"""What a data set keeps of each game beside its result: a `Ledger` fills tables of the game's own.

Tables are columns of numbers, so that thousands of games a second can be written; words are numbers with a list of the
words beside them. `GameSpec.ledger` makes one; nothing else needs to know which tables a game has.
"""
from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from kingmaker.games._base import GameState

TYPES = ("int8", "int16", "int32", "int64", "float64", "bool", "word")
NONE = -1  # in whole numbers and words: there is none
N_BEGIN = 256  # games for which there is room at first


@dataclass(frozen=True)
class Column:
    """One column of a table.

    Parameters
    ----------
    type : one of TYPES; a word is given as its number in `words`
    help : what it says, with its denominator where it is a rate; docs/datasets.md repeats it
    optional : NONE stands for no value
    """

    name: str
    type: str
    help: str
    words: tuple[str, ...] = ()
    optional: bool = False

    def __post_init__(self) -> None:
        if self.type not in TYPES or (self.type == "word") != bool(self.words):
            raise ValueError(f"column {self.name}: expected one of {', '.join(TYPES)}, words for a word; got "
                             f"{self.type!r} and {len(self.words)} words")


class Rows:
    """Arrays with a row a game, which grow as games come.

    Parameters
    ----------
    columns : name -> (shape of a game's row, type)
    """

    def __init__(self, **columns: tuple[tuple[int, ...], DTypeLike]) -> None:
        self._columns = columns
        self._begin()

    def _begin(self) -> None:
        self._n = 0
        self._room: dict[str, NDArray[Any]] = {name: np.zeros((N_BEGIN, *shape), kind)
                                               for name, (shape, kind) in self._columns.items()}

    def add(self) -> dict[str, Any]:
        """Return the next game's row of each array, to be filled; a single number's stands in an array of one."""
        if self._n == len(next(iter(self._room.values()))):
            self._room = {name: np.concatenate([rows, np.zeros_like(rows)]) for name, rows in self._room.items()}
        self._n += 1
        return {name: rows[self._n - 1] if rows.ndim > 1 else rows[self._n - 1:self._n]
                for name, rows in self._room.items()}

    @contextmanager
    def adding(self) -> Iterator[dict[str, Any]]:
        """Give the next game's row as `add` does; if it cannot be filled, there is none."""
        try:
            yield self.add()
        except BaseException:
            self._n -= 1
            raise

    def take(self) -> dict[str, NDArray[Any]]:
        """Return the rows of all games so far, and begin anew."""
        rows = {name: rows[:self._n] for name, rows in self._room.items()}
        self._begin()
        return rows


class Ledger(ABC):
    """Collects the rows of a game's own tables, game after game.

    `tables` names the columns of each. Every table begins with the column `game`. A table called `games` has one row a
    game; its columns join those that all games have.
    """

    tables: dict[str, tuple[Column, ...]]

    @abstractmethod
    def add(self, number: int, start: GameState, actions: NDArray[np.int32]) -> None:
        """Add the rows of one game.

        Parameters
        ----------
        number : of the game; what its rows have in the column `game`
        start : the state as dealt; it must not be changed
        actions : every action to the end, in order
        """

    @abstractmethod
    def take(self) -> dict[str, dict[str, NDArray[Any]]]:
        """Return all rows so far, table -> column -> values, in the order of the games, and begin anew."""
