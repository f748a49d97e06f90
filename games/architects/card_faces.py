"""Cards, places and seats as pieces that are touched or chosen: a small picture, and beside it what they say."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kingmaker.games.architects import _pieces as drawn
from kingmaker.games.architects._components import rules_of
from kingmaker.games.architects._pieces import TITLE, box, token
from kingmaker.games.architects._scene import PLACE_TINT, SLOT, SLOT_TINT
from kingmaker.games.architects.cards import Cards, cards_of
from kingmaker.games.architects.names import GOODS, GUILDHALL, OPPONENT, PLACES, PLAYERS, SPACES
from kingmaker.games.architects.saying import said, say
from kingmaker.games.architects.words import BLACK_MARKET, name_of
from kingmaker.games.core import svg
from kingmaker.games.core.board import Piece, small
from kingmaker.games.registry import game_spec

W, H = 44.0, 62.0
GREEN, BLUE, GOLD = "#e3eadb", "#dfe8ef", "#f1e4bd"


def pieces(given: Mapping[str, Any], lang: str) -> dict[str, Piece]:
    """Return all cards, player boards, places and seats by the words of moves and answers."""
    rules = rules_of(game_spec("architects").bind({"data": given["data"]} if given.get("data") else {}))
    cards = cards_of(rules.parts, lang)
    found = {}
    for id_ in rules.apprentices:
        card = cards.apprentices[id_]
        found[id_] = _card(cards, id_, _person(card["skills"], card["virtue"], lang), "apprentices", lang)
    for id_ in rules.buildings:
        card = cards.buildings.get(id_) or {**cards.wonders[id_], "skills": ()}
        kind, tint = ("raised", GOLD) if id_ in cards.wonders else ("buildings", PLACE_TINT)
        found[id_] = _card(cards, id_, _house(card["vp"], card["skills"], tint, lang), kind, lang)
    for kind, group, tint in (("rewards", "rewards", BLUE), ("market", "market-cards", "#e4dfe6"),
                              ("contributions", "contributions", GOLD), ("schemes", "schemes", "#d9d9d9")):
        found |= {id_: _card(cards, id_, _face(id_, tint), group, lang) for id_ in getattr(rules, kind)}
    for id_, card in cards.opponents.items():
        face = [box(1, 1, W - 2, H - 2), token(22, 31, 16, OPPONENT)]
        found[id_] = _piece(cards.name(id_), cards.ability(card), face, said("page", "opponents", lang))
    for name, card in cards.boards.items():
        found[name] = _piece(cards.board(name), cards.ability(card), _face(name[:3], SLOT_TINT),
                             said("page", "boards", lang))
    return found | dict(_others(lang))


def _others(lang: str) -> Iterator[tuple[str, Piece]]:
    """Yield seats, places and goods to be laid."""
    for seat in (*PLAYERS, OPPONENT):
        name = say("opponent", lang) if seat == OPPONENT else seat
        yield seat, Piece(name=name, label=name, picture=small(30, 30, [token(15, 15, 11, seat)]))
    for place in (*PLACES, GUILDHALL, BLACK_MARKET, "cathedral", "prison"):
        name = name_of(place, lang)
        yield place, Piece(name=name, label=name, picture=small(W, W, _face(name[:1], PLACE_TINT, W)))
    for space in SPACES:
        name = f"{name_of(BLACK_MARKET, lang)}, {say(space, lang)}"
        yield space, Piece(name=name, label=name, picture=small(W, W, _face(name[:1], "#e4dfe6", W)))
    for kind in GOODS:
        name = name_of(kind, lang)
        yield SLOT + kind, Piece(name=name, label=name, picture=small(
            W, W, drawn.good(6, 6, kind, "", size=32, lang=lang)))


def _card(cards: Cards, id_: str, face: Sequence[str], kind: str, lang: str) -> Piece:
    table = "page" if kind in ("rewards", "market-cards", "contributions", "schemes") else "words"
    group = said(table, kind, lang).capitalize()
    if kind in ("apprentices", "buildings") and id_[0] == "W":
        group = said("page", "card-more", lang, group)
    name = cards.name(id_)
    shown = id_ if name == id_ else f"{name} ({id_})"
    return Piece(name=f"{shown}\n{cards.words(id_)}", label=cards.label(id_), picture=small(W, H, face), group=group,
                 is_wide=True)


def _piece(name: str, words: str, face: Sequence[str], group: str) -> Piece:
    return Piece(name=f"{name}\n{words}", label=f"{name}: {words}", picture=small(W, H, face), group=group,
                 is_wide=True)


def _face(mark: str, tint: str, h: float = H) -> list[str]:
    """Draw a card with a few letters."""
    size = 22 if len(mark) < 3 else 15 if len(mark) < 4 else 12
    return [box(1, 1, W - 2, h - 2, fill=tint), svg.text(W / 2, h / 2 + 0.36 * size, mark, size=size, fill=TITLE,
                                                         bold=True)]


def _marks(skills: Sequence[str], lang: str) -> list[str]:
    return [part for i, name in enumerate(skills) for part in drawn.skill(10 + 12 * i, H - 11, name, r=7, lang=lang)]


def _person(skills: Sequence[str], virtue: int, lang: str) -> list[str]:
    """Draw an apprentice: head and shoulders, the skill, virtue won or lost."""
    return [box(1, 1, W - 2, H - 2, fill=GREEN), svg.circle(W / 2, 19, 8, fill=TITLE, stroke="none"),
            f'<path d="M8 45c0-20 28-20 28 0z" fill="{TITLE}"/>', *_marks(skills, lang),
            *([svg.text(W - 9, H - 6, f"{virtue:+d}", size=13, bold=True)] if virtue else [])]


def _house(points: int, skills: Sequence[str], tint: str, lang: str) -> list[str]:
    """Draw a building: its roof, the points on its wall, the skills that it needs."""
    return [box(1, 1, W - 2, H - 2, fill=tint), f'<path d="M5 20L22 5L39 20V43H5z" fill="{TITLE}"/>',
            svg.text(W / 2, 38, points, size=19, fill="white", bold=True), *_marks(skills, lang)]
