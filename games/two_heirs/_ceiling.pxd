"""No margin that is still possible on a game's last turn lies above this: so the solver need not look at all there is.

Each thing that can still add points is counted as if it went as well as its own kind allows, one by one.
"""
from libc.stdint cimport uint32_t

from kingmaker.games.core._bits cimport bit, lowest, n_bits
from kingmaker.games.two_heirs._legal cimport supplied
from kingmaker.games.two_heirs._scoring cimport TREASURE, ScoreC, score_all
from kingmaker.games.two_heirs._struct cimport (
    BAKERY, BASKETRY, CAMP, CATHEDRAL, COOPERAGE, COWSHED, DISCARD, FORTRESS, GREEN, GREY, GUARDHOUSE, INN, KEEP,
    LODGE, MARKET, MILL, N_TILES, NOWHERE, PILGRIMAGE, POTTERY, SIEGE, SMITHY, STONEMASON, TOWER, TRADING_POST, WATCHTOWER, YELLOW,
    HeirsC, RulesC, at_corners, beside)

cdef enum:
    NO_CEILING = 1000       # where it is too hard to say
    MOST_PLAYS = 8
    LONE = 4                # buildings of the other player that a flipped one may leave without a road


cdef struct RestC:          # what is left of the turn
    uint32_t tiles          # that may still be played: the hand and what can be taken
    uint32_t hand
    int n_takes
    int n_plays             # how many of them
    int of_colour[3]        # how many of a colour, at most
    int road_tiles          # buildings on the board and tiles to come with road ends


cdef inline int atmost(int a, int b) noexcept nogil:
    return a if a < b else b


cdef inline int some_of(const RestC* rest, uint32_t which) noexcept nogil:
    """How many tiles of a kind can still be played, at most."""
    return n_bits(rest.hand & which) + atmost(n_bits(rest.tiles & ~rest.hand & which), rest.n_takes)


cdef inline void see_rest(const HeirsC* s, const RulesC* r, RestC* rest) noexcept nogil:
    """Count what can still be played; each camp gives another take (rule 7.1)."""
    cdef int place, colour
    cdef uint32_t supply = 0
    rest.hand = rest.tiles = s.hand[s.player] if s.phase != DISCARD else 0
    for place in range(6):
        if supplied(s, place) != NOWHERE:
            supply |= bit(supplied(s, place))
    rest.n_takes = 0 if s.taken or s.phase == DISCARD else 1
    if s.phase != DISCARD:
        rest.n_takes += n_bits((s.own[s.player] | rest.hand | (supply if rest.n_takes else 0)) & r.flippable[s.player])
    rest.n_takes = atmost(rest.n_takes, s.n_supply)
    if rest.n_takes:
        rest.tiles |= supply
    rest.n_plays = n_bits(rest.hand) + rest.n_takes
    for colour in range(3):
        rest.of_colour[colour] = some_of(rest, r.of_colour[colour])
    rest.road_tiles = 0


cdef inline int colour_of(int kind) noexcept nogil:
    """The colour that a building of section dominion counts."""
    if kind == MILL or kind == BAKERY:
        return YELLOW
    return GREY if kind == STONEMASON or kind == SMITHY else GREEN


cdef inline int workshop_most(const HeirsC* s, const RulesC* r, const RestC* rest, int tile) noexcept nogil:
    """Points of a workshop on the board, at most."""
    cdef int kind = r.kind[tile], one, two, n, m, left
    cdef uint32_t near
    one = GREY if kind == POTTERY else GREEN
    two = GREY if kind == COOPERAGE else YELLOW
    if r.param[tile]:
        near = at_corners(s, s.x[tile], s.y[tile])
    else:
        near = beside(s, s.x[tile], s.y[tile])
    left = atmost(4 - n_bits(near), rest.n_plays)
    n = n_bits(near & r.of_colour[one])
    m = n_bits(near & r.of_colour[two])
    left = atmost((n + m + left) // 2, atmost(n + atmost(rest.of_colour[one], left), m + atmost(rest.of_colour[two],
                                                                                               left)))
    return left * (4 if (s.own[s.player] | rest.tiles) & r.counted[tile] else 3)


