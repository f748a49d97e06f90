"""The table to be touched: map, cards with both actions in words, the draft, what each player has; and why not."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kingmaker.games._base import GameState
from kingmaker.games.brian_boru._laid import LAYING
from kingmaker.games.brian_boru._state import BoruState
from kingmaker.games.brian_boru.components import Card, Components, read_components
from kingmaker.games.brian_boru.following import moves as can_be_told
from kingmaker.games.brian_boru.hints import PARTS
from kingmaker.games.brian_boru.knowing import Keys, seen_by
from kingmaker.games.brian_boru.land import RIMS, TINTS, disc, land_picture, shape
from kingmaker.games.brian_boru.names import CARD, PLAYERS, PRINCESS
from kingmaker.games.brian_boru.telling import (
    action_words,
    both_actions,
    card_words,
    town_words,
    wedding_name,
    wedding_words,
)
from kingmaker.games.brian_boru.words import name_of, say
from kingmaker.games.core import svg
from kingmaker.games.core.board import Area, Board, Piece, Spot, small

if TYPE_CHECKING:
    from kingmaker.games.brian_boru._components import Rules

ON_TOWNS = ("place", "town", "expand", "liberate", "lose", "monastery")
WITH_REASONS = ("place", "town", "expand", "liberate", "dowry", "lose", "chapel", "cloister")
SPACE = 52.0  # of the marriage track


# -- pieces ------------------------------------------------------------------------------------------------------------


def pieces(given: Mapping[str, Any], lang: str) -> dict[str, Piece]:
    """Return all cards by their numbers, and the players' discs."""
    parts = read_components(given.get("data") or None)
    found = {f"{CARD}{card.number}": _card(card, lang) for card in parts.cards}
    for seat, player in enumerate(PLAYERS):
        found[player] = Piece(name=player, label=player, picture=small(30, 30, disc(15, 15, 13, seat)))
    return found


def _card(card: Card, lang: str) -> Piece:
    face = [svg.rect(1, 1, 42, 60, fill=TINTS[card.suit], rx=5, stroke=RIMS[card.suit]),
            svg.text(22, 32, card.number, size=23, fill=RIMS[card.suit], bold=True), shape(card.suit, 22, 47, 7)]
    return Piece(name="\n".join(both_actions(card, lang)), picture=small(44, 62, face), is_wide=True,
                 label=f"{card.number} {card_words(card, lang)}", group=name_of("suits", card.suit, lang))


def targets(move: str) -> list[str]:
    """Return what is touched for a move: towns and cards; numbers of other things are chosen from the list."""
    verb, *words = move.split()
    if verb in ("play", "pick"):
        return [f"{CARD}{word}" for word in words]
    return words if verb in ON_TOWNS else []


# -- areas -------------------------------------------------------------------------------------------------------------


def areas(state: GameState, observer: int, lang: str, moves: Sequence[str], plan: Sequence[str]) -> list[Area]:
    """Return the table as an observer sees it."""
    assert isinstance(state, BoruState)
    rules, keys = state.rules, seen_by(state, observer) if not state.is_over else state.position()
    me = rules.players[observer]
    found = [_round(keys, rules, lang)]
    if keys["trick"]:
        found.append(Area(name="trick", title=_page("trick", lang), is_wide=True, spots=tuple(
            Spot(word=f"{CARD}{card}", mark=player) for player, card in keys["trick"])))
    if keys["player"] not in (None, me) and keys["hands"][keys["player"]][:1] == ["?"]:
        cards = [target for move in moves if move.startswith("play") for target in targets(move)]
        if cards:
            found.append(Area(name="theirs", title=_page("whose-card", lang, keys["player"]), is_wide=True,
                              spots=tuple(Spot(word=card) for card in cards)))
    found += _own(keys, me, lang)
    found.append(_map(keys, rules, plan, lang))
    found += [_player(keys, player, seat, observer, lang) for seat, player in enumerate(rules.players)]
    return [*found, _track(keys, rules, lang)]


def _page(key: str, lang: str, *values: object) -> str:
    return name_of("page", key, lang, *values)


def _round(keys: Keys, rules: Rules, lang: str) -> Area:
    """Return what was turned up, and what is to be decided."""
    lines = []
    if keys["round"]:
        wedding = keys["marriage_deck"][keys["round"] - 1]
        gives = wedding_words(rules.parts, lang)[wedding]
        lines = [f"{say('wedding', lang, wedding_name(wedding, lang))} ({gives})", say("battle", lang, keys["battle"])]
    if keys["active"]:
        lines.append(say("active", lang, keys["active"]))
    if "action" in keys:
        card = rules.parts.cards[keys["action"]["card"] - 1]
        uses = [action_words(use, lang) for use in (card.primary, *card.secondary)]
        acts = say("or", lang).join(f"{n} {use}" for n, use in enumerate(uses[1:], 1)) if (
            keys["decision"] == "secondary") else uses[keys["action"]["use"]]
        lines.append(_page("card-acts", lang, card.number, acts))
    if keys["decision"] == "lose":
        lines.append(_page("loses-town", lang, keys["loser"]))
    if keys["player"]:
        lines.append(_page("decides", lang, keys["player"], name_of("wanted", keys["decision"], lang)))
    title = _page("round", lang, keys["round"], rules.n_rounds) if keys["round"] else _page("setup", lang)
    return Area(name="round", title=title, lines=tuple(lines), is_wide=True)


