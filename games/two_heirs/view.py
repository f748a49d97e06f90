"""The Two Heirs' picture: the table as an observer sees it.

Drawn from the keys of a position, so that views with unknown tiles are drawn as full positions are. Never shown: the
order of the stack, the building on the start tile, the treasure pile's order and the tokens removed unseen.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from kingmaker.games.core import svg
from kingmaker.games.two_heirs import _draw as pieces
from kingmaker.games.two_heirs._draw_plan import Step, draw_steps, read_plan
from kingmaker.games.two_heirs._scene import Scene, Seen
from kingmaker.games.two_heirs._words import describe, short, status
from kingmaker.games.two_heirs.components import TERRAINS, Tile, Treasure, read_tiles, read_treasures
from kingmaker.games.two_heirs.names import PLAYERS, check_language, name_of, say

if TYPE_CHECKING:
    from kingmaker.games._base import GameState

WIDTH = 600
PANEL_TOP = 52
RING_X, RING_Y, RING_R = 130.0, 178.0, 88.0
RING_TILE = 56.0
SIDE_X = 262.0  # where hands and stack begin
HAND_TILE = 50.0


def draw(position: Mapping[str, Any] | GameState, observer: int = 0, *, lang: str = "en",
         tiles: Sequence[Tile] | None = None, treasures: Sequence[Treasure] | None = None,
         plan: Sequence[str] = ()) -> svg.SvgString:
    """Return the picture of a position.

    Parameters
    ----------
    position : a state, or the keys of a position file, full or a view; null is None
    observer : 0 = Blue, 1 = White, who sees the board from the other side
    lang : en, cs or pl
    tiles, treasures : the tables in play; without them the state's, or the game's own
    plan : moves of whose turn it is, to be drawn on the board with the numbers of their order
    """
    if isinstance(position, Mapping):
        keys = position
    else:
        from kingmaker.games.two_heirs._state import HeirsState  # here: it draws itself by this module
        from kingmaker.games.two_heirs.position import write_position

        assert isinstance(position, HeirsState)
        keys, rules = write_position(position), position.rules
        tiles, treasures = tiles or rules.tiles, treasures or rules.treasures
    scene = Scene(keys, observer, check_language(lang), {tile.id: tile for tile in tiles or read_tiles()},
                  {token.id: token for token in treasures or read_treasures()})
    steps = read_plan(plan)
    parts = [*_head(scene), *_ring(scene), *_taken(scene, steps), *_side(scene)]
    y = 312.0
    if scene.is_solo:
        parts += _henry(scene, y)
        y += 62
    board, height = _board(scene, y, steps)
    legend, bottom = _legend(scene, y + height + 8)
    title = name_of("game", "title", lang)
    words = "; ".join([describe(scene), *([say("plan", lang, ", ".join(plan))] if plan else [])])
    return svg.document(WIDTH, bottom, [*parts, *board, *legend], title=title, words=words)


# -- head ---------------------------------------------------------------------------------------------------------


def fit(words: str, size: float, room: float) -> float:
    """Return the size of letters at which words surely fit."""
    return min(size, round(room / (0.6 * max(len(words), 1)), 1))


def _head(scene: Scene) -> list[str]:
    lang, keys = scene.lang, scene.keys
    sets = ", ".join(name_of("sets", name, lang) for name in keys["sets"])
    level = f" · {name_of('levels', keys['level'], lang)}" if scene.is_solo else ""
    title = f"{name_of('game', 'title', lang)}{level} · {sets}"
    parts = [svg.text(14, 18, title, size=fit(title, 12, WIDTH - 28), anchor="start", fill="#555555")]
    words = " · ".join(status(scene))
    if keys["phase"] == "over":
        return [*parts, svg.text(14, 40, words, size=16, anchor="start", bold=True)]
    whose = say("turn", lang, scene.player_name(keys["player"]))
    return [*parts, pieces.shield(14, 25, 16, keys["player"]),
            svg.text(36, 40, whose, size=16, anchor="start", bold=True),
            svg.text(586, 40, words, size=fit(words, 12.5, 536 - 11 * len(whose)), anchor="end")]


# -- supply, hands, stack -----------------------------------------------------------------------------------------


def _on_ring(place: float, radius: float = RING_R) -> tuple[float, float]:
    """Return a point of the supply's circle; place 0 is the shield, at the top, and 7 the same again."""
    angle = radians(360 * place / 7 - 90)
    return RING_X + radius * cos(angle), RING_Y + radius * sin(angle)


