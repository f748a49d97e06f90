"""Games that were played: read from records, from positions with moves, and from followed games.

A replay is made by the rules, and what the file says of legal moves and of the result has to agree.
"""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kingmaker.errors import InputError, told_as
from kingmaker.games._base import GameState
from kingmaker.games.errors import KingmakerError, NotationError
from kingmaker.games.files.positions import form_of, parse_keys, read_position, with_options
from kingmaker.games.files.records import result_of
from kingmaker.games.files.session import begin, entry_of
from kingmaker.games.registry import game_spec
from kingmaker.games.spec import Game
from kingmaker.reading import name_of, parse_line, parse_lines, read_text
from kingmaker.shapes import Shape, either, fit, items, mapping, string, table, whole

Line = dict[str, Any]
MOVE = string(1000)
OPTION = either("a text or a whole number", string(2000), whole(-2**63, 2**63))
HEAD = table({"record": string(100)}, {
    "seed": whole(0, 2**64 - 1), "options": mapping(string(100), OPTION),
    "state": either("a text or an object", string(100_000), table({}, others=True))}, others=True)
ROW = table({"move": MOVE}, {"n": whole(1, 2**31), "legal": items(MOVE)}, others=True)
LAST = table({"result": table({}, others=True)}, others=True)
BEGINS = re.compile(r'\s*\{\s*"(?:record|table)"\s*:')
OTHER = "; was it played with other data, which an option of the game can name?"


@dataclass(frozen=True)
class Replay:
    """A game with every position in which somebody decided."""

    decisions: tuple[tuple[GameState, int], ...]  # each state with the action that was made in it
    end: GameState

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self.end.game


def load_replays(path: str | Path, **options: str) -> list[Replay]:
    """Return the games of a file: records, one position with `moves`, or a file of `kingmaker table`.

    Parameters
    ----------
    options : of the game, besides those that the file names, such as a user's own table of tiles

    Examples
    --------
    >>> [replay] = load_replays("examples/leduc_poker.toml")
    >>> [state.format_action(action) for state, action in replay.decisions]
    ['call', 'call', 'call']
    """
    with told_as(NotationError):
        where, text = name_of(path), read_text(path)
    if not _is_lines(text):
        keys = parse_keys(text, where=where, form=form_of(path))
        return [_checked(where, lambda: _of_position(with_options(keys, options)))]
    with told_as(NotationError):
        lines = parse_lines(text, where)
    if "table" in lines[0]:
        return [_checked(where, lambda: _of_table(lines, options))]
    begins = [k for k, line in enumerate(lines) if "record" in line]
    return [_checked(f"{where}: game {n}", lambda begin=begin, end=end: _of_record(lines[begin:end], options))
            for n, (begin, end) in enumerate(zip(begins, [*begins[1:], len(lines)], strict=True), 1)]


def load_state(path: str | Path, at: int | None = None, **options: str) -> GameState | None:
    """Return a state of the first game in a file of lines; None where the file holds a position.

    Parameters
    ----------
    at : after so many decisions; the last state if None
    """
    with told_as(NotationError):
        if not _is_lines(read_text(path)):
            return None
    [replay, *_] = load_replays(path, **options)
    states = [*(state for state, _ in replay.decisions), replay.end]
    if at is not None and at >= len(states):
        raise NotationError(f"--at: expected a number of decisions up to {len(states) - 1}, as many as {name_of(path)} "
                            f"has; got {at}")
    return states[-1 if at is None else at]


def _is_lines(text: str) -> bool:
    """Whether the first line is a head: of a record, or of a followed game."""
    if BEGINS.match(text):
        return True
    try:
        head = parse_line(text.partition("\n")[0], "head")
    except InputError:
        return False
    return bool({"record", "table"} & head.keys())


def _checked(where: str, read: Any) -> Replay:
    try:
        replay: Replay = read()
    except KingmakerError as error:
        raise type(error)(f"{where}: {error}") from None
    return replay


def _fit(value: Any, shape: Shape, where: str) -> Any:
    return fit(value, shape, where, NotationError)


def _play(start: GameState, moves: Sequence[str]) -> Replay:
    state, decisions = start.clone(), []
    for n, move in enumerate(moves, 1):
        try:
            action = state.parse_action(move)
        except KingmakerError as error:
            raise NotationError(f"move {n}: {error}") from None
        decisions.append((state.clone(), action))
        state.apply(action)
    return Replay(tuple(decisions), state)


def _of_position(keys: Line) -> Replay:
    if not isinstance(keys.get("moves"), list) or not keys["moves"]:
        raise NotationError("expected a record, or a position with 'deal' and 'moves': there is nothing to replay")
    moves = _fit(keys["moves"], items(MOVE), "moves")
    return _play(read_position({**keys, "moves": []}), moves)


def _of_table(lines: Sequence[Line], options: Mapping[str, str]) -> Replay:
    """Return a followed game: its positions hold what was known at the table."""
    session = begin(lines[0], options=options)
    for n, line in enumerate(lines[1:], 2):
        try:
            session.enter(*entry_of(line))
        except KingmakerError as error:
            raise NotationError(f"line {n}: {error}") from None
    return Replay(tuple((one.before, one.action) for one in session.decisions), session.state)


def _of_record(lines: Sequence[Line], options: Mapping[str, str]) -> Replay:
    head = _fit(lines[0], HEAD, "head")
    rows = [_fit(line, ROW, f"decision {n}") for n, line in enumerate((one for one in lines[1:] if "move" in one), 1)]
    replay = _play(_start(head, options), [row["move"] for row in rows])
    for row, (state, _) in zip(rows, replay.decisions, strict=True):
        if "legal" in row and row["legal"] != sorted(state.legal_moves()):
            raise NotationError(f"decision {row.get('n')}: the rules give other legal moves than the record has{OTHER}")
    if "result" in lines[-1]:
        result, ours = _fit(lines[-1], LAST, "the last line")["result"], result_of(replay.end)
        if ours["points"] != result.get("points"):
            raise NotationError(f"result: the rules give {ours['points']}, the record has {result.get('points')}"
                                f"{OTHER}")
    return replay


def _start(head: Line, options: Mapping[str, str]) -> GameState:
    """Return the start: as the head describes it, else as its seed deals it."""
    spec, state = game_spec(head["record"]), head.get("state")
    if isinstance(state, dict):
        return read_position(with_options({"game": spec.name, **state}, options))
    named = {name: head[name] for name in spec.options if isinstance(head.get(name), (int, str))}
    game = spec.bind({**named, **head.get("options", {}), **options})
    if isinstance(state, str):
        return game.parse(state)
    if "seed" not in head:
        raise NotationError("the head has neither the start as 'state' nor the 'seed' of the deal")
    return game.new(head["seed"])
