"""The component file: cards, towns, roads, tracks, each fact with its source. A user may correct and name their own."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kingmaker.errors import shown, told_as
from kingmaker.games.brian_boru.names import COLOURS, PRINCESS, REGIONS, SUITS, SYMBOLS
from kingmaker.games.core.provenance import read_file, split_drawing
from kingmaker.games.errors import NotationError
from kingmaker.reading import parse_json

OWN = Path(__file__).parent / "components.json"
N_CARDS, N_VIKINGS, N_WEDDINGS, MOST_TOWNS, MOST_SYMBOLS, MOST_SPACES, MOST_ROUNDS = 25, 7, 7, 64, 5, 16, 4
MOST_NAME, MOST_LISTED = 60, 12  # characters of a name; strengths of the fan's list, for their combinations are tried
COUNTS = ("3", "4", "5")


@dataclass(frozen=True)
class Card:
    """An action card; `suit` red, blue, yellow or white, actions as symbols from left to right."""

    number: int
    suit: str
    primary: tuple[str, ...]
    secondary: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Region:
    """A region with its claim token."""

    id: str
    name: str
    threshold: int
    points: int


@dataclass(frozen=True)
class Town:
    """A town; x to the east and y to the south, in hundredths of the map."""

    id: str
    region: str
    colour: str
    x: float
    y: float


@dataclass(frozen=True)
class Wedding:
    """An ordinary marriage card."""

    name: str
    points: int
    renown: int
    region: str | None


@dataclass(frozen=True)
class Components:
    """All that the game's parts say; `raw` is the file."""

    raw: Mapping[str, Any]
    cards: tuple[Card, ...]
    regions: tuple[Region, ...]
    towns: tuple[Town, ...]
    roads: tuple[tuple[str, str], ...]
    track: tuple[tuple[str, ...], ...]  # benefits by space
    weddings: tuple[Wedding, ...]
    strengths: tuple[int, ...]
    spurn: int
    start: Mapping[str, int]  # coins, renown, points
    deal: Mapping[int, int]  # cards a player, by players
    rounds: Mapping[int, int]
    spread: tuple[int, ...]  # points by the number of regions
    more_cost: int
    expand_cost: int


def read_components(path: str | Path | None = None) -> Components:
    """Return the components; without a path the game's own; `@3` behind it: with the third other Viking deck.

    Examples
    --------
    >>> parts = read_components()
    >>> parts.cards[12].primary, len(parts.towns), parts.weddings[6].name
    (('town', 'coin'), 53, 'Brigid')
    >>> parts.strengths, read_components("@1").strengths
    ((9, 10, 11, 12, 12, 13, 14), (11, 12, 12, 13, 13, 13, 14))
    """
    name, number, _ = split_drawing(path)
    parts = _read(Path(name)) if name else _own()
    if number is None:
        return parts
    from kingmaker.games.brian_boru.alternatives import with_deck  # which is made of what stands here

    return parse_components(with_deck(parts.raw, number, name), where=str(path))


@cache
def _own() -> Components:
    return _read(OWN)


def _read(path: Path) -> Components:
    text = read_file(path, "brian-boru: option data", "a component file")
    with told_as(NotationError, "data: "):
        data = parse_json(text, str(path))
    return parse_components(data, where=str(path))


class Node:
    """A place in the file; each way to read it refuses with file, place, what was expected and what came."""

    def __init__(self, value: Any, where: str) -> None:
        self.value = value
        self.where = where

    def refuse(self, expected: str) -> NotationError:
        """Return the error that says what was expected here."""
        return NotationError(f"{self.where}: expected {expected}, got {shown(self.value)}")

    def __getitem__(self, key: str) -> Node:
        if not isinstance(self.value, dict):
            raise self.refuse("an object")
        if key not in self.value:
            raise NotationError(f"{self.where}: the key {key!r} is missing")
        return Node(self.value[key], f"{self.where}: {key}" if ": " not in self.where else f"{self.where}.{key}")

    def items(self, what: str, low: int, high: int) -> list[Node]:
        """Return the parts of a list with a length in [low, high]."""
        if not isinstance(self.value, list) or not low <= len(self.value) <= high:
            size = f"{low}" if low == high else f"{low} to {high}"
            raise self.refuse(f"a list of {size} {what}")
        return [Node(value, f"{self.where}[{i}]") for i, value in enumerate(self.value)]

    def whole(self, low: int, high: int) -> int:
        """Return a whole number in [low, high]."""
        if not isinstance(self.value, int) or isinstance(self.value, bool) or not low <= self.value <= high:
            raise self.refuse(f"a whole number in [{low}, {high}]")
        return self.value

    def number(self) -> float:
        """Return a number in [0, 100]."""
        if not isinstance(self.value, int | float) or isinstance(self.value, bool) or not 0 <= self.value <= 100:
            raise self.refuse("a number in [0, 100]")
        return float(self.value)

    def word(self, known: Sequence[str] = ()) -> str:
        """Return a word without blanks, one of the known ones if there are any."""
        if not isinstance(self.value, str) or not self.value.isprintable() or not 0 < len(self.value) <= MOST_NAME or (
                known and self.value not in known):
            raise self.refuse(f"one of {', '.join(known)}" if known else f"a word of at most {MOST_NAME} characters")
        return self.value

    def name(self, taken: Iterator[str] | Sequence[str]) -> str:
        """Return a word that can be part of a move and is not taken."""
        word = self.word()
        if any(letter in " /,;:?" for letter in word) or word in (*taken, PRINCESS, "-"):
            raise self.refuse("a name of its own without blanks")
        return word


