"""Sets of tiles as 32-bit masks. Portable C only: `popcnt` is not assumed, since wheels must run on every machine."""
from libc.stdint cimport uint32_t

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define HEIRS_LOWEST(x) ((int) __builtin_ctz(x))
    #else
    static int HEIRS_LOWEST(unsigned int x) { int i = 0; while (!(x & 1)) { x >>= 1; i++; } return i; }
    #endif
    """
    int lowest "HEIRS_LOWEST"(uint32_t mask) noexcept nogil     # index of the lowest bit; the mask is not empty


cdef inline uint32_t bit(int index) noexcept nogil:
    """The mask of one tile."""
    return <uint32_t> 1 << index


cdef inline int n_bits(uint32_t mask) noexcept nogil:
    """How many bits are set."""
    mask -= (mask >> 1) & <uint32_t> 0x55555555
    mask = (mask & <uint32_t> 0x33333333) + ((mask >> 2) & <uint32_t> 0x33333333)
    mask = (mask + (mask >> 4)) & <uint32_t> 0x0F0F0F0F
    return <int> ((mask * <uint32_t> 0x01010101) >> 24)


cdef inline int nth_bit(uint32_t mask, int n) noexcept nogil:
    """Index of the n-th set bit, the lowest being 0."""
    while n > 0:
        mask &= mask - 1
        n -= 1
    return lowest(mask)


cdef inline uint32_t turn_right(uint32_t word, int n) noexcept nogil:
    """Rotate right."""
    n &= 31
    return (word >> n) | (word << ((32 - n) & 31))
