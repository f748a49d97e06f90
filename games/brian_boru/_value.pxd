"""What things are worth: the estimate of the final points, and the pieces that the policy shares.

The numbers are rules of thumb in points, tried out in play. `left` is the share of the game's tricks still to come.
"""
from libc.stdint cimport int16_t, uint32_t, uint64_t

from kingmaker.games.brian_boru._struct cimport (
    CHURCH, COIN, BATTLE, COURTSHIP, DISC, DOWRY, EXPANSION, LIBERATE, MOST_PLAYERS, NONE, N_CARDS, N_REGIONS, PAY,
    PICK, PRIMARY, PRINCESS, RENOWN, WHITE, BoruC, RulesC, all_discs, controlled, empty_towns, n_counted)
from kingmaker.games.brian_boru._upkeep cimport claiming, viking_count
from kingmaker.games.core._bits cimport highest, lowest, n_bits

cdef extern from *:
    """
    #define BORU_COIN 0.38          /* a coin, while half the game is still to come */
    #define BORU_LAST_COIN 0.06     /* and at the end */
    #define BORU_RENOWN 1.7
    #define BORU_TOWN 2.6           /* a town somewhere, where nothing more is known */
    #define BORU_STEP 0.5           /* a raider, church disc or step on the track */
    #define BORU_CONTEST 0.4        /* more while it may decide who is first */
    #define BORU_CHOICE 0.7         /* an expansion that may not be possible or wanted */
    """
    const double COIN_WORTH "BORU_COIN"
    const double LAST_COIN "BORU_LAST_COIN"
    const double RENOWN_WORTH "BORU_RENOWN"
    const double TOWN_WORTH "BORU_TOWN"
    const double STEP_WORTH "BORU_STEP"
    const double CONTEST "BORU_CONTEST"
    const double CHOICE "BORU_CHOICE"


cdef inline double share_left(const BoruC* s, const RulesC* r) noexcept nogil:
    """The share of the game's tricks that are still to come."""
    cdef int a_round = r.hand_size - 1, now = 0
    if a_round < 1:
        return 0.0
    if s.stage == PICK:
        now = a_round
    elif PICK < s.stage <= LIBERATE:
        now = n_bits(s.hand[s.leader]) - 1
    return <double> ((r.n_rounds - s.round) * a_round + now) / (r.n_rounds * a_round)


cdef inline double coin_worth(double left) noexcept nogil:
    """A coin."""
    return LAST_COIN + (COIN_WORTH - LAST_COIN) * (2.0 * left if left < 0.5 else 1.0)


# -- regions -------------------------------------------------------------------------------------------------------


cdef inline double hold_chance(int lead, double left) noexcept nogil:
    """The chance to hold a claim token at the end with so many towns more than the best other one."""
    cdef double x = lead * (4.0 - 3.4 * left)
    if x >= 4.0:
        return 1.0
    if x <= -4.0:
        return 0.0
    return 0.5 + x * (0.1875 - 0.00390625 * x * x)      # the cubic S through (-4, 0) and (4, 1), flat at both


cdef inline double open_chance(const BoruC* s, const RulesC* r, int region, double left) noexcept nogil:
    """The chance that a claim token lies face up at the end."""
    cdef uint64_t towns = r.of_region[region]
    cdef int missing = r.threshold[region] - n_counted(s, all_discs(s) & towns)
    cdef double coming
    if missing <= 0 or s.up >> region & 1:
        return 1.0
    coming = 1.1 * left * n_bits(empty_towns(s, r) & towns) + 0.1
    return coming / (coming + missing)


cdef inline int count_regions(const BoruC* s, const RulesC* r, int seat) noexcept nogil:
    """Regions with a town that the player controls."""
    cdef uint64_t mine = controlled(s, seat)
    cdef int region, n = 0
    for region in range(N_REGIONS):
        n += (mine & r.of_region[region]) != 0
    return n


cdef inline double spread_worth(const RulesC* r, int n, double left) noexcept nogil:
    """The points for regions at the end, with so many now: some more will come."""
    cdef double more = 2.5 * left
    cdef int low = n + <int> more, high
    more -= <int> more
    if low > N_REGIONS:
        low = N_REGIONS
    high = low + 1 if low < N_REGIONS else low
    return r.spread[low] + more * (r.spread[high] - r.spread[low])


cdef inline double town_worth(const BoruC* s, const RulesC* r, int seat, int region, double left) noexcept nogil:
    """What one more town of a region is worth to a player."""
    cdef uint64_t towns = r.of_region[region]
    cdef int other, n, mine = n_counted(s, claiming(s, seat) & towns), most = viking_count(s, towns)
    cdef double worth
    for other in range(r.n_players):
        if other != seat:
            n = n_counted(s, claiming(s, other) & towns)
            if n > most:
                most = n
    worth = r.value[region] * open_chance(s, r, region, left) * (
        hold_chance(mine + 1 - most, left) - hold_chance(mine - most, left))
    if not controlled(s, seat) & towns:
        n = count_regions(s, r, seat)
        worth += spread_worth(r, n + 1, left) - spread_worth(r, n, left)
    return worth + 0.3 * left


