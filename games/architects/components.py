"""The component file: cards, boards, tracks, each fact with its source. A user may correct and name their own."""
from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from kingmaker.errors import told_as
from kingmaker.games.architects.effects import (
    Building,
    Cost,
    Gain,
    Rule,
    Scheme,
    Trade,
    read_building,
    read_cost,
    read_gain,
    read_rule,
    read_scheme,
)
from kingmaker.games.architects.fields import Node
from kingmaker.games.architects.names import GOODS, PLACES, SKILLS
from kingmaker.games.core.provenance import read_file, split_drawing
from kingmaker.games.errors import NotationError
from kingmaker.reading import parse_json

OWN = Path(__file__).parent / "components.json"
N_BASE, N_MORE, N_MARKET, N_REWARDS, N_MORE_REWARDS, N_CONTRIBUTIONS, TOP_VIRTUE = 40, 24, 10, 11, 12, 7, 14
ABILITIES = ("Therese", "Caroline", "Ada", "Frederick", "Rudolf", "Arnold", "Charles", "Clotilde", "Isabella", "Louis",
             "Zesiro")  # boards whose ability the rules know, in the order of _struct.pxd
MOST_METAL = 15  # gold and marble in one cost: what `with gold` can name
MOST_SHORT = 12  # turns of an exercise
ARTISANS = "Age of Artisans"  # schemes that are removed, W21


@dataclass(frozen=True)
class Apprentice:
    """An apprentice card; `rule` is what it does."""

    id: str
    name: str
    skills: int
    virtue: int
    rule: Rule


@dataclass(frozen=True)
class Wonder:
    """A wonder card."""

    id: str
    name: str
    cost: int
    influence: int
    tax: int
    points: int
    virtue: int


@dataclass(frozen=True)
class Contribution:
    """A card with its contribution side (a gain a kind) and its consequence side."""

    id: str
    slots: tuple[Gain, ...]
    profiteer: int
    princess: int
    effect: Gain
    loss: int
    rewards: tuple[Gain, ...]


@dataclass(frozen=True)
class Board:
    """A player board."""

    name: str
    prison: int
    silver: int
    virtue: int
    influence: int
    extra: Gain


@dataclass(frozen=True)
class Opponent:
    """A solo opponent: where it starts and its lists, as places; -1 is where the Princess is."""

    id: str
    name: str
    virtue: int
    influence: int
    captures: tuple[int, ...]
    tokens: tuple[int, ...]


@dataclass(frozen=True)
class Components:
    """All that the game's parts say; `raw` is the file. What Works of Wonder adds stands behind the base's."""

    raw: Mapping[str, Any] = field(repr=False)
    apprentices: tuple[Apprentice, ...]
    buildings: tuple[Building, ...]
    rewards: tuple[tuple[str, Gain], ...]
    market: tuple[tuple[str, Gain, Gain], ...]
    printed: tuple[Gain, Gain]
    levels: tuple[tuple[Cost, int, int], ...]  # cost, spaces, points
    virtue: tuple[tuple[int, int, bool, bool], ...]  # points, relief, cathedral, Black Market
    hall: Mapping[int, tuple[int, int, int]]  # seats -> capacity, the two resets
    tax: int
    hand_limit: int
    apprentice_limit: int
    start_virtue: int
    start_silver: tuple[int, ...]
    debts: int
    debt_points: int
    debt_virtue: int
    boards: tuple[Board, ...]
    n_base_boards: int
    wonders: tuple[Wonder, ...]
    token_places: tuple[int, ...]
    contributions: tuple[Contribution, ...]
    opponents: tuple[Opponent, ...]
    schemes: tuple[tuple[str, bool, Scheme], ...]  # id, whether it is a future one, what it does


