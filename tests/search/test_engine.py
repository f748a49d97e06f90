"""Budgets, stops, trees and options of the compiled engine."""
import json
import os
import signal
import threading
import time
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from games import ConfigError, Rng, load_game
from search import SearchConfig, Searcher, StopFlag, grow_tree, run_search
from search._pool import EDGE_BYTES, NODE_BYTES
from search.config import settings_for
from search.inspect import tree_text
from search.seeds import branch, replicate_streams
from search.stats import t_quantile
from tests.search.fixture_games import Coin, Decided, Diamond, Unnoticed, Walk, bag_game, game_of

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
        result = run_search(state, iterations=iterations, seed=1, **OPTIONS[search])
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
    assert result.stopped_by in ("confidence", "iterations")
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
    assert [n for n, _, _ in calls] == [2048, 4096, 8192, 16384, 32768]
    assert all(a[1] <= b[1] for a, b in pairwise(calls))
    assert all(best <= n for n, _, best in calls)
    assert watched.to_json() == run_search(state, iterations=40_000, seed=1).to_json()


def test_progress_can_stop_the_search():
    stop = StopFlag()
    result = run_search(mover("leduc-poker"), iterations=10**9, seed=1, stop=stop, on_progress=lambda _: stop.set())
    assert result.stopped_by == "interrupt"
    assert result.iterations == 2048


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


# -- options --------------------------------------------------------------------------------------------


def test_fpu_leaves_bad_actions_untried():
    """A good first action can keep the rest untried; not at the root, where every move gets a number."""
    state = load_game("kuhn-poker").parse("JQ:")
    for fpu, untried in ((0.3, True), (-1.0, False)):
        one_edge = 0
        for seed in range(10):
            nodes, edges = grow_tree(state, iterations=400, replicates=1, seed=seed, fpu=fpu, c=0.0).to_arrays()
            n_edges = np.bincount(edges["node"], minlength=len(nodes))
            visits = np.bincount(edges["node"], weights=edges["visits"], minlength=len(nodes))
            assert n_edges[0] == 2
            one_edge += int(((n_edges == 1) & (visits > 50)).sum())
        assert (one_edge > 0) == untried


def test_priors_decide_what_is_tried_first():
    state = load_game("connect-four").new(1)
    priors = dict(zip(state.legal_moves(), state.priors(), strict=True))
    first = max(priors, key=priors.get)
    for seed in range(5):
        result = run_search(state, iterations=1, replicates=1, priors=True, seed=seed)
        assert visits(result)[first] == 1
    assert len({max(visits(r := run_search(state, iterations=1, replicates=1, seed=s)), key=visits(r).get)
                for s in range(12)}) > 1


def test_bias_moves_visits_towards_the_priors():
    """bias * prior / (n + 1) alone would make n + 1 proportional to the prior: with a huge bias it nearly does."""
    state = load_game("connect-four").new(1)
    priors = dict(zip(state.legal_moves(), state.priors(), strict=True))
    result = run_search(state, iterations=8 * 700, bias=1000.0, seed=2)
    for move, n in visits(result).items():
        assert n / result.iterations == pytest.approx(priors[move], abs=0.02)


def test_bias_fades():
    """What the bias adds goes down as 1 / n: the best move is the same in the end."""
    state = load_game("connect-four").new(1)
    shares = [visits(run_search(state, iterations=80_000, bias=bias, seed=2))["d"] / 80_000 for bias in (0.0, 1.0)]
    assert shares[0] == pytest.approx(shares[1], abs=0.15)


@pytest.mark.parametrize("name", ["leduc-poker", "connect-four", "oh-hell:tricks=3"])
@pytest.mark.parametrize("epsilon", [0.0, 0.3, 1.0])
def test_policy_rollouts(name, epsilon):
    """They run, and change the estimates but at epsilon = 1, where every decision is uniform."""
    state = mover(name)
    result = run_search(state, iterations=2000, rollout="policy", epsilon=epsilon, seed=1)
    uniform = run_search(state, iterations=2000, seed=1)
    assert [m.value.mean for m in result.moves] != [m.value.mean for m in uniform.moves]
    if epsilon == 1.0:  # other draws, the same distribution
        assert result.best.value.mean == pytest.approx(uniform.best.value.mean, abs=0.08)


