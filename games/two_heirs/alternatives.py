"""Other tables that could be the true ones: what a source tells stays, all else is drawn anew.

`tiles=@3` is the third drawing from the game's own table, `tiles=mine.csv@3` that from yours: the more of it you have
read off your tiles, the less it differs. `@3-terrain-roads` keeps some facts. The number is the seed.
"""
from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from io import StringIO
from itertools import combinations, combinations_with_replacement, product
from pathlib import Path
from typing import Any

import numpy as np

from kingmaker.games._base import GameState
from kingmaker.games._rng import Rng
from kingmaker.games.core.provenance import DrawnFile, split_drawing
from kingmaker.games.errors import NotationError
from kingmaker.games.spec import DataFile, Game
from kingmaker.games.two_heirs._state import HeirsState
from kingmaker.games.two_heirs.components import (
    BUILDINGS,
    CELLS,
    COLOURS,
    HERE,
    PRODUCERS,
    SETS,
    SURE,
    TERRAINS,
    TILE_COLUMNS,
    TILE_FACTS,
    TREASURE_COLUMNS,
    WORKSHOPS,
    Tile,
    Treasure,
    origins,
    read_tiles,
    read_treasures,
    reconstruction,
)
from kingmaker.games.two_heirs.position import carried
from kingmaker.games.two_heirs.weights import PATH

TILES, TREASURES = 1, 2  # branches of the seed
WAYS = ("NS", "EW", "NE", "SE", "SW", "NW")  # how a road of two ends runs
SITE_ROADS = "N+E+S+W"  # of every pilgrimage site, as the rulebooks say
HOME = {"farm": "yellow", "sawmill": "green", "quarry": "grey"}  # what each gives says on which terrain it stands
MOST_OF_ONE = 2  # resources of one kind in every cost that is known
LEAST_COST, MOST_COST = 1, 5
MOST_COPIES = 4  # of a building of travel
TRIES_A_TABLE = 3  # drawings to look at for each table wanted
TRIES = 1000  # a user's table may not allow what the rulebooks say
PAIRS = tuple("+".join(pair) for pair in combinations_with_replacement(TERRAINS, 2))


def alternative(game: Game, number: int) -> Game | None:
    """Return the game with the number-th drawing of its tables; None if all of them is known from sources."""
    tiles, _, _ = split_drawing(str(game.options["tiles"]), TILE_FACTS)
    treasures, _, _ = split_drawing(str(game.options["treasures"]))
    if not reconstruction(read_tiles(tiles or None), read_treasures(treasures or None)):
        return None
    return game.spec.bind({**game.options, "tiles": f"{tiles}@{number}", "treasures": f"{treasures}@{number}"})


def draw_tiles(tiles: Sequence[Tile], number: int, kept: Sequence[str] = ()) -> tuple[Tile, ...]:
    """Return the number-th alternative to a table of tiles.

    Every fact with a sure source stays, each set keeps its three tiles of each terrain, and what follows from the
    rulebooks for a building holds for all of its copies. The cost of an example stays with one copy.

    Parameters
    ----------
    kept : facts that stay too, of TILE_FACTS; a tile that turns into another building keeps its terrain alone

    Examples
    --------
    >>> own = read_tiles()
    >>> drawn = draw_tiles(own, 1)
    >>> drawn == draw_tiles(own, 1), drawn[12].cost == own[12].cost  # D4, the bakery of the example
    (True, True)
    """
    rng = Rng(np.random.SeedSequence([TILES, number]))
    drawn: list[Tile] = []
    for name in SETS:
        old = [tile for tile in tiles if tile.set == name]
        new = old if "copies" in kept else _copies(old, rng, may_move="terrain" not in kept)
        for fact, change in CHANGES.items():
            changed = change(old, new, rng)
            new = changed if fact not in kept else [
                own if own.building == was.building or fact == "terrain" else drawn
                for was, own, drawn in zip(old, new, changed, strict=True)]
        drawn += [_sourced(was, now) for was, now in zip(old, new, strict=True)]
    return tuple(drawn)


def draw_treasures(treasures: Sequence[Treasure], number: int) -> tuple[Treasure, ...]:
    """Return the number-th alternative to a table of treasure tokens: same kinds, other colours and cells."""
    rng = Rng(np.random.SeedSequence([TREASURES, number]))
    pairs: dict[str, list[str]] = {}
    for kind in ("vertical", "horizontal"):
        kept = {token.colours for token in treasures if token.kind == kind and origins(token)["colours"] in SURE}
        pairs[kind] = [pair for pair in PAIRS if pair not in kept]
    places = ["+".join(pair) for pair in combinations(CELLS, 2)]
    for left in (*pairs.values(), places):
        rng.shuffle(left)
    drawn = []
    for token in treasures:
        known, colours, cells = origins(token), token.colours, token.cells
        if known["colours"] not in SURE:
            colours = (pairs[token.kind].pop() if token.kind in pairs else
                       "brown+brown" if rng.below(2) else f"{rng.choice(COLOURS)}+{rng.choice(COLOURS)}")
        if cells and known["cells"] not in SURE:
            cells = places.pop()
        drawn.append(replace(token, colours=colours, cells=cells))
    return tuple(drawn)


