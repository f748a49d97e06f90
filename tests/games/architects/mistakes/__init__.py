"""Planted mistakes: twins that each get one rule wrong, which a comparison on random games has to find.

    MISTAKES[name].twin    the spoiled class, used like Twin
    MISTAKES[name].kinds   the kinds of games in which it can show
"""
from tests.games.architects.mistakes import actions, opponent, works
from tests.games.architects.mistakes.common import MISTAKES, Mistake

__all__ = ["MISTAKES", "Mistake", "actions", "opponent", "works"]
