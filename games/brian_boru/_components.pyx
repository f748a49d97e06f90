"""The components as the rules use them: cards, towns, roads and rewards in C, worked out once a game."""
from libc.stdint cimport int8_t, uint32_t

from kingmaker.games.brian_boru cimport _struct
from kingmaker.games.brian_boru._struct cimport N_CARDS, N_REGIONS, NONE
from kingmaker.games.core._bits cimport bit

from functools import lru_cache
from types import MappingProxyType

from kingmaker.errors import shown
from kingmaker.games.brian_boru import components, interventions, names as words
from kingmaker.games.errors import KingmakerError


cdef class Rules:
    """The components as the rules use them, for one number of players; shared by all states of a game."""

    def __cinit__(self, parts, players, short_size, princess):
        cdef int i
        self._check_sizes(parts, players, short_size)
        self.parts = parts
        self.short_size = short_size
        self.players = words.PLAYERS[:players]
        self.towns = tuple(town.id for town in parts.towns)
        self.number = MappingProxyType({town: i for i, town in enumerate(self.towns)})
        self.weddings = (*(card.name for card in parts.weddings), words.PRINCESS)
        self.r.n_players = players
        self.n_rounds = self.r.n_rounds = 1 if short_size else parts.rounds[players]
        self.r.n_vikings = 1 if short_size else _struct.N_VIKINGS
        self.r.hand_size = short_size or parts.deal[players]
        self.cards = tuple(_short_deck(players * short_size + (short_size == 2)) if short_size
                           else range(1, N_CARDS + 1))
        for i in self.cards:
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

    cdef _check_sizes(self, parts, players, short_size):
        """Refuse what the struct has no room for; components that were read from a file have been checked before."""
        if not isinstance(parts, components.Components):
            raise TypeError(f"brian-boru: expected Components, got {shown(parts)}")
        sizes = {
            f"3 to {_struct.MOST_PLAYERS} players": players in range(3, _struct.MOST_PLAYERS + 1),
            "an exercise of 0 to 3 cards": short_size in range(4),
            f"at most {_struct.MOST_TOWNS} towns": 0 < len(parts.towns) <= _struct.MOST_TOWNS,
            f"{N_CARDS} cards": len(parts.cards) == N_CARDS,
            f"one or two actions of at most {_struct.MOST_SYMBOLS} symbols beside a card's first": all([
                len(card.secondary) in (1, 2) and max([len(action) for action in (card.primary, *card.secondary)])
                <= _struct.MOST_SYMBOLS for card in parts.cards]),
            f"{_struct.N_WEDDINGS} marriage cards": len(parts.weddings) == _struct.N_WEDDINGS,
            f"{N_REGIONS} regions": len(parts.regions) == N_REGIONS and len(parts.spread) == N_REGIONS + 1,
            f"a track of at most {_struct.MOST_SPACES} spaces": 0 < len(parts.track) <= _struct.MOST_SPACES,
            f"at most {_struct.MOST_ROUNDS} rounds": short_size or (
                0 < parts.rounds.get(players, 0) <= _struct.MOST_ROUNDS),
        }
        for rule, kept in sizes.items():
            if not kept:
                raise KingmakerError(f"brian-boru: expected {rule}")

    @property
    def deck(self):
        """The numbers of the cards in use."""
        return list(self.cards)

    cdef _set_town(self, int i, town):
        self.r.towns |= bit(i)
        self.r.region[i] = <int8_t> words.REGIONS.index(town.region)
        self.r.colour[i] = <int8_t> words.COLOURS.index(town.colour)
        self.r.of_region[self.r.region[i]] |= bit(i)
        self.r.of_colour[self.r.colour[i]] |= bit(i)

    cdef _set_card(self, int i, card):
        cdef int mode, k, suit = words.SUITS.index(card.suit)
        self.r.of_suit[suit] |= <uint32_t> bit(i)
        self.r.n_secondary[i] = <int8_t> len(card.secondary)
        for mode, action in enumerate((card.primary, *card.secondary)):
            self.r.n_symbols[i][mode] = <int8_t> len(action)
            for k, symbol in enumerate(action):
                self.r.symbols[i][mode][k] = <int8_t> words.SYMBOLS.index(symbol)

    cdef _set_roads(self):
        cdef int a, b
        for ends in self.parts.roads:
            a, b = [self.number[end] for end in ends]
            self.r.near[a] |= bit(b)
            self.r.near[b] |= bit(a)

    cdef _set_rewards(self):
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

    cdef _set_started(self):
        """A short game's discs: everywhere, in turn, but in the smallest region of two towns or more."""
        cdef int i, seat = 0, free
        sizes = [sum(1 for i in range(len(self.towns)) if self.r.region[i] == region) for region in range(N_REGIONS)]
        free = _smallest_region(sizes)
        for i in range(len(self.towns)):
            if self.r.region[i] != free:
                self.r.started[seat] |= bit(i)
                seat = (seat + 1) % self.r.n_players

    @property
    def started(self):
        """The towns with each player's discs at the beginning, as masks."""
        return [self.r.started[seat] for seat in range(self.r.n_players)]


def _smallest_region(sizes):
    """Return which region has fewest towns, two at least."""
    return min(range(len(sizes)), key=lambda region: (sizes[region] < 2, sizes[region]))


def _short_deck(n):
    """Return so many cards, spread over the values."""
    return [1 + i * N_CARDS // n for i in range(n)]


@lru_cache(maxsize=64)
def _load_rules(path, players, short_size, princess):
    return Rules(components.read_components(path or None), players, short_size, princess)


def rules_of(game):
    """Return the rules of a game with its options chosen, read once."""
    found = game.__dict__.get("_rules")
    if found is None:
        options = game.options
        names = "data", "players", "short", "princess"
        found = game.__dict__["_rules"] = _load_rules(*(options[name] for name in names))
    return found
