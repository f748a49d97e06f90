"""Fitting policy and evaluation: closed forms, and weights that were planted."""
from itertools import pairwise

import numpy as np
import pytest

from kingmaker.analysis.stats.fitting import fit_policy, fit_stages


def test_one_feature_and_two_actions_give_the_log_odds():
    """A feature on the first of two actions; it gets 3/4 of the visits, so its weight is log 3."""
    n = 50
    fit = fit_policy(np.full(n, 2), np.arange(0, 2 * n, 2), np.zeros(n, int), np.ones(n), np.tile([0.75, 0.25], n), 1,
                     ridge=0.0)
    assert fit.weights == pytest.approx([np.log(3)], abs=1e-4)
    assert fit.entropy == pytest.approx(-0.75 * np.log(0.75) - 0.25 * np.log(0.25))
    assert fit.cross_entropy == pytest.approx(fit.entropy, abs=1e-6)  # the policy is what was asked for
    assert (fit.agreement, fit.n_decisions, fit.n_held_out) == (1.0, 45, 5)


def test_a_ridge_pulls_to_zero():
    n = 50
    free, tied = (fit_policy(np.full(n, 2), np.arange(0, 2 * n, 2), np.zeros(n, int), np.ones(n),
                             np.tile([0.75, 0.25], n), 1, ridge=ridge).weights[0] for ridge in (0.0, 0.1))
    assert 0 < tied < free
    chance = 1 / (1 + np.exp(-tied))    # where the derivative vanishes: chance - 3/4 + 2 * ridge * weight = 0
    assert chance - 0.75 + 0.2 * tied == pytest.approx(0, abs=1e-4)


def test_planted_weights_are_found():
    rng = np.random.default_rng(1)
    true, sizes = rng.normal(size=6), rng.integers(2, 9, 4000)
    table = rng.normal(size=(sizes.sum(), 6)) * (rng.random((sizes.sum(), 6)) < 0.5)
    shares, starts = [], np.r_[0, np.cumsum(sizes)]
    for a, b in pairwise(starts):
        powers = np.exp(table[a:b] @ true)
        shares.append(powers / powers.sum())
    rows, columns = np.nonzero(table)
    fit = fit_policy(sizes, rows, columns, table[rows, columns], np.concatenate(shares), 6, ridge=0.0)
    assert fit.weights == pytest.approx(true, abs=0.01)
    assert fit.agreement > 0.99


def test_stages_are_fitted_apart_by_least_squares():
    rng = np.random.default_rng(2)
    stages, states = rng.integers(0, 2, 2000), rng.normal(size=(2000, 3))
    margins = np.where(stages == 0, states @ [1.0, 2.0, -1.0], states @ [0.0, 5.0, 0.0]) + rng.normal(size=2000)
    early, late = fit_stages(stages, states, margins, 2, ridges=[0.0])
    x, y = states[stages == 1], margins[stages == 1]
    n = round(0.9 * len(y))
    assert late.weights == pytest.approx(np.linalg.lstsq(x[:n], y[:n], rcond=None)[0])
    assert early.weights == pytest.approx([1, 2, -1], abs=0.15)
    assert late.residual == pytest.approx(1, abs=0.15)
    assert late.spread == pytest.approx(np.std(y))
    assert late.n == n


def test_a_stage_that_tells_nothing_keeps_its_mean():
    """Noise around 20, a constant and ten features that mean nothing: the penalty leaves the mean, little else."""
    rng = np.random.default_rng(3)
    states = np.c_[np.ones(300), rng.normal(size=(300, 10)) * 5]
    margins = 20 + 10 * rng.normal(size=300)
    (fit,) = fit_stages(np.zeros(300, int), states, margins, 1)
    (loose,) = fit_stages(np.zeros(300, int), states, margins, 1, ridges=[1.0])
    assert fit.weights[0] == pytest.approx(margins[:270].mean(), abs=1.0)
    assert np.linalg.norm(fit.weights[1:]) < np.linalg.norm(loose.weights[1:]) / 2
    assert fit.residual < loose.residual


def test_a_long_game_counts_no_more_than_a_short_one():
    """Nine states of a game that ended 0 and one of a game that ended 10: by states the mean is 1, by games 5."""
    margins, games = np.r_[np.zeros(9), 10.0], np.r_[np.zeros(9, int), 1]
    for of, mean in ((None, 1.0), (games, 5.0)):
        (fit,) = fit_stages(np.zeros(10, int), np.ones((10, 1)), margins, 1, games=of, ridges=[1.0], held_out=0.0)
        assert fit.weights[0] == pytest.approx(mean)
