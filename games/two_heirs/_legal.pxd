"""What whose turn it is may do, in numbers, and a random choice without a list: sections 3 to 5 of the rules."""
from libc.stdint cimport uint32_t

from kingmaker.games._rng cimport rng_below, rng_t
from kingmaker.games.core._bits cimport bit, lowest, n_bits, nth_bit
from kingmaker.games.two_heirs._struct cimport MAIN, NOWHERE, SIEGE, HeirsC, RulesC, free_around, tile_at

cdef enum:                  # kinds of choices
    TAKE = 0
    END = 1
    SPARE = 2
    DROP = 3
    FLIP = 4
    DESTROY = 5
    WITHDRAW = 6
    SUMMON = 7
    STEP = 8
    BUILD = 9
    EXTEND = 10


cdef struct ChoiceC:
    int kind
    int tile        # what is taken, played, dropped, flipped, destroyed, or stepped on
    int unit
    int x           # where a tile goes
    int y
    int lack        # BUILD: discounts that it uses up


cdef struct OptionsC:           # what whose turn it is may do, in numbers
    int n_cells     # to play a tile on
    int n_plays     # tiles to build and to extend with, each counted
    int n_steps     # of units on the board to other tiles
    int n_goals     # to summon to
    int n_takes
    int cells[3]    # patterns around each unit, no cell twice
    int steps[3]    # patterns around each unit that has not moved
    int goals[3]    # patterns around each unit, no tile twice; empty if nobody can be summoned
    uint32_t payable
    uint32_t access     # packed resources; only with a tile in hand
    uint32_t camps
    int n_withdraws
    bint can_end


# -- counting ----------------------------------------------------------------------------------------------------


cdef inline int reach_of(const HeirsC* s, int player) noexcept nogil:
    """Rule 3.1."""
    return 1 + (s.unit[player][1] == NOWHERE) + (s.unit[player][2] == NOWHERE)


cdef inline int supplied(const HeirsC* s, int place) noexcept nogil:
    """The tile on one of the six positions clockwise from the shield, or NOWHERE."""
    return <int> (s.supply >> (8 * place)) & 0xFF


cdef inline int nth_supplied(const HeirsC* s, int n) noexcept nogil:
    """The position of the n-th tile from the shield; empty positions do not count."""
    cdef int place = 0
    if s.n_supply == 6:
        return n
    while True:
        if supplied(s, place) != NOWHERE:
            if n == 0:
                return place
            n -= 1
        place += 1


cdef inline uint32_t sources(const HeirsC* s, const RulesC* r, int player) noexcept nogil:
    """Rule 4.1: the resources a player has access to, packed."""
    cdef uint32_t total = (s.made[player] + r.gives[s.unit[player][0]] + r.gives[s.unit[player][1]]
                           + r.gives[s.unit[player][2]])
    cdef int place = 0, left = reach_of(s, player)
    if s.n_supply == 6:
        total += r.gives[supplied(s, 0)]
        if left > 1:
            total += r.gives[supplied(s, 1)]
        if left > 2:
            total += r.gives[supplied(s, 2)]
        return total
    while place < 6 and left > 0:
        left -= supplied(s, place) != NOWHERE
        total += r.gives[supplied(s, place)]
        place += 1
    return total


cdef inline int lacking(uint32_t cost, uint32_t access) noexcept nogil:
    """How many resources are missing for a cost. Each byte of both is below 128."""
    cdef uint32_t rest = (cost | <uint32_t> 0x808080) - access, high = rest & <uint32_t> 0x808080
    rest &= high - (high >> 7)
    return <int> ((rest * <uint32_t> 0x010101) >> 16) & 0xFF


cdef inline int unseen_before(const HeirsC* s, const RulesC* r, int player, int i) noexcept nogil:
    """The pattern of cells around a player's i-th unit that are not around an earlier one."""
    cdef int j, dx, dy, keep = 0x1FF, unit = s.unit[player][i], other
    for j in range(i):
        other = s.unit[player][j]
        dx = s.x[other] - s.x[unit] + 2
        dy = s.y[other] - s.y[unit] + 2
        if other != NOWHERE and 0 <= dx < 5 and 0 <= dy < 5:
            keep &= ~<int> r.overlap[5 * dy + dx]
    return keep


cdef inline void count_around(const HeirsC* s, const RulesC* r, OptionsC* o, bint plays, bint summons) noexcept nogil:
    """Cells to play on, tiles to move to and to summon to, around each unit of whose turn it is."""
    cdef int i, unit, keep, free
    o.n_cells = o.n_goals = o.n_steps = o.n_withdraws = 0
    for i in range(3):
        o.cells[i] = o.goals[i] = o.steps[i] = 0
        unit = s.unit[s.player][i]
        if unit == NOWHERE:
            continue
        keep = unseen_before(s, r, s.player, i) if i > 0 and (plays or summons) else 0x1FF
        if plays:
            o.cells[i] = s.near[unit] & keep
            o.n_cells += r.pop[o.cells[i]]
        if s.moved >> i & 1 and not summons:
            continue
        free = free_around(s, unit)
        if not s.moved >> i & 1:    # rules 5.1, 5.3
            o.steps[i] = free
            o.n_steps += r.pop[free]
            o.n_withdraws += i > 0
        if summons:                 # rule 5.2
            o.goals[i] = free & keep
            o.n_goals += r.pop[o.goals[i]]


