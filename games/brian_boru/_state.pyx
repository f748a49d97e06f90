"""Brian Boru's shell: the struct behind the contract, its texts and its picture."""
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t

from kingmaker.games._base cimport TERMINAL, GameState, blank
from kingmaker.games._checks cimport check_whole
from kingmaker.games._rng cimport Rng, rng_t
from kingmaker.games.brian_boru cimport _flow as flow, _struct
from kingmaker.games.brian_boru._draft cimport bring_cards
from kingmaker.games.brian_boru._flow cimport advance, decide, find_options, list_legal, n_choices, pick_choice
from kingmaker.games.brian_boru._features cimport see
from kingmaker.games.brian_boru._mind cimport N_FEATURES, N_VALUES, foretell, weigh_choices
from kingmaker.games.brian_boru._scoring cimport ScoreC, score_all, share_win
from kingmaker.games.brian_boru._seen cimport seen_action, seen_outcome
from kingmaker.games.brian_boru._sight cimport SightC, look
from kingmaker.games.brian_boru._struct cimport (
    N_CARDS, N_REGIONS, NONE, OVER, BoruC, RulesC, clear_table, empty_towns, find_winner)
from kingmaker.games.brian_boru._trick cimport lead_towns
from kingmaker.games.brian_boru._value cimport see_state, stage_of
from kingmaker.games.brian_boru._worlds cimport deal_round, redraw, redraw_round
from kingmaker.games.core._bits cimport bit
from kingmaker.games.core._tally cimport TallyC, draw_one, to_shares

import json

from kingmaker.games.brian_boru import interventions, names as words
from kingmaker.games.brian_boru._components import rules_of
from kingmaker.games.brian_boru._mind import mind_of

N_ACTIONS = flow.N_ACTIONS

cdef enum:
    MOST_CHOICES = 66


# -- state -------------------------------------------------------------------------------------------------------


