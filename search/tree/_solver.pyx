"""The exact result of a position from which on everybody who acts knows all that matters.

Depth-first over decisions, positions merged by the game's key: orders of one plan are looked at once. Against an
opponent alpha-beta (Knuth & Moore 1975) with the bounds kept by position, and a look one move ahead; alone, the
maximum, without what the game's own ceiling shows to be out of reach. What is made as large as can be is the search's
own utility, of equals the margin. It gives up at its limits, and then says nothing.
"""
from libc.math cimport INFINITY
from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

from kingmaker.games._base cimport GameState
from kingmaker.games._checks cimport check_whole
from kingmaker.games._rng cimport rng_t
from kingmaker.search.tree._clock cimport now
from kingmaker.search.tree._searcher cimport StopFlag
from kingmaker.search.tree._settings cimport OPPONENTS_TREE

from kingmaker.errors import shown
from kingmaker.games.errors import ConfigError

cdef enum:
    FIRST_SIZE = 4096       # entries of the table
    LOOKS = 512             # nodes from one look at the clock to the next
    MOST_DEEP = 500         # decisions of a line
    TRIAL = 4096            # nodes before it asks what is left
cdef double HOPE = 100      # it goes on as long as it would be done within so many times its limits; with a ceiling,
cdef double HIGH_HOPE = 3000        # which leaves out much of what lies ahead, within so many
cdef double NOT_KNOWN = -1e300     # in the place of a first score: nothing is known of any
cdef double SCORE_OF_KNOWN = 1000  # what is kept of a position says more than an evaluation
cdef int SAMPLES = 64       # lines by the game's policy, of which the best is the first to beat
cdef int OTHERS = 10        # times the nodes of the best action that the others may take
cdef double TIE = 1e-6      # what the whole range of margins is worth beside the utility: it decides among equals


# -- the table -------------------------------------------------------------------------------------------------------


cdef inline EntryC* find(const TableC* table, uint64_t key) noexcept nogil:
    """Return the entry of a key, or the empty one where it belongs."""
    cdef uint64_t mask = <uint64_t> table.size - 1
    cdef uint64_t at = (key ^ (key >> 31)) * <uint64_t> 0x9E3779B97F4A7C15
    at = (at ^ (at >> 29)) & mask
    while table.entries[at].kind != EMPTY and table.entries[at].key != key:
        at = (at + 1) & mask
    return table.entries + at


cdef int make_room(TableC* table) noexcept nogil:
    """Double a table that is fuller than two thirds; -1 if it may not grow."""
    cdef TableC larger
    cdef int64_t i
    if 3 * table.n_used < 2 * table.size:
        return 0
    if 2 * table.size > table.most:
        return -1
    larger.size = 2 * table.size
    larger.entries = <EntryC*> calloc(larger.size, sizeof(EntryC))
    if larger.entries is NULL:
        return -1
    for i in range(table.size):
        if table.entries[i].kind != EMPTY:
            find(&larger, table.entries[i].key)[0] = table.entries[i]
    free(table.entries)
    table.entries = larger.entries
    table.size = larger.size
    return 0


cdef class Level:
    def __cinit__(self, GameState state not None):
        self.state = state.clone()
        self.actions = <int32_t*> malloc(state.max_legal * sizeof(int32_t))
        self.scores = <double*> malloc(state.max_legal * sizeof(double))
        if self.actions is NULL or self.scores is NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.actions)
        free(self.scores)

    cdef double share_done(self) noexcept nogil:
        """How much of what follows lies behind, as if actions of one position took equally long (Knuth 1975 counts so).

        Much of what comes later was met before, or is cut off: it is too low, by a factor that HOPE allows for.
        """
        if self.n == 0:
            return 0
        return (self.done + (0 if self.below is None else self.below.share_done())) / self.n


