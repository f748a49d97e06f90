"""What a choice looks like in numbers, cheaply: the features of the learned policy (`weights.json`).

A feature's number is `base + offset`; GROUPS in weights.py names them. They look at the own hand and at what all see.
"""
from libc.stdint cimport uint64_t

from kingmaker.games.architects._can cimport own_trades, shown
from kingmaker.games.architects._pay cimport MIX_BIT, PurseC, open_purse
from kingmaker.games.architects._place cimport HIRE_PAID, has_token
from kingmaker.games.architects._sight cimport (
    CATHEDRAL_GOAL, GoalC, SightC, gain_useful, gain_value, largest_of_others, loses_cathedral, others_can_capture,
    points_lost, set_card, useful, wanted)
from kingmaker.games.architects._struct cimport (
    AT_PLACE, A_WORD, BUILD, CAPTURE, CATHEDRAL, CLAY, CONTRIBUTE, DESTROY, DISCARD, DISMISS, DRAW, FIRST_WONDER,
    FOREST, GIVE, GOLD, GUARD, GUARDHOUSE, GUILDHALL, HIRE, IGNORE, KEEP, LARGE, MARBLE, MARKET, MIDDLE, MINE, MINES,
    MINE_CLAY, MIX, NONE, N_GOODS, N_MARKET, N_PLACES, PLACE, QUARRY, RECALL, RELEASE, REPLACE, RESCUE_DEBT,
    RESCUE_SILVER, SILVERSMITH, SMALL, STONE, STOREHOUSE, TAX_STAND, TOWN_CENTRE, TO_PRISON, TRADE, TRADE_MARBLE,
    TRADE_VIRTUE, WITH_GOLD, WONDER, WOOD, WORKSHOP, ArchC, CostC, GainC, RulesC, SeatC, n_away, n_held)
from kingmaker.games.core._bits cimport bit, lowest, n_bits
from kingmaker.games.core._tally cimport TallyC, add

cdef enum:
    F_PLACE = 0                 # + 4 * place + stage
    F_CROWD = 52                # + place
    F_GATHER = 61
    F_STORE = 67
    F_WORKSHOP = 71
    F_TOWN = 79
    F_TAX = 83
    F_GUARDHOUSE = 86
    F_MARKET = 91
    F_HALL = 98
    F_WITH = 103
    F_HIRE = 109
    F_HIRE_FOR = 116
    F_HIRE_AT = 126
    F_DRAW = 136                # + stage
    F_DRAW_WITH = 140
    F_KEEP = 144
    F_DISCARD = 150
    F_DISMISS = 154
    F_RECALL = 156
    F_MINE = 173
    F_WORD = 175                # + word
    F_TRADE = 219
    F_CAPTURE = 225
    F_GUARD = 231
    F_BUILD = 235
    F_GIVE = 240
    F_PAY = 242
    F_OTHER = 245

cdef enum:
    FEW = 3                     # workers left that are few
    LONG = 8                    # turns for each place of the Guildhall that make a long game
    FAR = 5                     # pieces missing that are many
    CROWD = 6                   # more than so many at a place count no more


cdef inline bint is_long(const SightC* v) noexcept nogil:
    """Whether the game lasts already, so that somebody had better end it."""
    return v.s.turn > LONG * v.r.hall


cdef inline int goods_of(const SeatC* p) noexcept nogil:
    """Clay, wood and stone."""
    return p.goods[CLAY] + p.goods[WOOD] + p.goods[STONE]


# -- where to place a worker -----------------------------------------------------------------------------------------


cdef inline void see_goods(const SightC* v, int kind, int n, TallyC* t) noexcept nogil:
    """Goods that placing there brings."""
    cdef double first = useful(&v.first, kind, n), second = useful(&v.second, kind, n)
    add(t, F_GATHER, first)
    add(t, F_GATHER + 1, second)
    if first > 0 and v.first.lack - first < 0.01:
        add(t, F_GATHER + 2, 1)
    if first == 0 and second == 0:
        add(t, F_GATHER + 4, min(n, CROWD))


