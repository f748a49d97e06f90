"""The table as plain text, for the terminal: who decides, how all stand, the town, cards in words."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kingmaker.games._base import GameState
from kingmaker.games.architects._state import ArchState
from kingmaker.games.architects.cards import Cards, cards_of
from kingmaker.games.architects.names import GOODS, GUILDHALL, OPPONENT, PLACES, SPACES
from kingmaker.games.architects.seen import facts_seen, table_seen
from kingmaker.games.architects.words import BLACK_MARKET, LETTERS, consequence_words, gain_words, name_of, reward_words

NAMING = ("hire", "keep", "dismiss", "build", "discard", "trade")


def plain(state: GameState, observer: int, lang: str = "en") -> str:
    """Return the table in lines."""
    assert isinstance(state, ArchState)
    table, cards = table_seen(state, observer), cards_of(state.rules.parts, lang)
    opponent = state.game.options["opponent"]
    lines = [_head(table), *(_seat(table, name, cards, opponent) for name in table["seats"]),
             *_town(state, table, cards), "", *_market(table, cards), *_for_hire(table, cards)]
    if "princess" in table:
        lines += _court(table, cards)
    if OPPONENT in table["seats"]:
        lines += _opponent(table, cards, opponent)
    for name, seat in table["seats"].items():
        lines += _laid(name, seat, cards)
    if table["received"]:
        lines += ["", "one of these is kept:", *(f"  {cards.label(id_)}" for id_ in table["received"])]
    hand = table["seats"][table["observer"]].get("hand")
    if hand is not None:
        lines += ["", f"hand of {table['observer']}:" + ("" if hand else " nothing"),
                  *(f"  {cards.label(id_)}" for id_ in hand)]
    lines += [f"{table['observer']} knows: {fact}" for fact in facts_seen(state, observer, lang)]
    return "\n".join(lines)


def explain(state: GameState, action: int, lang: str = "en") -> str:
    """Return the card of a move in words, "" where a move names none."""
    assert isinstance(state, ArchState)
    verb, _, what = state.format_action(action).partition(" ")
    cards = cards_of(state.rules.parts, lang)
    if verb in NAMING and what in {**cards.apprentices, **cards.buildings, **cards.wonders}:
        return f"{cards.name(what)}: {cards.words(what)}"
    if verb in ("place", "recall", "capture", "token") and what.split()[0] in PLACES:
        return "" if lang == "en" else name_of(what.split()[0], lang)
    return ""


def _head(table: Mapping[str, Any]) -> str:
    if table["player"] is None:
        points = table.get("points", {})
        return "the game is over" + (f": {', '.join(f'{name} {n}' for name, n in points.items())}" if points else "")
    when = table["phase"] if table["phase"] in ("hire", "draft") else f"turn {table['turn']}"
    left = "" if table["left"] is None else f", the Guildhall is full: {table['left']} turns after this one"
    return f"{when}{left}: {table['player']} decides: {table['decision']}"


def _seat(table: Mapping[str, Any], name: str, cards: Cards, opponent: str) -> str:
    """Return a line with all numbers of a seat."""
    seat = table["seats"][name]
    facts = [f"virtue {seat['virtue']}"] + ([f"influence {seat['influence']}"] if "princess" in table else [])
    if name == OPPONENT:
        title = cards.name(opponent)
        facts += [f"marble {seat['marble']}", f"marker on {seat['marker']}"]
    else:
        title = cards.board(seat["board"]) if seat["board"] else ""
        goods = " ".join(f"{n}{LETTERS[kind]}" for kind, n in zip(GOODS, seat["goods"], strict=True))
        facts += [f"silver {seat['silver']}", goods]
    facts.append(f"{seat['supply']} workers")
    facts.append(f"{seat['prison']} in prison")
    if seat["captured"]:
        facts.append("holds " + " ".join(f"{n} of {whose}" for whose, n in seat["captured"].items()))
    facts.append(f"cathedral {seat['cathedral']}")
    facts.append(f"debts unpaid {seat['debts'][0]}, paid {seat['debts'][1]}")
    if name != OPPONENT:
        n = table["hands"][name]
        facts.append(f"{n} card{'s' * (n != 1)}")
    mark = "*" if name == table["player"] else " "
    return f"{mark}{name}{f' {title}' if title else ''}: {', '.join(facts)}"


def _town(state: ArchState, table: Mapping[str, Any], cards: Cards) -> Iterator[str]:
    places = []
    for place in PLACES:
        here = " ".join(f"{name} {n}" for name, n in table["workers"][place].items())
        marks = [who for who in ("princess", "profiteer") if table.get(who) == place]
        marks += [wonder for wonder, now in table.get("wonders", {}).items() if now["token"] == place]
        if place == "tax_stand":
            marks.append(f"{table['tax']} tax")
        if here or marks:
            places.append(f"{name_of(place, cards.lang)} {here}{' ' * bool(here and marks)}"
                          + (f"({', '.join(marks)})" if marks else ""))
    yield f"workers: {'; '.join(places)}"
    hall = state.rules.parts.hall[len(table["seats"])]
    yield (f"{name_of(GUILDHALL, cards.lang)} {len(table[GUILDHALL])} of {hall[0]}, resets at {hall[1]} and {hall[2]}: "
           f"{' '.join(table[GUILDHALL]) or 'empty'}")
    piles = ", ".join(f"{name} {n}" for name, n in table["piles"].items())
    yield f"piles: {piles}; debts left {table['debts']}"


def _market(table: Mapping[str, Any], cards: Cards) -> Iterator[str]:
    """Yield the Black Market's three spaces."""
    open_, says = table["cards"], []
    for number, space in enumerate(SPACES, 1):
        whose = table["market"][space] or "free"
        if space == "middle":
            gives = "hire one free, or keep 1 of 5 buildings"
        else:
            card = open_[space]
            gives = gain_words(cards.market[card][space] if card else cards.printed[f"{space}_space"])
        says.append(f"{space} ({number} silver: {gives}) {whose}")
    yield f"{name_of(BLACK_MARKET, cards.lang)}: {'; '.join(says)}"


