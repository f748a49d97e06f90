"""A player by rules of thumb: each choice gets a number of points, the policy takes the best after some noise."""
from libc.math cimport exp
from libc.stdint cimport int32_t, uint64_t

from kingmaker.games._rng cimport rng_double, rng_t
from kingmaker.games.brian_boru._flow cimport PASS, first_id, list_legal
from kingmaker.games.brian_boru._struct cimport (
    BUY, CHOOSE, EXPAND, FOLLOW, HAND, LEAD, LIBERATE, LOSE, MILITARY, NONE, N_REGIONS, PICK, PRIMARY,
    SPURN, TOWN, BoruC, RulesC)
from kingmaker.games.brian_boru._trick cimport lead_cards
from kingmaker.games.brian_boru._value cimport (
    action_worth, best_laid, card_worth, coin_worth, count_regions, lasting, losing_worth, share_left, spread_worth,
    step_worth, town_worth)
from kingmaker.games.core._bits cimport highest

cdef extern from *:
    """
    #define BORU_NOISE 1.2      /* points that the policy's choices vary by */
    #define BORU_HEAT 1.0       /* points that make a prior e times as large */
    """
    const double NOISE "BORU_NOISE"
    const double HEAT "BORU_HEAT"

cdef enum:
    MOST_CHOICES = 66


cdef struct StakesC:          # what the numbers of one decision share
    double left
    double coin
    double region[N_REGIONS]    # one more town of the region, to the one whose towns are chosen
    int best                # of the trick so far


cdef inline double lay_score(const BoruC* s, const RulesC* r, const StakesC* p, int card) noexcept nogil:
    """Play a card: the town by the chance to win it, else the secondary action; less what the card may do later."""
    cdef double losing = losing_worth(s, r, s.actor, card, p.left), chance, gain
    if s.active == NONE or not r.fitting[r.colour[s.active]] >> card & 1 or card < p.best:
        return losing - card_worth(r, card, p.left)
    chance = lasting(s, r, card)
    gain = p.region[r.region[s.active]] + action_worth(s, r, s.actor, card, PRIMARY, p.left)
    return chance * gain + (1.0 - chance) * losing - card_worth(r, card, p.left)


cdef inline double town_score(const BoruC* s, const RulesC* r, const StakesC* p, int town) noexcept nogil:
    """Lead for a town: its worth by the height of the best card for it."""
    cdef int card = highest(lead_cards(r, town, s.hand[s.actor]))
    return (card + 1.0) / 25.0 * p.region[r.region[town]] - (card_worth(r, card, p.left))


cdef inline double princess_score(const BoruC* s, const RulesC* r, const StakesC* p, int use) noexcept nogil:
    """R47: what the Vikings' towns are worth to whoever uses them."""
    cdef int region, n, m
    cdef double worth = 0.0
    if use == SPURN:
        return r.spurn_points
    if use == MILITARY:
        for region in range(N_REGIONS):
            if s.vikings & r.of_region[region]:
                worth += p.region[region]
        return worth
    n = m = count_regions(s, r, s.actor)
    for region in range(N_REGIONS):
        if s.vikings & r.of_region[region] and not s.discs[s.actor] & ~s.vikings & r.of_region[region]:
            m += 1
    return spread_worth(r, m, 0.0) - spread_worth(r, n, 0.0)


cdef inline double choice_score(const BoruC* s, const RulesC* r, const StakesC* p, int choice) noexcept nogil:
    """A choice's points."""
    cdef int stage = s.stage
    if stage == FOLLOW or stage == LEAD:
        return lay_score(s, r, p, choice)
    if stage == PICK:
        return card_worth(r, choice // 25, p.left) + card_worth(r, choice % 25, p.left)
    if stage == TOWN:
        return town_score(s, r, p, choice)
    if stage == CHOOSE:
        return action_worth(s, r, s.actor, s.card, choice, p.left)
    if stage == BUY:
        return choice * (step_worth(s, r, s.actor, r.symbols[s.card][s.mode][s.symbol - 1]) - r.more_cost * p.coin)
    if stage == EXPAND:
        return r.expand_cost * p.coin if choice == PASS else p.region[r.region[choice]]
    if stage == LIBERATE:
        return p.region[r.region[choice]] if s.discs[s.actor] >> choice & 1 else -p.region[r.region[choice]]
    if stage == HAND:
        return princess_score(s, r, p, choice)
    if stage == LOSE and s.loser == s.actor:
        return -p.region[r.region[choice]]
    return p.region[r.region[choice]]


cdef inline void weigh_stakes(const BoruC* s, const RulesC* r, StakesC* p) noexcept nogil:
    """Work out what the numbers of this decision share."""
    cdef int region, seat = s.loser if s.stage == LOSE else s.actor
    cdef uint64_t options = s.options
    p.left = share_left(s, r)
    p.coin = coin_worth(p.left)
    p.best = best_laid(s, r)
    if s.stage == FOLLOW or s.stage == LEAD:
        if s.active != NONE:
            region = r.region[s.active]
            p.region[region] = town_worth(s, r, seat, region, p.left)
        return
    if s.stage == PICK or s.stage == CHOOSE or s.stage == BUY:
        return
    if s.stage == HAND:
        options = s.vikings
    for region in range(N_REGIONS):
        if options & r.of_region[region]:
            p.region[region] = town_worth(s, r, seat, region, p.left)


cdef inline int32_t policy_action(const BoruC* s, const RulesC* r, rng_t* rng) noexcept nogil:
    """The choice with most points after noise."""
    cdef int32_t actions[MOST_CHOICES]
    cdef StakesC stakes
    cdef int i, n = list_legal(s, actions), best = 0
    cdef int32_t base = first_id(s.stage)
    cdef double score, most = -1e9
    weigh_stakes(s, r, &stakes)
    for i in range(n):
        score = choice_score(s, r, &stakes, actions[i] - base) + NOISE * rng_double(rng)
        if score > most:
            most = score
            best = i
    return actions[best]


cdef inline void fill_priors(const BoruC* s, const RulesC* r, const int32_t* actions, int n,
                             double* out) noexcept nogil:
    """Shares by points, none of them tiny."""
    cdef StakesC stakes
    cdef int i
    cdef int32_t base = first_id(s.stage)
    cdef double most = -1e9, total = 0.0
    weigh_stakes(s, r, &stakes)
    for i in range(n):
        out[i] = choice_score(s, r, &stakes, actions[i] - base)
        if out[i] > most:
            most = out[i]
    for i in range(n):
        out[i] = 0.02 + exp((out[i] - most) / HEAT)
        total += out[i]
    for i in range(n):
        out[i] /= total