cdef inline void see_store(const SightC* v, int n, TallyC* t) noexcept nogil:
    """The King's Storehouse."""
    cdef const SeatC* p = v.p
    cdef PurseC purse
    cdef int marble = (p.goods[WOOD] + p.goods[STONE]) // 3
    add(t, F_STORE, useful(&v.first, MARBLE, marble if marble < n else n))
    if not v.r.in_cathedral >> p.virtue & 1:
        add(t, F_STORE + 1, 1)
    add(t, F_STORE + 2, goods_of(p) - wanted(v, CLAY, p.goods[CLAY]) - wanted(v, WOOD, p.goods[WOOD])
        - wanted(v, STONE, p.goods[STONE]))
    open_purse(v.s, v.r, v.seat, &purse)
    add(t, F_STORE + 3, n_bits(own_trades(v.s, v.r, v.seat, &purse)))


cdef inline bint helps(const SightC* v, int card) noexcept nogil:
    """Whether an apprentice has a skill that the best goals miss."""
    return (v.r.app[card].skills & (v.first.skills | v.second.skills)) != 0


cdef inline void see_workshop(const SightC* v, int n, TallyC* t) noexcept nogil:
    """Hires and cards."""
    cdef const SeatC* p = v.p
    cdef int i, k, found = 0
    add(t, F_WORKSHOP, n_bits(p.hand))
    if v.first.skills | v.second.skills:
        for k in range(v.r.n_columns):
            if p.silver < 4 + (k + 1 - n if k + 1 > n else 0):
                break
            for i in range(2):
                if v.s.display[5 * i + k] != NONE and helps(v, v.s.display[5 * i + k]):
                    found = 1
    add(t, F_WORKSHOP + 1, found)
    add(t, F_WORKSHOP + 2, p.n_apps)
    add(t, F_WORKSHOP + 3, 1 + n // 2)
    if p.silver < 4:
        add(t, F_WORKSHOP + 4, 1)
    if p.hand == 0:
        add(t, F_WORKSHOP + 5, 1)
    if v.first.lack > FAR:
        add(t, F_WORKSHOP + 6, 1)
    add(t, F_WORKSHOP + 7, is_long(v) and v.n_ready == 0)


cdef inline void see_prey(const SightC* v, TallyC* t) noexcept nogil:
    """Silver where there is none: without it nobody can be captured."""
    if v.p.silver == 0:
        add(t, F_GATHER + 5, largest_of_others(v.s, v.r, v.seat))


cdef inline void see_town(const SightC* v, int n, TallyC* t) noexcept nogil:
    """The largest groups: two if there are two captures."""
    cdef int seat, place, size, best = 0, second = 0, own = 0
    for seat in range(v.r.n_seats):
        for place in range(N_PLACES):
            size = v.s.seat[seat].at[place]
            if seat == v.seat:
                own = max(own, size)
            elif size > best:
                second = best
                best = size
            elif size > second:
                second = size
    add(t, F_TOWN, best + (second if n > 1 and v.p.silver > 1 else 0))
    if best >= 3:
        add(t, F_TOWN + 1, 1)
    add(t, F_TOWN + 2, own)
    if v.p.supply <= FEW:
        add(t, F_TOWN + 3, own)


cdef inline void see_virtue(const SightC* v, int n, int first, TallyC* t) noexcept nogil:
    """What a loss of virtue costs."""
    add(t, first, points_lost(v, n))
    if loses_cathedral(v, n):
        add(t, first + 1, 1)


cdef inline void see_guardhouse(const SightC* v, TallyC* t) noexcept nogil:
    """Prison, captured workers, debts."""
    cdef const SeatC* p = v.p
    cdef int away = n_away(v.s, v.r, v.seat)
    add(t, F_GUARDHOUSE, n_held(p))
    add(t, F_GUARDHOUSE + 1, p.prison)
    add(t, F_GUARDHOUSE + 2, away)
    if p.supply <= FEW:
        add(t, F_GUARDHOUSE + 3, p.prison + away)
    if p.silver >= 6:
        add(t, F_GUARDHOUSE + 4, p.unpaid)


cdef inline void see_market(const SightC* v, int place, TallyC* t) noexcept nogil:
    """The Black Market."""
    cdef const ArchC* s = v.s
    cdef const GainC* g
    cdef int i
    if place == MIDDLE:
        if v.first.skills | v.second.skills:
            for i in range(10):
                if s.display[i] != NONE and helps(v, s.display[i]):
                    add(t, F_MARKET + 5, 1)
                    break
    else:
        if place == LARGE:
            g = &v.r.large[s.market[s.market_at - 1] if s.market_at > 0 else N_MARKET]
        else:
            g = &v.r.small[s.market[s.market_at] if s.market_at < N_MARKET else N_MARKET]
        add(t, F_MARKET, gain_useful(&v.first, g))
        add(t, F_MARKET + 1, gain_value(g))
    if (s.space[0] != NONE) + (s.space[1] != NONE) + (s.space[2] != NONE) == 2:
        add(t, F_MARKET + 2, 1)
    see_virtue(v, 1, F_MARKET + 3, t)
    add(t, F_MARKET + 6, v.p.prison)


cdef inline void see_place(const SightC* v, int place, TallyC* t) noexcept nogil:
    """Where a worker goes."""
    cdef const SeatC* p = v.p
    cdef int n
    add(t, F_PLACE + 4 * place + v.stage, 1)
    if p.supply <= FEW:
        add(t, F_WITH + 4, place == TOWN_CENTRE or place == GUARDHOUSE)
    if place == GUILDHALL:
        add(t, F_HALL, v.ready)
        add(t, F_HALL + 1, max(v.first.worth - v.ready, 0))
        if v.s.n_guild + 1 == v.r.hall:
            add(t, F_HALL + 2, 1)
        add(t, F_HALL + 3, v.n_ready)
        add(t, F_HALL + 4, is_long(v))
        return
    add(t, F_WITH, n_bits(p.own & v.r.at[place if place < SMALL else MARKET]))
    if place >= SMALL:
        see_market(v, place, t)
        return
    n = p.at[place] + 1
    add(t, F_CROWD + place, min(p.at[place], CROWD))
    if others_can_capture(v.s, v.r, v.seat):
        add(t, F_WITH + 5, p.at[place])
    if v.r.wonders:
        add(t, F_WITH + 1, place == v.s.princess)
        add(t, F_WITH + 2, place == v.s.profiteer)
        add(t, F_WITH + 3, has_token(v.s, v.seat, place))
    if place == QUARRY:
        see_goods(v, STONE, n, t)
    elif place == FOREST:
        see_goods(v, WOOD, n, t)
    elif place == SILVERSMITH:
        add(t, F_GATHER + 3, n + 1)
        see_prey(v, t)
    elif place == MINES:
        if useful(&v.first, GOLD, n // 2) >= max(useful(&v.first, CLAY, n + 1), 1):
            see_goods(v, GOLD, n // 2, t)
        else:
            see_goods(v, CLAY, n + 1, t)
    elif place == STOREHOUSE:
        see_store(v, n, t)
    elif place == WORKSHOP:
        see_workshop(v, n, t)
    elif place == TOWN_CENTRE:
        see_town(v, n, t)
    elif place == TAX_STAND:
        add(t, F_TAX, v.s.tax)
        see_prey(v, t)
        see_virtue(v, 2, F_TAX + 1, t)
    else:
        see_guardhouse(v, t)


# -- what to do there ------------------------------------------------------------------------------------------------


cdef inline void see_hire(const SightC* v, int card, TallyC* t) noexcept nogil:
    """An apprentice."""
    cdef const ArchC* s = v.s
    cdef int i = 0, skip, skills = v.r.app[card].skills
    while i < 10 and s.display[i] != card:
        i += 1
    if helps(v, card):
        add(t, F_HIRE, 1)
    add(t, F_HIRE + 1, n_bits(<uint64_t> (skills & ~v.skills)))
    add(t, F_HIRE + 2, n_bits(<uint64_t> (skills & v.skills)))
    add(t, F_HIRE + 3, v.r.app[card].virtue)
    if i < 10:
        skip = i % 5 + 1 - s.n_acts
        if s.argument == HIRE_PAID and skip > 0:
            add(t, F_HIRE + 4, skip)
        add(t, F_HIRE + 5, s.coins[i])
    add(t, F_HIRE + 6, gain_value(&v.r.app[card].gain))
    add(t, F_HIRE_FOR + v.r.app[card].when, 1)
    if v.r.app[card].place >= 0:
        add(t, F_HIRE_AT + v.r.app[card].place, 1)


cdef inline void see_draw(const SightC* v, TallyC* t) noexcept nogil:
    """Building cards instead of an apprentice."""
    add(t, F_DRAW + v.stage, 1)
    add(t, F_DRAW_WITH, n_bits(v.p.hand))
    add(t, F_DRAW_WITH + 1, v.p.n_apps)
    add(t, F_DRAW_WITH + 2, v.n_ready)
    if v.p.hand == 0:
        add(t, F_DRAW_WITH + 3, 1)


cdef inline void see_keep(const SightC* v, int card, TallyC* t) noexcept nogil:
    """A building card to keep."""
    cdef GoalC g
    set_card(v, card, &g)
    add(t, F_KEEP, g.worth)
    add(t, F_KEEP + 1, v.m.dear[card])
    add(t, F_KEEP + 2, n_bits(<uint64_t> g.skills))
    add(t, F_KEEP + 3, n_bits(<uint64_t> (v.r.building[card].skills & v.skills)))
    add(t, F_KEEP + 4, v.r.building[card].virtue)
    add(t, F_KEEP + 5, g.lack)


cdef inline void see_discard(const SightC* v, int card, TallyC* t) noexcept nogil:
    """A building card to put away."""
    cdef GoalC g
    set_card(v, card, &g)
    add(t, F_DISCARD, g.worth)
    add(t, F_DISCARD + 1, g.lack)
    add(t, F_DISCARD + 2, n_bits(<uint64_t> g.skills))
    add(t, F_DISCARD + 3, card == v.first.what)


cdef inline void see_dismiss(const SightC* v, int card, TallyC* t) noexcept nogil:
    """An apprentice to let go."""
    cdef int i, others = 0
    for i in range(v.p.n_apps):
        if v.p.apps[i] != card:
            others |= v.r.app[v.p.apps[i]].skills
    add(t, F_DISMISS, n_bits(<uint64_t> (v.r.app[card].skills & ~others)))
    add(t, F_DISMISS + 1, v.r.app[card].when == AT_PLACE)


cdef inline void see_recall(const SightC* v, int where, TallyC* t) noexcept nogil:
    """A worker to take back."""
    add(t, F_RECALL + where, 1)
    if where < N_PLACES:
        add(t, F_RECALL + 16, v.p.at[where])


cdef inline void see_trade(const SightC* v, int choice, TallyC* t) noexcept nogil:
    """A trade at the King's Storehouse."""
    cdef const SeatC* p = v.p
    cdef const CostC* pay
    cdef int i, virtue = 0
    cdef double taken = 0, price = 0
    if choice < A_WORD:
        pay = &v.r.app[choice].pay
        for i in range(N_GOODS):
            taken += wanted(v, i, pay.goods[i])
            price += pay.goods[i] * (2.5 if i >= GOLD else 1.0)
        add(t, F_TRADE + 3, taken)
        add(t, F_TRADE + 4, gain_value(&v.r.app[choice].gain))
        add(t, F_TRADE + 5, price + 0.6 * pay.silver + 0.8 * pay.influence + pay.k)
        add(t, F_TRADE + 2, gain_useful(&v.first, &v.r.app[choice].gain))
        virtue = v.r.app[choice].gain.virtue
    elif choice == A_WORD + TRADE_VIRTUE:
        virtue = 1
        i = 2 - (goods_of(p) - v.first.cost[CLAY] - v.first.cost[WOOD] - v.first.cost[STONE])
        add(t, F_TRADE + 3, min(max(i, 0), 2))
    elif choice == A_WORD + TRADE_MARBLE:
        add(t, F_TRADE + 2, useful(&v.first, MARBLE, 1))
        i = 3 - (p.goods[WOOD] + p.goods[STONE] - v.first.cost[WOOD] - v.first.cost[STONE])
        add(t, F_TRADE + 3, min(max(i, 0), 3))
    if virtue:
        add(t, F_TRADE, not v.r.in_cathedral >> p.virtue & 1)
        if p.virtue < 14:
            add(t, F_TRADE + 1, v.r.virtue_points[p.virtue + 1] - v.r.virtue_points[p.virtue])


cdef inline void see_capture(const SightC* v, int choice, TallyC* t) noexcept nogil:
    """A group of workers."""
    cdef int place = choice // 5, whose = choice % 5, n = v.s.seat[whose].at[place]
    if whose == v.seat:
        add(t, F_CAPTURE + 2, n)
        if v.p.supply <= FEW:
            add(t, F_CAPTURE + 3, n)
    else:
        add(t, F_CAPTURE, n)
        add(t, F_CAPTURE + 1, n >= 3)
    if v.r.wonders:
        add(t, F_CAPTURE + 4, place == v.s.princess)
        add(t, F_CAPTURE + 5, place == v.s.profiteer)


cdef inline void see_guard(const SightC* v, int what, TallyC* t) noexcept nogil:
    """An action of the Guardhouse."""
    cdef int n = 0
    if what == TO_PRISON:
        add(t, F_GUARD, n_held(v.p))
    elif what == RELEASE:
        n = v.p.prison
        add(t, F_GUARD + 1, n)
    elif what == RESCUE_SILVER or what == RESCUE_DEBT:
        n = n_away(v.s, v.r, v.seat)
        add(t, F_GUARD + 2, n)
    if v.p.supply <= FEW:
        add(t, F_GUARD + 3, n)


cdef inline void see_build(const SightC* v, int choice, TallyC* t) noexcept nogil:
    """A construction."""
    cdef int level = v.p.cathedral + 1, what = choice
    if choice < A_WORD:
        add(t, F_BUILD, v.m.worth[choice])
    elif choice == A_WORD + CATHEDRAL:
        what = CATHEDRAL_GOAL
        add(t, F_BUILD, v.r.level_points[level] - v.r.level_points[level - 1] + 1.5)
        add(t, F_BUILD + 1, 1)
    else:
        what = FIRST_WONDER + choice - A_WORD - WONDER
        add(t, F_BUILD, v.r.wonder[choice - A_WORD - WONDER].points)
        add(t, F_BUILD + 2, 1)
    add(t, F_BUILD + 3, what == v.first.what)


cdef inline void see_payment(const SightC* v, int n, TallyC* t) noexcept nogil:
    """A step of a payment."""
    cdef int clay, wood
    if v.s.stage == MIX:
        clay = n // MIX_BIT
        wood = n % MIX_BIT
        add(t, F_PAY, wanted(v, CLAY, clay) + wanted(v, WOOD, wood) + wanted(v, STONE, v.s.pay.k - clay - wood))
    elif v.s.stage == REPLACE:
        add(t, F_PAY + 1, n)
    else:
        add(t, F_PAY + 2, n)


cdef inline void see_card_or_place(const SightC* v, int choice, TallyC* t) noexcept nogil:
    """A choice without a word."""
    cdef int stage = v.s.stage
    if stage == HIRE:
        see_hire(v, choice, t)
    elif stage == KEEP:
        see_keep(v, choice, t)
    elif stage == DISCARD:
        see_discard(v, choice, t)
    elif stage == DISMISS:
        see_dismiss(v, choice, t)
    elif stage == RECALL:
        see_recall(v, choice, t)
    elif stage == CAPTURE:
        see_capture(v, choice, t)
    elif stage == MIX or stage == REPLACE or stage == WITH_GOLD:
        see_payment(v, choice, t)
    elif stage == DESTROY:
        add(t, F_OTHER, choice)
    elif stage == IGNORE:
        add(t, F_OTHER + 1, choice)


cdef inline double see(const SightC* v, int choice, TallyC* t) noexcept nogil:
    """Weigh a choice."""
    cdef int stage = v.s.stage, which = choice - A_WORD
    t.sum = 0
    if stage == PLACE:
        see_place(v, choice, t)
        return t.sum
    if choice >= A_WORD:
        add(t, F_WORD + which, 1)
    if stage == TRADE:
        see_trade(v, choice, t)
    elif stage == BUILD:
        see_build(v, choice, t)
    elif choice < A_WORD:
        see_card_or_place(v, choice, t)
    elif stage == HIRE and which == DRAW:
        see_draw(v, t)
    elif stage == MINE:
        if which == MINE_CLAY:
            add(t, F_MINE, useful(&v.first, CLAY, v.s.n_acts + 1))
            add(t, F_MINE + 1, useful(&v.second, CLAY, v.s.n_acts + 1))
        else:
            add(t, F_MINE, useful(&v.first, GOLD, v.s.n_acts // 2))
            add(t, F_MINE + 1, useful(&v.second, GOLD, v.s.n_acts // 2))
    elif stage == GUARD:
        see_guard(v, which, t)
    elif stage == CONTRIBUTE and which >= GIVE:
        add(t, F_GIVE, wanted(v, which - GIVE, 1))
        add(t, F_GIVE + 1, v.p.goods[which - GIVE])
    return t.sum
