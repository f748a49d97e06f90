"""What a search of one observer needs besides a tree: rollouts, utility, records."""
from libc.stdint cimport int32_t, int64_t

from kingmaker.games._base cimport GameState
from kingmaker.games._rng cimport rng_t
from kingmaker.search.tree._root cimport MoveC
from kingmaker.search.tree._settings cimport SettingsC


cdef class Playouts:
    cdef readonly object game
    cdef readonly int observer
    cdef readonly int n_players
    cdef SettingsC set
    cdef rng_t rollout_rng
    cdef int max_decisions
    cdef int n_actions
    cdef int32_t* buffer        # legal actions in a rollout
    cdef double* shares         # and their priors
    # the end of the iteration in hand, one entry a player (MAX_PLAYERS)
    cdef double returns[8]
    cdef double wins[8]
    cdef double utility[8]
    cdef double margin          # the observer's
    cdef double* sigmoids       # of the whole margins around 0; NULL where the utility is linear
    # MAST
    cdef double* mast_value     # by player and action
    cdef int64_t* mast_visits
    cdef int32_t* log_actions   # pairs of player and action of this iteration
    cdef int n_log

    cdef int _rollout(self, GameState state) except -1 nogil
    cdef int32_t _policy_action(self, GameState state) except -1 nogil
    cdef int32_t _mast_action(self, GameState state, int player) except -1 nogil
    cdef void _log(self, int player, int32_t action) noexcept nogil
    cdef int _learn_mast(self) except -1 nogil
    cdef int32_t _frozen_action(self, GameState state, rng_t* rng) except -1 nogil
    cdef double _sigmoid(self, double margin) noexcept nogil
    cdef int _score(self, GameState state) except -1 nogil
    cdef int _record(self, MoveC* move) except -1 nogil