def read_components(path: str | Path | None = None) -> Components:
    """Return the components; without a path the game's own; `@3` behind it: with the third other drawing.

    Examples
    --------
    >>> parts = read_components()
    >>> parts.apprentices[33].name, parts.buildings[40].id, len(parts.boards), len(parts.schemes)
    ('Thief', 'WB01', 11, 22)
    """
    name, number, _ = split_drawing(path)
    parts = _read(Path(name)) if name else _own()
    if number is None:
        return parts
    from kingmaker.games.architects.alternatives import draw_components  # which is made of what stands here

    return parse_components(draw_components(parts.raw, number), where=f"data: {path}")


@cache
def _own() -> Components:
    return _read(OWN)


def _read(path: Path) -> Components:
    text = read_file(path, "architects: option data", "a component file")
    with told_as(NotationError, "data: "):
        data = parse_json(text, str(path))
    return parse_components(data, where=f"data: {path}")


def parse_components(data: Any, where: str = "data") -> Components:
    """Return the components of a file that was read; every fact that the rules use is checked."""
    node = Node(data, where)
    base, more = node["base"], node["works_of_wonder"]
    apprentices = [*base["apprentices"].items(N_BASE), *more["apprentices"].items(N_MORE)]
    buildings = [*base["buildings"].items(N_BASE), *more["buildings"].items(N_MORE)]
    boards = tuple(_board(board) for board in base["player_boards"].items() if not board["promo"].flag())
    printed = base["black_market_printed"]
    parts = Components(
        raw=data,
        apprentices=tuple(_apprentice(card) for card in apprentices),
        buildings=tuple(read_building(card) for card in buildings),
        rewards=tuple((card["id"].text(), read_gain(card["gain"], 1)) for card in (
            *base["rewards"].items(N_REWARDS), *more["rewards"].items(N_MORE_REWARDS))),
        market=tuple((card["id"].text(), read_gain(card["small"]), read_gain(card["large"]))
                     for card in base["black_market"].items(N_MARKET)),
        printed=(read_gain(printed["small_space"]), read_gain(printed["large_space"])),
        levels=tuple((read_cost(level["cost"]), level["spaces"].whole(1, 5), level["vp"].whole(0, 99))
                     for level in base["cathedral"].items(5)),
        virtue=tuple((row["vp"].whole(-99, 99), row["taxes_ignored_per_action"].whole(0, 9),
                      row["cathedral_allowed"].flag(), row["black_market_allowed"].flag())
                     for row in base["virtue_track"].items(TOP_VIRTUE + 1)),
        hall=_hall(base["guildhall"]),
        tax=base["start_tax"]["value"].whole(0, 99),
        hand_limit=base["hand_limit"]["value"].whole(1, 20),
        apprentice_limit=base["apprentice_limit"].whole(1, 5),
        start_virtue=base["standard_start"]["virtue"].whole(0, TOP_VIRTUE),
        start_silver=tuple(base["standard_start"]["silver_by_seat"].wholes(5, 0, 99)),
        debts=base["debt_card"]["count"].whole(0, 30),
        debt_points=base["debt_card"]["unpaid_vp"].whole(-99, 0),
        debt_virtue=base["debt_card"]["on_pay_off"]["virtue"].whole(0, 9),
        boards=(*boards, *(_board(board) for board in more["player_boards"].items())),
        n_base_boards=len(boards),
        wonders=tuple(_wonder(card, kind) for card, kind in zip(more["wonders"].items(5), GOODS, strict=True)),
        token_places=tuple(place.index(PLACES) for place in more["wonder_token_spots"].items()),
        contributions=tuple(_contribution(card) for card in more["contribution_consequence"].items(N_CONTRIBUTIONS)),
        opponents=tuple(_opponent(board) for board in more["solo"]["opponents"].items(6)),
        schemes=tuple(_schemes(more["solo"]["schemes"])),
    )
    _check(parts, where)
    _check_fixed(base, more)
    return parts


