"""The shell's fields, for other compiled modules of the game."""
from kingmaker.games._base cimport GameState
from kingmaker.games.brian_boru._components cimport Rules
from kingmaker.games.brian_boru._mind cimport Mind, MindC
from kingmaker.games.brian_boru._struct cimport BoruC, RulesC


cdef class BoruState(GameState):
    cdef BoruC c
    cdef const RulesC* r
    cdef const MindC* m
    cdef readonly Rules rules
    cdef Mind mind
