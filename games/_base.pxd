"""The state contract: what a game gives the engine. docs/adding_a_game.md explains each method.

Every method is `except -1 nogil` so that errors propagate while nothing touches Python in the hot loop.
"""
from libc.stdint cimport int32_t, int64_t, uint64_t

from kingmaker.games._rng cimport rng_t

cdef enum:
    TERMINAL = -4       # c_player of a finished game
    UNSEEN = -2         # c_observe of an action that this observer does not notice at all
    MAX_PLAYERS = 8


cdef class GameState:
    cdef readonly object game       # the Game (rules and options) this is a state of
    cdef readonly int n_players
    cdef readonly int max_legal     # the size a caller's action buffer must have
    cdef int n_actions
    cdef int rollout_cut            # Limits.rollout_cut

    # -- required ---------------------------------------------------------------------------------------
    cdef int c_copy(self, GameState other) except -1 nogil          # become `other`; no allocation
    cdef int c_player(self) except -9 nogil                         # who acts, or TERMINAL
    cdef int c_legal(self, int32_t* out) except -1 nogil            # ids, ascending; returns how many
    cdef int c_apply(self, int32_t action) except -1 nogil          # trusts that the action is legal
    cdef int c_returns(self, double* out) except -1 nogil           # final points, one a player
    # -- required where something is hidden ----------------------------------------------------------------
    cdef int c_determinize(self, int observer, rng_t* rng) except -1 nogil
    # -- with defaults -------------------------------------------------------------------------------------
    cdef int c_wins(self, const double* returns, double* out) except -1 nogil       # win shares, sum 1
    cdef int32_t c_observe(self, int32_t action, int observer) except -1 nogil      # before c_apply
    cdef int32_t c_outcome(self, int observer) except -1 nogil                      # after c_apply; 0 = nothing
    cdef int32_t c_sample(self, rng_t* rng) except -1 nogil         # a uniformly random legal action
    cdef int c_playout(self, rng_t* rng, int limit) except -1 nogil     # uniform to the end, or to rollout_cut
    cdef int c_forget(self) except -1 nogil         # only played out from here: what players know is no more asked
    # -- optional, announced in GameSpec.features ----------------------------------------------------------
    cdef int32_t c_policy(self, rng_t* rng) except -1 nogil         # an action of the game's own rollout policy
    cdef int c_priors(self, const int32_t* actions, int n, double* out) except -1 nogil
    cdef bint c_logits(self, const int32_t* actions, int n, double* out) except -1 nogil   # priors are their softmax
    cdef bint c_ends_turn(self, int32_t action) except -1 nogil     # before c_apply
    cdef int64_t c_turn(self) except -2 nogil       # turns begun, where counting is quicker than c_ends_turn; else -1
    cdef int c_evaluate(self, double* out) except -1 nogil          # expected returns of an unfinished game
    cdef double c_spread(self) except -1 nogil      # deviation of the margin around it; 0: unknown
    cdef uint64_t c_key(self) except? 0 nogil                       # all that everybody sees, as one number
    cdef bint c_is_settled(self) except -1 nogil    # nothing unknown to anybody can change what is still to come
    cdef double c_ceiling(self) except? -1e300 nogil    # no margin of who acts at the end is above it; settled only
    cdef int64_t c_n_worlds(self, int observer) except -1 nogil     # worlds consistent with what was seen
    cdef int c_set_world(self, int observer, int64_t index) except -1 nogil
    cdef int c_rewind(self, rng_t* rng) except -1 nogil     # to where what is hidden now began, dealt anew
    cdef uint64_t c_sight(self, int player) except? 0 nogil         # all that the player knows, as one number
    cdef int c_bind(self) except -1         # point at what all states of the game share; once, before all else
    # -- checks of what people give ------------------------------------------------------------------------
    cdef bint is_legal(self, int32_t action) except -1
    cdef int32_t legal_id(self, object action) except -1
    cdef int check_own(self, GameState other, object what) except -1
    # -- refusals: the game broke the contract -------------------------------------------------------------
    cdef int refuse_empty(self) except -1 nogil
    cdef int refuse_endless(self, int limit) except -1 nogil
    cdef int32_t _sample_from_heap(self, rng_t* rng) except -1 nogil


cdef GameState blank(type cls, object game, int n_players=*, int n_actions=*, int max_legal=*)
cdef int made_whole(type cls) except -1
cdef bint is_maker(object inner) noexcept
