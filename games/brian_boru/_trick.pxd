"""Tricks and the actions of their cards: R23 to R41."""
from libc.stdint cimport uint32_t, uint64_t

from kingmaker.games.brian_boru._struct cimport (
    BATTLE, BEGIN_TRICK, BEGIN_UPKEEP, BUY, CHOOSE, CHURCH, COIN, COURTSHIP, DISC, EXPAND, EXPANSION, FOLLOW, LEAD,
    LIBERATE, MOST_MORE, NEW_LEAD, NEXT_ACTION, NONE, PAY, PRIMARY, RENOWN, SYMBOLS, TOWN, WHITE, BoruC, RulesC,
    controlled, empty_towns, find_winner, left_of, put_disc)
from kingmaker.games.core._bits cimport bit, lowest


cdef inline void clear_trick(BoruC* s, const RulesC* r) noexcept nogil:
    """The cards go to the discard pile."""
    cdef int seat
    for seat in range(r.n_players):
        s.laid[seat] = NONE
    s.in_trick = 0
    s.n_trick = 0
    s.active = s.winning = s.card = NONE
    s.mode = s.symbol = 0


cdef inline void clear_cards(BoruC* s, const RulesC* r) noexcept nogil:
    """The last cards are discarded, and nothing known of this round's cards matters any more; R23."""
    cdef int seat, k
    for seat in range(r.n_players):
        s.hand[seat] = s.played[seat] = s.lacks[seat] = s.owns[seat] = s.packet[seat] = 0
        for k in range(4):
            s.pick[seat][k] = 0
    s.asides[s.round - 1] = NONE
    s.pass_ = 0
    s.is_plain = 0


cdef inline void begin_trick(BoruC* s, const RulesC* r) noexcept nogil:
    """Whoever holds the marker leads, unless everybody is down to one card; R30."""
    clear_trick(s, r)
    if s.hand[0] & (s.hand[0] - 1) == 0:
        clear_cards(s, r)
        s.stage = BEGIN_UPKEEP
        return
    s.leader = s.actor = s.marker
    s.stage = TOWN


# -- the lead ------------------------------------------------------------------------------------------------------


cdef inline uint64_t fit_towns(const RulesC* r, uint64_t empty, uint32_t hand) noexcept nogil:
    """Empty towns that a card of this hand may be led for; white fits all: R25."""
    cdef int colour
    cdef uint64_t towns = 0
    for colour in range(3):
        if hand & r.fitting[colour]:
            towns |= r.of_colour[colour]
    return empty & towns


cdef inline uint64_t lead_towns(const RulesC* r, uint64_t empty, uint32_t hand) noexcept nogil:
    """The towns that may become active: R24, A2."""
    cdef uint64_t fitting = fit_towns(r, empty, hand)
    return fitting if fitting else empty


cdef inline uint32_t lead_cards(const RulesC* r, int active, uint32_t hand) noexcept nogil:
    """The cards that may be led for a town, or for none: R25, A2."""
    cdef uint32_t fitting
    if active == NONE:
        return hand
    fitting = hand & r.fitting[r.colour[active]]
    return fitting if fitting else hand


cdef inline void lay_card(BoruC* s, const RulesC* r, int card) noexcept nogil:
    """Play a card; when all have, the lowest acts first: R26 to R28."""
    cdef int seat = s.actor
    s.hand[seat] &= ~<uint32_t> bit(card)
    s.played[seat] |= <uint32_t> bit(card)
    s.in_trick |= <uint32_t> bit(card)
    if s.owns[seat] >> card & 1:
        s.owns[seat] = 0
    s.laid[seat] = card
    s.n_trick += 1
    if s.n_trick < r.n_players:
        s.actor = left_of(r, seat)
        s.stage = FOLLOW
        return
    s.winning = find_winner(s, r)
    s.card = NONE
    s.stage = NEXT_ACTION


cdef inline void tell_lead(BoruC* s, const RulesC* r, int card) noexcept nogil:
    """Note what a lead tells of the rest of the hand.

    A card that does not fit: nothing fits any empty town (A2). Else, where the card fits one empty town only, it
    matters whether the leader was asked: without any other fitting card the lead happened by itself, which all noticed.
    """
    cdef uint64_t empty = empty_towns(s, r)
    cdef uint32_t fitting = 0, single = 0
    cdef int colour, seat = s.actor
    for colour in range(3):
        if empty & r.of_colour[colour]:
            fitting |= r.fitting[colour]
            if not empty & r.of_colour[colour] & ((empty & r.of_colour[colour]) - 1):
                single |= r.of_suit[colour]
    if not empty & (empty - 1):
        single |= r.of_suit[WHITE]
    if not fitting >> card & 1:
        s.lacks[seat] |= fitting
    elif single >> card & 1:
        fitting &= ~<uint32_t> bit(card)
        if s.hand[seat] & fitting:
            s.owns[seat] = fitting
        else:
            s.lacks[seat] |= fitting


cdef inline void lead_card(BoruC* s, const RulesC* r, int card) noexcept nogil:
    """Lead a card."""
    if s.owns[s.actor] >> card & 1:
        s.owns[s.actor] = 0
    if s.active != NONE:
        tell_lead(s, r, card)
    s.fresh |= NEW_LEAD
    lay_card(s, r, card)


