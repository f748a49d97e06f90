"""Estimators against closed forms, scipy, and worlds whose truth was planted."""
import math
from itertools import product

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from kingmaker.analysis.stats.equivalence import equivalence_p, with_verdicts
from kingmaker.analysis.stats.intervals import (
    mean_interval,
    rates_interval,
    ratio_interval,
    share_interval,
    shares_interval,
)
from kingmaker.analysis.stats.multiplicity import false_discovery, max_t
from kingmaker.analysis.stats.regression import adjusted_effects
from kingmaker.analysis.stats.variance import deal_share
from kingmaker.analysis.studies.effects import agent_effect, arm_effects, with_measures, worth
from kingmaker.analysis.studies.pieces import against_kind
from kingmaker.analysis.studies.survival import agreement, survival, table_sd
from kingmaker.games.two_heirs.study.sections import FORBIDS
from kingmaker.games.two_heirs.study.tiles import synergies

RNG = np.random.default_rng(20261118)

# -- closed forms and scipy --------------------------------------------------------------------------------------------


def test_mean_interval_is_the_t_interval_column_by_column():
    x = RNG.normal(3, 2, (20, 3))
    x[:5, 1] = np.nan  # blocks in which the second has no game
    found = mean_interval(x)
    for k in range(3):
        column = x[np.isfinite(x[:, k]), k]
        test = stats.ttest_1samp(column, 0)
        assert (found["n"][k], found["p"][k]) == (len(column), pytest.approx(test.pvalue))
        assert tuple(found.loc[k, ["low", "high"]]) == pytest.approx(tuple(test.confidence_interval(0.95)))


def test_mean_interval_where_nothing_varies():
    found = mean_interval(np.array([[0.0, 1.0], [0.0, 1.0], [0.0, 1.0]]))
    assert found[["estimate", "low", "high", "p"]].to_numpy().tolist() == [[0, 0, 0, 1], [1, 1, 1, 0]]


def test_one_block_has_a_mean_and_no_interval():
    found = mean_interval([[2.0]]).iloc[0]
    assert found["estimate"] == 2
    assert math.isnan(found["low"]) and math.isnan(found["p"])  # noqa: PT018


def test_share_interval_is_wilsons():
    for won, n in ((0, 9), (3, 9), (9, 9), (40, 100)):
        expected = stats.binomtest(won, n).proportion_ci(0.95, "wilson")
        assert tuple(share_interval([won], [n]).loc[0, ["low", "high"]]) == pytest.approx(tuple(expected), abs=1e-12)


def test_ratio_interval_with_equal_counts_is_the_t_interval():
    sums = RNG.normal(0, 1, (15, 1))
    ratio, mean = ratio_interval(sums, np.ones((15, 1))), mean_interval(sums)
    pd.testing.assert_frame_equal(ratio, mean)


def test_ratio_pools_before_it_divides():
    """1 of 1 and 1 of 3: 2 of 4, not the mean of 1 and 1/3. Residuals 1 - 0.5 and 1 - 1.5; se = sqrt(2/1 * 0.5)/4."""
    found = ratio_interval([[1.0], [1.0], [0.0]], [[1.0], [3.0], [0.0]]).iloc[0]
    assert (found["estimate"], found["n"]) == (0.5, 2)
    assert found["se"] == pytest.approx(0.25)


def test_rates_of_single_trials_are_wilsons():
    """With one trial a block the spread is that of single trials; blocks without a trial count for nothing."""
    tried = np.array([1.0] * 12 + [0.0] * 3)
    for won in (0, 5, 12):
        found = rates_interval(np.arange(15) < won, tried).iloc[0]
        expected = stats.binomtest(won, 12).proportion_ci(0.95, "wilson")
        assert (found["low"], found["high"], found["n"]) == pytest.approx((*expected, 12))


def test_rates_stay_within_0_and_1_and_count_blocks():
    """Trials of a block that all end alike are worth one trial, however many they are."""
    won, tried = np.array([10.0] * 9 + [0.0]), np.full(10, 10.0)
    found = rates_interval(won, tried).iloc[0]
    expected = stats.binomtest(9, 10).proportion_ci(0.95, "wilson")
    assert (found["low"], found["high"]) == pytest.approx(tuple(expected))
    assert ratio_interval(won, tried)["high"].iloc[0] > 1  # what it is for


