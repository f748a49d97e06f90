"""The Black Market reset: A30, A31, W15, in the order of M47 and M48."""
from libc.stdint cimport int8_t, uint64_t

from kingmaker.games._rng cimport rng_below, rng_next, rng_t
from kingmaker.games.architects._gain cimport coins, gain, gain_influence, lose_virtue, news_of, take_debts
from kingmaker.games.architects._struct cimport (
    ABILITIES, AT_RESET, AT_STEP3, CONSEQUENCE, CONTRIBUTIONS_NEW, FIRST_REWARD, MARKET_NEW, NONE, N_CONTRIBUTIONS,
    N_GOODS, N_MARKET, PEDDLER, PRINCESS_GAINS, PROFIT_OPEN, RESET, REWARD, SECOND_REWARD, SOMEBODY_LOSES,
    STEP3, ArchC, ContributionC, GainC, RulesC, SeatC, ask, goes_on, is_human,
    next_seat, push, word)


cdef inline void shuffle(ArchC* s, int8_t* items, int n, int what) noexcept nogil:
    """A shuffle on the way: it follows from the seed that the state holds."""
    cdef rng_t rng
    cdef int i, j
    cdef int8_t item
    rng.s0 = s.future
    rng.s1 = <uint64_t> 0x9E3779B97F4A7C15
    rng_next(&rng)
    for i in range(n - 1, 0, -1):
        j = <int> rng_below(&rng, <unsigned int> (i + 1))
        item = items[i]
        items[i] = items[j]
        items[j] = item
    s.future = rng_next(&rng)
    s.shuffled = <unsigned char> (s.shuffled << 2 | what)


cdef inline void show_top(ArchC* s, int kind, int card) noexcept nogil:
    """Everybody sees a card turned up."""
    if not s.blind:
        s.news += news_of(kind, 0, card)


cdef inline void flip_market(ArchC* s, const RulesC* r) noexcept nogil:
    """A31 step 2; W15 step 2, M47."""
    if s.market_at == N_MARKET:
        if not r.wonders:
            return
        shuffle(s, s.market, N_MARKET, MARKET_NEW)
        s.market_at = 0
        show_top(s, 5, s.market[0])
    s.market_at += 1
    if s.market_at < N_MARKET:
        show_top(s, 5, s.market[s.market_at])


cdef inline void flip_contribution(ArchC* s, const RulesC* r) noexcept nogil:
    """W15 steps 6 to 8: resources to the wonders, the card flips, Princess and Profiteer move."""
    cdef int k
    cdef const ContributionC* card
    for k in range(N_GOODS):
        s.goods_on[k] += (s.given >> k & 1) & (s.builder[k] == NONE)
    s.given = 0
    s.open_at += 1
    if s.open_at == N_CONTRIBUTIONS:
        shuffle(s, s.contribution, N_CONTRIBUTIONS, CONTRIBUTIONS_NEW)
        s.open_at = 1
        show_top(s, 6, s.contribution[0])
    show_top(s, 7, s.contribution[s.open_at])
    card = &r.contribution[s.contribution[s.open_at - 1]]
    s.princess = card.princess
    s.profiteer = card.profiteer


cdef inline void reset(ArchC* s, const RulesC* r, int step) noexcept nogil:
    """One step and those after it; it may ask, so it comes last."""
    cdef int i, depth, seat = s.active
    if step == 1:
        for i in range(3):
            if s.space[i] != NONE:
                s.seat[s.space[i]].prison += 1
                s.space[i] = NONE
        flip_market(s, r)
        step = 3 if r.wonders else 9
        if not s.blind:
            push(s, RESET, 0, step, 0)
            return
    depth = s.n_stack + 1
    if step == 3:
        push(s, RESET, 0, 4, 0)
        step_three(s, r, seat, 0, 0)
        if not goes_on(s, depth):
            return
        step = 4
    if step == 4:
        push(s, RESET, 0, 5, 0)
        consequence(s, r, seat, workers_at(s, r, s.profiteer), False)
        if not goes_on(s, depth):
            return
        step = 5
    if step == 5:
        push(s, RESET, 0, 6, 0)
        princess_gains(s, r, seat, most_at(s, r, s.princess))
        if not goes_on(s, depth):
            return
        step = 6
    reset_rest(s, r, seat, step)