# -- actions -------------------------------------------------------------------------------------------------------


cdef inline void next_action(BoruC* s, const RulesC* r) noexcept nogil:
    """The next card by value acts; after the last one the trick ends: R28, R29."""
    cdef uint32_t later = s.in_trick & ~((<uint32_t> 2 << s.card) - 1) if s.card != NONE else s.in_trick
    cdef int seat, card, actor = 0
    if not later:
        s.stage = BEGIN_TRICK
        return
    card = lowest(later)
    for seat in range(r.n_players):
        actor |= seat & -<int> (s.laid[seat] == card)   # without a branch that nobody foresees
    s.card = card
    s.actor = actor
    s.symbol = 0
    if s.card == s.winning:
        s.mode = PRIMARY
        s.stage = SYMBOLS
    elif r.n_secondary[s.card] == 1:
        s.mode = 1
        s.stage = SYMBOLS
    else:
        s.mode = PRIMARY
        s.stage = CHOOSE


cdef inline void pay_coin(BoruC* s, int seat) noexcept nogil:
    """R33, A3."""
    if s.coins[seat] > 0:
        s.coins[seat] -= 1
    else:
        s.points[seat] -= 2 if s.points[seat] >= 2 else s.points[seat]


cdef inline int room_for(const BoruC* s, const RulesC* r, int symbol) noexcept nogil:
    """How often a church, battle or courtship symbol can still have an effect: R36, R37."""
    if symbol == BATTLE:
        return s.battle
    return r.top - s.track[s.actor] if symbol == COURTSHIP else 1000


cdef inline void repeat_symbol(BoruC* s, const RulesC* r, int symbol, int times) noexcept nogil:
    """Resolve a church, battle or courtship symbol so many times: R35 to R37."""
    cdef int most = room_for(s, r, symbol)
    if times > most:
        times = most
    if symbol == CHURCH:
        s.church[s.actor] += times
    elif symbol == BATTLE:
        s.raiders[s.actor] += times
        s.battle -= times
    else:
        s.track[s.actor] += times


cdef inline void settle_down(BoruC* s, const RulesC* r) noexcept nogil:
    """A disc that shares its space goes down until it is alone; R38."""
    cdef int other, space = s.track[s.actor], n_here = 2
    while space > 0 and n_here > 1:
        n_here = 0
        for other in range(r.n_players):
            n_here += s.track[other] == space
        if s.track[s.actor] != space:   # it has gone down already
            n_here += 1
        space -= n_here > 1
    s.track[s.actor] = space


cdef inline void run_symbols(BoruC* s, const RulesC* r) noexcept nogil:
    """Resolve symbols from left to right up to the next decision or the end of the action; R29."""
    cdef const signed char* symbols = r.symbols[s.card][s.mode]
    cdef int n = r.n_symbols[s.card][s.mode], symbol, times
    while s.symbol < n:
        symbol = symbols[s.symbol]
        s.symbol += 1
        if symbol == DISC:
            put_disc(s, s.actor, s.active)
            s.marker = s.actor
        elif symbol == COIN:
            s.coins[s.actor] += 1
        elif symbol == PAY:
            pay_coin(s, s.actor)
        elif symbol == RENOWN:
            s.renown[s.actor] += 1
        elif symbol == EXPANSION or symbol > EXPANSION:
            s.stage = EXPAND if symbol == EXPANSION else LIBERATE
            return
        else:
            times = 1
            while s.symbol < n and symbols[s.symbol] == symbol:
                s.symbol += 1
                times += 1
            repeat_symbol(s, r, symbol, times)
            s.stage = BUY
            return
    settle_down(s, r)
    next_action(s, r)


cdef inline uint64_t offer_more(const BoruC* s, const RulesC* r) noexcept nogil:
    """How many more of a symbol can be bought, as a mask of numbers; A6."""
    cdef int room = room_for(s, r, r.symbols[s.card][s.mode][s.symbol - 1])
    cdef int most = s.coins[s.actor] // r.more_cost
    if most > MOST_MORE:
        most = MOST_MORE
    return bit((most if most < room else room) + 1) - 1


cdef inline uint64_t offer_expansion(const BoruC* s, const RulesC* r) noexcept nogil:
    """Empty towns one road away from a controlled one; the active town only if nobody wins: R39, A1."""
    cdef uint64_t mine = controlled(s, s.actor), goals = 0
    if s.coins[s.actor] < r.expand_cost:
        return 0
    while mine:
        goals |= r.near[lowest(mine)]
        mine &= mine - 1
    goals &= empty_towns(s, r)
    if s.winning != NONE:
        goals &= ~bit(s.active)
    return goals


cdef inline void buy_more(BoruC* s, const RulesC* r, int times) noexcept nogil:
    """R35 to R37."""
    s.coins[s.actor] -= times * r.more_cost
    repeat_symbol(s, r, r.symbols[s.card][s.mode][s.symbol - 1], times)
    s.stage = SYMBOLS
