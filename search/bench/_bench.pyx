"""The timed loop of bare playouts, for search/bench/speed.py."""
from cpython.ref cimport PyObject
from libc.stdint cimport int64_t
from libc.stdlib cimport free, malloc

from kingmaker.games._base cimport GameState
from kingmaker.games._rng cimport Rng


def playouts(list roots not None, int64_t n, Rng rng not None):
    """Play uniformly at random to the end from copies of the roots in turn, n times; return the decisions made."""
    cdef int n_roots = len(roots)
    cdef GameState scratch = roots[0].clone()
    cdef int limit = scratch.game.max_decisions
    cdef int64_t i, n_decisions = 0
    cdef PyObject** borrowed = <PyObject**> malloc(n_roots * sizeof(PyObject*))     # the list keeps them alive
    if borrowed is NULL:
        raise MemoryError
    for i in range(n_roots):
        borrowed[i] = <PyObject*> roots[i]
    try:
        with nogil:
            for i in range(n):
                scratch.c_copy(<GameState> borrowed[i % n_roots])
                n_decisions += scratch.c_playout(rng.stream, limit)
    finally:
        free(borrowed)
    return n_decisions