def parse_components(data: Any, *, where: str = "data") -> Components:
    """Return the components that a file's content describes, checked for all that the rules rely on."""
    top = Node(data, where)
    setup, costs = top["setup"], top["costs"]
    towns = _towns(top)
    rounds = {int(n): setup["rounds"][n].whole(1, MOST_ROUNDS) for n in COUNTS}
    deal = {int(n): _deal(setup, n) for n in COUNTS}
    vikings = top["viking_cards"]
    if isinstance(vikings.value, dict) and "fan_list" in vikings.value:
        for strength in vikings["fan_list"].items("strengths", 0, MOST_LISTED):
            strength.whole(0, 30)
    for n in COUNTS:
        above = setup["marriage_cards_above_princess"][n]
        if above.value != rounds[int(n)] - 1:
            raise above.refuse(f"{rounds[int(n)] - 1}, one less than there are rounds")
    return Components(
        raw=data, cards=_cards(top), regions=_regions(top), towns=towns, roads=_roads(top, [t.id for t in towns]),
        track=_track(top), weddings=_weddings(top),
        strengths=tuple(card["strength"].whole(0, 30)
                        for card in vikings["strengths"].items("Viking cards", N_VIKINGS, N_VIKINGS)),
        spurn=_spurn(top), start={key: setup[key].whole(0, 10) for key in ("coins", "renown", "points")},
        deal=deal, rounds=rounds,
        spread=tuple(top["region_spread_points"][str(n)].whole(0, 20) for n in range(len(REGIONS) + 1)),
        more_cost=costs["extra_church_battle_courtship"].whole(2, 20), expand_cost=costs["expand"].whole(0, 20),
    )


def _deal(setup: Node, n: str) -> int:
    cards = setup["deal"][n].whole(2, 8)
    left = N_CARDS - int(n) * cards
    if setup["undealt"][n].value != left or left not in (0, 1):
        raise setup["undealt"][n].refuse(f"{left}, what {n} players with {cards} cards leave over, and 0 or 1")
    if setup["tricks_per_round"][n].value != cards - 1:
        raise setup["tricks_per_round"][n].refuse(f"{cards - 1}, one less than the cards dealt")
    return cards


def _symbols(node: Node, known: Sequence[str]) -> tuple[str, ...]:
    return tuple(symbol.word(known) for symbol in node.items("symbols", 1, MOST_SYMBOLS))


def _cards(top: Node) -> tuple[Card, ...]:
    cards = []
    for number, card in enumerate(top["cards"].items("action cards", N_CARDS, N_CARDS), 1):
        if card["number"].value != number:
            raise card["number"].refuse(f"{number}; cards ascend by value")
        primary = _symbols(card["primary"], SYMBOLS)
        if primary[0] != "town" or "town" in primary[1:]:
            raise card["primary"].refuse("the symbol 'town' first, and once")
        secondary = tuple(_symbols(action, SYMBOLS[1:]) for action in card["secondary"].items("actions", 1, 2))
        cards.append(Card(number, card["suit"].word(SUITS), primary, secondary))
    return tuple(cards)


def _regions(top: Node) -> tuple[Region, ...]:
    regions = []
    for known, region in zip(REGIONS, top["regions"].items("regions", 8, 8), strict=True):
        regions.append(Region(region["id"].word((known,)), region["name"].word(), region["threshold"].whole(1, 40),
                              region["points"].whole(0, 20)))
    return tuple(regions)


def _towns(top: Node) -> tuple[Town, ...]:
    towns: list[Town] = []
    for town in top["towns"].items("towns", len(REGIONS), MOST_TOWNS):
        towns.append(Town(town["id"].name([other.id for other in towns]), town["region"].word(REGIONS),
                          town["colour"].word(COLOURS), town["x"].number(), town["y"].number()))
    for region in REGIONS:
        if region not in (town.region for town in towns):
            raise NotationError(f"{top['towns'].where}: expected a town in each region, got none in {region}")
    return tuple(towns)


