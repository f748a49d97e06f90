"""Weighing choices: what learned policies share. Features are only summed up, or written down to learn from."""
from kingmaker.games._rng cimport rng_double, rng_t


cdef struct TallyC:             # what `add` adds to
    const double* weights
    double* row                 # or NULL: the features are only weighed
    double sum


cdef inline void add(TallyC* t, int feature, double x) noexcept nogil:
    """Count a feature."""
    t.sum += t.weights[feature] * x
    if t.row is not NULL:
        t.row[feature] += x


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
