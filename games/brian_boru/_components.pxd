"""The fields of the rules, for the state and other compiled modules of the game."""
from kingmaker.games.brian_boru._struct cimport RulesC


cdef class Rules:
    cdef RulesC r
    cdef readonly object parts      # the components
    cdef readonly tuple towns       # ids
    cdef readonly dict number       # of a town, by its id
    cdef readonly tuple weddings    # names of the marriage cards, the princess last
    cdef readonly tuple players
    cdef readonly list deck         # numbers of the cards in use
    cdef readonly int n_rounds
    cdef readonly int short_size
