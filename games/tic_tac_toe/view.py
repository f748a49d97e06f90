"""Tic-tac-toe's picture."""
from __future__ import annotations

from kingmaker.games.core import svg

SIZE = 60
LEFT, TOP = 40, 50


def draw(cells: str, player: int, winner: int) -> svg.SvgString:
    """Draw the board: nine cells, row by row, each `x`, `o` or `.`."""
    named = player if player >= 0 else winner
    status = f"{'xo'[named]} {'to move' if player >= 0 else 'wins'}" if named >= 0 else "draw"
    colour = svg.PLAYERS[named] if named >= 0 else svg.INK
    parts = [svg.text(LEFT + 1.5 * SIZE, 24, status, fill=colour, bold=True)]
    for i in range(3):
        parts.append(svg.text(LEFT + SIZE * (i + 0.5), TOP + 3 * SIZE + 20, "abc"[i]))
        parts.append(svg.text(LEFT - 16, TOP + SIZE * (i + 0.5) + 5, i + 1))
    for i in (1, 2):
        parts.append(svg.line(LEFT + SIZE * i, TOP, LEFT + SIZE * i, TOP + 3 * SIZE, stroke=svg.LINE, width=2))
        parts.append(svg.line(LEFT, TOP + SIZE * i, LEFT + 3 * SIZE, TOP + SIZE * i, stroke=svg.LINE, width=2))
    for i, mark in enumerate(cells):
        parts += _mark(LEFT + SIZE * (i % 3 + 0.5), TOP + SIZE * (i // 3 + 0.5), mark)
    rows = ", ".join(f"row {i + 1} {cells[3 * i:3 * i + 3]}" for i in range(3))
    return svg.document(250, 264, parts, title="Tic-tac-toe", words=f"{rows}; {status}")


def _mark(x: float, y: float, mark: str) -> list[str]:
    """Return a cross or a ring around (x, y), or nothing."""
    r = SIZE * 0.3
    if mark == "x":
        return [svg.line(x - r, y - r, x + r, y + r, stroke=svg.PLAYERS[0], width=5),
                svg.line(x - r, y + r, x + r, y - r, stroke=svg.PLAYERS[0], width=5)]
    if mark == "o":
        return [svg.circle(x, y, r, stroke=svg.PLAYERS[1]), svg.circle(x, y, r - 3, stroke=svg.PLAYERS[1])]
    return []
