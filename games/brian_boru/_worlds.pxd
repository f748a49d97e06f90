"""Drawing another world: what a player cannot know, drawn so that all consistent worlds are equally likely.

A world says who took which card out of which packet in which pass. Cards that the player cannot tell apart form groups:
those never seen, and for each packet those it still held when the player passed it on (up to when it came back). A
group fills known slots: a seat's pick from a packet, what is left of a packet, the card set aside. Within a group every
assignment is a world, unless a card of it was played since: then it lies in a slot of whoever played it. So for each
seat the cards that it played are laid in its slots and the rest of the slots is drawn. Nothing of the true assignment
is read but each group's cards.

While another player leads (R24, R25), it is not known whether the town is chosen already: both come out at once. A hand
counts as often as it has such states, which is made so by drawing again with the right chance (`accept_lead`). What is
known of hands beside the groups (`lacks`, `owns`) is kept by drawing until it holds.
"""
from libc.stdint cimport int8_t, uint32_t, uint64_t

from kingmaker.games._rng cimport rng_below, rng_t
from kingmaker.games.brian_boru._draft cimport holds
from kingmaker.games.brian_boru._flow cimport find_options
from kingmaker.games.brian_boru._struct cimport (
    LEAD, LIBERATE, NONE, PICK, PRINCESS, TOWN, BoruC, RulesC, empty_towns)
from kingmaker.games.brian_boru._trick cimport lead_cards, lead_towns
from kingmaker.games.core._bits cimport bit, draw_some, lowest, n_bits, nth_bit

cdef enum:
    MOST_SLOTS = 26
    NOBODY = 5              # the seat of slots that are nobody's hand


cdef struct GroupC:
    uint64_t cards
    int n_slots
    uint32_t* place[MOST_SLOTS]
    int size[MOST_SLOTS]
    int seat[MOST_SLOTS]


cdef inline void add_slot(GroupC* g, uint32_t* place, int seat) noexcept nogil:
    """One more slot; its true cards are the group's."""
    g.cards |= place[0]
    g.place[g.n_slots] = place
    g.size[g.n_slots] = n_bits(place[0])
    g.seat[g.n_slots] = seat
    g.n_slots += 1


cdef inline bint deal_group(BoruC* s, const RulesC* r, const GroupC* g, rng_t* rng) noexcept nogil:
    """Fill the slots once; whether nobody holds a card that he is known to lack."""
    cdef uint64_t left = g.cards, mine, known
    cdef int seat, i, size
    for seat in range(r.n_players):
        left &= ~<uint64_t> s.played[seat]
    for seat in range(NOBODY + 1):
        size = 0
        for i in range(g.n_slots):
            if g.seat[i] == seat:
                size += g.size[i]
        if size == 0:
            continue
        known = g.cards & s.played[seat] if seat != NOBODY else 0
        mine = draw_some(&left, size - n_bits(known), rng)
        if seat != NOBODY and mine & s.lacks[seat]:
            return False
        mine |= known
        for i in range(g.n_slots):
            if g.seat[i] == seat:
                g.place[i][0] = <uint32_t> draw_some(&mine, g.size[i], rng)
    return True


cdef inline void redraw_group(BoruC* s, const RulesC* r, const GroupC* g, rng_t* rng) noexcept nogil:
    """Draw until it fits; the truth does, so it ends."""
    while not deal_group(s, r, g, rng):
        pass


cdef inline void gather_hands(BoruC* s, const RulesC* r, int observer) noexcept nogil:
    """Hands follow from picks."""
    cdef int packet, k, seat
    for seat in range(r.n_players):
        if seat != observer:
            s.hand[seat] = 0
    for packet in range(r.n_players):
        for k in range(4):
            seat = (packet + k) % r.n_players
            if seat != observer:
                s.hand[seat] |= s.pick[packet][k]
    for seat in range(r.n_players):
        s.hand[seat] &= ~s.played[seat]


cdef inline void redraw_packet(BoruC* s, const RulesC* r, int packet, int observer, int n_seen, GroupC* unseen,
                               rng_t* rng) noexcept nogil:
    """Redraw what others took from a packet after the observer saw it; add what they took before to `unseen`."""
    cdef GroupC g
    cdef int k
    cdef bint seen = False
    g.n_slots = 0
    g.cards = 0
    for k in range(4):
        if (packet + k) % r.n_players == observer and k < n_seen:
            if g.n_slots:
                redraw_group(s, r, &g, rng)
            g.n_slots = 0
            g.cards = 0
            seen = True
        elif s.pick[packet][k]:
            add_slot(&g if seen else unseen, &s.pick[packet][k], (packet + k) % r.n_players)
    if s.packet[packet] and holds(r, observer, s.pass_) != packet:
        add_slot(&g if seen else unseen, &s.packet[packet], NOBODY)
    if g.n_slots:
        redraw_group(s, r, &g, rng)


