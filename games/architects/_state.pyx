"""The shell of Architects of the West Kingdom: the struct behind the contract, components, dealing, moves."""
from libc.stdint cimport int32_t, int8_t, uint16_t, uint64_t
from libc.string cimport memset

from kingmaker.games._base cimport TERMINAL, GameState
from kingmaker.games._rng cimport Rng, rng_next, rng_t
from kingmaker.games.architects cimport _flow as flow, _struct
from kingmaker.games.architects._bits cimport bit
from kingmaker.games.architects._facts cimport clear_facts
from kingmaker.games.architects._flow cimport (
    action_of, advance, choice_of, decide, list_legal, pick_blindly, pick_choice)
from kingmaker.games.architects._scoring cimport ScoreC, finish_now, score_all, share_win
from kingmaker.games.architects._seen cimport seen_action, seen_outcome
from kingmaker.games.architects._setup cimport start_draft
from kingmaker.games.architects._struct cimport (
    COLUMNS, MOST_SEATS, NONE, N_BASE, N_CARDS, N_GOODS, N_MARKET, N_PLACES, OVER, ArchC, CostC, GainC, RulesC,
    SectionC, push)
from kingmaker.games.architects._worlds cimport redraw

from functools import cache

from kingmaker.games.architects import components, names as words, text as texts

N_ACTIONS = flow.N_ACTIONS
MOST_LEGAL = flow.MOST_LEGAL

cdef enum:
    CUT_AT = 20000  # decisions after which a playout is judged as it stands; README.md says why

CUT = CUT_AT


# -- components ------------------------------------------------------------------------------------------------------


cdef void _set_gain(GainC* g, gain) noexcept:
    cdef int i
    cdef int8_t amounts[11]
    for i, amount in enumerate(gain.amounts):
        amounts[i] = amount
    for i in range(N_GOODS):
        g.goods[i] = amounts[i]
    g.silver, g.debt, g.influence, g.virtue, g.cards, g.reward = (
        amounts[5], amounts[6], amounts[7], amounts[8], amounts[9], amounts[10])
    g.slow = g.virtue != 0 or g.reward != 0


cdef void _set_cost(CostC* c, cost) noexcept:
    cdef int i
    memset(c, 0, sizeof(CostC))
    for i in range(N_GOODS):
        c.goods[i] = cost.goods[i]
    c.silver = cost.silver
    c.influence = cost.influence
    c.k = cost.k
    c.kinds = cost.kinds


cdef void _set_section(SectionC* c, section) noexcept:
    cdef int i
    c.place = section.place
    c.n = len(section.effects)
    for i, effect in enumerate(section.effects):
        c.effects[i] = effect


