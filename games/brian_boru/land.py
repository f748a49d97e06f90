"""The map to be touched: regions with outlines and names that collide with nothing, towns as large as a finger."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, dist, hypot, pi, sin
from typing import Any

from kingmaker.games.brian_boru.components import Components, Region
from kingmaker.games.brian_boru.words import say
from kingmaker.games.core import svg
from kingmaker.games.core.board import touchable

WIDE, HIGH = 830.0, 1062.5  # of the whole map: towns are about a finger apart in it
FINGER = 60.0
COAST = 110.0  # so far from a town at most
EDGE = 114.0  # room for the coast, and for names that lie at sea
TINTS = {"red": "#eba79f", "blue": "#a9c4ea", "yellow": "#f5df8c", "white": "#ffffff"}
RIMS = {"red": "#9c2f24", "blue": "#2c5a97", "yellow": "#8a6d00", "white": svg.INK}
MEADOWS = ("#e6efdc", "#efe8d6", "#dfeae6", "#ece3ea", "#e9eed2", "#e3e6f0", "#f0e6dd", "#e0eddf")
NAME, TOKEN = 21, 16  # sizes of letters
SHORT = 10  # letters of a name in one line
LETTER = 0.64  # of a letter's width to its size, at most as a mean
Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom
Side = tuple[Point, int]  # of a cell: where it begins, and the town beyond it, or -1: the sea


@dataclass(frozen=True)
class Land:
    """Where everything lies; it hangs on the components alone."""

    places: Mapping[str, Point]
    cells: Mapping[str, tuple[Side, ...]]
    labels: Mapping[str, Point]  # the middle of each town's name
    names: Mapping[str, Point]  # the middle of each region's name
    size: Point


def name_lines(region: Region) -> list[str]:
    """Return a region's name as it stands on the map, a long one in two lines."""
    first, _, second = region.name.partition(" ")
    return [first, second] if second and len(region.name) > SHORT else [region.name]


def name_box(region: Region, middle: Point) -> Box:
    """Return the room that a region's name takes."""
    lines = name_lines(region)
    wide = max(max(map(len, lines)) * NAME, len("7 · needs 5") * TOKEN) * LETTER / 2
    high = (len(lines) * NAME + TOKEN) * 0.6
    return middle[0] - wide, middle[1] - high, middle[0] + wide, middle[1] + high


def town_box(place: Point) -> Box:
    """Return the room that a town takes."""
    return place[0] - 21, place[1] - 21, place[0] + 21, place[1] + 21


def label_box(place: Point) -> Box:
    """Return the room that a town's name takes."""
    return place[0] - 17, place[1] - 8, place[0] + 17, place[1] + 8


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes share room."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@lru_cache(maxsize=8)
def _land(towns: tuple[tuple[str, str, float, float], ...], regions: tuple[Region, ...],
          roads: tuple[tuple[str, str], ...]) -> Land:
    left, top = min(x for _, _, x, _ in towns), min(y for _, _, _, y in towns)
    places = {name: (EDGE + (x - left) * WIDE / 100, EDGE + (y - top) * HIGH / 100) for name, _, x, y in towns}
    size = max(x for x, _ in places.values()) + EDGE, max(y for _, y in places.values()) + EDGE
    points = list(places.values())
    cells = {name: tuple(_cell(i, points)) for i, name in enumerate(places)}
    region_of = {name: region for name, region, _, _ in towns}
    taken = [town_box(place) for place in points]
    lines = [(places[a], places[b]) for a, b in roads]
    labels: dict[str, Point] = {}
    for name, (x, y) in places.items():
        beside = ((x, y + 35), (x + 44, y), (x - 44, y), (x, y - 35), (x + 36, y + 28), (x - 36, y + 28))
        free = [spot for spot in beside if not any(overlap(label_box(spot), box) for box in taken)]
        clear = [spot for spot in free if not any(_crosses(road, label_box(spot)) for road in lines)]
        labels[name] = (*clear, *free, *beside)[0]
        taken.append(label_box(labels[name]))
    names: dict[str, Point] = {}
    for region in sorted(regions, key=lambda one: -len(one.name)):
        names[region.id] = _free_place(region, places, region_of, taken, lines, size)
        taken.append(name_box(region, names[region.id]))
    return Land(places, cells, labels, names, size)


def land_of(parts: Components) -> Land:
    """Return where the towns, outlines and names of some components lie."""
    return _land(tuple((town.id, town.region, town.x, town.y) for town in parts.towns), parts.regions, parts.roads)


