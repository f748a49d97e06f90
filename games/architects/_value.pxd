"""What an unfinished game promises each seat: the learned evaluation, linear by stage (`weights.json`)."""
from libc.string cimport memset

from kingmaker.games.architects._mind cimport N_VALUES, MindC
from kingmaker.games.architects._scoring cimport ScoreC, finish_now, score_all
from kingmaker.games.architects._sight cimport SightC, largest_of_others, look, others_can_capture, stage_of
from kingmaker.games.architects._struct cimport (
    MARBLE, N_GOODS, N_PLACES, N_WONDERS, PLACE, QUARRY, SILVERSMITH, FOREST, MINES, ArchC, RulesC, SeatC, is_human,
    n_away, n_held)
from kingmaker.games.core._bits cimport n_bits

cdef enum:
    V_ONE = 0
    V_SCORE = 1                 # as if the game ended now
    V_GOODS = 2                 # + kind, MANY at most
    V_SILVER = 7                # 2 * MANY at most
    V_VIRTUE = 8
    V_LOW = 9                   # no cathedral
    V_HIGH = 10                 # no Black Market
    V_DEBTS = 11
    V_HAND = 12
    V_APPRENTICES = 13
    V_SKILLS = 14               # how many of the three
    V_SUPPLY = 15
    V_BARE = 16                 # no worker left
    V_GATHERING = 17            # + place: quarry, forest, silversmith, mines
    V_OTHERS = 21               # workers at the other places; MANY at most of each
    V_GROUP = 22                # the largest group: what a capture would take
    V_PRISON = 23
    V_AWAY = 24
    V_HELD = 25
    V_PREY = 26                 # the largest group of somebody else
    V_EXPOSED = 27              # the own largest group, if somebody can capture it
    V_NO_SILVER = 28
    V_READY = 29                # the most worth of what could be built now
    V_CHOICES = 30              # how many constructions could be
    V_GOAL = 31                 # worth of the best goal
    V_LACK = 32                 # what is missing for it
    V_SECOND = 33               # rating of the second
    V_CATHEDRAL = 34
    V_BUILDINGS = 35
    V_INFLUENCE = 36
    V_TURN = 37                 # it is this seat's turn
    V_TO_BUILD = 38             # places of the Guildhall left, in twelfths
    V_SO_FAR = 39               # score times what is left
    V_LAST = 40                 # turns still to come once the Guildhall is full
    V_TIME_SKILLS = 41          # skills times what is left
    V_TIME_WORKERS = 42         # workers in supply times what is left
    V_NO_CARD = 43
    O_ONE = 44                  # the opponent's
    O_SCORE = 45
    O_MARBLE = 46
    O_VIRTUE = 47
    O_CATHEDRAL = 48
    O_INFLUENCE = 49
    O_SUPPLY = 50
    O_PRISON = 51
    O_TO_BUILD = 52
    O_FUTURE = 53               # future schemes still to come
    O_WONDERS = 54              # wonders that nobody has built
    O_HELD = 55

cdef enum:
    MANY = 8


cdef inline double time_left(const ArchC* s, const RulesC* r) noexcept nogil:
    """The share of the Guildhall that is free, in places of one for two players."""
    return 12.0 * (r.hall - s.n_guild) / r.hall if s.n_guild < r.hall else 0


cdef inline void see_workers(const ArchC* s, const RulesC* r, int seat, double* row) noexcept nogil:
    """Where a seat's workers are."""
    cdef const SeatC* p = &s.seat[seat]
    cdef int place, most = 0
    for place in range(N_PLACES):
        row[V_GATHERING + place if place <= MINES else V_OTHERS] += min(p.at[place], MANY)
        most = max(most, p.at[place])
    row[V_SUPPLY] = p.supply
    row[V_BARE] = p.supply == 0
    row[V_GROUP] = most
    row[V_PRISON] = p.prison
    row[V_AWAY] = n_away(s, r, seat)
    row[V_HELD] = n_held(p)
    row[V_PREY] = largest_of_others(s, r, seat)
    row[V_EXPOSED] = most if others_can_capture(s, r, seat) else 0
    row[V_NO_SILVER] = p.silver == 0


