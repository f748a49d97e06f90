"""What happened, told step by step from one set of keys to the next: for people who move the real pieces."""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from kingmaker.games.architects._components import Rules
from kingmaker.games.architects.names import GOODS, GUILDHALL, OPPONENT, PLACES, SPACES
from kingmaker.games.architects.words import BLACK_MARKET, cards_of, name_of

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
        told = [*_numbers(old, new, number, name), *_cards(old, new, rules, number, viewer, lang)]
        if told:
            yield f"{name}: {', '.join(told)}"
    if old["tax"] != new["tax"]:
        yield f"{name_of('tax_stand', lang)}: {old['tax']} -> {new['tax']} silver"
    gone = [rules.apprentices[card] for card in old["display"] if card >= 0 and card not in new["display"]]
    came = [rules.apprentices[card] for card in new["display"] if card >= 0 and card not in old["display"]]
    hired = {rules.apprentices[card] for seat in new["seats"] for card in seat["apprentices"]}
    if any(id_ not in hired for id_ in gone):
        yield f"apprentices removed: {_names([id_ for id_ in gone if id_ not in hired], cards)}"
    if came:
        yield f"new apprentices, the row moved left: {_names(came, cards)}"
    if old["coins"] != new["coins"]:
        lying = [f"{rules.apprentices[card]} {n}" for card, n in zip(new["display"], new["coins"], strict=True) if n]
        yield f"silver on apprentices: {', '.join(lying) or 'none'}"
    yield from _reset(old, new, rules, lang)
    for i, wonder in enumerate(rules.parts.wonders):
        if "tokens" in new and new["tokens"][i] != old["tokens"][i]:
            yield f"{cards.name(wonder.id)} stands at the {name_of(PLACES[new['tokens'][i]], lang)}"
        elif "goods_on" in new and new["goods_on"][i] > old["goods_on"][i]:
            yield f"{cards.name(wonder.id)}: {new['goods_on'][i]} {GOODS[i]} lie on it"
    if new["left"] >= 0 > old["left"]:
        yield f"the {name_of(GUILDHALL, lang)} is full: every player has one more turn"


def _names(ids: Iterable[str], cards: Any) -> str:
    return ", ".join(f"{id_} {cards.name(id_)}" for id_ in ids)


def _schemes(old: Keys, new: Keys, rules: Rules, lang: str) -> Iterator[str]:
    if "gone" not in new:
        return
    cards = cards_of(rules.parts, lang)
    gained = [card for card in old["future"] if card not in new["future"]]
    n = len(old["gone"]) if new["gone"][:len(old["gone"])] == old["gone"] else 0
    if n < len(old["gone"]):
        yield "the schemes were shuffled"
    for card in new["gone"][n:]:
        if card not in gained:
            yield f"{OPPONENT} turns {cards.label(rules.schemes[card])}"
    for card in gained:
        yield f"{OPPONENT} lays future scheme {rules.schemes[card]} on its discarded schemes"


def _workers(old: Keys, new: Keys, rules: Rules, lang: str) -> Iterator[str]:
    """Yield where workers went."""
    for number, name in enumerate(rules.seats):
        was, now = old["seats"][number], new["seats"][number]
        holders = {rules.seats[i]: new["seats"][i]["captured"][number] - old["seats"][i]["captured"][number]
                   for i in range(len(rules.seats))}
        to = [f"to {holder}'s board" for holder, n in holders.items() if n > 0]
        if now["prison"] > was["prison"]:
            to.append("to prison")
        if now["supply"] > was["supply"]:
            to.append("back to the supply")
        for k, place in enumerate(PLACES):
            n = now["at"][k] - was["at"][k]
            if n > 0:
                yield f"{name}: a worker to the {name_of(place, lang)}, {now['at'][k]} there now"
            elif n < 0:
                yield f"{name}: {-n} from the {name_of(place, lang)} {' and '.join(to) or 'away'}"
        for space, holder, before in zip(SPACES, new["spaces"], old["spaces"], strict=True):
            if holder == number != before:
                yield f"{name}: a worker to the {name_of(BLACK_MARKET, lang)}, {space}"
        n = new["guild"].count(number) - old["guild"].count(number)
        if n > 0:
            yield f"{name}: a worker to the {name_of(GUILDHALL, lang)}, {len(new['guild'])} lie there now"


def _numbers(old: Keys, new: Keys, number: int, name: str) -> Iterator[str]:
    was, now = old["seats"][number], new["seats"][number]
    for what in ("virtue", "influence", "silver", "prison", "cathedral"):
        if was[what] != now[what]:
            yield f"{what} {was[what]} -> {now[what]}"
    for kind, before, after in zip(GOODS, was["goods"], now["goods"], strict=True):
        if before != after:
            yield f"{kind} {before} -> {after}"
    if name == OPPONENT and old["marker"] != new["marker"]:
        yield f"marker {GOODS[old['marker']]} -> {GOODS[new['marker']]}"
    if was["debts"] != now["debts"]:
        yield f"debts {was['debts'][0]} -> {now['debts'][0]} unpaid, {now['debts'][1]} paid"


def _cards(old: Keys, new: Keys, rules: Rules, number: int, viewer: int | None, lang: str) -> Iterator[str]:
    cards = cards_of(rules.parts, lang)
    was, now = old["seats"][number], new["seats"][number]
    built = [rules.buildings[card] for card in now["buildings"] if card not in was["buildings"]]
    if built:
        yield f"builds {_names(built, cards)}"
    hired = [rules.apprentices[card] for card in now["apprentices"] if card not in was["apprentices"]]
    if hired:
        yield f"hires {_names(hired, cards)}"
    drawn = [card for card in now["hand"] if card not in was["hand"]]
    if drawn:
        yield f"draws {len(drawn)} building card{'s' * (len(drawn) > 1)}" + (
            f": {_names([rules.buildings[card] for card in drawn], cards)}" if viewer in (None, number) else "")
    gone = [card for card in was["hand"] if card not in now["hand"] and card not in now["buildings"]]
    if gone:
        yield f"puts {len(gone)} building card{'s' * (len(gone) > 1)} under the pile" + (
            f": {_names([rules.buildings[card] for card in gone], cards)}" if viewer in (None, number) else "")


def _reset(old: Keys, new: Keys, rules: Rules, lang: str) -> Iterator[str]:
    """Yield rewards, and what a reset turned."""
    cards = cards_of(rules.parts, lang)
    for card in new["rewards"][0][old["rewards"][2]:new["rewards"][2]]:
        yield f"reward {cards.label(rules.rewards[card])}"
    (market, at), (was, before) = new["market"], old["market"]
    if at != before or market[:at] != was[:before]:
        small = rules.market[market[at]] if at < len(market) else "none, the printed goods"
        yield f"the {name_of(BLACK_MARKET, lang)} is reset: large {rules.market[market[at - 1]]}, small {small}"
    if "contributions" not in new:
        return
    if new["given"] & ~old["given"]:
        yield f"laid on the contribution card: {', '.join(_kinds(new['given'] & ~old['given']))}"
    if new["contributions"] != old["contributions"]:
        pile, at = new["contributions"]
        yield (f"{rules.contributions[pile[at - 1]]} is turned to its consequence: the {name_of('princess', lang)} "
               f"goes to the {name_of(PLACES[new['princess']], lang)}, the {name_of('profiteer', lang)} to the "
               f"{name_of(PLACES[new['profiteer']], lang)}; {rules.contributions[pile[at]]} is open")


def _kinds(mask: int) -> list[str]:
    return [kind for i, kind in enumerate(GOODS) if mask >> i & 1]
