"""The learned policy: choices by softmax over the weighed features."""
from libc.math cimport exp
from libc.stdint cimport int32_t

from kingmaker.games.core._tally cimport TallyC
from kingmaker.games.two_heirs._legal cimport END, ChoiceC
from kingmaker.games.two_heirs._features cimport SightC, look, see
from kingmaker.games.two_heirs._ids cimport decode
from kingmaker.games.two_heirs._struct cimport HeirsC, RulesC


cdef inline void weigh(HeirsC* s, const RulesC* r, const int32_t* actions, int n, double* out) noexcept nogil:
    """Each action's weight, the exponential of its summed features."""
    cdef SightC v
    cdef TallyC t
    cdef ChoiceC c
    cdef int i, last = -1
    cdef double most = -1e300
    t.weights = r.policy[s.is_solo]
    t.row = NULL
    look(&v, s, r)
    for i in range(n):
        decode(s, r, actions[i], &c)
        if c.kind == END:
            last = i
            continue
        out[i] = see(&v, &c, &t)
        most = max(most, out[i])
    if last >= 0:
        c.kind = END
        out[last] = see(&v, &c, &t)
        most = max(most, out[last])
    for i in range(n):
        out[i] = exp(out[i] - most)
