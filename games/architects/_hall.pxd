"""The Guildhall: buildings, wonders, the cathedral, and what buildings do at once; A23 to A25, W16 to W18."""
from libc.stdint cimport uint64_t

from kingmaker.games.architects._act cimport place_worker
from kingmaker.games.architects._action cimport FOR_CATHEDRAL, FOR_LIBRARY, OF_INFLUENCE, groups, slide
from kingmaker.games.architects._can cimport can_place, free_hires, wonder_cost
from kingmaker.games.architects._facts cimport fact_shown
from kingmaker.games.architects._gain cimport ask_destroy, change_virtue, gain, gain_influence, put_under
from kingmaker.games.architects._pay cimport PurseC, new_bill, open_purse, start_paying
from kingmaker.games.architects._place cimport HIRE_FREE
from kingmaker.games.architects._struct cimport (
    AT_BUILD, AT_CATHEDRAL, AT_HER, AT_HIM, A_WORD, BUILT, CATHEDRAL, CHOOSE, DISCARD, EACH, E_ABBEY, E_ALL_GAIN,
    E_BARRACKS, E_CAPTURE, E_CHOICE, E_CHURCH, E_COURT, E_END, E_GAIN, E_HIDEOUT, E_HIRE, E_LIBRARY, E_NONE, E_PALACE,
    E_PER_LEVEL, E_SCHOOL, E_WATCH, E_WORKER, FIRST_CHOICE, FIRST_WONDER, FREDERICK, FREE_CAPTURE, FREE_HIRE, GET_GOODS,
    GOLD, HIRE, NONE, N_PLACES, PAYOFF, PAY_OFF, PUT_IT, PUT_TOKEN, RAISE, RAISED, SECOND_CHOICE, SKIP, SOMEBODY_GAINS,
    SOMEBODY_LOSES, SPECIAL, TAKE_REWARD, TOKEN, WONDER, ZESIRO, ArchC, BuildingC, CostC, RulesC, SeatC, ask, n_away,
    next_seat, push, word)
from kingmaker.games.core._bits cimport bit


cdef inline void build(ArchC* s, const RulesC* r, int seat, int choice) noexcept nogil:
    """Pay for it; it may ask, so it comes last."""
    cdef CostC* bill = new_bill(s)
    cdef PurseC p
    if choice < A_WORD:
        bill[0] = r.building[choice].cost
        push(s, BUILT, seat, choice, 0)
        if not s.blind:
            fact_shown(s, r, seat, choice)
    elif choice == A_WORD + CATHEDRAL:
        bill[0] = r.level_cost[s.seat[seat].cathedral + 1]
        push(s, RAISED, seat, 0, 0)
    else:
        open_purse(s, r, seat, &p)
        wonder_cost(s, r, choice - A_WORD - WONDER, &p, bill)
        push(s, BUILT, seat, FIRST_WONDER + choice - A_WORD - WONDER, 0)
    start_paying(s, r, seat)


cdef inline void built(ArchC* s, const RulesC* r, int seat, int which) noexcept nogil:
    """A24, W17, M42: virtue, token, Zesiro, Journeymen, its effect. It may ask, so it comes last."""
    cdef SeatC* p = &s.seat[seat]
    cdef int w = which - FIRST_WONDER
    p.built[p.n_built] = which
    p.n_built += 1
    if w < 0:
        p.hand &= ~bit(which)
        if E_NONE < r.building[which].kind < E_END:
            push(s, SPECIAL, seat, which, 0)
    if p.own & r.when[AT_BUILD]:
        push(s, EACH, seat, AT_BUILD, 0)
    if p.ability == ZESIRO:
        push(s, GET_GOODS, seat, OF_INFLUENCE, 1)
    if w < 0:
        change_virtue(s, r, seat, r.building[which].virtue)
        return
    s.builder[w] = seat
    s.goods_on[w] = 0
    push(s, PUT_IT, seat, w, 0)
    change_virtue(s, r, seat, r.wonder[w].virtue)


cdef inline void ask_token_place(ArchC* s, const RulesC* r, int seat, int w) noexcept nogil:
    """W17: one token a place."""
    cdef uint64_t places = r.token_places
    cdef int i
    for i in range(5):
        if s.token[i] != NONE:
            places &= ~bit(s.token[i])
    s.argument = w
    ask(s, TOKEN, seat, 0, places << PUT_TOKEN)


