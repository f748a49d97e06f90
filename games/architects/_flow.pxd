"""What comes next: from one decision to the next one, with all that follows by itself between them."""
from libc.stdint cimport int32_t, uint32_t, uint64_t

from kingmaker.games._rng cimport rng_below, rng_t
from kingmaker.games.architects cimport _struct as k
from kingmaker.games.architects._act cimport act, ask_hall, place_worker
from kingmaker.games.architects._action cimport (
    FOR_LIBRARY, FOR_LIMIT, OF_INFLUENCE, capture, captured, choose_hire, come_back, discard_card, dismiss,
    draw_instead, free_capture, guard, hired, keep_drawn, next_capture, next_guard, next_trade, paid_off, pay_hire,
    trade, traded)
from kingmaker.games.architects._can cimport at_a_glance, is_open, legal_places
from kingmaker.games.architects._facts cimport tidy_all
from kingmaker.games.architects._gain cimport (
    apply_loss, ask_destroy, change_virtue, destroy_debts, draw_cards, each, gain, gain_influence, lose_virtue, news_of,
    take_reward)
from kingmaker.games.architects._hall cimport (
    ask_token_place, build, built, free_hire, raise_level, raised, somebody_gains, special)
from kingmaker.games.architects._opponent cimport opponent_turn, turn_scheme
from kingmaker.games.architects._pay cimport PurseC, choose_payment, go_on_paying, new_bill, open_purse, start_paying
from kingmaker.games.architects._place cimport (
    ask_after, ask_before, ask_token, contribute, given, market_goods, mine, put_token, take_profit, take_tax,
    use_token)
from kingmaker.games.architects._reset cimport (
    abilities, consequence, princess_gains, reset, somebody_loses, step_three)
from kingmaker.games.architects._scoring cimport begin_end, end_virtue, finish
from kingmaker.games.architects._setup cimport draft, hire_setup, keep_drafted
from kingmaker.games.architects._struct cimport (
    A_WORD, NONE, ArchC, RulesC, SeatC, TaskC, ask, is_human, next_seat, push, unpack_task)
from kingmaker.games.core._bits cimport bit, lowest, n_bits

cdef enum:                  # ids of actions
    DO_HIRE = 0             # + apprentice
    DO_KEEP = 64            # + building
    DO_DISMISS = 128
    DO_BUILD = 192
    DO_DISCARD = 256
    DO_TRADE = 320
    DO_PLACE = 384          # + place
    DO_RECALL = 400         # + where
    DO_CAPTURE = 416        # + 5 * place + whose
    DO_MIX = 464            # + 81 * clay + 9 * wood + stone
    DO_REPLACE = 1193       # + 16 * kind + how many; behind the kinds silver, then virtue
    DO_GOLD = 1305
    DO_DESTROY = 1321
    DO_WORD = 1353          # + word
    N_ACTIONS = 1397
    MOST_LEGAL = 72
    ANYWHERE = 8191         # all places: a playout looks only at those that it tries


# -- turns -----------------------------------------------------------------------------------------------------------


cdef inline void next_turn(ArchC* s, const RulesC* r) noexcept nogil:
    """A9, A11: a worker is placed, or one taken back; W22."""
    cdef int seat = s.active
    s.turn += 1
    s.left -= s.left > 0
    s.reset_due = 0
    push(s, k.END_TURN, seat, 0, 0)
    if not is_human(r, seat):
        opponent_turn(s, r, seat)
    elif s.seat[seat].supply > 0:
        ask(s, k.PLACE, seat, ANYWHERE if s.blind else legal_places(s, r, seat), 0)
    else:
        ask(s, k.RECALL, seat, recalls(s, r, seat), 0)


