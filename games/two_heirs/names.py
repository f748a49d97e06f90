"""The words of moves, positions and records, and what things are called in English, Czech and Polish (names.toml)."""
from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from kingmaker.games.core.refusals import Table, read_refusals
from kingmaker.games.errors import ConfigError

LANGUAGES = ("en", "cs", "pl")
PLAYERS = ("blue", "white")
PHASES = ("main", "siege", "discard", "over")


@cache
def all_names() -> dict[str, dict[str, tuple[str, ...]]]:
    """Return all names: table, key, then one name a language in the order of LANGUAGES."""
    text = (Path(__file__).parent / "names.toml").read_text(encoding="utf-8")
    return {table: {key: tuple(words) for key, words in rows.items()} for table, rows in tomllib.loads(text).items()}


def check_language(lang: str) -> str:
    """Return the language, or refuse one that there is not."""
    if lang not in LANGUAGES:
        raise ConfigError(f"two-heirs: language: expected one of {', '.join(LANGUAGES)}; got {lang!r}")
    return lang


def name_of(table: str, key: str | int, lang: str = "en") -> str:
    """Return a name.

    Parameters
    ----------
    table : sets, buildings, terrains, resources, units, treasures, levels, players, words or game
    key : the word that files and moves use, as "robber-keep"; a level's number

    Examples
    --------
    >>> name_of("buildings", "siege-tower", "cs"), name_of("levels", 3, "pl")
    ('Obléhací věž', 'Henryk Mocarny')
    """
    return all_names()[table][str(key)][LANGUAGES.index(check_language(lang))]


def say(key: str, lang: str, *values: object) -> str:
    """Return one of the table `words`, filled in.

    Examples
    --------
    >>> say("stack", "pl", 12)
    'wspólny stos: 12'
    """
    return name_of("words", key, lang).format(*values)


@cache
def refusals() -> Table:
    """Return what positions, options and moves are refused for, English and in the other languages."""
    reasons = {english: others for english, *others in all_names()["reasons"].values()}
    return {**reasons, **read_refusals(Path(__file__).with_name("refusals.toml"))}
