"""The table to be touched: the town on a picture that fits a phone, cards with their words, everybody's board."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kingmaker.games._base import GameState
from kingmaker.games.architects import _pieces as pieces
from kingmaker.games.architects._boards import ALARM, opponent_lines
from kingmaker.games.architects._pieces import GREY, SMALL, TITLE, box, coin, token, tokens
from kingmaker.games.architects._scene import MARKET_TINT, PRISON, SLOT, Scene
from kingmaker.games.architects._state import ArchState
from kingmaker.games.architects.card_faces import pieces as all_pieces
from kingmaker.games.architects.cards import cards_of
from kingmaker.games.architects.components import read_components
from kingmaker.games.architects.hints import PARTS
from kingmaker.games.architects.interventions import ALL_WONDERS
from kingmaker.games.architects.laying import LAYING
from kingmaker.games.architects.names import GOODS, OPPONENT
from kingmaker.games.architects.saying import said
from kingmaker.games.architects.seen import facts_seen, table_seen
from kingmaker.games.architects.view import SHOWN, steps_of, turn_words
from kingmaker.games.architects.why import why_not
from kingmaker.games.architects.words import BLACK_MARKET, LANGUAGES, NAMES, name_of
from kingmaker.games.core import svg
from kingmaker.games.core.board import Area, Board, Spot, touchable

WIDTH, EDGE, GAP = 408.0, 6.0, 6.0  # as wide as a phone shows without scrolling
ROOM = WIDTH - 2 * EDGE
CELL = (ROOM - 2 * GAP) / 3  # of three beside each other
NAMING = ("place", "recall", "hire", "keep", "dismiss", "build", "discard", "token", "capture")


def targets(move: str) -> list[str]:
    """Return what is touched for a move: places, cards, seats; the rest is chosen from the list.

    Examples
    --------
    >>> targets("hire A12"), targets("contribute wood"), targets("mix 0 3 1"), targets("trade A14"), targets("draw")
    (['A12'], ['slot wood'], [], ['A14'], [])
    """
    verb, *words = move.split()
    if verb == "contribute":
        return [SLOT + words[0]]
    if move == "cathedral":
        return [move]
    if verb in NAMING or (verb == "trade" and words[0] not in ("virtue", "marble")):
        return [word for word in words if word != "?"]
    return []


# -- areas -------------------------------------------------------------------------------------------------------------


def areas(state: GameState, observer: int, lang: str, moves: Sequence[str], plan: Sequence[str]) -> list[Area]:
    """Return the table as an observer sees it."""
    assert isinstance(state, ArchState)
    observer = min(observer, int(state.game.options["players"]) - 1)  # the opponent has no eyes
    table, parts = table_seen(state, observer), state.rules.parts
    scene = Scene(table, parts, cards_of(parts, lang), steps_of(plan), state.game.options["opponent"], is_touched=True)
    found = [_turn(scene), *_received(scene), _town(scene), _hall(scene), _hire(scene)]
    if scene.wonders:
        found.append(_court(scene))
    found += _hand(scene, facts_seen(state, observer, lang))
    for seat, name in enumerate(scene.seats):
        found += _opponent(scene, seat) if name == OPPONENT else _player(scene, name, seat)
    return found


def _turn(scene: Scene) -> Area:
    """Return whose turn it is, and what is to be decided."""
    table, lang = scene.table, scene.lang
    lines = []
    if table["player"] is not None:
        lines.append(f"{table['player']}: {said('decisions', table['decision'], lang)}")
    if table["scheme"] is not None:
        words = f"{table['scheme']} {scene.cards.words(table['scheme'])}"
        lines.append(scene.say("scheme", words))
    return Area(name="turn", title=turn_words(scene), lines=tuple(lines), is_wide=True)


def _received(scene: Scene) -> Iterator[Area]:
    """Yield the cards of which one is kept: a packet of the draft, or those drawn at the Black Market."""
    table, lang = scene.table, scene.lang
    if table["received"]:
        is_draft = table["phase"] == "draft"
        title = said("page", "packet" if is_draft else "keep", lang, 5 - len(table["received"]))
        lines = (said("page", "at-once", lang),) if is_draft and len(scene.seats) > 1 else ()
        yield Area(name="packet", title=title, lines=lines, spots=_spots(table["received"]), is_wide=True)


def _spots(ids: Sequence[str]) -> tuple[Spot, ...]:
    return tuple(Spot(word=id_) for id_ in ids)


def _town(scene: Scene) -> Area:
    """Return the tracks and the nine places, as they lie on the board."""
    drawn, y = scene.tracks(EDGE, EDGE, ROOM)
    for k in range(3):
        places = SHOWN[3 * k:3 * k + 3]
        h = max(84.0, scene.place_height(places, CELL))
        for i, place in enumerate(places):
            drawn += scene.place(EDGE + (CELL + GAP) * i, y, CELL, h, place)
        y += h + GAP
    title = said("page", "town", scene.lang)
    return Area(name="town", title=title, picture=_picture(drawn, y, title))


def _hall(scene: Scene) -> Area:
    """Return Guildhall, cathedral and Black Market."""
    half = 168.0
    drawn = [*scene.guildhall(EDGE, EDGE, half), *scene.cathedral(EDGE + half + GAP, EDGE, ROOM - half - GAP)]
    more, y = _market(scene, EDGE + 140)
    title = said("page", "hall", scene.lang)
    piles = (scene.say("buildings-pile", scene.table["piles"]["buildings"]),
             scene.say("debts-left", scene.table["debts"]))
    return Area(name="hall", title=title, picture=_picture([*drawn, *more], y, title), lines=piles)


def _market(scene: Scene, y: float) -> tuple[list[str], float]:
    head = 60.0
    title = scene.name(BLACK_MARKET)
    drawn = [box(EDGE, y, ROOM, head + 110, fill=MARKET_TINT),
             svg.text(EDGE + 9, y + 21, title, size=16, anchor="start", bold=True, fill=TITLE),
             *pieces.written(EDGE + 9, y + 38, scene.say("market"), SMALL, ROOM - 14, 2, fill=GREY, step=15),
             *scene.end(EDGE, y, ROOM, head - 2, BLACK_MARKET, f"{title}: {scene.say('market')}")]
    w = (ROOM - 4 * 5) / 3
    for i in range(3):
        drawn += scene.space(EDGE + 5 + (w + 5) * i, y + head, w, 104, i)
    return drawn, y + head + 110 + EDGE


def _picture(drawn: Sequence[str], height: float, title: str) -> str:
    return svg.document(WIDTH, height, list(drawn), title=title, words="")


def _hire(scene: Scene) -> Area:
    """Return the apprentices for hire, each with the workers that its column wants and the silver on it."""
    table = scene.table
    spots = []
    for row in table["display"]:
        for k, id_ in enumerate(row):
            silver = f" +{table['coins'][id_]} {scene.say('silver')}" if id_ in table["coins"] else ""
            spots.append(Spot(word=id_ or "", mark=f"{k + 1}{silver}" if id_ else ""))
    lines = (said("page", "price", scene.lang), scene.say("pile", table["piles"]["apprentices"]))
    return Area(name="hire", title=said("page", "workshop", scene.lang), spots=tuple(spots), lines=lines, is_wide=True)


def _court(scene: Scene) -> Area:
    """Return contributions, what the next reset brings, and the wonders."""
    y = EDGE
    drawn = [*scene.contributions(EDGE, y, ROOM), *scene.consequence(EDGE, y + 128, ROOM)]
    y += 256
    h = scene.wonder_height(CELL)
    for i, wonder in enumerate(scene.table["wonders"]):
        drawn += scene.wonder(EDGE + (CELL + GAP) * (i % 3), y + (h + GAP) * (i // 3), CELL, wonder)
    height = y + (h + GAP) * ((len(scene.table["wonders"]) + 2) // 3)
    title = said("page", "court", scene.lang)
    return Area(name="court", title=title, picture=_picture(drawn, height, title),
                lines=(scene.say("reconstructed"),))


def _hand(scene: Scene, facts: Sequence[str]) -> Iterator[Area]:
    """Yield the observer's hand with what is known of cards that lie elsewhere."""
    name = scene.table["observer"]
    hand = scene.table["seats"][name].get("hand", [])
    if hand or facts:
        lines = tuple(said("page", "knows", scene.lang, fact) for fact in facts)
        yield Area(name="hand", title=said("page", "hand", scene.lang, name), lines=lines, spots=_spots(hand),
                   is_wide=True)


