"""What positions are refused for is said in every language of a game: broken in many ways, no English is left."""
import copy
import random
import re
from pathlib import Path

import pytest

from kingmaker.errors import KingmakerError
from kingmaker.games import game_spec
from kingmaker.games.core import refusals as core
from kingmaker.games.core.refusals import LANGUAGES, read_refusals, refusals
from kingmaker.games.files.positions import load_keys, load_position, read_position, write_position

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
ENGLISH = re.compile(r"\b(expected|got|the|of|and|with|that|which|only|each|is|are|has|have|must|than|already|more)\b")
STRANGE = (None, 0, 1, 2, 5, 12, -1, "?", True, [], {}, "x")
PROGRAM = "state."  # Architects: a state as a program wrote it, which nobody types


def places(value, at=()):
    """Where anything lies in the keys of a position."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, found in inner:
        yield (*at, key)
        yield from places(found, (*at, key))


def at(value, place):
    for key in place:
        value = value[key]
    return value


def broken(rng, every):
    """A position with some values taken out, doubled, or put where others lie."""
    keys = copy.deepcopy(rng.choice(every))
    for _ in range(rng.choice((1, 1, 2, 3))):
        place = rng.choice([place for place in places(keys) if place[0] not in ("game", "version")])
        parent, key = at(keys, place[:-1]), place[-1]
        other = rng.choice(every)
        alike = [found for found in places(other) if found[-1] == key] or list(places(other))
        if rng.random() < 0.15 and isinstance(parent, dict):
            del parent[key]
        elif isinstance(parent[key], list) and parent[key] and rng.random() < 0.4:
            parent[key] = rng.choice((parent[key] + parent[key][:1], parent[key][1:]))
        else:
            parent[key] = copy.deepcopy(rng.choice((rng.choice(STRANGE), at(other, rng.choice(alike)))))
    return keys


def faults(keys):
    try:
        read_position(keys)
    except KingmakerError as error:
        return getattr(error, "faults", ()) or (str(error),)
    return ()


def bare(text):
    """A message without the values and the keys of the file that it quotes."""
    return re.sub(r"'[^']*'|\"[^\"]*\"|: \[.*|\{.*|`[^`]*`|(známé|znane|jedno z): [\w, ]*", "", text)


@pytest.mark.parametrize(("game", "lang"), [("two-heirs", "cs"), ("two-heirs", "pl"), ("brian-boru", "cs"),
                                            ("architects", "cs")])
def test_what_a_position_is_refused_for_is_said_in_every_language(game, lang):
    files = sorted(path for path in (EXAMPLES / game.replace("-", "_")).iterdir() if path.suffix in (".json", ".toml"))
    every = [keys for path in files for keys in (load_keys(path), write_position(load_position(path)))]
    spec, rng, told = game_spec(game), random.Random(11), set()
    said = refusals(lang, (spec.refusals(), spec.languages[1:])).said
    for _ in range(250):
        told.update(fault for fault in faults(broken(rng, every)) if not fault.startswith(PROGRAM))
    assert len(told) > 60
    assert {fault: said(fault) for fault in told if ENGLISH.search(bare(said(fault)))} == {}


@pytest.mark.parametrize("game", [None, "two-heirs", "brian-boru", "architects"])
def test_each_sentence_has_its_gaps_in_every_language(game):
    """And its words can be filled in."""
    if game is None:
        table, languages = read_refusals(Path(core.__file__).with_suffix(".toml")), LANGUAGES
    else:
        table, languages = game_spec(game).refusals(), game_spec(game).languages[1:]
    for english, words in table.items():
        assert len(words) == len(languages), english
        assert {one.count("{}") for one in words} == {english.count("{}")}, english


def test_several_faults_and_what_is_not_known():
    czech = refusals("cs").said
    assert czech("text: level: expected a whole number from 1 to 3; got 7; sets: the key is missing") == (
        "text: level: má být: celé číslo od 1 do 3; je: 7; sets: klíč chybí")
    assert czech("a game of somebody's own says something") == "a game of somebody's own says something"
    assert refusals("de").said("the game is over") == "the game is over"
