"""The tile and treasure tables: the game's own, or a user's corrected ones.

Every fact in them has its source; `reconstruction` says in words how much is not known from a source.
"""
from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from io import StringIO
from pathlib import Path

from kingmaker.games.core.provenance import read_file, split_drawing
from kingmaker.games.errors import NotationError

HERE = Path(__file__).parent
LETTERS = {"travel": "T", "dominion": "D", "trade": "C", "war": "W", "crafts": "R", "guard": "G"}
SETS = tuple(LETTERS)
PER_SET = 9
TERRAINS = ("green", "grey", "yellow")
RESOURCES = ("wood", "stone", "wheat")  # what the terrains give, in the same order
BUILDINGS = {
    "travel": ("inn", "market", "pilgrimage", "robber-keep"),
    "dominion": ("mill", "stonemason", "cowshed", "bakery", "smithy", "lodge", "camp"),
    "trade": ("farm", "sawmill", "quarry", "trading-post", "cathedral"),
    "war": ("siege-tower", "fortress"),
    "crafts": ("basketry", "pottery", "cooperage", "guildhall"),
    "guard": ("watchtower", "guardhouse"),
}
SET_OF = {building: name for name, buildings in BUILDINGS.items() for building in buildings}
PRODUCERS = ("farm", "sawmill", "quarry")
WORKSHOPS = ("basketry", "pottery", "cooperage")
EDGES = "NESW"
CELLS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
KINDS = ("vertical", "horizontal", "position")
COLOURS = (*TERRAINS, "brown")
TILE_IDS = tuple(f"{letter}{n}" for letter in LETTERS.values() for n in range(1, PER_SET + 1))
TREASURE_IDS = tuple(f"K{n}" for n in range(1, 11))
TILE_FACTS = ("copies", "terrain", "cost", "roads", "param")
TREASURE_FACTS = ("kind", "colours", "cells")
ORIGINS = ("rulebook", "review", "tile", "extrapolated", "reconstructed")  # `tile`: a user read it off the real thing
SURE = ("rulebook", "review", "tile")
PLURALS = {"terrain": "terrains", "cost": "costs", "param": "params", "kind": "kinds"}
MOST_COST = 99


@dataclass(frozen=True)
class Tile:
    """One row of the tile table."""

    id: str
    set: str
    building: str
    terrain: str
    wood: int
    stone: int
    wheat: int
    roads: str
    param: str
    source: str

    @property
    def cost(self) -> tuple[int, int, int]:
        """Return wood, stone and wheat, the order of TERRAINS."""
        return self.wood, self.stone, self.wheat

    @property
    def edges(self) -> frozenset[str]:
        """Return the edges with a road end, as printed."""
        return frozenset(self.roads) - {"+"}

    @property
    def is_joined(self) -> bool:
        """Whether its road ends are one road; otherwise each road that reaches it ends there."""
        return len(self.edges) > 1 and "+" not in self.roads

    def as_row(self) -> dict[str, str | int]:
        """Return the row as records have it."""
        return asdict(self)


@dataclass(frozen=True)
class Treasure:
    """One row of the treasure table."""

    id: str
    kind: str
    colours: str
    cells: str
    source: str

    @property
    def pair(self) -> tuple[str, str]:
        """Return the two colours."""
        first, second = self.colours.split("+")
        return first, second

    @property
    def places(self) -> tuple[str, ...]:
        """Return the two neighbouring cells of a position token, the first colour's first; else nothing."""
        return tuple(self.cells.split("+")) if self.cells else ()

    def as_row(self) -> dict[str, str]:
        """Return the row as records have it."""
        return asdict(self)


TILE_COLUMNS = tuple(Tile.__dataclass_fields__)
TREASURE_COLUMNS = tuple(Treasure.__dataclass_fields__)