def _cell(i: int, points: Sequence[Point]) -> list[Side]:
    """Return what is nearer to a town than to all others, up to its coast."""
    x, y = points[i]
    cell: list[Side] = [((x + COAST * cos(2 * pi * k / 20), y + COAST * sin(2 * pi * k / 20)), -1) for k in range(20)]
    for j, (a, b) in enumerate(points):
        if j != i and hypot(a - x, b - y) < 2 * COAST:
            cell = list(_clipped(cell, (x, y), (a, b), j))
    return cell


def _clipped(cell: Sequence[Side], own: Point, other: Point, j: int) -> Iterator[Side]:
    """Yield the sides of a cell without what is nearer to another town."""
    def excess(point: Point) -> float:
        return ((point[0] - own[0]) ** 2 + (point[1] - own[1]) ** 2
                - (point[0] - other[0]) ** 2 - (point[1] - other[1]) ** 2)

    for n, (point, beyond) in enumerate(cell):
        following = cell[(n + 1) % len(cell)][0]
        here, there = excess(point), excess(following)
        if here <= 0:
            yield point, beyond
        if (here <= 0) != (there <= 0):
            share = here / (here - there)
            cut = (point[0] + share * (following[0] - point[0]), point[1] + share * (following[1] - point[1]))
            yield cut, j if here <= 0 else beyond


def _free_place(region: Region, places: Mapping[str, Point], region_of: Mapping[str, str], taken: Sequence[Box],
                roads: Sequence[tuple[Point, Point]], size: Point) -> Point:
    """Return the place for a region's name that is nearest to its middle and collides with nothing."""
    own = [place for name, place in places.items() if region_of[name] == region.id]
    middle = sum(x for x, _ in own) / len(own), sum(y for _, y in own) / len(own)
    step = 6
    spots = sorted(((middle[0] + step * i, middle[1] + step * j) for i in range(-50, 51) for j in range(-50, 51)),
                   key=lambda spot: dist(spot, middle))
    for is_own, avoids_roads in ((True, True), (True, False), (False, True), (False, False)):
        for spot in spots:
            if is_own and not _is_on(spot, region.id, places, region_of):
                continue
            box = name_box(region, spot)
            if box[0] < 4 or box[1] < 4 or box[2] > size[0] - 4 or box[3] > size[1] - 4:
                continue
            if any(overlap(box, other) for other in taken) or _is_abroad(box, region.id, places, region_of):
                continue
            if not (avoids_roads and any(_crosses(road, box) for road in roads)):
                return spot
    return middle  # a crowded map of somebody's own


def _is_abroad(box: Box, region: str, places: Mapping[str, Point], region_of: Mapping[str, str]) -> bool:
    """Whether a box lies on the land of another region."""
    left, top, right, bottom = box
    corners = [(x, y) for x in (left, (left + right) / 2, right) for y in (top, bottom)]
    others = [other for other in set(region_of.values()) if other != region]
    return any(_is_on(corner, other, places, region_of) for corner in corners for other in others)


def _is_on(spot: Point, region: str, places: Mapping[str, Point], region_of: Mapping[str, str]) -> bool:
    """Whether a place lies on the land of a region."""
    near = min(places, key=lambda name: dist(places[name], spot))
    return region_of[near] == region and dist(places[near], spot) < COAST


def _crosses(road: tuple[Point, Point], box: Box) -> bool:
    (a, b), (c, d) = road
    return any(box[0] < a + k / 20 * (c - a) < box[2] and box[1] < b + k / 20 * (d - b) < box[3] for k in range(21))


# -- drawing -----------------------------------------------------------------------------------------------------------


def land_picture(keys: Mapping[str, Any], parts: Components, players: Sequence[str], steps: Mapping[str, int], *,
                 title: str, words: Mapping[str, str], lang: str = "en") -> str:
    """Return the map as a picture.

    Parameters
    ----------
    keys : of a position
    steps : numbers of a plan's moves on towns
    words : what is heard of each town
    """
    land = land_of(parts)
    pieces = [*_meadows(land, parts), *_names(land, keys, parts, lang)]
    pieces += [svg.line(*land.places[a], *land.places[b], stroke="#8f7b54", width=4) for a, b in parts.roads]
    for town in parts.towns:
        place = land.places[town.id]
        pieces += _town(town.colour, place, keys["towns"].get(town.id), players, is_active=keys["active"] == town.id)
        label = land.labels[town.id]
        pieces.append(svg.text(label[0], label[1] + 5, town.id, size=14))
        if town.id in steps:
            pieces.append(svg.number(place[0] + 22, place[1] - 20, steps[town.id], 12))
    size = f'class="reach" width="{FINGER:g}" height="{FINGER:g}" rx="8" fill-opacity="0"'
    for town in parts.towns:
        x, y = land.places[town.id]
        body = f'<rect x="{x - FINGER / 2:g}" y="{y - FINGER / 2:g}" {size}/>' + svg.circle(x, y, 24, stroke="none")
        pieces.append(touchable(town.id, words[town.id], body))
    return svg.document(*land.size, pieces, title=title, words="")


