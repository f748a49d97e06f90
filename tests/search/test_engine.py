"""Budgets, stops and trees of the compiled engine."""
import json
import os
import signal
import threading
import time
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from kingmaker.games import Rng, load_game
from kingmaker.search import SearchConfig, StopFlag, grow_tree, run_search
from kingmaker.search.config import settings_for
from kingmaker.search.tree._pool import EDGE_BYTES, NODE_BYTES
from kingmaker.search.tree.text import tree_text
from tests.search.fixture_games import Decided, Diamond, game_of

GOLDEN = Path(__file__).parent / "golden"
GAMES = ("kuhn-poker", "kuhn-python", "leduc-poker", "tic-tac-toe", "connect-four", "phantom-444", "goofspiel:cards=4",
         "goofspiel:cards=3,players=3", "oh-hell:tricks=3")
OPTIONS = {
    "default": {}, "many": {"trees": "many"}, "pimc": {"worlds": "fixed"}, "flat": {"trees": "none"},
    "cheat": {"worlds": "true"}, "mast": {"rollout": "mast"}, "fpu": {"fpu": 0.6}, "open": {"outcomes": "open"},
    "widen": {"outcomes": "widen"}, "redeterminize": {"redeterminize": True}, "frozen": {"opponents": "uniform"},
    "equal": {"root": "equal"}, "halving": {"root": "halving"}, "toptwo": {"root": "toptwo"},
}


def mover(name, seed=1, n_moves=0):
    """A position after some random moves."""
    state, rng = load_game(name).new(seed), Rng(seed)
    for _ in range(n_moves):
        state.apply(state.sample(rng))
    return state


def visits(result):
    return {move.move: move.visits for move in result.moves}


