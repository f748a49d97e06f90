"""The learned policy: choices by softmax over the weighed features."""
from libc.math cimport exp
from libc.stdint cimport int32_t

from kingmaker.games.brian_boru._features cimport see
from kingmaker.games.brian_boru._flow cimport first_id
from kingmaker.games.brian_boru._mind cimport MindC
from kingmaker.games.brian_boru._sight cimport SightC, look
from kingmaker.games.brian_boru._struct cimport BoruC, RulesC
from kingmaker.games.core._tally cimport TallyC


cdef inline void weigh(const BoruC* s, const RulesC* r, const MindC* m, const int32_t* actions, int n,
                       double* out) noexcept nogil:
    """Each action's weight, the exponential of its summed features."""
    cdef SightC v
    cdef TallyC t
    cdef int i
    cdef int32_t base = first_id(s.stage)
    cdef double most = -1e300
    t.weights = m.policy
    t.row = NULL
    look(&v, s, r)
    for i in range(n):
        out[i] = see(&v, actions[i] - base, &t)
        most = max(most, out[i])
    for i in range(n):
        out[i] = exp(out[i] - most)
