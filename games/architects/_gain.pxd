"""Gains and losses: influence, debts, virtue, cards; the first of them with their overflows (A28, W8, W9)."""
from libc.stdint cimport uint32_t, uint64_t

from kingmaker.games.architects._facts cimport fact_drawn
from kingmaker.games.architects._pay cimport can_pay_silver
from kingmaker.games.architects._struct cimport (
    ACCEPT, ASK_DESTROY, AT_DEBT, BRIBE, CARDS, CLAY, CLOTILDE, DESTROY, DO_BRIBE, EACH, GOLD, IGNORE,
    LOUIS, MARBLE, N_GOODS, TAKE_REWARD, TOP_INFLUENCE, TOP_VIRTUE, ArchC, GainC, RulesC, SeatC, ask, is_human, push,
    word)
from kingmaker.games.core._bits cimport bit, lowest


cdef inline uint32_t news_of(int kind, int at, int card) noexcept nogil:
    """The number of one thing seen; those of several add up in any order."""
    cdef uint32_t x = <uint32_t> ((kind * 64 + at) * 128 + card + 1) * <uint32_t> 0x9E3779B1
    x ^= x >> 15
    x *= <uint32_t> 0x85EBCA77
    return x ^ (x >> 13)


cdef inline void coins(ArchC* s, const RulesC* r, int seat, int n) noexcept nogil:
    """The opponent's resource marker goes right; past the end it brings 1 marble: W24."""
    n += s.marker
    s.marker = n % N_GOODS
    s.seat[seat].goods[MARBLE] += n // N_GOODS


cdef inline void put_under(ArchC* s, int card) noexcept nogil:
    """An apprentice goes to the bottom of the pile; M36."""
    s.apps[(s.app_head + s.n_app) & 63] = card
    s.n_app += 1


cdef inline void draw_cards(ArchC* s, const RulesC* r, int seat, int n) noexcept nogil:
    """Draw building cards; from an empty pile nothing comes, to the opponent nothing ever: M36, M45."""
    cdef int card, at
    if not is_human(r, seat):
        return
    s.unchecked |= <unsigned char> bit(seat)
    while n > 0 and s.n_card > 0:
        at = s.card_head
        card = s.cards[at]
        s.card_head = (at + 1) & 63
        s.n_card -= 1
        s.seat[seat].hand |= bit(card)
        n -= 1
        if not s.blind:
            fact_drawn(s, r, seat, at, card)
            s.own_news[seat] += news_of(1, 0, card)


cdef inline void gain_influence(ArchC* s, const RulesC* r, int seat, int n) noexcept nogil:
    """W8; the opponent's beyond the top is virtue, W26."""
    cdef SeatC* p = &s.seat[seat]
    cdef int old = p.influence, new = old + n
    if new > TOP_INFLUENCE:
        if not is_human(r, seat):
            gain_virtue(s, r, seat, new - TOP_INFLUENCE)
        new = TOP_INFLUENCE
    p.influence = new
    if old < 5 <= new:
        draw_cards(s, r, seat, 1)
    if old < 9 <= new:
        draw_cards(s, r, seat, 1)


cdef inline void take_debts(ArchC* s, const RulesC* r, int seat, int n) noexcept nogil:
    """M35, and Extortionists."""
    cdef uint64_t own
    cdef int i
    while n > 0 and s.debts > 0:
        n -= 1
        s.debts -= 1
        s.seat[seat].unpaid += 1
        own = s.seat[seat].own & r.when[AT_DEBT]
        while own:
            i = lowest(own)
            own &= own - 1
            gain_influence(s, r, seat, r.app[i].gain.influence)


cdef inline void destroy_debts(ArchC* s, int seat, int n) noexcept nogil:
    """Unpaid debts go back to the supply; A28, M35."""
    s.seat[seat].unpaid -= n
    s.debts += n


cdef inline void gain_virtue(ArchC* s, const RulesC* r, int seat, int n) noexcept nogil:
    """A28; it may ask, so it comes last. The opponent: M54."""
    cdef SeatC* p = &s.seat[seat]
    cdef int new = p.virtue + n, excess = new - TOP_VIRTUE
    if excess <= 0:
        p.virtue = new
        return
    p.virtue = TOP_VIRTUE
    if is_human(r, seat):
        if p.unpaid > 0:
            push(s, ASK_DESTROY, seat, excess if excess < p.unpaid else p.unpaid, 0)
        return
    while excess > 0:
        excess -= 1
        if p.unpaid > 0:
            destroy_debts(s, seat, 1)
        else:
            coins(s, r, seat, 2)


cdef inline void ask_destroy(ArchC* s, int seat, int most) noexcept nogil:
    """How many unpaid debts are destroyed; A28, Church."""
    if most > s.seat[seat].unpaid:
        most = s.seat[seat].unpaid
    ask(s, DESTROY, seat, (<uint64_t> 2 << most) - 1, 0)


