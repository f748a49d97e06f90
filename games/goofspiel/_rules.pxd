"""Goofspiel: everybody holds the same cards and bids one for each prize; the highest single bid takes it.

Rules are C: a struct and inline functions. Numbers in comments are those of README.md. Cards are 0 to n_cards - 1 and
worth one more. Bids of a round are made clockwise from player 0, each unseen by the others until all are made.
"""
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint16_t, uint64_t
from libc.string cimport memset

from kingmaker.games.core._bits cimport stir
from kingmaker.games._rng cimport rng_below, rng_next, rng_shuffle, rng_t

cdef enum:
    MAX_CARDS = 13
    MAX_SEATS = 4
    NOBODY = -1             # winner of a round whose highest bid was not single
    ASCENDING = 0           # order of the prizes
    DESCENDING = 1
    RANDOM = 2
    WIN_LOSS = 0            # what the returns are
    POINT_DIFFERENCE = 1
    TOTAL_POINTS = 2


cdef struct GoofC:
    int8_t n_cards
    int8_t n_players
    int8_t order
    int8_t scoring
    int8_t is_hidden            # rule 5: only winners are told, bids stay hidden
    int8_t n_rounds             # rounds that are over
    int8_t n_bids               # bids made in the round that is not, by players 0 to n_bids - 1
    int8_t prizes[MAX_CARDS]    # by round; those after round n_rounds are hidden where the order is random
    int8_t winners[MAX_CARDS]   # cache: by round, or NOBODY
    int8_t bids[MAX_SEATS][MAX_CARDS]
    uint16_t hands[MAX_SEATS]   # cache: masks of cards
    int16_t points[MAX_SEATS]   # cache


cdef inline int count_cards(uint16_t cards) noexcept nogil:
    """How many cards are in a mask."""
    cdef int n = 0
    while cards:
        cards &= cards - 1
        n += 1
    return n


cdef inline int nth_card(uint16_t cards, int n) noexcept nogil:
    """The n-th lowest card of a mask, counted from 0; there must be more than n."""
    cdef int card = 0
    while True:
        if (cards >> card) & 1:
            if n == 0:
                return card
            n -= 1
        card += 1


cdef inline uint16_t all_cards(const GoofC* s) noexcept nogil:
    """The mask of all cards of one player."""
    return <uint16_t> ((1 << s.n_cards) - 1)


cdef inline bint goof_is_over(const GoofC* s) noexcept nogil:
    """Rule 6: over after a round for each card."""
    return s.n_rounds == s.n_cards


cdef inline void goof_start(GoofC* s, int n_cards, int n_players, int order, int scoring,
                            bint is_hidden) noexcept nogil:
    """Rule 1: full hands; prizes in ascending order, or descending."""
    cdef int i
    memset(s, 0, sizeof(GoofC))
    s.n_cards = <int8_t> n_cards
    s.n_players = <int8_t> n_players
    s.order = <int8_t> order
    s.scoring = <int8_t> scoring
    s.is_hidden = is_hidden
    for i in range(n_cards):
        s.prizes[i] = <int8_t> (n_cards - 1 - i if order == DESCENDING else i)
    for i in range(n_players):
        s.hands[i] = all_cards(s)


cdef inline void goof_shuffle(GoofC* s, rng_t* rng, int first) noexcept nogil:
    """Rule 1: every order of the prizes from a round on equally likely, whatever it was."""
    cdef int32_t prizes[MAX_CARDS]
    cdef int i, n = 0
    cdef uint16_t left = all_cards(s)
    for i in range(first):
        left &= <uint16_t> ~(1 << s.prizes[i])
    for i in range(s.n_cards):
        if (left >> i) & 1:
            prizes[n] = i
            n += 1
    rng_shuffle(rng, prizes, n)
    for i in range(n):
        s.prizes[first + i] = <int8_t> prizes[i]


cdef inline void goof_close_round(GoofC* s) noexcept nogil:
    """Rules 3 and 4: the highest bid takes the prize if it is single, else nobody does."""
    cdef int p, best = -1, winner = NOBODY, round = s.n_rounds
    for p in range(s.n_players):
        if s.bids[p][round] > best:
            best = s.bids[p][round]
            winner = p
        elif s.bids[p][round] == best:
            winner = NOBODY
    s.winners[round] = <int8_t> winner
    if winner != NOBODY:
        s.points[winner] += s.prizes[round] + 1
    s.n_rounds += 1
    s.n_bids = 0


cdef inline void goof_put(GoofC* s, int player, int card) noexcept nogil:
    """A card leaves the hand as the bid of this round."""
    s.bids[player][s.n_rounds] = <int8_t> card
    s.hands[player] &= <uint16_t> ~(1 << card)


