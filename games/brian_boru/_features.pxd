"""What a choice looks like in numbers, cheaply: the features of the learned policy (`weights.json`).

A feature's number is `base + offset`; GROUPS in weights.py names them. They look at the own hand and at what all see.
"""
from libc.stdint cimport uint32_t, uint64_t

from kingmaker.games.brian_boru._flow cimport PASS
from kingmaker.games.brian_boru._sight cimport (
    N_COLOURS, SightC, action_worth, beating, claim_gain, count_regions, hold_chance, in_race, is_race, know_region,
    losing_worth, most_of_others, n_following, rival_gain, roads_of, see_race, space_reward, spread_gain, spread_worth)
from kingmaker.games.brian_boru._struct cimport (
    BATTLE, BUY, CHAPEL, CHOOSE, CHURCH, CLOISTER, COIN, COURTSHIP, EXPAND, EXPANSION, FOLLOW, FREEDOM, HAND, LEAD,
    LIBERATE, LOSE, MILITARY, NONE, N_CARDS, N_REGIONS, PAY, PICK, PLACE, PRIMARY, SPURN, TOWN, TRADE, WHITE, BoruC,
    RulesC, find_winner)
from kingmaker.games.brian_boru._trick cimport lead_cards
from kingmaker.games.core._bits cimport bit, highest, lowest, n_bits
from kingmaker.games.core._tally cimport TallyC, add

cdef enum:
    F_PICK = 0                  # + card
    F_PICK_LAST = 25            # + card
    F_PICK_WITH = 50
    F_TOWN = 56
    F_LEAD = 66
    F_WIN = 73
    F_YIELD = 82
    F_PLAY = 85                 # + card
    F_PLAY_LAST = 110
    F_SECOND = 111
    F_STEPS = 117               # + race, here and below
    F_NEAR = 120
    F_FIRST = 123
    F_FIRST_LATE = 126
    F_BUY = 129
    F_BUY_STEPS = 130
    F_BUY_FIRST = 133
    F_BUY_FIRST_LATE = 136
    F_BUY_WITH = 139
    F_EXPAND = 144
    F_DISC = 150
    F_START = 154               # + region
    F_LIBERATE = 162
    F_LOSE = 165
    F_MONASTERY = 170
    F_PRINCESS = 172

cdef enum:
    HIGH = 18                   # cards of at least this value are high
    LOW = 9                     # up to this value low


cdef inline int race_of(int symbol) noexcept nogil:
    """The place of a race in RACES of weights.py."""
    return 0 if symbol == BATTLE else 1 if symbol == CHURCH else 2


cdef inline int gap_of(SightC* v, int symbol) noexcept nogil:
    """How far whoever acts is behind the best other one in a race; below 0: ahead."""
    return v.gap[see_race(v, symbol)]


cdef inline double own_prize(SightC* v, int symbol) noexcept nogil:
    """What being first in a race brings whoever acts."""
    return v.prize[see_race(v, symbol)]


# -- the draft -------------------------------------------------------------------------------------------------------


cdef inline void see_pick(SightC* v, int card, TallyC* t) noexcept nogil:
    """One card of the packet, by itself."""
    cdef const RulesC* r = v.r
    cdef int k, symbol, mode = r.n_secondary[card], paid = 0
    v.mates[card] = 0
    add(t, F_PICK + card, 1)
    if v.s.round == r.n_rounds:
        add(t, F_PICK_LAST + card, 1)
    for k in range(r.n_symbols[card][mode]):
        symbol = r.symbols[card][mode][k]
        if is_race(symbol):
            if -3 < gap_of(v, symbol) < 4:
                add(t, F_PICK_WITH, 1)
            add(t, F_PICK_WITH + 1, own_prize(v, symbol))
    for k in range(WHITE):
        if r.of_suit[k] >> card & 1:
            v.mates[card] = r.of_suit[k]
            add(t, F_PICK_WITH + 2, n_bits(v.s.hand[v.s.actor] & r.of_suit[k]))
    for k in range(r.n_symbols[card][PRIMARY]):
        paid += r.symbols[card][PRIMARY][k] == PAY
    if paid > v.s.coins[v.s.actor]:
        add(t, F_PICK_WITH + 3, paid - v.s.coins[v.s.actor])


