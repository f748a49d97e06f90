"""numpy's SeedSequence in C, for the streams of decisions: the same numbers without a Python object for each.

The hash is O'Neill's seed_seq ("Simple portable C++ seed entropy", 2015) as numpy fixes it (NEP 19): `hash_word` and
`mix_words` stir the entropy, then the branch's key, into a pool of four words; the pool is hashed again on the way out.
"""
from libc.stdint cimport uint32_t, uint64_t

from kingmaker.games._rng cimport rng_t

cdef enum:
    POOL = 4


cdef inline uint32_t hash_word(uint32_t value, uint32_t* state, uint32_t factor) noexcept nogil:
    """Hash one word; the constant moves on with each."""
    value ^= state[0]
    state[0] *= factor
    value *= state[0]
    return value ^ (value >> 16)


cdef inline uint32_t mix_words(uint32_t x, uint32_t y) noexcept nogil:
    """Stir a hashed word into another."""
    cdef uint32_t mixed = x * <uint32_t> 0xCA01F9DD - y * <uint32_t> 0x4973F715
    return mixed ^ (mixed >> 16)


cdef inline void stir(uint32_t* pool, uint32_t* state, uint32_t word) noexcept nogil:
    """Add a word to all of the pool."""
    cdef int i
    for i in range(POOL):
        pool[i] = mix_words(pool[i], hash_word(word, state, <uint32_t> 0x931E8875))


cdef inline void seed_branch(rng_t* rng, uint64_t seed, uint32_t first, uint32_t second,
                             uint32_t third) noexcept nogil:
    """Fill a stream as `seed_stream(rng, branch(seed, first, second, third))` does."""
    cdef uint32_t pool[POOL]
    cdef uint32_t out[4]
    cdef uint32_t state = 0x43B0D7E5
    cdef int i, j
    pool[0] = <uint32_t> seed
    pool[1] = <uint32_t> (seed >> 32)
    pool[2] = pool[3] = 0
    for i in range(POOL):
        pool[i] = hash_word(pool[i], &state, <uint32_t> 0x931E8875)
    for i in range(POOL):
        for j in range(POOL):
            if i != j:
                pool[j] = mix_words(pool[j], hash_word(pool[i], &state, <uint32_t> 0x931E8875))
    stir(pool, &state, first)
    stir(pool, &state, second)
    stir(pool, &state, third)
    state = <uint32_t> 0x8B51F9DD
    for i in range(POOL):
        out[i] = hash_word(pool[i], &state, <uint32_t> 0x58F38DED)
    rng.s0 = out[0] | <uint64_t> out[1] << 32
    rng.s1 = out[2] | <uint64_t> out[3] << 32
    if rng.s0 == 0 and rng.s1 == 0:     # as seed_stream: the one state that the generator never leaves
        rng.s0 = 1