cdef inline void see_goals(const ArchC* s, const RulesC* r, const MindC* m, int seat, double* row) noexcept nogil:
    """What a seat could build; its hand is that of the world looked at."""
    cdef SightC v
    look(&v, s, r, m, seat)
    row[V_SKILLS] = (v.skills & 1) + (v.skills >> 1 & 1) + (v.skills >> 2 & 1)
    row[V_READY] = v.ready
    row[V_CHOICES] = v.n_ready
    if v.first.rating > -1000:
        row[V_GOAL] = v.first.worth
        row[V_LACK] = v.first.lack
    if v.second.rating > -1000:
        row[V_SECOND] = v.second.rating


cdef inline void see_seat(const ArchC* s, const RulesC* r, const MindC* m, int seat, int score,
                          double* row) noexcept nogil:
    """Fill in a player's features."""
    cdef const SeatC* p = &s.seat[seat]
    cdef double left = time_left(s, r)
    cdef int i
    row[V_ONE] = 1
    row[V_SCORE] = score
    for i in range(N_GOODS):
        row[V_GOODS + i] = min(p.goods[i], MANY)
    row[V_SILVER] = min(p.silver, 2 * MANY)
    row[V_VIRTUE] = p.virtue
    row[V_LOW] = not r.in_cathedral >> p.virtue & 1
    row[V_HIGH] = not r.in_market >> p.virtue & 1
    row[V_DEBTS] = p.unpaid
    row[V_HAND] = n_bits(p.hand)
    row[V_NO_CARD] = p.hand == 0
    row[V_APPRENTICES] = p.n_apps
    see_workers(s, r, seat, row)
    see_goals(s, r, m, seat, row)
    row[V_CATHEDRAL] = p.cathedral
    row[V_BUILDINGS] = p.n_built
    row[V_INFLUENCE] = p.influence
    row[V_TURN] = s.active == seat
    row[V_TO_BUILD] = left
    row[V_SO_FAR] = score * left / 12
    if s.left > 0:
        row[V_LAST] = (s.left - 1 + r.n_seats) // r.n_seats
    row[V_TIME_SKILLS] = row[V_SKILLS] * left / 12
    row[V_TIME_WORKERS] = p.supply * left / 12


cdef inline void see_opponent(const ArchC* s, const RulesC* r, int seat, int score, double* row) noexcept nogil:
    """Fill in the opponent's features."""
    cdef const SeatC* p = &s.seat[seat]
    cdef int w
    row[O_ONE] = 1
    row[O_SCORE] = score
    row[O_MARBLE] = p.goods[MARBLE]
    row[O_VIRTUE] = p.virtue
    row[O_CATHEDRAL] = p.cathedral
    row[O_INFLUENCE] = p.influence
    row[O_SUPPLY] = p.supply
    row[O_PRISON] = p.prison
    row[O_TO_BUILD] = time_left(s, r)
    row[O_FUTURE] = s.n_to_come
    for w in range(N_WONDERS):
        row[O_WONDERS] += s.builder[w] < 0
    row[O_HELD] = n_held(p)


cdef inline void score_now(const ArchC* s, const RulesC* r, ScoreC* score) noexcept nogil:
    """Everybody's points as if the game ended now."""
    cdef ArchC end = s[0]
    finish_now(&end, r)
    score_all(&end, r, score)


cdef inline void see_state(const ArchC* s, const RulesC* r, const MindC* m, int seat, const ScoreC* score,
                           double* row) noexcept nogil:
    """Fill in a seat's features."""
    memset(row, 0, N_VALUES * sizeof(double))
    if is_human(r, seat):
        see_seat(s, r, m, seat, score.total[seat], row)
    else:
        see_opponent(s, r, seat, score.total[seat], row)


cdef inline void promise(const ArchC* s, const RulesC* r, const MindC* m, double* out) noexcept nogil:
    """The points that each seat may expect at the end."""
    cdef double row[N_VALUES]
    cdef const double* weights = m.value[stage_of(s, r)]
    cdef ScoreC score
    cdef int seat, i
    score_now(s, r, &score)
    for seat in range(r.n_seats):
        see_state(s, r, m, seat, &score, row)
        out[seat] = 0
        for i in range(N_VALUES):
            out[seat] += weights[i] * row[i]
        out[seat] = min(max(out[seat], -150), 400)
