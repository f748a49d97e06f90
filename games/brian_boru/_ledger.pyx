"""Playing a game over again to see what became of each card, each round and each region."""
cimport cython
from libc.stdint cimport int8_t, int16_t, int32_t
from libc.string cimport memset

from kingmaker.games.brian_boru cimport _struct
from kingmaker.games.brian_boru._flow cimport (
    PASS, find_options, first_id, go_on, make_choice, n_choices, only_choice)
from kingmaker.games.brian_boru._scoring cimport ScoreC, score_all
from kingmaker.games.brian_boru._state cimport BoruState
from kingmaker.games.brian_boru._struct cimport (
    BEGIN_BATTLE, BEGIN_CHURCH, BEGIN_CLAIMS, BEGIN_TRICK, CHOOSE, DOWRY, EXPAND, HAND, LOSE, MOST_PASSES, N_CARDS,
    N_REGIONS, NEXT_ACTION, NONE, OVER, PICK, PRIMARY, BoruC, RulesC, all_discs, sole_most)
from kingmaker.games.brian_boru._upkeep cimport claiming, viking_count
from kingmaker.games.core._bits cimport n_bits

from kingmaker.games.errors import IllegalActionError


cdef packed struct CardC:       # the columns of a row of `cards` behind the card, in their order
    int8_t dealt_to
    int8_t taken_by
    int8_t taken_in
    int8_t trick
    int8_t led
    int8_t won
    int8_t used


cdef packed struct RoundC:      # the same of `rounds`
    int8_t strength
    int8_t left
    int8_t lost
    int8_t champion
    int8_t founder
    int8_t wedding
    int8_t wed_to
    int8_t use


cdef packed struct RegionC:     # the same of `regions`
    int8_t turned
    int8_t moves
    int8_t holder
    int8_t sharers
    int8_t points
    int8_t discs
    int8_t vikings


cdef packed struct SeatC:       # the parts of a player's points, which join the table `games`
    int16_t track
    int16_t coins
    int16_t marker
    int16_t renown
    int16_t claims
    int16_t shared
    int16_t regions


cdef struct WatchC:             # a game while it is played over
    CardC* card                 # N_CARDS to a round
    RoundC* round
    RegionC* region
    SeatC* seat
    int8_t holder[N_REGIONS]    # of each token so far


N_CARD = sizeof(CardC)
N_ROUND = sizeof(RoundC)
N_REGION = sizeof(RegionC)
N_SEAT = sizeof(SeatC) // sizeof(int16_t)
MOST_PLAYERS = _struct.MOST_PLAYERS
MOST_ROUNDS = _struct.MOST_ROUNDS


cdef void note_draft(WatchC* w, const BoruC* s, const RulesC* r) noexcept nogil:
    """Who was dealt which card, who took it, in which pass."""
    cdef CardC* row = w.card + (s.round - 1) * N_CARDS
    cdef int packet, k, i
    for packet in range(r.n_players):
        for k in range(MOST_PASSES):
            for i in range(N_CARDS):
                if s.pick[packet][k] >> i & 1:
                    row[i].dealt_to = <int8_t> packet
                    row[i].taken_by = <int8_t> ((packet + k) % r.n_players)
                    row[i].taken_in = <int8_t> (k + 1)


cdef void note_trick(WatchC* w, const BoruC* s, const RulesC* r) noexcept nogil:
    """All have played; R27, R28."""
    cdef CardC* row = w.card + (s.round - 1) * N_CARDS
    cdef int seat, i
    for seat in range(r.n_players):
        i = s.laid[seat]
        row[i].trick = <int8_t> n_bits(s.played[seat])
        row[i].led = seat == s.leader
        row[i].won = i == s.winning
        if i == s.winning:
            row[i].used = PRIMARY
        elif r.n_secondary[i] == 1:
            row[i].used = 1


cdef void note_choice(WatchC* w, const BoruC* s, int choice) noexcept nogil:
    """What somebody chooses, or what happens because there is one choice."""
    cdef RoundC* row = w.round + (s.round - 1 if s.round else 0)
    if s.stage == CHOOSE:
        w.card[(s.round - 1) * N_CARDS + s.card].used = <int8_t> choice
    elif s.stage == DOWRY:
        row.wed_to = s.actor
    elif s.stage == HAND:
        row.wed_to = s.actor
        row.use = <int8_t> (choice - 1)
    elif s.stage == LOSE and choice != NONE:
        row.lost += 1


cdef void note_step(WatchC* w, const BoruC* s, const RulesC* r) noexcept nogil:
    """What a stage without a decision finds."""
    cdef RoundC* row = w.round + (s.round - 1 if s.round else 0)
    cdef int seat
    if s.stage == BEGIN_TRICK:
        for seat in range(r.n_players):
            if s.played[seat]:
                return
        note_draft(w, s, r)
    elif s.stage == NEXT_ACTION and s.card == NONE:
        note_trick(w, s, r)
    elif s.stage == BEGIN_BATTLE:
        row.strength = s.viking[s.round - 1]
        row.wedding = s.marriage[s.round - 1]
        row.left = <int8_t> s.battle
        row.champion = <int8_t> sole_most(r, s.raiders)
    elif s.stage == BEGIN_CHURCH:
        row.founder = <int8_t> sole_most(r, s.church)


cdef void note_claims(WatchC* w, const BoruC* s) noexcept nogil:
    """Tokens turned up and moved; R59, R60."""
    cdef int i
    for i in range(N_REGIONS):
        if s.up >> i & 1 and w.region[i].turned == NONE:
            w.region[i].turned = s.round
        if s.holder[i] != w.holder[i]:
            w.region[i].moves += 1
            w.holder[i] = s.holder[i]


