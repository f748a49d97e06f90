"""Doing what was chosen: sections 3 to 6 and 7.1, 7.2 of the rules."""
from libc.stdint cimport int8_t, int16_t, uint8_t, uint32_t, uint64_t

from kingmaker.games.core._bits cimport bit, lowest, n_bits
from kingmaker.games.two_heirs._legal cimport (
    BUILD, DESTROY, DROP, END, EXTEND, FLIP, STEP, SUMMON, TAKE, WITHDRAW, ChoiceC, supplied)
from kingmaker.games.two_heirs._solo cimport henry_build, henry_choice, meet_treasures
from kingmaker.games.two_heirs._struct cimport (
    BLUE, DISCARD, HAND_LIMIT, MAIN, NOWHERE, OVER, SIEGE, TOWER, VIEW_HANDS, WHITE, HeirsC, RulesC, beside, lay_tile,
    stand_off, stand_on)


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
    cdef uint32_t others = s.own[s.player] & r.besieging[s.player] & ~bit(tower)
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
        meet_treasures(s, r, c.tile)


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
