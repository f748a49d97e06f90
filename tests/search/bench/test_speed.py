import os
import subprocess
import sys
from pathlib import Path

import pytest

from kingmaker.games import ConfigError, Rng, load_game
from kingmaker.search.bench._bench import playouts
from kingmaker.search.bench.signature import first_decision, game_signature, overall_signature
from kingmaker.search.bench.speed import Rival, bench_game

ROOT = Path(__file__).resolve().parents[3]
KEYS = {"playouts_per_s", "decisions_per_s", "ismcts_iterations_per_s", "decisions_per_playout", "state_bytes",
        "edge_bytes", "iteration_cost", "signature"}
PRINT_SIGNATURES = """
from kingmaker.games import load_game
from kingmaker.search.bench.signature import game_signature
print([game_signature(load_game(name)) for name in ("leduc-poker", "phantom-444", "kuhn-python")])
"""


def signatures_in_a_process(hash_seed):
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT / "src")}
    return subprocess.run([sys.executable, "-c", PRINT_SIGNATURES], cwd=ROOT, env=environment, check=True,
                          capture_output=True, text=True).stdout


def test_figures_of_a_game():
    figures = bench_game(load_game("leduc-poker"), seconds=0.05)
    row = figures.to_dict()
    assert row.keys() >= KEYS
    assert row["game"] == "leduc-poker"
    assert row["algorithm"] == "so-ismcts"
    assert row["state_bytes"] == load_game("leduc-poker").new(1).size
    assert figures.decisions_per_s == pytest.approx(figures.playouts_per_s * figures.decisions_per_playout)
    assert row["iteration_cost"] > 1, "an iteration holds a playout, and a descent besides"
    assert "peer" not in row


def test_games_that_hide_actions_are_searched_with_many_trees():
    assert bench_game(load_game("phantom-444"), seconds=0.01).algorithm == "mo-ismcts"


def test_playouts_count_decisions():
    game = load_game("oh-hell:tricks=8")
    assert playouts([first_decision(game, k) for k in (1, 2, 3)], 50, Rng(1)) == 50 * 27, "three bids and 24 cards"


def test_playouts_leave_the_root_alone():
    root = load_game("connect-four").new(1)
    before = root.text()
    playouts([root], 10, Rng(1))
    assert root.text() == before


def test_the_first_decision_has_a_choice():
    state = first_decision(load_game("goofspiel"), 3)
    assert len(state.legal_actions()) > 1
    assert state.text() == first_decision(load_game("goofspiel"), 3).text()


def test_a_rival_is_measured_in_the_same_run():
    """A rival that does our search twice over should come out at about half our speed."""
    from kingmaker.search import run_search

    root = first_decision(load_game("tic-tac-toe"), 1)
    asked = []

    def search(n, k):
        asked.append(n)
        run_search(root, iterations=n, replicates=1, seed=k, solve=False)
        run_search(root, iterations=n, replicates=1, seed=k, solve=False)

    rival = Rival(program="twice", version="1", game="tic", algorithm="twice", search=search)
    row = bench_game(load_game("tic-tac-toe"), seconds=0.3, rival=rival).to_dict()
    assert set(asked) == {size["iterations"] for size in row["searches"]}
    assert row["peer"]["program"] == "twice"
    assert row["peer"]["playouts_per_s"] is None
    assert 1.3 < row["searches"][-1]["ratio"] < 4
    assert row["peer"]["ratio_range"][0] <= row["peer"]["ratio"] <= row["peer"]["ratio_range"][1]


def test_jobs_are_compared_when_asked(monkeypatch):
    monkeypatch.setattr("kingmaker.search.bench.speed.JOBS_S", 0.05)
    assert bench_game(load_game("kuhn-poker"), seconds=0.01, jobs=2).to_dict()["jobs2_speedup"] > 0.3


@pytest.mark.parametrize("options", [{"seconds": 0}, {"seconds": -1.0}, {"jobs": 1}, {"jobs": -1}])
def test_bad_settings_are_refused(options):
    with pytest.raises(ConfigError, match="bench: "):
        bench_game(load_game("kuhn-poker"), **options)


def test_the_signature_is_the_same_in_every_process():
    assert signatures_in_a_process("1") == signatures_in_a_process("2")


def test_the_signature_is_not_of_the_seed_or_the_time():
    game = load_game("kuhn-poker")
    assert bench_game(game, seconds=0.01, seed=1).signature == bench_game(game, seconds=0.02, seed=9).signature


@pytest.mark.parametrize("options", [{"c": 0.71}, {"fpu": 0.4}, {"win_weight": 0.3}, {"epsilon": 0.2}])
def test_the_signature_sees_a_change_of_the_search(options):
    game = load_game("leduc-poker")
    assert game_signature(game) != game_signature(game, **options)


def test_the_signature_is_of_the_rules_not_of_their_language():
    assert game_signature(load_game("kuhn-poker")) == game_signature(load_game("kuhn-python"))


def test_the_signature_sees_a_change_of_the_rules():
    assert game_signature(load_game("oh-hell:tricks=3")) != game_signature(
        load_game("oh-hell:tricks=3,points_per_trick=2"))


def test_the_overall_signature_does_not_depend_on_the_order():
    assert overall_signature({"a": 1, "b": 2}) == overall_signature({"b": 2, "a": 1}) != overall_signature({"a": 1})
