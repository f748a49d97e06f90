"""One tree (or one a player) grown from one root by one stream of seeds: a logical replicate."""
cimport cython
from libc.stdint cimport int32_t, int64_t

from kingmaker.games._base cimport GameState
from kingmaker.search.tree._trees cimport Trees


cdef class StopFlag:
    cdef int raised


@cython.final
cdef class Searcher(Trees):
    cdef int _run(self, int64_t n, double seconds, StopFlag stop, int32_t verify) except -1 nogil
    cdef _walk(self, GameState world, actions)
