"""The search: determinize, descend, expand, play out, back up - without Python in the loop.

SO-ISMCTS, MO-ISMCTS (Cowling, Powley & Whitehouse 2012), PIMC, cheating UCT and flat Monte Carlo are one loop with
different worlds and trees; docs/search.md tells which settings make which. `search/reference.py` is its slow twin.
"""
from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport exp, log
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memset
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from games._base cimport MAX_PLAYERS, UNSEEN, GameState
from games._rng cimport rng_below, rng_double, rng_next, rng_shuffle, rng_t, seed_stream
from search._pool cimport (
    NO_MEMORY, NONE, EdgeC, NodeC, PoolC, pool_add_node, pool_bytes, pool_clear, pool_copy_tree, pool_export,
    pool_find, pool_free, pool_insert, pool_position
)
from search._root cimport MoveC, RootC, root_race, root_rank
from search._select cimport best_bound, best_of_all, fill_tables, match_legal, prefetch, try_one, untried_bound
from search._settings cimport (
    OPPONENTS_POLICY, OPPONENTS_TREE, OUTCOMES_OPEN, OUTCOMES_WIDEN, ROLLOUT_MAST, ROLLOUT_POLICY, ROLLOUT_UNIFORM,
    ROOT_UCB, STOP_INTERRUPT, STOP_ITERATIONS, STOP_MEMORY, STOP_SECONDS, WORLDS_FIXED, WORLDS_FRESH,
    WORLDS_STRATIFIED
)

import numpy as np

from games.errors import ConfigError, ContractError

cdef enum:
    MAX_STRATA = 4096
    OTHER = -7      # the label of outcomes that widening has not opened yet

fill_tables()

STOPS = ("iterations", "seconds", "memory", "interrupt")
MOVE_TYPE = np.dtype([("visits", "i8"), ("value", "f8"), ("value2", "f8"), ("margin", "f8"), ("margin2", "f8"),
                      ("win2", "f8"), ("wins", "f8", (8,)), ("returns", "f8", (8,)), ("trace", "u8")])


cdef double _now() noexcept nogil:
    cdef timespec ts
    clock_gettime(CLOCK_MONOTONIC, &ts)
    return ts.tv_sec + 1e-9 * ts.tv_nsec


cdef class StopFlag:
    """Raised by Ctrl-C or a caller's wish; searches see it within an iteration."""

    def set(self):
        """Ask the searches to stop."""
        self.raised = 1

    @property
    def is_set(self):
        return bool(self.raised)