cdef inline void reset_rest(ArchC* s, const RulesC* r, int seat, int step) noexcept nogil:
    """The steps from 6 on."""
    cdef int depth = s.n_stack + 1
    if step == 6:
        push(s, RESET, 0, 9, 0)
        flip_contribution(s, r)
        if not goes_on(s, depth):
            return
        step = 9
    if step == 9:
        push(s, RESET, 0, 10, 0)
        abilities(s, r, seat, 0, 0)
        if not goes_on(s, depth):
            return
        step = 10
    if step == 10:
        push(s, RESET, 0, 11, 0)
        somebody_loses(s, r, seat, prisoners(s, r), 1)
        if not goes_on(s, depth):
            return
    punish(s, r)


cdef inline int workers_at(const ArchC* s, const RulesC* r, int place) noexcept nogil:
    """Seats with a worker at a place, as a mask."""
    cdef int seat, found = 0
    for seat in range(r.n_seats):
        if s.seat[seat].at[place] > 0:
            found |= 1 << seat
    return found


cdef inline int most_at(const ArchC* s, const RulesC* r, int place) noexcept nogil:
    """Seats with the most workers at a place, as a mask; none if nobody is there."""
    cdef int seat, most = 1, found = 0
    for seat in range(r.n_seats):
        if s.seat[seat].at[place] > most:
            most = s.seat[seat].at[place]
            found = 0
        if s.seat[seat].at[place] == most:
            found |= 1 << seat
    return found


cdef inline int prisoners(const ArchC* s, const RulesC* r) noexcept nogil:
    """Seats with three or more in prison, as a mask; A31."""
    cdef int seat, found = 0
    for seat in range(r.n_seats):
        if s.seat[seat].prison >= 3:
            found |= 1 << seat
    return found


cdef inline void punish(ArchC* s, const RulesC* r) noexcept nogil:
    """The most in prison take a debt each, clockwise from the one whose turn it is; A31, M35."""
    cdef int _i, seat, most = 1, found = 0
    for seat in range(r.n_seats):
        if s.seat[seat].prison > most:
            most = s.seat[seat].prison
            found = 0
        if s.seat[seat].prison == most:
            found |= 1 << seat
    seat = s.active
    for _i in range(r.n_seats):
        if found >> seat & 1:
            take_debts(s, r, seat, 1)
        seat = next_seat(r, seat)


cdef inline void step_three(ArchC* s, const RulesC* r, int seat, int done, int k) noexcept nogil:
    """Orphans and Noblewomen, from the k-th apprentice of a seat on; it may ask, so it comes last."""
    cdef const SeatC* p
    cdef int card, place, depth
    while done < r.n_seats:
        p = &s.seat[seat]
        if p.own & r.when[AT_STEP3]:
            while k < p.n_apps:
                card = p.apps[k]
                k += 1
                if not r.when[AT_STEP3] >> card & 1:
                    continue
                place = s.profiteer if r.app[card].condition == PROFIT_OPEN else s.princess
                if p.at[place] == 0:
                    continue
                push(s, STEP3, seat, done, k)
                depth = s.n_stack
                gain(s, r, seat, &r.app[card].gain)
                if not goes_on(s, depth):
                    return
        k = 0
        done += 1
        seat = next_seat(r, seat)


