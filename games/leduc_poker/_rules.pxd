"""Leduc poker (Southey et al. 2005): six cards, one each and one in public, two rounds of betting.

Rules are C: a struct and inline functions. Numbers in comments are those of README.md.
"""
from libc.stdint cimport int8_t, int32_t, int64_t

from kingmaker.games._rng cimport rng_below, rng_t

cdef enum:
    N_CARDS = 6         # a card's rank is card // 2; its suit, card % 2, decides nothing
    FOLD = 0
    CALL = 1            # check, if there is no bet to call
    RAISE = 2           # bet, if there is none yet
    ANTE = 1
    MAX_RAISES = 2      # in one round
    MAX_ACTIONS = 8     # call, raise, raise, call in both rounds
    PUBLIC = 2          # where the public card lies in LeducC.cards
    NOBODY = -1


cdef struct LeducC:
    int8_t cards[3]             # player 0's, player 1's, the public one (face down in round 0)
    int8_t stakes[2]            # chips each player has put in
    int8_t round                # 0, then 1 once the public card is shown
    int8_t n_in_round           # actions made in this round; player 0 makes the first of each
    int8_t n_raises             # raises made in this round
    int8_t folded               # who folded, or NOBODY
    int8_t is_over
    int8_t n_actions
    int8_t history[MAX_ACTIONS]


cdef inline int leduc_rank(int card) noexcept nogil:
    """0 jack, 1 queen, 2 king."""
    return card >> 1


cdef inline void leduc_clear(LeducC* s) noexcept nogil:
    """Rule 2: the antes are in, nothing is done yet. The cards are dealt apart."""
    cdef int i
    s.stakes[0] = s.stakes[1] = ANTE
    s.round = s.n_in_round = s.n_raises = s.is_over = s.n_actions = 0
    s.folded = NOBODY
    for i in range(MAX_ACTIONS):
        s.history[i] = 0


cdef inline int8_t leduc_nth_free(int used_mask, int n) noexcept nogil:
    """The n-th, from 0, of the cards that are not in the mask, in ascending order."""
    cdef int card = 0
    while True:
        if not (used_mask >> card) & 1:
            if n == 0:
                return <int8_t> card
            n -= 1
        card += 1


cdef inline void leduc_deal(LeducC* s, rng_t* rng) noexcept nogil:
    """Rule 1: three different cards, each order equally likely."""
    cdef int i, used_mask = 0
    for i in range(3):
        s.cards[i] = leduc_nth_free(used_mask, <int> rng_below(rng, N_CARDS - i))
        used_mask |= 1 << s.cards[i]
    leduc_clear(s)


cdef inline int leduc_player(const LeducC* s) noexcept nogil:
    """Rule 3: players take turns, and player 0 opens both rounds."""
    return s.n_in_round & 1


cdef inline int32_t leduc_lowest(const LeducC* s) noexcept nogil:
    """Rule 4: nobody folds who has no bet to call. The legal actions are all from here to leduc_highest."""
    return CALL if s.stakes[0] == s.stakes[1] else FOLD


cdef inline int32_t leduc_highest(const LeducC* s) noexcept nogil:
    """Rule 5: nobody raises after two raises in a round."""
    return RAISE if s.n_raises < MAX_RAISES else CALL


cdef inline int32_t leduc_sample(const LeducC* s, rng_t* rng) noexcept nogil:
    """A uniformly random legal action; there are always two or three."""
    cdef int32_t lowest = leduc_lowest(s)
    return lowest + <int32_t> rng_below(rng, <unsigned> (leduc_highest(s) - lowest + 1))


cdef inline void leduc_apply(LeducC* s, int32_t action) noexcept nogil:
    cdef int me = leduc_player(s)
    s.history[s.n_actions] = <int8_t> action
    s.n_actions += 1
    s.n_in_round += 1
    if action == RAISE:         # rule 5
        s.stakes[me] = <int8_t> (s.stakes[1 - me] + (4 if s.round else 2))
        s.n_raises += 1
    elif action == CALL:
        s.stakes[me] = s.stakes[1 - me]
        if s.n_in_round > 1:    # rule 6: any call but a round's first action ends the round
            if s.round:
                s.is_over = 1
            else:
                s.round = 1
                s.n_in_round = s.n_raises = 0
    else:                       # rule 8
        s.folded = <int8_t> me
        s.is_over = 1


cdef inline int leduc_sign(const LeducC* s) noexcept nogil:
    """Rule 7: 1 if player 0 wins the showdown, -1 if player 1 does, 0 if they share."""
    cdef int a = leduc_rank(s.cards[0]), b = leduc_rank(s.cards[1]), pair = leduc_rank(s.cards[PUBLIC])
    if a == b:
        return 0
    if a == pair:
        return 1
    if b == pair:
        return -1
    return 1 if a > b else -1


cdef inline int leduc_gain(const LeducC* s) noexcept nogil:
    """Player 0's chips won or lost; rules 7 and 8."""
    if s.folded == 0:
        return -s.stakes[0]
    if s.folded == 1:
        return s.stakes[1]
    return leduc_sign(s) * s.stakes[0]


cdef inline int64_t leduc_n_worlds(const LeducC* s, int observer) noexcept nogil:
    """Deals with the ranks that the observer has seen; the seen cards' suits are free, as nobody looks at them."""
    if not s.round:
        return 2 * 5 * 4        # own suit, other card, public card
    if leduc_rank(s.cards[observer]) == leduc_rank(s.cards[PUBLIC]):
        return 2 * 4            # own suit, which leaves the public card the other one; other card
    return 2 * 2 * 4            # own suit, public suit, other card


cdef inline void leduc_set_world(LeducC* s, int observer, int index) noexcept nogil:
    """Deal the index-th of those worlds; nothing of the true deal but the seen ranks is read."""
    cdef int own_rank = leduc_rank(s.cards[observer]), public_rank = leduc_rank(s.cards[PUBLIC])
    cdef int own = 2 * own_rank + (index & 1), public, other
    index >>= 1
    if not s.round:
        other = leduc_nth_free(1 << own, index % 5)
        public = leduc_nth_free(1 << own | 1 << other, index // 5)
    else:
        if own_rank == public_rank:
            public = own ^ 1
        else:
            public = 2 * public_rank + (index & 1)
            index >>= 1
        other = leduc_nth_free(1 << own | 1 << public, index)
    s.cards[observer] = <int8_t> own
    s.cards[1 - observer] = <int8_t> other
    s.cards[PUBLIC] = <int8_t> public


cdef inline int32_t leduc_policy(const LeducC* s, rng_t* rng) noexcept nogil:
    """One time in four anything; else raise with a good hand, call with a fair one, and give up with a poor one."""
    cdef int own = leduc_rank(s.cards[leduc_player(s)]), strength = own
    if s.round:     # without a pair a hand is worth less than its card was
        strength = 2 if own == leduc_rank(s.cards[PUBLIC]) else own - 1
    if rng_below(rng, 4) == 0:
        return leduc_sample(s, rng)
    if strength == 2:
        return leduc_highest(s)
    return CALL if strength == 1 else leduc_lowest(s)
