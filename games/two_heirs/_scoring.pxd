"""Points at the end: section 7 and rule 9.9."""
from libc.stdint cimport int8_t, int16_t, uint32_t
from libc.string cimport memset

from kingmaker.games.core._bits cimport bit, lowest, n_bits
from kingmaker.games.two_heirs._struct cimport (
    BAKERY, BASKETRY, BLUE, CAMP, CATHEDRAL, COOPERAGE, COWSHED, EAST, FORTRESS, GREEN, GREY, GUARDHOUSE, INN,
    KEEP, LODGE, MARKET, MILL, N_TILES, NORTH, NOWHERE, PILGRIMAGE, POTTERY, SMITHY, SOUTH, STONEMASON, TOWER,
    TRADING_POST, WATCHTOWER, WEST, WHITE, YELLOW, HeirsC, RulesC, at_corners, beside, tile_at)

cdef enum:
    MOST_ROADS = 54     # joints on the board: each takes two of at most 108 road ends
    TREASURE = 5


cdef struct RoadsC:
    uint32_t tiles[MOST_ROADS]      # of each road with at least two tiles; a road joined to another is left empty
    int8_t road[4 * N_TILES]        # by 4 * tile + road of the tile: its place in `tiles`, or -1
    int n


cdef struct ScoreC:
    int total[2]
    int16_t points[N_TILES + 3]     # of each building, before doubling
    uint32_t doubled
    RoadsC roads


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


cdef inline int inn_points(const HeirsC* s, const RulesC* r, int tile) noexcept nogil:
    """At most three tiles counted each way."""
    cdef bint upright = r.param[tile] == 1
    cdef uint32_t line = (s.col[s.x[tile] & 31] if upright else s.row[s.y[tile] & 31]) & ~bit(tile)
    cdef const int8_t* at = <const int8_t*> s.y if upright else <const int8_t*> s.x
    cdef int before = 0, after = 0, other
    while line:
        other = lowest(line)
        line &= line - 1
        if at[other] < at[tile]:
            before += 1
        else:
            after += 1
    return 1 + (before if before < 3 else 3) + (after if after < 3 else 3)


cdef inline int pilgrimage_points(const RulesC* r, const RoadsC* roads, int tile) noexcept nogil:
    """The longest road that ends in it."""
    cdef int i, n, best = 1
    for i in range(r.n_roads[tile]):
        if roads.road[4 * tile + i] >= 0:
            n = n_bits(roads.tiles[roads.road[4 * tile + i]])
            best = n if n > best else best
    return best


cdef inline int group_points(const HeirsC* s, const RulesC* r, int tile, int colour) noexcept nogil:
    """One more than the tiles of a colour in groups that touch this one by a side."""
    cdef uint32_t of_colour = r.of_colour[colour] & s.board & ~bit(tile)
    cdef uint32_t new = beside(s, s.x[tile], s.y[tile]) & of_colour, group = 0
    cdef int other
    while new:
        other = lowest(new)
        group |= bit(other)
        new = (new | beside(s, s.x[other], s.y[other]) & of_colour) & ~group
    return 1 + n_bits(group)


cdef inline int workshop_points(const HeirsC* s, const RulesC* r, int tile, int owner, int one,
                                int two) noexcept nogil:
    """Pairs of two colours on the four sides or corners; a hall of the craft makes each worth four."""
    cdef uint32_t near
    cdef int n, m
    if r.param[tile]:
        near = at_corners(s, s.x[tile], s.y[tile])
    else:
        near = beside(s, s.x[tile], s.y[tile])
    n = n_bits(near & r.of_colour[one])
    m = n_bits(near & r.of_colour[two])
    return (n if n < m else m) * (4 if s.own[owner] & r.counted[tile] else 3)


cdef inline int guardhouse_points(const HeirsC* s, const RulesC* r, int tile) noexcept nogil:
    """Watchtowers on its diagonals, at any distance."""
    cdef uint32_t towers = (s.own[0] | s.own[1]) & r.of_kind[WATCHTOWER]
    cdef int n = 2, other, dx, dy
    while towers:
        other = lowest(towers)
        towers &= towers - 1
        dx = s.x[other] - s.x[tile]
        dy = s.y[other] - s.y[tile]
        if dx == dy or dx == -dy:
            n += 2
    return n


cdef inline int building_points(const HeirsC* s, const RulesC* r, const RoadsC* roads, int tile,
                                int owner) noexcept nogil:
    """What a building is worth to its owner, before doubling."""
    cdef int kind = r.kind[tile]
    if kind == INN:
        return inn_points(s, r, tile)
    if kind == MARKET:
        return 1 + n_bits(beside(s, s.x[tile], s.y[tile]))
    if kind == PILGRIMAGE:
        return pilgrimage_points(r, roads, tile)
    if kind == KEEP:
        return 2 + 2 * n_bits(beside(s, s.x[tile], s.y[tile]) & s.own[1 - owner])
    if MILL <= kind <= COWSHED:
        return group_points(s, r, tile, YELLOW if kind == MILL else GREY if kind == STONEMASON else GREEN)
    if BAKERY <= kind <= LODGE:
        return 1 + n_bits(s.own[owner] & ~bit(tile)
                          & r.of_colour[YELLOW if kind == BAKERY else GREY if kind == SMITHY else GREEN])
    if kind == CAMP:
        return 2
    if kind == TRADING_POST:
        return 3 * n_bits(s.own[owner] & r.counted[tile])
    if kind == CATHEDRAL:
        return 5
    if kind == FORTRESS:
        return n_bits(s.own[owner] & (r.of_kind[TOWER] | r.of_kind[FORTRESS]))
    if BASKETRY <= kind <= COOPERAGE:
        return workshop_points(s, r, tile, owner, GREY if kind == POTTERY else GREEN,
                               GREY if kind == COOPERAGE else YELLOW)
    if kind == WATCHTOWER:
        return n_bits((s.col[s.x[tile] & 31] if r.param[tile] else s.row[s.y[tile] & 31])
                      & r.of_colour[r.colour[tile]])
    if kind == GUARDHOUSE:
        return guardhouse_points(s, r, tile)
    return 0


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
        score.doubled |= bit(best)
        score.total[WHITE] += score.points[best]


cdef inline void score_all(const HeirsC* s, const RulesC* r, ScoreC* score) noexcept nogil:
    """Everything as if the game ended now."""
    cdef uint32_t left
    cdef int owner, tile
    find_roads(s, r, &score.roads)
    score.total[0] = score.total[1] = 0
    score.doubled = 0
    score_roads(s, r, &score.roads, score.total)
    for owner in range(2):
        left = s.own[owner]
        while left:
            tile = lowest(left)
            left &= left - 1
            score.points[tile] = <int16_t> building_points(s, r, &score.roads, tile, owner)
            score.total[owner] += score.points[tile]
    double_units(s, score, BLUE)
    if s.is_solo:
        double_best(s, score)
        score.total[WHITE] += TREASURE * (s.n_laid + s.n_pile)
    else:
        double_units(s, score, WHITE)
