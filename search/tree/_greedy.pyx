"""One step ahead: what each legal action makes of a few worlds, for the greedy agent."""
from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free, malloc

from kingmaker.games._base cimport MAX_PLAYERS, GameState
from kingmaker.games._checks cimport check_whole
from kingmaker.games._rng cimport Rng

import numpy as np

from kingmaker.games.errors import KingmakerError


cdef double _margin(const double* points, int n_players, int player) noexcept nogil:
    """A player's points minus those of the best other one; alone, the points."""
    cdef int p
    cdef double best = -1e300
    for p in range(n_players):
        if p != player and points[p] > best:
            best = points[p]
    return points[player] - best if n_players > 1 else points[player]


cdef int _add_gains(GameState world, GameState child, const int32_t* actions, int n, int player, bint by_score,
                    double* totals) except -1 nogil:
    """Add what each action makes in one world; what ends a turn counts as the position before it."""
    cdef int i
    cdef double points[MAX_PLAYERS]
    for i in range(n):
        child.c_copy(world)
        if not (by_score and child.c_ends_turn(actions[i])):
            child.c_apply(actions[i])
        if by_score or child.c_player() < 0:
            child.c_returns(points)
        else:
            child.c_evaluate(points)
        totals[i] += _margin(points, child.n_players, player)
    return 0


def one_step(GameState state not None, n_worlds, Rng rng not None, bint by_score):
    """Return each legal action's mean margin over worlds drawn from what the player to act knows.

    Parameters
    ----------
    by_score : count the points as if the game ended, in games that tell them at any time, not the evaluation
    """
    cdef GameState root = state.clone(), world = state.clone(), child = state.clone()
    cdef int64_t _i, worlds = check_whole(n_worlds, "one_step: expected a number of worlds", 1, 1LL << 31)
    cdef int n, player = root.c_player()
    cdef double[::1] totals
    cdef int32_t* actions
    if player < 0:
        raise KingmakerError("one_step: the game is over, nobody has to decide")
    if by_score and not state.game.has("score"):
        raise KingmakerError(f"one_step: {state.game.name} tells its points at the end only; compare by evaluation")
    actions = <int32_t*> malloc(root.max_legal * sizeof(int32_t))
    if actions is NULL:
        raise MemoryError
    try:
        n = root.c_legal(actions)
        if n < 1:
            root.refuse_empty()
        totals = np.zeros(n)
        for _i in range(worlds):
            world.c_copy(root)
            world.c_determinize(player, rng.stream)
            _add_gains(world, child, actions, n, player, by_score, &totals[0])
        return np.asarray(totals) / worlds
    finally:
        free(actions)
