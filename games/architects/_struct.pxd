"""The state and the components as flat C structs. Numbers A.., W.. and M.. in comments are those of README.md.

Apprentices and buildings are numbered as in the component file, those of Works of Wonder from 40; sets are masks. What
follows a decision is a stack of tasks, so that any of them may stop to ask somebody and go on afterwards.
"""
from libc.stdint cimport int16_t, int32_t, int8_t, uint16_t, uint32_t, uint64_t, uint8_t

from kingmaker.games.core._bits cimport bit

cdef enum:
    MOST_SEATS = 5
    N_GOODS = 5
    N_PLACES = 9            # with a large circle, A21
    N_CARDS = 64            # apprentices, and as many buildings
    N_BASE = 40
    N_WONDERS = 5
    FIRST_WONDER = 64       # wonders in `built`
    N_MARKET = 10
    N_CONTRIBUTIONS = 7
    MOST_REWARDS = 23
    MOST_SCHEMES = 22
    MOST_FUTURE = 11
    MOST_APPS = 6
    MOST_BUILT = 20         # one a worker of the owner
    MOST_GUILD = 32
    MOST_DISPLAY = 10
    COLUMNS = 5             # of a display row in memory; the base game uses four
    MOST_STACK = 48
    MOST_FACTS = 20         # what one player knows of cards that others hold or put under the pile
    MOST_TAGS = 24
    TOP_VIRTUE = 14         # A26
    TOP_INFLUENCE = 12      # W8
    TOP_LEVEL = 5           # A25
    NONE = -1
    NEVER = 99              # more influence than anybody has
    TOP_WORTH = 127

cdef enum:                  # places, then the market's spaces and the Guildhall
    QUARRY = 0
    FOREST = 1
    SILVERSMITH = 2
    MINES = 3
    STOREHOUSE = 4
    WORKSHOP = 5
    TOWN_CENTRE = 6
    TAX_STAND = 7
    GUARDHOUSE = 8
    SMALL = 9
    MIDDLE = 10
    LARGE = 11
    GUILDHALL = 12
    MARKET = 9              # the Black Market where its three spaces are one: apprentices
    FROM_MARKET = 9         # of RECALL
    FROM_PRISON = 10
    FROM_BOARD = 11         # + whose

cdef enum:
    CLAY = 0
    WOOD = 1
    STONE = 2
    GOLD = 3
    MARBLE = 4
    SILVER = 5

cdef enum:                  # phases, in the order of PHASES in names.py
    HIRING = 0
    DRAFTING = 1
    PLAYING = 2
    ENDING = 3
    FINISHED = 4

cdef enum:                  # what is to be decided, in the order of DECISIONS in names.py
    NOTHING = 0
    PLACE = 1               # A9
    HIRE = 2                # W5, A16, A18
    KEEP = 3                # A7, A18
    RECALL = 4              # A11
    TOKEN_USE = 5           # W18
    PROFIT = 6              # W12
    CONTRIBUTE = 7          # W11
    MINE = 8                # A14
    TRADE = 9               # A15
    DISMISS = 10            # A16
    CAPTURE = 11            # A20
    GUARD = 12              # A22
    BUILD = 13              # A23
    TOKEN = 14              # W17
    DISCARD = 15            # A12, A25, Library
    CHOOSE = 16
    PAYOFF = 17             # Courthouse
    DESTROY = 18            # A28
    REWARD = 19             # W15
    BRIBE = 20              # M38
    IGNORE = 21             # W9, virtue
    MIX = 22                # payments
    REPLACE = 23
    WITH_GOLD = 24
    OVER = 25

cdef enum:                  # moves without a number, bits of `more`, in the order of WORDS in names.py
    DRAW = 0
    DONE = 1
    SKIP = 2
    LATER = 3
    PASS = 4
    CATHEDRAL = 5
    WONDER = 6              # + which
    FOR_INFLUENCE = 11
    FOR_WORKER = 12
    PROFIT_NOW = 13
    PROFIT_LATER = 14
    GIVE = 15               # + kind
    MINE_CLAY = 20
    MINE_GOLD = 21
    TRADE_VIRTUE = 22
    TRADE_MARBLE = 23
    TO_PRISON = 24
    RELEASE = 25
    RESCUE_SILVER = 26
    RESCUE_DEBT = 27
    PAY_OFF = 28
    FIRST_CHOICE = 29
    SECOND_CHOICE = 30
    FIRST_REWARD = 31
    SECOND_REWARD = 32
    DO_BRIBE = 33
    ACCEPT = 34
    PUT_TOKEN = 35          # + place
    A_WORD = 64             # a choice below is a bit of `options`, from here on a bit of `more`

