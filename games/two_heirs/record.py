"""Game records: one object a line, so that another program can replay and check a game without this one."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from kingmaker.games._base import GameState
from kingmaker.games.files.positions import write_position
from kingmaker.games.spec import Game
from kingmaker.games.two_heirs._state import HeirsState
from kingmaker.games.two_heirs.bans import OPTIONS
from kingmaker.games.two_heirs.snapshot import PLAYERS, Snapshot

Choose = Callable[[GameState], int]


def record_game(game: Game, seed: int, choose: Choose) -> Iterator[dict[str, Any]]:
    """Play one game and yield the lines of its record.

    Parameters
    ----------
    game : the game with its options
    seed : decides the deal
    choose : state -> the action to make; both players ask it, and `state.player` says for whom

    Examples
    --------
    >>> from kingmaker.games import load_game
    >>> lines = list(record_game(load_game("two-heirs"), 7, lambda state: state.legal_actions()[0]))
    >>> lines[0]["record"], lines[1]["n"], lines[1]["player"], sorted(lines[-1])
    ('two-heirs', 1, 'blue', ['result'])
    """
    state = game.new(seed)
    assert isinstance(state, HeirsState)
    yield record_head(state, seed)
    n = 0
    while not state.is_over:
        n += 1
        yield record_move(state, choose(state), n)
    yield {"result": state.score()}


def record_head(state: HeirsState, seed: int) -> dict[str, Any]:
    """Return the first line of a record: tables, the whole deal, and interventions if there are any."""
    given = {name: value for name in OPTIONS if (value := state.game.options[name])}
    return {
        "record": "two-heirs", "version": 1, "seed": seed, "tiles": [tile.as_row() for tile in state.tables.tiles],
        "treasures": [treasure.as_row() for treasure in state.tables.treasures],
        **({"options": given} if given else {}), "state": write_position(state),
    }


def record_move(state: HeirsState, action: int, n: int) -> dict[str, Any]:
    """Make an action in a state and return its line of the record."""
    legal, player, before = sorted(state.legal_moves()), PLAYERS[state.player], state.snapshot()
    move = state.format_action(action)
    state.apply(action)
    return {"n": n, "player": player, "legal": legal, "move": move,
            "events": events_of(before, move, state.snapshot()), "state": write_position(state)}


def events_of(before: Snapshot, move: str, after: Snapshot) -> list[str]:
    """Return what followed a move by itself, in order."""
    verb = move.split()[0]
    refill = [f"refill {before.stack[0]}"] if len(after.stack) < len(before.stack) else []
    if verb == "take":
        return refill
    missing = [tile for tile in before.supply if tile is not None and tile not in after.supply]
    if verb not in ("end", "discard") or not missing:
        return [f"treasure gone {token}" for token in _met(before, after)]
    tile = missing[0]
    events = [f"henry takes {tile}", *refill]
    cell = next((at for at, (name, _) in after.board.items() if name == tile), None)
    if cell is None:
        return [*events, f"henry removes {tile}"]
    events.append(f"henry builds {tile} {cell[0]},{cell[1]}")
    events += [f"treasure gone {token}" for token in _met(before, after)]
    if len(after.pile) < len(before.pile):
        token = before.pile[0]
        events.append(f"treasure {token} {cell[0]},{cell[1]}")
        if token in after.gone:
            events.append(f"treasure gone {token}")
    return events


def _met(before: Snapshot, after: Snapshot) -> list[str]:
    """Return the treasures that lay on the board and are gone now, in the order in which they were laid."""
    return [token for _, token in before.treasures if token in after.gone]
