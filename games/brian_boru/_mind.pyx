"""The weights of policy and evaluation as flat tables, read once a file and section, and what weighs by them.

A module of its own, for in it all is inlined: searches as advised gain 12 % so, plain ones would lose 6 %.
"""
from libc.stdint cimport int32_t
from libc.string cimport memset

from kingmaker.games.brian_boru._features cimport see
from kingmaker.games.brian_boru._flow cimport first_id
from kingmaker.games.brian_boru._sight cimport SightC, glance
from kingmaker.games.brian_boru._struct cimport MOST_PLAYERS, BoruC, RulesC
from kingmaker.games.brian_boru._value cimport see_state
from kingmaker.games.core._inline cimport ALL_INLINE  # no-cython-lint: the cimport does it
from kingmaker.games.core._tally cimport TallyC

from functools import lru_cache
from pathlib import Path

from kingmaker.games.brian_boru.weights import LEARNING, PATH
from kingmaker.games.core.weights import read_weights


cdef class Mind:
    """Weights of one section."""

    def __cinit__(self, path, section):
        cdef int i, k
        if (len(LEARNING.features), len(LEARNING.values), len(LEARNING.stages)) != (N_FEATURES, N_VALUES, N_STAGES):
            raise AssertionError("brian-boru: weights.py names other features than the compiled code has")
        memset(&self.m, 0, sizeof(MindC))
        found = read_weights(LEARNING, path)
        for i, weight in enumerate(found["policy"][section]):
            self.m.policy[i] = weight
        for k, weights in enumerate(found["value"][section]):
            for i, weight in enumerate(weights):
                self.m.value[k][i] = weight
        for k, weight in enumerate(found["spread"][section]):
            self.m.spread[k] = weight


@lru_cache(maxsize=64)
def _load(path, section):
    return Mind(path, section)


def mind_of(game):
    """Return the weights of a game with its options chosen."""
    found = game.__dict__.get("_mind")
    if found is None:
        found = game.__dict__["_mind"] = _load(Path(game.options["weights"] or PATH), LEARNING.section(game))
    return found


cdef void weigh_choices(const BoruC* s, const RulesC* r, const MindC* m, const int32_t* actions, int n,
                        double* out) noexcept nogil:
    """Each action's weighed features: the learned policy is their softmax."""
    cdef SightC v
    cdef TallyC t
    cdef int i
    cdef int32_t base = first_id(s.stage)
    t.weights = m.policy
    t.row = NULL
    glance(&v, s, r)
    for i in range(n):
        out[i] = see(&v, actions[i] - base, &t)


cdef void foretell(const BoruC* s, const RulesC* r, const MindC* m, double* out) noexcept nogil:
    """The points that each seat may expect at the end, within what there can be."""
    cdef double rows[MOST_PLAYERS * N_VALUES]
    cdef double sums[MOST_PLAYERS]
    cdef SightC v
    cdef int seat, i, stage = see_state(&v, s, r, rows)
    cdef const double* weights = m.value[stage]
    for seat in range(MOST_PLAYERS):
        sums[seat] = 0
    memset(rows + r.n_players * N_VALUES, 0, (MOST_PLAYERS - r.n_players) * N_VALUES * sizeof(double))
    for i in range(N_VALUES):       # all seats side by side: additions that do not wait for each other
        for seat in range(MOST_PLAYERS):
            sums[seat] += weights[i] * rows[seat * N_VALUES + i]
    for seat in range(r.n_players):
        out[seat] = min(max(sums[seat], 0.0), r.most_points)