def test_what_is_always_won_counts_its_games_as_its_neighbours_do():
    """Four blocks of five games. One game lost of 20 spreads as single games do: 20 won are 20 games, not four blocks.
    Blocks all won or all lost spread as four single games, so five games count as one: 20 won are four.
    """
    lone = pd.DataFrame({"all": [1.0] * 4, "one": [1.0, 1.0, 1.0, 0.8]})
    found = shares_interval(lone, games=[20, 20])
    assert found["low"][0] == pytest.approx(share_interval([20], [20])["low"][0])
    assert found["low"][0] > found["low"][1]
    whole = pd.DataFrame({"all": [1.0] * 4, "half": [1.0, 1.0, 0.0, 0.0]})
    assert shares_interval(whole, games=[20, 20])["low"][0] == pytest.approx(share_interval([4], [4])["low"][0])
    assert shares_interval(lone[["all"]], games=[20])["low"][0] == pytest.approx(share_interval([4], [4])["low"][0])
    assert shares_interval(lone)["low"][0] == pytest.approx(share_interval([4], [4])["low"][0])


def test_false_discovery_is_scipys():
    p = RNG.random(40) ** 2
    assert false_discovery(p) == pytest.approx(stats.false_discovery_control(p))
    assert np.isnan(false_discovery([0.01, np.nan])).tolist() == [False, True]


def test_max_t_of_one_effect_is_the_sign_flip_test():
    """All 2^8 sign patterns by hand against drawn ones."""
    x = RNG.normal(0.8, 1, 8)
    flips = np.array(list(product((-1, 1), repeat=8))) @ x
    exact = (np.abs(flips) >= abs(x.sum()) - 1e-12).mean()  # for one column |t| grows with |sum|
    assert max_t(x[:, None], n_permutations=20_000)[0] == pytest.approx(exact, abs=0.012)


def test_max_t_of_an_effect_and_its_copy_costs_nothing_and_of_independent_ones_the_sidak_price():
    x = RNG.normal(0, 1, (200, 6))
    x[:, 0] += 0.19
    alone = max_t(x[:, [0]], n_permutations=20_000)[0]
    assert max_t(x[:, [0, 0]], n_permutations=20_000) == pytest.approx([alone] * 2, abs=0.006)
    assert max_t(x, n_permutations=20_000)[0] == pytest.approx(1 - (1 - alone) ** 6, abs=0.03)


def test_max_t_of_what_never_differs_is_1():
    assert max_t(np.column_stack([np.zeros(10), RNG.normal(5, 1, 10)]))[0] == 1.0


def test_equivalence_is_two_one_sided_t_tests():
    x = RNG.normal(0.2, 1, 50)
    expected = max(stats.ttest_1samp(x, -0.7, alternative="greater").pvalue,
                   stats.ttest_1samp(x, 0.7, alternative="less").pvalue)
    assert equivalence_p(mean_interval(x), 0.7)[0] == pytest.approx(expected)


def test_verdicts_and_their_order():
    """Off by 2 beyond the margin; within it; too uncertain to tell; off by 0.5 in the other direction."""
    effects = pd.DataFrame({"word": ["in", "unclear", "low", "high"], "estimate": [0.0, 0.5, -2.0, 3.5],
                            "low": [-0.2, -3, -2.5, 3.0], "high": [0.2, 4, -1.5, 4.0], "se": [0.1, 1.8, 0.25, 0.25],
                            "n": 100})
    found = with_verdicts(effects, 1.0)
    assert list(zip(found["word"], found["verdict"], strict=True)) == [
        ("high", "off"), ("low", "off"), ("unclear", "open"), ("in", "balanced")]
    assert list(found["beyond"]) == pytest.approx([2.0, 0.5, -4 + 0.0, -1.2])
    with pytest.raises(ValueError, match="above 0"):
        with_verdicts(effects, 0)