def read_tiles(path: str | Path | None = None) -> tuple[Tile, ...]:
    """Return the 54 tiles, `T1` to `G9`; without a path the game's own; `@3` behind it: the third drawing from them.

    Examples
    --------
    >>> tile = read_tiles()[12]
    >>> tile.id, tile.building, tile.cost, tile.roads
    ('D4', 'bakery', (1, 0, 2), 'NW')
    """
    name, number, kept = split_drawing(path, TILE_FACTS)
    tiles = parse_tiles(_read(name, "tiles"), where=name) if name else _own_tiles()
    if number is None:
        return tiles
    from kingmaker.games.two_heirs.alternatives import draw_tiles  # which is made of what stands here

    return draw_tiles(tiles, number, kept)


def read_treasures(path: str | Path | None = None) -> tuple[Treasure, ...]:
    """Return the ten treasure tokens, `K1` to `K10`; without a path the game's own; `@3` as for tiles.

    Examples
    --------
    >>> read_treasures()[6].places
    ('N', 'S')
    """
    name, number, _ = split_drawing(path)
    treasures = parse_treasures(_read(name, "treasures"), where=name) if name else _own_treasures()
    if number is None:
        return treasures
    from kingmaker.games.two_heirs.alternatives import draw_treasures  # which is made of what stands here

    return draw_treasures(treasures, number)


def parse_tiles(text: str, *, where: str = "tiles") -> tuple[Tile, ...]:
    """Return the tiles that a table's text holds, in the order of their ids, whatever the order of its rows."""
    return _parsed_tiles(text, where)


def parse_treasures(text: str, *, where: str = "treasures") -> tuple[Treasure, ...]:
    """Return the treasure tokens that a table's text holds, in the order of their ids."""
    rows = _read_rows(text, where, TREASURE_COLUMNS, TREASURE_IDS)
    return tuple(_treasure(rows[name]) for name in TREASURE_IDS)


def origins(row: Tile | Treasure) -> dict[str, str]:
    """Return where each fact of a row comes from; a fact that its source leaves out counts as reconstructed.

    Examples
    --------
    >>> origins(read_tiles()[0])["cost"]
    'extrapolated'
    """
    known = dict(part.split(":") for part in row.source.split(";") if part)
    names = list(TILE_FACTS if isinstance(row, Tile) else TREASURE_FACTS)
    for column in ("param", "cells"):
        if not getattr(row, column, "") and column in names:
            names.remove(column)
    return {name: known.get(name, "reconstructed") for name in names}


def count_origins(rows: Sequence[Tile] | Sequence[Treasure]) -> dict[str, dict[str, int]]:
    """Return for each fact how many rows have it from which source.

    Examples
    --------
    >>> count_origins(read_tiles())["terrain"]
    {'rulebook': 4, 'review': 0, 'tile': 0, 'extrapolated': 0, 'reconstructed': 50}
    """
    counts: dict[str, dict[str, int]] = {}
    for row in rows:
        for name, origin in origins(row).items():
            counts.setdefault(name, dict.fromkeys(ORIGINS, 0))[origin] += 1
    return counts


def reconstruction(tiles: Sequence[Tile], treasures: Sequence[Treasure]) -> str:
    """Say in one line how much of the tables is not known from a source; empty if all is.

    Examples
    --------
    >>> reconstruction(read_tiles(), read_treasures()).partition(",")[0]
    'tiles: 54 of 54 copies'
    """
    parts = []
    for name, rows in (("tiles", tiles), ("treasures", treasures)):
        facts = []
        for fact, counts in count_origins(rows).items():
            total = sum(counts.values())
            unsure = total - sum(counts[origin] for origin in SURE)
            if unsure:
                extra = f" ({counts['extrapolated']} extrapolated)" if counts["extrapolated"] else ""
                facts.append(f"{unsure} of {total} {PLURALS.get(fact, fact)}{extra}")
        if facts:
            parts.append(f"{name}: {', '.join(facts)}")
    return "; ".join(parts)


