"""The timed loop of bare playouts, for search/bench.py."""
from libc.stdint cimport int64_t

from games._base cimport GameState
from games._rng cimport Rng


def playouts(GameState root not None, int64_t n, Rng rng not None):
    """Play uniformly at random from a copy of the root to the end, n times; return the decisions made in all."""
    cdef GameState scratch = root.clone()
    cdef int limit = root.game.max_decisions
    cdef int64_t _i, n_decisions = 0
    with nogil:
        for _i in range(n):
            scratch.c_copy(root)
            n_decisions += scratch.c_playout(rng.stream, limit)
    return n_decisions