cdef class BoruState(GameState):
    """A state of Brian Boru."""

    cdef int c_bind(self) except -1:
        self.rules = rules_of(self.game)
        self.r = &self.rules.r
        self.mind = mind_of(self.game)
        self.m = &self.mind.m
        return 0

    cdef int c_copy(self, GameState other) except -1 nogil:
        self.c = (<BoruState> other).c
        return 0

    cdef int c_player(self) except -9 nogil:
        return TERMINAL if self.c.stage == OVER else self.c.actor

    cdef int c_legal(self, int32_t* out) except -1 nogil:
        return list_legal(&self.c, out)

    cdef int c_apply(self, int32_t action) except -1 nogil:
        decide(&self.c, self.r, action - flow.first_id(self.c.stage))
        return 0

    cdef int c_returns(self, double* out) except -1 nogil:
        cdef ScoreC score
        cdef int seat
        score_all(&self.c, self.r, &score)
        for seat in range(self.r.n_players):
            out[seat] = score.total[seat]
        return 0

    cdef int c_wins(self, const double* returns, double* out) except -1 nogil:
        share_win(&self.c, self.r, returns, out)
        return 0

    cdef int c_determinize(self, int observer, rng_t* rng) except -1 nogil:
        redraw(&self.c, self.r, observer, rng)
        return 0

    cdef int32_t c_observe(self, int32_t action, int observer) except -1 nogil:
        return seen_action(&self.c, self.r, action, observer)

    cdef int32_t c_outcome(self, int observer) except -1 nogil:
        return seen_outcome(&self.c, self.r, observer)

    cdef int32_t c_sample(self, rng_t* rng) except -1 nogil:
        return flow.first_id(self.c.stage) + pick_choice(&self.c, rng)

    cdef int c_playout(self, rng_t* rng, int limit) except -1 nogil:
        cdef int n_decisions = 0
        cdef rng_t own = rng[0]     # nobody else can change this one meanwhile, so it stays in registers
        while self.c.stage != OVER:
            if n_decisions >= limit:
                self.refuse_endless(limit)
            decide(&self.c, self.r, pick_choice(&self.c, &own))
            n_decisions += 1
        rng[0] = own
        return n_decisions

    cdef int32_t c_policy(self, rng_t* rng) except -1 nogil:
        cdef int32_t actions[MOST_CHOICES]
        cdef double sums[MOST_CHOICES]
        cdef int n = list_legal(&self.c, actions)
        weigh_choices(&self.c, self.r, self.m, actions, n, sums)
        return actions[draw_one(sums, n, 1.0, rng)]

    cdef bint c_logits(self, const int32_t* actions, int n, double* out) except -1 nogil:
        weigh_choices(&self.c, self.r, self.m, actions, n, out)
        return True

    cdef int c_priors(self, const int32_t* actions, int n, double* out) except -1 nogil:
        weigh_choices(&self.c, self.r, self.m, actions, n, out)
        to_shares(out, n)
        return 0

    cdef int c_evaluate(self, double* out) except -1 nogil:
        foretell(&self.c, self.r, self.m, out)
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
        look(&sight, &self.c, self.r)
        for i in range(len(legal)):
            tally.row = &rows[i, 0]
            see(&sight, legal[i] - flow.first_id(self.c.stage), &tally)
        return table

    def state_features(self):
        """Return the stage and, a row a seat, what the evaluation's weights are multiplied with, named in LEARNING."""
        cdef double[:, ::1] rows
        cdef SightC sight
        cdef int stage
        import numpy as np
        self._check_running("state_features")
        table = rows = np.zeros((self.n_players, N_VALUES))
        stage = see_state(&sight, &self.c, self.r, &rows[0, 0])
        return stage, table

    @property
    def size(self):
        return sizeof(BoruC)

    @property
    def is_view(self):
        """Whether it was read from a position with unknowns; then what it has in their place is drawn."""
        return self.c.viewer != NONE

    @property
    def viewer(self):
        """Whose view it was read from, or None."""
        return None if self.c.viewer == NONE else int(self.c.viewer)

    def can_redraw(self, observer, tries, Rng rng not None):
        """Whether some world that the observer holds possible was found in so many tries."""
        cdef BoruC copy = self.c
        cdef int seat = self._check_player(observer)
        cdef int64_t _i
        for _i in range(check_whole(tries, "can_redraw: expected a number of tries", 0, 1 << 31)):
            if redraw_round(&copy, self.r, seat, rng.stream):
                return True
        return False

    def lead_towns(self):
        """Return the towns that whoever leads may make active; R24, A2."""
        self._check_running("lead_towns")
        cdef uint64_t towns = lead_towns(self.r, empty_towns(&self.c, self.r), self.c.hand[self.c.actor])
        return [name for i, name in enumerate(self.rules.towns) if towns >> i & 1]

    @property
    def decision(self):
        """What is to be decided: one of names.DECISIONS."""
        return words.DECISIONS[self.c.stage]

    # -- texts --------------------------------------------------------------------------------------------------

    def _format_action(self, action):
        cdef int32_t a = action
        towns = self.rules.towns
        if a >= flow.DO_PICK:
            a -= flow.DO_PICK
            return f"pick {a // 25 + 1} {a % 25 + 1}"
        if a >= flow.DO_PRINCESS:
            return f"princess {words.USES[a - flow.DO_PRINCESS - 1]}"
        if a >= flow.DO_BUY:
            return f"buy {a - flow.DO_BUY}"
        if a >= flow.DO_SECONDARY:
            return f"secondary {a - flow.DO_SECONDARY}"
        if a >= flow.DO_PLAY:
            return f"play {a - flow.DO_PLAY + 1}"
        if a >= flow.DO_EXPAND:
            a -= flow.DO_EXPAND
            return "pass" if a == flow.PASS else f"expand {towns[a]}"
        return f"{('place', 'town', 'liberate', 'lose', 'monastery')[a // 64]} {towns[a % 64]}"

    def text(self):
        """The whole truth in one line: its position as JSON."""
        return _line(_position(self, None))

    def _view(self, observer):
        return _line(_position(self, observer))

    def position(self, observer=None):
        """Return the keys of the position: the whole truth, or what one player knows."""
        return _position(self, None if observer is None else self._check_player(observer))

    def table(self):
        """Return the public state, and all hands, as records have them."""
        return _table(self)

    def score(self):
        """Return the result as if the game ended now, as records have it."""
        return _result(self)

    def _svg(self, observer):
        from kingmaker.games.brian_boru.view import draw
        return draw(_position(self, None if self.is_over else observer), observer, self.rules.parts)


