"""What a choice changes in the score at once, without doing it: only buildings that it can touch are counted anew."""
from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from kingmaker.games.core._bits cimport bit, lowest, n_bits
from kingmaker.games.two_heirs._apply cimport besieged
from kingmaker.games.two_heirs._scoring cimport (
    TREASURE, RoadsC, ScoreC, add_roads, building_points, double_best, points_at, score_roads)
from kingmaker.games.two_heirs._solo cimport concerns, is_met, wants
from kingmaker.games.two_heirs._struct cimport (
    EAST, KEEP, NORTH, NOWHERE, PILGRIMAGE, SOUTH, TOWER, WEST, HeirsC, RulesC, tile_at)


cdef struct SpotC:              # a cell to play on, and what all tiles played there share
    uint64_t seen               # when it was looked at: the sight's `board_stamp` then,
    uint64_t counted            # and the `gain_stamp` of its gains
    uint32_t sides              # tiles that touch it by a side,
    uint32_t corners            # by a corner,
    uint32_t line               # and those in its row or column that look along it
    int16_t gain[3]             # by extending with a tile of each colour,
    int16_t built_gain          # and by building the tile `built`,
    int16_t built_points        # which is worth so much there
    int8_t built                # NOWHERE: none
    uint8_t known               # colours whose gain was worked out, bit 1 << colour
    uint16_t laid               # treasures that a tile on it concerns
    int8_t n_empty              # empty cells around it
    int8_t x
    int8_t y


cdef inline bint meets_road(const HeirsC* s, const RulesC* r, int tile, int owner, int x, int y) noexcept nogil:
    """Whether a building on a cell would join a road: only then do roads change."""
    cdef int ends = r.ends[owner][tile]
    cdef uint32_t blue = s.own[0], white = s.own[1]
    if ends == 0:
        return False
    if ends >> EAST & 1 and tile_at(s, x + 1, y) & (blue & r.end_mask[0][WEST] | white & r.end_mask[1][WEST]):
        return True
    if ends >> WEST & 1 and tile_at(s, x - 1, y) & (blue & r.end_mask[0][EAST] | white & r.end_mask[1][EAST]):
        return True
    if ends >> NORTH & 1 and tile_at(s, x, y + 1) & (blue & r.end_mask[0][SOUTH] | white & r.end_mask[1][SOUTH]):
        return True
    return ends >> SOUTH & 1 and (
        tile_at(s, x, y - 1) & (blue & r.end_mask[0][NORTH] | white & r.end_mask[1][NORTH])) != 0


cdef inline void put(HeirsC* s, int tile, int x, int y, int owner) noexcept nogil:
    """Lay a tile as far as scoring looks; an owner of -1 lays it face down."""
    s.x[tile] = <int8_t> x
    s.y[tile] = <int8_t> y
    s.row[y & 31] |= bit(tile)
    s.col[x & 31] |= bit(tile)
    s.board |= bit(tile)
    if owner >= 0:
        s.own[owner] |= bit(tile)


cdef inline void lift(HeirsC* s, int tile, int x, int y) noexcept nogil:
    """Undo `put`."""
    s.row[y & 31] &= ~bit(tile)
    s.col[x & 31] &= ~bit(tile)
    s.board &= ~bit(tile)
    s.own[0] &= ~bit(tile)
    s.own[1] &= ~bit(tile)
    s.x[tile] = s.y[tile] = 0


cdef inline void see_spot(const HeirsC* s, const RulesC* r, int x, int y, SpotC* spot) noexcept nogil:
    """Work out what all tiles that may be played on a cell share."""
    cdef uint32_t rows = s.row[(y - 1) & 31] | s.row[(y + 1) & 31], cols = s.col[(x - 1) & 31] | s.col[(x + 1) & 31]
    cdef uint32_t row = s.row[y & 31], col = s.col[x & 31]
    spot.x = <int8_t> x
    spot.y = <int8_t> y
    spot.sides = row & cols | col & rows
    spot.corners = rows & cols
    spot.line = row & ~r.upright | col & r.upright
    spot.n_empty = <int8_t> (8 - n_bits(spot.sides | spot.corners))


