"""Game states as Python sees them, and the adapter for games written in Python.

The engine calls the c_ methods; people call the others, which check what they are given.
"""
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int32_t, int64_t, uint64_t

from kingmaker.games._rng cimport Rng, rng_below, rng_t

import math

from kingmaker.games.errors import ContractError, IllegalActionError, KingmakerError


cdef class GameState:
    """One state of one game: the whole truth, hidden parts included.

    States are made by `Game.new`, `Game.parse` or `clone`. Nothing here shows one player what only another
    may know, unless it is called with that other player as the observer.
    """

    def __cinit__(self, game, *args, **kwargs):
        self.game = game
        self.n_players = game.n_players
        self.max_legal = game.max_legal

    # -- the engine's side ------------------------------------------------------------------------------

    cdef int c_copy(self, GameState other) except -1 nogil:
        with gil:
            raise ContractError(f"{self.game.name}: the game does not implement c_copy")

    cdef int c_player(self) except -9 nogil:
        with gil:
            raise ContractError(f"{self.game.name}: the game does not implement c_player")

    cdef int c_legal(self, int32_t* out) except -1 nogil:
        with gil:
            raise ContractError(f"{self.game.name}: the game does not implement c_legal")

    cdef int c_apply(self, int32_t action) except -1 nogil:
        with gil:
            raise ContractError(f"{self.game.name}: the game does not implement c_apply")

    cdef int c_returns(self, double* out) except -1 nogil:
        with gil:
            raise ContractError(f"{self.game.name}: the game does not implement c_returns")

    cdef int c_determinize(self, int observer, rng_t* rng) except -1 nogil:
        """Nothing to redraw where nothing is hidden; conformance fails a game with hidden parts that keeps this."""
        return 0

    cdef int c_wins(self, const double* returns, double* out) except -1 nogil:
        """Most points win; those who share them share the win."""
        cdef int i, n_best = 0
        cdef double best = returns[0]
        for i in range(1, self.n_players):
            if returns[i] > best:
                best = returns[i]
        for i in range(self.n_players):
            n_best += returns[i] == best
        for i in range(self.n_players):
            out[i] = 1.0 / n_best if returns[i] == best else 0.0
        return 0

    cdef int32_t c_observe(self, int32_t action, int observer) except -1 nogil:
        return action

    cdef int32_t c_outcome(self, int observer) except -1 nogil:
        return 0

    cdef int32_t c_sample(self, rng_t* rng) except -1 nogil:
        cdef int32_t buffer[1024]
        cdef int n
        if self.max_legal > 1024:
            return self._sample_from_heap(rng)
        n = self.c_legal(buffer)
        if n < 1:
            self.refuse_empty()
        return buffer[rng_below(rng, n)]

    cdef int32_t _sample_from_heap(self, rng_t* rng) except -1 nogil:
        with gil:
            actions = self.legal_actions()
            return actions[rng_below(rng, len(actions))]

    cdef int refuse_empty(self) except -1 nogil:
        with gil:
            raise ContractError(f"{self.game.name}: no legal action although the game is not over, in {self.text()!r}")

    cdef int c_playout(self, rng_t* rng, int limit) except -1 nogil:
        cdef int n_decisions = 0
        while self.c_player() >= 0:
            if n_decisions >= limit:
                self.refuse_endless(limit)
            self.c_apply(self.c_sample(rng))
            n_decisions += 1
        return n_decisions

    cdef int refuse_endless(self, int limit) except -1 nogil:
        with gil:
            raise ContractError(f"{self.game.name}: a game longer than its declared max_decisions={limit}")

    cdef int32_t c_policy(self, rng_t* rng) except -1 nogil:
        return self.c_sample(rng)

    cdef int c_priors(self, const int32_t* actions, int n, double* out) except -1 nogil:
        cdef int i
        for i in range(n):
            out[i] = 1.0 / n
        return 0

    cdef bint c_ends_turn(self, int32_t action) except -1 nogil:
        return True

    cdef int c_evaluate(self, double* out) except -1 nogil:
        with gil:
            raise ContractError(f"{self.game.name}: the game has no evaluation")

    cdef double c_spread(self) except -1 nogil:
        return 0

    cdef uint64_t c_key(self) except? 0 nogil:
        with gil:
            raise ContractError(f"{self.game.name}: the game has no key")

    cdef int64_t c_n_worlds(self, int observer) except -1 nogil:
        with gil:
            raise ContractError(f"{self.game.name}: the game does not enumerate worlds")

    cdef int c_set_world(self, int observer, int64_t index) except -1 nogil:
        with gil:
            raise ContractError(f"{self.game.name}: the game does not enumerate worlds")

    # -- people's side ----------------------------------------------------------------------------------

    @property
    def player(self):
        """Who acts, 0 to n_players - 1, or TERMINAL (-4) when the game is over."""
        return self.c_player()

    @property
    def is_over(self):
        return self.c_player() < 0

    @property
    def is_view(self):
        """Whether it was read from a position with unknown parts: they are filled in, not known."""
        return False

    @property
    def size(self):
        """Bytes of the compiled state, 0 where the game is written in Python."""
        return 0

    def legal_actions(self):
        """Return the ids of the legal actions, ascending; empty when the game is over."""
        cdef int32_t* buffer
        if self.c_player() < 0:
            return []
        buffer = <int32_t*> PyMem_Malloc(self.max_legal * sizeof(int32_t))
        if buffer is NULL:
            raise MemoryError
        try:
            n = self.c_legal(buffer)
            if n < 1:
                self.refuse_empty()
            return [buffer[i] for i in range(n)]
        finally:
            PyMem_Free(buffer)

    def legal_moves(self):
        """Return the legal actions as texts, in the order of their ids."""
        return [self.format_action(action) for action in self.legal_actions()]

    def apply(self, action):
        """Make a legal action, in place."""
        legal = self.legal_actions()
        if action not in legal:
            if not legal:
                raise IllegalActionError(f"illegal action {action!r}: the game is over")
            moves = ", ".join(f"{self.format_action(a)} ({a})" for a in legal[:20])
            raise IllegalActionError(f"illegal action {action!r} in {self.view(self.player)!r}; legal: {moves}")
        self.c_apply(action)

    def apply_move(self, move):
        """Make a legal action given as text, in place."""
        self.c_apply(self.parse_action(move))

    def parse_action(self, move):
        """Return the id of a legal action given as text."""
        legal = {self.format_action(action): action for action in self.legal_actions()}
        if move not in legal:
            if not legal:
                raise IllegalActionError(f"illegal move {move!r}: the game is over")
            raise IllegalActionError(f"illegal move {move!r}; legal: {', '.join(list(legal)[:40])}")
        return legal[move]

    def format_action(self, action):
        """Return an action as text."""
        return str(action)

    def returns(self):
        """Return the final points, one a player. Only a finished game has them."""
        cdef double out[MAX_PLAYERS]
        if self.c_player() >= 0:
            raise KingmakerError(f"{self.game.name}: the game is not over, so it has no returns yet")
        self.c_returns(out)
        return [out[i] for i in range(self.n_players)]

    def wins(self):
        """Return the share of the win of each player of a finished game."""
        cdef double out[MAX_PLAYERS]
        cdef double points[MAX_PLAYERS]
        if self.c_player() >= 0:
            raise KingmakerError(f"{self.game.name}: the game is not over, so nobody has won yet")
        self.c_returns(points)
        self.c_wins(points, out)
        return [out[i] for i in range(self.n_players)]

    def clone(self):
        """Return an independent copy."""
        cdef GameState copy = type(self)(self.game)
        copy.c_copy(self)
        return copy

    def copy_from(self, GameState other not None):
        """Become a copy of another state of the same game."""
        if type(other) is not type(self) or other.game != self.game:
            raise KingmakerError(f"copy_from: expected a state of {self.game}, got one of {other.game}")
        self.c_copy(other)

    def determinize(self, observer, Rng rng not None):
        """Redraw, in place, all that the observer cannot know, uniformly among the consistent worlds."""
        self.c_determinize(self._check_player(observer), rng.stream)

    def world(self, observer, Rng rng not None):
        """Return a copy in which all that the observer cannot know is redrawn."""
        copy = self.clone()
        copy.determinize(observer, rng)
        return copy

    def n_worlds(self, observer):
        """Return how many worlds are consistent with what the observer has seen (games that can count them)."""
        return self.c_n_worlds(self._check_player(observer))

    def nth_world(self, observer, index):
        """Return a copy in the index-th of those worlds; the numbering tells nothing of the truth."""
        cdef GameState copy = self.clone()
        n = self.n_worlds(observer)
        if not 0 <= index < n:
            raise KingmakerError(f"nth_world: expected an index in [0, {n}), got {index!r}")
        copy.c_set_world(observer, index)
        return copy

    def observe(self, action, observer):
        """Return the label of what another player sees of an action that is about to be made."""
        return self.c_observe(action, self._check_player(observer))

    def outcome(self, observer):
        """Return the label of what the observer saw follow the last action; 0 is nothing."""
        return self.c_outcome(self._check_player(observer))

    def sample(self, Rng rng not None):
        """Return a uniformly random legal action."""
        self._check_running("sample")
        return self.c_sample(rng.stream)

    def policy(self, Rng rng not None):
        """Return an action of the game's own rollout policy."""
        self._check_running("policy")
        return self.c_policy(rng.stream)

    def key(self):
        """Return a number for all that everybody sees; the order in which it came about is not in it."""
        return self.c_key()

    def ends_turn(self, int32_t action):
        """Return whether a legal action is the last of its player's turn."""
        self._check_running("ends_turn")
        return self.c_ends_turn(action)

    def priors(self):
        """Return the game's prior for each legal action, in their order; they sum to 1."""
        cdef int32_t[::1] actions
        cdef double[::1] out
        import numpy as np
        legal = self.legal_actions()
        if not legal:
            return []
        actions = np.array(legal, dtype=np.int32)
        out = np.zeros(len(legal))
        self.c_priors(&actions[0], <int> len(legal), &out[0])
        return list(out)

    def evaluate(self):
        """Return the game's estimate of the final returns."""
        cdef double out[MAX_PLAYERS]
        self.c_evaluate(out)
        return [out[i] for i in range(self.n_players)]

    def spread(self):
        """Return the standard deviation of the final margin around that estimate; 0 where it is not known."""
        return self.c_spread()

    def playout(self, Rng rng not None):
        """Play uniformly at random to the end, in place; return the number of decisions."""
        return self.c_playout(rng.stream, self.game.max_decisions)

    def text(self):
        """Return the whole state as one line that `Game.parse` reads back."""
        raise ContractError(f"{self.game.name}: the game does not implement text")

    def view(self, observer):
        """Return the observer's information set as one line: equal texts, equal knowledge."""
        raise ContractError(f"{self.game.name}: the game does not implement view")

    def svg(self, observer):
        """Return a picture of what the observer sees."""
        raise ContractError(f"{self.game.name}: the game does not implement svg")

    def _repr_svg_(self):
        return str(self.svg(max(self.c_player(), 0)))

    def _check_player(self, player):
        if not isinstance(player, int) or not 0 <= player < self.n_players:
            raise KingmakerError(f"expected a player in [0, {self.n_players}), got {player!r}")
        return player

    def _check_running(self, what):
        if self.c_player() < 0:
            raise KingmakerError(f"{self.game.name}: {what}: the game is over")

    def __repr__(self):
        return f"<{self.game} {self.text()}>"

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        return self.game == other.game and self.text() == other.text()

    def __reduce__(self):
        return _restore_state, (self.game, self.text())