cdef inline void count_options(const HeirsC* s, const RulesC* r, OptionsC* o) noexcept nogil:
    """All that is legal in phase MAIN."""
    cdef int player = s.player, tile
    cdef uint32_t hand = s.hand[player]
    cdef bint summons = ((s.unit[player][1] == NOWHERE and not s.moved & 2)
                         or (s.unit[player][2] == NOWHERE and not s.moved & 4))
    o.n_takes = 0
    o.camps = 0
    if s.taken:
        o.camps = s.own[player] & r.flippable[player]
    else:
        o.n_takes = reach_of(s, player)
        if o.n_takes > s.n_supply:
            o.n_takes = s.n_supply
    o.can_end = s.taken or s.n_supply == 0
    count_around(s, r, o, hand != 0, summons)
    o.payable = 0
    o.n_plays = 0
    if hand == 0:
        return
    o.access = sources(s, r, player)
    while hand:
        tile = lowest(hand)
        hand &= hand - 1
        o.n_plays += 1
        if lacking(r.cost[tile], o.access) <= s.discounts and r.buildable[player] >> tile & 1:
            o.payable |= bit(tile)
            o.n_plays += 1


# -- choosing ----------------------------------------------------------------------------------------------------


cdef inline void pick_play(const HeirsC* s, const RulesC* r, const OptionsC* o, int k, ChoiceC* c) noexcept nogil:
    """The k-th play of a tile: payable ones built first, then all extended."""
    cdef int nth = k // o.n_cells, i = 0, place, n_payable = n_bits(o.payable), unit
    k -= nth * o.n_cells
    if nth < n_payable:
        c.kind = BUILD
        c.tile = nth_bit(o.payable, nth)
        c.lack = lacking(r.cost[c.tile], o.access)
    else:
        c.kind = EXTEND
        c.tile = nth_bit(s.hand[s.player], nth - n_payable)
    while k >= r.pop[o.cells[i]]:
        k -= r.pop[o.cells[i]]
        i += 1
    place = nth_bit(<uint32_t> o.cells[i], k)
    unit = s.unit[s.player][i]
    c.x = s.x[unit] + place % 3 - 1
    c.y = s.y[unit] + place // 3 - 1


cdef inline void pick_tile(const HeirsC* s, const RulesC* r, const int* patterns, int k, ChoiceC* c) noexcept nogil:
    """The tile at the k-th place in the patterns around the three units, and which unit's pattern it was in."""
    cdef int i = 0, place, unit
    while k >= r.pop[patterns[i]]:
        k -= r.pop[patterns[i]]
        i += 1
    place = nth_bit(<uint32_t> patterns[i], k)
    unit = s.unit[s.player][i]
    c.unit = i
    c.tile = lowest(tile_at(s, s.x[unit] + place % 3 - 1, s.y[unit] + place // 3 - 1))


cdef inline int summoned(const HeirsC* s) noexcept nogil:
    """Which unit is summoned: of two in the supply that have not moved, the first."""
    return 1 if s.unit[s.player][1] == NOWHERE and not s.moved & 2 else 2


cdef inline void pick_main(const HeirsC* s, const RulesC* r, rng_t* rng, ChoiceC* c) noexcept nogil:
    """A uniformly random choice in phase MAIN, without listing them."""
    cdef OptionsC o
    cdef int k, n_plays
    count_options(s, r, &o)
    n_plays = o.n_plays * o.n_cells
    k = n_plays + o.n_steps + o.n_goals + o.n_takes + o.n_withdraws + n_bits(o.camps) + o.can_end
    k = <int> rng_below(rng, <uint32_t> k)
    if k < n_plays:
        pick_play(s, r, &o, k, c)
        return
    k -= n_plays
    if k < o.n_takes:
        c.kind = TAKE
        c.tile = nth_supplied(s, k)
        return
    k -= o.n_takes
    if k < o.n_steps:
        c.kind = STEP
        pick_tile(s, r, o.steps, k, c)
        return
    k -= o.n_steps
    if k < o.n_goals:
        c.kind = SUMMON
        pick_tile(s, r, o.goals, k, c)
        c.unit = summoned(s)
        return
    k -= o.n_goals
    if k < o.n_withdraws:
        c.kind = WITHDRAW
        c.unit = 2 if k == 1 or s.unit[s.player][1] == NOWHERE or s.moved & 2 else 1
        return
    k -= o.n_withdraws
    if k < <int> o.can_end:
        c.kind = END
        return
    c.kind = FLIP
    c.tile = nth_bit(o.camps, k - o.can_end)


cdef inline void pick(const HeirsC* s, const RulesC* r, rng_t* rng, ChoiceC* c) noexcept nogil:
    """A uniformly random legal choice."""
    cdef int k, n
    if s.phase == MAIN:
        pick_main(s, r, rng, c)
    elif s.phase == SIEGE:
        n = n_bits(s.targets)
        k = <int> rng_below(rng, <uint32_t> (n + 1))
        c.kind = SPARE
        if k < n:
            c.kind = DESTROY
            c.tile = nth_bit(s.targets, k)
    else:
        c.kind = DROP
        c.tile = nth_bit(s.hand[s.player], <int> rng_below(rng, <uint32_t> n_bits(s.hand[s.player])))
