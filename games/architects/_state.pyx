"""The shell of Architects of the West Kingdom: the struct behind the contract, components, dealing, moves."""
from libc.stdint cimport int32_t, int64_t, int8_t, uint64_t

from kingmaker.games._base cimport TERMINAL, GameState, blank
from kingmaker.games._rng cimport Rng, rng_next, rng_t
from kingmaker.games.architects cimport _flow as flow, _struct
from kingmaker.games.architects._can cimport legal_places
from kingmaker.games.architects._features cimport see
from kingmaker.games.architects._flow cimport (
    action_of, advance, choice_of, decide, list_legal, pick_blindly, pick_choice, play_blindly, run_task, settle_alone,
    settle_choice)
from kingmaker.games.architects._keys cimport (
    as_line, box_of_rewards, clear_state, dump, dump_filled, dump_seen, fill, load)
from kingmaker.games.architects._mind cimport N_FEATURES, N_VALUES
from kingmaker.games.architects._policy cimport sum_up
from kingmaker.games.architects._scoring cimport ScoreC, finish_now, score_all, share_win
from kingmaker.games.architects._seen cimport seen_action, seen_outcome
from kingmaker.games.architects._setup cimport PACK, start_draft
from kingmaker.games.architects._sight cimport SightC, look, stage_of
from kingmaker.games.architects._sound cimport sound_options, sound_words
from kingmaker.games.architects._struct cimport (
    A_WORD, COLUMNS, MOST_SEATS, NONE, NOTHING, N_BASE, N_CARDS, N_GOODS, N_MARKET, OVER, ArchC, RulesC, push)
from kingmaker.games.architects._value cimport promise, score_now, see_state
from kingmaker.games.architects._worlds cimport MOST_TRIES, redraw
from kingmaker.games.core._bits cimport lowest, n_bits as bits
from kingmaker.games.core._tally cimport TallyC, draw_one, to_shares

from kingmaker.games.architects import interventions, names as words, text as texts
from kingmaker.games.architects._components import rules_of
from kingmaker.games.architects._mind import mind_of
from kingmaker.games.errors import KingmakerError, NotationError

N_ACTIONS = flow.N_ACTIONS
MOST_LEGAL = flow.MOST_LEGAL


# -- state -----------------------------------------------------------------------------------------------------------


