"""The one-line texts of a state: the whole truth, which `Game.parse` reads back, and what one player knows.

    blue main 0 0 - / T3 D1 D8 C4 T7 C9 / D2 T1 / - / - / C2@0,0 T5b@1,0 / 0,0 s s! / 0,0 1,1 s / D3

Sections: player, phase, whether taken, discounts, turns after this one, cells under siege; supply; stack, top first;
Blue's and White's hand; board (`b`, `w` = owner); Blue's units (elite first, `s` = supply, `!` = has moved); White's
units, or Henry's by colour and Blue's last building; removed tiles. Solo: pile, treasures on the board, tokens gone,
tokens unused. A view has one section more: what is unknown in it.
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from kingmaker.games.errors import NotationError
from kingmaker.games.two_heirs.names import PHASES, PLAYERS
from kingmaker.games.two_heirs.snapshot import Cell, Doubt, Snapshot

if TYPE_CHECKING:
    from kingmaker.games.two_heirs._components import Rules

OWNERS = {"": None, "b": "blue", "w": "white"}
LETTERS = {None: "", 0: "b", 1: "w"}
DOUBTS = ("stack", "top", "start", "pile", "unused")  # whole parts of which a view says that they are unknown


def format_text(shot: Snapshot) -> str:
    """Return the whole truth in one line."""
    sections = [*_sections(shot), _join(shot.removed)]
    if shot.henry_units:
        sections += [_join(shot.pile), _join(f"{token}@{_cell(at)}" for at, token in shot.treasures), _join(shot.gone),
                     _join(shot.unused)]
    if shot.doubt is not None:
        sections.append(_doubts(shot.doubt))
    return " / ".join(sections)


def format_view(shot: Snapshot, observer: int, rules: Rules) -> str:
    """Return what an observer knows in one line; rule 8."""
    terrain = {tile.id: tile.terrain for tile in rules.tiles}
    doubt = shot.doubt or Doubt()
    sections = _sections(shot)
    top = f" ?{'' if doubt.top else terrain[shot.stack[0]]}" if shot.stack else ""
    sections[2] = f"{len(shot.stack)}{top}"
    for player in range(2):
        vague, tinted = (set(), set()) if player == observer else (doubt.vague[player], doubt.tinted[player])
        sections[3 + player] = _dimmed(shot.hands[player], vague, tinted, terrain)
    start, rest = sections[5].split(" ", 1) if " " in sections[5] else (sections[5], "")
    sections[5] = f"?{terrain[start.partition('@')[0]]}@0,0 {rest}".strip()
    sections.append(_dimmed(shot.removed, doubt.lost_vague, doubt.lost_tinted, terrain))
    if shot.henry_units:
        sections += [str(len(shot.pile)), _join(f"{token}@{_cell(at)}" for at, token in shot.treasures),
                     _join(shot.gone), str(len(shot.unused))]
    return " / ".join(sections)


def parse_text(text: str, mode: str, level: int, sets: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
    """Return the position that a text describes, unchecked, and the words of what is unknown in it."""
    solo = mode == "solo"
    sections = [section.split() for section in text.split(" / ")]
    expected = 13 if solo else 9
    if len(sections) not in (expected, expected + 1):
        raise NotationError(f"two-heirs: expected {expected} sections with ' / ' between, like 'blue main 0 0 - / "
                            f"T3 ... / ...'; got {len(sections)} in {text!r}")
    lists = [[] if section == ["-"] else section for section in sections]
    head = sections[0]
    if len(head) < 5 or head[2] not in ("0", "1"):
        raise NotationError("two-heirs: section 1: expected player, phase, 0 or 1, discounts, turns after this one; "
                            f"got {' '.join(head)!r}")
    position: dict[str, Any] = {
        "game": "two-heirs", "version": 1, "mode": mode, "sets": list(sets), "player": head[0], "phase": head[1],
        "taken": head[2] == "1", "discounts": _number(head[3]), "turns_after_this": _null(head[4], _number),
        "supply": [_null(word, str) for word in sections[1]], "stack": lists[2],
        "hands": {"blue": lists[3], "white": lists[4]}, "board": [_place(word) for word in lists[5]],
        "units": {"blue": [_unit(i, word) for i, word in enumerate(sections[6])]}, "removed": lists[8],
    }
    if head[5:]:
        position["targets"] = [_parse_cell(word) for word in head[5:]]
    if solo:
        position["level"] = level
        position["henry"] = _henry(sections[7], lists[9:13])
    else:
        position["units"]["white"] = [_unit(i, word) for i, word in enumerate(sections[7])]
    return position, sections[expected] if len(sections) > expected else []


# -- writing ------------------------------------------------------------------------------------------------------


def _cell(cell: Cell | None) -> str:
    return "-" if cell is None else f"{cell[0]},{cell[1]}"


def _join(words: Iterable[str]) -> str:
    return " ".join(words) or "-"


def _sections(shot: Snapshot) -> list[str]:
    """Return all sections up to the removed tiles."""
    turns = "-" if shot.turns_after is None else str(shot.turns_after)
    head = [PLAYERS[shot.player], PHASES[shot.phase], str(int(shot.taken)), str(shot.discounts), turns]
    head += map(_cell, shot.targets)
    units = [" ".join(("s" if at is None else _cell(at)) + "!" * moved for at, moved in three) for three in shot.units]
    if shot.henry_units:
        units.append(" ".join(map(_cell, [*shot.henry_units, shot.last])))
    board = " ".join([f"{tile}{LETTERS[owner]}@{x},{y}" for (x, y), (tile, owner) in shot.board.items()])
    return [" ".join(head), " ".join(tile or "-" for tile in shot.supply), _join(shot.stack), _join(shot.hands[0]),
            _join(shot.hands[1]), board, *units]


def _dimmed(tiles: Sequence[str], vague: set[str], tinted: set[str], terrain: dict[str, str]) -> str:
    """Return tiles, the unknown ones last and without their names."""
    known = [tile for tile in tiles if tile not in vague and tile not in tinted]
    return _join(known + sorted(f"?{terrain[tile]}" for tile in tinted) + ["?"] * len(vague))


def _doubts(doubt: Doubt) -> str:
    tiles = [f"?{tile}" for tile in sorted(doubt.vague[0] | doubt.vague[1] | doubt.lost_vague)]
    tiles += [f"~{tile}" for tile in sorted(doubt.tinted[0] | doubt.tinted[1] | doubt.lost_tinted)]
    return _join(tiles + [name for name in DOUBTS if getattr(doubt, name)])


# -- reading ------------------------------------------------------------------------------------------------------


def _number(word: str) -> int:
    if not (word.lstrip("-").isdigit() and word.isascii() and len(word) < 10):
        raise NotationError(f"two-heirs: expected a whole number, got {word!r}")
    try:
        return int(word)
    except ValueError:
        raise NotationError(f"two-heirs: expected a whole number, got {word!r}") from None


def _null(word: str, read: Any) -> Any:
    return None if word == "-" else read(word)


def _parse_cell(word: str) -> list[int]:
    x, comma, y = word.partition(",")
    if not comma:
        raise NotationError(f"two-heirs: expected a cell like 1,-2; got {word!r}")
    return [_number(x), _number(y)]


def _place(word: str) -> dict[str, Any]:
    tile, _, at = word.partition("@")
    owner = tile[-1:] if tile[-1:] in ("b", "w") else ""
    return {"at": _parse_cell(at), "tile": tile.removesuffix(owner), "owner": OWNERS[owner]}


def _unit(i: int, word: str) -> dict[str, Any]:
    at = word.removesuffix("!")
    return {"kind": "regular" if i else "elite", "at": "supply" if at == "s" else _parse_cell(at),
            "moved": at != word}


def _henry(words: list[str], lists: list[list[str]]) -> dict[str, Any]:
    if len(words) != 4:
        raise NotationError("two-heirs: section 8: expected the cells of Henry's three units and of your last "
                            f"building; got {' '.join(words)!r}")
    pile, laid, gone, unused = lists
    cells = [_null(word, _parse_cell) for word in words]
    treasures = []
    for word in laid:
        token, _, at = word.partition("@")
        treasures.append({"at": _parse_cell(at), "token": token})
    return {"units": dict(zip(("green", "grey", "yellow"), cells[:3], strict=True)), "last": cells[3], "pile": pile,
            "treasures": treasures, "gone": gone, "unused": unused}
