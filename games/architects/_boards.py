"""The lower part of the picture: each player's board, the opponent's, the own hand, what may be chosen."""
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kingmaker.games.architects import _pieces as pieces
from kingmaker.games.architects._pieces import GREY, SMALL, TITLE, box, building_card, marked, token, tokens
from kingmaker.games.architects.cards import Cards
from kingmaker.games.architects.names import GOODS, OPPONENT
from kingmaker.games.core import svg

if TYPE_CHECKING:
    from kingmaker.games.architects._scene import Scene

WIDTH, EDGE, GAP = 1000, 12, 8
ACROSS = 4  # building cards in a row
TITLE_ROOM = 128  # of a name, up to what its board counts
ALARM = "#c0392b"
LIST_AT = 122  # where apprentices and buildings begin, behind what they are


def draw_seats(scene: Scene, top: float) -> tuple[list[str], float]:
    """Draw all boards from a height on; return the pieces and where they end."""
    drawn: list[str] = []
    table = scene.table
    for name, seat in table["seats"].items():
        more, height = _opponent(scene, top, seat) if name == OPPONENT else _player(scene, top, name, seat)
        drawn += more
        top += height + GAP
    for title, ids in (("received", table["received"]), ("hand", table["seats"][table["observer"]].get("hand", []))):
        if ids:
            more, height = _cards_in_rows(scene, top, scene.say(title), ids)
            drawn += more
            top += height
    return drawn, top + 4


def _fact(x: float, y: float, what: str, n: object, *, alarm: bool = False) -> list[str]:
    """Draw a number over its name."""
    return [svg.text(x, y, n, size=19, bold=True, fill=ALARM if alarm else svg.INK),
            svg.text(x, y + 16, what, size=SMALL, fill=GREY)]


def _head(scene: Scene, y: float, name: str, title: str, below: str, h: float) -> list[str]:
    """Draw whose board it is: a long name in two lines."""
    table, x = scene.table, EDGE
    acts = name == table["active"] or (table["active"] is None and name == table["player"])
    lines = [title] if pieces.fits(title, SMALL, TITLE_ROOM, bold=True) else pieces.lines_of(title, 15, TITLE_ROOM, 2)
    return [box(EDGE, y, WIDTH - 2 * EDGE, h, fill="#fff7dc" if acts else "white",
                stroke=svg.INK if acts else svg.LINE),
            token(x + 20, y + 26, 15, name),
            *(pieces.title(x + 44, y + 23 + 16 * i, line, TITLE_ROOM, 16, 15, 14, SMALL, fill=TITLE)
              for i, line in enumerate(lines)),
            svg.text(x + 44, y + 25 + 16 * len(lines), below, size=SMALL, anchor="start", fill=GREY)]


def _player(scene: Scene, y: float, name: str, seat: Mapping[str, Any]) -> tuple[list[str], float]:
    table, cards, lang = scene.table, scene.cards, scene.lang
    x, room = EDGE, WIDTH - 2 * EDGE - LIST_AT - 8
    hired, built = (seat_cards(cards, seat[what]) for what in ("apprentices", "buildings"))
    line1, n1 = pieces.chips(x + LIST_AT, y + 74, hired or [scene.say("none")], SMALL, room, 2, lang)
    line2, n2 = pieces.chips(x + LIST_AT, y + 74 + 18 * n1 + 4, built or [scene.say("no-buildings")], SMALL, room, 3,
                             lang)
    ability = pieces.lines_of(cards.ability(cards.boards[seat["board"]]), SMALL, room, 2) if seat["board"] else []
    h = 66.0 + 18 * (n1 + n2 + len(ability)) + 10
    title = cards.board(seat["board"]) if seat["board"] else name
    below = ", ".join(scene.say(word) for word, is_so in (("you", name == table["observer"]),
                                                          ("first", name == table["first"])) if is_so)
    drawn = _head(scene, y, name, title, below, h)
    at = x + 186
    drawn += _fact(at - 12, y + 26, scene.say("silver"), seat["silver"])
    at += 22
    for kind, n in zip(GOODS, seat["goods"], strict=True):
        drawn += scene.good(at, y + 13, kind, n, size=24, dim=not n)
        at += 62
    drawn.append(svg.line(at, y + 8, at, y + 50, stroke=svg.LINE))
    unpaid, paid = seat["debts"]
    for what, count, wide, alarm in (("supply", seat["supply"], 58, False),
                                     ("prison", seat["prison"], 60, seat["prison"] > 2),
                                     ("debts", unpaid, 52, unpaid > 0), ("paid", paid, 50, False),
                                     ("cards", table["hands"][name], 50, False)):
        drawn += _fact(at + wide / 2 + 2, y + 26, scene.say(what), count, alarm=alarm)
        at += wide
    drawn += _captured(scene, at + 10, y, seat)
    drawn += [svg.text(x + 10, y + 74, scene.say("apprentices"), size=SMALL, anchor="start", fill=GREY), *line1,
              svg.text(x + 10, y + 78 + 18 * n1, scene.say("buildings"), size=SMALL, anchor="start", fill=GREY),
              *line2]
    for i, line in enumerate(ability):
        drawn.append(svg.text(x + LIST_AT, y + 78 + 18 * (n1 + n2 + i), line, size=SMALL, anchor="start", fill=GREY))
    first = next((scene.steps[id_] for id_ in seat["apprentices"] if id_ in scene.steps), None)
    if first is not None and name == table["observer"]:
        drawn += marked(x + LIST_AT - 6, y + 61, room + 4, 18 * n1, first)
    return drawn, h


