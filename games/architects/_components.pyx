"""The components as flat C tables: what the rules look up, shared by all states of a game."""
from libc.stdint cimport int8_t, uint16_t, uint64_t
from libc.string cimport memset

from kingmaker.games.architects cimport _struct
from kingmaker.games.architects._struct cimport (
    MOST_SEATS, N_BASE, N_CARDS, N_GOODS, N_MARKET, N_PLACES, TOP_WORTH, CostC, GainC, SectionC)
from kingmaker.games.core._bits cimport bit

from functools import lru_cache

from kingmaker.errors import shown
from kingmaker.games.architects import components, interventions, names as words
from kingmaker.games.errors import KingmakerError


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


cdef void _forbid(RulesC* r, seat, banned) noexcept:
    """Write down what a seat may not do; interventions.py has the masks."""
    cdef int i = seat
    r.no_apprentice[i] = banned["apprentices"]
    r.no_building[i] = banned["buildings"]
    r.no_word[i] = banned["words"]
    r.no_place[i] = banned["places"]


cdef class Rules:
    """The components as the rules use them, for one set of options; shared by all states of a game."""

    def __cinit__(self, parts, humans, wonders, opponent, brief):
        cdef int i
        self._check_sizes(parts, humans, wonders, opponent, brief)
        parts = self.parts
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

    cdef _check_sizes(self, parts, humans, wonders, opponent, brief):
        """Refuse what the struct has no room for; the components are those of `raw`, whatever else was made by hand."""
        if not isinstance(parts, components.Components):
            raise TypeError(f"architects: expected Components, got {shown(parts)}")
        self.parts = components.parse_components(parts.raw)
        if self.parts != parts:
            raise KingmakerError("architects: expected Components as parse_components makes them, got other values")
        sizes = {
            f"1 to {MOST_SEATS} seats": humans in range(1, MOST_SEATS + 1 - (opponent != _struct.NONE)),
            "with or without wonders": wonders in (0, 1),
            "an opponent that is there, and the wonders it needs": opponent == _struct.NONE or (
                wonders and opponent in range(len(self.parts.opponents))),
            f"an exercise of 0 to {components.MOST_SHORT} turns": brief in range(components.MOST_SHORT + 1),
        }
        for rule, kept in sizes.items():
            if not kept:
                raise KingmakerError(f"architects: expected {rule}")

    cdef _set_sizes(self, int brief):
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
        self.r.loose_contributions = 0 if brief or not self.r.wonders else _struct.N_CONTRIBUTIONS
        self.r.loose_future = 0 if brief else 1
        self.r.hall, self.r.reset_at[0], self.r.reset_at[1] = parts.hall[self.r.n_seats]

    cdef _set_tracks(self):
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

    cdef _set_apprentice(self, int i, card):
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

    cdef _set_building(self, int i, card):
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

    cdef _set_cards(self):
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

    cdef _set_contribution(self, int i, card):
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

    cdef _set_boards(self, int opponent):
        cdef int i
        for i, board in enumerate(self.parts.boards):
            _set_gain(&self.r.board[i].extra, board.extra)
            self.r.board[i].prison = board.prison
            self.r.board[i].silver = board.silver
            self.r.board[i].virtue = board.virtue
            self.r.board[i].influence = board.influence
            self.r.board[i].ability = 1 + i
        for i in range(N_PLACES + 1):
            self.r.capture_worth[i] = TOP_WORTH - 99
        for i in range(N_PLACES):
            self.r.token_rank[i] = 99
        if opponent >= 0:
            board = self.parts.opponents[opponent]
            for i, place in enumerate(board.captures):
                self.r.capture_worth[<int> place] = TOP_WORTH - i
            for i, place in enumerate(board.tokens):
                if place < N_PLACES:
                    self.r.token_rank[<int> place] = i

    @property
    def n_columns(self):
        """Columns of the display."""
        return self.r.n_columns


@lru_cache(maxsize=64)
def _load_rules(path, humans, wonders, opponent, brief, ban, ban_p1):
    cdef Rules found = Rules(components.read_components(path or None), humans, wonders, opponent, brief)
    for seat in range(humans):
        _forbid(&found.r, seat, interventions.banned({"ban": ban, "ban_p1": ban_p1}, seat))
    return found


def rules_of(game):
    """Return the tables of a game with its options chosen, read once."""
    found = game.__dict__.get("_rules")
    if found is None:
        options = game.options
        number = -1 if options["opponent"] == "none" else int(options["opponent"][1:]) - 1
        found = game.__dict__["_rules"] = _load_rules(
            options["data"], options["players"], options["wonders"], number, options["short"], options["ban"],
            options["ban_p1"])
    return found