cdef inline void recall(SightC* v, int card, TallyC* t) noexcept nogil:
    """One of the two cards; each is in many pairs, and weighed once."""
    cdef TallyC own
    if t.row is not NULL:
        see_pick(v, card, t)
        return
    if not v.weighed >> card & 1:
        own.weights = t.weights
        own.row = NULL
        own.sum = 0
        see_pick(v, card, &own)
        v.weight[card] = own.sum
        v.weighed |= <uint32_t> bit(card)
    t.sum += v.weight[card]


cdef inline void see_pair(SightC* v, int low, int high, TallyC* t) noexcept nogil:
    """Two cards to keep."""
    recall(v, low, t)
    recall(v, high, t)
    if v.mates[low] >> high & 1:
        add(t, F_PICK_WITH + 2, 2)
    if low + 1 >= HIGH:
        add(t, F_PICK_WITH + 4, 1)
    if high + 1 <= LOW:
        add(t, F_PICK_WITH + 5, 1)


# -- tricks ----------------------------------------------------------------------------------------------------------


cdef inline void know_trick(SightC* v) noexcept nogil:
    """What does not depend on the card that whoever acts plays, once a decision."""
    cdef const BoruC* s = v.s
    cdef int seat, region
    cdef uint32_t known = s.hand[s.actor]
    if v.knows_trick:
        return
    v.knows_trick = True
    v.n_held = 0
    for seat in range(v.r.n_players):
        known |= s.played[seat]
        if seat != s.actor and s.laid[seat] == NONE:
            v.n_held = n_bits(s.hand[seat])
    v.hidden = v.r.deck & ~known
    v.n_hidden = n_bits(v.hidden)
    v.best = find_winner(s, v.r)
    v.worth_to_best = 0
    if v.best == NONE:
        return
    region = v.r.region[s.active]
    for seat in range(v.r.n_players):
        if s.laid[seat] == v.best:
            v.worth_to_best = claim_gain(v, seat, region) + spread_gain(v, seat, region)
            return


cdef inline double keep_chance(SightC* v, int colour, int card, int n, double* sure) noexcept nogil:
    """How likely a card stays the best of a trick for a town of a colour, n players still to play.

    `sure` is 1 where nothing can beat it.
    """
    cdef int _k
    cdef uint32_t higher
    cdef double one, none = 1.0, chance = 1.0
    know_trick(v)
    higher = v.hidden & beating(v, colour, card)
    sure[0] = n == 0 or higher == 0
    if sure[0] > 0:
        return 1.0
    one = 1.0 - <double> n_bits(higher) / v.n_hidden
    for _k in range(v.n_held):
        none *= one
    for _k in range(n):
        chance *= 0.4 + 0.6 * none
    return chance


cdef inline void see_town(SightC* v, int town, TallyC* t) noexcept nogil:
    """Which town to play for; the best card for it counts."""
    cdef int region = v.r.region[town], seat = v.s.actor
    cdef uint32_t cards = lead_cards(v.r, town, v.s.hand[seat])
    cdef double claims = claim_gain(v, seat, region), spread = spread_gain(v, seat, region), chance, sure
    chance = keep_chance(v, v.r.colour[town], highest(cards), v.r.n_players - 1, &sure)
    add(t, F_TOWN, claims)
    add(t, F_TOWN + 1, spread)
    add(t, F_TOWN + 2, rival_gain(v, region))
    add(t, F_TOWN + 3, chance)
    add(t, F_TOWN + 4, claims * chance)
    add(t, F_TOWN + 5, spread * chance)
    add(t, F_TOWN + 6, v.missing[region] == 1)      # `claim_gain` had the region counted
    add(t, F_TOWN + 7, sure)
    add(t, F_TOWN + 8, n_bits(cards))
    add(t, F_TOWN + 9, (highest(cards) + 1) / 25.0)


