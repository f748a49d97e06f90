"""The components as the rules use them: tiles, treasures, bans and learned weights in C, worked out once a game."""
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t

from kingmaker.games.two_heirs cimport _struct
from kingmaker.games.core._bits cimport bit, n_bits
from kingmaker.games.two_heirs._scoring cimport colour_counted, first_craft, second_craft
from kingmaker.games.two_heirs._solo cimport step_x, step_y
from kingmaker.games.two_heirs._struct cimport N_TILES, N_TOKENS, N_WORTH_STAGES, START

from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from kingmaker.errors import shown
from kingmaker.games.errors import KingmakerError
from kingmaker.games.two_heirs import components, interventions
from kingmaker.games.two_heirs.weights import KINDS as _KINDS, LEARNING, MODES as _MODES, PATH
from kingmaker.games.core.weights import read_weights

MAKES = {"sawmill": 0, "quarry": 1, "farm": 2}


def _check_kinds(tiles, treasures):
    """Refuse what are no rows of the tables."""
    for rows, kind in ((tiles, components.Tile), (treasures, components.Treasure)):
        for row in rows:
            if not isinstance(row, kind):
                raise TypeError(f"two-heirs: expected rows of the type {kind.__name__}, got {shown(row)}")


def _check_sizes(tiles, number, treasures, token):
    """Refuse what the struct has no room for; tables that were read from a file have been checked before."""
    if not len(tiles) == len(number) == N_TILES or not len(treasures) == len(token) == N_TOKENS:
        raise KingmakerError(f"two-heirs: expected {N_TILES} different tiles and {N_TOKENS} different treasures, got "
                             f"{len(number)} and {len(token)}")
    for tile in tiles:
        if len(tile.roads.split("+")) > 4:      # an edge each
            raise KingmakerError(f"two-heirs: tile {tile.id}: expected at most four roads, got {tile.roads!r}")
    for treasure in treasures:
        if len(treasure.pair) > 2 or len(treasure.places) > 2:
            raise KingmakerError(f"two-heirs: treasure {treasure.id}: expected at most two colours and two places")


