"""The search: determinize, descend, expand, play out, back up - without Python in the loop.

SO-ISMCTS, MO-ISMCTS (Cowling, Powley & Whitehouse 2012), PIMC, cheating UCT and flat Monte Carlo are one loop with
different worlds and trees; docs/search.md tells which settings make which. `search/reference.py` is its slow twin.
"""
from libc.stdint cimport int32_t, int64_t, uint32_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp

from kingmaker.games._base cimport UNSEEN, GameState
from kingmaker.games._checks cimport check_whole
from kingmaker.games._rng cimport rng_next, rng_shuffle, rng_t, seed_stream
from kingmaker.search.tree._bounds cimport best_open, gather, is_beaten, is_closed, is_proved
from kingmaker.search.tree._pool cimport (
    NO_MEMORY, NONE, EdgeC, pool_add_node, pool_child, pool_clear, pool_count, pool_find, pool_free, pool_hang,
    pool_insert, pool_position
)
from kingmaker.search.tree._root cimport MoveC, RootC, root_race, root_rank
from kingmaker.search.tree._select cimport (
    best_bound, best_of_all, best_puct, fill_tables, hash_legal, match_legal, open_edges, prefetch, try_one,
    untried_bound
)
from kingmaker.search.tree._settings cimport (
    OPPONENTS_TREE, OUTCOMES_OPEN, OUTCOMES_WIDEN, ROOT_UCB, SELECT_PUCT, WORLDS_FIXED, WORLDS_FRESH,
    WORLDS_STRATIFIED
)

from kingmaker.games.errors import ConfigError, ContractError

cdef enum:
    MAX_STRATA = 4096
    OTHER = -7      # the label of outcomes that widening has not opened yet

fill_tables()


