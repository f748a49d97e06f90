"""What a choice looks like in numbers, cheaply: the features of the learned policy (`weights.json`).

A feature's number is `base + offset`; `FEATURES` in _state.pyx names them. `add` either sums up weights, which is all
that play needs, or writes the features down, for learning.
"""
from libc.stdint cimport int8_t, int32_t, uint32_t

from kingmaker.games.core._bits cimport bit, lowest, n_bits
from kingmaker.games.core._tally cimport TallyC, add
from kingmaker.games.two_heirs._legal cimport (
    BUILD, DESTROY, DROP, END, EXTEND, FLIP, SPARE, STEP, SUMMON, TAKE, WITHDRAW, ChoiceC, lacking, nth_supplied,
    reach_of, sources, supplied)
from kingmaker.games.two_heirs._gain cimport doubling, lift, play_gain, put
from kingmaker.games.two_heirs._scoring cimport ScoreC, building_points, score_all
from kingmaker.games.two_heirs._struct cimport HAND_LIMIT, N_KINDS, NOWHERE, HeirsC, RulesC, free_around, tile_at

cdef enum:
    N_STAGES = 4
    # build
    F_BUILD = 0                 # by stage
    F_BUILD_GAIN = 4            # by stage
    F_BUILD_FIRST = 8           # before taking, by stage
    F_BUILD_STEP = 12           # points that a unit could double by stepping on it, by stage
    F_BUILD_KIND = 16           # by kind
    F_BUILD_LACK = 40
    F_BUILD_CELLS = 41          # empty cells around it
    # extend
    F_EXTEND = 42               # by stage
    F_EXTEND_GAIN = 46          # by stage
    F_EXTEND_FIRST = 50
    F_EXTEND_PAYABLE = 51
    F_EXTEND_ENABLES = 52       # other tiles of the hand that it makes payable
    F_EXTEND_FULL = 53          # with more tiles in hand than may be kept
    F_EXTEND_KIND = 54
    F_EXTEND_CELLS = 78
    # take
    F_TAKE_KIND = 79            # early, then late
    F_TAKE_LACK = 127           # resources missing, 0 to 3
    F_TAKE_BEST = 131           # points on the best cell in reach, by stage
    F_TAKE_READY = 135          # the same if payable now, by stage
    F_TAKE_HAND = 139           # by tiles in hand, 0 to 3
    F_TAKE_PLACE = 143          # by place from the shield, 0 to 2
    F_TAKE_LEAVE = 146          # points that the other's best tile next in reach makes
    # units
    F_MOVE = 147                # step, summon, withdraw
    F_MOVE_FIRST = 150          # before taking: step, summon, withdraw
    F_MOVE_LAST = 153           # in the last stage: step, summon, withdraw
    F_MOVE_GAIN = 156           # change by doubling, by stage
    F_MOVE_PAYABLE = 160        # tiles in hand that become payable
    F_MOVE_LACK = 161           # resources of tiles in hand that are missing no longer
    F_MOVE_CELLS = 162          # change of empty cells around
    F_MOVE_NEAR = 163           # points to double one step further on
    F_MOVE_ELITE = 164
    F_MOVE_REACH = 165          # tiles in reach more, before taking
    F_MOVE_LEFT = 166           # points left behind
    # the rest
    F_CAMP = 167                # by stage
    F_DESTROY = 171
    F_DESTROY_GAIN = 172
    F_DISCARD_KIND = 173
    F_END = 197                 # by stage
    F_END_BEST = 201            # the best gain left undone, by stage
    F_END_PAYABLE = 205         # tiles in hand that could be built
    F_END_FULL = 206            # tiles that have to be dropped
    N_FEATURES = 207


cdef struct SightC:             # what is worked out once for a decision
    ScoreC score
    HeirsC* s                   # may be written in passing, but is as before after each call
    const RulesC* r
    uint32_t access
    int stage
    int hand                    # tiles in hand
    int best                    # the best gain among the choices seen so far
    int n_payable


cdef inline int stage_of(const HeirsC* s) noexcept nogil:
    """Early, middle, late, and a player's last turn."""
    if 0 <= s.turns_after < 2:
        return 3
    return 0 if s.n_stack > 13 else 1 if s.n_stack > 6 else 2


cdef inline int best_around(const SightC* v, int tile, int without) noexcept nogil:
    """The most points that a unit on a tile could come to double by one step."""
    cdef const HeirsC* s = v.s
    cdef int x = s.x[tile], y = s.y[tile], best = 0, points
    cdef uint32_t near = ((s.row[(y - 1) & 31] | s.row[y & 31] | s.row[(y + 1) & 31])
                          & (s.col[(x - 1) & 31] | s.col[x & 31] | s.col[(x + 1) & 31])) & s.own[s.player]
    near &= ~(bit(tile) | v.score.doubled)
    if without != NOWHERE:
        near &= ~bit(without)
    while near:
        points = v.score.points[lowest(near)]
        near &= near - 1
        best = max(best, points)
    return best


