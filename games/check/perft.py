"""Perft: exact counts of sequences of decisions, by which two implementations of the rules are compared."""
from __future__ import annotations

from kingmaker.errors import shown
from kingmaker.games._base import GameState
from kingmaker.games.check._perft import count
from kingmaker.games.errors import KingmakerError


def perft(state: GameState, depth: int) -> int:
    """Return how many sequences of `depth` legal decisions there are from a state; a finished game has none.

    Everything is counted in the one world that the state is: what chance decides is decided already.

    Examples
    --------
    >>> from kingmaker.games import load_game
    >>> [perft(load_game("kuhn-poker").parse("KJ:"), depth) for depth in range(5)]
    [1, 2, 4, 2, 0]
    """
    _check_depth(depth, 0)
    return count(state, depth)


def perft_divide(state: GameState, depth: int) -> dict[str, int]:
    """Return perft split by the first move, in the order of the action ids; the counts add up to perft.

    Examples
    --------
    >>> from kingmaker.games import load_game
    >>> perft_divide(load_game("kuhn-poker").parse("KJ:"), 3)
    {'pass': 2, 'bet': 0}
    """
    _check_depth(depth, 1)
    if not isinstance(state, GameState):
        raise TypeError(f"perft: expected a state, got {type(state).__name__}")
    divided = {}
    for action in state.legal_actions():
        after = state.clone()
        after.apply(action)
        divided[state.format_action(action)] = count(after, depth - 1)
    return divided


def _check_depth(depth: int, least: int) -> None:
    if isinstance(depth, bool) or not isinstance(depth, int) or not least <= depth <= 1000:
        raise KingmakerError(f"perft: expected a whole number of decisions in [{least}, 1000], got {shown(depth)}")
