"""The shell's fields, for other compiled modules of the game."""
from kingmaker.games._base cimport GameState
from kingmaker.games.two_heirs._features cimport SightC
from kingmaker.games.two_heirs._struct cimport HeirsC, RulesC
from kingmaker.games.two_heirs._components cimport Rules


cdef class HeirsState(GameState):
    cdef HeirsC c
    cdef const RulesC* r
    cdef SightC sight           # what the policy and the evaluation saw last; not part of the state
    cdef readonly Rules rules
