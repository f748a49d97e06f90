"""What is possible: A10 and M31, judged before a worker is placed, and the options of each action."""
from libc.stdint cimport uint64_t

from kingmaker.games.architects._pay cimport PurseC, due, open_purse, payable, silver_payable
from kingmaker.games.architects._struct cimport (
    AT_STORE, CATHEDRAL, CHARLES, CLAY, FREDERICK, GUARDHOUSE, GUILDHALL, LOUIS, MARKET, MIDDLE, MINES, NONE, N_GOODS,
    N_PLACES, N_WONDERS, PAY_OFF, RELEASE, RESCUE_DEBT, RESCUE_SILVER, RUDOLF, SMALL, STONE, STOREHOUSE, TAX_STAND,
    TOP_INFLUENCE, TOP_LEVEL, TOWN_CENTRE, TO_PRISON, TRADE_MARBLE, TRADE_VIRTUE, WONDER, WOOD, WORKSHOP, ZESIRO, ArchC,
    CostC, GainC, RulesC, SeatC, n_away, n_held, word)
from kingmaker.games.core._bits cimport bit, lowest

cdef inline void expect_gains(const ArchC* s, const RulesC* r, int seat, int place, PurseC* p) noexcept nogil:
    """Add what placing there brings before the action: apprentices, the own token, the Profiteer; M31."""
    cdef const SeatC* q = &s.seat[seat]
    cdef uint64_t own = q.own & r.at[place if place < SMALL else MARKET] if place < GUILDHALL else 0
    cdef const GainC* g
    cdef int i
    cdef bint had_none = p.influence == 0
    while own:
        g = &r.app[lowest(own)].gain
        own &= own - 1
        for i in range(N_GOODS):
            p.goods[i] += g.goods[i]
        p.silver += g.silver
        p.influence += g.influence
    if r.wonders and place < N_PLACES:
        p.influence += q.tokens >> place & 1
        if place == s.profiteer:
            p.influence += 1
            p.silver += q.ability == CHARLES
    if p.influence > TOP_INFLUENCE:
        p.influence = TOP_INFLUENCE
    if had_none and p.influence > 0:
        for i in range(3):
            if q.own & r.charlatan[i]:
                p.charlatan |= 1 << i


cdef inline bint can_mix(const PurseC* p, int k, int kinds) noexcept nogil:
    """Whether k goods of some kinds can be paid, influence standing for some; A15."""
    cdef int i, have = 0
    for i in range(3):
        if kinds >> i & 1:
            have += p.goods[i]
    if have >= k:
        return True
    return (p.charlatan & kinds) != 0 and k - have <= p.influence


cdef inline uint64_t trade_words(const PurseC* p) noexcept nogil:
    """The trades that everybody has; A15."""
    cdef uint64_t found = 0
    if can_mix(p, 2, 7):
        found |= word(TRADE_VIRTUE)
    if can_mix(p, 3, 6):
        found |= word(TRADE_MARBLE)
    return found


cdef inline uint64_t own_trades(const ArchC* s, const RulesC* r, int seat, const PurseC* p) noexcept nogil:
    """Own apprentices whose trade can be paid; A15."""
    cdef uint64_t own = s.seat[seat].own & r.when[AT_STORE], found = 0
    cdef int card
    while own:
        card = lowest(own)
        own &= own - 1
        if payable(p, &r.app[card].pay):
            found |= bit(card)
    return found


cdef inline int hire_silver(const SeatC* q) noexcept nogil:
    """Silver beside the tax; A16, Rudolf."""
    return 1 if q.ability == RUDOLF else 2


cdef inline uint64_t hires(const ArchC* s, const RulesC* r, int seat, int n, const PurseC* p) noexcept nogil:
    """Apprentices of the display that can be paid with n workers; A16, M5."""
    cdef uint64_t found = 0
    cdef int i, k, card, silver = hire_silver(&s.seat[seat])
    for k in range(r.n_columns):
        if not silver_payable(p, silver, 2, k + 1 - n if k + 1 > n else 0):
            break
        for i in range(2):
            card = s.display[5 * i + k]
            if card != NONE:
                found |= bit(card)
    return found & ~r.no_apprentice[seat]


cdef inline uint64_t shown(const ArchC* s, const RulesC* r) noexcept nogil:
    """All apprentices of the display."""
    cdef uint64_t found = 0
    cdef int i
    for i in range(10):
        if s.display[i] != NONE:
            found |= bit(s.display[i])
    return found


