"""The shell's fields, for other compiled modules of the game."""
from kingmaker.games._base cimport GameState
from kingmaker.games.brian_boru._struct cimport BoruC, RulesC


cdef class Tables:
    cdef RulesC r
    cdef readonly object parts      # the components
    cdef readonly tuple towns       # ids
    cdef readonly dict number       # of a town, by its id
    cdef readonly tuple weddings    # names of the marriage cards, the princess last
    cdef readonly tuple players
    cdef readonly list deck         # numbers of the cards in use
    cdef readonly int n_rounds
    cdef readonly int short_size


cdef class BoruState(GameState):
    cdef BoruC c
    cdef const RulesC* r
    cdef readonly Tables tables
