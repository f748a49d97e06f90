"""Games that were played: read from records, from positions with moves, and from followed games.

A replay is made by the rules, and what the file says of legal moves and of the result has to agree.
"""
from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kingmaker.games._base import GameState
from kingmaker.games.errors import KingmakerError, NotationError
from kingmaker.games.files.positions import FORMATS, parse_keys, read_position, read_text, with_options
from kingmaker.games.files.records import result_of
from kingmaker.games.files.session import begin
from kingmaker.games.registry import game_spec
from kingmaker.games.spec import Game

Line = dict[str, Any]
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
    where, text = read_text(path)
    if not _is_lines(text):
        ending = Path(path).suffix.lower().removeprefix(".")
        keys = parse_keys(text, where=where, form=ending if ending in FORMATS else None)
        return [_checked(where, lambda: _of_position(with_options(keys, options)))]
    lines = [_object(line, f"{where}: line {n}") for n, line in enumerate(text.splitlines(), 1)]
    if "table" in lines[0]:
        return [_checked(where, lambda: _of_table(lines, options))]
    begins = [k for k, line in enumerate(lines) if "record" in line]
    return [_checked(f"{where}: game {n}", lambda begin=begin, end=end: _of_record(lines[begin:end], options))
            for n, (begin, end) in enumerate(zip(begins, [*begins[1:], len(lines)], strict=True), 1)]


def _is_lines(text: str) -> bool:
    """Whether the first line is a head: of a record, or of a followed game."""
    try:
        head = json.loads(text.partition("\n")[0])
    except ValueError:
        return False
    return isinstance(head, dict) and bool({"record", "table"} & head.keys())


def _checked(where: str, read: Any) -> Replay:
    try:
        replay: Replay = read()
    except KingmakerError as error:
        raise type(error)(f"{where}: {error}") from None
    return replay


def _object(line: str, where: str) -> Line:
    try:
        data = json.loads(line)
    except ValueError as error:
        raise NotationError(f"{where}: not JSON: {error}") from None
    if not isinstance(data, dict):
        raise NotationError(f"{where}: expected an object, got {line[:40]!r}")
    return data


def _play(start: GameState, moves: Sequence[Any]) -> Replay:
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
    return _play(read_position({**keys, "moves": []}), keys["moves"])


def _of_table(lines: Sequence[Line], options: Mapping[str, str]) -> Replay:
    """Return a followed game: its positions hold what was known at the table."""
    session = begin(lines[0], options=options)
    for n, line in enumerate(lines[1:], 2):
        for kind, text in line.items():
            try:
                session.enter(kind, text)
            except KingmakerError as error:
                raise NotationError(f"line {n}: {error}") from None
    return Replay(tuple((one.before, one.action) for one in session.decisions), session.state)


def _of_record(lines: Sequence[Line], options: Mapping[str, str]) -> Replay:
    head, rows = lines[0], [line for line in lines[1:] if "move" in line]
    replay = _play(_start(head, options), [row["move"] for row in rows])
    for row, (state, _) in zip(rows, replay.decisions, strict=True):
        if "legal" in row and row["legal"] != sorted(state.legal_moves()):
            raise NotationError(f"decision {row.get('n')}: the rules give other legal moves than the record has{OTHER}")
    result = lines[-1].get("result")
    if result is not None:
        ours = result_of(replay.end)
        if ours["points"] != result.get("points"):
            raise NotationError(f"result: the rules give {ours['points']}, the record has {result.get('points')}"
                                f"{OTHER}")
    return replay


def _start(head: Line, options: Mapping[str, str]) -> GameState:
    """Return the start: as the head describes it, else as its seed deals it."""
    spec, state = game_spec(str(head["record"])), head.get("state")
    if isinstance(state, dict):
        return read_position(with_options({"game": spec.name, **state}, options))
    named = {name: head[name] for name in spec.options if isinstance(head.get(name), (int, str))}
    game = spec.bind({**named, **head.get("options", {}), **options})
    if isinstance(state, str):
        return game.parse(state)
    if not isinstance(head.get("seed"), int):
        raise NotationError("the head has neither the start as 'state' nor the 'seed' of the deal")
    return game.new(head["seed"])