cdef inline int grown(const HeirsC* s, const RulesC* r, const RestC* rest, int tile, int points) noexcept nogil:
    """Points that an own building on the board can come to, at most; the other player builds no more."""
    cdef int kind = r.kind[tile], n = rest.n_plays, colour
    if n == 0:
        return points
    if kind == INN:
        return atmost(points + n, 7)
    if kind == MARKET:
        return atmost(points + n, 5)
    if kind == PILGRIMAGE:
        return max(points, rest.road_tiles)
    if MILL <= kind <= COWSHED:
        colour = colour_of(kind)
        if rest.of_colour[colour] == 0:
            return points
        return 1 + n_bits(s.board & r.of_colour[colour] & ~bit(tile)) + rest.of_colour[colour]
    if BAKERY <= kind <= LODGE:
        return points + rest.of_colour[colour_of(kind)]
    if kind == TRADING_POST:
        return points + 3 * some_of(rest, r.counted[tile])
    if kind == FORTRESS:
        return points + some_of(rest, r.of_kind[TOWER] | r.of_kind[FORTRESS])
    if BASKETRY <= kind <= COOPERAGE:
        return max(points, workshop_most(s, r, rest, tile))
    if kind == WATCHTOWER:
        return points + rest.of_colour[r.colour[tile]]
    if kind == GUARDHOUSE:
        return points + 2 * some_of(rest, r.of_kind[WATCHTOWER])
    return points


cdef inline int new_most(const HeirsC* s, const RulesC* r, const RestC* rest, int tile) noexcept nogil:
    """Points of a building that is still to come, at most."""
    cdef int kind = r.kind[tile], others = rest.n_plays - 1, colour
    cdef uint32_t own = s.own[s.player], board = s.board
    if kind == INN:
        return atmost(7, 1 + n_bits(board) + others)
    if kind == MARKET:
        return 5
    if kind == PILGRIMAGE:
        return max(1, rest.road_tiles)
    if kind == KEEP:
        return 2 + 2 * atmost(4, n_bits(s.own[1 - s.player]))
    if MILL <= kind <= COWSHED:
        colour = colour_of(kind)
        return 1 + n_bits(board & r.of_colour[colour]) + atmost(rest.of_colour[colour], others)
    if BAKERY <= kind <= LODGE:
        colour = colour_of(kind)
        return 1 + n_bits(own & r.of_colour[colour]) + atmost(rest.of_colour[colour], others)
    if kind == CAMP:
        return 2
    if kind == TRADING_POST:
        return 3 * (n_bits(own & r.counted[tile]) + atmost(some_of(rest, r.counted[tile]), others))
    if kind == CATHEDRAL:
        return 5
    if kind == FORTRESS:
        return n_bits(own & (r.of_kind[TOWER] | r.of_kind[FORTRESS])) + atmost(
            some_of(rest, r.of_kind[TOWER] | r.of_kind[FORTRESS]), others + 1)
    if BASKETRY <= kind <= COOPERAGE:
        return 2 * (4 if (own | rest.tiles) & r.counted[tile] else 3)
    if kind == WATCHTOWER:
        colour = r.colour[tile]
        return 1 + n_bits(board & r.of_colour[colour]) + atmost(rest.of_colour[colour], others)
    if kind == GUARDHOUSE:
        return 2 + 2 * (n_bits((s.own[0] | s.own[1]) & r.of_kind[WATCHTOWER])
                        + atmost(some_of(rest, r.of_kind[WATCHTOWER]), others))
    return 0


cdef inline void keep_best(int* best, int n, int points) noexcept nogil:
    """Sort points into a short list, the largest first."""
    cdef int i
    for i in range(n):
        if points > best[i]:
            best[i], points = points, best[i]


cdef inline int doubled_most(const HeirsC* s, const int* most, int new, const int* best) noexcept nogil:
    """What units can come to double, at most: each within a step, or summoned anywhere; no three better than the best.

    Parameters
    ----------
    most : points of each building on the board
    new : of the best building to come, 0 if none
    best : of the three best of all
    """
    cdef int i, unit, one, total = 0, n = 0, fixed = 0
    cdef uint32_t near, own = s.own[s.player]
    for i in range(3):
        unit = s.unit[s.player][i]
        if s.moved >> i & 1:
            fixed += most[unit] if unit != NOWHERE and own & bit(unit) else 0
            continue
        one = best[0]
        if unit != NOWHERE:
            near = ((s.row[(s.y[unit] - 1) & 31] | s.row[s.y[unit] & 31] | s.row[(s.y[unit] + 1) & 31])
                    & (s.col[(s.x[unit] - 1) & 31] | s.col[s.x[unit] & 31] | s.col[(s.x[unit] + 1) & 31])) & own
            one = new
            while near:
                one = max(one, most[lowest(near)])
                near &= near - 1
        total += one
        n += 1
    return fixed + atmost(total, best[0] * (n > 0) + best[1] * (n > 1) + best[2] * (n > 2))


