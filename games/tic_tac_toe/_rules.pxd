"""Tic-tac-toe: two bitboards of nine cells, cell 0 top left, row by row.

Rules are C: a struct and inline functions. Numbers in comments are those of README.md.
"""
from libc.stdint cimport int8_t, int32_t, uint16_t

from kingmaker.games._rng cimport rng_below, rng_t

cdef enum:
    N_CELLS = 9
    NOBODY = -1
    LEFT_COLUMN = 0o111
    TOP_ROW = 0o007
    FALLING = 0o421     # the diagonal from top left
    RISING = 0o124      # the diagonal from bottom left


cdef struct TicTacToeC:
    uint16_t marks[2]   # each player's cells
    int8_t n_marks
    int8_t winner       # cache: who has a row of three, or NOBODY


cdef inline void ttt_clear(TicTacToeC* s) noexcept nogil:
    """Rule 1: an empty board."""
    s.marks[0] = s.marks[1] = 0
    s.n_marks = 0
    s.winner = NOBODY


cdef inline bint ttt_has_three(int marks) noexcept nogil:
    """Rule 3: a row, a column or a diagonal is full."""
    return ((marks & marks >> 1 & marks >> 2 & LEFT_COLUMN) != 0 or (marks & marks >> 3 & marks >> 6 & TOP_ROW) != 0
            or (marks & FALLING) == FALLING or (marks & RISING) == RISING)


cdef inline bint ttt_is_over(const TicTacToeC* s) noexcept nogil:
    """Rules 3 and 4."""
    return s.winner != NOBODY or s.n_marks == N_CELLS


cdef inline int ttt_legal(const TicTacToeC* s, int32_t* out) noexcept nogil:
    """Rule 2: the empty cells."""
    cdef int taken = s.marks[0] | s.marks[1], n = 0
    cdef int32_t cell
    for cell in range(N_CELLS):     # without a branch: a taken cell is written, then overwritten
        out[n] = cell
        n += 1 - ((taken >> cell) & 1)
    return n


cdef inline void ttt_apply(TicTacToeC* s, int32_t cell) noexcept nogil:
    """Rule 2: players take turns, player 0 first."""
    cdef int me = s.n_marks & 1
    s.marks[me] |= <uint16_t> (1 << cell)
    s.n_marks += 1
    if ttt_has_three(s.marks[me]):
        s.winner = <int8_t> me


cdef inline int ttt_playout(TicTacToeC* s, rng_t* rng, int limit) noexcept nogil:
    """Play uniformly to the end; returns the number of decisions, or -1 if there would be more than `limit`."""
    cdef int32_t cells[N_CELLS]
    cdef int n, k, n_decisions = 0
    if ttt_is_over(s):
        return 0
    n = ttt_legal(s, cells)
    while not ttt_is_over(s):
        if n_decisions >= limit:
            return -1
        k = <int> rng_below(rng, <unsigned> n)
        ttt_apply(s, cells[k])
        n -= 1
        cells[k] = cells[n]
        n_decisions += 1
    return n_decisions
