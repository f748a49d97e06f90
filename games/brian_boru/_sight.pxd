"""What policy and evaluation look at: counts of a position, worked out once, and what a thing is worth by its face.

A worth is a rule of thumb in points: the learned weights (`weights.json`) say what it is really worth.
"""
from libc.stdint cimport int16_t, uint32_t, uint64_t

from kingmaker.games.brian_boru._struct cimport (
    BATTLE, CHURCH, COIN, COURTSHIP, DISC, EXPANSION, LIBERATE, MOST_PLAYERS, NONE, N_CARDS,
    N_REGIONS, PAY, PICK, PRINCESS, RENOWN, BoruC, RulesC, all_discs, controlled, n_counted)
from kingmaker.games.brian_boru._upkeep cimport claiming, viking_count
from kingmaker.games.core._bits cimport bit, lowest, n_bits

cdef enum:
    N_RACES = 3                     # symbols CHURCH to COURTSHIP
    N_COLOURS = 3                   # of towns

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


cdef struct SightC:
    const BoruC* s
    const RulesC* r
    double left                     # the share of the game's tricks that are still to come
    double late                     # the share of this round's tricks that are over
    double coin
    int n_regions[MOST_PLAYERS]     # with a town that the seat controls; only by `look`
    # worked out when first asked for
    uint32_t counted                # regions, see `know_region`:
    int count[N_REGIONS][MOST_PLAYERS]      # what a seat's towns of it count for claims
    int vikings[N_REGIONS]
    int missing[N_REGIONS]          # towns to the threshold; 0 if the token is up, or will be
    int empty[N_REGIONS]
    uint32_t claims_known[MOST_PLAYERS]     # regions
    double claims[MOST_PLAYERS][N_REGIONS]
    uint32_t rivals_known           # regions
    double rival[N_REGIONS]
    uint32_t spread_known           # seats
    double spread[MOST_PLAYERS]
    uint64_t towns_weighed          # to play for, by region and colour: a bit each
    double town_weight[N_REGIONS * N_COLOURS]
    uint32_t weighed                # cards of the draft, each by itself
    double weight[N_CARDS]
    uint32_t mates[N_CARDS]         # cards of its suit, white left aside
    uint32_t raced                  # races: how far whoever acts is behind the best other one; below 0: ahead
    int gap[N_RACES]
    double prize[N_RACES]
    bint knows_trick                # of the trick, as whoever acts sees it:
    int best                        # the card that wins so far, or NONE
    double worth_to_best            # what the town is worth to whose card that is
    uint32_t hidden                 # cards that may be in other hands
    int n_hidden
    int n_held                      # cards in the hand of somebody who has not played


cdef inline void see_time(SightC* v) noexcept nogil:
    """How far game and round are."""
    cdef const BoruC* s = v.s
    cdef int a_round = v.r.hand_size - 1, now = 0
    if s.stage <= PICK:
        now = a_round
    elif s.stage <= LIBERATE:
        now = n_bits(s.hand[s.leader]) - 1
        if s.laid[s.leader] != NONE and s.n_trick < v.r.n_players:
            now += 1
    v.late = 1.0 - <double> now / a_round if a_round > 0 and s.round > 0 else 0.0
    v.left = <double> ((v.r.n_rounds - s.round) * a_round + now) / (v.r.n_rounds * a_round) if a_round > 0 else 0.0
    if s.round == 0:
        v.left = 1.0
    v.coin = LAST_COIN + (COIN_WORTH - LAST_COIN) * (2.0 * v.left if v.left < 0.5 else 1.0)


cdef inline void glance(SightC* v, const BoruC* s, const RulesC* r) noexcept nogil:
    """See what needs no counting of towns."""
    cdef int seat
    v.s = s
    v.r = r
    v.counted = v.rivals_known = v.spread_known = v.weighed = v.raced = 0
    v.towns_weighed = 0
    v.knows_trick = False
    for seat in range(r.n_players):
        v.claims_known[seat] = 0
    see_time(v)


cdef inline void count_region(SightC* v, int region) noexcept nogil:
    """Count a region's towns."""
    cdef const BoruC* s = v.s
    cdef uint64_t here = v.r.of_region[region], discs = all_discs(s) & here, mine
    cdef int seat
    v.vikings[region] = viking_count(s, here)
    v.empty[region] = n_bits(here & v.r.towns & ~discs)
    v.missing[region] = 0
    if not s.up >> region & 1:
        v.missing[region] = max(v.r.threshold[region] - n_counted(s, discs), 0)
    for seat in range(v.r.n_players):
        mine = claiming(s, seat) & here
        v.count[region][seat] = n_counted(s, mine) if mine else 0