def _ring(scene: Scene) -> list[str]:
    """Draw the supply: the shield, six places clockwise from it, what is in reach, the units in the middle."""
    parts = [svg.circle(RING_X, RING_Y, RING_R, stroke=svg.LINE)]
    if scene.in_reach:
        parts.append(_reach_arc(scene.in_reach[-1] + 1))
    x, y = _on_ring(0)
    ink = pieces.WHITE if scene.crown == "blue" else svg.INK
    parts.append(pieces.shield(x - 21, y - 25, 42, scene.crown, rim=pieces.GOLD, rim_width=2))
    parts.append(pieces.crown(x - 11, y - 13, 22, ink))
    for place, words in enumerate(scene.keys["supply"]):
        x, y = _on_ring(place + 1)
        left, top = x - RING_TILE / 2, y - RING_TILE / 2
        if words is None:
            parts.append(f'<rect x="{left:g}" y="{top:g}" width="{RING_TILE:g}" height="{RING_TILE:g}" '
                         f'fill="none" stroke="{svg.LINE}" stroke-dasharray="4 4"/>')
            continue
        number = scene.in_reach.index(place) + 1 if place in scene.in_reach else 0
        parts += _supply_tile(scene, words, left, top, number)
    return parts + _middle(scene)


def _supply_tile(scene: Scene, words: str, left: float, top: float, number: int) -> list[str]:
    """Draw a tile of the supply; `number` counts those in reach from 1, 0 = out of reach and pale."""
    scale = RING_TILE / pieces.SIDE
    whole = pieces.group(left, top, scale, _tile(scene.see(words), with_cost=True))
    if not number:
        label = svg.text(left + 50 * scale, top + 11 * scale, words, size=11 * scale, bold=True)
        ground = svg.rect(left, top, RING_TILE, RING_TILE, fill=svg.PAPER, stroke="none")  # hides the circle
        return [ground, f'<g opacity="0.55">{whole}</g>', label]
    right, bottom = left + RING_TILE, top + RING_TILE
    return [whole, pieces.box(left - 1.5, top - 1.5, RING_TILE + 3, RING_TILE + 3, 3, fill="none", width=3.5),
            svg.circle(right, bottom, 8.5, fill=svg.INK, stroke=svg.PAPER),
            svg.text(right, bottom + 4, number, size=11, fill=svg.PAPER, bold=True)]


def _taken(scene: Scene, steps: Sequence[Step]) -> list[str]:
    """Mark the tiles of the supply that a plan takes."""
    places = {words: place for place, words in enumerate(scene.keys["supply"]) if words is not None}
    parts = []
    for step in steps:
        if step.verb == "take" and step.tile in places:
            x, y = _on_ring(places[step.tile] + 1)
            left, top = x - RING_TILE / 2, y - RING_TILE / 2
            parts += [pieces.box(left - 2, top - 2, RING_TILE + 4, RING_TILE + 4, 4, fill="none", stroke=svg.PLAN,
                                 width=5), svg.number(left, top, step.number, 9.5)]
    return parts


def _reach_arc(last: int) -> str:
    """Return the arrow from the shield to the last place in reach, inside the circle."""
    radius = RING_R - 38
    x1, y1 = _on_ring(0.1, radius)
    x2, y2 = _on_ring(last, radius)
    x3, y3 = _on_ring(last + 0.28, radius)
    (ax, ay), (bx, by) = _on_ring(last, radius - 6), _on_ring(last, radius + 6)
    large = 1 if 360 * (last - 0.1) / 7 > 180 else 0
    arc = f"M{x1:.4g} {y1:.4g}A{radius:g} {radius:g} 0 {large} 1 {x2:.4g} {y2:.4g}"
    return (pieces.path(arc, stroke=svg.INK, width=3)
            + pieces.path(f"M{ax:.4g} {ay:.4g}L{bx:.4g} {by:.4g}L{x3:.4g} {y3:.4g}Z", fill=svg.INK))


