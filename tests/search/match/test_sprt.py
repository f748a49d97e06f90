"""The sequential test: its likelihood ratio against closed forms and an optimiser, its errors by simulation."""
import json
import math
from collections import Counter

import numpy as np
import pytest
from scipy import optimize

from kingmaker.games import ConfigError, load_game
from kingmaker.search.match.match import MatchSoFar, elo, play_match
from kingmaker.search.match.sprt import Sprt, SprtConfig, expected_score, log_likelihood_ratio

FIVE = (0, 0.25, 0.5, 0.75, 1)
QUARTERS = (0, 0.125, 0.25, 0.5, 0.75, 1)  # some block scores of four players


# -- the likelihood ratio -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 5])
def test_scores_and_ratings_turn_into_each_other(n):
    assert expected_score(0, n) == pytest.approx(1 / n)
    for rating in (-300, -20, 5, 700):
        assert elo(expected_score(rating, n), n) == pytest.approx(rating)


def test_of_wins_and_losses_alone_it_is_the_binomial_one():
    wins, losses, s0, s1 = 17, 9, 0.5, 0.6
    by_hand = wins * math.log(s1 / s0) + losses * math.log((1 - s1) / (1 - s0))
    assert log_likelihood_ratio({1: wins, 0: losses}, s0, s1) == pytest.approx(by_hand)


def test_scores_on_one_side_put_the_rest_of_the_mass_on_the_end():
    assert log_likelihood_ratio({1: 12}, 0.5, 0.53) == pytest.approx(12 * math.log(0.53 / 0.5))
    assert log_likelihood_ratio({0: 12}, 0.5, 0.53) == pytest.approx(12 * math.log(0.47 / 0.5))
    # all even: under s1 a share q of wins makes the mean come true, q + (1 - q) / 2 = s1, so q = 2 s1 - 1
    assert log_likelihood_ratio([0.5] * 30, 0.5, 0.53) == pytest.approx(30 * math.log(1 - 0.06))
    # two of 0.75 and one of 0.5 with the mean 0.5 need losses: 4/9, 1/3 and 2/9 are the likeliest
    under_h0 = 2 * math.log(4 / 9) + math.log(1 / 3)
    unbound = 2 * math.log(2 / 3) + math.log(1 / 3)  # its mean is 2/3
    assert log_likelihood_ratio({0.75: 2, 0.5: 1}, 0.5, 2 / 3) == pytest.approx(unbound - under_h0)


def likelihood_by_optimiser(values, counts, mean):
    """The highest log likelihood of a multinomial with a given mean, found without knowing the formula."""
    n = np.array(counts, float)

    def loss(p):
        return -float(np.sum(n[n > 0] * np.log(np.maximum(p[n > 0], 1e-300))))

    bound = [{"type": "eq", "fun": lambda p: p.sum() - 1}, {"type": "eq", "fun": lambda p: p @ np.array(values) - mean}]
    best = min((optimize.minimize(loss, start, bounds=[(0, 1)] * len(n), constraints=bound, method="SLSQP",
                                  options={"maxiter": 500, "ftol": 1e-12})
                for start in (np.full(len(n), 1 / len(n)), (n + 1) / (n + 1).sum())), key=lambda found: found.fun)
    return -best.fun


@pytest.mark.parametrize(("values", "counts", "s0", "s1"), [
    (FIVE, (3, 8, 20, 11, 6), 0.5, 0.53),
    (FIVE, (0, 8, 20, 11, 0), 0.5, 0.6),
    (FIVE, (0, 0, 2, 9, 1), 0.5, 0.55),
    (FIVE, (40, 0, 1, 0, 60), 0.45, 0.5),
    (QUARTERS, (5, 9, 20, 7, 3, 1), 0.25, 0.3),
    (QUARTERS, (0, 0, 4, 7, 3, 0), 0.25, 0.3),
])
def test_the_spread_is_the_likeliest_one_under_each_hypothesis(values, counts, s0, s1):
    by_optimiser = (likelihood_by_optimiser(values, counts, s1) - likelihood_by_optimiser(values, counts, s0))
    assert log_likelihood_ratio(dict(zip(values, counts, strict=True)), s0, s1) == pytest.approx(by_optimiser, abs=2e-3)


def test_with_many_blocks_and_close_ratings_it_is_nearly_the_normal_one():
    counts = {0: 300, 0.25: 900, 0.5: 2000, 0.75: 1000, 1: 350}
    scores = np.repeat(list(counts), list(counts.values()))
    s0, s1 = 0.5, 0.51
    normal = len(scores) * (s1 - s0) * (2 * scores.mean() - s0 - s1) / (2 * scores.var())
    assert log_likelihood_ratio(counts, s0, s1) == pytest.approx(normal, rel=0.02)
    assert log_likelihood_ratio(scores.tolist(), s0, s1) == pytest.approx(log_likelihood_ratio(counts, s0, s1))


# -- its errors ---------------------------------------------------------------------------------------------------


def with_mean(shape, values, mean):
    """Tilt a distribution so that its mean is as wanted."""
    x = np.array(values)

    def tilted(t):
        weights = np.array(shape, float) * np.exp(t * x)
        return weights / weights.sum()

    return tilted(optimize.brentq(lambda t: tilted(t) @ x - mean, -200, 200))


