"""The end: A33, W19, M20, M49."""
from kingmaker.games.architects._facts cimport clear_facts
from kingmaker.games.architects._gain cimport apply_loss, destroy_debts, gain_virtue, lose_virtue
from kingmaker.games.architects._struct cimport (
    ENDING, END_GAINS, END_LOSSES, FINISH, FINISHED, FIRST_WONDER, GOLD, MARBLE, MOST_SEATS, NONE, N_GOODS, OF_BUILT,
    OF_CAPTURED, OF_INFLUENCE, OF_PAID, OF_PAIRS, OF_SILVER, OF_VIRTUE, OVER, SILVER, THERESE, TOP_VIRTUE,
    X_CATHEDRAL_VIRTUE, X_CATHEDRAL_VP, X_DEBT_VP, X_GOODS_VIRTUE, X_MOST_VP, X_NO_DEBT_VP, X_PER_VIRTUE, X_PER_VP,
    X_SKILL_VIRTUE, X_SKILL_VP, X_STRONGHOLD, X_VIRTUE, ArchC, BuildingC, RulesC, SeatC, is_human, n_held, next_seat,
    push)

cdef struct ScoreC:         # points by seat
    int buildings[MOST_SEATS]
    int effects[MOST_SEATS]
    int cathedral[MOST_SEATS]
    int virtue[MOST_SEATS]
    int debts[MOST_SEATS]
    int goods[MOST_SEATS]
    int silver[MOST_SEATS]
    int prison[MOST_SEATS]
    int total[MOST_SEATS]


cdef inline int amount(const ArchC* s, const RulesC* r, int seat, int kind) noexcept nogil:
    """Goods or silver; of the opponent its virtue: W27."""
    if not is_human(r, seat):
        return s.seat[seat].virtue
    return s.seat[seat].silver if kind == SILVER else s.seat[seat].goods[kind]


cdef inline bint has_most(const ArchC* s, const RulesC* r, int seat, int kind) noexcept nogil:
    """Strictly the most of a kind; -1 is the cathedral: M20."""
    cdef int other
    for other in range(r.n_seats):
        if other == seat:
            continue
        if kind == NONE:
            if s.seat[other].cathedral >= s.seat[seat].cathedral:
                return False
        elif amount(s, r, other, kind) >= amount(s, r, seat, kind):
            return False
    return True


cdef inline int with_skill(const SeatC* p, const RulesC* r, int skill) noexcept nogil:
    """Own apprentices with a skill."""
    cdef int i, n = 0
    for i in range(p.n_apps):
        n += r.app[p.apps[i]].skills >> skill & 1
    return n


cdef inline int count_of(const SeatC* p, int what) noexcept nogil:
    """How much there is of what end-of-game buildings count."""
    if what == OF_VIRTUE:
        return p.virtue
    if what == OF_CAPTURED:
        return n_held(p)
    if what == OF_PAID:
        return p.paid
    if what == OF_BUILT:
        return p.n_built
    if what == OF_SILVER:
        return p.silver
    if what == OF_INFLUENCE:
        return p.influence
    if what == OF_PAIRS:
        return p.n_built if p.n_built < p.cathedral else p.cathedral
    return p.n_apps


cdef inline int counted_goods(const SeatC* p, int kinds) noexcept nogil:
    """Goods of some kinds; for Therese gold and marble are one: M44."""
    cdef int i, n = 0
    if p.ability == THERESE and kinds >> GOLD & 3:
        kinds |= 3 << GOLD
    for i in range(N_GOODS):
        if kinds >> i & 1:
            n += p.goods[i]
    return n


cdef inline int virtue_of(const ArchC* s, const RulesC* r, int seat, const BuildingC* b) noexcept nogil:
    """The virtue that a building brings at the end, below 0 for a loss."""
    cdef const SeatC* p = &s.seat[seat]
    if b.kind == X_CATHEDRAL_VIRTUE:
        return b.a if has_most(s, r, seat, NONE) else 0
    if b.kind == X_SKILL_VIRTUE:
        return with_skill(p, r, b.a)
    if b.kind == X_GOODS_VIRTUE:
        return counted_goods(p, b.a) // b.b
    if b.kind == X_PER_VIRTUE:
        return count_of(p, b.a) // b.b
    return b.a if b.kind == X_VIRTUE else 0


cdef inline int points_of(const ArchC* s, const RulesC* r, int seat, const BuildingC* b) noexcept nogil:
    """The points that a building brings at the end, but for debts."""
    cdef const SeatC* p = &s.seat[seat]
    if b.kind == X_CATHEDRAL_VP:
        return b.a if has_most(s, r, seat, NONE) else 0
    if b.kind == X_MOST_VP:
        return b.b if has_most(s, r, seat, b.a) else 0
    if b.kind == X_SKILL_VP:
        return with_skill(p, r, b.a)
    if b.kind == X_PER_VP:
        return count_of(p, b.a) // b.b
    return b.a if b.kind == X_NO_DEBT_VP and p.unpaid == 0 else 0


cdef inline void begin_end(ArchC* s, const RulesC* r) noexcept nogil:
    """M49: Strongholds, then virtue gained, virtue lost, the rest."""
    cdef int seat, i
    s.phase = ENDING
    s.active = NONE
    s.left = 0
    for seat in range(r.n_humans):
        for i in range(s.seat[seat].n_built):
            if s.seat[seat].built[i] < FIRST_WONDER and r.building[s.seat[seat].built[i]].kind == X_STRONGHOLD:
                s.seat[seat].supply += s.seat[seat].prison
                s.seat[seat].prison = 0
    push(s, FINISH, 0, 0, 0)
    push(s, END_LOSSES, s.first, 0, 0)
    push(s, END_GAINS, s.first, 0, 0)


