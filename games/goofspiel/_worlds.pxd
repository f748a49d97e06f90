"""Goofspiel's worlds, numbered: what one player cannot know is a number, and each number is one world.

Three things are hidden: the prizes to come, bids of the round not yet over, and (rule 5, two players) the opponent's
bids of the rounds that are over. The last are counted by walking up the cards. Of each own card bid in a round we know
whether the opponent's bid was the same, above or below it. An opponent's card is then one of: not yet bid; the bid of
a round lost with a lower own card; kept for a round, to come on the walk, won with a higher own card.
"""
from libc.stdint cimport int8_t, int32_t, int64_t, uint16_t

from kingmaker.games.goofspiel._rules cimport MAX_CARDS, NOBODY, RANDOM, GoofC, all_cards, nth_card

cdef enum:
    FREE = 0        # the own card was not bid in a round that is over
    SAME = 1        # the opponent bid the same
    ABOVE = 2       # the opponent bid higher
    BELOW = 3       # the opponent bid lower


cdef struct PastC:
    int n_cards
    int n_above
    int n_below
    int8_t kind[MAX_CARDS]              # by own card
    int8_t round_of[MAX_CARDS]          # by own card
    int8_t n_above_under[MAX_CARDS]     # by card: ABOVE rounds whose own card is lower
    # [card][ABOVE rounds given their bid][cards kept for BELOW rounds] -> ways to give the rest
    int64_t ways[MAX_CARDS + 1][MAX_CARDS + 1][MAX_CARDS + 1]


cdef inline void past_read(PastC* past, const GoofC* s, int observer) noexcept nogil:
    """Note what each of the observer's bids tells of the opponent's."""
    cdef int round, card
    past.n_cards = s.n_cards
    past.n_above = past.n_below = 0
    for card in range(s.n_cards):
        past.kind[card] = FREE
    for round in range(s.n_rounds):
        card = s.bids[observer][round]
        past.round_of[card] = <int8_t> round
        if s.winners[round] == NOBODY:
            past.kind[card] = SAME
        elif s.winners[round] == observer:
            past.kind[card] = BELOW
            past.n_below += 1
        else:
            past.kind[card] = ABOVE
    for card in range(s.n_cards):
        past.n_above_under[card] = <int8_t> past.n_above
        past.n_above += past.kind[card] == ABOVE


cdef inline int64_t past_rest(const PastC* past, int card, int n_given, int n_kept) noexcept nogil:
    """Ways to give this card and the higher ones, when the BELOW round of this card has its bid."""
    cdef int n_open = past.n_above_under[card] - n_given
    cdef int64_t total = past.ways[card + 1][n_given][n_kept]
    if past.kind[card] == SAME:
        return total
    if n_open > 0:
        total += n_open * past.ways[card + 1][n_given + 1][n_kept]
    if n_kept < past.n_below:
        total += past.ways[card + 1][n_given][n_kept + 1]
    return total


cdef inline int64_t past_count(PastC* past) noexcept nogil:
    """Fill the table of ways; return how many sequences of bids the opponent may have made."""
    cdef int card, given, kept
    for given in range(past.n_above + 1):
        for kept in range(past.n_below + 1):
            past.ways[past.n_cards][given][kept] = given == past.n_above and kept == 0
    for card in range(past.n_cards - 1, -1, -1):
        for given in range(past.n_above + 1):
            for kept in range(past.n_below + 1):
                if past.kind[card] != BELOW:
                    past.ways[card][given][kept] = past_rest(past, card, given, kept)
                elif kept == 0:
                    past.ways[card][given][kept] = 0
                else:
                    past.ways[card][given][kept] = kept * past_rest(past, card, given, kept - 1)
    return past.ways[0][0][0]


cdef inline int8_t take(int8_t* items, int* n, int which) noexcept nogil:
    """Remove one item; the others keep their order."""
    cdef int8_t item = items[which]
    cdef int i
    n[0] -= 1
    for i in range(which, n[0]):
        items[i] = items[i + 1]
    return item


