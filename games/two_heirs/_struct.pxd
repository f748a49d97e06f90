"""The Two Heirs' state and components as flat C structs, and how tiles lie. Numbers in comments are those of README.md.

A tile is its number among the 27 in play; on the board it is its own place (`x`, `y`). The start tile's building is
never seen, so on the board it is one of three stand-ins, START plus its colour: drawing another world changes nothing
there.

The board has no edges, yet no table of cells is needed: all tiles are connected, so they span at most 27 rows and
columns, and a row or column is found by its number modulo 32. The tiles on a cell are `row[y] & col[x]`; those around a
cell are the union of three rows and that of three columns, intersected.
"""
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from kingmaker.games.core._bits cimport bit, lowest, turn_right

cdef enum:
    N_TILES = 27
    START = 27              # the start tile of colour c is START + c
    NOWHERE = 30            # no tile; of a unit: in the supply
    N_PLACES = 31
    N_TOKENS = 10
    N_KINDS = 24
    GREEN = 0               # colours are terrains and resources: wood,
    GREY = 1                # stone,
    YELLOW = 2              # wheat
    BROWN = 3               # any colour, on treasure tokens
    MAIN = 0
    SIEGE = 1
    DISCARD = 2
    OVER = 3
    NOT_YET = -1            # turns_after while the stack holds tiles
    HAND_LIMIT = 3
    ALL_AROUND = 0x1EF      # a pattern: bit 3 * (dy + 1) + (dx + 1) of the nine cells around one, itself left out
    BLUE = 0
    WHITE = 1
    N_WEIGHTS = 256
    N_WORTHS = 97
    N_WORTH_STAGES = 8      # of the evaluation; the policy has four
    VIEW_HANDS = 1          # and removed tiles
    VIEW_STACK = 2
    VIEW_START = 4
    VIEW_PILE = 8
    VIEW_UNUSED = 16

cdef enum:                  # buildings, in the order of KINDS in _state.pyx
    INN = 0
    MARKET = 1
    PILGRIMAGE = 2
    KEEP = 3
    MILL = 4
    STONEMASON = 5
    COWSHED = 6
    BAKERY = 7
    SMITHY = 8
    LODGE = 9
    CAMP = 10
    FARM = 11
    SAWMILL = 12
    QUARRY = 13
    TRADING_POST = 14
    CATHEDRAL = 15
    TOWER = 16
    FORTRESS = 17
    BASKETRY = 18
    POTTERY = 19
    COOPERAGE = 20
    GUILDHALL = 21
    WATCHTOWER = 22
    GUARDHOUSE = 23

cdef enum:                  # edges, clockwise
    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

cdef enum:
    VERTICAL = 0
    HORIZONTAL = 1
    POSITION = 2