cdef class Tables:
    """The components as the rules use them, for one set of options; shared by all states of a game."""

    def __cinit__(self, parts, humans, wonders, opponent, brief):
        cdef int i
        self.parts = parts
        self.seats = words.PLAYERS[:humans] + ((words.OPPONENT,) if opponent >= 0 else ())
        self.apprentices = tuple(card.id for card in parts.apprentices)
        self.buildings = (*(card.id for card in parts.buildings), *(card.id for card in parts.wonders))
        self.rewards = tuple(card[0] for card in parts.rewards)
        self.market = tuple(card[0] for card in parts.market)
        self.contributions = tuple(card.id for card in parts.contributions)
        self.schemes = tuple(card[0] for card in parts.schemes)
        self.r.n_humans = humans
        self.r.n_seats = len(self.seats)
        self.r.wonders = wonders
        self.r.opponent = opponent
        self.r.n_columns = 5 if wonders else 4
        self._set_sizes(brief)
        self._set_tracks()
        for i in range(N_CARDS):
            self._set_apprentice(i, parts.apprentices[i])
            self._set_building(i, parts.buildings[i])
        self._set_cards()
        for i, card in enumerate(parts.contributions):
            self._set_contribution(i, card)
        for i, (_, _, scheme) in enumerate(parts.schemes):
            _set_section(&self.r.scheme[i].section[0], scheme.top)
            if scheme.bottom is not None:
                _set_section(&self.r.scheme[i].section[1], scheme.bottom)
            self.r.scheme[i].only_top = scheme.bottom is None
            self.r.scheme[i].condition = scheme.condition
            self.r.scheme[i].least = scheme.least
        self._set_boards(opponent)

    def _set_sizes(self, int brief):
        """How much is shuffled; an exercise has few cards and a short hand."""
        parts = self.parts
        self.r.short_turns = brief
        self.r.hand_limit = 3 if brief else parts.hand_limit
        self.r.most_apprentices = parts.apprentice_limit
        self.r.n_cards = 4 * self.r.n_humans + 1 if brief else (
            N_CARDS if self.r.wonders else N_BASE)
        solo = self.r.n_humans == 1
        self.r.loose_market = (0 if solo else 3) if brief else N_MARKET
        self.r.loose_apps = 0 if brief else 1
        self.r.loose_rewards = 0 if brief else len(parts.rewards) if self.r.wonders else components.N_REWARDS
        self.r.loose_contributions = 0 if brief else _struct.N_CONTRIBUTIONS
        self.r.loose_future = 0 if brief else 1
        self.r.hall, self.r.reset_at[0], self.r.reset_at[1] = parts.hall[self.r.n_seats]

    def _set_tracks(self):
        cdef int i
        for i, (points, relief, cathedral, market) in enumerate(self.parts.virtue):
            self.r.virtue_points[i] = points
            self.r.relief[i] = relief
            self.r.in_cathedral |= <uint16_t> (cathedral << i)
            self.r.in_market |= <uint16_t> (market << i)
        for i, (cost, spaces, points) in enumerate(self.parts.levels):
            _set_cost(&self.r.level_cost[i + 1], cost)
            self.r.level_spaces[i + 1] = spaces
            self.r.level_points[i + 1] = points
        self.r.debt_points = self.parts.debt_points
        self.r.debt_virtue = self.parts.debt_virtue
        for place in self.parts.token_places:
            self.r.token_places |= <uint16_t> (1 << place)

    def _set_apprentice(self, int i, card):
        cdef int place = card.rule.place
        cdef uint64_t here = bit(i)
        rule = card.rule
        self.r.app[i].skills = card.skills
        self.r.app[i].virtue = card.virtue
        self.r.app[i].when = rule.when
        self.r.app[i].place = place
        _set_cost(&self.r.app[i].pay, rule.trade.pay)
        _set_gain(&self.r.app[i].gain, rule.trade.gain)
        self.r.app[i].release = rule.release
        self.r.app[i].condition = {"": 0, "no_own_workers_in_prison": 1}.get(rule.condition, 0)
        if rule.condition == "own_worker_at_profiteer_location":
            self.r.app[i].condition = _struct.PROFIT_OPEN
        elif rule.condition == "own_worker_at_princess_location":
            self.r.app[i].condition = _struct.GIFT_OPEN
        self.r.when[rule.when] |= here
        if place >= 0 and any(rule.trade.gain.amounts):
            self.r.at[place] |= here
        if rule.cheaper:
            self.r.cheaper[place] |= here
        if rule.spares:
            self.r.spares[place] |= here
        if rule.stands_for >= 0:
            self.r.charlatan[<int> rule.stands_for] |= here

    def _set_building(self, int i, card):
        cdef int k
        _set_cost(&self.r.building[i].cost, card.cost)
        for k in range(N_GOODS):
            self.r.building[i].packed |= <uint64_t> self.r.building[i].cost.goods[k] << 8 * k
        _set_gain(&self.r.building[i].gain, card.gain)
        _set_gain(&self.r.building[i].other, card.other)
        self.r.building[i].skills = card.skills
        self.r.building[i].virtue = card.virtue
        self.r.building[i].points = card.points
        self.r.building[i].kind = card.kind
        self.r.building[i].a = card.a
        self.r.building[i].b = card.b

    def _set_cards(self):
        cdef int i
        parts = self.parts
        for i, (_, gain) in enumerate(parts.rewards):
            _set_gain(&self.r.reward[i], gain)
        for i, (_, small, large) in enumerate(parts.market):
            _set_gain(&self.r.small[i], small)
            _set_gain(&self.r.large[i], large)
        _set_gain(&self.r.small[N_MARKET], parts.printed[0])
        _set_gain(&self.r.large[N_MARKET], parts.printed[1])
        for i, card in enumerate(parts.wonders):
            self.r.wonder[i].cost = card.cost
            self.r.wonder[i].influence = card.influence
            self.r.wonder[i].tax = card.tax
            self.r.wonder[i].points = card.points
            self.r.wonder[i].virtue = card.virtue

    def _set_contribution(self, int i, card):
        cdef int k
        for k in range(N_GOODS):
            _set_gain(&self.r.contribution[i].slot[k], card.slots[k])
        for k in range(len(card.rewards)):
            _set_gain(&self.r.contribution[i].reward[k], card.rewards[k])
        _set_gain(&self.r.contribution[i].effect, card.effect)
        self.r.contribution[i].n_rewards = len(card.rewards)
        self.r.contribution[i].loss = card.loss
        self.r.contribution[i].princess = card.princess
        self.r.contribution[i].profiteer = card.profiteer

    def _set_boards(self, int opponent):
        cdef int i
        for i, board in enumerate(self.parts.boards):
            _set_gain(&self.r.board[i].extra, board.extra)
            self.r.board[i].prison = board.prison
            self.r.board[i].silver = board.silver
            self.r.board[i].virtue = board.virtue
            self.r.board[i].influence = board.influence
            self.r.board[i].ability = 1 + i
        for i in range(N_PLACES + 1):
            self.r.capture_rank[i] = 99
        for i in range(N_PLACES):
            self.r.token_rank[i] = 99
        if opponent >= 0:
            board = self.parts.opponents[opponent]
            for i, place in enumerate(board.captures):
                self.r.capture_rank[<int> place] = i
            for i, place in enumerate(board.tokens):
                if place < N_PLACES:
                    self.r.token_rank[<int> place] = i

    @property
    def n_columns(self):
        """Columns of the display."""
        return self.r.n_columns