def _line(keys):
    return json.dumps(keys, ensure_ascii=False, separators=(",", ":"))


cdef list _cards(uint32_t mask):
    """The cards of a mask, by value."""
    cdef int i
    return [i + 1 for i in range(N_CARDS) if mask >> i & 1]


cdef object _player(BoruState state, int seat):
    return None if seat == NONE else state.rules.players[seat]


cdef object _town(BoruState state, int town):
    return None if town == NONE else state.rules.towns[town]


cdef dict _towns(BoruState state):
    """Towns with a disc, in the order of the component file."""
    cdef const BoruC* s = &state.c
    cdef int i, seat
    cdef uint64_t discs = _struct.all_discs(s)
    found = {}
    for i, name in enumerate(state.rules.towns):
        if discs >> i & 1:
            for seat in range(state.r.n_players):
                if s.discs[seat] >> i & 1:
                    found[name] = {"disc": state.rules.players[seat], "viking": bool(s.vikings >> i & 1),
                                   "monastery": bool(s.monasteries >> i & 1)}
    return found


cdef object _princess(BoruState state):
    if state.c.princess == NONE:
        return None
    return {"holder": _player(state, state.c.princess), "use": words.USES[state.c.use - 1]}


cdef list _trick(BoruState state):
    """The running trick's cards in the order in which they were played."""
    cdef const BoruC* s = &state.c
    cdef int i, seat
    laid = []
    for i in range(s.n_trick):
        seat = (s.leader + i) % state.r.n_players
        laid.append([state.rules.players[seat], s.laid[seat] + 1])
    return laid


cdef dict _table(BoruState state):
    cdef const BoruC* s = &state.c
    cdef int seat, i, n = state.r.n_players
    names = state.rules.players
    weddings = state.rules.weddings
    return {
        "round": s.round, "phase": words.PHASES[words.DECISIONS[s.stage]], "marker": names[s.marker],
        "active": _town(state, s.active), "battle": s.battle,
        "coins": {names[seat]: s.coins[seat] for seat in range(n)},
        "renown": {names[seat]: s.renown[seat] for seat in range(n)},
        "points": {names[seat]: s.points[seat] for seat in range(n)},
        "raiders": {names[seat]: s.raiders[seat] for seat in range(n)},
        "church": {names[seat]: s.church[seat] for seat in range(n)},
        "track": {names[seat]: s.track[seat] for seat in range(n)},
        "towns": _towns(state),
        "claims": {region: {"up": bool(s.up >> i & 1), "holder": _player(state, s.holder[i])}
                   for i, region in enumerate(words.REGIONS)},
        "marriages": {names[seat]: [weddings[s.wed[seat][i]] for i in range(s.n_wed[seat])] for seat in range(n)},
        "princess": _princess(state),
        "hands": {names[seat]: _cards(s.hand[seat]) for seat in range(n)},
        "trick": _trick(state),
    }


# -- positions -----------------------------------------------------------------------------------------------------


