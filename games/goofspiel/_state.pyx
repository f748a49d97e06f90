"""Goofspiel's shell: the struct behind the contract, its texts and its picture."""
from libc.stdint cimport int32_t, int64_t, uint64_t

from kingmaker.games._base cimport TERMINAL, GameState, blank
from kingmaker.games._rng cimport Rng, rng_below, rng_t
from kingmaker.games.goofspiel._rules cimport (
    RANDOM,
    GoofC,
    below_wide,
    goof_apply,
    goof_is_over,
    goof_outcome,
    goof_play_out,
    goof_returns,
    goof_rewind,
    goof_shuffle,
    goof_sight,
    goof_start,
    nth_card,
)
from kingmaker.games.goofspiel._worlds cimport goof_n_worlds, goof_set_world

from kingmaker.games.errors import NotationError
from kingmaker.games.goofspiel.view import Seat, draw

ORDERS = ("ascending", "descending", "random")
SCORINGS = ("win-loss", "point-difference", "total-points")
INFOS = ("perfect", "hidden")


cdef class GoofspielState(GameState):
    cdef GoofC c

    cdef int c_copy(self, GameState other) except -1 nogil:
        self.c = (<GoofspielState> other).c
        return 0

    cdef int c_player(self) except -9 nogil:
        return TERMINAL if goof_is_over(&self.c) else self.c.n_bids

    cdef int c_legal(self, int32_t* out) except -1 nogil:
        cdef int card, n = 0
        for card in range(self.c.n_cards):
            if (self.c.hands[self.c.n_bids] >> card) & 1:
                out[n] = card
                n += 1
        return n

    cdef int c_apply(self, int32_t action) except -1 nogil:
        goof_apply(&self.c, action)
        return 0

    cdef int c_returns(self, double* out) except -1 nogil:
        goof_returns(&self.c, out)
        return 0

    cdef int32_t c_observe(self, int32_t action, int observer) except -1 nogil:
        """Rule 2: others see that a bid is made, not which."""
        return action if observer == self.c.n_bids else 0

    cdef int32_t c_outcome(self, int observer) except -1 nogil:
        return goof_outcome(&self.c, observer)

    cdef int32_t c_sample(self, rng_t* rng) except -1 nogil:
        return nth_card(self.c.hands[self.c.n_bids], <int> rng_below(rng, self.c.n_cards - self.c.n_rounds))

    cdef int c_playout(self, rng_t* rng, int limit) except -1 nogil:
        cdef int n_decisions = goof_play_out(&self.c, rng)
        if n_decisions > limit:
            self.refuse_endless(limit)
        return n_decisions

    cdef int c_determinize(self, int observer, rng_t* rng) except -1 nogil:
        """A world's number, drawn evenly, is the world: each is equally likely and none depends on the truth."""
        goof_set_world(&self.c, observer, <int64_t> below_wide(rng, <uint64_t> goof_n_worlds(&self.c, observer)))
        return 0

    cdef int64_t c_n_worlds(self, int observer) except -1 nogil:
        return goof_n_worlds(&self.c, observer)

    cdef int c_set_world(self, int observer, int64_t index) except -1 nogil:
        goof_set_world(&self.c, observer, index)
        return 0

    cdef int c_rewind(self, rng_t* rng) except -1 nogil:
        goof_rewind(&self.c, rng)
        return 0

    cdef uint64_t c_sight(self, int player) except? 0 nogil:
        return goof_sight(&self.c, player)

    @property
    def size(self):
        return sizeof(GoofC)

    def _format_action(self, action):
        """The value of the card that is bid, 1 to 13."""
        return str(action + 1)

    def _prizes(self, n):
        return [str(self.c.prizes[i] + 1) for i in range(n)]

    def _n_shown(self):
        """How many prizes lie open: those of the rounds that are over and of the current one."""
        return min(self.c.n_rounds + 1, self.c.n_cards)

    def _n_bids(self, player):
        """How many bids the player has made, the last card's included."""
        return self.c.n_rounds + (player < self.c.n_bids)

    def _sees_bid(self, observer, player, round):
        """Whether the observer was shown a bid (rules 2 and 5)."""
        return player == observer or (round < self.c.n_rounds and not self.c.is_hidden)

    def _seen_bids(self, observer, player):
        """A player's bids by round, None where the observer does not know it."""
        return [str(self.c.bids[player][i] + 1) if self._sees_bid(observer, player, i) else None
                for i in range(self._n_bids(player))]

    def text(self):
        """All prizes by round and everybody's bids, but for the last cards: `prizes 3 1 4 2, bids 2 1 / 1 3`."""
        bids = [[str(self.c.bids[p][i] + 1) for i in range(min(self._n_bids(p), self.c.n_cards - 1))]
                for p in range(self.n_players)]
        return f"prizes {' '.join(self._prizes(self.c.n_cards))}, bids {_join(bids)}"

    def _view(self, observer):
        bids = [[bid or "?" for bid in self._seen_bids(observer, p)] for p in range(self.n_players)]
        winners = "".join("-" if self.c.winners[i] < 0 else str(self.c.winners[i]) for i in range(self.c.n_rounds))
        return (f"player {observer} sees prizes {' '.join(self._prizes(self._n_shown()))}, "
                f"winners {winners or 'none'}, bids {_join(bids)}")

    def _svg(self, observer):
        n_shown = self._n_shown() if self.c.order == RANDOM else self.c.n_cards
        prizes = self._prizes(n_shown) + [None] * (self.c.n_cards - n_shown)
        seats = [self._seat(observer, p) for p in range(self.n_players)]
        return draw(prizes, [int(self.c.winners[i]) for i in range(self.c.n_rounds)], seats, observer,
                    None if self.is_over else int(self.c.n_bids))

    def _seat(self, observer, player):
        """One player's row of the picture; at the end all bids are shown."""
        shown_to = player if self.is_over else observer
        bids = self._seen_bids(shown_to, player)
        known = shown_to == player or not self.c.is_hidden
        left = [str(card + 1) for card in range(self.c.n_cards) if str(card + 1) not in bids] if known else None
        return Seat(bids, int(self.c.points[player]), left)


