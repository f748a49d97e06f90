"""Whether the question of a state that was read is one that the rules ask: its options, found once more."""
from libc.stdint cimport uint64_t

from kingmaker.games.architects._action cimport FOR_LIBRARY, FOR_LIMIT, groups
from kingmaker.games.architects._can cimport (
    buildings, free_hires, guard_words, hall_words, hires, legal_places, own_trades, trade_words)
from kingmaker.games.architects._flow cimport recalls
from kingmaker.games.architects._pay cimport (
    STEP_GOLD, STEP_MIX, STEP_SILVER, PurseC, can_pay_silver, open_purse, payable, payment_options)
from kingmaker.games.architects._place cimport HIRE_PAID, contributions, has_token
from kingmaker.games.architects._setup cimport pack_of
from kingmaker.games.architects._struct cimport (
    ACCEPT, ACT, BRIBE, BUILD, CAPTURE, CHOOSE, CONTRIBUTE, DESTROY, DISCARD, DISMISS, DO_BRIBE, DONE, DRAFTING, DRAW,
    E_CHOICE, FIRST_CHOICE, FIRST_REWARD, FOR_INFLUENCE, FOR_WORKER, GUARD, HIRE, IGNORE, KEEP, LATER, LOUIS, MIDDLE,
    MINE, MINE_CLAY, MINE_GOLD, MIX, NONE, N_PLACES, N_WONDERS, PASS, PAYOFF, PAY_OFF, PLACE, PROFIT, PROFIT_LATER,
    PROFIT_NOW, PUT_TOKEN, RECALL, REWARD, RUDOLF, SECOND_CHOICE, SECOND_REWARD, SKIP, TOKEN, TOKEN_USE, TRADE,
    WITH_GOLD, ArchC, CostC, RulesC, SeatC, n_away, unpack_task, word)
from kingmaker.games.core._bits cimport bit, n_bits


cdef inline uint64_t _drawn(const ArchC* s) noexcept nogil:
    """The cards drawn at `middle`."""
    cdef uint64_t found = 0
    cdef int i
    for i in range(s.n_drawn):
        found |= bit(s.cards[(s.card_head - s.n_drawn + i) & 63])
    return found


cdef inline uint64_t _captures(const ArchC* s, const RulesC* r) noexcept nogil:
    """A20, M33."""
    if s.n_acts and n_bits(s.cleared) >= (2 if r.n_seats <= 3 else 1):
        return groups(s, r, s.cleared)
    return groups(s, r, (1 << N_PLACES) - 1)


cdef inline uint64_t _token_words(const ArchC* s, const RulesC* r) noexcept nogil:
    """W17."""
    cdef uint64_t places = r.token_places
    cdef int i
    for i in range(N_WONDERS):
        if s.token[i] != NONE:
            places &= ~bit(s.token[i])
    return places << PUT_TOKEN


cdef inline uint64_t _ignored(const ArchC* s, const RulesC* r) noexcept nogil:
    """W9."""
    cdef int most = s.seat[s.actor].influence // 2
    if not r.wonders or most == 0:
        return 0
    return (<uint64_t> 2 << (s.argument if s.argument < most else most)) - 1


cdef inline uint64_t _payment(const ArchC* s, const RulesC* r) noexcept nogil:
    """What may be chosen in a payment's step; nothing if it could not be paid."""
    cdef PurseC p
    cdef CostC bill = s.pay
    open_purse(s, r, s.actor, &p)
    if not payable(&p, &bill):
        return 0
    if s.stage == MIX:
        return payment_options(s, r, &p, &bill) if s.step == STEP_MIX and bill.k else 0
    if s.stage == WITH_GOLD:
        return payment_options(s, r, &p, &bill) if s.step == STEP_GOLD else 0
    return payment_options(s, r, &p, &bill) if STEP_MIX < s.step <= STEP_SILVER and bill.k == 0 else 0


