"""What players can know in a game, and what was learnt there: one table for all of them.

What a player knows is a number (`sight`). `Mixer` fills the table by walks, `Whole` with all that a small game can
come to. Whatever is asked about the root, only what its observer knows is used of it.
"""
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, malloc, realloc

from kingmaker.games._base cimport GameState
from kingmaker.games._checks cimport check_whole
from kingmaker.games._rng cimport seed_stream
from kingmaker.search.tree._clock cimport hear_signals, now
from kingmaker.search.tree._pool cimport NONE
from kingmaker.search.tree._searcher cimport StopFlag
from kingmaker.search.tree._settings cimport STOP_INTERRUPT, STOP_ITERATIONS, STOP_SECONDS

from kingmaker.games.errors import ConfigError
from kingmaker.search.tree import _searcher

cdef enum:
    LOOK = 64               # walks between two looks at the clock
    MOST_KNOWN = 1 << 27    # places are 32-bit, and so are those of four times as many slots
cdef int64_t MOST = 1LL << 62


cdef inline int32_t _slot(uint64_t sight, int32_t n_slots) noexcept nogil:
    """Where the search for a sight begins in a hash table; n_slots is a power of 2."""
    return <int32_t> ((sight * <uint64_t> 0x9E3779B97F4A7C15) >> 32) & (n_slots - 1)


cdef class Table(Playouts):
    """One replicate of a mixture, however it is worked out.

    Parameters
    ----------
    root : the position; only what the observer knows of it is used
    observer : the player to act
    settings : as for `Searcher`; of them the utility and the rollouts count
    seeds : SeedSequences of the streams for deals, choices and rollouts
    byte_limit : of all that is kept
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
        if self.actions_here is NULL:
            raise MemoryError
        self.n_actions_here = root.c_legal(self.actions_here)
        self._grow()

    def __dealloc__(self):
        free(self.actions_here)
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
        self.known[self.n_known].player = self.known[self.n_known].before = NONE
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

    cdef int64_t _bytes(self) noexcept nogil:
        """Return how much the table takes."""
        return (self.known_capacity * <int64_t> sizeof(KnownC) + self.option_capacity * <int64_t> sizeof(OptionC)
                + self.n_slots * <int64_t> sizeof(int32_t))

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

    cdef int64_t _walk(self, int64_t left) except -1 nogil:
        """Learn on, by so many walks at most; return how many it were, 0 if what is left is too little."""
        return 0

    cdef int _run(self, int64_t n, double seconds, StopFlag stop) except -1 nogil:
        cdef int64_t done = 0, looked = 0, walks
        cdef double start = now(), time, last_signal = start
        while done < n:
            if stop.raised:
                return STOP_INTERRUPT
            walks = self._walk(n - done)
            if walks == 0:
                break
            done += walks
            if done - looked >= LOOK:
                looked = done
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
    def n_sights(self):
        """How many states of knowledge the table holds."""
        return self.n_known
