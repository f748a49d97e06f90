"""Game states as Python sees them.

The engine calls the c_ methods, which trust it. People call the others: here, and nowhere else, their arguments are
checked (ids, players, legality, owners), and then a game's own `_` methods are asked, which may trust what they get.
"""
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint64_t

from kingmaker.games._checks cimport as_whole, check_whole
from kingmaker.games._rng cimport Rng, rng_below, rng_t

from kingmaker.errors import shown
from kingmaker.games.errors import ConfigError, ContractError, IllegalActionError, KingmakerError

cdef enum:
    FEW = 1024                      # legal actions for which there is room on the stack

CHECKED = ("apply", "apply_move", "ceiling", "clone", "copy_from", "determinize", "ends_turn", "evaluate", "forget",
           "format_action", "key", "legal_actions", "legal_moves", "n_worlds", "nth_world", "observe", "outcome",
           "parse_action", "player", "playout", "policy", "priors", "returns", "rewind", "sample", "sight", "svg",
           "turn", "view", "wins", "world")
cdef object _MAKER = object()       # who has this makes states: this module alone
cdef set _SOUND = set()             # classes that leave the checks as they are
cdef set _WHOLE = set()             # classes that are made whole by a call: the adapter of games in Python
cdef object _GAME = None            # spec.Game, which imports this module


cdef _check_class(type cls):
    """Refuse a game that puts a method of its own before the checks, once a class."""
    if cls in _SOUND:
        return
    for base in cls.__mro__[:len(cls.__mro__) - 2]:     # without GameState and object
        wrong = sorted(set(vars(base)) & set(CHECKED))
        if wrong:
            raise ContractError(f"{base.__module__}.{base.__name__}: expected _format_action, _view and _svg, which "
                                f"are called with arguments that were checked; got {', '.join(wrong)}")
    _SOUND.add(cls)


cdef GameState blank(type cls, object game, int n_players=0, int n_actions=0, int max_legal=0):
    """Return a state to be filled by its maker: the `new` and the `parse` of its game, or `clone`.

    Parameters
    ----------
    n_players, n_actions, max_legal : the sizes that a game without options has, for which alone its struct has room
    """
    cdef GameState state
    _check_game(game)
    _check_class(cls)
    state = cls(game, _MAKER)
    if n_players and (n_players, n_actions, max_legal) != (state.n_players, state.n_actions, state.max_legal):
        raise ConfigError(f"{cls.__name__}: expected a game of {n_players} players with {n_actions} actions of which "
                          f"{max_legal} may be legal, got {game!r}")
    state.c_bind()
    return state


cdef int made_whole(type cls) except -1:
    """Let a class be called: its own `__cinit__` leaves nothing unmade, unless `is_maker` says that it is filled."""
    _WHOLE.add(cls)
    return 0


cdef bint is_maker(object inner) noexcept:
    """Whether a class of those is called by `blank` or `clone`, which fill what they make."""
    return inner is _MAKER


cdef int _check_game(object game) except -1:
    global _GAME
    if _GAME is None:
        from kingmaker.games.spec import Game as _GAME
    if not isinstance(game, _GAME):
        raise TypeError(f"expected a Game, as load_game returns it; got {shown(game)}")
    return 0


