"""What a player looks at before a choice: the constructions that are worth most for what is missing. Own hand only."""
from libc.stdint cimport uint64_t

from kingmaker.games.architects._can cimport skills_of
from kingmaker.games.architects._mind cimport MindC
from kingmaker.games.architects._struct cimport (
    CLAY, FREDERICK, GOLD, LOUIS, MARBLE, NONE, N_GOODS, N_PLACES, N_WONDERS, STONE, TOP_LEVEL, WOOD, ArchC,
    BuildingC, CostC, GainC, RulesC, SeatC, is_human)
from kingmaker.games.core._bits cimport lowest, n_bits

cdef enum:
    CATHEDRAL_GOAL = 80         # `what` of a goal behind cards and wonders

cdef extern from *:
    """
    #define ARCH_METAL 2.5      /* what gold and marble count beside clay, wood and stone */
    #define ARCH_VIRTUE 0.6     /* points that a step of virtue counts as */
    #define ARCH_SKILL 4.0      /* what an apprentice who is missing counts as */
    #define ARCH_PER_LACK 0.7   /* points that a missing piece takes off a goal */
    """
    const double METAL "ARCH_METAL"
    const double VIRTUE "ARCH_VIRTUE"
    const double SKILL "ARCH_SKILL"
    const double PER_LACK "ARCH_PER_LACK"


cdef struct GoalC:              # a construction
    double worth                # in points
    double lack                 # what is missing for it
    double rating
    int need[N_GOODS]           # missing, by kind
    int cost[N_GOODS]
    int skills                  # missing, as a mask
    int what


cdef struct SightC:             # what is worked out once for a decision
    const ArchC* s
    const RulesC* r
    const MindC* m
    const SeatC* p              # whose decision it is
    GoalC first                 # the best goal
    GoalC second
    double ready                # the most worth of what can be built now
    int seat
    int stage
    int skills                  # own ones, as a mask
    int n_ready


cdef inline int stage_of(const ArchC* s, const RulesC* r) noexcept nogil:
    """Early, middle, late by how full the Guildhall is, and the last turns."""
    if s.left != NONE:
        return 3
    return 0 if 4 * s.n_guild < r.hall else 1 if 3 * s.n_guild < 2 * r.hall else 2


cdef inline void lacking(const SeatC* p, int kind, int n, GoalC* g) noexcept nogil:
    """Count what is missing of a kind."""
    g.cost[kind] += n
    n -= p.goods[kind]
    if n > 0:
        g.need[kind] += n
        g.lack += n * (METAL if kind >= GOLD else 1.0)


cdef inline void consider(SightC* v, GoalC* g) noexcept nogil:
    """Keep it if it is one of the two best."""
    if g.lack == 0:
        v.n_ready += 1
        if g.worth > v.ready:
            v.ready = g.worth
    g.rating = g.worth - PER_LACK * g.lack
    if g.rating > v.first.rating:
        v.second = v.first
        v.first = g[0]
    elif g.rating > v.second.rating:
        v.second = g[0]


cdef inline void clear(GoalC* g, int what, double worth) noexcept nogil:
    """A goal for which nothing is missing yet."""
    cdef int i
    for i in range(N_GOODS):
        g.need[i] = g.cost[i] = 0
    g.worth = worth
    g.lack = 0
    g.skills = 0
    g.what = what


cdef inline void set_card(const SightC* v, int card, GoalC* g) noexcept nogil:
    """A building as a goal."""
    cdef const BuildingC* b = &v.r.building[card]
    cdef int i
    clear(g, card, v.m.worth[card])
    for i in range(N_GOODS):
        lacking(v.p, i, b.cost.goods[i], g)
    g.skills = b.skills & ~v.skills
    g.lack += SKILL * n_bits(<uint64_t> g.skills)


cdef inline void consider_cathedral(SightC* v) noexcept nogil:
    """The next level, if there is room; virtue and a card to discard may be missing too."""
    cdef GoalC g
    cdef const CostC* cost
    cdef int i, n = 0, level = v.p.cathedral + 1
    if level > TOP_LEVEL or v.p.virtue < 3 and v.p.ability != LOUIS:
        return
    for i in range(v.r.n_seats):
        n += v.s.seat[i].cathedral == level
    if n >= v.r.level_spaces[level]:
        return
    clear(&g, CATHEDRAL_GOAL, v.r.level_points[level] - v.r.level_points[level - 1] + 1.5)
    cost = &v.r.level_cost[level]
    for i in range(N_GOODS):
        lacking(v.p, i, cost.goods[i], &g)
    if cost.k > v.p.goods[WOOD] + v.p.goods[STONE]:
        n = cost.k - v.p.goods[WOOD] - v.p.goods[STONE]
        g.need[WOOD] += n
        g.need[STONE] += n
        g.lack += n
    if not v.r.in_cathedral >> v.p.virtue & 1 and v.p.ability != LOUIS:
        g.lack += 3
    if v.p.hand == 0 and v.p.ability != FREDERICK:
        g.lack += 2
    consider(v, &g)


