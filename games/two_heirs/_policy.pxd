"""The learned policy: choices by softmax over the weighed features."""
from libc.math cimport exp
from libc.stdint cimport int32_t

from kingmaker.games.core._tally cimport TallyC
from kingmaker.games.two_heirs._legal cimport BUILD, ChoiceC
from kingmaker.games.two_heirs._features cimport N_FEATURES, SightC, look, see
from kingmaker.games.two_heirs._ids cimport DO_END, decode_place
from kingmaker.games.two_heirs._struct cimport HeirsC, RulesC


cdef inline void decode_seen(const SightC* v, int32_t action, ChoiceC* c) noexcept nogil:
    """The choice that an action means; what the sight knows already is taken from there."""
    decode_place(v.s, action, c)
    if c.kind == BUILD:
        c.lack = v.lack[c.tile]


cdef inline void sum_up(SightC* v, HeirsC* s, const RulesC* r, const int32_t* actions, int n, double* out,
                        double* rows) noexcept nogil:
    """Each action's weighed features; where `rows` is not NULL they are written there, too, N_FEATURES an action."""
    cdef TallyC t
    cdef ChoiceC c
    cdef int i, k, last = n
    t.weights = r.policy[s.is_solo]
    t.row = NULL
    look(v, s, r)
    for k in range(n + 1):      # `end`, which looks at what is left undone, comes last
        i = k
        if k == n:
            i = last
            if i == n:
                break
        elif actions[k] == DO_END:
            last = k
            continue
        decode_seen(v, actions[i], &c)
        if rows is not NULL:
            t.row = rows + i * N_FEATURES
        out[i] = see(v, &c, &t)


cdef inline void weigh(SightC* v, HeirsC* s, const RulesC* r, const int32_t* actions, int n,
                       double* out) noexcept nogil:
    """Each action's weight, the exponential of its summed features."""
    cdef int i
    cdef double most = -1e300
    sum_up(v, s, r, actions, n, out, NULL)
    for i in range(n):
        most = max(most, out[i])
    for i in range(n):
        out[i] = exp(out[i] - most)
