"""Trades, hires, captures and the Guardhouse: A15 to A18, A20 to A22."""
from libc.stdint cimport int8_t, uint64_t

from kingmaker.games.architects._can cimport guard_words, hire_silver, own_trades, trade_words
from kingmaker.games.architects._facts cimport fact_kept, fact_put, see_place
from kingmaker.games.architects._gain cimport (
    draw_cards, gain, gain_virtue, lose_virtue, news_of, put_under, run_each, take_debts)
from kingmaker.games.architects._pay cimport PurseC, due, new_bill, open_purse, start_paying
from kingmaker.games.architects._place cimport HIRE_FIRST, HIRE_PAID
from kingmaker.games.architects._struct cimport (
    AT_HER, AT_HIM, AT_PAYOFF, A_WORD, CAPTURE, CAPTURED, CAPTURES, CHANGE_VIRTUE, DISMISS, DONE, FREE_CAPTURE,
    GET_GOODS, GUARD, GUARDS, HIRED, ISABELLA, KEEP, MARBLE, MIDDLE, NONE, NOTHING, N_PLACES, PAID_OFF, PAY_HIRE,
    PAY_OFF, RELEASE, RESCUED, RESCUE_DEBT, RUDOLF, SKIP, TOWN_CENTRE, TO_PRISON, TRADE, TRADED, TRADES, TRADE_VIRTUE,
    ArchC, CostC, RulesC, SeatC, ask, goes_on, push, word)
from kingmaker.games.core._bits cimport bit, n_bits

cdef enum:
    FOR_CATHEDRAL = 0       # `argument` of DISCARD
    FOR_LIBRARY = 1
    FOR_LIMIT = 2
    OF_INFLUENCE = 6        # kind of GET_GOODS, behind goods and silver


# -- Storehouse ------------------------------------------------------------------------------------------------------


