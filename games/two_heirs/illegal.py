"""Why a move is not legal, in one sentence."""
from __future__ import annotations

from typing import TYPE_CHECKING

from kingmaker.games.two_heirs.interventions import forbidden
from kingmaker.games.two_heirs.names import PLAYERS, name_of
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
        return _say("expected-one", lang, ", ".join(f"{verb} {rest}".strip() for verb, rest in VERBS.items()))
    verb, rest = words[0], VERBS[words[0]].split()
    if len(words) != 1 + len(rest):
        return _say("expected", lang, f"{verb} {' '.join(rest)}".strip())
    shot = state.snapshot()
    asked = OF_PHASE.get(shot.phase, tuple(v for v in VERBS if v not in ("destroy", "spare", "discard")))
    if verb not in asked:
        return _say("phase", lang, ", ".join(asked))
    cells, names = [], []
    for word, kind in zip(words[1:], rest, strict=True):
        if kind == "TILE":
            names.append(word)
            continue
        cell = _cell(word)
        if cell is None:
            return _say("cell", lang, repr(word))
        cells.append(cell)
    if verb in ("take", "end"):
        return _taking(state, shot, verb, names, lang)
    if verb in ("build", "extend", "discard"):
        return _playing(state, shot, names[0], cells, lang)
    if verb == "camp" and "camps" in forbidden(state.game.options, state.rules.tiles)[shot.player]:
        return _say("no-camps", lang, _player(shot, lang))
    if verb in ("camp", "destroy"):
        return _say("no-camp" if verb == "camp" else "no-siege", lang, words[1])
    return _moving(shot, verb, cells, lang)


def _say(key: str, lang: str, *values: object) -> str:
    return name_of("reasons", key, lang).format(*values)


def _player(shot: Snapshot, lang: str) -> str:
    """Return whose turn it is: in English by the word that files use."""
    player = PLAYERS[shot.player]
    return player if lang == "en" else name_of("players", player, lang)


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


def _taking(state: HeirsState, shot: Snapshot, verb: str, names: list[str], lang: str) -> str:
    if verb == "end":
        return _say("not-taken", lang)
    if shot.taken:
        return _say("taken", lang)
    if names[0] not in shot.supply:
        return _say("not-in-supply", lang, names[0])
    return _say("out-of-reach", lang, names[0], ", ".join(state.reach()))


def _playing(state: HeirsState, shot: Snapshot, name: str, cells: list[Cell], lang: str) -> str:
    hand = shot.hands[shot.player]
    if name not in hand:
        return _say("not-in-hand", lang, name, _player(shot, lang), ", ".join(hand) or _say("hand-empty", lang))
    if cells and cells[0] in shot.board:
        return _say("occupied", lang, _write(cells[0]))
    if cells and not any(_touch(cells[0], at) for at in _own(shot)):
        return _say("not-near", lang, _write(cells[0]), _player(shot, lang), ", ".join(map(_write, _own(shot))))
    if name in forbidden(state.game.options, state.rules.tiles)[shot.player]:
        return _say("forbidden", lang, _player(shot, lang), name)
    tile = next(tile for tile in state.rules.tiles if tile.id == name)
    access = state.access()
    lack = [f"{need - has} {name_of('resources', resource, lang)}"
            for need, (resource, has) in zip(tile.cost, access.items(), strict=True) if need > has]
    return _say("lacks", lang, name, f" {_say('and', lang)} ".join(lack), shot.discounts)


def _moving(shot: Snapshot, verb: str, cells: list[Cell], lang: str) -> str:
    units = shot.units[shot.player]
    if verb == "summon":
        if all(at is not None or moved for at, moved in units):
            return _say("no-unit-waits", lang)
        return _arriving(shot, cells[0], _own(shot), lang)
    there = [i for i, (at, _) in enumerate(units) if at == cells[0]]
    if not there:
        return _say("no-unit", lang, _player(shot, lang), _write(cells[0]))
    if units[there[0]][1]:
        return _say("has-moved", lang, _write(cells[0]))
    if verb == "withdraw":
        return _say("elite-stays", lang)
    return _arriving(shot, cells[1], [cells[0]], lang)


def _arriving(shot: Snapshot, cell: Cell, starts: list[Cell], lang: str) -> str:
    if cell not in shot.board:
        return _say("no-tile", lang, _write(cell))
    if not any(_touch(cell, at) for at in starts):
        return _say("not-beside", lang, _write(cell), f" {_say('or', lang)} ".join(map(_write, starts)))
    return _say("unit-there", lang, _write(cell))
