"""A position that is laid, in areas: every slot, and every town of the map, can be tapped."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kingmaker.games.brian_boru.land import land_picture
from kingmaker.games.brian_boru.laying import (
    Draft,
    acts,
    blank,
    choices,
    has_cards,
    laid_by,
    list_at,
    position,
    put,
    rules_for,
    spot,
    words,
)
from kingmaker.games.brian_boru.names import CARD, PRINCESS
from kingmaker.games.brian_boru.telling import COUNTS, town_words, wedding_name
from kingmaker.games.brian_boru.words import name_of
from kingmaker.games.core.board import LaidArea, Laying, Slot
from kingmaker.games.core.fields import UNKNOWN


def areas(draft: Draft, lang: str) -> list[LaidArea]:
    """Return the draft in areas; what is seldom told lies folded in groups."""
    rules = rules_for(draft)
    found = [_game(draft, lang), _turn(draft, lang), *(_player(draft, player, lang) for player in rules.players),
             _map(draft, lang), _claims(draft, lang), *_cards(draft, lang), *_decks(draft, lang)]
    return found + list(_to_come(draft, lang))


def _value(draft: Draft, place: str, word: str, shown: object, lang: str) -> Slot:
    """Return a slot with a value, in the words in which it was chosen."""
    return Slot(place=place, text=f"{words(word, lang)}: {choices(draft, place, lang).get(str(shown)) or shown}")


def _game(draft: Draft, lang: str) -> LaidArea:
    return LaidArea(title=words("game", lang), slots=tuple(
        _value(draft, place, place, draft[place], lang) for place in ("players", "short", "allowed")))


def _turn(draft: Draft, lang: str) -> LaidArea:
    places = ["round", "decision", "player", "marker", "active", "battle"]
    places += ["loser"] * (draft["decision"] == "lose") + ["use", "symbol"] * acts(draft)
    princess = draft["princess"]
    held = f"{princess['holder']}-{princess['use']}" if princess else "-"
    return LaidArea(title=words("turn", lang), slots=(
        *(_value(draft, place, place, draft[place] if draft[place] is not None else "-", lang) for place in places),
        _value(draft, "princess", "princess", held, lang)))


def _player(draft: Draft, player: str, lang: str) -> LaidArea:
    """Return what a player has gained."""
    slots = [Slot(place=f"{count}.{player}", text=f"{name_of('counts', count, lang)}: {draft[count][player]}")
             for count in COUNTS]
    slots += [Slot(place=f"marriages.{player}.{n}", text=name) for n, name in enumerate(draft["marriages"][player])]
    slots.append(Slot(place=f"marriages.{player}", text=words("add-wedding", lang)))
    return LaidArea(title=player, slots=tuple(slots))


def _map(draft: Draft, lang: str) -> LaidArea:
    rules, title = rules_for(draft), name_of("page", "map", lang)
    keys = {name: draft[name] for name in ("towns", "active", "claims")}
    heard = {town.id: town_words(rules.parts, town, draft["towns"].get(town.id), lang) for town in rules.parts.towns}
    return LaidArea(title=title, picture=land_picture(keys, rules.parts, rules.players, {}, title=title, words=heard,
                                                      lang=lang))


def _claims(draft: Draft, lang: str) -> LaidArea:
    slots = []
    for region in rules_for(draft).parts.regions:
        claim = draft["claims"][region.id]
        shown = claim["holder"] or ("up" if claim["up"] else "down")
        told = choices(draft, f"claims.{region.id}", lang)
        slots.append(Slot(place=f"claims.{region.id}", text=f"{region.name}: {told.get(shown, shown)}"))
    return LaidArea(title=words("claims", lang), slots=tuple(slots))


def _list(draft: Draft, place: str, lang: str) -> tuple[Slot, ...]:
    """Return the cards of a list, and where one more is added."""
    laid: list[Any] = list_at(draft, place) or []
    return (*(_card(f"{place}.{n}", card, lang) for n, card in enumerate(laid)),
            Slot(place=place, text=words("add", lang)))


def _card(place: str, card: Any, lang: str) -> Slot:
    if card == UNKNOWN:
        return Slot(place=place, text=words("unknown", lang))
    return Slot(place=place, word=f"{CARD}{card}")


def _cards(draft: Draft, lang: str) -> Iterator[LaidArea]:
    """Yield the cards of the running round."""
    if not has_cards(draft):
        return
    rules = rules_for(draft)
    players, size = rules.players, draft["short"] or rules.parts.deal[len(rules.players)]
    trick = []
    for player in players:
        card = laid_by(draft, player)
        trick.append(Slot(place=f"trick.{player}", text=f"{player}: {words('no-card', lang)}") if card is None
                     else _card(f"trick.{player}", card, lang))
    if draft["decision"] != "pick":
        order = " → ".join(player for player, _ in draft["trick"])
        yield LaidArea(title=words("trick", lang) + (f": {order}" if order else ""), slots=tuple(trick))
    for name in ("hands", "played"):
        if name == "hands" or draft["decision"] != "pick":
            for player in players:
                yield LaidArea(title=words(name, lang, player), slots=_list(draft, f"{name}.{player}", lang))
    for player in players:
        for k in range((size + 1) // 2):
            for name in ("received", "picked"):
                yield LaidArea(title=words(name, lang, player, k + 1), group=words("draft", lang, player),
                               slots=_list(draft, f"{name}.{player}.{k}", lang))
    for player in players:
        for name in ("lacks", "owns"):
            yield LaidArea(title=words(name, lang, player), group=words("known", lang),
                           slots=_list(draft, f"{name}.{player}", lang))


def _decks(draft: Draft, lang: str) -> Iterator[LaidArea]:
    """Yield both decks, what was turned up first."""
    keys = position(draft)
    shown = {UNKNOWN: words("unknown", lang)}
    yield LaidArea(title=words("vikings", lang), slots=tuple(
        Slot(place=f"viking.{n}", text=f"{n + 1}: {shown.get(value) or words('raiders', lang, value)}")
        for n, value in enumerate(keys["viking_deck"])))
    yield LaidArea(title=words("weddings", lang), slots=tuple(
        Slot(place=f"wedding.{n}", text=f"{n + 1}: {shown.get(name, name)}")
        for n, name in enumerate(keys["marriage_deck"][:-1])),
        lines=(words("last-wedding", lang, wedding_name(PRINCESS, lang)),))


def _to_come(draft: Draft, lang: str) -> Iterator[LaidArea]:
    """Yield the deals of rounds to come."""
    rules = rules_for(draft)
    for k in range(draft["round"], rules.n_rounds):
        for player in rules.players:
            yield LaidArea(title=words("deals", lang, k + 1, player), group=words("to-come", lang),
                           slots=_list(draft, f"deals.{k}.{player}", lang))


LAYING = Laying(blank=blank, areas=areas, choices=choices, put=put, position=position, spot=spot)