@cache
def _load_tables(path, humans, wonders, opponent, brief):
    return Tables(components.read_components(path or None), humans, wonders, opponent, brief)


def tables_of(game):
    """Return the tables of a game with its options chosen, read once."""
    found = game.__dict__.get("_tables")
    if found is None:
        options = game.options
        number = -1 if options["opponent"] == "none" else int(options["opponent"][1:]) - 1
        found = game._tables = _load_tables(options["data"], options["players"], options["wonders"], number,
                                            options["short"])
    return found


# -- state -----------------------------------------------------------------------------------------------------------


cdef class ArchState(GameState):
    """A state of Architects of the West Kingdom."""

    def __cinit__(self, game):
        self.tables = tables_of(game)
        self.r = &self.tables.r

    cdef int c_copy(self, GameState other) except -1 nogil:
        self.c = (<ArchState> other).c
        return 0

    cdef int c_player(self) except -9 nogil:
        return TERMINAL if self.c.stage == OVER else self.c.actor

    cdef int c_legal(self, int32_t* out) except -1 nogil:
        return list_legal(&self.c, out)

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
        redraw(&self.c, self.r, observer, rng)
        return 0

    cdef int32_t c_observe(self, int32_t action, int observer) except -1 nogil:
        return seen_action(&self.c, action, observer)

    cdef int32_t c_outcome(self, int observer) except -1 nogil:
        return seen_outcome(&self.c, observer)

    cdef int32_t c_sample(self, rng_t* rng) except -1 nogil:
        return action_of(&self.c, pick_choice(&self.c, rng))

    cdef int c_playout(self, rng_t* rng, int limit) except -1 nogil:
        cdef int n_decisions = 0
        if self.c.stage == OVER:
            return 0
        if limit > CUT_AT:
            limit = CUT_AT
        self.c.blind = 1
        while self.c.stage != OVER:
            if n_decisions >= limit:
                finish_now(&self.c, self.r)
                break
            decide(&self.c, self.r, pick_blindly(&self.c, self.r, rng))
            n_decisions += 1
        return n_decisions

    cdef bint c_ends_turn(self, int32_t action) except -1 nogil:
        cdef ArchC after = self.c
        decide(&after, self.r, choice_of(&after, action))
        return after.stage == OVER or after.turn != self.c.turn

    @property
    def size(self):
        return sizeof(ArchC)

    @property
    def decision(self):
        """What is to be decided: one of names.DECISIONS."""
        return words.DECISIONS[self.c.stage]

    def format_action(self, action):
        return texts.format_action(self.tables, action)

    def text(self):
        """The whole truth in one line."""
        return texts.write_text(_dump(self))

    def view(self, observer):
        self._check_player(observer)
        return texts.write_view(_dump(self) if self.c.stage == OVER else _seen(self, observer))

    def table(self):
        """Return the state with its private parts, as records have it."""
        return texts.table(self.tables, _dump(self))

    def score(self):
        """Return the result as if the game ended now, as records have it."""
        return _result(self)

    def start(self):
        """Return what is shuffled before the first decision, as records have it."""
        return texts.start(self.tables, _dump(self))

    def shuffles(self):
        """Return what was shuffled on the way after the last decision, as records have it."""
        cdef int i, left = self.c.shuffled
        kinds = []
        while left:
            kinds.insert(0, left & 3)
            left >>= 2
        order = [self.c.order[i] for i in range(self.c.n_order - 1, -1, -1)]
        return texts.shuffles(self.tables, kinds, [self.c.market[i] for i in range(N_MARKET)],
                              [self.c.contribution[i] for i in range(_struct.N_CONTRIBUTIONS)], order)

    def svg(self, observer):
        from kingmaker.games.architects.view import draw
        self._check_player(observer)
        return draw(self, observer)