cdef inline void end_virtue(ArchC* s, const RulesC* r, int seat, int done, int i, bint gains) noexcept nogil:
    """Gains or losses of the buildings from the i-th on, player after player; it may ask, so it comes last."""
    cdef const SeatC* p
    cdef int n
    while done < r.n_seats:
        p = &s.seat[seat]
        while i < p.n_built and is_human(r, seat):
            n = virtue_of(s, r, seat, &r.building[p.built[i]]) if p.built[i] < FIRST_WONDER else 0
            i += 1
            if n > 0 and gains:
                push(s, END_GAINS, seat, done, i)
                gain_virtue(s, r, seat, n)
                return
            if n < 0 and not gains:
                push(s, END_LOSSES, seat, done, i)
                lose_virtue(s, r, seat, -n, False)
                return
        i = 0
        done += 1
        seat = next_seat(r, seat)


cdef inline void share_gold(ArchC* s, const RulesC* r) noexcept nogil:
    """W19, M9: 4 gold to the most influence; the opponent's are marble."""
    cdef int seat, most = 0, n = 0
    if not r.wonders:
        return
    for seat in range(r.n_seats):
        if s.seat[seat].influence > most:
            most = s.seat[seat].influence
            n = 0
        n += s.seat[seat].influence == most
    for seat in range(r.n_seats):
        if s.seat[seat].influence == most:
            s.seat[seat].goods[GOLD if is_human(r, seat) else MARBLE] += 4 // n


cdef inline void finish(ArchC* s, const RulesC* r) noexcept nogil:
    """The game is over: nothing is secret any more."""
    share_gold(s, r)
    s.stage = OVER
    s.phase = FINISHED
    s.options = s.more = 0
    s.actor = 0
    s.blind = 0
    clear_facts(s)


cdef inline void finish_now(ArchC* s, const RulesC* r) noexcept nogil:
    """Judge the game as if it ended now; nobody decides: no influence is spent, debts are destroyed where they may."""
    cdef int seat, k, n, step, excess
    cdef SeatC* p
    s.n_stack = 0
    begin_end(s, r)
    s.n_stack = 0
    for step in range(2):
        for seat in range(r.n_humans):
            p = &s.seat[seat]
            for k in range(p.n_built):
                n = virtue_of(s, r, seat, &r.building[p.built[k]]) if p.built[k] < FIRST_WONDER else 0
                if n > 0 and step == 0:
                    excess = p.virtue + n - TOP_VIRTUE
                    p.virtue = TOP_VIRTUE if excess > 0 else p.virtue + n
                    if excess > 0:
                        destroy_debts(s, seat, excess if excess < p.unpaid else p.unpaid)
                elif n < 0 and step == 1:
                    apply_loss(s, r, seat, -n)
    finish(s, r)


cdef inline void score_all(const ArchC* s, const RulesC* r, ScoreC* score) noexcept nogil:
    """All parts of everybody's points; A33. The virtue of end-of-game buildings is done already."""
    cdef int seat, i, which, each_debt
    cdef const SeatC* p
    for seat in range(r.n_seats):
        p = &s.seat[seat]
        score.buildings[seat] = score.effects[seat] = 0
        each_debt = r.debt_points
        for i in range(p.n_built):
            which = p.built[i]
            if which >= FIRST_WONDER:
                score.buildings[seat] += r.wonder[which - FIRST_WONDER].points
                continue
            score.buildings[seat] += r.building[which].points
            score.effects[seat] += points_of(s, r, seat, &r.building[which])
            if r.building[which].kind == X_DEBT_VP:
                each_debt += r.building[which].a - r.debt_points
        score.cathedral[seat] = r.level_points[p.cathedral]
        score.virtue[seat] = r.virtue_points[p.virtue]
        score.debts[seat] = each_debt * p.unpaid
        score.goods[seat] = p.goods[GOLD] + p.goods[MARBLE]
        score.silver[seat] = p.silver // 10
        score.prison[seat] = -(p.prison // 2)
        score.total[seat] = (score.buildings[seat] + score.effects[seat] + score.cathedral[seat] + score.virtue[seat]
                             + score.debts[seat] + score.goods[seat] + score.silver[seat] + score.prison[seat])


cdef inline void share_win(const ArchC* s, const RulesC* r, const double* returns, double* out) noexcept nogil:
    """Most points, then virtue, then silver; who is level shares: A33."""
    cdef int seat, best = 0, n = 0
    for seat in range(1, r.n_seats):
        if compare(s, returns, seat, best) > 0:
            best = seat
    for seat in range(r.n_seats):
        n += compare(s, returns, seat, best) == 0
    for seat in range(r.n_seats):
        out[seat] = 1.0 / n if compare(s, returns, seat, best) == 0 else 0.0


cdef inline int compare(const ArchC* s, const double* returns, int seat, int other) noexcept nogil:
    """1 if a seat is before another, -1 if behind, 0 if level."""
    if returns[seat] != returns[other]:
        return 1 if returns[seat] > returns[other] else -1
    if s.seat[seat].virtue != s.seat[other].virtue:
        return 1 if s.seat[seat].virtue > s.seat[other].virtue else -1
    if s.seat[seat].silver != s.seat[other].silver:
        return 1 if s.seat[seat].silver > s.seat[other].silver else -1
    return 0
