"""Exact results: what the solver keeps of each position, and the positions of the line in hand."""
from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t

from kingmaker.games._base cimport GameState
from kingmaker.games._rng cimport rng_t
from kingmaker.search.tree._playouts cimport Playouts
from kingmaker.search.tree._searcher cimport StopFlag

cdef enum:
    EMPTY = 0       # no position
    EXACT = 1       # its value is just this,
    LEAST = 2       # at least this,
    MOST = 3        # at most this


cdef struct EntryC:         # 24 bytes
    uint64_t key
    double value            # to the observer
    int32_t action          # the best one found
    int8_t kind


cdef struct TableC:         # positions by key, open addressing
    EntryC* entries
    int64_t size            # a power of 2
    int64_t n_used
    int64_t most            # it never grows beyond this


cdef class Level:           # one decision of the line in hand
    cdef GameState state
    cdef Level below
    cdef int32_t* actions
    cdef double* scores         # what they promise, to sort them by
    cdef bint is_turn_new       # somebody else acted before
    cdef int n                  # actions, 0 where the line does not come to it
    cdef int done               # of them
    cdef int depth

    cdef double share_done(self) noexcept nogil


cdef class Solver(Playouts):
    cdef TableC table
    cdef Level top
    cdef readonly int64_t n_nodes       # positions looked at, each as often as a move led there
    cdef int64_t limit
    cdef double began
    cdef double seconds
    cdef StopFlag stop
    cdef bint busy                      # it is at work: nobody else may be
    cdef bint gave_up
    cdef int8_t kind                    # of the value that was returned last
    cdef bint has_evaluation
    cdef bint alternates                # two players' decisions lie behind one another
    cdef bint has_ceiling
    cdef bint has_policy
    cdef rng_t best_rng                 # the stream as it was before the best line by the policy
    cdef int64_t n_before               # nodes of earlier calls
    cdef bint is_contest                # somebody else acts too
    cdef double low
    cdef double high
    cdef double tie
    cdef int n_actions_here
    cdef double* values                 # of the root's actions
    cdef int8_t* kinds
    cdef int64_t* history               # by player and action: how often it was enough

    cdef bint _is_out_of_reach(self, GameState state, double alpha, double beta, double* value) except -1 nogil
    cdef double _try_policy(self) except? -1e300 nogil
    cdef double _play_policy(self, bint keeps, double worth) except? -1e300 nogil
    cdef int _check_rest(self, object method) except -1
    cdef int _deepen(self, Level at) except -1 nogil
    cdef double _end(self, GameState state) except? -1e300 nogil
    cdef double _value(self, Level at, double alpha, double beta) except? -1e300 nogil
    cdef double _best(self, Level at, uint64_t key, int32_t first, double alpha, double beta) except? -1e300 nogil
    cdef int32_t _look_ahead(self, Level at, int n, double alpha, double beta) except -2 nogil
    cdef void _order(self, Level at, int n, int32_t first) noexcept nogil
    cdef double _keep(self, uint64_t key, double best, int32_t chosen, int8_t kind) except? -1e300 nogil
    cdef double _after(self, Level at, int32_t action, double alpha, double beta) except? -1e300 nogil
    cdef int _look_up(self) except -1 nogil
    cdef int _test_root(self) except -1 nogil
    cdef bint _solve_root(self) except -1 nogil
    cdef int _solve_others(self) except -1 nogil
