"""What happened, told step by step from one set of keys to the next: for people who move the real pieces."""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from kingmaker.games.architects._components import Rules
from kingmaker.games.architects.cards import cards_of
from kingmaker.games.architects.names import GOODS, GUILDHALL, OPPONENT, PLACES, SPACES
from kingmaker.games.architects.saying import said, say
from kingmaker.games.architects.words import BLACK_MARKET, name_of

Keys = dict[str, Any]
NEW_STEP = ("end_turn", "next_turn", "scheme", "reset", "reset_due", "hire_setup",
            "draft")  # tasks that begin something


def tell(steps: Sequence[tuple[str | None, Keys]], before: Keys, rules: Rules, viewer: int | None,
         lang: str = "en") -> Iterator[str]:
    """Yield what an action brought about, in sentences: what belongs together in one line for each seat.

    Parameters
    ----------
    steps : of `ArchState.trace`
    before : the keys before the action
    viewer : whose cards are told by name; None = everybody's
    """
    start, last = before, before
    for task, keys in steps:
        if task in NEW_STEP and last is not start:
            yield from _changes(start, last, rules, viewer, lang)
            start = last
        last = keys
    yield from _changes(start, last, rules, viewer, lang)


def _changes(old: Keys, new: Keys, rules: Rules, viewer: int | None, lang: str) -> Iterator[str]:
    """Yield all that differs."""
    cards = cards_of(rules.parts, lang)
    yield from _schemes(old, new, rules, lang)
    yield from _workers(old, new, rules, lang)
    for number, name in enumerate(rules.seats):
        told = [*_numbers(old, new, number, name, lang), *_cards(old, new, rules, number, viewer, lang)]
        if told:
            yield f"{name}: {', '.join(told)}"
    if old["tax"] != new["tax"]:
        yield said("told", "tax", lang, name_of("tax_stand", lang), old["tax"], new["tax"])
    gone = [rules.apprentices[card] for card in old["display"] if card >= 0 and card not in new["display"]]
    came = [rules.apprentices[card] for card in new["display"] if card >= 0 and card not in old["display"]]
    hired = {rules.apprentices[card] for seat in new["seats"] for card in seat["apprentices"]}
    if any(id_ not in hired for id_ in gone):
        yield said("told", "removed", lang, _names([id_ for id_ in gone if id_ not in hired], cards))
    if came:
        yield said("told", "came", lang, _names(came, cards))
    if old["coins"] != new["coins"]:
        lying = [f"{rules.apprentices[card]} {n}" for card, n in zip(new["display"], new["coins"], strict=True) if n]
        yield said("told", "coins", lang, ", ".join(lying) or said("told", "none", lang))
    yield from _reset(old, new, rules, lang)
    for i, wonder in enumerate(rules.parts.wonders):
        if "tokens" in new and new["tokens"][i] != old["tokens"][i]:
            yield said("told", "stands", lang, cards.name(wonder.id), name_of(PLACES[new["tokens"][i]], lang))
        elif "goods_on" in new and new["goods_on"][i] > old["goods_on"][i]:
            yield said("told", "lie", lang, cards.name(wonder.id), new["goods_on"][i], name_of(GOODS[i], lang))
    if new["left"] >= 0 > old["left"]:
        yield said("told", "full", lang, name_of(GUILDHALL, lang))


def _names(ids: Iterable[str], cards: Any) -> str:
    return ", ".join(f"{id_} {cards.name(id_)}" for id_ in ids)


def _schemes(old: Keys, new: Keys, rules: Rules, lang: str) -> Iterator[str]:
    if "gone" not in new:
        return
    cards = cards_of(rules.parts, lang)
    gained = [card for card in old["future"] if card not in new["future"]]
    n = len(old["gone"]) if new["gone"][:len(old["gone"])] == old["gone"] else 0
    if n < len(old["gone"]):
        yield said("told", "shuffled", lang)
    for card in new["gone"][n:]:
        if card not in gained:
            yield said("told", "turns", lang, OPPONENT, cards.label(rules.schemes[card]))
    for card in gained:
        yield said("told", "future", lang, OPPONENT, rules.schemes[card])


