"""The solo opponent: W20 to W35, M50 to M62. It decides nothing; its turn follows by itself."""
from kingmaker.games.architects._action cimport come_back, send_to_prison, slide
from kingmaker.games.architects._gain cimport coins, gain_influence, gain_virtue, lose_virtue, news_of, put_under
from kingmaker.games.architects._place cimport given, has_token, lay_worker, put_token
from kingmaker.games.architects._reset cimport most_at, shuffle
from kingmaker.games.architects._struct cimport (
    AT_HER, AT_HIM, ENFORCER, FIRST_WONDER, ILLUSIONIST, INFORMANT, LARGE, MARBLE, MIDDLE, NOBLEWOMAN, NONE, N_GOODS,
    N_PLACES, N_WONDERS, PATRON, RESET_DUE, SCHEME, SCHEMES_NEW, SILVERSMITH, SMALL, STOREHOUSE, TOP_LEVEL,
    TOP_WORTH, TOWN_CENTRE, WORKSHOP, ArchC, RulesC, SchemeC, SeatC, SectionC, n_away, n_held, push)
from kingmaker.games.core._bits cimport bit, lowest

cdef enum:                  # effects of a scheme's section
    DO_NOTHING = 0
    DO_HALL = 1             # wonder, else cathedral, else marble
    DO_CATHEDRAL = 2
    DO_GUARD = 3
    DO_BLOCK = 4
    DO_FOCUS = 5
    DO_TOWN = 6
    DO_SILVER = 7
    DO_COINS = 8
    DO_TAX = 9
    DO_PATRON = 10
    DO_CONTRIBUTE = 11
    DO_REMOVE = 12
    DO_FUTURE = 13
    DO_FLIP = 14
    AT_PRINCESS = 13        # places of sections beside those of TARGETS
    AT_FOCUS = 14
    AT_MARKET = 15

cdef enum:                  # conditions of a scheme's top section
    IF_ALWAYS = 0
    IF_PRISON = 1
    IF_GROUP = 2
    IF_TAX = 3
    IF_INFLUENCE = 4
    IF_CAPTURED = 5
    IF_HALL = 6
    IF_LOW_CATHEDRAL = 7
    IF_LAST_CATHEDRAL = 8
    IF_PRINCESS = 9


cdef inline int largest_group(const ArchC* s, const RulesC* r, int low, int high, int* size) noexcept nogil:
    """The place of the largest group of one of some seats, NONE if there is none, and its size; M56.

    Size and worth in one number, so that what cannot be foreseen is compared without a branch.
    """
    cdef int seat, place, worth, most = 0, best = NONE
    for seat in range(low, high):
        for place in range(N_PLACES):
            worth = s.seat[seat].at[place] * (TOP_WORTH + 1) + r.capture_worth[place]
            best = place if worth > most else best
            most = worth if worth > most else most
        worth = s.seat[seat].at[s.princess] * (TOP_WORTH + 1) + r.capture_worth[N_PLACES]
        if worth > most:
            best = s.princess
            most = worth
    size[0] = most // (TOP_WORTH + 1)
    return best if size[0] > 0 else NONE


