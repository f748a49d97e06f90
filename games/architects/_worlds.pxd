"""Drawing another world: what a player cannot know, drawn so that all consistent worlds are equally likely.

Building cards: places that the player knows stay; his facts (_facts.pxd) are put into places that they allow, hands
counting as so many places as they have cards; all other cards fill what is left. A card is laid into one of m places,
each as likely, of which some may be taken: then all is drawn again. m leaves out the cards laid before that can lie
nowhere else; facts with few places come first, so that mostly those are all. A set of facts that can be laid in one way
by several orders of a group is taken as often less. Nothing of the truth is read but what the player knows; what others
know goes with the places of the cards that they know it of.
"""
from libc.stdint cimport int8_t, uint32_t, uint64_t

from kingmaker.games._rng cimport rng_below, rng_next, rng_t
from kingmaker.games.architects._can cimport buildings, hall_words, legal_places
from kingmaker.games.architects._facts cimport FIRST_TAG, tidy
from kingmaker.games.architects._pay cimport PurseC, open_purse
from kingmaker.games.architects._setup cimport PASSES, pack_of
from kingmaker.games.architects._struct cimport (
    BUILD, BUILT, DISCARD, DRAFTING, KEEP, MOST_FACTS, MOST_SEATS, NONE, N_CARDS, PLACE, ArchC, FactsC, RulesC, TaskC,
    unpack_task)
from kingmaker.games.core._bits cimport any_bit, bit, draw_some, lowest, n_bits

cdef enum:
    MOST_TRIES = 1 << 20    # of draws of a world; in play a few are enough


# -- piles of which only an order is unknown -------------------------------------------------------------------------


cdef inline void redraw_order(int8_t* items, int n, rng_t* rng) noexcept nogil:
    """Sort, then shuffle."""
    cdef uint64_t pool = 0
    cdef int i, card
    for i in range(n):
        pool |= bit(items[i])
    for i in range(n):
        card = any_bit(pool, rng)
        pool ^= bit(card)
        items[i] = card


cdef inline void redraw_piles(ArchC* s, const RulesC* r, rng_t* rng) noexcept nogil:
    """Apprentices, rewards, the Black Market, contributions, schemes, and all shuffles to come."""
    cdef int8_t apps[N_CARDS]
    cdef int i
    if r.loose_apps:
        for i in range(s.n_blind):
            apps[i] = s.apps[(s.app_head + i) & 63]
        redraw_order(apps, s.n_blind, rng)
        for i in range(s.n_blind):
            s.apps[(s.app_head + i) & 63] = apps[i]
    if r.loose_rewards > s.reward_at:
        redraw_order(s.rewards + s.reward_at, r.loose_rewards - s.reward_at, rng)
    if r.loose_market > s.market_at + 1:
        redraw_order(s.market + s.market_at + 1, r.loose_market - s.market_at - 1, rng)
    if r.loose_contributions > s.open_at + 1:
        redraw_order(s.contribution + s.open_at + 1, r.loose_contributions - s.open_at - 1, rng)
    if r.opponent != NONE:
        redraw_order(s.scheme, s.n_scheme, rng)
        if r.loose_future:
            redraw_order(s.to_come, s.n_to_come, rng)
    if not r.short_turns:
        s.future = rng_next(rng)


# -- the draft -------------------------------------------------------------------------------------------------------


