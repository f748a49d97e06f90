"""The fields of the rules, for the state and other compiled modules of the game."""
from kingmaker.games.two_heirs._struct cimport RulesC


cdef class Rules:
    cdef RulesC r
    cdef readonly tuple tiles       # the 27 in play, in the order of the table
    cdef readonly tuple treasures
    cdef readonly object number     # of a tile, by its id; read only, as is token
    cdef readonly object token      # number of a treasure, by its id

    cdef _set_kinds(self)
    cdef _set_near(self, int i, int kind, int colour)
    cdef _set_anywhere(self, int i)
    cdef _set_weights(self, weights)
    cdef _set_allowed(self, int player, forbidden)
    cdef _set_terrain(self, int tile, int colour)
    cdef _set_tile(self, int i, tile)
    cdef _set_counted(self, int i, tile)
    cdef _set_overlap(self, int dx, int dy)
    cdef _set_token(self, int i, treasure)