cdef inline void consider_wonders(SightC* v) noexcept nogil:
    """Those that stand free."""
    cdef GoalC g
    cdef int w, n
    for w in range(N_WONDERS):
        if v.s.builder[w] != NONE:
            continue
        clear(&g, 64 + w, v.r.wonder[w].points + VIRTUE * v.r.wonder[w].virtue)
        lacking(v.p, w, v.r.wonder[w].cost - v.s.goods_on[w], &g)
        n = v.r.wonder[w].influence - v.p.influence
        if n > 0:
            g.lack += 2 * n
        consider(v, &g)


cdef inline void look(SightC* v, const ArchC* s, const RulesC* r, const MindC* m, int seat) noexcept nogil:
    """Work out what all choices of a decision share."""
    cdef uint64_t left = s.seat[seat].hand
    cdef GoalC g
    v.s = s
    v.r = r
    v.m = m
    v.p = &s.seat[seat]
    v.seat = seat
    v.stage = stage_of(s, r)
    v.skills = skills_of(s, r, seat)
    clear(&v.first, NONE, 0)
    v.first.rating = -1000
    v.second = v.first
    v.ready = 0
    v.n_ready = 0
    while left:
        set_card(v, lowest(left), &g)
        left &= left - 1
        consider(v, &g)
    consider_cathedral(v)
    if r.wonders:
        consider_wonders(v)


cdef inline double useful(const GoalC* g, int kind, int n) noexcept nogil:
    """How much of n pieces of a kind a goal is missing, as `lack` counts it."""
    if n > g.need[kind]:
        n = g.need[kind]
    return n * (METAL if kind >= GOLD else 1.0)


cdef inline double gain_value(const GainC* g) noexcept nogil:
    """What a gain counts as, in pieces of clay."""
    return (g.goods[CLAY] + g.goods[WOOD] + g.goods[STONE] + METAL * (g.goods[GOLD] + g.goods[MARBLE])
            + 0.6 * g.silver + 0.8 * g.influence + g.virtue + g.cards + 1.5 * g.reward - 2 * g.debt)


cdef inline double gain_useful(const GoalC* g, const GainC* gain) noexcept nogil:
    """What of a gain a goal is missing."""
    cdef int i
    cdef double found = 0
    for i in range(N_GOODS):
        found += useful(g, i, gain.goods[i])
    return found


cdef inline double wanted(const SightC* v, int kind, int n) noexcept nogil:
    """How many of n own pieces of a kind the best goal would miss."""
    cdef int spare = v.p.goods[kind] - v.first.cost[kind]
    if spare > 0:
        n -= spare
    return n if n > 0 else 0


cdef inline double points_lost(const SightC* v, int n) noexcept nogil:
    """Points that a loss of virtue takes; what cannot be lost is debts."""
    cdef int left = v.p.virtue - n
    if left >= 0:
        return v.r.virtue_points[v.p.virtue] - v.r.virtue_points[left]
    return v.r.virtue_points[v.p.virtue] - v.r.virtue_points[0] + 2 * -left


cdef inline bint loses_cathedral(const SightC* v, int n) noexcept nogil:
    """Whether a loss of virtue closes the cathedral."""
    cdef int left = v.p.virtue - n
    return (v.r.in_cathedral >> v.p.virtue & 1) and not v.r.in_cathedral >> (left if left > 0 else 0) & 1


cdef inline int largest_of_others(const ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """The largest group of somebody else on the nine locations."""
    cdef int other, place, most = 0
    for other in range(r.n_seats):
        for place in range(N_PLACES):
            if other != seat and s.seat[other].at[place] > most:
                most = s.seat[other].at[place]
    return most


cdef inline bint others_can_capture(const ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """Whether somebody else has the silver for it; the opponent needs none."""
    cdef int other
    for other in range(r.n_seats):
        if other != seat and (s.seat[other].silver > 0 or not is_human(r, other)):
            return True
    return False
