"""Mixed strategies where choices are hidden: counterfactual regret minimisation by sampling.

Lanctot, Waugh, Zinkevich & Bowling 2009 ("Monte Carlo sampling for regret minimization in extensive games"): all of a
player's own actions are tried in a walk as long as they are few (external sampling), then one; sampled
values are corrected by what actions have earned so far (Schmid et al. 2019, VR-MCCFR). Later walks count for more, in
regrets as in the mean (Brown & Sandholm 2019, linear CFR): in the mean alone it would not come to an equilibrium.
A walk begins where what is hidden now began, with everything hidden dealt anew (`rewind`): so the others' hidden
choices answer to the mixture, and the mixture to them, instead of to even guesses. What a player knows is a number
(`sight`); beyond what the table knows, a rollout goes on.
"""
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free

from kingmaker.games._base cimport GameState
from kingmaker.games._rng cimport rng_double
from kingmaker.search.tree._pool cimport NONE
from kingmaker.search.tree._root cimport MoveC
from kingmaker.search.tree._table cimport MOST_MADE, WIDTH, OptionC, Table

import numpy as np

from kingmaker.search.tree import _searcher

cdef enum:
    STEADY = 100            # visits after which an action's mean follows like a moving one
cdef double EXPLORE = 0.4   # share of even choices by who learns


