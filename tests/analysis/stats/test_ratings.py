"""Ratings against closed forms and against agents whose strength is known."""
import itertools
import math

import numpy as np
import pandas as pd
import pytest

from kingmaker.analysis.stats.ratings import rate


def rows_of(games):
    """Rows of games given as (block, agents by seat, wins by seat)."""
    return pd.DataFrame([{"block": block, "game": n, "seat": seat, "agent": agent, "win": win}
                         for n, (block, agents, wins) in enumerate(games)
                         for seat, (agent, win) in enumerate(zip(agents, wins, strict=True))])


def results(block, first, second, wins, draws, losses, start=0):
    """Games of one pairing with one seating, a block each."""
    shares = [(1, 0)] * wins + [(0.5, 0.5)] * draws + [(0, 1)] * losses
    return [(f"{block}{start + k}", (first, second), share) for k, share in enumerate(shares)]


def logit(x):
    return 400 * math.log10(x / (1 - x))


def table(rated):
    return rated.agents.set_index("agent")


# -- closed forms ---------------------------------------------------------------------------------------------------


def test_two_agents_by_hand():
    # x moves first: 60 + 20/2 of 100; y moves first: 45 + 10/2 of 80. Two equations for two unknowns:
    # rating + first seat's term - second's = logit(0.7), -rating + first's - second's = logit(50 / 80)
    games = results("p", "x", "y", 60, 20, 20) + results("q", "y", "x", 45, 10, 25)
    rated = rate(rows_of(games), anchor="y", n_resamples=10)
    assert table(rated)["rating"]["x"] == pytest.approx((logit(0.7) - logit(50 / 80)) / 2, abs=0.05)
    assert table(rated)["rating"]["y"] == 0
    first, second = rated.seats["elo"]
    assert first - second == pytest.approx((logit(0.7) + logit(50 / 80)) / 2, abs=0.05)
    assert first + second == pytest.approx(0, abs=1e-6)
    assert list(table(rated)["games"]) == [180, 180]
    assert table(rated)["score"]["x"] == pytest.approx((70 + 30) / 180)


def test_a_drawn_game_counts_as_half_a_win_for_each():
    drawn = results("p", "x", "y", 10, 40, 20) + results("q", "y", "x", 20, 40, 10)
    split = results("p", "x", "y", 30, 0, 40) + results("q", "y", "x", 40, 0, 30)
    one, other = (table(rate(rows_of(games), anchor="x", n_resamples=5))["rating"]["y"] for games in (drawn, split))
    assert one == pytest.approx(other, abs=1e-6)


def test_three_seats_by_hand():
    # one x among two y, in each seat alike: x has 2 of 4 wins where equals have 1/3, so odds 1 : 1 : 1 turn 2 : 1 : 1
    games = []
    for n, seat in itertools.product(range(20), range(3)):
        agents = tuple("x" if s == seat else "y" for s in range(3))
        others = [s for s in range(3) if s != seat]
        for k, winner in enumerate([seat, seat, *others]):
            games.append((f"{n}.{k}", agents, tuple(int(s == winner) for s in range(3))))
    rated = rate(rows_of(games), anchor="y", n_resamples=10)
    assert table(rated)["rating"]["x"] == pytest.approx(400 * math.log10(2), abs=0.01)
    assert list(rated.seats["elo"]) == pytest.approx([0, 0, 0], abs=0.01)


def test_ratings_of_a_chain_add_up():
    games = [game for pair, wins in (("xy", 30), ("yz", 36)) for game in
             results(pair, *pair, wins, 0, 50 - wins) + results(pair, *pair[::-1], 50 - wins, 0, wins, start=50)]
    rating = table(rate(rows_of(games), anchor="z", n_resamples=5))["rating"]
    assert rating["y"] == pytest.approx(logit(0.72), abs=0.01)
    assert rating["x"] == pytest.approx(logit(0.6) + logit(0.72), abs=0.01)


# -- known strengths --------------------------------------------------------------------------------------------------


def simulated(rng, strength, first_move, n_blocks, correlated=False):
    """Mirrored games of agents whose ratings are known; with `correlated` both games of a block are decided alike."""
    games = []
    for block in range(n_blocks):
        for a, b in itertools.combinations(strength, 2):
            luck = rng.random()
            for first, second in ((a, b), (b, a)):
                p = 1 / (1 + 10 ** ((strength[second] - strength[first] - first_move) / 400))
                luck = luck if correlated else rng.random()
                wins = ((luck if first == a else 1 - luck) < p)
                games.append((block, (first, second), (int(wins), int(not wins))))
    return rows_of(games)


@pytest.mark.parametrize("correlated", [False, True])
def test_intervals_hold_the_true_ratings(correlated):
    strength, n = {"a": 0, "b": 80, "c": 200, "d": 420}, 100
    nominal = 0.925  # of 95 % percentile intervals from 60 blocks: docs/glossary.md says so too
    rng = np.random.default_rng(5)
    inside = np.zeros(4)
    for k in range(n):
        rated = rate(simulated(rng, strength, 50, 60, correlated), anchor="a", n_resamples=200, seed=k)
        rows = table(rated)
        inside += [*(rows["rating_low"][agent] <= strength[agent] <= rows["rating_high"][agent] for agent in "bcd"),
                   rated.seats["elo_low"][0] <= 25 <= rated.seats["elo_high"][0]]
    assert (inside >= n * nominal - 3 * math.sqrt(n * nominal * (1 - nominal))).all(), inside / n
    assert inside.sum() < 4 * n, "intervals that always hold are too wide"


