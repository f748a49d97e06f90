"""Connect four's picture."""
from __future__ import annotations

from kingmaker.games.core import svg

SIZE = 44
LEFT, TOP = 36, 44
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))


def draw(rows: list[str], player: int, winner: int) -> svg.SvgString:
    """Draw the board: rows from the top, each cell `x`, `o` or `.`; the winning discs are ringed."""
    named = player if player >= 0 else winner
    status = f"{'xo'[named]} {'to move' if player >= 0 else 'wins'}" if named >= 0 else "draw"
    colour = svg.PLAYERS[named] if named >= 0 else svg.INK
    parts = [svg.text(LEFT + 3.5 * SIZE, 26, status, fill=colour, bold=True),
             svg.rect(LEFT, TOP, 7 * SIZE, 6 * SIZE, fill=svg.LINE, rx=6)]
    winning = _fours(rows)
    for i, row in enumerate(rows):
        parts.append(svg.text(LEFT - 14, TOP + SIZE * (i + 0.5) + 5, 6 - i))
        for j, mark in enumerate(row):
            x, y = LEFT + SIZE * (j + 0.5), TOP + SIZE * (i + 0.5)
            fill = svg.PAPER if mark == "." else svg.PLAYERS["xo".index(mark)]
            parts.append(svg.circle(x, y, SIZE * 0.4, fill=fill))
            if mark != ".":
                parts.append(svg.text(x, y + 5, mark, fill="white", bold=(i, j) in winning))
            if (i, j) in winning:
                parts.append(svg.circle(x, y, SIZE * 0.32, stroke="white"))
    parts += [svg.text(LEFT + SIZE * (j + 0.5), TOP + 6 * SIZE + 20, "abcdefg"[j]) for j in range(7)]
    words = f"rows from the top: {', '.join(rows)}; {status}"
    return svg.document(LEFT + 7 * SIZE + 16, TOP + 6 * SIZE + 34, parts, title="Connect four", words=words)


def _fours(rows: list[str]) -> set[tuple[int, int]]:
    """Return the cells of all fours in a row."""
    cells: set[tuple[int, int]] = set()
    for i in range(6):
        for j in range(7):
            for down, right in STEPS:
                four = [(i + k * down, j + k * right) for k in range(4)]
                if all(0 <= a < 6 and 0 <= b < 7 for a, b in four) and {rows[a][b] for a, b in four} in ({"x"}, {"o"}):
                    cells.update(four)
    return cells
