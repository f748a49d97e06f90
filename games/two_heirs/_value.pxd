"""What an unfinished game promises: the learned evaluation, linear in its features by stage (`weights.json`).

A turn takes one tile, so the tiles in the stack tell who has the last turn, until somebody uses a camp (rule 7.1).
"""
from libc.stdint cimport uint32_t, uint64_t

from kingmaker.games.core._bits cimport bit, lowest, n_bits
from kingmaker.games.core._tally cimport TallyC, add
from kingmaker.games.two_heirs._legal cimport lacking, reach_of, sources
from kingmaker.games.two_heirs._features cimport SightC, best_around, best_points, look_at_board, stage_of
from kingmaker.games.two_heirs._struct cimport CAMP, N_WORTH_STAGES, NOWHERE, HeirsC, RulesC

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
    V_BUILT = 18            # by kind: buildings,
    V_HELD = 42             # tiles in hand,
    V_OPEN = 66             # tiles of the supply, which is there for whose turn it is first
    V_ODD = 90              # an odd number of tiles in the stack: in a duel whose turn it is has the last turn
    V_CAMPS = 91            # camps, built and in hands, whoever's
    V_ODD_CAMPS = 93        # odd, and each of the camps: built, in hands, in the supply
    V_ODD_SURE = 96         # odd, and none of these
    N_VALUES = 97

cdef enum:                  # the stages of the evaluation: towards the end it is another one with each turn
    FEW = 3                 # tiles in the stack that are told apart
    FIRST_FEW = 3           # the stage of so many


cdef inline int worth_stage_of(const HeirsC* s) noexcept nogil:
    """Early, middle, late; three, two tiles in the stack, one; the last turn but one, the last."""
    if 0 <= s.turns_after < 2:
        return N_WORTH_STAGES - 1 - s.turns_after
    return FIRST_FEW + FEW - max(s.n_stack, 1) if s.n_stack <= FEW else stage_of(s)


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


cdef inline void see_kinds(TallyC* t, uint32_t tiles, const RulesC* r, int base, double sign) noexcept nogil:
    """Count tiles by kind."""
    while tiles:
        add(t, base + r.kind[lowest(tiles)], sign)
        tiles &= tiles - 1


cdef inline void see_hand(TallyC* t, SightC* v, int player, uint32_t access, double sign) noexcept nogil:
    """What the tiles in a hand promise."""
    cdef uint32_t left = v.s.hand[player]
    cdef int tile, lack, points
    add(t, V_HAND, sign * n_bits(left))
    see_kinds(t, left, v.r, V_HELD, sign)
    while left:
        tile = lowest(left)
        left &= left - 1
        lack = lacking(v.r.cost[tile], access)
        points = best_points(v, tile, player)
        add(t, V_READY if lack == 0 else V_CLOSE if lack == 1 else V_FAR, sign * points)


cdef inline void see_units(TallyC* t, SightC* v, int player, double sign) noexcept nogil:
    """What a player's units have around them."""
    cdef HeirsC* s = v.s
    cdef int i, unit, mover = s.player
    s.player = <signed char> player     # `best_around` looks for whose turn it is
    for i in range(3):
        unit = s.unit[player][i]
        if unit != NOWHERE:
            add(t, V_CELLS, sign * v.r.pop[s.near[unit]])
            add(t, V_NEAR, sign * best_around(v, unit))
    s.player = <signed char> mover


cdef inline void see_player(TallyC* t, SightC* v, int player, double sign) noexcept nogil:
    """Add one player's features."""
    cdef HeirsC* s = v.s
    cdef uint32_t access = sources(s, v.r, player)
    cdef int i, n, n_any = 0, n_more = 0, made = 0
    add(t, V_SCORE, sign * v.score.total[player])
    see_hand(t, v, player, access, sign)
    for i in range(3):
        n = access >> (8 * i) & 0xFF
        n_any += n > 0
        n_more += n > 1
        made += s.made[player] >> (8 * i) & 0xFF
    add(t, V_ACCESS, sign * n_any)
    add(t, V_SECOND, sign * n_more)
    add(t, V_MADE, sign * made)
    add(t, V_REACH, sign * (reach_of(s, player) - 1))
    see_units(t, v, player, sign)
    add(t, V_SPARE, sign * spare_points(v, player))
    add(t, V_BUILDINGS, sign * n_bits(s.own[player]))
    see_kinds(t, s.own[player], v.r, V_BUILT, sign)


cdef inline int see_supply(TallyC* t, const HeirsC* s, const RulesC* r) noexcept nogil:
    """Count the tiles of the supply by kind; returns how many are camps."""
    cdef uint64_t left = s.supply
    cdef int _place, tile, n_camps = 0
    for _place in range(6):
        tile = <int> (left & 0xFF)
        left >>= 8
        if tile != NOWHERE:
            add(t, V_OPEN + r.kind[tile], 1)
            n_camps += r.kind[tile] == CAMP
    return n_camps


cdef inline void see_last_turn(TallyC* t, const HeirsC* s, const RulesC* r, int n_open) noexcept nogil:
    """Who has the last turn as things are, and the camps that can change it."""
    cdef int n_built = n_bits((s.own[0] | s.own[1]) & r.of_kind[CAMP])
    cdef int n_held = n_bits((s.hand[0] | s.hand[1]) & r.of_kind[CAMP])
    add(t, V_CAMPS, n_built)
    add(t, V_CAMPS + 1, n_held)
    if s.n_stack & 1:
        add(t, V_ODD, 1)
        add(t, V_ODD_CAMPS, n_built)
        add(t, V_ODD_CAMPS + 1, n_held)
        add(t, V_ODD_CAMPS + 2, n_open)
        if not (n_built or n_held or n_open):
            add(t, V_ODD_SURE, 1)


cdef inline int turns_left(const HeirsC* s) noexcept nogil:
    """Solo: Blue's turns until the end, this one too (section 6), if no camp is used: he and Henry take a tile each."""
    return 1 if 0 <= s.turns_after < 2 else 1 + (s.n_stack + s.taken + 1) // 2


cdef inline void see_henry(TallyC* t, SightC* v, const HeirsC* s) noexcept nogil:
    """Solo: what is left of the game, and how far Henry is."""
    cdef int points = v.score.total[1 - s.player]
    add(t, V_SCORE, -points)
    add(t, V_TREASURES, s.n_pile)
    add(t, V_STACK, s.n_stack)
    add(t, V_TURNS, turns_left(s))
    add(t, V_HENRY, points)


cdef inline void see_state(TallyC* t, SightC* v, HeirsC* s, const RulesC* r) noexcept nogil:
    """Count the features from the view of whose turn it is."""
    cdef int player = s.player
    look_at_board(v, s, r)
    add(t, V_ONE, 1)
    see_player(t, v, player, 1)
    if s.is_solo:
        see_henry(t, v, s)
    else:
        see_player(t, v, 1 - player, -1)
    see_last_turn(t, s, r, see_supply(t, s, r))


cdef inline double promise(SightC* v, HeirsC* s, const RulesC* r, double* row) noexcept nogil:
    """The margin that whose turn it is may expect at the end; the features are written into `row` unless it is NULL."""
    cdef TallyC t
    t.weights = r.value[s.is_solo][worth_stage_of(s)]
    t.row = row
    t.sum = 0
    see_state(&t, v, s, r)
    return t.sum
