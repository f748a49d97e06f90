"""What may be done, and doing it: sections 3 to 6 and 7.1, 7.2 of the rules.

An action's id says the same in every world: tile by its number in the sets in play, cell by its place in a square of 53 x 53
around the start tile, which 27 connected tiles never leave.
"""
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint32_t, uint64_t

from games._rng cimport rng_below, rng_t
from games.two_heirs._bits cimport bit, lowest, n_bits, nth_bit
from games.two_heirs._solo cimport henry_build, henry_choice, meet_treasures
from games.two_heirs._struct cimport (
    BLUE, CAMP, DISCARD, HAND_LIMIT, MAIN, N_TILES, NOT_YET, NOWHERE, OVER, SIEGE, TOWER, VIEW_HANDS, WHITE, HeirsC, RulesC, beside,
    free_around, lay_tile, stand_off, stand_on, tile_at)

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
    MOST_LEGAL = 1348       # see README.md

cdef enum:                  # kinds of choices
    TAKE = 0
    END = 1
    SPARE = 2
    DROP = 3
    FLIP = 4
    DESTROY = 5
    WITHDRAW = 6
    SUMMON = 7
    STEP = 8
    BUILD = 9
    EXTEND = 10


cdef struct ChoiceC:
    int kind
    int tile        # what is taken, played, dropped, flipped, destroyed, or stepped on
    int unit
    int x           # where a tile goes
    int y
    int lack        # BUILD: discounts that it uses up


cdef struct OptionsC:           # what whose turn it is may do, in numbers
    int n_cells     # to play a tile on
    int n_plays     # tiles to build and to extend with, each counted
    int n_steps     # of units on the board to other tiles
    int n_goals     # to summon to
    int n_takes
    int cells[3]    # patterns around each unit, no cell twice
    int steps[3]    # patterns around each unit that has not moved
    int goals[3]    # patterns around each unit, no tile twice; empty if nobody can be summoned
    uint32_t payable
    uint32_t camps
    int n_withdraws
    bint can_end


# -- counting ----------------------------------------------------------------------------------------------------


cdef inline int reach_of(const HeirsC* s, int player) noexcept nogil:
    """Rule 3.1."""
    return 1 + (s.unit[player][1] == NOWHERE) + (s.unit[player][2] == NOWHERE)


cdef inline int supplied(const HeirsC* s, int place) noexcept nogil:
    """The tile on one of the six positions clockwise from the shield, or NOWHERE."""
    return <int> (s.supply >> (8 * place)) & 0xFF


cdef inline int nth_supplied(const HeirsC* s, int n) noexcept nogil:
    """The position of the n-th tile from the shield; empty positions do not count."""
    cdef int place = 0
    if s.n_supply == 6:
        return n
    while True:
        if supplied(s, place) != NOWHERE:
            if n == 0:
                return place
            n -= 1
        place += 1


cdef inline uint32_t sources(const HeirsC* s, const RulesC* r, int player) noexcept nogil:
    """Rule 4.1: the resources a player has access to, packed."""
    cdef uint32_t total = (s.made[player] + r.gives[s.unit[player][0]] + r.gives[s.unit[player][1]]
                           + r.gives[s.unit[player][2]])
    cdef int place = 0, left = reach_of(s, player)
    if s.n_supply == 6:
        total += r.gives[supplied(s, 0)]
        if left > 1:
            total += r.gives[supplied(s, 1)]
        if left > 2:
            total += r.gives[supplied(s, 2)]
        return total
    while place < 6 and left > 0:
        left -= supplied(s, place) != NOWHERE
        total += r.gives[supplied(s, place)]
        place += 1
    return total


cdef inline int lacking(uint32_t cost, uint32_t access) noexcept nogil:
    """How many resources are missing for a cost. Each byte of both is below 128."""
    cdef uint32_t rest = (cost | <uint32_t> 0x808080) - access, high = rest & <uint32_t> 0x808080
    rest &= high - (high >> 7)
    return <int> ((rest * <uint32_t> 0x010101) >> 16) & 0xFF