cdef inline uint64_t picks_of(const ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """The cards that a player kept so far."""
    cdef uint64_t found = 0
    cdef int q, k
    for q in range(r.n_humans):
        for k in range(PASSES):
            if (q + k) % r.n_humans == seat and s.pick[q][k] != NONE:
                found |= bit(s.pick[q][k])
    return found


cdef inline void redraw_draft(ArchC* s, const RulesC* r, int observer, rng_t* rng) noexcept nogil:
    """Of each pack: what was taken before the player saw it, and what after he saw it last."""
    cdef uint64_t unseen = 0
    cdef uint64_t more[MOST_SEATS]      # drawn before the draft
    cdef uint64_t group
    cdef int q, i, k
    for i in range(s.n_card):
        unseen |= bit(s.cards[(s.card_head + i) & 63])
    for i in range(r.n_humans):
        more[i] = s.seat[i].hand & ~picks_of(s, r, i)
        if i != observer:
            unseen |= more[i]
    for q in range(r.n_humans):
        gather_pack(s, r, q, observer, &unseen)
    for q in range(r.n_humans):
        deal_pack(s, r, q, observer, &unseen, rng)
    for i in range(r.n_humans):
        if i != observer:
            group = draw_some(&unseen, n_bits(more[i]), rng) if more[i] else 0
            s.seat[i].hand = picks_of(s, r, i) | group
    for i in range(s.n_card):
        k = any_bit(unseen, rng)
        s.cards[(s.card_head + i) & 63] = k
        unseen ^= bit(k)


cdef inline int first_seen(const ArchC* s, const RulesC* r, int q, int observer) noexcept nogil:
    """The pass in which a player first held a pack, or one that is not done yet."""
    cdef int k
    for k in range(s.pass_ + 1):
        if (q + k) % r.n_humans == observer:
            return k
    return PASSES + 1


cdef inline void gather_pack(const ArchC* s, const RulesC* r, int q, int observer, uint64_t* unseen) noexcept nogil:
    """Add the cards of a pack that the player never saw."""
    cdef int k, seen = first_seen(s, r, q, observer)
    for k in range(PASSES):
        if s.pick[q][k] != NONE and k < seen:
            unseen[0] |= bit(s.pick[q][k])
    if seen > PASSES:
        unseen[0] |= s.pack[q]


cdef inline void deal_pack(ArchC* s, const RulesC* r, int q, int observer, uint64_t* unseen, rng_t* rng) noexcept nogil:
    """Draw who took what of a pack."""
    cdef int k, seen = first_seen(s, r, q, observer), n = n_bits(s.pack[q]), start = PASSES
    cdef uint64_t group = 0
    for k in range(PASSES):
        if s.pick[q][k] != NONE and k < seen:
            s.pick[q][k] = any_bit(unseen[0], rng)
            unseen[0] ^= bit(s.pick[q][k])
    if seen > PASSES:
        s.pack[q] = draw_some(unseen, n, rng)
        return
    for k in range(s.pass_ + 1):        # what lies between two looks is one card, and known: M29
        if (q + k) % r.n_humans == observer:
            start = k + 1
    for k in range(start, PASSES):
        if s.pick[q][k] != NONE:
            group |= bit(s.pick[q][k])
    if group == 0:
        return
    group |= s.pack[q]
    for k in range(start, PASSES):
        if s.pick[q][k] != NONE:
            s.pick[q][k] = any_bit(group, rng)
            group ^= bit(s.pick[q][k])
    s.pack[q] = group


# -- hands and the pile ----------------------------------------------------------------------------------------------


cdef struct DealC:
    uint64_t unseen         # cards to be dealt
    uint64_t hand[5]        # dealt
    uint64_t fixed[5]       # announced: being built
    int taken[5]            # places of hands
    uint32_t laid[MOST_FACTS]   # places that the cards dealt so far were allowed
    int n_laid
    uint64_t blind          # places of the ring that the player does not know
    int8_t at[N_CARDS]      # dealt
    int size[5]


cdef inline void open_deal(const ArchC* s, const RulesC* r, int observer, DealC* d) noexcept nogil:
    """Collect what the player cannot know."""
    cdef int seat, i, at, n = s.n_card + s.n_drawn
    cdef TaskC task
    d.unseen = d.blind = 0
    for seat in range(r.n_humans):
        d.fixed[seat] = 0
    for i in range(s.n_stack):
        task = unpack_task(s.stack[i])
        if task.op == BUILT and task.a < N_CARDS:
            d.fixed[task.seat] |= bit(task.a)
    for seat in range(r.n_humans):
        if seat != observer:
            d.fixed[seat] &= s.seat[seat].hand
            d.size[seat] = n_bits(s.seat[seat].hand ^ d.fixed[seat])
            d.unseen |= s.seat[seat].hand ^ d.fixed[seat]
    for i in range(n):
        at = (s.card_head - s.n_drawn + i) & 63
        if i < s.n_drawn and s.actor == observer or i >= s.n_drawn and s.knows[at] >> observer & 1:
            continue
        if i < s.n_drawn and s.knows[at] >> observer & 1:
            continue
        d.blind |= bit(at)
        d.unseen |= bit(s.cards[at])


cdef inline int n_places(const RulesC* r, const DealC* d, uint32_t places, const int* kept) noexcept nogil:
    """How many cards some places hold."""
    cdef int seat, n = n_bits(places >> FIRST_TAG)
    for seat in range(r.n_humans):
        if places >> seat & 1:
            n += d.size[seat] - kept[seat]
    return n


cdef inline bint lay_fact(const ArchC* s, const RulesC* r, DealC* d, int card, uint32_t places, const int* kept,
                          rng_t* rng) noexcept nogil:
    """Put a card into one of some places, each equally likely; whether it was free."""
    cdef int seat, n = n_places(r, d, places, kept), x, i
    cdef uint32_t tags = places >> FIRST_TAG
    for i in range(d.n_laid):
        n -= d.laid[i] & ~places == 0
    d.laid[d.n_laid] = places
    d.n_laid += 1
    if n <= 0:
        return False
    x = <int> rng_below(rng, <uint32_t> n)
    for seat in range(r.n_humans):
        if not places >> seat & 1:
            continue
        if x < d.size[seat] - kept[seat] - d.taken[seat]:
            d.taken[seat] += 1
            d.hand[seat] |= bit(card)
            return True
        x -= d.size[seat] - kept[seat] - d.taken[seat]
    while tags:
        i = s.tag[lowest(tags)]
        tags &= tags - 1
        if d.at[i] != NONE:
            continue
        if x == 0:
            d.at[i] = card
            return True
        x -= 1
    return False


cdef inline uint32_t place_of(const ArchC* s, const RulesC* r, const DealC* d, int card) noexcept nogil:
    """Where a card was laid, as a bit of a fact's places."""
    cdef int seat, t
    for seat in range(r.n_humans):
        if d.hand[seat] >> card & 1:
            return <uint32_t> bit(seat)
    for t in range(24):
        if s.tag[t] != NONE and d.at[s.tag[t]] == card:
            return <uint32_t> bit(FIRST_TAG + t)
    return 0


cdef inline int n_orders(const uint32_t* where, const uint32_t* places, int n, int k, int taken) noexcept nogil:
    """In how many orders of a group its cards can lie where they were laid."""
    cdef int i, found = 0
    if k == n:
        return 1
    for i in range(n):
        if not taken >> i & 1 and places[i] & where[k]:
            found += n_orders(where, places, n, k + 1, taken | 1 << i)
    return found


cdef inline bint lay_group(const ArchC* s, const RulesC* r, const FactsC* f, int i, int n, DealC* d, const int* kept,
                           rng_t* rng) noexcept nogil:
    """Lay the facts of a group, from the i-th on, in a random order; whether it fits."""
    cdef uint32_t where[MOST_FACTS]
    cdef uint64_t pool = 0
    cdef int j, card
    for j in range(n):
        pool |= bit(f.card[i + j])
    for j in range(n):
        card = any_bit(pool, rng)
        pool ^= bit(card)
        if not lay_fact(s, r, d, card, f.places[i + j], kept, rng):
            return False
    for j in range(n):
        where[j] = place_of(s, r, d, f.card[i + j])
    return n == 1 or rng_below(rng, <uint32_t> n_orders(where, f.places + i, n, 0, 0)) == 0


cdef inline bint lay_facts(const ArchC* s, const RulesC* r, const FactsC* f, DealC* d, rng_t* rng) noexcept nogil:
    """Lay all cards of which the player knows something; whether they fit."""
    cdef int kept[5]
    cdef int order[MOST_FACTS]
    cdef int sizes[MOST_FACTS]
    cdef int i, j, seat, size, n = 0
    d.n_laid = 0
    for seat in range(r.n_humans):
        d.hand[seat] = 0
        d.taken[seat] = kept[seat] = 0
    for i in range(N_CARDS):
        d.at[i] = NONE
    for i in range(f.n):
        if not d.unseen >> f.card[i] & 1:
            continue
        if f.places[i] < bit(FIRST_TAG) and f.places[i] & (f.places[i] - 1) == 0 and f.group[i] == 0:
            seat = lowest(f.places[i])
            kept[seat] += 1
            d.hand[seat] |= bit(f.card[i])
    for i in range(f.n):
        if f.group[i] == 0 and d.unseen >> f.card[i] & 1 and place_of(s, r, d, f.card[i]) == 0:
            size = n_places(r, d, f.places[i], kept)
            j = n
            while j > 0 and sizes[j - 1] > size:
                sizes[j] = sizes[j - 1]
                order[j] = order[j - 1]
                j -= 1
            sizes[j] = size
            order[j] = i
            n += 1
    for i in range(n):
        if not lay_fact(s, r, d, f.card[order[i]], f.places[order[i]], kept, rng):
            return False
    i = 0
    while i < f.n:
        j = i + 1
        while f.group[i] and j < f.n and f.group[j] == f.group[i]:
            j += 1
        if f.group[i] and d.unseen >> f.card[i] & 1 and place_of(s, r, d, f.card[i]) == 0:
            if not lay_group(s, r, f, i, j - i, d, kept, rng):
                return False
        i = j
    return True


cdef inline void fill_places(const ArchC* s, const RulesC* r, int observer, DealC* d, rng_t* rng) noexcept nogil:
    """The other cards go anywhere."""
    cdef uint64_t left = d.unseen, blind = d.blind
    cdef int seat, at, i, n = s.n_card + s.n_drawn
    for i in range(N_CARDS):
        if d.at[i] != NONE:
            left &= ~bit(d.at[i])
    for seat in range(r.n_humans):
        if seat != observer:
            left &= ~d.hand[seat]
    for seat in range(r.n_humans):
        if seat != observer:
            d.hand[seat] |= draw_some(&left, d.size[seat] - n_bits(d.hand[seat]), rng)
    for i in range(n):
        at = (s.card_head - s.n_drawn + i) & 63
        if blind >> at & 1 and d.at[at] == NONE:
            d.at[at] = any_bit(left, rng)
            left ^= bit(d.at[at])


cdef inline uint32_t mark_of(const ArchC* s, const RulesC* r, int observer, int card) noexcept nogil:
    """What others know of a card, as a number that is the same for cards of which they know the same."""
    cdef uint32_t mark = 0
    cdef int seat, i
    for seat in range(r.n_humans):
        if seat == observer:
            continue
        mark *= <uint32_t> 0x01000193
        for i in range(s.facts[seat].n):
            if s.facts[seat].card[i] == card:
                mark += <uint32_t> 1 + (<uint32_t> s.facts[seat].group[i] if s.facts[seat].group[i]
                                        else s.facts[seat].places[i] << 8)
    return mark


cdef inline void follow_cards(ArchC* s, const RulesC* r, int observer, const DealC* d, rng_t* rng) noexcept nogil:
    """What others know goes with the places of the cards that they know it of."""
    cdef int8_t now[N_CARDS]
    cdef int8_t old[N_CARDS]
    cdef int seat, i, j, n, at, known = 0
    cdef uint64_t left
    cdef int8_t card
    for seat in range(r.n_humans):
        if seat != observer:
            known += s.facts[seat].n
    if known == 0:
        return
    for i in range(N_CARDS):
        now[i] = i
    for i in range(s.n_card + s.n_drawn):
        at = (s.card_head - s.n_drawn + i) & 63
        if d.blind >> at & 1:
            now[s.cards[at]] = d.at[at]
    for seat in range(r.n_humans):
        if seat == observer:
            continue
        left = s.seat[seat].hand ^ d.fixed[seat]
        n = 0
        while left:
            old[n] = lowest(left)
            left &= left - 1
            j = n
            while j > 0 and mark_of(s, r, observer, old[j - 1]) > mark_of(s, r, observer, old[j]):
                card = old[j]
                old[j] = old[j - 1]
                old[j - 1] = card
                j -= 1
            n += 1
        left = d.hand[seat]
        for i in range(n):
            now[old[i]] = any_bit(left, rng)
            left ^= bit(now[old[i]])
    for seat in range(r.n_humans):
        if seat != observer:
            for i in range(s.facts[seat].n):
                s.facts[seat].card[i] = now[s.facts[seat].card[i]]
            tidy(&s.facts[seat])


cdef inline bint redraw_cards(ArchC* s, const RulesC* r, int observer, rng_t* rng) noexcept nogil:
    """Hands and the pile of buildings; whether the facts could be laid."""
    cdef DealC d
    cdef int seat, at, tries = 0
    open_deal(s, r, observer, &d)
    while not lay_facts(s, r, &s.facts[observer if observer < r.n_humans else 4], &d, rng):
        tries += 1
        if tries == MOST_TRIES:
            return False
    fill_places(s, r, observer, &d, rng)
    follow_cards(s, r, observer, &d, rng)
    for seat in range(r.n_humans):
        if seat != observer:
            s.seat[seat].hand = d.hand[seat] | d.fixed[seat]
    for at in range(N_CARDS):
        if d.blind >> at & 1:
            s.cards[at] = d.at[at]
    return True


# -- the whole -------------------------------------------------------------------------------------------------------


cdef inline bint refresh_options(ArchC* s, const RulesC* r) noexcept nogil:
    """Find what may be chosen where it hangs on hidden cards; whether there is a choice."""
    cdef PurseC p
    cdef int i
    if s.stage == PLACE:
        s.options = legal_places(s, r, s.actor)
    elif s.stage == BUILD:
        open_purse(s, r, s.actor, &p)
        s.options = buildings(s, r, s.actor, &p)
        s.more = hall_words(s, r, s.actor, &p)
    elif s.stage == DISCARD:
        s.options = s.seat[s.actor].hand
    elif s.stage == KEEP and s.phase == DRAFTING:
        s.options = s.pack[pack_of(r, s.actor, s.pass_)]
    elif s.stage == KEEP:
        s.options = 0
        for i in range(s.n_drawn):
            s.options |= bit(s.cards[(s.card_head - s.n_drawn + i) & 63])
    return n_bits(s.options) + n_bits(s.more) > 1


cdef inline bint redraw(ArchC* s, const RulesC* r, int observer, rng_t* rng) noexcept nogil:
    """Become a world that the observer holds possible, each equally likely; whether one was found."""
    cdef ArchC before
    cdef int _tries
    redraw_piles(s, r, rng)
    if s.phase == DRAFTING:
        redraw_draft(s, r, observer, rng)
        refresh_options(s, r)
        return True
    if s.stage != BUILD or s.actor == observer:
        if not redraw_cards(s, r, observer, rng):
            return False
        refresh_options(s, r)
        return True
    before = s[0]
    for _tries in range(MOST_TRIES):
        if not redraw_cards(s, r, observer, rng):
            return False
        if refresh_options(s, r):
            return True
        s[0] = before
    return False
