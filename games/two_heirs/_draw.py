"""The pieces of the picture: tiles, units, tokens. Colours never stand alone: each terrain has a shape of its own."""
from __future__ import annotations

from math import cos, radians, sin

from kingmaker.games.core import svg
from kingmaker.games.two_heirs._icons import ICONS
from kingmaker.games.two_heirs.components import TERRAINS, Tile, Treasure

SIDE = 60  # tiles are drawn in a box of 60 by 60 and scaled
FILLS = {"green": "#7fbf8e", "grey": "#c3c8d0", "yellow": "#fbe58f", "brown": "#c8a27a", "": "#ffffff"}
MARKS = {"green": "#1f6b3d", "grey": "#5d6673", "yellow": "#b07d00", "brown": "#6b4a2b", "": "#8a8578"}
BLUE = svg.PLAYERS[0]
WHITE = "#ffffff"
OWNERS = {"blue": BLUE, "white": WHITE}
GOLD = "#e69f00"
ALARM = "#d55e00"
ROAD = "#5a3a1a"
ROAD_LIGHT = "#e8cfa0"
ENDS = {"N": (30, 0), "E": (60, 30), "S": (30, 60), "W": (0, 30)}
STEPS = {"N": (0, -1), "NE": (1, -1), "E": (1, 0), "SE": (1, 1), "S": (0, 1), "SW": (-1, 1), "W": (-1, 0),
         "NW": (-1, -1)}
DISC = 15.5
FRAME = f'<rect x="0.6" y="0.6" width="58.8" height="58.8" fill="none" stroke="{svg.INK}" stroke-width="1.2"/>'
SHIELD = "M0 0H20V11C20 18 14 22 10 24C6 22 0 18 0 11Z"
CORNERS = {
    "green": ((0, -1.1), (1.1, 0.85), (-1.1, 0.85)),
    "grey": ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    "brown": ((0, -1.1), (1.1, 0), (0, 1.1), (-1.1, 0)),
}
DOTS = ((5, 7), (17, 4), (30, 5), (41, 4), (51, 7), (3, 18), (53, 18), (4, 30), (52, 30), (3, 42), (53, 42), (5, 53),
        (17, 56), (29, 55), (41, 56), (51, 53), (14, 15), (42, 15), (14, 45), (42, 45))
TREES = ((8, 4), (22, 2), (38, 2), (52, 4), (4, 17), (15, 13), (45, 13), (56, 17), (5, 30), (55, 30), (4, 42), (15, 42),
         (45, 42), (56, 42), (8, 53), (22, 53), (38, 53), (52, 53))
BRICKS = ("M0 10H60M0 20H60M0 30H60M0 40H60M0 50H60M10 0V10M30 0V10M50 0V10M20 10V20M40 10V20M10 20V30M30 20V30"
          "M50 20V30M20 30V40M40 30V40M10 40V50M30 40V50M50 40V50M20 50V60M40 50V60")
SHAPES = {"wood": "green", "stone": "grey", "wheat": "yellow"}
SMALL = 34  # below this side a tile on the board shows only what can still be read


def path(d: str, *, fill: str = "none", stroke: str = "none", width: float = 1, extra: str = "") -> str:
    """Return a path."""
    return f'<path d="{d}" fill="{fill}" stroke="{stroke}" stroke-width="{width:g}"{extra}/>'


def group(x: float, y: float, scale: float, parts: list[str]) -> str:
    """Return parts moved and scaled."""
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{"".join(parts)}</g>'


def turn_half(parts: list[str]) -> str:
    """Return parts of a tile turned by 180 degrees."""
    return f'<g transform="rotate(180 {SIDE / 2:g} {SIDE / 2:g})">{"".join(parts)}</g>'


def shape(terrain: str, x: float, y: float, r: float, *, fill: str | None = None, stroke: str = svg.INK,
          width: float = 1) -> str:
    """Return a terrain's shape: triangle for green, square for grey, circle for yellow, diamond for brown."""
    corners = CORNERS.get(terrain)
    fill = MARKS[terrain] if fill is None else fill
    if corners is None:
        return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}" stroke="{stroke}" stroke-width="{width:g}"/>'
    d = "M" + "L".join(f"{x + r * dx:.4g} {y + r * dy:.4g}" for dx, dy in corners) + "Z"
    return path(d, fill=fill, stroke=stroke, width=width)


