"""Brian Boru's state and components as flat C structs. Numbers R.. and A.. in comments are those of README.md.

A town is its place in the component file, a card its number less one, so cards ascend by value; sets of both are
masks. A packet of the draft is known by the seat that it was dealt to; `pick[q][k]` is what was taken out of packet q
in pass k, by the seat k places to the left of q. All that anybody knows of anybody's cards follows from these picks.
"""
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint32_t, uint64_t

from kingmaker.games.core._bits cimport bit, highest, n_bits

cdef enum:
    MOST_PLAYERS = 5
    MOST_TOWNS = 64
    MOST_ROUNDS = 4
    MOST_PASSES = 4
    MOST_SYMBOLS = 5        # of one action
    MOST_SPACES = 16        # of the marriage track
    MOST_MORE = 62          # bought at once; no game from its beginning brings the coins for more
    N_REGIONS = 8
    N_CARDS = 25
    N_VIKINGS = 7
    N_WEDDINGS = 7          # ordinary marriage cards
    PRINCESS = 7            # the number of the other one
    WHITE = 3               # the suit; 0 red, 1 blue, 2 yellow are also the colours of towns
    NONE = -1

cdef enum:                  # symbols, in the order of SYMBOLS in components.py
    DISC = 0                # R31
    COIN = 1                # R32
    PAY = 2                 # R33
    RENOWN = 3              # R34
    CHURCH = 4              # R35
    BATTLE = 5              # R36
    COURTSHIP = 6           # R37
    EXPANSION = 7           # R39
    FREEDOM = 8             # R40

cdef enum:                  # what is to be decided, in the order of DECISIONS in names.py
    PLACE = 0               # R17
    PICK = 1                # R21
    TOWN = 2                # R24
    LEAD = 3                # R25
    FOLLOW = 4              # R26
    CHOOSE = 5              # R28, a loser's secondary action
    BUY = 6                 # R35 to R37
    EXPAND = 7              # R39
    LIBERATE = 8            # R40
    DOWRY = 9               # R45, a town from the card
    HAND = 10               # R47, the princess's
    GIFT = 11               # R46, a town from the track
    LOSE = 12               # R49
    CHAPEL = 13             # R55
    CLOISTER = 14           # R57
    OVER = 15
    BEGIN_ROUND = 16        # from here on: what comes next without a decision
    BEGIN_TRICK = 17
    NEXT_ACTION = 18
    SYMBOLS = 19
    BEGIN_UPKEEP = 20
    BEGIN_BATTLE = 21
    BEGIN_CHURCH = 22
    BEGIN_CLAIMS = 23

cdef enum:
    PRIMARY = 0             # `mode`; 1 and 2 are the secondary actions as printed
    MILITARY = 1            # R47; what the princess is used for
    TRADE = 2
    SPURN = 3
    NEW_CARDS = 1           # `fresh`: the last pass, or a new round's deal, brought everybody cards
    NEW_ROUND = 2           # a Viking and a marriage card were turned up
    NEW_LEAD = 4            # a trick's town and first card came out


cdef struct RulesC:         # what the components say; shared by all states of a game
    uint64_t towns
    uint64_t of_region[N_REGIONS]
    uint64_t of_colour[3]
    uint64_t near[MOST_TOWNS]           # towns that one road joins to this one
    uint64_t started[MOST_PLAYERS]      # a short game's discs
    uint32_t deck                       # cards in use
    uint32_t of_suit[4]
    uint32_t fitting[3]                 # cards of the colour, and white ones
    int8_t colour[MOST_TOWNS]
    int8_t region[MOST_TOWNS]
    int8_t symbols[N_CARDS][3][MOST_SYMBOLS]
    int8_t n_symbols[N_CARDS][3]
    int8_t n_secondary[N_CARDS]
    int8_t threshold[N_REGIONS]
    int8_t value[N_REGIONS]
    int8_t spread[N_REGIONS + 1]        # points by the number of regions
    int8_t track_coins[MOST_SPACES]
    int8_t track_renown[MOST_SPACES]
    int8_t track_town[MOST_SPACES]
    int8_t top                          # the last space
    int8_t wedding_points[N_WEDDINGS]
    int8_t wedding_renown[N_WEDDINGS]
    int8_t wedding_region[N_WEDDINGS]
    int8_t spurn_points
    uint8_t uses                        # of the princess, as a mask; 14 = all three
    int8_t more_cost                    # of one more step, raider or disc
    int8_t expand_cost
    int8_t n_players
    int8_t n_rounds
    int8_t hand_size
    int16_t most_points
    int8_t n_vikings                    # cards of the Viking deck


