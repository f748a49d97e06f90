"""The trees of one replicate: one, or under MO-ISMCTS one a player."""
from libc.stdint cimport int32_t, int64_t

from kingmaker.games._base cimport MAX_PLAYERS, GameState
from kingmaker.games._rng cimport rng_t
from kingmaker.search.tree._playouts cimport Playouts
from kingmaker.search.tree._pool cimport PoolC
from kingmaker.search.tree._root cimport MoveC, RootC
from kingmaker.search.tree._select cimport LegalC

cdef struct StepC:          # one edge on an iteration's path
    int32_t edge
    int32_t mover
    int32_t node            # and how many actions are legal there; where `prove` is set
    int32_t n_legal
    bint own_value          # the mover's utility is `value`, not the iteration's (re-determinization)
    double value


cdef class Trees(Playouts):
    cdef GameState root
    cdef GameState world
    cdef GameState fixed        # PIMC's present world
    cdef GameState scratch      # re-determinization's world
    cdef int n_trees
    cdef PoolC pool
    cdef int32_t roots[8]       # MAX_PLAYERS
    cdef int32_t at[8]          # the node each tree stands at
    cdef int32_t reached[8]     # the edge each tree has just taken, or UNSEEN
    cdef rng_t world_rng        # determinizations
    cdef rng_t tree_rng         # choices inside the tree
    cdef readonly int64_t iterations
    cdef readonly int64_t planned       # iterations this replicate will get, 0 = not known
    # one iteration
    cdef LegalC legal           # of the node in hand
    cdef int32_t n_path
    cdef int32_t path_capacity
    cdef StepC* path
    cdef bint is_new
    cdef bint is_contest        # two act
    cdef bint is_over           # it ends with the game, not with a rollout
    cdef bint is_proved         # the root's best action is proved: there is nothing left to search for
    # root
    cdef RootC race
    cdef readonly object kept   # actions that the root race never drops
    cdef MoveC verified
    cdef int root_index
    # worlds
    cdef readonly int64_t n_worlds      # drawn so far
    cdef int64_t strata         # worlds of the root where all are visited in turn
    cdef int64_t next_world
    cdef int32_t* world_order

    cdef _start_proving(self, GameState root)
    cdef _allocate(self, GameState root)
    cdef _start_race(self, GameState root)
    cdef _stratify(self)
    cdef int _iterate(self) except -1 nogil
    cdef int _iterate_flat(self) except -1 nogil
    cdef int _start_world(self) except -1 nogil
    cdef int _descend(self) except -1 nogil
    cdef int _follow_others(self, int mover, int32_t action) except -1 nogil
    cdef int _step_down(self, int player) except -1 nogil
    cdef int32_t _edge_for(self, int32_t node, int32_t label) except -9 nogil
    cdef int32_t _child(self, int32_t edge, int32_t label, int player) except -9 nogil
    cdef bint _is_crowded(self, int32_t edge, int player) noexcept nogil
    cdef int _verify(self, int32_t first) except -1 nogil
    cdef void _stand_at_roots(self) noexcept nogil
    cdef int _step_known(self, int player, int32_t action) except -1 nogil
    cdef int _play_known(self, int32_t action) except -1 nogil
    cdef int32_t _look_for(self, int o, int mover, int32_t action) except -9 nogil
    cdef int _look_below(self, int o, int player) except -1 nogil
    cdef int32_t _known_child(self, int32_t edge, int32_t label, int player) except -9 nogil
    cdef int32_t _most_visited(self, int32_t node) except -9 nogil
    cdef int32_t _choose(self, int32_t node, double fpu) except -9 nogil
    cdef int32_t _choose_by_priors(self, int32_t node) except -9 nogil
    cdef int32_t _choose_at_root(self) except -9 nogil
    cdef int32_t _choose_frozen(self, int32_t node) except -9 nogil
    cdef int _think_for(self, int player, int32_t action, StepC* step) except -1 nogil
    cdef void _trace(self, MoveC* move) noexcept nogil
    cdef int _prove(self) except -1 nogil
    cdef void _stop_proving(self) noexcept nogil
    cdef int _back_up(self) except -1 nogil
    cdef int _push(self, int32_t edge, int mover) except -1 nogil
    cdef int _plant(self) except -1 nogil
    cdef int _refuse_root(self) except -1 nogil
    cdef int _refuse_player(self, int player) except -1 nogil
