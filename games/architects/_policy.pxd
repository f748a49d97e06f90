"""The learned policy: choices by the softmax of their weighed features."""
from libc.stdint cimport int32_t

from kingmaker.games.architects._features cimport see
from kingmaker.games.architects._flow cimport choice_of
from kingmaker.games.architects._mind cimport MindC
from kingmaker.games.architects._sight cimport SightC, look
from kingmaker.games.architects._struct cimport ArchC, RulesC
from kingmaker.games.core._tally cimport TallyC


cdef inline void sum_up(const ArchC* s, const RulesC* r, const MindC* m, const int32_t* actions, int n,
                        double* out) noexcept nogil:
    """Each action's weighed features."""
    cdef SightC v
    cdef TallyC t
    cdef int i
    t.weights = m.policy
    t.row = NULL
    look(&v, s, r, m, s.actor)
    for i in range(n):
        out[i] = see(&v, choice_of(s, actions[i]), &t)