cdef inline void look(SightC* v, HeirsC* s, const RulesC* r) noexcept nogil:
    """Work out what all choices of a decision share."""
    cdef uint32_t left = s.hand[s.player]
    cdef int tile
    v.s = s
    v.r = r
    score_all(s, r, &v.score)
    v.stage = stage_of(s)
    v.access = sources(s, r, s.player)
    v.hand = n_bits(left)
    v.best = v.n_payable = 0
    left &= r.buildable[s.player]
    while left:
        tile = lowest(left)
        left &= left - 1
        v.n_payable += lacking(r.cost[tile], v.access) <= s.discounts


cdef inline bint can_come(const SightC* v, int x, int y) noexcept nogil:
    """Whether a unit that has not moved could stand on a new tile."""
    cdef const HeirsC* s = v.s
    cdef int i, unit, dx, dy
    for i in range(3):
        unit = s.unit[s.player][i]
        if s.moved >> i & 1:
            continue
        if unit == NOWHERE:
            return True
        dx = s.x[unit] - x
        dy = s.y[unit] - y
        if -1 <= dx <= 1 and -1 <= dy <= 1:
            return True
    return False


cdef inline int empty_around(const HeirsC* s, int x, int y) noexcept nogil:
    """Empty cells around a cell."""
    return 8 - n_bits((s.row[(y - 1) & 31] | s.row[y & 31] | s.row[(y + 1) & 31])
                      & (s.col[(x - 1) & 31] | s.col[x & 31] | s.col[(x + 1) & 31]) & ~tile_at(s, x, y))


cdef inline void see_play(SightC* v, const ChoiceC* c, TallyC* t) noexcept nogil:
    """Building or extending."""
    cdef HeirsC* s = v.s
    cdef int points, kind = v.r.kind[c.tile], other
    cdef int gain = play_gain(s, v.r, &v.score, c.tile, c.x, c.y, c.kind == BUILD, &points)
    cdef uint32_t left
    v.best = max(v.best, gain)
    if c.kind == BUILD:
        add(t, F_BUILD + v.stage, 1)
        add(t, F_BUILD_GAIN + v.stage, gain)
        if not s.taken:
            add(t, F_BUILD_FIRST + v.stage, 1)
        if can_come(v, c.x, c.y):
            add(t, F_BUILD_STEP + v.stage, points)
        add(t, F_BUILD_KIND + kind, 1)
        add(t, F_BUILD_LACK, c.lack)
        add(t, F_BUILD_CELLS, empty_around(s, c.x, c.y))
        return
    add(t, F_EXTEND + v.stage, 1)
    add(t, F_EXTEND_GAIN + v.stage, gain)
    if not s.taken:
        add(t, F_EXTEND_FIRST, 1)
    if lacking(v.r.cost[c.tile], v.access) <= s.discounts and v.r.buildable[s.player] >> c.tile & 1:
        add(t, F_EXTEND_PAYABLE, 1)
    left = s.hand[s.player] & ~bit(c.tile) & v.r.buildable[s.player]
    while left:
        other = lowest(left)
        left &= left - 1
        if lacking(v.r.cost[other], v.access) == s.discounts + 1:
            add(t, F_EXTEND_ENABLES, 1)
    if v.hand > HAND_LIMIT:
        add(t, F_EXTEND_FULL, 1)
    add(t, F_EXTEND_KIND + kind, 1)
    add(t, F_EXTEND_CELLS, empty_around(s, c.x, c.y))


cdef inline int best_points(SightC* v, int tile, int player) noexcept nogil:
    """The points of a building on the best cell around a player's units; its roads are left out."""
    cdef HeirsC* s = v.s
    cdef int i, unit, place, x, y, best = 0, points
    cdef uint32_t cells
    if not v.r.buildable[player] >> tile & 1:
        return 0
    for i in range(3):
        unit = s.unit[player][i]
        if unit == NOWHERE:
            continue
        cells = s.near[unit]
        while cells:
            place = lowest(cells)
            cells &= cells - 1
            x = s.x[unit] + place % 3 - 1
            y = s.y[unit] + place // 3 - 1
            put(s, tile, x, y, player)
            points = building_points(s, v.r, &v.score.roads, tile, player)
            lift(s, tile, x, y)
            best = max(best, points)
    return best


cdef inline int left_for_other(SightC* v, int place) noexcept nogil:
    """The most points among the tiles that come within the other's reach once one is taken; the refill is unknown."""
    cdef HeirsC* s = v.s
    cdef int i, tile, best = 0, n = reach_of(s, 1 - s.player)
    for i in range(place + 1, 6):
        tile = supplied(s, i)
        if tile == NOWHERE:
            continue
        best = max(best, best_points(v, tile, 1 - s.player))
        n -= 1
        if n == 0:
            break
    return best


