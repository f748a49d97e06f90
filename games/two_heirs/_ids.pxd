"""Ids of actions, and listing them.

An action's id says the same in every world: a tile by its number in the sets in play, a cell by its place in a square
of 53 x 53 around the start tile, which 27 connected tiles never leave.
"""
from libc.stdint cimport int32_t, uint32_t

from kingmaker.games.core._bits cimport bit, lowest
from kingmaker.games.two_heirs._legal cimport (
    BUILD, DESTROY, DROP, END, EXTEND, FLIP, SPARE, STEP, SUMMON, TAKE, WITHDRAW, ChoiceC, OptionsC, count_options,
    lacking, nth_supplied, sources, summoned, supplied)
from kingmaker.games.two_heirs._struct cimport MAIN, NOWHERE, SIEGE, HeirsC, RulesC, tile_at

cdef enum:
    FAR = 26                # cells lie in [-FAR, FAR] both ways
    SPAN = 53
    N_CELLS = 2809          # SPAN * SPAN
    DO_TAKE = 0             # + tile
    DO_END = 27
    DO_SPARE = 28
    DO_DISCARD = 29         # + tile
    DO_CAMP = 56            # + cell
    DO_DESTROY = 2865       # + cell
    DO_WITHDRAW = 5674      # + cell
    DO_SUMMON = 8483        # + cell
    DO_MOVE = 11292         # + 9 * cell + place of the goal in the pattern around it
    DO_BUILD = 36573        # + tile * N_CELLS + cell
    DO_EXTEND = 112416      # the same
    N_ACTIONS = 188259
    MOST_LEGAL = 1348   # 26 tiles built or laid on 24 cells, 24 steps, 24 goals, 26 camps or 3 takes, 2 withdraws, end


cdef inline int32_t cell_id(int x, int y) noexcept nogil:
    """A cell's number; ascending as the places of a pattern are."""
    return (y + FAR) * SPAN + x + FAR


cdef inline int32_t cell_of(const HeirsC* s, int tile) noexcept nogil:
    """The number of the cell on which a tile lies."""
    return cell_id(s.x[tile], s.y[tile])


