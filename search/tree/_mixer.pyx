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
from libc.stdlib cimport calloc, free, malloc, realloc

from kingmaker.games._base cimport GameState
from kingmaker.games._checks cimport check_whole
from kingmaker.games._rng cimport rng_double, seed_stream
from kingmaker.search.tree._clock cimport hear_signals, now
from kingmaker.search.tree._pool cimport NONE
from kingmaker.search.tree._root cimport MoveC
from kingmaker.search.tree._searcher cimport StopFlag
from kingmaker.search.tree._settings cimport STOP_INTERRUPT, STOP_ITERATIONS, STOP_SECONDS

import numpy as np

from kingmaker.games.errors import ConfigError
from kingmaker.search.tree import _searcher

cdef enum:
    STEADY = 100            # visits after which an action's mean follows like a moving one
    LOOK = 64               # walks between two looks at the clock
    MOST_MADE = 128         # actions of a walk, to come back by
    WIDTH = 64              # branches of a walk
    MOST_KNOWN = 1 << 27    # places are 32-bit, and so are those of four times as many slots
cdef double EXPLORE = 0.4   # share of even choices by who learns
cdef int64_t MOST = 1LL << 62


cdef inline int32_t _slot(uint64_t sight, int32_t n_slots) noexcept nogil:
    """Where the search for a sight begins in a hash table; n_slots is a power of 2."""
    return <int32_t> ((sight * <uint64_t> 0x9E3779B97F4A7C15) >> 32) & (n_slots - 1)


