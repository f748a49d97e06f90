"""What the server refuses, in the language of the page: games tell it in English wherever it happens."""
from __future__ import annotations

from functools import cache

from kingmaker.errors import KingmakerError
from kingmaker.games.core.refusals import Refusals, refusals
from kingmaker.games.registry import available_games, game_spec


@cache
def speech(lang: str, game: str = "") -> Refusals:
    """Return the sentences of a language: those of one game first, or of all games."""
    specs = [game_spec(game)] if game else map(game_spec, available_games())
    return refusals(lang, *((spec.refusals(), spec.languages[1:]) for spec in specs if spec.refusals is not None))


def in_words(error: KingmakerError | str, lang: str, game: str = "") -> str:
    """Return a refusal in a language, as far as it is known there; of several faults, each."""
    faults = getattr(error, "faults", ())
    said = speech(lang, game).said
    return "; ".join(map(said, faults)) if faults and "; ".join(faults) == str(error) else said(str(error))
