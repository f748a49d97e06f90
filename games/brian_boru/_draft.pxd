"""Setup, preparation and draft: R17 to R22."""
from libc.stdint cimport uint32_t, uint64_t

from kingmaker.games._rng cimport rng_t
from kingmaker.games.brian_boru._struct cimport (
    BEGIN_ROUND, BEGIN_TRICK, NEW_CARDS, NEW_ROUND, N_REGIONS, PICK, PLACE, BoruC, RulesC, all_discs, empty_towns,
    left_of, put_disc)
from kingmaker.games.core._bits cimport any_bit, bit, lowest, n_bits


cdef inline uint64_t offer_start(const BoruC* s, const RulesC* r) noexcept nogil:
    """Towns of regions in which nobody has a disc; R17."""
    cdef uint64_t taken = all_discs(s), towns = empty_towns(s, r)
    cdef int region
    for region in range(N_REGIONS):
        if taken & r.of_region[region]:
            towns &= ~r.of_region[region]
    return towns


cdef inline void place_start(BoruC* s, const RulesC* r, int town) noexcept nogil:
    """Put the first disc; clockwise: R17, A24."""
    put_disc(s, s.actor, town)
    s.actor = left_of(r, s.actor)
    s.stage = BEGIN_ROUND if s.actor == s.marker else PLACE


cdef inline void bring_card(BoruC* s, const RulesC* r, int round, int card, uint32_t wanted, rng_t* rng) noexcept nogil:
    """Exchange a card that the first seat must be dealt with a random one of its packet that need not lie there.

    A number is drawn in any case, so that what follows is the same whichever card it is.
    """
    cdef uint32_t here = <uint32_t> bit(card), free = s.deals[round][0] & ~wanted, other
    cdef int seat
    other = <uint32_t> bit(any_bit(free, rng)) if free else 0
    if s.deals[round][0] & here:
        return
    for seat in range(1, r.n_players):
        if s.deals[round][seat] & here:
            s.deals[round][seat] ^= here | other
    if s.asides[round] == card:
        s.asides[round] = lowest(other)
    s.deals[round][0] ^= here | other


cdef inline void bring_cards(BoruC* s, const RulesC* r, uint32_t wanted, rng_t* rng) noexcept nogil:
    """Deal some cards to the first seat in every round; after all else is drawn, so that all else stays."""
    cdef int round
    cdef uint32_t left
    for round in range(r.n_rounds):
        left = wanted
        while left:
            bring_card(s, r, round, lowest(left), wanted, rng)
            left &= left - 1


cdef inline int holds(const RulesC* r, int seat, int pass_) noexcept nogil:
    """Which packet a seat holds in a pass; packets go to the left: R21."""
    cdef int packet = (seat - pass_) % r.n_players
    return packet + r.n_players if packet < 0 else packet


cdef inline void add_last(BoruC* s, const RulesC* r) noexcept nogil:
    """Packets of one or two cards are added whole; R21."""
    cdef int seat, packet
    for seat in range(r.n_players):
        packet = holds(r, seat, s.pass_)
        s.pick[packet][s.pass_] = s.packet[packet]
        s.hand[seat] |= s.packet[packet]
        s.packet[packet] = 0
    s.pass_ += 1


cdef inline void go_on_drafting(BoruC* s, const RulesC* r) noexcept nogil:
    """The next pass, or the first trick."""
    if n_bits(s.packet[0]) <= 2:
        add_last(s, r)
        s.stage = BEGIN_TRICK
        return
    s.actor = s.marker
    s.stage = PICK


cdef inline void begin_round(BoruC* s, const RulesC* r) noexcept nogil:
    """Vikings come, a marriage card is turned up (`marriage[round - 1]`), cards are dealt: R19, R20."""
    cdef int seat
    s.battle += s.viking[s.round]
    for seat in range(r.n_players):
        s.packet[seat] = s.deals[s.round][seat]
        s.deals[s.round][seat] = 0
    s.round += 1
    s.fresh |= NEW_ROUND | NEW_CARDS
    go_on_drafting(s, r)


cdef inline void pick_two(BoruC* s, const RulesC* r, int pair) noexcept nogil:
    """Take two cards; when all have, the rest goes to the left: R21."""
    cdef uint32_t cards = <uint32_t> (bit(pair // 25) | bit(pair % 25))
    cdef int packet = holds(r, s.actor, s.pass_)
    s.pick[packet][s.pass_] = cards
    s.packet[packet] &= ~cards
    s.hand[s.actor] |= cards
    s.actor = left_of(r, s.actor)
    if s.actor == s.marker:
        s.pass_ += 1
        s.fresh |= NEW_CARDS
        go_on_drafting(s, r)