# -- boards ------------------------------------------------------------------------------------------------------------


def _player(scene: Scene, name: str, number: int) -> Iterator[Area]:
    """Yield a player's board, and the cards before it."""
    table, cards = scene.table, scene.cards
    seat = table["seats"][name]
    lines = [f"{cards.board(seat['board'])}: {cards.ability(cards.boards[seat['board']])}"] if seat["board"] else []
    title = ", ".join([name, *(scene.say(word) for word, is_so in (("you", name == table["observer"]),
                                                                  ("first", name == table["first"])) if is_so)])
    yield Area(name=f"player-{name}", title=title, lines=tuple(lines), side=number,
               picture=_picture(_board(scene, name, seat), 122, title))
    laid = [*seat["apprentices"], *seat["buildings"]]
    if laid:
        yield Area(name=f"cards-{name}", title=said("page", "cards-of", scene.lang, name), spots=_spots(laid),
                   side=number)


def _board(scene: Scene, name: str, seat: Mapping[str, Any]) -> list[str]:
    """Draw silver and goods, and below them what else is counted."""
    table = scene.table
    acts = name in (table["active"], table["player"])
    drawn = [box(EDGE, EDGE, ROOM, 110, fill="#fff7dc" if acts else "white", stroke=svg.INK if acts else svg.LINE),
             token(EDGE + 22, 34, 15, name), *coin(EDGE + 64, 34, seat["silver"], r=15)]
    for i, (kind, n) in enumerate(zip(GOODS, seat["goods"], strict=True)):
        drawn += scene.good(EDGE + 92 + 60 * i, 22, kind, n, size=24, dim=not n)
    words = [f"{scene.say('silver')} {seat['silver']}",
             *(f"{scene.name(kind)} {n}" for kind, n in zip(GOODS, seat["goods"], strict=True) if n)]
    unpaid, paid = seat["debts"]
    counts = (("supply", seat["supply"], False), (PRISON, seat["prison"], seat["prison"] > 2),
              ("debts", unpaid, unpaid > 0), ("paid", paid, False), ("cards", table["hands"][name], False))
    return [*drawn, *_counted(scene, name, counts, seat, words)]