cdef inline void add_regions(const BoruC* s, const RulesC* r, double left, double* out) noexcept nogil:
    """Add what claim tokens and regions will bring to each player."""
    cdef int counts[MOST_PLAYERS]
    cdef int seat, region, most, second, n
    cdef double value, chance
    for region in range(N_REGIONS):
        most = viking_count(s, r.of_region[region])
        second = 0
        for seat in range(r.n_players):
            n = counts[seat] = n_counted(s, claiming(s, seat) & r.of_region[region])
            if n >= most:
                second = most
                most = n
            elif n > second:
                second = n
        if most == 0:
            continue
        value = r.value[region] * open_chance(s, r, region, left)
        for seat in range(r.n_players):
            n = counts[seat]
            chance = hold_chance(n - (second if n == most else most), left)
            if n == most == second and s.holder[region] != NONE:    # a token stays where it is
                chance += (0.5 if s.holder[region] == seat else -0.5) * (1.0 - left)
            out[seat] += value * chance
    for seat in range(r.n_players):
        out[seat] += spread_worth(r, count_regions(s, r, seat), left)


# -- symbols and cards ---------------------------------------------------------------------------------------------


cdef inline int best_other(const RulesC* r, const int16_t* amounts, int seat) noexcept nogil:
    """The largest amount of the other players."""
    cdef int other, most = 0
    for other in range(r.n_players):
        if other != seat and amounts[other] > most:
            most = amounts[other]
    return most


cdef inline double step_worth(const BoruC* s, const RulesC* r, int seat, int symbol) noexcept nogil:
    """One more raider, church disc or step on the track: more while the first place is near."""
    cdef int gap, other, most = 0
    if symbol == BATTLE:
        gap = best_other(r, s.raiders, seat) - s.raiders[seat]
    elif symbol == CHURCH:
        gap = best_other(r, s.church, seat) - s.church[seat]
    else:
        for other in range(r.n_players):
            if other != seat and s.track[other] > most:
                most = s.track[other]
        gap = most - s.track[seat]
    return STEP_WORTH + (CONTEST if -2 < gap < 3 else 0.0)


cdef inline double action_worth(const BoruC* s, const RulesC* r, int seat, int card, int mode,
                                double left) noexcept nogil:
    """What an action's symbols are worth to a player, a won town left aside."""
    cdef int k, symbol, coins = s.coins[seat]
    cdef double worth = 0.0, coin = coin_worth(left)
    for k in range(r.n_symbols[card][mode]):
        symbol = r.symbols[card][mode][k]
        if symbol == COIN:
            worth += coin
            coins += 1
        elif symbol == PAY:
            worth -= coin if coins > 0 else 1.5
            coins -= 1
        elif symbol == RENOWN:
            worth += RENOWN_WORTH
        elif symbol == EXPANSION:
            if coins >= r.expand_cost:
                worth += CHOICE * (TOWN_WORTH - r.expand_cost * coin)
        elif symbol >= CHURCH and symbol <= COURTSHIP:
            if (symbol != BATTLE or s.battle > 0) and (symbol != COURTSHIP or s.track[seat] < r.top):
                worth += step_worth(s, r, seat, symbol)
        elif symbol != DISC and s.vikings & s.discs[seat]:
            worth += TOWN_WORTH
    return worth


cdef inline double losing_worth(const BoruC* s, const RulesC* r, int seat, int card, double left) noexcept nogil:
    """The better secondary action of a card."""
    cdef double first = action_worth(s, r, seat, card, 1, left), second
    if r.n_secondary[card] == 1:
        return first
    second = action_worth(s, r, seat, card, 2, left)
    return first if first > second else second


cdef inline double win_chance(const RulesC* r, int card) noexcept nogil:
    """How likely a card in hand wins a trick some day: high ones, white ones."""
    cdef double height = (card + 1.0) / N_CARDS
    height *= height
    return height if r.of_suit[WHITE] >> card & 1 else 0.7 * height


cdef inline double card_worth(const RulesC* r, int card, double left) noexcept nogil:
    """A card in hand, by its face alone."""
    cdef double chance = win_chance(r, card)
    return chance * TOWN_WORTH + (1.0 - chance) * (1.0 if card < 9 else 0.9 if card < 13 else 1.3)


cdef inline double lasting(const BoruC* s, const RulesC* r, int card) noexcept nogil:
    """The chance that the best card of a trick stays the best: by height and the number of players to follow."""
    cdef double height = 0.35 + 0.65 * (card + 1.0) / N_CARDS, chance = 1.0
    cdef int _i
    for _i in range(r.n_players - s.n_trick):
        chance *= height
    return chance


