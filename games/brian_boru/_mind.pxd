"""What a player has learned beside the rules: the weights of policy and evaluation, and what they make of a state."""
from libc.stdint cimport int32_t

from kingmaker.games.brian_boru._struct cimport BoruC, RulesC

cdef enum:
    N_STAGES = 9                # STAGES in weights.py
    N_FEATURES = 177            # of a choice, named in weights.py in the order of _features.pxd
    N_VALUES = 73               # of a seat, in the order of _value.pxd


cdef struct MindC:              # shared by all states of a game
    double policy[N_FEATURES]
    double value[N_STAGES][N_VALUES]
    double spread[N_STAGES]


cdef class Mind:
    cdef MindC m


cdef void weigh_choices(const BoruC* s, const RulesC* r, const MindC* m, const int32_t* actions, int n,
                        double* out) noexcept nogil
cdef void foretell(const BoruC* s, const RulesC* r, const MindC* m, double* out) noexcept nogil
