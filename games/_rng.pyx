"""The generator's Python face, for set-up code, for games written in Python and for tests."""
from collections.abc import Mapping, MutableSequence, Set

from libc.stdint cimport int64_t, uint32_t, uint64_t

from kingmaker.games._checks cimport as_whole, check_whole

import numpy as np

from kingmaker.errors import shown
from kingmaker.games.errors import KingmakerError


cdef int seed_stream(rng_t* rng, object seed) except -1:
    """Fill a stream from a whole number or a SeedSequence (kept as it is, nothing is spawned)."""
    if not isinstance(seed, np.random.SeedSequence):
        if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
            raise ValueError(f"seed: expected a whole number from 0 or a SeedSequence, got {shown(seed)}")
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
        self.own.s0 = 1     # a stream from birth, seeded or not: no draw ends in the state that 0, 0 never leaves

    def __init__(self, seed=0):
        seed_stream(&self.own, seed)

    cdef Rng borrow(self, rng_t* stream):
        self.stream = stream
        return self

    cdef int give_back(self) except -1:
        """End a loan: who kept this object draws from a copy from now on, not from memory that may be gone."""
        self.own = self.stream[0]
        self.stream = &self.own
        return 0

    def below(self, n):
        """Return a uniform whole number in [0, n)."""
        cdef int64_t bound = as_whole(n, 1, 1LL << 32)
        if bound < 0:
            raise KingmakerError(f"below(n): expected 1 <= n < 2**32, got {shown(n)}")
        return rng_below(self.stream, <uint32_t> bound)

    def draws(self, count, n):
        """Return `count` uniform whole numbers in [0, n)."""
        return [self.below(n) for _ in range(check_whole(count, "draws: expected a count", 0, 1LL << 32))]

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
        if isinstance(items, (Mapping, Set)):
            raise TypeError(f"choice: expected a sequence, got {type(items).__name__}")
        return items[self.below(len(items))]

    def __reduce__(self):
        return _restore_rng, (self.stream.s0, self.stream.s1)


def _restore_rng(uint64_t s0, uint64_t s1):
    cdef Rng rng = Rng(0)
    if s0 == 0 and s1 == 0:
        raise KingmakerError("Rng: expected a state that is not 0, 0: the generator never leaves that")
    rng.own.s0 = s0
    rng.own.s1 = s1
    return rng
