"""A worker is placed and its action begins: steps 1 to 6 of a turn."""
from kingmaker.games.architects._action cimport next_capture, next_guard, next_trade
from kingmaker.games.architects._can cimport buildings, hall_words
from kingmaker.games.architects._gain cimport run_each
from kingmaker.games.architects._pay cimport PurseC, open_purse
from kingmaker.games.architects._place cimport (
    ask_after, ask_before, has_token, lay_worker, visit_market, visit_tax_stand, visit_workshop)
from kingmaker.games.architects._struct cimport (
    ACT, ARNOLD, ASK_AFTER, ASK_BEFORE, ASK_TOKEN, BUILD, CLAY, FOREST, GUARDHOUSE, GUILDHALL, MARKET, MINE, MINES,
    MINE_CLAY, MINE_GOLD, N_PLACES, QUARRY, SILVERSMITH, SMALL, STONE, STOREHOUSE, STRONGER, TAX_STAND, TOWN_CENTRE,
    WOOD, ArchC, RulesC, SeatC, ask, goes_on, is_quiet, push, word)


cdef inline void ask_hall(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """A23: construct, or advance the cathedral."""
    cdef PurseC p
    open_purse(s, r, seat, &p)
    ask(s, BUILD, seat, buildings(s, r, seat, &p), hall_words(s, r, seat, &p))


cdef inline void place_worker(ArchC* s, const RulesC* r, int seat, int place) noexcept nogil:
    """Steps 1 to 6; it may ask, so it comes last."""
    lay_worker(s, r, seat, place)
    s.place = place
    s.n_done = 0
    s.flags = 0
    s.cleared = 0
    if r.wonders and place < N_PLACES:
        if place == s.princess or place == s.profiteer:
            meet(s, r, seat, place)
        elif has_token(s, seat, place) or s.seat[seat].own & r.at[place]:
            push(s, ACT, seat, 0, 0)
            if has_token(s, seat, place):
                push(s, ASK_TOKEN, seat, 0, 0)
            run_each(s, r, seat, 16 + place)
        else:
            act(s, r, seat)
        return
    if s.seat[seat].own & r.at[place if place < SMALL else MARKET] if place < GUILDHALL else 0:
        push(s, ACT, seat, 0, 0)
        run_each(s, r, seat, 16 + (place if place < SMALL else MARKET))
        return
    act(s, r, seat)


cdef inline void meet(ArchC* s, const RulesC* r, int seat, int place) noexcept nogil:
    """Steps 2 to 6 where the Princess or the Profiteer is; it may ask, so it comes last."""
    cdef int depth = s.n_stack + 1
    push(s, ASK_AFTER, seat, 0, 0)
    if has_token(s, seat, place) or s.seat[seat].own & r.at[place]:
        push(s, ACT, seat, 0, 0)
        push(s, ASK_BEFORE, seat, 0, 0)
        if has_token(s, seat, place):
            push(s, ASK_TOKEN, seat, 0, 0)
        run_each(s, r, seat, 16 + place)
        return
    ask_before(s, r, seat)
    if not is_quiet(s, depth):
        push(s, ACT, seat, 0, 0)
        return
    act(s, r, seat)
    if goes_on(s, depth):
        ask_after(s, r, seat)


cdef inline void act(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """Step 5; it may ask, so it comes last."""
    cdef SeatC* p = &s.seat[seat]
    cdef int place = s.place, n
    if place >= SMALL:
        if place == GUILDHALL:
            ask_hall(s, r, seat)
        else:
            visit_market(s, r, seat, place)
        return
    n = p.at[place] + (s.flags & STRONGER != 0)
    if r.wonders and place == s.princess and p.ability == ARNOLD:
        n += 1
    s.n_acts = n
    if place == QUARRY:
        p.goods[STONE] += n
    elif place == FOREST:
        p.goods[WOOD] += n
    elif place == SILVERSMITH:
        p.silver += n + 1
    elif place == MINES:
        if n >= 2:
            ask(s, MINE, seat, 0, word(MINE_CLAY) | word(MINE_GOLD))
        else:
            p.goods[CLAY] += n + 1
    elif place == TAX_STAND:
        visit_tax_stand(s, r, seat)
    elif place == STOREHOUSE:
        next_trade(s, r, seat)
    elif place == TOWN_CENTRE:
        next_capture(s, r, seat)
    elif place == GUARDHOUSE:
        next_guard(s, r, seat)
    else:
        visit_workshop(s, r, seat)