def icon(building: str, x: float, y: float, size: float, *, paper: str = svg.PAPER) -> str:
    """Return a building's picture in a square whose upper left corner is (x, y)."""
    style = {"f": f'fill="{svg.INK}"', "s": f'fill="none" stroke="{svg.INK}" stroke-width="2.6" stroke-linecap="round"',
             "t": f'fill="none" stroke="{svg.INK}" stroke-width="1.2"',
             "l": f'fill="none" stroke="{paper}" stroke-width="1.6" stroke-linecap="round"'}
    return group(x, y, size / 24, [f'<path d="{d}" {style[kind]}/>' for kind, d in ICONS[building]])


def shield(x: float, y: float, width: float, owner: str, *, rim: str = svg.INK, rim_width: float = 1.4,
           mark: str = "") -> str:
    """Return a shield in a player's colour; `mark` is drawn on it in a box of 20 by 24."""
    parts = [path(SHIELD, fill=OWNERS[owner], stroke=svg.INK, width=rim_width + 1.2 if rim != svg.INK else rim_width)]
    if rim != svg.INK:
        parts.append(path(SHIELD, stroke=rim, width=rim_width))
    return group(x, y, width / 20, [*parts, mark])


def unit(x: float, y: float, width: float, owner: str, *, elite: bool, moved: bool, terrain: str = "") -> str:
    """Return a unit: the elite has a golden rim and a star; who has moved shows a cross, Henry's show their colour."""
    ink = WHITE if owner == "blue" else svg.INK
    if moved:
        mark = path("M5.5 5.5L14.5 15.5M14.5 5.5L5.5 15.5", stroke=ink, width=3)
    elif terrain:
        mark = shape(terrain, 10, 10.5, 5.2, stroke=svg.INK, width=0.8)
    elif elite:
        mark = path(star(10, 11, 6.5), fill=ink)
    else:
        mark = ""
    return shield(x, y, width, owner, rim=GOLD if elite else svg.INK, rim_width=3 if elite else 1.4, mark=mark)


def star(x: float, y: float, r: float) -> str:
    """Return a five-pointed star's outline."""
    turns = [(r if n % 2 == 0 else 0.42 * r, radians(36 * n - 90)) for n in range(10)]
    return "M" + "L".join(f"{x + far * cos(turn):.4g} {y + far * sin(turn):.4g}" for far, turn in turns) + "Z"


def crown(x: float, y: float, width: float, fill: str) -> str:
    """Return the crown of the royal shield."""
    return group(x, y, width / 20, [path("M1 15L0 4L5.5 8.5L10 1L14.5 8.5L20 4L19 15Z", fill=fill)])


def ground(terrain: str) -> list[str]:
    """Return a tile's ground: its colour, and a pattern for eyes that see no colour."""
    parts = [f'<rect width="{SIDE}" height="{SIDE}" fill="{FILLS[terrain]}"/>']
    if terrain == "green":
        d = "".join(f"M{x} {y}l3.5 6h-7z" for x, y in TREES)
        return [*parts, path(d, fill=MARKS[terrain], extra=' opacity="0.5"')]
    if terrain == "grey":
        return [*parts, path(BRICKS, stroke=MARKS[terrain], extra=' opacity="0.5"')]
    if terrain == "yellow":
        d = "".join(f"M{x - 2} {y}a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z" for x, y in DOTS)
        return [*parts, path(d, fill=MARKS[terrain], extra=' opacity="0.45"')]
    return [*parts, svg.text(30, 39, "?", size=28, fill=MARKS[""], bold=True)]


