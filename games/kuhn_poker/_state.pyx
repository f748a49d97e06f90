"""Kuhn poker's shell: the struct behind the contract, its texts and its picture."""
from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t

from kingmaker.games._base cimport TERMINAL, GameState, blank
from kingmaker.games._rng cimport Rng, rng_below, rng_t
from kingmaker.games.kuhn_poker._rules cimport BET, N_CARDS, PASS, KuhnC, kuhn_deal, kuhn_gain, kuhn_is_over

from kingmaker.games.errors import NotationError
from kingmaker.games.kuhn_poker.view import draw

CARDS = "JQK"
MOVES = ("pass", "bet")


cdef class KuhnState(GameState):
    cdef KuhnC c

    cdef int c_copy(self, GameState other) except -1 nogil:
        self.c = (<KuhnState> other).c
        return 0

    cdef int c_player(self) except -9 nogil:
        return TERMINAL if kuhn_is_over(&self.c) else self.c.n_actions & 1

    cdef int c_legal(self, int32_t* out) except -1 nogil:
        out[0] = PASS
        out[1] = BET
        return 2

    cdef int c_apply(self, int32_t action) except -1 nogil:
        self.c.actions[self.c.n_actions] = <int8_t> action
        self.c.n_actions += 1
        return 0

    cdef int c_returns(self, double* out) except -1 nogil:
        cdef int gain = kuhn_gain(&self.c)
        out[0] = gain
        out[1] = -gain
        return 0

    cdef int c_determinize(self, int observer, rng_t* rng) except -1 nogil:
        return self.c_set_world(observer, <int64_t> rng_below(rng, N_CARDS - 1))

    cdef int64_t c_n_worlds(self, int observer) except -1 nogil:
        return N_CARDS - 1

    cdef int c_set_world(self, int observer, int64_t index) except -1 nogil:
        """The other player holds the index-th of the cards that the observer does not."""
        cdef int8_t own = self.c.cards[observer]
        self.c.cards[1 - observer] = <int8_t> (index if index < own else index + 1)
        return 0

    cdef int c_rewind(self, rng_t* rng) except -1 nogil:
        kuhn_deal(&self.c, rng)
        return 0

    cdef uint64_t c_sight(self, int player) except? 0 nogil:
        """The own card and what was done: a digit each."""
        cdef int i
        cdef uint64_t number = 1 + player
        number = 4 * number + self.c.cards[player]
        for i in range(self.c.n_actions):
            number = 4 * number + 1 + self.c.actions[i]
        return number

    @property
    def size(self):
        return sizeof(KuhnC)

    def _format_action(self, action):
        return MOVES[action]

    def _history(self):
        return "".join("pb"[self.c.actions[i]] for i in range(self.c.n_actions))

    def text(self):
        """Both cards and the actions so far: `KJ:pb`."""
        return f"{CARDS[self.c.cards[0]]}{CARDS[self.c.cards[1]]}:{self._history()}"

    def _view(self, observer):
        return f"{CARDS[self.c.cards[observer]]}:{self._history()}"

    def _svg(self, observer):
        cards = [CARDS[self.c.cards[p]] if p == observer or self.is_over else None for p in range(2)]
        return draw(cards, [MOVES[self.c.actions[i]] for i in range(self.c.n_actions)], observer)


def new(game, Rng rng not None):
    """Deal a game."""
    cdef KuhnState state = blank(KuhnState, game, 2, 2, 2)
    kuhn_deal(&state.c, rng.stream)
    return state


def parse(game, text):
    """Read what `text` wrote."""
    cdef KuhnState state = blank(KuhnState, game, 2, 2, 2)
    cards, colon, history = str(text).partition(":")
    if (not colon or len(cards) != 2 or cards[0] == cards[1] or not set(cards) <= set(CARDS)
            or not set(history) <= set("pb")):
        raise NotationError(f"kuhn-poker: expected two different cards of {CARDS}, a colon and the actions so far "
                            f"as p and b, like KJ:pb; got {text!r}")
    for p in range(2):
        state.c.cards[p] = CARDS.index(cards[p])
    state.c.n_actions = 0
    for letter in history:
        if state.is_over:
            raise NotationError(f"kuhn-poker: the game is over before the end of the actions {history!r}")
        state.apply("pb".index(letter))
    return state
