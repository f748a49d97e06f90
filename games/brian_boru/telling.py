"""Cards and what happens at the table, in words for people with the real pieces before them."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from kingmaker.games.brian_boru.components import Card, Components, Town
from kingmaker.games.brian_boru.names import PRINCESS
from kingmaker.games.brian_boru.words import counted, name_of, say

if TYPE_CHECKING:
    from kingmaker.games.brian_boru._components import Rules

Keys = Mapping[str, Any]
COUNTS = ("coins", "renown", "points", "raiders", "church", "track")


def action_words(symbols: Sequence[str], lang: str = "en") -> str:
    """Return an action in words, from left to right.

    Examples
    --------
    >>> action_words(("town", "coin", "courtship", "courtship")), action_words(("pay_coin", "liberate"))
    ('town, coin, 2 steps of courtship', 'pay a coin, liberate')
    >>> action_words(("coin", "coin", "expand"), "cs")
    '2 mince, expanze'
    """
    return ", ".join(counted(symbol, len(list(run)), lang) for symbol, run in groupby(symbols))


def both_actions(card: Card, lang: str = "en") -> tuple[str, str]:
    """Return what a card does where it wins, and where it loses."""
    loses = say("or", lang).join(action_words(one, lang) for one in card.secondary)
    return say("wins", lang, action_words(card.primary, lang)), say("loses", lang, loses)


def card_words(card: Card, lang: str = "en") -> str:
    """Return a card as its owner finds it: the colour, then what it does.

    Examples
    --------
    >>> from kingmaker.games.brian_boru.components import read_components
    >>> card_words(read_components().cards[12])
    'white; wins: town, coin; loses: 2 coins, expand or pay a coin, liberate'
    >>> card_words(read_components().cards[12], "cs")
    'bílá; výhra: město, mince; prohra: 2 mince, expanze nebo zaplať minci, osvobození'
    """
    return "; ".join((name_of("suits", card.suit, lang), *both_actions(card, lang)))


def wedding_words(parts: Components, lang: str = "en") -> dict[str, str]:
    """Return what each marriage card gives.

    Examples
    --------
    >>> from kingmaker.games.brian_boru.components import read_components
    >>> wedding_words(read_components())["Aoife"], wedding_words(read_components(), "cs")["Brigid"]
    ('2 points, renown', '4 body')
    """
    region = {one.id: one.name for one in parts.regions}
    found = {card.name: ", ".join([counted("point", card.points, lang),
                                   *[counted("renown", 1, lang)] * bool(card.renown),
                                   *([say("town-in", lang, region[card.region])] if card.region else [])])
             for card in parts.weddings}
    return found | {PRINCESS: say("princess-gives", lang, counted("point", parts.spurn, lang))}


def wedding_name(card: str, lang: str = "en") -> str:
    """Return a marriage card as it is called; names of people are the same in all languages."""
    return say("princess", lang) if card == PRINCESS else card


def town_words(parts: Components, town: Town, laid: Keys | None, lang: str = "en") -> str:
    """Return what is heard of a town on the map: where it lies, its colour, what stands on it."""
    region = next(one.name for one in parts.regions if one.id == town.region)
    on = [name_of("page", "empty", lang)] if laid is None else [
        name_of("page", "disc-of", lang, laid["disc"]), *[name_of("page", "held", lang)] * laid["viking"],
        *[name_of("page", "monastery", lang)] * laid["monastery"]]
    return ", ".join([town.id, region, name_of("suits", town.colour, lang), *on])


def happened(rules: Rules, before: Keys, after: Keys, leads: Sequence[str], lang: str = "en") -> Iterator[str]:
    """Yield what changed on the table between two decisions, a sentence each."""
    yield from leads
    region = {town.id: town.region for town in rules.parts.towns}
    names = {one.id: one.name for one in rules.parts.regions}
    for town, now in after["towns"].items():
        yield from _town(f"{town} ({names[region[town]]})", before["towns"].get(town), now, lang)
    if before["marker"] != after["marker"]:
        yield _told("marker", lang, after["marker"])
    for player in after["points"]:
        changed = [f"{name_of('counts', key, lang)} {before[key][player]} → {after[key][player]}" for key in COUNTS
                   if before[key][player] != after[key][player]]
        if changed:
            yield f"{player}: {', '.join(changed)}"
        for card in after["marriages"][player][len(before["marriages"][player]):]:
            yield _told("wedding", lang, player, card)
    if after["princess"] and not before["princess"]:
        use = name_of("uses", after["princess"]["use"], lang)
        yield _told("princess", lang, after["princess"]["holder"], use)
    yield from _claims(before, after, names, lang)
    if after["round"] > before["round"]:
        k = after["round"] - 1
        wedding = after["marriage_deck"][k]
        yield _told("round", lang, k + 1, after["viking_deck"][k], wedding_name(wedding, lang),
                    wedding_words(rules.parts, lang)[wedding])
    elif before["battle"] != after["battle"]:
        yield _told("battle", lang, before["battle"], after["battle"])
    if after["phase"] == "over" != before["phase"]:
        yield say("over", lang)


def _told(key: str, lang: str, *values: object) -> str:
    return name_of("told", key, lang, *values)


def _town(name: str, before: Keys | None, now: Keys, lang: str) -> Iterator[str]:
    """Yield what has happened to a town that has a disc."""
    owner = now["disc"]
    if before is None:
        yield _told("puts-disc", lang, owner, name)
    if now["viking"] != bool(before and before["viking"]):
        yield _told("falls" if now["viking"] else "again", lang, name, owner)
    if now["monastery"] and not (before and before["monastery"]):
        yield _told("monastery", lang, name, owner)


def _claims(before: Keys, after: Keys, names: Mapping[str, str], lang: str) -> Iterator[str]:
    for region, now in after["claims"].items():
        was = before["claims"][region]
        if now["up"] and not was["up"]:
            yield _told("token-up", lang, names[region])
        if now["holder"] != was["holder"]:
            yield (_told("token-to", lang, now["holder"], names[region]) if now["holder"] else
                   _told("token-board", lang, names[region]))