@lru_cache(maxsize=64)
def _parsed_tiles(text: str, where: str) -> tuple[Tile, ...]:
    """Return the tiles; a study with a table of one's own asks for them at every intervention."""
    rows = _read_rows(text, where, TILE_COLUMNS, TILE_IDS)
    return tuple(_tile(rows[name]) for name in TILE_IDS)


# -- helpers ------------------------------------------------------------------------------------------------------


class _Row:
    """The texts of one row by column, with where it stands, so that each refusal can name the place."""

    def __init__(self, where: str, number: int, cells: Mapping[str, str]) -> None:
        self.where = where
        self.number = number
        self.cells = cells

    def refuse(self, column: str, expected: str) -> NotationError:
        name = self.cells.get("id", "")
        label = f" ({name})" if name in TILE_IDS or name in TREASURE_IDS else ""
        return NotationError(f"{self.where}: row {self.number}{label}, column {column}: expected {expected}; "
                             f"got {_short(self.cells[column])}")

    def word(self, column: str, words: Sequence[str], why: str = "") -> str:
        if self.cells[column] not in words:
            raise self.refuse(column, _one_of(words) + why)
        return self.cells[column]

    def words(self, column: str, words: Sequence[str], expected: str, *, n: int = 0) -> str:
        """Return words joined by `+`; `n` = exactly so many, else each at most once."""
        parts = self.cells[column].split("+")
        if any(part not in words for part in parts) or (len(parts) != n if n else len(set(parts)) < len(parts)):
            raise self.refuse(column, expected)
        return self.cells[column]

    def number_in(self, column: str) -> int:
        text = self.cells[column]
        if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text) <= MOST_COST):
            raise self.refuse(column, f"a whole number from 0 to {MOST_COST}")
        return int(text)

    def empty(self, column: str, why: str) -> str:
        if self.cells[column]:
            raise self.refuse(column, f"nothing: {why}")
        return ""

    def source(self, facts: Sequence[str]) -> str:
        text, seen = self.cells["source"], set()
        for part in text.split(";") if text else ():
            fact, colon, origin = part.partition(":")
            if fact not in facts or fact in seen or not colon or origin not in ORIGINS:
                raise self.refuse("source", "parts `fact:origin` joined by `;`, each fact once, facts "
                                  f"{', '.join(facts)}, origins {', '.join(ORIGINS)}")
            seen.add(fact)
        return text


def _tile(row: _Row) -> Tile:
    name = row.cells["id"]
    of_set = next(word for word, letter in LETTERS.items() if letter == name[0])
    row.word("set", SETS)
    row.word("set", [of_set], f" for {name}")
    building = row.word("building", BUILDINGS[of_set], f" in the set {of_set}")
    terrain = row.word("terrain", TERRAINS)
    wood, stone, wheat = (row.number_in(column) for column in RESOURCES)
    return Tile(name, of_set, building, terrain, wood, stone, wheat, _roads(row), _param(row, building),
                row.source(TILE_FACTS))


def _roads(row: _Row) -> str:
    """Return the road ends, checked; rule 7.4: a tile joins all of its ends, or none."""
    text = row.cells["roads"]
    parts = text.split("+") if text else []
    ends = "".join(parts)
    if not all(parts) or any(end not in EDGES for end in ends) or len(set(ends)) < len(ends):
        raise row.refuse("roads", "nothing, or edges of N E S W, each once, `+` between ends that are not joined")
    if len(parts) > 1 and max(map(len, parts)) > 1:
        raise row.refuse("roads", "all road ends joined, as NESW, or none, as N+E+S+W")
    return text


def _param(row: _Row, building: str) -> str:
    if building in ("inn", "watchtower"):
        return row.word("param", ("row", "column"), f" for {building}")
    if building in WORKSHOPS:
        return row.word("param", ("sides", "corners"), f" for {building}")
    if building == "guildhall":
        return row.word("param", WORKSHOPS, " for guildhall")
    if building == "trading-post":
        return row.words("param", PRODUCERS, f"some of {', '.join(PRODUCERS)} for trading-post, each once, "
                         "`+` between")
    return row.empty("param", f"{building} has none")


