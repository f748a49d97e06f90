"""Forecasts: a fit finds a planted truth, and a judgement tells right from wrong chances."""
import math

import numpy as np
import pytest

from kingmaker.analysis.stats.forecasting import calibration_error
from kingmaker.calibrating import fit_outcomes, judge_outcomes
from kingmaker.search.estimate import Estimate
from kingmaker.search.forecast import Glance
from kingmaker.search.match.outcomes import Outcome


def exact(x):
    return Estimate(x, x, x, 4)


def planted(n_games, seed, *, lift=0.0, factor=1.0):
    """Games of five positions: what a search says in log-odds, times a factor and with a lift, is the truth; margins
    are ten times the log-odds, with noise of 3 that a game's positions share."""
    rng = np.random.default_rng(seed)
    found = []
    for game in range(n_games):
        noise = rng.normal(0, 3)
        for fifth in range(5):
            odds = rng.normal(0, 1)
            truth = factor * odds + lift
            chance = 1 / (1 + math.exp(-truth))
            win = 1 / (1 + math.exp(-odds))
            found.append(Outcome(game, 0, fifth, Glance(rng.uniform(), rng.normal(0, 10), 100 - 20 * fifth),
                                 exact(win), exact(10 * odds), float(rng.uniform() < chance), 10 * truth + noise))
    return found


@pytest.mark.parametrize(("lift", "factor"), [(0.0, 1.0), (1.5, 1.0), (-0.5, 0.5)])
def test_a_fit_finds_a_planted_truth(lift, factor):
    fitted = fit_outcomes(planted(2000, 1, lift=lift, factor=factor), {}, "somebody", "")
    judged = judge_outcomes(fitted, planted(2000, 2, lift=lift, factor=factor))
    assert 0.9 < judged.slope < 1.1
    assert judged.calibration_error < 0.03
    assert all(abs(miss) < 1 for miss, _ in judged.margin_miss)
    assert judged.brier < judged.brier_constant
    chance, margin = fitted.of(Glance(0.5, 0.0, 50.0), exact(0.5), exact(0.0))
    assert chance.mean == pytest.approx(1 / (1 + math.exp(-lift)), abs=0.05)
    assert margin.mean == pytest.approx(10 * lift, abs=1.5)
    assert chance.low < chance.mean < chance.high


def test_a_wrong_forecast_is_seen():
    fitted = fit_outcomes(planted(400, 1), {}, "somebody", "")
    judged = judge_outcomes(fitted, planted(400, 2, lift=1.5))
    assert judged.calibration_error > 0.15
    assert all(miss < -10 for miss, _ in judged.margin_miss)
    assert judged.covered < 0.5
    assert judge_outcomes(fitted, planted(400, 2, factor=0.5)).slope_high < 1  # too sure


def test_an_interval_that_holds_is_wider_with_fewer_games():
    few, many = (fit_outcomes(planted(n, 3), {}, "somebody", "").of(Glance(0.5, 0, 50), exact(0.5), exact(0))[0]
                 for n in (40, 640))
    assert (few.high - few.low) > 2 * (many.high - many.low)


def test_what_a_search_says_never_counts_against_itself():
    fitted = fit_outcomes(planted(60, 4, factor=-1.0), {}, "somebody", "")
    good, bad = (fitted.of(Glance(0.5, 0, 50), exact(win), exact(margin))[0].mean
                 for win, margin in ((0.9, 20.0), (0.1, -20.0)))
    assert good >= bad


def test_the_calibration_error_by_hand():
    # two bins' worth: said 0.2 and came 0.5, said 0.8 and came 0.5: 0.3 in each
    said, came = np.repeat([0.2, 0.8], 50), np.tile([0.0, 1.0], 50)
    assert calibration_error(said, came) == pytest.approx(0.3)
    assert calibration_error(np.full(100, 0.5), came) == pytest.approx(0.0)
