"""Weighing choices: what learned policies share. Features are only summed up, or written down to learn from.

A policy's choice is drawn by the softmax of the sums. What enters a tree as a prior is worked out by the C library;
what only decides a draw by `tally_exp` below, which compilers turn into arithmetic on several sums at once.
"""
from libc.math cimport exp

from kingmaker.games._rng cimport rng_double, rng_t

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    /* e^x for -700 <= x <= 0, off by less than 1e-15 of it: x = k ln 2 + r, Taylor's sum for e^r, k to the exponent. */
    static inline double tally_exp(double x) {
        double k, r, sum, power;
        uint64_t bits;
        k = x * 1.4426950408889634 + 6755399441055744.0;    /* 1.5 * 2^52: the last bits of the sum are round(k) */
        memcpy(&bits, &k, sizeof(bits));
        k -= 6755399441055744.0;
        r = (x - k * 0.693147180369123816490) - k * 1.90821492927058770002e-10;
        sum = 1.0 / 479001600;
        sum = sum * r + 1.0 / 39916800;
        sum = sum * r + 1.0 / 3628800;
        sum = sum * r + 1.0 / 362880;
        sum = sum * r + 1.0 / 40320;
        sum = sum * r + 1.0 / 5040;
        sum = sum * r + 1.0 / 720;
        sum = sum * r + 1.0 / 120;
        sum = sum * r + 1.0 / 24;
        sum = sum * r + 1.0 / 6;
        sum = sum * r + 0.5;
        sum = sum * r + 1.0;
        sum = sum * r + 1.0;
        bits = (bits + 1023) << 52;
        memcpy(&power, &bits, sizeof(power));
        return sum * power;
    }
    """
    double tally_exp(double x) noexcept nogil


cdef struct TallyC:             # what `add` adds to
    const double* weights
    double* row                 # or NULL: the features are only weighed
    double sum


cdef inline void add(TallyC* t, int feature, double x) noexcept nogil:
    """Count a feature."""
    t.sum += t.weights[feature] * x
    if t.row is not NULL:
        t.row[feature] += x


cdef inline double largest(const double* sums, int n) noexcept nogil:
    """The largest of some sums."""
    cdef double most = -1e300
    cdef int i
    for i in range(n):
        most = max(most, sums[i])
    return most


cdef inline void to_shares(double* sums, int n) noexcept nogil:
    """Turn sums into their softmax."""
    cdef double most = largest(sums, n), total = 0
    cdef int i
    for i in range(n):
        sums[i] = exp(sums[i] - most)
    for i in range(n):
        total += sums[i]
    for i in range(n):
        sums[i] /= total


cdef inline int draw_one(double* sums, int n, double sharpness, rng_t* rng) noexcept nogil:
    """A random place by the softmax of the sums times a number; the sums are lost."""
    cdef double most = largest(sums, n), total = 0, mark
    cdef int i, place = 0
    for i in range(n):
        sums[i] = max(sharpness * (sums[i] - most), -700.0)
    for i in range(n):      # without a branch, so that it is done for several at once
        sums[i] = tally_exp(sums[i])
    for i in range(n):
        total += sums[i]
        sums[i] = total
    mark = rng_double(rng) * total
    for i in range(n - 1):
        place += sums[i] <= mark
    return place