cdef inline int destroyed_most(const HeirsC* s, const RulesC* r, const RestC* rest, const ScoreC* score) noexcept nogil:
    """What the other player can lose by sieges (rule 7.2), at most: the buildings, and what others count of them."""
    cdef int other = 1 - s.player, tile, n, new = some_of(rest, r.besieging[s.player]), i, twice, total = 0, side = 0, roads = 3
    cdef int best[12]
    cdef uint32_t towers = s.own[s.player] & r.besieging[s.player], left = s.own[other], targets = 0
    if s.phase != SIEGE and (new == 0 or left == 0 or (towers == 0 and new < 2)):
        return 0
    if s.phase == SIEGE or new > 1:
        targets = left
    else:           # one tower is new, so that another one stands beside each target already
        while towers:
            tile = lowest(towers)
            towers &= towers - 1
            targets |= beside(s, s.x[tile], s.y[tile]) & left
    if targets == 0:
        return 0
    n = atmost(4 * (new + (s.phase == SIEGE)), 12)
    for i in range(12):
        best[i] = 0
    while left:
        tile = lowest(left)
        left &= left - 1
        twice = 2 if s.is_solo or score.doubled & bit(tile) else 1
        if r.kind[tile] == PILGRIMAGE:
            total += twice * score.points[tile]     # its roads may be cut
            roads = 8       # four roads end in it, and it counts for each
        elif targets & bit(tile):
            keep_best(best, n, twice * score.points[tile])
        if r.by_building & bit(tile):
            side += 3 * twice
    n = atmost(n, n_bits(targets))
    for i in range(n):
        total += best[i]
    return total + n * (side + roads * r.road_points[other])


cdef inline int flipped_most(const HeirsC* s, const RulesC* r, const RestC* rest, const ScoreC* score) noexcept nogil:
    """What the other player can lose by flipped camps (rule 7.1), at most: roads that they joined, keeps beside them."""
    cdef int other = 1 - s.player, tile, total = 0
    cdef int n = n_bits(s.own[s.player] & r.flippable[s.player]) + some_of(rest, r.flippable[s.player])
    cdef uint32_t left = s.own[other] & (r.of_kind[PILGRIMAGE] | r.of_kind[KEEP])
    if n == 0:
        return 0
    while left:
        tile = lowest(left)
        left &= left - 1
        if r.kind[tile] == PILGRIMAGE:
            total += score.points[tile] << (s.is_solo or score.doubled >> tile & 1)
        else:
            total += atmost(n, 4) * 2 << (s.is_solo or score.doubled >> tile & 1)
    return total + n * LONE * r.road_points[other]


cdef inline int margin_most(const HeirsC* s, const RulesC* r) noexcept nogil:
    """The most by which who acts can still win, on the game's last turn."""
    cdef ScoreC score
    cdef RestC rest
    cdef int most[N_TILES + 4]
    cdef int best[3]
    cdef int news[MOST_PLAYS]
    cdef int tile, me = s.player, i, total, new = 0
    cdef uint32_t left
    see_rest(s, r, &rest)
    if rest.n_plays > MOST_PLAYS or r.road_points[0] != r.road_points[1]:
        return NO_CEILING
    score_all(s, r, &score)
    total = score.total[me] - score.total[1 - me]
    best[0] = best[1] = best[2] = 0
    if rest.n_plays:
        for i in range(4):
            rest.road_tiles |= <int> (r.end_mask[0][i] | r.end_mask[1][i])
        rest.road_tiles = n_bits(<uint32_t> rest.road_tiles & (s.own[0] | s.own[1])) + atmost(
            n_bits(<uint32_t> rest.road_tiles & rest.tiles), rest.n_plays)
        for i in range(rest.n_plays):
            news[i] = 0
        left = rest.tiles & r.buildable[me]
        while left:
            tile = lowest(left)
            left &= left - 1
            i = new_most(s, r, &rest, tile)
            new = max(new, i)
            keep_best(best, 3, i)
            keep_best(news, rest.n_plays, i + 2 * n_bits(r.ends[me][tile]) * r.road_points[me])
        for i in range(rest.n_plays):
            total += news[i]
        if s.is_solo:
            total += TREASURE * s.n_laid
    left = s.own[me]
    while left:
        tile = lowest(left)
        left &= left - 1
        most[tile] = grown(s, r, &rest, tile, score.points[tile])
        total += most[tile] - score.points[tile]
        if score.doubled & bit(tile):
            total -= score.points[tile]
        keep_best(best, 3, most[tile])
    total += doubled_most(s, most, new, best)
    return total + destroyed_most(s, r, &rest, &score) + flipped_most(s, r, &rest, &score)
