"""What the planted mistakes share: the list they are entered into, and where each can show."""
from typing import NamedTuple

from tests.games.architects.play import BASE, EXTRA, SOLO, WONDERS


class Mistake(NamedTuple):
    """A spoiled class and where to look for it."""

    twin: type
    kinds: list


MISTAKES = {}
ALL = BASE + WONDERS
VARIABLE = [kind for kind in ALL if kind["boards"] == "variable"]
VARIABLE_WONDERS = [kind for kind in WONDERS if kind["boards"] == "variable"]
OPPONENT = SOLO + EXTRA


def against(board):
    return [kind for kind in OPPONENT if kind["opponent"] == board]


def mistake(kinds=ALL):
    """Enter a spoiled class into the list."""
    def enter(cls):
        MISTAKES[cls.__name__] = Mistake(cls, kinds)
        return cls

    return enter
