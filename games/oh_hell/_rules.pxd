"""Oh Hell, as open_spiel plays it: bid exactly the tricks you will take.

Rules are C: a struct and inline functions. Numbers in comments are those of README.md.
A card is suit * 16 + rank, which is its action id and its bit in every mask; a bid b is the action FIRST_BID + b.
"""
from libc.stdint cimport int8_t, int32_t, uint32_t, uint64_t

from kingmaker.games._base cimport TERMINAL
from kingmaker.games._rng cimport rng_below, rng_t
from kingmaker.games.core._bits cimport lowest, n_bits, nth_bit
from kingmaker.games.oh_hell._cards cimport deck_mask, draw_cards, lane

cdef enum:
    SEATS = 5           # most players
    N_SUITS = 4         # most suits
    FIRST_BID = 64      # the action id of bidding nothing
    NO_BID = -1
    NO_CARD = -1        # the best card of a trick that nobody has begun
    BONUS = 10          # rule 9: for an exact bid
    IN_SUIT = 16        # added to the rank of a card of the led suit
    IS_TRUMP = 32       # added to the rank of a trump: it beats all others


cdef struct OhHellC:
    uint64_t hands[SEATS]
    uint64_t dark           # cards that are not public: neither played nor turned up; the undealt ones are among them
    uint64_t legal          # cache: what the player to act may do; bit i is the action first_id + i
    uint32_t voids          # bit 4 * player + suit: did not follow that suit, so everybody knows there is none left
    int8_t first_id         # FIRST_BID while bidding, 0 in play
    int8_t player           # who acts, or TERMINAL
    int8_t n_players
    int8_t n_tricks
    int8_t dealer
    int8_t trump_card       # rule 2: turned up, belongs to nobody
    int8_t trump            # cache: its suit
    int8_t leader           # of the current trick
    int8_t led              # the suit led; without meaning before the first card
    int8_t n_in_trick       # cards on the table
    int8_t best             # cache: strength of the best of them, or NO_CARD
    int8_t winner           # cache: who played it
    int8_t left             # tricks not finished
    int8_t bid_sum          # cache
    int8_t bids[SEATS]
    int8_t won[SEATS]
    int8_t trick[SEATS]     # by seat; only the n_in_trick seats from the leader on have meaning


cdef inline int next_seat(const OhHellC* s, int player) noexcept nogil:
    """The seat to the left."""
    player += 1
    return 0 if player == s.n_players else player


cdef inline int seats_after(const OhHellC* s, int player, int other) noexcept nogil:
    """How many seats `player` sits after `other`."""
    player -= other
    return player + s.n_players if player < 0 else player


cdef inline int hand_size(const OhHellC* s, int player) noexcept nogil:
    """How many cards a player holds: public."""
    return s.left - (seats_after(s, player, s.leader) < s.n_in_trick)


cdef inline int strength(const OhHellC* s, int card) noexcept nogil:
    """What a card is worth in the current trick; rule 7. A card neither of the led suit nor trump never wins."""
    cdef int suit = card >> 4
    return (card & 15) + ((suit == s.led) << 4) + ((suit == s.trump) << 5)


cdef inline void offer_bids(OhHellC* s) noexcept nogil:
    """Rules 3 and 4: any bid; the dealer bids last, and the bids must not add up to the number of tricks."""
    cdef int forbidden = s.n_tricks - s.bid_sum
    s.legal = (<uint64_t> 2 << s.n_tricks) - 1
    if s.player == s.dealer and forbidden >= 0:
        s.legal &= ~(<uint64_t> 1 << forbidden)


cdef inline void offer_cards(OhHellC* s) noexcept nogil:
    """Rule 6: follow suit, or without a card of that suit play any."""
    cdef uint64_t hand = s.hands[s.player], follow
    follow = hand & lane(s.led) if s.n_in_trick else hand
    s.legal = follow if follow else hand


cdef inline void offer_actions(OhHellC* s) noexcept nogil:
    """Fill `legal` anew."""
    if s.player < 0:
        s.legal = 0
    elif s.first_id:
        offer_bids(s)
    else:
        offer_cards(s)