# -- all of a state as plain lists -----------------------------------------------------------------------------------


cdef list _mask(uint64_t mask):
    cdef int i
    return [i for i in range(64) if mask >> i & 1]


cdef list _bytes(const int8_t* items, int n):
    cdef int i
    return [items[i] for i in range(n)]


cdef list _cost(const CostC* c):
    cdef int i
    return [*(c.goods[i] for i in range(N_GOODS)), c.silver, c.tax, c.skip, c.influence, c.k, c.kinds, c.physical]


cdef dict _dump_seat(const ArchC* s, const RulesC* r, int seat):
    cdef const _struct.SeatC* p = &s.seat[seat]
    cdef int i
    return {
        "board": p.board, "virtue": p.virtue, "influence": p.influence, "silver": p.silver,
        "goods": [p.goods[i] for i in range(N_GOODS)], "supply": p.supply, "prison": p.prison,
        "captured": _bytes(p.captured, r.n_seats), "at": _bytes(p.at, N_PLACES), "cathedral": p.cathedral,
        "debts": [p.unpaid, p.paid], "spare": p.spare, "hand": _mask(p.hand), "apprentices": _bytes(p.apps, p.n_apps),
        "buildings": _bytes(p.built, p.n_built),
    }


cdef list _dump_facts(const ArchC* s, int seat):
    cdef int i
    return [[s.facts[seat].card[i], s.facts[seat].group[i], s.facts[seat].places[i]] for i in range(s.facts[seat].n)]


