"""A new game's options as the page gets them: what can be chosen, and all that is wrong with what is chosen."""
from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from kingmaker.errors import KingmakerError
from kingmaker.games.core.following import Ask
from kingmaker.games.core.options import PathOption, WordsOption
from kingmaker.games.registry import game_spec
from kingmaker.games.spec import GameSpec, Option
from kingmaker.scripts.web.speech import in_words
from kingmaker.scripts.web.table import refuse_files

MOST_ASKED = 200  # questions of a setup
WORD = re.compile(r"\b([a-z_]+)(?:=(\w+))?")
NAMED = re.compile(r"\boptions? ([a-z_]+)|^([a-z_]+):|\b([a-z_]+)=")  # the option that a message is about


def options_view(game: str, given: Mapping[str, str], lang: str) -> dict[str, Any]:
    """Return the options of a game that can be tapped, each with its values, and what is wrong, each at its option.

    Files of this computer are no options here: they are for who starts the server.
    """
    refuse_files(game, given)
    spec = game_spec(game)
    lang = lang if lang in spec.languages else spec.languages[0]
    usual = spec.read_options({})
    chosen = dict(usual)
    for name, value in given.items():
        with suppress(KingmakerError):
            chosen |= {name: spec.options[name].read(spec.name, name, value)} if name in spec.options else {}
    rows = [_row(spec, name, option, chosen, lang) for name, option in spec.options.items()
            if not isinstance(option, PathOption)]
    faults = [(text.removeprefix(f"{spec.name}: ").removeprefix("option "), _about(text, spec))
              for text in faults_of(spec, given, lang)]
    return {"title": spec.titled(lang), "options": rows, "faults": [
        {"text": _plainly(in_words(text.removeprefix(f"{about}: "), lang, spec.name), spec, lang), "option": about}
        for text, about in faults]}


def _plainly(text: str, spec: GameSpec, lang: str) -> str:
    """Return a fault in which options are called as on the page: `short=0` is the whole game."""
    def called(found: re.Match[str]) -> str:
        name, value = found[1], found[2] or ""
        words = _called(spec)(name, value, lang) if name in spec.options and (value or "_" in name) else ""
        return words or found[0]

    return WORD.sub(called, text)


def _called(spec: GameSpec) -> Callable[[str, str, str], str]:
    return spec.board.option if spec.board is not None else lambda name, value, lang: ""


def _row(spec: GameSpec, name: str, option: Option, chosen: Mapping[str, Any], lang: str) -> dict[str, Any]:
    called = _called(spec)
    is_many = isinstance(option, WordsOption)
    values = map(str, option.words if isinstance(option, WordsOption) else option.values(chosen))
    return {"name": name, "words": called(name, "", lang) or option.help, "usual": str(option.default), "many": is_many,
            "values": {value: called(name, value, lang) or value for value in values if value}}


def faults_of(spec: GameSpec, given: Mapping[str, str], lang: str) -> list[str]:
    """Return all that is wrong with options: each by itself, else how they go together, else what the setup refuses."""
    found = []
    for name, value in given.items():
        try:
            spec.read_options({name: value})
        except KingmakerError as error:
            found.append(str(error))
    if found:
        return found
    try:
        spec.bind(given)
        for _ in _asked(spec, given, lang):
            pass
    except KingmakerError as error:
        return list(getattr(error, "faults", ())) or [str(error)]
    return []


def _asked(spec: GameSpec, given: Mapping[str, str], lang: str) -> Iterator[Ask]:
    """Yield what the setup asks where each question has its first answer: some things are refused only then."""
    if spec.following is None:
        return
    questions = spec.following.setup(given, lang)
    with suppress(StopIteration):
        ask = next(questions)
        for _ in range(MOST_ASKED):
            yield ask
            ask = questions.send(next(iter(ask.choices)))


def _about(text: str, spec: GameSpec) -> str:
    """Return the option that a message is about, "" where it names none."""
    names = (name for match in NAMED.finditer(text) for name in match.groups() if name in spec.options)
    return next(names, "")