cdef inline uint64_t recalls(const ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """Where a worker may be taken back from; A11."""
    cdef uint64_t found = k.places_of(&s.seat[seat])
    cdef int i
    if found:
        return found
    for i in range(3):
        if s.space[i] == seat:
            found |= bit(k.FROM_MARKET)
    if s.seat[seat].prison > 0:
        found |= bit(k.FROM_PRISON)
    for i in range(r.n_seats):
        if s.seat[i].captured[seat] > 0:
            found |= bit(k.FROM_BOARD + i)
    return found


cdef inline void recall(ArchC* s, int seat, int where) noexcept nogil:
    """A11."""
    cdef SeatC* p = &s.seat[seat]
    cdef int i = 0
    p.supply += 1
    if where < k.N_PLACES:
        p.at[where] -= 1
    elif where == k.FROM_MARKET:
        while s.space[i] != seat:
            i += 1
        s.space[i] = NONE
    elif where == k.FROM_PRISON:
        p.prison -= 1
    else:
        s.seat[where - k.FROM_BOARD].captured[seat] -= 1


cdef inline void end_turn(ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """Steps 7 and 8: A30, A12; then the next turn or the end: A32, M39, M46."""
    cdef int i
    if s.reset_due:
        s.reset_due = 0
        push(s, k.END_TURN, seat, 0, 0)
        reset(s, r, 1)
        return
    if s.unchecked >> seat & 1:
        if n_bits(s.seat[seat].hand) > r.hand_limit:
            push(s, k.END_TURN, seat, 0, 0)
            s.argument = FOR_LIMIT
            ask(s, k.DISCARD, seat, s.seat[seat].hand, 0)
            return
        s.unchecked &= ~<unsigned char> bit(seat)
    if r.wonders:
        for i in range(r.n_humans):
            s.seat[i].spare = 0
    s.place = NONE
    s.n_acts = s.n_done = s.flags = 0
    s.cleared = 0
    s.argument = 0
    s.card = NONE
    if s.left == 0 or (r.short_turns and s.turn >= r.short_turns):
        begin_end(s, r)
        return
    s.active = next_seat(r, seat)
    next_turn(s, r)


# -- tasks -----------------------------------------------------------------------------------------------------------


cdef inline void get_goods(ArchC* s, const RulesC* r, int seat, int kind, int n) noexcept nogil:
    """One kind of goods, silver or influence."""
    if kind == OF_INFLUENCE:
        gain_influence(s, r, seat, n)
    elif kind == k.SILVER:
        s.seat[seat].silver += n
    else:
        s.seat[seat].goods[kind] += n


cdef inline void run_turn(ArchC* s, const RulesC* r, int op, int seat, int a, int b) noexcept nogil:
    """Tasks of turns and placed workers."""
    if op == k.NEXT_TURN:
        next_turn(s, r)
    elif op == k.END_TURN:
        end_turn(s, r, seat)
    elif op == k.RESET_DUE:
        if s.reset_due:
            s.reset_due = 0
            push(s, k.RESET, 0, 1, 0)
    elif op == k.RESET:
        reset(s, r, a)
    elif op == k.EACH:
        each(s, r, seat, a, b)
    elif op == k.ASK_TOKEN:
        ask_token(s, seat)
    elif op == k.ASK_BEFORE:
        ask_before(s, r, seat)
    elif op == k.ACT:
        act(s, r, seat)
    elif op == k.ASK_AFTER:
        ask_after(s, r, seat)
    elif op == k.LOSE:
        lose_virtue(s, r, seat, a, b)
    elif op == k.ASK_DESTROY:
        ask_destroy(s, seat, a)
    elif op == k.CARDS:
        draw_cards(s, r, seat, a)
        while b > 0:
            b -= 1
            push(s, k.TAKE_REWARD, seat, 0, 0)
    else:
        take_reward(s, r, seat)


cdef inline void run_action(ArchC* s, const RulesC* r, int op, int seat, int a, int b) noexcept nogil:
    """Tasks of actions."""
    if op == k.TRADES:
        next_trade(s, r, seat)
    elif op == k.TRADED:
        traded(s, r, seat, a)
    elif op == k.PAY_HIRE:
        pay_hire(s, r, seat, a, b)
    elif op == k.HIRED:
        hired(s, r, seat, a, b)
    elif op == k.GET_GOODS:
        get_goods(s, r, seat, a, b)
    elif op == k.CAPTURES:
        next_capture(s, r, seat)
    elif op == k.CAPTURED:
        captured(s, r, seat, a, b)
    elif op == k.GUARDS:
        next_guard(s, r, seat)
    elif op == k.BUILT:
        built(s, r, seat, a)
    elif op == k.SPECIAL:
        special(s, r, seat, a)
    elif op == k.RAISED:
        raised(s, r, seat)
    elif op == k.RAISE:
        raise_level(s, r, seat)
    elif op == k.FREE_CAPTURE:
        free_capture(s, r, seat, a)
    elif op == k.FREE_HIRE:
        free_hire(s, r, seat)
    elif op == k.MARKET_GOODS:
        market_goods(s, r, seat, a)
    elif op == k.CAROLINE:
        draw_cards(s, r, seat, 1)
    elif op == k.TAKE_TAX:
        take_tax(s, seat)
    elif op == k.TO_HALL:
        ask_hall(s, r, seat)
    else:
        given(s, r, seat, a)


cdef inline void run_rest(ArchC* s, const RulesC* r, int op, int seat, int a, int b) noexcept nogil:
    """Tasks of setup, resets, the end and the opponent."""
    if op == k.HIRE_SETUP:
        hire_setup(s, r, a)
    elif op == k.DRAFT:
        draft(s, r, a)
    elif op == k.SOMEBODY_LOSES:
        somebody_loses(s, r, seat, a, b)
    elif op == k.SOMEBODY_GAINS:
        somebody_gains(s, r, seat, a, b)
    elif op == k.CONSEQUENCE:
        consequence(s, r, seat, a, b)
    elif op == k.PRINCESS_GAINS:
        princess_gains(s, r, seat, a)
    elif op == k.ABILITIES:
        abilities(s, r, seat, a, b)
    elif op == k.STEP3:
        step_three(s, r, seat, a, b)
    elif op == k.END_GAINS:
        end_virtue(s, r, seat, a, b, True)
    elif op == k.END_LOSSES:
        end_virtue(s, r, seat, a, b, False)
    elif op == k.FINISH:
        finish(s, r)
    elif op == k.SCHEME:
        turn_scheme(s, r, seat)
    elif op == k.RESCUED:
        come_back(s, r, seat)
    elif op == k.PAID_OFF:
        paid_off(s, r, seat)
    elif op == k.CHANGE_VIRTUE:
        change_virtue(s, r, seat, a)
    else:
        ask_token_place(s, r, seat, a)


cdef inline void run_task(ArchC* s, const RulesC* r) noexcept nogil:
    """Take the next task off the stack and do it."""
    cdef TaskC task
    s.n_stack -= 1
    task = unpack_task(s.stack[s.n_stack])
    if task.op <= k.TAKE_REWARD:
        run_turn(s, r, task.op, task.seat, task.a, task.b)
    elif task.op <= k.GIVEN:
        run_action(s, r, task.op, task.seat, task.a, task.b)
    else:
        run_rest(s, r, task.op, task.seat, task.a, task.b)


# -- decisions -------------------------------------------------------------------------------------------------------


cdef inline void choose_between(ArchC* s, const RulesC* r, int seat, int which) noexcept nogil:
    """Clay Pit, Treasury; Barracks."""
    cdef int card = s.argument
    if which == k.SKIP:
        return
    if r.building[card].kind == k.E_CHOICE:
        gain(s, r, seat, &r.building[card].gain if which == k.FIRST_CHOICE else &r.building[card].other)
    elif which == k.FIRST_CHOICE:
        come_back(s, r, seat)
    else:
        s.flags &= ~(k.AT_HER | k.AT_HIM)
        push(s, k.FREE_CAPTURE, seat, 1, 0)


cdef inline void choose_discard(ArchC* s, const RulesC* r, int seat, int choice) noexcept nogil:
    """A card under the pile, or `skip`; the Library gives gold for it."""
    if choice >= A_WORD:
        return
    discard_card(s, r, seat, choice)
    if s.argument == FOR_LIBRARY:
        gain(s, r, seat, &r.building[s.seat[seat].built[s.seat[seat].n_built - 1]].gain)


cdef inline void choose_capture(ArchC* s, const RulesC* r, int seat, int choice) noexcept nogil:
    """A paid capture, or a free one; M33."""
    if s.n_acts:
        capture(s, r, seat, choice)
    elif choice < A_WORD:
        captured(s, r, seat, choice // 5, choice % 5)


cdef inline void bribe(ArchC* s, const RulesC* r, int seat, int choice) noexcept nogil:
    """M38."""
    if choice == k.ACCEPT:
        lose_virtue(s, r, seat, s.argument, True)
        return
    new_bill(s).silver = 2
    start_paying(s, r, seat)


cdef inline void choose_hire_or_draw(ArchC* s, const RulesC* r, int seat, int choice) noexcept nogil:
    """An apprentice, or building cards."""
    if choice < A_WORD:
        choose_hire(s, r, seat, choice)
    else:
        draw_instead(s, r, seat)


cdef inline void choose_gift(ArchC* s, const RulesC* r, int seat, int choice) noexcept nogil:
    """W11: a kind, `later` or `pass`."""
    if choice >= k.GIVE:
        contribute(s, r, seat, choice - k.GIVE)


cdef inline void make_choice(ArchC* s, const RulesC* r, int stage, int seat, int choice) noexcept nogil:
    """Do what was chosen: a bit of `options`, from A_WORD on of `more`."""
    cdef int which = choice - A_WORD
    if stage == k.PLACE:
        place_worker(s, r, seat, choice)
    elif stage == k.TRADE:
        trade(s, r, seat, choice)
    elif stage == k.MIX or stage == k.REPLACE or stage == k.WITH_GOLD:
        choose_payment(s, r, choice)
        go_on_paying(s, r)
    elif stage == k.HIRE:
        choose_hire_or_draw(s, r, seat, choice)
    elif stage == k.KEEP:
        if s.phase == k.DRAFTING:
            keep_drafted(s, r, seat, choice)
        else:
            keep_drawn(s, r, seat, choice)
    elif stage == k.RECALL:
        recall(s, seat, choice)
    elif stage == k.TOKEN_USE:
        use_token(s, r, seat, which)
    elif stage == k.PROFIT:
        if which == k.PROFIT_NOW:
            take_profit(s, r, seat)
        else:
            s.flags |= k.PROFIT_OPEN
    elif stage == k.CONTRIBUTE:
        choose_gift(s, r, seat, which)
    elif stage == k.MINE:
        mine(s, seat, which)
    elif stage == k.DISMISS:
        dismiss(s, seat, choice)
    elif stage == k.CAPTURE:
        choose_capture(s, r, seat, choice)
    elif stage == k.GUARD:
        guard(s, r, seat, which)
    elif stage == k.BUILD:
        build(s, r, seat, choice)
    else:
        make_rare_choice(s, r, stage, seat, choice)


cdef inline void make_rare_choice(ArchC* s, const RulesC* r, int stage, int seat, int choice) noexcept nogil:
    """The rest of them."""
    cdef int which = choice - A_WORD
    if stage == k.TOKEN:
        put_token(s, seat, s.argument, which - k.PUT_TOKEN)
    elif stage == k.DISCARD:
        choose_discard(s, r, seat, choice)
    elif stage == k.CHOOSE:
        choose_between(s, r, seat, which)
    elif stage == k.PAYOFF:
        if which == k.PAY_OFF:
            paid_off(s, r, seat)
    elif stage == k.DESTROY:
        destroy_debts(s, seat, choice)
    elif stage == k.REWARD:
        gain(s, r, seat, &r.contribution[s.contribution[s.open_at - 1]].reward[which - k.FIRST_REWARD])
    elif stage == k.BRIBE:
        bribe(s, r, seat, which)
    else:
        s.seat[seat].influence -= 2 * choice
        apply_loss(s, r, seat, s.argument - choice)


cdef inline void settle_alone(ArchC* s, const RulesC* r, int choice) noexcept nogil:
    """The only choice there is; what it was tells others something where it hangs on a hand."""
    if s.stage == k.BUILD and not s.blind:
        s.news += news_of(10, 0, choice)
    settle_choice(s, r, choice)


cdef inline void settle_choice(ArchC* s, const RulesC* r, int choice) noexcept nogil:
    """Make a choice in the running stage."""
    cdef int stage = s.stage
    s.stage = k.NOTHING
    make_choice(s, r, stage, s.actor, choice)


cdef inline void advance(ArchC* s, const RulesC* r) noexcept nogil:
    """Go on until somebody has two choices or the game is over; a single one happens by itself."""
    cdef uint32_t top
    while True:
        if s.stage == k.NOTHING:
            top = s.stack[s.n_stack - 1]
            if top & 255 == k.END_TURN:     # two of five tasks are ends of turns
                s.n_stack -= 1
                end_turn(s, r, top >> 8 & 255)
            else:
                run_task(s, r)
            continue
        if s.stage == k.OVER:
            return
        if s.options:
            if s.more or s.options & (s.options - 1):
                return
            settle_alone(s, r, lowest(s.options))
        else:
            if s.more & (s.more - 1):
                return
            settle_alone(s, r, A_WORD + lowest(s.more))


cdef inline void decide(ArchC* s, const RulesC* r, int choice) noexcept nogil:
    """A player's decision and all that follows."""
    cdef int i
    if not s.blind:
        s.news = 0
        for i in range(r.n_humans):
            s.own_news[i] = 0
    s.shuffled = 0
    settle_choice(s, r, choice)
    advance(s, r)
    if not s.blind:
        tidy_all(s, r)


# -- ids -------------------------------------------------------------------------------------------------------------


cdef inline int32_t first_id(const ArchC* s) noexcept nogil:
    """The id of the stage's choice 0."""
    if s.stage == k.PLACE:
        return DO_PLACE
    if s.stage == k.HIRE:
        return DO_HIRE
    if s.stage == k.KEEP:
        return DO_KEEP
    if s.stage == k.RECALL:
        return DO_RECALL
    if s.stage == k.TRADE:
        return DO_TRADE
    if s.stage == k.DISMISS:
        return DO_DISMISS
    if s.stage == k.CAPTURE:
        return DO_CAPTURE
    if s.stage == k.BUILD:
        return DO_BUILD
    if s.stage == k.DISCARD:
        return DO_DISCARD
    if s.stage == k.DESTROY:
        return DO_DESTROY
    if s.stage == k.IGNORE:
        return DO_REPLACE + 16 * 6
    if s.stage == k.REPLACE:
        return DO_REPLACE + 16 * (s.step - 1)
    return DO_GOLD if s.stage == k.WITH_GOLD else DO_MIX


cdef inline int32_t action_of(const ArchC* s, int choice) noexcept nogil:
    """The id of a choice."""
    if choice >= A_WORD:
        return DO_WORD + choice - A_WORD
    if s.stage == k.MIX:    # 9 * clay + wood, the rest is stone
        return DO_MIX + 9 * choice + s.pay.k - choice // 9 - choice % 9
    return first_id(s) + choice


cdef inline int choice_of(const ArchC* s, int32_t action) noexcept nogil:
    """The choice of an id."""
    if action >= DO_WORD:
        return A_WORD + action - DO_WORD
    return (action - DO_MIX) // 9 if s.stage == k.MIX else action - first_id(s)


cdef inline int list_legal(const ArchC* s, int32_t* out) noexcept nogil:
    """The legal actions, ascending; returns how many."""
    cdef uint64_t left = s.options
    cdef int n = 0
    while left:
        out[n] = action_of(s, lowest(left))
        left &= left - 1
        n += 1
    left = s.more
    while left:
        out[n] = DO_WORD + lowest(left)
        left &= left - 1
        n += 1
    return n


cdef inline int pick_place(const ArchC* s, const RulesC* r, rng_t* rng) noexcept nogil:
    """A random place of those that are possible, each equally likely: drawn again until one is."""
    cdef PurseC p
    cdef int place, plain
    while True:
        place = <int> rng_below(rng, k.GUILDHALL + 1)
        plain = 1 if place <= k.MINES else at_a_glance(s, r, s.actor, place)
        if plain == NONE:
            open_purse(s, r, s.actor, &p)
            plain = is_open(s, r, s.actor, place, &p)
        if plain:
            return place


cdef inline int pick_blindly(const ArchC* s, const RulesC* r, rng_t* rng) noexcept nogil:
    """The same as `pick_choice` in a playout."""
    return pick_place(s, r, rng) if s.stage == k.PLACE else pick_choice(s, rng)


cdef inline int play_blindly(ArchC* s, const RulesC* r, rng_t* stream, int limit) noexcept nogil:
    """Play on at random until the game is over or so many decisions were made; returns how many."""
    cdef int place, n = 0
    cdef rng_t rng = stream[0]      # of its own, so that it may stay in registers
    s.blind = 1
    while s.stage != k.OVER and n < limit:
        s.shuffled = 0
        if s.stage == k.PLACE:      # two of five decisions
            place = pick_place(s, r, &rng)
            s.stage = k.NOTHING
            place_worker(s, r, s.actor, place)
        else:
            settle_choice(s, r, pick_choice(s, &rng))
        advance(s, r)
        n += 1
    stream[0] = rng
    return n


cdef inline int pick_choice(const ArchC* s, rng_t* rng) noexcept nogil:
    """A random choice, each equally likely."""
    cdef int n = n_bits(s.options) if s.options else 0, m = n_bits(s.more) if s.more else 0
    cdef int i = <int> rng_below(rng, <unsigned int> (n + m)), first = 0
    cdef uint64_t mask = s.options
    if i >= n:
        i -= n
        mask = s.more
        first = A_WORD
    mask &= mask - (i > 0)      # three steps without a branch, for few choices are more
    mask &= mask - (i > 1)
    mask &= mask - (i > 2)
    while i > 3:
        mask &= mask - 1
        i -= 1
    return first + lowest(mask)