cdef class GameState:
    """One state of one game: the whole truth, hidden parts included.

    States are made by `Game.new`, `Game.parse` or `clone`. Nothing here shows one player what only another
    may know, unless it is called with that other player as the observer.
    """

    def __cinit__(self, game, inner=None):
        if inner is not _MAKER:
            if not _WHOLE & set(type(self).__mro__):
                raise TypeError(f"{type(self).__name__}: states are made by Game.new, Game.parse or clone, and are "
                                f"whole then; got a call of the class itself")
            _check_game(game)
            _check_class(type(self))
        self.game = game
        self.n_players = game.n_players
        self.max_legal = game.max_legal
        self.n_actions = game.n_actions
        self.rollout_cut = game.rollout_cut

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
        cdef int32_t buffer[FEW]
        cdef int n
        if self.max_legal > FEW:
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
                if limit == self.rollout_cut:
                    break
                self.refuse_endless(limit)
            self.c_apply(self.c_sample(rng))
            n_decisions += 1
        return n_decisions

    cdef int c_forget(self) except -1 nogil:
        return 0

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

    cdef bint c_logits(self, const int32_t* actions, int n, double* out) except -1 nogil:
        """Returns whether the game tells them: most do not, and then its priors are sharpened instead."""
        return False

    cdef bint c_ends_turn(self, int32_t action) except -1 nogil:
        return True

    cdef int64_t c_turn(self) except -2 nogil:
        return -1

    cdef int c_evaluate(self, double* out) except -1 nogil:
        with gil:
            raise ContractError(f"{self.game.name}: the game has no evaluation")

    cdef double c_spread(self) except -1 nogil:
        return 0

    cdef uint64_t c_key(self) except? 0 nogil:
        with gil:
            raise ContractError(f"{self.game.name}: the game has no key")

    cdef bint c_is_settled(self) except -1 nogil:
        """Where nothing is ever hidden, all is known; a game with hidden parts says when they no longer matter."""
        with gil:
            return not self.game.spec.hidden

    cdef double c_ceiling(self) except? -1e300 nogil:
        return INFINITY

    cdef int64_t c_n_worlds(self, int observer) except -1 nogil:
        with gil:
            raise ContractError(f"{self.game.name}: the game does not enumerate worlds")

    cdef int c_set_world(self, int observer, int64_t index) except -1 nogil:
        with gil:
            raise ContractError(f"{self.game.name}: the game does not enumerate worlds")

    cdef int c_rewind(self, rng_t* rng) except -1 nogil:
        with gil:
            raise ContractError(f"{self.game.name}: the game does not rewind")

    cdef uint64_t c_sight(self, int player) except? 0 nogil:
        with gil:
            raise ContractError(f"{self.game.name}: the game does not rewind, so what a player knows has no number")

    cdef int c_bind(self) except -1:
        return 0

    # -- the checks of what people give -----------------------------------------------------------------

    cdef bint is_legal(self, int32_t action) except -1:
        """Whether the rules allow an action now; ids are those of [0, n_actions)."""
        cdef int32_t few[FEW]
        cdef int32_t* legal = few
        cdef int i, n
        if self.c_player() < 0:
            return False
        if self.max_legal > FEW:
            legal = <int32_t*> PyMem_Malloc(self.max_legal * sizeof(int32_t))
            if legal is NULL:
                raise MemoryError
        try:
            n = self.c_legal(legal)
            if n < 1:
                self.refuse_empty()
            for i in range(n):
                if legal[i] == action:
                    return True
            return False
        finally:
            if legal is not few:
                PyMem_Free(legal)

    cdef int32_t legal_id(self, object action) except -1:
        """Return the id of a legal action; anything else is refused."""
        cdef int64_t number = as_whole(action, 0, self.n_actions)
        if number >= 0 and self.is_legal(<int32_t> number):
            return <int32_t> number
        legal = self.legal_actions()
        if not legal:
            raise IllegalActionError(f"illegal action {shown(action)}: the game is over")
        moves = ", ".join(f"{self._format_action(a)} ({a})" for a in legal[:20])
        raise IllegalActionError(f"illegal action {shown(action)} in {self._view(self.c_player())!r}; legal: {moves}")

    cdef int check_own(self, GameState other, object what) except -1:
        """Refuse a state that is not of this game with these options."""
        if type(other) is type(self) and (other.game is self.game or other.game == self.game) and (
                other.n_players == self.n_players and other.n_actions == self.n_actions
                and other.max_legal == self.max_legal):
            return 0
        raise KingmakerError(f"{what}: expected a state of {self.game}, got one of {other.game}")

    # -- people's side ----------------------------------------------------------------------------------

    @property
    def player(self):
        """Who acts, 0 to n_players - 1, or TERMINAL (-4) when the game is over."""
        return self.c_player()

    @property
    def is_over(self):
        return self.c_player() < 0

    @property
    def turn(self):
        """How many turns have begun, -1 in games that do not count them."""
        return self.c_turn()

    @property
    def is_view(self):
        """Whether it was read from a position with unknown parts: they are filled in, not known."""
        return False

    @property
    def is_settled(self):
        """Whether nothing that anybody does not know, or that is still to be drawn, can change the rest of the game."""
        return self.c_is_settled()

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
        return [self._format_action(action) for action in self.legal_actions()]

    def apply(self, action):
        """Make a legal action, in place."""
        self.c_apply(self.legal_id(action))

    def apply_move(self, move):
        """Make a legal action given as text, in place."""
        self.c_apply(self.parse_action(move))

    def parse_action(self, move):
        """Return the id of a legal action given as text."""
        legal = self.legal_actions()
        texts = [self._format_action(action) for action in legal]
        if isinstance(move, str) and move in texts:
            return legal[texts.index(move)]
        if not legal:
            raise IllegalActionError(f"illegal move {shown(move)}: the game is over")
        reason = self._why_illegal(move) if isinstance(move, str) else ""
        raise IllegalActionError(f"illegal move {shown(move)}{': ' * bool(reason)}{reason}; "
                                 f"legal: {', '.join(texts[:40])}")

    def format_action(self, action):
        """Return an action as text."""
        number = self._check_action(action)
        try:
            return self._format_action(number)
        except IndexError:      # as of a town that a component file does not have
            raise KingmakerError(f"{self.game.name}: the action {number} means nothing in {self.game}") from None

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
        cdef GameState copy = type(self)(self.game, _MAKER)
        copy.c_bind()
        copy.c_copy(self)
        return copy

    def copy_from(self, GameState other not None):
        """Become a copy of another state of the same game."""
        self.check_own(other, "copy_from")
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
        cdef int seat = self._check_player(observer)
        copy.c_set_world(seat, check_whole(index, "nth_world: expected an index", 0, self.c_n_worlds(seat)))
        return copy

    def rewind(self, Rng rng not None):
        """Go back, in place, to where what is hidden now began: dealt anew, all later decisions open again."""
        self.c_rewind(rng.stream)

    def sight(self, player):
        """Return a number for all that a player knows (games that rewind): the same number, the same knowledge."""
        return self.c_sight(self._check_player(player))

    def observe(self, action, observer):
        """Return the label of what another player sees of an action that is about to be made."""
        return self.c_observe(self.legal_id(action), self._check_player(observer))

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

    def ceiling(self):
        """Return what the margin of who acts does not exceed at the end of a settled game; inf: unknown."""
        self._check_running("ceiling")
        if not self.c_is_settled():
            raise KingmakerError(f"ceiling: something hidden can change the rest of {self.text()!r}")
        return self.c_ceiling()

    def ends_turn(self, action):
        """Return whether a legal action is the last of its player's turn."""
        return self.c_ends_turn(self.legal_id(action))

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
        """Return the game's estimate of the final returns; of a finished game these themselves."""
        cdef double out[MAX_PLAYERS]
        if self.c_player() < 0:
            return self.returns()
        self.c_evaluate(out)
        return [out[i] for i in range(self.n_players)]

    def spread(self):
        """Return the standard deviation of the final margin around that estimate; 0 where it is not known."""
        return self.c_spread()

    def playout(self, Rng rng not None):
        """Play uniformly at random to the end, in place; return the number of decisions."""
        return self.c_playout(rng.stream, self.game.max_decisions)

    def forget(self):
        """Let it be only played out from here: what players know is no more kept, so nobody's world can be drawn."""
        self.c_forget()

    def text(self):
        """Return the whole state as one line that `Game.parse` reads back."""
        raise ContractError(f"{self.game.name}: the game does not implement text")

    def view(self, observer):
        """Return the observer's information set as one line: equal texts, equal knowledge."""
        return self._view(self._check_player(observer))

    def svg(self, observer):
        """Return a picture of what the observer sees."""
        return self._svg(self._check_player(observer))

    def _repr_svg_(self):
        return str(self._svg(max(self.c_player(), 0)))

    # -- what a game implements: called with arguments that were checked ------------------------------------

    def _format_action(self, action):
        """An action of [0, n_actions) as text."""
        return str(action)

    def _view(self, observer):
        """What a player knows, as one line."""
        raise ContractError(f"{self.game.name}: the game does not implement _view")

    def _svg(self, observer):
        """A picture of what a player sees."""
        raise ContractError(f"{self.game.name}: the game does not implement _svg")

    def _why_illegal(self, move):
        """Why a text is not a legal move, where there is more to say than what is legal."""
        return ""

    # -- for a game's own public methods --------------------------------------------------------------------

    def _check_player(self, player):
        return check_whole(player, "expected a player", 0, self.n_players)

    def _check_action(self, action):
        return check_whole(action, f"{self.game.name}: expected an action", 0, self.n_actions)

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
