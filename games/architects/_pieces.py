"""Small drawings of the picture: workers, goods, cards, lines of words that fit."""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import cos, pi, sin
from typing import Any

from kingmaker.games.architects.card_words import told
from kingmaker.games.architects.saying import say
from kingmaker.games.architects.words import letters
from kingmaker.games.core import svg

OPPONENT = "#555555"
# of players: blue, vermilion, green, purple, yellow; each with a shape of its own, so that no colour need be told
TINTS = (svg.PLAYERS[0], svg.PLAYERS[1], svg.PLAYERS[2], svg.PLAYERS[3], svg.PLAYERS[4])
GOODS = {"clay": ("#b5651d", "white"), "wood": ("#6b8e23", "white"), "stone": ("#8c8c8c", "white"),
         "gold": ("#f2c230", svg.INK), "marble": ("#f4f4f4", svg.INK)}
SKILLS = {"carpentry": "#6b8e23", "tiling": "#b5651d", "masonry": "#777777"}
GREY = "#5f5a50"
TITLE = "#4a3b2a"
SMALL = 13.5  # the least letters: 8 pixels high where the picture is 600 wide
BOLD = 1.1  # so much wider than plain letters
NARROW, WIDE = "iljtfr.,:;'!|()[]/ I1", "mwMW@%&"


def width_of(words: str, size: float) -> float:
    """Return how wide a line is, a little more rather than less."""
    units = sum(0.42 if letter in NARROW else 0.95 if letter in WIDE else 0.70 if letter.isupper() else 0.62
                for letter in words)
    return units * size


def fits(words: str, size: float, room: float, *, bold: bool = False) -> bool:
    """Whether a line is no wider than there is room."""
    return width_of(words, size) * (BOLD if bold else 1) <= room


def fitted(words: str, size: float, room: float, *, bold: bool = False) -> str:
    """Return a line cut to fit, with dots where something is left out."""
    if fits(words, size, room, bold=bold):
        return words
    while words and not fits(words + "…", size, room, bold=bold):
        words = words[:-1]
    return words.rstrip(" ,;:") + "…"


def title(x: float, y: float, words: str, room: float, *sizes: float, fill: str = svg.INK) -> str:
    """Draw a name in bold, in the first size in which it fits; cut only where it fits in none."""
    size = next((size for size in sizes if fits(words, size, room, bold=True)), sizes[-1])
    return svg.text(x, y, fitted(words, size, room, bold=True), size=size, anchor="start", bold=True, fill=fill)


def lines_of(words: str, size: float, room: float, most: int) -> list[str]:
    """Return words broken into at most so many lines."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    if len(lines) > most:
        lines = [*lines[:most - 1], fitted(" ".join(lines[most - 1:]), size, room)]
    return [fitted(line, size, room) for line in lines]


def written(x: float, y: float, words: str, size: float, room: float, most: int, *, step: float = 0,
            fill: str = svg.INK) -> list[str]:
    """Draw words in lines from a first baseline on."""
    step = step or size + 2.5
    return [svg.text(x, y + step * i, line, size=size, anchor="start", fill=fill)
            for i, line in enumerate(lines_of(words, size, room, most))]


def polygon(points: Iterable[tuple[float, float]], fill: str, stroke: str = svg.INK) -> str:
    """Return a polygon."""
    return (f'<polygon points="{" ".join(f"{x:.4g},{y:.4g}" for x, y in points)}" fill="{fill}" '
            f'stroke="{stroke}"/>')


def _around(x: float, y: float, r: float, n: int, turn: float) -> Iterator[tuple[float, float]]:
    for i in range(n):
        angle = turn + 2 * pi * i / n
        yield x + r * cos(angle), y + r * sin(angle)


def token(x: float, y: float, r: float, name: str) -> str:
    """Draw a seat's mark: a shape and a colour of its own, with its number; `O` for the opponent."""
    if name == "opp":
        shape = polygon(_around(x, y, r * 1.12, 8, pi / 8), OPPONENT)
        size = max(1.25 * r, SMALL)
        return shape + svg.text(x, y + 0.36 * size, "O", size=size, fill="white", bold=True)
    seat = int(name[1:]) - 1
    tint = TINTS[seat]
    shape = (svg.circle(x, y, r, fill=tint), svg.rect(x - 0.9 * r, y - 0.9 * r, 1.8 * r, 1.8 * r, fill=tint, rx=2),
             polygon(_around(x, y, r * 1.25, 4, 0), tint), polygon(_around(x, y, r * 1.12, 6, 0), tint),
             polygon(_around(x, y + 0.12 * r, r * 1.3, 3, -pi / 2), tint))[seat]
    ink = svg.INK if seat == 4 else "white"
    size = max(1.2 * r, SMALL)
    return shape + svg.text(x, y + 0.36 * size, seat + 1, size=size, fill=ink, bold=True)


