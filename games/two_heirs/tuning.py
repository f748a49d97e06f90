"""What of the tile table may be turned: what a building or a tile costs, and on how many of its copies a road runs."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kingmaker.games.core.tuning import Knob, Tuning
from kingmaker.games.spec import Game
from kingmaker.games.two_heirs.alternatives import WAYS, format_table
from kingmaker.games.two_heirs.components import HERE, Tile, read_tiles

MOST_A_TILE = 9  # resources: three of each
Cost = tuple[int, ...]


def words(game: Game) -> list[str]:
    """Return the buildings in play, then the tiles."""
    tiles = _in_play(game)
    return [*dict.fromkeys(tile.building for tile in tiles), *(tile.id for tile in tiles)]


def knobs(game: Game, word: str) -> list[Knob]:
    """Return what can be turned of a building, all of its copies together, or of a tile."""
    tiles = _named(read_tiles(game.options["tiles"] or None), word)
    cost, roads = sum(sum(tile.cost) for tile in tiles), sum(bool(tile.roads) for tile in tiles)
    return [Knob("cost", "resources, of all copies together", 0, max(MOST_A_TILE * len(tiles), cost), cost),
            Knob("roads", "copies with a road", 0, len(tiles), roads)]


def turned(game: Game, word: str, values: Mapping[str, int]) -> str:
    """Return the table with a building's cost or roads changed; what is changed is reconstructed."""
    tiles = list(read_tiles(game.options["tiles"] or None))
    places = [k for k, tile in enumerate(tiles) if word in (tile.id, tile.building)]
    chosen = [tiles[k] for k in places]
    costs = spread_cost([tile.cost for tile in chosen], values["cost"]) if "cost" in values else [
        tile.cost for tile in chosen]
    with_roads = _with_roads(chosen, values["roads"]) if "roads" in values else chosen
    for k, tile, cost in zip(places, with_roads, costs, strict=True):
        wood, stone, wheat = cost
        changed = replace(tile, wood=wood, stone=stone, wheat=wheat)
        tiles[k] = replace(changed, source=_sources(tiles[k], changed))
    return format_table(tiles)


def spread_cost(costs: Sequence[Cost], total: int) -> list[Cost]:
    """Return the costs of some copies with another sum, one resource after the other from those that they have.

    The cheapest copy becomes dearer by what it needs least of, the dearest cheaper by what it needs most of; so each
    sum has one answer, and a larger one is nowhere less.

    Examples
    --------
    >>> spread_cost([(1, 2, 1), (1, 1, 2)], 9), spread_cost([(1, 2, 1), (1, 1, 2)], 6), spread_cost([(0, 0, 0)] * 3, 4)
    ([(2, 2, 1), (1, 1, 2)], [(1, 1, 1), (1, 1, 1)], [(1, 1, 0), (0, 1, 0), (0, 0, 1)])
    """
    now = [list(cost) for cost in costs]
    while sum(map(sum, now)) < total:
        k = min(range(len(now)), key=lambda k: sum(now[k]))
        r = min(range(3), key=lambda r: (now[k][r], (r - k) % 3))  # copies begin with different resources
        now[k][r] += 1
    while sum(map(sum, now)) > total:
        k = max(range(len(now)), key=lambda k: (sum(now[k]), -k))
        r = max(range(3), key=lambda r: (now[k][r], (r - k) % 3))
        now[k][r] -= 1
    return [tuple(cost) for cost in now]


def _with_roads(tiles: Sequence[Tile], n: int) -> list[Tile]:
    """Return tiles of which n have a road: the first that have none get one, the last that have one lose it."""
    now = list(tiles)
    for k in range(len(now)):
        if not now[k].roads and sum(bool(tile.roads) for tile in now) < n:
            now[k] = replace(now[k], roads=WAYS[k % len(WAYS)])
    for k in reversed(range(len(now))):
        if now[k].roads and sum(bool(tile.roads) for tile in now) > n:
            now[k] = replace(now[k], roads="")
    return now


def _sources(was: Tile, now: Tile) -> str:
    """Return where the facts of a tile come from: those that were changed from nowhere."""
    changed = {fact for fact, moved in (("cost", was.cost != now.cost), ("roads", was.roads != now.roads)) if moved}
    parts = [part.partition(":") for part in was.source.split(";") if part]
    return ";".join(f"{fact}:{'reconstructed' if fact in changed else origin}" for fact, _, origin in parts)


def _in_play(game: Game) -> list[Tile]:
    sets = str(game.options["sets"]).split(",")
    return [tile for tile in read_tiles(game.options["tiles"] or None) if tile.set in sets]


def _named(tiles: Sequence[Tile], word: str) -> list[Tile]:
    return [tile for tile in tiles if word in (tile.id, tile.building)]


TUNING = Tuning(option="tiles", own=HERE / "tiles.csv", words=words, knobs=knobs, turned=turned)