cdef inline void recall_town(SightC* v, int town, TallyC* t) noexcept nogil:
    """As `see_town`; towns of one region and colour are alike, and weighed once."""
    cdef int alike = v.r.region[town] * N_COLOURS + v.r.colour[town]
    if t.row is not NULL:
        see_town(v, town, t)
        return
    if not v.towns_weighed >> alike & 1:
        see_town(v, town, t)
        v.town_weight[alike] = t.sum
        v.towns_weighed |= bit(alike)
    t.sum = v.town_weight[alike]


cdef inline void see_lead(SightC* v, int card, TallyC* t) noexcept nogil:
    """Which card to lead."""
    cdef const BoruC* s = v.s
    cdef int seat = s.actor, region
    cdef double chance, sure
    if s.active != NONE and v.r.fitting[v.r.colour[s.active]] >> card & 1:
        region = v.r.region[s.active]
        chance = keep_chance(v, v.r.colour[s.active], card, v.r.n_players - 1, &sure)
        add(t, F_LEAD, chance)
        add(t, F_LEAD + 1, chance * claim_gain(v, seat, region))
        add(t, F_LEAD + 2, chance * spread_gain(v, seat, region))
        add(t, F_LEAD + 3, chance * action_worth(v, seat, card, PRIMARY, 0))
    add(t, F_LEAD + 4, losing_worth(v, seat, card))
    add(t, F_LEAD + 5, card == lowest(s.options))
    add(t, F_LEAD + 6, card == highest(s.options))


cdef inline void see_follow(SightC* v, int card, TallyC* t) noexcept nogil:
    """Which card to play to a trick."""
    cdef const BoruC* s = v.s
    cdef int seat = s.actor, best, region, n = n_following(v)
    cdef double chance, sure, losing = losing_worth(v, seat, card)
    know_trick(v)
    best = v.best
    if s.active == NONE or not v.r.fitting[v.r.colour[s.active]] >> card & 1 or card < best:
        add(t, F_YIELD, losing)
        add(t, F_YIELD + 1, (card + 1) / 25.0)
        add(t, F_YIELD + 2, v.worth_to_best)
        return
    region = v.r.region[s.active]
    chance = keep_chance(v, v.r.colour[s.active], card, n, &sure)
    add(t, F_WIN, 1)
    add(t, F_WIN + 1, chance)
    add(t, F_WIN + 2, chance * claim_gain(v, seat, region))
    add(t, F_WIN + 3, chance * spread_gain(v, seat, region))
    add(t, F_WIN + 4, chance * action_worth(v, seat, card, PRIMARY, 0))
    add(t, F_WIN + 5, losing)
    add(t, F_WIN + 6, n == 0)
    add(t, F_WIN + 7, (card - best) / 25.0)
    add(t, F_WIN + 8, chance * v.worth_to_best)


cdef inline void see_card(SightC* v, int card, TallyC* t) noexcept nogil:
    """A card to play."""
    add(t, F_PLAY + card, 1)
    if n_bits(v.s.hand[v.s.actor]) == 2:
        add(t, F_PLAY_LAST, (card + 1) / 25.0)
    if v.s.stage == LEAD:
        see_lead(v, card, t)
    else:
        see_follow(v, card, t)


# -- actions ---------------------------------------------------------------------------------------------------------


cdef inline void see_steps(SightC* v, int symbol, int n, TallyC* t) noexcept nogil:
    """Raiders, church discs, spaces by a secondary action."""
    cdef int race = race_of(symbol), gap = gap_of(v, symbol)
    if symbol == BATTLE:
        n = min(n, v.s.battle)
    elif symbol == COURTSHIP:
        n = min(n, v.r.top - v.s.track[v.s.actor])
    add(t, F_STEPS + race, n)
    if -2 < gap < 4:
        add(t, F_NEAR + race, n)
    if gap >= 0 and n > gap:
        add(t, F_FIRST + race, 1)
        add(t, F_FIRST_LATE + race, v.late * own_prize(v, symbol))


