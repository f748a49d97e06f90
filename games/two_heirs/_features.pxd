"""What a choice looks like in numbers, cheaply: the features of the learned policy (`weights.json`).

A feature's number is `base + offset`; `FEATURES` in _state.pyx names them. `add` either sums up weights, which is all
that play needs, or writes the features down, for learning.
"""
from libc.stdint cimport int8_t, int32_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy

from kingmaker.games.core._bits cimport bit, lowest, n_bits
from kingmaker.games.core._tally cimport TallyC, add
from kingmaker.games.two_heirs._gain cimport (
    SpotC, build_gain, concerned, doubling, extend_gain, score_new, see_spot)
from kingmaker.games.two_heirs._ids cimport (
    DO_BUILD, DO_CAMP, DO_DESTROY, DO_DISCARD, DO_END, DO_EXTEND, DO_WITHDRAW, FAR, N_CELLS, SPAN,
    decode_place, tile_on)
from kingmaker.games.two_heirs._legal cimport (
    STEP, SUMMON, WITHDRAW, ChoiceC, lacking, reach_of, sources, supplied, unseen_before)
from kingmaker.games.two_heirs._scoring cimport ScoreC, is_placeless, points_at, score_board, score_rest
from kingmaker.games.two_heirs._struct cimport (
    HAND_LIMIT, N_KINDS, N_PLACES, N_TILES, N_TOKENS, NOWHERE, HeirsC, RulesC)

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
    F_CAMP_ODD = 207            # an odd number of tiles in the stack, by stage: the camp changes who has the last turn
    N_FEATURES = 211


cdef enum:
    MOST_AROUND = 24            # cells around three units
    N_SPOTS = 64                # cells by the last three bits of x and y


cdef struct CellC:              # a cell on which tiles may be played now
    int cell
    int8_t x
    int8_t y
    SpotC* spot
    bint comes                  # a unit that has not moved could stand on a new tile there


cdef struct SightC:             # what is worked out once for a decision, or longer: as long as the board stays
    ScoreC score
    HeirsC* s                   # may be written in passing, but is as before after each call
    const RulesC* r
    # the board that the score's points are of
    uint32_t own[2]
    uint32_t board
    int8_t at[2][N_PLACES + 1]  # x and y
    int8_t laid[2][N_TOKENS]    # treasures on it, and on which tiles
    uint64_t clock              # counts the changes of what follows
    uint64_t board_stamp        # when the board last was another one,
    uint64_t gain_stamp         # or what is doubled, or whose turn it is
    uint32_t doubled
    int player
    SpotC spots[N_SPOTS]
    uint32_t near_known[2]      # tiles of which it is known, for units of each player,
    int8_t near_best[2][N_PLACES + 1]   # what `best_around` finds
    # the most points of buildings around a player's units, as long as they stand, too
    uint32_t rated[2]           # tiles that were looked at
    int8_t unit[2][3]
    int8_t n_cells[2]           # cells around the units, -1 not listed
    int8_t cells[2][MOST_AROUND][2]
    int8_t best_on[2][N_TILES]
    # the decision
    uint32_t access
    int stage
    int hand                    # tiles in hand
    int best                    # the best gain among the choices seen so far
    int n_payable
    int8_t lack[N_TILES]        # of tiles in hand, discounts not counted
    int n_found                 # cells looked at; the legal actions name them in the same order for each tile
    CellC found[MOST_AROUND]


cdef inline int stage_of(const HeirsC* s) noexcept nogil:
    """Early, middle, late, and a player's last turn."""
    if 0 <= s.turns_after < 2:
        return 3
    return 0 if s.n_stack > 13 else 1 if s.n_stack > 6 else 2


