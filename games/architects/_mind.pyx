"""The weights of policy and evaluation as flat tables, read once a file and section."""
from libc.string cimport memset

from kingmaker.games.architects._components cimport Rules
from kingmaker.games.architects._sight cimport METAL, VIRTUE, gain_value
from kingmaker.games.architects._struct cimport E_CAPTURE, E_END, GOLD, N_CARDS, N_GOODS

from functools import lru_cache
from pathlib import Path

from kingmaker.games.architects._components import rules_of
from kingmaker.games.architects.weights import LEARNING, PATH
from kingmaker.games.core.weights import read_weights

cdef double AT_END = 2          # points that an effect at the end of the game counts as


cdef class Mind:
    """Weights of one section, with what each building promises by its component file."""

    def __cinit__(self, path, section, Rules rules not None):
        cdef int i, k
        if (len(LEARNING.features), len(LEARNING.values), len(LEARNING.stages)) != (N_FEATURES, N_VALUES, N_STAGES):
            raise AssertionError("architects: weights.py names other features than the compiled code has")
        memset(&self.m, 0, sizeof(MindC))
        found = read_weights(LEARNING, path)
        for i, weight in enumerate(found["policy"][section]):
            self.m.policy[i] = weight
        for k, weights in enumerate(found["value"][section]):
            for i, weight in enumerate(weights):
                self.m.value[k][i] = weight
        for k, weight in enumerate(found["spread"][section]):
            self.m.spread[k] = weight
        for i in range(N_CARDS):
            self._set_building(rules, i)

    cdef _set_building(self, Rules rules, int i):
        cdef int kind = rules.r.building[i].kind, k
        cdef double dear = 0, worth = rules.r.building[i].points + VIRTUE * rules.r.building[i].virtue
        for k in range(N_GOODS):
            dear += rules.r.building[i].cost.goods[k] * (METAL if k >= GOLD else 1.0)
        if kind > E_END:
            worth += AT_END
        elif kind == E_CAPTURE:
            worth += rules.r.building[i].a
        else:
            worth += 0.5 * gain_value(&rules.r.building[i].gain)
        self.m.worth[i] = worth
        self.m.dear[i] = dear


@lru_cache(maxsize=64)
def _load(path, section, rules):
    return Mind(path, section, rules)


def mind_of(game):
    """Return the weights of a game with its options chosen."""
    found = game.__dict__.get("_mind")
    if found is None:
        path = Path(game.options["weights"] or PATH)
        found = game.__dict__["_mind"] = _load(path, LEARNING.section(game), rules_of(game))
    return found
