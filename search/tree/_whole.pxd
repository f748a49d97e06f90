"""The whole of a small game, from where what is hidden began to every end, and regrets over it."""
from libc.stdint cimport int32_t, int64_t, uint64_t

from kingmaker.games._base cimport GameState
from kingmaker.search.tree._searcher cimport StopFlag
from kingmaker.search.tree._table cimport Table


cdef struct NodeC:          # one course that the game can take
    int32_t back            # so many nodes before lies what it goes on from; 0: a deal
    int32_t option          # the action between, in `options`; of a deal NONE
    int32_t place           # what who acts knows, in `known`; NONE at an end
    int32_t player          # who acts; NONE at an end


cdef struct DealC:          # nodes in a row; deals that differ in nothing that counts are one
    int32_t first
    int32_t n
    int32_t n_alike         # how many deals that is
    int32_t n_walks         # as which going through it counts
    uint64_t mark           # of all that is in it


cdef class Whole(Table):
    cdef NodeC* nodes           # deal by deal, what follows behind what it follows
    cdef int32_t n_nodes
    cdef int32_t node_capacity
    cdef double* ends           # by node and player, what an end is worth to the player; 0 elsewhere
    cdef double* points         # the same of points
    cdef double* reach          # by node: how often all but one player come there
    cdef double* value          # and what that player then has of it
    cdef DealC* deals
    cdef int32_t n_deals
    cdef int64_t n_all          # deals to list,
    cdef int64_t n_done         # deals listed,
    cdef int32_t n_ends         # ends of the one that is being listed
    cdef double part            # and what part of that one is done
    cdef int64_t n_added        # nodes, those of deals alike as well
    cdef bint is_listed
    cdef int32_t last[8]        # MAX_PLAYERS: own last options on the way to where the listing is
    cdef double* share          # by option: now
    cdef double* step           # 1 for the options of who learns, else as `share`
    cdef double* gain           # what it earns who learns
    cdef double* own            # how often who acts there would come to it and choose it
    cdef int64_t cost           # walks of one sweep
    cdef int64_t sweeps
    cdef int32_t* here          # the nodes of the root
    cdef int32_t n_here
    cdef int64_t came           # deals of sweeps that came to the root
    cdef int64_t walks          # all that there are
    cdef double start           # of the listing, and how long it may take
    cdef double seconds
    cdef double last_signal
    cdef double try_start       # where the deals that are being listed began, and after how many walks
    cdef int64_t try_walks
    cdef StopFlag stop

    cdef list _blocks(self, set seen)
    cdef bint _listed(self) except -1
    cdef int _clear(self) except -1
    cdef int _widen(self) except -1 nogil
    cdef int _list_deal(self) except -1 nogil
    cdef int _list(self, int32_t before, int32_t option, double part) except -1 nogil
    cdef int _list_actions(self, int32_t node, double part) except -1 nogil
    cdef int32_t _add(self, int32_t before, int32_t option, double part) except -9 nogil
    cdef int32_t _know(self, int player) except -9 nogil
    cdef bint _is_late(self) except -1 nogil
    cdef void _join(self) noexcept nogil
    cdef int _prepare(self) except -1
    cdef void _match(self, int32_t place) noexcept nogil
    cdef void _go_down(self, int learner) noexcept nogil
    cdef void _go_up(self, const double* ends, int player) noexcept nogil
    cdef void _regret(self, int learner) noexcept nogil
    cdef void _count_here(self) noexcept nogil
