"""Points at the end: section 7 and rule 9.9."""
from libc.stdint cimport int8_t, int16_t, uint32_t
from libc.string cimport memset

from kingmaker.games.core._bits cimport bit, lowest, n_bits
from kingmaker.games.two_heirs._struct cimport (
    BAKERY, BASKETRY, BLUE, CAMP, CATHEDRAL, COOPERAGE, COWSHED, EAST, FORTRESS, GREEN, GREY, GUARDHOUSE, GUILDHALL,
    INN, KEEP, LODGE, MARKET, MILL, N_PLACES, N_TILES, NORTH, NOWHERE, PILGRIMAGE, POTTERY, SMITHY, SOUTH, STONEMASON,
    TOWER, TRADING_POST, WATCHTOWER, WEST, WHITE, YELLOW, HeirsC, RulesC, at_corners, beside, tile_at)

cdef enum:
    MOST_ROADS = 54     # joints on the board: each takes two of at most 108 road ends
    TREASURE = 5


cdef struct RoadsC:
    uint32_t tiles[MOST_ROADS]      # of each road with at least two tiles; a road joined to another is left empty
    int8_t road[4 * N_TILES]        # by 4 * tile + road of the tile: its place in `tiles`, or -1
    int n


cdef struct ScoreC:
    int total[2]
    int16_t points[N_PLACES + 1]    # of each building, before doubling
    uint32_t doubled
    RoadsC roads
    int by_roads[2]                 # what roads give,
    int by_buildings[2]             # and buildings, none doubled
    uint32_t henry_doubled          # Henry's best,
    int henry_more                  # and what they add


# -- roads, rule 7.4 ---------------------------------------------------------------------------------------------


cdef inline void join(RoadsC* roads, int one, int two) noexcept nogil:
    """Two road ends meet."""
    cdef int a = roads.road[one], b = roads.road[two], i
    cdef uint32_t tiles = bit(one >> 2) | bit(two >> 2)
    if a < 0 and b < 0:
        a = roads.n
        roads.n += 1
        roads.tiles[a] = tiles
    elif a < 0 or b < 0:
        a = a if b < 0 else b
        roads.tiles[a] |= tiles
    elif a != b:
        roads.tiles[a] |= roads.tiles[b]
        roads.tiles[b] = 0
        for i in range(4 * N_TILES):
            if roads.road[i] == b:
                roads.road[i] = <int8_t> a
        return
    roads.road[one] = roads.road[two] = <int8_t> a


cdef inline void find_roads(const HeirsC* s, const RulesC* r, RoadsC* roads) noexcept nogil:
    """Join what meets at eastern and northern edges: so each edge is looked at once."""
    cdef uint32_t from_west, from_south, left, there
    cdef int tile, other, owner, other_owner
    roads.n = 0
    memset(roads.road, -1, sizeof(roads.road))
    from_west = (s.own[0] & r.end_mask[0][WEST]) | (s.own[1] & r.end_mask[1][WEST])
    from_south = (s.own[0] & r.end_mask[0][SOUTH]) | (s.own[1] & r.end_mask[1][SOUTH])
    left = (s.own[0] & (r.end_mask[0][EAST] | r.end_mask[0][NORTH])
            | s.own[1] & (r.end_mask[1][EAST] | r.end_mask[1][NORTH]))
    while left:
        tile = lowest(left)
        left &= left - 1
        owner = 0 if s.own[0] & bit(tile) else 1
        if r.ends[owner][tile] >> EAST & 1:
            there = tile_at(s, s.x[tile] + 1, s.y[tile]) & from_west
            if there:
                other = lowest(there)
                other_owner = 0 if s.own[0] & there else 1
                join(roads, 4 * tile + r.road_of[owner][tile][EAST], 4 * other + r.road_of[other_owner][other][WEST])
        if r.ends[owner][tile] >> NORTH & 1:
            there = tile_at(s, s.x[tile], s.y[tile] + 1) & from_south
            if there:
                other = lowest(there)
                other_owner = 0 if s.own[0] & there else 1
                join(roads, 4 * tile + r.road_of[owner][tile][NORTH], 4 * other + r.road_of[other_owner][other][SOUTH])


cdef inline void add_roads(const HeirsC* s, const RulesC* r, RoadsC* roads, int tile, int owner) noexcept nogil:
    """Join the roads of one more building, that already lies on the board, to the others."""
    cdef int edge, other, other_owner, x, y
    cdef uint32_t there
    for edge in range(4):
        if not r.ends[owner][tile] >> edge & 1:
            continue
        x = s.x[tile] + (edge == EAST) - (edge == WEST)
        y = s.y[tile] + (edge == NORTH) - (edge == SOUTH)
        there = tile_at(s, x, y) & (s.own[0] & r.end_mask[0][edge ^ 2] | s.own[1] & r.end_mask[1][edge ^ 2])
        if there:
            other = lowest(there)
            other_owner = 0 if s.own[0] & there else 1
            join(roads, 4 * tile + r.road_of[owner][tile][edge], 4 * other + r.road_of[other_owner][other][edge ^ 2])