cdef inline int count_regions(const SightC* v, int seat) noexcept nogil:
    """In how many regions a seat controls a town."""
    cdef uint64_t mine = controlled(v.s, seat)
    cdef int region, n = 0
    for region in range(N_REGIONS):
        n += (mine & v.r.of_region[region]) != 0
    return n


cdef inline void know_region(SightC* v, int region) noexcept nogil:
    """Count a region's towns, unless they are counted: most choices ask for none, or for one or two."""
    if not v.counted >> region & 1:
        count_region(v, region)
        v.counted |= <uint32_t> 1 << region


cdef inline void look(SightC* v, const BoruC* s, const RulesC* r) noexcept nogil:
    """Count all."""
    cdef int seat, region
    glance(v, s, r)
    for region in range(N_REGIONS):
        know_region(v, region)
    for seat in range(r.n_players):
        v.n_regions[seat] = count_regions(v, seat)


# -- regions -------------------------------------------------------------------------------------------------------


cdef inline double hold_chance(int lead, double left) noexcept nogil:
    """The chance to hold a claim token at the end with so many towns more than the best other one."""
    cdef double x = lead * (4.0 - 3.4 * left)
    if x >= 4.0:
        return 1.0
    if x <= -4.0:
        return 0.0
    return 0.5 + x * (0.1875 - 0.00390625 * x * x)      # the cubic S through (-4, 0) and (4, 1), flat at both


cdef inline double open_chance(const SightC* v, int region) noexcept nogil:
    """The chance that a claim token lies face up at the end."""
    cdef double coming
    if v.missing[region] == 0:
        return 1.0
    coming = 1.1 * v.left * v.empty[region] + 0.1
    return coming / (coming + v.missing[region])


cdef inline double spread_worth(const SightC* v, int n) noexcept nogil:
    """The points for regions at the end, with so many now: some more will come."""
    cdef double more = 2.5 * v.left
    cdef int low = n + <int> more, high
    more -= <int> more
    if low > N_REGIONS:
        low = N_REGIONS
    high = low + 1 if low < N_REGIONS else low
    return v.r.spread[low] + more * (v.r.spread[high] - v.r.spread[low])


cdef inline int most_of_others(const SightC* v, int seat, int region) noexcept nogil:
    """The largest count of a region but the seat's; the Vikings' too."""
    cdef int other, most = v.vikings[region]
    for other in range(v.r.n_players):
        if other != seat and v.count[region][other] > most:
            most = v.count[region][other]
    return most


cdef inline double claim_gain(SightC* v, int seat, int region) noexcept nogil:
    """What one more town of a region is worth for its claim token."""
    cdef int lead
    if not v.claims_known[seat] >> region & 1:
        know_region(v, region)
        lead = v.count[region][seat] - most_of_others(v, seat, region)
        v.claims[seat][region] = (v.r.value[region] * open_chance(v, region)
                                  * (hold_chance(lead + 1, v.left) - hold_chance(lead, v.left)))
        v.claims_known[seat] |= <uint32_t> 1 << region
    return v.claims[seat][region]


cdef inline double spread_gain(SightC* v, int seat, int region) noexcept nogil:
    """What one more town of a region is worth for the number of regions."""
    cdef int n
    if controlled(v.s, seat) & v.r.of_region[region]:
        return 0.0
    if not v.spread_known >> seat & 1:
        n = count_regions(v, seat)
        v.spread[seat] = spread_worth(v, n + 1) - spread_worth(v, n)
        v.spread_known |= <uint32_t> 1 << seat
    return v.spread[seat]


cdef inline double rival_gain(SightC* v, int region) noexcept nogil:
    """The most that one more town of a region is worth to anybody but whoever acts."""
    cdef int seat
    if not v.rivals_known >> region & 1:
        v.rival[region] = 0
        for seat in range(v.r.n_players):
            if seat != v.s.actor:
                v.rival[region] = max(v.rival[region], claim_gain(v, seat, region) + spread_gain(v, seat, region))
        v.rivals_known |= <uint32_t> 1 << region
    return v.rival[region]


cdef inline double town_worth(SightC* v, int seat, int region) noexcept nogil:
    """What one more town of a region is worth."""
    return claim_gain(v, seat, region) + spread_gain(v, seat, region) + 0.3 * v.left


cdef inline uint64_t roads_of(const SightC* v, int seat) noexcept nogil:
    """Empty towns one road away from a controlled one; R39."""
    cdef uint64_t mine = controlled(v.s, seat), goals = 0
    while mine:
        goals |= v.r.near[lowest(mine)]
        mine &= mine - 1
    return goals & v.r.towns & ~all_discs(v.s)