cdef dict _dump_draft(const ArchC* s, const RulesC* r):
    """Packs, picks, and the cards drawn at `middle`."""
    cdef int i, q
    return {"packs": [_mask(s.pack[q]) for q in range(r.n_humans)],
            "picks": [_bytes(s.pick[q], 3) for q in range(r.n_humans)], "pass": s.pass_,
            "drawn": [s.cards[(s.card_head - s.n_drawn + i) & 63] for i in range(s.n_drawn)],
            "drawn_known": [s.knows[(s.card_head - s.n_drawn + i) & 63] for i in range(s.n_drawn)]}


cdef dict _dump_wonders(const ArchC* s, const RulesC* r):
    """What Works of Wonder adds."""
    return {"contributions": [_bytes(s.contribution, _struct.N_CONTRIBUTIONS), s.open_at], "given": s.given,
            "goods_on": _bytes(s.goods_on, N_GOODS), "tokens": _bytes(s.token, N_GOODS),
            "builders": _bytes(s.builder, N_GOODS), "princess": s.princess, "profiteer": s.profiteer}


cdef dict _dump_opponent(const ArchC* s):
    """What the opponent adds."""
    return {"schemes": _bytes(s.scheme, s.n_scheme), "gone": _bytes(s.gone, s.n_gone),
            "future": _bytes(s.to_come, s.n_to_come), "marker": s.marker, "card": s.card}


cdef dict _dump_running(const ArchC* s):
    """What is being decided and what follows it."""
    cdef int i
    keys = {"stage": s.stage, "actor": s.actor, "options": s.options, "more": s.more, "argument": s.argument}
    keys["stack"] = [[s.stack[i].op, s.stack[i].seat, s.stack[i].a, s.stack[i].b] for i in range(s.n_stack)]
    keys["action"] = [s.place, s.n_acts, s.n_done, s.flags, s.cleared, s.reset_due]
    if s.stage in (_struct.MIX, _struct.REPLACE, _struct.WITH_GOLD):
        keys["payment"] = [s.payer, s.step, *_cost(&s.pay)]
    return keys


cdef dict _dump(ArchState state):
    """The whole truth."""
    cdef const ArchC* s = &state.c
    cdef const RulesC* r = state.r
    cdef int i
    n = COLUMNS * 2
    keys = {
        "turn": s.turn, "phase": s.phase, "active": s.active, "first": s.first, "left": s.left, "tax": s.tax,
        "supply": s.debts, "seats": [_dump_seat(s, r, i) for i in range(r.n_seats)], "spaces": _bytes(s.space, 3),
        "guild": _bytes(s.guild, s.n_guild), "display": _bytes(s.display, n), "coins": [s.coins[i] for i in range(n)],
        "apprentices": [s.apps[(s.app_head + i) & 63] for i in range(s.n_app)], "blind": s.n_blind,
        "cards": [s.cards[(s.card_head + i) & 63] for i in range(s.n_card)],
        "known": [s.knows[(s.card_head + i) & 63] for i in range(s.n_card)],
        "tags": [NONE if s.tag[i] == NONE else (s.tag[i] - s.card_head + s.n_drawn) & 63
                 for i in range(_struct.MOST_TAGS)],
        "facts": [_dump_facts(s, i) for i in range(r.n_humans)],
        "rewards": [_bytes(s.rewards, _n_rewards(r)), s.n_rewards, s.reward_at],
        "market": [_bytes(s.market, N_MARKET), s.market_at], "shuffles": s.future,
    }
    keys |= _dump_running(s)
    keys |= _dump_draft(s, r)
    if r.wonders:
        keys |= _dump_wonders(s, r)
    if r.opponent != NONE:
        keys |= _dump_opponent(s)
    return keys


cdef int _n_rewards(const RulesC* r) noexcept:
    """Reward cards of the box."""
    return _struct.MOST_REWARDS if r.wonders else 11