cdef class ArchState(GameState):
    """A state of Architects of the West Kingdom."""

    cdef int c_bind(self) except -1:
        self.rules = rules_of(self.game)
        self.r = &self.rules.r
        self.mind = mind_of(self.game)
        self.m = &self.mind.m
        return 0

    cdef int c_copy(self, GameState other) except -1 nogil:
        self.c = (<ArchState> other).c
        return 0

    cdef int c_player(self) except -9 nogil:
        return TERMINAL if self.c.stage == OVER else self.c.actor

    cdef int c_legal(self, int32_t* out) except -1 nogil:
        cdef uint64_t anywhere = self.c.options
        cdef int n
        if not (self.c.blind and self.c.stage == _struct.PLACE):
            return list_legal(&self.c, out)
        self.c.options = legal_places(&self.c, self.r, self.c.actor)    # a playout leaves them open
        n = list_legal(&self.c, out)
        self.c.options = anywhere
        return n

    cdef int c_apply(self, int32_t action) except -1 nogil:
        decide(&self.c, self.r, choice_of(&self.c, action))
        return 0

    cdef int c_returns(self, double* out) except -1 nogil:
        cdef ScoreC score
        cdef ArchC end
        cdef int seat
        if self.c.stage == OVER:
            score_all(&self.c, self.r, &score)
        else:
            end = self.c
            finish_now(&end, self.r)
            score_all(&end, self.r, &score)
        for seat in range(self.r.n_seats):
            out[seat] = score.total[seat]
        return 0

    cdef int c_wins(self, const double* returns, double* out) except -1 nogil:
        share_win(&self.c, self.r, returns, out)
        return 0

    cdef int c_determinize(self, int observer, rng_t* rng) except -1 nogil:
        if not redraw(&self.c, self.r, observer, rng):
            with gil:
                raise KingmakerError(f"architects: no world was found in {MOST_TRIES} tries that fits what "
                                     f"{self.rules.seats[observer]} knows; expected a state whose facts fit")
        return 0

    cdef int32_t c_observe(self, int32_t action, int observer) except -1 nogil:
        return seen_action(&self.c, action, observer)

    cdef int32_t c_outcome(self, int observer) except -1 nogil:
        return seen_outcome(&self.c, observer)

    cdef int32_t c_sample(self, rng_t* rng) except -1 nogil:
        if self.c.blind:
            return action_of(&self.c, pick_blindly(&self.c, self.r, rng))
        return action_of(&self.c, pick_choice(&self.c, rng))

    cdef int c_forget(self) except -1 nogil:
        if self.c.stage != OVER:
            self.c.blind = 1
        return 0

    cdef int c_playout(self, rng_t* rng, int limit) except -1 nogil:
        cdef int n_decisions
        self.c_forget()
        if self.c.stage == OVER:
            return 0
        n_decisions = play_blindly(&self.c, self.r, rng, limit)
        if self.c.stage != OVER and limit != self.rollout_cut:
            self.refuse_endless(limit)
        return n_decisions

    cdef bint c_ends_turn(self, int32_t action) except -1 nogil:
        cdef ArchC after = self.c
        decide(&after, self.r, choice_of(&after, action))
        return after.stage == OVER or after.turn != self.c.turn

    cdef int64_t c_turn(self) except -2 nogil:
        return self.c.turn

    cdef int32_t c_policy(self, rng_t* rng) except -1 nogil:
        """A learned choice at random."""
        cdef int32_t actions[flow.MOST_LEGAL]
        cdef double sums[flow.MOST_LEGAL]
        cdef int n = self.c_legal(actions)
        sum_up(&self.c, self.r, self.m, actions, n, sums)
        return actions[draw_one(sums, n, 1.0, rng)]

    cdef bint c_logits(self, const int32_t* actions, int n, double* out) except -1 nogil:
        sum_up(&self.c, self.r, self.m, actions, n, out)
        return True

    cdef int c_priors(self, const int32_t* actions, int n, double* out) except -1 nogil:
        sum_up(&self.c, self.r, self.m, actions, n, out)
        to_shares(out, n)
        return 0

    cdef int c_evaluate(self, double* out) except -1 nogil:
        promise(&self.c, self.r, self.m, out)
        return 0

    cdef double c_spread(self) except -1 nogil:
        return self.m.spread[stage_of(&self.c, self.r)]

    def action_features(self):
        """Return one row a legal action: what the policy's weights are multiplied with, named in LEARNING."""
        cdef double[:, ::1] rows
        cdef SightC sight
        cdef TallyC tally
        cdef int i
        import numpy as np
        self._check_running("action_features")
        legal = self.legal_actions()
        table = rows = np.zeros((len(legal), N_FEATURES))
        tally.weights = self.m.policy
        look(&sight, &self.c, self.r, self.m, self.c.actor)
        for i in range(len(legal)):
            tally.row = &rows[i, 0]
            see(&sight, choice_of(&self.c, legal[i]), &tally)
        return table

    def state_features(self):
        """Return the stage and, a row a seat, what the evaluation's weights are multiplied with, named in LEARNING."""
        cdef double[:, ::1] rows
        cdef ScoreC score
        cdef int seat
        import numpy as np
        self._check_running("state_features")
        table = rows = np.zeros((self.n_players, N_VALUES))
        score_now(&self.c, self.r, &score)
        for seat in range(self.n_players):
            see_state(&self.c, self.r, self.m, seat, &score, &rows[seat, 0])
        return stage_of(&self.c, self.r), table

    @property
    def size(self):
        return sizeof(ArchC)

    @property
    def decision(self):
        """What is to be decided: one of names.DECISIONS."""
        return words.DECISIONS[self.c.stage]

    @property
    def is_view(self):
        """Whether it was read from a position with unknown parts: they are filled in, not known."""
        return self.c.viewer != NONE

    @property
    def viewer(self):
        """Whose view the state was read from, None for the whole truth."""
        return None if self.c.viewer == NONE else int(self.c.viewer)

    def _format_action(self, action):
        return texts.format_action(self.rules, action)

    def text(self):
        """The whole truth in one line."""
        return texts.write_text(as_line(dump(&self.c, self.r)))

    def _view(self, observer):
        if self.c.viewer != NONE and observer != self.c.viewer:
            keys = dump_filled(&self.c, self.r)
        elif self.c.stage == OVER and self.c.viewer == NONE:
            keys = dump(&self.c, self.r)
        else:
            keys = dump_seen(&self.c, self.r, observer)
        return as_line(keys).decode("ascii")

    def table(self):
        """Return the state with its private parts, as records have it."""
        return texts.table(self.rules, dump(&self.c, self.r))

    def score(self):
        """Return the result as if the game ended now, as records have it."""
        return _result(self)

    def start(self):
        """Return what is shuffled before the first decision, as records have it."""
        return texts.start(self.rules, dump(&self.c, self.r))

    def shuffles(self):
        """Return what was shuffled on the way after the last decision, as records have it."""
        cdef int i, left = self.c.shuffled
        kinds = []
        while left:
            kinds.insert(0, left & 3)
            left >>= 2
        order = [self.c.order[i] for i in range(self.c.n_order - 1, -1, -1)]
        return texts.shuffles(self.rules, kinds, [self.c.market[i] for i in range(N_MARKET)],
                              [self.c.contribution[i] for i in range(_struct.N_CONTRIBUTIONS)], order)

    def trace(self, action):
        """Return what a legal action brings about, step by step: each task with all keys after it; the truth."""
        cdef ArchC s = self.c
        cdef uint64_t left
        settle_choice(&s, self.r, choice_of(&s, self.legal_id(action)))
        steps = [(None, dump(&s, self.r))]
        while s.stage != OVER:
            left = s.options if s.options else s.more
            if s.stage != NOTHING and (left & (left - 1) or (s.options and s.more)):
                break
            task = None
            if s.stage == NOTHING:
                task = words.TASKS[s.stack[s.n_stack - 1] & 255]
                run_task(&s, self.r)
            else:
                settle_alone(&s, self.r, lowest(left) if s.options else A_WORD + lowest(left))
            steps.append((task, dump(&s, self.r)))
        return steps

    def _svg(self, observer):
        from kingmaker.games.architects.view import draw
        return draw(self, observer)


