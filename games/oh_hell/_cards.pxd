"""Sets of cards as masks: one lane of sixteen bits a suit, the lowest rank lowest."""
from libc.stdint cimport uint64_t

from kingmaker.games._rng cimport rng_below, rng_next, rng_t
from kingmaker.games.core._bits cimport nth_bit

cdef enum:
    FEW = 12    # below this many cards a rejected guess costs more than counting to the wanted card


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