cdef inline void past_set(const PastC* past, int8_t* bids, int64_t index) noexcept nogil:
    """Write the index-th sequence of the opponent's bids; the walk of past_count, deciding instead of counting."""
    cdef int8_t kept[MAX_CARDS]
    cdef int8_t rounds[MAX_CARDS]   # ABOVE rounds with a lower own card and without a bid
    cdef int n_kept = 0, n_rounds = 0, n_given = 0, card
    cdef int64_t ways
    for card in range(past.n_cards):
        if past.kind[card] == BELOW:
            ways = past_rest(past, card, n_given, n_kept - 1)
            bids[past.round_of[card]] = take(kept, &n_kept, <int> (index // ways))
            index %= ways
        if past.kind[card] == SAME:
            bids[past.round_of[card]] = <int8_t> card
            continue
        ways = past.ways[card + 1][n_given][n_kept]
        if index >= ways:
            index -= ways
            ways = past.ways[card + 1][n_given + 1][n_kept] if n_rounds > 0 else 0
            if index < n_rounds * ways:
                bids[take(rounds, &n_rounds, <int> (index // ways))] = <int8_t> card
                index %= ways
                n_given += 1
            else:
                index -= n_rounds * ways
                kept[n_kept] = <int8_t> card
                n_kept += 1
        if past.kind[card] == ABOVE:
            rounds[n_rounds] = past.round_of[card]
            n_rounds += 1


# -- whole worlds -------------------------------------------------------------------------------------------

cdef inline int n_prizes_to_come(const GoofC* s) noexcept nogil:
    """Prizes of which the observer does not know the order; the current one lies open."""
    return s.n_cards - s.n_rounds - 1 if s.order == RANDOM and s.n_rounds < s.n_cards else 0


cdef inline int64_t goof_n_orders(const GoofC* s) noexcept nogil:
    """Orders of the prizes to come."""
    cdef int i
    cdef int64_t n = 1
    for i in range(2, n_prizes_to_come(s) + 1):
        n *= i
    return n


cdef inline int64_t goof_n_bids(const GoofC* s, int observer) noexcept nogil:
    """Ways to choose the others' bids of the round not yet over; each had this many cards."""
    cdef int p
    cdef int64_t n = 1
    for p in range(s.n_bids):
        if p != observer:
            n *= s.n_cards - s.n_rounds
    return n


cdef inline int64_t goof_n_worlds(const GoofC* s, int observer) noexcept nogil:
    """Never more than 13! for two players or 13**3 * 12! for four, so 64 bits hold it."""
    cdef PastC past
    cdef int64_t n = goof_n_orders(s) * goof_n_bids(s, observer)
    if s.is_hidden:
        past_read(&past, s, observer)
        n *= past_count(&past)
    return n


cdef inline void set_orders(GoofC* s, int64_t index) noexcept nogil:
    """The prizes to come in ascending order, then shuffled by the digits of the index."""
    cdef int first = s.n_rounds + 1, n = n_prizes_to_come(s), i, j
    cdef uint16_t left = all_cards(s)
    cdef int8_t prize
    if n < 2:
        return
    for i in range(first):
        left &= <uint16_t> ~(1 << s.prizes[i])
    for i in range(n):
        s.prizes[first + i] = <int8_t> nth_card(left, i)
    for i in range(n - 1, 0, -1):
        j = <int> (index % (i + 1))
        index //= i + 1
        prize = s.prizes[first + i]
        s.prizes[first + i] = s.prizes[first + j]
        s.prizes[first + j] = prize


cdef inline void set_past(GoofC* s, const PastC* past, int other, int64_t index) noexcept nogil:
    """The opponent's bids of the rounds that are over; his hand is what is left of his cards."""
    cdef int round
    past_set(past, s.bids[other], index)
    s.hands[other] = all_cards(s)
    for round in range(s.n_rounds):
        s.hands[other] &= <uint16_t> ~(1 << s.bids[other][round])


cdef inline void set_bids(GoofC* s, int observer, int64_t index) noexcept nogil:
    """The others' bids of the round not yet over; every card that they had is possible."""
    cdef int p, card, n = s.n_cards - s.n_rounds
    for p in range(s.n_bids):
        if p == observer:
            continue
        if not s.is_hidden:     # else set_past has left the bid in the hand
            s.hands[p] |= <uint16_t> (1 << s.bids[p][s.n_rounds])
        card = nth_card(s.hands[p], <int> (index % n))
        index //= n
        s.bids[p][s.n_rounds] = <int8_t> card
        s.hands[p] &= <uint16_t> ~(1 << card)


cdef inline void goof_set_world(GoofC* s, int observer, int64_t index) noexcept nogil:
    """Become the index-th world of the observer: digits for the prizes, for this round's bids, for the past."""
    cdef PastC past
    cdef int64_t n_orders = goof_n_orders(s), n_bids = goof_n_bids(s, observer)
    set_orders(s, index % n_orders)
    index //= n_orders
    if s.is_hidden:
        past_read(&past, s, observer)
        past_count(&past)
        set_past(s, &past, 1 - observer, index // n_bids)
    set_bids(s, observer, index % n_bids)
