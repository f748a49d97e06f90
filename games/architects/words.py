"""Cards in words, English and Czech. Czech names are those of the Czech rulebook of Works of Wonder and no others.

What that rulebook does not name keeps its English name, marked `(en)`, and what a card does is told in English.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from kingmaker.games.architects.components import Components
from kingmaker.games.architects.names import BLACK_MARKET, GOODS, GUILDHALL, PLACES, SPACES
from kingmaker.games.errors import ConfigError

LANGUAGES = ("en", "cs")
LETTERS = {"clay": "C", "wood": "W", "stone": "S", "gold": "G", "marble": "M"}
LETTERS_CS = {"clay": "H", "wood": "D", "stone": "K", "gold": "Z", "marble": "M"}
SKILLS = {"carpentry": "carpentry", "tiling": "tiling", "masonry": "masonry"}
# English, Czech
NAMES = {
    "quarry": ("Quarry", "Kamenolom"), "forest": ("Forest", "Les"), "silversmith": ("Silversmith", "Stříbrotepec"),
    "mines": ("Mines", "Doly"), "kings_storehouse": ("King's Storehouse", "Královský sklad"),
    "workshop": ("Workshop", "Dílna"), "town_centre": ("Town Centre", "Rynek"),
    "tax_stand": ("Tax Stand", "Výběrčí daní"), "guardhouse": ("Guardhouse", "Strážnice"),
    GUILDHALL: ("Guildhall", "Radnice / cechovní dům"), BLACK_MARKET: ("Black Market", "Černý trh"),
    "clay": ("clay", "hlína"), "wood": ("wood", "dřevo"), "stone": ("stone", "kámen"), "gold": ("gold", "zlato"),
    "marble": ("marble", "mramor"), "princess": ("Princess", "Princezna"), "profiteer": ("Profiteer", "Šmelinář"),
    "cathedral": ("Cathedral", "Katedrála"), "virtue": ("virtue", "počestnost"), "influence": ("influence", "vliv"),
    "hand": ("hand", "ruka (en: hand)"), "prison": ("prison", "vězení"),
}
TIMES = {
    "none": "", "cathedral_advance": "working on the cathedral: ", "debt_paid_off": "paying off a debt: ",
    "black_market_reset": "at a Black Market reset: ", "construct_building_or_wonder": "building: ",
    "gain_debt": "taking a debt: ", "storehouse_action": "Storehouse: ",
}
HOLDING = {
    "no_own_workers_in_prison": "at a Black Market reset, with nobody in prison: ",
    "own_worker_at_profiteer_location": "at a reset, with a worker at the Profiteer: ",
    "own_worker_at_princess_location": "at a reset, with a worker at the Princess: ",
}
COUNTED = {
    "virtue": "virtue", "captured_worker_on_own_board": "captured workers", "paid_debt": "paid debts",
    "constructed_building": "buildings", "silver": "silver", "influence": "influence",
    "pair(constructed_building,own_cathedral_level)": "pairs of a building and a level of the cathedral",
    "own_apprentice": "apprentices",
}
ONE = {"virtue": "virtue", "captured_worker_on_own_board": "captured worker", "paid_debt": "paid debt",
       "constructed_building": "building",
       "pair(constructed_building,own_cathedral_level)": "pair of a building and a level of the cathedral"}
GAINED = {"building_card": ("building card", "building cards"), "reward_card": ("reward card", "reward cards"),
          "debt": ("debt", "debts")}
SHORT = {"silver": "silver", "debt": "debt", "influence": "infl", "virtue": "virtue", "building_card": "card",
         "reward_card": "reward"}
SHORT_CS = {"silver": "mince", "debt": "dluh", "influence": "vliv", "virtue": "poč.",
            "building_card": "karta budovy", "reward_card": "odměna"}
FIXED = {  # effects that one key tells
    "discard_leftmost_8_apprentices": "the 8 leftmost apprentices go, then hire one free",
    "hire_free_faceup_apprentice": "hire a face-up apprentice free", "may_destroy_unpaid_debt": "may destroy a debt",
    "may_pay_off_debt_free": "may pay off a debt free",
    "influence_per": "1 influence for each own level of the cathedral",
    "all_players_release_own_from_prison": "all players' workers leave prison",
}
CONDITIONS = {
    "own_workers_in_prison>=2": "it has 2 or more in prison", "holds_captured_workers": "it holds captured workers",
    "can_build_wonder_or_cathedral": "it can build a wonder or work on the cathedral",
    "can_cathedral_and_virtue<=9": "it can work on the cathedral, virtue 9 or less",
    "can_cathedral_and_future_pile_empty": "it can work on the cathedral, no future scheme left",
    "has_strictly_most_workers_at_princess_location": "it alone has most at the Princess",
    "influence<=5": "its influence is 5 or less",
}
EFFECTS = {
    "first_possible: build_wonder | cathedral | gain 4 marble": "a wonder, else the cathedral, else 4 marble",
    "cathedral": "works on the cathedral", "guardhouse_actions": "guardhouse actions",
    "black_market_block": "its first free option", "focus_action": "its focus",
    "tax+1": "1 tax", "capture per own worker": "a capture a worker", "coins=1+own workers": "1 coin and 1 a worker",
    "coins=own workers": "1 coin a worker", "take_all_tax_as_coins": "all tax as coins", "virtue-2": "loses 2 virtue",
    "patron_formula": "1 marble for 2 workers (1 virtue with one)", "contribute": "contributes",
    "remove_2_apprentices": "removes 2 apprentices", "gain_future_scheme": "gains a future scheme",
    "flip_another_scheme": "turns another scheme",
}
WHERE = {"princess_location": "the Princess", "focus": "its focus", BLACK_MARKET: "the Black Market",
         GUILDHALL: "the Guildhall"}


def check_language(lang: str) -> str:
    """Return the language, or refuse one that there is not."""
    if lang not in LANGUAGES:
        raise ConfigError(f"architects: language: expected one of {', '.join(LANGUAGES)}; got {lang!r}")
    return lang


def name_of(what: str, lang: str = "en") -> str:
    """Return what a place or a good is called.

    Examples
    --------
    >>> name_of("tax_stand"), name_of("town_centre", "cs")
    ('Tax Stand', 'Rynek')
    """
    return NAMES[what][LANGUAGES.index(check_language(lang))]


def letters(lang: str) -> Mapping[str, str]:
    """Return the letter that stands for each good."""
    return LETTERS if lang == "en" else LETTERS_CS


def gain_words(gain: Mapping[str, int], lang: str = "en") -> str:
    """Return goods and the like as words.

    Examples
    --------
    >>> gain_words({"stone": 2, "building_card": 1, "virtue": -1})
    '2 stone, 1 building card, -1 virtue'
    >>> gain_words({"stone": 2, "building_card": 1}, "cs")
    '2 × kámen, 1 × karta budovy'
    """
    if lang != "en":
        return ", ".join(f"{n} × {name_of(what, lang) if what in NAMES else SHORT_CS[what]}"
                         for what, n in gain.items() if n)
    return ", ".join(f"{n} {GAINED[what][n != 1] if what in GAINED else what}" for what, n in gain.items() if n)


def short_gain(gain: Mapping[str, int], lang: str = "en") -> str:
    """Return goods and the like, goods by their letter.

    Examples
    --------
    >>> short_gain({"marble": 2, "wood": 1, "influence": 2}), short_gain({"wood": 1, "influence": 2}, "cs")
    ('2M 1W 2 infl', '1D 2 vliv')
    """
    short, letter = (SHORT, LETTERS) if lang == "en" else (SHORT_CS, LETTERS_CS)
    return " ".join(f"{n}{letter.get(what) or ' ' + short[what].split()[0]}" for what, n in gain.items() if n)


def _cost(cost: Mapping[str, Any]) -> str:
    kinds = cost.get("any_of") or cost.get("any_mix_of")
    if kinds:
        return f"{cost['count']} of {', '.join(kinds)}"
    return gain_words(cost)


def short_cost(cost: Mapping[str, Any], lang: str = "en") -> str:
    """Return a cost, goods by their letter."""
    kinds = cost.get("any_of") or cost.get("any_mix_of")
    if kinds:
        return f"{cost['count']} {'/'.join(letters(lang)[kind] for kind in kinds)}"
    return short_gain(cost, lang)


def apprentice_words(card: Mapping[str, Any]) -> str:
    """Return what an apprentice does."""
    effect = card["effect"]
    when = effect["when"]
    if when == "place":
        return f"placing at {_at(effect['location'])}: {_placing(effect)}"
    if when == "storehouse_action":
        return f"{TIMES[when]}{_cost(effect['pay'])} for {gain_words(effect['gain'])}"
    if when == "any_payment":
        return f"1 influence stands for 1 {effect['substitute']['for_resource']}"
    if "condition" in effect:
        return HOLDING[effect["condition"]] + gain_words(effect["gain"])
    if "release_own_from_prison" in effect:
        return f"{TIMES[when]}{effect['release_own_from_prison']} own workers leave prison"
    return TIMES[when] + (gain_words(effect["gain"]) if "gain" in effect else "does nothing more")


def _at(place: str) -> str:
    return f"the {NAMES[place][0]}"


def _placing(effect: Mapping[str, Any]) -> str:
    if "silver_discount" in effect:
        return f"{effect['silver_discount']} silver less"
    if "virtue_loss_ignored" in effect or "virtue_loss_reduced" in effect:
        return "1 virtue less is lost"
    return gain_words(effect["gain"])


def building_words(card: Mapping[str, Any]) -> str:
    """Return what a building does."""
    effect = card["effect"]
    return f"end: {_at_end(effect)}" if card["timing"] == "end" else _at_once(effect)


def _at_once(effect: Mapping[str, Any]) -> str:
    if "gain" in effect:
        return gain_words(effect["gain"])
    for key, words in FIXED.items():
        if key in effect:
            return words
    if "choice" in effect:
        if isinstance(effect["choice"][0], str):
            return "all own workers leave other boards, or a capture free"
        return " or ".join(map(gain_words, effect["choice"]))
    if "all_players_with_3plus_in_prison" in effect:
        return f"all with 3 or more in prison: {gain_words(effect['all_players_with_3plus_in_prison'])}"
    if "free_captures" in effect:
        return f"{effect['free_captures']} free capture{'s' * (effect['free_captures'] > 1)}"
    if "release_own_from_prison" in effect:
        return "all own workers leave prison"
    if "may_discard_building_card_for" in effect:
        return f"may discard a building card for {gain_words(effect['may_discard_building_card_for'])}"
    if "all_players" in effect:
        return f"all players: {gain_words(effect['all_players'])}"
    if "gold_per" in effect:
        return f"1 gold for each {effect['gold_per']['count']} virtue"
    return f"place a worker at {_at(effect['place_extra_worker'])}"


def _at_end(effect: Mapping[str, Any]) -> str:
    if "condition" in effect:
        gain = f"{effect['vp']} points" if "vp" in effect else f"{effect['virtue']} virtue"
        if effect["condition"] == "no_unpaid_debts":
            return f"{gain} without unpaid debts"
        most = "levels of the cathedral" if effect["condition"] == "strictly_most_cathedral" else (
            effect["condition"].removeprefix("strictly_most:"))
        return f"{gain} with alone most {most}"
    for what, words in (("vp", "1 point"), ("virtue", "1 virtue")):
        if f"{what}_per_apprentice_with" in effect:
            return f"{words} an apprentice with {SKILLS[effect[f'{what}_per_apprentice_with']]}"
        if f"{what}_per" in effect:
            return f"{words} for each {_counted(effect[f'{what}_per'])}"
    if "virtue" in effect:
        return gain_words(effect)
    if "unpaid_debt_vp_each" in effect:
        return f"an unpaid debt counts {effect['unpaid_debt_vp_each']}"
    return "all own workers leave prison"


def _counted(per: Any) -> str:
    if isinstance(per, str):
        return ONE.get(per, per)
    n = per["count"]
    what = " or ".join(per["any_of"]) if "any_of" in per else (
        ONE.get(per["what"], per["what"]) if n == 1 else COUNTED[per["what"]])
    return what if n == 1 else f"{n} {what}"


def scheme_words(card: Mapping[str, Any]) -> str:
    """Return what a scheme says."""
    top = _section(card["top"])
    condition = card["top_condition"]
    if condition is None:
        return top
    return f"if {_condition(condition)}: {top}; else {_section(card['bottom'])}"


def _condition(text: str) -> str:
    if text in CONDITIONS:
        return CONDITIONS[text]
    what, _, n = text.removesuffix("_workers_of_one_human").partition(">=")
    return f"{n} or more tax" if what == "tax" else f"{n} workers of one player stand together"


def _section(section: Mapping[str, Any]) -> str:
    place = section["location"]
    effects = ", ".join(EFFECTS[effect] for effect in section["effects"])
    if place == "focus":
        return "its focus" + effects.removeprefix("its focus")
    return f"{WHERE.get(place) or _at(place)}: {effects}"


class Cards:
    """All cards of a component file by their ids, in words."""

    def __init__(self, parts: Components, lang: str = "en") -> None:
        self.lang = check_language(lang)
        base, more = parts.raw["base"], parts.raw["works_of_wonder"]
        self.apprentices = {card["id"]: card for card in (*base["apprentices"], *more["apprentices"])}
        self.buildings = {card["id"]: card for card in (*base["buildings"], *more["buildings"])}
        self.wonders = {card["id"]: card for card in more["wonders"]}
        self.rewards = {card["id"]: card for card in (*base["rewards"], *more["rewards"])}
        self.market = {card["id"]: card for card in base["black_market"]}
        self.contributions = {card["id"]: card for card in more["contribution_consequence"]}
        self.schemes = {card["id"]: card for card in more["solo"]["schemes"]}
        self.opponents = {card["id"]: card for card in more["solo"]["opponents"]}
        self.boards = {card["name"]: card for card in (*base["player_boards"], *more["player_boards"])}
        self.printed = base["black_market_printed"]
        self.levels = base["cathedral"]

    def called(self, card: Mapping[str, Any]) -> str:
        """Return a card's name, `(en)` behind it where the language has none."""
        if self.lang == "en":
            return str(card["name"])
        return str(card["name_cz"]) if "name_cz" in card else f"{card['name']} (en)"

    def name(self, id_: str) -> str:
        """Return the name of an apprentice, building, wonder or opponent; what has none is called by its id."""
        for cards in (self.apprentices, self.buildings, self.wonders, self.opponents):
            if id_ in cards:
                return self.called(cards[id_])
        return id_

    def board(self, name: str) -> str:
        """Return what a player board is called."""
        card = self.boards[name]
        return str(card.get("name_cz", name)) if self.lang == "cs" else name

    def words(self, id_: str) -> str:
        """Return all that a card says, its name aside.

        Examples
        --------
        >>> from kingmaker.games.architects.components import read_components
        >>> cards = Cards(read_components())
        >>> cards.words("A39"), cards.words("B01")
        ('carpentry; placing at the Forest: 1 wood', '3 points for 4 clay, 2 wood; 4 stone')
        >>> cards.words("S11")
        "the King's Storehouse: 1 marble for 2 workers (1 virtue with one)"
        """
        return "; ".join(self._words(id_))

    def _words(self, id_: str) -> Iterator[str]:
        if id_ in self.apprentices:
            card = self.apprentices[id_]
            yield from _skills(card)
            yield from _virtue(card)
            yield apprentice_words(card)
        elif id_ in self.buildings:
            card = self.buildings[id_]
            needs = list(_skills(card))
            yield f"{card['vp']} points for {gain_words(card['cost'])}" + (f", needs {needs[0]}" if needs else "")
            yield from _virtue(card)
            yield building_words(card)
        elif id_ in self.wonders:
            card = self.wonders[id_]
            yield (f"{card['vp']} points for {card['cost']} {card['resource']}, {card['influence']} influence, "
                   f"{card['tax']} tax; {card['virtue_on_build']} virtue")
        elif id_ in self.rewards:
            yield gain_words(self.rewards[id_]["gain"])
        elif id_ in self.market:
            card = self.market[id_]
            yield f"small {gain_words(card['small'])}; large {gain_words(card['large'])}"
        elif id_ in self.contributions:
            yield contribution_words(self.contributions[id_])
        elif id_ in self.schemes:
            yield scheme_words(self.schemes[id_])

    def label(self, id_: str) -> str:
        """Return an id with its name and what it says.

        Examples
        --------
        >>> from kingmaker.games.architects.components import read_components
        >>> Cards(read_components(), "cs").label("WA24")
        'WA24 Vyděrač: masonry; -1 virtue; taking a debt: 1 influence'
        """
        name = self.name(id_)
        return f"{id_}{'' if name == id_ else f' {name}'}: {self.words(id_)}"


