"""What players can know in a game, and what was learnt there: one table of knowledge for all of them."""
from libc.stdint cimport int32_t, int64_t, uint64_t

from kingmaker.games._base cimport GameState
from kingmaker.games._rng cimport rng_t
from kingmaker.search.tree._playouts cimport Playouts
from kingmaker.search.tree._searcher cimport StopFlag


cdef enum:
    MOST_MADE = 128         # actions of a walk, to come back by
    WIDTH = 64              # branches of a walk


cdef struct KnownC:         # one state of a player's knowledge
    uint64_t sight
    int32_t first           # its options in `options`, in the order of the legal actions
    int32_t n
    int32_t player          # whose it is; of `Whole` alone, as the next
    int32_t before          # that player's own last option before, or NONE


cdef struct OptionC:        # one action there
    int32_t action
    int32_t visits          # by who learns
    int32_t seen            # by who learns against it
    double other            # what it earns that one
    double regret           # sum over walks of what it would have earned more
    double total            # sum over walks of its share
    double mean             # what it earns, followed as play changes


cdef class Table(Playouts):
    cdef GameState root
    cdef GameState world
    cdef GameState deal         # the walk's beginning: to come back for another action
    cdef rng_t world_rng        # deals
    cdef rng_t tree_rng         # choices
    cdef readonly int64_t iterations
    cdef uint64_t sight         # what the observer knows at the root
    cdef int n_actions_here
    cdef int32_t* actions_here
    cdef int64_t byte_limit
    cdef KnownC* known
    cdef int32_t n_known
    cdef int32_t known_capacity
    cdef OptionC* options
    cdef int32_t n_options
    cdef int32_t option_capacity
    cdef int32_t* slots         # hash table of `known`, by sight
    cdef int32_t n_slots
    cdef int32_t made[128]      # MOST_MADE: the walk's actions
    cdef int n_made
    cdef int busy

    cdef int32_t _find(self, uint64_t sight) noexcept nogil
    cdef int32_t _open(self, uint64_t sight) except -9 nogil
    cdef int _grow(self) except -1 nogil
    cdef int64_t _bytes(self) noexcept nogil
    cdef int _average(self, int32_t place) noexcept nogil
    cdef int _make(self, int32_t action) except -1 nogil
    cdef int _come_back(self, int n_made) except -1 nogil
    cdef int64_t _walk(self, int64_t left) except -1 nogil
    cdef int _refuse_busy(self, object method) except -1
    cdef int _run(self, int64_t n, double seconds, StopFlag stop) except -1 nogil