cdef class Rules:
    """The tiles in play and the treasure tokens, as the rules use them; shared by all states of a game."""

    def __cinit__(self, tiles, treasures, forbidden=((), ()), weights=None):
        cdef int i, j
        self.tiles = tuple(tiles)
        self.treasures = tuple(treasures)
        _check_kinds(self.tiles, self.treasures)
        self.number = MappingProxyType({tile.id: i for i, tile in enumerate(self.tiles)})
        self.token = MappingProxyType({treasure.id: i for i, treasure in enumerate(self.treasures)})
        _check_sizes(self.tiles, self.number, self.treasures, self.token)
        for i in range(512):
            self.r.pop[i] = <uint8_t> n_bits(i)
        for i in range(512):
            for j in range(8):
                if i >> (4 + 3 * step_y(j) + step_x(j)) & 1:
                    self.r.directions[i] |= <uint8_t> (1 << j)
        for i in range(16):
            for j in range(4):
                self.r.sides[i] |= <uint8_t> ((i >> j & 1) << (2 * j))
                self.r.faced[i] |= <uint8_t> ((i >> j & 1) << (2 * ((j + 2) & 3)))
        for i in range(N_TILES, _struct.N_PLACES + 1):
            self.r.kind[i] = self.r.colour[i] = -1
        for i in range(3):
            self._set_terrain(START + i, i)
        for i in range(N_TILES):
            self._set_tile(i, self.tiles[i])
        for i in range(N_TILES):
            self._set_counted(i, self.tiles[i])
        self.r.of_colour[3] = self.r.of_colour[0] | self.r.of_colour[1] | self.r.of_colour[2]
        for i in range(-2, 3):
            for j in range(-2, 3):
                self._set_overlap(i, j)
        for i in range(N_TOKENS):
            self._set_token(i, self.treasures[i])
        for i in range(2):
            self._set_allowed(i, forbidden[i])
        self._set_kinds()
        self._set_weights(read_weights(LEARNING, PATH if weights is None else weights))

    cdef _set_kinds(self):
        """What a new tile of a colour may change the points of, and what a building may."""
        cdef int i, kind, colour
        for i in range(N_TILES):
            kind = self.r.kind[i]
            if kind == _struct.INN or kind == _struct.WATCHTOWER:
                self.r.upright |= bit(i) if self.r.param[i] else 0
            if (_struct.BAKERY <= kind <= _struct.LODGE or _struct.BASKETRY <= kind <= _struct.COOPERAGE
                    or kind in (_struct.TRADING_POST, _struct.FORTRESS, _struct.GUARDHOUSE)):
                self.r.by_building |= bit(i)
            for colour in range(3):
                self._set_near(i, kind, colour)
        for i in range(N_TILES):
            self._set_anywhere(i)

    cdef _set_near(self, int i, int kind, int colour):
        """Whether a building looks at tiles of a colour in its line, around it, or in its groups."""
        if kind == _struct.INN or (kind == _struct.WATCHTOWER and self.r.colour[i] == colour):
            self.r.by_line[colour] |= bit(i)
        elif kind == _struct.MARKET:
            self.r.by_side[colour] |= bit(i)
        elif _struct.BASKETRY <= kind <= _struct.COOPERAGE and (
                first_craft(kind) == colour or second_craft(kind) == colour):
            if self.r.param[i]:
                self.r.by_corner[colour] |= bit(i)
            else:
                self.r.by_side[colour] |= bit(i)
        elif _struct.MILL <= kind <= _struct.COWSHED and colour_counted(kind) == colour:
            self.r.by_group[colour] |= bit(i)

    cdef _set_anywhere(self, int i):
        """Which buildings count a building wherever it stands."""
        cdef int kind = self.r.kind[i], j
        for j in range(N_TILES):
            if (self.r.counted[j] & bit(i)
                    or (_struct.BAKERY <= self.r.kind[j] <= _struct.LODGE
                        and colour_counted(self.r.kind[j]) == self.r.colour[i])
                    or (self.r.kind[j] == _struct.FORTRESS and kind in (_struct.TOWER, _struct.FORTRESS))):
                self.r.by_own[i] |= bit(j)
        if kind == _struct.WATCHTOWER:
            self.r.by_any[i] = self.r.of_kind[_struct.GUARDHOUSE]

    cdef _set_weights(self, weights):
        """The policy's and the evaluation's."""
        cdef int mode, stage, i
        for mode, name in enumerate(_MODES):
            for i, weight in enumerate(weights["policy"][name]):
                self.r.policy[mode][i] = weight
            for stage in range(N_WORTH_STAGES):
                for i, weight in enumerate(weights["value"][name][stage]):
                    self.r.value[mode][stage][i] = weight
                self.r.spread[mode][stage] = weights["spread"][name][stage]

    cdef _set_allowed(self, int player, forbidden):
        """What a player may do; see interventions.py."""
        self.r.buildable[player] = bit(N_TILES) - 1
        for tile in self.tiles:
            if tile.id in forbidden:
                self.r.buildable[player] &= ~bit(self.number[tile.id])
        self.r.flippable[player] = 0 if "camps" in forbidden else self.r.of_kind[_struct.CAMP]
        self.r.besieging[player] = 0 if "sieges" in forbidden else self.r.of_kind[_struct.TOWER]
        self.r.road_points[player] = "roads" not in forbidden

    cdef _set_terrain(self, int tile, int colour):
        self.r.colour[tile] = <int8_t> colour
        self.r.gives[tile] = <uint32_t> 1 << (8 * colour)
        self.r.of_colour[colour] |= bit(tile)

    cdef _set_tile(self, int i, tile):
        cdef int kind = _KINDS.index(tile.building), n, edge, owner, laid
        self._set_terrain(i, components.TERRAINS.index(tile.terrain))
        self.r.kind[i] = <int8_t> kind
        self.r.of_kind[kind] |= bit(i)
        for n, cost in enumerate((tile.wood, tile.stone, tile.wheat)):
            self.r.cost[i] |= <uint32_t> min(cost, 99) << (8 * n)   # nobody ever has access to 99
        if tile.building in MAKES:
            self.r.makes[i] = <uint32_t> 1 << (8 * <int> MAKES[tile.building])
        self.r.param[i] = tile.param in ("column", "corners")
        roads = tile.roads.split("+") if tile.roads else []
        self.r.n_roads[i] = <int8_t> len(roads)
        for owner in range(2):
            for edge in range(4):
                laid = (edge + 2 * owner) & 3       # White's tiles lie turned by 180 degrees
                self.r.road_of[owner][i][laid] = -1
                for n, road in enumerate(roads):
                    if components.EDGES[edge] in road:
                        self.r.road_of[owner][i][laid] = <int8_t> n
                        self.r.ends[owner][i] |= <uint8_t> (1 << laid)
                        self.r.end_mask[owner][laid] |= bit(i)

    cdef _set_counted(self, int i, tile):
        cdef int j
        for j in range(N_TILES):
            other = self.tiles[j]
            if tile.building == "trading-post" and other.building in tile.param.split("+"):
                self.r.counted[i] |= bit(j)
            if other.building == "guildhall" and other.param == tile.building:
                self.r.counted[i] |= bit(j)

    cdef _set_overlap(self, int dx, int dy):
        cdef int x, y, mask = 0
        for y in range(-1, 2):
            for x in range(-1, 2):
                if abs(x - dx) <= 1 and abs(y - dy) <= 1:
                    mask |= 1 << (3 * (y + 1) + x + 1)
        self.r.overlap[5 * (dy + 2) + dx + 2] = <uint16_t> mask

    cdef _set_token(self, int i, treasure):
        cdef int n, direction
        self.r.token_kind[i] = <int8_t> components.KINDS.index(treasure.kind)
        for n, colour in enumerate(treasure.pair):
            self.r.token_colour[i][n] = <int8_t> components.COLOURS.index(colour)
            self.r.token_wants[i] |= <uint8_t> (7 if self.r.token_colour[i][n] == _struct.BROWN
                                                else 1 << self.r.token_colour[i][n])
        for n, place in enumerate(treasure.places):
            direction = components.CELLS.index(place)
            self.r.token_dx[i][n] = <int8_t> step_x(direction)
            self.r.token_dy[i][n] = <int8_t> step_y(direction)


@lru_cache(maxsize=64)
def _load_rules(sets, tiles, treasures, weights, *banned):
    in_play = [tile for tile in components.read_tiles(tiles or None) if tile.set in sets.split(",")]
    options = dict(zip(("mode", "ban", "ban_blue", "ban_white"), banned, strict=True))
    return Rules(in_play, components.read_treasures(treasures or None), interventions.forbidden(options, in_play),
                 Path(weights) if weights else None)


def rules_of(game):
    """Return the rules of a game with its options chosen, read once."""
    found = game.__dict__.get("_rules")
    if found is None:
        names = "sets", "tiles", "treasures", "weights", "mode", "ban", "ban_blue", "ban_white"
        found = game.__dict__["_rules"] = _load_rules(*(game.options[name] for name in names))
    return found
