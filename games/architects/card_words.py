"""What cards do, in English and Czech (cards.toml)."""
from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from kingmaker.games.architects.names import GOODS
from kingmaker.games.architects.words import (
    LANGUAGES,
    SHORT_CS,
    consequence_words,
    gain_words,
    name_of,
    reward_words,
    short_gain,
)


@cache
def _tables() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads((Path(__file__).parent / "cards.toml").read_text(encoding="utf-8"))


def told(table: str, key: str, lang: str, *values: object) -> str:
    """Return what is said of cards, filled in.

    Examples
    --------
    >>> told("times", "gain_debt", "cs"), told("says", "placing", "en", "Forest", "1 wood")
    ('získání dluhu: ', 'placing at the Forest: 1 wood')
    """
    return _tables()[table][key][LANGUAGES.index(lang)].format(*values)


def ability_words(text: str, lang: str) -> str:
    """Return what a board can do; of a component file of one's own as it stands there."""
    return told("abilities", text, lang) if text in _tables()["abilities"] else text


def _say(key: str, lang: str, *values: object) -> str:
    return told("says", key, lang, *values)


def kind_words(kind: str, lang: str) -> str:
    """Return what a good or the like is called."""
    if lang == "en":
        return kind
    return SHORT_CS[kind] if kind in SHORT_CS and kind not in ("influence", "virtue") else name_of(kind, lang)


def cost_words(cost: Mapping[str, Any], lang: str) -> str:
    """Return a cost in words."""
    kinds = cost.get("any_of") or cost.get("any_mix_of")
    if kinds:
        return _say("of", lang, cost["count"], ", ".join(kind_words(kind, lang) for kind in kinds))
    return gain_words(cost, lang)


def skill_words(card: Mapping[str, Any], lang: str) -> Iterator[str]:
    """Yield the skills of a card, if it has any."""
    if card["skills"]:
        yield told("skills", "and", lang).join(told("skills", skill, lang) for skill in card["skills"])


def virtue_words(card: Mapping[str, Any], lang: str) -> Iterator[str]:
    """Yield the virtue that a card brings, if it does."""
    if card["virtue"]:
        yield _say("signed-virtue", lang, f"{card['virtue']:+d}")


def apprentice_words(card: Mapping[str, Any], lang: str) -> str:
    """Return what an apprentice does."""
    effect = card["effect"]
    when = effect["when"]
    if when == "place":
        return _say("placing", lang, name_of(effect["location"], lang), _placing(effect, lang))
    if when == "storehouse_action":
        paid, gained = cost_words(effect["pay"], lang), gain_words(effect["gain"], lang)
        return told("times", when, lang) + _say("exchange", lang, paid, gained)
    if when == "any_payment":
        return _say("stands-for", lang, kind_words(effect["substitute"]["for_resource"], lang))
    if "condition" in effect:
        return told("times", effect["condition"], lang) + gain_words(effect["gain"], lang)
    does = told("times", when, lang)
    if "release_own_from_prison" in effect:
        return does + _say("some-leave", lang, effect["release_own_from_prison"])
    return does + (gain_words(effect["gain"], lang) if "gain" in effect else _say("nothing", lang))


def _placing(effect: Mapping[str, Any], lang: str) -> str:
    if "silver_discount" in effect:
        return _say("cheaper", lang, effect["silver_discount"])
    if "virtue_loss_ignored" in effect or "virtue_loss_reduced" in effect:
        return _say("less-lost", lang)
    return gain_words(effect["gain"], lang)


def building_words(card: Mapping[str, Any], lang: str) -> str:
    """Return what a building does."""
    effect = card["effect"]
    return _say("end", lang, _at_end(effect, lang)) if card["timing"] == "end" else _at_once(effect, lang)