def test_no_claim_without_max_t():
    one = pd.DataFrame({"estimate": [3.0], "low": [2.0], "high": [4.0], "se": [0.5], "n": [50], "p_max": [0.2]})
    assert with_verdicts(one, 1.0)["verdict"].tolist() == ["open"]


def test_regression_is_least_squares_with_errors_by_leaving_out_blocks():
    """Against fits anew without each block."""
    n = 60
    games = pd.DataFrame({"block": np.repeat(np.arange(n // 2), 2), "starter": RNG.integers(0, 2, n),
                          "margin": RNG.normal(0, 5, n)})
    exposure = pd.DataFrame({"a": RNG.integers(-1, 2, n).astype(float)})
    found = adjusted_effects(games, exposure)
    x = np.column_stack([np.ones(n), np.where(games["starter"] == 0, 0.5, -0.5), exposure["a"]])
    beta, *_ = np.linalg.lstsq(x, games["margin"], rcond=None)
    y = games["margin"].to_numpy()
    without = [np.linalg.lstsq(np.delete(x, [i, i + 1], 0), np.delete(y, [i, i + 1]), rcond=None)[0]
               for i in range(0, n, 2)]
    errors = np.sqrt(29 / 30 * ((np.array(without) - beta)**2).sum(axis=0))
    assert list(found["estimate"]) == pytest.approx(list(beta))
    assert list(found["se"]) == pytest.approx(list(errors))
    assert list(found["term"]) == ["seat 0", "starter", "a"]
    drawn = adjusted_effects(games, exposure, ridge=1e9)
    assert drawn["estimate"][2] == pytest.approx(0, abs=1e-6)


def test_synergy_is_the_coefficient_of_the_product():
    """Margins made from the counts: 1 for each a, 2 for each b, 3 for each pair of them."""
    rows, margins = [], []
    for game, (a0, b0, a1, b1) in enumerate(product((0, 1, 2), (0, 1), (0, 1), (0, 1, 2))):
        margins.append((a0 + 2 * b0 + 3 * a0 * b0) - (a1 + 2 * b1 + 3 * a1 * b1))
        rows += [{"game": game, "piece": f"{name}{k}", "built": 1.0, "taken_by": float(seat)}
                 for seat, name, count in ((0, "a", a0), (0, "b", b0), (1, "a", a1), (1, "b", b1))
                 for k in range(count)]
    games = pd.DataFrame({"game": range(36), "block": range(36), "starter": [0, 1] * 18, "margin": margins}).astype(
        {"margin": float})
    by = pd.Series({"a0": "a", "a1": "a", "b0": "b", "b1": "b"})
    found = synergies(games, pd.DataFrame(rows), by)
    assert list(found.loc[0, ["a", "b"]]) == ["a", "b"]
    assert found["estimate"][0] == pytest.approx(3)


def test_deal_share_of_a_known_table():
    """Without the first cell's constant 10: (0.5, -0.5), (2, 2), (3.5, 4.5), with the means 0, 2, 4 of blocks.

    What is left is 0.5, 0, -0.5 and its negative: MSE = 2 * (0.25 + 0.25) / 2 = 0.5; MSB = 2 * 8 / 2 = 8; F = 16;
    (8 - 0.5) / (8 + 0.5). The lower end lies below 0, which no share does.
    """
    rows = pd.DataFrame({"block": [0, 0, 1, 1, 2, 2], "rotation": [0, 1] * 3,
                         "margin": [10.5, -0.5, 12.0, 2.0, 13.5, 4.5]})
    found = deal_share(rows, "margin", ["rotation"]).iloc[0]
    assert found["estimate"] == pytest.approx(7.5 / 8.5)
    f = 16.0
    low, high = f / stats.f.ppf(0.975, 2, 2), f * stats.f.ppf(0.975, 2, 2)
    assert (found["low"], found["high"]) == pytest.approx((0, (high - 1) / (high + 1)))
    assert low < 1


def test_measures_from_the_starters_side():
    games = pd.DataFrame({"starter": [0, 1], "margin": [3.0, 3.0], "win_0": [1.0, 1.0], "win_1": [0.0, 0.0],
                          "points_0": [10.0, 10], "points_1": [7.0, 7], "winner": [0.0, np.nan]})
    found = with_measures(games)
    assert list(found["starter_margin"]) == [3, -3]
    assert list(found["starter_win"]) == [1, 0]
    assert list(found["total"]) == [17, 17]
    assert list(found["draw"]) == [0, 1]


def claims_of(sources):
    """One frame of headlines; intervals are +-1."""
    rows = [(name, agent, table, f"{agent} {table}", x, x - 1, x + 1, 50)
            for (agent, table), values in sources.items() for name, x in values.items()]
    return pd.DataFrame(rows, columns=["headline", "agent", "table", "source", "estimate", "low", "high", "n"])


def test_what_survives_other_agents_and_other_tables():
    """`strong` claims by its own tables; `weak` plays these and two others."""
    found = survival(claims_of({
        ("strong", "own"): {"kept": 3.0, "artefact": 4.0, "feat": -3.0, "faint": 0.5, "skill": 2.0, "wide": 3.0},
        ("weak", "own"): {"kept": 2.0, "artefact": 3.0, "feat": 2.0, "faint": 3.0, "skill": 0.5, "wide": 2.0},
        ("weak", "@1"): {"kept": 2.5, "artefact": -2.0, "feat": -3.0, "faint": 3.0, "skill": 3.0, "wide": 0.5},
        ("weak", "@2"): {"kept": 5.0, "artefact": 3.0, "feat": -3.0, "faint": 3.0, "skill": 3.0, "wide": 3.0},
    })).set_index("headline")
    assert dict(found["agents"]) == {"kept": "survives", "artefact": "survives", "feat": "does not",
                                     "faint": "no claim", "skill": "undecided", "wide": "survives"}
    assert dict(found["tables"]) == {"kept": "survives", "artefact": "does not", "feat": "undecided",
                                     "faint": "no claim", "skill": "undecided", "wide": "undecided"}
    assert set(found.index[:2]) == {"artefact", "feat"}, "what does not survive comes first"
    assert found.index[-1] == "faint"
    assert dict(found["against"]) == {"kept": "", "artefact": "weak @1", "feat": "weak own", "faint": "", "skill": "",
                                      "wide": ""}
    assert found.loc["kept", ["estimate", "n", "sources", "least", "most"]].tolist() == [3.0, 50, 4, 2.0, 5.0]


def test_without_other_tables_nothing_is_said_of_them():
    found = survival(claims_of({("a", "own"): {"x": 3.0}, ("b", "own"): {"x": 3.0}})).iloc[0]
    assert (found["agents"], found["tables"]) == ("survives", "not tried")
    assert np.isnan(found["table_sd"])


def test_spread_between_tables_leaves_the_noise_out():
    """Simulated: 400 tables whose effects have a standard deviation of 2, each measured with a standard error of 1."""
    rng = np.random.default_rng(3)
    estimates = rng.normal(0, 2, 400) + rng.normal(0, 1, 400)
    half = stats.t.ppf(0.975, 30)
    rows = pd.DataFrame({"estimate": estimates, "low": estimates - half, "high": estimates + half, "n": 31})
    assert table_sd(rows) == pytest.approx(2, abs=0.2)
    assert table_sd(rows.assign(estimate=1.0)) == 0


def test_agreement_is_kendalls_tau():
    expected = stats.kendalltau([3.0, 2.0, 0.5, -3.0], [4.0, -2.0, 2.0, -3.0])
    effects = claims_of({("a", "own"): {"p": 3.0, "q": 2.0, "r": 0.5, "s": -3.0},
                         ("b", "own"): {"p": 4.0, "q": -2.0, "r": 2.0, "s": -3.0}})
    row = agreement(effects).iloc[0]
    assert (row["n"], row["tau"]) == (4, pytest.approx(expected.statistic))


# -- planted effects ---------------------------------------------------------------------------------------------------

WORDS = {"good": 2.0, "idle": 0.0, "none": 0.0}  # what each tile is worth to who may use it, in points
CELLS = ["sets", "level"]
SEAT = 1.5  # what seat 0 has more, in points


def planted(rng, n_blocks, words=WORDS):
    """Return games as a data set has them: a deal's own part, a rest of each game, and what was planted."""
    arms = ["", *(f"ban_{side}={word}" for word in words for side in ("blue", "white"))]
    deal = rng.normal(0, 6, n_blocks)
    parts = []
    for arm in arms:
        gain = (1 if "white" in arm else -1) * words[arm.partition("=")[2]] if arm else 0.0
        parts.append(pd.DataFrame({"block": range(n_blocks), "arm": arm, "rotation": 0, "level": 0, "sets": "x",
                                   "margin": deal + SEAT + gain + rng.normal(0, 3, n_blocks)}))
    return pd.concat(parts, ignore_index=True)


def coverage(n_repetitions, n_blocks=40):
    """Return how often each interval holds the truth, and how often some effect that is none is claimed."""
    rng = np.random.default_rng(7)
    truth, held = np.array(list(WORDS.values())), np.zeros(3)
    claimed, found_false, found = 0, [], 0
    for _ in range(n_repetitions):
        rows = worth(planted(rng, n_blocks), forbids=FORBIDS, cells=CELLS, seed=1)
        held += (rows["low"] <= truth) & (truth <= rows["high"])
        claimed += bool((rows["p_max"][1:] < 0.05).any())
        hits = rows["q"] < 0.05
        found_false.append(hits[1:].sum() / max(hits.sum(), 1))
        found += bool(hits[0])
    return held / n_repetitions, claimed / n_repetitions, float(np.mean(found_false)), found / n_repetitions


def test_planted_worth_is_found():
    held, claimed, false, found = coverage(60)
    assert (held >= 0.85).all()
    assert found == 1
    assert claimed <= 0.15
    assert false <= 0.12


@pytest.mark.slow
def test_intervals_of_planted_worth_cover_and_false_discoveries_are_few():
    """1,000 repetitions. Monte Carlo error of a rate of 5 % is 0.7 %: up to two of these are allowed above it."""
    held, claimed, false, found = coverage(1000)
    assert ((held >= 0.93) & (held <= 0.97)).all(), held
    assert claimed <= 0.064
    assert false <= 0.064
    assert found > 0.99


def seat_and_tiles(rng, n_blocks):
    """The starter wins 3 % more; a tile that each side builds by chance is worth 2 points, another none."""
    n = 2 * n_blocks
    starter = rng.integers(0, 2, n)
    exposure = pd.DataFrame({name: rng.integers(-1, 2, n).astype(float) for name in ("good", "idle")})
    deal = np.repeat(rng.normal(0, 1, n_blocks), 2)
    margin = deal + 2 * exposure["good"] + rng.normal(0, 4, n) + np.where(starter == 0, 0.4, -0.4)
    win = (rng.random(n) < 0.5 + 0.03 * np.where(starter == 0, 1, -1)).astype(float)
    return pd.DataFrame({"block": np.repeat(np.arange(n_blocks), 2), "starter": starter, "margin": margin,
                         "win_0": win, "win_1": 1 - win, "points_0": margin, "points_1": 0.0, "winner": 0.0}), exposure


def regression_coverage(n_repetitions):
    rng, held = np.random.default_rng(8), np.zeros(4)
    for _ in range(n_repetitions):
        games, exposure = seat_and_tiles(rng, 80)
        rows = adjusted_effects(games, exposure).set_index("term")
        win = mean_interval(with_measures(games).groupby("block")["starter_win"].mean()).iloc[0]
        held += [*(rows["low"][name] <= x <= rows["high"][name]
                   for name, x in (("good", 2.0), ("idle", 0.0), ("starter", 0.8))), win["low"] <= 0.53 <= win["high"]]
    return held / n_repetitions


def test_planted_tile_and_seat_are_found():
    assert (regression_coverage(60) >= 0.85).all()


def false_associations(n_blocks, per_block, n_repetitions):
    """Return the share of intervals that leave out 0, of 24 buildings and nothing but noise."""
    rng, n, false = np.random.default_rng(9), n_blocks * per_block, 0
    for _ in range(n_repetitions):
        built = rng.poisson(0.8, (n, 24)) - rng.poisson(0.8, (n, 24))
        games = pd.DataFrame({"block": np.repeat(np.arange(n_blocks), per_block), "starter": rng.integers(0, 2, n),
                              "margin": rng.normal(0, 8, n) + np.repeat(rng.normal(0, 6, n_blocks), per_block)})
        rows = adjusted_effects(games, pd.DataFrame(built, columns=[f"b{k}" for k in range(24)])).iloc[2:]
        false += ((rows["low"] > 0) | (rows["high"] < 0)).sum()
    return false / (24 * n_repetitions)


@pytest.mark.parametrize(("n_blocks", "per_block"), [(20, 2), (20, 8), (25, 2)])
def test_noise_is_not_associated_with_few_blocks_either(n_blocks, per_block):
    assert false_associations(n_blocks, per_block, 30) <= 0.06


@pytest.mark.slow
@pytest.mark.parametrize(("n_blocks", "per_block"), [(20, 2), (20, 8), (20, 40), (25, 2), (80, 2)])
def test_noise_is_not_associated(n_blocks, per_block):
    assert false_associations(n_blocks, per_block, 400) <= 0.06


@pytest.mark.slow
def test_intervals_of_planted_tile_and_seat_cover():
    held = regression_coverage(1000)
    assert ((held >= 0.93) & (held <= 0.97)).all(), held


def test_arm_effects_are_differences_on_the_same_deal():
    games = planted(np.random.default_rng(3), 30)
    found = arm_effects(games, "margin", cells=CELLS).set_index("arm")
    wide = games.pivot(index="block", columns="arm", values="margin")
    test = stats.ttest_rel(wide["ban_white=good"], wide[""])
    assert found["p"]["ban_white=good"] == pytest.approx(test.pvalue)
    assert found["variance_ratio"]["ban_white=good"] == pytest.approx(
        (wide["ban_white=good"].var() + wide[""].var()) / (wide["ban_white=good"] - wide[""]).var())


def test_worth_is_half_of_what_the_side_makes():
    """By hand: 10 without a ban, 7 if Blue may not, 15 if White may not: (15 - 7) / 2; one side alone: 10 - 7."""
    rows = [(block, arm, value) for block in (0, 1) for arm, value in
            (("", 10.0), ("ban_blue=x", 7.0), ("ban_white=x", 15.0), ("ban_blue=y", 6.0))]
    games = pd.DataFrame(rows, columns=["block", "arm", "margin"])
    assert dict(worth(games, forbids=FORBIDS, cells=[])[["word", "estimate"]].to_numpy()) == {"x": 4.0, "y": 4.0}
    assert against_kind(games, forbids=FORBIDS, cells=[])[["word", "estimate"]].to_numpy().tolist() == [
        ["x against y", 0.0]]


def test_worth_given_a_tile_in_the_first_supply():
    rows = [(0, arm, value) for arm, value in (("", 1.0), ("first=T3", 2.0), ("first=T3,ban_blue=T3", -3.0))]
    found = worth(pd.DataFrame(rows, columns=["block", "arm", "margin"]), forbids=FORBIDS, cells=[])
    assert found.loc[0, ["word", "given", "estimate"]].tolist() == ["T3", "first=T3", 5.0]


def test_identical_agents_cancel_exactly():
    games = pd.DataFrame({"block": [0, 0, 1, 1], "arm": "", "rotation": [0, 1, 0, 1], "margin": [5.0, 5, -2, -2]})
    assert agent_effect(games).loc[0, ["estimate", "low", "high"]].tolist() == [0, 0, 0]
    with pytest.raises(ValueError, match="two agents"):
        agent_effect(games[games["rotation"] == 0])


def test_missing_arms_are_told():
    games = planted(np.random.default_rng(3), 5)
    with pytest.raises(ValueError, match="expected arms"):
        worth(games[games["arm"] == ""], forbids=FORBIDS, cells=CELLS)
    with pytest.raises(ValueError, match="with an intervention"):
        arm_effects(games[games["arm"] == ""], "margin", cells=CELLS)
    with pytest.raises(ValueError, match="neither its other side was played"):
        worth(games[games["arm"] == "ban_blue=good"], forbids=FORBIDS, cells=CELLS)