def _treasure(row: _Row) -> Treasure:
    kind = row.word("kind", KINDS)
    colours = row.words("colours", COLOURS, f"two of {', '.join(COLOURS)}, `+` between", n=2)
    if kind == "position":
        cells = row.words("cells", CELLS, f"two different ones of {', '.join(CELLS)}, `+` between", n=2)
        first, second = cells.split("+")
        if first == second:
            raise row.refuse("cells", f"two different ones of {', '.join(CELLS)}, `+` between")
    else:
        cells = row.empty("cells", f"only position tokens have cells, this one is {kind}")
    return Treasure(row.cells["id"], kind, colours, cells, row.source(TREASURE_FACTS))


def _read(path: str, option: str) -> str:
    return read_file(path, f"two-heirs: option {option}", "a table", part="row")


def _read_rows(text: str, where: str, columns: Sequence[str], ids: Sequence[str]) -> dict[str, _Row]:
    """Return the rows by id, each id exactly once; blank lines are passed over."""
    rows: dict[str, _Row] = {}
    has_head = False
    for number, cells in _split(text, where):
        if not has_head:
            _check_head(where, number, cells, columns)
            has_head = True
            continue
        if len(cells) != len(columns):
            raise NotationError(f"{where}: row {number}, column {columns[min(len(cells), len(columns) - 1)]}: "
                                f"expected {len(columns)} columns, got {len(cells)}")
        row = _Row(where, number, dict(zip(columns, cells, strict=True)))
        if cells[0] not in ids:
            raise row.refuse("id", _range_of(ids))
        if cells[0] in rows:
            raise row.refuse("id", f"each id once, and row {rows[cells[0]].number} has it already")
        rows[cells[0]] = row
    if not has_head:
        raise NotationError(f"{where}: row 1, column {columns[0]}: expected the header {','.join(columns)}; "
                            "got an empty table")
    missing = [name for name in ids if name not in rows]
    if missing:
        more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
        raise NotationError(f"{where}: after the last row, column id: expected {len(ids)} rows, {_range_of(ids)}; "
                            f"got {len(rows)}, without {', '.join(missing[:5])}{more}")
    return rows


def _split(text: str, where: str) -> list[tuple[int, list[str]]]:
    """Return the rows that are not blank, each with the number of its line."""
    reader = csv.reader(StringIO(text, newline=""), strict=True, skipinitialspace=True)
    rows = []
    try:
        for cells in reader:
            stripped = [cell.strip() for cell in cells]
            if any(stripped):
                rows.append((reader.line_num, stripped))
    except csv.Error as error:
        raise NotationError(f"{where}: row {reader.line_num}: expected comma-separated values; {error}") from None
    return rows


def _check_head(where: str, number: int, cells: Sequence[str], columns: Sequence[str]) -> None:
    for place, expected in enumerate(columns):
        came = cells[place] if place < len(cells) else ""
        if came != expected:
            raise NotationError(f"{where}: row {number}, column {place + 1}: expected the header {','.join(columns)}, "
                                f"here {expected!r}; got {_short(came)}")
    if len(cells) > len(columns):
        raise NotationError(f"{where}: row {number}, column {len(columns) + 1}: expected the header "
                            f"{','.join(columns)} and no more; got {_short(cells[len(columns)])}")


def _range_of(ids: Sequence[str]) -> str:
    if ids is TREASURE_IDS:
        return f"{ids[0]} to {ids[-1]}"
    return ", ".join(f"{letter}1 to {letter}{PER_SET}" for letter in LETTERS.values())


def _one_of(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "…") if text else "nothing"


@cache
def _own_tiles() -> tuple[Tile, ...]:
    return parse_tiles((HERE / "tiles.csv").read_text(encoding="utf-8"), where="tiles.csv")


@cache
def _own_treasures() -> tuple[Treasure, ...]:
    return parse_treasures((HERE / "treasures.csv").read_text(encoding="utf-8"), where="treasures.csv")
