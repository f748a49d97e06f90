"""One number for all that both players see: positions that are the same by another order of choices share it."""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from kingmaker.games.core._bits cimport bit, stir
from kingmaker.games.two_heirs._struct cimport HeirsC, RulesC


cdef inline uint32_t unseen(const HeirsC* s) noexcept nogil:
    """The tiles that are in the stack, on the start cell or unknown in a view: the set is known, the places are not."""
    cdef uint32_t pool = bit(s.start_tile) | s.vague[0] | s.vague[1] | s.tinted[0] | s.tinted[1]
    cdef int i
    pool |= s.lost_vague | s.lost_tinted
    for i in range(s.n_stack):
        pool |= bit(s.stack[i])
    return pool


cdef inline bint is_settled(const HeirsC* s) noexcept nogil:
    """Whether nothing is drawn any more and no tile is unknown that can still be played.

    The start tile's building never matters, nor do removed tiles. On the last turn the other hand does not either.
    Henry's next tile turns up a treasure, unless none is left; a single one is known if none was removed at setup.
    """
    if s.n_stack:
        return False
    if s.turns_after == 0:
        return True
    if s.is_solo and s.n_supply and (s.n_pile > 1 or (s.n_pile == 1 and s.unused)):
        return False
    return not (s.vague[0] | s.vague[1] | s.tinted[0] | s.tinted[1])


cdef inline uint64_t key_of(const HeirsC* s, const RulesC* r) noexcept nogil:
    """Hash what is public; of tiles that only one player knows, how many there are."""
    cdef uint64_t word, h = s.supply
    cdef int i
    for i in range(4):      # places of the 27 tiles and three start tiles, eight at a time
        memcpy(&word, s.x + 8 * i, 8 if i < 3 else 6)
        h = stir(h, word if i < 3 else word & <uint64_t> 0xFFFFFFFFFFFF)
        memcpy(&word, s.y + 8 * i, 8 if i < 3 else 6)
        h = stir(h, word if i < 3 else word & <uint64_t> 0xFFFFFFFFFFFF)
    h = stir(h, <uint64_t> s.own[0] << 32 | s.own[1])
    h = stir(h, <uint64_t> (s.hand[0] & ~s.vague[0] & ~s.tinted[0]) << 32 | (s.hand[1] & ~s.vague[1] & ~s.tinted[1]))
    h = stir(h, <uint64_t> s.board << 32 | unseen(s))
    memcpy(&word, s.unit, 6)
    h = stir(h, (word & <uint64_t> 0xFFFFFFFFFFFF) << 16 | <uint64_t> s.moved << 8 | <uint8_t> s.turns_after)
    word = <uint8_t> s.player | s.phase << 1 | s.taken << 3 | s.discounts << 4 | s.n_stack << 10
    if s.n_stack and not s.is_blind:
        word |= <uint64_t> (1 + r.colour[s.stack[s.n_stack - 1]]) << 16
    h = stir(h, word << 32 | s.targets)
    if s.is_solo:
        h = stir(h, <uint64_t> s.gone << 32 | <uint64_t> <uint8_t> s.last << 24 | <uint8_t> s.henry[0] << 16
                 | <uint8_t> s.henry[1] << 8 | <uint8_t> s.henry[2])
        for i in range(s.n_laid):
            h = stir(h, <uint64_t> s.laid_on[i] << 8 | s.laid[i])
    return h