cdef inline int tile_on(const HeirsC* s, int cell) noexcept nogil:
    """The tile on a cell given by its number."""
    return lowest(tile_at(s, cell % SPAN - FAR, cell // SPAN - FAR))


cdef inline int32_t encode(const HeirsC* s, const ChoiceC* c) noexcept nogil:
    """The id of a choice."""
    cdef int origin
    if c.kind == BUILD:
        return DO_BUILD + c.tile * N_CELLS + cell_id(c.x, c.y)
    if c.kind == EXTEND:
        return DO_EXTEND + c.tile * N_CELLS + cell_id(c.x, c.y)
    if c.kind == TAKE:
        return DO_TAKE + supplied(s, c.tile)
    if c.kind == STEP:
        origin = s.unit[s.player][c.unit]
        return (DO_MOVE + 9 * cell_of(s, origin) + 4 + 3 * (s.y[c.tile] - s.y[origin]) + s.x[c.tile] - s.x[origin])
    if c.kind == SUMMON:
        return DO_SUMMON + cell_of(s, c.tile)
    if c.kind == WITHDRAW:
        return DO_WITHDRAW + cell_of(s, s.unit[s.player][c.unit])
    if c.kind == FLIP:
        return DO_CAMP + cell_of(s, c.tile)
    if c.kind == DESTROY:
        return DO_DESTROY + cell_of(s, c.tile)
    if c.kind == DROP:
        return DO_DISCARD + c.tile
    return DO_END if c.kind == END else DO_SPARE


cdef inline int unit_on(const HeirsC* s, int tile) noexcept nogil:
    """Which unit of whose turn it is stands on a tile."""
    return 0 if s.unit[s.player][0] == tile else 1 if s.unit[s.player][1] == tile else 2


cdef inline void decode_step(const HeirsC* s, int32_t action, ChoiceC* c) noexcept nogil:
    """A move of a unit on the board."""
    cdef int32_t cell = action // 9, place = action % 9
    cdef int i = 0, origin = s.unit[s.player][0]
    while i < 2 and (origin == NOWHERE or cell_of(s, origin) != cell):
        i += 1
        origin = s.unit[s.player][i]
    c.kind = STEP
    c.unit = i
    c.tile = lowest(tile_at(s, s.x[origin] + place % 3 - 1, s.y[origin] + place // 3 - 1))


cdef inline void decode_low(const HeirsC* s, int32_t action, ChoiceC* c) noexcept nogil:
    """All that neither plays a tile nor moves a unit from tile to tile."""
    if action >= DO_SUMMON:
        c.kind = SUMMON
        c.unit = summoned(s)
        c.tile = tile_on(s, action - DO_SUMMON)
    elif action >= DO_WITHDRAW:
        c.kind = WITHDRAW
        c.unit = unit_on(s, tile_on(s, action - DO_WITHDRAW))
    elif action >= DO_DESTROY:
        c.kind = DESTROY
        c.tile = tile_on(s, action - DO_DESTROY)
    elif action >= DO_CAMP:
        c.kind = FLIP
        c.tile = tile_on(s, action - DO_CAMP)
    elif action >= DO_DISCARD:
        c.kind = DROP
        c.tile = action - DO_DISCARD
    elif action >= DO_END:
        c.kind = END if action == DO_END else SPARE
    else:
        c.kind = TAKE
        c.tile = 0
        while supplied(s, c.tile) != action:
            c.tile += 1


cdef inline void decode_place(const HeirsC* s, int32_t action, ChoiceC* c) noexcept nogil:
    """The choice that a legal action's id means, but for what a building lacks."""
    cdef int cell
    if action < DO_MOVE:
        decode_low(s, action, c)
        return
    if action < DO_BUILD:
        decode_step(s, action - DO_MOVE, c)
        return
    c.kind = BUILD if action < DO_EXTEND else EXTEND
    cell = action - (DO_BUILD if action < DO_EXTEND else DO_EXTEND)
    c.tile = cell // N_CELLS
    cell -= c.tile * N_CELLS
    c.x = cell % SPAN - FAR
    c.y = cell // SPAN - FAR
    c.lack = 0


cdef inline void decode(const HeirsC* s, const RulesC* r, int32_t action, ChoiceC* c) noexcept nogil:
    """The choice that a legal action's id means."""
    decode_place(s, action, c)
    if c.kind == BUILD:
        c.lack = lacking(r.cost[c.tile], sources(s, r, s.player))


# -- listing -----------------------------------------------------------------------------------------------------


cdef inline void sort_ids(int32_t* ids, int n) noexcept nogil:
    """Ascending; few, and mostly in order."""
    cdef int i, j
    cdef int32_t item
    for i in range(1, n):
        item = ids[i]
        j = i
        while j > 0 and ids[j - 1] > item:
            ids[j] = ids[j - 1]
            j -= 1
        ids[j] = item


cdef inline int list_places(const HeirsC* s, const int* patterns, int32_t first, int32_t* out) noexcept nogil:
    """The cells in the patterns around the three units, ascending, from an id on."""
    cdef int i, n = 0, unit, place, n_patterns = 0
    cdef uint32_t pattern
    cdef int32_t base
    for i in range(3):
        pattern = <uint32_t> patterns[i]
        n_patterns += pattern != 0
        unit = s.unit[s.player][i]
        base = first + cell_of(s, unit) - SPAN - 1
        while pattern:
            place = lowest(pattern)
            pattern &= pattern - 1
            out[n] = base + place // 3 * SPAN + place % 3
            n += 1
    if n_patterns > 1:      # each is in order
        sort_ids(out, n)
    return n


cdef inline int list_cells(const HeirsC* s, uint32_t tiles, int32_t first, int32_t* out) noexcept nogil:
    """The cells on which some tiles lie, ascending, from an id on."""
    cdef int n = 0
    while tiles:
        out[n] = first + cell_of(s, lowest(tiles))
        tiles &= tiles - 1
        n += 1
    sort_ids(out, n)
    return n


cdef inline int list_steps(const HeirsC* s, const OptionsC* o, int32_t* out) noexcept nogil:
    """Moves of units from tile to tile, ascending: unit after unit by where they stand."""
    cdef int32_t origins[3]
    cdef int i, n = 0, n_origins = 0
    cdef uint32_t pattern
    for i in range(3):      # the number of the unit goes along in the lowest bits
        if o.steps[i]:
            origins[n_origins] = cell_of(s, s.unit[s.player][i]) << 2 | i
            n_origins += 1
    sort_ids(origins, n_origins)
    for i in range(n_origins):
        pattern = <uint32_t> o.steps[origins[i] & 3]
        while pattern:
            out[n] = DO_MOVE + 9 * (origins[i] >> 2) + lowest(pattern)
            pattern &= pattern - 1
            n += 1
    return n


cdef inline int list_plays(uint32_t tiles, const int32_t* cells, int n_cells, int32_t first,
                           int32_t* out) noexcept nogil:
    """Each of some tiles on each of some cells."""
    cdef int i, n = 0
    cdef int32_t base
    while tiles:
        base = first + lowest(tiles) * <int32_t> N_CELLS
        tiles &= tiles - 1
        for i in range(n_cells):
            out[n + i] = base + cells[i]
        n += n_cells
    return n


cdef inline int list_main(const HeirsC* s, const RulesC* r, int32_t* out) noexcept nogil:
    """The legal actions of phase MAIN, ascending."""
    cdef OptionsC o
    cdef int32_t cells[24]
    cdef uint32_t staying
    cdef int i, n
    count_options(s, r, &o)
    for i in range(o.n_takes):
        out[i] = DO_TAKE + supplied(s, nth_supplied(s, i))
    n = o.n_takes
    sort_ids(out, n)
    if o.can_end:
        out[n] = DO_END
        n += 1
    n += list_cells(s, o.camps, DO_CAMP, out + n)
    staying = 0
    for i in range(1, 3):
        if s.unit[s.player][i] != NOWHERE and not s.moved >> i & 1:
            staying |= bit(s.unit[s.player][i])
    n += list_cells(s, staying, DO_WITHDRAW, out + n)
    if o.n_goals:
        n += list_places(s, o.goals, DO_SUMMON, out + n)
    n += list_steps(s, &o, out + n)
    if o.n_plays:
        list_places(s, o.cells, 0, cells)
        n += list_plays(o.payable, cells, o.n_cells, DO_BUILD, out + n)
        n += list_plays(s.hand[s.player], cells, o.n_cells, DO_EXTEND, out + n)
    return n


cdef inline int list_legal(const HeirsC* s, const RulesC* r, int32_t* out) noexcept nogil:
    """The legal actions, ascending; returns how many."""
    cdef int n = 0
    cdef uint32_t hand
    if s.phase == MAIN:
        return list_main(s, r, out)
    if s.phase == SIEGE:
        out[0] = DO_SPARE
        return 1 + list_cells(s, s.targets, DO_DESTROY, out + 1)
    hand = s.hand[s.player]
    while hand:
        out[n] = DO_DISCARD + lowest(hand)
        hand &= hand - 1
        n += 1
    return n