cdef dict _result(ArchState state):
    cdef ScoreC score
    cdef double points[8]
    cdef double wins[8]
    cdef ArchC end = state.c
    cdef int seat
    if end.stage != OVER:
        finish_now(&end, state.r)
    score_all(&end, state.r, &score)
    for seat in range(state.r.n_seats):
        points[seat] = score.total[seat]
    share_win(&end, state.r, points, wins)
    return {
        "points": {name: score.total[seat] for seat, name in enumerate(state.rules.seats)},
        "parts": {name: {
            "buildings": score.buildings[seat], "effects": score.effects[seat], "cathedral": score.cathedral[seat],
            "virtue": score.virtue[seat], "debts": score.debts[seat], "goods": score.goods[seat],
            "silver": score.silver[seat], "prison": score.prison[seat],
        } for seat, name in enumerate(state.rules.seats)},
        "winners": [name for seat, name in enumerate(state.rules.seats) if wins[seat] > 0],
    }


# -- dealing and loading ---------------------------------------------------------------------------------------------


def _shuffled(list cards, Rng rng):
    rng.shuffle(cards)
    return cards


def new(game, Rng rng not None):
    """Deal a game: A1 to A8, W1 to W7, W20, W21."""
    cdef ArchState state = blank(ArchState, game)
    cdef ArchC* s = &state.c
    cdef const RulesC* r = state.r
    cdef int i, k
    brief = r.short_turns > 0
    clear_state(s)
    s.debts = state.rules.parts.debts
    s.tax = state.rules.parts.tax
    _deal_boards(state, game.options["boards"] == "variable", game.options["board"], rng)
    n_apps = N_CARDS if r.wonders else N_BASE
    s.n_app = n_apps
    fill(s.apps, list(range(n_apps)) if brief else _shuffled(list(range(n_apps)), rng))
    s.n_blind = s.n_app
    s.blind = 1
    for i in range(2):
        for k in range(r.n_columns):
            s.display[COLUMNS * i + k] = s.apps[s.app_head]
            s.app_head += 1
            s.n_app -= 1
            s.n_blind -= 1
    s.n_card = r.n_cards
    order = _shuffled(list(range(r.n_cards)), rng)
    first_pack = PACK * ((r.n_humans - s.first) % r.n_humans)  # of p1; packs are dealt in turn order: M30
    interventions.bring(order, first_pack, PACK, interventions.numbers(game.options["dealt"]))
    fill(s.cards, order)
    k = box_of_rewards(r)
    s.n_rewards = k if r.wonders else 2 * r.n_seats + 1
    fill(s.rewards, list(range(k)) if brief else _shuffled(list(range(k)), rng))
    k = r.loose_market
    fill(s.market, _shuffled(list(range(k)), rng) + list(range(k, N_MARKET)))
    if r.wonders:
        _deal_wonders(state, rng)
    if not brief:
        s.future = rng_next(rng.stream)
    s.blind = 0
    if r.wonders:
        push(s, _struct.HIRE_SETUP, 0, 0, 0)
    else:
        start_draft(s, r)
    advance(s, r)
    clear_news(s)
    return state


