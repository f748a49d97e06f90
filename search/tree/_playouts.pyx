"""Playing a world out, and what its end is worth to each player."""
from libc.math cimport exp, log
from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport calloc, free, malloc

from kingmaker.games._base cimport GameState
from kingmaker.games._checks cimport check_whole
from kingmaker.games._rng cimport rng_below, rng_double, rng_t, seed_stream
from kingmaker.games.core._tally cimport draw_one
from kingmaker.search.tree._pool cimport NONE
from kingmaker.search.tree._root cimport MoveC
from kingmaker.search.tree._settings cimport (
    OPPONENTS_POLICY, OPPONENTS_TREE, OUTCOMES_SPLIT, OUTCOMES_WIDEN, ROLLOUT_MAST, ROLLOUT_POLICY, ROLLOUT_UNIFORM,
    ROOT_TOPTWO, ROOT_UCB, SELECT_PUCT, WORLDS_FIXED, WORLDS_TRUE, SettingsC
)

from kingmaker.errors import shown
from kingmaker.games.errors import ConfigError


cdef enum:
    N_SIGMOIDS = 128
cdef double MOST = 1e15        # of any number in the settings
cdef double LOGISTIC = 0.5513288954217921      # sqrt(3) / pi: the scale of a logistic distribution of deviation 1


cdef int check_settings(const SettingsC* s, settings) except -1:
    """Refuse settings that no `SearchConfig` makes: the search divides and compares by them without a look."""
    kept = {
        "worlds": 0 <= s.worlds <= WORLDS_TRUE, "opponents": 0 <= s.opponents <= OPPONENTS_POLICY,
        "rollout": 0 <= s.rollout <= ROLLOUT_MAST, "outcomes": 0 <= s.outcomes <= OUTCOMES_WIDEN,
        "root": 0 <= s.root <= ROOT_TOPTWO, "select": 0 <= s.select <= SELECT_PUCT,
        "c": 0 <= s.c <= MOST, "fpu": -1 <= s.fpu <= 1, "bias_weight": 0 <= s.bias_weight <= MOST,
        "epsilon": 0 <= s.epsilon <= 1, "temperature": 1 / MOST <= s.temperature <= MOST,
        "depth_limit": s.depth_limit >= -1, "turn_limit": s.turn_limit >= -1, "rollout_cut": s.rollout_cut >= 0,
        "widen_base": 0 < s.widen_base <= MOST, "widen_power": 0 <= s.widen_power <= 1,
        "win_weight": 0 <= s.win_weight <= 1, "margin_scale": 0 <= s.margin_scale <= MOST,
        "low": -MOST <= s.low < s.high, "high": s.low < s.high <= MOST, "per_world": s.per_world >= 1,
    }
    for name, is_kept in kept.items():
        if not is_kept:
            raise ConfigError(f"search: {name}: expected a setting that search.config.settings_for makes, "
                              f"got {shown(settings[name])}")
    if s.flat and s.rollout == ROLLOUT_MAST or s.worlds == WORLDS_FIXED and (
            s.flat or s.many_trees or s.root != ROOT_UCB) or s.prove and (
            s.flat or s.many_trees or s.redeterminize or s.worlds == WORLDS_FIXED or s.opponents != OPPONENTS_TREE
            or s.outcomes != OUTCOMES_SPLIT or s.select != SELECT_PUCT and (s.fpu >= 0 or s.bias_weight > 0)):
        raise ConfigError("search: expected settings that go together, as search.config.settings_for makes them")
    return 0