def _at_once(effect: Mapping[str, Any], lang: str) -> str:
    if "gain" in effect:
        return gain_words(effect["gain"], lang)
    fixed = next((key for key in _tables()["fixed"] if key in effect), "")
    if fixed:
        return told("fixed", fixed, lang)
    if "choice" in effect:
        if isinstance(effect["choice"][0], str):
            return told("fixed", "barracks", lang)
        return _say("or", lang).join(gain_words(one, lang) for one in effect["choice"])
    for key, says in (("all_players_with_3plus_in_prison", "crowded"), ("may_discard_building_card_for", "discard"),
                      ("all_players", "all")):
        if key in effect:
            return _say(says, lang, gain_words(effect[key], lang))
    if "free_captures" in effect:
        return _say("captures" if effect["free_captures"] > 1 else "capture", lang, effect["free_captures"])
    if "gold_per" in effect:
        return _say("gold-per", lang, effect["gold_per"]["count"])
    return _say("place-more", lang, name_of(effect["place_extra_worker"], lang))


def _at_end(effect: Mapping[str, Any], lang: str) -> str:
    if "condition" in effect:
        gain = _say("points", lang, effect["vp"]) if "vp" in effect else _say("virtue", lang, effect["virtue"])
        what = effect["condition"].removeprefix("strictly_most:")
        if what == "no_unpaid_debts":
            return _say("no-debts", lang, gain)
        return _say("most", lang, gain, _say("levels", lang) if what == "strictly_most_cathedral" else
                    kind_words(what, lang))
    for what, key in (("vp", "vp"), ("virtue", "one-virtue")):
        if f"{what}_per_apprentice_with" in effect:
            skill = told("skills", effect[f"{what}_per_apprentice_with"], lang)
            return _say("with-skill", lang, _say(key, lang), skill)
        if f"{what}_per" in effect:
            return _say("for-each", lang, _say(key, lang), _counted(effect[f"{what}_per"], lang))
    if "virtue" in effect:
        return gain_words(effect, lang)
    if "unpaid_debt_vp_each" in effect:
        return _say("debt-counts", lang, effect["unpaid_debt_vp_each"])
    return told("fixed", "release_own_from_prison", lang)


def _counted(per: Any, lang: str) -> str:
    n, what = (1, per) if isinstance(per, str) else (per["count"], per.get("what", ""))
    if not isinstance(per, str) and "any_of" in per:
        words = _say("or", lang).join(kind_words(kind, lang) for kind in per["any_of"])
    elif n == 1 and what in _tables()["one"]:
        words = told("one", what, lang)
    else:
        words = told("counted", what, lang) if what in _tables()["counted"] else kind_words(what, lang)
    return words if n == 1 else _say("count", lang, n, words)


def wonder_words(card: Mapping[str, Any], lang: str) -> str:
    """Return what a wonder costs and brings."""
    return _say("wonder", lang, card["vp"], card["cost"], kind_words(card["resource"], lang), card["influence"],
                card["tax"], card["virtue_on_build"])


def market_words(card: Mapping[str, Any], lang: str) -> str:
    """Return what a card of the Black Market gives."""
    return _say("market", lang, gain_words(card["small"], lang), gain_words(card["large"], lang))


def contribution_words(card: Mapping[str, Any], lang: str) -> str:
    """Return both sides of a contribution card."""
    side = card["consequence"]
    slots = ", ".join(f"{kind_words(kind, lang)} {short_gain(card['contribution'][kind], lang)}" for kind in GOODS)
    return _say("contribution", lang, slots, name_of(side["princess_location"], lang), reward_words(card, lang),
                name_of(side["profiteer_location"], lang), consequence_words(card, lang))


def scheme_words(card: Mapping[str, Any], lang: str) -> str:
    """Return what a scheme says."""
    top = _section(card["top"], lang)
    if card["top_condition"] is None:
        return top
    return _say("if", lang, _condition(card["top_condition"], lang), top, _section(card["bottom"], lang))


def _condition(text: str, lang: str) -> str:
    if text in _tables()["conditions"]:
        return told("conditions", text, lang)
    what, _, n = text.removesuffix("_workers_of_one_human").partition(">=")
    return _say("much-tax" if what == "tax" else "together", lang, n)


def _section(section: Mapping[str, Any], lang: str) -> str:
    place = section["location"]
    effects = ", ".join(told("effects", effect, lang) for effect in section["effects"])
    if place == "focus":
        focus = told("where", place, lang)
        return focus + effects.removeprefix(focus)
    where = told("where", place, lang) if place in _tables()["where"] else _say("at", lang, name_of(place, lang))
    return _say("section", lang, where, effects)