cdef class Solver(Playouts):
    """One position to be solved for the player to act.

    Parameters
    ----------
    root : the position, in a world drawn from what the observer knows
    observer, settings, seeds : as for `Searcher`
    byte_limit : of the table
    """

    def __cinit__(self, GameState root not None, observer, dict settings not None, seeds, byte_limit=2**26):
        cdef int64_t room = check_whole(byte_limit, "solver: expected bytes", 0, 1LL << 62, ConfigError)
        if not root.game.has("key"):
            raise ConfigError(f"solver: {root.game.name} has no key, by which positions are told apart")
        if root.c_player() != self.observer:
            raise ConfigError(f"solver: player {self.observer} is asked but player {root.c_player()} acts")
        if self.set.opponents != OPPONENTS_TREE or len(root.game.acting) > 2:
            raise ConfigError("solver: expected one player, or two who both play as well as can be")
        self.table.size = FIRST_SIZE
        self.table.most = max(room // <int64_t> sizeof(EntryC), FIRST_SIZE)
        self.table.entries = <EntryC*> calloc(FIRST_SIZE, sizeof(EntryC))
        self.top = Level(root)
        self.n_actions_here = self.top.state.c_legal(self.top.actions)
        self.values = <double*> calloc(self.n_actions_here, sizeof(double))
        self.kinds = <int8_t*> calloc(self.n_actions_here, sizeof(int8_t))
        self.history = <int64_t*> calloc(self.n_players * self.n_actions, sizeof(int64_t))
        if self.history is NULL or self.table.entries is NULL or self.values is NULL or self.kinds is NULL:
            raise MemoryError
        self.has_evaluation = root.game.has("evaluation")
        self.is_contest = len(root.game.acting) == 2
        self.tie = TIE / (self.set.high - self.set.low)
        self.has_ceiling = (self.set.margin_scale > 0 or self.set.win_weight == 1) and (
            root.c_is_settled() and root.c_ceiling() < INFINITY)
        self.has_policy = root.game.has("policy")
        self.low = -TIE         # no value lies outside
        self.high = 1 + TIE

    def __dealloc__(self):
        free(self.table.entries)
        free(self.history)
        free(self.values)
        free(self.kinds)

    # -- one position ------------------------------------------------------------------------------------------------

    cdef int _deepen(self, Level at) except -1 nogil:
        """Make the level below one."""
        with gil:
            at.below = Level(at.state)
            at.below.depth = at.depth + 1
        return 0

    cdef int _look_up(self) except -1 nogil:
        """Count a node; now and then look at the limits."""
        cdef double hoped, seconds
        self.n_nodes += 1
        if self.n_nodes >= self.limit:
            self.gave_up = True
        elif self.n_nodes % LOOKS == 0:
            seconds = now() - self.began
            hoped = 1
            if self.n_nodes >= TRIAL and not self.alternates:
                hoped = (HIGH_HOPE if self.has_ceiling else HOPE) * self.top.share_done()
            self.gave_up = self.stop.raised or seconds >= self.seconds or self.n_nodes > hoped * self.limit or (
                seconds > hoped * self.seconds)
        return 0

    cdef double _end(self, GameState state) except? -1e300 nogil:
        """The value of a finished game to the observer."""
        self._score(state)
        self.kind = EXACT
        if self.n_players == 2 and not -1e-9 < self.utility[0] + self.utility[1] - 1 < 1e-9:
            self.gave_up |= self.is_contest     # what one wins the other does not lose: no alpha-beta
        return self.utility[self.observer] + self.tie * self.margin

    cdef double _after(self, Level at, int32_t action, double alpha, double beta) except? -1e300 nogil:
        """The value of an action; within the window exact, outside a bound."""
        if at.below is None:
            if at.depth == MOST_DEEP:
                self.gave_up = True
                return 0
            self._deepen(at)
        at.below.state.c_copy(at.state)
        at.below.state.c_apply(action)
        at.below.is_turn_new = at.below.state.c_player() != at.state.c_player()
        self._look_up()
        if self.gave_up:
            return 0
        return self._value(at.below, alpha, beta)

    cdef double _value(self, Level at, double alpha, double beta) except? -1e300 nogil:
        """The value of a position to the observer; within the window exact, outside a bound."""
        cdef uint64_t key
        cdef EntryC* entry
        cdef int32_t first = -1
        cdef double value = 0
        if at.state.c_player() < 0:
            return self._end(at.state)
        key = at.state.c_key()
        entry = find(&self.table, key)
        if entry.kind != EMPTY:
            if entry.kind == EXACT or (entry.kind == LEAST and entry.value >= beta) or (
                    entry.kind == MOST and entry.value <= alpha):
                self.kind = entry.kind
                return entry.value
            first = entry.action
        if self.has_ceiling and self._is_out_of_reach(at.state, alpha, beta, &value):
            return value
        return self._best(at, key, first, alpha, beta)

    cdef bint _is_out_of_reach(self, GameState state, double alpha, double beta, double* value) except -1 nogil:
        """Whether the game's own ceiling of the margin settles a position; then `value` is the bound."""
        cdef bint is_own = state.c_player() == self.observer
        cdef double margin
        if alpha < self.low if is_own else beta > self.high:
            return False        # nothing is known that it could lie outside of
        margin = state.c_ceiling()
        if margin == INFINITY:
            return False
        if not is_own:
            margin = -margin
        value[0] = self.tie * margin
        if margin > 0 or (margin == 0 and is_own):
            value[0] += self.set.win_weight
        if self.set.win_weight < 1:
            value[0] += (1 - self.set.win_weight) * self._sigmoid(margin)
        self.kind = MOST if is_own else LEAST
        return value[0] <= alpha if is_own else value[0] >= beta

    cdef double _best(self, Level at, uint64_t key, int32_t first, double alpha, double beta) except? -1e300 nogil:
        """Try the actions of a position, `first` before the others, and keep what comes of it.

        What is best of all is as certain as the action it comes from; with actions left out it is a bound.
        """
        cdef int i = 0, n = at.state.c_legal(at.actions)
        cdef bint is_own = at.state.c_player() == self.observer
        cdef double value, best = -1e300 if is_own else 1e300, low = alpha, high = beta
        cdef int32_t action, chosen = -1
        cdef int8_t kind = EMPTY
        if n < 1:
            at.state.refuse_empty()
        if self.is_contest:
            action = self._look_ahead(at, n, alpha, beta)
            if self.gave_up:
                return 0
            first = action if action >= 0 else first
        self._order(at, n, first)
        at.n = n
        for i in range(n):
            action = at.actions[i]
            at.done = i
            value = self._after(at, action, low, high)
            if self.gave_up:
                return 0
            if ((value > best) if is_own else (value < best)) or (value == best and self.kind == EXACT):
                best = value
                chosen = action
                kind = self.kind
                low = max(low, best) if is_own else low
                high = high if is_own else min(high, best)
                if low >= high:
                    if self.is_contest:     # earlier where much was left to look at
                        self.history[at.state.c_player() * self.n_actions + action] += n - i
                    break
        at.n = 0
        if low >= high and i < n - 1 and not (best >= self.high if is_own else best <= self.low):
            kind = LEAST if is_own else MOST
        return self._keep(key, best, chosen, kind)

    cdef int32_t _look_ahead(self, Level at, int n, double alpha, double beta) except -2 nogil:
        """Return an action that settles a position at once, by the end of the game or what is kept of it; -1: none.

        What the others promise stands in `scores` then, for `_order`.
        """
        cdef int i, mover = at.state.c_player()
        cdef bint is_own = mover == self.observer
        cdef double value
        cdef EntryC* entry
        at.scores[0] = NOT_KNOWN
        if at.below is None or not at.is_turn_new:
            return -1
        for i in range(n):
            at.below.state.c_copy(at.state)
            at.below.state.c_apply(at.actions[i])
            self._look_up()
            if self.gave_up:
                return -1
            if at.below.state.c_player() == mover:      # the turn goes on: nothing is cut off here
                at.scores[0] = NOT_KNOWN
                return -1
            self.alternates |= at.below.state.c_player() >= 0
            if at.below.state.c_player() < 0:
                value = self._end(at.below.state)
            else:
                entry = find(&self.table, at.below.state.c_key())
                self.kind = entry.kind
                value = entry.value
                if entry.kind == EMPTY:
                    at.scores[i] = 0
                    if self.has_evaluation:
                        at.below.state.c_evaluate(self.returns)
                        at.scores[i] = self.returns[mover] - self.returns[1 - mover]
                    continue
            if self.kind != (MOST if is_own else LEAST) and (
                    value >= beta or value >= self.high if is_own else value <= alpha or value <= self.low):
                at.scores[0] = NOT_KNOWN    # those behind have none, and a wide window may look at them still
                return at.actions[i]
            at.scores[i] = (value - 0.5 if is_own else 0.5 - value) * SCORE_OF_KNOWN
        return -1

    cdef void _order(self, Level at, int n, int32_t first) noexcept nogil:
        """Sort actions: `first`, then by what they promise, then by how often they were enough (Schaeffer 1989)."""
        cdef int i, j
        cdef int32_t action
        cdef double score
        cdef int64_t* history = self.history + at.state.c_player() * self.n_actions
        if not self.is_contest or at.scores[0] == NOT_KNOWN:
            for i in range(n):
                if at.actions[i] == first:
                    at.actions[i] = at.actions[0]
                    at.actions[0] = first
            return
        for i in range(n):
            action = at.actions[i]
            score = 1e9 if action == first else at.scores[i]
            j = i
            while j > 0 and (at.scores[j - 1] < score or (
                    at.scores[j - 1] == score and history[at.actions[j - 1]] < history[action])):
                at.actions[j] = at.actions[j - 1]
                at.scores[j] = at.scores[j - 1]
                j -= 1
            at.actions[j] = action
            at.scores[j] = score

    cdef double _keep(self, uint64_t key, double best, int32_t chosen, int8_t kind) except? -1e300 nogil:
        """Enter what was found of a position."""
        cdef EntryC* entry
        if make_room(&self.table) != 0:
            self.gave_up = True
            return 0
        entry = find(&self.table, key)
        self.table.n_used += entry.kind == EMPTY
        entry.key = key
        entry.value = best
        entry.action = chosen
        entry.kind = self.kind = kind
        return best

    # -- the root ----------------------------------------------------------------------------------------------------

    cdef int _test_root(self) except -1 nogil:
        """Ask whether the root is a win, then whether it is a draw: yes or no takes fewer positions than how much.

        Whatever comes of it, the table keeps which action was best.
        """
        cdef double value = self._value(self.top, self.high - TIE / 4, self.high + 1)
        if not self.gave_up and value < self.high - TIE / 4:
            self._value(self.top, 0.5 - TIE / 4, 0.5 + TIE / 4)
        self.top.state.c_legal(self.top.actions)
        return 0

    cdef double _try_policy(self) except? -1e300 nogil:
        """Play lines by the game's policy and enter the best: a value just below its end; alone, else the lowest.

        What a line comes to is in reach, so that all whose ceiling is lower need not be looked at.
        """
        cdef int _i
        cdef double value, best = self.low - 1
        cdef rng_t kept
        if self.top.below is None:
            self._deepen(self.top)
        for _i in range(SAMPLES):
            kept = self.rollout_rng
            value = self._play_policy(False, 0)
            if value > best:
                best = value
                self.best_rng = kept
            if value < self.low or self.gave_up:
                return self.low - 1
        self.rollout_rng = self.best_rng
        self._play_policy(True, best)
        return best - 1e-12

    cdef double _play_policy(self, bint keeps, double worth) except? -1e300 nogil:
        """Play one line; return what it comes to, or less than anything if others act. It may be entered on the way."""
        cdef int32_t action
        cdef int n = 0
        self.top.below.state.c_copy(self.top.state)
        while self.top.below.state.c_player() >= 0:
            if self.top.below.state.c_player() != self.observer or n > MOST_DEEP:
                return self.low - 1
            action = self.top.below.state.c_policy(&self.rollout_rng)
            if keeps:
                self._keep(self.top.below.state.c_key(), worth, action, LEAST)
            self._look_up()
            self.top.below.state.c_apply(action)
            n += 1
        return self._end(self.top.below.state)

    cdef bint _solve_root(self) except -1 nogil:
        """Prove the best action: exact where an action beats those before it, else at most as good."""
        cdef int i, k, first = 0
        cdef int32_t hoped
        cdef double value, best = self.low - 1
        if self.is_contest and self.set.win_weight == 1:
            self._test_root()
            if self.gave_up:
                return False
        if self.has_ceiling and self.has_policy:
            best = self._try_policy()
        hoped = find(&self.table, self.top.state.c_key()).action
        for i in range(self.n_actions_here):
            if self.top.actions[i] == hoped:
                first = i
        self.top.n = self.n_actions_here
        for k in range(self.n_actions_here):
            i = first if k == 0 else k - 1 if k <= first else k
            self.top.done = k
            if best >= self.high:       # nothing is better
                self.values[i] = self.high
                self.kinds[i] = MOST
                continue
            value = self._after(self.top, self.top.actions[i],
                                best if self.is_contest or self.has_ceiling else self.low - 1, self.high + 1)
            if self.gave_up:
                return False
            self.values[i] = value
            self.kinds[i] = self.kind
            best = max(best, value)
        return True

    cdef int _solve_others(self) except -1 nogil:
        """Find what the other actions are worth, as far as the limits allow."""
        cdef int i
        cdef double value
        self.limit = min(self.limit, self.n_nodes + max(OTHERS * (self.n_nodes - self.n_before), TRIAL))
        for i in range(self.n_actions_here):
            self.top.done = i
            if self.kinds[i] == EXACT:
                continue
            value = self._after(self.top, self.top.actions[i], self.low - 1, self.high + 1)
            if self.gave_up:
                return 0
            self.values[i] = value
            self.kinds[i] = EXACT
        return 0

    cdef int _check_rest(self, object method) except -1:
        """Refuse a call while another thread is at work here; who asks holds the interpreter's lock."""
        if self.busy:
            raise ConfigError(f"{method}: expected a solver at rest, but another thread is in it")
        return 0

    def solve(self, nodes, seconds=1e300, StopFlag stop=None):
        """Solve the position within limits; return whether the best action is proved."""
        cdef bint is_proved
        cdef double limit = seconds
        cdef int64_t n = check_whole(nodes, "solve: expected nodes", 0, 1LL << 62, ConfigError)
        self._check_rest("solve")
        self.stop = StopFlag() if stop is None else stop
        self.n_before = self.n_nodes
        self.limit = self.n_nodes + n
        self.began = now()
        self.seconds = limit
        self.gave_up = False
        self.busy = True
        try:
            with nogil:
                is_proved = self._solve_root()
                if is_proved:
                    self._solve_others()
        finally:
            self.busy = False
        return is_proved

    @property
    def n_positions(self):
        """Positions that were told apart."""
        return self.table.n_used

    def found(self):
        """Return (action, value, is exact) of each root action, in their order; without exact it is at most that."""
        self._check_rest("found")
        return [(self.top.actions[i], self.values[i], self.kinds[i] == EXACT) for i in range(self.n_actions_here)]

    def line(self, action):
        """Return the end, the actions to it, utility and margin when all play on from a root action as well as can be.

        None where that does not come to what was found: two positions share a key.
        """
        cdef GameState state = self.top.state.clone()
        cdef EntryC* entry
        cdef double value
        values = {a: v for a, v, _ in self.found()}
        if action not in values:
            raise ConfigError(f"line: expected one of the root's actions {list(values)}, got {shown(action)}")
        value = values[action]
        actions = [action]
        state.apply(action)
        while state.c_player() >= 0:
            entry = find(&self.table, state.c_key())
            if entry.kind != EXACT or len(actions) > MOST_DEEP + 1:
                return None
            if not state.is_legal(entry.action):
                return None
            actions.append(entry.action)
            state.apply(entry.action)
        if not -1e-9 < self._end(state) - value < 1e-9:
            return None
        return state, actions, self.utility[self.observer], self.margin
