"""What an unfinished game promises each seat: the learned evaluation, linear by stage (`weights.json`)."""
from libc.stdint cimport int16_t, uint32_t, uint64_t
from libc.string cimport memset

from kingmaker.games.brian_boru._mind cimport N_VALUES
from kingmaker.games.brian_boru._sight cimport (
    SightC, action_worth, beating, hold_chance, losing_worth, look, most_of_others, open_chance, prize, roads_of,
    space_reward, spread_worth, town_worth)
from kingmaker.games.brian_boru._struct cimport (
    BATTLE, CHOOSE, CHURCH, CLOISTER, COURTSHIP, DOWRY, FOLLOW, GIFT, LEAD, LIBERATE, LOSE, MILITARY, MOST_PLAYERS,
    NONE, N_REGIONS, PICK, PRIMARY, TOWN, TRADE, BoruC, RulesC, find_winner, sole_most)
from kingmaker.games.core._bits cimport highest, lowest, n_bits

cdef enum:
    V_ONE = 0
    V_POINTS = 1
    V_RENOWN = 2
    V_COINS = 3
    V_FIVE_COINS = 4
    V_RICHEST = 5
    V_MARKER = 6
    V_CLAIMS = 7                # points of tokens, if claims were settled now: R59, R60
    V_SHARED = 8                # R64e, the same
    V_FORETOLD = 9
    V_OPEN = 10                 # points of tokens face up: ahead by one, by more, tied, behind by one
    V_CLOSED = 14               # points of face-down tokens of regions where the seat is ahead, by what is missing
    V_SURE = 15                 # points of tokens where the empty towns are not enough to be overtaken
    V_SPREAD = 16
    V_SPREAD_TOLD = 17
    V_REGIONS = 18
    V_TOWNS = 19
    V_COVERED = 20
    V_MONASTERIES = 21
    V_ROADS = 22                # MANY_ROADS at most
    V_EXPANSIONS = 23
    V_RAIDERS = 24              # count, chance and lateness of the battle
    V_CHURCH = 29
    V_TRACK = 33
    V_MILITARY = 38
    V_TRADE = 39
    V_UNBEATABLE = 40
    V_WINS = 41                 # a card of the trick that will win it: what the town and the action are worth
    V_MAY_WIN = 42
    V_LOSING = 43
    V_LEADS = 44
    V_CHOOSES = 45              # something in the upkeep
    V_LOSES = 46                # a town to the Vikings, now
    V_ROUNDS = 47
    V_CARD = 48                 # + card in hand

cdef enum:
    MANY_ROADS = 6


cdef inline int stage_of(const BoruC* s, const RulesC* r) noexcept nogil:
    """Which weights count: by rounds to come, and within a round."""
    cdef int to_come = r.n_rounds - s.round, phase = 1
    if s.stage <= PICK:
        phase = 0
    elif s.stage > LIBERATE:
        phase = 2
    return 3 * (2 - to_come if to_come < 2 else 0) + phase


# -- regions -------------------------------------------------------------------------------------------------------


cdef inline void see_leader(const SightC* v, int region, int best, int most, int second, double* rows) noexcept nogil:
    """What being ahead in a region brings to the one seat that is."""
    cdef double* row = rows + best * N_VALUES
    cdef double value = v.r.value[region]
    if v.missing[region] == 0:
        row[V_CLAIMS] += value
        row[V_OPEN + (most - second > 1)] += value
    else:
        row[V_CLOSED] += value / v.missing[region]
    if most - second > v.empty[region]:
        row[V_SURE] += value * open_chance(v, region)


cdef inline void see_region(const SightC* v, int region, double* rows) noexcept nogil:
    """Who has most towns, and by how much; R60, R61."""
    cdef const int* count = v.count[region]
    cdef int seat, n, most = v.vikings[region], second = 0, best = NONE
    cdef double value = v.r.value[region], told
    cdef bint tied = False
    for seat in range(v.r.n_players):
        n = count[seat]
        if n > most:
            second = most
            most = n
            best = seat
            tied = False
        elif n == most:
            second = n
            best = NONE
            tied = True
        elif n > second:
            second = n
    if tied and v.s.holder[region] != NONE:
        rows[v.s.holder[region] * N_VALUES + V_CLAIMS] += value
    if most == 0:
        return
    told = value * open_chance(v, region)
    for seat in range(v.r.n_players):
        n = count[seat]
        rows[seat * N_VALUES + V_FORETOLD] += told * hold_chance(n - (second if n == most else most), v.left)
        if v.missing[region] == 0:
            if n == most and seat != best:
                rows[seat * N_VALUES + V_OPEN + 2] += value
                if v.s.holder[region] == NONE:
                    rows[seat * N_VALUES + V_SHARED] += v.r.value[region] // 2
            elif n == most - 1:
                rows[seat * N_VALUES + V_OPEN + 3] += value
    if best != NONE:
        see_leader(v, region, best, most, second, rows)


