"""Sets of up to 64 things as masks.

Portable C with one short cut: on x86-64 a module that is loaded looks whether the processor has `popcnt` and `pdep`,
and takes them. Wheels run on machines without, and everything stays inlined; the results are the same.
KINGMAKER_WIDE=none keeps to portable C, as it does to the plain modules (`kingmaker/wide.py`).
"""
from libc.stdint cimport uint32_t, uint64_t

from kingmaker.games._rng cimport rng_below, rng_t

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define BITS_LOWEST(x) ((int) __builtin_ctzll(x))
    #define BITS_HIGHEST(x) (63 - (int) __builtin_clzll(x))
    #else
    static int BITS_LOWEST(uint64_t x) { int i = 0; while (!(x & 1)) { x >>= 1; i++; } return i; }
    static int BITS_HIGHEST(uint64_t x) { int i = 0; while (x >>= 1) i++; return i; }
    #endif

    #if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
    #include <stdlib.h>
    #include <string.h>
    static int bits_counts, bits_deposits;
    __attribute__((constructor)) static void bits_look(void) {
        const char* wish = getenv("KINGMAKER_WIDE");
        if (wish && !strcmp(wish, "none")) return;
        __builtin_cpu_init();
        bits_counts = __builtin_cpu_supports("popcnt") != 0;
        bits_deposits = __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("amdfam17h");   /* there it takes longer */
    }
    static inline int BITS_POPCNT(uint64_t x) {
        uint64_t n;
        __asm__ ("popcnt %1, %0" : "=r" (n) : "r" (x) : "cc");
        return (int) n;
    }
    static inline uint64_t BITS_PDEP(uint64_t x, uint64_t mask) {
        uint64_t y;
        __asm__ ("pdep %2, %1, %0" : "=r" (y) : "r" (x), "r" (mask));
        return y;
    }
    #define BITS_COUNTS __builtin_expect(bits_counts, 1)
    #define BITS_DEPOSITS __builtin_expect(bits_deposits, 1)
    #else
    #define BITS_COUNTS 0
    #define BITS_DEPOSITS 0
    #define BITS_POPCNT(x) 0
    #define BITS_PDEP(x, mask) 0
    #endif
    """
    int lowest "BITS_LOWEST"(uint64_t mask) noexcept nogil      # index of the lowest bit; the mask is not empty
    int highest "BITS_HIGHEST"(uint64_t mask) noexcept nogil    # index of the highest bit; the mask is not empty
    bint _COUNTS "BITS_COUNTS"              # whether the processor counts bits,
    bint _DEPOSITS "BITS_DEPOSITS"          # and puts bits where a mask has its own
    int _popcnt "BITS_POPCNT"(uint64_t mask) noexcept nogil
    uint64_t _pdep "BITS_PDEP"(uint64_t bits, uint64_t mask) noexcept nogil


cdef inline uint64_t bit(int index) noexcept nogil:
    """The set of one thing."""
    return <uint64_t> 1 << index


cdef inline int n_bits(uint64_t mask) noexcept nogil:
    """How many bits are set."""
    if _COUNTS:
        return _popcnt(mask)
    mask -= (mask >> 1) & <uint64_t> 0x5555555555555555
    mask = (mask & <uint64_t> 0x3333333333333333) + ((mask >> 2) & <uint64_t> 0x3333333333333333)
    mask = (mask + (mask >> 4)) & <uint64_t> 0x0F0F0F0F0F0F0F0F
    return <int> ((mask * <uint64_t> 0x0101010101010101) >> 56)


cdef inline int nth_bit(uint64_t mask, int n) noexcept nogil:
    """Index of the n-th set bit, the lowest being 0."""
    if _DEPOSITS:
        return lowest(_pdep(<uint64_t> 1 << n, mask))
    while n > 0:
        mask &= mask - 1
        n -= 1
    return lowest(mask)


cdef inline int any_bit(uint64_t mask, rng_t* rng) noexcept nogil:
    """Index of a random set bit; the mask is not empty."""
    return nth_bit(mask, <int> rng_below(rng, <unsigned int> n_bits(mask)))


cdef inline uint64_t draw_some(uint64_t* pool, int n, rng_t* rng) noexcept nogil:
    """Take n random members out of the pool, every set of n equally likely; the pool has at least n."""
    cdef uint64_t left = pool[0], before = left
    cdef int size = n_bits(left)
    if n >= size:
        pool[0] = 0
        return before
    while n > 0:
        left ^= bit(nth_bit(left, <int> rng_below(rng, <unsigned int> size)))
        size -= 1
        n -= 1
    pool[0] = left
    return before ^ left


cdef inline uint32_t turn_right(uint32_t word, int n) noexcept nogil:
    """Rotate right."""
    n &= 31
    return (word >> n) | (word << ((32 - n) & 31))


cdef inline uint64_t stir(uint64_t h, uint64_t x) noexcept nogil:
    """Fold 64 bits into a hash (a multiplication by the golden ratio and a shift)."""
    h = (h ^ x) * <uint64_t> 0x9E3779B97F4A7C15
    return h ^ (h >> 29)
