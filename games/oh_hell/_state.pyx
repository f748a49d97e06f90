"""Oh Hell's shell: the struct behind the contract, its texts and its picture."""
from libc.stdint cimport int8_t, int32_t, uint32_t, uint64_t

from kingmaker.games._base cimport TERMINAL, GameState, blank
from kingmaker.games._rng cimport Rng, rng_t
from kingmaker.games.oh_hell cimport _rules
from kingmaker.games.oh_hell._cards cimport deck_mask
from kingmaker.games.oh_hell._policy cimport bid_priors, card_priors, estimate, policy_action
from kingmaker.games.oh_hell._rules cimport (
    N_SUITS, NO_BID, OhHellC, clear_table, deal, list_actions, make_bid, next_seat, offer_actions, play_card,
    sample_action, score, strength)
from kingmaker.games.oh_hell._worlds cimport order_hands, redraw, weighed_deal, DealC

from kingmaker.games.oh_hell.notation import Position, format_card, format_position, format_view, parse_position
from kingmaker.games.oh_hell.view import draw

FIRST_BID = _rules.FIRST_BID
BONUS = _rules.BONUS


cdef class OhHellState(GameState):
    cdef OhHellC c
    cdef int points_per_trick   # these two are options: alike in all states of a game, so not in the struct
    cdef bint penalty

    cdef int c_bind(self) except -1:
        self.c.n_players = self.n_players
        self.points_per_trick = self.game.options["points_per_trick"]
        self.penalty = self.game.options["off_bid"] == "yes"
        return 0

    cdef int c_copy(self, GameState other) except -1 nogil:
        self.c = (<OhHellState> other).c
        return 0

    cdef int c_player(self) except -9 nogil:
        return self.c.player

    cdef int c_legal(self, int32_t* out) except -1 nogil:
        return list_actions(&self.c, out)

    cdef int32_t c_sample(self, rng_t* rng) except -1 nogil:
        return sample_action(&self.c, rng)

    cdef int c_apply(self, int32_t action) except -1 nogil:
        if action >= _rules.FIRST_BID:
            make_bid(&self.c, action - _rules.FIRST_BID)
        else:
            play_card(&self.c, action)
        return 0

    cdef int c_returns(self, double* out) except -1 nogil:
        cdef int seat
        for seat in range(self.c.n_players):
            out[seat] = score(self.c.bids[seat], self.c.won[seat], self.points_per_trick, self.penalty)
        return 0

    cdef int c_determinize(self, int observer, rng_t* rng) except -1 nogil:
        redraw(&self.c, observer, rng)
        return 0

    cdef int32_t c_policy(self, rng_t* rng) except -1 nogil:
        return policy_action(&self.c, rng)

    cdef int c_priors(self, const int32_t* actions, int n, double* out) except -1 nogil:
        cdef double total = 0.0
        cdef int i
        if self.c.first_id:
            bid_priors(&self.c, actions, n, out)
        else:
            card_priors(&self.c, actions, n, out)
        for i in range(n):
            total += out[i]
        for i in range(n):
            out[i] /= total
        return 0

    cdef int c_evaluate(self, double* out) except -1 nogil:
        estimate(&self.c, self.points_per_trick, self.penalty, out)
        return 0

    @property
    def size(self):
        return sizeof(OhHellC)

    def _format_action(self, action):
        return f"bid{action - FIRST_BID}" if action >= FIRST_BID else format_card(action)

    def position(self):
        """Return the whole truth in plain values."""
        n, leader = self.n_players, self.c.leader
        hands = tuple(_cards(self.c.hands[p]) for p in range(n))
        deck = deck_mask(self.game.options["suits"], self.game.options["ranks"])
        public = deck & ~self.c.dark & ~(<uint64_t> 1 << self.c.trump_card)
        return Position(
            tricks=self.c.n_tricks,
            dealer=self.c.dealer,
            trump=self.c.trump_card,
            hands=hands,
            played=_cards(public),
            bids=tuple(None if self.c.bids[p] == NO_BID else self.c.bids[p] for p in range(n)),
            won=tuple(self.c.won[p] for p in range(n)),
            voids=tuple(tuple(suit for suit in range(N_SUITS) if self.c.voids >> (4 * p + suit) & 1)
                        for p in range(n)),
            leader=leader,
            trick=tuple(self.c.trick[(leader + i) % n] for i in range(self.c.n_in_trick)),
        )

    def text(self):
        """The whole truth; undealt cards are those that are nowhere in it."""
        return format_position(self.position())

    def _view(self, observer):
        return format_view(self.position(), observer)

    def _svg(self, observer):
        returns = self.returns() if self.is_over else None
        return draw(self.position(), observer, self.player, returns)

    # -- doors for tests --------------------------------------------------------------------------------

    def _py_weighed_world(self, observer, Rng rng not None):
        """Return a world drawn by weighing, which play reaches only where guessing fails."""
        cdef OhHellState copy = self.clone()
        cdef DealC hidden
        self._check_running("_py_weighed_world")
        order_hands(&hidden, &copy.c, self._check_player(observer))
        weighed_deal(&copy.c, &hidden, rng.stream)
        offer_actions(&copy.c)
        return copy


def _cards(mask):
    return tuple(card for card in range(64) if mask >> card & 1)


def new(game, Rng rng not None):
    """Deal a game."""
    cdef OhHellState state = blank(OhHellState, game)
    deal(&state.c, game.options["suits"], game.options["ranks"], game.options["tricks"], rng.stream)
    return state


cdef uint64_t _mask(object cards):
    cdef uint64_t mask = 0
    for card in cards:
        mask |= <uint64_t> 1 << <int> card
    return mask


cdef void _set_table(OhHellC* s, object position):
    """Put the current trick on the table and say whose turn it is."""
    cdef int card, force
    if not position.all_bid:
        s.player = (s.leader + s.n_players - position.bids.count(None)) % s.n_players
        return
    s.first_id = 0
    s.player = s.leader
    for card in position.trick:
        s.led = <int8_t> (s.led if s.n_in_trick else card >> 4)
        force = strength(s, card)
        if force > s.best:
            s.best = <int8_t> force
            s.winner = s.player
        s.trick[s.player] = <int8_t> card
        s.n_in_trick += 1
        s.player = <int8_t> next_seat(s, s.player)
    if s.left == 0:
        s.player = TERMINAL


def parse(game, text):
    """Read what `text` wrote."""
    cdef OhHellState state = blank(OhHellState, game)
    cdef OhHellC* s = &state.c
    position = parse_position(text, game.options)
    s.n_tricks = position.tricks
    clear_table(s, position.dealer)
    s.trump_card = position.trump
    s.trump = s.trump_card >> 4
    s.dark = deck_mask(game.options["suits"], game.options["ranks"]) & ~_mask([*position.played, position.trump])
    for seat in range(game.n_players):
        s.hands[seat] = _mask(position.hands[seat])
        s.won[seat] = position.won[seat]
        s.left -= s.won[seat]
        if position.bids[seat] is not None:
            s.bids[seat] = position.bids[seat]
            s.bid_sum += s.bids[seat]
        for suit in position.voids[seat]:
            s.voids |= <uint32_t> 1 << <int> (4 * seat + suit)
    s.leader = position.leader
    _set_table(s, position)
    offer_actions(s)
    return state