cdef inline int best_around(SightC* v, int tile) noexcept nogil:
    """The most points that a unit of whose turn it is could come to double by one step from a tile."""
    cdef const HeirsC* s = v.s
    cdef int x, y, best = 0, player = s.player
    cdef uint32_t near
    if v.near_known[player] >> tile & 1:
        return v.near_best[player][tile]
    x = s.x[tile]
    y = s.y[tile]
    near = ((s.row[(y - 1) & 31] | s.row[y & 31] | s.row[(y + 1) & 31])
            & (s.col[(x - 1) & 31] | s.col[x & 31] | s.col[(x + 1) & 31])
            & s.own[player] & ~(<uint32_t> bit(tile) | v.score.doubled))
    while near:
        best = max(best, v.score.points[lowest(near)])
        near &= near - 1
    v.near_known[player] |= <uint32_t> bit(tile)
    v.near_best[player][tile] = <int8_t> best
    return best


cdef inline bint is_board_known(const SightC* v) noexcept nogil:
    """Whether nothing changed on the board since it was last looked at."""
    cdef const HeirsC* s = v.s
    return (v.board == s.board and v.own[0] == s.own[0] and v.own[1] == s.own[1]
            and memcmp(v.at[0], s.x, sizeof(s.x)) == 0 and memcmp(v.at[1], s.y, sizeof(s.y)) == 0)


cdef inline bint is_larger(SightC* v) noexcept nogil:
    """Whether the board only has more tiles than when it was last looked at; where these lie is taken over."""
    cdef const HeirsC* s = v.s
    cdef uint32_t new = s.board & ~v.board, left = new
    cdef int tile
    if v.board & ~s.board or (v.own[0] ^ s.own[0] | v.own[1] ^ s.own[1]) & ~new:
        return False
    while left:
        tile = lowest(left)
        left &= left - 1
        v.at[0][tile] = s.x[tile]
        v.at[1][tile] = s.y[tile]
    return memcmp(v.at[0], s.x, sizeof(s.x)) == 0 and memcmp(v.at[1], s.y, sizeof(s.y)) == 0


cdef inline bint count_board(SightC* v) noexcept nogil:
    """Count what lies on the board, anew only where it changed; returns whether anything on it did."""
    cdef HeirsC* s = v.s
    cdef bint is_new = False
    if not is_board_known(v):
        if v.board and is_larger(v):
            score_new(s, v.r, &v.score, s.board & ~v.board)
        else:
            score_board(s, v.r, &v.score)
        v.board = s.board
        v.own[0] = s.own[0]
        v.own[1] = s.own[1]
        memcpy(v.at[0], s.x, sizeof(s.x))
        memcpy(v.at[1], s.y, sizeof(s.y))
        v.rated[0] = v.rated[1] = 0
        v.n_cells[0] = v.n_cells[1] = -1
        is_new = True
    if memcmp(v.laid[0], s.laid, sizeof(s.laid)) or memcmp(v.laid[1], s.laid_on, sizeof(s.laid_on)):
        memcpy(v.laid[0], s.laid, sizeof(s.laid))
        memcpy(v.laid[1], s.laid_on, sizeof(s.laid_on))
        is_new = True
    return is_new


cdef inline void look_at_board(SightC* v, HeirsC* s, const RulesC* r) noexcept nogil:
    """Count the score; what is still true of what was seen last stays."""
    cdef int player
    cdef bint is_new
    v.s = s
    v.r = r
    v.clock += 1
    is_new = count_board(v)
    score_rest(s, &v.score)
    if is_new:
        v.board_stamp = v.clock
    if is_new or v.doubled != v.score.doubled or v.player != s.player:
        v.doubled = v.score.doubled
        v.player = s.player
        v.gain_stamp = v.clock
        v.near_known[0] = v.near_known[1] = 0
    for player in range(2):
        if memcmp(v.unit[player], s.unit[player], sizeof(s.unit[player])):
            memcpy(v.unit[player], s.unit[player], sizeof(s.unit[player]))
            v.rated[player] = 0
            v.n_cells[player] = -1


cdef inline void look(SightC* v, HeirsC* s, const RulesC* r) noexcept nogil:
    """Work out what all choices of a decision share."""
    cdef uint32_t left = s.hand[s.player]
    cdef int tile
    look_at_board(v, s, r)
    v.stage = stage_of(s)
    v.access = sources(s, r, s.player)
    v.hand = n_bits(left)
    v.best = v.n_payable = v.n_found = 0
    while left:
        tile = lowest(left)
        left &= left - 1
        v.lack[tile] = <int8_t> lacking(r.cost[tile], v.access)
        if r.buildable[s.player] >> tile & 1:
            v.n_payable += v.lack[tile] <= s.discounts


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