cdef inline void count_cells(const HeirsC* s, const RulesC* r, OptionsC* o, int player, bint summons) noexcept nogil:
    """The empty cells around a player's units, and the tiles around them to summon to, each once."""
    cdef int i, j, unit, other, dx, dy, keep
    o.n_cells = o.n_goals = 0
    for i in range(3):
        unit = s.unit[player][i]
        if unit == NOWHERE:
            o.cells[i] = o.goals[i] = 0
            continue
        keep = 0x1FF
        for j in range(i):
            other = s.unit[player][j]
            if other == NOWHERE:
                continue
            dx = s.x[other] - s.x[unit] + 2
            dy = s.y[other] - s.y[unit] + 2
            if 0 <= dx < 5 and 0 <= dy < 5:
                keep &= ~<int> r.overlap[5 * dy + dx]
        o.cells[i] = s.near[unit] & keep
        o.n_cells += r.pop[o.cells[i]]
        if summons:
            o.goals[i] = free_around(s, unit) & keep
            o.n_goals += r.pop[o.goals[i]]
        else:
            o.goals[i] = 0


cdef inline void count_steps(const HeirsC* s, const RulesC* r, OptionsC* o, int player) noexcept nogil:
    """Rules 5.1 and 5.3, for each unit that has not moved."""
    cdef int i
    o.n_steps = o.n_withdraws = 0
    for i in range(3):
        if s.unit[player][i] == NOWHERE or s.moved >> i & 1:
            o.steps[i] = 0
            continue
        o.steps[i] = free_around(s, s.unit[player][i])
        o.n_steps += r.pop[o.steps[i]]
        o.n_withdraws += i > 0


cdef inline void count_options(const HeirsC* s, const RulesC* r, OptionsC* o) noexcept nogil:
    """All that is legal in phase MAIN."""
    cdef int player = s.player, tile
    cdef uint32_t hand = s.hand[player], access
    cdef bint summons = ((s.unit[player][1] == NOWHERE and not s.moved & 2)
                         or (s.unit[player][2] == NOWHERE and not s.moved & 4))
    o.n_takes = 0
    o.camps = 0
    if s.taken:
        o.camps = s.own[player] & r.of_kind[CAMP]
    else:
        o.n_takes = reach_of(s, player)
        if o.n_takes > s.n_supply:
            o.n_takes = s.n_supply
    o.can_end = s.taken or s.n_supply == 0
    count_steps(s, r, o, player)
    o.payable = 0
    o.n_plays = 0
    if hand == 0 and not summons:
        o.n_cells = o.n_goals = 0
        return
    count_cells(s, r, o, player, summons)
    if hand == 0:
        return
    access = sources(s, r, player)
    while hand:
        tile = lowest(hand)
        hand &= hand - 1
        o.n_plays += 1
        if lacking(r.cost[tile], access) <= s.discounts:
            o.payable |= bit(tile)
            o.n_plays += 1


# -- choosing ----------------------------------------------------------------------------------------------------


cdef inline void pick_play(const HeirsC* s, const RulesC* r, const OptionsC* o, int k, ChoiceC* c) noexcept nogil:
    """The k-th play of a tile: payable ones built first, then all extended."""
    cdef int nth = k // o.n_cells, i = 0, place, n_payable = n_bits(o.payable), unit
    k -= nth * o.n_cells
    if nth < n_payable:
        c.kind = BUILD
        c.tile = nth_bit(o.payable, nth)
        c.lack = lacking(r.cost[c.tile], sources(s, r, s.player))
    else:
        c.kind = EXTEND
        c.tile = nth_bit(s.hand[s.player], nth - n_payable)
    while k >= r.pop[o.cells[i]]:
        k -= r.pop[o.cells[i]]
        i += 1
    place = nth_bit(<uint32_t> o.cells[i], k)
    unit = s.unit[s.player][i]
    c.x = s.x[unit] + place % 3 - 1
    c.y = s.y[unit] + place // 3 - 1