cdef inline void score_roads(const HeirsC* s, const RulesC* r, const RoadsC* roads, int* total) noexcept nogil:
    """Whoever owns more of a road's buildings gets the difference."""
    cdef int i, lead
    for i in range(roads.n):
        lead = n_bits(roads.tiles[i] & s.own[0]) - n_bits(roads.tiles[i] & s.own[1])
        if lead > 0:
            total[0] += lead * r.road_points[0]
        else:
            total[1] -= lead * r.road_points[1]


# -- buildings ---------------------------------------------------------------------------------------------------

# Points of a tile are counted as of a building on a cell: it need not lie there yet, as long as nobody else does.


cdef inline int colour_counted(int kind) noexcept nogil:
    """The colour that a building of section dominion counts: mill to lodge."""
    if kind == MILL or kind == BAKERY:
        return YELLOW
    return GREY if kind == STONEMASON or kind == SMITHY else GREEN


cdef inline int first_craft(int kind) noexcept nogil:
    """One of the two colours that a workshop pairs,"""
    return GREY if kind == POTTERY else GREEN


cdef inline int second_craft(int kind) noexcept nogil:
    """and the other."""
    return GREY if kind == COOPERAGE else YELLOW


cdef inline int inn_points(const HeirsC* s, const RulesC* r, int tile, int x, int y) noexcept nogil:
    """At most three tiles counted each way."""
    cdef bint upright = r.param[tile] == 1
    cdef uint32_t line = (s.col[x & 31] if upright else s.row[y & 31]) & ~bit(tile)
    cdef const int8_t* at = <const int8_t*> s.y if upright else <const int8_t*> s.x
    cdef int before = 0, after = 0, here = y if upright else x, is_before
    while line:
        is_before = at[lowest(line)] < here
        line &= line - 1
        before += is_before
        after += 1 - is_before
    return 1 + (before if before < 3 else 3) + (after if after < 3 else 3)


cdef inline int pilgrimage_points(const RulesC* r, const RoadsC* roads, int tile) noexcept nogil:
    """The longest road that ends in it."""
    cdef int i, n, best = 1
    for i in range(r.n_roads[tile]):
        if roads.road[4 * tile + i] >= 0:
            n = n_bits(roads.tiles[roads.road[4 * tile + i]])
            best = n if n > best else best
    return best


cdef inline int group_points(const HeirsC* s, const RulesC* r, int tile, int colour, int x, int y) noexcept nogil:
    """One more than the tiles of a colour in groups that touch this one by a side."""
    cdef uint32_t of_colour = r.of_colour[colour] & s.board & ~bit(tile)
    cdef uint32_t new = beside(s, x, y) & of_colour, group = 0
    cdef int other
    while new:
        other = lowest(new)
        group |= bit(other)
        new = (new | beside(s, s.x[other], s.y[other]) & of_colour) & ~group
    return 1 + n_bits(group)


cdef inline int workshop_points(const HeirsC* s, const RulesC* r, int tile, int kind, int x, int y,
                                uint32_t own) noexcept nogil:
    """Pairs of two colours on the four sides or corners; a hall of the craft makes each worth four."""
    cdef uint32_t near = at_corners(s, x, y) if r.param[tile] else beside(s, x, y)
    cdef int n = n_bits(near & r.of_colour[first_craft(kind)]), m = n_bits(near & r.of_colour[second_craft(kind)])
    return (n if n < m else m) * (4 if own & r.counted[tile] else 3)


cdef inline int guardhouse_points(const HeirsC* s, const RulesC* r, int x, int y) noexcept nogil:
    """Watchtowers on its diagonals, at any distance."""
    cdef uint32_t towers = (s.own[0] | s.own[1]) & r.of_kind[WATCHTOWER]
    cdef int n = 2, other, dx, dy
    while towers:
        other = lowest(towers)
        towers &= towers - 1
        dx = s.x[other] - x
        dy = s.y[other] - y
        if dx == dy or dx == -dy:
            n += 2
    return n


cdef inline bint is_placeless(const HeirsC* s, int kind, int owner) noexcept nogil:
    """Whether a new building of a kind is worth the same on every cell, its roads left aside."""
    return (BAKERY <= kind <= FORTRESS or kind == GUILDHALL or kind == PILGRIMAGE
            or kind == KEEP and s.own[1 - owner] == 0
            or kind == GUARDHOUSE and s.own[0] | s.own[1] == 0)


