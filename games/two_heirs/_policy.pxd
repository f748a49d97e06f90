"""The learned policy: choices by the softmax of their weighed features."""
from libc.stdint cimport int32_t

from kingmaker.games.core._tally cimport TallyC
from kingmaker.games.two_heirs._features cimport SightC, look, see_all
from kingmaker.games.two_heirs._struct cimport HeirsC, RulesC


cdef inline void sum_up(SightC* v, HeirsC* s, const RulesC* r, const int32_t* actions, int n, double* out,
                        double* rows) noexcept nogil:
    """Each legal action's weighed features; where `rows` is not NULL they are written there, N_FEATURES an action."""
    cdef TallyC t
    t.weights = r.policy[s.is_solo]
    t.row = rows
    t.sum = 0
    look(v, s, r)
    see_all(v, actions, n, &t, out)