cdef class Playouts:
    """One observer's rollouts and utility under fixed settings; `Searcher` grows a tree on it.

    Parameters
    ----------
    root, observer, settings, seeds : as for `Searcher`; the third seed is the rollouts'
    """

    def __cinit__(self, GameState root not None, observer, dict settings not None, seeds, *args, **kwargs):
        cdef int i
        self.game = root.game
        self.n_players = root.n_players
        self.max_decisions = root.game.max_decisions
        self.n_actions = root.game.n_actions
        if root.c_player() < 0:
            raise ConfigError("search: the game is over, nobody has to decide")
        self.observer = <int> check_whole(observer, "search: expected a player", 0, self.n_players, ConfigError)
        self.set = settings
        check_settings(&self.set, settings)
        streams = tuple(seeds)
        if len(streams) != 3:
            raise ConfigError(f"search: expected three seeds, of worlds, tree and rollouts; got {len(streams)}")
        seed_stream(&self.rollout_rng, streams[2])
        self.buffer = <int32_t*> malloc(root.max_legal * sizeof(int32_t))
        self.shares = <double*> malloc(root.max_legal * sizeof(double))
        if self.buffer is NULL or self.shares is NULL:
            raise MemoryError
        if self.set.margin_scale > 0:
            self.sigmoids = <double*> malloc(2 * N_SIGMOIDS * sizeof(double))
            if self.sigmoids is NULL:
                raise MemoryError
            for i in range(2 * N_SIGMOIDS):
                self.sigmoids[i] = 1 / (1 + exp((N_SIGMOIDS - i) / self.set.margin_scale))
        if self.set.rollout == ROLLOUT_MAST:
            n_entries = self.n_players * self.n_actions
            self.mast_value = <double*> calloc(n_entries, sizeof(double))
            self.mast_visits = <int64_t*> calloc(n_entries, sizeof(int64_t))
            self.log_actions = <int32_t*> malloc(2 * self.max_decisions * sizeof(int32_t))
            if self.mast_value is NULL or self.mast_visits is NULL or self.log_actions is NULL:
                raise MemoryError

    def __dealloc__(self):
        free(self.buffer)
        free(self.shares)
        free(self.sigmoids)
        free(self.mast_value)
        free(self.mast_visits)
        free(self.log_actions)

    cdef int _rollout(self, GameState state) except -1 nogil:
        """Play on to the end, or to the depth limit, or to where the game cuts its rollouts."""
        cdef int player, depth = 0, limit = self.set.depth_limit, turns = self.set.turn_limit
        cdef int cut = self.set.rollout_cut
        cdef int64_t begun = -1
        cdef int32_t action
        cdef bint ends
        if self.set.rollout == ROLLOUT_UNIFORM and self.set.opponents != OPPONENTS_POLICY and (
                limit < 0 and turns < 0):
            state.c_playout(&self.rollout_rng, cut if cut > 0 else self.max_decisions)
            return 0
        if cut > 0 and (limit < 0 or limit > cut):
            limit = cut
        state.c_forget()
        while True:
            player = state.c_player()
            if player < 0 or depth == limit or turns == 0:
                return 0
            if depth > self.max_decisions:
                state.refuse_endless(self.max_decisions)
            if self.set.opponents != OPPONENTS_TREE and player != self.observer:
                action = self._frozen_action(state, &self.rollout_rng)
            elif self.set.rollout == ROLLOUT_UNIFORM or rng_double(&self.rollout_rng) < self.set.epsilon:
                action = state.c_sample(&self.rollout_rng)
            elif self.set.rollout == ROLLOUT_POLICY:
                action = self._policy_action(state)
            else:
                action = self._mast_action(state, player)
            if self.mast_value is not NULL:
                self._log(player, action)
            ends = False
            if turns > 0:
                begun = state.c_turn()
                ends = begun < 0 and state.c_ends_turn(action)
            state.c_apply(action)
            depth += 1
            if turns > 0 and (ends or begun >= 0 and state.c_turn() != begun):
                turns -= 1

    cdef int32_t _policy_action(self, GameState state) except -1 nogil:
        """The game's policy, sharper below temperature 1: a policy that imitates visits spreads as they did."""
        cdef int i, n
        cdef double sharpness = 1 / self.set.temperature
        if sharpness == 1:
            return state.c_policy(&self.rollout_rng)
        n = state.c_legal(self.buffer)
        if n == 1:
            return self.buffer[0]
        if not state.c_logits(self.buffer, n, self.shares):
            state.c_priors(self.buffer, n, self.shares)
            for i in range(n):
                self.shares[i] = log(self.shares[i])
        return self.buffer[draw_one(self.shares, n, sharpness, &self.rollout_rng)]

    cdef int32_t _mast_action(self, GameState state, int player) except -1 nogil:
        """MAST (Bjornsson & Finnsson 2009): the action that did best for its player anywhere; unseen ones first."""
        cdef int i, n = state.c_legal(self.buffer), n_ties = 0
        cdef int64_t k
        cdef int32_t best = NONE
        cdef double mean, best_mean = -1
        for i in range(n):
            k = player * <int64_t> self.n_actions + self.buffer[i]
            mean = self.mast_value[k] / self.mast_visits[k] if self.mast_visits[k] > 0 else 1.0
            if mean > best_mean:
                best_mean = mean
                best = self.buffer[i]
                n_ties = 1
            elif mean == best_mean:
                n_ties += 1
                if rng_below(&self.rollout_rng, n_ties) == 0:
                    best = self.buffer[i]
        return best

    cdef void _log(self, int player, int32_t action) noexcept nogil:
        """Remember an action for MAST."""
        if self.n_log == self.max_decisions:
            return
        self.log_actions[2 * self.n_log] = player
        self.log_actions[2 * self.n_log + 1] = action
        self.n_log += 1

    cdef int _learn_mast(self) except -1 nogil:
        """Credit every logged action with its player's utility."""
        cdef int i
        cdef int64_t k
        for i in range(self.n_log):
            k = self.log_actions[2 * i] * <int64_t> self.n_actions + self.log_actions[2 * i + 1]
            self.mast_value[k] += self.utility[self.log_actions[2 * i]]
            self.mast_visits[k] += 1
        return 0

    cdef int32_t _frozen_action(self, GameState state, rng_t* rng) except -1 nogil:
        if self.set.opponents == OPPONENTS_POLICY:
            return state.c_policy(rng)
        return state.c_sample(rng)

    cdef int _score(self, GameState state) except -1 nogil:
        """Turn the end of an iteration into every player's utility."""
        cdef int p, first = 0
        cdef double margin, second = -1e300, best = -1e300
        cdef double part, total = 0, scale = self.set.margin_scale, width = self.set.high - self.set.low
        if state.c_player() < 0:
            state.c_returns(self.returns)
            state.c_wins(self.returns, self.wins)
        else:       # cut short: the evaluation stands for the returns, a softmax for the win
            state.c_evaluate(self.returns)
            part = state.c_spread() * LOGISTIC
            if part == 0:
                part = scale if scale > 0 else width / 8
            for p in range(self.n_players):
                best = max(best, self.returns[p])
            for p in range(self.n_players):
                self.wins[p] = exp((self.returns[p] - best) / part)
                total += self.wins[p]
            for p in range(self.n_players):
                self.wins[p] /= total
        for p in range(1, self.n_players):      # the two best, for everybody's margin
            if self.returns[p] > self.returns[first]:
                second = self.returns[first]
                first = p
            elif self.returns[p] > second:
                second = self.returns[p]
        for p in range(self.n_players):
            part = 0
            margin = self.returns[p]
            if self.n_players > 1:
                margin -= second if p == first else self.returns[first]
            if p == self.observer:
                self.margin = margin
            if self.set.win_weight < 1:
                if scale > 0:
                    part = self._sigmoid(margin)
                else:
                    part = (self.returns[p] - self.set.low) / width
            self.utility[p] = self.set.win_weight * self.wins[p] + (1 - self.set.win_weight) * part
        return 0

    cdef double _sigmoid(self, double margin) noexcept nogil:
        """1 / (1 + exp(-margin / scale)); whole margins, which most games have, come from a table."""
        cdef int whole = <int> margin
        if whole == margin and -N_SIGMOIDS < whole < N_SIGMOIDS:
            return self.sigmoids[N_SIGMOIDS + whole]
        return 1 / (1 + exp(-margin / self.set.margin_scale))

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