cdef list _told_fact(const ArchC* s, fact):
    """A fact as its player sees it: the card, its group, in whose hand and where in the pile it may be."""
    cdef int i
    card, group, places = fact
    return [card, group, _mask(places & 31), [(s.tag[i] - s.card_head + s.n_drawn) & 63
                                              for i in range(_struct.MOST_TAGS) if places >> 5 + i & 1]]


def _seen(ArchState state, int observer):
    """The keys that a player sees: hidden cards are null."""
    cdef const ArchC* s = &state.c
    cdef const RulesC* r = state.r
    cdef int i
    keys = _dump(state)
    human = observer < r.n_humans
    for i, seat in enumerate(keys["seats"]):
        if i != observer:
            seat["hand"] = len(seat["hand"])
    keys["apprentices"] = [None] * s.n_blind + keys["apprentices"][s.n_blind:] if r.loose_apps else keys["apprentices"]
    for cards, known, sees in (("cards", "known", False), ("drawn", "drawn_known", s.actor == observer)):
        keys[cards] = [card if sees or (human and mask >> observer & 1) else None
                       for card, mask in zip(keys[cards], keys[known], strict=True)]
    keys["facts"] = [_told_fact(s, fact) for fact in keys["facts"][observer]] if human else []
    del keys["tags"]
    for name, seen, loose in (("rewards", s.reward_at, r.loose_rewards), ("market", s.market_at + 1, r.loose_market),
                              ("contributions", s.open_at + 1, r.loose_contributions)):
        if name in keys:
            keys[name][0] = [None if seen <= i < loose else card for i, card in enumerate(keys[name][0])]
    if r.opponent != NONE:
        keys["schemes"] = sorted(keys["schemes"])
        keys["future"] = sorted(keys["future"]) if r.loose_future else keys["future"]
    _hide_draft(keys, state, observer)
    del keys["shuffles"]
    if s.actor != observer and s.stage in (_struct.PLACE, _struct.BUILD, _struct.DISCARD, _struct.KEEP):
        keys["options"] = keys["more"] = None
    return keys


def _hide_draft(keys, ArchState state, int observer):
    """In the place of packs and picks: the packs that the player saw, and what he took."""
    cdef const ArchC* s = &state.c
    cdef const RulesC* r = state.r
    cdef int q, k, j
    looks, taken = [], []
    for q in range(r.n_humans if s.phase == _struct.DRAFTING else 0):
        for k in range(s.pass_ + 1):
            if (q + k) % r.n_humans == observer:
                looks.append([q, k, sorted([*_mask(s.pack[q]), *(s.pick[q][j] for j in range(k, 3)
                                                                 if s.pick[q][j] != NONE)])])
                if s.pick[q][k] != NONE:
                    taken.append([q, k, s.pick[q][k]])
    del keys["packs"]
    keys["looks"], keys["picks"] = looks, taken


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
        "points": {name: score.total[seat] for seat, name in enumerate(state.tables.seats)},
        "parts": {name: {
            "buildings": score.buildings[seat], "effects": score.effects[seat], "cathedral": score.cathedral[seat],
            "virtue": score.virtue[seat], "debts": score.debts[seat], "goods": score.goods[seat],
            "silver": score.silver[seat], "prison": score.prison[seat],
        } for seat, name in enumerate(state.tables.seats)},
        "winners": [name for seat, name in enumerate(state.tables.seats) if wins[seat] > 0],
    }


# -- dealing and loading ---------------------------------------------------------------------------------------------


cdef void _fill(int8_t* items, list cards) noexcept:
    cdef int i
    for i, card in enumerate(cards):
        items[i] = card


def _shuffled(list cards, Rng rng):
    rng.shuffle(cards)
    return cards


cdef _clear(ArchC* s):
    """Nothing anywhere."""
    cdef int i
    memset(s, 0, sizeof(ArchC))
    clear_facts(s)
    for i in range(3):
        s.space[i] = NONE
    for i in range(_struct.MOST_DISPLAY):
        s.display[i] = NONE
    for i in range(N_GOODS):
        s.token[i] = s.builder[i] = NONE
    for i in range(MOST_SEATS):
        s.seat[i].board = NONE
        s.pick[i][0] = s.pick[i][1] = s.pick[i][2] = NONE
    s.active = s.left = s.place = s.card = NONE
    s.princess = s.profiteer = NONE