def simulated_verdicts(rng, p, values, config, n_sides, n):
    verdicts = Counter()
    for _ in range(n):
        test, verdict = Sprt(config, n_sides), "open"
        for k in rng.choice(len(values), size=2000, p=p):
            test.add(values[k])
            verdict = test.result().verdict
            if verdict != "open":
                break
        verdicts[verdict] += 1
    return verdicts


@pytest.mark.parametrize(("values", "n_sides", "shape"), [
    (FIVE, 2, (1, 1, 1, 1, 1)),
    (FIVE, 2, (1, 2, 20, 2, 1)),  # mostly even pairs
    (FIVE, 2, (1, 0, 2, 0, 1)),  # nothing is ever drawn
    ((0, 0.5, 1), 2, (1, 0.02, 1)),  # solo: nearly every deal is won or lost
    (QUARTERS, 4, (3, 4, 5, 3, 2, 1)),
])
@pytest.mark.parametrize(("alpha", "beta"), [(0.05, 0.05), (0.02, 0.1)])
def test_errors_stay_within_alpha_and_beta(values, n_sides, shape, alpha, beta):
    config, n = SprtConfig(0, 200, alpha, beta), 300
    rng = np.random.default_rng([n_sides, round(alpha * 100), len(values)])
    for rating, wrong, limit in ((config.elo0, "h1", alpha), (config.elo1, "h0", beta)):
        p = with_mean(shape, values, expected_score(rating, n_sides))
        verdicts = simulated_verdicts(rng, p, values, config, n_sides, n)
        assert verdicts["open"] == 0
        assert verdicts[wrong] <= n * limit + 3 * math.sqrt(n * limit * (1 - limit)), (rating, verdicts)
        assert verdicts[wrong] < verdicts.total() - verdicts[wrong]


def test_wald_bounds():
    low, high = SprtConfig(0, 20, 0.05, 0.1).bounds
    assert (low, high) == pytest.approx((math.log(0.1 / 0.95), math.log(0.9 / 0.05)))


@pytest.mark.parametrize(("given", "message"), [
    ((20, 0), "expected elo0 < elo1 within ±2000, got 20,0"),
    ((5, 5), "expected elo0 < elo1"),
    ((math.nan, 5), "expected elo0 < elo1"),
    ((0, 1e9), "within ±2000"),
    ((0, 5, 0.5), "alpha: expected a number between 0 and 0.5, got 0.5"),
    ((0, 5, 0.05, 0), "beta: expected a number between 0 and 0.5, got 0"),
])
def test_bad_tests_are_refused(given, message):
    with pytest.raises(ConfigError, match=message):
        SprtConfig(*given)


# -- in a match ---------------------------------------------------------------------------------------------------


def test_a_clear_match_ends_early_and_says_why():
    agents, question = ["ismcts:iterations=200", "random"], SprtConfig(0, 100)
    result = play_match("tic-tac-toe", agents, 500, seed=1, sprt=question)
    assert (result.stopped_by, result.sprt.verdict) == ("sprt", "h1")
    assert result.pairs < 500
    assert result.sprt.llr >= question.bounds[1]
    without_last = result.block_scores[:-1]
    assert question.bounds[0] < log_likelihood_ratio(without_last, 0.5, expected_score(100)) < question.bounds[1]
    whole = play_match("tic-tac-toe", agents, result.pairs, seed=1)
    assert whole.block_scores == result.block_scores
    assert whole.sprt is None


def test_equal_agents_end_with_h0():
    # every block is even: -0.0593 each, as in the closed form above, so that 50 of them pass log(0.05 / 0.95)
    result = play_match("kuhn-poker", ["random", "random"], 500, seed=1, sprt=SprtConfig(0, 20))
    each = math.log(2 * (1 - expected_score(20)))
    assert (result.stopped_by, result.sprt.verdict) == ("sprt", "h0")
    assert result.pairs == math.ceil(math.log(0.05 / 0.95) / each)


def test_an_open_match_ends_with_its_pairs():
    result = play_match("kuhn-poker", ["random", "random"], 10, seed=1, sprt=SprtConfig(0, 20))
    assert (result.stopped_by, result.sprt.verdict, result.pairs) == ("pairs", "open", 10)
    assert result.to_dict()["sprt"]["llr"] == pytest.approx(10 * math.log(2 * (1 - expected_score(20))))


def test_processes_do_not_change_where_it_ends():
    one, two = (json.dumps(play_match("leduc-poker", ["ismcts:iterations=60", "random"], 400, seed=4, jobs=jobs,
                                      sprt=SprtConfig(0, 60)).to_dict()) for jobs in (1, 2))
    assert one == two
    assert json.loads(one)["stopped_by"] == "sprt"


def test_with_rotation_it_looks_after_whole_rounds():
    game, question = load_game("oh-hell:ranks=4,tricks=2"), SprtConfig(0, 65)
    plain, rotated = (play_match(game, ["random", "random"], 500, seed=1, rotate=rotate, sprt=question)
                      for rotate in ((), ("off_bid",)))
    assert plain.stopped_by == rotated.stopped_by == "sprt"
    assert plain.pairs % 2 == 1, "else this shows nothing"
    assert rotated.pairs == plain.pairs + 1
    assert MatchSoFar(game, "a", "b", 1, ("off_bid",), question).result("pairs").sprt.llr == 0