cdef enum:                  # tasks, in the order of TASKS in names.py, some of which are no more
    NEXT_TURN = 0
    END_TURN = 1            # A12, then the next turn
    RESET_DUE = 2           # A30
    RESET = 3               # a: the step of W15
    EACH = 4                # a: which apprentices, b: the next of them
    ASK_TOKEN = 5           # W18
    ASK_BEFORE = 6          # step 4
    ACT = 7                 # step 5
    ASK_AFTER = 8           # step 6
    LOSE = 9                # a: virtue, b: whether a bribe was refused
    ASK_DESTROY = 10        # a: at most
    CARDS = 11              # a: building cards, b: reward cards
    TAKE_REWARD = 12
    TRADES = 13             # the next trade
    TRADED = 14             # a: card or N_CARDS + word
    PAY_HIRE = 15           # a: card
    HIRED = 16              # a: card, b: silver laid on others
    GET_GOODS = 17          # a: kind, b: how many
    CAPTURES = 18
    CAPTURED = 19           # a: place, b: whose
    GUARDS = 20
    BUILT = 22              # a: building, paid
    SPECIAL = 23            # a: building; its effect
    RAISED = 24             # cathedral, paid
    RAISE = 25              # cathedral, card discarded
    FREE_CAPTURE = 26       # a: how many
    FREE_HIRE = 27
    MARKET_GOODS = 29       # a: space
    CAROLINE = 30
    TAKE_TAX = 31
    TO_HALL = 32            # Guildhall's question
    GIVEN = 33              # a: kind; contributed
    HIRE_SETUP = 34         # a: seats to come
    DRAFT = 35
    SOMEBODY_LOSES = 37     # a: mask of seats, b: virtue
    SOMEBODY_GAINS = 38     # a: building whose gain it is, b: mask of seats
    CONSEQUENCE = 39        # a: mask of seats
    PRINCESS_GAINS = 40     # a: mask of seats
    ABILITIES = 42          # a: seats done
    STEP3 = 43              # a: seats done
    END_GAINS = 44          # a: seats done, b: the next building
    END_LOSSES = 45
    FINISH = 46
    SCHEME = 47             # the opponent turns one
    RESCUED = 49            # workers come back from the others' boards
    PAID_OFF = 50           # Debt Collectors, then virtue
    CHANGE_VIRTUE = 51      # a: by how much
    PUT_IT = 52             # a: wonder; ask for its token's place

cdef enum:                  # when an apprentice does something
    AT_NO_TIME = 0
    AT_PLACE = 1
    AT_STORE = 2
    AT_CATHEDRAL = 3
    AT_PAYOFF = 4
    AT_RESET = 5
    AT_STEP3 = 6
    AT_BUILD = 7
    AT_DEBT = 8
    AT_PAYMENT = 9
    N_WHEN = 10

cdef enum:                  # effects of buildings
    E_NONE = 0
    E_GAIN = 1
    E_HIRE = 2              # Tavern
    E_CHOICE = 3            # Clay Pit, Treasury
    E_WATCH = 4             # Watchtower
    E_CAPTURE = 5
    E_BARRACKS = 6
    E_CHURCH = 7
    E_HIDEOUT = 8
    E_LIBRARY = 9
    E_ALL_GAIN = 10         # Monument, Atelier
    E_PALACE = 11
    E_WORKER = 12           # M8
    E_PER_LEVEL = 13        # Cloister
    E_SCHOOL = 14
    E_COURT = 15
    E_ABBEY = 16
    E_END = 17              # from here on: at the end of the game
    X_CATHEDRAL_VP = 18
    X_CATHEDRAL_VIRTUE = 19
    X_MOST_VP = 20          # a: kind or SILVER
    X_SKILL_VP = 21
    X_SKILL_VIRTUE = 22
    X_GOODS_VIRTUE = 23     # a: mask of kinds, b: how many for one
    X_PER_VP = 24           # a: of what, b: how many for one
    X_PER_VIRTUE = 25
    X_VIRTUE = 26
    X_DEBT_VP = 27
    X_NO_DEBT_VP = 28
    X_STRONGHOLD = 29