cdef inline double best_expansion(SightC* v, bint by_claims) noexcept nogil:
    """The most that a town one road away would bring, for its claim token or for the number of regions."""
    cdef uint64_t goals = roads_of(v, v.s.actor)
    cdef int region
    cdef double gain, best = 0
    for region in range(N_REGIONS):
        if goals & v.r.of_region[region]:
            gain = claim_gain(v, v.s.actor, region) if by_claims else spread_gain(v, v.s.actor, region)
            best = max(best, gain)
    return best


cdef inline void see_secondary(SightC* v, int mode, TallyC* t) noexcept nogil:
    """Which of a card's secondary actions."""
    cdef const BoruC* s = v.s
    cdef int k = 0, n, symbol, seat = s.actor, coins = s.coins[seat], size = v.r.n_symbols[s.card][mode]
    while k < size:
        symbol = v.r.symbols[s.card][mode][k]
        n = 1
        while k + n < size and v.r.symbols[s.card][mode][k + n] == symbol:
            n += 1
        k += n
        if symbol == COIN:
            add(t, F_SECOND, n)
            coins += n
        elif symbol == EXPANSION:
            if coins >= v.r.expand_cost:
                add(t, F_SECOND + 1, best_expansion(v, True))
                add(t, F_SECOND + 2, best_expansion(v, False))
            add(t, F_SECOND + 3, coins >= v.r.expand_cost)
        elif symbol == FREEDOM:
            add(t, F_SECOND + 4, (s.vikings & s.discs[seat]) != 0)
        elif symbol == PAY:
            add(t, F_SECOND + 5, coins > 0)
        else:
            see_steps(v, symbol, n, t)


cdef inline void see_buy(SightC* v, int n, TallyC* t) noexcept nogil:
    """How many more of a symbol."""
    cdef const BoruC* s = v.s
    cdef int symbol = v.r.symbols[s.card][s.mode][s.symbol - 1], race = race_of(symbol), seat = s.actor, other
    cdef int gap = gap_of(v, symbol), now = in_race(s, symbol, seat), fewest = 1000
    if s.coins[seat] - n * v.r.more_cost >= v.r.expand_cost:
        add(t, F_BUY_WITH + 1, 1)
    if symbol == COURTSHIP:
        add(t, F_BUY_WITH + 2, space_reward(v, now + n))
    if n == 0:
        return
    add(t, F_BUY, 1)
    add(t, F_BUY_STEPS + race, n)
    if gap >= 0 and n > gap:
        add(t, F_BUY_FIRST + race, 1)
        add(t, F_BUY_FIRST_LATE + race, v.late * own_prize(v, symbol))
    if n > gap + 1:
        add(t, F_BUY_WITH, n - max(gap, 0) - 1)
    if symbol == CHURCH:
        add(t, F_BUY_WITH + 3, now < 4 and now + n >= 4)
    elif symbol == BATTLE:
        for other in range(v.r.n_players):
            if other != seat:
                fewest = min(fewest, s.raiders[other])
        add(t, F_BUY_WITH + 4, now <= fewest and now + n > fewest)


cdef inline void see_expansion(SightC* v, int choice, TallyC* t) noexcept nogil:
    """A town one road away, or not."""
    cdef int region
    if choice == PASS:
        add(t, F_EXPAND, 1)
        add(t, F_EXPAND + 1, v.late)
        return
    region = v.r.region[choice]
    know_region(v, region)
    add(t, F_EXPAND + 2, claim_gain(v, v.s.actor, region))
    add(t, F_EXPAND + 3, spread_gain(v, v.s.actor, region))
    add(t, F_EXPAND + 4, v.missing[region] == 1)
    add(t, F_EXPAND + 5, v.s.coins[v.s.actor] >= 2 * v.r.expand_cost)


# -- towns ------------------------------------------------------------------------------------------------------------


cdef inline void see_disc(SightC* v, int town, TallyC* t) noexcept nogil:
    """A disc on an empty town."""
    cdef int region = v.r.region[town]
    know_region(v, region)
    add(t, F_DISC, claim_gain(v, v.s.actor, region))
    add(t, F_DISC + 1, spread_gain(v, v.s.actor, region))
    add(t, F_DISC + 2, v.missing[region] == 1)
    add(t, F_DISC + 3, n_bits(v.r.near[town] & v.r.towns))
    if v.s.stage == PLACE:
        add(t, F_START + region, 1)


