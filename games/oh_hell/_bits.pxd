"""Sets of cards as 64-bit masks: one lane of sixteen bits a suit, the lowest rank lowest.

Portable C only: neither `popcnt` nor `pdep` is assumed, since wheels must run on every machine.
"""
from libc.stdint cimport uint64_t

from kingmaker.games._rng cimport rng_below, rng_next, rng_t

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define OH_LOWEST(x) ((int) __builtin_ctzll(x))
    #define OH_HIGHEST(x) (63 - (int) __builtin_clzll(x))
    #else
    static int OH_LOWEST(uint64_t x) { int i = 0; while (!(x & 1)) { x >>= 1; i++; } return i; }
    static int OH_HIGHEST(uint64_t x) { int i = 0; while (x >>= 1) i++; return i; }
    #endif
    """
    int lowest "OH_LOWEST"(uint64_t mask) noexcept nogil        # index of the lowest bit; the mask is not empty
    int highest "OH_HIGHEST"(uint64_t mask) noexcept nogil      # index of the highest bit; the mask is not empty

cdef enum:
    FEW = 12    # below this many cards a rejected guess costs more than counting to the wanted card


cdef inline int n_bits(uint64_t mask) noexcept nogil:
    """How many bits are set."""
    mask -= (mask >> 1) & <uint64_t> 0x5555555555555555
    mask = (mask & <uint64_t> 0x3333333333333333) + ((mask >> 2) & <uint64_t> 0x3333333333333333)
    mask = (mask + (mask >> 4)) & <uint64_t> 0x0F0F0F0F0F0F0F0F
    return <int> ((mask * <uint64_t> 0x0101010101010101) >> 56)


cdef inline int nth_bit(uint64_t mask, int n) noexcept nogil:
    """Index of the n-th set bit, the lowest being 0."""
    while n > 0:
        mask &= mask - 1
        n -= 1
    return lowest(mask)


cdef inline uint64_t lane(int suit) noexcept nogil:
    """All places of a suit."""
    return <uint64_t> 0xFFFF << (suit << 4)


cdef inline uint64_t deck_mask(int suits, int ranks) noexcept nogil:
    """The whole pack."""
    cdef int suit
    cdef uint64_t deck = 0
    for suit in range(suits):
        deck |= ((<uint64_t> 1 << ranks) - 1) << (suit << 4)
    return deck


cdef inline uint64_t below_highest(uint64_t mask) noexcept nogil:
    """In each lane: its highest set bit and all below."""
    mask |= (mask >> 1) & <uint64_t> 0x7FFF7FFF7FFF7FFF
    mask |= (mask >> 2) & <uint64_t> 0x3FFF3FFF3FFF3FFF
    mask |= (mask >> 4) & <uint64_t> 0x0FFF0FFF0FFF0FFF
    return mask | ((mask >> 8) & <uint64_t> 0x00FF00FF00FF00FF)


cdef inline uint64_t draw_few(uint64_t pool, int n_pool, int n, rng_t* rng) noexcept nogil:
    """As `draw_cards`, by counting: any pool."""
    cdef uint64_t left = pool
    while n > 0:
        left ^= <uint64_t> 1 << nth_bit(left, <int> rng_below(rng, n_pool))
        n_pool -= 1
        n -= 1
    return pool ^ left


cdef inline uint64_t draw_many(uint64_t pool, int n, rng_t* rng) noexcept nogil:
    """As `draw_cards`, by guessing places and keeping those that hold a card: quick while the pool is large."""
    cdef uint64_t left = pool, word, hit
    cdef int _i
    while True:
        word = rng_next(rng)
        for _i in range(10):    # ten places of six bits in a word
            hit = left & (<uint64_t> 1 << (word & 63))
            left ^= hit
            n -= hit != 0
            if n == 0:
                return pool ^ left
            word >>= 6


cdef inline uint64_t draw_cards(uint64_t pool, int n_pool, int n, rng_t* rng) noexcept nogil:
    """A uniformly random subset of n of the n_pool cards in the pool."""
    if n <= 0:
        return 0
    if n + n > n_pool:      # what stays behind is a uniformly random subset just as well, and smaller
        n = n_pool - n
        if n == 0:
            return pool
        return pool ^ (draw_few(pool, n_pool, n, rng) if n_pool < FEW else draw_many(pool, n, rng))
    return draw_few(pool, n_pool, n, rng) if n_pool < FEW else draw_many(pool, n, rng)
