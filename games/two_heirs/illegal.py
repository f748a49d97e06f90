"""Why a move is not legal, in one sentence."""
from __future__ import annotations

from typing import TYPE_CHECKING

from kingmaker.games.two_heirs.interventions import forbidden
from kingmaker.games.two_heirs.names import PLAYERS
from kingmaker.games.two_heirs.snapshot import Cell, Snapshot

if TYPE_CHECKING:
    from kingmaker.games.two_heirs._state import HeirsState

VERBS = {"take": "TILE", "build": "TILE X,Y", "extend": "TILE X,Y", "move": "X,Y X,Y", "summon": "X,Y",
         "withdraw": "X,Y", "camp": "X,Y", "destroy": "X,Y", "spare": "", "discard": "TILE", "end": ""}
OF_PHASE = {1: ("destroy", "spare"), 2: ("discard",)}


def why_illegal(state: HeirsState, move: str, lang: str = "en") -> str:
    """Return why a move is not legal.

    Examples
    --------
    >>> from kingmaker.games import load_game
    >>> why_illegal(load_game("two-heirs").new(1), "end")
    'you have not taken a tile yet'
    """
    words = str(move).split()
    if not words or words[0] not in VERBS:
        return f"expected one of {', '.join(f'{verb} {rest}'.strip() for verb, rest in VERBS.items())}"
    verb, rest = words[0], VERBS[words[0]].split()
    if len(words) != 1 + len(rest):
        return f"expected {verb} {' '.join(rest)}".strip()
    shot = state.snapshot()
    asked = OF_PHASE.get(shot.phase, tuple(v for v in VERBS if v not in ("destroy", "spare", "discard")))
    if verb not in asked:
        return f"now only {', '.join(asked)} may be played"
    cells, names = [], []
    for word, kind in zip(words[1:], rest, strict=True):
        if kind == "TILE":
            names.append(word)
            continue
        cell = _cell(word)
        if cell is None:
            return f"expected a cell like 1,-2; got {word!r}"
        cells.append(cell)
    if verb in ("take", "end"):
        return _taking(state, shot, verb, names)
    if verb in ("build", "extend", "discard"):
        return _playing(state, shot, verb, names[0], cells)
    if verb == "camp" and "camps" in forbidden(state.game.options, state.rules.tiles)[shot.player]:
        return f"{PLAYERS[shot.player]} may not flip camps: an option of the game forbids it"
    if verb in ("camp", "destroy"):
        what = "an own camp, face up, after a take" if verb == "camp" else "under siege"
        return f"the tile on {words[1]} is not {what}"
    return _moving(shot, verb, cells)


def _cell(word: str) -> Cell | None:
    x, comma, y = word.partition(",")
    try:
        return (int(x), int(y)) if comma else None
    except ValueError:
        return None


def _write(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def _touch(one: Cell, two: Cell) -> bool:
    return one != two and abs(one[0] - two[0]) <= 1 and abs(one[1] - two[1]) <= 1


def _own(shot: Snapshot) -> list[Cell]:
    """Return where units of whose turn it is stand."""
    return [at for at, _ in shot.units[shot.player] if at is not None]


def _taking(state: HeirsState, shot: Snapshot, verb: str, names: list[str]) -> str:
    if verb == "end":
        return "you have not taken a tile yet"
    if shot.taken:
        return "you have taken a tile already"
    if names[0] not in shot.supply:
        return f"{names[0]} is not in the supply"
    return f"{names[0]} is out of reach; in reach: {', '.join(state.reach())}"


def _playing(state: HeirsState, shot: Snapshot, verb: str, name: str, cells: list[Cell]) -> str:
    hand = shot.hands[shot.player]
    if name not in hand:
        return f"{name} is not in {PLAYERS[shot.player]}'s hand ({', '.join(hand) or 'it is empty'})"
    if cells[0] in shot.board:
        return f"a tile lies on {_write(cells[0])} already"
    if not any(_touch(cells[0], at) for at in _own(shot)):
        return (f"{_write(cells[0])} does not touch a tile with one of {PLAYERS[shot.player]}'s units "
                f"({', '.join(map(_write, _own(shot)))})")
    if name in forbidden(state.game.options, state.rules.tiles)[shot.player]:
        return f"{PLAYERS[shot.player]} may not build {name}: an option of the game forbids it"
    tile = next(tile for tile in state.rules.tiles if tile.id == name)
    access = state.access()
    lack = [f"{need - has} {resource}" for need, (resource, has) in zip(tile.cost, access.items(), strict=True)
            if need > has]
    return f"{name} lacks {' and '.join(lack)}, with {shot.discounts} saved by extensions"


def _moving(shot: Snapshot, verb: str, cells: list[Cell]) -> str:
    units = shot.units[shot.player]
    if verb == "summon":
        if all(at is not None or moved for at, moved in units):
            return "no unit that may still move is in the supply"
        return _arriving(shot, cells[0], _own(shot))
    there = [i for i, (at, _) in enumerate(units) if at == cells[0]]
    if not there:
        return f"no unit of {PLAYERS[shot.player]} stands on {_write(cells[0])}"
    if units[there[0]][1]:
        return f"the unit on {_write(cells[0])} has moved this turn"
    if verb == "withdraw":
        return "the elite never leaves the board"
    return _arriving(shot, cells[1], [cells[0]])


def _arriving(shot: Snapshot, cell: Cell, starts: list[Cell]) -> str:
    if cell not in shot.board:
        return f"no tile lies on {_write(cell)}"
    if not any(_touch(cell, at) for at in starts):
        return f"{_write(cell)} does not touch {' or '.join(map(_write, starts))}"
    return f"a unit stands on {_write(cell)}"