cdef inline void raised(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """A25: paid; now a card is discarded."""
    push(s, RAISE, seat, 0, 0)
    if s.seat[seat].ability != FREDERICK:
        s.argument = FOR_CATHEDRAL
        ask(s, DISCARD, seat, s.seat[seat].hand, 0)


cdef inline void raise_level(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """A25, M42: moved up, Zesiro, Acolytes, reward card."""
    s.seat[seat].cathedral += 1
    push(s, TAKE_REWARD, seat, 0, 0)
    if s.seat[seat].own & r.when[AT_CATHEDRAL]:
        push(s, EACH, seat, AT_CATHEDRAL, 0)
    if s.seat[seat].ability == ZESIRO:
        gain_influence(s, r, seat, 1)


cdef inline void special(ArchC* s, const RulesC* r, int seat, int which) noexcept nogil:
    """What a building does at once; it may ask, so it comes last."""
    cdef SeatC* p = &s.seat[seat]
    cdef const BuildingC* b = &r.building[which]
    cdef int other, mask = 0
    cdef uint64_t words
    if b.kind == E_GAIN:
        gain(s, r, seat, &b.gain)
    elif b.kind == E_HIRE:
        push(s, FREE_HIRE, seat, 0, 0)
    elif b.kind == E_CHOICE:
        s.argument = which
        ask(s, CHOOSE, seat, 0, word(FIRST_CHOICE) | word(SECOND_CHOICE))
    elif b.kind == E_WATCH:
        for other in range(r.n_seats):
            if s.seat[other].prison >= b.a:
                mask |= 1 << other
        push(s, SOMEBODY_LOSES, s.active, mask, b.b)
    elif b.kind == E_CAPTURE:
        s.flags &= ~(AT_HER | AT_HIM)
        push(s, FREE_CAPTURE, seat, b.a, 0)
    elif b.kind == E_BARRACKS:
        words = word(SKIP)
        if n_away(s, r, seat):
            words |= word(FIRST_CHOICE)
        if groups(s, r, (1 << N_PLACES) - 1):
            words |= word(SECOND_CHOICE)
        s.argument = which
        ask(s, CHOOSE, seat, 0, words)
    elif b.kind == E_CHURCH:
        ask_destroy(s, seat, b.a)
    elif b.kind == E_HIDEOUT:
        p.supply += p.prison
        p.prison = 0
    elif b.kind == E_LIBRARY:
        s.argument = FOR_LIBRARY
        ask(s, DISCARD, seat, p.hand, word(SKIP))
    else:
        special_of_many(s, r, seat, which)


cdef inline void special_of_many(ArchC* s, const RulesC* r, int seat, int which) noexcept nogil:
    """The rest of them."""
    cdef SeatC* p = &s.seat[seat]
    cdef const BuildingC* b = &r.building[which]
    cdef PurseC purse
    cdef int other
    if b.kind == E_ALL_GAIN:
        push(s, SOMEBODY_GAINS, s.active, which, (1 << r.n_seats) - 1)
    elif b.kind == E_PALACE:
        p.goods[GOLD] += p.virtue // b.a
    elif b.kind == E_WORKER:
        if p.supply > 0:
            open_purse(s, r, seat, &purse)
            if can_place(s, r, seat, b.a, &purse):
                place_worker(s, r, seat, b.a)
    elif b.kind == E_PER_LEVEL:
        gain_influence(s, r, seat, p.cathedral)
    elif b.kind == E_SCHOOL:
        empty_columns(s, r)
        push(s, FREE_HIRE, seat, 0, 0)
    elif b.kind == E_COURT:
        if p.unpaid > 0:
            ask(s, PAYOFF, seat, 0, word(PAY_OFF) | word(SKIP))
    elif b.kind == E_ABBEY:
        for other in range(r.n_seats):
            s.seat[other].supply += s.seat[other].prison
            s.seat[other].prison = 0


cdef inline void empty_columns(ArchC* s, const RulesC* r) noexcept nogil:
    """School: columns 1-4 leave, column by column, row 1 before row 2; then the rows are filled; M43, M36."""
    cdef int k, row, at
    for k in range(4):
        for row in range(2):
            at = 5 * row + k
            if s.display[at] != NONE:
                put_under(s, s.display[at])
                s.display[at] = NONE
                s.coins[at] = 0
    slide(s, r, 0, 0)
    slide(s, r, 1, 0)


cdef inline void free_hire(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """Tavern, School; M43."""
    s.argument = HIRE_FREE
    ask(s, HIRE, seat, free_hires(s, r, seat), 0)


cdef inline void somebody_gains(ArchC* s, const RulesC* r, int seat, int which, int mask) noexcept nogil:
    """Each seat of the mask, clockwise from one on; it may ask, so it comes last."""
    if mask == 0:
        return
    while not mask >> seat & 1:
        seat = next_seat(r, seat)
    mask ^= 1 << seat
    push(s, SOMEBODY_GAINS, next_seat(r, seat), which, mask)
    gain(s, r, seat, &r.building[which].gain)
