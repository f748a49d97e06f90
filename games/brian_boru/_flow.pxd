"""What comes next: from one decision to the next one, with all that happens by itself between them."""
from libc.stdint cimport int32_t, uint64_t

from kingmaker.games._rng cimport rng_below, rng_t
from kingmaker.games.brian_boru._draft cimport begin_round, holds, offer_start, pick_two, place_start
from kingmaker.games.brian_boru._struct cimport (
    BEGIN_BATTLE, BEGIN_CHURCH, BEGIN_ROUND, BEGIN_TRICK, BEGIN_UPKEEP, BUY, CHAPEL, CHOOSE, CLOISTER, DOWRY, EXPAND,
    FOLLOW, GIFT, HAND, LEAD, LIBERATE, LOSE, NEW_LEAD, NEXT_ACTION, NONE, OVER, PICK, PLACE, SYMBOLS, TOWN, BoruC,
    RulesC, controlled, empty_towns, put_disc)
from kingmaker.games.brian_boru._trick cimport (
    begin_trick, buy_more, lay_card, lead_card, lead_cards, lead_towns, next_action, offer_expansion, offer_more,
    run_symbols)
from kingmaker.games.brian_boru._upkeep cimport (
    begin_battle, begin_church, begin_upkeep, claim_regions, end_wedding, found_chapel, found_cloister,
    lose_town, offer_dowry, offer_monastery, reward_spaces, use_princess)
from kingmaker.games.core._bits cimport lowest, n_bits, nth_bit

cdef enum:
    PASS = 64               # the choice of EXPAND that is no town
    DO_PLACE = 0            # + town
    DO_TOWN = 64
    DO_LIBERATE = 128
    DO_LOSE = 192
    DO_MONASTERY = 256
    DO_EXPAND = 320         # + town or PASS
    DO_PLAY = 385           # + card
    DO_SECONDARY = 410      # + 1 or 2
    DO_BUY = 413            # + how many
    DO_PRINCESS = 477       # + her use
    DO_PICK = 481           # + 25 * the lower card + the higher
    N_ACTIONS = 1106


cdef inline int32_t first_id(int stage) noexcept nogil:
    """The id of a stage's choice 0."""
    if stage == PICK:
        return DO_PICK
    if stage == LEAD or stage == FOLLOW:
        return DO_PLAY
    if stage == TOWN:
        return DO_TOWN
    if stage == CHOOSE:
        return DO_SECONDARY
    if stage == BUY:
        return DO_BUY
    if stage == EXPAND:
        return DO_EXPAND
    if stage == LIBERATE:
        return DO_LIBERATE
    if stage == HAND:
        return DO_PRINCESS
    if stage == LOSE:
        return DO_LOSE
    if stage == CHAPEL or stage == CLOISTER:
        return DO_MONASTERY
    return DO_PLACE


cdef inline uint64_t find_options(const BoruC* s, const RulesC* r) noexcept nogil:
    """What may be chosen, as a mask of towns, cards or numbers; PASS of EXPAND is not in it."""
    if s.stage == FOLLOW:
        return s.hand[s.actor]
    if s.stage == PICK:
        return s.packet[holds(r, s.actor, s.pass_)]
    if s.stage == TOWN:
        return lead_towns(r, empty_towns(s, r), s.hand[s.actor])
    if s.stage == LEAD:
        return lead_cards(r, s.active, s.hand[s.actor])
    if s.stage == CHOOSE:
        return 6
    if s.stage == BUY:
        return offer_more(s, r)
    if s.stage == EXPAND:
        return offer_expansion(s, r)
    if s.stage == LIBERATE:
        return s.vikings
    if s.stage == DOWRY:
        return offer_dowry(s, r)
    if s.stage == HAND:
        return r.uses
    if s.stage == GIFT:
        return empty_towns(s, r)
    if s.stage == LOSE:
        return controlled(s, s.loser)
    if s.stage == PLACE:
        return offer_start(s, r)
    return offer_monastery(s)


cdef inline int n_choices(const BoruC* s) noexcept nogil:
    """How many choices the options make."""
    cdef int n = n_bits(s.options)
    if s.stage == PICK:
        return n * (n - 1) // 2
    return n + 1 if s.stage == EXPAND else n


