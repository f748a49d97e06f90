"""Position files: JSON or TOML, one schema for both.

    {"game": "oh-hell", "version": 1, "options": {"players": 3}, "state": "<what state.text() writes>"}
    {"game": "oh-hell", "version": 1, "options": {"players": 3}, "deal": 7, "moves": ["bid 2", "bid 0"]}

A game with a schema of its own gives `GameSpec.read_position` and `write_position`; then only `game` and `version` are
read here and all other keys are the game's.
"""
from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from kingmaker.games._base import GameState
from kingmaker.games.errors import KingmakerError, NotationError
from kingmaker.games.registry import load_game

VERSION = 1
KEYS = ("game", "version", "options", "state", "deal", "moves")
MAX_DEAL = 2**63 - 1  # TOML's largest whole number
FORMATS = ("json", "toml")
KINDS: dict[type, str] = {str: "a text", int: "a whole number", list: "a list", dict: "a table of keys"}


def load_position(path: str | Path, **options: str) -> GameState:
    """Return the state that a file describes; `-` is standard input.

    Files named .json or .toml are read as that, others as what they look like. Options of the game, such as a user's
    own table of tiles, are added to those that the file names.
    """
    where = "standard input" if str(path) == "-" else str(path)
    return _checked(where, with_options(load_keys(path), options))


def load_keys(path: str | Path) -> dict[str, Any]:
    """Return the keys that a position file holds, unchecked; `-` is standard input."""
    where, text = read_text(path)
    ending = Path(path).suffix.lower().removeprefix(".")
    return parse_keys(text, where=where, form=ending if ending in FORMATS else None)


def read_text(path: str | Path) -> tuple[str, str]:
    """Return what messages call a file and its text; `-` is standard input."""
    where = "standard input" if str(path) == "-" else str(path)
    raw = sys.stdin.buffer.read() if str(path) == "-" else Path(path).read_bytes()
    try:
        return where, raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotationError(f"{where}: expected UTF-8 text: byte {error.start} is {raw[error.start]:#04x}") from None


def parse_position(text: str, *, where: str = "position", form: str | None = None,
                   options: Mapping[str, str] | None = None) -> GameState:
    """Return the state that a text in JSON or TOML describes.

    Parameters
    ----------
    where : what error messages call it
    form : "json" or "toml"; None = JSON if it begins with a brace
    options : of the game, besides those that the text names

    Examples
    --------
    >>> state = parse_position('{"game": "kuhn-poker", "version": 1, "state": "KJ:pb"}')
    >>> state.legal_moves()
    ['pass', 'bet']
    """
    return _checked(where, with_options(parse_keys(text, where=where, form=form), options or {}))


def _checked(where: str, data: Mapping[str, Any]) -> GameState:
    """Return the state that keys describe; errors name where they stand."""
    try:
        return read_position(data)
    except KingmakerError as error:
        raise type(error)(f"{where}: {error}") from None


def parse_keys(text: str, *, where: str = "position", form: str | None = None) -> dict[str, Any]:
    """Return the keys that a text in JSON or TOML holds, unchecked."""
    form = form or ("json" if text.lstrip()[:1] in ("{", "[", "") else "toml")
    return _parse_json(text, where) if form == "json" else _parse_toml(text, where)


def with_options(data: dict[str, Any], options: Mapping[str, str]) -> dict[str, Any]:
    """Return the keys of a position with options of the game added."""
    if not options:
        return data
    named = _take(data, "game", str)
    given = ",".join(f"{name}={value}" for name, value in options.items())
    return {**data, "game": f"{named}{',' if ':' in named else ':'}{given}"}


