"""No game may leak: the leak checks over every game, and the oracle behind them against counts made by hand."""
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingmaker.games import Rng, available_games, load_game
from kingmaker.games.check.chisquare import chi_square_tail, same_fit, uniform_fit
from kingmaker.games.check.conformance import CHECKS, run_check
from kingmaker.games.check.contract import CHECKS as CONTRACT_CHECKS
from kingmaker.games.check.trial import Trial
from kingmaker.games.check.worlds import Belief, draw_deals
from kingmaker.search import SearchConfig, run_search
from kingmaker.search.config import advised, missing
from tests.search.settings_covered import not_covered

LEAK_CHECKS = [name for name in CHECKS if name not in CONTRACT_CHECKS]
HIDDEN_GAMES = [name for name in available_games() if load_game(name).spec.hidden]
ADVISED = None  # stands for what the game advises
SEARCHES = {
    "default": {},
    "advised": ADVISED,
    "pimc": {"worlds": "fixed", "n_worlds": 4},
    "flat": {"trees": "none"},
    "one tree": {"trees": "single"},
    "many trees": {"trees": "many"},
    "mast": {"rollout": "mast", "redeterminize": True},
    "policy": {"rollout": "policy", "priors": True, "bias": 1.0},
    "evaluation": {"depth": 2},
    "stratified": {"worlds": "stratified"},
    "halving": {"root": "halving"},
    "toptwo": {"root": "toptwo", "c": 1.5},
    "equal": {"root": "equal", "fpu": 0.5},
    "open": {"outcomes": "open", "win_weight": 0.5, "margin_scale": 4.0},
    "widen": {"outcomes": "widen", "widen_base": 1.0, "widen_power": 0.3},
    "puct": {"select": "puct", "final": "bound"},
    "puct, many trees": {"select": "puct", "trees": "many"},
    "temperature": {"rollout": "policy", "temperature": 0.5, "epsilon": 0.0},
    "turns": {"turns": 1},
    "uniform opponents": {"opponents": "uniform"},
    "known opponents": {"opponents": "policy"},
    "sure": {"iterations": 1600, "confidence": 60.0},
    "unsolved": {"solve": False},
    "short of memory": {"iterations": 1600, "memory_mb": 0.25},
}


def searching(**options):
    """Return the analysis that a search with these options gives, as bytes."""
    def analyse(state, seed):
        return run_search(state, seed=seed, **{"iterations": 160, "replicates": 2, **options}).to_json().encode()

    return analyse


@cache
def trial_of(name):
    return Trial(load_game(name), analyse=searching())


@pytest.mark.parametrize("name", available_games())
def test_game_does_not_leak(name):
    """All checks and all searches of a game in one test: its worlds are enumerated once.

    Of two true states that look alike to the mover one seed gives the same bytes, whatever the search.
    """
    trial = trial_of(name)
    results = [run_check(trial, check) for check in LEAK_CHECKS]
    wrong = [result for result in results
             if result.passed is False or (not result.passed and "not run" in result.message)]
    assert not wrong, "\n".join(map(str, wrong))
    game = load_game(name)
    for label, said in SEARCHES.items() if game.spec.hidden else ():
        options = advised(game, {}) if said is ADVISED else said
        if missing(SearchConfig(**options), game) or (said is ADVISED and not options):
            continue  # the game does not have what this search needs
        result = run_check(_with_search(trial, **options), "analysis")
        assert result.passed, f"{label}: {result}"


def test_every_choice_of_a_search_is_checked():
    """Cheating leaks by its name, and a clock does not repeat; see the test below of the one."""
    base = {"iterations": 160, "replicates": 2}
    settings = [{**base, **options} for options in SEARCHES.values() if options is not ADVISED]
    assert not_covered(settings, HIDDEN_GAMES) == {"seconds": "any", "worlds": {"true"}}


def _with_search(trial, **options):
    copy = replace(trial, analyse=searching(**options))
    copy.__dict__.update({key: trial.__dict__[key] for key in ("plays", "surveys") if key in trial.__dict__})
    return copy


