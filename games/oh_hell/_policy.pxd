"""A player who counts tricks: the rollout policy, the priors and the estimate of the final points.

The chances below are rules of thumb, fitted to nothing but common sense and checked by play against random players.
"""
from libc.math cimport exp
from libc.stdint cimport int32_t, uint64_t

from kingmaker.games._rng cimport rng_below, rng_double, rng_t
from kingmaker.games.core._bits cimport highest, lowest, n_bits
from kingmaker.games.oh_hell._cards cimport below_highest, lane
from kingmaker.games.oh_hell._rules cimport (
    IS_TRUMP, N_SUITS, NO_BID, SEATS, OhHellC, hand_size, sample_action, score, seats_after)

cdef enum:
    MOST_TRICKS = 17
    WHIM = 8            # one policy decision in so many is random, so that playouts vary

cdef extern from *:
    """
    #define OH_BEATEN 0.6       /* how surely a higher card in another hand takes the trick */
    #define OH_HOLDS 0.75       /* the chance that a card on the table survives one more player */
    """
    const double BEATEN "OH_BEATEN"
    const double HOLDS "OH_HOLDS"


cdef inline double power(double base, int n) noexcept nogil:
    """Base to the n-th, n from 0."""
    cdef double product = 1.0
    cdef int _i
    for _i in range(n):
        product *= base
    return product


cdef inline double suit_chances(const OhHellC* s, int suit, uint64_t hand, uint64_t unseen, double higher,
                                double length, double* chances, int* n) noexcept nogil:
    """Append the chance of a trick for each card of a suit; return their sum.

    `higher` is the chance that one more unseen higher card does no harm, `length` that of a trick with no higher card.
    """
    cdef uint64_t cards = (hand | unseen) & lane(suit), bit
    cdef double total = 0.0
    while cards:
        bit = <uint64_t> 1 << highest(cards)
        cards ^= bit
        if bit & hand:
            chances[n[0]] = length
            n[0] += 1
            total += length
        else:
            length *= higher
    return total


cdef inline double count_tricks(const OhHellC* s, int seat, double* chances, int* n) noexcept nogil:
    """The tricks a hand is worth, from what its player sees: the sum of its cards' chances, which are written out."""
    cdef uint64_t hand = s.hands[seat], unseen = s.dark & ~hand
    cdef int suit, n_unseen = n_bits(unseen), size = hand_size(s, seat), others = s.n_players - 1
    cdef double held, higher, no_ruff, lead, total = 0.0
    n[0] = 0
    if size == 0:
        return 0.0
    if n_unseen == 0:
        n_unseen = 1
    held = min(1.0, <double> (others * size) / n_unseen)    # share of the unseen cards that others hold
    higher = 1.0 - BEATEN * held
    lead = 1.0 if s.leader == seat else 1.0 - 0.6 / size    # a side suit wins only in tricks where it is led
    for suit in range(N_SUITS):
        if not hand & lane(suit):
            continue
        if suit == s.trump:
            total += suit_chances(s, suit, hand, unseen, higher, 1.0, chances, n)
            continue
        no_ruff = 1.0 - power(1.0 - <double> n_bits(unseen & lane(suit)) / n_unseen, size) * (
            1.0 - power(1.0 - <double> n_bits(unseen & lane(s.trump)) / n_unseen, size))
        total += suit_chances(s, suit, hand, unseen, higher, lead * power(no_ruff, others), chances, n)
    return total


# -- playing a card -----------------------------------------------------------------------------------------


cdef inline int lowest_rank(const OhHellC* s, uint64_t cards) noexcept nogil:
    """The lowest card, a trump only if there is nothing else; the set is not empty."""
    cdef uint64_t plain = cards & ~lane(s.trump), folded
    if plain:
        cards = plain
    folded = cards | (cards >> 32)
    folded |= folded >> 16
    return lowest(cards & (<uint64_t> 0x0001000100010001 << lowest(folded & 0xFFFF)))


cdef inline int highest_rank(const OhHellC* s, uint64_t cards) noexcept nogil:
    """The highest card, a trump last among equal ranks; the set is not empty."""
    cdef uint64_t folded = cards | (cards >> 32), plain
    folded |= folded >> 16
    cards &= <uint64_t> 0x0001000100010001 << highest(folded & 0xFFFF)
    plain = cards & ~lane(s.trump)
    return lowest(plain if plain else cards)


cdef inline uint64_t beating(const OhHellC* s) noexcept nogil:
    """All cards that would take the lead in the current trick."""
    cdef uint64_t above
    if s.n_in_trick == 0:
        return ~<uint64_t> 0
    above = (<uint64_t> 0xFFFE << (s.best & 15)) & 0xFFFF
    if s.best & IS_TRUMP:
        return above << (s.trump << 4)
    return lane(s.trump) | above << (s.led << 4)