cdef void play_over(WatchC* w, BoruC* s, const RulesC* r, int choice) noexcept nogil:
    """Make one decision and go on to the next, as `decide` does, step by step."""
    cdef bint claims
    note_choice(w, s, choice)
    make_choice(s, r, choice)
    while s.stage != OVER:
        if s.stage > OVER:
            claims = s.stage == BEGIN_CLAIMS
            note_step(w, s, r)
            go_on(s, r)
            if claims:
                note_claims(w, s)
            continue
        s.options = find_options(s, r)
        if n_choices(s) > 1:
            return
        note_choice(w, s, only_choice(s))
        make_choice(s, r, only_choice(s))


cdef void begin(WatchC* w, const BoruC* s, const RulesC* r) noexcept nogil:
    """The rows as they are before the first decision; short games are dealt with a round begun."""
    cdef int i
    memset(w.card, -1, _struct.MOST_ROUNDS * N_CARDS * sizeof(CardC))
    memset(w.round, -1, _struct.MOST_ROUNDS * sizeof(RoundC))
    memset(w.region, -1, N_REGIONS * sizeof(RegionC))
    memset(w.seat, -1, _struct.MOST_PLAYERS * sizeof(SeatC))
    for i in range(_struct.MOST_ROUNDS * N_CARDS):
        w.card[i].led = w.card[i].won = 0
    for i in range(_struct.MOST_ROUNDS):
        w.round[i].lost = 0
    for i in range(N_REGIONS):
        w.region[i].moves = 0
        w.holder[i] = s.holder[i]
    if s.stage > PICK:
        note_draft(w, s, r)


cdef void finish_region(RegionC* row, const BoruC* s, const RulesC* r, int region) noexcept nogil:
    """Who has the token, or shares its points: R64d, R64e."""
    cdef int counts[5]
    cdef int seat, most = viking_count(s, r.of_region[region])
    row.holder = s.holder[region]
    row.discs = <int8_t> n_bits(all_discs(s) & r.of_region[region])
    row.vikings = <int8_t> n_bits(s.vikings & r.of_region[region])
    row.sharers = row.points = 0
    if row.holder != NONE:
        row.points = r.value[region]
    if row.holder != NONE or not s.up >> region & 1:
        return
    for seat in range(r.n_players):
        counts[seat] = _struct.n_counted(s, claiming(s, seat) & r.of_region[region])
        most = max(most, counts[seat])
    for seat in range(r.n_players):
        row.sharers += counts[seat] == most and most > 0
    if row.sharers:
        row.points = r.value[region] // 2


cdef void finish(WatchC* w, const BoruC* s, const RulesC* r) noexcept nogil:
    """What is known at the end alone."""
    cdef ScoreC score
    cdef int seat, region
    score_all(s, r, &score)
    for region in range(N_REGIONS):
        finish_region(w.region + region, s, r, region)
    for seat in range(r.n_players):
        w.seat[seat].track = <int16_t> score.track[seat]
        w.seat[seat].coins = <int16_t> score.coins[seat]
        w.seat[seat].marker = <int16_t> score.marker[seat]
        w.seat[seat].renown = <int16_t> score.renown[seat]
        w.seat[seat].claims = <int16_t> score.claims[seat]
        w.seat[seat].shared = <int16_t> score.shared[seat]
        w.seat[seat].regions = <int16_t> score.regions[seat]


cdef bint holds(const BoruC* s, int32_t choice) noexcept nogil:
    """Whether it is among what may be chosen."""
    return choice < 64 and s.options >> choice & 1


cdef bint is_legal(const BoruC* s, int32_t action) noexcept nogil:
    """Whether the rules allow it: what is not an action of the state must not be made in it."""
    cdef int32_t choice = action - first_id(s.stage)
    if s.stage == OVER or action < 0 or choice < 0:
        return False
    if s.stage == PICK:
        return choice // 25 < choice % 25 and holds(s, choice // 25) and holds(s, choice % 25)
    return holds(s, choice) or (s.stage == EXPAND and choice == PASS)


def fill_rows(BoruState start not None, const int32_t[::1] actions not None, int8_t[:, :, ::1] cards not None,
              int8_t[:, ::1] rounds not None, int8_t[:, ::1] regions not None, int16_t[:, ::1] seats not None):
    """Fill the rows of one game: `cards` by round and card, `rounds`, `regions` by their order, `seats`."""
    cdef BoruC s = start.c
    cdef WatchC w
    cdef Py_ssize_t i, n = actions.shape[0]
    cdef int32_t action = 0
    if (cards.shape[0] != _struct.MOST_ROUNDS or cards.shape[1] != N_CARDS or cards.shape[2] != sizeof(CardC)
            or rounds.shape[0] != _struct.MOST_ROUNDS or rounds.shape[1] != sizeof(RoundC)
            or regions.shape[0] != N_REGIONS or regions.shape[1] != sizeof(RegionC)
            or seats.shape[0] != _struct.MOST_PLAYERS or seats.shape[1] * sizeof(int16_t) != sizeof(SeatC)):
        raise ValueError("fill_rows: rows of another size")
    w.card = <CardC*> &cards[0, 0, 0]
    w.round = <RoundC*> &rounds[0, 0]
    w.region = <RegionC*> &regions[0, 0]
    w.seat = <SeatC*> &seats[0, 0]
    with cython.boundscheck(False):
        with nogil:
            begin(&w, &s, start.r)
            for i in range(n):
                action = actions[i]
                if not is_legal(&s, action):
                    break
                play_over(&w, &s, start.r, action - first_id(s.stage))
            else:
                i = n
                finish(&w, &s, start.r)
    if i < n:
        raise IllegalActionError(f"brian-boru: decision {i} of a game: the action {action} is illegal there")
