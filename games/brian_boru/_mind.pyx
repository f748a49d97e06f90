"""The weights of policy and evaluation as flat tables, read once a file and section."""
from libc.string cimport memset

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
