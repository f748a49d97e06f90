"""One tree (or one a player) grown from one root by one stream of seeds: a logical replicate."""
cimport cython
from libc.stdint cimport int32_t, int64_t

from kingmaker.games._base cimport GameState
from kingmaker.games._rng cimport Rng
from kingmaker.search.tree._trees cimport Trees


cdef class StopFlag:
    cdef int raised


@cython.final
cdef class Searcher(Trees):
    cdef int busy               # one thread at a time, and no call from within a run

    cdef int _claim(self, object method) except -1
    cdef void _release(self) noexcept nogil
    cdef int _run(self, int64_t n, double seconds, StopFlag stop, int32_t verify) except -1 nogil
    cdef _walk(self, GameState world, actions, object method)
    cdef object _totals(self)
    cdef _play_out(self, int32_t action, Rng rng)