cdef inline uint64_t sound_options(const ArchC* s, const RulesC* r) noexcept nogil:
    """The choices with a card, a place or an amount that the rules offer here."""
    cdef const SeatC* q = &s.seat[s.actor]
    cdef PurseC p
    open_purse(s, r, s.actor, &p)
    if s.stage == PLACE:
        return legal_places(s, r, s.actor)
    if s.stage == HIRE:
        return hires(s, r, s.actor, s.n_acts, &p) if s.argument == HIRE_PAID else free_hires(s, r, s.actor)
    if s.stage == KEEP:
        return s.pack[pack_of(r, s.actor, s.pass_)] if s.phase == DRAFTING else _drawn(s)
    if s.stage == RECALL:
        return recalls(s, r, s.actor)
    if s.stage == TRADE:
        return own_trades(s, r, s.actor, &p) if s.n_done < s.n_acts else 0
    if s.stage == DISMISS:
        return q.own if q.n_apps >= r.most_apprentices + (q.ability == RUDOLF) else 0
    if s.stage == CAPTURE:
        return _captures(s, r) if s.n_acts == 0 or s.n_done < s.n_acts else 0
    if s.stage == BUILD:
        return buildings(s, r, s.actor, &p)
    if s.stage == DISCARD:
        return q.hand if s.argument != FOR_LIMIT or n_bits(q.hand) > r.hand_limit else 0
    if s.stage == DESTROY:      # up to the excess, which nothing tells any more, or the unpaid debts
        return s.options if s.options & (s.options + 1) == 0 and n_bits(s.options) <= q.unpaid + 1 else 0
    if s.stage == IGNORE:
        return _ignored(s, r)
    return _payment(s, r) if MIX <= s.stage <= WITH_GOLD else 0


cdef inline uint64_t sound_words(const ArchC* s, const RulesC* r) noexcept nogil:
    """The other choices that the rules offer here."""
    cdef const SeatC* q = &s.seat[s.actor]
    cdef PurseC p
    open_purse(s, r, s.actor, &p)
    if s.stage == HIRE:
        return word(DRAW) if (s.argument == HIRE_PAID or s.place == MIDDLE) and s.n_card else 0
    if s.stage == TOKEN_USE:
        return word(FOR_INFLUENCE) | word(FOR_WORKER) if has_token(s, s.actor, s.place) else 0
    if s.stage == PROFIT:
        return word(PROFIT_NOW) | word(PROFIT_LATER) if s.place == s.profiteer else 0
    if s.stage == CONTRIBUTE:
        if s.place != s.princess:
            return 0
        return contributions(s, s.actor) | word(LATER if unpack_task(s.stack[s.n_stack - 1]).op == ACT else PASS)
    if s.stage == MINE:
        return word(MINE_CLAY) | word(MINE_GOLD) if s.n_acts >= 2 else 0
    if s.stage == TRADE:
        return trade_words(&p) | (word(DONE) if s.n_done else 0)
    if s.stage == CAPTURE:
        if s.n_acts == 0:
            return word(SKIP)
        return word(DONE) if s.n_done else 0
    if s.stage == GUARD:
        return guard_words(s, r, s.actor, &p) | (word(DONE) if s.n_done else 0) if s.n_done < s.n_acts else 0
    if s.stage == BUILD:
        return hall_words(s, r, s.actor, &p)
    if s.stage == TOKEN:
        return _token_words(s, r)
    if s.stage == DISCARD:
        return word(SKIP) if s.argument == FOR_LIBRARY else 0
    return _rare_words(s, r, q)


cdef inline uint64_t _rare_words(const ArchC* s, const RulesC* r, const SeatC* q) noexcept nogil:
    """The rest of them."""
    if s.stage == CHOOSE:
        if r.building[s.argument].kind == E_CHOICE:
            return word(FIRST_CHOICE) | word(SECOND_CHOICE)
        return (word(SKIP) | (word(FIRST_CHOICE) if n_away(s, r, s.actor) else 0)
                | (word(SECOND_CHOICE) if groups(s, r, (1 << N_PLACES) - 1) else 0))
    if s.stage == PAYOFF:
        return word(PAY_OFF) | word(SKIP) if q.unpaid > 0 else 0
    if s.stage == REWARD:
        return word(FIRST_REWARD) | word(SECOND_REWARD) if r.contribution[
            s.contribution[s.open_at - 1]].n_rewards == 2 else 0
    return word(DO_BRIBE) | word(ACCEPT) if s.stage == BRIBE and q.ability == LOUIS and can_pay_silver(
        s, r, s.actor, 2) else 0
