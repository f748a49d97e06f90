"""What picture, page and questions say, in English and Czech (said.toml)."""
from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from kingmaker.games.architects.words import LANGUAGES
from kingmaker.games.core.refusals import Table, read_refusals


@cache
def _said() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads((Path(__file__).parent / "said.toml").read_text(encoding="utf-8"))


def said(table: str, key: str, lang: str = "en", *values: object) -> str:
    """Return what is said of something, filled in.

    Examples
    --------
    >>> said("decisions", "place"), said("words", "turn", "cs", 12)
    ('place a worker', 'tah 12')
    """
    return _said()[table][key][LANGUAGES.index(lang)].format(*values)


def say(key: str, lang: str, *values: object) -> str:
    """Return one of the table `words`, filled in."""
    return said("words", key, lang, *values)


@cache
def refusals() -> Table:
    """Return what positions and options are refused for, English and Czech."""
    return read_refusals(Path(__file__).with_name("refusals.toml"))
