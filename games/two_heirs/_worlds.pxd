"""Drawing another world: section 8 and rule 9.10.

Hidden tiles lie in slots: the start tile and the stack's top, of which the colour is known; the rest of the stack; in a
view also tiles in the other hand and removed ones, with or without a known colour. Slots of a known colour are filled
first, each with a random tile of it, then the others: every assignment has the same chance, as the number of ways to go
on never depends on which tile of a colour was drawn.
"""
from libc.stdint cimport int8_t, int32_t, uint16_t, uint32_t

from kingmaker.games._rng cimport rng_below, rng_t
from kingmaker.games.core._bits cimport bit, lowest, n_bits, nth_bit
from kingmaker.games.two_heirs._struct cimport BROWN, N_TILES, N_TOKENS, START, HeirsC, RulesC


cdef inline int draw_tile(uint32_t* pool, uint32_t among, rng_t* rng) noexcept nogil:
    """Take a random tile out of the pool, of those in a mask."""
    cdef uint32_t some = pool[0] & among
    cdef int tile = nth_bit(some, <int> rng_below(rng, <uint32_t> n_bits(some)))
    pool[0] &= ~bit(tile)
    return tile


cdef inline uint32_t draw_alike(uint32_t* pool, const RulesC* r, uint32_t tinted, rng_t* rng) noexcept nogil:
    """Draw as many tiles of each colour as a mask holds."""
    cdef uint32_t drawn = 0
    cdef int colour, _i
    for colour in range(3):
        for _i in range(n_bits(tinted & r.of_colour[colour])):
            drawn |= bit(draw_tile(pool, r.of_colour[colour], rng))
    return drawn


cdef inline uint32_t draw_any(uint32_t* pool, int n, rng_t* rng) noexcept nogil:
    """Draw n tiles."""
    cdef uint32_t drawn = 0
    cdef int _i
    for _i in range(n):
        drawn |= bit(draw_tile(pool, <uint32_t> 0xFFFFFFFF, rng))
    return drawn


cdef inline void deal_stack(HeirsC* s, uint32_t pool, rng_t* rng) noexcept nogil:
    """Put the tiles that are left below the stack's top, every order equally likely."""
    cdef int n = 0, j
    while pool:     # inside-out shuffle of the tiles in ascending order
        j = <int> rng_below(rng, <uint32_t> (n + 1))
        s.stack[n] = s.stack[j]
        s.stack[j] = <int8_t> lowest(pool)
        pool &= pool - 1
        n += 1


cdef inline void redraw_tiles(HeirsC* s, const RulesC* r, int observer, rng_t* rng) noexcept nogil:
    """Draw the hidden tiles anew; nothing of where they truly lie is read."""
    cdef uint32_t pool = bit(s.start_tile), vague = 0, tinted = 0, hand
    cdef int i, other = 1 - observer, top = -1
    for i in range(s.n_stack):
        pool |= bit(s.stack[i])
    if s.is_view:
        vague = s.vague[other]
        tinted = s.tinted[other]
        pool |= vague | tinted | s.lost_vague | s.lost_tinted
    s.start_tile = <int8_t> draw_tile(&pool, r.of_colour[s.start - START], rng)
    if s.n_stack:
        top = draw_tile(&pool, r.of_colour[BROWN if s.is_blind else r.colour[s.stack[s.n_stack - 1]]], rng)
    if s.is_view:
        hand = s.hand[other] & ~vague & ~tinted
        s.tinted[other] = draw_alike(&pool, r, tinted, rng)
        s.lost_tinted = draw_alike(&pool, r, s.lost_tinted, rng)
        s.vague[other] = draw_any(&pool, n_bits(vague), rng)
        s.lost_vague = draw_any(&pool, n_bits(s.lost_vague), rng)
        s.hand[other] = hand | s.tinted[other] | s.vague[other]
    if s.n_stack:
        deal_stack(s, pool, rng)
        s.stack[s.n_stack - 1] = <int8_t> top


cdef inline void redraw_tokens(HeirsC* s, rng_t* rng) noexcept nogil:
    """Which treasures are in the pile, in which order, and which were removed."""
    cdef int tokens[N_TOKENS]
    cdef int i, j, n = 0, pool = s.unused
    for i in range(s.n_pile):
        pool |= 1 << s.pile[i]
    for i in range(N_TOKENS):
        if pool >> i & 1:
            j = <int> rng_below(rng, <uint32_t> (n + 1))
            tokens[n] = tokens[j]
            tokens[j] = i
            n += 1
    s.unused = 0
    for i in range(n):
        if i < s.n_pile:
            s.pile[i] = <int8_t> tokens[i]
        else:
            s.unused |= <uint16_t> (1 << tokens[i])


cdef inline void redraw(HeirsC* s, const RulesC* r, int observer, rng_t* rng) noexcept nogil:
    """Become a world that the observer holds possible, each equally likely."""
    redraw_tiles(s, r, observer, rng)
    if s.is_solo:
        redraw_tokens(s, rng)
