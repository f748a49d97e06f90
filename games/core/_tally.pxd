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
    /* e^x for -700 <= x <= 0, off by less than 1e-10 of it, and a draw needs no more: x = k ln 2 + r, the polynomial
       of seventh degree that misses e^r least in its worst place, k to the exponent. */
    static inline double tally_exp(double x) {
        double k, r, sum, power;
        uint64_t bits;
        k = x * 1.4426950408889634 + 6755399441055744.0;    /* 1.5 * 2^52: the last bits of the sum are round(k) */
        memcpy(&bits, &k, sizeof(bits));
        k -= 6755399441055744.0;
        r = x - k * 0.6931471805599453;
        sum = 0.00019775154631624525;
        sum = sum * r + 0.0013948195122427895;
        sum = sum * r + 0.008333561189274625;
        sum = sum * r + 0.04166622525036435;
        sum = sum * r + 0.16666665125164637;
        sum = sum * r + 0.5000000104598258;
        sum = sum * r + 1.0000000002432976;
        sum = sum * r + 0.9999999999616525;
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
