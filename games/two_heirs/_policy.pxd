"""The learned policy: choices by softmax over the weighed features, as priors and as a random choice."""
from libc.math cimport exp
from libc.stdint cimport int32_t

from kingmaker.games._rng cimport rng_double, rng_t
from kingmaker.games.two_heirs._legal cimport END, ChoiceC
from kingmaker.games.two_heirs._features cimport SightC, TallyC, look, see
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


cdef inline void to_shares(double* weights, int n) noexcept nogil:
    """Make them sum to 1."""
    cdef double total = 0
    cdef int i
    for i in range(n):
        total += weights[i]
    for i in range(n):
        weights[i] /= total


cdef inline int draw_one(const double* weights, int n, rng_t* rng) noexcept nogil:
    """A random place in proportion to the weights."""
    cdef double total = 0, mark
    cdef int i
    for i in range(n):
        total += weights[i]
    mark = rng_double(rng) * total
    for i in range(n - 1):
        mark -= weights[i]
        if mark < 0:
            return i
    return n - 1