cdef struct RulesC:                 # what the components say of tiles and treasures; shared by all states of a game
    uint32_t of_colour[4]           # tiles, start tiles included, by colour; brown is all
    uint32_t of_kind[N_KINDS]
    uint32_t by_line[3]             # buildings whose points a tile of a colour may change: in their row or column,
    uint32_t by_side[3]             # beside them,
    uint32_t by_corner[3]           # at their corners,
    uint32_t by_group[3]            # in their groups
    uint32_t upright                # those of `by_line` that look along their column
    uint32_t by_own[N_TILES]        # buildings of its owner whose points a building may change anywhere,
    uint32_t by_any[N_TILES]        # and those of either player
    uint32_t by_building            # buildings that count buildings
    uint32_t counted[N_TILES]       # trading post: tiles of the kinds it shows; guildhall and workshop: those halls
    uint32_t end_mask[2][4]         # tiles with a road end on an edge if the player owns them
    uint32_t cost[N_TILES]          # packed: wood, stone, wheat, a byte each
    uint32_t gives[N_PLACES + 1]    # packed: the terrain's resource; nothing at NOWHERE
    uint32_t makes[N_TILES]         # packed: what a farm, sawmill or quarry gives its owner
    uint16_t overlap[25]            # cells around both this tile and one at (dx, dy), by 5 * (dy + 2) + dx + 2
    uint8_t pop[512]                # bits set in a pattern
    uint8_t directions[512]         # a pattern as directions, bit 0 north, clockwise
    uint8_t sides[16]               # edges, bit 1 << edge, as directions
    uint8_t faced[16]               # the directions from which those edges are faced
    int8_t colour[N_PLACES + 1]
    int8_t kind[N_PLACES + 1]       # -1 for start tiles
    int8_t param[N_TILES]           # inn and watchtower: 0 row, 1 column; workshop: 0 sides, 1 corners
    uint8_t ends[2][N_TILES]        # edges with a road end, bit 1 << edge, as they lie for each owner
    int8_t road_of[2][N_TILES][4]   # which of the tile's roads ends on an edge, -1 none
    int8_t n_roads[N_TILES]
    uint32_t buildable[2]           # what each player may build; all, unless an option forbids some
    uint32_t flippable[2]           # camps, or none
    uint32_t besieging[2]           # siege towers, or none
    int road_points[2]              # what a road's lead is worth, 1 or 0
    int8_t token_kind[N_TOKENS]
    uint8_t token_wants[N_TOKENS]   # colours that it waits for, bit 1 << colour
    int8_t token_colour[N_TOKENS][2]
    int8_t token_dx[N_TOKENS][2]
    int8_t token_dy[N_TOKENS][2]
    double policy[2][N_WEIGHTS]     # by mode: weights of `_features.pxd`
    double value[2][N_WORTH_STAGES][N_WORTHS]    # by mode and stage of the evaluation: weights of `_value.pxd`
    double spread[2][N_WORTH_STAGES]             # and how far final margins were from it


cdef struct HeirsC:
    uint64_t supply                 # six bytes clockwise from the shield, lowest first; NOWHERE is empty
    uint32_t row[32]                # tiles by y modulo 32
    uint32_t col[32]                # tiles by x modulo 32
    uint32_t stand[32]              # by y, bit x: a tile on which no unit stands
    uint32_t own[2]                 # buildings on the board, by owner
    uint32_t hand[2]
    uint32_t made[2]                # cache, packed: what the player's farms, sawmills and quarries give
    uint32_t board                  # all tiles on the board
    uint32_t targets                # SIEGE: what may still be destroyed
    uint32_t vague[2]               # tiles in a hand that the other player knows nothing of (views, rule 8)
    uint32_t tinted[2]              # tiles in a hand of which the other player knows only the colour
    uint32_t lost_vague             # the same of removed tiles; nobody knows more
    uint32_t lost_tinted
    uint16_t near[N_PLACES + 1]     # cache: pattern of the empty cells around each tile on the board
    int8_t x[N_PLACES + 1]
    int8_t y[N_PLACES + 1]
    int8_t unit[2][3]               # tiles on which the elite and the two regular units stand, regulars in order
    uint8_t moved                   # bit i: unit i of whose turn it is has moved
    int8_t player
    int8_t phase
    int8_t taken
    int8_t discounts
    int8_t turns_after
    int8_t n_supply
    int8_t n_stack
    int8_t stack[N_TILES]           # the top is the last
    int8_t start_tile               # hidden
    int8_t start                    # START + its colour
    int8_t is_solo
    int8_t is_view                  # VIEW_...: read from a position with unknowns, these parts
    int8_t is_blind                 # not even the colour of the stack's top is known
    int8_t henry[3]                 # Henry's units, by colour
    int8_t last                     # Blue's last building, or NOWHERE
    int8_t n_pile
    int8_t pile[N_TOKENS]           # treasures; the top is the last
    int8_t n_laid
    int8_t laid_on[N_TOKENS]        # the tile under each treasure on the board, in the order in which they were laid
    int8_t laid[N_TOKENS]
    uint16_t unused                 # tokens removed at setup
    uint16_t gone                   # tokens that were met
    int16_t outcome                 # label of what the last action turned up, 0 nothing