cdef void clear_news(ArchC* s) noexcept:
    cdef int i
    s.news = 0
    s.shuffled = 0
    for i in range(MOST_SEATS):
        s.own_news[i] = 0


cdef _deal_wonders(ArchState state, Rng rng):
    """W6, W7, W20, W21."""
    cdef ArchC* s = &state.c
    cdef const RulesC* r = state.r
    brief = r.short_turns > 0
    cards = list(range(_struct.N_CONTRIBUTIONS))
    fill(s.contribution, cards if brief else _shuffled(cards, rng))
    s.open_at = 1
    s.princess = r.contribution[s.contribution[0]].princess
    s.profiteer = r.contribution[s.contribution[0]].profiteer
    if r.opponent == NONE:
        return
    starting, future = ([i for i, scheme in enumerate(state.rules.parts.schemes) if scheme[1] == which]
                        for which in (False, True))
    if brief:
        starting, future = starting[2:6], future[:3]
    s.n_scheme = len(starting)
    s.n_to_come = len(future)
    fill(s.scheme, _shuffled(starting, rng))
    fill(s.to_come, future if brief else _shuffled(future, rng))


cdef _deal_boards(ArchState state, variable, wanted, Rng rng):
    """A6, A8, M30; the first player."""
    cdef ArchC* s = &state.c
    cdef const RulesC* r = state.r
    cdef int seat, i, n = r.n_humans, board
    parts = state.rules.parts
    if variable:
        boards = _shuffled(list(range(len(parts.boards) if r.wonders else parts.n_base_boards)), rng)
        if wanted:
            interventions.bring(boards, 0, 1, [interventions.ABILITIES.index(wanted)])
        boards = boards[:n]
        best = max((parts.boards[b].virtue, parts.boards[b].influence if r.wonders else 0) for b in boards)
        firsts = [i for i, b in enumerate(boards)
                  if (parts.boards[b].virtue, parts.boards[b].influence if r.wonders else 0) == best]
        s.first = <int8_t> firsts[rng.below(len(firsts))]
    else:
        boards = [NONE] * n
        s.first = 0 if r.short_turns else <int8_t> rng.below(n)
    for seat in range(n):
        board = boards[seat]
        s.seat[seat].board = board
        s.seat[seat].supply = 20
        if board == NONE:
            s.seat[seat].virtue = parts.start_virtue
            s.seat[seat].silver = parts.start_silver[(seat - s.first + n) % n]
            continue
        s.seat[seat].ability = r.board[board].ability
        s.seat[seat].prison = r.board[board].prison
        s.seat[seat].supply -= r.board[board].prison
        s.seat[seat].virtue = r.board[board].virtue
        s.seat[seat].influence = r.board[board].influence if r.wonders else 0
        s.seat[seat].silver = r.board[board].silver + r.board[board].extra.silver
        for i in range(N_GOODS):
            s.seat[seat].goods[i] = r.board[board].extra.goods[i]
        s.seat[seat].unpaid = r.board[board].extra.debt
        s.debts -= r.board[board].extra.debt
    if r.opponent != NONE:
        s.seat[n].supply = 20
        s.seat[n].virtue = parts.opponents[r.opponent].virtue
        s.seat[n].influence = parts.opponents[r.opponent].influence


def parse(game, text):
    """Read what `text` wrote; whatever does not fit together is refused."""
    cdef ArchState state = blank(ArchState, game)
    cdef const RulesC* r = state.r
    keys = texts.read_text(str(text), state.rules.parts, game.options)
    texts.check_whole(keys, state.rules.parts, game.options)
    load(&state.c, r, keys)
    if state.c.stage != OVER:
        for name, offered, read in (("options", sound_options(&state.c, r), state.c.options),
                                    ("more", sound_words(&state.c, r), state.c.more)):
            if offered != read:
                raise NotationError(f"state.{name}: expected {offered}, what the rules offer at "
                                    f"`{state.decision}`; got {read}")
        if bits(state.c.options) + bits(state.c.more) < 2:
            raise NotationError(f"state.options: expected a choice at `{state.decision}`; there is none")
    return state


def half(game, text):
    """Read the text of a state in which something is still to be drawn or found; see position.py, which does."""
    cdef ArchState state = blank(ArchState, game)
    load(&state.c, state.r, texts.read_text(str(text), state.rules.parts, game.options))
    return state
