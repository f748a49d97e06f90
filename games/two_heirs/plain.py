"""The table as plain text, for the terminal: what a person sees, nothing hidden."""
from __future__ import annotations

from typing import Any

from kingmaker.games._base import GameState
from kingmaker.games.two_heirs._state import HeirsState
from kingmaker.games.two_heirs.names import name_of
from kingmaker.games.two_heirs.position import write_position

WIDTH = 8  # of a cell
OPEN = {"green": "gn", "grey": "gy", "yellow": "ye"}  # open terrain by its colour
MARK = {"elite": "E", "regular": "r"}


def plain(state: GameState, observer: int, lang: str = "en") -> str:
    """Return the table in lines: whose turn, supply, hands, board with Blue's or the observer's units."""
    assert isinstance(state, HeirsState)
    keys = write_position(state)
    tiles = {tile.id: tile for tile in state.rules.tiles}

    def named(tile: str | None) -> str:
        if tile is None or tile not in tiles:
            return "-" if tile is None else tile
        return f"{tile} {name_of('buildings', tiles[tile].building, lang)}"

    in_reach = state.reach()
    supply = ["*" * (tile in in_reach) + named(tile) for tile in keys["supply"]]
    stack = state.snapshot().stack
    top = name_of("terrains", tiles[stack[0]].terrain, lang) if stack else "-"
    lines = [
        f"{keys['player']}: {keys['phase']}" + (", taken" if keys["taken"] else "")
        + (f", {keys['discounts']} discounts" if keys["discounts"] else "")
        + ("" if keys["turns_after_this"] is None else f", {keys['turns_after_this']} turns after this one"),
        f"supply from the shield on, * in reach: {'  '.join(supply)}",
        f"stack: {len(stack)}, top {top}",
        *(f"hand of {owner}: {', '.join(map(named, hand)) or '-'}" for owner, hand in keys["hands"].items()
          if owner == "blue" or keys["mode"] == "duel"),
        *_board(keys, {tile: row.terrain for tile, row in tiles.items()}, observer),
    ]
    if keys["mode"] == "solo":
        henry = keys["henry"]
        lines.append(f"treasures on the board: {' '.join(t['token'] for t in henry['treasures']) or '-'}; "
                     f"in the pile {len(henry['pile'])}; gone {' '.join(henry['gone']) or '-'}")
    return "\n".join(lines)


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
            marks[at[0], at[1]] = marks.get((at[0], at[1]), "") + "H" + OPEN[colour]
    return marks


def _board(keys: dict[str, Any], terrain: dict[str, str], observer: int) -> list[str]:
    """Return the board, north (for White, south) on top: tile and owner (b, w), or the colour of open terrain."""
    units = _units(keys)
    cells: dict[tuple[int, int], str] = {}
    for place in keys["board"]:
        tile, cell = place["tile"], (place["at"][0], place["at"][1])
        colour = tile[1:] if tile.startswith("?") else terrain[tile]
        built = OPEN[colour] if place["owner"] is None else f"{tile}{place['owner'][0]}"
        cells[cell] = f"{built} {units.get(cell, '')}".strip()
    xs = range(min(x for x, _ in cells), max(x for x, _ in cells) + 1)
    ys = range(max(y for _, y in cells), min(y for _, y in cells) - 1, -1)
    columns, rows = (xs, ys) if observer == 0 else (xs[::-1], ys[::-1])
    lines = ["board: b, w own a building; gn, gy, ye are open; units B, W with E elite, r regular; H Henry's",
             "     " + "".join(f"{x:<{WIDTH}}" for x in columns)]
    lines += [f"{y:>3}  " + "".join(f"{cells.get((x, y), '.'):<{WIDTH}}" for x in columns) for y in rows]
    return [line.rstrip() for line in lines]
