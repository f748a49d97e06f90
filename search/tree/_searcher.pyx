"""A replicate at work: budgets, and what was found.

`search/tree/_trees.pyx` holds the iteration itself.
"""
from libc.stdint cimport int32_t, int64_t

from kingmaker.games._base cimport GameState
from kingmaker.games._checks cimport check_whole
from kingmaker.games._rng cimport Rng, rng_next, rng_t
from kingmaker.search.tree._bounds cimport is_beaten, is_proved, least, most, surest
from kingmaker.search.tree._clock cimport hear_signals, now
from kingmaker.search.tree._pool cimport NO_MEMORY, NONE, pool_bytes, pool_export, pool_find
from kingmaker.search.tree._root cimport MoveC
from kingmaker.search.tree._settings cimport (
    STOP_INTERRUPT, STOP_ITERATIONS, STOP_MEMORY, STOP_PROVED, STOP_SECONDS, WORLDS_FIXED
)

import numpy as np

from kingmaker.errors import shown
from kingmaker.games.errors import ConfigError, KingmakerError

cdef extern from *:
    """
    static inline int claim_flag(int* busy) { return !__atomic_exchange_n(busy, 1, __ATOMIC_ACQUIRE); }
    static inline void release_flag(int* busy) { __atomic_store_n(busy, 0, __ATOMIC_RELEASE); }
    """
    bint claim_flag(int* busy) noexcept nogil
    void release_flag(int* busy) noexcept nogil

STOPS = ("iterations", "seconds", "memory", "interrupt", "proved")
MOVE_TYPE = np.dtype([("visits", "i8"), ("value", "f8"), ("value2", "f8"), ("margin", "f8"), ("margin2", "f8"),
                      ("win2", "f8"), ("wins", "f8", (8,)), ("returns", "f8", (8,)), ("trace", "u8")])


cdef class StopFlag:
    """Raised by Ctrl-C or a caller's wish; searches see it within an iteration."""

    def set(self):
        """Ask the searches to stop."""
        self.raised = 1

    @property
    def is_set(self):
        return bool(self.raised)

    def __reduce__(self):
        raise TypeError("StopFlag: it stops searches of its own process, so it does not go to another")


cdef enum:
    MAX_VISITS = 4294967294     # counts are 32-bit; a search under a clock ends there by itself
cdef int64_t END_OF_BUDGETS = (1LL << 62) + 1


