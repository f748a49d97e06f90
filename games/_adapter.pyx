"""The adapter for games written in Python: the compiled contract, asked of a plain object that is not trusted."""
from libc.stdint cimport int32_t, int64_t, uint64_t

from kingmaker.games._base cimport TERMINAL, UNSEEN, GameState, is_maker, made_whole
from kingmaker.games._rng cimport Rng, rng_t

from kingmaker.errors import shown
from kingmaker.games.core.python_state import PythonState
from kingmaker.games.errors import ContractError, KingmakerError

cdef double FAR = 1e15      # points beyond are none


cdef int _check_inner(object inner) except -1:
    if not isinstance(inner, PythonState):
        raise TypeError(f"PyGameState: expected a PythonState, got {shown(inner)}")
    return 0


cdef class PyGameState(GameState):
    """The adapter: a state written in plain Python (a `games.PythonState`) behind the compiled contract.

    Python is not trusted: a wrong player, an empty or unsorted list of actions, a result that is not a number
    stops the search with a ContractError instead of spoiling it.
    """
    cdef object inner

    def __cinit__(self, game, inner=None):
        if not is_maker(inner):
            _check_inner(inner)
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

    cdef _ask_with(self, rng_t* stream, method, tuple args):
        """Ask with the engine's stream, lent for the length of the call."""
        cdef Rng rng = Rng.__new__(Rng)
        rng.borrow(stream)
        try:
            return self._ask(method, *args, rng)
        finally:
            rng.give_back()

    cdef int c_copy(self, GameState other) except -1 nogil:
        with gil:
            copy = (<PyGameState> other)._ask("copy")
            if type(copy) is not type((<PyGameState> other).inner):     # whose type was looked at
                _check_inner(copy)
            self.inner = copy
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
        actions = tuple(actions)        # a list may grow while it is read
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
        for i, value in zip(range(self.n_players), points):
            if not isinstance(value, (int, float)) or not -FAR <= value <= FAR:
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
            self._ask_with(rng, "determinize", (observer,))
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
            action = self._ask_with(rng, "policy", ())
            if action not in self._ask("legal_actions"):
                raise ContractError(f"{self.game.name}: policy() returned {action!r}, which is not legal")
            return action

    cdef int c_priors(self, const int32_t* actions, int n, double* out) except -1 nogil:
        with gil:
            priors = self._ask("priors", [actions[i] for i in range(n)])
            priors = tuple(priors)
            if len(priors) != n or not all(0 <= p <= FAR for p in priors):
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

    cdef bint c_is_settled(self) except -1 nogil:
        with gil:
            settled = self._ask("is_settled")
            if settled is None:
                return not self.game.spec.hidden
            if type(settled) is not bool:
                raise ContractError(f"{self.game.name}: is_settled() must return True, False or None, got {settled!r}")
            return settled

    cdef double c_ceiling(self) except? -1e300 nogil:
        with gil:
            ceiling = self._ask("ceiling")
            if type(ceiling) not in (int, float) or not ceiling > -1e300:
                raise ContractError(f"{self.game.name}: ceiling() must return a number, got {ceiling!r}")
            return ceiling

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

    cdef int c_rewind(self, rng_t* rng) except -1 nogil:
        with gil:
            self._ask_with(rng, "rewind", ())
        return 0

    cdef uint64_t c_sight(self, int player) except? 0 nogil:
        with gil:
            sight = self._ask("sight", player)
            if type(sight) is not int or not 0 <= sight < 2**64:
                raise ContractError(f"{self.game.name}: sight() must return a whole number below 2^64, got {sight!r}")
            return sight

    cdef int c_set_world(self, int observer, int64_t index) except -1 nogil:
        with gil:
            self._ask("set_world", observer, index)
        return 0

    def _format_action(self, action):
        return self._ask("format_action", action)

    def text(self):
        return self._ask("text")

    def _view(self, observer):
        return self._ask("view", observer)

    def _svg(self, observer):
        return self._ask("svg", observer)


made_whole(PyGameState)
