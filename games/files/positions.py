"""Position files: JSON or TOML, one schema for both.

    {"game": "oh-hell", "version": 1, "options": {"players": 3}, "state": "<what state.text() writes>"}
    {"game": "oh-hell", "version": 1, "options": {"players": 3}, "deal": 7, "moves": ["bid 2", "bid 0"]}

A game with a schema of its own gives `GameSpec.read_position` and `write_position`; then only `game` and `version` are
read here and all other keys are the game's.
"""
from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from kingmaker.errors import MOST_NEAR, near, shown, told_as
from kingmaker.games._base import GameState
from kingmaker.games.errors import KingmakerError, NotationError
from kingmaker.games.registry import load_game
from kingmaker.reading import name_of, parse_json, parse_toml, read_text
from kingmaker.shapes import refuse
from kingmaker.writing import json_with, save

VERSION = 1
KEYS = ("game", "version", "options", "state", "deal", "moves")
MAX_DEAL = 2**63 - 1  # TOML's largest whole number
MOST_BYTES = 4 << 20  # of a position file
FORMATS = ("json", "toml")
KINDS: dict[type, str] = {str: "a text", int: "a whole number", list: "a list", dict: "a table of keys"}


def load_position(path: str | Path, **options: str) -> GameState:
    """Return the state that a file describes; `-` is standard input.

    Files named .json or .toml are read as that, others as what they look like. Options of the game, such as a user's
    own table of tiles, are added to those that the file names.
    """
    return _checked(name_of(path), with_options(load_keys(path), options))


def load_keys(path: str | Path) -> dict[str, Any]:
    """Return the keys that a position file holds, unchecked; `-` is standard input."""
    with told_as(NotationError):
        text = read_text(path, MOST_BYTES)
    return parse_keys(text, where=name_of(path), form=form_of(path))


def form_of(path: str | Path) -> str | None:
    """Return how a file is read by its name, None where that does not say it."""
    ending = Path(path).suffix.lower().removeprefix(".")
    return ending if ending in FORMATS else None


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
    with told_as(NotationError):
        data = parse_json(text, where) if form == "json" else parse_toml(text, where)
    if not isinstance(data, dict):
        raise NotationError(f"{where}: expected an object with the keys {', '.join(KEYS)}; got {shown(data, 40)}")
    return data


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
    version = _take(data, "version", int) if "version" in data else VERSION
    if version != VERSION:
        raise NotationError(f"version: expected {VERSION}, got {shown(version)}")
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
        raise NotationError(f"deal: expected a whole number in [0, 2^63), got {shown(deal)}")
    state = game.new(deal)
    for number, move in enumerate(_take(data, "moves", list) if "moves" in data else []):
        if not isinstance(move, str):
            raise NotationError(f"moves[{number}]: expected {KINDS[str]}, got {shown(move)}")
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


def full_position(state: GameState) -> dict[str, Any]:
    """Return the keys of a state's position file; options that they do not carry stand behind the game's name."""
    keys = write_position(state)
    return keys if read_position(keys).game == state.game else keys | {"game": str(state.game)}


def save_position(state: GameState, path: Path, *, force: bool = False) -> None:
    """Write a state as a position file, `.json`."""
    if path.suffix != ".json":
        raise NotationError(f"{path}: expected a name ending in .json")
    save(path, json.dumps(full_position(state), ensure_ascii=False, indent=1) + "\n", json_with("game"), force=force)


# -- helpers ------------------------------------------------------------------------------------------------------


def _take(data: Mapping[str, Any], key: str, kind: type) -> Any:
    """Return a key's value, which must be there and of one type."""
    if key not in data:
        like = get_close_matches(key, [name for name in data if len(name) <= MOST_NEAR], n=1)
        hint = f"; is {like[0]!r} meant?" if like else ""
        raise NotationError(f"the key {key!r} is missing: expected {KINDS[kind]}{hint}")
    value = data[key]
    if not isinstance(value, kind) or isinstance(value, bool):
        raise NotationError(f"{key}: expected {KINDS[kind]}, got {shown(value)}")
    return value


def _refuse_unknown(data: Mapping[str, Any], known: Sequence[str]) -> None:
    refuse((f"unknown key {shown(key)}; known: {', '.join(known)}{near(str(key), known)}"
            for key in data if key not in known), "", NotationError)


def _nulls(value: Any) -> Any:
    """Return the value with `"-"` read as null: TOML has none."""
    if isinstance(value, Mapping):
        return {key: _nulls(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_nulls(inner) for inner in value]
    return None if value == "-" else value