cdef class Searcher(Trees):
    """One replicate of a search.

    Parameters
    ----------
    root : the position; only what the observer knows of it is used, unless worlds="true"
    observer : the player to act
    settings : a mapping with a value for each field of SettingsC (`search.config` makes it)
    seeds : SeedSequences of the streams for worlds, tree and rollouts
    planned : iterations it will get in all, where known (PIMC, sequential halving)
    kept : root actions that sequential halving never drops
    """

    # -- one at a time ------------------------------------------------------------------------------------------

    cdef int _claim(self, object method) except -1:
        """Begin what reads or grows the trees, or refuse because somebody does."""
        if not claim_flag(&self.busy):
            raise ConfigError(f"{method}: expected a searcher at rest, but another thread is in it, or its own run is; "
                              f"wait for that, or let each thread grow a tree of its own (replicates, jobs)")
        return 0

    cdef void _release(self) noexcept nogil:
        release_flag(&self.busy)

    # -- running ------------------------------------------------------------------------------------------------

    cdef int _run(self, int64_t n, double seconds, StopFlag stop, int32_t verify) except -1 nogil:
        """Iterate until a budget is used up, or verify an action; returns which budget it was."""
        cdef int64_t target = self.iterations + n, done = 0, next_look = 1, stride = 1
        cdef double time = now(), start = time, last_look = time, last_signal = time
        cdef int code
        if self.set.flat:       # whole rounds of all actions, at least one
            target = max(target - self.race.n + 1, 1)
        while (self.iterations < target and self.iterations < MAX_VISITS) if verify == NONE else (done < n):
            if stop.raised:
                return STOP_INTERRUPT
            if verify != NONE:
                code = self._verify(verify)
            elif self.is_proved:
                return STOP_PROVED
            elif self.set.flat:
                code = self._iterate_flat()
            else:
                code = self._iterate()
                self.iterations += code == 0
            if code == NO_MEMORY:
                return STOP_MEMORY
            done += 1
            if done >= next_look:       # look at the clock about once a millisecond
                time = now()
                stride = max(stride // 2, 1) if time - last_look > 1e-3 else min(2 * stride, 4096)
                next_look = done + stride
                last_look = time
                if time - start >= seconds:
                    return STOP_SECONDS
                hear_signals(time, &last_signal)
        return STOP_ITERATIONS

    def run(self, iterations, seconds=1e300, StopFlag stop=None):
        """Search on; return which budget ended it, one of STOPS."""
        cdef int64_t n = check_whole(iterations, "run: expected iterations", 0, END_OF_BUDGETS, ConfigError)
        cdef double limit = seconds
        cdef StopFlag flag = StopFlag() if stop is None else stop
        cdef int reason
        if not limit >= 0:
            raise ConfigError(f"run: expected seconds from 0, got {shown(seconds)}")
        self._claim("run")
        try:
            with nogil:
                reason = self._run(n, limit, flag, NONE)
        finally:
            self._release()
        return STOPS[reason]

    def verify(self, action, iterations, StopFlag stop=None):
        """Play a root action, then the trees' most visited ones, in fresh worlds, learning nothing."""
        cdef int64_t n = check_whole(iterations, "verify: expected iterations", 0, END_OF_BUDGETS, ConfigError)
        cdef int64_t first = check_whole(action, "verify: expected an action", 0, self.n_actions, ConfigError)
        cdef StopFlag flag = StopFlag() if stop is None else stop
        cdef int reason
        if self.set.flat or self.set.worlds == WORLDS_FIXED:
            raise ConfigError("verify: needs a tree that holds for all worlds (so-ismcts or mo-ismcts)")
        if first not in self.actions:
            raise ConfigError(f"verify: {first} is not legal; legal: {self.actions}")
        self._claim("verify")
        try:
            with nogil:
                reason = self._run(n, 1e300, flag, <int32_t> first)
        finally:
            self._release()
        return STOPS[reason]

    # -- what was found -----------------------------------------------------------------------------------------

    @property
    def actions(self):
        """The root's legal actions."""
        return [self.race.actions[i] for i in range(self.race.n)]

    def records(self):
        """Return the sums that each root action earned, in the order of `actions`, as a MOVE_TYPE array."""
        cdef const unsigned char[::1] raw
        self._claim("records")
        try:
            raw = <const unsigned char[:self.race.n * sizeof(MoveC)]> <const unsigned char*> self.race.moves
            return np.frombuffer(bytes(raw), dtype=MOVE_TYPE)
        finally:
            self._release()

    def verified_record(self):
        """Return the sums of the verification."""
        cdef const unsigned char[::1] raw
        self._claim("verified_record")
        try:
            raw = <const unsigned char[:sizeof(MoveC)]> <const unsigned char*> &self.verified
            return np.frombuffer(bytes(raw), dtype=MOVE_TYPE)[0]
        finally:
            self._release()

    def availability(self):
        """Return how often each root action was legal."""
        if self.set.flat:
            return [self.race.moves[i].visits for i in range(self.race.n)]
        return [self.iterations] * self.race.n

    # -- what is proved -----------------------------------------------------------------------------------------

    def bounds(self):
        """Return (least, most) of each root action's value to the observer: equal where it is proved; empty: nothing.

        Where the settings' `prove` is off, or what one player wins the other does not lose, nothing can be proved.
        """
        cdef int i
        cdef int32_t edge
        found = []
        self._claim("bounds")
        try:
            for i in range(self.race.n if self.pool.n_sides else 0):
                edge = pool_find(&self.pool, self.roots[0], self.race.actions[i])
                found.append((0.0, 1.0) if edge == NONE else (
                    least(&self.pool, edge, self.observer), most(&self.pool, edge, self.observer)))
            return found
        finally:
            self._release()

    def proved_line(self, GameState world not None, action):
        """Return the end of the game and the actions that lead there when all play on as the tree has proved.

        None where the action's value is not proved.

        Parameters
        ----------
        world : a world of the root; it stays as it is
        """
        cdef int32_t node, edge, made = <int32_t> check_whole(action, "proved_line: expected an action", 0,
                                                              self.n_actions, ConfigError)
        cdef int mover
        self.root.check_own(world, "proved_line")
        self._claim("proved_line")
        try:
            self.world.c_copy(world)
            node = self.roots[0] if self.pool.n_sides else NONE
            line = []
            while self.world.c_player() >= 0:
                edge = pool_find(&self.pool, node, made) if node != NONE else NONE
                if edge == NONE or not is_proved(&self.pool, edge):
                    return None
                line.append(int(self.world.legal_id(made)))
                self.world.c_apply(made)
                node = self.pool.edges[edge].child
                if node != NONE:
                    mover = self.pool.nodes[node].player
                    made = self.pool.edges[self.pool.nodes[node].first + surest(&self.pool, node, mover)].action
            return self.world.clone(), line
        finally:
            self._release()

    # -- what the trees know of later decisions -------------------------------------------------------------------

    cdef _walk(self, GameState world, actions, object method):
        """Make legal actions in a copy of a world of the root, with the trees walking along."""
        self.root.check_own(world, method)
        self.world.c_copy(world)
        self._stand_at_roots()
        for action in actions:
            self._step_known(self.world.c_player(), self.world.legal_id(action))

    def totals_after(self, GameState world not None, actions):
        """Return what the tree of who then acts knows of each legal action: rows visits, value, win, margin.

        Values are the actor's, wins and margins the observer's. All are 0 where the tree does not know the position,
        and of an action that is proved to be worse than another.

        Parameters
        ----------
        world : a world of the root; it stays as it is
        actions : legal ones, made in it in turn
        """
        self._claim("totals_after")
        try:
            self._walk(world, tuple(actions), "totals_after")
            return self._totals()
        finally:
            self._release()

    cdef object _totals(self):
        """What the tree of who acts in `world` knows, as `totals_after` has it."""
        cdef int i
        cdef int32_t edge, node = NONE
        self.legal.n = self.world.c_legal(self.legal.actions) if self.world.c_player() >= 0 else 0
        totals = np.zeros((4, self.legal.n))
        if self.legal.n > 0:
            node = self.at[self.world.c_player() if self.n_trees > 1 else 0]
        for i in range(self.legal.n if node != NONE else 0):
            edge = pool_find(&self.pool, node, self.legal.actions[i])
            if edge != NONE and not (self.pool.n_sides and is_beaten(&self.pool, node, edge)):
                totals[:, i] = (self.pool.edges[edge].visits, self.pool.edges[edge].value,
                                self.pool.extras[edge].win, self.pool.extras[edge].margin)
        return totals

    def play_on(self, GameState world not None, actions, Rng rng not None):
        """Return the end of a game: actions made in a world of the root, then the trees' most visited ones.

        Where the trees end, rollouts go on, to the end of the game whatever their depth. Nothing is learnt, and all
        chance comes from `rng`: the search goes on as if this had not been.

        Parameters
        ----------
        world : a world of the root; it stays as it is
        actions : legal ones, at least one
        """
        line = tuple(actions)
        if not line:
            raise KingmakerError("play_on: expected at least one action, got none")
        self._claim("play_on")
        try:
            self._walk(world, line[:len(line) - 1], "play_on")
            self._play_out(self.world.legal_id(line[len(line) - 1]), rng)
            return self.world.clone()
        finally:
            self._release()

    cdef _play_out(self, int32_t action, Rng rng):
        """Play an action in `world`, where the trees have walked along, then what they know, and on to the end."""
        cdef rng_t rollout_rng = self.rollout_rng
        cdef rng_t tree_rng = self.tree_rng
        cdef int depth_limit = self.set.depth_limit, turn_limit = self.set.turn_limit, cut = self.set.rollout_cut
        self.rollout_rng = rng.stream[0]
        self.tree_rng.s0 = rng_next(&self.rollout_rng)
        self.tree_rng.s1 = rng_next(&self.rollout_rng)
        self.set.depth_limit = self.set.turn_limit = -1
        self.set.rollout_cut = 0
        self.n_log = 0
        try:
            with nogil:
                self._play_known(action)
                self._rollout(self.world)
        finally:
            rng.stream[0] = self.rollout_rng
            self.rollout_rng = rollout_rng
            self.tree_rng = tree_rng
            self.set.depth_limit = depth_limit
            self.set.turn_limit = turn_limit
            self.set.rollout_cut = cut

    @property
    def n_edges(self):
        """Places of edges in use, free blocks included."""
        return self.pool.n_edges

    @property
    def bytes(self):
        """Memory of the trees."""
        return pool_bytes(&self.pool)

    def to_arrays(self, owner=None):
        """Return (nodes, edges) of one tree as structured arrays; links are row numbers, row 0 the root."""
        cdef int t = 0
        if owner is not None:
            t = <int> check_whole(owner, "to_arrays: expected an owner", 0, self.n_players, ConfigError)
        self._claim("to_arrays")
        try:
            return pool_export(&self.pool, self.roots[t if self.n_trees > 1 else 0])
        finally:
            self._release()