cdef inline void consequence(ArchC* s, const RulesC* r, int seat, int mask, bint moves) noexcept nogil:
    """W15 step 4, one player after the other: the effect, then his workers to prison. It may ask; it comes last."""
    cdef const ContributionC* card = &r.contribution[s.contribution[s.open_at - 1]]
    cdef int depth
    if moves:
        to_prison(s, seat, s.profiteer)
        return
    while mask:
        while not mask >> seat & 1:
            seat = next_seat(r, seat)
        mask ^= 1 << seat
        push(s, CONSEQUENCE, next_seat(r, seat), mask, 0)
        push(s, CONSEQUENCE, seat, 0, 1)
        depth = s.n_stack
        if card.loss:
            lose_virtue(s, r, seat, card.loss, False)
        else:
            gain(s, r, seat, &card.effect)
        if not goes_on(s, depth):
            return
        s.n_stack -= 1
        to_prison(s, seat, s.profiteer)


cdef inline void to_prison(ArchC* s, int seat, int place) noexcept nogil:
    """A seat's workers of a place go to prison."""
    cdef SeatC* p = &s.seat[seat]
    p.prison += p.at[place]
    p.at[place] = 0


cdef inline void princess_gains(ArchC* s, const RulesC* r, int seat, int mask) noexcept nogil:
    """W15 step 5; it may ask, so it comes last. The opponent: M61."""
    cdef const ContributionC* card = &r.contribution[s.contribution[s.open_at - 1]]
    cdef int depth
    while mask:
        while not mask >> seat & 1:
            seat = next_seat(r, seat)
        mask ^= 1 << seat
        push(s, PRINCESS_GAINS, next_seat(r, seat), mask, 0)
        depth = s.n_stack
        if card.n_rewards < 2:
            gain(s, r, seat, &card.reward[0])
        elif is_human(r, seat):
            ask(s, REWARD, seat, 0, word(FIRST_REWARD) | word(SECOND_REWARD))
        else:
            gain(s, r, seat, &card.reward[1 if only_cards(&card.reward[0]) else 0])
        if not goes_on(s, depth):
            return


cdef inline bint only_cards(const GainC* g) noexcept nogil:
    """Whether a gain is building cards alone."""
    cdef int i, n = g.silver + g.debt + g.influence + g.virtue + g.reward
    for i in range(N_GOODS):
        n += g.goods[i]
    return n == 0


cdef inline void abilities(ArchC* s, const RulesC* r, int seat, int done, int k) noexcept nogil:
    """Step 9: per player Gatekeepers, then Squires from the k-th apprentice on; M48. It may ask, so it comes last."""
    cdef SeatC* p
    cdef int card, i, n, depth
    while done < r.n_seats:
        p = &s.seat[seat]
        if not is_human(r, seat):
            if r.opponent == PEDDLER:
                coins(s, r, seat, 2)
                gain_influence(s, r, seat, 1)
        elif p.own & r.when[AT_RESET]:
            if k == 0:
                for i in range(p.n_apps):
                    n = r.app[p.apps[i]].release
                    if n > p.prison:
                        n = p.prison
                    p.prison -= n
                    p.supply += n
            while k < p.n_apps:
                card = p.apps[k]
                k += 1
                if r.when[AT_RESET] >> card & 1 and r.app[card].condition and p.prison == 0:
                    push(s, ABILITIES, seat, done, k)
                    depth = s.n_stack
                    gain(s, r, seat, &r.app[card].gain)
                    if not goes_on(s, depth):
                        return
        k = 0
        done += 1
        seat = next_seat(r, seat)


cdef inline void somebody_loses(ArchC* s, const RulesC* r, int seat, int mask, int virtue) noexcept nogil:
    """Each seat of the mask, clockwise from one on; it may ask, so it comes last."""
    cdef int depth
    while mask:
        while not mask >> seat & 1:
            seat = next_seat(r, seat)
        mask ^= 1 << seat
        push(s, SOMEBODY_LOSES, next_seat(r, seat), mask, virtue)
        depth = s.n_stack
        lose_virtue(s, r, seat, virtue, False)
        if not goes_on(s, depth):
            return