def roads(tile: Tile) -> list[str]:
    """Return the roads as printed: joined ones run through and round the building, separate ends stop before it."""
    casing, inner = [], []
    for edge in sorted(tile.edges):
        x, y = ENDS[edge]
        reach = 1.0 if tile.is_joined else 0.32
        d = f"M{x} {y}L{x + reach * (30 - x):g} {y + reach * (30 - y):g}"
        casing.append(path(d, stroke=ROAD, width=9))
        inner.append(path(d, stroke=ROAD_LIGHT, width=5.5))
        if not tile.is_joined:  # a bar closes the end
            at_x, at_y = x + reach * (30 - x), y + reach * (30 - y)
            bar = f"M{at_x - 7:g} {at_y:g}H{at_x + 7:g}" if x == 30 else f"M{at_x:g} {at_y - 7:g}V{at_y + 7:g}"
            inner.append(path(bar, stroke=ROAD, width=3))
    if tile.is_joined:
        casing.append(svg.circle(30, 30, DISC + 5, fill=ROAD, stroke="none"))
        inner.append(svg.circle(30, 30, DISC + 3.2, fill=ROAD_LIGHT, stroke="none"))
        inner.append(svg.circle(30, 30, DISC - 0.1, fill=svg.PAPER, stroke=ROAD))
    return casing + inner


def cost(tile: Tile) -> list[str]:
    """Return the cost down the left edge: a shape for each resource, or a number and a shape where it is high."""
    parts, y = [], 8.0
    each = list(zip(TERRAINS, tile.cost, strict=True))
    pips = [(terrain, 1) for terrain, n in each for _ in range(n)]
    if len(pips) > 4:
        pips = [(terrain, n) for terrain, n in each if n]
    width = 13 if all(n == 1 for _, n in pips) else 27
    if pips:
        parts.append(box(1, 1, width, 12 * len(pips) + 2, 3, stroke="none"))
    for terrain, n in pips:
        parts.append(shape(terrain, 7.5, y, 4.4, fill=FILLS[terrain], width=1.2))
        if n > 1:
            parts.append(svg.text(15, y + 4, n, size=11, anchor="start", bold=True))
        y += 12
    return parts


def box(x: float, y: float, w: float, h: float, rx: float, *, fill: str = svg.PAPER, stroke: str = svg.INK,
        width: float = 0.8) -> str:
    """Return a rounded rectangle whose line has a width."""
    return (f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{rx:g}" fill="{fill}" stroke="{stroke}" '
            f'stroke-width="{width:g}"/>')


def param(tile: Tile) -> list[str]:
    """Return what a tile's own text says, as a sign in the lower right corner."""
    if not tile.param:
        return []
    if tile.param in ("row", "column"):
        turned = ' transform="rotate(90 51 51)"' if tile.param == "column" else ""
        return [box(43, 43, 16, 16, 3), path("M45 51H57M48 48L45 51L48 54M54 48L57 51L54 54", stroke=svg.INK, width=1.6,
                                             extra=turned)]
    if tile.param in ("sides", "corners"):
        steps = ("N", "E", "S", "W") if tile.param == "sides" else ("NE", "SE", "SW", "NW")
        dots = [box(49 + 5 * STEPS[step][0], 49 + 5 * STEPS[step][1], 4, 4, 0, fill=svg.INK) for step in steps]
        return [box(43, 43, 16, 16, 3), *dots, box(49.5, 49.5, 3, 3, 0)]
    shown = tile.param.split("+")
    left = 59 - 14 * len(shown)
    return [box(left, 45, 14 * len(shown), 14, 3), *(icon(building, left + 1 + 14 * n, 46, 12)
                                                     for n, building in enumerate(shown))]


def badge(words: str) -> list[str]:
    """Return a tile's id in the upper right corner."""
    return [box(40.5, 0.5, 19, 13.5, 3, width=0.6), svg.text(50, 11, words, size=11, bold=True)]


def edge_bar(owner: str) -> str:
    """Return the bar along the owner's edge of a building, the lower one as printed."""
    return box(0.7, 52.5, 58.6, 6.8, 0, fill=OWNERS[owner], width=1.2)