def _check_fixed(base: Node, more: Node) -> None:
    """Refuse other numbers where the rules know them by themselves."""
    start, supply, track, solo = base["standard_start"], base["supply"], more["influence_track"], more["solo"]
    for node, number in (
        (base["reward_empty"]["virtue"], 1), (start["buildings_dealt"], 4), (start["buildings_drafted"], 3),
        (supply["debt_cards"], base["debt_card"]["count"].value), (supply["workers_per_player"], 20),
        (more["display"]["apprentice_columns"], 5), (track["max"], 12), (track["end_bonus"]["gold"], 4),
        *((way["influence"], price) for way, price in zip(track["spend"].items(3), (2, 2, 4), strict=True)),
        (solo["wonder_payment"]["total"], 10), (solo["black_market_block"]["always"]["virtue"], -1),
    ):
        node.whole(number, number)


def _check(parts: Components, where: str) -> None:
    """Refuse what the rules have no room for."""
    _check_amounts(parts, where)
    ids = [*(card.id for card in parts.apprentices), *(card.id for card in parts.buildings),
           *(card.id for card in parts.wonders), *(card.id for card in parts.contributions),
           *(card[0] for card in (*parts.rewards, *parts.market, *parts.schemes))]
    for id_ in ids:
        if ids.count(id_) > 1:
            raise NotationError(f"{where}: expected every id once; got {id_!r} twice")
    if [board.name for board in parts.boards] != list(ABILITIES):
        raise NotationError(f"{where}: player boards: expected {', '.join(ABILITIES)} in this order; got "
                            f"{', '.join(board.name for board in parts.boards)}")
    if len(set(parts.token_places)) < len(parts.wonders):
        raise NotationError(f"{where}: works_of_wonder.wonder_token_spots: expected at least {len(parts.wonders)} "
                            f"different places; got {len(set(parts.token_places))}")
    n_future = sum(future for _, future, _ in parts.schemes)
    if len(parts.schemes) != 22 or n_future != 11:
        raise NotationError(f"{where}: works_of_wonder.solo.schemes: expected 11 starting and 11 future schemes beside "
                            f"those of {ARTISANS}; got {len(parts.schemes) - n_future} and {n_future}")


def _check_amounts(parts: Components, where: str) -> None:
    """Refuse what moves cannot name, or what grows without end."""
    for name, cost in (*((card.id, card.cost) for card in parts.buildings),
                       *((card.id, card.rule.trade.pay) for card in parts.apprentices),
                       *((f"level {i}", level[0]) for i, level in enumerate(parts.levels, 1))):
        if cost.goods[3] + cost.goods[4] > MOST_METAL:
            raise NotationError(f"{where}: {name}: expected at most {MOST_METAL} gold and marble; got "
                                f"{cost.goods[3] + cost.goods[4]}")
    debts = sum(board.extra["debt"] for board in parts.boards)
    if debts > parts.debts:
        raise NotationError(f"{where}: player boards: expected at most {parts.debts} debts, all there are; got {debts}")


def _skills(node: Node) -> int:
    return sum({1 << skill.index(SKILLS) for skill in node.items()})


def _apprentice(card: Node) -> Apprentice:
    return Apprentice(card["id"].text(), card["name"].text(), _skills(card["skills"]), card["virtue"].whole(-3, 3),
                      read_rule(card["effect"]))


def _hall(node: Node) -> dict[int, tuple[int, int, int]]:
    out = {}
    for n in range(1, 6):
        total = node["total_by_players"][str(n)].whole(1, 24)
        first, second = node["reset_on_nth_worker"][str(n)].wholes(2, 1, 24)
        out[n] = (total, first, second)
    return out


def _board(board: Node) -> Board:
    board["extra"].keys((*GOODS, "silver", "debt", "building_card"))
    return Board(board["name"].text(), board["workers_in_prison"].whole(0, 19), board["silver"].whole(0, 99),
                 board["virtue"].whole(0, TOP_VIRTUE), board["influence"].whole(0, 12), read_gain(board["extra"]))


