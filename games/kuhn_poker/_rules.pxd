"""Kuhn poker (Kuhn 1950): three cards, one each, one chip ante, one bet.

Rules are C: a struct and inline functions. Numbers in comments are those of README.md.
"""
from libc.stdint cimport int8_t, int32_t

from kingmaker.games._rng cimport rng_below, rng_t

cdef enum:
    N_CARDS = 3
    PASS = 0        # check, or fold against a bet
    BET = 1         # bet, or call against one


cdef struct KuhnC:
    int8_t cards[2]     # 0 jack, 1 queen, 2 king; rule 1
    int8_t actions[3]   # what was done so far
    int8_t n_actions


cdef inline void kuhn_deal(KuhnC* s, rng_t* rng) noexcept nogil:
    """Rule 1: two different cards, each order equally likely."""
    s.cards[0] = <int8_t> rng_below(rng, N_CARDS)
    s.cards[1] = <int8_t> ((s.cards[0] + 1 + <int> rng_below(rng, N_CARDS - 1)) % N_CARDS)
    s.actions[0] = s.actions[1] = s.actions[2] = 0
    s.n_actions = 0


cdef inline bint kuhn_is_over(const KuhnC* s) noexcept nogil:
    """Rule 4: over after bet and answer, after two passes, or after pass, bet and answer."""
    if s.n_actions < 2:
        return False
    return s.n_actions == 3 or not (s.actions[0] == PASS and s.actions[1] == BET)


cdef inline int kuhn_gain(const KuhnC* s) noexcept nogil:
    """Player 0's chips won or lost; rules 5 and 6."""
    cdef int sign = 1 if s.cards[0] > s.cards[1] else -1
    cdef int last = s.actions[s.n_actions - 1]
    if s.actions[0] == PASS and s.actions[1] == PASS:
        return sign
    if last == BET:     # a bet that was called
        return 2 * sign
    return 1 if s.n_actions == 2 else -1    # the one who did not fold takes the ante