@pytest.mark.parametrize("name", ["leduc-poker", "connect-four", "oh-hell:tricks=3"])
def test_depth_and_evaluation(name):
    """At depth 0 no rollout is made; a depth beyond the end is the whole playout in distribution."""
    state = mover(name)
    for depth in (0, 1, 4):
        result = run_search(state, iterations=2000, depth=depth, seed=1)
        assert all(0 <= move.value.mean <= 1 for move in result.moves)
        assert sum(result.best.wins) == pytest.approx(1)
    whole, plain = (run_search(state, iterations=20_000, depth=depth, seed=1) for depth in (1000, -1))
    assert whole.best.value.mean == pytest.approx(plain.best.value.mean, abs=0.05)


def test_depth_zero_is_the_evaluation():
    """Flat search at depth 0 gives each move the mean evaluation of the worlds after it."""
    state = load_game("connect-four").new(1)
    result = run_search(state, trees="none", depth=0, iterations=7 * 8, seed=1)
    for move in result.moves:
        after = state.clone()
        after.apply(move.action)
        assert move.returns == pytest.approx(after.evaluate())


def test_mast_learns_which_actions_do_well():
    """In the bag game keeping is good anywhere; MAST's rollouts therefore score more than uniform ones."""
    state = bag_game().parse("1.2.4.7.11/1/")
    means = {}
    for rollout in ("mast", "uniform"):
        results = [run_search(state, iterations=480, rollout=rollout, epsilon=0.1, seed=seed, root="equal")
                   for seed in range(20)]
        means[rollout] = [m.margin.mean for result in results for m in result.moves if m.move == "keep"]
    gain = np.mean(means["mast"]) - np.mean(means["uniform"])
    error = np.sqrt((np.var(means["mast"]) + np.var(means["uniform"])) / 20)
    assert gain > 3 * error


def test_mast_is_refused_in_flat_search():
    """Its actions would not be compared in like playouts."""
    with pytest.raises(ConfigError, match="rollout=mast would change them"):
        run_search(bag_game().parse("1.2.4.7.11/1/"), trees="none", rollout="mast", seed=1)


@pytest.mark.parametrize(("outcomes", "told_apart"), [("split", [4]), ("open", [1]), ("widen", [1, 2, 3])])
def test_outcomes(outcomes, told_apart):
    """How many nodes stand below the first move: all four next tiles, one for all, or some and one for the others."""
    state = bag_game().parse("1.2.4.7.11/1/")
    searcher = grow_tree(state, iterations=200, replicates=1, seed=1, outcomes=outcomes, widen_base=0.2)
    nodes, edges = searcher.to_arrays()
    discard = next(i for i, e in enumerate(edges) if e["node"] == 0 and e["action"] == 0)
    labels = nodes["label"][nodes["parent_edge"] == discard].tolist()
    assert len(set(labels)) == len(labels)
    assert sum(label >= 0 for label in labels) in told_apart
    assert (min(labels) < 0) == (outcomes == "widen")


def test_open_outcomes_lose_what_split_ones_see():
    """Who does not tell the drawn tiles apart cannot choose by them: the solo bag pays less."""
    state = bag_game().parse("1.2.4.7.11/1/")
    scores = {outcomes: run_search(state, iterations=24_000, verify=1000, seed=1, outcomes=outcomes).verified
              for outcomes in ("split", "open", "widen")}
    assert scores["split"].low > scores["open"].high
    assert scores["widen"].mean > scores["open"].mean


def test_redeterminize_changes_only_what_opponents_think():
    """Root values remain means of worlds that the root player holds possible."""
    state = mover("leduc-poker")
    plain, redrawn = (run_search(state, iterations=4000, redeterminize=flag, seed=1) for flag in (False, True))
    assert [m.value.mean for m in plain.moves] != [m.value.mean for m in redrawn.moves]
    for move in redrawn.moves:
        assert sum(move.returns) == pytest.approx(0, abs=1e-9)
        assert move.visits
    solo = bag_game().new(1)
    assert (run_search(solo, iterations=400, redeterminize=True, seed=1).to_json()
            == run_search(solo, iterations=400, seed=1).to_json())


def test_vector_returns_of_many_players():
    """Each player maximises his own: three-player means add up to the game's constant, wins to 1."""
    for name in ("goofspiel:cards=3,players=3", "goofspiel:cards=4,players=4,returns=total-points", "oh-hell:tricks=3"):
        state = mover(name)
        result = run_search(state, iterations=4000, seed=1)
        for move in result.moves:
            assert len(move.returns) == len(move.wins) == state.n_players
            assert sum(move.wins) == pytest.approx(1)
            if name.startswith("goofspiel") and "total" not in name:
                assert sum(move.returns) == pytest.approx(0, abs=1e-9)