# -- races: raiders, church discs, the track -------------------------------------------------------------------------


cdef inline int in_race(const BoruC* s, int symbol, int seat) noexcept nogil:
    """A seat's raiders, church discs or spaces up the track."""
    if symbol == BATTLE:
        return s.raiders[seat]
    return s.church[seat] if symbol == CHURCH else s.track[seat]


cdef inline int best_other(const SightC* v, int symbol, int seat) noexcept nogil:
    """The most of the other players."""
    cdef int other, n, most = 0
    for other in range(v.r.n_players):
        if other != seat:
            n = in_race(v.s, symbol, other)
            if n > most:
                most = n
    return most


cdef inline double prize(const SightC* v, int symbol, int seat) noexcept nogil:
    """What being first in a race brings, in points."""
    cdef const BoruC* s = v.s
    cdef int card
    if symbol == BATTLE:
        return s.renown[seat] + 2.0
    if symbol == CHURCH:
        return 2.3
    if s.round == 0:
        return 3.0
    card = s.marriage[s.round - 1]
    if card == PRINCESS:
        return v.r.spurn_points
    return v.r.wedding_points[card] + RENOWN_WORTH * v.r.wedding_renown[card] + (
        0.8 * TOWN_WORTH if v.r.wedding_region[card] != NONE else 0.0)


cdef inline int see_race(SightC* v, int symbol) noexcept nogil:
    """Look how whoever acts stands in a race; return its place among those looked at."""
    cdef int race = symbol - CHURCH
    if not v.raced >> race & 1:
        v.gap[race] = best_other(v, symbol, v.s.actor) - in_race(v.s, symbol, v.s.actor)
        v.prize[race] = prize(v, symbol, v.s.actor)
        v.raced |= <uint32_t> 1 << race
    return race


cdef inline double space_reward(const SightC* v, int space) noexcept nogil:
    """What a space of the track gives in the upkeep."""
    return (v.r.track_coins[space] * v.coin + v.r.track_renown[space] * RENOWN_WORTH
            + v.r.track_town[space] * TOWN_WORTH)


cdef inline bint is_race(int symbol) noexcept nogil:
    """Whether a symbol is church, battle or courtship."""
    return CHURCH <= symbol <= COURTSHIP


cdef inline double step_worth(SightC* v, int seat, int symbol) noexcept nogil:
    """One more raider, church disc or step on the track: more while the first place is near."""
    cdef int gap
    if seat == v.s.actor:
        gap = v.gap[see_race(v, symbol)]
    else:
        gap = best_other(v, symbol, seat) - in_race(v.s, symbol, seat)
    return STEP_WORTH + (CONTEST if -2 < gap < 3 else 0.0)


# -- cards -----------------------------------------------------------------------------------------------------------


cdef inline double action_worth(SightC* v, int seat, int card, int mode, int first) noexcept nogil:
    """What an action's symbols from the first one on are worth to a player, a won town left aside."""
    cdef const BoruC* s = v.s
    cdef int k, symbol, coins = s.coins[seat]
    cdef double worth = 0.0
    for k in range(first, v.r.n_symbols[card][mode]):
        symbol = v.r.symbols[card][mode][k]
        if symbol == COIN:
            worth += v.coin
            coins += 1
        elif symbol == PAY:
            worth -= v.coin if coins > 0 else 1.5
            coins -= 1
        elif symbol == RENOWN:
            worth += RENOWN_WORTH
        elif symbol == EXPANSION:
            if coins >= v.r.expand_cost:
                worth += CHOICE * (TOWN_WORTH - v.r.expand_cost * v.coin)
        elif is_race(symbol):
            if (symbol != BATTLE or s.battle > 0) and (symbol != COURTSHIP or s.track[seat] < v.r.top):
                worth += step_worth(v, seat, symbol)
        elif symbol != DISC and s.vikings & s.discs[seat]:
            worth += TOWN_WORTH
    return worth


cdef inline double losing_worth(SightC* v, int seat, int card) noexcept nogil:
    """The better secondary action of a card."""
    cdef double first = action_worth(v, seat, card, 1, 0), second
    if v.r.n_secondary[card] == 1:
        return first
    second = action_worth(v, seat, card, 2, 0)
    return first if first > second else second


cdef inline uint32_t beating(const SightC* v, int colour, int card) noexcept nogil:
    """Cards that win over this one, if it fits, a trick for a town of a colour: higher and of the colour, or white."""
    return v.r.fitting[colour] & ~(<uint32_t> (bit(card + 1) - 1))


cdef inline int n_following(const SightC* v) noexcept nogil:
    """How many players are still to play to the trick, after who plays now."""
    return v.r.n_players - v.s.n_trick - 1
