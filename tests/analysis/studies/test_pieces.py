"""Like compared with like: by copies and price, drawn towards each other, told once; against numbers made by hand."""
import numpy as np
import pandas as pd
import pytest

from kingmaker.analysis.stats.equivalence import with_verdicts
from kingmaker.analysis.stats.pooling import pooled
from kingmaker.analysis.studies.misfit import below_nothing
from kingmaker.analysis.studies.pieces import against_kind, judged, priced

FORBIDS = {"without_0": 0, "without_1": 1}
BANS = {"forbids": FORBIDS, "cells": []}


def games_of(worths):
    """Games of duels in which each word is worth so much: word -> a worth each block."""
    rows = []
    for word, values in worths.items():
        for block, value in enumerate(values):
            rows += [{"block": block, "arm": f"without_{seat}={word}", "margin": value * (2 * seat - 1)}
                     for seat in (0, 1)]
    return pd.DataFrame(rows)


def things(**about):
    return pd.DataFrame([(word, *values) for word, values in about.items()],
                        columns=["word", "kind", "copies", "cost"])


def test_a_thing_is_compared_with_as_many_copies_of_its_kind():
    """Together 12 for 6 copies: 2 a copy. The six copies' worth is as it should be, whatever ranks by the whole ban."""
    games = games_of({"many": [8.0, 8.0], "one": [1.0, 1.0], "other": [3.0, 3.0]})
    pieces = things(many=("building", 4, 2.0), one=("building", 1, 1.0), other=("building", 1, np.nan))
    found = against_kind(games, pieces, **BANS).set_index("word")
    assert found["estimate"].to_dict() == {"many": 0.0, "one": -1.0, "other": 1.0}
    assert found["expected"].to_dict() == {"many": 8.0, "one": 2.0, "other": 2.0}
    assert found["share"].to_dict() == {"many": 0.0, "one": -0.5, "other": 0.5}
    told = priced(games, pieces, **BANS).set_index("word")
    assert told["per_copy"].to_dict() == {"many": 2.0, "one": 1.0, "other": 3.0}
    assert told.loc[["many", "one"], "per_cost"].tolist() == [1.0, 1.0]
    assert np.isnan(told.loc["other", "per_cost"])


def test_two_of_a_kind_are_one_difference_and_uses_none():
    games = games_of({"a": [3.0, 5.0], "b": [1.0, 1.0], "roads": [9.0, 7.0], "alone": [1.0, 2.0]})
    pieces = things(a=("set", 9, 1.0), b=("set", 9, 1.0), roads=("use", np.nan, np.nan), alone=("x", 1, 1.0))
    found = against_kind(games, pieces, **BANS)
    assert found[["word", "estimate", "n"]].to_numpy().tolist() == [["a against b", 1.5, 2]]
    assert against_kind(games, pieces[pieces["kind"] != "set"], **BANS).empty


def test_what_is_worth_nothing_is_never_balanced():
    """The mean is 0.8 a tile, less than the margin of a point: nothing at all would be "balanced" by it."""
    rng = np.random.default_rng(1)
    games = games_of({name: mean + rng.normal(0, 0.3, 400) for name, mean in
                      {"nothing": 0.0, "b": 1.0, "c": 1.0, "d": 1.0, "e": 1.0}.items()})
    pieces = things(**dict.fromkeys("bcde", ("tile", 1, 1.0)), nothing=("tile", 1, 1.0))
    found = judged(against_kind(games, pieces, **BANS), margin=1.0).set_index("word")
    assert found.loc["nothing", "verdict"] == "off"
    assert set(found["verdict"].drop("nothing")) == {"balanced"}
    assert found.loc["nothing", "margin"] == pytest.approx(0.4, abs=0.02)  # half of what a tile should bring
    by_kind = judged(against_kind(games, pieces, **BANS), margin={"tile": 0.1, "": 9.0})
    assert set(by_kind["margin"]) == {0.1}


