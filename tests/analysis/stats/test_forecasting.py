"""Forecasts: a fit finds a planted truth, and a judgement tells right from wrong chances."""
import math
from dataclasses import replace

import numpy as np
import pytest

from kingmaker.analysis.stats.forecasting import Seen, calibration_error, judge, spread_between
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
    luck = 4 * 1.96**2 * 0.25 / 50  # of fifty games, in both
    assert (few.high - few.low)**2 - luck > 4 * max((many.high - many.low)**2 - luck, 0)


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


def test_a_spread_between_things_is_found_beside_noise():
    """4,000 things that differ by 0.4 from what was said of them, drawn 8 times each with noise of 2."""
    rng = np.random.default_rng(1)
    truth, nothing = rng.normal(0, 0.4, 4000), np.zeros(4000)
    again = [rng.normal(x, 2, 8) for x in truth]
    found = spread_between(nothing, np.ones(4000), again)
    assert found == pytest.approx(0.4, abs=0.08)  # its error is about 0.02
    assert spread_between(nothing, np.full(4000, 2.0), again) == pytest.approx(found / 2)
    alike = [rng.normal(0, 2, 8) for _ in truth]
    assert spread_between(nothing, np.ones(4000), alike) < 0.2
    assert spread_between(np.zeros(0), np.zeros(0), []) == 0.0


def test_no_slope_is_told_where_nearly_all_games_end_alike():
    fitted = fit_outcomes(planted(400, 1), {}, "somebody", "")
    won = [replace(one, came_win=1.0 if one.game > 8 else one.came_win) for one in planted(400, 2)]
    judged = judge_outcomes(fitted, won)
    assert math.isnan(judged.slope)
    assert math.isnan(judged.slope_low)
    assert judged.calibration_error > 0.3


def test_bins_by_hand():
    # a hundred positions said to be 0.2, a hundred 0.8, each with an interval of 0.05: 0.2 and 0.9 of them came
    said, came = np.repeat([0.2, 0.8], 100), np.tile([1.0] + [0.0] * 4, 20).tolist() + [1.0] * 90 + [0.0] * 10
    seen = Seen(np.zeros((200, 1)), np.arange(200), np.zeros(200, int), said, np.array(came), np.zeros(200))
    judged = judge(said, said - 0.05, said + 0.05, np.zeros(200), seen)
    assert judged.bins[:, 0] == pytest.approx([0.2, 0.2, 0.8, 0.8])
    assert judged.bins[:, 3] == pytest.approx([0.2, 0.2, 1.0, 0.8])
    assert judged.covered == 0.75