cdef inline void goof_apply(GoofC* s, int card) noexcept nogil:
    """Rules 2 and 6: the next player bids; everybody's last card is bid by itself."""
    cdef int p
    goof_put(s, s.n_bids, card)
    s.n_bids += 1
    if s.n_bids < s.n_players:
        return
    goof_close_round(s)
    if s.n_rounds == s.n_cards - 1:
        for p in range(s.n_players):
            goof_put(s, p, nth_card(s.hands[p], 0))
        goof_close_round(s)


cdef inline void goof_rewind(GoofC* s, rng_t* rng) noexcept nogil:
    """Take back the bids that are hidden: those of this round, under rule 5 all; prizes not seen yet come anew."""
    cdef int p
    if s.is_hidden:
        goof_start(s, s.n_cards, s.n_players, s.order, s.scoring, True)
        if s.order == RANDOM:
            goof_shuffle(s, rng, 0)
        return
    for p in range(s.n_bids):
        s.hands[p] |= <uint16_t> (1 << s.bids[p][s.n_rounds])
        s.bids[p][s.n_rounds] = 0
    s.n_bids = 0
    if s.order == RANDOM:
        goof_shuffle(s, rng, s.n_rounds + 1)


cdef inline uint64_t goof_sight(const GoofC* s, int player) noexcept nogil:
    """The prizes that lie open, the winners, the own bids and the others' that were shown, folded into one number."""
    cdef int p, i, n = s.n_rounds + (player < s.n_bids)
    cdef uint64_t h = stir(1, 256 * player + 16 * s.n_rounds + s.n_bids)
    for i in range(s.n_rounds if goof_is_over(s) else s.n_rounds + 1):
        h = stir(h, 1 + s.prizes[i])
    for i in range(s.n_rounds):
        h = stir(h, 2 + s.winners[i])
    for p in range(s.n_players):
        if p == player or not s.is_hidden:
            for i in range(n if p == player else s.n_rounds):
                h = stir(h, 1 + s.bids[p][i])
    return h


cdef inline void goof_returns(const GoofC* s, double* out) noexcept nogil:
    """Rule 7."""
    cdef int p, best = 0, n_best = 0
    cdef double total = 0
    for p in range(s.n_players):
        out[p] = s.points[p]
        total += out[p]
        if p == 0 or s.points[p] > best:
            best = s.points[p]
            n_best = 0
        n_best += s.points[p] == best
    if s.scoring == TOTAL_POINTS:
        return
    for p in range(s.n_players):
        if s.scoring == POINT_DIFFERENCE:
            out[p] -= total / s.n_players
        elif n_best == s.n_players:
            out[p] = 0
        else:
            out[p] = 1.0 / n_best if s.points[p] == best else -1.0 / (s.n_players - n_best)


cdef inline int32_t goof_outcome(const GoofC* s, int observer) noexcept nogil:
    """What the last bid of a round reveals: others' bids, or (rule 5) the winner; and the next prize. Else 0."""
    cdef int p, round = s.n_rounds - 1
    cdef int32_t label = 0
    cdef bint over = goof_is_over(s)
    if s.n_bids > 0 or s.n_rounds == 0:
        return 0
    if over:
        round -= 1      # the last round was played by itself
    if s.is_hidden:
        label = s.winners[round] + 1
        if over:
            label = label * (s.n_players + 1) + s.winners[round + 1] + 1
    else:
        for p in range(s.n_players):
            if p != observer:
                label = label * s.n_cards + s.bids[p][round]
    if s.order == RANDOM and not over:
        label = label * s.n_cards + s.prizes[s.n_rounds]
    return label + 1


cdef inline int goof_play_out(GoofC* s, rng_t* rng) noexcept nogil:
    """Play uniformly at random to the end: shuffled hands are played from the top. Returns the decisions."""
    cdef int32_t cards[MAX_SEATS][MAX_CARDS]
    cdef int left[MAX_SEATS]
    cdef int p, card, n_decisions = 0
    for p in range(s.n_players):
        left[p] = 0
        for card in range(s.n_cards):
            if (s.hands[p] >> card) & 1:
                cards[p][left[p]] = card
                left[p] += 1
        rng_shuffle(rng, cards[p], left[p])
    while not goof_is_over(s):
        p = s.n_bids
        left[p] -= 1
        goof_apply(s, cards[p][left[p]])
        n_decisions += 1
    return n_decisions


cdef inline uint64_t below_wide(rng_t* rng, uint64_t n) noexcept nogil:
    """A uniform whole number in [0, n), also where n has more than 32 bits: the biased draws are drawn again."""
    cdef uint64_t drawn, biased
    if n <= 0xFFFFFFFFu:
        return rng_below(rng, <unsigned int> n)
    biased = (<uint64_t> 0 - n) % n     # 2**64 modulo n
    while True:
        drawn = rng_next(rng)
        if drawn >= biased:
            return drawn % n