cdef inline int points_at(const HeirsC* s, const RulesC* r, const RoadsC* roads, int tile, int x, int y,
                          int owner) noexcept nogil:
    """What a building on a cell is worth to its owner, before doubling."""
    cdef int kind = r.kind[tile]
    cdef uint32_t own = s.own[owner] | <uint32_t> bit(tile)
    if kind == MARKET:      # one chain of equations, of which the compiler makes a table
        return 1 + n_bits(beside(s, x, y))
    elif kind == MILL or kind == STONEMASON or kind == COWSHED:
        return group_points(s, r, tile, colour_counted(kind), x, y)
    elif kind == BAKERY or kind == SMITHY or kind == LODGE:
        return 1 + n_bits(own & ~bit(tile) & r.of_colour[colour_counted(kind)])
    elif kind == BASKETRY or kind == POTTERY or kind == COOPERAGE:
        return workshop_points(s, r, tile, kind, x, y, own)
    elif kind == INN:
        return inn_points(s, r, tile, x, y)
    elif kind == PILGRIMAGE:
        return pilgrimage_points(r, roads, tile)
    elif kind == KEEP:
        return 2 + 2 * n_bits(beside(s, x, y) & s.own[1 - owner])
    elif kind == CAMP:
        return 2
    elif kind == TRADING_POST:
        return 3 * n_bits(own & r.counted[tile])
    elif kind == CATHEDRAL:
        return 5
    elif kind == FORTRESS:
        return n_bits(own & (r.of_kind[TOWER] | r.of_kind[FORTRESS]))
    elif kind == WATCHTOWER:
        return n_bits(((s.col[x & 31] if r.param[tile] else s.row[y & 31]) | bit(tile)) & r.of_colour[r.colour[tile]])
    elif kind == GUARDHOUSE:
        return guardhouse_points(s, r, x, y)
    return 0


cdef inline int building_points(const HeirsC* s, const RulesC* r, const RoadsC* roads, int tile,
                                int owner) noexcept nogil:
    """What a building where it stands is worth to its owner, before doubling."""
    return points_at(s, r, roads, tile, s.x[tile], s.y[tile], owner)


# -- all of it ---------------------------------------------------------------------------------------------------


cdef inline void double_units(const HeirsC* s, ScoreC* score, int owner) noexcept nogil:
    """Rule 7.3."""
    cdef int i, tile
    for i in range(3):
        tile = s.unit[owner][i]
        if tile != NOWHERE and s.own[owner] & bit(tile):
            score.doubled |= bit(tile)
            score.total[owner] += score.points[tile]


cdef inline void double_best(const HeirsC* s, ScoreC* score) noexcept nogil:
    """Rule 9.9: Henry's three most valuable buildings."""
    cdef uint32_t left = s.own[WHITE], some
    cdef int _i, tile, best
    score.henry_doubled = 0
    score.henry_more = 0
    for _i in range(3):
        if left == 0:
            return
        some = left
        best = lowest(left)
        while some:
            tile = lowest(some)
            some &= some - 1
            if score.points[tile] > score.points[best]:
                best = tile
        left &= ~bit(best)
        score.henry_doubled |= bit(best)
        score.henry_more += score.points[best]


cdef inline void score_board(const HeirsC* s, const RulesC* r, ScoreC* score) noexcept nogil:
    """What changes with the tiles on the board alone."""
    cdef uint32_t left
    cdef int owner, tile
    find_roads(s, r, &score.roads)
    score.by_roads[0] = score.by_roads[1] = 0
    score_roads(s, r, &score.roads, score.by_roads)
    for owner in range(2):
        score.by_buildings[owner] = 0
        left = s.own[owner]
        while left:
            tile = lowest(left)
            left &= left - 1
            score.points[tile] = <int16_t> building_points(s, r, &score.roads, tile, owner)
            score.by_buildings[owner] += score.points[tile]
    if s.is_solo:
        double_best(s, score)


cdef inline void score_rest(const HeirsC* s, ScoreC* score) noexcept nogil:
    """What units and treasures add to it."""
    score.total[0] = score.by_roads[0] + score.by_buildings[0]
    score.total[1] = score.by_roads[1] + score.by_buildings[1]
    score.doubled = 0
    double_units(s, score, BLUE)
    if s.is_solo:
        score.doubled |= score.henry_doubled
        score.total[WHITE] += score.henry_more + TREASURE * (s.n_laid + s.n_pile)
    else:
        double_units(s, score, WHITE)


cdef inline void score_all(const HeirsC* s, const RulesC* r, ScoreC* score) noexcept nogil:
    """Everything as if the game ended now."""
    score_board(s, r, score)
    score_rest(s, score)
