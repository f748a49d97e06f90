"""What hints say, in several languages: one table of sentences each, `words_LANGUAGE.toml` beside this file."""
from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kingmaker.search.estimate import Estimate

HERE = Path(__file__).parent
USUAL = "en"  # of games that speak a language in which there are no sentences


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that have a table."""
    return tuple(sorted(path.stem.removeprefix("words_") for path in HERE.glob("words_*.toml")))


@cache
def language(lang: str) -> Language:
    """Return the sentences of a language, English where there are none."""
    name = lang if lang in languages() else USUAL
    return Language(name, tomllib.loads((HERE / f"words_{name}.toml").read_text(encoding="utf-8")))


@dataclass(frozen=True)
class Language:
    """Sentences and the way in which numbers are written.

    Examples
    --------
    >>> czech = language("cs")
    >>> czech.percent(0.514), czech.signed(-0.04), czech.signed(-1.25)
    ('51 %', '0,0', '-1,2')
    """

    name: str
    table: dict[str, dict[str, str]]

    def say(self, table: str, key: str, *values: Any, **named: Any) -> str:
        """Return a sentence, filled in."""
        return self.table[table][key].format(*values, **named)

    def number(self, x: float, digits: int = 1) -> str:
        """Return a number as it is written; a dash where there is none."""
        text = "-" if math.isnan(x) else f"{x:.{digits}f}"
        text = text[1:] if text.startswith("-0") and not text.strip("-0.") else text
        return text.replace(".", self.table["format"]["point"])

    def signed(self, x: float) -> str:
        """Return a number of points with its sign."""
        text = self.number(x)
        return f"+{text}" if x > 0 and text.strip("0.,") else text

    def percent(self, share: float, *, is_certain: bool = False) -> str:
        """Return a share in percent; what is not proved is never said to be all or none."""
        whole = f"{100 * share:.0f}"
        if not is_certain:
            nearly = "nearly-none" if share < 0.005 else "nearly-all" if share > 0.995 else ""
            whole = self.table["format"][nearly] if nearly else whole
        return self.say("format", "percent", whole)

    def interval(self, low: float, high: float) -> str:
        """Return an interval of points behind its number, or nothing where there is none."""
        return "" if math.isnan(low) else self.say("format", "range", low=self.number(low), high=self.number(high))

    def shares(self, win: Estimate) -> str:
        """Return the interval of a chance, in percent, behind its number; nothing where it says no more than that."""
        low, high = ("" if math.isnan(x) else f"{100 * x:.0f}" for x in (win.low, win.high))
        return "" if low == high else self.say("format", "shares", low=low, high=high)
