"""Refusals in other languages: English sentences with gaps, and how each is said elsewhere (refusals.toml).

Whatever is refused is told in English where it happens, and nobody there has to know who reads it. Who shows it to
people puts it into their language here: what stands in a gap is looked up in its turn, and what is not found stays.
"""
from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

LANGUAGES = ("cs", "pl")  # of refusals.toml beside this file
GAP = "{}"

Table = Mapping[str, Sequence[str]]  # an English sentence, and the same in other languages, in their order


@cache
def read_refusals(path: Path) -> Table:
    """Return the sentences of a file."""
    found: Table = tomllib.loads(path.read_text(encoding="utf-8"))
    return found


@dataclass(frozen=True)
class Refusals:
    """The sentences of one language: of all games, and of some of them.

    Examples
    --------
    >>> czech = refusals("cs", ({"each {} once": ["každý {} jednou"], "tile": ["dílek"]}, ("cs",)))
    >>> czech.said("supply[1]: expected each tile once; got 'T1'")
    "supply[1]: má být: každý dílek jednou; je: 'T1'"
    >>> czech.knows("each disc once"), czech.knows("never twice")
    (True, False)
    """

    sentences: tuple[tuple[re.Pattern[str], str], ...]

    def said(self, text: str) -> str:
        """Return a refusal in the language, as far as it is known there."""
        for pattern, words in self.sentences:
            found = pattern.fullmatch(text)
            if found:
                return words.format(*map(self.said, found.groups()))
        return text

    def knows(self, text: str) -> bool:
        """Return whether there is a sentence for a text, or for a part of it."""
        return self.said(text) != text


def refusals(lang: str, *tables: tuple[Table, Sequence[str]]) -> Refusals:
    """Return the sentences of a language: of some tables, each with its languages in order, and those of all games."""
    said: dict[str, str] = {}
    for rows, known in ((read_refusals(Path(__file__).with_suffix(".toml")), LANGUAGES), *tables):
        if lang in known:
            said |= {english: words[known.index(lang)] for english, words in rows.items()}
    # what tells of an expectation is a whole message and comes before what may stand in its gaps
    order = sorted(said, key=lambda english: ("expected" not in english, -len(english.replace(GAP, ""))))
    return Refusals(tuple((_pattern(english), said[english]) for english in order))


def _pattern(english: str) -> re.Pattern[str]:
    return re.compile("(.+?)".join(map(re.escape, english.split(GAP))), re.DOTALL)