# -- races ---------------------------------------------------------------------------------------------------------


cdef inline void share_first(const RulesC* r, const int* amounts, double* share) noexcept nogil:
    """Each player's chance to be alone first: half as large again with each piece more."""
    cdef int seat, _i, most = 0
    cdef double total = 0.0
    for seat in range(r.n_players):
        most = max(most, amounts[seat])
    for seat in range(r.n_players):
        share[seat] = 1.0
        for _i in range(min(most - amounts[seat], 12)):
            share[seat] *= 0.65
        total += share[seat]
    for seat in range(r.n_players):
        share[seat] = share[seat] / total if most > 0 else 0.0


cdef inline void reach(const SightC* v, int suit, const int16_t* amounts, int* out) noexcept nogil:
    """Twice what each seat has, and once what the cards of a colour in hand may bring."""
    cdef uint32_t cards
    cdef int seat, card
    for seat in range(v.r.n_players):
        out[seat] = 2 * amounts[seat]
        cards = v.s.hand[seat] & v.r.of_suit[suit]
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            out[seat] += v.r.n_symbols[card][v.r.n_secondary[card]]


cdef inline void see_battle(const SightC* v, double* rows) noexcept nogil:
    """R49 to R53."""
    cdef const BoruC* s = v.s
    cdef double share[MOST_PLAYERS]
    cdef int amounts[MOST_PLAYERS]
    cdef int seat, most = 0, fewest = 1000, first = sole_most(v.r, s.raiders)
    cdef double danger = 0.2 * s.battle if s.battle < 5 else 1.0
    cdef double* row
    reach(v, 0, s.raiders, amounts)
    share_first(v.r, amounts, share)
    for seat in range(v.r.n_players):
        row = rows + seat * N_VALUES
        row[V_RAIDERS] = s.raiders[seat]
        row[V_RAIDERS + 1] = share[seat] * prize(v, BATTLE, seat)
        if seat == first:
            row[V_RAIDERS + 2] = v.late * prize(v, BATTLE, seat)
        most = max(most, amounts[seat])
        fewest = min(fewest, s.raiders[seat])
    for seat in range(v.r.n_players):
        amounts[seat] = most + 1 - amounts[seat]
    share_first(v.r, amounts, share)
    for seat in range(v.r.n_players):
        row = rows + seat * N_VALUES
        row[V_RAIDERS + 3] = danger * share[seat]
        if s.battle > 0 and s.raiders[seat] == fewest:
            row[V_RAIDERS + 4] = v.late


cdef inline void see_church(const SightC* v, double* rows) noexcept nogil:
    """R55 to R57."""
    cdef const BoruC* s = v.s
    cdef double share[MOST_PLAYERS]
    cdef int amounts[MOST_PLAYERS]
    cdef int seat, first = sole_most(v.r, s.church)
    cdef double* row
    reach(v, 1, s.church, amounts)
    share_first(v.r, amounts, share)
    for seat in range(v.r.n_players):
        row = rows + seat * N_VALUES
        row[V_CHURCH] = s.church[seat]
        row[V_CHURCH + 1] = share[seat]
        if seat == first:
            row[V_CHURCH + 2] = v.late
        elif s.church[seat] >= 4:
            row[V_CHURCH + 3] = v.late


cdef inline void see_track(const SightC* v, double* rows) noexcept nogil:
    """R43 to R47; once the card is taken only where the discs stand."""
    cdef const BoruC* s = v.s
    cdef double share[MOST_PLAYERS]
    cdef int amounts[MOST_PLAYERS]
    cdef int16_t track[MOST_PLAYERS]
    cdef int seat, first
    cdef double* row
    for seat in range(v.r.n_players):
        rows[seat * N_VALUES + V_TRACK] = s.track[seat]
        track[seat] = s.track[seat]
    if s.stage >= LOSE:
        return
    first = sole_most(v.r, track)
    reach(v, 2, track, amounts)
    share_first(v.r, amounts, share)
    for seat in range(v.r.n_players):
        row = rows + seat * N_VALUES
        row[V_TRACK + 1] = share[seat] * prize(v, COURTSHIP, seat)
        if seat == first and track[seat] > 0:
            row[V_TRACK + 2] = v.late * prize(v, COURTSHIP, seat)
        else:
            row[V_TRACK + 3] = space_reward(v, track[seat])
            row[V_TRACK + 4] = v.late * row[V_TRACK + 3]


# -- cards ---------------------------------------------------------------------------------------------------------


