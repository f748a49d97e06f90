"""Game records: one object a line, so that another program can replay and check a game without this one.

A game may have a form of its own (`GameSpec.record`); the others share this one: a head, a line a decision, the result.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from kingmaker.games._base import GameState
from kingmaker.games.spec import Game

VERSION = 1


def record_game(game: Game, seed: int, choose: Callable[[GameState], int]) -> Iterator[dict[str, Any]]:
    """Play one game and yield the lines of its record.

    Parameters
    ----------
    seed : decides the deal
    choose : state -> the action to make for `state.player`

    Examples
    --------
    >>> from kingmaker.games import load_game
    >>> lines = list(record_game(load_game("kuhn-poker"), 1, lambda state: state.legal_actions()[0]))
    >>> lines[1]["legal"], lines[1]["move"], lines[-1]["result"]["points"]
    (['bet', 'pass'], 'pass', [1.0, -1.0])
    """
    if game.spec.record is not None:
        yield from game.spec.record(game, seed, choose)
        return
    state = game.new(seed)
    yield {"record": game.name, "version": VERSION, "seed": seed, "options": dict(game.options), "state": state.text()}
    n = 0
    while not state.is_over:
        n += 1
        player, legal, action = state.player, sorted(state.legal_moves()), choose(state)
        move = state.format_action(action)
        state.apply(action)
        yield {"n": n, "player": player, "legal": legal, "move": move, "state": state.text()}
    yield {"result": {"points": state.returns(), "wins": state.wins()}}