cdef class Mixer(Playouts):
    """One replicate of a mixture.

    Parameters
    ----------
    root : the position; only what the observer knows of it is used
    observer : the player to act
    settings : as for `Searcher`; of them the utility and the rollouts count
    seeds : SeedSequences of the streams for deals, choices and rollouts
    byte_limit : of the table; once it is full, what it does not know is played out
    """

    def __cinit__(self, GameState root not None, observer, dict settings not None, seeds, byte_limit=2**30):
        streams = tuple(seeds)
        if not root.game.has("rewind"):
            raise ConfigError(f"mix: {root.game.name} does not rewind, so nothing is mixed")
        if root.c_player() != self.observer:
            raise ConfigError(f"mix: player {self.observer} is asked but player {root.c_player()} acts")
        self.root = root.clone()
        self.world = root.clone()
        self.deal = root.clone()
        self.sight = root.c_sight(self.observer)
        seed_stream(&self.world_rng, streams[0])
        seed_stream(&self.tree_rng, streams[1])
        self.byte_limit = check_whole(byte_limit, "mix: expected bytes", 0, MOST, ConfigError)
        self.actions_here = <int32_t*> malloc(root.max_legal * sizeof(int32_t))
        self.moves = <MoveC*> calloc(root.max_legal, sizeof(MoveC))
        if self.actions_here is NULL or self.moves is NULL:
            raise MemoryError
        self.n_actions_here = root.c_legal(self.actions_here)
        self._grow()

    def __dealloc__(self):
        free(self.actions_here)
        free(self.moves)
        free(self.known)
        free(self.options)
        free(self.slots)

    # -- the table ------------------------------------------------------------------------------------------

    cdef int32_t _find(self, uint64_t sight) noexcept nogil:
        """Return the place of a player's knowledge, or NONE."""
        cdef int32_t slot = _slot(sight, self.n_slots)
        while self.slots[slot] != NONE:
            if self.known[self.slots[slot]].sight == sight:
                return self.slots[slot]
            slot = (slot + 1) & (self.n_slots - 1)
        return NONE

    cdef int32_t _open(self, uint64_t sight) except -9 nogil:
        """Add what the player to act in `world` knows; return its place, or NONE where there is no room."""
        cdef int i, n = self.world.c_legal(self.buffer)
        cdef int32_t slot
        if n < 1:
            self.world.refuse_empty()
        if (self.n_known == self.known_capacity or self.n_options + n > self.option_capacity) and self._grow() != 0:
            return NONE
        slot = _slot(sight, self.n_slots)
        while self.slots[slot] != NONE:
            slot = (slot + 1) & (self.n_slots - 1)
        self.slots[slot] = self.n_known
        self.known[self.n_known].sight = sight
        self.known[self.n_known].first = self.n_options
        self.known[self.n_known].n = n
        for i in range(n):
            self.options[self.n_options + i].action = self.buffer[i]
            self.options[self.n_options + i].visits = 0
            self.options[self.n_options + i].regret = 0
            self.options[self.n_options + i].total = 0
            self.options[self.n_options + i].mean = 0.5
            self.options[self.n_options + i].other = 0.5
            self.options[self.n_options + i].seen = 0
        self.n_options += n
        self.n_known += 1
        return self.n_known - 1

    cdef int _grow(self) except -1 nogil:
        """Make room for twice as much; 1 where the limit does not allow it."""
        cdef int64_t n = max(64, 2 * <int64_t> self.known_capacity)
        cdef int64_t wide = max(4 * n, 2 * (<int64_t> self.n_options + self.world.max_legal))
        cdef int32_t i, slot, n_slots
        cdef void* known
        cdef void* options
        cdef int32_t* slots
        if self.known_capacity and (n > MOST_KNOWN or wide > 4 * MOST_KNOWN or (
                n * <int64_t> sizeof(KnownC) + wide * <int64_t> sizeof(OptionC)
                + 4 * n * <int64_t> sizeof(int32_t) > self.byte_limit)):
            return 1
        n_slots = <int32_t> (4 * n)
        known = realloc(self.known, n * sizeof(KnownC))
        if known is not NULL:
            self.known = <KnownC*> known
        options = realloc(self.options, wide * sizeof(OptionC))
        if options is not NULL:
            self.options = <OptionC*> options
        slots = <int32_t*> malloc(n_slots * sizeof(int32_t))
        if known is NULL or options is NULL or slots is NULL:
            free(slots)
            with gil:
                raise MemoryError
        free(self.slots)
        self.slots = slots
        self.n_slots = n_slots
        self.known_capacity = <int32_t> n
        self.option_capacity = <int32_t> wide
        for i in range(n_slots):
            slots[i] = NONE
        for i in range(self.n_known):
            slot = _slot(self.known[i].sight, n_slots)
            while slots[slot] != NONE:
                slot = (slot + 1) & (n_slots - 1)
            slots[slot] = i
        return 0

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

    cdef int _average(self, int32_t place) noexcept nogil:
        """Write each action's share over all walks into `shares`: it is this that comes to an equilibrium."""
        cdef int i, n = self.known[place].n
        cdef OptionC* options = self.options + self.known[place].first
        cdef double total = 0
        for i in range(n):
            total += options[i].total
        for i in range(n):
            self.shares[i] = options[i].total / total if total > 0 else 1.0 / n
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

    cdef int _make(self, int32_t action) except -1 nogil:
        """Make an action of the walk."""
        if self.n_made < MOST_MADE:
            self.made[self.n_made] = action
        self.n_made += 1
        self.world.c_apply(action)
        return 0

    cdef int _come_back(self, int n_made) except -1 nogil:
        """Bring the world back to where the walk had made so many actions."""
        cdef int i
        self.world.c_copy(self.deal)
        for i in range(n_made):
            self.world.c_apply(self.made[i])
        self.n_made = n_made
        return 0

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

    cdef int _iterate(self) except -1 nogil:
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
        return 0

    cdef int _run(self, int64_t n, double seconds, StopFlag stop) except -1 nogil:
        cdef int64_t done = 0
        cdef double start = now(), time, last_signal = start
        while done < n:
            if stop.raised:
                return STOP_INTERRUPT
            self._iterate()
            done += 1
            if done % LOOK == 0:
                time = now()
                if time - start >= seconds:
                    return STOP_SECONDS
                hear_signals(time, &last_signal)
        return STOP_ITERATIONS

    # -- people's side --------------------------------------------------------------------------------------

    cdef int _refuse_busy(self, object method) except -1:
        """Refuse where another thread walks: the table moves as it grows. Asked and set with the interpreter's lock."""
        if self.busy:
            raise ConfigError(f"{method}: expected a mixer at rest, but another thread is in it, or its own run is; "
                              f"wait for that, or let each thread have a mixer of its own")
        return 0

    def run(self, iterations, seconds=1e300, StopFlag stop=None):
        """Walk on; return which budget ended it, as a searcher's `run`."""
        cdef int64_t n = check_whole(iterations, "run: expected iterations", 0, MOST + 1, ConfigError)
        cdef double limit = seconds
        cdef StopFlag flag = StopFlag() if stop is None else stop
        cdef int reason
        if not limit >= 0:
            raise ConfigError(f"run: expected seconds from 0, got {seconds!r}")
        self._refuse_busy("run")
        self.busy = True
        try:
            with nogil:
                reason = self._run(n, limit, flag)
        finally:
            self.busy = False
        return _searcher.STOPS[reason]

    @property
    def actions(self):
        """The root's legal actions."""
        return [self.actions_here[i] for i in range(self.n_actions_here)]

    def mixture(self):
        """Return the share of each root action, in the order of `actions`; even before any walk has come there."""
        cdef int32_t place
        self._refuse_busy("mixture")
        place = self._find(self.sight)
        if place == NONE:
            return [1.0 / self.n_actions_here] * self.n_actions_here
        n = self._average(place)
        return [self.shares[i] for i in range(n)]

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

    @property
    def n_sights(self):
        """How many states of knowledge the table holds."""
        return self.n_known
