"""What cards do, read from the component file into a few plain shapes: gains, costs, rules of apprentices, effects."""
from __future__ import annotations

from dataclasses import dataclass

from kingmaker.games.architects.fields import Node
from kingmaker.games.architects.names import BLACK_MARKET, GOODS, GUILDHALL, PLACES, SKILLS, SPACES
from kingmaker.games.errors import NotationError

GAINS = (*GOODS, "silver", "debt", "influence", "virtue", "building_card", "reward_card")  # as in GainC
WHENS = ("none", "place", "storehouse_action", "cathedral_advance", "debt_paid_off", "black_market_reset",
         "black_market_reset_step3", "construct_building_or_wonder", "gain_debt", "any_payment")  # as in _struct.pxd
# effects of buildings, as in _struct.pxd; those behind `end` at the end of the game
EFFECTS = ("", "gain", "hire_free_faceup_apprentice", "choice", "all_players_with_3plus_in_prison", "free_captures",
           "barracks", "may_destroy_unpaid_debt", "release_own_from_prison", "may_discard_building_card_for",
           "all_players", "gold_per", "place_extra_worker", "influence_per", "discard_leftmost_8_apprentices",
           "may_pay_off_debt_free", "all_players_release_own_from_prison", "end", "cathedral_vp", "cathedral_virtue",
           "strictly_most", "vp_per_apprentice_with", "virtue_per_apprentice_with", "goods_virtue", "vp_per",
           "virtue_per", "virtue", "unpaid_debt_vp_each", "no_unpaid_debts", "stronghold")
COUNTED = ("virtue", "captured_worker_on_own_board", "paid_debt", "constructed_building", "silver", "influence",
           "pair(constructed_building,own_cathedral_level)", "own_apprentice")
CHOICE_OF_BARRACKS = ["release_own_workers_from_all_player_boards_free", "one_free_capture"]
SECTION_PLACES = (*PLACES, *SPACES, GUILDHALL, "princess_location", "focus", BLACK_MARKET)
SECTION_EFFECTS = ("", "first_possible: build_wonder | cathedral | gain 4 marble", "cathedral", "guardhouse_actions",
                   "black_market_block", "focus_action", "capture per own worker", "coins=1+own workers",
                   "coins=own workers", "take_all_tax_as_coins", "patron_formula", "contribute",
                   "remove_2_apprentices", "gain_future_scheme", "flip_another_scheme")
FLIP = SECTION_EFFECTS.index("flip_another_scheme")
# conditions as in _struct.pxd, with how their texts begin; a number may follow
CONDITIONS = ("", "own_workers_in_prison>=", "a_location_has>=", "tax>=", "influence<=", "holds_captured_workers",
              "can_build_wonder_or_cathedral", "can_cathedral_and_virtue<=", "can_cathedral_and_future_pile_empty",
              "has_strictly_most_workers_at_princess_location")


@dataclass(frozen=True)
class Gain:
    """What something brings, in the order of GAINS."""

    amounts: tuple[int, ...] = (0,) * len(GAINS)

    def __getitem__(self, name: str) -> int:
        return self.amounts[GAINS.index(name)]


@dataclass(frozen=True)
class Cost:
    """Goods, silver and influence; `k` of the `kinds` (a mask of clay, wood, stone) at choice."""

    goods: tuple[int, ...] = (0,) * len(GOODS)
    silver: int = 0
    influence: int = 0
    k: int = 0
    kinds: int = 0


@dataclass(frozen=True)
class Trade:
    """What is paid for what."""

    pay: Cost
    gain: Gain


@dataclass(frozen=True)
class Rule:
    """What an apprentice does: when, at which place (9 the Black Market, -1 nowhere), what."""

    when: int = 0
    place: int = -1
    trade: Trade = Trade(Cost(), Gain())
    condition: str = ""
    release: int = 0
    cheaper: int = 0
    spares: int = 0
    stands_for: int = -1  # Charlatan: the kind that influence stands for


@dataclass(frozen=True)
class Building:
    """A building card."""

    id: str
    name: str
    points: int
    cost: Cost
    skills: int
    virtue: int
    kind: int
    a: int = 0
    b: int = 0
    gain: Gain = Gain()
    other: Gain = Gain()


@dataclass(frozen=True)
class Section:
    """Where a scheme's worker goes and what it does there."""

    place: int
    effects: tuple[int, ...]


@dataclass(frozen=True)
class Scheme:
    """A scheme: the top section if its condition holds, else the bottom."""

    top: Section
    bottom: Section | None
    condition: int
    least: int


