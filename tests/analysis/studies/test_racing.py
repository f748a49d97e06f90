"""Which table to play next: what is surely outside is dropped, the rest plays on, and what is settled holds."""
import numpy as np
import pytest

from kingmaker.analysis.studies.racing import MOST_TABLES, Played, blocks_wanted, next_values, race, within

RANGE = [(cost,) for cost in range(28)]


def test_a_table_between_two_that_are_off_is_the_likeliest():
    played = [Played((0,), 3.0, 0.3, 100), Played((20,), -3.0, 0.3, 100)]
    apart, chance = within(played, RANGE)
    assert abs(apart[10]) < 0.2
    assert chance.argmax() in (9, 10, 11)
    assert chance[0] < 1e-6
    assert apart[:21:5].tolist() == sorted(apart[:21:5], reverse=True)


def test_what_was_played_is_believed_by_its_error():
    (sure, vague), chance = within([Played((0,), 2.0, 0.01, 900), Played((27,), 2.0, 5.0, 9)], [(0,), (27,)])
    assert sure == pytest.approx(2.0, abs=0.01)
    assert 0 < vague < 2
    assert chance[0] < 1e-6
    assert chance[1] > 0.1


def test_verdicts_by_hand():
    """t(0.975) with 99 degrees of freedom is 1.984; the test of being within asks for 2.365 errors of room."""
    assert Played((0,), 1.0 + 1.99, 1.0, 100).is_beyond
    assert not Played((0,), 1.0 + 1.98, 1.0, 100).is_beyond
    assert Played((0,), -0.5, 0.5 / 2.37, 100).is_within
    assert not Played((0,), -0.5, 0.5 / 2.36, 100).is_within


def test_how_many_blocks_are_wanted():
    """(2.326 + 0.842) errors of room: 100 * (0.2 * 3.168 / 0.5)^2 = 160.6."""
    assert blocks_wanted(Played((0,), 0.5, 0.2, 100)) == 161
    assert blocks_wanted(Played((0,), 1.5, 0.2, 100)) == np.inf


def test_of_tables_that_are_as_likely_the_smallest_change_is_taken():
    flat = [Played((10,), 1.5, 0.2, 100), Played((0,), 1.5, 0.5, 100), Played((27,), -40.0, 0.5, 100)]
    assert next_values(flat, RANGE)[0] in range(11, 14)
    assert next_values([Played((10,), 9.0, 0.1, 100)], [(10,)]) is None


def simulated(truth, seed, asked=None):
    """Return what plays a table: each deal's noise is the same for all tables, and some of its own."""
    rng = np.random.default_rng(seed)
    common = rng.normal(0, 5, 4000)

    def play(values, deals):
        own = np.random.default_rng([seed, *values]).normal(0, 5, 4000)
        rows = truth(*values) + (common + own)[:deals]
        if asked is not None:
            asked.append((values, deals))
        return Played(values, rows.mean(), rows.std(ddof=1) / deals**0.5, deals)

    return play


def test_a_piece_too_good_is_found_a_price_that_holds():
    """Worth hardly falls until 12 and fast from there on, as where a price can no longer be paid."""
    def truth(cost):
        return 3 - 0.05 * cost - max(cost - 12, 0) * 0.6

    ends = [race((0,), RANGE, simulated(truth, seed), first=100, deals=1600) for seed in range(30)]
    found = [truth(*values) for values, why in ends if why == "surely within the margin"]
    assert len(found) >= 27
    assert np.mean([abs(one) <= 1 for one in found]) >= 0.95
    assert all(values is not None for values, _ in ends)


def test_deals_go_to_what_may_be_within():
    asked = []
    race((0,), RANGE, simulated(lambda cost: 3 - 0.3 * cost, 1, asked), first=100, deals=1600)
    assert asked[:2] == [((0,), 100), ((27,), 100)]
    deepest = {values: max(deals for other, deals in asked if other == values) for values, _ in asked}
    assert all(6 < values[0] < 14 for values, deals in deepest.items() if deals > 200)
    assert len(deepest) <= MOST_TABLES


def test_two_knobs():
    values = [(a, b) for a in range(13) for b in range(4)]
    best, why = race((0, 0), values, simulated(lambda a, b: 3 - 0.25 * a - 0.5 * b, 3), first=200, deals=3200)
    assert why == "surely within the margin"
    assert abs(3 - 0.25 * best[0] - 0.5 * best[1]) <= 1


def test_nothing_helps():
    best, why = race((0,), RANGE, simulated(lambda cost: 30 - 0.1 * cost, 1), first=100, deals=400)
    assert best is None or why == "no more deals allowed"
