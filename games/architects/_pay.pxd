"""Payments: A29, W9, W10, M6, M7, M32, M39, M44, decided step by step and paid all at once."""
from libc.stdint cimport int16_t, uint64_t
from libc.string cimport memcpy, memset

from kingmaker.games.architects._struct cimport (
    ADA, CLAY, GOLD, MARBLE, MIX, NEVER, N_GOODS, REPLACE, STONE, THERESE, WITH_GOLD, WOOD, ArchC, CostC, RulesC, SeatC,
    ask)
from kingmaker.games.core._bits cimport bit

cdef enum:
    MIX_BIT = 9             # a choice of MIX is MIX_BIT * clay + wood
    STEP_MIX = 0
    STEP_SILVER = 6         # 1 to 5 are the kinds
    STEP_GOLD = 7
    STEP_END = 8


cdef struct PurseC:         # what somebody can pay with
    int16_t goods[N_GOODS]
    int silver
    int influence
    int spare               # M39
    int charlatan           # mask of kinds for which 1 influence stands
    int relief              # A27
    bint pooled             # M44


cdef inline void open_purse(const ArchC* s, const RulesC* r, int seat, PurseC* p) noexcept nogil:
    """What a player owns."""
    cdef const SeatC* q = &s.seat[seat]
    cdef int i
    memcpy(p.goods, q.goods, sizeof(q.goods))
    p.silver = q.silver
    p.influence = q.influence
    p.spare = q.spare
    p.charlatan = 0
    p.relief = r.relief[q.virtue] + (q.ability == ADA)
    p.pooled = q.ability == THERESE
    if q.own & (r.charlatan[CLAY] | r.charlatan[WOOD] | r.charlatan[STONE]) and p.influence > 0:
        for i in range(3):
            if q.own & r.charlatan[i]:
                p.charlatan |= 1 << i


cdef inline int shortfall(const PurseC* p, const CostC* c) noexcept nogil:
    """How much influence a cost takes at least, or NEVER."""
    cdef int i, d, need = c.influence, left = p.silver - c.tax - c.skip, free = 0
    if left < 0:
        return NEVER
    d = c.silver - p.spare - left
    if d > 0:
        need += (d + 1) // 2 * 2
    for i in range(CLAY, STONE + 1):
        d = c.goods[i] - p.goods[i]
        if d > 0:
            if c.physical or not p.charlatan >> i & 1:
                return NEVER
            need += d
        elif c.kinds >> i & 1:
            free -= d
    if c.k > free:
        for i in range(CLAY, STONE + 1):
            if c.kinds >> i & p.charlatan >> i & 1:
                break
        else:
            return NEVER
        need += c.k - free
    if p.pooled:
        d = c.goods[GOLD] + c.goods[MARBLE] - p.goods[GOLD] - p.goods[MARBLE]
        if d > 0:
            need += 4 * d
    else:
        for i in range(GOLD, MARBLE + 1):
            d = c.goods[i] - p.goods[i]
            if d > 0:
                need += 4 * d
    if c.physical and need > c.influence:
        return NEVER
    return need


cdef inline bint payable(const PurseC* p, const CostC* c) noexcept nogil:
    """Whether a cost can be paid."""
    return shortfall(p, c) <= p.influence


cdef inline int due(const PurseC* p, int tax) noexcept nogil:
    """Tax after relief; A27, M32."""
    return tax - p.relief if tax > p.relief else 0


cdef inline bint silver_payable(const PurseC* p, int silver, int tax, int skip) noexcept nogil:
    """Whether so much silver and tax can be paid; the tax before relief."""
    cdef int left = p.silver - due(p, tax) - skip
    if left < 0:
        return False
    left = silver - p.spare - left
    return left <= 0 or (left + 1) // 2 * 2 <= p.influence


cdef inline bint can_pay_silver(const ArchC* s, const RulesC* r, int seat, int silver) noexcept nogil:
    """Whether a player can pay so much silver."""
    cdef PurseC p
    open_purse(s, r, seat, &p)
    return silver_payable(&p, silver, 0, 0)