cdef class Searcher(Playouts):
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

    def __cinit__(self, GameState root not None, int observer, dict settings, seeds, int64_t planned=0, kept=(),
                  int64_t byte_limit=0):
        self.planned = planned
        self.kept = tuple(kept)
        self.n_trees = self.n_players if self.set.many_trees else 1
        self.root = root.clone()
        self.world = root.clone()
        self.fixed = root.clone()
        self.scratch = root.clone()
        seed_stream(&self.world_rng, seeds[0])
        seed_stream(&self.tree_rng, seeds[1])
        if root.c_player() != observer:
            raise ConfigError(f"search: player {observer} is asked but player {root.c_player()} acts")
        self.pool.byte_limit = byte_limit
        pool_clear(&self.pool)
        self._allocate(root)
        if self.set.worlds == WORLDS_STRATIFIED:
            self._stratify()
        self._plant()

    def _allocate(self, GameState root):
        cdef int n = root.max_legal
        self.legal.actions = <int32_t*> malloc(n * sizeof(int32_t))
        self.legal.match = <int32_t*> malloc(n * sizeof(int32_t))
        self.legal.untried = <int32_t*> malloc(n * sizeof(int32_t))
        self.legal.priors = <double*> malloc(n * sizeof(double))
        self.path_capacity = 64
        self.path = <StepC*> malloc(self.path_capacity * sizeof(StepC))
        if (self.legal.actions is NULL or self.legal.match is NULL or self.legal.untried is NULL
                or self.legal.priors is NULL or self.path is NULL):
            raise MemoryError
        self._start_race(root)

    def _start_race(self, GameState root):
        """Make room for the root's actions; their records start empty."""
        cdef RootC* race = &self.race
        actions = root.legal_actions()
        self._free_race()
        race.n = race.n_alive = len(actions)
        race.next_halving = 0
        race.actions = <int32_t*> malloc(race.n * sizeof(int32_t))
        race.moves = <MoveC*> calloc(race.n, sizeof(MoveC))
        race.alive = <bint*> malloc(race.n * sizeof(bint))
        race.kept = <bint*> malloc(race.n * sizeof(bint))
        if race.actions is NULL or race.moves is NULL or race.alive is NULL or race.kept is NULL:
            raise MemoryError
        for i, action in enumerate(actions):
            race.actions[i] = action
            race.alive[i] = True
            race.kept[i] = action in self.kept

    cdef void _free_race(self) noexcept:
        free(self.race.actions)
        free(self.race.moves)
        free(self.race.alive)
        free(self.race.kept)
        memset(&self.race, 0, sizeof(RootC))

    def _stratify(self):
        n = self.root.n_worlds(self.observer)
        if n > MAX_STRATA:
            self.set.worlds = WORLDS_FRESH
            return
        self.n_worlds = self.next_world = n
        self.world_order = <int32_t*> malloc(n * sizeof(int32_t))
        if self.world_order is NULL:
            raise MemoryError
        for i in range(n):
            self.world_order[i] = i

    def __dealloc__(self):
        pool_free(&self.pool)
        free(self.legal.actions)
        free(self.legal.match)
        free(self.legal.untried)
        free(self.legal.priors)
        self._free_race()
        free(self.path)
        free(self.world_order)

    cdef int _plant(self) except -1 nogil:
        """Start empty trees, one for each owner."""
        cdef int t
        pool_clear(&self.pool)
        for t in range(self.n_trees):
            self.roots[t] = pool_add_node(&self.pool, 0, self.observer)
            if self.roots[t] < 0:
                return NO_MEMORY
        return 0

    # -- one iteration ------------------------------------------------------------------------------------

    cdef int _iterate(self) except -1 nogil:
        """Determinize, descend, play out, back up. Returns NO_MEMORY with the tree as it was but for availability."""
        cdef int code = self._start_world()
        if code != 0:
            return code
        self.n_log = 0
        code = self._descend()
        if code == NO_MEMORY:
            return NO_MEMORY
        self._rollout(self.world)
        self._score(self.world)
        if self.is_greedy:
            return self._record(&self.verified)
        self._record(&self.race.moves[self.root_index])
        return self._back_up()

    cdef int _start_world(self) except -1 nogil:
        cdef int64_t per_world = self.set.per_world
        if self.set.worlds == WORLDS_FRESH:
            self.world.c_copy(self.root)
            self.world.c_determinize(self.observer, &self.world_rng)
        elif self.set.worlds == WORLDS_STRATIFIED:
            if self.next_world == self.n_worlds:
                rng_shuffle(&self.world_rng, self.world_order, <int> self.n_worlds)
                self.next_world = 0
            self.world.c_copy(self.root)
            self.world.c_set_world(self.observer, self.world_order[self.next_world])
            self.next_world += 1
        elif self.set.worlds == WORLDS_FIXED:
            if self.iterations % per_world == 0 or self.is_greedy:
                self.fixed.c_copy(self.root)
                self.fixed.c_determinize(self.observer, &self.world_rng)
                if not self.is_greedy and self._plant() != 0:
                    return NO_MEMORY
            self.world.c_copy(self.fixed)
        else:
            self.world.c_copy(self.root)
        if self.world.c_player() != self.observer:
            self._refuse_player(self.world.c_player())
        return 0

    cdef int _descend(self) except -1 nogil:
        """Walk down the trees, adding one edge to the mover's; the world is left where the rollout starts."""
        cdef int t, o, player = self.observer, next_player, depth = 0
        cdef int32_t edge, action
        cdef int32_t reached[MAX_PLAYERS]
        self.n_path = 0
        for t in range(self.n_trees):
            self.at[t] = self.roots[t]
        while True:
            t = player if self.n_trees > 1 else 0
            self.legal.n = self.world.c_legal(self.legal.actions)
            if self.legal.n < 1:
                self.world.refuse_empty()
            if depth == 0 and (self.legal.n != self.race.n or memcmp(
                    self.legal.actions, self.race.actions, self.legal.n * sizeof(int32_t)) != 0):
                self._refuse_root()
            if self.is_greedy:
                edge = self._choose_greedy(self.at[t]) if self.at[t] != NONE else NONE
                if edge == NONE:
                    return 0
            elif depth == 0:
                edge = self._choose_at_root()
            elif self.set.opponents != OPPONENTS_TREE and player != self.observer:
                edge = self._choose_frozen(self.at[t], player)
            else:
                edge = self._choose(self.at[t])
            if edge < 0:
                return NO_MEMORY
            action = self.pool.edges[edge].action
            prefetch(self.pool.nodes + self.pool.edges[edge].child)     # harmless where there is none
            if depth == 0 and not self.is_greedy:
                self.root_index = root_rank(&self.race, action)
            self._push(edge, player)
            if self.n_trees > 1 and self._follow_others(player, action, reached) == NO_MEMORY:
                return NO_MEMORY
            if self.set.redeterminize and player != self.observer and not self.is_greedy:
                self.path[self.n_path - 1].own_value = True     # the mover's own edge is pushed last
                self._think_for(player, action, &self.path[self.n_path - 1].value)
            if self.mast_value is not NULL:
                self._log(player, action)
            self.world.c_apply(action)
            depth += 1
            next_player = self.world.c_player()
            if next_player >= self.n_players:
                self._refuse_player(next_player)
            if self.is_new or next_player < 0:
                return 0
            for o in range(self.n_trees):
                if o == t:
                    self.at[o] = self._child(edge, self.world.c_outcome(
                        o if self.n_trees > 1 else self.observer), next_player)
                elif reached[o] >= 0:
                    self.at[o] = self._child(reached[o], self.world.c_outcome(o), next_player)
                elif reached[o] == NONE:
                    self.at[o] = NONE
                if self.at[o] == NO_MEMORY:
                    return NO_MEMORY
                if self.at[o] >= 0:
                    prefetch(self.pool.edges + self.pool.nodes[self.at[o]].first)
            player = next_player

    cdef int _follow_others(self, int mover, int32_t action, int32_t* reached) except -1 nogil:
        """MO-ISMCTS: in every other player's tree, take the edge of what that player sees of the action."""
        cdef int o
        cdef int32_t label, edge
        cdef StepC own = self.path[self.n_path - 1]
        self.n_path -= 1
        for o in range(self.n_trees):
            if o == mover:
                continue
            label = self.world.c_observe(action, o)
            if label == UNSEEN or self.at[o] == NONE:
                reached[o] = UNSEEN if label == UNSEEN else NONE
                continue
            edge = pool_find(&self.pool, self.at[o], label)
            if edge == NONE and not self.is_greedy:
                edge = pool_insert(&self.pool, self.at[o], pool_position(&self.pool, self.at[o], label), label)
                if edge < 0:
                    return NO_MEMORY
            reached[o] = edge
            if edge != NONE:
                self._push(edge, mover)
        self._push(own.edge, mover)
        return 0

    cdef int32_t _child(self, int32_t edge, int32_t label, int player) except -9 nogil:
        """Return the node below an edge for what followed, made if need be; NONE when only looking."""
        cdef int32_t index, other = NONE
        cdef int n_children = 0
        cdef NodeC* node
        if self.set.outcomes == OUTCOMES_OPEN:
            label = 0
        index = self.pool.edges[edge].child
        while index != NONE:
            node = self.pool.nodes + index
            if node.player == player:
                if node.label == label:
                    return index
                if node.label == OTHER:
                    other = index
                else:
                    n_children += 1
            index = node.next
        if self.is_greedy:
            return other
        if (self.set.outcomes == OUTCOMES_WIDEN and n_children >= 1
                and n_children >= self.set.widen_base * self.pool.edges[edge].visits ** self.set.widen_power):
            if other != NONE:
                return other
            label = OTHER
        index = pool_add_node(&self.pool, label, player)
        if index >= 0:
            self.pool.nodes[index].next = self.pool.edges[edge].child
            self.pool.edges[edge].child = index
        return index

    # -- selection ----------------------------------------------------------------------------------------

    cdef int32_t _choose(self, int32_t node) except -1 nogil:
        """Return the edge to follow: an untried action while there is one, else the best upper bound."""
        cdef double bound = -1e300
        cdef int best
        if self.set.bias_weight == 0:
            best = best_of_all(&self.pool, node, &self.legal, self.set.c)
            if best != NONE:
                self.is_new = False
                return self.pool.nodes[node].first + best
        best = match_legal(&self.pool, node, &self.legal, self.set.c)
        self.is_new = self.legal.n_untried > 0
        if self.is_new and self.set.use_priors:
            self.world.c_priors(self.legal.actions, self.legal.n, self.legal.priors)
        if self.set.bias_weight != 0 or (self.is_new and self.set.fpu >= 0):
            best = best_bound(&self.pool, node, &self.legal, &self.set, &bound)
            self.is_new = self.is_new and (
                self.set.fpu < 0 or best == NONE or untried_bound(&self.legal, &self.set) >= bound)
        if self.is_new:
            return try_one(&self.pool, node, &self.legal, self.set.use_priors, &self.tree_rng)
        return self.pool.nodes[node].first + best

    cdef int32_t _choose_at_root(self) except -1 nogil:
        """As `_choose`, but the root may be raced by another bandit once each action has a visit."""
        cdef int32_t node = self.roots[self.observer if self.n_trees > 1 else 0]
        if self.set.root == ROOT_UCB:
            return self._choose(node)
        match_legal(&self.pool, node, &self.legal, self.set.c)
        self.is_new = self.legal.n_untried > 0
        if self.is_new:
            return try_one(&self.pool, node, &self.legal, False, &self.tree_rng)
        return self.pool.nodes[node].first + root_race(
            &self.race, self.pool.edges + self.pool.nodes[node].first, self.legal.match, &self.set, self.iterations,
            self.planned, &self.tree_rng)

    cdef int32_t _choose_frozen(self, int32_t node, int player) except -1 nogil:
        """A frozen opponent acts by its known policy; the tree only keeps the way."""
        cdef int32_t action = self._frozen_action(self.world, &self.tree_rng)
        cdef int32_t edge = pool_find(&self.pool, node, action)
        if edge == NONE:
            edge = pool_insert(&self.pool, node, pool_position(&self.pool, node, action), action)
            if edge < 0:
                return NO_MEMORY
        self.pool.edges[edge].available += 1
        self.is_new = False
        return edge

    cdef int32_t _choose_greedy(self, int32_t node) except -9 nogil:
        """Verification: the most visited legal edge; frozen opponents still draw theirs."""
        cdef int i
        cdef int32_t edge, best = NONE
        self.is_new = False
        if self.set.opponents != OPPONENTS_TREE and self.pool.nodes[node].player != self.observer:
            return pool_find(&self.pool, node, self._frozen_action(self.world, &self.tree_rng))
        for i in range(self.legal.n):
            edge = pool_find(&self.pool, node, self.legal.actions[i])
            if edge != NONE and self.pool.edges[edge].visits > 0 and (
                    best == NONE or self.pool.edges[edge].visits > self.pool.edges[best].visits):
                best = edge
        return best

    # -- playout and backup ---------------------------------------------------------------------------------

    cdef int _think_for(self, int player, int32_t action, double* value) except -1 nogil:
        """Re-determinization: value an opponent's action in a world drawn from what *that player* knows.

        Goodman 2019, with one change: the redrawn world is played out apart and only the opponent's own edge learns
        from it, so that no world inconsistent with the root player's knowledge reaches the root's statistics.
        """
        self.scratch.c_copy(self.world)
        self.scratch.c_determinize(player, &self.world_rng)
        self.scratch.c_apply(action)
        self._rollout(self.scratch)
        self._score(self.scratch)
        value[0] = self.utility[player]
        return 0

    cdef int _back_up(self) except -1 nogil:
        """Credit every edge of the path with the utility of the player who moved there: max^n."""
        cdef int i
        cdef StepC* step
        cdef EdgeC* edge
        cdef double win = self.wins[self.observer]
        for i in range(self.n_path):
            step = self.path + i
            edge = self.pool.edges + step.edge
            edge.visits += 1
            edge.value += step.value if step.own_value else self.utility[step.mover]
            self.pool.extras[step.edge].win += win
            self.pool.extras[step.edge].margin += self.margin
        self._learn_mast()
        return 0

    cdef int _push(self, int32_t edge, int mover) except -1 nogil:
        """Append an edge to the iteration's path."""
        cdef StepC* path
        if self.n_path == self.path_capacity:
            path = <StepC*> realloc(self.path, 2 * self.path_capacity * sizeof(StepC))
            if path is NULL:
                with gil:
                    raise MemoryError
            self.path = path
            self.path_capacity *= 2
        path = self.path + self.n_path
        path.edge = edge
        path.mover = mover
        path.own_value = False
        self.n_path += 1
        return 0

    # -- flat Monte Carlo -------------------------------------------------------------------------------------

    cdef int _iterate_flat(self) except -1 nogil:
        """Common random numbers: every root action is played out in the same world with the same stream."""
        cdef int i
        cdef rng_t stream
        cdef MoveC* move
        cdef int code = self._start_world()
        if code != 0:
            return code
        self.fixed.c_copy(self.world)
        stream = self.rollout_rng
        self.n_log = 0
        for i in range(self.race.n):
            self.world.c_copy(self.fixed)
            self.rollout_rng = stream
            self.world.c_apply(self.race.actions[i])
            self._rollout(self.world)
            self._score(self.world)
            move = self.race.moves + i
            self._record(move)
            move.trace = (move.trace ^ <uint64_t> (self.utility[self.observer] * 4503599627370496.0)) * 1099511628211u
            self.iterations += 1
        rng_next(&self.rollout_rng)
        return 0

    # -- running ------------------------------------------------------------------------------------------------

    cdef int _run(self, int64_t n, double seconds, StopFlag stop, bint verify) except -1 nogil:
        """Iterate until a budget is used up; returns which."""
        cdef int64_t target = self.iterations + n, done = 0, next_look = 1, stride = 1
        cdef double now = _now(), start = now, last_look = now, last_signal = now
        self.is_greedy = verify
        while (done < n) if verify else (self.iterations < target):
            if stop.raised:
                return STOP_INTERRUPT
            if self.set.flat:
                if self._iterate_flat() != 0:
                    return STOP_MEMORY
            else:
                if self._iterate() != 0:
                    return STOP_MEMORY
                if not verify:
                    self.iterations += 1
            done += 1
            if done >= next_look:       # look at the clock about once a millisecond
                now = _now()
                stride = max(stride // 2, 1) if now - last_look > 1e-3 else min(2 * stride, 4096)
                next_look = done + stride
                last_look = now
                if now - start >= seconds:
                    return STOP_SECONDS
                if now - last_signal > 0.05:
                    last_signal = now
                    with gil:
                        PyErr_CheckSignals()
        return STOP_ITERATIONS

    def run(self, iterations, seconds=1e300, StopFlag stop=None):
        """Search on; return which budget ended it, one of STOPS."""
        cdef int64_t n = iterations
        cdef double limit = seconds
        cdef StopFlag flag = StopFlag() if stop is None else stop
        cdef int reason
        with nogil:
            reason = self._run(n, limit, flag, False)
        return STOPS[reason]

    def verify(self, iterations, StopFlag stop=None):
        """Play the tree's most visited actions in fresh worlds, learning nothing; see `verified_record`."""
        cdef int64_t n = iterations
        cdef StopFlag flag = StopFlag() if stop is None else stop
        cdef int reason
        if self.set.flat or self.set.worlds == WORLDS_FIXED:
            raise ConfigError("verify: needs a tree that holds for all worlds (so-ismcts or mo-ismcts)")
        with nogil:
            reason = self._run(n, 1e300, flag, True)
        return STOPS[reason]

    # -- what was found -----------------------------------------------------------------------------------------

    @property
    def actions(self):
        """The root's legal actions."""
        return [self.race.actions[i] for i in range(self.race.n)]

    def records(self):
        """Return the sums that each root action earned, in the order of `actions`, as a MOVE_TYPE array."""
        cdef const unsigned char[::1] raw
        if self.race.n == 0:
            return np.zeros(0, MOVE_TYPE)
        raw = <const unsigned char[:self.race.n * sizeof(MoveC)]> <const unsigned char*> self.race.moves
        return np.frombuffer(bytes(raw), dtype=MOVE_TYPE)

    def verified_record(self):
        """Return the sums of the verification."""
        cdef const unsigned char[::1] raw = <const unsigned char[:sizeof(MoveC)]> <const unsigned char*> &self.verified
        return np.frombuffer(bytes(raw), dtype=MOVE_TYPE)[0]

    def availability(self):
        """Return how often each root action was legal."""
        if self.set.flat:
            return [self.race.moves[i].visits for i in range(self.race.n)]
        return [self.iterations] * self.race.n

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
        t = 0 if self.n_trees == 1 or owner is None else owner
        if not 0 <= t < self.n_trees:
            raise ConfigError(f"to_arrays: expected an owner in [0, {self.n_trees}), got {owner!r}")
        return pool_export(&self.pool, self.roots[t])

    # -- tree reuse -----------------------------------------------------------------------------------------------

    def follow(self, GameState before not None, int action, GameState after not None):
        """Walk the root down a decision that was really made; return whether the tree knew it.

        Only the action, which all see, and what the observer saw follow are used.
        """
        cdef int32_t edge, index
        if self.n_trees > 1 or self.set.flat or self.set.worlds == WORLDS_FIXED or self.roots[0] == NONE:
            return False
        edge = pool_find(&self.pool, self.roots[0], action)
        self.roots[0] = NONE
        if edge == NONE:
            return False
        self.is_greedy = True       # look, do not add
        index = self._child(edge, after.c_outcome(self.observer), after.c_player())
        self.is_greedy = False
        self.roots[0] = index
        return index != NONE

    def replant(self, GameState root not None, int64_t planned=0):
        """Make a later position the root, with what is left of the followed tree."""
        cdef PoolC kept
        cdef int32_t index
        if root.c_player() != self.observer:
            raise ConfigError(f"replant: player {self.observer} must act, not {root.c_player()}")
        self.root.c_copy(root)
        memset(&kept, 0, sizeof(kept))
        kept.byte_limit = self.pool.byte_limit
        pool_clear(&kept)
        index = pool_copy_tree(&kept, &self.pool, self.roots[0]) if self.roots[0] != NONE else NONE
        pool_free(&self.pool)
        self.pool = kept
        if index < 0:
            pool_clear(&self.pool)
            self._plant()
        else:
            self.roots[0] = index
        self._start_race(root)
        self.iterations = 0
        self.planned = planned
        memset(&self.verified, 0, sizeof(MoveC))

    # -- refusals ---------------------------------------------------------------------------------------------------

    cdef int _refuse_root(self) except -1 nogil:
        with gil:
            raise ContractError(
                f"{self.game.name}: determinize(observer={self.observer}) changed the observer's own legal actions in "
                f"{self.root.text()!r}: {self.actions} became {self.world.legal_actions()}")

    cdef int _refuse_player(self, int player) except -1 nogil:
        with gil:
            raise ContractError(
                f"{self.game.name}: player {player} acts where the contract allows 0..{self.n_players - 1}, "
                f"and after determinize the observer, {self.observer}; in {self.world.text()!r}")
