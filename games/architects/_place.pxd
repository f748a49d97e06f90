"""A worker is placed: steps 1 to 6 of a turn, and the simple places (A13, A14, A19)."""
from libc.stdint cimport uint64_t

from kingmaker.games.architects._can cimport hires
from kingmaker.games.architects._gain cimport gain, gain_influence, lose_virtue
from kingmaker.games.architects._pay cimport PurseC, new_bill, open_purse, start_paying
from kingmaker.games.architects._struct cimport (
    CAROLINE, CAROLINE_BOARD, CHARLES, CLAY, CONTRIBUTE, DRAW, FOR_INFLUENCE, FOR_WORKER, GIFT_OPEN, GIVE, GIVEN, GOLD,
    GUILDHALL, HIRE, LATER, LOSE, MARBLE, MARKET, MARKET_GOODS, MIDDLE, MINE_CLAY, NONE, NOTHING, N_GOODS, N_PLACES,
    PASS, PROFIT, PROFIT_LATER, PROFIT_NOW, PROFIT_OPEN, SMALL, STRONGER, TAKE_TAX, TAX_STAND, THERESE, TOKEN_USE,
    ArchC, CostC, RulesC, SeatC, ask, goes_on, push, word)
from kingmaker.games.core._bits cimport bit

cdef enum:                  # `argument` of HIRE
    HIRE_PAID = 0
    HIRE_FREE = 1
    HIRE_FIRST = 2          # W5


cdef inline void lay_worker(ArchC* s, const RulesC* r, int seat, int place) noexcept nogil:
    """Step 1; A23, A30, A32."""
    cdef SeatC* p = &s.seat[seat]
    p.supply -= 1
    if place < N_PLACES:
        p.at[place] += 1
    elif place < GUILDHALL:
        s.space[place - SMALL] = seat
        if s.space[0] != NONE and s.space[1] != NONE and s.space[2] != NONE:
            s.reset_due = 1
    else:
        s.guild[s.n_guild] = seat
        s.n_guild += 1
        if s.n_guild == r.reset_at[0] or s.n_guild == r.reset_at[1]:
            s.reset_due = 1
        if s.n_guild == r.hall:
            s.left = r.n_seats


cdef inline bint has_token(const ArchC* s, int seat, int place) noexcept nogil:
    """Whether a seat's wonder token lies at a place; W17."""
    return 0 <= place < N_PLACES and s.seat[seat].tokens >> place & 1


cdef inline void put_token(ArchC* s, int seat, int w, int place) noexcept nogil:
    """A wonder's token is put on a place; W17."""
    s.token[w] = place
    s.seat[seat].tokens |= <unsigned short> bit(place)


cdef inline void ask_token(ArchC* s, int seat) noexcept nogil:
    """Step 3; W18, M40."""
    ask(s, TOKEN_USE, seat, 0, word(FOR_INFLUENCE) | word(FOR_WORKER))


cdef inline void use_token(ArchC* s, const RulesC* r, int seat, int choice) noexcept nogil:
    """Step 3, decided."""
    if choice == FOR_INFLUENCE:
        gain_influence(s, r, seat, 1)
    else:
        s.flags |= STRONGER


cdef inline uint64_t contributions(const ArchC* s, int seat) noexcept nogil:
    """What a player may contribute; W13, M44."""
    cdef const SeatC* p = &s.seat[seat]
    cdef uint64_t found = 0
    cdef int i, have
    for i in range(N_GOODS):
        have = p.goods[i]
        if i >= GOLD and p.ability == THERESE:
            have = p.goods[GOLD] + p.goods[MARBLE]
        found |= <uint64_t> (have > 0) << (GIVE + i)
    return found & ~(<uint64_t> s.given << GIVE)