def test_utility_mixes_winning_and_points():
    """win_weight 1 is the win, 0 the points; between them the utility is the weighted mean of both."""
    state = mover("oh-hell:tricks=3")
    flat = {"trees": "none", "iterations": 3000, "seed": 1}
    win, points, mixed = (run_search(state, win_weight=w, margin_scale=10.0, **flat) for w in (1.0, 0.0, 0.25))
    for move in mixed.moves:
        same = [next(m for m in result.moves if m.action == move.action) for result in (win, points)]
        assert same[0].value.mean == pytest.approx(move.win.mean)
        assert move.value.mean == pytest.approx(0.25 * same[0].value.mean + 0.75 * same[1].value.mean)


# -- the root -------------------------------------------------------------------------------------------


def test_equal_visits():
    result = run_search(mover("connect-four"), iterations=7 * 8 * 20, root="equal", seed=1)
    assert set(visits(result).values()) == {160}


def test_halving_spends_equal_rounds():
    """Seven moves, three rounds of 300 visits of one tree: 7, then 4, then 2 in the race; who leaves gets no more."""
    counts = sorted(visits(run_search(mover("connect-four"), iterations=900, replicates=1, root="halving",
                                      seed=1)).values())
    assert sum(counts) == 900
    assert counts[:3] == pytest.approx([43] * 3, abs=1)
    assert counts[3:5] == pytest.approx([43 + 75] * 2, abs=2)
    assert counts[5:] == pytest.approx([43 + 75 + 150] * 2, abs=2)


def test_halving_never_drops_kept_moves():
    """The user's own move stays in the race to the end, however bad."""
    state = load_game("connect-four").new(1)
    for move in state.legal_moves():
        result = run_search(state, iterations=1800, replicates=1, root="halving", seed=1, keep=[move])
        assert visits(result)[move] >= 300, move
    settings = settings_for(SearchConfig(root="halving"), state.game, 900)
    searcher = Searcher(state, 0, settings, replicate_streams(1, 0), 900, (0, 6), 1 << 24)
    searcher.run(900)
    assert searcher.kept == (0, 6)
    counts = searcher.records()["visits"]
    assert counts[[0, 6]].min() > 100


@pytest.mark.parametrize("iterations", [800, 1000, 1008])
def test_halving_recommends_the_better_of_the_last_two(iterations):
    """Calling with the king wins 2 chips for sure, passing loses 1."""
    state = load_game("kuhn-poker").parse("KJ:pb")
    result = run_search(state, iterations=iterations, root="halving", seed=1)
    assert result.best.move == "bet"


@pytest.mark.parametrize("root", ["equal", "toptwo", "halving"])
def test_verify_plays_the_recommended_move(root):
    """King: calling wins 2 chips. The verification is of what the result recommends."""
    state = load_game("kuhn-poker").parse("KJ:pb")
    found = [run_search(state, iterations=8 * n, root=root, seed=n, verify=20).verified.mean for n in range(101, 109)]
    assert found == [2.0] * len(found)


def test_toptwo_visits_the_two_best():
    """Half of the visits go to the leader, the rest mostly to its challenger."""
    state = load_game("connect-four").new(1)
    result = run_search(state, iterations=16_000, root="toptwo", seed=1)
    ranked = sorted(visits(result).values(), reverse=True)
    assert ranked[0] > 0.4 * 16_000
    assert result.best.value.mean == max(m.value.mean for m in result.moves)
    assert min(ranked) > 0


# -- reuse ------------------------------------------------------------------------------------------------


def searcher_of(state, seed=1, planned=0, **options):
    settings = settings_for(SearchConfig(**options), state.game, planned)
    return Searcher(state, state.player, settings, replicate_streams(seed, 0), planned, byte_limit=1 << 26)


def followed(searcher, state, *moves):
    """Make moves, let the searcher follow each; return whether it knew them all, and the state."""
    known = True
    for move in moves:
        before = state.clone()
        state.apply_move(move)
        known = searcher.follow(before, before.parse_action(move), state) and known
    return known, state


