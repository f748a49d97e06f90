"""A plan drawn on the board: ghosts of the tiles that it plays, arrows for units, numbers for the order."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot

from kingmaker.games.core import svg
from kingmaker.games.two_heirs import _draw as pieces
from kingmaker.games.two_heirs._scene import Cell, Scene

FOOT = (15, 44)  # where in its tile's box of 60 by 60 a unit stands
GHOST = 0.62  # opacity


@dataclass(frozen=True)
class Step:
    """One move of a plan."""

    number: int
    verb: str
    tile: str
    cells: tuple[Cell, ...]


def read_plan(moves: Sequence[str]) -> list[Step]:
    """Return the steps that moves make; `end` and `spare` leave nothing to draw.

    Examples
    --------
    >>> read_plan(["build T3 1,-2", "end"])
    [Step(number=1, verb='build', tile='T3', cells=((1, -2),))]
    """
    steps = []
    for n, move in enumerate(moves, 1):
        verb, *rest = move.split()
        cells = [word.split(",") for word in rest if "," in word]
        if rest:
            steps.append(Step(n, verb, "" if "," in rest[0] else rest[0],
                              tuple((int(x), int(y)) for x, y in cells)))
    return steps


def arrow(x1: float, y1: float, x2: float, y2: float) -> str:
    """Return an arrow in a light casing, so that it can be seen on any ground."""
    far = hypot(x2 - x1, y2 - y1)
    dx, dy = (x2 - x1) / far, (y2 - y1) / far
    x3, y3 = x2 - 9 * dx, y2 - 9 * dy
    shaft = f"M{x1:.4g} {y1:.4g}L{x3:.4g} {y3:.4g}"
    head = (f"M{x2:.4g} {y2:.4g}L{x3 - 6 * dy:.4g} {y3 + 6 * dx:.4g}"
            f"L{x3 + 6 * dy:.4g} {y3 - 6 * dx:.4g}Z")
    casing = pieces.path(shaft, stroke=svg.PAPER, width=7) + pieces.path(head, fill=svg.PLAN, stroke=svg.PAPER,
                                                                         width=3.5)
    return casing + pieces.path(shaft, stroke=svg.PLAN, width=4) + pieces.path(head, fill=svg.PLAN)


def draw_steps(scene: Scene, steps: Sequence[Step], corner: Callable[[Cell], tuple[float, float]],
               scale: float) -> list[str]:
    """Return what is drawn on the board; ghosts first, so that arrows lie above them.

    Parameters
    ----------
    corner : the upper left corner of a cell in the picture
    scale : of a tile's box of 60 by 60
    """
    parts = [pieces.group(*corner(step.cells[0]), scale, [body]) for step in steps if step.cells
             for body in _ghost(scene, step)]
    for step in steps:
        if step.cells:
            parts += _path(scene, step, corner, scale)
    return parts


def _ghost(scene: Scene, step: Step) -> Iterator[str]:
    """Yield the tile that a step lays, or the mark on a building that it destroys or turns over."""
    dashed = pieces.box(1.5, 1.5, 57, 57, 3, fill="none", stroke=svg.PLAN, width=3.4)
    dashed = dashed.replace("/>", ' stroke-dasharray="7 5"/>')
    player: str = scene.keys["player"]
    if step.verb in ("build", "extend"):
        seen = scene.see(step.tile)
        if step.verb == "extend" or seen.tile is None:
            body = pieces.back(seen.terrain)
        else:
            body = pieces.face(seen.tile, owner=player, turned=(player == "white") != scene.is_turned)
        yield f'<g opacity="{GHOST}">{"".join(body)}</g>' + dashed
    elif step.verb == "destroy":
        yield "".join(pieces.aim())
    elif step.verb == "camp":
        yield dashed


def _path(scene: Scene, step: Step, corner: Callable[[Cell], tuple[float, float]], scale: float) -> Iterator[str]:
    """Yield the arrow of a unit that moves, the cross on one that leaves, the ghost of one that comes; the number."""
    x, y = corner(step.cells[-1])
    foot_x, foot_y = x + FOOT[0] * scale, y + FOOT[1] * scale
    at = x + 50 * scale, y + 12 * scale
    if step.verb == "move":
        from_x, from_y = corner(step.cells[0])
        start = from_x + FOOT[0] * scale, from_y + FOOT[1] * scale
        yield arrow(*start, foot_x, foot_y)
        at = (0.66 * start[0] + 0.34 * foot_x, 0.66 * start[1] + 0.34 * foot_y)  # not where arrows cross
    elif step.verb == "summon":
        player: str = scene.keys["player"]
        unit = pieces.unit(5, 33, 20, player, elite=False, moved=False)
        yield f'<g opacity="{GHOST}">{pieces.group(x, y, scale, [unit])}</g>'
        at = foot_x + 15 * scale, foot_y
    elif step.verb == "withdraw":
        r = 12 * scale
        cross = f"M{foot_x - r:.4g} {foot_y - r:.4g}l{2 * r:.4g} {2 * r:.4g}m0 {-2 * r:.4g}l{-2 * r:.4g} {2 * r:.4g}"
        yield pieces.path(cross, stroke=svg.PAPER, width=7) + pieces.path(cross, stroke=svg.PLAN, width=4)
        at = foot_x + 15 * scale, foot_y
    yield svg.number(*at, step.number, max(9 * scale, 6.5))