def _counted(scene: Scene, name: str, counts: Sequence[tuple[str, int, bool]], seat: Mapping[str, Any],
             words: Sequence[str], top: float = 58.0) -> list[str]:
    """Draw counts in a row, captured workers behind them, and what is touched: the board, and the own prison."""
    step = 60.0 if len(counts) < 6 else ROOM / len(counts)
    drawn, over = [], []
    said_ = list(words)
    for i, (what, n, alarm) in enumerate(counts):
        x = EDGE + 4 + step * i
        drawn += [svg.text(x + step / 2, top + 24, n, size=19, bold=True, fill=ALARM if alarm else svg.INK),
                  svg.text(x + step / 2, top + 42, scene.say(what), size=SMALL, fill=GREY)]
        said_.append(f"{scene.say(what)} {n}")
        if what == PRISON and name == scene.table["observer"]:
            over = [touchable(PRISON, f"{scene.name(PRISON)}: {n}", svg.rect(x, top - 4, step, 58, stroke="none"))]
    if seat["captured"]:
        drawn += _captured(seat["captured"], is_last=len(counts) < 6, x=EDGE + 14 + step * len(counts), top=top)
        said_.append(f"{scene.say('captured')} " + " ".join(f"{who} {n}" for who, n in seat["captured"].items()))
    board = touchable(name, f"{name}: {', '.join(said_)}", svg.rect(EDGE, EDGE, ROOM, top + 52, stroke="none", rx=6))
    return [*drawn, board, *over]


