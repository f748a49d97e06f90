"""What a player has learned beside the rules: the weights of policy and evaluation, and what cards promise."""
from kingmaker.games.architects._components cimport Rules
from kingmaker.games.architects._struct cimport N_CARDS

cdef enum:
    N_SECTIONS = 3              # base, wonders, opponent: SECTIONS in weights.py
    N_STAGES = 4                # early, middle, late, last: STAGES in weights.py
    N_FEATURES = 247            # of a choice, named in weights.py in the order of _features.pxd
    N_VALUES = 56               # of a seat, in the order of _value.pxd


cdef struct MindC:              # shared by all states of a game
    double policy[N_FEATURES]
    double value[N_STAGES][N_VALUES]
    double spread[N_STAGES]
    double worth[N_CARDS]       # of buildings: points, virtue and effect, as points
    double dear[N_CARDS]        # their goods, gold and marble counting more


cdef class Mind:
    cdef MindC m

    cdef _set_building(self, Rules rules, int i)