def _middle(scene: Scene) -> list[str]:
    """Draw the units in the supply, one row a player, and the reach."""
    parts = []
    rows = ("white", "blue") if not scene.is_turned else ("blue", "white")
    for row, player in enumerate(rows):
        for n, unit in enumerate(scene.supply_units(player)):
            parts.append(pieces.unit(RING_X - 21 + 23 * n, RING_Y - 29 + 25 * row, 17, player, elite=False,
                                    moved=unit["moved"]))
    if scene.reach:
        parts.append(svg.text(RING_X, RING_Y + 31, say("reach", scene.lang, scene.reach), size=10.5, bold=True))
    return parts


def _side(scene: Scene) -> list[str]:
    """Draw the hands, the other player's above, and the stack between them."""
    own = "white" if scene.is_turned else "blue"
    other = PLAYERS[1 - PLAYERS.index(own)]
    parts = _hand(scene, own, 234.0)
    parts += _henry_units(scene) if scene.is_solo else _hand(scene, other, PANEL_TOP + 6.0)
    return parts + _stack(scene)


def _hand(scene: Scene, player: str, y: float) -> list[str]:
    hand = scene.hand(player)
    parts = _label(player, f"{scene.player_name(player)} · {say('hand', scene.lang, len(hand))}", y)
    side = min(HAND_TILE, (WIDTH - 10 - SIDE_X) / max(len(hand), 1) - 4)
    for n, tile in enumerate(hand):
        shown = _tile(scene.see(tile), with_cost=True)
        parts.append(pieces.group(SIDE_X + (side + 4) * n, y + 15, side / pieces.SIDE, shown))
    return parts


def _label(player: str, words: str, y: float) -> list[str]:
    return [pieces.shield(SIDE_X, y - 3, 12, player),
            svg.text(SIDE_X + 18, y + 8, words, size=12, anchor="start", bold=True)]


def _stack(scene: Scene) -> list[str]:
    lang, (left, top) = scene.lang, scene.stack
    y, parts = 152.0, []
    if left:
        for shift in range(min(left - 1, 3), 0, -1):
            parts.append(svg.rect(SIDE_X + 3 * shift, y - 3 * shift, HAND_TILE, HAND_TILE, fill="#e4dfd3"))
        parts.append(pieces.group(SIDE_X, y, HAND_TILE / pieces.SIDE, pieces.back(top)))
    else:
        parts.append(f'<rect x="{SIDE_X:g}" y="{y:g}" width="{HAND_TILE:g}" height="{HAND_TILE:g}" fill="none" '
                     f'stroke="{svg.LINE}" stroke-dasharray="4 4"/>')
    x, turns = SIDE_X + HAND_TILE + 20, scene.keys["turns_after_this"]
    parts.append(svg.text(x, y + 12, say("stack", lang, left), size=12, anchor="start", bold=True))
    words = ""
    if left:
        words = say("top", lang, name_of("terrains", top, lang) if top else say("unknown", lang))
    elif scene.reach and turns is not None:
        words = say("turns-left", lang, turns)
    parts.append(svg.text(x, y + 29, words, size=12, anchor="start"))
    if scene.removed:
        lines = wrap(say("removed", lang, ", ".join(short(words, lang) for words in scene.removed)), 44)
        parts += [svg.text(x, y + 45 + 12 * n, line, size=10, anchor="start") for n, line in enumerate(lines)]
    return parts


# -- solo ---------------------------------------------------------------------------------------------------------


def _henry_units(scene: Scene) -> list[str]:
    """Draw Henry's units that have not come yet."""
    y, henry = PANEL_TOP + 6.0, scene.keys["henry"]
    parts = _label("white", scene.player_name("white"), y)
    waiting = [terrain for terrain in TERRAINS if henry["units"].get(terrain) is None]
    words = say("beside", scene.lang, "" if waiting else say("none", scene.lang))
    parts.append(svg.text(SIDE_X, y + 33, words, size=11, anchor="start"))
    for n, terrain in enumerate(waiting):
        parts.append(pieces.unit(SIDE_X + 4 + 26 * n, y + 41, 20, "white", elite=False, moved=False, terrain=terrain))
    return parts