cdef enum:                  # of what, for X_PER_...
    OF_VIRTUE = 0
    OF_CAPTURED = 1
    OF_PAID = 2
    OF_BUILT = 3
    OF_SILVER = 4
    OF_INFLUENCE = 5
    OF_PAIRS = 6
    OF_APPRENTICES = 7

cdef enum:                  # abilities of player boards
    NO_ABILITY = 0
    THERESE = 1
    CAROLINE_BOARD = 2
    ADA = 3
    FREDERICK = 4
    RUDOLF = 5
    ARNOLD = 6
    CHARLES = 7
    CLOTILDE = 8
    ISABELLA = 9
    LOUIS = 10
    ZESIRO = 11

cdef enum:                  # opponents, in the order O1 to O6
    NOBLEWOMAN = 0
    ENFORCER = 1
    ILLUSIONIST = 2
    INFORMANT = 3
    PATRON = 4
    PEDDLER = 5

cdef enum:                  # `flags` of the running action
    PROFIT_OPEN = 1         # step 6 has to be done
    GIFT_OPEN = 2
    AT_HER = 4              # something was captured at the Princess
    AT_HIM = 8              # ... at the Profiteer
    STRONGER = 16           # `wonder worker`


cdef struct GainC:          # in the order in which they come
    int8_t goods[N_GOODS]
    int8_t silver
    int8_t debt
    int8_t influence
    int8_t virtue
    int8_t cards
    int8_t reward
    int8_t slow             # it may ask somebody


cdef struct CostC:
    int16_t goods[N_GOODS]
    int16_t silver
    int16_t tax
    int16_t skip            # silver laid on skipped apprentices
    int16_t influence
    int8_t k                # so many of `kinds` at choice
    uint8_t kinds
    int8_t physical         # nothing stands for anything, W10


cdef struct ApprenticeC:
    CostC pay               # a trade's
    GainC gain
    uint8_t skills
    int8_t virtue
    int8_t when
    int8_t place
    int8_t condition        # AT_RESET: none in prison; AT_STEP3: PROFIT_OPEN Profiteer, GIFT_OPEN Princess
    int8_t release          # Gatekeeper


cdef struct BuildingC:
    CostC cost
    uint64_t packed         # the cost, eight bits a kind
    GainC gain
    GainC other
    uint8_t skills
    int8_t virtue
    int8_t points
    int8_t kind
    int8_t a
    int8_t b


cdef struct WonderC:
    int8_t cost
    int8_t influence
    int8_t tax
    int8_t points
    int8_t virtue


cdef struct SectionC:
    int8_t place
    int8_t n
    int8_t effects[3]


cdef struct SchemeC:
    SectionC section[2]
    int8_t condition
    int8_t least
    int8_t only_top


cdef struct ContributionC:
    GainC slot[N_GOODS]
    GainC reward[2]
    GainC effect
    int8_t loss             # of virtue, of the effect
    int8_t n_rewards
    int8_t princess
    int8_t profiteer


cdef struct BoardC:
    GainC extra
    int8_t prison
    int8_t silver
    int8_t virtue
    int8_t influence
    int8_t ability