cdef inline CostC* new_bill(ArchC* s) noexcept nogil:
    """An empty cost to be filled in; `start_paying` then."""
    memset(&s.pay, 0, sizeof(CostC))
    return &s.pay


cdef inline void settle(ArchC* s, SeatC* q) noexcept nogil:
    """All is paid at once; tax goes to the Tax Stand, A29."""
    cdef CostC* c = &s.pay
    cdef int i
    for i in range(N_GOODS):
        q.goods[i] -= c.goods[i]
    q.silver -= c.silver + c.tax + c.skip
    q.influence -= c.influence
    s.tax += c.tax


cdef inline void start_paying(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """Pay `s.pay`; it may ask, so it comes last. The tax in it is after relief."""
    s.payer = seat
    s.step = STEP_MIX
    go_on_paying(s, r)


cdef inline bint is_plain(const RulesC* r, const CostC* c, const SeatC* q) noexcept nogil:
    """Whether there is but one way to pay: nothing is at choice, and nothing can stand for anything."""
    cdef int left = q.influence - c.influence
    if c.k or q.ability == THERESE:
        return False
    if c.silver and (q.spare > 0 or left >= 2):
        return False
    if left == 0 or c.physical:
        return True
    if left >= 4 and c.goods[GOLD] + c.goods[MARBLE] > 0:
        return False
    return (c.goods[CLAY] + c.goods[WOOD] + c.goods[STONE] == 0
            or q.own & (r.charlatan[CLAY] | r.charlatan[WOOD] | r.charlatan[STONE]) == 0)


cdef inline uint64_t plain_mixes(const PurseC* p, CostC* c) noexcept nogil:
    """The same where nothing stands for anything: what is left of each kind says it."""
    cdef uint64_t found = 0
    cdef int clay, wood, stone, k = c.k
    cdef int most_clay = p.goods[CLAY] - c.goods[CLAY] if c.kinds & 1 else 0
    cdef int most_wood = p.goods[WOOD] - c.goods[WOOD] if c.kinds & 2 else 0
    cdef int most_stone = p.goods[STONE] - c.goods[STONE] if c.kinds & 4 else 0
    c.k = 0
    if payable(p, c):
        for clay in range((k if k < most_clay else most_clay) + 1):
            for wood in range((k - clay if k - clay < most_wood else most_wood) + 1):
                stone = k - clay - wood
                found |= <uint64_t> (stone <= most_stone) << (MIX_BIT * clay + wood)
    c.k = k
    return found


cdef inline uint64_t mixes(const PurseC* p, CostC* c) noexcept nogil:
    """How the goods at choice can be made up, what is left payable."""
    cdef uint64_t found = 0
    cdef int clay, wood, stone, k = c.k
    if p.influence == 0 and not p.pooled:
        return plain_mixes(p, c)
    c.k = 0
    for clay in range(k + 1 if c.kinds & 1 else 1):
        for wood in range(k - clay + 1 if c.kinds & 2 else 1):
            stone = k - clay - wood
            if stone > 0 and not c.kinds & 4:
                continue
            c.goods[CLAY] += clay
            c.goods[WOOD] += wood
            c.goods[STONE] += stone
            if payable(p, c):
                found |= bit(MIX_BIT * clay + wood)
            c.goods[CLAY] -= clay
            c.goods[WOOD] -= wood
            c.goods[STONE] -= stone
    c.k = k
    return found


cdef inline int physical_left(const PurseC* p, const CostC* c, int kind) noexcept nogil:
    """How many of a kind can be paid in pieces: Therese's marble is decided after her gold, M44."""
    if kind < GOLD or not p.pooled:
        return p.goods[kind]
    return p.goods[GOLD] + p.goods[MARBLE] - (c.goods[GOLD] if kind == MARBLE else 0)


cdef inline uint64_t replacements(const PurseC* p, CostC* c, int kind) noexcept nogil:
    """How many of a kind influence can stand for."""
    cdef uint64_t found = 0
    cdef int n, asked = c.goods[kind], rate = 1 if kind <= STONE else 4
    if kind <= STONE and not p.charlatan >> kind & 1:
        return 1
    for n in range(asked + 1):
        if c.influence + n * rate > p.influence:
            break
        c.goods[kind] -= n
        c.influence += n * rate
        if asked - n <= physical_left(p, c, kind) and payable(p, c):
            found |= bit(n)
        c.goods[kind] += n
        c.influence -= n * rate
    return found


cdef inline uint64_t silver_replacements(const PurseC* p, CostC* c) noexcept nogil:
    """How much of the silver influence can stand for: the amount, or what is left over plus 0, 2, 4 ...: M39."""
    cdef uint64_t found = 0
    cdef int n = p.spare if p.spare < c.silver else c.silver, rest = p.silver - c.tax - c.skip
    while True:
        if c.influence + (n - p.spare + 1) // 2 * 2 > p.influence:
            break
        if c.silver - n <= rest:
            found |= bit(n)
        if n >= c.silver:
            break
        n += 2
        if n > c.silver:
            n = c.silver
    return found


cdef inline uint64_t golds(const PurseC* p, const CostC* c) noexcept nogil:
    """How many of what Therese pays together can be gold; M44."""
    cdef uint64_t found = 0
    cdef int n, total = c.goods[GOLD] + c.goods[MARBLE]
    for n in range(total + 1):
        if n <= p.goods[GOLD] and total - n <= p.goods[MARBLE]:
            found |= bit(n)
    return found


cdef inline void choose_payment(ArchC* s, const RulesC* r, int n) noexcept nogil:
    """Take one step's choice into the bill."""
    cdef CostC* c = &s.pay
    cdef SeatC* q = &s.seat[s.payer]
    cdef int paid, total
    if s.step == STEP_MIX:
        paid = n % MIX_BIT
        n //= MIX_BIT
        c.goods[CLAY] += n
        c.goods[WOOD] += paid
        c.goods[STONE] += c.k - n - paid
        c.k = 0
        c.kinds = 0
    elif s.step < STEP_SILVER:
        c.goods[s.step - 1] -= n
        c.influence += n * (1 if s.step - 1 <= STONE else 4)
    elif s.step == STEP_SILVER:
        c.silver -= n
        paid = n - q.spare
        c.influence += (paid + 1) // 2 * 2
        q.spare = paid & 1
    else:
        total = c.goods[GOLD] + c.goods[MARBLE]
        c.goods[GOLD] = n
        c.goods[MARBLE] = total - n
    s.step += 1


cdef inline uint64_t payment_options(const ArchC* s, const RulesC* r, const PurseC* p, CostC* c) noexcept nogil:
    """What may be chosen in this step; a lone 0 where nothing is to be decided."""
    if s.step == STEP_MIX:
        return mixes(p, c) if c.k else 1
    if s.step < STEP_SILVER:
        if c.goods[s.step - 1] == 0 or c.physical or p.influence == 0:
            return 1
        return replacements(p, c, s.step - 1)
    if s.step == STEP_SILVER:
        return 0 if c.silver == 0 else silver_replacements(p, c)
    return golds(p, c) if p.pooled and c.goods[GOLD] + c.goods[MARBLE] > 0 else 0


cdef inline void go_on_paying(ArchC* s, const RulesC* r) noexcept nogil:
    """Go through the steps until somebody has a choice, then pay."""
    cdef PurseC p
    cdef uint64_t options
    cdef int n
    if is_plain(r, &s.pay, &s.seat[s.payer]):
        settle(s, &s.seat[s.payer])
        return
    open_purse(s, r, s.payer, &p)
    while s.step < STEP_END:
        options = payment_options(s, r, &p, &s.pay)
        if options & (options - 1):
            ask(s, MIX if s.step == STEP_MIX else WITH_GOLD if s.step == STEP_GOLD else REPLACE, s.payer, options, 0)
            return
        if options == 0 or (options == 1 and s.step not in (STEP_MIX, STEP_SILVER, STEP_GOLD)):
            s.step += 1
            continue
        n = 0
        while not options >> n & 1:
            n += 1
        if s.step == STEP_MIX and s.pay.k == 0:
            s.step += 1
        else:
            choose_payment(s, r, n)
            if is_plain(r, &s.pay, &s.seat[s.payer]):
                break
        p.spare = s.seat[s.payer].spare
    settle(s, &s.seat[s.payer])