def read_gain(node: Node, most_rewards: int = 3) -> Gain:
    """Return a gain; a reward card that gives more than one of its kind would pile them up."""
    node.keys(GAINS)
    return Gain(tuple(node[name].whole(0, most_rewards if name == "reward_card" else 20) if name in node else 0
                      for name in GAINS))


def read_cost(node: Node) -> Cost:
    """Return a cost: goods, silver, influence; or so many of some kinds."""
    keys = node.keys((*GOODS, "silver", "influence", "any_of", "any_mix_of", "count"))
    kinds = 0
    for key in ("any_of", "any_mix_of"):
        for kind in node[key].items() if key in keys else ():
            kinds |= 1 << kind.index(GOODS[:3])
    goods = tuple(node[kind].whole(0, 99) if kind in keys else 0 for kind in GOODS)
    k = node["count"].whole(1, 5 if kinds & 1 else 8) if kinds else 0
    if k and any(goods):
        raise node.refuse("goods, or a count of some kinds, but not both")
    silver, influence = (node[name].whole(0, 12) if name in keys else 0 for name in ("silver", "influence"))
    return Cost(goods, silver, influence, k, kinds)


def read_rule(node: Node) -> Rule:
    """Return what an apprentice does."""
    when = node["when"].index(WHENS)
    node.keys(("when", "location", "gain", "pay", "condition", "release_own_from_prison", "silver_discount",
               "virtue_loss_ignored", "virtue_loss_reduced", "substitute", "note"))
    gain = read_gain(node["gain"]) if "gain" in node else Gain()
    if when in (WHENS.index("gain_debt"),) and any(gain.amounts[:7] + gain.amounts[8:]):
        raise node["gain"].refuse("influence alone")
    place = node["location"].index((*PLACES, BLACK_MARKET)) if "location" in node else -1
    for key in ("silver_discount", "virtue_loss_ignored", "virtue_loss_reduced"):
        if key in node and place < 0:
            raise node[key].refuse("a `location` beside it")
    return Rule(
        when, place, Trade(read_cost(node["pay"]) if "pay" in node else Cost(), gain),
        node["condition"].word(("no_own_workers_in_prison", "own_worker_at_profiteer_location",
                                "own_worker_at_princess_location")) if "condition" in node else "",
        node["release_own_from_prison"].whole(0, 20) if "release_own_from_prison" in node else 0,
        _one(node, "silver_discount"), _one(node, "virtue_loss_ignored") + _one(node, "virtue_loss_reduced"),
        _substitute(node["substitute"]) if "substitute" in node else -1)


def _one(node: Node, key: str) -> int:
    return node[key].whole(1, 1) if key in node else 0


def _substitute(node: Node) -> int:
    node["influence"].whole(1, 1)
    return node["for_resource"].index(GOODS[:3])


# -- buildings -------------------------------------------------------------------------------------------------------


def read_building(card: Node) -> Building:
    """Return a building card."""
    cost = read_cost(card["cost"])
    if cost.k or cost.silver or cost.influence:
        raise card["cost"].refuse("goods alone")
    skills = sum({1 << skill.index(SKILLS) for skill in card["skills"].items()})
    timing, effect = card["timing"].word(("immediate", "end")), card["effect"]
    told = _at_end(effect) if timing == "end" else _at_once(effect)
    return Building(card["id"].text(), card["name"].text(), card["vp"].whole(-99, 99), cost, skills,
                    card["virtue"].whole(-5, 5), *told)


Told = tuple[int, int, int, Gain, Gain]


def _told(kind: str, a: int = 0, b: int = 0, gain: Gain | None = None, other: Gain | None = None) -> Told:
    return EFFECTS.index(kind), a, b, gain or Gain(), other or Gain()


def _at_once(node: Node) -> Told:
    """Return an effect that comes when the building is built."""
    key = next((key for key in node.table() if key in EFFECTS and key), None)
    if key is None:
        raise node.refuse(f"an effect, one of {', '.join(name for name in EFFECTS[1:17])}")
    value = node[key]
    if key == "gain":
        return _told(key, gain=read_gain(value))
    if key == "choice":
        if value.value == CHOICE_OF_BARRACKS:
            return _told("barracks")
        return _told(key, gain=_simple(value, 0), other=_simple(value, 1))
    if key == "all_players_with_3plus_in_prison":
        return _told(key, 3, -value["virtue"].whole(-9, -1))
    if key in ("free_captures", "may_destroy_unpaid_debt"):
        return _told(key, value.whole(1, 9))
    if key == "may_discard_building_card_for":
        return _told(key, gain=read_gain(value))
    if key == "all_players":
        return _told(key, gain=read_gain(value))
    if key == "gold_per":
        value["what"].word(("virtue",))
        return _told(key, value["count"].whole(1, 14))
    if key == "place_extra_worker":
        place = value.index(PLACES)
        if PLACES[place] in ("workshop", "tax_stand"):
            raise value.refuse("a place without cards of the hand or the display")
        return _told(key, place)
    if key == "influence_per":
        value.word(("own_cathedral_level",))
    return _told(key)