def _henry(scene: Scene, y: float) -> list[str]:
    """Draw the treasures: the pile's size, those on the board with their conditions, those gone."""
    henry, lang = scene.keys["henry"], scene.lang
    parts = [pieces.token(14, y + 4, 38, None) if henry["pile"] else
             f'<rect x="15" y="{y + 5:g}" width="36" height="36" rx="8" fill="none" stroke="{svg.LINE}" '
             'stroke-dasharray="4 4"/>', svg.text(33, y + 55, f"× {len(henry['pile'])}", size=12, bold=True)]
    for n, entry in enumerate(henry["treasures"]):
        x = 72 + 43 * n
        parts += [pieces.token(x, y + 4, 38, scene.tokens[entry["token"]]),
                  svg.text(x + 19, y + 55, entry["token"], size=10.5, bold=True)]
    lines = [say("pile", lang, len(henry["pile"])), say("gone", lang, ", ".join(henry["gone"]) or say("none", lang)),
             say("unused", lang, len(henry["unused"]))]
    if len(henry["treasures"]) > 7:  # hardly room beside them
        lines = lines[1:2]
    room = 512 - 43 * len(henry["treasures"])
    return parts + [svg.text(588, y + 14 + 15 * n, words, size=fit(words, 11, room), anchor="end")
                    for n, words in enumerate(lines)]


# -- board --------------------------------------------------------------------------------------------------------


def _tile(seen: Seen, **how: Any) -> list[str]:
    """Draw a tile, face up where it is known; `how` as `pieces.face` takes it."""
    return pieces.back(seen.terrain) if seen.tile is None else pieces.face(seen.tile, **how)


@dataclass(frozen=True)
class Frame:
    """Where the cells of the board lie in the picture."""

    low: tuple[int, int]
    high: tuple[int, int]
    side: float
    left: float
    top: float
    is_turned: bool

    def corner(self, x: int, y: int) -> tuple[float, float]:
        """Return the upper left corner of a cell."""
        across, down = (self.high[0] - x, y - self.low[1]) if self.is_turned else (x - self.low[0], self.high[1] - y)
        return self.left + self.side * across, self.top + self.side * down


def _frame(scene: Scene, top: float, steps: Sequence[Step] = ()) -> Frame:
    cells = [*scene.board, *(cell for step in steps for cell in step.cells)]
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    columns, rows = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    side = min(64.0, (WIDTH - 56) / columns, max(640 / rows, 22))
    left = (WIDTH - side * columns) / 2 + 8
    return Frame((min(xs), min(ys)), (max(xs), max(ys)), side, left, top + 22, scene.is_turned)


def _board(scene: Scene, top: float, steps: Sequence[Step]) -> tuple[list[str], float]:
    """Draw the board; return the parts and the height."""
    frame = _frame(scene, top, steps)
    scale, rows = frame.side / pieces.SIDE, frame.high[1] - frame.low[1] + 1
    parts = [svg.line(8, top, WIDTH - 8, top, stroke=svg.LINE), *board_parts(scene, frame),
             *draw_steps(scene, steps, lambda cell: frame.corner(*cell), scale)]
    return parts, frame.side * rows + 26


def board_parts(scene: Scene, frame: Frame) -> list[str]:
    """Return the landscape with what stands on it, and the numbers of its rows and columns."""
    scale, small = frame.side / pieces.SIDE, frame.side < pieces.SMALL
    parts = _axes(frame)
    for (x, y), (seen, owner) in sorted(scene.board.items()):
        turned = (owner == "white") != scene.is_turned
        parts.append(pieces.group(*frame.corner(x, y), scale, _tile(seen, owner=owner, turned=turned, small=small)))
    for (x, y), body in _marks(scene, small=small):
        parts.append(pieces.group(*frame.corner(x, y), scale, [body]))
    return parts


def _axes(frame: Frame) -> list[str]:
    parts = []
    size = 11 if frame.side > 20 else 9
    bottom_row, left_column = (frame.low[1], frame.high[0]) if frame.is_turned else (frame.high[1], frame.low[0])
    for x in range(frame.low[0], frame.high[0] + 1):
        left, top = frame.corner(x, bottom_row)
        parts.append(svg.text(left + frame.side / 2, frame.top - 6, x, size=size, fill="#555555"))
    for y in range(frame.low[1], frame.high[1] + 1):
        left, top = frame.corner(left_column, y)
        parts.append(svg.text(left - 8, top + frame.side / 2 + 4, y, size=size, fill="#555555", anchor="end"))
    return parts


