"""The components as the rules use them: cards, towns, roads and rewards in C, worked out once a game."""
from libc.stdint cimport int8_t, uint32_t

from kingmaker.games.brian_boru cimport _struct
from kingmaker.games.brian_boru._struct cimport N_CARDS, N_REGIONS, NONE
from kingmaker.games.core._bits cimport bit

from functools import cache

from kingmaker.games.brian_boru import components, interventions, names as words


cdef class Rules:
    """The components as the rules use them, for one number of players; shared by all states of a game."""

    def __cinit__(self, parts, players, short_size, princess):
        cdef int i
        self.parts = parts
        self.short_size = short_size
        self.players = words.PLAYERS[:players]
        self.towns = tuple(town.id for town in parts.towns)
        self.number = {town: i for i, town in enumerate(self.towns)}
        self.weddings = (*(card.name for card in parts.weddings), words.PRINCESS)
        self.r.n_players = players
        self.n_rounds = self.r.n_rounds = 1 if short_size else parts.rounds[players]
        self.r.n_vikings = 1 if short_size else _struct.N_VIKINGS
        self.r.hand_size = short_size or parts.deal[players]
        self.deck = _short_deck(players * short_size + (short_size == 2)) if short_size else list(range(1, N_CARDS + 1))
        for i in self.deck:
            self.r.deck |= <uint32_t> bit(i - 1)
        for i, town in enumerate(parts.towns):
            self._set_town(i, town)
        for i in range(N_CARDS):
            self._set_card(i, parts.cards[i])
        for i in range(3):
            self.r.fitting[i] = self.r.of_suit[i] | self.r.of_suit[_struct.WHITE]
        self._set_roads()
        self._set_rewards()
        if short_size:
            self._set_started()
        self.r.uses = interventions.uses(princess)
        self.r.most_points = components.most_points(parts, self.n_rounds, self.r.hand_size - 1)

    def _set_town(self, int i, town):
        self.r.towns |= bit(i)
        self.r.region[i] = <int8_t> words.REGIONS.index(town.region)
        self.r.colour[i] = <int8_t> words.COLOURS.index(town.colour)
        self.r.of_region[self.r.region[i]] |= bit(i)
        self.r.of_colour[self.r.colour[i]] |= bit(i)

    def _set_card(self, int i, card):
        cdef int mode, k, suit = words.SUITS.index(card.suit)
        self.r.of_suit[suit] |= <uint32_t> bit(i)
        self.r.n_secondary[i] = <int8_t> len(card.secondary)
        for mode, action in enumerate((card.primary, *card.secondary)):
            self.r.n_symbols[i][mode] = <int8_t> len(action)
            for k, symbol in enumerate(action):
                self.r.symbols[i][mode][k] = <int8_t> words.SYMBOLS.index(symbol)

    def _set_roads(self):
        cdef int a, b
        for ends in self.parts.roads:
            a, b = (self.number[end] for end in ends)
            self.r.near[a] |= bit(b)
            self.r.near[b] |= bit(a)

    def _set_rewards(self):
        cdef int i
        parts = self.parts
        for i, region in enumerate(parts.regions):
            self.r.threshold[i] = region.threshold
            self.r.value[i] = region.points
        for i, points in enumerate(parts.spread):
            self.r.spread[i] = points
        for i, benefit in enumerate(parts.track):
            self.r.track_coins[i] = benefit.count("coin")
            self.r.track_renown[i] = benefit.count("renown")
            self.r.track_town[i] = benefit.count("any_town")
        self.r.top = <int8_t> (len(parts.track) - 1)
        for i, card in enumerate(parts.weddings):
            self.r.wedding_points[i] = card.points
            self.r.wedding_renown[i] = card.renown
            self.r.wedding_region[i] = NONE if card.region is None else words.REGIONS.index(card.region)
        self.r.spurn_points = parts.spurn
        self.r.more_cost = parts.more_cost
        self.r.expand_cost = parts.expand_cost

    def _set_started(self):
        """A short game's discs: everywhere, in turn, but in the smallest region of two towns or more."""
        cdef int i, seat = 0, free
        sizes = [sum(1 for i in range(len(self.towns)) if self.r.region[i] == region) for region in range(N_REGIONS)]
        free = min(range(N_REGIONS), key=lambda region: (sizes[region] < 2, sizes[region]))
        for i in range(len(self.towns)):
            if self.r.region[i] != free:
                self.r.started[seat] |= bit(i)
                seat = (seat + 1) % self.r.n_players

    @property
    def started(self):
        """The towns with each player's discs at the beginning, as masks."""
        return [self.r.started[seat] for seat in range(self.r.n_players)]


def _short_deck(n):
    """Return so many cards, spread over the values."""
    return [1 + i * N_CARDS // n for i in range(n)]


@cache
def _load_rules(path, players, short_size, princess):
    return Rules(components.read_components(path or None), players, short_size, princess)


def rules_of(game):
    """Return the rules of a game with its options chosen, read once."""
    found = game.__dict__.get("_rules")
    if found is None:
        options = game.options
        found = game._rules = _load_rules(*(options[name] for name in ("data", "players", "short", "princess")))
    return found
