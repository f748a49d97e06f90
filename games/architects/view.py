"""The picture: for now the view as lines of text in a frame."""
from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kingmaker.games.architects._state import ArchState

WIDTH = 160


def draw(state: ArchState, observer: int) -> str:
    """Return what a player sees as SVG."""
    view = state.view(observer)
    lines = [view[i:i + WIDTH] for i in range(0, len(view), WIDTH)]
    rows = "".join(f'<text x="8" y="{20 + 14 * i}" font-size="10" font-family="monospace">{escape(line)}</text>'
                   for i, line in enumerate(lines))
    height = 30 + 14 * len(lines)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="{height}" viewBox="0 0 1000 {height}">'
            f"<title>Architects of the West Kingdom</title><desc>The table as {state.rules.seats[observer]} sees it"
            f'</desc><rect width="1000" height="{height}" fill="#fff"/>{rows}</svg>')
