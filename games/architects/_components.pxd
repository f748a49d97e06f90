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
