"""The shell's fields, for other compiled modules of the game."""
from kingmaker.games._base cimport GameState
from kingmaker.games.architects._struct cimport ArchC, RulesC
from kingmaker.games.architects._components cimport Rules
from kingmaker.games.architects._mind cimport Mind, MindC


cdef class ArchState(GameState):
    cdef ArchC c
    cdef const RulesC* r
    cdef readonly Rules rules
    cdef const MindC* m
    cdef Mind mind