cdef inline int concerned(const HeirsC* s, const RulesC* r, int x, int y) noexcept nogil:
    """Treasures that a new tile on a cell concerns, bit i: the i-th on the board."""
    cdef int i, found = 0
    for i in range(s.n_laid):
        found |= concerns(s, r, i, x, y) << i
    return found


cdef inline uint32_t touched(const HeirsC* s, const RulesC* r, const SpotC* spot, int tile,
                             int builder) noexcept nogil:
    """Buildings whose points a new tile on a cell may change, roads apart; a builder of -1 lays it face down."""
    cdef int colour = r.colour[tile]
    cdef uint32_t owned = s.own[0] | s.own[1]
    cdef uint32_t found = (r.by_line[colour] & spot.line | r.by_side[colour] & spot.sides
                           | r.by_corner[colour] & spot.corners
                           | r.by_group[colour] & (owned if spot.sides & r.of_colour[colour] else spot.sides))
    if builder >= 0:
        found |= (r.by_any[tile] | r.by_own[tile] & s.own[builder]
                  | r.of_kind[KEEP] & spot.sides & s.own[1 - builder])
    return found & owned


cdef inline int recount(const HeirsC* s, const RulesC* r, const ScoreC* before, const RoadsC* roads,
                        uint32_t tiles) noexcept nogil:
    """What Blue gains on White by the new points of some buildings that stood before."""
    cdef int tile, owner, change, total = 0
    while tiles:
        tile = lowest(tiles)
        tiles &= tiles - 1
        owner = 0 if s.own[0] & bit(tile) else 1
        change = building_points(s, r, roads, tile, owner) - before.points[tile]
        if before.doubled & bit(tile):
            change *= 2
        total += change if owner == 0 else -change
    return total


cdef inline int road_gain(const HeirsC* s, const RulesC* r, const ScoreC* before, const RoadsC* roads) noexcept nogil:
    """What Blue gains on White by roads."""
    cdef int new[2]
    new[0] = new[1] = 0
    score_roads(s, r, roads, new)
    return new[0] - new[1] - before.by_roads[0] + before.by_roads[1]


cdef inline int waiting(const HeirsC* s, const RulesC* r, const SpotC* spot, int tile) noexcept nogil:
    """Treasures that this tile on the cell may be what they wait for, bit i: the i-th on the board."""
    cdef int left = spot.laid, found = 0
    while left:
        if wants(s, r, lowest(left), tile):
            found |= left & -left
        left &= left - 1
    return found


cdef inline int met_gain(const HeirsC* s, const RulesC* r, int treasures) noexcept nogil:
    """Rule 9.5: what a new tile takes from Henry's treasures."""
    cdef int i, n = 0
    while treasures:
        i = lowest(treasures)
        treasures &= treasures - 1
        n += is_met(s, r, s.laid_on[i], s.laid[i])
    return TREASURE * n


cdef inline int siege_gain(const HeirsC* s, const RulesC* r, const ScoreC* before, int tower) noexcept nogil:
    """Rule 7.2: the points of what a new tower may destroy."""
    cdef uint32_t targets = besieged(s, r, tower)
    cdef int tile, total = 0
    while targets:
        tile = lowest(targets)
        targets &= targets - 1
        total += before.points[tile] << (before.doubled >> tile & 1)
    return total


cdef inline int laid_gain(HeirsC* s, const RulesC* r, const ScoreC* before, int tile, uint32_t changed, bint joins,
                          int treasures, int* points) noexcept nogil:
    """`play_gain` of a tile that has been put on its cell; without `points` it was extended with."""
    cdef RoadsC roads
    cdef const RoadsC* seen = &before.roads
    cdef int player = s.player, total = 0
    if joins:
        roads = before.roads
        add_roads(s, r, &roads, tile, player)
        seen = &roads
        changed |= r.of_kind[PILGRIMAGE] & (s.own[0] | s.own[1]) & ~bit(tile)
        total = road_gain(s, r, before, seen)
    total += recount(s, r, before, seen, changed)
    if player:
        total = -total
    if points is not NULL:
        points[0] = building_points(s, r, seen, tile, player)
        total += points[0]
        if r.kind[tile] == TOWER:
            total += siege_gain(s, r, before, tile)
    return total + met_gain(s, r, treasures)


