"""The same position searched otherwise."""
import json

import pytest

from kingmaker.games import TERMINAL, Rng, load_game
from kingmaker.games.files.positions import load_position
from kingmaker.search import SearchConfig, run_search
from kingmaker.search.hint import words as tell
from kingmaker.search.hint.hint import hint
from kingmaker.search.hint.sensitivity import other_data, other_rollout, vary
from tests.search.fixture_games import Secret, game_of


@pytest.fixture(scope="module")
def result():
    return run_search(load_game("leduc-poker").new(3), iterations=4000, seed=1)


def test_budget_and_rollouts_are_varied(result):
    half, double, rollout = vary(result)
    assert (half.change, double.change, rollout.change) == ("half", "double", "rollout=policy")
    assert (half.iterations, double.iterations, rollout.iterations) == (2000, 8000, 4000)


def test_it_is_about_the_move_recommended_first(result):
    for other in vary(result):
        again = other.best == result.best.move
        assert (other.loss.mean == 0) == again
        assert other.win.low < other.win.mean < other.win.high


def test_the_same_result_gives_the_same_variations(result):
    assert vary(result) == vary(result, jobs=2)


def test_a_result_of_a_clock_is_varied_by_iterations():
    result = run_search(load_game("kuhn-poker").parse("QJ:"), iterations=None, seconds=0.05, seed=1)
    half, double, _ = vary(result)
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


# -- component data -----------------------------------------------------------------------------------------------


class Shop(Secret):
    """One decision: buy what pays `pays[action]`; what may be bought are the keys."""

    n_players, n_actions, depth, points = 1, 3, 1, (0.0, 1.0)
    pays = {0: 0.9, 1: 0.5}  # noqa: RUF012

    def player(self):
        return TERMINAL if self.history else 0

    def legal_actions(self):
        return list(self.pays)

    def returns(self):
        return [self.pays[self.history[0]]]


TABLES = {1: {0: 0.8, 1: 0.1}, 2: {0: 0.2, 1: 0.7}, 3: {1: 0.3, 2: 0.6}, 4: {0: 0.4, 1: 0.4}}


def shop(**changes):
    """The shop, whose prices are reconstructed: four other tables, of which a position fits the first n."""
    fields = {"alternative": lambda game, k: drawn(k),
              "alternatives": lambda state, n: [drawn(k).parse(state.text()) for k in list(TABLES)[:n]]}
    return game_of(Shop, **{**fields, **changes})


def drawn(number):
    return game_of(type(f"Shop{number}", (Shop,), {"pays": TABLES[number]}))


def test_what_becomes_of_the_move_with_other_data():
    """0 pays most: also by table 1, 0.5 less by table 2, not for sale by table 3, as much as the other by table 4."""
    found = run_search(shop().parse("0:"), iterations=800, seed=1)
    assert found.best.move == "0"
    same, other, gone, alike = other_data(found, found.config, 4, few=5)
    assert (same.verdict, same.best, same.stays) == ("best", "0", True)
    assert (other.verdict, other.best, other.stays) == ("worse", "1", False)
    assert other.loss.mean == pytest.approx(0.5, abs=1e-6)
    assert (gone.verdict, gone.best, gone.stays, gone.loss) == ("illegal", "2", False, None)
    assert alike.stays, "as good as the best is among the best"
    assert other_data(found, found.config, 2, few=1000)[1].verdict == "few"
    assert other_data(found, found.config, 2, few=5, orders=[1])[1].verdict == "best", "1 begins the same plan"


def test_hints_tell_in_how_many_tables_the_move_stays():
    found = hint(shop().parse("0:"), iterations=4000, seed=1)
    assert [one.verdict for one in found.alternatives] == ["best", "worse", "illegal"]
    (line,) = tell.alternative_lines(found)
    assert "drawn anew 3 times (500 iterations each): 0 stays among the best in 1/3" in line
    assert line.endswith("elsewhere the best is 1 in shop2; 2 in shop3 (0 is not possible)")
    row = found.to_dict()["alternatives"]
    assert [one["game"] for one in row] == ["shop1", "shop2", "shop3"]
    assert row[2]["loss"] is None


def test_a_position_that_cannot_be_with_other_data():
    game = shop(alternatives=lambda state, n: [])
    found = hint(game.parse("0:"), iterations=800, seed=1)
    assert found.alternatives == ()
    assert tell.alternative_lines(found)[0].endswith("the position cannot be with other data")


def test_who_sees_the_truth_is_not_asked():
    found = run_search(shop().parse("0:"), SearchConfig(worlds="true"), iterations=800, seed=1)
    assert other_data(found, found.config, 3, few=5) is None


def test_other_data_tells_nothing_of_what_is_hidden():
    """Two truths that look alike to the player give the same answer, to the byte."""
    state = load_position("examples/two_heirs/midgame.json")
    lines = {json.dumps(hint(state.world(state.player, Rng(k)), iterations=160, seed=1).to_dict()["alternatives"])
             for k in range(3)}
    assert len(lines) == 1
    assert len(json.loads(lines.pop())) == 3


def test_a_game_whose_data_is_known_has_nothing_to_try(result):
    assert other_data(result, result.config, 3, few=1) is None