cdef inline int best_laid(const BoruC* s, const RulesC* r) noexcept nogil:
    """The card that would win the trick now, or NONE."""
    cdef uint32_t cards
    if s.active == NONE:
        return NONE
    cards = s.in_trick & r.fitting[r.colour[s.active]]
    return highest(cards) if cards else NONE


cdef inline void add_cards(const BoruC* s, const RulesC* r, double left, double* out) noexcept nogil:
    """Add what hands and the cards of the trick will bring."""
    cdef int seat, card, best = best_laid(s, r)
    cdef uint32_t hand
    cdef double worth, least, chance
    for seat in range(r.n_players):
        hand = s.hand[seat]
        least = 9.0
        while hand:
            card = lowest(hand)
            hand &= hand - 1
            worth = card_worth(r, card, left)
            out[seat] += worth
            if worth < least:
                least = worth
        if s.hand[seat] and s.stage != PICK:
            out[seat] -= least          # one card is never played
        card = s.laid[seat]
        if card == NONE or card <= s.card:
            continue
        if card != best:
            out[seat] += losing_worth(s, r, seat, card, left)
            continue
        chance = lasting(s, r, card)
        out[seat] += chance * (town_worth(s, r, seat, r.region[s.active], left)
                               + action_worth(s, r, seat, card, PRIMARY, left))
        out[seat] += (1.0 - chance) * losing_worth(s, r, seat, card, left)


# -- upkeep to come ------------------------------------------------------------------------------------------------


cdef inline void share_first(const RulesC* r, const int16_t* amounts, double* share) noexcept nogil:
    """Each player's chance to be alone first: threefold with each piece more."""
    cdef int seat, i, most = 0
    cdef double total = 0.0
    for seat in range(r.n_players):
        if amounts[seat] > most:
            most = amounts[seat]
    for seat in range(r.n_players):
        share[seat] = 1.0
        for i in range(most - amounts[seat]):
            share[seat] *= 0.4
            if i > 8:
                break
        total += share[seat]
    for seat in range(r.n_players):
        share[seat] = share[seat] / total if most > 0 else 0.0


cdef inline void add_battle(const BoruC* s, const RulesC* r, double left, double* out) noexcept nogil:
    """R49 to R53."""
    cdef double share[MOST_PLAYERS]
    cdef int16_t few[MOST_PLAYERS]
    cdef int seat, most = 0
    cdef double danger = 0.2 * s.battle if s.battle < 5 else 1.0
    share_first(r, s.raiders, share)
    for seat in range(r.n_players):
        out[seat] += share[seat] * (s.renown[seat] + 2.2) + 0.2 * left * s.raiders[seat]
        if s.raiders[seat] > most:
            most = s.raiders[seat]
    for seat in range(r.n_players):
        few[seat] = <int16_t> (most + 1 - s.raiders[seat])
    share_first(r, few, share)
    for seat in range(r.n_players):
        out[seat] -= 2.2 * danger * share[seat]


cdef inline void add_church(const BoruC* s, const RulesC* r, double left, double* out) noexcept nogil:
    """R55 to R57."""
    cdef double share[MOST_PLAYERS]
    cdef int seat
    share_first(r, s.church, share)
    for seat in range(r.n_players):
        out[seat] += 2.3 * share[seat]
        out[seat] += (1.0 - share[seat]) * (1.8 if s.church[seat] >= 4 else 0.35 * s.church[seat])


cdef inline void add_marriage(const BoruC* s, const RulesC* r, double left, double* out) noexcept nogil:
    """R43 to R47."""
    cdef double share[MOST_PLAYERS]
    cdef int16_t track[MOST_PLAYERS]
    cdef int seat, card = s.marriage[s.round - 1], space
    cdef double prize = r.spurn_points
    if card != PRINCESS:
        prize = r.wedding_points[card] + RENOWN_WORTH * r.wedding_renown[card] + (
            0.8 * TOWN_WORTH if r.wedding_region[card] != NONE else 0.0)
    for seat in range(r.n_players):
        track[seat] = s.track[seat]
    share_first(r, track, share)
    for seat in range(r.n_players):
        space = s.track[seat]
        out[seat] += share[seat] * prize + 0.25 * left * space
        out[seat] += (1.0 - share[seat]) * (r.track_coins[space] * coin_worth(left)
                                            + r.track_renown[space] * RENOWN_WORTH + r.track_town[space] * TOWN_WORTH)


cdef inline void estimate(const BoruC* s, const RulesC* r, double* out) noexcept nogil:
    """The points that each player may expect at the end, in this world."""
    cdef double left = share_left(s, r)
    cdef int seat
    for seat in range(r.n_players):
        out[seat] = s.points[seat] + s.renown[seat] * (1.0 + 0.8 * left) + s.coins[seat] * coin_worth(left)
        if seat == s.marker:
            out[seat] += 1.0 - 0.6 * left
    add_regions(s, r, left, out)
    if s.round > 0 and s.stage < DOWRY:
        add_battle(s, r, left, out)
        add_church(s, r, left, out)
        add_marriage(s, r, left, out)
        add_cards(s, r, left, out)