def new(game, Rng rng not None):
    """Deal a game: A1 to A8, W1 to W7, W20, W21."""
    cdef ArchState state = ArchState(game)
    cdef ArchC* s = &state.c
    cdef const RulesC* r = state.r
    cdef int i, k
    brief = r.short_turns > 0
    _clear(s)
    s.debts = state.tables.parts.debts
    s.tax = state.tables.parts.tax
    _deal_boards(state, game.options["boards"] == "variable", rng)
    n_apps = N_CARDS if r.wonders else N_BASE
    s.n_app = n_apps
    _fill(s.apps, list(range(n_apps)) if brief else _shuffled(list(range(n_apps)), rng))
    s.n_blind = s.n_app
    s.blind = 1
    for i in range(2):
        for k in range(r.n_columns):
            s.display[COLUMNS * i + k] = s.apps[s.app_head]
            s.app_head += 1
            s.n_app -= 1
            s.n_blind -= 1
    s.n_card = r.n_cards
    _fill(s.cards, _shuffled(list(range(r.n_cards)), rng))
    k = _n_rewards(r)
    s.n_rewards = k if r.wonders else 2 * r.n_seats + 1
    _fill(s.rewards, list(range(k)) if brief else _shuffled(list(range(k)), rng))
    k = r.loose_market
    _fill(s.market, _shuffled(list(range(k)), rng) + list(range(k, N_MARKET)))
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
    _fill(s.contribution, cards if brief else _shuffled(cards, rng))
    s.open_at = 1
    s.princess = r.contribution[s.contribution[0]].princess
    s.profiteer = r.contribution[s.contribution[0]].profiteer
    if r.opponent == NONE:
        return
    starting, future = ([i for i, scheme in enumerate(state.tables.parts.schemes) if scheme[1] == which]
                        for which in (False, True))
    if brief:
        starting, future = starting[2:6], future[:3]
    s.n_scheme = len(starting)
    s.n_to_come = len(future)
    _fill(s.scheme, _shuffled(starting, rng))
    _fill(s.to_come, future if brief else _shuffled(future, rng))


cdef _deal_boards(ArchState state, variable, Rng rng):
    """A6, A8, M30; the first player."""
    cdef ArchC* s = &state.c
    cdef const RulesC* r = state.r
    cdef int seat, i, n = r.n_humans, board
    parts = state.tables.parts
    if variable:
        boards = _shuffled(list(range(len(parts.boards) if r.wonders else parts.n_base_boards)), rng)[:n]
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
    """Read what `text` wrote."""
    cdef ArchState state = ArchState(game)
    cdef const RulesC* r = state.r
    keys = texts.read_text(str(text), r.n_seats, r.n_humans, r.wonders, r.opponent != NONE)
    _load(state, keys)
    return state


cdef _load_seat(ArchC* s, int seat, keys):
    cdef _struct.SeatC* p = &s.seat[seat]
    cdef int i
    for i, n in enumerate(keys["goods"]):
        p.goods[i] = n
    p.board = keys["board"]
    p.ability = 0 if p.board == NONE else p.board + 1
    p.virtue, p.influence, p.silver = keys["virtue"], keys["influence"], keys["silver"]
    p.supply, p.prison, p.cathedral, p.spare = keys["supply"], keys["prison"], keys["cathedral"], keys["spare"]
    p.unpaid, p.paid = keys["debts"]
    _fill(p.captured, keys["captured"])
    _fill(p.at, keys["at"])
    _fill(p.apps, keys["apprentices"])
    _fill(p.built, keys["buildings"])
    p.n_apps, p.n_built = len(keys["apprentices"]), len(keys["buildings"])
    for i in keys["hand"]:
        p.hand |= bit(i)
    for i in keys["apprentices"]:
        p.own |= bit(i)


