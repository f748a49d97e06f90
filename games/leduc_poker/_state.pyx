"""Leduc poker's shell: the struct behind the contract, its texts and its picture."""
from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t

from kingmaker.games._base cimport TERMINAL, GameState, blank
from kingmaker.games._rng cimport Rng, rng_below, rng_t
from kingmaker.games.leduc_poker._rules cimport (
    PUBLIC,
    LeducC,
    leduc_apply,
    leduc_clear,
    leduc_deal,
    leduc_gain,
    leduc_highest,
    leduc_lowest,
    leduc_n_worlds,
    leduc_player,
    leduc_policy,
    leduc_rank,
    leduc_sample,
    leduc_set_world,
    leduc_sign,
)

from kingmaker.games.errors import NotationError
from kingmaker.games.leduc_poker.view import draw

RANKS = "JQK"
SUITS = "sh"
MOVES = ("fold", "call", "raise")
LETTERS = "fcr"


cdef class LeducState(GameState):
    cdef LeducC c

    cdef int c_copy(self, GameState other) except -1 nogil:
        self.c = (<LeducState> other).c
        return 0

    cdef int c_player(self) except -9 nogil:
        return TERMINAL if self.c.is_over else leduc_player(&self.c)

    cdef int c_legal(self, int32_t* out) except -1 nogil:
        cdef int32_t lowest = leduc_lowest(&self.c), action
        for action in range(lowest, leduc_highest(&self.c) + 1):
            out[action - lowest] = action
        return leduc_highest(&self.c) - lowest + 1

    cdef int c_apply(self, int32_t action) except -1 nogil:
        leduc_apply(&self.c, action)
        return 0

    cdef int c_returns(self, double* out) except -1 nogil:
        cdef int gain = leduc_gain(&self.c)
        out[0] = gain
        out[1] = -gain
        return 0

    cdef int c_determinize(self, int observer, rng_t* rng) except -1 nogil:
        leduc_set_world(&self.c, observer, <int> rng_below(rng, <unsigned> leduc_n_worlds(&self.c, observer)))
        return 0

    cdef int32_t c_outcome(self, int observer) except -1 nogil:
        """Rule 6: the rank of the public card, to both, when the first round has just ended."""
        return 1 + leduc_rank(self.c.cards[PUBLIC]) if self.c.round and self.c.n_in_round == 0 else 0

    cdef int32_t c_sample(self, rng_t* rng) except -1 nogil:
        return leduc_sample(&self.c, rng)

    cdef int c_playout(self, rng_t* rng, int limit) except -1 nogil:
        cdef int n_decisions = 0
        while not self.c.is_over:
            if n_decisions >= limit:
                self.refuse_endless(limit)
            leduc_apply(&self.c, leduc_sample(&self.c, rng))
            n_decisions += 1
        return n_decisions

    cdef int32_t c_policy(self, rng_t* rng) except -1 nogil:
        return leduc_policy(&self.c, rng)

    cdef int c_evaluate(self, double* out) except -1 nogil:
        """What the showdown would give if the open bet is called and nothing more is bet."""
        cdef int stake = self.c.stakes[0] if self.c.stakes[0] > self.c.stakes[1] else self.c.stakes[1]
        out[0] = leduc_sign(&self.c) * stake
        out[1] = -out[0]
        return 0

    cdef int64_t c_n_worlds(self, int observer) except -1 nogil:
        return leduc_n_worlds(&self.c, observer)

    cdef int c_set_world(self, int observer, int64_t index) except -1 nogil:
        leduc_set_world(&self.c, observer, <int> index)
        return 0

    cdef int c_rewind(self, rng_t* rng) except -1 nogil:
        leduc_deal(&self.c, rng)
        return 0

    cdef uint64_t c_sight(self, int player) except? 0 nogil:
        """The ranks seen and what was done: a digit each."""
        cdef int i
        cdef uint64_t number = 1 + player
        number = 4 * number + leduc_rank(self.c.cards[player])
        number = 4 * number + (1 + leduc_rank(self.c.cards[PUBLIC]) if self.c.round else 0)
        for i in range(self.c.n_actions):
            number = 4 * number + 1 + self.c.history[i]
        return number

    @property
    def size(self):
        return sizeof(LeducC)

    def _format_action(self, action):
        return MOVES[action]

    def _rounds(self):
        """The letters of each round's actions; the second text is there once the public card is shown."""
        letters = "".join(LETTERS[self.c.history[i]] for i in range(self.c.n_actions))
        if not self.c.round:
            return [letters]
        cut = self.c.n_actions - self.c.n_in_round
        return [letters[:cut], letters[cut:]]

    def _rank(self, place):
        return RANKS[leduc_rank(self.c.cards[place])]

    def text(self):
        """Both players' cards, the public card and the actions of each round: `JsKhQs:crc/r`."""
        cards = "".join(self._rank(place) + SUITS[self.c.cards[place] & 1] for place in range(3))
        return f"{cards}:{'/'.join(self._rounds())}"

    def _view(self, observer):
        """The ranks seen and the actions: `J?:cr`, then `JQ:crc/r`."""
        public = self._rank(PUBLIC) if self.c.round else "?"
        return f"{self._rank(observer)}{public}:{'/'.join(self._rounds())}"

    def _svg(self, observer):
        hands = [self._rank(p) if p == observer or self.is_over else None for p in range(2)]
        public = self._rank(PUBLIC) if self.c.round or self.is_over else None
        done = [[MOVES[LETTERS.index(letter)] for letter in letters] for letters in self._rounds()]
        return draw(hands, public, [self.c.stakes[0], self.c.stakes[1]], done, observer)


def new(game, Rng rng not None):
    """Deal a game."""
    cdef LeducState state = blank(LeducState, game, 2, 3, 3)
    leduc_deal(&state.c, rng.stream)
    return state


def _read_cards(text, cards):
    """Return the numbers of three different cards."""
    deck = [rank + suit for rank in RANKS for suit in SUITS]
    names = [cards[i:i + 2] for i in range(0, len(cards), 2)]
    if len(names) != 3 or len(set(names)) != 3 or not set(names) <= set(deck):
        raise NotationError(f"leduc-poker: expected three different cards of {', '.join(deck)}, a colon and the "
                            f"actions of each round as f, c and r, like JsKhQs:crc/r; got {text!r}")
    return [deck.index(name) for name in names]


def parse(game, text):
    """Read what `text` wrote."""
    cdef LeducState state = blank(LeducState, game, 2, 3, 3)
    text = str(text)
    cards, _, history = text.partition(":")
    for place, card in enumerate(_read_cards(text, cards)):
        state.c.cards[place] = <int8_t> card
    leduc_clear(&state.c)
    for letter in history.replace("/", ""):
        legal = [LETTERS[action] for action in state.legal_actions()]
        if letter not in legal:
            raise NotationError(f"leduc-poker: expected one of {', '.join(legal) or 'no more actions'} after "
                                f"{state.text()!r}, got {letter!r} in {text!r}")
        state.c_apply(LETTERS.index(letter))
    if state.text() != text:    # a slash missing or astray
        raise NotationError(f"leduc-poker: expected {state.text()!r} for these cards and actions, got {text!r}")
    return state