def _for_hire(table: Mapping[str, Any], cards: Cards) -> Iterator[str]:
    """Yield the apprentices, column by column, with the silver on them."""
    yield "for hire, by workers needed:"
    for number, row in enumerate(table["display"], 1):
        for column, id_ in enumerate(row, 1):
            if id_ is not None:
                silver = table["coins"].get(id_)
                yield f"  row {number}, {column}: {cards.label(id_)}" + (f" [{silver} silver on it]" if silver else "")


def _court(table: Mapping[str, Any], cards: Cards) -> Iterator[str]:
    """Yield what Works of Wonder adds."""
    id_, laid = table["contribution"]
    card = cards.contributions[id_]
    gains = {kind: gain_words(card["contribution"][kind]).replace(", ", " + ") for kind in GOODS}
    slots = ", ".join(f"{kind} {'laid' if kind in laid else gain}" for kind, gain in gains.items())
    yield f"contributions {id_}: {slots}"
    card = cards.contributions[table["consequence"]]
    for who, words in (("princess", f"most workers there: {reward_words(card)}"),
                       ("profiteer", f"whoever has workers there: {consequence_words(card)}, then prison")):
        yield f"{name_of(who, cards.lang)} at {name_of(table[who], cards.lang)}; at the next reset, {words}"
    for wonder, now in table["wonders"].items():
        owner = next((name for name, seat in table["seats"].items() if wonder in seat["buildings"]), None)
        if owner is None:
            yield f"  {cards.label(wonder)}; {now['goods']} lie on it"


def _opponent(table: Mapping[str, Any], cards: Cards, which: str) -> Iterator[str]:
    card = cards.opponents[which]
    if table["scheme"] is not None:
        yield f"last scheme {cards.label(table['scheme'])}"
    yield f"schemes turned since the shuffle: {' '.join(table['schemes']) or 'none'}"
    focus = card["focus_location"].replace("_", " ")
    yield f"{cards.name(which)}: focus {focus}: {cards.ability(card, 'focus_action')}; {cards.ability(card)}"


def _laid(name: str, seat: Mapping[str, Any], cards: Cards) -> Iterator[str]:
    """Yield the cards before a seat."""
    laid = [*seat.get("apprentices", []), *seat["buildings"]]
    if laid:
        yield f"{name} has:"
        yield from (f"  {cards.label(id_)}" for id_ in laid)
    if seat.get("board"):
        yield f"{name}'s board {cards.board(seat['board'])}: {cards.ability(cards.boards[seat['board']])}"