cdef inline void see_liberation(SightC* v, int town, TallyC* t) noexcept nogil:
    """A Viking control token to remove."""
    cdef int seat, region = v.r.region[town]
    for seat in range(v.r.n_players):
        if v.s.discs[seat] >> town & 1:
            if seat == v.s.actor:
                add(t, F_LIBERATE, 1)
                add(t, F_LIBERATE + 1, claim_gain(v, seat, region))
            else:
                add(t, F_LIBERATE + 2, claim_gain(v, seat, region) + spread_gain(v, seat, region))


cdef inline double loss(SightC* v, int seat, int region) noexcept nogil:
    """What one town of a region less takes from a claim."""
    cdef int lead
    know_region(v, region)
    lead = v.count[region][seat] - most_of_others(v, seat, region)
    return v.r.value[region] * (hold_chance(lead, v.left) - hold_chance(lead - 1, v.left))


cdef inline void see_loss(SightC* v, int town, TallyC* t) noexcept nogil:
    """A town for the Vikings."""
    cdef int seat = v.s.loser, region = v.r.region[town], base = F_LOSE if seat == v.s.actor else F_LOSE + 2
    cdef int n = count_regions(v, seat)
    add(t, base, loss(v, seat, region))
    if n_bits(v.s.discs[seat] & ~v.s.vikings & v.r.of_region[region]) == 1:
        add(t, base + 1, spread_worth(v, n) - spread_worth(v, n - 1))
    add(t, F_LOSE + 4, (v.s.monasteries >> town & 1) * (-1.0 if seat == v.s.actor else 1.0))


cdef inline void see_monastery(SightC* v, int town, TallyC* t) noexcept nogil:
    """A town to count twice."""
    cdef int region = v.r.region[town], seat = v.s.actor
    know_region(v, region)
    add(t, F_MONASTERY, claim_gain(v, seat, region))
    add(t, F_MONASTERY + 1, v.count[region][seat] - most_of_others(v, seat, region) > v.empty[region])


cdef inline void see_use(SightC* v, int use, TallyC* t) noexcept nogil:
    """What the princess is used for."""
    cdef int region, seat = v.s.actor, n_now = count_regions(v, seat), n = n_now
    cdef double worth = 0
    cdef uint64_t here
    if use == SPURN:
        add(t, F_PRINCESS + 2, 1)
        return
    for region in range(N_REGIONS):
        here = v.s.vikings & v.r.of_region[region]
        if here and use == MILITARY:
            worth += claim_gain(v, seat, region)
        elif here and not v.s.discs[seat] & ~v.s.vikings & v.r.of_region[region]:
            n += 1
    if use == MILITARY:
        add(t, F_PRINCESS, 1)
        add(t, F_PRINCESS + 3, worth)
    else:
        add(t, F_PRINCESS + 1, 1)
        add(t, F_PRINCESS + 4, v.r.spread[n] - v.r.spread[n_now])


# -- all -------------------------------------------------------------------------------------------------------------


cdef inline double see(SightC* v, int choice, TallyC* t) noexcept nogil:
    """Weigh a choice."""
    cdef int stage = v.s.stage
    t.sum = 0
    if stage == FOLLOW or stage == LEAD:
        see_card(v, choice, t)
    elif stage == PICK:
        see_pair(v, choice // N_CARDS, choice % N_CARDS, t)
    elif stage == TOWN:
        recall_town(v, choice, t)
    elif stage == CHOOSE:
        see_secondary(v, choice, t)
    elif stage == BUY:
        see_buy(v, choice, t)
    elif stage == EXPAND:
        see_expansion(v, choice, t)
    elif stage == LIBERATE:
        see_liberation(v, choice, t)
    elif stage == HAND:
        see_use(v, choice, t)
    elif stage == LOSE:
        see_loss(v, choice, t)
    elif stage == CHAPEL or stage == CLOISTER:
        see_monastery(v, choice, t)
    else:
        see_disc(v, choice, t)
    return t.sum