cdef inline void apply_loss(ArchC* s, const RulesC* r, int seat, int n) noexcept nogil:
    """A28: what cannot be lost is debts; Clotilde M38."""
    cdef SeatC* p = &s.seat[seat]
    cdef int lowered = n if n < p.virtue else p.virtue
    p.virtue -= lowered
    if lowered > 0 and p.ability == CLOTILDE:
        p.goods[CLAY] += 1
    if n > lowered:
        take_debts(s, r, seat, n - lowered)


cdef inline void lose_virtue(ArchC* s, const RulesC* r, int seat, int n, bint refused) noexcept nogil:
    """A loss: Louis may bribe, then influence may stand for it; M38, W9. It may ask, so it comes last."""
    cdef SeatC* p = &s.seat[seat]
    cdef int most
    if n <= 0:
        return
    if is_human(r, seat):
        if p.ability == LOUIS and not refused and can_pay_silver(s, r, seat, 2):
            s.argument = n
            ask(s, BRIBE, seat, 0, word(DO_BRIBE) | word(ACCEPT))
            return
        most = p.influence // 2
        if r.wonders and most > 0:
            s.argument = n
            ask(s, IGNORE, seat, (<uint64_t> 2 << (n if n < most else most)) - 1, 0)
            return
    apply_loss(s, r, seat, n)


cdef inline void change_virtue(ArchC* s, const RulesC* r, int seat, int n) noexcept nogil:
    """Printed virtue, up or down; it may ask, so it comes last."""
    if n > 0:
        gain_virtue(s, r, seat, n)
    elif n < 0:
        lose_virtue(s, r, seat, -n, False)


cdef inline void opponent_gains(ArchC* s, const RulesC* r, int seat, const GainC* g) noexcept nogil:
    """W26, M55: gold is marble, silver coins, a reward card 1 virtue."""
    if g.silver:
        coins(s, r, seat, g.silver)
    s.seat[seat].goods[MARBLE] += g.goods[GOLD] + g.goods[MARBLE]
    if g.debt:
        take_debts(s, r, seat, g.debt)
    if g.influence:
        gain_influence(s, r, seat, g.influence)
    if g.virtue + g.reward:
        change_virtue(s, r, seat, g.virtue + g.reward)


cdef inline void gain(ArchC* s, const RulesC* r, int seat, const GainC* g) noexcept nogil:
    """One effect's gains in their order; if it is slow it may ask, so it comes last."""
    cdef SeatC* p = &s.seat[seat]
    cdef int i, _i
    if not is_human(r, seat):
        opponent_gains(s, r, seat, g)
        return
    for i in range(N_GOODS):
        p.goods[i] += g.goods[i]
    p.silver += g.silver
    if g.debt:
        take_debts(s, r, seat, g.debt)
    if g.influence:
        gain_influence(s, r, seat, g.influence)
    if g.virtue:
        if p.virtue + g.virtue > TOP_VIRTUE and p.unpaid > 0:
            if g.cards or g.reward:
                push(s, CARDS, seat, g.cards, g.reward)
            gain_virtue(s, r, seat, g.virtue)
            return
        gain_virtue(s, r, seat, g.virtue)
    if g.cards:
        draw_cards(s, r, seat, g.cards)
    for _i in range(g.reward):
        push(s, TAKE_REWARD, seat, 0, 0)


cdef inline void take_reward(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """The top reward card, or 1 virtue; A25. It may ask, so it comes last."""
    cdef int card
    if not is_human(r, seat) or s.reward_at >= s.n_rewards:
        gain_virtue(s, r, seat, 1)
        return
    card = s.rewards[s.reward_at]
    s.reward_at += 1
    if not s.blind:
        s.news += news_of(2, s.reward_at, card)
    gain(s, r, seat, &r.reward[card])


cdef inline void each(ArchC* s, const RulesC* r, int seat, int when, int k) noexcept nogil:
    """What own apprentices bring at a time, in the order hired, from the k-th on; it may ask, so it comes last.

    `when` from 16 on is placing at when - 16.
    """
    cdef const SeatC* p = &s.seat[seat]
    cdef uint64_t which = r.at[when - 16] if when >= 16 else r.when[when]
    cdef int card
    while k < p.n_apps:
        card = p.apps[k]
        k += 1
        if which >> card & 1:
            if r.app[card].gain.slow:
                push(s, EACH, seat, when, k)
                gain(s, r, seat, &r.app[card].gain)
                return
            gain(s, r, seat, &r.app[card].gain)


cdef inline void run_each(ArchC* s, const RulesC* r, int seat, int when) noexcept nogil:
    """The same, if there are any."""
    if s.seat[seat].own & (r.at[when - 16] if when >= 16 else r.when[when]):
        each(s, r, seat, when, 0)
