"""The same position searched otherwise."""
import pytest

from games import load_game
from search import SearchConfig, run_search, sensitivity
from search.sensitivity import other_rollout


@pytest.fixture(scope="module")
def result():
    return run_search(load_game("leduc-poker").new(3), iterations=4000, seed=1)


def test_budget_and_rollouts_are_varied(result):
    half, double, rollout = sensitivity(result)
    assert (half.change, double.change, rollout.change) == ("half", "double", "rollout=policy")
    assert (half.iterations, double.iterations, rollout.iterations) == (2000, 8000, 4000)


def test_it_is_about_the_move_recommended_first(result):
    for other in sensitivity(result):
        again = other.best == result.best.move
        assert (other.loss.mean == 0) == again
        assert other.win.low < other.win.mean < other.win.high


def test_the_same_result_gives_the_same_variations(result):
    assert sensitivity(result) == sensitivity(result, jobs=2)


def test_a_result_of_a_clock_is_varied_by_iterations():
    result = run_search(load_game("kuhn-poker").parse("QJ:"), iterations=None, seconds=0.05, seed=1)
    half, double, _ = sensitivity(result)
    assert half.iterations == result.iterations // 2
    assert double.iterations == 2 * result.iterations


@pytest.mark.parametrize(("game", "keys", "other"), [
    ("leduc-poker", {}, "policy"),  # has a policy of its own
    ("kuhn-poker", {}, "mast"),  # has none
    ("kuhn-poker", {"trees": "none"}, None),  # flat search has no MAST
    ("leduc-poker", {"rollout": "policy"}, "uniform"),
])
def test_the_other_rollout_is_one_that_game_and_search_allow(game, keys, other):
    assert other_rollout(load_game(game), SearchConfig(**keys)) == other
