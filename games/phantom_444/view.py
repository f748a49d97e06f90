"""Phantom-444's picture."""
from __future__ import annotations

from math import isqrt

from kingmaker.games.core import svg

MARKS = "xo"
CELL = 60
LEFT = 40
TOP = 34


def _cell(mark: str, x: float, y: float) -> list[str]:
    """Draw one cell: a stone, an empty cell, or one that the observer cannot see into."""
    parts = [svg.rect(x, y, CELL, CELL, fill="#eceff4" if mark == "?" else "white", stroke=svg.LINE)]
    middle = x + CELL / 2, y + CELL / 2
    if mark in MARKS:
        parts.append(svg.circle(*middle, CELL * 0.38, fill=svg.PLAYERS[MARKS.index(mark)]))
        parts.append(svg.text(middle[0], middle[1] + 8, mark, size=24, fill="white", bold=True))
    elif mark == "?":
        parts.append(svg.text(middle[0], middle[1] + 7, "?", size=20, fill=svg.LINE))
    return parts


def caption(observer: int, to_move: int, n_unfound: int) -> list[str]:
    """Say who is to move, and how many stones are still to be found."""
    turn = "you are to move" if to_move == observer else f"{MARKS[to_move]} is to move"
    stones = "stone" if n_unfound == 1 else "stones"
    return [f"you are {MARKS[observer]}; {turn}", f"{n_unfound} {stones} of {MARKS[1 - observer]} not found"]


def draw(marks: str, observer: int, lines: list[str]) -> svg.SvgString:
    """Draw the board as the observer sees it.

    Parameters
    ----------
    marks : one letter a cell: x, o, a blank (empty) or ? (not seen)
    lines : what stands below the board
    """
    size = isqrt(len(marks))
    parts: list[str] = []
    for i in range(size):
        parts.append(svg.text(LEFT + (i + 0.5) * CELL, TOP - 10, "abcd"[i]))
        parts.append(svg.text(LEFT - 16, TOP + (i + 0.5) * CELL + 5, i + 1))
    for cell, mark in enumerate(marks):
        parts += _cell(mark, LEFT + cell % size * CELL, TOP + cell // size * CELL)
    for i, words in enumerate(lines):
        parts.append(svg.text(LEFT, TOP + size * CELL + 24 + 20 * i, words, anchor="start"))
    rows = " / ".join(marks[start:start + size].replace(" ", ".") for start in range(0, len(marks), size))
    return svg.document(LEFT + size * CELL + 30, TOP + size * CELL + 56, parts, title="Phantom (4,4,4)",
                        words=f"as {MARKS[observer]} sees it: {rows}; {'; '.join(lines)}")