cdef inline void see_hands(const SightC* v, double* rows) noexcept nogil:
    """Cards in hand, and which of them no other hand can beat in some colour."""
    cdef const BoruC* s = v.s
    cdef uint32_t left, best
    cdef int seat, colour, first, second, whose, card
    for seat in range(v.r.n_players):
        left = s.hand[seat]
        while left:
            rows[seat * N_VALUES + V_CARD + lowest(left)] = 1
            left &= left - 1
    if s.stage <= PICK:
        return
    for colour in range(3):
        first = second = whose = NONE
        for seat in range(v.r.n_players):
            left = s.hand[seat] & v.r.fitting[colour]
            card = highest(left) if left else NONE
            if card > first:
                second = first
                first = card
                whose = seat
            elif card > second:
                second = card
        if whose != NONE:
            best = s.hand[whose] & v.r.fitting[colour] & ~(<uint32_t> ((1 << (second + 1)) - 1))
            rows[whose * N_VALUES + V_UNBEATABLE] += n_bits(best)


cdef inline bint can_be_beaten(const SightC* v, int card) noexcept nogil:
    """Whether somebody who is still to play to the trick holds a card that wins over it."""
    cdef const BoruC* s = v.s
    cdef uint32_t higher = beating(v, v.r.colour[s.active], card)
    cdef int seat
    for seat in range(v.r.n_players):
        if s.laid[seat] == NONE and s.hand[seat] & higher:
            return True
    return False


cdef inline void see_trick(SightC* v, double* rows) noexcept nogil:
    """What the trick's cards will bring that have not acted."""
    cdef const BoruC* s = v.s
    cdef int seat, card, best = find_winner(s, v.r)
    cdef double* row
    for seat in range(v.r.n_players):
        card = s.laid[seat]
        if card == NONE or card < s.card:
            continue
        row = rows + seat * N_VALUES
        if card == s.card:
            if s.stage == CHOOSE:
                row[V_LOSING] = losing_worth(v, seat, card)
            else:
                row[V_LOSING] = action_worth(v, seat, card, s.mode, s.symbol)
        elif card != best:
            row[V_LOSING] = losing_worth(v, seat, card)
        elif s.n_trick < v.r.n_players and can_be_beaten(v, card):
            row[V_MAY_WIN] = town_worth(v, seat, v.r.region[s.active]) + action_worth(v, seat, card, PRIMARY, 0)
        else:
            row[V_WINS] = town_worth(v, seat, v.r.region[s.active]) + action_worth(v, seat, card, PRIMARY, 0)


# -- all ------------------------------------------------------------------------------------------------------------


cdef inline void see_seat(const SightC* v, int seat, double* row) noexcept nogil:
    """What a seat has."""
    cdef const BoruC* s = v.s
    cdef uint64_t mine = s.discs[seat] & ~s.vikings
    row[V_ONE] = 1
    row[V_POINTS] = s.points[seat]
    row[V_RENOWN] = s.renown[seat]
    row[V_COINS] = s.coins[seat]
    row[V_FIVE_COINS] = min(s.coins[seat], 5)
    row[V_MARKER] = seat == s.marker
    row[V_REGIONS] = v.n_regions[seat]
    row[V_SPREAD] = v.r.spread[v.n_regions[seat]]
    row[V_SPREAD_TOLD] = spread_worth(v, v.n_regions[seat])
    row[V_TOWNS] = n_bits(mine)
    row[V_COVERED] = n_bits(s.discs[seat] & s.vikings)
    row[V_MONASTERIES] = n_bits(mine & s.monasteries)
    row[V_ROADS] = min(n_bits(roads_of(v, seat)), MANY_ROADS)
    if row[V_ROADS] > 0:
        row[V_EXPANSIONS] = s.coins[seat] // v.r.expand_cost
    row[V_ROUNDS] = v.r.n_rounds - s.round


cdef inline int see_state(SightC* v, const BoruC* s, const RulesC* r, double* rows) noexcept nogil:
    """Fill in a row of features a seat; return the stage."""
    cdef int seat, region
    memset(rows, 0, r.n_players * N_VALUES * sizeof(double))
    look(v, s, r)
    for seat in range(r.n_players):
        see_seat(v, seat, rows + seat * N_VALUES)
    seat = sole_most(r, s.coins)
    if seat != NONE:
        rows[seat * N_VALUES + V_RICHEST] = 1
    for region in range(N_REGIONS):
        see_region(v, region, rows)
    if s.stage <= LOSE:
        see_battle(v, rows)
    else:
        for seat in range(r.n_players):
            rows[seat * N_VALUES + V_RAIDERS] = s.raiders[seat]
    see_church(v, rows)
    see_track(v, rows)
    if s.stage <= LIBERATE:
        see_hands(v, rows)
        if s.n_trick > 0:
            see_trick(v, rows)
    if s.princess != NONE:
        rows[s.princess * N_VALUES + (V_MILITARY if s.use == MILITARY else V_TRADE)] = 1
    if s.stage == TOWN or s.stage == LEAD:
        rows[s.actor * N_VALUES + V_LEADS] = 1
    elif s.stage == LOSE:
        rows[s.loser * N_VALUES + V_LOSES] = 1
    elif s.stage > LIBERATE:
        rows[s.actor * N_VALUES + V_CHOOSES] = 1
    return stage_of(s, r)