cdef struct RulesC:         # what the components and options say; shared by all states of a game
    ApprenticeC app[N_CARDS]
    BuildingC building[N_CARDS]
    uint64_t when[N_WHEN]               # apprentices by when they do something
    uint64_t at[N_PLACES + 1]           # gains for placing there
    uint64_t cheaper[N_PLACES + 1]      # silver_discount
    uint64_t spares[N_PLACES + 1]       # less loss of virtue
    uint64_t charlatan[3]               # influence for clay, wood, stone
    WonderC wonder[N_WONDERS]
    ContributionC contribution[N_CONTRIBUTIONS]
    GainC reward[MOST_REWARDS]
    GainC small[N_MARKET + 1]           # goods of Black Market cards, last the printed ones
    GainC large[N_MARKET + 1]
    SchemeC scheme[24]
    BoardC board[16]
    CostC level_cost[TOP_LEVEL + 1]
    int8_t level_spaces[TOP_LEVEL + 1]
    int8_t level_points[TOP_LEVEL + 1]
    int8_t virtue_points[TOP_VIRTUE + 1]
    int8_t relief[TOP_VIRTUE + 1]
    uint16_t token_places
    uint16_t in_market                  # virtue at which the Black Market is open, as a mask
    uint16_t in_cathedral               # ... the cathedral
    int8_t debt_points
    int8_t debt_virtue
    int8_t n_columns
    int8_t n_seats                      # the opponent's too
    int8_t n_humans
    int8_t wonders
    int8_t opponent                     # NONE, or NOBLEWOMAN ...
    int8_t hall                         # Guildhall capacity, A32
    int8_t reset_at[2]                  # A30
    int8_t hand_limit
    int8_t most_apprentices
    int8_t coin_marks[MOST_SEATS]
    int8_t capture_worth[N_PLACES + 1]  # TOP_WORTH - rank among equal groups; last: where the Princess is
    int8_t token_rank[N_PLACES]
    int8_t short_turns                  # an exercise: the game is over after so many turns
    int8_t n_cards                      # buildings in use
    uint64_t no_apprentice[MOST_SEATS]  # what a seat may not hire, build, choose: interventions
    uint64_t no_building[MOST_SEATS]
    uint64_t no_word[MOST_SEATS]
    uint16_t no_place[MOST_SEATS]       # ... and where it may not lay a worker
    int8_t loose_market                 # so many cards of each are shuffled at the beginning; all but in an exercise
    int8_t loose_apps
    int8_t loose_rewards
    int8_t loose_contributions
    int8_t loose_future


cdef struct TaskC:
    int8_t op
    int8_t seat
    int8_t a
    int8_t b


cdef struct SeatC:
    uint64_t hand
    uint64_t own            # cache: apprentices as a mask
    int16_t goods[N_GOODS]
    int16_t silver
    uint16_t tokens         # cache: places with own wonder tokens
    int8_t at[N_PLACES]
    int8_t captured[MOST_SEATS]     # on the own board, by whose they are
    int8_t supply
    int8_t prison
    int8_t virtue
    int8_t influence
    int8_t cathedral
    int8_t unpaid
    int8_t paid
    int8_t spare            # silver left over, M39
    int8_t board            # or NONE
    int8_t ability          # cache: of the board
    int8_t n_apps
    int8_t apps[MOST_APPS]
    int8_t n_built
    int8_t built[MOST_BUILT]


cdef struct FactsC:         # see _facts.pxd
    uint32_t places[MOST_FACTS]
    int8_t card[MOST_FACTS]
    int8_t group[MOST_FACTS]
    int8_t n


cdef struct ArchC:
    SeatC seat[MOST_SEATS]
    FactsC facts[MOST_SEATS]
    uint64_t options        # what may be chosen, as a mask
    uint64_t more           # ... of words
    uint64_t future         # seed of the shuffles to come
    uint64_t pack[MOST_SEATS]   # of the draft, by the seat it was dealt to
    CostC pay               # the running payment
    uint32_t news           # cache of labels: what everybody saw follow
    uint32_t own_news[MOST_SEATS]
    int32_t turn
    int16_t tax
    int16_t coins[MOST_DISPLAY]
    uint16_t cleared        # places captured from in this action
    uint32_t stack[MOST_STACK]  # tasks, packed
    int8_t n_stack
    int8_t stage
    int8_t actor
    int8_t phase
    int8_t active
    int8_t first
    int8_t left             # NONE: the Guildhall is not full
    int8_t debts            # in the supply
    int8_t space[3]         # of the Black Market: whose worker
    int8_t guild[MOST_GUILD]
    int8_t n_guild
    int8_t display[MOST_DISPLAY]
    int8_t apps[N_CARDS]    # the pile, a ring
    int8_t app_head
    int8_t n_app
    int8_t n_blind          # of the pile: so many nobody has seen, from its top
    int8_t cards[N_CARDS]   # the pile of buildings, a ring
    uint8_t knows[N_CARDS]  # who knows the card at this place of the ring
    int8_t card_head
    int8_t n_card
    int8_t tag[MOST_TAGS]   # place in the ring, or NONE
    int8_t rewards[MOST_REWARDS]
    int8_t n_rewards        # of the pile at setup
    int8_t reward_at        # taken so far
    int8_t market[N_MARKET]
    int8_t market_at        # flipped so far
    int8_t contribution[N_CONTRIBUTIONS]
    int8_t open_at          # the open contribution card; the consequence is the one before
    uint8_t given           # kinds on it
    int16_t goods_on[N_WONDERS]
    int8_t token[N_WONDERS]         # place, or NONE
    int8_t builder[N_WONDERS]       # seat, or NONE
    int8_t princess
    int8_t profiteer
    int8_t scheme[MOST_SCHEMES]     # the pile, its top last
    int8_t n_scheme
    int8_t gone[MOST_SCHEMES]       # the discard, first laid first
    int8_t n_gone
    int8_t to_come[MOST_FUTURE]     # future schemes, the top last
    int8_t n_to_come
    int8_t marker
    int8_t card             # the opponent's scheme
    int8_t n_drawn          # at `middle`: so many of the ring right before `card_head`
    int8_t pick[MOST_SEATS][3]  # of the draft, by pack and pass
    int8_t pass_            # of the draft
    int8_t place            # the running action
    int8_t n_acts
    int8_t n_done
    uint8_t flags
    int8_t argument         # of the question asked
    int8_t payer
    int8_t step             # of the payment
    int8_t reset_due
    uint8_t shuffled        # for records: what was shuffled after the last decision, two bits each
    int8_t order[MOST_SCHEMES]  # ... and the schemes' new order, the top last
    int8_t n_order
    uint8_t unchecked       # cache: whose hands may have grown beyond the limit since it was looked at
    int8_t blind            # a playout: nobody keeps track of what is known
    int8_t viewer           # whose view the state was read from, or NONE