cdef class Trees(Playouts):
    """The trees of one replicate, and one iteration of each kind; `Searcher` runs them."""

    def __cinit__(self, GameState root not None, observer, dict settings not None, seeds, planned=0, kept=(),
                  byte_limit=2**40):
        streams = tuple(seeds)
        self.planned = check_whole(planned, "search: expected iterations to come", 0, 1LL << 62, ConfigError)
        self.kept = tuple(kept)
        self.n_trees = self.n_players if self.set.many_trees else 1
        self.root = root.clone()
        self.world = root.clone()
        self.fixed = root.clone()
        self.scratch = root.clone()
        seed_stream(&self.world_rng, streams[0])
        seed_stream(&self.tree_rng, streams[1])
        if root.c_player() != self.observer:
            raise ConfigError(f"search: player {self.observer} is asked but player {root.c_player()} acts")
        if self.set.prove:
            self._start_proving(root)
        self.pool.byte_limit = check_whole(byte_limit, "search: expected bytes", 0, 1LL << 62, ConfigError)
        self._allocate(root)
        if self.set.worlds == WORLDS_STRATIFIED:
            self._stratify()
        if self._plant() == NO_MEMORY:
            raise ConfigError(f"search: no room for a tree in {byte_limit} bytes")

    cdef _start_proving(self, GameState root):
        """Keep bounds in the pool: of one side where two want the opposite, or nobody else acts."""
        if not root.c_is_settled():
            raise ConfigError(f"search: something hidden can change the rest, so nothing is proved in {root.text()!r}")
        self.pool.owner = self.observer
        self.pool.n_sides = 1 if len(root.game.acting) <= 2 else self.n_players
        self.pool.is_shared = self.set.win_weight == 1
        self.is_contest = len(root.game.acting) == 2

    cdef _allocate(self, GameState root):
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

    cdef _start_race(self, GameState root):
        """Make room for the root's actions; their records start empty."""
        cdef RootC* race = &self.race
        actions = root.legal_actions()
        race.n = race.n_alive = len(actions)
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

    cdef _stratify(self):
        """Number the root's worlds; too many of them are drawn instead."""
        n = self.root.n_worlds(self.observer)
        if n < 1:
            raise ContractError(f"{self.game.name}: n_worlds() must return at least 1, got {n}")
        if n > MAX_STRATA:
            self.set.worlds = WORLDS_FRESH
            return
        self.strata = self.next_world = n
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
        free(self.race.actions)
        free(self.race.moves)
        free(self.race.alive)
        free(self.race.kept)
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
        if self._start_world() == NO_MEMORY or self._descend() == NO_MEMORY:
            return NO_MEMORY
        self._rollout(self.world)
        self._score(self.world)
        self._record(&self.race.moves[self.root_index])
        return self._back_up()

    cdef int _start_world(self) except -1 nogil:
        """Copy into `world` what this iteration takes for the truth."""
        self.n_log = 0
        if self.set.worlds == WORLDS_FRESH:
            self.world.c_copy(self.root)
            self.world.c_determinize(self.observer, &self.world_rng)
            self.n_worlds += 1
        elif self.set.worlds == WORLDS_STRATIFIED:
            if self.next_world == self.strata:
                rng_shuffle(&self.world_rng, self.world_order, <int> self.strata)
                self.next_world = 0
            self.world.c_copy(self.root)
            self.world.c_set_world(self.observer, self.world_order[self.next_world])
            self.next_world += 1
            self.n_worlds = max(self.n_worlds, min(self.iterations + 1, self.strata))
        elif self.set.worlds == WORLDS_FIXED:
            if self.iterations % self.set.per_world == 0:
                self.fixed.c_copy(self.root)
                self.fixed.c_determinize(self.observer, &self.world_rng)
                self.n_worlds += 1
                if self._plant() == NO_MEMORY:
                    return NO_MEMORY
            self.world.c_copy(self.fixed)
        else:
            self.world.c_copy(self.root)
        if self.world.c_player() != self.observer:
            self._refuse_player(self.world.c_player())
        self.legal.n = self.world.c_legal(self.legal.actions)
        if self.legal.n != self.race.n or memcmp(
                self.legal.actions, self.race.actions, self.race.n * sizeof(int32_t)) != 0:
            self._refuse_root()
        return 0

    cdef int _descend(self) except -1 nogil:
        """Walk down the trees, adding one edge to the mover's; the world is left where the rollout starts."""
        cdef int t, player = self.observer, next_player
        cdef int32_t edge, action
        self.n_path = 0
        self.is_over = False
        for t in range(self.n_trees):
            self.at[t] = self.roots[t]
        edge = self._choose_at_root()
        while True:
            if edge < 0:
                return NO_MEMORY
            action = self.pool.edges[edge].action
            prefetch(self.pool.nodes + max(self.pool.edges[edge].child, 0))
            if self.n_path == 0:
                self.root_index = root_rank(&self.race, action)
            if self.n_trees > 1 and self._follow_others(player, action) == NO_MEMORY:
                return NO_MEMORY
            self._push(edge, player)
            if self.set.redeterminize and player != self.observer:
                self._think_for(player, action, &self.path[self.n_path - 1])
            if self.mast_value is not NULL:
                self._log(player, action)
            self.world.c_apply(action)
            next_player = self.world.c_player()
            if next_player >= self.n_players:
                self._refuse_player(next_player)
            self.is_over = next_player < 0
            if self.is_new or self.is_over:
                return 0
            self.reached[player if self.n_trees > 1 else 0] = edge
            if self._step_down(next_player) == NO_MEMORY:
                return NO_MEMORY
            player = next_player
            self.legal.n = self.world.c_legal(self.legal.actions)
            if self.legal.n < 1:
                self.world.refuse_empty()
            t = player if self.n_trees > 1 else 0
            if self.set.opponents != OPPONENTS_TREE and player != self.observer:
                edge = self._choose_frozen(self.at[t])
            else:
                edge = self._choose(self.at[t], self.set.fpu)

    cdef int _follow_others(self, int mover, int32_t action) except -1 nogil:
        """MO-ISMCTS: in every other player's tree, take the edge of what that player sees of the action."""
        cdef int o
        cdef int32_t label
        for o in range(self.n_trees):
            if o == mover:
                continue
            label = self.world.c_observe(action, o)
            self.reached[o] = UNSEEN
            if label != UNSEEN:
                self.reached[o] = self._edge_for(self.at[o], label)
                if self.reached[o] == NO_MEMORY:
                    return NO_MEMORY
                self._push(self.reached[o], mover)
        return 0

    cdef int _step_down(self, int player) except -1 nogil:
        """Move from the edges just taken to the nodes below, by what each tree's owner saw follow."""
        cdef int o
        cdef int32_t edge
        for o in range(self.n_trees):
            edge = self.reached[o]
            if edge == UNSEEN:      # nothing noticed: the tree stands still, until its owner is to act
                if o != player or self.pool.nodes[self.at[o]].player == player:
                    continue
                edge = self._edge_for(self.at[o], UNSEEN)
                if edge == NO_MEMORY:
                    return NO_MEMORY
                self._push(edge, self.pool.nodes[self.at[o]].player)
            self.at[o] = self._child(edge, self.world.c_outcome(o if self.n_trees > 1 else self.observer), player)
            if self.at[o] == NO_MEMORY:
                return NO_MEMORY
            prefetch(self.pool.edges + self.pool.nodes[self.at[o]].first)
        return 0

    cdef int32_t _edge_for(self, int32_t node, int32_t label) except -9 nogil:
        """Return a node's edge of a label, made if need be, or NO_MEMORY."""
        cdef int32_t edge = pool_find(&self.pool, node, label)
        if edge == NONE:
            edge = pool_insert(&self.pool, node, pool_position(&self.pool, node, label), label)
        return edge

    cdef int32_t _child(self, int32_t edge, int32_t label, int player) except -9 nogil:
        """Return the node below an edge for what followed, made if need be, or NO_MEMORY."""
        cdef int32_t index
        if self.set.outcomes == OUTCOMES_OPEN:
            label = 0
        index = pool_child(&self.pool, edge, label, player)
        if index == NONE and self.set.outcomes == OUTCOMES_WIDEN and self._is_crowded(edge, player):
            label = OTHER
            index = pool_child(&self.pool, edge, label, player)
        if index != NONE:
            return index
        return pool_hang(&self.pool, edge, label, player)

    cdef bint _is_crowded(self, int32_t edge, int player) noexcept nogil:
        """Progressive widening: whether as many outcomes have nodes of their own as the edge's visits allow."""
        cdef int n_children = pool_count(&self.pool, self.pool.edges[edge].child, player, OTHER)
        return n_children >= 1 and (
            n_children >= self.set.widen_base * self.pool.edges[edge].visits ** self.set.widen_power)

    # -- verification: what the recommendation is worth ---------------------------------------------------------

    cdef int _verify(self, int32_t first) except -1 nogil:
        """Play the recommended action, then the trees' most visited ones; play out where they end; learn nothing."""
        if self._start_world() == NO_MEMORY:
            return NO_MEMORY
        self._stand_at_roots()
        self._play_known(first)
        self._rollout(self.world)
        self._score(self.world)
        return self._record(&self.verified)

    cdef void _stand_at_roots(self) noexcept nogil:
        """Stand at the root of each tree; PIMC's trees hold for one world only and are not asked about others."""
        cdef int t
        for t in range(self.n_trees):
            self.at[t] = NONE if self.set.worlds == WORLDS_FIXED else self.roots[t]

    cdef int _step_known(self, int player, int32_t action) except -1 nogil:
        """Make an action in the world and walk the trees along, as far as they know it."""
        cdef int o
        for o in range(self.n_trees):
            self.reached[o] = self._look_for(o, player, action)
        self.world.c_apply(action)
        player = self.world.c_player()
        if player >= 0:
            for o in range(self.n_trees):
                self._look_below(o, player)
        return 0

    cdef int _play_known(self, int32_t action) except -1 nogil:
        """Play an action, then the trees' most visited ones, until the game or the trees end."""
        cdef int t, player = self.world.c_player()
        while action != NONE:
            self._step_known(player, action)
            player = self.world.c_player()
            if player < 0:
                return 0
            t = player if self.n_trees > 1 else 0
            if self.set.opponents != OPPONENTS_TREE and player != self.observer:
                action = self._frozen_action(self.world, &self.tree_rng)
            else:
                action = self._most_visited(self.at[t]) if self.at[t] != NONE else NONE
        return 0

    cdef int32_t _look_for(self, int o, int mover, int32_t action) except -9 nogil:
        """Return the edge of an action in the o-th tree as its owner sees it: UNSEEN, or NONE where it has none."""
        cdef int32_t label = action
        if self.n_trees > 1 and o != mover:
            label = self.world.c_observe(action, o)
        if self.at[o] == NONE or label == UNSEEN:
            return NONE if self.at[o] == NONE else UNSEEN
        return pool_find(&self.pool, self.at[o], label)

    cdef int _look_below(self, int o, int player) except -1 nogil:
        """As `_step_down` for one tree, without adding to it; a tree that does not know on stands at NONE."""
        cdef int32_t edge = self.reached[o], label
        if edge == UNSEEN:
            if o != player or self.pool.nodes[self.at[o]].player == player:
                return 0
            edge = pool_find(&self.pool, self.at[o], UNSEEN)
        self.at[o] = NONE
        if edge != NONE:
            label = self.world.c_outcome(o if self.n_trees > 1 else self.observer)
            self.at[o] = self._known_child(edge, label, player)
        return 0

    cdef int32_t _known_child(self, int32_t edge, int32_t label, int player) except -9 nogil:
        """Return the node below an edge that the tree has for what followed, or NONE."""
        cdef int32_t index
        index = pool_child(&self.pool, edge, 0 if self.set.outcomes == OUTCOMES_OPEN else label, player)
        if index == NONE and self.set.outcomes == OUTCOMES_WIDEN:
            index = pool_child(&self.pool, edge, OTHER, player)
        return index

    cdef int32_t _most_visited(self, int32_t node) except -9 nogil:
        """Return the legal action with the most visits, or NONE where none has any."""
        cdef int i
        cdef int32_t edge, best = NONE
        self.legal.n = self.world.c_legal(self.legal.actions)
        for i in range(self.legal.n):
            edge = pool_find(&self.pool, node, self.legal.actions[i])
            if edge != NONE and self.pool.n_sides and is_beaten(&self.pool, node, edge):
                continue
            if edge != NONE and self.pool.edges[edge].visits > 0 and (
                    best == NONE or self.pool.edges[edge].visits > self.pool.edges[best].visits):
                best = edge
        return self.pool.edges[best].action if best != NONE else NONE

    # -- selection ----------------------------------------------------------------------------------------

    cdef int32_t _choose(self, int32_t node, double fpu) except -9 nogil:
        """Return the edge to follow: an untried action while there is one, else the best upper bound."""
        cdef double bound = -1e300
        cdef int best
        if self.set.select == SELECT_PUCT:
            return self._choose_by_priors(node)
        if self.pool.n_sides:
            best = best_open(&self.pool, node, &self.legal, &self.set, self.pool.nodes[node].player,
                             self.n_path == 0)
            if best != NONE:
                self.is_new = False
                return self.pool.nodes[node].first + best
        if self.set.bias_weight == 0:
            best = best_of_all(&self.pool, node, &self.legal, self.set.c)
            if best != NONE:
                self.is_new = False
                return self.pool.nodes[node].first + best
        best = match_legal(&self.pool, node, &self.legal, self.set.c)
        self.is_new = self.legal.n_untried > 0
        if self.is_new and self.set.use_priors:
            self.world.c_priors(self.legal.actions, self.legal.n, self.legal.priors)
        if self.set.bias_weight != 0 or (self.is_new and fpu >= 0):
            best = best_bound(&self.pool, node, &self.legal, &self.set, &bound)
            self.is_new = self.is_new and (
                fpu < 0 or best == NONE or untried_bound(&self.legal, &self.set) >= bound)
        if self.is_new:
            return try_one(&self.pool, node, &self.legal, self.set.use_priors, &self.tree_rng)
        return self.pool.nodes[node].first + best

    cdef int32_t _choose_by_priors(self, int32_t node) except -9 nogil:
        """PUCT: the edges are there from the first visit on, so a new one is one without visits."""
        cdef uint32_t known = hash_legal(&self.legal)
        cdef int best
        if self.pool.nodes[node].legal != known:
            self.world.c_priors(self.legal.actions, self.legal.n, self.legal.priors)
            if open_edges(&self.pool, node, &self.legal) < 0:
                return NO_MEMORY
            self.pool.nodes[node].legal = known
        if self.pool.n_sides:
            best = best_open(&self.pool, node, &self.legal, &self.set, self.pool.nodes[node].player, self.n_path == 0)
        else:
            best = best_puct(&self.pool, node, &self.legal, &self.set)
        self.is_new = self.pool.edges[self.pool.nodes[node].first + best].visits == 0
        return self.pool.nodes[node].first + best

    cdef int32_t _choose_at_root(self) except -9 nogil:
        """As `_choose`, but each action gets a visit, and then another bandit may race them."""
        cdef int32_t node = self.roots[self.observer if self.n_trees > 1 else 0]
        if self.set.root == ROOT_UCB and self.set.select == SELECT_PUCT:
            return self._choose_by_priors(node)
        if self.set.root == ROOT_UCB:
            return self._choose(node, -1.0)
        match_legal(&self.pool, node, &self.legal, self.set.c)
        self.is_new = self.legal.n_untried > 0
        if self.is_new:
            return try_one(&self.pool, node, &self.legal, False, &self.tree_rng)
        return self.pool.nodes[node].first + root_race(
            &self.race, self.pool.edges + self.pool.nodes[node].first, self.legal.match, &self.set, self.iterations,
            self.planned, &self.tree_rng)

    cdef int32_t _choose_frozen(self, int32_t node) except -9 nogil:
        """A frozen opponent acts by its known policy; the tree only keeps the way."""
        cdef int32_t edge = self._edge_for(node, self._frozen_action(self.world, &self.tree_rng))
        if edge >= 0:
            self.pool.edges[edge].available += 1
        self.is_new = False
        return edge

    # -- playout and backup ---------------------------------------------------------------------------------

    cdef int _think_for(self, int player, int32_t action, StepC* step) except -1 nogil:
        """Re-determinization: value an opponent's action in a world drawn from what *that player* knows.

        Goodman 2019, with one change: the redrawn world is played out apart and only the opponent's own edge learns
        from it, so that no world inconsistent with the root player's knowledge reaches the root's statistics.
        """
        cdef int n_log = self.n_log
        self.scratch.c_copy(self.world)
        self.scratch.c_determinize(player, &self.world_rng)
        self.scratch.c_apply(action)
        self._rollout(self.scratch)
        self._score(self.scratch)
        step.own_value = True
        step.value = self.utility[player]
        self.n_log = n_log      # MAST learns from the iteration itself
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
        if self.pool.n_sides and self.is_over:
            self._prove()
        return 0

    cdef int _prove(self) except -1 nogil:
        """The path came to the end of the game: the last action's value is proved, and what follows from that."""
        cdef int i, k, last = self.n_path - 1
        cdef StepC* step = self.path + last
        cdef double* pair = self.pool.bounds + 2 * self.pool.n_sides * <int64_t> step.edge
        if is_proved(&self.pool, step.edge):
            return 0
        if self.pool.n_sides == 1:
            pair[0] = pair[1] = self.utility[self.observer]
            if self.is_contest and not -1e-9 < self.utility[0] + self.utility[1] - 1 < 1e-9:
                self._stop_proving()        # what one wins the other does not lose
                return 0
        else:
            for k in range(self.pool.n_sides):
                pair[2 * k] = pair[2 * k + 1] = self.utility[k]
        for i in range(last - 1, -1, -1):
            step = self.path + i
            if not gather(&self.pool, step.edge, step[1].node, step[1].n_legal, step[1].mover):
                return 0
        self.is_proved = is_closed(&self.pool, self.path.node, self.path.n_legal, self.observer)
        return 0

    cdef void _stop_proving(self) noexcept nogil:
        """Search on as if nothing could be proved."""
        free(self.pool.bounds)
        self.pool.bounds = NULL
        self.pool.n_sides = 0

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
        path.node = self.at[0]
        path.n_legal = self.legal.n
        path.own_value = False
        self.n_path += 1
        return 0

    # -- flat Monte Carlo -------------------------------------------------------------------------------------

    cdef int _iterate_flat(self) except -1 nogil:
        """Common random numbers: every root action is played out in the same world with the same fresh stream."""
        cdef int i
        cdef rng_t stream
        self._start_world()
        self.fixed.c_copy(self.world)
        stream.s0 = rng_next(&self.tree_rng)
        stream.s1 = rng_next(&self.tree_rng)
        for i in range(self.race.n):
            self.world.c_copy(self.fixed)
            self.rollout_rng = stream
            self.world.c_apply(self.race.actions[i])
            self._rollout(self.world)
            self._score(self.world)
            self._record(self.race.moves + i)
            self._trace(self.race.moves + i)
            self.iterations += 1
        return 0

    cdef void _trace(self, MoveC* move) noexcept nogil:
        """Fold the result into a hash (FNV-1a): equal traces are equal results in every world."""
        cdef double results[2]
        cdef const unsigned char* raw = <const unsigned char*> results
        cdef int i
        results[0] = self.utility[self.observer]
        results[1] = self.margin
        if move.visits == 1:
            move.trace = 14695981039346656037u
        for i in range(2 * sizeof(double)):
            move.trace = (move.trace ^ raw[i]) * 1099511628211u

    # -- refusals ---------------------------------------------------------------------------------------------

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