def _meadows(land: Land, parts: Components) -> Iterator[str]:
    """Yield the land of each town, then the outlines of regions: sides beyond which another region or the sea lies."""
    towns, numbers = parts.towns, {region.id: i for i, region in enumerate(parts.regions)}
    for town in towns:
        corners = " ".join(f"{x:.1f},{y:.1f}" for (x, y), _ in land.cells[town.id])
        fill = MEADOWS[numbers[town.region] % len(MEADOWS)]
        yield f'<polygon points="{corners}" fill="{fill}" stroke="{fill}"/>'
    outline = []
    for town in towns:
        cell = land.cells[town.id]
        for n, ((x, y), beyond) in enumerate(cell):
            if beyond < 0 or towns[beyond].region != town.region:
                (to_x, to_y), _ = cell[(n + 1) % len(cell)]
                outline.append(f"M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}")
    yield f'<path d="{"".join(outline)}" fill="none" stroke="#6f7d62" stroke-width="3" stroke-linecap="round"/>'


def _names(land: Land, keys: Mapping[str, Any], parts: Components, lang: str) -> Iterator[str]:
    for region in parts.regions:
        x, y = land.names[region.id]
        claim, lines = keys["claims"][region.id], name_lines(region)
        state = (claim["holder"] or say("board", lang)) if claim["up"] else say("needs", lang, region.threshold)
        below = f"{region.points} · {state}"
        y -= (len(lines) - 1) * NAME / 2
        for i, line in enumerate(lines):
            yield svg.text(x, y - 2 + NAME * i, line, size=NAME, bold=True, fill="#37422c")
        yield svg.text(x, y + NAME * len(lines) - 3, below, size=TOKEN, bold=bool(claim["up"]), fill="#37422c")


def _town(colour: str, place: Point, town: Mapping[str, Any] | None, players: Sequence[str], *,
          is_active: bool) -> Iterator[str]:
    """Yield a town: its colour's shape, for eyes that see no colour too, and what stands on it."""
    x, y = place
    if is_active:
        yield f'<circle cx="{x:g}" cy="{y:g}" r="22" fill="none" stroke="#b36b00" stroke-width="5"/>'
    if town and town["monastery"]:
        yield (f'<circle cx="{x:g}" cy="{y:g}" r="22" fill="white" stroke="{svg.INK}" stroke-width="2.5" '
               'stroke-dasharray="6 4"/>')
    yield shape(colour, x, y, 16)
    if town:
        yield from disc(x, y, 12, players.index(town["disc"]))
        if town["viking"]:
            yield svg.circle(x + 13, y - 12, 8, fill=svg.INK, stroke="white")
            yield svg.text(x + 13, y - 8, "V", size=11, fill="white", bold=True)


def shape(colour: str, x: float, y: float, r: float) -> str:
    """Return a colour's shape: square red, circle blue, diamond yellow, cross white."""
    style = f'fill="{TINTS[colour]}" stroke="{RIMS[colour]}" stroke-width="2"'
    if colour == "red":
        return f'<rect x="{x - r:g}" y="{y - r:g}" width="{2 * r:g}" height="{2 * r:g}" {style}/>'
    if colour == "white":
        a, b = r, r / 3
        corners = " ".join(f"{x + dx:g},{y + dy:g}" for dx, dy in (
            (-b, -a), (b, -a), (b, -b), (a, -b), (a, b), (b, b), (b, a), (-b, a), (-b, b), (-a, b), (-a, -b), (-b, -b)))
        return f'<polygon points="{corners}" {style}/>'
    if colour == "yellow":
        r *= 1.25
        corners = f"{x:g},{y - r:g} {x + r:g},{y:g} {x:g},{y + r:g} {x - r:g},{y:g}"
        return f'<polygon points="{corners}" {style}/>'
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" {style}/>'


def disc(x: float, y: float, r: float, seat: int) -> list[str]:
    """Return a player's disc with the seat's number."""
    return [svg.circle(x, y, r, fill=svg.PLAYERS[seat], stroke="white"),
            svg.text(x, y + r * 0.42, seat + 1, size=r * 1.25, fill="white", bold=True)]