def _wonder(card: Node, kind: str) -> Wonder:
    card["resource"].word((kind,))
    most = MOST_METAL if kind in GOODS[3:] else 99
    return Wonder(card["id"].text(), card["name"].text(), card["cost"].whole(1, most), card["influence"].whole(0, 12),
                  card["tax"].whole(0, 99), card["vp"].whole(0, 99), card["virtue_on_build"].whole(0, 9))


def _contribution(card: Node) -> Contribution:
    side = card["consequence"]
    effect = side["profiteer_effect"]
    effect.keys(("gain", "lose", "then"))
    loss = effect["lose"]["virtue"].whole(1, 9) if "lose" in effect else 0
    profiteer, princess = (side[f"{who}_location"].index(PLACES) for who in ("profiteer", "princess"))
    if profiteer == princess:
        raise side["princess_location"].refuse("another place than the Profiteer's")
    rewards = tuple(read_gain(gain) for gain in side["princess_reward"].items())
    if not 1 <= len(rewards) <= 2:
        raise side["princess_reward"].refuse("one or two rewards")
    return Contribution(card["id"].text(), tuple(read_gain(card["contribution"][kind]) for kind in GOODS), profiteer,
                        princess, Gain() if loss else read_gain(effect["gain"]), loss, rewards)


def _opponent(board: Node) -> Opponent:
    lists = []
    for key in ("capture_tiebreak", "wonder_token_priority"):
        lists.append(tuple((*PLACES, "princess_location").index(place.word((*PLACES, "princess_location")))
                           for place in board[key].items()))
        if len(set(lists[-1])) < len(lists[-1]):
            raise board[key].refuse("each place at most once")
    return Opponent(board["id"].text(), board["name"].text(), board["start_virtue"].whole(0, TOP_VIRTUE),
                    board["start_influence"].whole(0, 12), lists[0], lists[1])


def _schemes(node: Node) -> Iterator[tuple[str, bool, Scheme]]:
    for card in node.items():
        if ARTISANS not in str(card["note"].value):
            yield card["id"].text(), card["deck"].word(("start", "future")) == "future", read_scheme(card)


# -- where facts come from -------------------------------------------------------------------------------------------


def count_reconstructed(parts: Components, *, wonders: bool = True,
                        opponent: bool = True) -> dict[str, tuple[int, int]]:
    """Return for each kind of component how many say something that is reconstructed, and how many there are.

    Parameters
    ----------
    wonders : with the cards of the expansion
    opponent : with those of its solo opponents

    Examples
    --------
    >>> count_reconstructed(read_components())["wonders"]
    (5, 5)
    """
    base, more = parts.raw["base"], parts.raw["works_of_wonder"]
    kinds = [("base apprentices", base["apprentices"]), ("base buildings", base["buildings"])]
    if wonders:
        kinds += [("wonders", more["wonders"]), ("apprentices of the expansion", more["apprentices"]),
                  ("buildings of the expansion", more["buildings"]), ("rewards of the expansion", more["rewards"]),
                  ("contribution cards", more["contribution_consequence"])]
    if opponent:
        kinds += [("opponents", more["solo"]["opponents"]), ("schemes", more["solo"]["schemes"])]
    return {what: (sum("reconstructed" in json.dumps(card.get("prov")) for card in cards), len(cards))
            for what, cards in kinds}


def reconstruction(parts: Components, *, wonders: bool = True, opponent: bool = True) -> str:
    """Say in one line what is not from the rulebook or the printed parts; parameters as of `count_reconstructed`.

    Examples
    --------
    >>> reconstruction(read_components(), opponent=False).split(";")[0]
    'wonders: 5 of 5 in part reconstructed'
    >>> reconstruction(read_components(), wonders=False, opponent=False)
    ''
    """
    counts = count_reconstructed(parts, wonders=wonders, opponent=opponent)
    return "; ".join(f"{what}: {n} of {total} in part reconstructed" for what, (n, total) in counts.items() if n)


__all__ = ["Components", "Trade", "count_reconstructed", "parse_components", "read_components", "reconstruction"]
