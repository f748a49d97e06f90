"""What a choice changes in the score at once, without doing it: only buildings that it can touch are counted anew."""
from libc.stdint cimport int8_t, uint32_t

from kingmaker.games.core._bits cimport bit, lowest
from kingmaker.games.two_heirs._apply cimport besieged
from kingmaker.games.two_heirs._scoring cimport TREASURE, RoadsC, ScoreC, building_points, find_roads, score_roads
from kingmaker.games.two_heirs._solo cimport concerns, is_met
from kingmaker.games.two_heirs._struct cimport (
    EAST, NORTH, NOWHERE, PILGRIMAGE, SOUTH, TOWER, WEST, HeirsC, RulesC, tile_at)


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


cdef inline uint32_t touched(const HeirsC* s, const RulesC* r, int x, int y, bint built) noexcept nogil:
    """Buildings whose points a new tile on a cell may change; roads apart."""
    cdef uint32_t rows = s.row[(y - 1) & 31] | s.row[y & 31] | s.row[(y + 1) & 31]
    cdef uint32_t cols = s.col[(x - 1) & 31] | s.col[x & 31] | s.col[(x + 1) & 31]
    cdef uint32_t kinds = (r.by_line & (s.row[y & 31] | s.col[x & 31])) | (r.by_touch & rows & cols) | r.by_group
    if built:
        kinds |= r.by_building
    return kinds & (s.own[0] | s.own[1])


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
    cdef int old[2]
    cdef int new[2]
    old[0] = old[1] = new[0] = new[1] = 0
    score_roads(s, r, &before.roads, old)
    score_roads(s, r, roads, new)
    return new[0] - new[1] - old[0] + old[1]


cdef inline int met_gain(const HeirsC* s, const RulesC* r, int x, int y) noexcept nogil:
    """Rule 9.5: what a new tile takes from Henry's treasures."""
    cdef int i, n = 0
    for i in range(s.n_laid):
        n += concerns(s, r, i, x, y) and is_met(s, r, s.laid_on[i], s.laid[i])
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


cdef inline int play_gain(HeirsC* s, const RulesC* r, const ScoreC* before, int tile, int x, int y, bint built,
                          int* points) noexcept nogil:
    """What whose turn it is gains on the other by playing a tile on a cell; `points` are those of the building alone.

    The state is as before afterwards. In solo, which of Henry's buildings are doubled is taken as it was.
    """
    cdef RoadsC roads
    cdef const RoadsC* seen = &before.roads
    cdef int player = s.player, total = 0
    cdef uint32_t changed = touched(s, r, x, y, built)
    cdef bint joins = built and meets_road(s, r, tile, player, x, y)
    put(s, tile, x, y, player if built else -1)
    if joins:
        find_roads(s, r, &roads)
        seen = &roads
        changed |= r.of_kind[PILGRIMAGE] & (s.own[0] | s.own[1]) & ~bit(tile)
        total = road_gain(s, r, before, seen)
    total += recount(s, r, before, seen, changed)
    if player:
        total = -total
    points[0] = 0
    if built:
        points[0] = building_points(s, r, seen, tile, player)
        total += points[0]
        if r.kind[tile] == TOWER:
            total += siege_gain(s, r, before, tile)
    if s.n_laid:
        total += met_gain(s, r, x, y)
    lift(s, tile, x, y)
    return total


cdef inline int doubling(const HeirsC* s, const ScoreC* before, int tile) noexcept nogil:
    """Rule 7.3: what a unit of whose turn it is earns where it stands."""
    return before.points[tile] if tile != NOWHERE and s.own[s.player] & bit(tile) else 0
