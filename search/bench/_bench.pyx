"""The timed loop of bare playouts, for search/bench/speed.py."""
from cpython.ref cimport PyObject
from libc.stdint cimport int64_t
from libc.stdlib cimport free, malloc

from kingmaker.games._base cimport GameState
from kingmaker.games._checks cimport check_whole
from kingmaker.games._rng cimport Rng, rng_t

from kingmaker.games.errors import KingmakerError


def playouts(list roots not None, n, Rng rng not None):
    """Play uniformly at random to the end from copies of the roots in turn, n times; return the decisions made."""
    cdef int64_t i, n_roots, n_decisions = 0, n_playouts = check_whole(n, "playouts: expected how many", 0, 1LL << 62)
    cdef GameState scratch, root
    cdef int limit
    cdef rng_t stream = rng.stream[0]
    cdef PyObject** borrowed
    if not roots or not all([isinstance(one, GameState) for one in roots]):
        raise KingmakerError("playouts: expected a list of states that is not empty")
    own = tuple([one.clone() for one in roots])     # nobody else has these while the lock is given up
    n_roots = len(own)
    scratch = own[0].clone()
    for root in own:
        scratch.check_own(root, "playouts")
    limit = scratch.game.max_decisions
    borrowed = <PyObject**> malloc(n_roots * sizeof(PyObject*))
    if borrowed is NULL:
        raise MemoryError
    for i in range(n_roots):
        borrowed[i] = <PyObject*> own[i]
    try:
        with nogil:
            for i in range(n_playouts):
                scratch.c_copy(<GameState> borrowed[i % n_roots])
                n_decisions += scratch.c_playout(&stream, limit)
    finally:
        free(borrowed)
        rng.stream[0] = stream
    return n_decisions