cdef inline void clear_table(OhHellC* s, int dealer) noexcept nogil:
    """All that is to be set before the first bid, but for cards."""
    cdef int seat
    s.voids = 0
    s.first_id = FIRST_BID
    s.dealer = <int8_t> dealer
    s.leader = s.player = <int8_t> next_seat(s, dealer)     # rule 3
    s.led = s.n_in_trick = s.winner = s.bid_sum = 0
    s.best = NO_CARD
    s.left = s.n_tricks
    for seat in range(SEATS):
        s.hands[seat] = 0
        s.bids[seat] = NO_BID
        s.won[seat] = s.trick[seat] = 0


cdef inline void deal(OhHellC* s, int suits, int ranks, int n_tricks, rng_t* rng) noexcept nogil:
    """Rules 1 and 2: the tricks (0: any possible number), the dealer, the trump card and the hands."""
    cdef int seat, n_pool = suits * ranks - 1
    cdef uint64_t pool = deck_mask(suits, ranks)
    if n_tricks == 0:
        n_tricks = 1 + <int> rng_below(rng, n_pool // s.n_players)
    s.n_tricks = <int8_t> n_tricks
    clear_table(s, <int> rng_below(rng, s.n_players))
    s.trump_card = <int8_t> nth_bit(pool, <int> rng_below(rng, n_pool + 1))
    s.trump = s.trump_card >> 4
    pool ^= <uint64_t> 1 << s.trump_card
    s.dark = pool
    for seat in range(s.n_players):
        s.hands[seat] = draw_cards(pool, n_pool, n_tricks, rng)
        pool ^= s.hands[seat]
        n_pool -= n_tricks
    offer_actions(s)


cdef inline void make_bid(OhHellC* s, int bid) noexcept nogil:
    """Rules 3 to 5: one bid each from the dealer's left, then the first lead."""
    s.bids[s.player] = <int8_t> bid
    s.bid_sum += <int8_t> bid
    s.player = <int8_t> next_seat(s, s.player)
    if s.player == s.leader:
        s.first_id = 0
        s.legal = s.hands[s.player]
    else:
        offer_bids(s)


cdef inline void play_card(OhHellC* s, int card) noexcept nogil:
    """Rules 6 to 8: one card to the trick; the best card takes it and its player leads to the next."""
    cdef int player = s.player, suit = card >> 4, force
    cdef uint64_t bit = <uint64_t> 1 << card, hand, follow
    s.hands[player] ^= bit
    s.dark ^= bit
    s.trick[player] = <int8_t> card
    s.led = <int8_t> (s.led if s.n_in_trick else suit)
    s.voids |= <uint32_t> (suit != s.led) << (4 * player + s.led)
    force = strength(s, card)
    s.winner = <int8_t> (player if force > s.best else s.winner)
    s.best = <int8_t> (force if force > s.best else s.best)
    s.n_in_trick += 1
    if s.n_in_trick < s.n_players:
        player = next_seat(s, player)
        hand = s.hands[player]
        follow = hand & lane(s.led)
        s.legal = follow if follow else hand
        s.player = <int8_t> player
    else:
        player = s.winner
        s.won[player] += 1
        s.left -= 1
        s.n_in_trick = 0
        s.best = NO_CARD
        s.leader = <int8_t> player
        s.legal = s.hands[player]
        s.player = <int8_t> (player if s.left else TERMINAL)


cdef inline int32_t sample_action(const OhHellC* s, rng_t* rng) noexcept nogil:
    """A uniformly random legal action."""
    cdef uint64_t legal = s.legal
    return s.first_id + nth_bit(legal, <int> rng_below(rng, n_bits(legal)))


cdef inline int list_actions(const OhHellC* s, int32_t* out) noexcept nogil:
    """Write the legal actions, ascending; return how many."""
    cdef uint64_t legal = s.legal
    cdef int n = 0
    while legal:
        out[n] = s.first_id + lowest(legal)
        legal &= legal - 1
        n += 1
    return n


cdef inline double score(int bid, int won, int points_per_trick, bint penalty) noexcept nogil:
    """Rule 9: the points of a player who bid and took so many tricks."""
    if won == bid:
        return points_per_trick * won + BONUS
    if penalty:
        return points_per_trick * (bid - won if won > bid else won - bid)
    return points_per_trick * won
