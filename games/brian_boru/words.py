"""What things are called in English and Czech (names.toml)."""
from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from kingmaker.games.core.refusals import Table, read_refusals

LANGUAGES = ("en", "cs")


@cache
def _names() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads((Path(__file__).parent / "names.toml").read_text(encoding="utf-8"))


def name_of(table: str, key: str, lang: str = "en", *values: object) -> str:
    """Return a name, filled in.

    Examples
    --------
    >>> name_of("suits", "white", "cs"), name_of("words", "round", "cs", 2, 4, "údržba")
    ('bílá', 'kolo 2 z 4, údržba')
    """
    return _names()[table][key][LANGUAGES.index(lang)].format(*values)


def say(key: str, lang: str, *values: object) -> str:
    """Return one of the table `words`, filled in."""
    return name_of("words", key, lang, *values)


def counted(symbol: str, n: int, lang: str = "en") -> str:
    """Return so many of a symbol.

    Examples
    --------
    >>> [counted("coin", n) for n in (1, 3)], [counted("coin", n, "cs") for n in (1, 3, 5)]
    (['coin', '3 coins'], ['mince', '3 mince', '5 mincí'])
    """
    one, several, jeden, few, many = _names()["symbols"][symbol]
    if lang == "en":
        return one if n == 1 else several.format(n)
    return jeden if n == 1 else (few if 2 <= n <= 4 else many).format(n)


@cache
def refusals() -> Table:
    """Return what positions, options and moves are refused for, English and Czech."""
    reasons = {english: others for english, *others in _names()["reasons"].values()}
    return {**reasons, **read_refusals(Path(__file__).with_name("refusals.toml"))}