def _roads(top: Node, towns: Sequence[str]) -> tuple[tuple[str, str], ...]:
    roads: list[tuple[str, str]] = []
    for road in top["roads"].items("roads", 0, 500):
        ends = road["a"].word(towns), road["b"].word(towns)
        if ends[0] == ends[1] or ends in roads or ends[::-1] in roads:
            raise road.refuse("a road between two towns, listed once")
        roads.append(ends)
    return tuple(roads)


def _track(top: Node) -> tuple[tuple[str, ...], ...]:
    track = []
    for number, space in enumerate(top["marriage_track"].items("spaces", 2, MOST_SPACES)):
        if space["space"].value != number:
            raise space["space"].refuse(f"{number}; spaces ascend")
        benefit = tuple(part.word(("coin", "renown", "any_town")) for part in space["benefit"].items("benefits", 0, 3))
        if (number == 0 and benefit) or benefit.count("any_town") > 1:
            raise space["benefit"].refuse("no benefit" if number == 0 else "one town at most")
        track.append(benefit)
    return tuple(track)


def _weddings(top: Node) -> tuple[Wedding, ...]:
    weddings: list[Wedding] = []
    for card in top["marriage_cards"].items("ordinary marriage cards", N_WEDDINGS, N_WEDDINGS):
        region = card["town_in_region"]
        weddings.append(Wedding(card["name"].name([other.name for other in weddings]), card["points"].whole(0, 20),
                                card["renown"].whole(0, 3), None if region.value is None else region.word(REGIONS)))
    return tuple(weddings)


def _spurn(top: Node) -> int:
    options = top["princess"]["options"].items("uses", 3, 3)
    for option, known in zip(options, ("military_support", "establish_trade", "spurn"), strict=True):
        option["id"].word((known,))
    return options[2]["points"].whole(0, 20)


def most_points(parts: Components, n_rounds: int, n_tricks: int) -> int:
    """Return a bound of the points of a player after so many rounds of so many tricks.

    Per round: the best marriage card, a point each of the second spoils and the second church reward, one battle with
    a point for each renown (R52). Renown comes from that battle, the marriage card, the track and printed symbols.

    Examples
    --------
    >>> most_points(read_components(), 4, 5)
    133
    """
    printed = max(action.count("renown") for card in parts.cards for action in (card.primary, *card.secondary))
    a_round = 1 + printed * n_tricks + max(card.renown for card in parts.weddings) + max(
        benefit.count("renown") for benefit in parts.track)
    renown = [parts.start["renown"] + a_round * n for n in range(n_rounds + 1)]
    wedding = max(parts.spurn, *(card.points for card in parts.weddings))
    track = parts.start["points"] + n_rounds * (wedding + 2) + sum(renown[1:])
    return track + renown[-1] + 2 + sum(region.points for region in parts.regions) + max(parts.spread)


# -- where facts come from -----------------------------------------------------------------------------------------


def count_origins(parts: Components) -> dict[str, dict[str, int]]:
    """Return for each kind of fact how many come from which source.

    Examples
    --------
    >>> count_origins(read_components())["Viking strengths"]
    {'reconstructed': 7}
    """
    raw = parts.raw
    counts: dict[str, dict[str, int]] = {}
    for what, nodes in (("cards", raw["cards"]), ("regions", raw["regions"]), ("towns", raw["towns"]),
                        ("roads", raw["roads"]), ("track spaces", raw["marriage_track"]),
                        ("marriage cards", raw["marriage_cards"]),
                        ("Viking strengths", raw["viking_cards"]["strengths"])):
        for node in nodes:
            origin = _weakest(node.get("provenance"))
            counts.setdefault(what, {})
            counts[what][origin] = counts[what].get(origin, 0) + 1
    return counts


def _weakest(provenance: Any) -> str:
    """Return the weakest of the sources of an entry: reconstructed, then fan, then the rest as named."""
    words = list(_words(provenance))
    for weak in ("reconstructed", "fan"):
        if weak in words:
            return weak
    return words[0] if words else "reconstructed"


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from _words(part)


def reconstruction(parts: Components) -> str:
    """Say in one line what is not from the rulebook or the printed parts.

    Examples
    --------
    >>> reconstruction(read_components()).split(";")[0]
    'cards: 24 of 25 from a fan list, 1 of 25 reconstructed'
    """
    lines = []
    for what, counts in count_origins(parts).items():
        total = sum(counts.values())
        words = [f"{counts[origin]} of {total} {text}" for origin, text in
                 (("fan", "from a fan list"), ("reconstructed", "reconstructed")) if counts.get(origin)]
        if words:
            lines.append(f"{what}: {', '.join(words)}")
    return "; ".join(lines)
