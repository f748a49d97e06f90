"""A position laid by tapping: the beginning of a turn, from what lies open on the table and one player's hand.

What players know besides (cards at the bottom of the building pile, cards that others hold) is for files alone.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kingmaker.games.architects._components import Rules, rules_of
from kingmaker.games.architects.cards import Cards, cards_of
from kingmaker.games.architects.names import GOODS, GUILDHALL, OPPONENT, PLACES, PLAYERS, SPACES
from kingmaker.games.architects.saying import said
from kingmaker.games.architects.words import name_of
from kingmaker.games.core.board import LaidArea, Laying, Slot
from kingmaker.games.errors import NotationError
from kingmaker.games.registry import game_spec

MOST_GOODS, MOST_TURNS, MOST_TAX = 60, 200, 60
WORKERS = 20
NUMBERS = {"virtue": 14, "influence": 12, "silver": MOST_GOODS, "prison": 20, "cathedral": 5, "unpaid": 22, "paid": 22,
           "marble": MOST_GOODS}
PILES = ("black_market.gone", "black_market.pile", "rewards.gone", "apprentices.pile")
COURT = ("contributions.gone", "contributions.pile", "contributions.laid")
SCHEMES = ("schemes.gone", "schemes.future")
KIND = {"black_market": "market", "rewards": "rewards", "apprentices": "apprentices", "contributions": "contributions",
        "schemes": "schemes", "hand": "buildings", "buildings": "buildings"}


@dataclass(frozen=True)
class Draft:
    """What was laid: one word in a place, or several in one that holds a list."""

    values: Mapping[str, str] = field(default_factory=dict)
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def opponent(self) -> str:
        """Which opponent plays, or `none`."""
        return self.values.get("opponent", "none")

    @property
    def has_wonders(self) -> bool:
        """Whether it is Works of Wonder."""
        return self.values.get("wonders", "no") == "yes" or self.opponent != "none"

    @property
    def players(self) -> tuple[str, ...]:
        """The players at the table."""
        return PLAYERS[:int(self.values.get("players", "2"))]

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, the opponent's last."""
        return (*self.players, *([OPPONENT] if self.opponent != "none" else []))

    @property
    def rules(self) -> Rules:
        """The rules of all cards, whatever the options."""
        return rules_of(game_spec("architects").bind({}))


def blank() -> Draft:
    """Return a draft on which nothing lies."""
    return Draft()


# -- places ------------------------------------------------------------------------------------------------------------


def _values(draft: Draft, lang: str) -> dict[str, Mapping[str, str]]:
    """Return each place that holds one word, with what it may be."""
    usual = {"-": said("lay", "usual", lang)}
    cards = cards_of(draft.rules.parts, lang)
    opponents = {id_: cards.name(id_) for id_ in cards.opponents}
    seats, found = dict.fromkeys(draft.players, ""), dict[str, Mapping[str, str]]()
    found["players"] = {str(n): "" for n in range(1, 6)}
    found["wonders"] = {word: said("lay", word, lang) for word in ("no", "yes")}
    found["boards"] = {word: said("questions", f"boards-{word}", lang) for word in ("standard", "variable")}
    found["opponent"] = {"none": said("questions", "alone", lang), **opponents}
    found |= dict.fromkeys(("player", "first", "seen_by"), usual | seats)
    found |= {"turn": usual | _upto(MOST_TURNS, 1), "tax": usual | _upto(MOST_TAX), "left": usual | _upto(5)}
    for name in draft.seats:
        found |= _of_seat(draft, name, cards, usual)
    nobody = {"-": said("lay", "nobody", lang)}
    found |= {f"market.{space}": nobody | dict.fromkeys(draft.seats, "") for space in SPACES}
    for row in range(2):
        for column in range(5 if draft.has_wonders else 4):
            place = f"display.{row}.{column}"
            found[place] = {}  # `choices` finds them: of all places at once it takes long
            if draft.values.get(place, "-") != "-":
                found[f"coins.{row}.{column}"] = usual | _upto(20)
    if draft.has_wonders:
        for wonder in cards.wonders:
            found[f"tokens.{wonder}.goods"] = usual | _upto(15)
            found[f"tokens.{wonder}.token"] = nobody | {place: name_of(place, lang) for place in PLACES}
    return found