def test_with_many_games_ratings_come_near_the_truth():
    strength = {"a": 0, "b": 100, "c": -150}
    rated = rate(simulated(np.random.default_rng(1), strength, 60, 3000), anchor="a", n_resamples=50)
    assert dict(table(rated)["rating"]) == pytest.approx(strength, abs=20)
    assert list(rated.agents["agent"]) == ["b", "a", "c"]
    assert rated.seats["elo"][0] == pytest.approx(30, abs=10)


# -- what must not matter ---------------------------------------------------------------------------------------------


def test_the_order_of_rows_and_the_numbers_of_games_do_not_matter():
    frame = simulated(np.random.default_rng(2), {"a": 0, "b": 100, "c": 150}, 20, 30)
    shuffled = frame.sample(frac=1, random_state=3).assign(game=lambda rows: 1000 - rows["game"])
    one, other = (rate(rows, anchor="b", n_resamples=100, seed=4) for rows in (frame, shuffled))
    pd.testing.assert_frame_equal(one.agents, other.agents)
    pd.testing.assert_frame_equal(one.seats, other.seats)


def test_another_anchor_moves_all_ratings_alike():
    frame = simulated(np.random.default_rng(2), {"a": 0, "b": 100, "c": 150}, 20, 30)
    one, other = (table(rate(frame, anchor=anchor, n_resamples=5))["rating"] for anchor in "ab")
    assert (one - other).to_numpy() == pytest.approx(one["b"], abs=1e-6)
    assert (one["a"], other["b"]) == (0, 0)


# -- no bound ---------------------------------------------------------------------------------------------------------


def test_who_won_everything_has_no_upper_bound():
    frame = rows_of(results("p", "x", "y", 20, 0, 0) + results("q", "y", "x", 0, 0, 20))
    rated = rate(frame, anchor="y", seed=1)
    row = table(rated).loc["x"]
    assert rated.swept == (("x", "y"),)
    # one shared block of two games is added to 40 won ones: 41 of 42 in each seat is half a game more
    assert row["rating"] == pytest.approx(logit(20.5 / 21), abs=0.5)
    assert row["rating_high"] == math.inf
    assert 200 < row["rating_low"] < row["rating"]
    row = table(rate(frame, anchor="x", seed=1)).loc["y"]
    assert row["rating_low"] == -math.inf
    assert -row["rating"] == pytest.approx(logit(20.5 / 21), abs=0.5)
    assert row["rating"] < row["rating_high"] < -200


def test_the_shared_block_touches_only_what_has_no_bound():
    bounded = results("p", "x", "y", 12, 0, 8) + results("q", "y", "x", 8, 0, 12)
    beaten = [game for k, strong in enumerate("xy") for game in
              results(f"s{k}", strong, "z", 20, 0, 0) + results(f"t{k}", "z", strong, 0, 0, 20)]
    rated = rate(rows_of(bounded + beaten), anchor="x", seed=1)
    assert rated.swept == (("x", "z"), ("y", "z"))
    rows = table(rated)
    assert rows["rating"]["y"] == pytest.approx(-logit(0.6), abs=5)
    assert np.isfinite([rows["rating_low"]["y"], rows["rating_high"]["y"]]).all()
    assert rows["rating_low"]["z"] == -math.inf


def test_a_single_share_that_a_resample_may_lack_leaves_the_interval_open():
    frame = rows_of(results("p", "x", "y", 19, 1, 0) + results("q", "y", "x", 0, 0, 20))
    rated = rate(frame, anchor="y", seed=1)
    assert rated.swept == ()
    row = table(rated).loc["x"]
    assert math.isfinite(row["rating"])
    assert row["rating_high"] == math.inf  # 40 blocks drawn of 40 leave one out in 36 % of resamples


def test_one_seat_that_wins_everything_does_not_spoil_the_ratings():
    frame = rows_of(results("p", "x", "y", 20, 0, 0) + results("q", "y", "x", 20, 0, 0))
    rated = rate(frame, anchor="x", n_resamples=50)
    assert list(rated.agents["rating"]) == pytest.approx([0, 0], abs=1e-6)
    assert rated.seats["elo"][0] > 300


@pytest.mark.parametrize(("frame", "anchor", "message"), [
    (rows_of(results("p", "x", "y", 3, 0, 2)).drop(columns="win"), "x", "lacks the columns win"),
    (rows_of(results("p", "x", "y", 3, 0, 2)), "z", "the anchor 'z' has no games; agents: x, y"),
    (rows_of(results("p", "x", "y", 3, 0, 2) + results("q", "v", "w", 3, 0, 2)), "x", "no games link 'v' with 'x'"),
])
def test_what_cannot_be_rated_is_refused(frame, anchor, message):
    with pytest.raises(ValueError, match=message):
        rate(frame, anchor=anchor)