def _own(keys: Keys, me: str, lang: str) -> Iterator[Area]:
    """Yield the packet to pick from, and the hand."""
    draft = (keys.get("draft") or {}).get(me)
    hand, is_draft = keys["hands"][me], keys["phase"] == "draft"
    if is_draft and isinstance(draft, Mapping) and len(draft["received"]) > len(draft["picked"]):
        received = draft["received"]
        spots = tuple(Spot(word=f"{CARD}{card}") for card in received[-1])
        yield Area(name="packet", title=_page("packet", lang, len(received)), is_wide=True,
                   lines=(_page("packet-note", lang),), spots=spots)
    if hand and hand[0] != "?":
        yield Area(name="hand", title=_page("kept" if is_draft else "hand", lang, me), is_wide=True,
                   spots=tuple(Spot(word=f"{CARD}{card}") for card in hand))


def _player(keys: Keys, player: str, seat: int, observer: int, lang: str) -> Area:
    married = list(keys["marriages"][player])
    if keys["princess"] and keys["princess"]["holder"] == player:
        married.append(f"{wedding_name(PRINCESS, lang)} ({name_of('uses', keys['princess']['use'], lang)})")
    own = " ".join(town + "V" * what["viking"] for town, what in keys["towns"].items() if what["disc"] == player)
    lines = [_page("purse", lang, keys["coins"][player], keys["renown"][player]),
             _page("forces", lang, keys["raiders"][player], keys["church"][player]),
             _page("cards", lang, len(keys["hands"][player])), _page("towns", lang, own or _page("no-towns", lang))]
    if married:
        lines.append(say("married", lang, ", ".join(married)))
    marks = [*[say("you", lang)] * (seat == observer), *[_page("marker", lang)] * (keys["marker"] == player)]
    title = _page("title", lang, f"{player} ({', '.join(marks)})" if marks else player, keys["points"][player])
    return Area(name=f"player-{player}", title=title, lines=tuple(lines), side=seat)


def _map(keys: Keys, rules: Rules, plan: Sequence[str], lang: str) -> Area:
    steps: dict[str, int] = {}
    for n, move in enumerate(plan, 1):
        for word in targets(move):
            steps.setdefault(word, n)
    words = {town.id: town_words(rules.parts, town, keys["towns"].get(town.id), lang) for town in rules.parts.towns}
    title = _page("map", lang)
    picture = land_picture(keys, rules.parts, rules.players, steps, title=title, words=words, lang=lang)
    return Area(name="map", title=title, picture=picture, is_wide=True,
                lines=(_page("map-legend", lang), _page("map-names", lang)))


def _track(keys: Keys, rules: Rules, lang: str) -> Area:
    """Return the marriage track, the first space on the left."""
    parts: Components = rules.parts
    pieces = []
    for space, benefit in enumerate(parts.track):
        x = 4 + SPACE * space
        pieces.append(svg.rect(x, 4, SPACE - 4, 74, fill="white", rx=4, stroke=svg.LINE))
        for i, part in enumerate(benefit):
            pieces.append(svg.text(x + SPACE / 2 - 2, 72 - 12 * i, _page(part, lang), size=12))
        here = [seat for seat, player in enumerate(rules.players) if keys["track"][player] == space]
        for i, seat in enumerate(here):
            pieces += disc(x + 12 + 22 * (i % 2), 15 + 20 * (i // 2), 9, seat)
    where, title = ", ".join(f"{player} {keys['track'][player]}" for player in rules.players), _page("track", lang)
    picture = svg.document(8 + SPACE * len(parts.track), 84, pieces, title=title, words=where)
    return Area(name="track", title=title, lines=(where,), picture=picture, is_wide=True)


# -- a touch that leads nowhere ----------------------------------------------------------------------------------------


def why_not(state: GameState, touched: Sequence[str], lang: str) -> str:
    """Return why no move begins with what was touched."""
    assert isinstance(state, BoruState)
    word, name = touched[-1], state.game.player_name(state.player)
    keys = seen_by(state, state.player if state.viewer is None else state.viewer)
    wanted = _why("wanted", lang, name, name_of("wanted", keys["decision"], lang))
    told = can_be_told(state)
    if word.startswith(CARD):
        number = int(word.removeprefix(CARD))
        if not any(move.startswith(("play", "pick")) for move in told):
            return wanted
        whose = next((player for player, cards in keys["hands"].items() if number in cards), None)
        if whose not in (None, name):
            return _why("held", lang, whose, wanted)
        if keys["decision"] == "lead" and keys["active"]:
            colour = state.rules.parts.towns[state.rules.number[keys["active"]]].colour
            return _why("colour", lang, keys["active"], name_of("suits", colour, lang))
        return _why("keeps-two", lang, name) if keys["decision"] == "pick" else wanted
    town = keys["towns"].get(word)
    if not any(word in move.split()[1:] or move.split()[0] in ON_TOWNS for move in told):
        return wanted
    if town is not None and keys["decision"] in ("place", "town", "expand", "dowry", "gift"):
        return _why("not-empty", lang, word, town["disc"])
    return _why(keys["decision"], lang) if keys["decision"] in WITH_REASONS else wanted


def _why(key: str, lang: str, *values: object) -> str:
    return name_of("reasons", key, lang, *values)


def names(lang: str) -> dict[str, str]:
    """Return what the keys of the score are called."""
    return {**{part: name_of("parts", part, lang) for part in PARTS},
            **{key: name_of("score", key, lang) for key in ("winners", "parts", "player", "total")}}


def option(name: str, value: str, lang: str) -> str:
    """Return what an option, or a value of it, is called."""
    if not value:
        return name_of("options", name, lang)
    if name == "dealt":
        return f"{value} ({name_of('suits', read_components().cards[int(value) - 1].suit, lang)})"
    return LAYING.choices(LAYING.blank(), "allowed" if name == "princess" else name, lang).get(value, "")


BOARD = Board(pieces=pieces, areas=areas, why_not=why_not, names=names, laying=LAYING, option=option,
              targets=targets)