cdef inline bint capture_largest(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """W30, M56: one capture; virtue for Princess and Profiteer once an action."""
    cdef int size, other, place = largest_group(s, r, 0, r.n_humans, &size)
    if place == NONE:
        return False
    for other in range(r.n_humans):
        if s.seat[other].at[place] == size:
            s.seat[other].at[place] = 0
            s.seat[seat].captured[other] += size
    if place == s.princess and not s.flags & AT_HER:
        s.flags |= AT_HER
        lose_virtue(s, r, seat, 1, False)
    elif place == s.profiteer and not s.flags & AT_HIM:
        s.flags |= AT_HIM
        gain_virtue(s, r, seat, 1)
    return True


cdef inline int wonder_marble(const RulesC* r, int w) noexcept nogil:
    """W28, M62."""
    cdef int n = (8 if r.opponent == NOBLEWOMAN else 10) - r.wonder[w].influence
    return n if n > 0 else 0


cdef inline int choose_wonder(const ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """The wonder under the marker that it can build, or the next to the right; W25, W28. NONE: no one."""
    cdef const SeatC* p = &s.seat[seat]
    cdef int i, w
    for i in range(N_WONDERS):
        w = (s.marker + i) % N_WONDERS
        if (s.builder[w] == NONE and p.influence >= r.wonder[w].influence
                and p.goods[MARBLE] >= wonder_marble(r, w)):
            return w
    return NONE


cdef inline bint can_raise(const ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """W27: at any virtue."""
    cdef int other, n = 0, level = s.seat[seat].cathedral + 1
    if level > TOP_LEVEL:
        return False
    for other in range(r.n_seats):
        n += s.seat[other].cathedral == level
    return n < r.level_spaces[level]


cdef inline void inform(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """The Informant captures one group, an action of its own: M57."""
    if r.opponent != INFORMANT:
        return
    s.flags &= ~(AT_HER | AT_HIM)
    if capture_largest(s, r, seat):
        s.tax += 1


cdef inline void build_wonder(ArchC* s, const RulesC* r, int seat, int w) noexcept nogil:
    """W28."""
    cdef SeatC* p = &s.seat[seat]
    cdef int i, place, best = NONE, places = r.token_places
    p.influence -= r.wonder[w].influence
    p.goods[MARBLE] -= wonder_marble(r, w)
    s.tax += r.wonder[w].tax
    p.built[p.n_built] = FIRST_WONDER + w
    p.n_built += 1
    s.builder[w] = seat
    s.goods_on[w] = 0
    gain_virtue(s, r, seat, r.wonder[w].virtue)
    for i in range(N_WONDERS):
        if s.token[i] != NONE:
            places &= ~<int> bit(s.token[i])
    while places:
        place = lowest(places)
        places &= places - 1
        if best == NONE or r.token_rank[place] < r.token_rank[best]:
            best = place
    if best != NONE:
        put_token(s, seat, w, best)
    inform(s, r, seat)


cdef inline void raise_it(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """W29: 1 up and 1 virtue, no reward card."""
    s.seat[seat].cathedral += 1
    gain_virtue(s, r, seat, 1)
    inform(s, r, seat)


cdef inline void gain_future(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """W26: future schemes go to the discard; with none left the marker moves."""
    if s.n_to_come == 0:
        coins(s, r, seat, 1)
        return
    s.n_to_come -= 1
    s.gone[s.n_gone] = s.to_come[s.n_to_come]
    s.to_come[s.n_to_come] = NONE
    if not s.blind:
        s.news += news_of(8, s.n_gone, s.gone[s.n_gone])
    s.n_gone += 1


cdef inline void remove_two(ArchC* s, const RulesC* r) noexcept nogil:
    """M58: the column under the marker, else the next to the right."""
    cdef int i, k, row, n = 0
    for i in range(5):
        k = (s.marker + i) % 5
        for row in range(2):
            if s.display[5 * row + k] != NONE:
                put_under(s, s.display[5 * row + k])
                s.display[5 * row + k] = NONE
                s.coins[5 * row + k] = 0
                n += 1
        if n:
            break
    slide(s, r, 0, 0)
    slide(s, r, 1, 0)


cdef inline void opponent_contributes(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """W23, W25: the kind under the marker, else the next to the right."""
    cdef int free = ~s.given & 31
    if free:
        given(s, r, seat, (s.marker + lowest((free | free << N_GOODS) >> s.marker)) % N_GOODS)


cdef inline void send(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """Captured workers to prison: 1 coin each, the Enforcer's marble."""
    coins(s, r, seat, send_to_prison(s, r, seat))
    if r.opponent == ENFORCER:
        s.seat[seat].goods[MARBLE] += 1


cdef inline void guardhouse(ArchC* s, const RulesC* r, int seat, int n) noexcept nogil:
    """M59."""
    cdef SeatC* p = &s.seat[seat]
    if n > 0 and p.prison > 0:
        p.supply += p.prison
        p.prison = 0
        n -= 1
    if n > 0 and n_held(p) > 0:
        send(s, r, seat)
        n -= 1
    if n > 0 and n_away(s, r, seat) > 0:
        s.tax += 2
        come_back(s, r, seat)
        n -= 1
    while n > 0 and p.unpaid > 0:
        s.tax += 3
        p.unpaid -= 1
        p.paid += 1
        gain_virtue(s, r, seat, 1)
        n -= 1
    while n > 0:
        gain_future(s, r, seat)
        n -= 1


cdef inline void town(ArchC* s, const RulesC* r, int seat, int n) noexcept nogil:
    """M57."""
    s.tax += 1
    while n > 0 and capture_largest(s, r, seat):
        n -= 1


cdef inline void patronage(ArchC* s, const RulesC* r, int seat, int n) noexcept nogil:
    """1 marble for 2 workers, or 1 virtue with a single one."""
    if n == 1:
        gain_virtue(s, r, seat, 1)
    else:
        s.seat[seat].goods[MARBLE] += n // 2


cdef inline void black_market(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """M60; `s.place` is the space."""
    if r.opponent != ILLUSIONIST:
        lose_virtue(s, r, seat, 1, False)
    if s.place == LARGE:
        s.seat[seat].goods[MARBLE] += 2
    elif s.place == MIDDLE:
        remove_two(s, r)
        gain_future(s, r, seat)
    else:
        s.seat[seat].goods[MARBLE] += 1


cdef inline void focus(ArchC* s, const RulesC* r, int seat, int n) noexcept nogil:
    """W34."""
    if r.opponent == NOBLEWOMAN:
        opponent_contributes(s, r, seat)
        gain_future(s, r, seat)
    elif r.opponent == ENFORCER:
        if n_held(&s.seat[seat]) > 0:
            send(s, r, seat)
        else:
            town(s, r, seat, n)
    elif r.opponent == ILLUSIONIST:
        black_market(s, r, seat)
    elif r.opponent == INFORMANT:
        remove_two(s, r)
        s.tax += 2
        gain_future(s, r, seat)
        gain_future(s, r, seat)
    elif r.opponent == PATRON:
        patronage(s, r, seat, n)
    else:
        coins(s, r, seat, 1 + n)


cdef inline void hall(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """W29: wonder, else cathedral, else 4 marble."""
    cdef int w = choose_wonder(s, r, seat)
    if w != NONE:
        build_wonder(s, r, seat, w)
    elif can_raise(s, r, seat):
        raise_it(s, r, seat)
    else:
        s.seat[seat].goods[MARBLE] += 4


cdef inline void do_effect(ArchC* s, const RulesC* r, int seat, int what, int n) noexcept nogil:
    """One effect of a section."""
    cdef int tax
    if what == DO_HALL:
        hall(s, r, seat)
    elif what == DO_CATHEDRAL:
        if can_raise(s, r, seat):
            raise_it(s, r, seat)
    elif what == DO_GUARD:
        guardhouse(s, r, seat, n)
    elif what == DO_BLOCK:
        black_market(s, r, seat)
    elif what == DO_FOCUS:
        focus(s, r, seat, n)
    elif what == DO_TOWN:
        town(s, r, seat, n)
    elif what == DO_SILVER:
        coins(s, r, seat, 1 + n)
    elif what == DO_COINS:
        coins(s, r, seat, n)
    elif what == DO_TAX:
        lose_virtue(s, r, seat, 2, False)
        tax = s.tax
        s.tax = 0
        coins(s, r, seat, tax)
    elif what == DO_PATRON:
        patronage(s, r, seat, n)
    elif what == DO_CONTRIBUTE:
        opponent_contributes(s, r, seat)
    elif what == DO_REMOVE:
        remove_two(s, r)
    elif what == DO_FUTURE:
        gain_future(s, r, seat)


cdef inline bint holds(const ArchC* s, const RulesC* r, int seat, const SchemeC* c) noexcept nogil:
    """Whether a scheme's condition holds; W33, M52."""
    cdef const SeatC* p = &s.seat[seat]
    cdef int size
    if c.condition == IF_ALWAYS:
        return True
    if c.condition == IF_PRISON:
        return p.prison >= c.least
    if c.condition == IF_GROUP:
        largest_group(s, r, 0, r.n_humans, &size)
        return size >= c.least
    if c.condition == IF_TAX:
        return s.tax >= c.least
    if c.condition == IF_INFLUENCE:
        return p.influence <= c.least
    if c.condition == IF_CAPTURED:
        return n_held(p) > 0
    if c.condition == IF_HALL:
        return choose_wonder(s, r, seat) != NONE or can_raise(s, r, seat)
    if c.condition == IF_LOW_CATHEDRAL:
        return can_raise(s, r, seat) and p.virtue <= c.least
    if c.condition == IF_LAST_CATHEDRAL:
        return can_raise(s, r, seat) and s.n_to_come == 0
    return most_at(s, r, s.princess) == 1 << seat


cdef inline int focus_place(const ArchC* s, const RulesC* r) noexcept nogil:
    """Where the focus action is; W34."""
    if r.opponent == NOBLEWOMAN:
        return s.princess
    if r.opponent == ENFORCER:
        return TOWN_CENTRE
    if r.opponent == ILLUSIONIST:
        return AT_MARKET
    if r.opponent == INFORMANT:
        return WORKSHOP
    return STOREHOUSE if r.opponent == PATRON else SILVERSMITH


cdef inline int section_place(const ArchC* s, const RulesC* r, int place) noexcept nogil:
    """Where the worker of a section goes."""
    cdef int space
    if place == AT_FOCUS:
        place = focus_place(s, r)
    if place == AT_PRINCESS:
        return s.princess
    if place == AT_MARKET:
        for space in range(2, -1, -1):
            if s.space[space] == NONE:
                return SMALL + space
        return NONE
    return place


cdef inline void turn_scheme(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """M52, M53: a scheme is turned and one of its sections done, with what the opponent's board adds."""
    cdef const SchemeC* c
    cdef int place, k
    if s.n_scheme == 0:
        for k in range(s.n_gone):
            s.scheme[k] = s.gone[k]
            s.gone[k] = NONE
        s.n_scheme = s.n_gone
        s.n_gone = 0
        shuffle(s, s.scheme, s.n_scheme, SCHEMES_NEW)
        s.n_order = s.n_scheme
        for k in range(s.n_order):
            s.order[k] = s.scheme[k]
    s.n_scheme -= 1
    s.card = s.scheme[s.n_scheme]
    s.scheme[s.n_scheme] = NONE
    s.gone[s.n_gone] = s.card
    if not s.blind:
        s.news += news_of(8, s.n_gone, s.card)
    s.n_gone += 1
    c = &r.scheme[s.card]
    k = 0
    place = section_place(s, r, c.section[0].place)
    if not c.only_top and (place == NONE or not holds(s, r, seat, c)):
        k = 1
        place = section_place(s, r, c.section[1].place)
    lay_worker(s, r, seat, place)
    s.place = place
    s.flags = 0
    if place < N_PLACES and place == s.profiteer:
        gain_influence(s, r, seat, 1)
    if place == STOREHOUSE and r.opponent == PATRON:
        gain_influence(s, r, seat, 1)
    do_section(s, r, seat, &c.section[k])


cdef inline void do_section(ArchC* s, const RulesC* r, int seat, const SectionC* section) noexcept nogil:
    """The effects of a section, which ask nobody; the reset if due; then another scheme: M53."""
    cdef int i, n = 0
    if s.place < N_PLACES:
        n = s.seat[seat].at[s.place] + has_token(s, seat, s.place)
    for i in range(section.n):
        if section.effects[i] == DO_FLIP:
            if s.seat[seat].supply > 0:
                push(s, SCHEME, seat, 0, 0)
                push(s, RESET_DUE, seat, 0, 0)
            return
        do_effect(s, r, seat, section.effects[i], n)


cdef inline void opponent_recalls(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """M51: 1 worker of its largest group, else from the Black Market, from prison, from a board."""
    cdef SeatC* p = &s.seat[seat]
    cdef int size, i, place = largest_group(s, r, seat, seat + 1, &size)
    if place != NONE:
        p.at[place] -= 1
        p.supply += 1
        return
    for i in range(3):
        if s.space[i] == seat:
            s.space[i] = NONE
            p.supply += 1
            return
    if p.prison > 0:
        p.prison -= 1
        p.supply += 1
        return
    for i in range(r.n_humans):
        if s.seat[i].captured[seat] > 0:
            s.seat[i].captured[seat] -= 1
            p.supply += 1
            return


cdef inline void opponent_turn(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """W22, M51."""
    if s.seat[seat].supply > 0:
        turn_scheme(s, r, seat)
    else:
        opponent_recalls(s, r, seat)