def tokens(x: float, y: float, counts: Mapping[str, int], *, r: float = 10, step: float = 0) -> list[str]:
    """Draw how many workers of each seat stand in one place."""
    pieces, step = [], step or 3.5 * r
    for i, (name, n) in enumerate(counts.items()):
        pieces += [token(x + step * i, y, r, name),
                   svg.text(x + step * i + 1.28 * r, y + 0.5 * r, n, size=1.35 * r, anchor="start", bold=True)]
    return pieces


def good(x: float, y: float, kind: str, n: object, *, size: float = 20, dim: bool = False,
         lang: str = "en") -> list[str]:
    """Draw a good: its letter on a square of its colour, and how many."""
    fill, ink = GOODS[kind]
    letter = max(0.7 * size, SMALL)
    pieces = [svg.rect(x, y, size, size, fill=fill, rx=3),
              svg.text(x + size / 2, y + size / 2 + 0.36 * letter, letters(lang)[kind], size=letter, fill=ink,
                       bold=True)]
    if n != "":
        pieces.append(svg.text(x + size + 4, y + 0.78 * size, n, size=0.8 * size, anchor="start",
                               fill=GREY if dim else svg.INK, bold=not dim))
    return pieces


def coin(x: float, y: float, n: object, *, r: float = 10) -> list[str]:
    """Draw a silver coin with a number on it."""
    return [svg.circle(x, y, r, fill="#dfe3e6"), svg.text(x, y + 0.5 * r, n, size=1.4 * r, bold=True)]


def skill_letter(name: str, lang: str) -> str:
    """Return the first letter of a skill."""
    return told("skills", name, lang)[0]


def skill(x: float, y: float, name: str, *, r: float = 8.5, lang: str = "en") -> list[str]:
    """Draw a skill as a small disc with its first letter."""
    return [svg.circle(x, y, r, fill=SKILLS[name], stroke="none"),
            svg.text(x, y + 0.45 * r, skill_letter(name, lang), size=max(1.45 * r, SMALL), fill="white", bold=True)]


def box(x: float, y: float, w: float, h: float, *, fill: str = "white", stroke: str = svg.LINE, rx: float = 6) -> str:
    """Return a frame."""
    return svg.rect(x, y, w, h, fill=fill, stroke=stroke, rx=rx)


def marked(x: float, y: float, w: float, h: float, step: int | None) -> list[str]:
    """Draw the frame and the number of a plan's step around something."""
    if step is None:
        return []
    return [f'<rect x="{x - 2:g}" y="{y - 2:g}" width="{w + 4:g}" height="{h + 4:g}" rx="7" fill="none" '
            f'stroke="{svg.PLAN}" stroke-width="4"/>', svg.number(x + w - 8, y + 8, step, 12)]


def building_card(x: float, y: float, w: float, h: float, card: Mapping[str, Any], name: str, words: str,
                  lang: str = "en") -> list[str]:
    """Draw a building card: points, name, needs, cost, what it does."""
    pieces = [box(x, y, w, h, fill="#fffdf6"), svg.circle(x + 16, y + 16, 12, fill=TITLE, stroke="none"),
              svg.text(x + 16, y + 21.5, card["vp"], size=15, fill="white", bold=True)]
    room = w - 37 - 17 * len(card["skills"])
    shown = name if fits(name, SMALL, room, bold=True) else name.removesuffix(" (en)")
    pieces.append(title(x + 33, y + 21, shown, room, 14, SMALL))
    for i, needed in enumerate(card["skills"]):
        pieces += skill(x + w - 12 - 17 * i, y + 16, needed, lang=lang)
    at = x + 7
    for kind, n in card["cost"].items():
        pieces += good(at, y + 33, kind, n, size=17, lang=lang)
        at += 35
    if card["virtue"]:
        pieces.append(svg.text(x + w - 6, y + 46, f"{card['virtue']:+d} {say('virtue-letter', lang)}", size=14,
                               anchor="end", bold=True))
    return [*pieces, *written(x + 7, y + 66, words, SMALL, w - 12, 3)]


def chips(x: float, y: float, items: Sequence[str], size: float, room: float, most: int,
          lang: str = "en") -> tuple[list[str], int]:
    """Draw a list of names in lines, none of them broken; return how many lines it took."""
    lines: list[list[str]] = [[]]
    for item in items:
        if lines[-1] and width_of(" · ".join([*lines[-1], item]), size) > room:
            lines.append([])
        lines[-1].append(item)
    shown = lines[:most]
    if len(lines) > most:
        shown[-1] = [*shown[-1][:-1], say("more-cards", lang, sum(map(len, lines[most:])) + 1)]
    return [svg.text(x, y + (size + 4) * i, " · ".join(line), size=size, anchor="start")
            for i, line in enumerate(shown)], len(shown)
