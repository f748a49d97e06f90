"""The learned policy: choices by the softmax of their weighed features."""
from libc.stdint cimport int32_t

from kingmaker.games.brian_boru._features cimport see
from kingmaker.games.brian_boru._flow cimport first_id
from kingmaker.games.brian_boru._mind cimport MindC
from kingmaker.games.brian_boru._sight cimport SightC, look
from kingmaker.games.brian_boru._struct cimport BoruC, RulesC
from kingmaker.games.core._tally cimport TallyC


cdef inline void sum_up(const BoruC* s, const RulesC* r, const MindC* m, const int32_t* actions, int n,
                        double* out) noexcept nogil:
    """Each action's weighed features."""
    cdef SightC v
    cdef TallyC t
    cdef int i
    cdef int32_t base = first_id(s.stage)
    t.weights = m.policy
    t.row = NULL
    look(&v, s, r)
    for i in range(n):
        out[i] = see(&v, actions[i] - base, &t)
