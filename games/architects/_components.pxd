"""The tables' fields, for the shell."""
from kingmaker.games.architects._struct cimport RulesC


cdef class Rules:
    cdef RulesC r
    cdef readonly object parts      # the components
    cdef readonly tuple seats       # names
    cdef readonly tuple apprentices     # ids, as all below
    cdef readonly tuple buildings   # wonders behind the 64 cards
    cdef readonly tuple rewards
    cdef readonly tuple market
    cdef readonly tuple contributions
    cdef readonly tuple schemes

    cdef _check_sizes(self, parts, humans, wonders, opponent, brief)
    cdef _set_sizes(self, int brief)
    cdef _set_tracks(self)
    cdef _set_apprentice(self, int i, card)
    cdef _set_building(self, int i, card)
    cdef _set_cards(self)
    cdef _set_contribution(self, int i, card)
    cdef _set_boards(self, int opponent)
