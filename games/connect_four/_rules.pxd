"""Connect four: two bitboards. Cell 7 * column + row, row 0 at the bottom; row 6 of each column stays empty.

The empty seventh row keeps shifted rows and diagonals from running into the next column.
Rules are C: a struct and inline functions. Numbers in comments are those of README.md.
"""
from libc.stdint cimport int8_t, int32_t, uint64_t

from kingmaker.games._rng cimport rng_below, rng_t

cdef enum:
    N_COLUMNS = 7
    N_ROWS = 6
    N_CELLS = 42
    STEP = 7            # cells from one column to the next
    NOBODY = -1


cdef struct ConnectFourC:
    uint64_t discs[2]   # each player's cells
    int8_t n_discs
    int8_t winner       # cache: who has four in a row, or NOBODY


cdef inline uint64_t c4_bottom(int column) noexcept nogil:
    return <uint64_t> 1 << (STEP * column)


cdef inline uint64_t c4_column(int column) noexcept nogil:
    """The six cells of a column."""
    return <uint64_t> 0x3F << (STEP * column)


cdef inline uint64_t c4_bottom_row() noexcept nogil:
    return <uint64_t> 0x40810204081


cdef inline uint64_t c4_board() noexcept nogil:
    """All 42 cells: 63 times each bottom cell sets the six of its column."""
    return c4_bottom_row() * 63


cdef inline void c4_clear(ConnectFourC* s) noexcept nogil:
    """Rule 1: an empty board."""
    s.discs[0] = s.discs[1] = 0
    s.n_discs = 0
    s.winner = NOBODY


cdef inline bint c4_four_along(uint64_t discs, int step) noexcept nogil:
    """Four discs, each `step` cells from the next."""
    cdef uint64_t pairs = discs & (discs >> step)
    return (pairs & (pairs >> (2 * step))) != 0


cdef inline bint c4_has_four(uint64_t discs) noexcept nogil:
    """Rule 3: upright, level, rising or falling."""
    return (c4_four_along(discs, 1) or c4_four_along(discs, STEP) or c4_four_along(discs, STEP + 1)
            or c4_four_along(discs, STEP - 1))


cdef inline uint64_t c4_completing_along(uint64_t discs, int step) noexcept nogil:
    """Cells that make four with three of these discs, each `step` cells from the next."""
    cdef uint64_t below = discs << step, above = discs >> step
    cdef uint64_t two_below = below & (discs << (2 * step)), two_above = above & (discs >> (2 * step))
    return ((two_below & (discs << (3 * step))) | (two_above & (discs >> (3 * step)))
            | (two_below & above) | (two_above & below))


cdef inline uint64_t c4_completing(const ConnectFourC* s, int player) noexcept nogil:
    """The empty cells where a disc of this player would make four, whether or not it can be dropped there now."""
    cdef uint64_t discs = s.discs[player]
    return ((c4_completing_along(discs, 1) | c4_completing_along(discs, STEP)
             | c4_completing_along(discs, STEP + 1) | c4_completing_along(discs, STEP - 1))
            & c4_board() & ~(s.discs[0] | s.discs[1]))


cdef inline uint64_t c4_open_cells(const ConnectFourC* s) noexcept nogil:
    """Rule 2: the lowest empty cell of each column; the sum carries past each column's discs."""
    return ((s.discs[0] | s.discs[1]) + c4_bottom_row()) & c4_board()


cdef inline bint c4_is_over(const ConnectFourC* s) noexcept nogil:
    """Rules 3 and 4."""
    return s.winner != NOBODY or s.n_discs == N_CELLS


cdef inline uint64_t c4_key(const ConnectFourC* s) noexcept nogil:
    """A number for each position: the sum puts a bit on top of each column, below it player 0's discs are set."""
    return (s.discs[0] | s.discs[1]) + c4_bottom_row() + s.discs[0]


cdef inline int c4_columns(uint64_t cells, int32_t* out) noexcept nogil:
    """The columns that hold one of these cells, ascending; `out` has room for seven."""
    cdef int n = 0
    cdef int32_t column
    for column in range(N_COLUMNS):     # without a branch: a column not meant is overwritten
        out[n] = column
        n += (cells & c4_column(column)) != 0
    return n


cdef inline void c4_apply(ConnectFourC* s, int32_t column) noexcept nogil:
    """Rule 2: players take turns, player 0 first; the disc falls to the lowest empty cell."""
    cdef int me = s.n_discs & 1
    s.discs[me] |= ((s.discs[0] | s.discs[1]) + c4_bottom(column)) & c4_column(column)
    s.n_discs += 1
    if c4_has_four(s.discs[me]):
        s.winner = <int8_t> me


cdef inline bint c4_is_full(const ConnectFourC* s, int column) noexcept nogil:
    return (((s.discs[0] | s.discs[1]) >> (STEP * column + N_ROWS - 1)) & 1) != 0


cdef inline int32_t c4_sample(const ConnectFourC* s, rng_t* rng) noexcept nogil:
    """A uniformly random column that is not full; full ones are drawn again."""
    cdef int32_t column = <int32_t> rng_below(rng, N_COLUMNS)
    while c4_is_full(s, column):
        column = <int32_t> rng_below(rng, N_COLUMNS)
    return column


cdef inline int c4_playout(ConnectFourC* s, rng_t* rng, int limit) noexcept nogil:
    """Play uniformly to the end; returns the number of decisions, or -1 if there would be more than `limit`."""
    cdef int n_decisions = 0
    while not c4_is_over(s):
        if n_decisions >= limit:
            return -1
        c4_apply(s, c4_sample(s, rng))
        n_decisions += 1
    return n_decisions


cdef inline int32_t c4_policy(const ConnectFourC* s, rng_t* rng) noexcept nogil:
    """Win at once, else stop the other's win at once, else anything; the leftmost where there are several."""
    cdef int32_t columns[N_COLUMNS]
    cdef int me = s.n_discs & 1
    cdef uint64_t cells = c4_open_cells(s)
    if c4_columns(cells & c4_completing(s, me), columns) or c4_columns(cells & c4_completing(s, 1 - me), columns):
        return columns[0]
    return c4_sample(s, rng)


cdef inline int c4_centrality(int column) noexcept nogil:
    """1 for the outer columns to 4 for the middle one."""
    return 1 + column if column < 4 else N_COLUMNS - column


cdef inline int c4_count(uint64_t cells) noexcept nogil:
    """How many cells there are."""
    cdef int n = 0
    while cells:
        cells &= cells - 1
        n += 1
    return n


cdef inline double c4_evaluate(const ConnectFourC* s) noexcept nogil:
    """Player 0's expected return: 1 or -1 where the mover wins at once, else by open threes and central discs."""
    cdef int me = s.n_discs & 1, column
    cdef double value
    if c4_open_cells(s) & c4_completing(s, me):
        return 1.0 - 2.0 * me
    value = 0.15 * (c4_count(c4_completing(s, 0)) - c4_count(c4_completing(s, 1)))
    for column in range(N_COLUMNS):
        value += 0.01 * c4_centrality(column) * (c4_count(s.discs[0] & c4_column(column))
                                                 - c4_count(s.discs[1] & c4_column(column)))
    return 0.9 if value > 0.9 else -0.9 if value < -0.9 else value