cdef inline uint64_t free_hires(const ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """Apprentices of the display for who pays nothing; W5, A26."""
    return shown(s, r) & ~r.no_apprentice[seat]


cdef inline uint64_t guard_words(const ArchC* s, const RulesC* r, int seat, const PurseC* p) noexcept nogil:
    """Actions of the Guardhouse that do something and can be paid; A22."""
    cdef const SeatC* q = &s.seat[seat]
    cdef uint64_t found = 0
    if n_held(q):
        found |= word(TO_PRISON)
    if q.prison:
        found |= word(RELEASE)
    if q.unpaid and silver_payable(p, 3, 3, 0):
        found |= word(PAY_OFF)
    if n_away(s, r, seat):
        if silver_payable(p, 3, 2, 0):
            found |= word(RESCUE_SILVER)
        if s.debts:
            found |= word(RESCUE_DEBT)
    return found


cdef inline uint64_t packed_goods(const PurseC* p) noexcept nogil:
    """Goods in eight bits a kind, 127 at most, with the top bits set."""
    cdef uint64_t found = <uint64_t> 0x8080808080
    cdef int i
    for i in range(N_GOODS):
        found |= <uint64_t> (p.goods[i] if p.goods[i] < 127 else 127) << 8 * i
    return found


cdef inline int skills_of(const ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """The skills on own apprentices, as a mask."""
    cdef const SeatC* q = &s.seat[seat]
    cdef int i, found = 0
    for i in range(q.n_apps):
        found |= r.app[q.apps[i]].skills
    return found


cdef inline uint64_t buildings(const ArchC* s, const RulesC* r, int seat, const PurseC* p) noexcept nogil:
    """Buildings of the hand that can be built; A24."""
    cdef uint64_t left = s.seat[seat].hand & ~r.no_building[seat], found = 0, have = packed_goods(p)
    cdef int card, lacking = ~skills_of(s, r, seat)
    cdef bint plain = p.influence == 0 and not p.pooled
    while left:
        card = lowest(left)
        left &= left - 1
        if r.building[card].skills & lacking:
            continue
        if (have - r.building[card].packed) & <uint64_t> 0x8080808080 == <uint64_t> 0x8080808080 or (
                not plain and payable(p, &r.building[card].cost)):
            found |= bit(card)
    return found


cdef inline void wonder_cost(const ArchC* s, const RulesC* r, int w, const PurseC* p, CostC* c) noexcept nogil:
    """W16."""
    cdef int i
    for i in range(N_GOODS):
        c.goods[i] = 0
    c.silver = c.skip = 0
    c.k = c.physical = 0
    c.kinds = 0
    if r.wonder[w].cost > s.goods_on[w]:
        c.goods[w] = r.wonder[w].cost - s.goods_on[w]
    c.influence = r.wonder[w].influence
    c.tax = due(p, r.wonder[w].tax)


cdef inline bint may_raise(const ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """Whether the cathedral may be advanced but for its cost; A25, A27."""
    cdef const SeatC* q = &s.seat[seat]
    cdef int other, level = q.cathedral + 1, n = 0
    if level > TOP_LEVEL or (q.hand == 0 and q.ability != FREDERICK):
        return False
    if not r.in_cathedral >> q.virtue & 1 and q.ability != LOUIS:
        return False
    for other in range(r.n_seats):
        n += s.seat[other].cathedral == level
    return n < r.level_spaces[level]


cdef inline uint64_t hall_words(const ArchC* s, const RulesC* r, int seat, const PurseC* p) noexcept nogil:
    """The cathedral and wonders; A25, W16."""
    cdef uint64_t found = 0
    cdef CostC cost
    cdef int w
    if may_raise(s, r, seat) and payable(p, &r.level_cost[s.seat[seat].cathedral + 1]):
        found |= word(CATHEDRAL)
    if r.wonders:
        for w in range(N_WONDERS):
            if s.builder[w] == NONE and p.influence >= r.wonder[w].influence:
                wonder_cost(s, r, w, p, &cost)
                if payable(p, &cost):
                    found |= word(WONDER + w)
    return found & ~r.no_word[seat]


cdef inline bint can_visit(const ArchC* s, const RulesC* r, int seat, int space, const PurseC* p) noexcept nogil:
    """Whether a space of the Black Market may be used; A18. `p` holds what placing there brings."""
    cdef const SeatC* q = &s.seat[seat]
    if s.space[space - SMALL] != NONE or (not r.in_market >> q.virtue & 1 and q.ability != ZESIRO):
        return False
    return silver_payable(p, market_silver(r, q, space), 0, 0)


cdef inline int market_silver(const RulesC* r, const SeatC* q, int space) noexcept nogil:
    """1, 2, 3 silver from left to right, less for Tricksters; A18."""
    cdef int silver = space - SMALL + 1
    cdef uint64_t own = q.own & r.cheaper[MARKET]
    while own and silver:
        own &= own - 1
        silver -= 1
    return silver


cdef inline bint can_act(const ArchC* s, const RulesC* r, int seat, int place, const PurseC* p) noexcept nogil:
    """Whether the action of a place does something and can be paid, with what the purse holds; A10, M31."""
    if place <= MINES:
        return True
    if place == STOREHOUSE:
        return trade_words(p) != 0 or own_trades(s, r, seat, p) != 0
    if place == WORKSHOP:
        return s.n_card > 0 or hires(s, r, seat, s.seat[seat].at[WORKSHOP] + 1, p) != 0
    if place == TOWN_CENTRE:
        return p.silver >= due(p, 1)
    if place == TAX_STAND:
        return s.tax > 0
    if place == GUARDHOUSE:
        return guard_words(s, r, seat, p) != 0
    return buildings(s, r, seat, p) != 0 or hall_words(s, r, seat, p) != 0


cdef inline bint brings(const ArchC* s, const RulesC* r, int seat, int place) noexcept nogil:
    """Whether placing there brings something that may matter."""
    if place == GUILDHALL:
        return False
    return (s.seat[seat].own & r.at[place if place < SMALL else MARKET]) != 0 or r.wonders


cdef inline bint can_place(const ArchC* s, const RulesC* r, int seat, int place, const PurseC* p) noexcept nogil:
    """Whether a worker may be placed there; A10, M31. The purse holds what the player owns."""
    cdef PurseC richer
    if place <= MINES:
        return True
    if r.no_place[seat] >> place & 1:
        return False
    if not brings(s, r, seat, place):
        return can_act(s, r, seat, place, p) if place < SMALL or place == GUILDHALL else can_visit(s, r, seat, place, p)
    richer = p[0]
    expect_gains(s, r, seat, place, &richer)
    if place < SMALL:
        return can_act(s, r, seat, place, &richer)
    return can_visit(s, r, seat, place, &richer)


cdef inline int at_a_glance(const ArchC* s, const RulesC* r, int seat, int place) noexcept nogil:
    """Whether a place is open where that is plain without looking closely: 1, 0, or NONE for not plain."""
    cdef const SeatC* q = &s.seat[seat]
    if r.no_place[seat] >> place & 1:
        return 0
    if place == STOREHOUSE:
        return 1 if q.goods[CLAY] + q.goods[WOOD] + q.goods[STONE] >= 2 else NONE
    if place == WORKSHOP:
        return 1 if s.n_card > 0 else NONE
    if place == TOWN_CENTRE:
        return 1 if q.silver > 0 else NONE
    if place == TAX_STAND:
        return s.tax > 0
    if place == GUARDHOUSE:
        return 1 if q.prison > 0 or n_held(q) > 0 else NONE
    if place == GUILDHALL:
        return NONE
    if s.space[place - SMALL] != NONE or (not r.in_market >> q.virtue & 1 and q.ability != ZESIRO):
        return 0
    return 1 if q.silver > place - SMALL and (place != MIDDLE or s.n_card > 0) else NONE


cdef inline bint is_open(const ArchC* s, const RulesC* r, int seat, int place, const PurseC* p) noexcept nogil:
    """Whether the turn's worker may be placed there; at `middle` something must be there to take."""
    if place == MIDDLE and s.n_card == 0 and shown(s, r) == 0:
        return False
    return can_place(s, r, seat, place, p)


cdef inline uint64_t legal_places(const ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """Where a worker may be placed; A10, M31."""
    cdef PurseC p
    cdef uint64_t found = 15
    cdef int place
    open_purse(s, r, seat, &p)
    for place in range(STOREHOUSE, GUILDHALL + 1):
        if is_open(s, r, seat, place, &p):
            found |= bit(place)
    return found