cdef inline SpotC* spot_of(SightC* v, int x, int y) noexcept nogil:
    """A cell as it was seen."""
    cdef SpotC* spot = v.spots + ((y & 7) << 3 | (x & 7))
    if spot.seen < v.board_stamp or spot.x != x or spot.y != y:
        see_spot(v.s, v.r, x, y, spot)
        spot.laid = <uint16_t> concerned(v.s, v.r, x, y)
        spot.seen = v.clock
        spot.counted = 0
    if spot.counted < v.gain_stamp:
        spot.counted = v.clock
        spot.known = 0
        spot.built = NOWHERE
    return spot


cdef inline CellC* cell_at(SightC* v, int i, int cell) noexcept nogil:
    """The i-th cell on which a tile may be played."""
    cdef CellC* found = v.found + i
    if i < v.n_found and found.cell == cell and found.spot.x == found.x and found.spot.y == found.y:
        return found
    found.cell = cell
    found.x = <int8_t> (cell % SPAN - FAR)
    found.y = <int8_t> (cell // SPAN - FAR)
    found.spot = spot_of(v, found.x, found.y)   # one far away may have had its place
    found.comes = can_come(v, found.x, found.y)
    v.n_found = max(v.n_found, i + 1)
    return found


cdef inline void begin(TallyC* t, double* rows, int i) noexcept nogil:
    """Start to weigh the i-th action."""
    t.sum = 0
    if rows is not NULL:
        t.row = rows + i * N_FEATURES


cdef inline int see_builds(SightC* v, const int32_t* actions, int i, int n, const TallyC* tally,
                           double* out) noexcept nogil:
    """Weigh the ways to build one tile, from the i-th action on; returns where they end."""
    cdef TallyC t = tally[0]    # a copy of its own can stay in registers
    cdef CellC* found
    cdef int tile = (actions[i] - DO_BUILD) // N_CELLS, stage = v.stage, gain, k = 0
    cdef int32_t base = DO_BUILD + tile * <int32_t> N_CELLS, end = base + <int32_t> N_CELLS
    cdef int kind = v.r.kind[tile], lack = v.lack[tile]
    cdef bint is_first = not v.s.taken
    while i < n and actions[i] < end:
        found = cell_at(v, k, actions[i] - base)
        gain = build_gain(v.s, v.r, &v.score, found.spot, tile)
        v.best = max(v.best, gain)
        begin(&t, tally.row, i)
        add(&t, F_BUILD + stage, 1)
        add(&t, F_BUILD_GAIN + stage, gain)
        if is_first:
            add(&t, F_BUILD_FIRST + stage, 1)
        if found.comes:
            add(&t, F_BUILD_STEP + stage, found.spot.built_points)
        add(&t, F_BUILD_KIND + kind, 1)
        add(&t, F_BUILD_LACK, lack)
        add(&t, F_BUILD_CELLS, found.spot.n_empty)
        out[i] = t.sum
        i += 1
        k += 1
    return i


cdef inline int n_enabled(const SightC* v, int tile) noexcept nogil:
    """How many other tiles of the hand extending with one makes payable."""
    cdef uint32_t left = v.s.hand[v.s.player] & ~<uint32_t> bit(tile) & v.r.buildable[v.s.player]
    cdef int n = 0
    while left:
        n += v.lack[lowest(left)] == v.s.discounts + 1
        left &= left - 1
    return n


cdef inline int see_extends(SightC* v, const int32_t* actions, int i, int n, const TallyC* tally,
                            double* out) noexcept nogil:
    """Weigh the ways to extend with one tile, from the i-th action on; returns where they end."""
    cdef TallyC t = tally[0]
    cdef CellC* found
    cdef int tile = (actions[i] - DO_EXTEND) // N_CELLS, stage = v.stage, gain, k = 0, _i
    cdef int32_t base = DO_EXTEND + tile * <int32_t> N_CELLS, end = base + <int32_t> N_CELLS
    cdef int kind = v.r.kind[tile], enabled = n_enabled(v, tile)
    cdef bint is_first = not v.s.taken, is_full = v.hand > HAND_LIMIT
    cdef bint is_payable = v.lack[tile] <= v.s.discounts and v.r.buildable[v.s.player] >> tile & 1
    while i < n and actions[i] < end:
        found = cell_at(v, k, actions[i] - base)
        gain = extend_gain(v.s, v.r, &v.score, found.spot, tile)
        v.best = max(v.best, gain)
        begin(&t, tally.row, i)
        add(&t, F_EXTEND + stage, 1)
        add(&t, F_EXTEND_GAIN + stage, gain)
        if is_first:
            add(&t, F_EXTEND_FIRST, 1)
        if is_payable:
            add(&t, F_EXTEND_PAYABLE, 1)
        for _i in range(enabled):
            add(&t, F_EXTEND_ENABLES, 1)
        if is_full:
            add(&t, F_EXTEND_FULL, 1)
        add(&t, F_EXTEND_KIND + kind, 1)
        add(&t, F_EXTEND_CELLS, found.spot.n_empty)
        out[i] = t.sum
        i += 1
        k += 1
    return i


cdef inline void list_around(SightC* v, int player) noexcept nogil:
    """List the cells around a player's units, each once."""
    cdef HeirsC* s = v.s
    cdef int i, unit, place, n = 0
    cdef uint32_t cells
    for i in range(3):
        unit = s.unit[player][i]
        if unit == NOWHERE:
            continue
        cells = s.near[unit]
        if i > 0:
            cells &= <uint32_t> unseen_before(s, v.r, player, i)
        while cells:
            place = lowest(cells)
            cells &= cells - 1
            v.cells[player][n][0] = <int8_t> (s.x[unit] + place % 3 - 1)
            v.cells[player][n][1] = <int8_t> (s.y[unit] + place // 3 - 1)
            n += 1
    v.n_cells[player] = <int8_t> n


cdef inline int rate(SightC* v, int tile, int player) noexcept nogil:
    """The points of a building on the best cell around a player's units."""
    cdef const HeirsC* s = v.s
    cdef int i, x, y, n = v.n_cells[player], kind = v.r.kind[tile], best = 0, points
    if n > 1 and is_placeless(s, kind, player):
        n = 1
    for i in range(n):
        x = v.cells[player][i][0]
        y = v.cells[player][i][1]
        points = points_at(s, v.r, &v.score.roads, tile, x, y, player)
        best = max(best, points)
    return best


cdef inline int best_points(SightC* v, int tile, int player) noexcept nogil:
    """The points of a building on the best cell around a player's units; its roads are left out."""
    if not v.r.buildable[player] >> tile & 1:
        return 0
    if not v.rated[player] >> tile & 1:
        if v.n_cells[player] < 0:
            list_around(v, player)
        v.best_on[player][tile] = <int8_t> rate(v, tile, player)
        v.rated[player] |= <uint32_t> bit(tile)
    return v.best_on[player][tile]


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


cdef inline void see_take(SightC* v, int tile, TallyC* t) noexcept nogil:
    """Taking a tile."""
    cdef HeirsC* s = v.s
    cdef int kind = v.r.kind[tile], lack, points, place = 0, nth = 0
    while supplied(s, place) != tile:
        nth += supplied(s, place) != NOWHERE
        place += 1
    add(t, F_TAKE_KIND + kind + (N_KINDS if v.stage >= 2 else 0), 1)
    lack = lacking(v.r.cost[tile], v.access) - s.discounts
    lack = min(max(lack, 0), 3) if v.r.buildable[s.player] >> tile & 1 else 3
    add(t, F_TAKE_LACK + lack, 1)
    points = best_points(v, tile, s.player)
    add(t, F_TAKE_BEST + v.stage, points)
    if lack == 0:
        add(t, F_TAKE_READY + v.stage, points)
    add(t, F_TAKE_HAND + min(v.hand, 3), 1)
    add(t, F_TAKE_PLACE + min(nth, 2), 1)
    if not s.is_solo:
        add(t, F_TAKE_LEAVE, left_for_other(v, place))


cdef inline void see_access(SightC* v, int i, int goal, TallyC* t) noexcept nogil:
    """What another place of a unit changes for the tiles in hand."""
    cdef HeirsC* s = v.s
    cdef uint32_t left = s.hand[s.player] & v.r.buildable[s.player], access
    cdef int origin = s.unit[s.player][i], tile, before, after
    if left == 0:
        return
    if origin != NOWHERE and goal != NOWHERE:
        access = v.access - v.r.gives[origin] + v.r.gives[goal]
        if access == v.access:
            return
    else:
        s.unit[s.player][i] = <int8_t> goal     # within reach are more or less tiles
        access = sources(s, v.r, s.player)
        s.unit[s.player][i] = <int8_t> origin
    while left:
        tile = lowest(left)
        left &= left - 1
        before = max(v.lack[tile] - s.discounts, 0)
        after = max(lacking(v.r.cost[tile], access) - s.discounts, 0)
        if before != after:
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
        add(t, F_MOVE_NEAR, best_around(v, goal))
    if origin != NOWHERE and v.stage < 3:
        add(t, F_MOVE_LEFT, best_around(v, origin))
    if c.unit == 0:
        add(t, F_MOVE_ELITE, 1)
    see_access(v, c.unit, goal, t)


cdef inline void see_end(SightC* v, TallyC* t) noexcept nogil:
    """Ending the turn: the last to be weighed, as it looks at what is left undone."""
    add(t, F_END + v.stage, 1)
    add(t, F_END_BEST + v.stage, v.best)
    add(t, F_END_PAYABLE, v.n_payable)
    add(t, F_END_FULL, max(v.hand - HAND_LIMIT, 0))


cdef inline int see_moves(SightC* v, const int32_t* actions, int i, int n, const TallyC* tally,
                          double* out) noexcept nogil:
    """Weigh what units may do, from the i-th action on; returns where it ends."""
    cdef TallyC t = tally[0]
    cdef ChoiceC c
    while i < n and actions[i] < DO_BUILD:
        decode_place(v.s, actions[i], &c)
        begin(&t, tally.row, i)
        see_move(v, &c, &t)
        out[i] = t.sum
        i += 1
    return i


cdef inline int see_few(SightC* v, const int32_t* actions, int i, const TallyC* tally, double* out) noexcept nogil:
    """Weigh the i-th action, which neither plays a tile nor moves a unit."""
    cdef TallyC t = tally[0]
    cdef int32_t action = actions[i]
    cdef int tile
    begin(&t, tally.row, i)
    if action < DO_END:
        see_take(v, action, &t)
    elif action >= DO_DESTROY:
        tile = tile_on(v.s, action - DO_DESTROY)
        add(&t, F_DESTROY, 1)
        add(&t, F_DESTROY_GAIN, v.score.points[tile] << (v.score.doubled >> tile & 1))
    elif action >= DO_CAMP:
        add(&t, F_CAMP + v.stage, 1)
        if v.s.n_stack & 1:
            add(&t, F_CAMP_ODD + v.stage, 1)
    elif action >= DO_DISCARD:
        add(&t, F_DISCARD_KIND + v.r.kind[action - DO_DISCARD], 1)
    elif action == DO_END:
        see_end(v, &t)
    out[i] = t.sum
    return i + 1


cdef inline void see_all(SightC* v, const int32_t* actions, int n, const TallyC* tally, double* out) noexcept nogil:
    """Weigh legal actions, which come sorted; `end`, which looks at what is left undone, is the last."""
    cdef int i = 0, last = -1
    while i < n:
        if actions[i] >= DO_EXTEND:
            i = see_extends(v, actions, i, n, tally, out)
        elif actions[i] >= DO_BUILD:
            i = see_builds(v, actions, i, n, tally, out)
        elif actions[i] >= DO_WITHDRAW:
            i = see_moves(v, actions, i, n, tally, out)
        elif actions[i] != DO_END:
            i = see_few(v, actions, i, tally, out)
        else:
            last = i
            i += 1
    if last >= 0:
        see_few(v, actions, last, tally, out)