def _join(rows):
    return " / ".join(" ".join(row) or "-" for row in rows)


cdef GoofspielState _start(game):
    cdef GoofspielState state = blank(GoofspielState, game)
    options = game.options
    goof_start(&state.c, options["cards"], options["players"], ORDERS.index(options["points"]),
               SCORINGS.index(options["returns"]), options["info"] == "hidden")
    return state


def new(game, Rng rng not None):
    """Deal a game: all that chance decides is the order of the prizes."""
    cdef GoofspielState state = _start(game)
    if state.c.order == RANDOM:
        goof_shuffle(&state.c, rng.stream, 0)
    return state


def parse(game, text):
    """Read what `text` wrote."""
    cdef GoofspielState state = _start(game)
    cdef int i
    text = str(text)
    head, comma, tail = text.partition(", bids ")
    rows = [_read_cards(row, state.c.n_cards, text) for row in tail.split(" / ")]
    if not comma or not head.startswith("prizes ") or len(rows) != state.n_players:
        raise NotationError(f"goofspiel: expected all prizes and the bids of {state.n_players} players, like "
                            f"{state.text()!r}; got {text!r}")
    prizes = _read_cards(head.removeprefix("prizes "), state.c.n_cards, text)
    if len(prizes) != state.c.n_cards or state.c.order != RANDOM and prizes != [
            state.c.prizes[i] for i in range(state.c.n_cards)]:
        raise NotationError(f"goofspiel: expected {state.c.n_cards} prizes, {game.options['points']}; got {head!r}")
    for i in range(state.c.n_cards):
        state.c.prizes[i] = prizes[i]
    _check_turns([len(row) for row in rows], state.c.n_cards - 1, text)
    for round in range(len(rows[0])):
        for row in rows:
            if round < len(row):
                goof_apply(&state.c, row[round])
    return state


def _read_cards(words, n_cards, text):
    """Read different cards written as their values, or `-` for none."""
    names = [] if words == "-" else words.split(" ")
    values = [str(card + 1) for card in range(n_cards)]
    if any(name not in values for name in names) or len(set(names)) != len(names):
        raise NotationError(f"goofspiel: expected different whole numbers in [1, {n_cards}] with blanks between, "
                            f"or -; got {words!r} in {text!r}")
    return [values.index(name) for name in names]


def _check_turns(lengths, most, text):
    """Players bid in turn, so nobody is ahead of one before him or a round ahead of anybody."""
    if sorted(lengths, reverse=True) != lengths or lengths[0] > min(lengths) + 1 or lengths[0] > most:
        raise NotationError(f"goofspiel: expected as many bids of every player, or one more of the first ones, at "
                            f"most {most} (last cards are bid by themselves); got {lengths} in {text!r}")
