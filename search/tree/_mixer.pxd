"""Regret matching over what players know, by walks from where what is hidden began."""
from libc.stdint cimport int32_t

from kingmaker.search.tree._root cimport MoveC
from kingmaker.search.tree._table cimport Table


cdef class Mixer(Table):
    cdef MoveC* moves           # what the root's actions earned in games by the mixtures
    cdef int root_index
    cdef int32_t next_index     # of the root's actions, tried in turn

    cdef int _match(self, int32_t place) noexcept nogil
    cdef int _draw(self, int n) noexcept nogil
    cdef double _learn(self, int learner, double chance, int width) except? -1e300 nogil
    cdef double _learn_all(self, int learner, double chance, int width, int32_t place) except? -1e300 nogil
    cdef double _learn_one(self, int learner, double chance, int width, int32_t place, bint is_new
                           ) except? -1e300 nogil
    cdef double _answer(self, int learner, double chance, int width, int32_t place, bint is_new
                        ) except? -1e300 nogil
    cdef double _play_rest(self, int learner) except? -1e300 nogil
    cdef int _play(self) except -1 nogil
