"""Places, goods and what is gained in words, English and Czech: those of the Czech rulebook of Works of Wonder."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kingmaker.games.architects.names import BLACK_MARKET, GUILDHALL, PLACES, SPACES
from kingmaker.games.errors import ConfigError

LANGUAGES = ("en", "cs")
LETTERS = {"clay": "C", "wood": "W", "stone": "S", "gold": "G", "marble": "M"}
LETTERS_CS = {"clay": "H", "wood": "D", "stone": "K", "gold": "Z", "marble": "M"}
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
GAINED = {"building_card": ("building card", "building cards"), "reward_card": ("reward card", "reward cards"),
          "debt": ("debt", "debts")}
SHORT = {"silver": "silver", "debt": "debt", "influence": "infl", "virtue": "virtue", "building_card": "card",
         "reward_card": "reward"}
SHORT_CS = {"silver": "mince", "debt": "dluh", "influence": "vliv", "virtue": "poč.",
            "building_card": "karta budovy", "reward_card": "odměna"}


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


def short_cost(cost: Mapping[str, Any], lang: str = "en") -> str:
    """Return a cost, goods by their letter."""
    kinds = cost.get("any_of") or cost.get("any_mix_of")
    if kinds:
        return f"{cost['count']} {'/'.join(letters(lang)[kind] for kind in kinds)}"
    return short_gain(cost, lang)


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


__all__ = ["BLACK_MARKET", "LANGUAGES", "LETTERS", "NAMES", "PLACES", "SPACES", "check_language", "consequence_words",
           "gain_words", "letters", "name_of", "reward_words", "short_cost", "short_gain"]