def _captured(scene: Scene, x: float, y: float, seat: Mapping[str, Any]) -> list[str]:
    if not seat["captured"]:
        return []
    return [svg.text(x, y + 42, scene.say("captured"), size=SMALL, anchor="start", fill=GREY),
            *tokens(x + 12, y + 19, seat["captured"], r=10, step=40)]


def seat_cards(cards: Cards, ids: list[str]) -> list[str]:
    """Return cards before a player: apprentices with their skills, buildings with their points."""
    def skills(id_: str) -> str:
        return "".join(pieces.skill_letter(skill, cards.lang) for skill in cards.apprentices[id_]["skills"])

    return [f"{cards.name(id_)} ({skills(id_)})" if id_ in cards.apprentices else
            f"{cards.name(id_)} {points_of(cards, id_)}" for id_ in ids]


def points_of(cards: Cards, id_: str) -> int:
    """Return the points printed on a building or wonder."""
    card = cards.wonders.get(id_) or cards.buildings[id_]
    return int(card["vp"])


def opponent_lines(scene: Scene, room: float, most: int = 2) -> list[tuple[str, bool]]:
    """Return what an opponent's board says, its last scheme first, and whether a line is the scheme's."""
    table, cards, which = scene.table, scene.cards, scene.opponent
    card = cards.opponents[which]

    def called(place: str) -> str:
        return scene.name("princess" if place == "princess_location" else place)

    def places(key: str) -> str:
        return ", ".join(map(called, card[key]))

    says = [(scene.say("focus", f"{called(card['focus_location'])}: {cards.ability(card, 'focus_action')}"), False),
            (scene.say("ability", cards.ability(card)), False),
            (scene.say("captures", places("capture_tiebreak")), False),
            (scene.say("stand", places("wonder_token_priority")), False)]
    built = seat_cards(cards, table["seats"][OPPONENT]["buildings"])
    if built:
        says.insert(0, (scene.say("wonders", ", ".join(built)), False))
    if table["scheme"] is not None:
        words = f"{table['scheme']}: {cards.words(table['scheme'])}"
        says.insert(0, (scene.say("scheme", words), True))
    return [(line, is_scheme) for words, is_scheme in says
            for line in pieces.lines_of(words, 14 if is_scheme else SMALL, room, most)]


def _opponent(scene: Scene, y: float, seat: Mapping[str, Any]) -> tuple[list[str], float]:
    x, w, table = EDGE, WIDTH - 2 * EDGE, scene.table
    lines = opponent_lines(scene, (w - 28) / 1.04)
    h = 84.0 + 18 * len(lines)
    drawn = _head(scene, y, OPPONENT, scene.cards.name(scene.opponent), scene.say("opponent"), h)
    at = x + 176
    for kind in GOODS:
        here = seat["marker"] == kind
        drawn.append(svg.rect(at - 3, y + 9, 36, 36, fill="#ffffff" if here else "none", stroke=svg.LINE, rx=4))
        drawn += scene.good(at + 3, y + 15, kind, "", size=24)
        if here:
            drawn.append(f'<rect x="{at - 3:g}" y="{y + 9:g}" width="36" height="36" rx="4" fill="none" '
                         f'stroke="{svg.INK}" stroke-width="4"/>')
        at += 36
    drawn.append(svg.text(x + 173, y + 60, scene.say("marker"), size=SMALL, anchor="start", fill=GREY))
    at += 10
    unpaid, paid = seat["debts"]
    piles = table["piles"]
    for what, n, wide, alarm in (("marble", seat["marble"], 62, False), ("supply", seat["supply"], 60, False),
                                 ("prison", seat["prison"], 58, seat["prison"] > 2), ("debts", unpaid, 52, unpaid > 0),
                                 ("paid", paid, 50, False), ("schemes", piles["schemes"], 72, False),
                                 ("gone", len(table["schemes"]), 54, False), ("future", piles["future"], 60, False)):
        drawn += _fact(at + wide / 2, y + 26, scene.say(what), n, alarm=alarm)
        at += wide
    drawn += _captured(scene, at + 8, y, seat)
    for i, (line, is_scheme) in enumerate(lines):
        drawn.append(svg.text(x + 10, y + 82 + 18 * i, line, size=14 if is_scheme else SMALL, anchor="start",
                              fill=svg.INK if is_scheme else GREY, bold=is_scheme))
    return drawn, h


def _cards_in_rows(scene: Scene, y: float, title: str, ids: list[str]) -> tuple[list[str], float]:
    w, h = (WIDTH - 2 * EDGE - (ACROSS - 1) * GAP) / ACROSS, 108.0
    cards = scene.cards
    drawn = [svg.text(EDGE + 4, y + 14, title, size=14, anchor="start", bold=True, fill=TITLE)]
    for i, id_ in enumerate(ids):
        x, top = EDGE + (w + GAP) * (i % ACROSS), y + 22 + (h + GAP) * (i // ACROSS)
        drawn += building_card(x, top, w, h, cards.buildings[id_], cards.name(id_), cards.words(id_).split("; ")[-1],
                               scene.lang)
        drawn.append(svg.text(x + w - 5, top + h - 6, id_, size=SMALL, anchor="end", fill=GREY))
        drawn += marked(x, top, w, h, scene.steps.get(id_))
    return drawn, 22 + (h + GAP) * ((len(ids) + ACROSS - 1) // ACROSS)
