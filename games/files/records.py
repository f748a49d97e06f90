"""Game records: one object a line, so that another program can replay and check a game without this one.

A head, a line a decision, the result. What the head and the lines say of the state is the game's own affair
(`GameSpec.record`); a game that says nothing of it writes the state as its text.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from kingmaker.games._base import GameState
from kingmaker.games.spec import Game

VERSION = 1


@dataclass(frozen=True, kw_only=True)
class RecordForm:
    """What a game writes into its records.

    Parameters
    ----------
    head : start -> keys of the first line, behind the game's name, the version and the seed
    line : (before, move, after) -> keys of a decision's line, behind its number, the player, legal moves and the move
    """

    head: Callable[[GameState], dict[str, Any]]
    line: Callable[[GameState, str, GameState], dict[str, Any]]


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
    state = game.new(seed)
    form = game.spec.record or PLAIN
    yield {"record": game.name, "version": VERSION, "seed": seed, **form.head(state)}
    n = 0
    while not state.is_over:
        n += 1
        yield record_move(state, choose(state), n)
    yield {"result": result_of(state)}


def record_move(state: GameState, action: int, n: int) -> dict[str, Any]:
    """Make an action in a state and return its line of the record, the n-th decision's."""
    spec, before, legal = state.game.spec, state.clone(), sorted(state.legal_moves())
    move = state.format_action(action)
    state.apply(action)
    player = before.game.seats[before.player] if before.game.seats else before.player
    return {"n": n, "player": player, "legal": legal, "move": move,
            **(spec.record or PLAIN).line(before, move, state)}


def result_of(state: GameState) -> dict[str, Any]:
    """Return the result of a finished game, as records have it."""
    score = state.game.spec.score
    return score(state) if score is not None else {"points": state.returns(), "wins": state.wins()}


PLAIN = RecordForm(
    head=lambda state: {"options": dict(state.game.options), "state": state.text()},
    line=lambda before, move, after: {"state": after.text()},
)