def read_position(data: Mapping[str, Any]) -> GameState:
    """Return the state that the keys of a position describe."""
    name = _take(data, "game", str)
    game = load_game(name)
    version = _take(data, "version", int)
    if version != VERSION:
        raise NotationError(f"version: expected {VERSION}, got {version!r}")
    if game.spec.read_position is not None:
        return game.spec.read_position(_nulls(data))
    _refuse_unknown(data, KEYS)
    if ("state" in data) == ("deal" in data):
        raise NotationError("expected exactly one of 'state' and 'deal'; got " + ("both" if "deal" in data else "none"))
    if "moves" in data and "deal" not in data:
        raise NotationError("moves: they follow a deal; a position with 'state' has none")
    options = _take(data, "options", dict) if "options" in data else {}
    game = game.spec.bind({**game.options, **options})
    if "state" in data:
        try:
            return game.parse(_take(data, "state", str))
        except KingmakerError as error:
            raise type(error)(f"state: {error}") from None
    deal = _take(data, "deal", int)
    if not 0 <= deal <= MAX_DEAL:
        raise NotationError(f"deal: expected a whole number in [0, 2^63), got {deal!r}")
    state = game.new(deal)
    for number, move in enumerate(_take(data, "moves", list) if "moves" in data else []):
        if not isinstance(move, str):
            raise NotationError(f"moves[{number}]: expected {KINDS[str]}, got {move!r}")
        try:
            state.apply_move(move)
        except KingmakerError as error:
            raise type(error)(f"moves[{number}]: {error}") from None
    return state


def write_position(state: GameState) -> dict[str, Any]:
    """Return the keys of the position file of a state."""
    game = state.game
    head: dict[str, Any] = {"game": game.name, "version": VERSION}
    if game.spec.write_position is not None:
        return head | game.spec.write_position(state)
    return head | ({"options": dict(game.options)} if game.options else {}) | {"state": state.text()}


def format_position(state: GameState) -> str:
    """Return the position file of a state, as JSON.

    Examples
    --------
    >>> format_position(load_game("kuhn-poker").parse("KJ:pb"))
    '{"game": "kuhn-poker", "version": 1, "state": "KJ:pb"}'
    """
    return json.dumps(write_position(state), ensure_ascii=False)


# -- helpers ------------------------------------------------------------------------------------------------------


def _take(data: Mapping[str, Any], key: str, kind: type) -> Any:
    """Return a key's value, which must be there and of one type."""
    if key not in data:
        near = get_close_matches(key, list(data), n=1)
        hint = f"; is {near[0]!r} meant?" if near else ""
        raise NotationError(f"the key {key!r} is missing: expected {KINDS[kind]}{hint}")
    value = data[key]
    if not isinstance(value, kind) or isinstance(value, bool):
        raise NotationError(f"{key}: expected {KINDS[kind]}, got {value!r}")
    return value


def _refuse_unknown(data: Mapping[str, Any], known: Iterable[str]) -> None:
    known = list(known)
    for key in data:
        if key not in known:
            near = get_close_matches(key, known, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise NotationError(f"unknown key {key!r}; known: {', '.join(known)}{hint}")


def _nulls(value: Any) -> Any:
    """Return the value with `"-"` read as null: TOML has none."""
    if isinstance(value, Mapping):
        return {key: _nulls(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_nulls(inner) for inner in value]
    return None if value == "-" else value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse a key that is written twice, which JSON readers pass over in silence."""
    data: dict[str, Any] = {}
    for key, value in pairs:
        if key in data:
            raise NotationError(f"the key {key!r} is written twice")
        data[key] = value
    return data


def _parse_json(text: str, where: str) -> dict[str, Any]:
    try:
        data = json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise NotationError(f"{where}: line {error.lineno}, column {error.colno}: not JSON: {error.msg}") from None
    except (ValueError, RecursionError) as error:  # a key twice, a number of thousands of digits, a tower of brackets
        raise NotationError(f"{where}: {error}") from None
    if not isinstance(data, dict):
        raise NotationError(f"{where}: expected an object with the keys {', '.join(KEYS)}; got {str(data)[:40]!r}")
    return data


def _parse_toml(text: str, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"{where}: not TOML: {error}") from None