cdef dict _position(BoruState state, observer):
    """All keys of a position but `game` and `version`; what the observer does not know is `?`.

    So is all that was drawn because the state was read from a view, to whoever asks but the reader of that view.
    """
    cdef const BoruC* s = &state.c
    cdef int viewer = NONE if observer is None else observer, seat
    cdef int knower = viewer if s.viewer == NONE or s.viewer == viewer else NONE
    cdef bint hides_lead = viewer != NONE and s.actor != viewer and (
        s.stage == _struct.TOWN or s.stage == _struct.LEAD)
    names = state.rules.players
    keys = {"players": state.r.n_players}
    if state.rules.short_size:
        keys["short"] = state.rules.short_size
    keys.update(_table(state))
    keys["decision"] = words.LEADING if hides_lead else words.DECISIONS[s.stage]
    keys["player"] = None if s.stage == OVER else names[s.actor]
    if hides_lead:
        keys["active"] = None
    if viewer != NONE:
        keys["hands"] = {name: cards if seat == knower else ["?"] * len(cards)
                         for seat, (name, cards) in enumerate(keys["hands"].items())}
    if s.card != NONE:
        keys["action"] = {"card": s.card + 1, "use": s.mode, "symbol": s.symbol}
    if s.loser != NONE:
        keys["loser"] = names[s.loser]
    if _struct.PICK <= s.stage <= _struct.LIBERATE:
        keys["played"] = {names[seat]: _cards(s.played[seat]) for seat in range(state.r.n_players)}
        lacks = {names[seat]: _cards(s.lacks[seat]) for seat in range(state.r.n_players) if s.lacks[seat]}
        if lacks:
            keys["lacks"] = lacks
        owns = {names[seat]: _cards(s.owns[seat]) for seat in range(state.r.n_players) if s.owns[seat]}
        if owns:
            keys["owns"] = owns
        keys["draft"] = None if s.is_plain else {
            names[seat]: _draft(state, seat) if viewer == NONE or knower == seat else "?"
            for seat in range(state.r.n_players)}
        keys["aside"] = None if s.asides[s.round - 1] == NONE else "?" if viewer != NONE else s.asides[s.round - 1] + 1
    keys.update(_decks(state, viewer))
    return keys


cdef dict _draft(BoruState state, int seat):
    """What a player received and picked in each pass."""
    cdef const BoruC* s = &state.c
    cdef int k, j, packet, n_seen = s.pass_ + 1 if s.stage == _struct.PICK else s.pass_
    cdef uint32_t cards
    received = []
    picked = []
    for k in range(n_seen):
        packet = (seat + state.r.n_players * 4 - k) % state.r.n_players
        cards = s.packet[packet]
        for j in range(k, 4):
            cards |= s.pick[packet][j]
        received.append(_cards(cards))
        if s.pick[packet][k]:
            picked.append(_cards(s.pick[packet][k]))
    return {"received": received, "picked": picked}


cdef dict _decks(BoruState state, int viewer):
    """Both decks as they lay after setup, and the deals of rounds to come."""
    cdef const BoruC* s = &state.c
    cdef int i, k, seat
    names = state.rules.players
    last = state.r.n_rounds - 1
    keys = {
        "viking_deck": [s.viking[i] if i < s.round or viewer == NONE else "?" for i in range(state.r.n_vikings)],
        "marriage_deck": [state.rules.weddings[s.marriage[i]] if i < s.round or viewer == NONE or i == last else "?"
                          for i in range(state.r.n_rounds)],
    }
    if viewer == NONE:
        keys["deals"] = [{names[seat]: _cards(s.deals[k][seat]) for seat in range(state.r.n_players)}
                         | ({} if s.asides[k] == NONE else {"aside": s.asides[k] + 1})
                         for k in range(s.round, state.r.n_rounds)]
    return keys


cdef dict _result(BoruState state):
    cdef ScoreC score
    cdef double points[8]
    cdef double wins[8]
    cdef int seat
    names = state.rules.players
    score_all(&state.c, state.r, &score)
    for seat in range(state.r.n_players):
        points[seat] = score.total[seat]
    share_win(&state.c, state.r, points, wins)
    return {
        "points": {name: score.total[seat] for seat, name in enumerate(names)},
        "parts": {name: {"track": score.track[seat], "coins": score.coins[seat], "marker": score.marker[seat],
                         "renown": score.renown[seat], "claims": score.claims[seat], "shared": score.shared[seat],
                         "regions": score.regions[seat]} for seat, name in enumerate(names)},
        "winners": [name for seat, name in enumerate(names) if wins[seat] > 0],
    }


# -- dealing and loading -------------------------------------------------------------------------------------------


