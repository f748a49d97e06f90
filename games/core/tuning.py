"""What of a table of component data a designer may turn: `kingmaker suggest` tries values and plays with them."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kingmaker.games.spec import Game


@dataclass(frozen=True)
class Knob:
    """One thing of a piece that a table says and that may be another whole number.

    Parameters
    ----------
    name : in a word: `cost`
    what : the same in words, for help and messages
    low, high : the least and the most that is tried
    now : what the table says
    """

    name: str
    what: str
    low: int
    high: int
    now: int


@dataclass(frozen=True, kw_only=True)
class Tuning:
    """What of a game's table may be turned.

    Parameters
    ----------
    option : of the game, which names the file of the table
    own : the game's own table
    words : game -> the pieces that have knobs, as interventions name them
    knobs : (game, piece) -> its knobs, the usual one first
    turned : (game, piece, knob's name -> value) -> the text of the table in which these are so and all else stays;
        the values as they are now give the table as it is
    """

    option: str
    own: Path
    words: Callable[[Game], Sequence[str]]
    knobs: Callable[[Game, str], Sequence[Knob]]
    turned: Callable[[Game, str, Mapping[str, int]], str]
