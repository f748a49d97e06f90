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
from search._select cimport bias, ucb

import numpy as np

from games.errors import ConfigError, ContractError

cdef enum:
    N_LOGS = 65536
    MAX_STRATA = 4096
    OTHER = -7      # the label of outcomes that widening has not opened yet

cdef double LOGS[N_LOGS]
cdef int _i
for _i in range(1, N_LOGS):
    LOGS[_i] = log(_i)

STOPS = ("iterations", "seconds", "memory", "interrupt")
MOVE_TYPE = np.dtype([("visits", "i8"), ("value", "f8"), ("value2", "f8"), ("margin", "f8"), ("margin2", "f8"),
                      ("win2", "f8"), ("wins", "f8", (8,)), ("returns", "f8", (8,)), ("trace", "u8")])


cdef inline double log_count(uint32_t n) noexcept nogil:
    """log(n); the table holds the doubles that libm returns."""
    return LOGS[n] if n < N_LOGS else log(n)


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


cdef class Searcher:
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
        self.game = root.game
        self.n_players = root.n_players
        self.observer = observer
        self.planned = planned
        self.max_decisions = root.game.max_decisions
        self.n_actions = root.game.n_actions
        self.kept = tuple(kept)
        self.has_kept = bool(kept)
        self.set = settings
        self.n_trees = self.n_players if self.set.many_trees else 1
        self.root = root.clone()
        self.world = root.clone()
        self.fixed = root.clone()
        self.scratch = root.clone()
        seed_stream(&self.world_rng, seeds[0])
        seed_stream(&self.tree_rng, seeds[1])
        seed_stream(&self.rollout_rng, seeds[2])
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
        actions = root.legal_actions()
        self.n_root = self.n_alive = len(actions)
        self.legal = <int32_t*> malloc(n * sizeof(int32_t))
        self.match = <int32_t*> malloc(n * sizeof(int32_t))
        self.untried = <int32_t*> malloc(n * sizeof(int32_t))
        self.priors = <double*> malloc(n * sizeof(double))
        self.root_actions = <int32_t*> malloc(self.n_root * sizeof(int32_t))
        self.moves = <MoveC*> calloc(self.n_root, sizeof(MoveC))
        self.alive = <bint*> malloc(self.n_root * sizeof(bint))
        self.path_capacity = 64
        self.path = <StepC*> malloc(self.path_capacity * sizeof(StepC))
        if (self.legal is NULL or self.match is NULL or self.untried is NULL or self.priors is NULL
                or self.root_actions is NULL or self.moves is NULL or self.alive is NULL or self.path is NULL):
            raise MemoryError
        for i, action in enumerate(actions):
            self.root_actions[i] = action
            self.alive[i] = True
        if self.set.rollout == ROLLOUT_MAST:
            n_entries = self.n_players * self.game.n_actions
            self.mast_value = <double*> calloc(n_entries, sizeof(double))
            self.mast_visits = <int32_t*> calloc(n_entries, sizeof(int32_t))
            self.log_actions = <int32_t*> malloc(2 * self.game.max_decisions * sizeof(int32_t))
            if self.mast_value is NULL or self.mast_visits is NULL or self.log_actions is NULL:
                raise MemoryError

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
        free(self.legal)
        free(self.match)
        free(self.untried)
        free(self.priors)
        free(self.root_actions)
        free(self.moves)
        free(self.alive)
        free(self.path)
        free(self.world_order)
        free(self.mast_value)
        free(self.mast_visits)
        free(self.log_actions)

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
        self._record(&self.moves[self.root_index])
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
        cdef int t, o, n, player = self.observer, next_player, depth = 0
        cdef int32_t edge, action
        cdef int32_t reached[MAX_PLAYERS]
        self.n_path = 0
        for t in range(self.n_trees):
            self.at[t] = self.roots[t]
        while True:
            t = player if self.n_trees > 1 else 0
            n = self.world.c_legal(self.legal)
            if n < 1:
                self.world.refuse_empty()
            if depth == 0 and (n != self.n_root
                               or memcmp(self.legal, self.root_actions, n * sizeof(int32_t)) != 0):
                self._refuse_root()
            if self.is_greedy:
                edge = self._choose_greedy(self.at[t], n) if self.at[t] != NONE else NONE
                if edge == NONE:
                    return 0
            elif depth == 0:
                edge = self._choose_root(self.at[t], n)
            elif self.set.opponents != OPPONENTS_TREE and player != self.observer:
                edge = self._choose_frozen(self.at[t], player)
            else:
                edge = self._choose(self.at[t], player, n)
            if edge < 0:
                return NO_MEMORY
            action = self.pool.edges[edge].action
            if depth == 0 and not self.is_greedy:
                self.root_index = self._root_rank(action)
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
            player = next_player

    cdef int _root_rank(self, int32_t action) noexcept nogil:
        """Return the place of an action among the root's legal ones."""
        cdef int low = 0, high = self.n_root - 1, middle
        while low < high:
            middle = (low + high) >> 1
            if self.root_actions[middle] < action:
                low = middle + 1
            else:
                high = middle
        return low

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

    cdef int32_t _child(self, int32_t edge, int32_t label, int player) except -1 nogil:
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

    cdef int32_t _choose(self, int32_t node, int player, int n) except -1 nogil:
        """Return the edge to follow: an untried action while there is one, else the best upper bound."""
        cdef const int32_t* legal = self.legal
        cdef int32_t* match = self.match
        cdef int i, j = 0, n_edges = self.pool.nodes[node].n_edges, n_untried = 0
        cdef EdgeC* edges = self.pool.edges + self.pool.nodes[node].first
        cdef int32_t action
        for i in range(n):
            action = legal[i]
            while j < n_edges and edges[j].action < action:
                j += 1
            if j < n_edges and edges[j].action == action:
                edges[j].available += 1
                match[i] = j
                if edges[j].visits == 0:
                    self.untried[n_untried] = i
                    n_untried += 1
                j += 1
            else:
                match[i] = NONE
                self.untried[n_untried] = i
                n_untried += 1
        self.is_new = False
        if n_untried > 0:
            if self.set.use_priors:
                self.world.c_priors(legal, n, self.priors)
            if self.set.fpu < 0:
                return self._try(node, n, n_untried)
        return self._best_ucb(node, player, n, n_untried)

    cdef int32_t _try(self, int32_t node, int n, int n_untried) except -1 nogil:
        """Return the edge of an untried action: the one with the highest prior, else a random one."""
        cdef int i, k, pick
        cdef int32_t edge
        if self.set.use_priors:
            pick = self.untried[0]
            for k in range(1, n_untried):
                i = self.untried[k]
                if self.priors[i] > self.priors[pick]:
                    pick = i
        else:
            pick = self.untried[rng_below(&self.tree_rng, n_untried)]
        self.is_new = True
        if self.match[pick] != NONE:
            return self.pool.nodes[node].first + self.match[pick]
        edge = pool_insert(&self.pool, node, pool_position(&self.pool, node, self.legal[pick]), self.legal[pick])
        if edge >= 0:
            self.pool.edges[edge].available = 1
            if self.set.use_priors:
                self.pool.edges[edge].prior = self.priors[pick]
        return edge

    cdef int32_t _best_ucb(self, int32_t node, int player, int n, int n_untried) except -1 nogil:
        """Return the edge with the best bound; an untried action counts with the first-play urgency."""
        cdef EdgeC* edges = self.pool.edges + self.pool.nodes[node].first
        cdef EdgeC* edge
        cdef int i, best = NONE
        cdef uint32_t last_available = 0
        cdef double score, log_available = 0, best_score = -1e300, c = self.set.c
        for i in range(n):
            if self.match[i] == NONE or edges[self.match[i]].visits == 0:
                continue
            edge = edges + self.match[i]
            if edge.available != last_available:
                last_available = edge.available
                log_available = log_count(last_available)
            score = ucb(edge.value, edge.visits, log_available, c)
            if self.set.bias_weight != 0:
                score += bias(self.set.bias_weight, edge.prior, edge.visits)
            if score > best_score:
                best_score = score
                best = self.match[i]
        if n_untried > 0:
            score = self.set.fpu
            if self.set.use_priors:
                log_available = 0
                for i in range(n_untried):
                    log_available = max(log_available, self.priors[self.untried[i]])
                score += bias(self.set.bias_weight, log_available, 0)
            if score >= best_score:
                return self._try(node, n, n_untried)
        return self.pool.nodes[node].first + best

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

    cdef int32_t _frozen_action(self, GameState state, rng_t* rng) except -1 nogil:
        if self.set.opponents == OPPONENTS_POLICY:
            return state.c_policy(rng)
        return state.c_sample(rng)

    cdef int32_t _choose_greedy(self, int32_t node, int n) except -1 nogil:
        """Verification: the most visited legal edge; frozen opponents still draw theirs."""
        cdef int i
        cdef int32_t edge, best = NONE
        self.is_new = False
        if self.set.opponents != OPPONENTS_TREE and self.pool.nodes[node].player != self.observer:
            return pool_find(&self.pool, node, self._frozen_action(self.world, &self.tree_rng))
        for i in range(n):
            edge = pool_find(&self.pool, node, self.legal[i])
            if edge != NONE and self.pool.edges[edge].visits > 0 and (
                    best == NONE or self.pool.edges[edge].visits > self.pool.edges[best].visits):
                best = edge
        return best

    cdef int32_t _choose_root(self, int32_t node, int n) except -1 nogil:
        """The root is a bandit of its own: UCB, equal visits, sequential halving or top-two."""
        cdef int i, best = 0, leader = 0
        cdef EdgeC* edges
        cdef double score, best_score = -1e300, log_total
        if self.set.root == ROOT_UCB or self.pool.nodes[node].n_edges < n:
            return self._choose(node, self.observer, n)
        edges = self.pool.edges + self.pool.nodes[node].first     # all there, in the order of the legal actions
        self.is_new = False
        if self.set.root == ROOT_HALVING and self.iterations >= self.next_halving:
            self._halve()
        for i in range(n):
            edges[i].available += 1
            if edges[i].value * edges[leader].visits > edges[leader].value * edges[i].visits:
                leader = i
        if self.set.root == ROOT_TOPTWO:
            best = leader
            if rng_below(&self.tree_rng, 2) == 0:
                log_total = log_count(edges[0].available)
                for i in range(n):
                    score = ucb(edges[i].value, edges[i].visits, log_total, self.set.c)
                    if i != leader and score > best_score:
                        best_score = score
                        best = i
            return self.pool.nodes[node].first + best
        best = NONE
        for i in range(n):      # equal visits, among the survivors under halving
            if self.alive[i] and (best == NONE or edges[i].visits < edges[best].visits):
                best = i
        return self.pool.nodes[node].first + best

    cdef int _halve(self) except -1 nogil:
        """Sequential halving (Karnin, Koren & Somekh 2013): the worse half leaves, equal budgets for the rounds."""
        cdef int i, worst, n_drop, n_rounds = 0
        cdef double mean, worst_mean
        while (1 << n_rounds) < self.n_root:
            n_rounds += 1
        n_drop = self.n_alive // 2 if self.next_halving > 0 else 0
        while n_drop > 0 and self.n_alive > 1:
            worst = NONE
            worst_mean = 1e300
            for i in range(self.n_root):
                mean = self.moves[i].value / self.moves[i].visits
                if self.alive[i] and mean < worst_mean:
                    worst = i
                    worst_mean = mean
            self.alive[worst] = False
            self.n_alive -= 1
            n_drop -= 1
        if self.has_kept:
            self._keep()
        self.next_halving += max(self.planned // max(n_rounds, 1), 1)
        return 0

    cdef int _keep(self) except -1 nogil:
        """A move the user asked about stays in the race."""
        cdef int i
        with gil:
            self.n_alive = 0
            for i in range(self.n_root):
                if self.root_actions[i] in self.kept:
                    self.alive[i] = True
                self.n_alive += self.alive[i]
        return 0

    # -- playout and backup ---------------------------------------------------------------------------------

    cdef int _rollout(self, GameState state) except -1 nogil:
        """Play on to the end, or to the depth limit."""
        cdef int player, depth = 0, limit = self.set.depth_limit
        cdef int32_t action
        if self.set.rollout == ROLLOUT_UNIFORM and self.set.opponents != OPPONENTS_POLICY and limit < 0:
            state.c_playout(&self.rollout_rng, self.max_decisions)
            return 0
        while True:
            player = state.c_player()
            if player < 0 or depth == limit:
                return 0
            if depth > self.max_decisions:
                state.refuse_endless(self.max_decisions)
            if self.set.opponents != OPPONENTS_TREE and player != self.observer:
                action = self._frozen_action(state, &self.rollout_rng)
            elif self.set.rollout == ROLLOUT_UNIFORM or rng_double(&self.rollout_rng) < self.set.epsilon:
                action = state.c_sample(&self.rollout_rng)
            elif self.set.rollout == ROLLOUT_POLICY:
                action = state.c_policy(&self.rollout_rng)
            else:
                action = self._mast_action(state, player)
            if self.mast_value is not NULL:
                self._log(player, action)
            state.c_apply(action)
            depth += 1

    cdef int32_t _mast_action(self, GameState state, int player) except -1 nogil:
        """MAST (Bjornsson & Finnsson 2009): the action that did best for its player anywhere; unseen ones first."""
        cdef int i, n = state.c_legal(self.legal), n_ties = 0
        cdef int64_t k
        cdef int32_t best = NONE
        cdef double mean, best_mean = -1
        for i in range(n):
            k = player * <int64_t> self.n_actions + self.legal[i]
            mean = self.mast_value[k] / self.mast_visits[k] if self.mast_visits[k] > 0 else 1.0
            if mean > best_mean:
                best_mean = mean
                best = self.legal[i]
                n_ties = 1
            elif mean == best_mean:
                n_ties += 1
                if rng_below(&self.rollout_rng, n_ties) == 0:
                    best = self.legal[i]
        return best

    cdef void _log(self, int player, int32_t action) noexcept nogil:
        """Remember an action for MAST."""
        if self.n_log == self.max_decisions:
            return
        self.log_actions[2 * self.n_log] = player
        self.log_actions[2 * self.n_log + 1] = action
        self.n_log += 1

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

    cdef int _score(self, GameState state) except -1 nogil:
        """Turn the end of an iteration into every player's utility."""
        cdef int p, q
        cdef double margin, part, total = 0, scale = self.set.margin_scale, width = self.set.high - self.set.low
        if state.c_player() < 0:
            state.c_returns(self.returns)
            state.c_wins(self.returns, self.wins)
        else:       # cut short: the evaluation stands for the returns, a softmax for the win
            state.c_evaluate(self.returns)
            part = scale if scale > 0 else width / 8
            for p in range(self.n_players):
                self.wins[p] = exp((self.returns[p] - self.set.high) / part)
                total += self.wins[p]
            for p in range(self.n_players):
                self.wins[p] /= total
        for p in range(self.n_players):
            part = 0
            margin = -1e300
            for q in range(self.n_players):
                if q != p and self.returns[q] > margin:
                    margin = self.returns[q]
            margin = self.returns[p] - margin if self.n_players > 1 else self.returns[p]
            if p == self.observer:
                self.margin = margin
            if self.set.win_weight < 1:
                if scale > 0:
                    part = 1 / (1 + exp(-margin / scale))
                else:
                    part = (self.returns[p] - self.set.low) / width
            self.utility[p] = self.set.win_weight * self.wins[p] + (1 - self.set.win_weight) * part
        return 0

    cdef int _record(self, MoveC* move) except -1 nogil:
        """Add the iteration to a root action's record."""
        cdef int p
        cdef double value = self.utility[self.observer]
        cdef double win = self.wins[self.observer]
        move.visits += 1
        move.value += value
        move.value2 += value * value
        move.margin += self.margin
        move.margin2 += self.margin * self.margin
        move.win2 += win * win
        for p in range(self.n_players):
            move.wins[p] += self.wins[p]
            move.returns[p] += self.returns[p]
        return 0

    cdef int _back_up(self) except -1 nogil:
        """Credit every edge of the path with the utility of the player who moved there: max^n."""
        cdef int i
        cdef int64_t k
        cdef StepC* step
        cdef EdgeC* edge
        cdef double win = self.wins[self.observer]
        for i in range(self.n_path):
            step = self.path + i
            edge = self.pool.edges + step.edge
            edge.visits += 1
            edge.value += step.value if step.own_value else self.utility[step.mover]
            edge.win += win
            edge.margin += self.margin
        for i in range(self.n_log):
            k = self.log_actions[2 * i] * <int64_t> self.n_actions + self.log_actions[2 * i + 1]
            self.mast_value[k] += self.utility[self.log_actions[2 * i]]
            self.mast_visits[k] += 1
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
        for i in range(self.n_root):
            self.world.c_copy(self.fixed)
            self.rollout_rng = stream
            self.world.c_apply(self.root_actions[i])
            self._rollout(self.world)
            self._score(self.world)
            move = self.moves + i
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
        return [self.root_actions[i] for i in range(self.n_root)]

    def records(self):
        """Return the sums that each root action earned, in the order of `actions`, as a MOVE_TYPE array."""
        cdef const unsigned char[::1] raw
        if self.n_root == 0:
            return np.zeros(0, MOVE_TYPE)
        raw = <const unsigned char[:self.n_root * sizeof(MoveC)]> <const unsigned char*> self.moves
        return np.frombuffer(bytes(raw), dtype=MOVE_TYPE)

    def verified_record(self):
        """Return the sums of the verification."""
        cdef const unsigned char[::1] raw = <const unsigned char[:sizeof(MoveC)]> <const unsigned char*> &self.verified
        return np.frombuffer(bytes(raw), dtype=MOVE_TYPE)[0]

    def availability(self):
        """Return how often each root action was legal."""
        if self.set.flat:
            return [self.moves[i].visits for i in range(self.n_root)]
        return [self.iterations] * self.n_root

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
        self._reset_root(root, planned)

    def _reset_root(self, GameState root, int64_t planned):
        """Make room for another root's actions; their records start anew, the tree below keeps its own."""
        actions = root.legal_actions()
        free(self.root_actions)
        free(self.moves)
        free(self.alive)
        self.n_root = self.n_alive = len(actions)
        self.root_actions = <int32_t*> malloc(self.n_root * sizeof(int32_t))
        self.moves = <MoveC*> calloc(self.n_root, sizeof(MoveC))
        self.alive = <bint*> malloc(self.n_root * sizeof(bint))
        if self.root_actions is NULL or self.moves is NULL or self.alive is NULL:
            raise MemoryError
        for i, action in enumerate(actions):
            self.root_actions[i] = action
            self.alive[i] = True
        self.iterations = 0
        self.planned = planned
        self.next_halving = 0
        memset(&self.verified, 0, sizeof(self.verified))

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