cdef inline void see_take(SightC* v, const ChoiceC* c, TallyC* t) noexcept nogil:
    """Taking a tile; `tile` is a position of the supply."""
    cdef HeirsC* s = v.s
    cdef int tile = supplied(s, c.tile), kind = v.r.kind[tile], lack, points, i, nth = 0
    add(t, F_TAKE_KIND + kind + (N_KINDS if v.stage >= 2 else 0), 1)
    lack = lacking(v.r.cost[tile], v.access) - s.discounts
    lack = min(max(lack, 0), 3) if v.r.buildable[s.player] >> tile & 1 else 3
    add(t, F_TAKE_LACK + lack, 1)
    points = best_points(v, tile, s.player)
    add(t, F_TAKE_BEST + v.stage, points)
    if lack == 0:
        add(t, F_TAKE_READY + v.stage, points)
    add(t, F_TAKE_HAND + min(v.hand, 3), 1)
    for i in range(c.tile):
        nth += supplied(s, i) != NOWHERE
    add(t, F_TAKE_PLACE + min(nth, 2), 1)
    if not s.is_solo:
        add(t, F_TAKE_LEAVE, left_for_other(v, c.tile))


cdef inline void see_access(SightC* v, TallyC* t) noexcept nogil:
    """What another place of a unit, already tried, changes for the tiles in hand."""
    cdef HeirsC* s = v.s
    cdef uint32_t left = s.hand[s.player] & v.r.buildable[s.player], access
    cdef int tile, before, after
    if left == 0:
        return
    access = sources(s, v.r, s.player)
    while left:
        tile = lowest(left)
        left &= left - 1
        before = max(lacking(v.r.cost[tile], v.access) - s.discounts, 0)
        after = max(lacking(v.r.cost[tile], access) - s.discounts, 0)
        add(t, F_MOVE_LACK, before - after)
        add(t, F_MOVE_PAYABLE, (after == 0) - (before == 0))


cdef inline void see_move(SightC* v, const ChoiceC* c, TallyC* t) noexcept nogil:
    """A unit's step, summons or withdrawal."""
    cdef HeirsC* s = v.s
    cdef int kind = 0 if c.kind == STEP else 1 if c.kind == SUMMON else 2
    cdef int origin = s.unit[s.player][c.unit], goal = NOWHERE if c.kind == WITHDRAW else c.tile
    cdef int gain = doubling(s, &v.score, goal) - doubling(s, &v.score, origin)
    v.best = max(v.best, gain)
    add(t, F_MOVE + kind, 1)
    if not s.taken:
        add(t, F_MOVE_FIRST + kind, 1)
        add(t, F_MOVE_REACH, (goal == NOWHERE) - (origin == NOWHERE))
    if v.stage == 3:
        add(t, F_MOVE_LAST + kind, 1)
    add(t, F_MOVE_GAIN + v.stage, gain)
    add(t, F_MOVE_CELLS, (0 if goal == NOWHERE else v.r.pop[s.near[goal]])
        - (0 if origin == NOWHERE else v.r.pop[s.near[origin]]))
    if goal != NOWHERE and v.stage < 3:
        add(t, F_MOVE_NEAR, best_around(v, goal, origin))
    if origin != NOWHERE and v.stage < 3:
        add(t, F_MOVE_LEFT, best_around(v, origin, NOWHERE))
    if c.unit == 0:
        add(t, F_MOVE_ELITE, 1)
    s.unit[s.player][c.unit] = <int8_t> goal
    see_access(v, t)
    s.unit[s.player][c.unit] = <int8_t> origin


cdef inline double see(SightC* v, const ChoiceC* c, TallyC* t) noexcept nogil:
    """Weigh a choice; `end` comes last, as it looks at what is left undone."""
    cdef int kind = c.kind
    t.sum = 0
    if kind == BUILD or kind == EXTEND:
        see_play(v, c, t)
    elif kind == TAKE:
        see_take(v, c, t)
    elif kind == STEP or kind == SUMMON or kind == WITHDRAW:
        see_move(v, c, t)
    elif kind == FLIP:
        add(t, F_CAMP + v.stage, 1)
    elif kind == DESTROY:
        add(t, F_DESTROY, 1)
        add(t, F_DESTROY_GAIN, v.score.points[c.tile] << (v.score.doubled >> c.tile & 1))
    elif kind == DROP:
        add(t, F_DISCARD_KIND + v.r.kind[c.tile], 1)
    elif kind == END:
        add(t, F_END + v.stage, 1)
        add(t, F_END_BEST + v.stage, v.best)
        add(t, F_END_PAYABLE, v.n_payable)
        add(t, F_END_FULL, max(v.hand - HAND_LIMIT, 0))
    return t.sum
