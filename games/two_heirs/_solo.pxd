"""Henry's turn and his treasures: section 9 of the rules."""
from libc.stdint cimport int8_t, int32_t, uint16_t, uint32_t

from kingmaker.games.core._bits cimport bit, lowest
from kingmaker.games.two_heirs._struct cimport (
    HORIZONTAL, NOWHERE, POSITION, VERTICAL, WHITE, HeirsC, RulesC, lay_tile, stand_off, stand_on, tile_at)


cdef inline bint is_met(const HeirsC* s, const RulesC* r, int tile, int token) noexcept nogil:
    """Rule 9.5: whether the condition of a treasure on a tile holds."""
    cdef int x = s.x[tile], y = s.y[tile]
    cdef uint32_t first = r.of_colour[r.token_colour[token][0]], second = r.of_colour[r.token_colour[token][1]], line
    if r.token_kind[token] == POSITION:
        return ((tile_at(s, x + r.token_dx[token][0], y + r.token_dy[token][0]) & first) != 0
                and (tile_at(s, x + r.token_dx[token][1], y + r.token_dy[token][1]) & second) != 0)
    line = (s.col[x & 31] if r.token_kind[token] == VERTICAL else s.row[y & 31]) & ~bit(tile)
    first &= line
    second &= line
    line = first | second
    return first != 0 and second != 0 and (line & (line - 1)) != 0     # two different tiles


cdef inline bint concerns(const HeirsC* s, const RulesC* r, int i, int x, int y) noexcept nogil:
    """Whether a new tile on a cell may be what the i-th treasure on the board waits for."""
    cdef int dx = s.x[s.laid_on[i]] - x, dy = s.y[s.laid_on[i]] - y
    if r.token_kind[s.laid[i]] == VERTICAL:
        return dx == 0
    if r.token_kind[s.laid[i]] == HORIZONTAL:
        return dy == 0
    return -1 <= dx <= 1 and -1 <= dy <= 1


cdef inline bint wants(const HeirsC* s, const RulesC* r, int i, int tile) noexcept nogil:
    """Whether the i-th treasure on the board waits for tiles of this one's colour."""
    return r.token_wants[s.laid[i]] >> r.colour[tile] & 1


cdef inline void meet_treasures(HeirsC* s, const RulesC* r, int tile) noexcept nogil:
    """Treasures whose condition a new tile fulfils leave the game; the others keep their order."""
    cdef int i, n = 0, x = s.x[tile], y = s.y[tile]
    for i in range(s.n_laid):
        if wants(s, r, i, tile) and concerns(s, r, i, x, y) and is_met(s, r, s.laid_on[i], s.laid[i]):
            s.gone |= <uint16_t> (1 << s.laid[i])
        else:
            s.laid_on[n] = s.laid_on[i]
            s.laid[n] = s.laid[i]
            n += 1
    for i in range(n, s.n_laid):    # equal states, equal bytes
        s.laid_on[i] = s.laid[i] = 0
    s.n_laid = <int8_t> n


cdef inline int step_x(int direction) noexcept nogil:
    """East of the eight directions clockwise from north."""
    return (1 if 1 <= direction <= 3 else 0) - (1 if direction >= 5 else 0)


cdef inline int step_y(int direction) noexcept nogil:
    """North of the eight directions clockwise from north."""
    return (1 if direction <= 1 or direction == 7 else 0) - (1 if 3 <= direction <= 5 else 0)


cdef inline int henry_choice(const HeirsC* s, const RulesC* r) noexcept nogil:
    """Rule 9.3: which of the six positions Henry takes from; the supply is not empty."""
    cdef int i, tile, first = -1, wanted = r.colour[s.stack[s.n_stack - 1]] if s.n_stack else -1
    for i in range(6):
        tile = <int> (s.supply >> (8 * i)) & 0xFF
        if tile == NOWHERE:
            continue
        if r.colour[tile] == wanted:
            return i
        if first < 0:
            first = i
    return first


cdef inline int henry_direction(const HeirsC* s, const RulesC* r, int tile) noexcept nogil:
    """Rule 9.4: where from your last building Henry builds a tile; -1 nowhere."""
    cdef uint32_t empty = r.directions[s.near[s.start if s.last == NOWHERE else s.last]], blocked = 0, joined
    if s.last != NOWHERE and s.own[0] & bit(s.last):    # as open terrain it has no roads
        blocked = empty & r.sides[r.ends[0][s.last]]
    joined = blocked & r.faced[r.ends[1][tile]]
    if joined:                                          # (a)
        return lowest(joined)
    if blocked:                                         # (b)
        return lowest(blocked)
    return lowest(empty) if empty else -1               # (c), (d)


cdef inline int henry_build(HeirsC* s, const RulesC* r, int tile) noexcept nogil:
    """Rules 9.4 to 9.6: build, treasure, unit; returns the token that was turned up, -1 none."""
    cdef int direction = henry_direction(s, r, tile), anchor = s.start if s.last == NOWHERE else s.last, token = -1
    cdef int colour = r.colour[tile], x, y
    if direction < 0:       # (d)
        return -1
    x = s.x[anchor] + step_x(direction)
    y = s.y[anchor] + step_y(direction)
    lay_tile(s, tile, x, y)
    s.own[WHITE] |= bit(tile)
    meet_treasures(s, r, tile)
    if s.n_pile:
        s.n_pile -= 1
        token = s.pile[s.n_pile]
        s.pile[s.n_pile] = 0
        if is_met(s, r, tile, token):
            s.gone |= <uint16_t> (1 << token)
        else:
            s.laid_on[s.n_laid] = <int8_t> tile
            s.laid[s.n_laid] = <int8_t> token
            s.n_laid += 1
    if s.henry[colour] != NOWHERE:
        stand_off(s, s.henry[colour])
    s.henry[colour] = <int8_t> tile
    stand_on(s, tile)
    return token
