"""The generator: golden values, uniform draws, streams that nobody else touches."""
import pickle
from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingmaker.games import Rng
from kingmaker.games._rng import _restore_rng
from kingmaker.games.check.chisquare import uniform_fit

MASK = 2**64 - 1
# xoroshiro128++ from the state (1, 2): the vector that the authors' C code gives
GOLDEN = [393217, 669327710093319, 1732421326133921491, 11394790081659126983, 9555452776773192676,
          3586421180005889563, 1691397964866707553, 10735626796753111697, 15216282715349408991, 14247243556711267923]


def rotate(x, k):
    return ((x << k) | (x >> (64 - k))) & MASK


def reference(s0, s1):
    """Yield the generator's outputs, written down once more in plain Python."""
    while True:
        yield (rotate((s0 + s1) & MASK, 17) + s0) & MASK
        s1 ^= s0
        s0, s1 = rotate(s0, 49) ^ s1 ^ ((s1 << 21) & MASK), rotate(s1, 28)


def test_reference_gives_the_golden_values():
    stream = reference(1, 2)
    assert [next(stream) for _ in GOLDEN] == GOLDEN


def test_golden_values():
    rng = _restore_rng(1, 2)
    assert [rng.random() for _ in GOLDEN] == [(value >> 11) * 2.0**-53 for value in GOLDEN]


@given(st.integers(0, MASK), st.integers(1, MASK), st.integers(1, 2**32 - 1))
def test_bounded_draws_follow_lemire(s0, s1, n):
    """The upper half of (32 random bits times n), drawn again while the lower half is under 2**32 mod n."""
    rng, stream = _restore_rng(s0, s1), reference(s0, s1)
    for _ in range(5):
        product = (next(stream) >> 32) * n
        while product % 2**32 < 2**32 % n:
            product = (next(stream) >> 32) * n
        assert rng.below(n) == product >> 32


def test_seed_words_are_those_of_seed_sequence():
    for seed in (0, 7, np.int64(7), 10**30):
        s0, s1 = (int(word) for word in np.random.SeedSequence(int(seed)).generate_state(2, np.uint64))
        assert Rng(seed).__reduce__()[1] == (s0, s1)


def test_same_seed_same_draws_and_other_seed_other_draws():
    assert Rng(5).draws(20, 1000) == Rng(5).draws(20, 1000)
    assert Rng(5).draws(20, 1000) == Rng(np.random.SeedSequence(5)).draws(20, 1000)
    assert Rng(5).draws(20, 1000) != Rng(6).draws(20, 1000)


def test_spawned_children_differ_and_are_not_spawned_from_again():
    sequence = np.random.SeedSequence(5)
    first, second = sequence.spawn(2)
    assert Rng(first).draws(20, 1000) != Rng(second).draws(20, 1000)
    assert sequence.n_children_spawned == 2
    assert Rng(first).draws(5, 1000) == Rng(first).draws(5, 1000)


@pytest.mark.parametrize("seed", [-1, 1.5, "7", None, True])
def test_bad_seed_is_refused(seed):
    with pytest.raises(ValueError, match="whole number from 0 or a SeedSequence"):
        Rng(seed)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 52, 1000])
def test_below_is_uniform(n):
    counts = Counter(Rng(11).draws(max(20_000, 20 * n), n))
    assert set(counts) <= set(range(n))
    assert uniform_fit([counts[i] for i in range(n)]).p > 1e-4


@pytest.mark.parametrize("n", [0, -1, 2**32])
def test_below_refuses_bad_bounds(n):
    with pytest.raises(ValueError, match="1 <= n"):
        Rng(1).below(n)


def test_below_reaches_both_ends_of_a_large_range():
    drawn = Rng(2).draws(20_000, 2**32 - 1)
    assert min(drawn) < 2**20
    assert max(drawn) > 2**32 - 2**20


def test_random_is_uniform_on_the_unit_interval():
    rng = Rng(3)
    drawn = [rng.random() for _ in range(20_000)]
    assert all(0 <= x < 1 for x in drawn)
    counts = Counter(int(x * 50) for x in drawn)
    assert uniform_fit([counts[i] for i in range(50)]).p > 1e-4


def test_all_orders_of_four_are_equally_likely():
    rng, counts = Rng(4), Counter()
    for _ in range(24_000):
        items = list("abcd")
        rng.shuffle(items)
        counts[tuple(items)] += 1
    assert set(counts) == set(permutations("abcd"))
    assert uniform_fit(list(counts.values())).p > 1e-4


@given(st.lists(st.integers()), st.integers(0, 2**32))
def test_shuffle_keeps_the_items(items, seed):
    shuffled = list(items)
    Rng(seed).shuffle(shuffled)
    assert sorted(shuffled) == sorted(items)


def test_shuffle_refuses_what_it_cannot_change():
    with pytest.raises(TypeError, match="expected a list, got tuple"):
        Rng(1).shuffle((1, 2))


def test_choice_is_uniform_and_refuses_nothing_to_choose_from():
    rng = Rng(5)
    counts = Counter(rng.choice("xyz") for _ in range(9000))
    assert uniform_fit([counts[item] for item in "xyz"]).p > 1e-4
    with pytest.raises(ValueError, match="1 <= n"):
        rng.choice([])


def test_pickled_stream_goes_on_where_it_was():
    rng = Rng(6)
    rng.draws(10, 10)
    copy = pickle.loads(pickle.dumps(rng))
    assert copy.draws(50, 1000) == rng.draws(50, 1000)


def test_streams_do_not_touch_each_other_or_the_global_ones():
    before = np.random.get_state()[1].tolist()
    first, second = Rng(7), Rng(7)
    first.draws(100, 10)
    assert second.draws(5, 1000) == Rng(7).draws(5, 1000)
    assert np.random.get_state()[1].tolist() == before