def face(tile: Tile, *, owner: str = "", turned: bool = False, small: bool = False,
         with_cost: bool = False) -> list[str]:
    """Return a face-up tile in its box of 60 by 60.

    Parameters
    ----------
    owner : "blue" or "white" for a building on the board; shown by the bar at the owner's edge and the frame
    turned : lies with its bottom away from the reader
    small : leave out what could not be read
    """
    disc = [] if tile.is_joined else [svg.circle(30, 30, DISC, fill=svg.PAPER, stroke=svg.LINE)]
    printed = [edge_bar(owner) if owner else "", *roads(tile), *disc, icon(tile.building, 19.5, 19.5, 21)]
    parts = ground(tile.terrain)
    if owner:
        parts.append(box(1.9, 1.9, 56.2, 56.2, 0, fill="none", stroke=OWNERS[owner], width=3))
    parts += [FRAME, turn_half(printed) if turned else "".join(printed)]
    if with_cost:
        parts += cost(tile)
    return parts if small else [*parts, *param(tile), *badge(tile.id)]


def back(terrain: str, *, big: bool = True) -> list[str]:
    """Return a face-down tile: its terrain alone."""
    parts = ground(terrain)
    if terrain and big:
        parts.append(shape(terrain, 30, 30, 10, fill="none", stroke=MARKS[terrain], width=2))
    return [*parts, FRAME]


def token(x: float, y: float, size: float, treasure: Treasure | None) -> str:
    """Return a treasure token: its condition; None = face down."""
    parts = [box(1, 1, 38, 38, 8, fill=GOLD, width=2)]
    if treasure is None:  # a chest
        parts += [path("M8 18V15a7 7 0 0 1 7-5h10a7 7 0 0 1 7 5v3zM8 20h24v11H8z", fill=svg.INK),
                  box(17.5, 16.5, 5, 7, 0, fill=GOLD, stroke="none")]
        return group(x, y, size / 40, parts)
    parts.append(box(4.5, 4.5, 31, 31, 4))
    if treasure.places:
        parts.append(path("M15 5V35M25 5V35M5 15H35M5 25H35", stroke=svg.LINE))
        parts.append(box(15.5, 15.5, 9, 9, 1, fill=GOLD))
        for where, colour in zip(treasure.places, treasure.pair, strict=True):
            dx, dy = STEPS[where]
            parts.append(shape(colour, 20 + 10 * dx, 20 + 10 * dy, 3.9, fill=FILLS[colour]))
        return group(x, y, size / 40, parts)
    dx, dy = (0, 1) if treasure.kind == "vertical" else (1, 0)
    for sign, colour in ((-1, treasure.pair[0]), (1, treasure.pair[1])):
        parts.append(shape(colour, 20 + 5 * sign * dx, 20 + 5 * sign * dy, 4.1, fill=FILLS[colour]))
    parts.append(path("M10.5 16.5l-4 3.5 4 3.5zM29.5 16.5l4 3.5-4 3.5z", fill=svg.INK,
                      extra=' transform="rotate(90 20 20)"' if dy else ""))
    return group(x, y, size / 40, parts)


def tag(words: str) -> list[str]:
    """Return a treasure token on the board: its id, in the upper left corner of a tile."""
    return [box(1, 1, 26, 18, 5, fill=GOLD, width=1.6),
            svg.text(14, 14.5, words, size=12 if len(words) < 3 else 10, bold=True)]


def road_sign(*, is_joined: bool) -> str:
    """Return a bit of road, in a box of 14 by 14: one that runs through, or one that ends."""
    d, bar = ("M0 7H14", "") if is_joined else ("M0 7H8", path("M9 1V13", stroke=ROAD, width=2.6))
    return path(d, stroke=ROAD, width=8) + path(d, stroke=ROAD_LIGHT, width=4.6) + bar


def scaffold() -> list[str]:
    """Return the frame round your last building."""
    return [box(0.5, 0.5, 59, 59, 3, fill="none", width=6),
            box(0.5, 0.5, 59, 59, 3, fill="none", stroke=GOLD, width=4).replace("/>", ' stroke-dasharray="8 5"/>')]


def aim() -> list[str]:
    """Return the mark on a building that may be destroyed."""
    return [path("M30 0V16M30 44V60M0 30H16M44 30H60M8 30a22 22 0 1 0 44 0a22 22 0 1 0-44 0z", stroke=WHITE, width=7),
            path("M30 1V16M30 44V59M1 30H16M44 30H59M8 30a22 22 0 1 0 44 0a22 22 0 1 0-44 0z", stroke=ALARM, width=3.6)]