# -- budgets ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("search", OPTIONS)
@pytest.mark.parametrize("name", GAMES)
def test_iterations_are_exact(name, search):
    """As many as asked for, also where the replicates cannot share them evenly; flat search plays whole rounds only."""
    state = mover(name)
    for iterations in (8, 1001):
        result = run_search(state, iterations=iterations, seed=1, solve=False, **OPTIONS[search])
        if search == "flat":
            n = len(state.legal_actions())
            shares = [iterations // 8 + (r < iterations % 8) for r in range(8)]
            assert result.iterations == sum(max(share // n, 1) * n for share in shares)
        else:
            assert result.iterations == iterations
        assert result.stopped_by == "iterations"
        assert sum(move.visits for move in result.moves) == result.iterations


@pytest.mark.parametrize("search", ["default", "pimc", "flat", "mast"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_seconds(search, jobs):
    """The clock ends the search about when it should; the machine may be busy, so late is forgiven, early is not."""
    started = time.monotonic()
    result = run_search(mover("oh-hell:tricks=5"), iterations=None, seconds=0.25, seed=1, jobs=jobs, **OPTIONS[search])
    elapsed = time.monotonic() - started
    assert result.stopped_by == "seconds"
    assert 0.2 < elapsed < 1.5
    assert result.iterations > 1000
    assert all(move.value.n == 8 for move in result.moves)


def test_seconds_and_iterations_together():
    """Whichever comes first."""
    state = mover("leduc-poker")
    quick = run_search(state, iterations=800, seconds=30, seed=1)
    assert (quick.stopped_by, quick.iterations) == ("iterations", 800)
    assert run_search(state, iterations=10**11, seconds=0.1, seed=1).stopped_by == "seconds"


def test_slow_games_keep_to_the_clock():
    """A game in Python is stopped between iterations, not between rounds."""
    started = time.monotonic()
    result = run_search(game_of(Diamond).new(1), iterations=None, seconds=0.3, seed=1)
    assert result.stopped_by == "seconds"
    assert time.monotonic() - started < 1.5


def test_confidence():
    """It stops as soon as the best move is told apart, long before the iterations; the answer says so."""
    state = load_game("kuhn-poker").parse("KJ:pb")
    result = run_search(state, iterations=10**7, confidence=95, seed=1)
    assert result.stopped_by == "confidence"
    assert result.iterations < 10**5
    assert result.best.move == "bet"
    assert result.tied == []
    assert result.moves[1].loss.low > 0


def test_confidence_stops_at_ties():
    """Moves of equal value cannot be told apart; surely within a hundredth of the best is enough."""
    result = run_search(game_of(Decided).new(1), iterations=10**7, confidence=95, seed=1, root="equal")
    assert result.stopped_by == "confidence"
    assert len(result.tied) == 2


def test_confidence_is_out_of_reach():
    result = run_search(mover("phantom-444"), iterations=4000, confidence=99.9, seed=1)
    assert result.stopped_by == "iterations"
    assert result.iterations == 4000


def test_confidence_of_one_replicate_never_tells():
    state = load_game("kuhn-poker").parse("KJ:pb")
    assert run_search(state, iterations=20_000, replicates=1, confidence=95, seed=1).stopped_by == "iterations"


def test_confidence_with_one_move():
    """Nothing to choose: it stops at the first look."""
    state = mover("tic-tac-toe", 1, 8)
    if state.is_over:
        state = load_game("tic-tac-toe").parse("xox/oxx/ox.")
    assert len(state.legal_actions()) == 1
    result = run_search(state, iterations=10**6, confidence=95, seed=1)
    assert result.stopped_by in ("confidence", "iterations", "proved")
    assert result.iterations < 10**5


@pytest.mark.parametrize("name", ["connect-four", "phantom-444", "kuhn-python"])
@pytest.mark.parametrize("memory_mb", [0.25, 1.0])
def test_memory(name, memory_mb):
    """At the budget the search stops, says so, keeps within it, and what it has is an answer."""
    state = mover(name)
    result = run_search(state, iterations=300_000 if name != "kuhn-python" else 2000, memory_mb=memory_mb, seed=1)
    assert result.memory_bytes <= memory_mb * 2**20
    if name == "kuhn-python":  # the whole tree fits
        assert result.stopped_by == "iterations"
        return
    assert result.stopped_by == "memory"
    assert 500 < result.iterations < 300_000
    assert sum(move.visits for move in result.moves) == result.iterations
    assert all(0 <= move.value.mean <= 1 for move in result.moves)
    assert json.loads(result.to_json())["stopped_by"] == "memory"


def test_memory_grows_with_the_tree():
    """Doubling arrays: never more than about twice what the edges and nodes in use need; the first ones are small."""
    state = mover("connect-four")
    sizes = []
    for iterations in (10, 1_000, 10_000, 100_000):
        searcher = grow_tree(state, iterations=iterations, replicates=1, seed=1)
        nodes, edges = searcher.to_arrays()
        used = len(edges) * EDGE_BYTES + len(nodes) * NODE_BYTES
        assert len(edges) <= iterations
        assert used <= searcher.bytes
        assert searcher.bytes <= 6 * used + 40_000  # blocks of 2^k, the free ones, and doubling
        sizes.append(searcher.bytes)
    assert sizes == sorted(sizes)
    assert sizes[0] < 40_000


def test_memory_stopped_tree_is_sound():
    config = SearchConfig(memory_mb=0.25, replicates=1, iterations=10**6)
    searcher = grow_tree(mover("phantom-444"), config, seed=2)
    assert searcher.run(1000) == "memory"
    for owner in (0, 1):
        check_tree(searcher, owner, True, n_broken_off=2)


def test_edge_size():
    """A promise of the design: at most 64 bytes an edge."""
    assert EDGE_BYTES <= 64
    assert NODE_BYTES <= 32


# -- stops and progress ----------------------------------------------------------------------------


def test_stop_flag_set_before_the_start():
    """No iteration, but a result that can be shown."""
    stop = StopFlag()
    stop.set()
    for options in ({}, {"trees": "none"}, {"worlds": "fixed"}, {"seconds": 5.0}):
        result = run_search(mover("leduc-poker"), iterations=10**8, seed=1, stop=stop, **options)
        assert result.stopped_by == "interrupt"
        assert result.iterations == 0
        assert len(result.moves) == 2
        answer = json.loads(result.to_json())
        assert answer["moves"][0]["value"] is None
        assert answer["moves"][0]["value_ci"] == [None, None]
        assert "nan" not in result.to_json().lower()


@pytest.mark.parametrize("name", ["oh-hell:tricks=5", "kuhn-python"])
def test_stop_flag_set_by_another_thread(name):
    stop = StopFlag()
    timer = threading.Timer(0.2, stop.set)
    timer.start()
    started = time.monotonic()
    result = run_search(mover(name), iterations=10**11, memory_mb=4096, seed=1, stop=stop)
    assert time.monotonic() - started < 2
    assert result.stopped_by == "interrupt"
    assert result.iterations > 100
    assert 0 <= result.best.value.mean <= 1


def test_progress_is_told_in_order():
    """Iterations and time grow, each answer can be asked for, and asking changes nothing."""
    calls = []

    def watch(progress):
        calls.append((progress.iterations, progress.elapsed_s, progress.result().best.visits))

    state = mover("leduc-poker")
    watched = run_search(state, iterations=40_000, seed=1, on_progress=watch)
    doubled = [32 * 8 * 2**k for k in range(8)]     # from 32 iterations of each tree on
    assert [n for n, _, _ in calls] == sorted([*doubled, 20_000])  # and half of all
    assert all(a[1] <= b[1] for a, b in pairwise(calls))
    assert all(best <= n for n, _, best in calls)
    assert watched.to_json() == run_search(state, iterations=40_000, seed=1).to_json()


def test_progress_can_stop_the_search():
    stop = StopFlag()
    result = run_search(mover("leduc-poker"), iterations=10**9, seed=1, stop=stop, on_progress=lambda _: stop.set())
    assert result.stopped_by == "interrupt"
    assert result.iterations == 32 * 8      # the first look


def test_error_in_a_progress_callback_is_the_callers():
    def fail(progress):
        raise LookupError("the screen is gone")

    with pytest.raises(LookupError, match="the screen is gone"):
        run_search(mover("leduc-poker"), iterations=10**6, seed=1, on_progress=fail)


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_gives_the_best_so_far(jobs):
    """A real SIGINT to this process; the handler that stood before stands again."""
    before = signal.getsignal(signal.SIGINT)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    started = time.monotonic()
    result = run_search(mover("oh-hell:tricks=5"), iterations=10**11, memory_mb=4096, seed=1, jobs=jobs)
    assert time.monotonic() - started < 3
    assert result.stopped_by == "interrupt"
    assert result.iterations > 1000
    assert signal.getsignal(signal.SIGINT) is before


def test_search_in_a_thread_leaves_signals_alone():
    results = []
    before = signal.getsignal(signal.SIGINT)
    thread = threading.Thread(target=lambda: results.append(run_search(mover("kuhn-poker"), iterations=800, seed=1)))
    thread.start()
    thread.join()
    assert results[0].iterations == 800
    assert signal.getsignal(signal.SIGINT) is before


# -- the same answer --------------------------------------------------------------------------------


@pytest.mark.parametrize("search", OPTIONS)
def test_answer_depends_on_seed_and_budget_only(search):
    """Not on jobs, on being watched, on the copy searched, nor on what was searched before."""
    state = mover("oh-hell:tricks=3", 3)
    answers = {run_search(state, seed=4, iterations=3000, **OPTIONS[search]).to_json()}
    run_search(state, seed=5, iterations=100, **OPTIONS[search])
    answers.add(run_search(state.clone(), seed=4, iterations=3000, jobs=2, **OPTIONS[search]).to_json())
    answers.add(run_search(load_game(str(state.game)).parse(state.text()), seed=4, iterations=3000,
                           on_progress=lambda p: p.result(), **OPTIONS[search]).to_json())
    assert len(answers) == 1
    assert run_search(state, seed=5, iterations=3000, **OPTIONS[search]).to_json() not in answers


def test_seed_is_drawn_and_told():
    state = mover("leduc-poker")
    first = run_search(state, iterations=800)
    assert first.to_json() == run_search(state, iterations=800, seed=first.seed).to_json()
    assert first.seed != run_search(state, iterations=800).seed


def test_replicates_are_independent_of_each_other():
    """The r-th tree is the same whatever the number of trees beside it."""
    state = mover("leduc-poker")
    few = grow_tree(state, iterations=800, replicates=4, replicate=2, seed=9).records()
    many = grow_tree(state, iterations=1600, replicates=8, replicate=2, seed=9).records()
    assert (few == many).all()
    assert (grow_tree(state, iterations=800, replicates=4, replicate=1, seed=9).records() != few).any()


# -- trees --------------------------------------------------------------------------------------------


def check_tree(searcher, owner, many, n_broken_off=0):
    """The invariants of availability, and that visits and sums add up.

    An iteration that is broken off because the memory is full has counted availabilities, nothing else.
    """
    nodes, edges = searcher.to_arrays(owner)
    assert nodes["parent_edge"][0] == -1
    assert (nodes["parent_edge"][1:] >= 0).all()
    for row, node in enumerate(nodes):
        own = edges[edges["node"] == row]
        if row:
            assert node["depth"] == nodes["depth"][edges["node"][node["parent_edge"]]] + 1
        assert (np.diff(own["action"]) > 0).all()
        assert (own["value"] >= 0).all()
        assert (own["value"] <= own["visits"] + 1e-9).all()
        assert (own["win"] <= own["visits"] + 1e-9).all()
        if many and node["player"] != owner:
            assert (own["available"] == 0).all()
            continue
        assert (own["visits"] <= own["available"]).all()
        assert own["available"].sum() >= own["visits"].sum()
        if len(own):  # an action is available at most as often as its node was passed
            assert own["available"].max() <= own["visits"].sum() + 1 + n_broken_off
        parent = edges[node["parent_edge"]]
        siblings = nodes[nodes["parent_edge"] == node["parent_edge"]]
        if row and len(siblings) == 1:
            assert own["visits"].sum() <= parent["visits"]


@pytest.mark.parametrize("search", [name for name in OPTIONS if name != "flat"])
@pytest.mark.parametrize("name", GAMES)
def test_availability_invariants(name, search):
    searcher = grow_tree(mover(name), iterations=1200, replicates=1, seed=3, **OPTIONS[search])
    many = settings_for(SearchConfig(**OPTIONS[search]), searcher.game, 0)["many_trees"]
    for owner in range(searcher.n_players) if many else [0]:
        check_tree(searcher, owner, many)


@pytest.mark.parametrize(("name", "options"), [
    ("kuhn-poker", {}), ("leduc-poker", {}), ("tic-tac-toe", {}), ("oh-hell:tricks=2", {}),
    ("phantom-444:board=3", {}), ("goofspiel:cards=4,info=hidden", {}), ("leduc-poker", {"opponents": "uniform"}),
])
def test_golden_tree(golden, name, options):
    """A small tree as text; its diff shows what a change of the search does. `--update-golden` writes it anew."""
    searcher = grow_tree(mover(name), iterations=300, replicates=1, seed=1, **options)
    stem = "-".join([name.replace(":", "-").replace("=", "-").replace(",", "-"), *map(str, options.values())])
    golden(GOLDEN / f"{stem}.txt", tree_text(searcher, mover(name), depth=3, min_visits=4) + "\n")


def test_tree_text_names_moves_and_hides_the_truth():
    """Two true states of one information set give the same text; nothing visited at least so often is missing."""
    game = load_game("leduc-poker")
    texts = set()
    for deal in ("JsQsKs:", "JsKhQs:"):
        state = game.parse(deal)
        searcher = grow_tree(state, iterations=500, replicates=1, seed=1)
        texts.add(tree_text(searcher, state, depth=2))
    assert len(texts) == 1
    lines = texts.pop().splitlines()
    assert lines[0] == "leduc-poker, player 0 to act, 500 iterations"
    assert len({line.index(line.split()[-1][0], 0) >= 0 for line in lines}) == 1
    assert {line.split()[-1] for line in lines[2:]} == {"call", "raise", "fold"}
    nodes, edges = grow_tree(game.parse("JsQsKs:"), iterations=500, replicates=1, seed=1).to_arrays()
    assert len(lines) - 2 == (nodes["depth"][edges["node"]] < 2).sum()
    assert len(tree_text(searcher, state, depth=1, min_visits=10**6).splitlines()) == 2


def test_tree_text_of_another_players_tree():
    """In MO-ISMCTS each player has a tree: the opponent's shows what he saw of the root player's action."""
    state = load_game("phantom-444:board=3").new(1)
    searcher = grow_tree(state, iterations=400, replicates=1, seed=1)
    own, other = (tree_text(searcher, state, depth=1, owner=owner) for owner in (0, 1))
    assert len(own.splitlines()) == 2 + 9
    assert len(other.splitlines()) == 2 + 1
    assert "~0" in other