cdef inline void next_trade(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """A15: up to n trades, `done` from the second on."""
    cdef PurseC p
    cdef uint64_t apprentices, words
    if s.n_done >= s.n_acts:
        return
    open_purse(s, r, seat, &p)
    apprentices = own_trades(s, r, seat, &p)
    words = trade_words(&p)
    if apprentices or words:
        ask(s, TRADE, seat, apprentices, words | (word(DONE) if s.n_done else 0))


cdef inline void trade(ArchC* s, const RulesC* r, int seat, int choice) noexcept nogil:
    """Pay for a trade."""
    cdef CostC* bill
    if choice == A_WORD + DONE:
        return
    s.n_done += 1
    if s.n_done < s.n_acts:
        push(s, TRADES, seat, 0, 0)
    bill = new_bill(s)
    if choice < A_WORD:
        bill[0] = r.app[choice].pay
    elif choice == A_WORD + TRADE_VIRTUE:
        bill.k = 2
        bill.kinds = 7
    else:
        bill.k = 3
        bill.kinds = 6
    start_paying(s, r, seat)
    if s.stage == NOTHING:
        traded(s, r, seat, choice)
    else:
        push(s, TRADED, seat, choice, 0)


cdef inline void traded(ArchC* s, const RulesC* r, int seat, int choice) noexcept nogil:
    """What a trade brings; it may ask, so it comes last."""
    if choice < A_WORD:
        gain(s, r, seat, &r.app[choice].gain)
    elif choice == A_WORD + TRADE_VIRTUE:
        gain_virtue(s, r, seat, 1)
    else:
        s.seat[seat].goods[MARBLE] += 1


# -- hiring ----------------------------------------------------------------------------------------------------------


cdef inline void choose_hire(ArchC* s, const RulesC* r, int seat, int card) noexcept nogil:
    """A16: with all places full one is dismissed before the payment."""
    cdef SeatC* p = &s.seat[seat]
    if p.n_apps >= r.most_apprentices + (p.ability == RUDOLF):
        push(s, PAY_HIRE, seat, card, s.argument)
        ask(s, DISMISS, seat, p.own, 0)
    else:
        pay_hire(s, r, seat, card, s.argument)


cdef inline void dismiss(ArchC* s, int seat, int card) noexcept nogil:
    """To the bottom of the pile; M36."""
    cdef SeatC* p = &s.seat[seat]
    cdef int i = 0
    while p.apps[i] != card:
        i += 1
    p.n_apps -= 1
    while i < p.n_apps:
        p.apps[i] = p.apps[i + 1]
        i += 1
    p.apps[i] = NONE
    p.own &= ~bit(card)
    put_under(s, card)


cdef inline int find_shown(const ArchC* s, int card) noexcept nogil:
    """Where an apprentice of the display lies."""
    cdef int i, at = 0
    for i in range(10):
        at += i * (s.display[i] == card)
    return at


cdef inline void pay_hire(ArchC* s, const RulesC* r, int seat, int card, int how) noexcept nogil:
    """A16: 4 silver, 2 of them tax, and 1 on each skipped card."""
    cdef CostC* bill
    cdef PurseC p
    cdef int skip
    if how != HIRE_PAID:
        hired(s, r, seat, card, -1 if how == HIRE_FIRST else 0)
        return
    skip = find_shown(s, card) % 5 + 1 - s.n_acts
    if skip < 0:
        skip = 0
    open_purse(s, r, seat, &p)
    bill = new_bill(s)
    bill.silver = hire_silver(&s.seat[seat])
    bill.tax = due(&p, 2)
    bill.skip = skip
    start_paying(s, r, seat)
    if s.stage == NOTHING:
        hired(s, r, seat, card, skip)
    else:
        push(s, HIRED, seat, card, skip)


cdef inline void refill(ArchC* s, int at) noexcept nogil:
    """The top apprentice of the pile goes to a place of the display."""
    cdef int card
    if s.n_app == 0:
        return
    card = s.apps[s.app_head]
    s.app_head = (s.app_head + 1) & 63
    s.n_app -= 1
    if s.n_blind > 0:
        s.n_blind -= 1
        if not s.blind:
            s.news += news_of(3, at, card)
    s.display[at] = card


cdef inline void slide(ArchC* s, const RulesC* r, int row, int gap) noexcept nogil:
    """Cards of a row, full up to a gap, go left, with the silver on them, and new ones come on the right; A16."""
    cdef int k, card, coins, to = 5 * row + gap, end = 5 * row + r.n_columns
    for k in range(to, end):    # without branches: where no card lies there is no silver
        card = s.display[k]
        coins = s.coins[k]
        s.display[k] = NONE
        s.coins[k] = 0
        s.display[to] = card
        s.coins[to] = coins
        to += card != NONE
    while to < end and s.n_app:
        refill(s, to)
        to += 1


cdef inline void hired(ArchC* s, const RulesC* r, int seat, int card, int skip) noexcept nogil:
    """A16: silver laid and taken, the row slides, virtue, Isabella's marble. It may ask, so it comes last."""
    cdef SeatC* p = &s.seat[seat]
    cdef int at = find_shown(s, card), row = at // 5, k
    for k in range(skip):
        s.coins[5 * row + k] += 1
    p.silver += s.coins[at]
    s.coins[at] = 0
    s.display[at] = NONE
    if skip >= 0:
        slide(s, r, row, at % 5)
    p.apps[p.n_apps] = card
    p.n_apps += 1
    p.own |= bit(card)
    if p.ability == ISABELLA:
        push(s, GET_GOODS, seat, MARBLE, 1)
    if r.app[card].virtue > 0:
        gain_virtue(s, r, seat, r.app[card].virtue)
    else:
        lose_virtue(s, r, seat, -r.app[card].virtue, False)


cdef inline void draw_five(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """A18, middle: draw 5 buildings, keep 1; fewer if there are fewer."""
    cdef int n = 5 if s.n_card > 5 else s.n_card, i, at
    cdef uint64_t found = 0
    for i in range(n):
        at = (s.card_head + i) & 63
        found |= bit(s.cards[at])
        if not s.blind:
            see_place(s, r, seat, at, s.cards[at])
            s.own_news[seat] += news_of(4, i, s.cards[at])
    s.card_head = (s.card_head + n) & 63
    s.n_card -= n
    s.n_drawn = n
    ask(s, KEEP, seat, found, 0)


cdef inline void keep_drawn(ArchC* s, const RulesC* r, int seat, int card) noexcept nogil:
    """The others go under the pile as drawn."""
    cdef int8_t drawn[5]
    cdef int i, n = s.n_drawn, start = (s.card_head - n) & 63, kept = 0
    for i in range(n):
        drawn[i] = s.cards[(start + i) & 63]
        if drawn[i] == card:
            kept = i
    if not s.blind:
        fact_kept(s, r, seat, start, n, (s.card_head + s.n_card) & 63)
    s.n_drawn = 0
    for i in range(n):
        if i != kept:
            s.cards[(s.card_head + s.n_card) & 63] = drawn[i]
            s.n_card += 1
    s.seat[seat].hand |= bit(card)
    s.unchecked |= <unsigned char> bit(seat)


cdef inline void draw_instead(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """`draw`: at the Workshop 1 + n / 2 cards, A17; at `middle` 5 to choose from."""
    if s.place == MIDDLE:
        draw_five(s, r, seat)
    else:
        draw_cards(s, r, seat, 1 + s.n_acts // 2)


cdef inline void discard_card(ArchC* s, const RulesC* r, int seat, int card) noexcept nogil:
    """A card of the hand goes under the pile; M36."""
    cdef int at = (s.card_head + s.n_card) & 63
    s.seat[seat].hand &= ~bit(card)
    s.cards[at] = card
    s.n_card += 1
    if not s.blind:
        fact_put(s, r, seat, at)


# -- captures --------------------------------------------------------------------------------------------------------


cdef inline uint64_t groups(const ArchC* s, const RulesC* r, int places) noexcept nogil:
    """All workers that lie on some of the nine places, as bits 5 * place + whose; A20, A21."""
    cdef uint64_t found = 0
    cdef int seat, place
    for seat in range(r.n_seats):
        for place in range(N_PLACES):
            found |= <uint64_t> ((s.seat[seat].at[place] > 0) & (places >> place)) << (5 * place + seat)
    return found


cdef inline void next_capture(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """A20, M33."""
    cdef PurseC p
    cdef uint64_t found
    cdef int places = (1 << N_PLACES) - 1
    if s.n_done >= s.n_acts:
        return
    open_purse(s, r, seat, &p)
    if s.n_done == 0:
        if p.silver < due(&p, 1):
            return
    elif not r.cheaper[TOWN_CENTRE] & s.seat[seat].own:
        if p.silver + p.spare < 1 and p.influence < 2:
            return
    if n_bits(s.cleared) >= (2 if r.n_seats <= 3 else 1):
        places = s.cleared
    found = groups(s, r, places)
    if found:
        ask(s, CAPTURE, seat, found, word(DONE) if s.n_done else 0)


cdef inline void capture(ArchC* s, const RulesC* r, int seat, int choice) noexcept nogil:
    """Pay for a capture: 1 tax, then 1 silver each; A20, M34."""
    cdef CostC* bill
    cdef PurseC p
    cdef int place = choice // 5, depth = s.n_stack + 1
    if choice == A_WORD + DONE:
        return
    bill = new_bill(s)
    if s.n_done == 0:
        open_purse(s, r, seat, &p)
        bill.tax = due(&p, 1)
    elif not r.cheaper[TOWN_CENTRE] & s.seat[seat].own:
        bill.silver = 1
    s.n_done += 1
    s.cleared |= <unsigned short> bit(place)
    if s.n_done < s.n_acts:
        push(s, CAPTURES, seat, 0, 0)
    start_paying(s, r, seat)
    if s.stage != NOTHING:
        push(s, CAPTURED, seat, place, choice % 5)
        return
    captured(s, r, seat, place, choice % 5)
    if s.n_done < s.n_acts and goes_on(s, depth):
        next_capture(s, r, seat)


cdef inline void captured(ArchC* s, const RulesC* r, int seat, int place, int whose) noexcept nogil:
    """Workers moved, then virtue the first time at the Princess and the Profiteer; W11, W12, M3. It comes last."""
    cdef int n = s.seat[whose].at[place]
    s.seat[whose].at[place] = 0
    if whose == seat:
        s.seat[seat].supply += n
    else:
        s.seat[seat].captured[whose] += n
    if not r.wonders:
        return
    if place == s.princess and not s.flags & AT_HER:
        s.flags |= AT_HER
        lose_virtue(s, r, seat, 1, False)
    elif place == s.profiteer and not s.flags & AT_HIM:
        s.flags |= AT_HIM
        gain_virtue(s, r, seat, 1)


cdef inline void free_capture(ArchC* s, const RulesC* r, int seat, int n) noexcept nogil:
    """M33: each may be declined."""
    if n > 1:
        push(s, FREE_CAPTURE, seat, n - 1, 0)
    s.n_acts = 0
    ask(s, CAPTURE, seat, groups(s, r, (1 << N_PLACES) - 1), word(SKIP))


# -- Guardhouse ------------------------------------------------------------------------------------------------------


cdef inline void next_guard(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """A22: up to n actions, `done` from the second on."""
    cdef PurseC p
    cdef uint64_t words
    if s.n_done >= s.n_acts:
        return
    open_purse(s, r, seat, &p)
    words = guard_words(s, r, seat, &p)
    if words:
        ask(s, GUARD, seat, 0, words | (word(DONE) if s.n_done else 0))


cdef inline int send_to_prison(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """All captured workers go to prison; returns how many."""
    cdef int other, n = 0
    for other in range(r.n_seats):
        n += s.seat[seat].captured[other]
        s.seat[other].prison += s.seat[seat].captured[other]
        s.seat[seat].captured[other] = 0
    return n


cdef inline void come_back(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """All own workers come back from the others' boards."""
    cdef int other
    for other in range(r.n_seats):
        s.seat[seat].supply += s.seat[other].captured[seat]
        s.seat[other].captured[seat] = 0


cdef inline void guard(ArchC* s, const RulesC* r, int seat, int what) noexcept nogil:
    """A22; it may ask, so it comes last."""
    cdef SeatC* p = &s.seat[seat]
    cdef CostC* bill
    cdef PurseC purse
    if what == DONE:
        return
    s.n_done += 1
    if s.n_done < s.n_acts:
        push(s, GUARDS, seat, 0, 0)
    if what == TO_PRISON:
        p.silver += send_to_prison(s, r, seat)
    elif what == RELEASE:
        p.supply += p.prison
        p.prison = 0
    elif what == RESCUE_DEBT:
        push(s, RESCUED, seat, 0, 0)
        take_debts(s, r, seat, 1)
        lose_virtue(s, r, seat, 1, False)
    else:
        open_purse(s, r, seat, &purse)
        bill = new_bill(s)
        bill.silver = 3
        bill.tax = due(&purse, 3 if what == PAY_OFF else 2)
        push(s, PAID_OFF if what == PAY_OFF else RESCUED, seat, 0, 0)
        start_paying(s, r, seat)


cdef inline void paid_off(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """A card is flipped, Debt Collectors, virtue; A22. It may ask, so it comes last."""
    s.seat[seat].unpaid -= 1
    s.seat[seat].paid += 1
    push(s, CHANGE_VIRTUE, seat, r.debt_virtue, 0)
    run_each(s, r, seat, AT_PAYOFF)