def _captured(captured: Mapping[str, int], *, is_last: bool, x: float, top: float) -> list[str]:
    """Draw captured workers: behind the counts two in a row, else in the row above, beside the goods."""
    every = list(captured.items())
    if not is_last:
        return tokens(EDGE + 240, 34, captured, r=10, step=40)
    return [part for k in range(0, len(every), 2)
            for part in tokens(x, top + 12 + 25 * (k // 2), dict(every[k:k + 2]), r=10, step=42)]


def _opponent(scene: Scene, number: int) -> Iterator[Area]:
    """Yield the opponent's board with what it says."""
    table = scene.table
    seat, piles = table["seats"][OPPONENT], table["piles"]
    drawn = [box(EDGE, EDGE, ROOM, 110), token(EDGE + 22, 34, 15, OPPONENT)]
    for i, kind in enumerate(GOODS):
        x, here = EDGE + 50 + 34 * i, seat["marker"] == kind
        drawn.append(f'<rect x="{x:g}" y="18" width="32" height="32" rx="4" fill="white" stroke="{svg.INK}" '
                     f'stroke-width="{4 if here else 0.5}"/>')
        drawn += scene.good(x + 5, 23, kind, "", size=22)
    unpaid, paid = seat["debts"]
    counts = (("marble", seat["marble"], False), ("supply", seat["supply"], False),
              (PRISON, seat["prison"], seat["prison"] > 2), ("debts", unpaid, unpaid > 0), ("paid", paid, False),
              ("schemes", piles["schemes"], False), ("future", piles["future"], False))
    words = [f"{scene.say('marker')} {scene.name(seat['marker'])}"]
    drawn += _counted(scene, OPPONENT, counts, seat, words)
    title = f"{scene.cards.name(scene.opponent)} ({scene.say('opponent')})"
    lines = [line for line, is_scheme in opponent_lines(scene, 1e6) if not is_scheme]
    lines.append(said("page", "since", scene.lang, " ".join(table["schemes"]) or said("page", "nobody", scene.lang)))
    yield Area(name="opponent", title=title, lines=tuple(lines), picture=_picture(drawn, 122, title), side=number)


def names(lang: str) -> dict[str, str]:
    """Return what the keys of the score are called."""
    at = LANGUAGES.index(lang)
    more = {"parts": ("where the points come from", "odkud jsou body"), "winners": ("ahead", "vede"),
            "player": ("player", "hráč")}
    return {key: words[at] for key, words in {**PARTS, **more}.items()}


def option(name: str, value: str, lang: str) -> str:
    """Return what an option, or a value of it, is called.

    Examples
    --------
    >>> option("boards", "", "cs"), option("wonders", "0", "en"), option("ban", "quarry", "cs")
    ('desky hráčů', 'the base game', 'Kamenolom')
    >>> option("ban", "A39", "en"), option("short", "6", "cs")
    ('Woodcutter (A39)', 'tahů: 6')
    """
    if not value:
        return said("options", name, lang)
    if name in ("wonders", "boards"):
        return said("questions", f"{name}-{value}", lang)
    if name == "short":
        return said("options", "turns" if value != "0" else "whole", lang, value)
    return _piece_called(name, value, lang)


def _piece_called(name: str, value: str, lang: str) -> str:
    """Return what a piece or a place is called that an option names; "" where it is a number."""
    cards = cards_of(read_components(), lang)
    if name == "board":
        return f"{cards.board(value)}: {cards.ability(cards.boards[value])}"
    if value in ("none", ALL_WONDERS):
        return said("questions", "alone", lang) if value == "none" else said("words", "raised", lang)
    if value in NAMES:
        return name_of(value, lang)
    called = cards.name(value)
    return "" if called == value else called if name == "opponent" else f"{called} ({value})"


BOARD = Board(pieces=all_pieces, areas=areas, why_not=why_not, names=names, targets=targets, laying=LAYING,
              option=option)