def test_where_a_kind_brings_nothing_nothing_is_balanced():
    games = games_of({name: np.tile([0.01, -0.02], 50) for name in "abcde"})
    found = judged(against_kind(games, None, **BANS))
    assert set(found["verdict"]) == {"open"}


def test_more_deals_tell_what_is_open():
    """n (se (1.645 + 0.842) / 0.5)^2 - n: 100 blocks of error 0.4, at half the margin."""
    one = pd.DataFrame({"estimate": [0.5], "low": [-0.3], "high": [1.3], "se": [0.4], "n": [100]})
    found = with_verdicts(one, 1.0)
    assert found.loc[0, ["verdict", "more"]].tolist() == ["open", np.ceil(100 * (0.4 * 2.4865 / 0.5)**2 - 100)]
    assert np.isinf(with_verdicts(one.assign(estimate=1.0), 1.0)["more"][0])


def test_pooling_draws_the_unsure_more_and_keeps_the_sure():
    x, errors = np.array([3.0, 3.0, -2.0, -2.0, 0.5, -2.5]), np.array([0.01, 2.0, 2.0, 2.0, 2.0, 2.0])
    drawn, low, high = pooled(x, errors, np.full(6, 100))
    assert drawn[0] == pytest.approx(3.0, abs=0.01)
    assert 0 < drawn[1] < 2
    assert (low < drawn).all()
    assert (drawn < high).all()
    few = pooled(x[:3], errors[:3], np.full(3, 100))
    assert few[0].tolist() == [3.0, 3.0, -2.0], "of three nothing can be told of how much they differ"


def test_a_worth_below_nothing_marks_the_players():
    rng = np.random.default_rng(4)
    games = games_of({"dead": rng.normal(-2.0, 4, 60), "a": rng.normal(1, 4, 60), "none": np.zeros(60)})
    found = below_nothing(priced(games, None, **BANS))
    assert found["word"].tolist() == ["dead"]


def test_players_who_know_their_table_are_seldom_marked():
    """24 things worth nothing at all, the hardest case: one page in twenty."""
    rng, n = np.random.default_rng(5), 1000
    x = rng.normal(0, 1, (n, 60, 24))
    means, errors = x.mean(axis=1), x.std(axis=1, ddof=1) / np.sqrt(60)
    marked = [len(below_nothing(pd.DataFrame({"word": range(24), "estimate": mean, "se": error, "n": 60}))) > 0
              for mean, error in zip(means, errors, strict=True)]
    assert np.mean(marked) < 0.07


def again(rng, repetitions, spread):
    """Return first and second estimates of what is said to be off, in two studies of as many deals each.

    24 buildings of one to six copies, worth 1.2 a copy with a deviation of `spread`, in 60 blocks with a deviation of
    4 points that grows with the number of copies as of sums.
    """
    first, second = [], []
    names = [f"b{k}" for k in range(24)]
    for _ in range(repetitions):
        copies = rng.integers(1, 7, 24)
        worths = copies * rng.normal(1.2, spread, 24)
        pieces = pd.DataFrame({"word": names, "kind": "building", "copies": copies.astype(float), "cost": 1.0})
        studies = [against_kind(games_of({name: worth + rng.normal(0, 4 * np.sqrt(n), 60) for name, worth, n in
                                          zip(names, worths, copies, strict=True)}), pieces, **BANS)
                   for _ in range(2)]
        off = judged(studies[0], share=0.5).query("verdict == 'off'")
        sign = np.sign(off["pooled"])
        first += (sign * off["pooled"]).tolist()
        second += (sign.to_numpy() * studies[1].set_index("word")["estimate"][off["word"]].to_numpy()).tolist()
    return np.array(first), np.array(second)


@pytest.mark.slow
@pytest.mark.parametrize("spread", [1.2, 2.0])
def test_what_is_off_is_as_large_on_new_deals(spread):
    first, second = again(np.random.default_rng(9), 150, spread)
    print(len(first), first.mean() / second.mean())
    assert len(first) > 100
    assert 0.9 <= first.mean() / second.mean() <= 1.1
