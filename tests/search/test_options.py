"""The search's options, each by what it changes."""
import numpy as np
import pytest

from kingmaker.games import ConfigError, load_game
from kingmaker.search import SearchConfig, Searcher, grow_tree, run_search
from kingmaker.search.config import settings_for
from kingmaker.search.estimate import t_quantile
from kingmaker.search.seeds import branch, replicate_streams
from tests.search.fixture_games import Coin, Decided, Unnoticed, Walk, bag_game, game_of
from tests.search.test_engine import mover, visits

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
    uniform = run_search(state, iterations=2000, rollout="uniform", seed=1)
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
    result = run_search(state, iterations=16_000, root="toptwo", rollout="uniform", seed=1)
    ranked = sorted(visits(result).values(), reverse=True)
    assert ranked[0] > 0.4 * 16_000
    assert result.best.value.mean == max(m.value.mean for m in result.moves)
    assert min(ranked) > 0


# -- faults once found ------------------------------------------------------------------------------------------


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