cdef inline void ask_before(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """Step 4; W11, W12."""
    cdef uint64_t found
    if s.place == s.profiteer:
        ask(s, PROFIT, seat, 0, word(PROFIT_NOW) | word(PROFIT_LATER))
        return
    s.flags |= GIFT_OPEN
    found = contributions(s, seat)
    if found:
        ask(s, CONTRIBUTE, seat, 0, found | word(LATER))


cdef inline void ask_after(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """Step 6."""
    cdef uint64_t found
    if s.flags & PROFIT_OPEN:
        s.flags &= ~PROFIT_OPEN
        take_profit(s, r, seat)
    if s.flags & GIFT_OPEN:
        s.flags &= ~GIFT_OPEN
        found = contributions(s, seat)
        if found:
            ask(s, CONTRIBUTE, seat, 0, found | word(PASS))


cdef inline void take_profit(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """W12, Charles."""
    if s.seat[seat].ability == CHARLES:
        s.seat[seat].silver += 1
    gain_influence(s, r, seat, 1)


cdef inline void contribute(ArchC* s, const RulesC* r, int seat, int kind) noexcept nogil:
    """W13: pay one piece, then the slot's reward."""
    cdef CostC* bill = new_bill(s)
    s.flags &= ~GIFT_OPEN
    bill.goods[kind] = 1
    bill.physical = 1
    start_paying(s, r, seat)
    if s.stage == NOTHING:
        given(s, r, seat, kind)
    else:
        push(s, GIVEN, seat, kind, 0)


cdef inline void given(ArchC* s, const RulesC* r, int seat, int kind) noexcept nogil:
    """W13, W14; it may ask, so it comes last."""
    s.given |= <unsigned char> bit(kind)
    if s.given == 31:
        s.reset_due = 1
    gain(s, r, seat, &r.contribution[s.contribution[s.open_at]].slot[kind])


cdef inline void mine(ArchC* s, int seat, int choice) noexcept nogil:
    """A14."""
    if choice == MINE_CLAY:
        s.seat[seat].goods[CLAY] += s.n_acts + 1
    else:
        s.seat[seat].goods[GOLD] += s.n_acts // 2


cdef inline int spared(const RulesC* r, const SeatC* p, int place) noexcept nogil:
    """How much less virtue own apprentices let go: Illusionist, Thief; M38."""
    cdef uint64_t own = p.own & r.spares[place]
    cdef int n = 0
    while own:
        own &= own - 1
        n += 1
    return n


cdef inline void visit_tax_stand(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """A19: the loss, then the tax."""
    cdef int depth = s.n_stack + 1
    if s.tax == 0:
        return
    push(s, TAKE_TAX, seat, 0, 0)
    lose_virtue(s, r, seat, 2 - spared(r, &s.seat[seat], TAX_STAND), False)
    if goes_on(s, depth):
        take_tax(s, seat)


cdef inline void take_tax(ArchC* s, int seat) noexcept nogil:
    """A19."""
    s.seat[seat].silver += s.tax
    s.tax = 0


cdef inline void visit_workshop(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """A16, A17."""
    cdef PurseC p
    open_purse(s, r, seat, &p)
    s.argument = HIRE_PAID
    ask(s, HIRE, seat, hires(s, r, seat, s.n_acts, &p), word(DRAW) if s.n_card else 0)


cdef inline void visit_market(ArchC* s, const RulesC* r, int seat, int place) noexcept nogil:
    """A18: payment, loss of virtue, then goods, hire or draw, then Caroline's card."""
    cdef const SeatC* p = &s.seat[seat]
    cdef CostC* bill = new_bill(s)
    cdef int depth, silver = place - SMALL + 1
    cdef uint64_t own = p.own & r.cheaper[MARKET]
    while own and silver:
        own &= own - 1
        silver -= 1
    bill.silver = silver
    if p.ability == CAROLINE_BOARD:
        push(s, CAROLINE, seat, 0, 0)
    push(s, MARKET_GOODS, seat, place, 0)
    push(s, LOSE, seat, 1 - spared(r, p, MARKET), 0)
    depth = s.n_stack
    start_paying(s, r, seat)
    if goes_on(s, depth):
        lose_virtue(s, r, seat, 1 - spared(r, p, MARKET), False)
        if goes_on(s, depth - 1):
            market_goods(s, r, seat, place)


cdef inline void market_goods(ArchC* s, const RulesC* r, int seat, int place) noexcept nogil:
    """A18, M18."""
    cdef uint64_t found = 0
    cdef int i
    if place == SMALL:
        gain(s, r, seat, &r.small[s.market[s.market_at] if s.market_at < 10 else 10])
    elif place == MIDDLE:
        for i in range(10):
            if s.display[i] != NONE:
                found |= bit(s.display[i])
        s.argument = HIRE_FREE
        ask(s, HIRE, seat, found, word(DRAW) if s.n_card else 0)
    else:
        gain(s, r, seat, &r.large[s.market[s.market_at - 1] if s.market_at > 0 else 10])
