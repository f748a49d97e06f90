"""What a position file may leave out: whatever has one sensible value."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kingmaker.games.two_heirs.components import SETS, TERRAINS, TREASURE_IDS
from kingmaker.games.two_heirs.names import LANGUAGES, PLAYERS, name_of
from kingmaker.games.two_heirs.snapshot import n_unused

N_TILES = 27
REGULAR = {"kind": "regular", "at": "supply", "moved": False}
ELITE = {"kind": "elite", "at": [0, 0], "moved": False}


def usual(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of a position with those added that are left out; what is there stays as it is.

    Left out may be: nothing but whose turn it is in a duel, Henry's level, sets that too few tiles tell, the supply and
    the board, where the elite stands once more than the start tile lies there, and turns after the stack has run out.
    """
    keys = dict(data)
    solo = keys.setdefault("mode", "solo" if "henry" in keys or "level" in keys else "duel") == "solo"
    if isinstance(keys.get("sets"), list):
        keys["sets"] = [_set_called(name) for name in keys["sets"]]
    elif "sets" not in keys and (sets := _sets_seen(keys)):
        keys["sets"] = sets
    if solo:
        keys.setdefault("player", "blue")
    keys = {"phase": "main", "taken": False, "discounts": 0, "removed": [], "hands": {}, **keys}
    if isinstance(keys["hands"], Mapping):
        keys["hands"] = {**{player: [] for player in PLAYERS}, **keys["hands"]}
    if isinstance(keys.get("board"), list):
        keys["board"] = [{"owner": None, **one} if isinstance(one, Mapping) else one for one in keys["board"]]
    _fill_stack(keys)
    if keys.get("stack"):
        keys.setdefault("turns_after_this", None)
    elif keys["phase"] == "over":
        keys.setdefault("turns_after_this", 0)
    _fill_units(keys, PLAYERS[:1] if solo else PLAYERS)
    if solo:
        _fill_henry(keys)
    return keys


def _set_called(name: Any) -> Any:
    """Return the word of a set for its name in any language."""
    return next((word for word in SETS if isinstance(name, str) and name.casefold() in (
        name_of("sets", word, lang).casefold() for lang in LANGUAGES)), name)


def _tiles_in(keys: Mapping[str, Any]) -> list[Any]:
    """Return what is named where tiles lie, wherever that is a list."""
    hands = keys.get("hands")
    board = [one.get("tile") for one in _list(keys.get("board")) if isinstance(one, Mapping)]
    return [*_list(keys.get("supply")), *_list(keys.get("stack")), *_list(keys.get("removed")), *board,
            *(tile for hand in (hands.values() if isinstance(hands, Mapping) else ()) for tile in _list(hand))]


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _sets_seen(keys: Mapping[str, Any]) -> list[str]:
    """Return the three sets that the tiles' ids tell; nothing where they are fewer, or more."""
    from kingmaker.games.two_heirs.components import read_tiles

    named = set(map(str, _tiles_in(keys)))
    seen = {tile.set for tile in read_tiles() if tile.id in named}
    return [name for name in SETS if name in seen] if len(seen) == 3 else []


def _fill_stack(keys: dict[str, Any]) -> None:
    """Count what is left of the stack: all tiles that lie nowhere else."""
    stack = keys.get("stack", {})
    if not isinstance(stack, Mapping) or "left" in stack:
        return
    laid = _tiles_in({name: value for name, value in keys.items() if name != "stack"})
    left = max(0, N_TILES - sum(tile is not None for tile in laid))
    keys["stack"] = {**stack, "left": left, **({"top": "?"} if left and "top" not in stack else {})} if left else []


def _fill_units(keys: dict[str, Any], players: tuple[str, ...]) -> None:
    """Put regulars that are not named into the supply; the elite stands on the start tile while nothing else lies."""
    units = keys.setdefault("units", {})
    if not isinstance(units, Mapping):
        return
    filled = dict(units)
    for player in players:
        named = filled.get(player, [])
        if not isinstance(named, list) or not all(isinstance(one, Mapping) for one in named):
            continue
        full = [{**REGULAR, **one} if one.get("kind", "regular") == "regular" else {"moved": False, **one}
                for one in named]
        if not any(one["kind"] == "elite" for one in full) and len(_list(keys.get("board"))) == 1:
            full.insert(0, ELITE)
        has_elite = any(one["kind"] == "elite" for one in full)
        full += [REGULAR] * (2 + has_elite - len(full))
        filled[player] = full
    keys["units"] = filled


def _fill_henry(keys: dict[str, Any]) -> None:
    """Count Henry's treasures: those that are named nowhere lie face down in his pile."""
    henry = keys.setdefault("henry", {})
    if not isinstance(henry, Mapping):
        return
    units = henry.get("units", {})
    filled = {"treasures": [], "gone": [], **henry,
              "units": {**dict.fromkeys(TERRAINS), **units} if isinstance(units, Mapping) else units}
    level = keys.get("level")
    if level not in (1, 2, 3) or isinstance(level, bool):
        level = 1  # that is told, and not what hangs on it
    filled.setdefault("unused", ["?"] * n_unused(level))
    if "last" not in filled:
        built = [one.get("at") for one in _list(keys.get("board"))
                 if isinstance(one, Mapping) and one.get("owner") == PLAYERS[0]]
        if len(built) < 2:
            filled["last"] = built[0] if built else None
    rest = len(TREASURE_IDS) - sum(len(_list(filled.get(name))) for name in ("treasures", "gone", "unused"))
    filled.setdefault("pile", ["?"] * max(0, rest))
    keys["henry"] = filled