cdef _load(ArchState state, keys):
    cdef ArchC* s = &state.c
    cdef const RulesC* r = state.r
    cdef int i, k, seat
    _clear(s)
    s.turn, s.phase, s.active, s.first, s.left = (keys[name] for name in ("turn", "phase", "active", "first", "left"))
    s.tax, s.debts, s.future = keys["tax"], keys["supply"], keys["shuffles"]
    for seat in range(r.n_seats):
        _load_seat(s, seat, keys["seats"][seat])
    _fill(s.space, keys["spaces"])
    _fill(s.guild, keys["guild"])
    s.n_guild = len(keys["guild"])
    _fill(s.display, keys["display"])
    for i, n in enumerate(keys["coins"]):
        s.coins[i] = n
    _fill(s.apps, keys["apprentices"])
    s.n_app, s.n_blind = len(keys["apprentices"]), keys["blind"]
    s.n_drawn = len(keys["drawn"])
    s.card_head = s.n_drawn
    s.n_card = len(keys["cards"])
    _fill(s.cards, keys["drawn"] + keys["cards"])
    for i, mask in enumerate(keys["drawn_known"] + keys["known"]):
        s.knows[i] = mask
    _fill(s.tag, keys["tags"])
    for seat in range(r.n_humans):
        s.facts[seat].n = len(keys["facts"][seat])
        for i, fact in enumerate(keys["facts"][seat]):
            s.facts[seat].card[i], s.facts[seat].group[i], s.facts[seat].places[i] = fact
        for k in keys["packs"][seat]:
            s.pack[seat] |= bit(k)
        _fill(s.pick[seat], keys["picks"][seat])
    _fill(s.rewards, keys["rewards"][0])
    s.n_rewards, s.reward_at = keys["rewards"][1:]
    _fill(s.market, keys["market"][0])
    s.market_at = keys["market"][1]
    s.pass_ = keys["pass"]
    _load_running(s, keys)
    if r.wonders:
        _load_wonders(s, keys)
    if r.opponent != NONE:
        _load_opponent(s, keys)


cdef _load_running(ArchC* s, keys):
    cdef int i
    s.stage, s.actor, s.argument = keys["stage"], keys["actor"], keys["argument"]
    s.options, s.more = keys["options"], keys["more"]
    s.n_stack = len(keys["stack"])
    for i, task in enumerate(keys["stack"]):
        s.stack[i].op, s.stack[i].seat, s.stack[i].a, s.stack[i].b = task
    s.place, s.n_acts, s.n_done, s.flags, s.cleared, s.reset_due = keys["action"]
    if "payment" in keys:
        s.payer, s.step = keys["payment"][:2]
        for i in range(N_GOODS):
            s.pay.goods[i] = keys["payment"][2 + i]
        (s.pay.silver, s.pay.tax, s.pay.skip, s.pay.influence, s.pay.k, s.pay.kinds,
         s.pay.physical) = keys["payment"][7:]


cdef _load_wonders(ArchC* s, keys):
    _fill(s.contribution, keys["contributions"][0])
    s.open_at = keys["contributions"][1]
    s.given, s.princess, s.profiteer = keys["given"], keys["princess"], keys["profiteer"]
    _fill(s.goods_on, keys["goods_on"])
    _fill(s.token, keys["tokens"])
    _fill(s.builder, keys["builders"])


cdef _load_opponent(ArchC* s, keys):
    _fill(s.scheme, keys["schemes"])
    _fill(s.gone, keys["gone"])
    _fill(s.to_come, keys["future"])
    s.n_scheme, s.n_gone, s.n_to_come = len(keys["schemes"]), len(keys["gone"]), len(keys["future"])
    s.marker, s.card = keys["marker"], keys["card"]
