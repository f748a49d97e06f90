"""A few drawing helpers, so that every game's picture looks of one house.

Colours: Okabe & Ito, safe for the colour-blind.
"""
from __future__ import annotations

from html import escape

INK = "#222222"
PAPER = "#faf8f3"
LINE = "#b8b2a5"
PLAN = "#b0307c"  # of what is only advised
PLAYERS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442", "#666666")


class SvgString(str):
    """A picture as text that a notebook shows as a picture."""

    def _repr_svg_(self) -> str:
        return str(self)


def rect(x: float, y: float, w: float, h: float, *, fill: str = "none", stroke: str = INK, rx: float = 0) -> str:
    """Return a rectangle."""
    return f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{rx:g}" fill="{fill}" stroke="{stroke}"/>'


def circle(x: float, y: float, r: float, *, fill: str = "none", stroke: str = INK) -> str:
    """Return a circle."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}" stroke="{stroke}"/>'


def line(x1: float, y1: float, x2: float, y2: float, *, stroke: str = INK, width: float = 1) -> str:
    """Return a line."""
    return f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{stroke}" stroke-width="{width:g}"/>'


def text(x: float, y: float, words: object, *, size: float = 14, fill: str = INK, anchor: str = "middle",
         bold: bool = False) -> str:
    """Return a line of text; (x, y) is its baseline."""
    weight = ' font-weight="bold"' if bold else ""
    return (f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" text-anchor="{anchor}"{weight}>'
            f"{escape(str(words))}</text>")


def number(x: float, y: float, n: int, r: float) -> str:
    """Return the number of a plan's step on a disc."""
    return circle(x, y, r, fill=PLAN, stroke=PAPER) + text(x, y + 0.36 * r, n, size=1.25 * r, fill=PAPER, bold=True)


def card(x: float, y: float, face: str | None, *, w: float = 44, h: float = 62, fill: str = "white",
         ink: str = INK) -> str:
    """Return a playing card, face down if `face` is None."""
    if face is None:
        return rect(x, y, w, h, fill="#8d99ae", rx=5) + rect(x + 5, y + 5, w - 10, h - 10, stroke="white", rx=3)
    return rect(x, y, w, h, fill=fill, rx=5) + text(x + w / 2, y + h / 2 + 7, face, size=w * 0.46, fill=ink, bold=True)


def document(width: float, height: float, parts: list[str], *, title: str, words: str) -> SvgString:
    """Return a whole picture; `words` describes it for readers without eyes."""
    return SvgString(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" font-family="DejaVu Sans, Verdana, sans-serif" role="img">'
        f"<title>{escape(title)}</title><desc>{escape(words)}</desc>"
        f'<rect width="{width:g}" height="{height:g}" fill="{PAPER}"/>' + "".join(parts) + "</svg>"
    )