def test_reuse_keeps_the_tree_below():
    """After follow and replant the new tree's edges have the visits that they had in the old one."""
    searcher = searcher_of(load_game("connect-four").new(1))
    searcher.run(20_000)
    nodes, edges = searcher.to_arrays()

    def child(node, action):
        edge = next(i for i, e in enumerate(edges) if e["node"] == node and e["action"] == action)
        return next(i for i, n in enumerate(nodes) if n["parent_edge"] == edge)

    below = child(child(0, 3), 2)
    old = edges[edges["node"] == below]
    known, state = followed(searcher, load_game("connect-four").new(1), "d", "c")
    assert known
    searcher.replant(state)
    assert searcher.iterations == 0
    assert searcher.records()["visits"].sum() == 0
    _, new = searcher.to_arrays()
    kept = new[new["node"] == 0]
    for name in ("action", "visits", "available", "value", "win", "margin"):
        assert kept[name].tolist() == old[name].tolist()
    size = len(new)
    searcher.run(500)
    assert searcher.records()["visits"].sum() == 500
    _, grown = searcher.to_arrays()
    assert len(grown) > size
    assert grown["visits"][grown["node"] == 0].sum() == kept["visits"].sum() + 500


def test_reuse_of_an_unknown_move_starts_anew():
    searcher = searcher_of(load_game("connect-four").new(1))
    searcher.run(3)
    known, state = followed(searcher, load_game("connect-four").new(1), "a", "b")
    searcher.replant(state)
    assert not known or searcher.records()["visits"].sum() == 0
    searcher.run(200)
    _, edges = searcher.to_arrays()
    assert edges["visits"][edges["node"] == 0].sum() >= 200
    assert searcher.records()["visits"].sum() == 200


def test_reuse_sees_only_what_the_observer_saw():
    """Following the true game in two worlds that look alike to the searcher leaves the same tree."""
    game = load_game("leduc-poker")
    tables = []
    for deal in ("JsQsKs:", "JsKhKs:"):  # the public card is the same, the opponent's another
        state = game.parse(deal)
        searcher = searcher_of(state)
        searcher.run(3000)
        known, state = followed(searcher, state, "call", "call")
        assert known
        searcher.replant(state)
        searcher.run(500)
        tables.append(searcher.to_arrays()[1])
    assert (tables[0] == tables[1]).all()


def test_reuse_with_halving_and_an_uneven_tree():
    """A race that starts on an old tree counts its own visits only, and never drops the last racer."""
    searcher = searcher_of(load_game("connect-four").new(1), planned=2000, root="halving")
    searcher.run(2000)
    known, state = followed(searcher, load_game("connect-four").new(1), "d", "d")
    assert known
    searcher.replant(state, 900)
    searcher.run(900)
    assert searcher.records()["visits"].sum() == 900


# -- known to be wrong ---------------------------------------------------------------------------------------


def test_unnoticed_actions_keep_players_apart():
    """Player 1 taps half of the time (player 0 loses) and else is not noticed (then action 0 wins): 0 on average."""
    state = game_of(Unnoticed).parse("0:")
    result = run_search(state, iterations=16_000, opponents="uniform", verify=500, seed=1)
    assert result.algorithm == "mo-ismcts"
    assert result.verified.mean == pytest.approx(0.0, abs=0.1)


def test_same_as_means_the_same_points():
    """Sure wins by 1, 5 and 2 points are not the same move."""
    result = run_search(game_of(Decided).new(1), trees="none", iterations=240, seed=1)
    assert [move.same_as for move in result.moves] == [None, None, None]


def test_verification_against_frozen_opponents_is_not_biased():
    """A tree of two iterations knows one side of the coin; the verification must still see both equally often."""
    state = game_of(Coin).new(1)
    for seed in range(4):
        result = run_search(state, opponents="uniform", iterations=2, replicates=1, verify=4000, seed=seed)
        assert result.verified.mean == pytest.approx(0.0, abs=0.1)


def test_flat_playouts_are_independent_from_one_iteration_to_the_next():
    """The error between 60 replicates agrees with the naive one; it is more than four times as large."""
    result = run_search(game_of(Walk).new(1), trees="none", iterations=60 * 2 * 100, replicates=60, seed=1)
    walk = next(move for move in result.moves if move.action == Walk.WALK)
    error = (walk.margin.high - walk.margin.low) / 2 / t_quantile(0.975, 59)
    assert error == pytest.approx(walk.spread / walk.visits**0.5, rel=0.4)


def test_searcher_refuses_the_wrong_player():
    state = load_game("kuhn-poker").new(1)
    with pytest.raises(ValueError, match="player 1 is asked but player 0 acts"):
        Searcher(state, 1, settings_for(SearchConfig(), state.game, 0), replicate_streams(1, 0))


def test_streams_of_different_purposes_differ():
    states = {tuple(branch(1, *key).generate_state(2)) for key in [(0,), (1,), (2,), (3,), (2, 0), (2, 0, 1), (2, 1)]}
    assert len(states) == 7
    assert branch(branch(1, 2), 3).generate_state(2).tolist() == branch(1, 2, 3).generate_state(2).tolist()
