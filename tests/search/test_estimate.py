"""Interval formulas: by hand, against scipy, and by counting how often they cover."""
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingmaker.search.estimate import Estimate, chances, mean_estimate, ratio_difference, ratio_estimate, t_quantile


@settings(deadline=None)
@given(st.floats(0.501, 0.99999), st.integers(1, 3000))
def test_t_quantile_agrees_with_scipy(p, df):
    stats = pytest.importorskip("scipy.stats")
    assert t_quantile(p, df) == pytest.approx(stats.t.ppf(p, df), rel=1e-5)


def test_t_quantile_by_table():
    """Printed tables: t(0.975) is 12.706, 2.3646, 1.9840 with 1, 7, 100 degrees of freedom; Cauchy's at 0.75 is 1."""
    assert [round(t_quantile(0.975, df), 4) for df in (1, 7, 100)] == [12.7062, 2.3646, 1.9840]
    assert t_quantile(0.75, 1) == pytest.approx(1.0)
    assert t_quantile(0.995, 10**9) == pytest.approx(2.575829, abs=1e-6)
    assert math.isnan(t_quantile(0.975, 0))


def test_mean_estimate_by_hand():
    """1, 2, 3, 4: mean 2.5, sd sqrt(5 / 3), standard error 0.645497, times t(0.975, 3) = 3.182446."""
    estimate = mean_estimate([1, 2, 3, 4])
    assert estimate.mean == 2.5
    assert estimate.high - 2.5 == pytest.approx(0.645497 * 3.182446, rel=1e-6)
    assert 2.5 - estimate.low == pytest.approx(estimate.high - 2.5)
    assert estimate.n == 4
    assert estimate.ci == [estimate.low, estimate.high]


def test_ratio_estimate_by_hand():
    """Sums 1, 3 of counts 2, 4: mean 4 / 6; residuals 1 - 4/3 and 3 - 8/3, over 6: -1/18 and 1/18; times 2 / 1."""
    estimate = ratio_estimate([1, 3], [2, 4])
    assert estimate.mean == pytest.approx(2 / 3)
    error = math.sqrt(2 * 2 / 18**2)
    assert estimate.high - estimate.mean == pytest.approx(12.7062 * error, rel=1e-5)


def test_ratio_estimate_never_averages_averages():
    """A replicate with one visit of value 1 hardly moves 99 visits of value 0."""
    assert ratio_estimate([1, 0], [1, 99]).mean == pytest.approx(0.01)
    assert ratio_estimate([0, 0], [0, 5]).mean == 0
    assert ratio_estimate([0, 2], [0, 4]).mean == 0.5  # who never tried it weighs nothing


def test_estimates_without_evidence_are_not_numbers():
    nothing = ratio_estimate([0, 0], [0, 0])
    assert math.isnan(nothing.mean)
    assert nothing.n == 0
    assert nothing.ci == [None, None]
    one = ratio_estimate([3], [4])
    assert one.mean == 0.75
    assert math.isnan(one.low)
    assert one.ci == [None, None]
    assert str(one) == "0.750"
    assert str(Estimate(0.5, 0.25, 0.75, 8)) == "0.500 [0.250, 0.750]"
    assert math.isnan(ratio_difference([1], [1], [0], [0]).mean)


def test_ratio_difference_by_hand():
    """Two replicates of one visit each: a = 1, 3 and b = 0, 1; means 2 and 0.5; residuals -0.25, 0.25."""
    difference = ratio_difference([1, 3], [1, 1], [0, 1], [1, 1])
    assert difference.mean == pytest.approx(1.5)
    assert difference.high - 1.5 == pytest.approx(12.7062 * math.sqrt(2 * 2 * 0.25**2), rel=1e-5)


def test_ratio_difference_is_paired():
    """What moves both moves alike cancels: equal columns differ by exactly nothing."""
    rng = np.random.default_rng(1)
    sums, counts = rng.random(8) * 100, rng.integers(50, 150, 8)
    same = ratio_difference(sums, counts, sums, counts)
    assert (same.mean, same.low, same.high) == (0, 0, 0)
    shifted = ratio_difference(sums + 0.1 * counts, counts, sums, counts)
    assert shifted.mean == pytest.approx(0.1)
    assert shifted.high - shifted.low < 1e-12


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
@pytest.mark.parametrize("replicates", [4, 8, 30])
def test_ratio_estimates_cover_at_the_nominal_rate(replicates, level):
    """3,000 simulated searches whose replicates differ in visits; the standard error of the rate is below 0.8 %."""
    rng = np.random.default_rng(replicates)
    hits = 0
    for _ in range(3000):
        counts = rng.integers(80, 120, replicates)
        own = rng.normal(0.4, 0.05, replicates)  # each tree has its own bias: the spread that a naive error misses
        estimate = ratio_estimate(rng.normal(own * counts, np.sqrt(counts) * 0.2), counts, level)
        hits += estimate.low <= 0.4 <= estimate.high
    assert hits / 3000 == pytest.approx(level, abs=0.025)


def test_ratio_differences_cover_at_the_nominal_rate():
    rng = np.random.default_rng(5)
    hits = 0
    for _ in range(3000):
        counts_a, counts_b = rng.integers(300, 400, 8), rng.integers(50, 90, 8)
        common = rng.normal(0, 0.03, 8)
        a = rng.normal((0.5 + common) * counts_a, np.sqrt(counts_a) * 0.3)
        b = rng.normal((0.45 + common) * counts_b, np.sqrt(counts_b) * 0.3)
        difference = ratio_difference(a, counts_a, b, counts_b)
        hits += difference.low <= 0.05 <= difference.high
    assert hits / 3000 == pytest.approx(0.95, abs=0.025)


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), max_size=9))
def test_chances_are_a_distribution(others):
    """They add up to 1, the recommended action's is the highest, and a larger loss of the same error has less."""
    losses = [Estimate(loss, loss, loss, 8) for loss, _ in [(0.0, 0.0), *others]]
    found = chances(losses, np.array([0.0, *(error for _, error in others)]))
    assert found.sum() == pytest.approx(1.0)
    assert (found >= 0).all()
    assert found[0] == found.max()


def test_chances_by_hand():
    """A loss of 1.959964 errors is below 0 with probability 0.025: odds 1 to 39. An equal action shares; who was never
    tried has no chance; a loss without error is certain."""
    losses = [Estimate(x, x, x, 8) for x in (0.0, 0.1959964, math.nan, 0.3)]
    assert chances(losses, np.array([0, 0.1, math.nan, 0])).tolist() == pytest.approx([39 / 40, 1 / 40, 0, 0])
    assert chances([Estimate(0, 0, 0, 8)] * 2, np.array([0, 0.1])).tolist() == [0.5, 0.5]


def test_extra_variance_by_hand():
    """Shares 0.4 and 0.6 of two trees: error 0.1; with 0.03 of variance in common sqrt(0.01 + 0.03) = 0.2."""
    plain, wider = (ratio_estimate([0.4, 0.6], [1, 1], extra=extra) for extra in (0, 0.03))
    assert (wider.high - 0.5) / (plain.high - 0.5) == pytest.approx(2)
