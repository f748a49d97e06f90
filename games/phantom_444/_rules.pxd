"""Phantom (4,4,4): four in a row on a 4x4 board, each player seeing only his own stones.

Rules are C: a struct of bitboards and inline functions. Numbers in comments are those of README.md.
Cell `row * size + column` is bit `1 << cell`.
"""
from libc.stdint cimport int8_t, int64_t, uint16_t, uint32_t

from kingmaker.games._rng cimport rng_below, rng_next, rng_t

cdef enum:
    RUNNING = -1    # status of an unfinished game; a winner's status is his number
    DRAW = 2


cdef struct PhantomC:
    uint16_t stones[2]
    uint16_t known[2]   # the opponent's stones that this player has found by naming their cells
    int8_t size         # 4, or 3 for the small board
    int8_t to_move      # cache: 0 when both have equally many stones, else 1
    int8_t status       # cache: RUNNING, 0, 1 or DRAW
    int8_t was_occupied  # what the last action met; a report to its mover, no part of the position


cdef inline int count_bits(uint32_t bits) noexcept nogil:
    """How many of 32 bits are set, by adding neighbours in parallel."""
    bits = bits - ((bits >> 1) & 0x55555555u)
    bits = (bits & 0x33333333u) + ((bits >> 2) & 0x33333333u)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0Fu
    return <int> ((bits * 0x01010101u) >> 24)


cdef inline int nth_bit(uint32_t bits, int n) noexcept nogil:
    """The number of the n-th set bit, counted from 0; there must be more than n."""
    cdef int _i
    for _i in range(n):
        bits &= bits - 1
    return count_bits((bits & (~bits + 1)) - 1)


cdef inline uint16_t phantom_cells(const PhantomC* s) noexcept nogil:
    """All cells of the board."""
    return 0xFFFF if s.size == 4 else 0x1FF


cdef inline bint has_line(uint32_t b, int size) noexcept nogil:
    """Rule 4: whether a row, a column or a diagonal is full of these stones."""
    if size == 4:
        return ((b & (b >> 1) & (b >> 2) & (b >> 3) & 0x1111) != 0
                or (b & (b >> 4) & (b >> 8) & (b >> 12) & 0x000F) != 0
                or (b & 0x8421) == 0x8421 or (b & 0x1248) == 0x1248)
    return ((b & (b >> 1) & (b >> 2) & 0x049) != 0 or (b & (b >> 3) & (b >> 6) & 0x007) != 0
            or (b & 0x111) == 0x111 or (b & 0x054) == 0x054)


cdef inline void phantom_refresh(PhantomC* s) noexcept nogil:
    """Fill the caches from the stones; rules 1, 4 and 5."""
    cdef int p
    s.to_move = count_bits(s.stones[0]) != count_bits(s.stones[1])
    s.status = RUNNING
    for p in range(2):
        if has_line(s.stones[p], s.size):
            s.status = <int8_t> p
    if s.status == RUNNING and (s.stones[0] | s.stones[1]) == phantom_cells(s):
        s.status = DRAW


cdef inline uint32_t phantom_legal(const PhantomC* s) noexcept nogil:
    """Rule 2: every cell that the mover does not know to be occupied."""
    return phantom_cells(s) & ~<uint32_t> (s.stones[s.to_move] | s.known[s.to_move])


cdef inline void phantom_apply(PhantomC* s, int cell) noexcept nogil:
    """Rule 3: an occupied cell is found and the turn kept; on an empty one the stone stays."""
    cdef int p = s.to_move
    cdef uint16_t bit = <uint16_t> (1 << cell)
    s.was_occupied = (s.stones[1 - p] & bit) != 0
    if s.was_occupied:
        s.known[p] |= bit
        return
    s.stones[p] |= bit
    s.to_move = <int8_t> (1 - p)
    if has_line(s.stones[p], s.size):
        s.status = <int8_t> p
    elif (s.stones[0] | s.stones[1]) == phantom_cells(s):
        s.status = DRAW


# -- worlds -------------------------------------------------------------------------------------------------

cdef inline uint32_t phantom_unseen(const PhantomC* s, int observer) noexcept nogil:
    """The cells of which the observer does not know whether the opponent holds them."""
    return phantom_cells(s) & ~<uint32_t> (s.stones[observer] | s.known[observer])


cdef inline int phantom_n_unfound(const PhantomC* s, int observer) noexcept nogil:
    """How many of the opponent's stones the observer has not found; turns alternate, so he can count them."""
    return count_bits(s.stones[1 - observer]) - count_bits(s.known[observer])


cdef inline void phantom_become(PhantomC* s, int observer, uint32_t unfound, uint32_t bumped) noexcept nogil:
    """Put the opponent's unfound stones there, and let him know these of the observer's stones."""
    s.stones[1 - observer] = s.known[observer] | <uint16_t> unfound
    s.known[1 - observer] = <uint16_t> bumped
    if observer != s.to_move:
        s.was_occupied = 0      # the opponent's report is not the observer's to know


cdef inline uint32_t draw_cells(uint32_t cells, int n, rng_t* rng) noexcept nogil:
    """n of these cells, every choice equally likely."""
    cdef uint32_t drawn = 0
    cdef int left = count_bits(cells)
    while n > 0:
        drawn |= 1u << nth_bit(cells & ~drawn, <int> rng_below(rng, <uint32_t> left))
        left -= 1
        n -= 1
    return drawn


cdef inline void phantom_determinize(PhantomC* s, int observer, rng_t* rng) noexcept nogil:
    """Draw until the opponent has no line (he would have won). The truth is one of at most 792 choices, so it ends."""
    cdef uint32_t cells = phantom_unseen(s, observer), unfound
    cdef int n = phantom_n_unfound(s, observer)
    while True:
        unfound = draw_cells(cells, n, rng)
        if not has_line(s.known[observer] | unfound, s.size):
            break
    phantom_become(s, observer, unfound, <uint32_t> rng_next(rng) & s.stones[observer])


cdef inline uint32_t spread(uint32_t packed, uint32_t cells) noexcept nogil:
    """Lay the low bits of `packed` on the set bits of `cells`, lowest first."""
    cdef uint32_t out = 0
    while packed:
        if packed & 1:
            out |= cells & (~cells + 1)
        cells &= cells - 1
        packed >>= 1
    return out


cdef inline int64_t phantom_scan(const PhantomC* s, int observer, int64_t wanted, uint32_t* found) noexcept nogil:
    """Count the placements of the unfound stones, ascending; stop at number `wanted` (-1: never) and give it."""
    cdef uint32_t cells = phantom_unseen(s, observer), packed, low, ripple, unfound
    cdef int n = phantom_n_unfound(s, observer)
    cdef uint32_t end = 1u << count_bits(cells)
    cdef int64_t count = 0
    packed = (1u << n) - 1
    while packed < end:
        unfound = spread(packed, cells)
        if not has_line(s.known[observer] | unfound, s.size):
            if count == wanted:
                found[0] = unfound
                return count
            count += 1
        if packed == 0:
            break
        low = packed & (~packed + 1)    # the next larger number with as many bits set
        ripple = packed + low
        packed = ripple | (((packed ^ ripple) >> 2) >> count_bits(low - 1))
    return count