@pytest.mark.parametrize("name", HIDDEN_GAMES)
def test_leak_checks_have_something_to_bite_on(name):
    """A check that never met two possible worlds would pass by saying nothing."""
    trial = trial_of(name)
    for check, figure, least in (("variation", "positions", 10), ("uniformity", "n", 3000), ("analysis", "compared", 5),
                                 ("same_worlds", "compared", 20), ("picture_leaks", "pictures", 50)):
        assert run_check(trial, check).figures[figure] >= least, (check, figure)


@pytest.mark.parametrize("name", ["kuhn-poker", "leduc-poker"])
def test_search_of_the_true_world_is_caught(name):
    """The cheating baseline must fail the check that the honest ones pass: else the check would prove nothing."""
    result = run_check(_with_search(trial_of(name), worlds="true"), "analysis")
    assert result.passed is False
    assert "the search tells apart" in result.message


def test_all_deals_of_kuhn_poker_are_found():
    deals = draw_deals(load_game("kuhn-poker"), Rng(1))
    assert sorted(deals.states) == ["JK:", "JQ:", "KJ:", "KQ:", "QJ:", "QK:"]
    assert deals.complete
    assert sum(deals.counts.values()) == deals.drawn


def test_deals_that_are_too_many_are_given_up():
    deals = draw_deals(load_game("kuhn-poker"), Rng(1), max_deals=80)
    assert not deals.complete
    assert deals.drawn <= 80


def test_belief_of_kuhn_poker_is_the_two_other_cards():
    game = load_game("kuhn-poker")
    deals = draw_deals(game, Rng(1)).states
    state = game.parse("KJ:")
    belief = Belief(1, {text: deal for text, deal in deals.items() if deal.view(1) == state.view(1)})
    assert sorted(belief.possible(state)) == ["KJ:", "QJ:"]
    after = state.clone()
    after.apply(1)
    belief.follow(state, 1, after)
    assert sorted(belief.possible(after)) == ["KJ:b", "QJ:b"]
    assert belief.faults == []


@settings(deadline=None)  # the first example imports scipy
@given(st.floats(0.001, 3000), st.integers(1, 1500))
def test_chi_square_tail_agrees_with_scipy(statistic, dof):
    special = pytest.importorskip("scipy.special")
    expected = special.gammaincc(dof / 2, statistic / 2)
    assert chi_square_tail(statistic, dof) == pytest.approx(expected, rel=1e-8, abs=1e-13)


def test_chi_square_tail_by_hand():
    """With two degrees of freedom the tail is exp(-x / 2)."""
    assert chi_square_tail(10, 2) == pytest.approx(0.006737946999085467, rel=1e-12)
    assert chi_square_tail(100, 2) == pytest.approx(1.9287498479639178e-22, rel=1e-10)
    assert chi_square_tail(0, 5) == 1
    with pytest.raises(ValueError, match="dof >= 1"):
        chi_square_tail(1, 0)


def test_uniform_fit_by_hand():
    """Counts 10, 20, 30 of 60: (100 + 0 + 100) / 20 = 10, two degrees of freedom."""
    fit = uniform_fit([10, 20, 30])
    assert (fit.statistic, fit.dof, fit.n) == (10, 2, 60)
    assert fit.p == pytest.approx(0.006737946999085467)
    assert uniform_fit([7]).p == 1


def test_same_fit_by_hand():
    """Counts 30:10 against 10:30: each cell is 10 from its expected 20, so 4 * 100 / 20 = 20 with one degree."""
    fit = same_fit({"a": 30, "b": 10}, {"a": 10, "b": 30})
    assert (fit.statistic, fit.dof, fit.n) == (20, 1, 80)
    assert same_fit({"a": 30, "b": 10}, {"a": 30, "b": 10}).p == 1


def test_same_fit_pools_rare_cells():
    rare = dict.fromkeys(range(20), 1)
    fit = same_fit({"a": 50, **rare}, {"a": 50, **{i + 100: 1 for i in range(20)}})
    assert (fit.dof, fit.p) == (1, 1)
