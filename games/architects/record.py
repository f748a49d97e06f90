"""Game records: one object a line, so that another program can replay and check a game without this one."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from kingmaker.games._base import GameState
from kingmaker.games.architects._state import ArchState
from kingmaker.games.spec import Game

Choose = Callable[[GameState], int]


def record_game(game: Game, seed: int, choose: Choose) -> Iterator[dict[str, Any]]:
    """Play one game and yield the lines of its record.

    Parameters
    ----------
    game : the game with its options
    seed : decides the deal
    choose : state -> the action to make; all players ask it, and `state.player` says for whom

    Examples
    --------
    >>> from kingmaker.games import load_game
    >>> lines = list(record_game(load_game("architects", short=2), 7, lambda state: state.legal_actions()[0]))
    >>> lines[0]["record"], lines[1]["n"], lines[1]["move"].split()[0], sorted(lines[-1])
    ('architects', 1, 'keep', ['result'])
    """
    state = game.new(seed)
    assert isinstance(state, ArchState)
    yield record_head(state, seed)
    n = 0
    while not state.is_over:
        n += 1
        yield record_move(state, choose(state), n)
    yield {"result": state.score()}


def record_head(state: ArchState, seed: int) -> dict[str, Any]:
    """Return the first line of a record: options, all that is shuffled before the first decision, the components."""
    options = state.game.options
    opponent = options["opponent"]
    head = {"record": "architects", "version": 1, "seed": seed, "players": options["players"],
            "wonders": bool(options["wonders"]), "boards": options["boards"],
            "opponent": None if opponent == "none" else opponent, **state.start()}
    if options["short"]:
        head["short"] = options["short"]
    return head | {"data": dict(state.tables.parts.raw)}


def record_move(state: ArchState, action: int, n: int) -> dict[str, Any]:
    """Make an action in a state and return its line of the record."""
    legal, player, move = sorted(state.legal_moves()), state.tables.seats[state.player], state.format_action(action)
    state.apply(action)
    return {"n": n, "player": player, "legal": legal, "move": move, "events": state.shuffles(), "table": state.table()}