cdef inline void make_choice(BoruC* s, const RulesC* r, int choice) noexcept nogil:
    """Do what was chosen; NONE where nothing can be."""
    if s.stage == FOLLOW:
        lay_card(s, r, choice)
    elif s.stage == PICK:
        pick_two(s, r, choice)
    elif s.stage == TOWN:
        s.active = choice
        s.stage = LEAD
    elif s.stage == LEAD:
        lead_card(s, r, choice)
    elif s.stage == CHOOSE:
        s.mode = choice
        s.stage = SYMBOLS
    elif s.stage == BUY:
        buy_more(s, r, choice)
    elif s.stage == EXPAND:
        if choice != PASS:
            s.coins[s.actor] -= r.expand_cost
            put_disc(s, s.actor, choice)
        s.stage = SYMBOLS
    elif s.stage == LIBERATE:
        if choice != NONE:
            s.vikings &= ~(<uint64_t> 1 << choice)
        s.stage = SYMBOLS
    elif s.stage == PLACE:
        place_start(s, r, choice)
    else:
        make_upkeep_choice(s, r, choice)


cdef inline void make_upkeep_choice(BoruC* s, const RulesC* r, int choice) noexcept nogil:
    """The same in the upkeep."""
    if s.stage == DOWRY:
        if choice != NONE:
            put_disc(s, s.actor, choice)
        end_wedding(s, r)
    elif s.stage == HAND:
        use_princess(s, r, choice)
    elif s.stage == GIFT:
        if choice != NONE:
            put_disc(s, s.actor, choice)
        reward_spaces(s, r, s.track[s.actor] - 1)
    elif s.stage == LOSE:
        lose_town(s, r, choice)
    elif s.stage == CHAPEL:
        found_chapel(s, r, choice)
    else:
        found_cloister(s, r, choice)


cdef inline void go_on(BoruC* s, const RulesC* r) noexcept nogil:
    """What comes without a decision."""
    if s.stage == SYMBOLS:
        run_symbols(s, r)
    elif s.stage == NEXT_ACTION:
        next_action(s, r)
    elif s.stage == BEGIN_TRICK:
        begin_trick(s, r)
    elif s.stage == BEGIN_UPKEEP:
        begin_upkeep(s, r)
    elif s.stage == BEGIN_BATTLE:
        begin_battle(s, r)
    elif s.stage == BEGIN_CHURCH:
        begin_church(s, r)
    elif s.stage == BEGIN_ROUND:
        begin_round(s, r)
    else:
        claim_regions(s, r)


cdef inline int only_choice(const BoruC* s) noexcept nogil:
    """What happens by itself at a stage with one choice or none; NONE = nothing can."""
    return lowest(s.options) if s.options else PASS if s.stage == EXPAND else NONE


cdef inline void advance(BoruC* s, const RulesC* r) noexcept nogil:
    """Go on until somebody has two choices or the game is over; a single one happens by itself."""
    while s.stage != OVER:
        if s.stage == SYMBOLS:      # half of what comes by itself: a tenth quicker asked for first
            run_symbols(s, r)
            continue
        if s.stage > OVER:
            go_on(s, r)
            continue
        s.options = find_options(s, r)
        if n_choices(s) > 1:
            return
        make_choice(s, r, only_choice(s))
    s.options = 0


cdef inline void decide(BoruC* s, const RulesC* r, int choice) noexcept nogil:
    """A player's decision and all that follows; a lead that was decided is told by its label, not by `fresh`."""
    cdef bint leads = s.stage == TOWN or s.stage == LEAD
    s.fresh = 0
    make_choice(s, r, choice)
    advance(s, r)
    if leads:
        s.fresh &= ~NEW_LEAD


# -- ids -----------------------------------------------------------------------------------------------------------


cdef inline int list_legal(const BoruC* s, int32_t* out) noexcept nogil:
    """The legal actions, ascending; returns how many."""
    cdef uint64_t left = s.options, higher
    cdef int32_t base = first_id(s.stage), low
    cdef int n = 0
    while left:
        low = lowest(left)
        left &= left - 1
        if s.stage != PICK:
            out[n] = base + low
            n += 1
            continue
        higher = left
        while higher:
            out[n] = base + 25 * low + lowest(higher)
            higher &= higher - 1
            n += 1
    if s.stage == EXPAND:
        out[n] = base + PASS
        n += 1
    return n


cdef inline int pick_choice(const BoruC* s, rng_t* rng) noexcept nogil:
    """A random choice, each equally likely."""
    cdef int n = n_bits(s.options), k, first, second
    if s.stage == PICK:
        first = <int> rng_below(rng, <unsigned int> n)
        second = <int> rng_below(rng, <unsigned int> (n - 1))
        if second >= first:
            second += 1
        first = nth_bit(s.options, first)
        second = nth_bit(s.options, second)
        return 25 * first + second if first < second else 25 * second + first
    if s.stage == EXPAND:
        k = <int> rng_below(rng, <unsigned int> (n + 1))
        return PASS if k == n else nth_bit(s.options, k)
    return nth_bit(s.options, <int> rng_below(rng, <unsigned int> n))
