"""Selection formulas, each in one place."""
from libc.math cimport sqrt
from libc.stdint cimport uint32_t


cdef inline double ucb(double value, uint32_t visits, double log_available, double c) noexcept nogil:
    """UCB1 for subset-armed bandits: Cowling, Powley & Whitehouse 2012, section IV; the availability count
    stands where UCT has the parent's visits. `value` is a sum of utilities in [0, 1]."""
    cdef double inverse = 1.0 / visits
    return value * inverse + c * sqrt(log_available * inverse)


cdef inline double bias(double weight, double prior, uint32_t visits) noexcept nogil:
    """Progressive bias: Chaslot et al. 2008; fades as 1 / (visits + 1)."""
    return weight * prior / (visits + 1.0)
