"""The lower part of the picture: each player's board, the opponent's, the own hand, what may be chosen."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kingmaker.games.architects import _pieces as pieces
from kingmaker.games.architects._pieces import GREY, TITLE, box, building_card, good, marked, token, tokens
from kingmaker.games.architects.names import GOODS, OPPONENT
from kingmaker.games.architects.words import Cards
from kingmaker.games.core import svg

WIDTH, EDGE, GAP = 1000, 12, 8
ACROSS = 5  # building cards in a row
TITLE_ROOM = 128  # of a name, up to what its board counts


def draw_seats(top: float, table: Mapping[str, Any], cards: Cards, steps: Mapping[str, int],
               opponent: str) -> tuple[list[str], float]:
    """Draw all boards from a height on; return the pieces and where they end."""
    drawn: list[str] = []
    for name, seat in table["seats"].items():
        if name == OPPONENT:
            more, height = _opponent(top, table, seat, cards, opponent)
        else:
            more, height = _player(top, table, name, seat, cards, steps)
        drawn += more
        top += height + GAP
    received = table["received"]
    if received:
        more, height = _cards_in_rows(top, "one of these is kept", received, cards, steps)
        drawn += more
        top += height
    hand = table["seats"][table["observer"]].get("hand", [])
    if hand:
        more, height = _cards_in_rows(top, "your hand", hand, cards, steps)
        drawn += more
        top += height
    return drawn, top + 4


def _fact(x: float, y: float, what: str, n: object, *, alarm: bool = False) -> list[str]:
    """Draw a number over its name."""
    return [svg.text(x, y, n, size=19, bold=True, fill="#c0392b" if alarm else svg.INK),
            svg.text(x, y + 16, what, size=13, fill=GREY)]


def _head(x: float, y: float, table: Mapping[str, Any], name: str, title: str, below: str, h: float) -> list[str]:
    """Draw whose board it is: a long name in two lines."""
    acts = name == table["active"] or (table["active"] is None and name == table["player"])
    lines = [title] if pieces.fits(title, 13, TITLE_ROOM, bold=True) else pieces.lines_of(title, 15, TITLE_ROOM, 2)
    return [box(EDGE, y, WIDTH - 2 * EDGE, h, fill="#fff7dc" if acts else "white",
                stroke=svg.INK if acts else svg.LINE),
            token(x + 20, y + 26, 15, name),
            *(pieces.title(x + 44, y + 23 + 16 * i, line, TITLE_ROOM, 16, 15, 14, 13, fill=TITLE)
              for i, line in enumerate(lines)),
            svg.text(x + 44, y + 25 + 16 * len(lines), below, size=13, anchor="start", fill=GREY)]


def _player(y: float, table: Mapping[str, Any], name: str, seat: Mapping[str, Any], cards: Cards,
            steps: Mapping[str, int]) -> tuple[list[str], float]:
    x, room = EDGE, WIDTH - 2 * EDGE - 118
    hired = [_apprentice(cards, id_) for id_ in seat["apprentices"]]
    built = [f"{cards.name(id_)} {_points(cards, id_)}" for id_ in seat["buildings"]]
    line1, n1 = pieces.chips(x + 110, y + 74, hired or ["none"], 13, room, 2)
    line2, n2 = pieces.chips(x + 110, y + 74 + 17 * n1 + 4, built or ["none"], 13, room, 3)
    ability = pieces.lines_of(cards.boards[seat["board"]]["ability"], 13, room, 2) if seat["board"] else []
    h = 66.0 + 17 * (n1 + n2 + len(ability)) + 10
    title = cards.board(seat["board"]) if seat["board"] else name
    you = "you" if name == table["observer"] else ""
    below = ", ".join(word for word in (you, "first" * (name == table["first"])) if word)
    drawn = _head(x, y, table, name, title, below, h)
    at = x + 186
    drawn += _fact(at - 14, y + 26, "silver", seat["silver"])
    at += 22
    for kind in GOODS:
        drawn += good(at, y + 13, kind, seat["goods"][GOODS.index(kind)], size=24,
                      dim=not seat["goods"][GOODS.index(kind)])
        at += 64
    drawn.append(svg.line(at, y + 8, at, y + 50, stroke=svg.LINE))
    unpaid, paid = seat["debts"]
    for what, n, wide, alarm in (("supply", seat["supply"], 54, False),
                                 ("prison", seat["prison"], 54, seat["prison"] > 2),
                                 ("debts", f"{unpaid}", 50, unpaid > 0), ("paid", paid, 44, False),
                                 ("cards", table["hands"][name], 48, False)):
        drawn += _fact(at + wide / 2 + 2, y + 26, what, n, alarm=alarm)
        at += wide
    if seat["captured"]:
        drawn += [svg.text(at + 10, y + 42, "captured", size=13, anchor="start", fill=GREY),
                  *tokens(at + 22, y + 19, seat["captured"], r=10, step=40)]
    drawn += [svg.text(x + 10, y + 74, "apprentices", size=13, anchor="start", fill=GREY), *line1,
              svg.text(x + 10, y + 74 + 17 * n1 + 4, "buildings", size=13, anchor="start", fill=GREY), *line2]
    for i, line in enumerate(ability):
        drawn.append(svg.text(x + 110, y + 78 + 17 * (n1 + n2 + i), line, size=13, anchor="start", fill=GREY))
    first = next((steps[id_] for id_ in seat["apprentices"] if id_ in steps), None)
    if first is not None and name == table["observer"]:
        drawn += marked(x + 104, y + 61, room + 4, 17 * n1, first)
    return drawn, h


def _apprentice(cards: Cards, id_: str) -> str:
    card = cards.apprentices[id_]
    return f"{cards.name(id_)} ({''.join(pieces.SKILLS[skill][0] for skill in card['skills'])})"


def _points(cards: Cards, id_: str) -> int:
    card = cards.wonders.get(id_) or cards.buildings[id_]
    return int(card["vp"])


def _opponent(y: float, table: Mapping[str, Any], seat: Mapping[str, Any], cards: Cards,
              which: str) -> tuple[list[str], float]:
    x, w = EDGE, WIDTH - 2 * EDGE
    card = cards.opponents[which]
    built = [f"{cards.name(id_)} {_points(cards, id_)}" for id_ in seat["buildings"]]
    ability = pieces.lines_of(f"ability: {card['ability']}", 13, w - 28, 2)
    focus = pieces.lines_of(f"focus: {card['focus_location'].replace('_', ' ')}: {card['focus_action']}", 13, w - 28, 2)
    scheme = [] if table["scheme"] is None else pieces.lines_of(
        f"last scheme {table['scheme']}: {cards.words(table['scheme'])}", 14, w - 28, 2)
    lists = [pieces.fitted(f"{what}: " + ", ".join(place.removesuffix("_location").replace("_", " ")
                                                   for place in card[key]), 13, w - 28)
             for what, key in (("captures", "capture_tiebreak"), ("wonders stand", "wonder_token_priority"))]
    raised = pieces.lines_of("wonders: " + ", ".join(built), 13, w - 28, 2) if built else []
    lines = [*scheme, *raised, *focus, *ability, *lists]
    h = 84.0 + 18 * len(lines)
    drawn = _head(x, y, table, OPPONENT, cards.name(which), "opponent", h)
    at = x + 176
    for kind in GOODS:
        here = seat["marker"] == kind
        drawn.append(svg.rect(at - 3, y + 9, 36, 36, fill="#ffffff" if here else "none", stroke=svg.LINE, rx=4))
        drawn += good(at + 3, y + 15, kind, "", size=24)
        if here:
            drawn += [f'<rect x="{at - 3:g}" y="{y + 9:g}" width="36" height="36" rx="4" fill="none" '
                      f'stroke="{svg.INK}" stroke-width="4"/>']
        at += 36
    drawn += [svg.text(x + 173, y + 60, "resource marker", size=13, anchor="start", fill=GREY)]
    at += 10
    unpaid, paid = seat["debts"]
    piles = table["piles"]
    for what, n, wide, alarm in (("marble", seat["marble"], 58, False), ("supply", seat["supply"], 56, False),
                                 ("prison", seat["prison"], 56, seat["prison"] > 2), ("debts", unpaid, 52, unpaid > 0),
                                 ("paid", paid, 44, False), ("schemes", piles["schemes"], 68, False),
                                 ("laid", len(table["schemes"]), 44, False), ("future", piles["future"], 56, False)):
        drawn += _fact(at + wide / 2, y + 26, what, n, alarm=alarm)
        at += wide
    if seat["captured"]:
        drawn += [svg.text(at + 6, y + 42, "captured", size=13, anchor="start", fill=GREY),
                  *tokens(at + 18, y + 19, seat["captured"], r=10, step=40)]
    for i, line in enumerate(lines):
        drawn.append(svg.text(x + 10, y + 82 + 18 * i, line, size=14 if i < len(scheme) else 13, anchor="start",
                              fill=svg.INK if i < len(scheme) else GREY, bold=i == 0 and bool(scheme)))
    return drawn, h


def _cards_in_rows(y: float, title: str, ids: list[str], cards: Cards,
                   steps: Mapping[str, int]) -> tuple[list[str], float]:
    w, h = (WIDTH - 2 * EDGE - (ACROSS - 1) * GAP) / ACROSS, 108.0
    drawn = [svg.text(EDGE + 4, y + 14, title, size=14, anchor="start", bold=True, fill=TITLE)]
    for i, id_ in enumerate(ids):
        x, top = EDGE + (w + GAP) * (i % ACROSS), y + 22 + (h + GAP) * (i // ACROSS)
        drawn += building_card(x, top, w, h, cards.buildings[id_], cards.name(id_), cards.words(id_).split("; ")[-1])
        drawn.append(svg.text(x + w - 5, top + h - 5, id_, size=12, anchor="end", fill=GREY))
        drawn += marked(x, top, w, h, steps.get(id_))
    return drawn, 22 + (h + GAP) * ((len(ids) + ACROSS - 1) // ACROSS)