def _marks(scene: Scene, *, small: bool) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield what lies on the tiles: last building, targets, treasures, units."""
    keys, height, width = scene.keys, 24 if small else 33, 29 if small else 20
    if scene.is_solo and keys["henry"]["last"] is not None:
        yield _cell(keys["henry"]["last"]), "".join(pieces.scaffold())
    for target in keys.get("targets") or ():
        yield _cell(target), "".join(pieces.aim())
    if scene.is_solo:
        for entry in keys["henry"]["treasures"]:
            yield _cell(entry["at"]), "".join(pieces.tag(entry["token"]))
        for terrain, at in keys["henry"]["units"].items():
            if at is not None:
                yield _cell(at), pieces.unit(2, height, width, "white", elite=False, moved=False, terrain=terrain)
    here: dict[tuple[int, int], int] = {}
    for player in PLAYERS:
        for unit in scene.units(player):
            if unit["at"] != "supply":
                cell = _cell(unit["at"])
                x = 2 + (56 - width) * here.get(cell, 0)
                here[cell] = here.get(cell, 0) + 1
                yield cell, pieces.unit(x, height, width, player, elite=unit["kind"] == "elite", moved=unit["moved"])


def _cell(at: Sequence[int]) -> tuple[int, int]:
    return at[0], at[1]


# -- legend -------------------------------------------------------------------------------------------------------


def _legend(scene: Scene, y: float) -> tuple[list[str], float]:
    """Draw what the signs mean; return the parts and where they end."""
    lang = scene.lang
    parts = [svg.line(8, y, WIDTH - 8, y, stroke=svg.LINE)]
    x, y = 14.0, y + 20
    for sign, words in _signs(scene):
        if x + 24 + 7 * len(words) > WIDTH:
            x, y = 14.0, y + 20
        parts += [pieces.group(x, y - 12, 1, [sign]), svg.text(x + 20, y, words, size=11, anchor="start")]
        x += 34 + 7 * len(words)
    for n, building in enumerate(scene.kinds()):
        column, row = n % 4, n // 4
        parts.append(pieces.icon(building, 12 + 147 * column, y + 10 + 20 * row, 16))
        words = name_of("buildings", building, lang)
        parts.append(svg.text(34 + 147 * column, y + 22 + 20 * row, words, size=fit(words, 11, 128), anchor="start"))
    return parts, y + 18 + 20 * ((len(scene.kinds()) + 3) // 4)


def _signs(scene: Scene) -> Iterator[tuple[str, str]]:
    """Yield signs, each in a box of 14 by 14, and what they mean."""
    lang = scene.lang
    for resource, terrain in pieces.SHAPES.items():
        yield pieces.shape(terrain, 7, 8, 5.5, fill=pieces.FILLS[terrain]), name_of("resources", resource, lang)
    yield pieces.unit(1, 0, 12, "blue", elite=True, moved=False), name_of("units", "elite", lang)
    yield pieces.unit(1, 0, 12, "blue", elite=False, moved=False), name_of("units", "regular", lang)
    if any(unit["moved"] for player in PLAYERS for unit in scene.units(player)):
        yield pieces.unit(1, 0, 12, "blue", elite=False, moved=True), say("moved", lang)
    drawn = [tile for tile in scene.visible() if tile.edges]
    if any(tile.is_joined for tile in drawn):
        yield pieces.road_sign(is_joined=True), say("road", lang)
    if any(not tile.is_joined for tile in drawn):
        yield pieces.road_sign(is_joined=False), say("road-end", lang)
    if scene.keys.get("targets"):
        yield pieces.group(-1, -1, 15 / pieces.SIDE, pieces.aim()), say("target", lang)
    if scene.is_solo and scene.keys["henry"]["last"] is not None:
        yield pieces.group(0, 0, 14 / pieces.SIDE, pieces.scaffold()), say("last", lang)