cdef inline void pick_tile(const HeirsC* s, const RulesC* r, const int* patterns, int k, ChoiceC* c) noexcept nogil:
    """The tile at the k-th place in the patterns around the three units, and which unit's pattern it was in."""
    cdef int i = 0, place, unit
    while k >= r.pop[patterns[i]]:
        k -= r.pop[patterns[i]]
        i += 1
    place = nth_bit(<uint32_t> patterns[i], k)
    unit = s.unit[s.player][i]
    c.unit = i
    c.tile = lowest(tile_at(s, s.x[unit] + place % 3 - 1, s.y[unit] + place // 3 - 1))


cdef inline int summoned(const HeirsC* s) noexcept nogil:
    """Which unit is summoned: of two in the supply that have not moved, the first."""
    return 1 if s.unit[s.player][1] == NOWHERE and not s.moved & 2 else 2


cdef inline void pick_main(const HeirsC* s, const RulesC* r, rng_t* rng, ChoiceC* c) noexcept nogil:
    """A uniformly random choice in phase MAIN, without listing them."""
    cdef OptionsC o
    cdef int k, n_plays
    count_options(s, r, &o)
    n_plays = o.n_plays * o.n_cells
    k = n_plays + o.n_steps + o.n_goals + o.n_takes + o.n_withdraws + n_bits(o.camps) + o.can_end
    k = <int> rng_below(rng, <uint32_t> k)
    if k < n_plays:
        pick_play(s, r, &o, k, c)
        return
    k -= n_plays
    if k < o.n_takes:
        c.kind = TAKE
        c.tile = nth_supplied(s, k)
        return
    k -= o.n_takes
    if k < o.n_steps:
        c.kind = STEP
        pick_tile(s, r, o.steps, k, c)
        return
    k -= o.n_steps
    if k < o.n_goals:
        c.kind = SUMMON
        pick_tile(s, r, o.goals, k, c)
        c.unit = summoned(s)
        return
    k -= o.n_goals
    if k < o.n_withdraws:
        c.kind = WITHDRAW
        c.unit = 2 if k == 1 or s.unit[s.player][1] == NOWHERE or s.moved & 2 else 1
        return
    k -= o.n_withdraws
    if k < <int> o.can_end:
        c.kind = END
        return
    c.kind = FLIP
    c.tile = nth_bit(o.camps, k - o.can_end)


cdef inline void pick(const HeirsC* s, const RulesC* r, rng_t* rng, ChoiceC* c) noexcept nogil:
    """A uniformly random legal choice."""
    cdef int k, n
    if s.phase == MAIN:
        pick_main(s, r, rng, c)
    elif s.phase == SIEGE:
        n = n_bits(s.targets)
        k = <int> rng_below(rng, <uint32_t> (n + 1))
        c.kind = SPARE
        if k < n:
            c.kind = DESTROY
            c.tile = nth_bit(s.targets, k)
    else:
        c.kind = DROP
        c.tile = nth_bit(s.hand[s.player], <int> rng_below(rng, <uint32_t> n_bits(s.hand[s.player])))


# -- doing -------------------------------------------------------------------------------------------------------


cdef inline void note_turned_up(HeirsC* s, const RulesC* r, int refill, int token) noexcept nogil:
    """Remember what chance showed: the refill, the new top's colour, Henry's treasure."""
    cdef int top = 1 + r.colour[s.stack[s.n_stack - 1]] if s.n_stack else 0
    s.outcome = <int16_t> (((refill + 1) * 4 + top) * 11 + token + 1)    # a refill of -1 and no token: 0


cdef inline int take_from(HeirsC* s, int place) noexcept nogil:
    """Rule 3.2: shield and refill; returns the tile that refills, -1 none."""
    cdef uint64_t low = (<uint64_t> 1 << (8 * place)) - 1
    cdef int refill = -1, filling = NOWHERE
    if s.n_stack:
        s.n_stack -= 1
        refill = filling = s.stack[s.n_stack]
        s.stack[s.n_stack] = 0
        s.is_blind = 0
        if s.n_stack == 0:
            s.turns_after = 2
    else:
        s.n_supply -= 1
    s.supply = (((s.supply >> (8 * place)) >> 8) | (<uint64_t> filling << (8 * (5 - place)))
                | (s.supply & low) << (8 * (6 - place)))
    return refill


cdef inline void order_regulars(HeirsC* s, int player) noexcept nogil:
    """Keep the two regular units in one order, so that which is which never matters."""
    cdef int8_t first = s.unit[player][1], second = s.unit[player][2]
    cdef int one = s.moved & 2, two = s.moved & 4
    if first > second or (first == second and one > 0 and two == 0):
        s.unit[player][1] = second
        s.unit[player][2] = first
        s.moved = <uint8_t> ((s.moved & 1) | one << 1 | two >> 1)


cdef inline void move_unit(HeirsC* s, int i, int goal) noexcept nogil:
    """Rules 5.1 to 5.4; a goal of NOWHERE is the supply."""
    cdef int player = s.player, origin = s.unit[player][i]
    if origin != NOWHERE and (origin != s.unit[1 - player][0]):     # both elites begin on the start tile
        stand_off(s, origin)
    if goal != NOWHERE:
        stand_on(s, goal)
    s.unit[player][i] = <int8_t> goal
    s.moved |= <uint8_t> (1 << i)
    if i:
        order_regulars(s, player)


cdef inline uint32_t besieged(const HeirsC* s, const RulesC* r, int tower) noexcept nogil:
    """Rule 7.2: opponent's buildings beside this tower and beside another of the builder's towers."""
    cdef uint32_t near = beside(s, s.x[tower], s.y[tower]) & s.own[1 - s.player], targets = 0
    cdef uint32_t others = s.own[s.player] & r.of_kind[TOWER] & ~bit(tower)
    cdef int tile
    if others == 0:
        return 0
    while near:
        tile = lowest(near)
        near &= near - 1
        if beside(s, s.x[tile], s.y[tile]) & others:
            targets |= bit(tile)
    return targets


cdef inline void forget_doubt(HeirsC* s, uint32_t shown) noexcept nogil:
    """A tile that is played or dropped is known from then on."""
    s.vague[0] &= ~shown
    s.vague[1] &= ~shown
    s.tinted[0] &= ~shown
    s.tinted[1] &= ~shown
    if not (s.vague[0] | s.vague[1] | s.tinted[0] | s.tinted[1] | s.lost_vague | s.lost_tinted):
        s.is_view &= ~VIEW_HANDS


cdef inline void play_tile(HeirsC* s, const RulesC* r, const ChoiceC* c) noexcept nogil:
    """Rules 4.1 and 4.2."""
    cdef int player = s.player
    s.hand[player] &= ~bit(c.tile)
    lay_tile(s, c.tile, c.x, c.y)
    if c.kind == BUILD:
        s.own[player] |= bit(c.tile)
        s.made[player] += r.makes[c.tile]
        s.discounts -= <int8_t> c.lack
        s.last = <int8_t> c.tile
        if r.kind[c.tile] == TOWER:
            s.targets = besieged(s, r, c.tile)
            if s.targets:
                s.phase = SIEGE
    else:
        s.discounts += 1
    if s.is_view:
        forget_doubt(s, bit(c.tile))
    if s.n_laid:
        meet_treasures(s, r)


cdef inline void flip(HeirsC* s, const RulesC* r, int tile) noexcept nogil:
    """A building becomes open terrain."""
    cdef int owner = 0 if s.own[0] & bit(tile) else 1
    s.own[owner] &= ~bit(tile)
    s.made[owner] -= r.makes[tile]


cdef inline bint is_last_turn(HeirsC* s) noexcept nogil:
    """Close a turn: whether the game is over; else one turn less is left."""
    s.discounts = 0
    s.moved = 0
    s.taken = 0
    s.phase = MAIN
    if s.turns_after == 0:
        s.phase = OVER
        return True
    if s.turns_after > 0:
        s.turns_after -= 1
    return False


cdef inline void henry_turn(HeirsC* s, const RulesC* r) noexcept nogil:
    """Section 9: Henry's whole turn."""
    cdef int place, tile, refill = -1, token = -1
    s.player = WHITE
    if s.n_supply:
        place = henry_choice(s, r)
        tile = supplied(s, place)
        refill = take_from(s, place)
        token = henry_build(s, r, tile)
    note_turned_up(s, r, refill, token)
    if not is_last_turn(s):
        s.player = BLUE


cdef inline void end_turn(HeirsC* s, const RulesC* r) noexcept nogil:
    """Section 6: the next turn, or the end."""
    if is_last_turn(s):
        return
    if s.is_solo:
        henry_turn(s, r)
        return
    s.player = 1 - s.player


cdef inline void do_choice(HeirsC* s, const RulesC* r, const ChoiceC* c) noexcept nogil:
    """Make a legal choice."""
    cdef int tile
    s.outcome = 0
    if c.kind == BUILD or c.kind == EXTEND:
        play_tile(s, r, c)
    elif c.kind == STEP or c.kind == SUMMON:
        move_unit(s, c.unit, c.tile)
    elif c.kind == TAKE:        # here `tile` is a position of the supply
        tile = supplied(s, c.tile)
        s.hand[s.player] |= bit(tile)
        s.taken = 1
        note_turned_up(s, r, take_from(s, c.tile), -1)
    elif c.kind == END:
        if n_bits(s.hand[s.player]) > HAND_LIMIT:
            s.phase = DISCARD
        else:
            end_turn(s, r)
    elif c.kind == WITHDRAW:
        move_unit(s, c.unit, NOWHERE)
    elif c.kind == FLIP:
        flip(s, r, c.tile)
        s.taken = 0
    elif c.kind == DROP:
        s.hand[s.player] &= ~bit(c.tile)
        if s.is_view:
            forget_doubt(s, bit(c.tile))
        if n_bits(s.hand[s.player]) == HAND_LIMIT:
            end_turn(s, r)
    else:
        if c.kind == DESTROY:
            flip(s, r, c.tile)
            s.targets &= ~bit(c.tile)
        else:
            s.targets = 0
        if s.targets == 0:
            s.phase = MAIN


# -- ids ---------------------------------------------------------------------------------------------------------


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
    cdef int cell = action // 9, place = action % 9, origin = tile_on(s, cell)
    c.kind = STEP
    c.unit = unit_on(s, origin)
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


cdef inline void decode(const HeirsC* s, const RulesC* r, int32_t action, ChoiceC* c) noexcept nogil:
    """The choice that a legal action's id means."""
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
    c.lack = lacking(r.cost[c.tile], sources(s, r, s.player)) if c.kind == BUILD else 0


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
    cdef int i, n = 0, unit
    cdef uint32_t pattern
    cdef int32_t base
    for i in range(3):
        pattern = <uint32_t> patterns[i]
        unit = s.unit[s.player][i]
        base = first + cell_of(s, unit) - SPAN - 1
        while pattern:
            out[n] = base + <int32_t> (lowest(pattern) // 3 * SPAN + lowest(pattern) % 3)
            pattern &= pattern - 1
            n += 1
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
    """Moves of units from tile to tile."""
    cdef int i, n = 0
    cdef uint32_t pattern
    for i in range(3):
        pattern = <uint32_t> o.steps[i]
        while pattern:
            out[n] = DO_MOVE + 9 * cell_of(s, s.unit[s.player][i]) + lowest(pattern)
            pattern &= pattern - 1
            n += 1
    sort_ids(out, n)
    return n


cdef inline int list_plays(uint32_t tiles, const int32_t* cells, int n_cells, int32_t first, int32_t* out) noexcept nogil:
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
