"""The fields of the rules, for the state and other compiled modules of the game."""
from kingmaker.games.two_heirs._struct cimport RulesC


cdef class Rules:
    cdef RulesC r
    cdef readonly tuple tiles       # the 27 in play, in the order of the table
    cdef readonly tuple treasures
    cdef readonly dict number       # of a tile, by its id
    cdef readonly dict token        # number of a treasure, by its id