def _workers(old: Keys, new: Keys, rules: Rules, lang: str) -> Iterator[str]:
    """Yield where workers went."""
    for number, name in enumerate(rules.seats):
        was, now = old["seats"][number], new["seats"][number]
        holders = {rules.seats[i]: new["seats"][i]["captured"][number] - old["seats"][i]["captured"][number]
                   for i in range(len(rules.seats))}
        to = [said("told", "board", lang, holder) for holder, n in holders.items() if n > 0]
        if now["prison"] > was["prison"]:
            to.append(said("told", "to-prison", lang))
        if now["supply"] > was["supply"]:
            to.append(said("told", "back", lang))
        for k, place in enumerate(PLACES):
            n = now["at"][k] - was["at"][k]
            if n > 0:
                yield said("told", "worker", lang, name, name_of(place, lang), now["at"][k])
            elif n < 0:
                where = said("told", "and", lang).join(to) or said("told", "away", lang)
                yield said("told", "from", lang, name, -n, name_of(place, lang), where)
        for space, holder, before in zip(SPACES, new["spaces"], old["spaces"], strict=True):
            if holder == number != before:
                yield said("told", "market", lang, name, name_of(BLACK_MARKET, lang), say(space, lang))
        n = new["guild"].count(number) - old["guild"].count(number)
        if n > 0:
            yield said("told", "hall", lang, name, name_of(GUILDHALL, lang), len(new["guild"]))


def _numbers(old: Keys, new: Keys, number: int, name: str, lang: str) -> Iterator[str]:
    was, now = old["seats"][number], new["seats"][number]
    for what in ("virtue", "influence", "silver", "prison", "cathedral"):
        if was[what] != now[what]:
            called = said("told", what, lang) if what == "silver" else what if lang == "en" else name_of(what, lang)
            yield said("told", "number", lang, called, was[what], now[what])
    for kind, before, after in zip(GOODS, was["goods"], now["goods"], strict=True):
        if before != after:
            yield said("told", "number", lang, name_of(kind, lang), before, after)
    if name == OPPONENT and old["marker"] != new["marker"]:
        yield said("told", "marker", lang, *(name_of(GOODS[keys["marker"]], lang) for keys in (old, new)))
    if was["debts"] != now["debts"]:
        yield said("told", "debts", lang, was["debts"][0], *now["debts"])


def _cards(old: Keys, new: Keys, rules: Rules, number: int, viewer: int | None, lang: str) -> Iterator[str]:
    cards = cards_of(rules.parts, lang)
    was, now = old["seats"][number], new["seats"][number]
    built = [rules.buildings[card] for card in now["buildings"] if card not in was["buildings"]]
    if built:
        yield said("told", "builds", lang, _names(built, cards))
    hired = [rules.apprentices[card] for card in now["apprentices"] if card not in was["apprentices"]]
    if hired:
        yield said("told", "hires", lang, _names(hired, cards))
    drawn = [card for card in now["hand"] if card not in was["hand"]]
    if drawn:
        yield _so_many("draws", len(drawn), lang) + (
            f": {_names([rules.buildings[card] for card in drawn], cards)}" if viewer in (None, number) else "")
    gone = [card for card in was["hand"] if card not in now["hand"] and card not in now["buildings"]]
    if gone:
        yield _so_many("puts", len(gone), lang) + (
            f": {_names([rules.buildings[card] for card in gone], cards)}" if viewer in (None, number) else "")


def _reset(old: Keys, new: Keys, rules: Rules, lang: str) -> Iterator[str]:
    """Yield rewards, and what a reset turned."""
    cards = cards_of(rules.parts, lang)
    for card in new["rewards"][0][old["rewards"][2]:new["rewards"][2]]:
        yield said("told", "reward", lang, cards.label(rules.rewards[card]))
    (market, at), (was, before) = new["market"], old["market"]
    if at != before or market[:at] != was[:before]:
        small = rules.market[market[at]] if at < len(market) else said("told", "no-card", lang)
        yield said("told", "reset", lang, name_of(BLACK_MARKET, lang), rules.market[market[at - 1]], small)
    if "contributions" not in new:
        return
    if new["given"] & ~old["given"]:
        kinds = (name_of(kind, lang) for kind in _kinds(new["given"] & ~old["given"]))
        yield said("told", "laid", lang, ", ".join(kinds))
    if new["contributions"] != old["contributions"]:
        pile, at = new["contributions"]
        went = (name_of(word, lang) for who in ("princess", "profiteer") for word in (who, PLACES[new[who]]))
        yield said("told", "turned", lang, rules.contributions[pile[at - 1]], *went, rules.contributions[pile[at]])


def _so_many(key: str, n: int, lang: str) -> str:
    return said("told", f"{key}-one", lang) if n == 1 else said("told", key, lang, n)


def _kinds(mask: int) -> list[str]:
    return [kind for i, kind in enumerate(GOODS) if mask >> i & 1]