cdef inline bint redraw_round(BoruC* s, const RulesC* r, int observer, rng_t* rng) noexcept nogil:
    """Redraw the cards of this round that the observer cannot know, once; whether everybody has what he must have."""
    cdef GroupC unseen
    cdef uint32_t aside = 0
    cdef int packet, seat, n_seen = s.pass_ + 1 if s.stage == PICK else s.pass_
    unseen.n_slots = 0
    unseen.cards = 0
    if s.is_plain:
        aside = r.deck
        for seat in range(r.n_players):
            aside &= ~(s.hand[seat] | s.played[seat])
    elif s.asides[s.round - 1] != NONE:
        aside = <uint32_t> bit(s.asides[s.round - 1])
    if aside:
        add_slot(&unseen, &aside, NOBODY)
    if s.is_plain:
        for seat in range(r.n_players):
            if seat != observer:
                add_slot(&unseen, &s.hand[seat], seat)
        redraw_group(s, r, &unseen, rng)
    else:
        for packet in range(r.n_players):
            redraw_packet(s, r, packet, observer, n_seen, &unseen, rng)
        redraw_group(s, r, &unseen, rng)
        gather_hands(s, r, observer)
        if aside:
            s.asides[s.round - 1] = lowest(aside)
    for seat in range(r.n_players):
        if s.owns[seat] and not s.owns[seat] & s.hand[seat]:
            return False
    return True


cdef inline bint accept_lead(BoruC* s, const RulesC* r, rng_t* rng) noexcept nogil:
    """Draw how far another leader is, town not chosen or which town; whether the hand drawn for him allows it."""
    cdef uint64_t empty = empty_towns(s, r), towns
    cdef uint32_t hand = s.hand[s.actor], cards
    cdef int x
    if not empty:
        return True
    towns = lead_towns(r, empty, hand)
    x = <int> rng_below(rng, <uint32_t> (n_bits(empty) + 1))
    if x == 0:
        s.stage = TOWN
        s.active = NONE
        return n_bits(towns) > 1
    s.stage = LEAD
    s.active = nth_bit(empty, x - 1)
    cards = lead_cards(r, s.active, hand)
    return (towns & bit(s.active)) != 0 and n_bits(cards) > 1


# -- rounds to come ------------------------------------------------------------------------------------------------


cdef inline void deal_round(BoruC* s, const RulesC* r, int round, rng_t* rng) noexcept nogil:
    """Deal the cards of a round; R20."""
    cdef uint64_t pool = r.deck
    cdef int seat
    for seat in range(r.n_players):
        s.deals[round][seat] = <uint32_t> draw_some(&pool, r.hand_size, rng)
    s.asides[round] = lowest(pool) if pool else NONE


cdef inline void shuffle_vikings(BoruC* s, const RulesC* r, rng_t* rng) noexcept nogil:
    """Put what is left of the Viking deck in order, then shuffle it; R16."""
    cdef int i, j
    cdef int8_t strength
    for i in range(s.round + 1, r.n_vikings):
        strength = s.viking[i]
        j = i
        while j > s.round and s.viking[j - 1] > strength:
            s.viking[j] = s.viking[j - 1]
            j -= 1
        s.viking[j] = strength
    for i in range(r.n_vikings - 1, s.round, -1):
        j = s.round + <int> rng_below(rng, <uint32_t> (i - s.round + 1))
        strength = s.viking[i]
        s.viking[i] = s.viking[j]
        s.viking[j] = strength


cdef inline void shuffle_weddings(BoruC* s, const RulesC* r, rng_t* rng) noexcept nogil:
    """Draw the ordinary marriage cards that are still to come; the princess is the last: R15."""
    cdef uint64_t pool = (1 << PRINCESS) - 1
    cdef int i, card
    for i in range(s.round):
        pool &= ~bit(s.marriage[i])
    for i in range(s.round, r.n_rounds - 1):
        card = nth_bit(pool, <int> rng_below(rng, <uint32_t> n_bits(pool)))
        pool &= ~bit(card)
        s.marriage[i] = card


cdef inline void redraw(BoruC* s, const RulesC* r, int observer, rng_t* rng) noexcept nogil:
    """Become a world that the observer holds possible, each equally likely."""
    cdef bint hides_lead = (s.stage == TOWN or s.stage == LEAD) and s.actor != observer
    cdef int round
    if PICK <= s.stage <= LIBERATE:
        while not redraw_round(s, r, observer, rng) or (hides_lead and not accept_lead(s, r, rng)):
            pass
        s.options = find_options(s, r)
    shuffle_vikings(s, r, rng)
    shuffle_weddings(s, r, rng)
    for round in range(s.round, r.n_rounds):
        deal_round(s, r, round, rng)
