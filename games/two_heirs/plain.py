"""The table as plain text, for the terminal: what a person sees, nothing hidden."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kingmaker.games._base import GameState
from kingmaker.games.two_heirs._state import HeirsState
from kingmaker.games.two_heirs.components import RESOURCES, Tile
from kingmaker.games.two_heirs.names import LANGUAGES, name_of
from kingmaker.games.two_heirs.position import write_position

LETTERS = {"green": "gn", "grey": "gy", "yellow": "ye"}  # of a terrain
MARK = {"elite": "E", "regular": "r"}
SHADES = {"green": "green", "grey": "bright_black", "yellow": "yellow"}  # as terminals call them
TINTS = {**{letters: SHADES[terrain] for terrain, letters in LETTERS.items()},
         **{f"H{letters}": SHADES[terrain] for terrain, letters in LETTERS.items()},
         **{name_of("terrains", terrain, lang): shade for terrain, shade in SHADES.items() for lang in LANGUAGES},
         **{f"B{mark}": "blue" for mark in MARK.values()}}


def plain(state: GameState, observer: int, lang: str = "en") -> str:
    """Return the table in lines: whose turn, supply, hands, board with Blue's or the observer's units."""
    assert isinstance(state, HeirsState)
    keys = write_position(state)
    tiles = {tile.id: tile for tile in state.rules.tiles}
    stack = state.snapshot().stack
    top = name_of("terrains", tiles[stack[0]].terrain, lang) if stack else "-"
    lines = [
        f"{keys['player']}: {keys['phase']}" + (", taken" if keys["taken"] else "")
        + (f", {keys['discounts']} discounts" if keys["discounts"] else "")
        + ("" if keys["turns_after_this"] is None else f", {keys['turns_after_this']} turns after this one"),
        "supply from the shield on, * in reach:", *_supply(state, keys["supply"], tiles, lang),
        f"stack: {len(stack)}, top {top}",
        *(f"hand of {owner}: {'; '.join(_held(tile, tiles, lang) for tile in hand) or '-'}"
          for owner, hand in keys["hands"].items() if owner == "blue" or keys["mode"] == "duel"),
        *_board(keys, {tile: row.terrain for tile, row in tiles.items()}, observer),
    ]
    if keys["mode"] == "solo":
        henry = keys["henry"]
        lines.append(f"treasures on the board: {' '.join(t['token'] for t in henry['treasures']) or '-'}; "
                     f"in the pile {len(henry['pile'])}; gone {' '.join(henry['gone']) or '-'}")
    return "\n".join(lines)


def describe(tile: Tile, lang: str) -> str:
    """Return a tile as its owner finds it among the real ones: name, colour, cost, and what its text hangs on."""
    return ", ".join(part for part in (name_of("buildings", tile.building, lang), *_rest(tile, lang)) if part)


def _rest(tile: Tile, lang: str) -> tuple[str, str, str]:
    """Return what tells a tile from others of its name."""
    cost = " ".join(f"{n} {name_of('resources', resource, lang)}"
                    for n, resource in zip(tile.cost, RESOURCES, strict=True) if n)
    return name_of("terrains", tile.terrain, lang), cost, tile.param


def _supply(state: HeirsState, supply: Sequence[str | None], tiles: Mapping[str, Tile], lang: str) -> list[str]:
    """Return a line for each place: in reach or not, id, name, colour, cost."""
    in_reach = state.reach()
    rows = [("-", "", "", "", "") if tile is None else (
        "*" * (tile in in_reach) + tile, name_of("buildings", tiles[tile].building, lang), *_rest(tiles[tile], lang))
        for tile in supply]
    widths = [max(len(row[k]) for row in rows) for k in range(4)]
    return ["  " + "  ".join(f"{cell:{'>' if k == 0 else '<'}{width}}" for k, (cell, width) in enumerate(
        zip(row, (*widths, 0), strict=True))).rstrip() for row in rows]


def _held(tile: str, tiles: Mapping[str, Tile], lang: str) -> str:
    return f"{tile} {describe(tiles[tile], lang)}" if tile in tiles else tile


def _units(keys: dict[str, Any]) -> dict[tuple[int, int], str]:
    """Return the marks of the units on each cell: B or W and E or r, H and a colour for Henry's."""
    marks: dict[tuple[int, int], str] = {}
    for owner, units in keys["units"].items():
        for unit in units:
            if unit["at"] != "supply":
                cell = (unit["at"][0], unit["at"][1])
                marks[cell] = marks.get(cell, "") + owner[0].upper() + MARK[unit["kind"]]
    for colour, at in keys.get("henry", {}).get("units", {}).items():
        if at is not None:
            marks[at[0], at[1]] = marks.get((at[0], at[1]), "") + "H" + LETTERS[colour]
    return marks


def _board(keys: dict[str, Any], terrain: dict[str, str], observer: int) -> list[str]:
    """Return the board, north (for White, south) on top: tile and owner (b, w), colour of the terrain, units."""
    units = _units(keys)
    cells: dict[tuple[int, int], str] = {}
    for place in keys["board"]:
        tile, cell = place["tile"], (place["at"][0], place["at"][1])
        letters = LETTERS[tile[1:] if tile.startswith("?") else terrain[tile]]
        built = letters if place["owner"] is None else f"{tile}{place['owner'][0]} {letters}"
        cells[cell] = f"{built} {units.get(cell, '')}".strip()
    xs = range(min(x for x, _ in cells), max(x for x, _ in cells) + 1)
    ys = range(max(y for _, y in cells), min(y for _, y in cells) - 1, -1)
    columns, rows = (xs, ys) if observer == 0 else (xs[::-1], ys[::-1])
    width = max(map(len, cells.values())) + 2
    lines = ["board: b, w own a building; gn, gy, ye: its terrain, alone where it is open; units B, W with E elite, "
             "r regular; H Henry's",
             "     " + "".join(f"{x:<{width}}" for x in columns)]
    lines += [f"{y:>3}  " + "".join(f"{cells.get((x, y), '.'):<{width}}" for x in columns) for y in rows]
    return [line.rstrip() for line in lines]