cdef enum:                  # `shuffled`
    MARKET_NEW = 1
    CONTRIBUTIONS_NEW = 2
    SCHEMES_NEW = 3


cdef inline uint32_t pack_task(int op, int seat, int a, int b) noexcept nogil:
    """A task in one number, so that it is written and read at once."""
    return ((<uint32_t> op & 255) | (<uint32_t> seat & 255) << 8 | (<uint32_t> a & 255) << 16
            | (<uint32_t> b & 255) << 24)


cdef inline TaskC unpack_task(uint32_t packed) noexcept nogil:
    """The task of a number."""
    cdef TaskC task
    task.op = <int8_t> (packed & 255)
    task.seat = <int8_t> (packed >> 8 & 255)
    task.a = <int8_t> (packed >> 16 & 255)
    task.b = <int8_t> (packed >> 24)
    return task


cdef inline void push(ArchC* s, int op, int seat, int a, int b) noexcept nogil:
    """Put a task on the stack; the last one comes first."""
    s.stack[s.n_stack] = pack_task(op, seat, a, b)
    s.n_stack += 1


cdef inline void ask(ArchC* s, int stage, int seat, uint64_t options, uint64_t more) noexcept nogil:
    """Ask a player; with nothing to choose from nothing happens."""
    if options or more:
        s.stage = stage
        s.actor = seat
        s.options = options
        s.more = more


cdef inline bint is_quiet(const ArchC* s, int depth) noexcept nogil:
    """Whether nobody is asked, and nothing lies on the stack above so many tasks."""
    return s.stage == NOTHING and s.n_stack == depth


cdef inline bint goes_on(ArchC* s, int depth) noexcept nogil:
    """Whether a playout goes on at once with the task that was put on top for later: then that is taken off again."""
    if s.blind and is_quiet(s, depth):
        s.n_stack -= 1
        return True
    return False


cdef inline uint64_t word(int which) noexcept nogil:
    """The mask of one word."""
    return bit(which)


cdef inline int next_seat(const RulesC* r, int seat) noexcept nogil:
    """The next seat clockwise, the opponent's too."""
    return (seat + 1) * (seat + 1 < r.n_seats)


cdef inline bint is_human(const RulesC* r, int seat) noexcept nogil:
    """Whether a seat is a player's."""
    return seat < r.n_humans


cdef inline uint64_t places_of(const SeatC* p) noexcept nogil:
    """The places with a seat's workers, as a mask; without branches, for any of them may be."""
    cdef uint64_t found = 0
    cdef int i
    for i in range(N_PLACES):
        found |= <uint64_t> (p.at[i] > 0) << i
    return found


cdef inline int n_held(const SeatC* p) noexcept nogil:
    """How many captured workers lie on a board."""
    return p.captured[0] + p.captured[1] + p.captured[2] + p.captured[3] + p.captured[4]


cdef inline int n_away(const ArchC* s, const RulesC* r, int seat) noexcept nogil:
    """How many of a seat's workers lie on others' boards."""
    cdef int other, n = 0
    for other in range(r.n_seats):
        n += s.seat[other].captured[seat]
    return n