def _of_seat(draft: Draft, name: str, cards: Cards,
             usual: Mapping[str, str]) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield the places of one seat."""
    is_opponent = name == OPPONENT
    if draft.values.get("boards") == "variable" and not is_opponent:
        rules = draft.rules
        boards = rules.parts.boards if draft.has_wonders else rules.parts.boards[:rules.parts.n_base_boards]
        yield f"{name}.board", {"-": usual["-"]} | {board.name: cards.board(board.name) for board in boards}
    for what, most in NUMBERS.items():
        fits = what != "influence" or draft.has_wonders
        if fits and (what != "silver" or not is_opponent) and (what != "marble" or is_opponent):
            yield f"{name}.{what}", {**usual, **_upto(most)}
    if is_opponent:
        yield f"{name}.marker", {**usual, **{kind: name_of(kind, cards.lang) for kind in GOODS}}
    else:
        yield from ((f"{name}.goods.{kind}", {**usual, **_upto(MOST_GOODS)}) for kind in GOODS)
    yield from ((f"{name}.captured.{other}", {**usual, **_upto(20)}) for other in draft.seats if other != name)
    yield from ((f"workers.{place}.{name}", {**usual, **_upto(20)}) for place in PLACES)


def _upto(most: int, low: int = 0) -> dict[str, str]:
    return {str(n): "" for n in range(low, most + 1)}


def _lists(draft: Draft) -> list[str]:
    """Return the places that hold several words."""
    return [*(f"{name}.{what}" for name in draft.players for what in ("hand", "apprentices", "buildings")),
            *([f"{OPPONENT}.buildings"] if draft.opponent != "none" else []), GUILDHALL, *PILES,
            *(COURT if draft.has_wonders else ()), *(SCHEMES if draft.opponent != "none" else ())]


def _free(draft: Draft, kind: str, cards: Cards) -> dict[str, str]:
    """Return the cards of a kind that lie nowhere yet and are played with."""
    laid = {*draft.values.values(), *(word for words in draft.lists.values() for word in words)}
    return {id_: f"{cards.name(id_)}: {cards.words(id_)}" for id_ in getattr(draft.rules, kind)
            if id_ not in laid and (draft.has_wonders or id_[0] != "W")}


def _of_list(draft: Draft, place: str, lang: str) -> dict[str, str]:
    """Return what can be added to a list."""
    if place == GUILDHALL:
        return dict.fromkeys(draft.seats, "")
    if place == "contributions.laid":
        return {kind: name_of(kind, lang) for kind in GOODS if kind not in draft.lists.get(place, ())}
    first, _, what = place.partition(".")
    cards = cards_of(draft.rules.parts, lang)
    found = _free(draft, KIND.get(what) or (what if what == "apprentices" else KIND.get(first, "")), cards)
    if what == "hand":
        return {"?": said("lay", "unknown", lang)} | {id_: words for id_, words in found.items()
                                                      if id_ not in cards.wonders}
    if place == "schemes.future":
        return {id_: words for id_, words in found.items() if id_[0] == "F"}
    return found


def choices(draft: Draft, place: str, lang: str) -> dict[str, str]:
    """Return what can be put into a place, in words; nothing where there is no such place."""
    if place in _lists(draft):
        return _of_list(draft, place, lang)
    name, _, n = place.rpartition(".")
    if name in _lists(draft) and n.isdigit() and int(n) < len(draft.lists.get(name, ())):
        return {"clear": said("lay", "clear", lang)}
    values = _values(draft, lang)
    if place.startswith("display.") and place in values:
        return {"-": said("lay", "nothing", lang)} | _free(draft, "apprentices", cards_of(draft.rules.parts, lang))
    return dict(values.get(place, {}))


def put(draft: Draft, place: str, answer: str) -> Draft:
    """Return the draft with something put into a place; refused where that is none of the choices."""
    can = choices(draft, place, "en")
    if answer not in can:
        raise NotationError(f"{place[:40]}: expected one of {', '.join(can) or 'no place of this position'}; "
                            f"got {answer[:40]!r}")
    if place in _lists(draft):
        return replace(draft, lists={**draft.lists, place: (*draft.lists.get(place, ()), answer)})
    name, _, n = place.rpartition(".")
    if name in _lists(draft):
        rest = list(draft.lists[name])
        rest.pop(int(n))
        return replace(draft, lists={**draft.lists, name: tuple(rest)})
    values = {key: word for key, word in draft.values.items() if key != place}
    return replace(draft, values=values if answer == "-" else {**values, place: answer})


# -- the position ------------------------------------------------------------------------------------------------------


def position(draft: Draft) -> dict[str, Any]:
    """Return the keys of the position: what was laid, and nothing that has a usual value."""
    can = _values(draft, "en")
    values = {place: word for place, word in draft.values.items() if place in can}
    keys: dict[str, Any] = {"game": "architects", "version": 1, "players": len(draft.players),
                            "wonders": draft.has_wonders, "boards": values.get("boards", "standard")}
    keys |= {"opponent": draft.opponent} if draft.opponent != "none" else {}
    keys |= {name: values[name] for name in ("player", "first", "seen_by") if name in values}
    keys |= {name: int(values[name]) for name in ("turn", "tax", "left") if name in values}
    keys["seats"] = {name: _seat(draft, values, name) for name in draft.seats}
    keys["workers"] = {place: here for place in PLACES if (here := {
        name: count for name in draft.seats if (count := int(values.get(f"workers.{place}.{name}", "0")))})}
    keys["market"] = {space: values[f"market.{space}"] for space in SPACES if f"market.{space}" in values}
    keys[GUILDHALL] = list(draft.lists.get(GUILDHALL, ()))
    columns = range(5 if draft.has_wonders else 4)
    keys["display"] = [[values.get(f"display.{row}.{column}") for column in columns] for row in range(2)]
    keys["coins"] = {values[f"display.{row}.{column}"]: int(n) for row in range(2) for column in columns
                     if (n := values.get(f"coins.{row}.{column}"))}
    for place in (*PILES, *(COURT if draft.has_wonders else ()), *(SCHEMES if draft.opponent != "none" else ())):
        first, _, what = place.partition(".")
        if draft.lists.get(place):
            keys.setdefault(first, {})[what] = list(draft.lists[place])
    for place, word in values.items():
        if place.startswith("tokens."):
            _, wonder, what = place.split(".")
            keys.setdefault("tokens", {}).setdefault(wonder, {})[what] = int(word) if what == "goods" else word
    name = keys.get("player", draft.players[0])
    away = sum(here.get(name, 0) for here in keys["workers"].values()) + keys[GUILDHALL].count(name)
    away += list(keys["market"].values()).count(name) + keys["seats"][name].get("prison", 0)
    away += sum(seat.get("captured", {}).get(name, 0) for seat in keys["seats"].values())
    return keys | ({"decision": "recall"} if away >= WORKERS else {})


def _seat(draft: Draft, values: Mapping[str, str], name: str) -> dict[str, Any]:
    found: dict[str, Any] = {what: int(values[f"{name}.{what}"]) for what in NUMBERS
                             if what not in ("unpaid", "paid") and f"{name}.{what}" in values}
    found |= {what: values[f"{name}.{what}"] for what in ("board", "marker") if f"{name}.{what}" in values}
    found["debts"] = [int(values.get(f"{name}.{what}", "0")) for what in ("unpaid", "paid")]
    captured = {other: int(values[place]) for other in draft.seats if (place := f"{name}.captured.{other}") in values}
    found |= {"captured": captured} if captured else {}
    if name != OPPONENT:
        found["goods"] = [int(values.get(f"{name}.goods.{kind}", "0")) for kind in GOODS]
    for what in ("hand", "apprentices", "buildings") if name != OPPONENT else ("buildings",):
        found[what] = list(draft.lists.get(f"{name}.{what}", ()))
    return found


def spot(draft: Draft, place: str) -> str:
    """Return the place to be tapped for the one that a message names.

    Examples
    --------
    >>> spot(blank(), "display[0][2]"), spot(blank(), "seats.p1.silver"), spot(blank(), "workers.forest.p1")
    ('display.0.2', 'p1.silver', 'workers.forest.p1')
    >>> spot(put(blank(), "p2.hand", "B03"), "seats.p2.hand[0]"), spot(blank(), "seats")
    ('p2.hand.0', '')
    """
    words = place.replace("]", "").replace("[", ".").removeprefix("seats.").split(".")
    known = {*_values(draft, "en"), *_lists(draft)}
    for n in range(len(words), 0, -1):
        found = ".".join(words[:n])
        if found in known or choices(draft, found, "en"):
            return found
    debts = f"{words[0]}.unpaid"
    return debts if words[-1] == "debts" and debts in known else ""


# -- showing -----------------------------------------------------------------------------------------------------------


def areas(draft: Draft, lang: str) -> list[LaidArea]:
    """Return the draft in areas; every slot can be tapped."""
    cards, can = cards_of(draft.rules.parts, lang), _values(draft, lang)

    def value(place: str, called: str) -> Slot:
        word = draft.values.get(place, "")
        shown = can[place].get(word) or word or can[place].get("-") or next(iter(can[place]))
        return Slot(place=place, text=f"{called}: {shown}")

    def lay(key: str, *values: object) -> str:
        return said("lay", key, lang, *values)

    def listed(place: str, title: str) -> LaidArea:
        words = draft.lists.get(place, ())
        return LaidArea(title=title, slots=(*(Slot(place=f"{place}.{n}", word=word, text=word)
                                              for n, word in enumerate(words)), Slot(place=place, text=lay("add"))))

    options = [("players", said("questions", "players", lang)), ("wonders", lay("wonders")),
               ("boards", said("questions", "boards", lang)), ("opponent", said("questions", "opponent", lang))]
    found = [LaidArea(title=lay("game"), slots=tuple(value(*option) for option in options)),
             LaidArea(title=lay("now"), slots=tuple(value(place, lay(place)) for place in (
                 "player", "first", "seen_by", "turn", "tax", "left")))]
    for name in draft.seats:
        called = cards.name(draft.opponent) if name == OPPONENT else name
        slots = [value(place, _called(place, lang)) for place in can if place.startswith(f"{name}.")]
        found.append(LaidArea(title=called, slots=tuple(slots)))
        found += [listed(place, lay(place.partition(".")[2], called)) for place in _lists(draft)
                  if place.startswith(f"{name}.")]
        found.append(LaidArea(title=lay("workers", called), slots=tuple(
            value(f"workers.{place}.{name}", name_of(place, lang)) for place in PLACES)))
    found += [listed(GUILDHALL, name_of(GUILDHALL, lang)), LaidArea(
        title=name_of("black_market", lang), slots=tuple(value(f"market.{space}", said("words", space, lang))
                                                         for space in SPACES))]
    for row in range(2):
        places = [place for place in can if place.startswith(f"display.{row}.")]
        found.append(LaidArea(title=lay("row", row + 1), slots=tuple(
            Slot(place=place, word=draft.values.get(place, "")) for place in places)))
    coins = [place for place in can if place.startswith("coins.")]
    if coins:
        found.append(LaidArea(title=lay("coins"), slots=tuple(
            value(place, cards.name(draft.values[place.replace("coins", "display")])) for place in coins)))
    found += [listed(place, lay(place)) for place in _lists(draft) if "." in place and place in (*PILES, *COURT,
                                                                                                 *SCHEMES)]
    tokens = [place for place in can if place.startswith("tokens.")]
    if tokens:
        found.append(LaidArea(title=lay("wonders"), slots=tuple(value(
            place, lay("goods" if place.endswith("goods") else "stands", cards.name(place.split(".")[1])))
            for place in tokens)))
    return found


def _called(place: str, lang: str) -> str:
    """Return what a place of a seat is called."""
    _, what, *rest = place.split(".")
    if rest:
        return name_of(rest[0], lang) if what == "goods" else said("lay", "captured", lang, rest[0])
    if what in ("virtue", "influence", "prison", "cathedral", "marble"):
        return name_of(what, lang)
    return said("words", what, lang) if what in ("silver", "marker") else said("lay", what, lang)


LAYING = Laying(blank=blank, areas=areas, choices=choices, put=put, position=position, spot=spot)
