"""What an unfinished game promises: the learned evaluation, linear in a few features by stage (`weights.json`)."""
from libc.string cimport memset
from libc.stdint cimport uint32_t

from kingmaker.games.core._bits cimport bit, lowest, n_bits
from kingmaker.games.two_heirs._legal cimport lacking, reach_of, sources
from kingmaker.games.two_heirs._features cimport SightC, best_around, best_points, look_at_board, stage_of
from kingmaker.games.two_heirs._struct cimport NOWHERE, HeirsC, RulesC

cdef enum:
    V_ONE = 0               # always 1: whose turn it is
    V_SCORE = 1
    V_HAND = 2              # tiles in hand
    V_READY = 3             # points of tiles in hand that could be paid now
    V_CLOSE = 4             # of those that lack one resource
    V_FAR = 5               # of the others
    V_ACCESS = 6            # colours there is access to
    V_SECOND = 7            # colours there is more than one of
    V_MADE = 8              # what buildings give
    V_REACH = 9             # units in the supply
    V_CELLS = 10            # empty cells around units
    V_SPARE = 11            # points of the three best buildings that are not doubled yet
    V_NEAR = 12             # points to double by one step of each unit
    V_BUILDINGS = 13
    V_TREASURES = 14        # solo: treasures in the pile
    V_STACK = 15            # solo: tiles in the stack
    V_TURNS = 16            # solo: turns still to come, this one too
    V_HENRY = 17            # solo: Henry's points
    N_VALUES = 18


cdef inline int spare_points(const SightC* v, int player) noexcept nogil:
    """What the player's three best buildings would add by doubling, beyond what is doubled now."""
    cdef int best[3]
    cdef int i, points, total = 0, tile
    cdef uint32_t left = v.s.own[player]
    best[0] = best[1] = best[2] = 0
    while left:
        tile = lowest(left)
        left &= left - 1
        points = v.score.points[tile]
        if v.score.doubled & bit(tile):
            total -= points
        for i in range(3):
            if points > best[i]:
                best[i], points = points, best[i]
    return total + best[0] + best[1] + best[2]


cdef inline void see_hand(SightC* v, int player, uint32_t access, double sign, double* row) noexcept nogil:
    """What the tiles in a hand promise."""
    cdef uint32_t left = v.s.hand[player]
    cdef int tile, lack, points
    row[V_HAND] += sign * n_bits(left)
    while left:
        tile = lowest(left)
        left &= left - 1
        lack = lacking(v.r.cost[tile], access)
        points = best_points(v, tile, player)
        row[V_READY if lack == 0 else V_CLOSE if lack == 1 else V_FAR] += sign * points


cdef inline void see_player(SightC* v, int player, double sign, double* row) noexcept nogil:
    """Add one player's features."""
    cdef HeirsC* s = v.s
    cdef uint32_t access = sources(s, v.r, player)
    cdef int i, unit, n, mover = s.player
    row[V_SCORE] += sign * v.score.total[player]
    see_hand(v, player, access, sign, row)
    for i in range(3):
        n = access >> (8 * i) & 0xFF
        row[V_ACCESS] += sign * (n > 0)
        row[V_SECOND] += sign * (n > 1)
        row[V_MADE] += sign * (s.made[player] >> (8 * i) & 0xFF)
    row[V_REACH] += sign * (reach_of(s, player) - 1)
    s.player = <signed char> player     # `best_around` looks for whose turn it is
    for i in range(3):
        unit = s.unit[player][i]
        if unit != NOWHERE:
            row[V_CELLS] += sign * v.r.pop[s.near[unit]]
            row[V_NEAR] += sign * best_around(v, unit)
    s.player = <signed char> mover
    row[V_SPARE] += sign * spare_points(v, player)
    row[V_BUILDINGS] += sign * n_bits(s.own[player])


cdef inline int turns_left(const HeirsC* s) noexcept nogil:
    """Solo: Blue's turns until the end, this one too (section 6), if no camp is used: he and Henry take a tile each."""
    return 1 if 0 <= s.turns_after < 2 else 1 + (s.n_stack + s.taken + 1) // 2


cdef inline int see_state(SightC* v, HeirsC* s, const RulesC* r, double* row) noexcept nogil:
    """Fill in the features from the view of whose turn it is; returns the stage."""
    cdef int player = s.player
    memset(row, 0, N_VALUES * sizeof(double))
    look_at_board(v, s, r)
    row[V_ONE] = 1
    see_player(v, player, 1, row)
    if s.is_solo:
        row[V_SCORE] -= v.score.total[1 - player]
        row[V_TREASURES] = s.n_pile
        row[V_STACK] = s.n_stack
        row[V_TURNS] = turns_left(s)
        row[V_HENRY] = v.score.total[1 - player]
    else:
        see_player(v, 1 - player, -1, row)
    return stage_of(s)


cdef inline double promise(SightC* v, HeirsC* s, const RulesC* r) noexcept nogil:
    """The margin that whose turn it is may expect at the end."""
    cdef double row[N_VALUES]
    cdef double total = 0
    cdef int i, stage = see_state(v, s, r, row)
    for i in range(N_VALUES):
        total += r.value[s.is_solo][stage][i] * row[i]
    return total