cdef inline int lead_card(const OhHellC* s, int need) noexcept nogil:
    """What to lead: a card that nothing unseen in its suit beats if tricks are wanted, else the lowest."""
    cdef uint64_t hand = s.legal, sure = hand & ~below_highest(s.dark & ~hand)
    if need <= 0:
        return lowest_rank(s, hand)
    if sure:
        return highest_rank(s, sure)
    return highest_rank(s, hand) if need >= s.left else lowest_rank(s, hand)


cdef inline int favourite(const OhHellC* s) noexcept nogil:
    """The card the policy plays: win cheaply while tricks are wanted, else throw the highest card that loses."""
    cdef int need = s.bids[s.player] - s.won[s.player]
    cdef bint last = s.n_in_trick == s.n_players - 1
    cdef uint64_t winners, losers, plain
    if s.n_in_trick == 0:
        return lead_card(s, need)
    winners = s.legal & beating(s)
    losers = s.legal & ~winners
    if need > 0:
        if not winners:
            return lowest_rank(s, s.legal)
        plain = winners & ~lane(s.trump)
        if last or not plain:
            return lowest_rank(s, winners)
        return highest_rank(s, plain)
    if losers:
        return highest_rank(s, losers)
    return highest_rank(s, winners) if last else lowest_rank(s, winners)


# -- what the shell asks ------------------------------------------------------------------------------------


cdef inline int nearest_bid(const OhHellC* s, double tricks) noexcept nogil:
    """The legal bid nearest to so many tricks, the lower of two."""
    cdef int bid, best = 0
    cdef double distance, least = 1000.0
    for bid in range(s.n_tricks + 1):
        distance = bid - tricks if bid > tricks else tricks - bid
        if (s.legal >> bid) & 1 and distance < least:
            least = distance
            best = bid
    return best


cdef inline int32_t policy_action(const OhHellC* s, rng_t* rng) noexcept nogil:
    """Bid about what the hand is worth; play for exactly the bid; now and then do anything."""
    cdef double chances[MOST_TRICKS]
    cdef int n
    if s.legal & (s.legal - 1) == 0 or rng_below(rng, WHIM) == 0:
        return sample_action(s, rng)
    if s.first_id:
        return s.first_id + nearest_bid(s, count_tricks(s, s.player, chances, &n) + rng_double(rng) - 0.5)
    return favourite(s)


cdef inline void bid_priors(const OhHellC* s, const int32_t* actions, int n, double* out) noexcept nogil:
    """Weigh bids by their distance from what the hand is worth."""
    cdef double chances[MOST_TRICKS]
    cdef int i, n_cards
    cdef double distance, worth = count_tricks(s, s.player, chances, &n_cards)
    for i in range(n):
        distance = actions[i] - s.first_id - worth
        out[i] = 0.02 + exp(-distance * distance)


cdef inline void card_priors(const OhHellC* s, const int32_t* actions, int n, double* out) noexcept nogil:
    """Weigh the policy's card most, then the cards that serve the same end."""
    cdef int i, best = favourite(s)
    cdef bint wanted = s.bids[s.player] > s.won[s.player]
    cdef uint64_t winners = beating(s)
    for i in range(n):
        out[i] = 6.0 if actions[i] == best else 2.0 if <bint> ((winners >> actions[i]) & 1) == wanted else 1.0


cdef inline double expect(const OhHellC* s, int seat, const double* chances, int n, double scale,
                          int points_per_trick, bint penalty) noexcept nogil:
    """Expected points of a player whose cards take tricks independently with these chances."""
    cdef double p[MOST_TRICKS + 2]
    cdef double chance, mean = 0.0, points = 0.0
    cdef int i, k, bid = s.bids[seat]
    p[0] = 1.0
    for i in range(n):
        chance = min(chances[i] * scale, 0.95)
        mean += chance
        p[i + 1] = p[i] * chance
        for k in range(i, 0, -1):
            p[k] = p[k] * (1.0 - chance) + p[k - 1] * chance
        p[0] *= 1.0 - chance
    if bid == NO_BID:
        bid = <int> (mean + 0.5)
    for k in range(n + 1):
        points += p[k] * score(bid, s.won[seat] + k, points_per_trick, penalty)
    return points


cdef inline void estimate(const OhHellC* s, int points_per_trick, bint penalty, double* out) noexcept nogil:
    """Expected final points in this world: each card's chance of a trick, scaled so that all tricks are taken."""
    cdef double chances[SEATS][MOST_TRICKS + 1]
    cdef int n[SEATS]
    cdef int seat, later = s.n_players - s.n_in_trick
    cdef double total = 0.0
    for seat in range(s.n_players):
        total += count_tricks(s, seat, chances[seat], &n[seat])
        if s.n_in_trick and seat == s.winner:   # the card on the table still stands for a trick
            chances[seat][n[seat]] = power(HOLDS, later)
            total += chances[seat][n[seat]]
            n[seat] += 1
    for seat in range(s.n_players):
        out[seat] = expect(s, seat, chances[seat], n[seat], s.left / total if total > 0.0 else 1.0,
                           points_per_trick, penalty)