def new(game, Rng rng not None):
    """Deal a game: R11 to R17, and all deals of the draft (R20)."""
    cdef BoruState state = blank(BoruState, game)
    cdef BoruC* s = &state.c
    cdef const RulesC* r = state.r
    cdef int seat, k
    start = state.rules.parts.start
    clear_table(s)
    for seat in range(r.n_players):
        s.coins[seat] = start["coins"]
        s.renown[seat] = start["renown"]
        s.points[seat] = start["points"]
    strengths = list(state.rules.parts.strengths)
    weddings = list(range(_struct.N_WEDDINGS))
    if not state.rules.short_size:
        rng.shuffle(strengths)
        rng.shuffle(weddings)
        s.marker = s.actor = <int8_t> rng.below(r.n_players)
        interventions.bring_first(weddings, state.rules.weddings, game.options["wedding"])
    for k in range(r.n_vikings):
        s.viking[k] = strengths[k]
    for k in range(r.n_rounds):
        s.marriage[k] = weddings[k] if k + 1 < r.n_rounds else _struct.PRINCESS
        deal_round(s, r, k, rng.stream)
    bring_cards(s, r, interventions.dealt_mask(game.options), rng.stream)
    if state.rules.short_size:
        for seat in range(r.n_players):
            s.discs[seat] = r.started[seat]
        s.actor = <int8_t> (r.n_players - 1)
    advance(s, r)
    return state


def load(game, shot):
    """Return the state of a position that was read and checked (position.py), or None if nobody has a choice in it."""
    cdef BoruState state = blank(BoruState, game)
    cdef BoruC* s = &state.c
    cdef int seat, k
    clear_table(s)
    for name in ("coins", "renown", "points", "raiders", "church", "track", "discs", "hand", "played", "lacks", "owns"):
        _load_players(s, name, getattr(shot, name))
    for seat in range(state.r.n_players):
        s.packet[seat] = shot.packet[seat]
        s.laid[seat] = shot.laid[seat]
        if s.laid[seat] != NONE:
            s.in_trick |= <uint32_t> bit(s.laid[seat])
        s.n_wed[seat] = <int8_t> len(shot.wed[seat])
        for k in range(s.n_wed[seat]):
            s.wed[seat][k] = shot.wed[seat][k]
        for k in range(4):
            s.pick[seat][k] = shot.pick[seat][k]
    s.n_trick = <int8_t> len(shot.trick)
    for k in range(state.r.n_rounds):
        s.marriage[k] = shot.marriage[k]
        s.asides[k] = shot.asides[k]
        for seat in range(state.r.n_players):
            s.deals[k][seat] = shot.deals[k][seat]
    for k in range(state.r.n_vikings):
        s.viking[k] = shot.viking[k]
    for k in range(N_REGIONS):
        s.holder[k] = shot.holder[k]
    _load_rest(s, shot)
    if s.n_trick == state.r.n_players:
        s.winning = find_winner(s, state.r)
    s.options = 0 if s.stage == OVER else find_options(s, state.r)
    return None if s.stage != OVER and n_choices(s) < 2 else state


cdef _load_players(BoruC* s, name, values):
    cdef int seat
    for seat, value in enumerate(values):
        if name == "coins":
            s.coins[seat] = value
        elif name == "renown":
            s.renown[seat] = value
        elif name == "points":
            s.points[seat] = value
        elif name == "raiders":
            s.raiders[seat] = value
        elif name == "church":
            s.church[seat] = value
        elif name == "track":
            s.track[seat] = value
        elif name == "discs":
            s.discs[seat] = value
        elif name == "hand":
            s.hand[seat] = value
        elif name == "played":
            s.played[seat] = value
        elif name == "lacks":
            s.lacks[seat] = value
        else:
            s.owns[seat] = value


cdef _load_rest(BoruC* s, shot):
    s.vikings = shot.vikings
    s.monasteries = shot.monasteries
    s.up = <uint8_t> shot.up
    s.battle = shot.battle
    s.princess = shot.princess
    s.use = shot.use
    s.round = shot.round
    s.marker = shot.marker
    s.stage = shot.stage
    s.actor = shot.actor
    s.loser = shot.loser
    s.pass_ = shot.pass_
    s.leader = shot.leader
    s.active = shot.active
    s.card = shot.card
    s.mode = shot.mode
    s.symbol = shot.symbol
    s.is_plain = shot.is_plain
    s.viewer = shot.viewer


def parse(game, text):
    """Read what `text` wrote."""
    from kingmaker.games.brian_boru.position import read_text
    return read_text(game, str(text))
