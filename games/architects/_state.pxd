"""The shell's fields, for other compiled modules of the game."""
from kingmaker.games._base cimport GameState
from kingmaker.games.architects._struct cimport ArchC, RulesC


cdef class Tables:
    cdef RulesC r
    cdef readonly object parts      # the components
    cdef readonly tuple seats       # names
    cdef readonly tuple apprentices     # ids, as all below
    cdef readonly tuple buildings   # wonders behind the 64 cards
    cdef readonly tuple rewards
    cdef readonly tuple market
    cdef readonly tuple contributions
    cdef readonly tuple schemes


cdef class ArchState(GameState):
    cdef ArchC c
    cdef const RulesC* r
    cdef readonly Tables tables
