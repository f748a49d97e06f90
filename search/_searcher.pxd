"""One tree (or one a player) grown from one root by one stream of seeds: a logical replicate."""
cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t

from games._base cimport MAX_PLAYERS, GameState
from games._rng cimport rng_t
from search._pool cimport PoolC

cdef enum:
    # worlds: where an iteration's world comes from
    WORLDS_FRESH = 0        # a new determinization each iteration
    WORLDS_STRATIFIED = 1   # all consistent worlds in random permutations
    WORLDS_FIXED = 2        # one for each of many separate trees: PIMC
    WORLDS_TRUE = 3         # no determinization: cheating
    # opponents: how the other players choose inside and outside the tree
    OPPONENTS_TREE = 0
    OPPONENTS_UNIFORM = 1
    OPPONENTS_POLICY = 2
    # rollout
    ROLLOUT_UNIFORM = 0
    ROLLOUT_POLICY = 1
    ROLLOUT_MAST = 2
    # outcomes: how the tree branches on what follows an action
    OUTCOMES_SPLIT = 0
    OUTCOMES_OPEN = 1
    OUTCOMES_WIDEN = 2
    # root
    ROOT_UCB = 0
    ROOT_EQUAL = 1
    ROOT_HALVING = 2
    ROOT_TOPTWO = 3
    # why a run ended
    STOP_ITERATIONS = 0
    STOP_SECONDS = 1
    STOP_MEMORY = 2
    STOP_INTERRUPT = 3


cdef struct SettingsC:
    int worlds
    int opponents
    int rollout
    int outcomes
    int root
    bint flat               # no tree: flat Monte Carlo
    bint many_trees         # one tree a player: MO-ISMCTS
    bint use_priors
    bint redeterminize
    double c
    double fpu              # below 0: untried actions go first
    double bias_weight
    double epsilon
    int depth_limit         # decisions of a rollout before the evaluation; below 0: none
    double widen_base
    double widen_power
    double win_weight
    double margin_scale     # 0: linear in own points
    double low              # bounds of the returns
    double high
    int64_t per_world       # iterations a fixed world gets


cdef struct MoveC:          # what one root action earned
    int64_t visits
    double value            # root player's utility, and its square
    double value2
    double margin
    double margin2
    double win2
    double wins[8]          # MAX_PLAYERS; every player's
    double returns[8]
    uint64_t trace          # hash of the sequence of utilities; equal in flat search = the moves are equivalent


cdef struct StepC:          # one edge on an iteration's path
    int32_t edge
    int32_t mover
    bint own_value          # the mover's utility is `value`, not the iteration's (re-determinization)
    double value


cdef class StopFlag:
    cdef int raised


@cython.final
cdef class Searcher:
    cdef readonly object game
    cdef GameState root
    cdef GameState world
    cdef GameState fixed        # PIMC's present world
    cdef GameState scratch      # re-determinization's world
    cdef readonly int observer
    cdef readonly int n_players
    cdef int n_trees
    cdef SettingsC set
    cdef PoolC pool
    cdef int32_t roots[8]       # MAX_PLAYERS
    cdef int32_t at[8]
    cdef rng_t world_rng        # determinizations
    cdef rng_t tree_rng         # choices inside the tree
    cdef rng_t rollout_rng
    cdef readonly int64_t iterations
    cdef readonly int64_t planned       # iterations this replicate will get, 0 = not known
    cdef int max_decisions
    cdef int n_actions
    # one iteration
    cdef int32_t* legal
    cdef int32_t* match         # edge of each legal action, or NONE
    cdef int32_t* untried
    cdef double* priors
    cdef int32_t n_path
    cdef int32_t path_capacity
    cdef StepC* path
    cdef bint is_new
    cdef bint is_greedy         # verification: best play by the tree, no learning
    cdef double returns[8]
    cdef double wins[8]
    cdef double utility[8]
    cdef double margin
    # root
    cdef int n_root
    cdef int32_t* root_actions
    cdef MoveC* moves
    cdef MoveC verified
    cdef int root_index
    cdef bint* alive            # sequential halving's survivors
    cdef readonly object kept
    cdef bint has_kept
    cdef int n_alive
    cdef int64_t next_halving
    # worlds
    cdef int64_t n_worlds
    cdef int64_t next_world
    cdef int32_t* world_order
    # MAST
    cdef double* mast_value     # by player and action
    cdef int32_t* mast_visits
    cdef int32_t* log_actions
    cdef int n_log

    cdef int _iterate(self) except -1 nogil
    cdef int _iterate_flat(self) except -1 nogil
    cdef int _start_world(self) except -1 nogil
    cdef int _descend(self) except -1 nogil
    cdef int _follow_others(self, int mover, int32_t action, int32_t* reached) except -1 nogil
    cdef int32_t _choose(self, int32_t node, int player, int n) except -1 nogil
    cdef int32_t _choose_root(self, int32_t node, int n) except -1 nogil
    cdef int32_t _choose_greedy(self, int32_t node, int n) except -1 nogil
    cdef int32_t _choose_frozen(self, int32_t node, int player) except -1 nogil
    cdef int32_t _best_ucb(self, int32_t node, int player, int n, int n_untried) except -1 nogil
    cdef int32_t _try(self, int32_t node, int n, int n_untried) except -1 nogil
    cdef int32_t _child(self, int32_t edge, int32_t label, int player) except -1 nogil
    cdef int32_t _frozen_action(self, GameState state, rng_t* rng) except -1 nogil
    cdef int _think_for(self, int player, int32_t action, double* value) except -1 nogil
    cdef int _rollout(self, GameState state) except -1 nogil
    cdef int32_t _mast_action(self, GameState state, int player) except -1 nogil
    cdef int _score(self, GameState state) except -1 nogil
    cdef int _record(self, MoveC* move) except -1 nogil
    cdef int _back_up(self) except -1 nogil
    cdef int _push(self, int32_t edge, int mover) except -1 nogil
    cdef void _log(self, int player, int32_t action) noexcept nogil
    cdef int _root_rank(self, int32_t action) noexcept nogil
    cdef int _halve(self) except -1 nogil
    cdef int _plant(self) except -1 nogil
    cdef int _keep(self) except -1 nogil
    cdef int _refuse_root(self) except -1 nogil
    cdef int _refuse_player(self, int player) except -1 nogil
    cdef int _run(self, int64_t n, double seconds, StopFlag stop, bint verify) except -1 nogil
