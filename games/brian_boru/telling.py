"""Cards and what happens at the table, in words for people with the real pieces before them."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from kingmaker.games.brian_boru.components import Card, Components
from kingmaker.games.brian_boru.names import PRINCESS

if TYPE_CHECKING:
    from kingmaker.games.brian_boru._components import Rules

Keys = Mapping[str, Any]
SYMBOLS = {"town": ("town", ""), "coin": ("coin", "coins"), "pay_coin": ("pay a coin", "pay {} coins"),
           "renown": ("renown", "renown"), "church": ("church disc", "church discs"), "battle": ("raider", "raiders"),
           "courtship": ("step of courtship", "steps of courtship"), "expand": ("expand", "expand"),
           "liberate": ("liberate", "liberate")}
COUNTS = ("coins", "renown", "points", "raiders", "church", "track")


def action_words(symbols: Sequence[str]) -> str:
    """Return an action in words, from left to right.

    Examples
    --------
    >>> action_words(("town", "coin", "courtship", "courtship")), action_words(("pay_coin", "liberate"))
    ('town, coin, 2 steps of courtship', 'pay a coin, liberate')
    """
    found = []
    for symbol, run in groupby(symbols):
        n, (one, several) = len(list(run)), SYMBOLS[symbol]
        found.append(one if n == 1 else several.format(n) if "{" in several else f"{n} {several}")
    return ", ".join(found)


def card_words(card: Card) -> str:
    """Return a card as its owner finds it: the colour, then what it does.

    Examples
    --------
    >>> from kingmaker.games.brian_boru.components import read_components
    >>> card_words(read_components().cards[12])
    'white; wins: town, coin; loses: 2 coins, expand or pay a coin, liberate'
    """
    return f"{card.suit}; wins: {action_words(card.primary)}; loses: {' or '.join(map(action_words, card.secondary))}"


def wedding_words(parts: Components) -> dict[str, str]:
    """Return what each marriage card gives.

    Examples
    --------
    >>> from kingmaker.games.brian_boru.components import read_components
    >>> wedding_words(read_components())["Aoife"]
    '2 points, renown'
    """
    region = {one.id: one.name for one in parts.regions}
    found = {card.name: ", ".join([f"{card.points} points", *["renown"] * bool(card.renown),
                                   *([f"a town in {region[card.region]}"] if card.region else [])])
             for card in parts.weddings}
    return found | {PRINCESS: f"military support, trade, or {parts.spurn} points"}


def happened(rules: Rules, before: Keys, after: Keys, leads: Sequence[str]) -> Iterator[str]:
    """Yield what changed on the table between two decisions, a sentence each."""
    yield from leads
    region = {town.id: town.region for town in rules.parts.towns}
    names = {one.id: one.name for one in rules.parts.regions}
    for town, now in after["towns"].items():
        yield from _town(f"{town} ({names[region[town]]})", before["towns"].get(town), now)
    if before["marker"] != after["marker"]:
        yield f"{after['marker']} takes the active town marker"
    for player in after["points"]:
        changed = [f"{key} {before[key][player]} → {after[key][player]}" for key in COUNTS
                   if before[key][player] != after[key][player]]
        if changed:
            yield f"{player}: {', '.join(changed)}"
        for card in after["marriages"][player][len(before["marriages"][player]):]:
            yield f"{player} takes the marriage card {card}"
    if after["princess"] and not before["princess"]:
        yield f"{after['princess']['holder']} keeps the Princess: {after['princess']['use']}"
    yield from _claims(before, after, names)
    if after["round"] > before["round"]:
        k = after["round"] - 1
        wedding = after["marriage_deck"][k]
        yield (f"round {k + 1}: {after['viking_deck'][k]} raiders come; marriage card {wedding} "
               f"({wedding_words(rules.parts)[wedding]})")
    elif before["battle"] != after["battle"]:
        yield f"raiders in the battle area: {before['battle']} → {after['battle']}"
    if after["phase"] == "over" != before["phase"]:
        yield "the game is over"


def _town(name: str, before: Keys | None, now: Keys) -> Iterator[str]:
    """Yield what has happened to a town that has a disc."""
    owner = now["disc"]
    if before is None:
        yield f"{owner} puts a disc on {name}"
    if now["viking"] != bool(before and before["viking"]):
        yield f"{name} of {owner} falls to the Vikings" if now["viking"] else f"{name} is {owner}'s again"
    if now["monastery"] and not (before and before["monastery"]):
        yield f"a monastery stands on {name} of {owner}"


def _claims(before: Keys, after: Keys, names: Mapping[str, str]) -> Iterator[str]:
    for region, now in after["claims"].items():
        was = before["claims"][region]
        if now["up"] and not was["up"]:
            yield f"the claim token of {names[region]} is turned up"
        if now["holder"] != was["holder"]:
            yield f"{now['holder'] or 'the board'} gets the claim token of {names[region]}"