cdef inline void clear_board(HeirsC* s) noexcept nogil:
    """No tile anywhere, no unit."""
    cdef int i
    for i in range(32):
        s.row[i] = s.col[i] = s.stand[i] = 0
        s.near[i] = 0
        s.x[i] = s.y[i] = 0
    s.board = s.targets = 0
    for i in range(2):
        s.own[i] = s.hand[i] = s.made[i] = s.vague[i] = s.tinted[i] = 0
        s.unit[i][0] = s.unit[i][1] = s.unit[i][2] = NOWHERE
    s.lost_vague = s.lost_tinted = 0
    for i in range(3):
        s.henry[i] = NOWHERE
    for i in range(N_TOKENS):
        s.pile[i] = s.laid_on[i] = s.laid[i] = 0
    for i in range(N_TILES):
        s.stack[i] = 0
    s.supply = 0
    s.moved = 0
    s.player = s.phase = s.taken = s.discounts = s.n_supply = s.n_stack = 0
    s.start_tile = s.start = s.is_solo = s.is_view = s.is_blind = s.n_pile = s.n_laid = 0
    s.unused = s.gone = 0
    s.turns_after = NOT_YET
    s.last = NOWHERE
    s.outcome = 0


cdef inline uint32_t tile_at(const HeirsC* s, int x, int y) noexcept nogil:
    """The tile on a cell as a mask, empty if there is none."""
    return s.row[y & 31] & s.col[x & 31]


cdef inline uint32_t beside(const HeirsC* s, int x, int y) noexcept nogil:
    """The tiles that touch a cell by a side."""
    return ((s.row[y & 31] & (s.col[(x - 1) & 31] | s.col[(x + 1) & 31]))
            | (s.col[x & 31] & (s.row[(y - 1) & 31] | s.row[(y + 1) & 31])))


cdef inline uint32_t at_corners(const HeirsC* s, int x, int y) noexcept nogil:
    """The tiles that touch a cell by a corner only."""
    return (s.row[(y - 1) & 31] | s.row[(y + 1) & 31]) & (s.col[(x - 1) & 31] | s.col[(x + 1) & 31])


cdef inline void lay_tile(HeirsC* s, int tile, int x, int y) noexcept nogil:
    """Put a tile on an empty cell; who owns it is set apart."""
    cdef uint32_t around = ((s.row[(y - 1) & 31] | s.row[y & 31] | s.row[(y + 1) & 31])
                            & (s.col[(x - 1) & 31] | s.col[x & 31] | s.col[(x + 1) & 31]))
    cdef int other, place, near = ALL_AROUND
    while around:
        other = lowest(around)
        around &= around - 1
        place = 3 * (s.y[other] - y) + s.x[other] - x
        near &= ~(1 << (4 + place))
        s.near[other] &= <uint16_t> ~(1 << (4 - place))
    s.near[tile] = <uint16_t> near
    s.x[tile] = <int8_t> x
    s.y[tile] = <int8_t> y
    s.row[y & 31] |= bit(tile)
    s.col[x & 31] |= bit(tile)
    s.stand[y & 31] |= bit(x & 31)
    s.board |= bit(tile)


cdef inline int free_around(const HeirsC* s, int tile) noexcept nogil:
    """The pattern of tiles around a tile on which no unit stands."""
    cdef int x = s.x[tile] - 1, y = s.y[tile]
    return <int> ((turn_right(s.stand[(y - 1) & 31], x) & 7)
                  | (turn_right(s.stand[y & 31], x) & 7) << 3
                  | (turn_right(s.stand[(y + 1) & 31], x) & 7) << 6)


cdef inline void stand_on(HeirsC* s, int tile) noexcept nogil:
    """A unit arrives on a tile."""
    s.stand[s.y[tile] & 31] &= ~bit(s.x[tile] & 31)


cdef inline void stand_off(HeirsC* s, int tile) noexcept nogil:
    """The only unit on a tile leaves it."""
    s.stand[s.y[tile] & 31] |= bit(s.x[tile] & 31)
