"""Game records: one object a line, so that another program can replay and check a game without this one."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from kingmaker.games._base import GameState
from kingmaker.games.brian_boru._state import BoruState
from kingmaker.games.brian_boru.interventions import OPTIONS
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
    >>> lines = list(record_game(load_game("brian-boru"), 7, lambda state: state.legal_actions()[0]))
    >>> lines[0]["record"], lines[1]["n"], lines[1]["move"], sorted(lines[-1])
    ('brian-boru', 1, 'place N1', ['result'])
    """
    state = game.new(seed)
    assert isinstance(state, BoruState)
    yield record_head(state, seed)
    n = 0
    while not state.is_over:
        n += 1
        yield record_move(state, choose(state), n)
    yield {"result": state.score()}


def record_head(state: BoruState, seed: int) -> dict[str, Any]:
    """Return the first line of a record: the components, who begins, both decks, and interventions if there are any."""
    keys = state.position()
    head = {"record": "brian-boru", "version": 1, "seed": seed, "players": keys["players"], "first": keys["marker"],
            "viking_deck": keys["viking_deck"], "marriage_deck": keys["marriage_deck"]}
    if "short" in keys:
        head["short"] = keys["short"]
    given = {name: state.game.options[name] for name, option in OPTIONS.items()
             if state.game.options[name] != option.default}
    if given:
        head["options"] = given
    return head | {"data": dict(state.tables.parts.raw)}


def record_move(state: BoruState, action: int, n: int) -> dict[str, Any]:
    """Make an action in a state and return its line of the record."""
    legal, before = sorted(state.legal_moves()), state.position()
    move = state.format_action(action)
    state.apply(action)
    after = state.position()
    return {"n": n, "player": before["player"], "legal": legal, "move": move,
            "events": _dealt(after) if after["round"] > before["round"] else [], "table": state.table()}


def _dealt(keys: dict[str, Any]) -> list[str]:
    """Return what a new round turned up and dealt: R19, R20."""
    number = keys["round"] - 1
    hands = {name: draft["received"][0] for name, draft in keys["draft"].items()}
    events = [f"viking {keys['viking_deck'][number]}", f"marriage {keys['marriage_deck'][number]}",
              *(f"deal {name} {' '.join(map(str, cards))}" for name, cards in hands.items())]
    return events if keys["aside"] is None else [*events, f"aside {keys['aside']}"]
