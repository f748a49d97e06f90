"""The signature covers what plays: every choice of every key, with a game that offers it, and what games advise."""
import os
import subprocess
import sys
import time

import pytest

from kingmaker.games import available_games, load_game
from kingmaker.search.bench import signature
from kingmaker.search.bench.about import SIGNATURE
from kingmaker.search.bench.peers import bench_name
from kingmaker.search.bench.signature import ADVICE, ITERATIONS, SEARCHES, game_signature
from kingmaker.search.config import SearchConfig, advised
from tests.search.settings_covered import not_covered

ADVISING = [name for name in available_games() if load_game(name).spec.advice(load_game(name))]
BASE = {"iterations": ITERATIONS, "replicates": 2}


def test_every_choice_of_every_key_is_covered():
    """But a clock, which does not repeat."""
    assert not_covered([{**BASE, **settings} for settings in SEARCHES], available_games()) == {"seconds": "any"}


def test_a_choice_that_no_game_offers_is_not_covered():
    games = ["kuhn-poker"]  # has neither priors nor a policy
    assert not_covered([{**BASE, **settings} for settings in SEARCHES], games)["select"] == {"puct"}
    assert "temperature" in not_covered([{**BASE, **settings} for settings in SEARCHES], games)


@pytest.mark.parametrize("name", ADVISING)
def test_what_a_game_advises_is_part_of_its_signature(name, monkeypatch):
    monkeypatch.setattr(signature, "SEARCHES", ())
    game = load_game(name)
    parts = [part for part in signature._behaviour(game, {}) if isinstance(part, tuple) and part[0] == ADVICE]
    assert [part[1] for part in parts] == [advised(game, {})] * 2
    before = game_signature(game)
    monkeypatch.setattr(signature, "advised", lambda game, given: {**advised(game, given), "c": 0.9})
    assert game_signature(game) != before


@pytest.mark.parametrize(("key", "value", "game"), [
    ("select", "puct", "connect-four"), ("final", "bound", "connect-four"), ("temperature", 0.5, "two-heirs"),
    ("turns", 1, "two-heirs")])
def test_what_plays_moves_the_signature(key, value, game, monkeypatch):
    """Of the settings that the game is advised: a search that heeds one of them no longer has another signature."""
    monkeypatch.setattr(signature, "SEARCHES", ({"rollout": "policy"},))
    monkeypatch.setattr(signature, "N_GAMES", 0)
    chosen = load_game(game)
    assert game_signature(chosen) != game_signature(chosen, **{key: value})


@pytest.mark.release
def test_the_signature_prints_quickly_and_is_the_one_that_version_tells():
    start = time.process_time()
    found = signature.signature(*map(bench_name, available_games()))
    assert time.process_time() - start < 20
    assert found == SIGNATURE, "behaviour changed: if it was meant, say why and write the number into about.py"


def test_settings_are_those_of_a_search():
    for settings in SEARCHES:
        SearchConfig(**{**BASE, **settings})


def test_portable_bits_do_the_same():
    """KINGMAKER_WIDE=none counts and finds bits without the processor's help; the games live of both."""
    names = ["brian-boru", "oh-hell"]
    call = f"from kingmaker.search.bench.signature import signature; print(signature(*{names!r}))"
    told = subprocess.run([sys.executable, "-c", call], env={**os.environ, "KINGMAKER_WIDE": "none"}, check=True,
                          capture_output=True, text=True).stdout
    assert int(told) == signature.signature(*names)