cdef struct BoruC:
    uint64_t discs[MOST_PLAYERS]        # towns by the owner of the disc
    uint64_t vikings                    # towns with a Viking control token
    uint64_t monasteries
    uint64_t options                    # what may be chosen in this stage
    uint32_t hand[MOST_PLAYERS]         # in the draft: picked so far
    uint32_t played[MOST_PLAYERS]       # this round
    uint32_t lacks[MOST_PLAYERS]        # cards that everybody knows the player has not: see `tell_lead`
    uint32_t owns[MOST_PLAYERS]         # everybody knows that the player has one of these at least; 0: nothing known
    uint32_t packet[MOST_PLAYERS]       # what is left of the packet dealt to this seat
    uint32_t pick[MOST_PLAYERS][MOST_PASSES]
    uint32_t deals[MOST_ROUNDS][MOST_PLAYERS]   # of rounds to come
    uint32_t in_trick
    int16_t coins[MOST_PLAYERS]
    int16_t renown[MOST_PLAYERS]
    int16_t points[MOST_PLAYERS]
    int16_t raiders[MOST_PLAYERS]
    int16_t church[MOST_PLAYERS]
    int16_t battle                      # raiders in the battle area
    int8_t asides[MOST_ROUNDS]          # the card left over, or NONE
    int8_t viking[N_VIKINGS]            # strengths, the top first
    int8_t marriage[MOST_ROUNDS]        # the cards as they lie after setup, the top first
    int8_t wed[MOST_PLAYERS][MOST_ROUNDS]       # ordinary cards taken, in order
    int8_t n_wed[MOST_PLAYERS]
    int8_t track[MOST_PLAYERS]
    int8_t holder[N_REGIONS]            # of the claim token; NONE: on the board
    uint8_t up                          # tokens face up
    int8_t princess                     # who keeps her, or NONE
    int8_t use                          # MILITARY or TRADE
    int8_t round                        # 0 in setup
    int8_t marker                       # holder of the active town marker
    int8_t stage
    int8_t actor
    int8_t loser                        # LOSE: who loses a town
    int8_t pass_                        # passes of the draft that are done
    int8_t leader
    int8_t n_trick
    int8_t laid[MOST_PLAYERS]           # the trick's card by seat
    int8_t active                       # the active town, or NONE
    int8_t winning                      # the winning card, once all have played, or NONE
    int8_t card                         # whose action is resolved, or NONE
    int8_t mode
    int8_t symbol                       # the next one
    uint8_t fresh                       # NEW_...: what the last decision brought
    int8_t is_plain                     # read from a position that tells nothing of the draft: only own hands are known
    int8_t viewer                       # whose view the state was read from, or NONE


cdef inline void clear_table(BoruC* s) noexcept nogil:
    """Nothing anywhere."""
    cdef int i, k
    s.vikings = s.monasteries = s.options = 0
    for i in range(MOST_PLAYERS):
        s.discs[i] = 0
        s.hand[i] = s.played[i] = s.lacks[i] = s.owns[i] = s.packet[i] = 0
        s.coins[i] = s.renown[i] = s.points[i] = s.raiders[i] = s.church[i] = 0
        s.n_wed[i] = s.track[i] = 0
        s.laid[i] = NONE
        for k in range(MOST_PASSES):
            s.pick[i][k] = 0
        for k in range(MOST_ROUNDS):
            s.deals[k][i] = 0
            s.wed[i][k] = NONE
    for k in range(MOST_ROUNDS):
        s.asides[k] = s.marriage[k] = NONE
    for i in range(N_VIKINGS):
        s.viking[i] = 0
    for i in range(N_REGIONS):
        s.holder[i] = NONE
    s.in_trick = s.battle = s.up = s.use = s.round = s.marker = s.actor = 0
    s.pass_ = s.leader = s.n_trick = s.mode = s.symbol = s.fresh = s.is_plain = 0
    s.princess = s.loser = s.active = s.winning = s.card = s.viewer = NONE
    s.stage = PLACE


cdef inline int left_of(const RulesC* r, int seat) noexcept nogil:
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < r.n_players else 0


cdef inline uint64_t all_discs(const BoruC* s) noexcept nogil:
    """Towns that are not empty; R10."""
    return s.discs[0] | s.discs[1] | s.discs[2] | s.discs[3] | s.discs[4]


cdef inline uint64_t empty_towns(const BoruC* s, const RulesC* r) noexcept nogil:
    """Towns without a disc; R10."""
    return r.towns & ~all_discs(s)


cdef inline uint64_t controlled(const BoruC* s, int seat) noexcept nogil:
    """Towns that a player controls; R10."""
    return s.discs[seat] & ~s.vikings


cdef inline void put_disc(BoruC* s, int seat, int town) noexcept nogil:
    """Put a player's disc on an empty town."""
    s.discs[seat] |= bit(town)


cdef inline int n_counted(const BoruC* s, uint64_t towns) noexcept nogil:
    """How many towns these count as; a monastery makes two of one: R62."""
    return n_bits(towns) + n_bits(towns & s.monasteries)


cdef inline int largest(const RulesC* r, const int16_t* amounts) noexcept nogil:
    """The largest amount."""
    cdef int seat, most = amounts[0]
    for seat in range(1, r.n_players):
        most = amounts[seat] if amounts[seat] > most else most
    return most


cdef inline int sole_most(const RulesC* r, const int16_t* amounts) noexcept nogil:
    """The one player with the largest amount, or NONE if several have it."""
    cdef int seat, best = NONE, n = 0, most = largest(r, amounts)
    for seat in range(r.n_players):
        n += amounts[seat] == most
        best = seat if amounts[seat] == most else best
    return best if n == 1 else NONE


cdef inline int find_winner(const BoruC* s, const RulesC* r) noexcept nogil:
    """The card that wins the trick as it lies, or NONE; R27."""
    cdef uint32_t cards
    if s.active == NONE:
        return NONE
    cards = s.in_trick & r.fitting[r.colour[s.active]]
    return highest(cards) if cards else NONE
