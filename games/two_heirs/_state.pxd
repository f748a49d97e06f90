"""The shell's fields, for other compiled modules of the game."""
from kingmaker.games._base cimport GameState
from kingmaker.games.two_heirs._struct cimport HeirsC, RulesC
from kingmaker.games.two_heirs._components cimport Rules


cdef class HeirsState(GameState):
    cdef HeirsC c
    cdef const RulesC* r
    cdef readonly Rules rules