def _simple(node: Node, i: int) -> Gain:
    return read_gain(list(node.items(2))[i])


def _at_end(node: Node) -> Told:
    """Return an effect that counts at the end."""
    if "condition" in node:
        return _conditional(node, node["condition"].text())
    for key in ("vp_per_apprentice_with", "virtue_per_apprentice_with"):
        if key in node:
            return _told(key, node[key].index(SKILLS))
    if "virtue" in node:
        return _told("virtue", node["virtue"].whole(-9, 9))
    if "unpaid_debt_vp_each" in node:
        return _told("unpaid_debt_vp_each", node["unpaid_debt_vp_each"].whole(-9, 9))
    if "release_own_from_prison" in node:
        return _told("stronghold")
    for key in ("vp_per", "virtue_per"):
        if key in node:
            return _per(key, node[key])
    raise node.refuse("an effect that counts at the end")


def _per(key: str, node: Node) -> Told:
    if isinstance(node.value, str):
        return _told(key, node.index(COUNTED), 1)
    count = node["count"].whole(1, 20)
    if "any_of" not in node:
        return _told(key, node["what"].index(COUNTED), count)
    if key != "virtue_per":
        raise node.refuse("goods in `virtue_per` alone")
    return _told("goods_virtue", sum(1 << kind.index(GOODS) for kind in node["any_of"].items()), count)


def _conditional(node: Node, condition: str) -> Told:
    """Return an effect with a condition: strictly the most of something, or no unpaid debts."""
    if condition == "strictly_most_cathedral":
        kind = "cathedral_virtue" if "virtue" in node else "cathedral_vp"
        return _told(kind, node["virtue" if "virtue" in node else "vp"].whole(0, 9))
    if condition == "no_unpaid_debts":
        return _told("no_unpaid_debts", node["vp"].whole(0, 9))
    what = condition.removeprefix("strictly_most:")
    if what not in (*GOODS, "silver"):
        raise node["condition"].refuse("strictly_most_cathedral, no_unpaid_debts or strictly_most:GOODS")
    return _told("strictly_most", (*GOODS, "silver").index(what), node["vp"].whole(0, 9))


# -- schemes ---------------------------------------------------------------------------------------------------------


def read_scheme(card: Node) -> Scheme:
    """Return a scheme card."""
    bottom = card["bottom"]
    condition, least = _condition(card["top_condition"])
    if condition and bottom.value is None:
        raise bottom.refuse("a section, since the top one has a condition")
    return Scheme(_section(card["top"]), None if bottom.value is None else _section(bottom), condition, least)


def _condition(node: Node) -> tuple[int, int]:
    if node.value is None:
        return 0, 0
    text = node.text().removesuffix("_workers_of_one_human")
    for i, begin in enumerate(CONDITIONS):
        rest = text.removeprefix(begin)
        if begin and rest != text and (rest.isdecimal() and len(rest) <= 2 if begin.endswith("=") else not rest):
            return i, int(rest or 0)
    raise node.refuse(f"a condition, one of {', '.join(CONDITIONS[1:])}")


def _section(node: Node) -> Section:
    """Return a section; `tax+1` belongs to the capture, `virtue-2` to the tax taken."""
    texts = [effect.text() for effect in node["effects"].items()]
    effects = []
    for i, text in enumerate(texts):
        if text in ("tax+1", "virtue-2"):
            continue
        if text not in SECTION_EFFECTS:
            raise NotationError(f"{node.place}.effects[{i}]: expected one of {', '.join(SECTION_EFFECTS[1:])}; got "
                                f"{text!r}")
        effects.append(SECTION_EFFECTS.index(text))
    if not 1 <= len(effects) <= 3:
        raise node["effects"].refuse("one to three effects")
    place = node["location"]
    if place.value in SPACES:
        raise place.refuse(f"another place; a space of the Black Market is `{BLACK_MARKET}`")
    if place.value == GUILDHALL and FLIP in effects:
        raise node["effects"].refuse("no other scheme after one at the Guildhall, which has no room for many")
    return Section(place.index(SECTION_PLACES), tuple(effects))