cdef class Mixer(Table):
    """One replicate of a mixture, by walks; once the table is full, what it does not know is played out."""

    def __cinit__(self, GameState root not None, *args, **kwargs):
        self.moves = <MoveC*> calloc(root.max_legal, sizeof(MoveC))
        if self.moves is NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.moves)

    cdef int _match(self, int32_t place) noexcept nogil:
        """Regret matching: write each action's share now into `shares`, in proportion to what is regretted of it."""
        cdef int i, n = self.known[place].n
        cdef OptionC* options = self.options + self.known[place].first
        cdef double total = 0
        for i in range(n):
            self.shares[i] = max(options[i].regret, 0)
            total += self.shares[i]
        for i in range(n):
            self.shares[i] = self.shares[i] / total if total > 0 else 1.0 / n
        return n

    cdef int _draw(self, int n) noexcept nogil:
        """Return one of n places by their `shares`."""
        cdef int i
        cdef double mark = rng_double(&self.tree_rng)
        for i in range(n - 1):
            mark -= self.shares[i]
            if mark < 0:
                return i
        return n - 1

    # -- walks ----------------------------------------------------------------------------------------------

    cdef double _play_rest(self, int learner) except? -1e300 nogil:
        """Play the world out; return the learner's utility."""
        self.n_log = 0
        self._rollout(self.world)
        self._score(self.world)
        return self.utility[learner]

    cdef double _learn(self, int learner, double chance, int width) except? -1e300 nogil:
        """Walk on from `world`; return an estimate, without bias, of what the present shares earn the learner.

        The others play by their shares. The learner tries all actions while `width` branches allow it (external
        sampling), then one, drawn more evenly than by the shares (outcome sampling): what such a walk says of a
        decision counts for one over the chance that the learner's draws led there.
        """
        cdef int player = self.world.c_player()
        cdef int32_t place
        cdef bint is_new
        cdef uint64_t sight
        if player < 0:
            self._score(self.world)
            return self.utility[learner]
        sight = self.world.c_sight(player)
        place = self._find(sight)
        is_new = place == NONE
        if is_new:
            place = self._open(sight)
            if place == NONE:
                return self._play_rest(learner)
        if player != learner:
            return self._answer(learner, chance, width, place, is_new)
        if not is_new and self.known[place].n <= width and self.n_made < MOST_MADE:
            return self._learn_all(learner, chance, width, place)
        return self._learn_one(learner, chance, width, place, is_new)

    cdef double _answer(self, int learner, double chance, int width, int32_t place, bint is_new
                        ) except? -1e300 nogil:
        """Somebody else plays by the present shares; what is drawn is corrected by what all have earned so far."""
        cdef int i, k, n = self._match(place)
        cdef double value, mean, weight = (1.0 + self.iterations) / chance
        cdef OptionC* options = self.options + self.known[place].first
        k = self._draw(n)
        for i in range(n):
            options[i].total += weight * self.shares[i]
        self._make(options[k].action)
        value = self._play_rest(learner) if is_new else self._learn(learner, chance, width)
        self._match(place)
        options = self.options + self.known[place].first
        mean = value - options[k].other
        for i in range(n):
            mean += self.shares[i] * options[i].other
        options[k].seen += 1
        options[k].other += (value - options[k].other) / min(options[k].seen, STEADY)
        return mean

    cdef double _learn_all(self, int learner, double chance, int width, int32_t place) except? -1e300 nogil:
        """The learner tries every action in turn, against the same deal."""
        cdef int i, n = self.known[place].n, n_made = self.n_made
        cdef double mean = 0, weight = (1.0 + self.iterations) / chance
        cdef double values[WIDTH]
        cdef OptionC* options
        for i in range(n):
            if i > 0:
                self._come_back(n_made)
            self._make(self.options[self.known[place].first + i].action)
            values[i] = self._learn(learner, chance, width // n)
        self._match(place)      # as before: nobody knows the same twice in a game
        options = self.options + self.known[place].first
        for i in range(n):
            mean += self.shares[i] * values[i]
        for i in range(n):
            options[i].regret += weight * (values[i] - mean)
            options[i].visits += 1
            options[i].mean += (values[i] - options[i].mean) / min(options[i].visits, STEADY)
        return mean

    cdef double _learn_one(self, int learner, double chance, int width, int32_t place, bint is_new
                           ) except? -1e300 nogil:
        """The learner tries one action, more evenly than by the present shares."""
        cdef int i, k, n = self._match(place)
        cdef double tried, share, value, mean, weight = (1.0 + self.iterations) / chance
        cdef OptionC* options = self.options + self.known[place].first
        if rng_double(&self.tree_rng) < EXPLORE:
            k = <int> (rng_double(&self.tree_rng) * n)
        else:
            k = self._draw(n)
        share = self.shares[k]
        tried = EXPLORE / n + (1 - EXPLORE) * share
        self._make(options[k].action)
        value = self._play_rest(learner) if is_new else self._learn(learner, chance * tried, width)
        self._match(place)      # as before: nobody knows the same twice in a game
        options = self.options + self.known[place].first
        mean = share * (value - options[k].mean) / tried
        for i in range(n):
            mean += self.shares[i] * options[i].mean
        for i in range(n):
            options[i].regret += weight * (options[i].mean - mean)
        options[k].regret += weight * (value - options[k].mean) / tried
        options[k].visits += 1
        options[k].mean += (value - options[k].mean) / min(options[k].visits, STEADY)
        return mean

    cdef int _play(self) except -1 nogil:
        """Play a game by the mixtures; where it comes to the root, try its actions in turn and write down the end."""
        cdef int player, k
        cdef int32_t place
        cdef uint64_t sight
        self.root_index = NONE
        while True:
            player = self.world.c_player()
            if player < 0:
                break
            sight = self.world.c_sight(player)
            if self.root_index == NONE and player == self.observer and sight == self.sight:
                self.root_index = self.next_index
                self.next_index = (self.next_index + 1) % self.n_actions_here
                self.world.c_apply(self.actions_here[self.root_index])
                continue
            place = self._find(sight)
            if place == NONE:
                self._rollout(self.world)
                break
            k = self._draw(self._average(place))
            if player == self.observer and self.root_index == NONE and rng_double(&self.tree_rng) < EXPLORE:
                k = <int> (rng_double(&self.tree_rng) * self.known[place].n)    # the root may be off the best way
            self.world.c_apply(self.options[self.known[place].first + k].action)
        if self.root_index != NONE:
            self._score(self.world)
            self._record(&self.moves[self.root_index])
        return 0

    cdef int64_t _walk(self, int64_t left) except -1 nogil:
        """One walk: each player learns in turn, then a game is played by what was learnt."""
        cdef int turn = <int> (self.iterations % (self.n_players + 1))
        self.world.c_copy(self.root)
        self.world.c_rewind(&self.world_rng)
        if turn == self.n_players:
            self._play()
        else:
            self.deal.c_copy(self.world)
            self.n_made = 0
            self._learn(turn, 1, WIDTH)
        self.iterations += 1
        return 1

    # -- people's side --------------------------------------------------------------------------------------

    @property
    def walks_here(self):
        """How many walks in which somebody learnt have come to the root."""
        cdef int32_t place
        self._refuse_busy("walks_here")
        place = self._find(self.sight)
        if place == NONE:
            return 0
        first = self.known[place].first
        return sum(self.options[first + i].visits + self.options[first + i].seen for i in range(self.known[place].n))

    def records(self):
        """Return what each root action earned in games by the mixtures, as a searcher's `records`."""
        cdef const unsigned char[::1] raw
        self._refuse_busy("records")
        raw = <const unsigned char[:self.n_actions_here * sizeof(MoveC)]> <const unsigned char*> self.moves
        return np.frombuffer(bytes(raw), dtype=_searcher.MOVE_TYPE)

    def earned(self):
        """Return by root action the mean points of all players in those games; empty where none came there."""
        self._refuse_busy("earned")
        return [tuple(self.moves[i].returns[p] / self.moves[i].visits for p in range(self.n_players))
                if self.moves[i].visits > 0 else () for i in range(self.n_actions_here)]