cdef inline int play_gain(HeirsC* s, const RulesC* r, const ScoreC* before, SpotC* spot, int tile, bint built,
                          int* points) noexcept nogil:
    """What whose turn it is gains on the other by playing a tile on a cell; `points` are those of the building alone.

    The state is as before afterwards. In solo, which of Henry's buildings are doubled is taken as it was.
    """
    cdef uint32_t changed = touched(s, r, spot, tile, s.player if built else -1)
    cdef int treasures = waiting(s, r, spot, tile), total
    cdef bint joins = (built and spot.sides & (s.own[0] | s.own[1])
                       and meets_road(s, r, tile, s.player, spot.x, spot.y))
    if not changed and not treasures and not joins:
        if not built:
            return 0
        if r.kind[tile] != TOWER:
            points[0] = points_at(s, r, &before.roads, tile, spot.x, spot.y, s.player)
            return points[0]
    put(s, tile, spot.x, spot.y, s.player if built else -1)
    total = laid_gain(s, r, before, tile, changed, joins, treasures, points if built else NULL)
    lift(s, tile, spot.x, spot.y)
    return total


cdef inline int build_gain(HeirsC* s, const RulesC* r, const ScoreC* before, SpotC* spot, int tile) noexcept nogil:
    """The gain of building on a cell; kept there with the building's points until another tile is asked for."""
    cdef int points
    if spot.built != tile:
        spot.built_gain = <int16_t> play_gain(s, r, before, spot, tile, True, &points)
        spot.built_points = <int16_t> points
        spot.built = <int8_t> tile
    return spot.built_gain


cdef inline int extend_gain(HeirsC* s, const RulesC* r, const ScoreC* before, SpotC* spot, int tile) noexcept nogil:
    """The gain of extending on a cell, where only the tile's colour counts."""
    cdef int colour = r.colour[tile]
    if not spot.known >> colour & 1:
        spot.known |= <uint8_t> (1 << colour)
        spot.gain[colour] = <int16_t> play_gain(s, r, before, spot, tile, False, NULL)
    return spot.gain[colour]


cdef inline int doubling(const HeirsC* s, const ScoreC* before, int tile) noexcept nogil:
    """Rule 7.3: what a unit of whose turn it is earns where it stands; nothing where it does not."""
    return before.points[tile] & -<int> (s.own[s.player] >> tile & 1)


cdef inline void score_new(const HeirsC* s, const RulesC* r, ScoreC* score, uint32_t new) noexcept nogil:
    """Make the score of a board that of the board with some more tiles."""
    cdef SpotC spot
    cdef uint32_t left = new, changed = new & (s.own[0] | s.own[1])
    cdef int tile, owner
    cdef bint joins = False
    while left:
        tile = lowest(left)
        left &= left - 1
        owner = 0 if s.own[0] & bit(tile) else 1 if s.own[1] & bit(tile) else -1
        see_spot(s, r, s.x[tile], s.y[tile], &spot)
        changed |= touched(s, r, &spot, tile, owner)
        if owner >= 0:
            score.points[tile] = 0
            if meets_road(s, r, tile, owner, s.x[tile], s.y[tile]):
                add_roads(s, r, &score.roads, tile, owner)
                joins = True
    if joins:
        changed |= r.of_kind[PILGRIMAGE] & (s.own[0] | s.own[1])
        score.by_roads[0] = score.by_roads[1] = 0
        score_roads(s, r, &score.roads, score.by_roads)
    while changed:
        tile = lowest(changed)
        changed &= changed - 1
        owner = 0 if s.own[0] & bit(tile) else 1
        score.by_buildings[owner] -= score.points[tile]
        score.points[tile] = <int16_t> building_points(s, r, &score.roads, tile, owner)
        score.by_buildings[owner] += score.points[tile]
    if s.is_solo:
        double_best(s, score)