def alternatives(state: GameState, n: int) -> list[HeirsState]:
    """Return up to n states: the position as the player to act sees it, with tables drawn anew.

    Tables are drawn whole where the position can be with them; else the terrains stay, then the copies too, then the
    treasures. Fewer than n, or none, where this does not help either or all is known.
    """
    found: list[HeirsState] = []
    for number in range(1, TRIES_A_TABLE * n + 1):
        game = alternative(state.game, number)
        if game is None or len(found) == n:
            break
        if game == state.game:
            continue
        tiles, own = game.options["tiles"], {"treasures": state.game.options["treasures"]}
        for changed in ({}, {"tiles": f"{tiles}-terrain"}, {"tiles": f"{tiles}-terrain-copies"},
                        {"tiles": f"{tiles}-terrain-copies", **own}):
            with suppress(NotationError):
                found.append(carried(state, game.spec.bind({**game.options, **changed})))
                break
    return found


def format_table(rows: Sequence[Tile] | Sequence[Treasure]) -> str:
    """Return a table as its file holds it, the way back of `parse_tiles` and `parse_treasures`."""
    out = StringIO()
    writer = csv.DictWriter(out, TILE_COLUMNS if isinstance(rows[0], Tile) else TREASURE_COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(row.as_row() for row in rows)
    return out.getvalue()


def component_files(options: Mapping[str, Any]) -> dict[str, DataFile]:
    """Return the files of a game's components, also those that are drawn, and of its weights."""
    own = {"tiles": HERE / "tiles.csv", "treasures": HERE / "treasures.csv", "weights": PATH}
    found: dict[str, DataFile] = {name: Path(options[name] or path) for name, path in own.items()}
    for name, read, facts in (("tiles", read_tiles, TILE_FACTS), ("treasures", read_treasures, ())):
        if split_drawing(options[name], facts)[1] is not None:
            rows: Any = read(options[name])
            found[name] = DrawnFile(f"{name}={options[name]}", format_table(rows), ".csv")
    return found


# -- how a set is drawn -------------------------------------------------------------------------------------------


def _is_sure(tile: Tile, fact: str) -> bool:
    return origins(tile).get(fact) in SURE


def _copies(old: list[Tile], rng: Rng, *, may_move: bool) -> list[Tile]:
    """Draw how often each building comes; as few tiles as possible turn into another one.

    A tile of which anything is known from a source stays what it is. Where terrains may not move either, none turns
    into a farm, a sawmill or a quarry, which have theirs.
    """
    kinds = BUILDINGS[old[0].set]
    held = Counter(tile.building for tile in old if any(origin in SURE for origin in origins(tile).values()))
    there = Counter(tile.building for tile in old)
    schemes = [counts for counts in _schemes(old[0].set) if all(n >= held[b] for b, n in counts.items())
               and (may_move or all(counts.get(b, 0) <= there[b] for b in HOME))]
    if not schemes:  # a user's table that no scheme fits
        return old
    counts = rng.choice(schemes)
    wanted = [building for building in kinds for _ in range(counts[building] - there[building])]
    new = list(old)
    for building in kinds:
        free = [k for k, tile in enumerate(old) if tile.building == building
                and not any(origin in SURE for origin in origins(tile).values())]
        rng.shuffle(free)
        for k in free[:max(there[building] - counts[building], 0)]:
            new[k] = replace(old[k], building=wanted.pop(rng.below(len(wanted))), param="")
    return new


def _schemes(name: str) -> list[dict[str, int]]:
    """Return how often the buildings of a set may come: what symmetry of the colours leaves open.

    Buildings that come by colour come equally often; that leaves one solution in dominion, crafts and guard.
    """
    kinds = BUILDINGS[name]
    if name == "travel":
        counts: list[tuple[int, ...]] = [c for c in product(range(1, MOST_COPIES + 1), repeat=4) if sum(c) == 9]
    elif name == "trade":
        counts = [(a, a, a, n, 9 - 3 * a - n) for a in (1, 2) for n in range(1, 9 - 3 * a)]
    else:
        one: dict[str, list[tuple[int, ...]]] = {
            "dominion": [(1, 1, 1, 1, 1, 1, 3)], "war": [(6, 3), (3, 6)], "crafts": [(2, 2, 2, 3)], "guard": [(6, 3)]}
        counts = one[name]
    return [dict(zip(kinds, c, strict=True)) for c in counts]


def _terrains(old: list[Tile], new: list[Tile], rng: Rng) -> list[Tile]:
    """Deal the set's terrains anew among the tiles whose terrain is not known."""
    fixed = {k: was.terrain if _is_sure(was, "terrain") else HOME[now.building]
             for k, (was, now) in enumerate(zip(old, new, strict=True))
             if _is_sure(was, "terrain") or now.building in HOME}
    left = list((Counter(tile.terrain for tile in old) - Counter(fixed.values())).elements())
    free = [k for k in range(len(new)) if k not in fixed]
    for _ in range(TRIES):
        rng.shuffle(left)
        dealt = fixed | dict(zip(free, left, strict=False))
        towers = {dealt.get(k) for k, tile in enumerate(new) if tile.building == "watchtower"}
        if not towers or towers == set(TERRAINS):  # rulebooks: in all three colours
            break
    return [replace(tile, terrain=dealt.get(k, tile.terrain)) for k, tile in enumerate(new)]


def _costs(old: list[Tile], new: list[Tile], rng: Rng) -> list[Tile]:
    """Draw costs: about as many resources as before, split otherwise; copies share one cost, or each has its own."""
    drawn = list(new)
    for building in BUILDINGS[old[0].set]:
        places = [k for k, tile in enumerate(new) if tile.building == building and not _is_sure(old[k], "cost")]
        usual = [sum(tile.cost) for tile in old if tile.building == building] or [3]
        known = {tile.cost for tile in old if tile.building == building and origins(tile)["cost"] == "extrapolated"}
        known -= {tile.cost for tile in old if tile.building == building and _is_sure(tile, "cost")}
        is_shared, common = bool(rng.below(2)), min(known, default=None) or _cost(rng.choice(usual), rng)
        rng.shuffle(places)
        for n, k in enumerate(places):
            cost = common if is_shared or (n == 0 and known) else _cost(rng.choice(usual), rng)
            drawn[k] = replace(new[k], wood=cost[0], stone=cost[1], wheat=cost[2])
    return drawn


def _cost(usual: int, rng: Rng) -> tuple[int, int, int]:
    """Draw a cost of the usual number of resources, or in half the cases one more or fewer."""
    total = min(max(usual + rng.choice((-1, 0, 0, 1)), LEAST_COST), MOST_COST)
    return rng.choice([(a, b, total - a - b) for a, b in product(range(MOST_OF_ONE + 1), repeat=2)
                       if 0 <= total - a - b <= MOST_OF_ONE])


def _roads(old: list[Tile], new: list[Tile], rng: Rng) -> list[Tile]:
    """Draw which tiles carry a road and how it runs; up to two tiles more or fewer than before."""
    places = [k for k, tile in enumerate(new) if tile.building != "pilgrimage" and not _is_sure(old[k], "roads")]
    before = sum(bool(old[k].roads) for k in places)
    n = min(max(before + rng.below(5) - 2, 0), len(places))
    rng.shuffle(places)
    drawn = [replace(tile, roads=SITE_ROADS) if tile.building == "pilgrimage" and not _is_sure(was, "roads") else tile
             for was, tile in zip(old, new, strict=True)]
    for i, k in enumerate(places):
        drawn[k] = replace(drawn[k], roads=rng.choice(WAYS) if i < n else "")
    return drawn


def _params(old: list[Tile], new: list[Tile], rng: Rng) -> list[Tile]:
    """Draw what the tiles' texts say; of two words that both occur, each occurs among a building's copies."""
    drawn = list(new)
    groups = [(("inn",), ("row", "column")), (("watchtower",), ("row", "column")), (WORKSHOPS, ("sides", "corners")),
              (("guildhall",), WORKSHOPS)]
    for buildings, words in groups:
        of = [k for k, tile in enumerate(new) if tile.building in buildings]
        places = [k for k in of if not _is_sure(old[k], "param")]
        told = {old[k].param for k in of if k not in places}
        rng.shuffle(places)
        wanted = [word for word in words if word not in told]
        for n, k in enumerate(places):
            drawn[k] = replace(new[k], param=wanted[n] if n < len(wanted) else rng.choice(words))
    for k, tile in enumerate(new):
        if tile.building == "trading-post" and not _is_sure(old[k], "param"):
            shown = 1 + rng.below(2 ** len(PRODUCERS) - 1)
            drawn[k] = replace(tile, param="+".join(kind for i, kind in enumerate(PRODUCERS) if shown >> i & 1))
    return drawn


CHANGES = {"terrain": _terrains, "cost": _costs, "roads": _roads, "param": _params}


def _sourced(was: Tile, now: Tile) -> Tile:
    """Return the drawn tile with its sources: those of facts that stayed, reconstructed for the others."""
    known, before, after = origins(was), _facts(was), _facts(now)
    parts = [f"{fact}:{known.get(fact, 'reconstructed') if before[fact] == after[fact] else 'reconstructed'}"
             for fact in origins(now)]
    return replace(now, source=";".join(parts))


def _facts(row: Tile | Treasure) -> dict[str, str]:
    """Return the facts of a row by the names that their sources use."""
    if isinstance(row, Treasure):
        return {"kind": row.kind, "colours": row.colours, "cells": row.cells}
    cost = " ".join(f"{n} {name}" for n, name in zip(row.cost, ("wood", "stone", "wheat"), strict=True))
    return {"copies": row.building, "terrain": row.terrain, "cost": cost, "roads": row.roads, "param": row.param}
