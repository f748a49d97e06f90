"""The generator: xoroshiro128++ by value, so that every stream is a variable of its owner.

Blackman & Vigna, "Scrambled linear pseudorandom number generators" (2021); bounded draws by
Lemire, "Fast random integer generation in an interval" (2019). Inlined: one draw is about a nanosecond.
"""
from libc.stdint cimport int32_t, uint32_t, uint64_t


cdef struct rng_t:
    uint64_t s0
    uint64_t s1


cdef inline uint64_t rng_next(rng_t* rng) noexcept nogil:
    """Sixty-four uniform bits."""
    cdef uint64_t s0 = rng.s0, s1 = rng.s1, total = s0 + s1
    cdef uint64_t result = ((total << 17) | (total >> 47)) + s0
    s1 ^= s0
    rng.s0 = ((s0 << 49) | (s0 >> 15)) ^ s1 ^ (s1 << 21)
    rng.s1 = (s1 << 28) | (s1 >> 36)
    return result


cdef inline uint32_t rng_below(rng_t* rng, uint32_t n) noexcept nogil:
    """A uniform whole number in [0, n); n must be at least 1. Exact: the biased products are drawn again."""
    cdef uint64_t product = (rng_next(rng) >> 32) * <uint64_t> n
    cdef uint32_t low = <uint32_t> product, threshold
    if low < n:
        threshold = (<uint32_t> 0 - n) % n
        while low < threshold:
            product = (rng_next(rng) >> 32) * <uint64_t> n
            low = <uint32_t> product
    return <uint32_t> (product >> 32)


cdef inline double rng_double(rng_t* rng) noexcept nogil:
    """A uniform number in [0, 1) with 53 bits."""
    return <double> (rng_next(rng) >> 11) * (1.0 / 9007199254740992.0)


cdef inline void rng_shuffle(rng_t* rng, int32_t* items, int n) noexcept nogil:
    """Fisher-Yates: every order of the n items is equally likely."""
    cdef int i, j
    cdef int32_t item
    for i in range(n - 1, 0, -1):
        j = <int> rng_below(rng, <uint32_t> (i + 1))
        item = items[i]
        items[i] = items[j]
        items[j] = item


cdef class Rng:
    cdef rng_t own          # the stream, when this object owns one
    cdef rng_t* stream      # where draws come from: `own`, or an engine's stream for the length of one call
    cdef Rng borrow(self, rng_t* stream)
    cdef int give_back(self) except -1


cdef int seed_stream(rng_t* rng, object seed) except -1