def _restore_state(game, text):
    return game.parse(text)


cdef class PyGameState(GameState):
    """The adapter: a state written in plain Python (a `games.PythonState`) behind the compiled contract.

    Python is not trusted: a wrong player, an empty or unsorted list of actions, a result that is not a number
    stops the search with a ContractError instead of spoiling it.
    """
    cdef object inner

    def __init__(self, game, inner=None):
        self.inner = inner

    @property
    def python_state(self):
        """The plain Python state inside."""
        return self.inner

    def _ask(self, method, *args):
        """Call the Python state; what it raises is told with the game's name and where it happened."""
        try:
            return getattr(self.inner, method)(*args)
        except KingmakerError:
            raise
        except Exception as error:
            raise ContractError(f"{self.game.name}: {method}() raised {type(error).__name__}: {error}") from error

    cdef int c_copy(self, GameState other) except -1 nogil:
        with gil:
            self.inner = (<PyGameState> other)._ask("copy")
        return 0

    cdef int c_player(self) except -9 nogil:
        with gil:
            player = self._ask("player")
            if type(player) is not int or not (0 <= player < self.n_players or player == TERMINAL):
                raise ContractError(f"{self.game.name}: player() must return 0..{self.n_players - 1} or "
                                    f"{TERMINAL} (TERMINAL), got {player!r}")
            return player

    cdef int c_legal(self, int32_t* out) except -1 nogil:
        with gil:
            return self._fill_legal(out)

    cdef int _fill_legal(self, int32_t* out) except -1:
        actions = self._ask("legal_actions")
        if not isinstance(actions, (list, tuple)):
            raise ContractError(f"{self.game.name}: legal_actions() must return a list, got {actions!r}")
        n = len(actions)
        if n == 0:
            raise ContractError(f"{self.game.name}: no legal action although the game is not over, "
                                f"in {self.text()!r}")
        if n > self.max_legal:
            raise ContractError(f"{self.game.name}: {n} legal actions, declared max_legal={self.max_legal}")
        last = -1
        for i, action in enumerate(actions):
            if type(action) is not int or not last < action < self.game.n_actions:
                raise ContractError(f"{self.game.name}: legal_actions() must be ascending whole numbers in "
                                    f"[0, {self.game.n_actions}), got {actions!r}")
            out[i] = last = action
        return n

    cdef int c_apply(self, int32_t action) except -1 nogil:
        with gil:
            self._ask("apply", action)
        return 0

    cdef int _fill_points(self, object points, object method, double* out) except -1:
        if not isinstance(points, (list, tuple)) or len(points) != self.n_players:
            raise ContractError(f"{self.game.name}: {method}() must return {self.n_players} numbers, got {points!r}")
        for i, value in enumerate(points):
            if not isinstance(value, (int, float)) or not math.isfinite(value):
                raise ContractError(f"{self.game.name}: {method}() must return finite numbers, got {points!r}")
            out[i] = value
        return 0

    cdef int c_returns(self, double* out) except -1 nogil:
        with gil:
            points = self._ask("returns")
            self._fill_points(points, "returns", out)
            if not all(self.game.min_return <= value <= self.game.max_return for value in points):
                raise ContractError(f"{self.game.name}: returns() must lie within the declared "
                                    f"[{self.game.min_return}, {self.game.max_return}], got {points!r}")
            return 0

    cdef int c_wins(self, const double* returns, double* out) except -1 nogil:
        with gil:
            shares = self._ask("wins")
            self._fill_points(shares, "wins", out)
            if min(shares) < 0 or abs(sum(shares) - 1) > 1e-9:
                raise ContractError(f"{self.game.name}: wins() must be shares from 0 that sum to 1, got {shares!r}")
            return 0

    cdef int c_determinize(self, int observer, rng_t* rng) except -1 nogil:
        with gil:
            self._ask("determinize", observer, (<Rng> Rng.__new__(Rng)).borrow(rng))
        return 0

    cdef int _check_label(self, object label, object method) except -1:
        if type(label) is not int or not 0 <= label < 2**31:
            raise ContractError(f"{self.game.name}: {method}() must return a whole number from 0, got {label!r}")
        return 0

    cdef int32_t c_observe(self, int32_t action, int observer) except -1 nogil:
        with gil:
            label = self._ask("observe", action, observer)
            if label != UNSEEN:
                self._check_label(label, "observe")
            return label

    cdef int32_t c_outcome(self, int observer) except -1 nogil:
        with gil:
            label = self._ask("outcome", observer)
            self._check_label(label, "outcome")
            return label

    cdef int32_t c_policy(self, rng_t* rng) except -1 nogil:
        with gil:
            action = self._ask("policy", (<Rng> Rng.__new__(Rng)).borrow(rng))
            if action not in self._ask("legal_actions"):
                raise ContractError(f"{self.game.name}: policy() returned {action!r}, which is not legal")
            return action

    cdef int c_priors(self, const int32_t* actions, int n, double* out) except -1 nogil:
        with gil:
            priors = self._ask("priors", [actions[i] for i in range(n)])
            if len(priors) != n or not all(p >= 0 for p in priors):
                raise ContractError(f"{self.game.name}: priors() must return {n} numbers from 0, got {priors!r}")
            for i in range(n):
                out[i] = priors[i]
        return 0

    cdef bint c_ends_turn(self, int32_t action) except -1 nogil:
        with gil:
            return bool(self._ask("ends_turn", action))

    cdef uint64_t c_key(self) except? 0 nogil:
        with gil:
            key = self._ask("key")
            if type(key) is not int or not 0 <= key < 2**64:
                raise ContractError(f"{self.game.name}: key() must return a whole number below 2^64, got {key!r}")
            return key

    cdef int c_evaluate(self, double* out) except -1 nogil:
        with gil:
            return self._fill_points(self._ask("evaluate"), "evaluate", out)

    cdef double c_spread(self) except -1 nogil:
        with gil:
            spread = self._ask("spread")
            if type(spread) not in (int, float) or not 0 <= spread < 1e300:
                raise ContractError(f"{self.game.name}: spread() must return a number from 0, got {spread!r}")
            return spread

    cdef int64_t c_n_worlds(self, int observer) except -1 nogil:
        with gil:
            n = self._ask("n_worlds", observer)
            if type(n) is not int or not 1 <= n < 2**63:
                raise ContractError(f"{self.game.name}: n_worlds() must return a whole number from 1, got {n!r}")
            return n

    cdef int c_set_world(self, int observer, int64_t index) except -1 nogil:
        with gil:
            self._ask("set_world", observer, index)
        return 0

    def format_action(self, action):
        return self._ask("format_action", action)

    def text(self):
        return self._ask("text")

    def view(self, observer):
        return self._ask("view", self._check_player(observer))

    def svg(self, observer):
        return self._ask("svg", self._check_player(observer))
