"""The generator's Python face, for set-up code, for games written in Python and for tests."""
from collections.abc import MutableSequence

from libc.stdint cimport uint32_t

import numpy as np


cdef int seed_stream(rng_t* rng, object seed) except -1:
    """Fill a stream from a whole number or a SeedSequence (kept as it is, nothing is spawned)."""
    if not isinstance(seed, np.random.SeedSequence):
        if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
            raise ValueError(f"seed: expected a whole number from 0 or a SeedSequence, got {seed!r}")
        seed = np.random.SeedSequence(int(seed))
    words = seed.generate_state(2, np.uint64)
    rng.s0 = int(words[0])
    rng.s1 = int(words[1])
    if rng.s0 == 0 and rng.s1 == 0:  # the one state that xoroshiro never leaves
        rng.s0 = 1
    return 0


cdef class Rng:
    """One stream of random numbers.

    Parameters
    ----------
    seed : int or numpy.random.SeedSequence
        The same seed gives the same draws on every machine.

    Examples
    --------
    >>> rng = Rng(7)
    >>> [rng.below(6) for _ in range(5)] == [Rng(7).below(6)] + [rng2 for rng2 in Rng(7).draws(5, 6)][1:]
    True
    """

    def __cinit__(self, seed=0):
        self.stream = &self.own

    def __init__(self, seed=0):
        seed_stream(&self.own, seed)

    cdef Rng borrow(self, rng_t* stream):
        self.stream = stream
        return self

    def below(self, n):
        """Return a uniform whole number in [0, n)."""
        if not 1 <= n < 2**32:
            raise ValueError(f"below(n): expected 1 <= n < 2**32, got {n!r}")
        return rng_below(self.stream, <uint32_t> n)

    def draws(self, count, n):
        """Return `count` uniform whole numbers in [0, n)."""
        return [self.below(n) for _ in range(count)]

    def random(self):
        """Return a uniform number in [0, 1)."""
        return rng_double(self.stream)

    def shuffle(self, items):
        """Put a list in a uniformly random order, in place."""
        if not isinstance(items, MutableSequence):
            raise TypeError(f"shuffle: expected a list, got {type(items).__name__}")
        for i in range(len(items) - 1, 0, -1):
            j = rng_below(self.stream, <uint32_t> (i + 1))
            items[i], items[j] = items[j], items[i]

    def choice(self, items):
        """Return one item of a non-empty sequence."""
        return items[self.below(len(items))]

    def __reduce__(self):
        return _restore_rng, (self.stream.s0, self.stream.s1)


def _restore_rng(s0, s1):
    cdef Rng rng = Rng(0)
    rng.own.s0 = s0
    rng.own.s1 = s1
    return rng
