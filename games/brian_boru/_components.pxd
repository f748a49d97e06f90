"""The fields of the rules, for the state and other compiled modules of the game."""
from kingmaker.games.brian_boru._struct cimport RulesC


cdef class Rules:
    cdef RulesC r
    cdef readonly object parts      # the components
    cdef readonly tuple towns       # ids
    cdef readonly object number     # of a town, by its id; read only
    cdef readonly tuple weddings    # names of the marriage cards, the princess last
    cdef readonly tuple players
    cdef tuple cards                # numbers of those in use
    cdef readonly int n_rounds
    cdef readonly int short_size

    cdef _check_sizes(self, parts, players, short_size)
    cdef _set_town(self, int i, town)
    cdef _set_card(self, int i, card)
    cdef _set_roads(self)
    cdef _set_rewards(self)
    cdef _set_started(self)
