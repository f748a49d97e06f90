"""The end: R64 and R65."""
from kingmaker.games.brian_boru._struct cimport (
    MOST_PLAYERS, N_REGIONS, NONE, TRADE, BoruC, RulesC, controlled, n_counted, sole_most)
from kingmaker.games.brian_boru._upkeep cimport claiming, viking_count

cdef struct ScoreC:         # points by player
    int track[MOST_PLAYERS]
    int coins[MOST_PLAYERS]
    int marker[MOST_PLAYERS]
    int renown[MOST_PLAYERS]
    int claims[MOST_PLAYERS]
    int shared[MOST_PLAYERS]
    int regions[MOST_PLAYERS]
    int total[MOST_PLAYERS]


cdef inline void share_region(const BoruC* s, const RulesC* r, int region, ScoreC* score) noexcept nogil:
    """Half the points to all who have most towns of a region whose token lies face up on the board; R64e, A18, A19."""
    cdef int counts[MOST_PLAYERS]
    cdef int seat, most = viking_count(s, r.of_region[region])
    for seat in range(r.n_players):
        counts[seat] = n_counted(s, claiming(s, seat) & r.of_region[region])
        if counts[seat] > most:
            most = counts[seat]
    for seat in range(r.n_players):
        if counts[seat] == most and most > 0:
            score.shared[seat] += r.value[region] // 2


cdef inline int n_regions(const BoruC* s, const RulesC* r, int seat) noexcept nogil:
    """Regions with a town of the player's; R64f, A20, A21."""
    cdef int region, n = 0
    for region in range(N_REGIONS):
        if r.of_region[region] & (controlled(s, seat) | (s.vikings if s.princess == seat and s.use == TRADE else 0)):
            n += 1
    return n


cdef inline void score_all(const BoruC* s, const RulesC* r, ScoreC* score) noexcept nogil:
    """The points of all players as if the game ended now; R64."""
    cdef int seat, region, richest = sole_most(r, s.coins)
    for seat in range(r.n_players):
        score.track[seat] = s.points[seat]
        score.coins[seat] = seat == richest
        score.marker[seat] = seat == s.marker
        score.renown[seat] = s.renown[seat]
        score.claims[seat] = score.shared[seat] = 0
        score.regions[seat] = r.spread[n_regions(s, r, seat)]
    for region in range(N_REGIONS):
        if s.holder[region] != NONE:
            score.claims[s.holder[region]] += r.value[region]
        elif s.up >> region & 1:
            share_region(s, r, region, score)
    for seat in range(r.n_players):
        score.total[seat] = (score.track[seat] + score.coins[seat] + score.marker[seat] + score.renown[seat]
                             + score.claims[seat] + score.shared[seat] + score.regions[seat])


cdef inline int tie_break(const BoruC* s, int seat) noexcept nogil:
    """Claim tokens, then marriage cards, the kept princess too; R65, A32."""
    cdef int region, n = 0
    for region in range(N_REGIONS):
        n += s.holder[region] == seat
    return 16 * n + s.n_wed[seat] + (s.princess == seat)


cdef inline void share_win(const BoruC* s, const RulesC* r, const double* points, double* out) noexcept nogil:
    """Each player's share of the win; R65."""
    cdef double rank[MOST_PLAYERS]
    cdef double best = -1.0
    cdef int seat, n = 0
    for seat in range(r.n_players):
        rank[seat] = 256.0 * points[seat] + tie_break(s, seat)
        if rank[seat] > best:
            best = rank[seat]
            n = 0
        n += rank[seat] == best
    for seat in range(r.n_players):
        out[seat] = 1.0 / n if rank[seat] == best else 0.0