def contribution_words(card: Mapping[str, Any]) -> str:
    """Return both sides of a contribution card."""
    side = card["consequence"]
    slots = ", ".join(f"{kind} {short_gain(card['contribution'][kind])}" for kind in GOODS)
    return (f"{slots}; other side: Princess at {_at(side['princess_location'])}: {reward_words(card)}; Profiteer at "
            f"{_at(side['profiteer_location'])}: {consequence_words(card)}")


def consequence_words(card: Mapping[str, Any], lang: str = "en") -> str:
    """Return what the Profiteer brings at a reset."""
    effect = card["consequence"]["profiteer_effect"]
    loss = effect.get("lose", {}).get("virtue", 0)
    if loss:
        return f"lose {loss} virtue" if lang == "en" else f"−{gain_words({'virtue': loss}, lang)}"
    return gain_words(effect["gain"], lang)


def reward_words(card: Mapping[str, Any], lang: str = "en") -> str:
    """Return what the Princess brings at a reset."""
    between = " or " if lang == "en" else " nebo "
    return between.join(gain_words(reward, lang) for reward in card["consequence"]["princess_reward"])


def _skills(card: Mapping[str, Any]) -> Iterator[str]:
    if card["skills"]:
        yield " and ".join(SKILLS[skill] for skill in card["skills"])


def _virtue(card: Mapping[str, Any]) -> Iterator[str]:
    if card["virtue"]:
        yield f"{card['virtue']:+d} virtue"


@cache
def _cards(parts: Any, lang: str) -> Cards:
    return Cards(parts.parts, lang)


class _Key:
    """Components by identity, for they hold what cannot be hashed."""

    def __init__(self, parts: Components) -> None:
        self.parts = parts

    def __hash__(self) -> int:
        return id(self.parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.parts is self.parts


def cards_of(parts: Components, lang: str = "en") -> Cards:
    """Return the cards of some components, made once."""
    return _cards(_Key(parts), lang)


def card_ids(moves: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield moves and the card that each names."""
    for move in moves:
        verb, _, what = move.partition(" ")
        if verb in ("hire", "keep", "dismiss", "build", "discard", "trade") and what[:1] in ("A", "B", "W"):
            yield move, what


__all__ = ["BLACK_MARKET", "LANGUAGES", "LETTERS", "NAMES", "PLACES", "SPACES", "Cards", "card_ids", "cards_of",
           "check_language", "consequence_words", "gain_words", "letters", "name_of", "reward_words", "short_cost",
           "short_gain"]
