"""Upkeep: marriage, battle, church, claims; R42 to R63."""
from libc.stdint cimport uint64_t

from kingmaker.games.brian_boru._struct cimport (
    BEGIN_BATTLE, BEGIN_CHURCH, BEGIN_CLAIMS, BEGIN_ROUND, CHAPEL, CLOISTER, DOWRY, GIFT, HAND, LOSE, MILITARY,
    N_REGIONS, NONE, OVER, PRINCESS, SPURN, BoruC, RulesC, all_discs, controlled, empty_towns, largest, n_counted,
    sole_most)
from kingmaker.games.core._bits cimport bit

# -- marriage ------------------------------------------------------------------------------------------------------


cdef inline void reward_spaces(BoruC* s, const RulesC* r, int space) noexcept nogil:
    """What spaces of the track give, from this one down, up to the next town to place: R46, A9."""
    cdef int seat
    while space > 0:
        for seat in range(r.n_players):
            if s.track[seat] == space:
                s.coins[seat] += r.track_coins[space]
                s.renown[seat] += r.track_renown[space]
                if r.track_town[space]:
                    s.actor = seat
                    s.stage = GIFT
                    return
        space -= 1
    s.stage = BEGIN_BATTLE


cdef inline void end_wedding(BoruC* s, const RulesC* r) noexcept nogil:
    """The taker's disc goes to the first space; then the others have their benefits: R43, R46."""
    s.track[s.actor] = 0
    reward_spaces(s, r, r.top)


cdef inline void begin_upkeep(BoruC* s, const RulesC* r) noexcept nogil:
    """The highest takes the card; R43 to R45."""
    cdef int seat, taker = 0, card = s.marriage[s.round - 1]
    for seat in range(1, r.n_players):
        if s.track[seat] > s.track[taker]:
            taker = seat
    if s.track[taker] == 0:     # R44; any other space holds one disc only
        s.stage = BEGIN_BATTLE
        return
    s.actor = taker
    if card == PRINCESS:
        s.stage = HAND
        return
    s.wed[taker][s.n_wed[taker]] = card
    s.n_wed[taker] += 1
    s.points[taker] += r.wedding_points[card]
    s.renown[taker] += r.wedding_renown[card]
    s.stage = DOWRY


cdef inline uint64_t offer_dowry(const BoruC* s, const RulesC* r) noexcept nogil:
    """Empty towns of the card's region; R45."""
    cdef int region = r.wedding_region[s.marriage[s.round - 1]]
    return empty_towns(s, r) & r.of_region[region] if region != NONE else 0


cdef inline void use_princess(BoruC* s, const RulesC* r, int use) noexcept nogil:
    """R47."""
    if use == SPURN:
        s.points[s.actor] += r.spurn_points
    else:
        s.princess = s.actor
        s.use = use
    end_wedding(s, r)


# -- battle --------------------------------------------------------------------------------------------------------


cdef inline void give_spoils(BoruC* s, const RulesC* r) noexcept nogil:
    """R51 to R54."""
    cdef int seat = sole_most(r, s.raiders), most
    s.battle = 0
    if seat != NONE:
        s.renown[seat] += 1
        s.points[seat] += s.renown[seat]
        s.raiders[seat] = 0
    most = largest(r, s.raiders)
    for seat in range(r.n_players):
        if most > 0 and s.raiders[seat] == most:
            s.points[seat] += 1
            s.raiders[seat] -= 1


cdef inline void find_loser(BoruC* s, const RulesC* r, int turn) noexcept nogil:
    """The next one with the fewest raiders, from so many places left of the marker on: R49, R50, A12."""
    cdef int seat, i, fewest = s.raiders[0], most = sole_most(r, s.raiders)
    for seat in range(1, r.n_players):
        if s.raiders[seat] < fewest:
            fewest = s.raiders[seat]
    for i in range(turn, r.n_players):
        seat = (s.marker + i) % r.n_players
        if s.raiders[seat] == fewest:
            s.loser = seat
            s.actor = seat if most == NONE else most
            s.stage = LOSE
            return
    s.loser = NONE
    give_spoils(s, r)
    s.stage = BEGIN_CHURCH


cdef inline void begin_battle(BoruC* s, const RulesC* r) noexcept nogil:
    """R48, R49."""
    find_loser(s, r, r.n_players if s.battle == 0 else 0)


cdef inline void lose_town(BoruC* s, const RulesC* r, int town) noexcept nogil:
    """A Viking control token goes on the town, if the loser has one (A11)."""
    if town != NONE:
        s.vikings |= bit(town)
    find_loser(s, r, (s.loser - s.marker + r.n_players) % r.n_players + 1)


# -- church --------------------------------------------------------------------------------------------------------


cdef inline uint64_t offer_monastery(const BoruC* s) noexcept nogil:
    """Towns that the actor controls and that have none yet; R55."""
    return controlled(s, s.actor) & ~s.monasteries


cdef inline void find_founder(BoruC* s, const RulesC* r, int turn) noexcept nogil:
    """The next one with four discs, from so many places left of the marker on; R57."""
    cdef int seat, i
    for i in range(turn, r.n_players):
        seat = (s.marker + i) % r.n_players
        if s.church[seat] >= 4:
            s.actor = seat
            s.stage = CLOISTER
            return
    s.stage = BEGIN_CLAIMS


cdef inline void reward_church(BoruC* s, const RulesC* r) noexcept nogil:
    """R56, A14."""
    cdef int seat, most = largest(r, s.church)
    for seat in range(r.n_players):
        if most > 0 and s.church[seat] == most:
            s.points[seat] += 1
            s.church[seat] -= 1
    find_founder(s, r, 0)


cdef inline void begin_church(BoruC* s, const RulesC* r) noexcept nogil:
    """R55."""
    cdef int seat = sole_most(r, s.church)
    if seat == NONE:
        reward_church(s, r)
        return
    s.actor = seat
    s.stage = CHAPEL


cdef inline void found_chapel(BoruC* s, const RulesC* r, int town) noexcept nogil:
    """R55, A15."""
    if town != NONE:
        s.monasteries |= bit(town)
    s.marker = s.actor
    s.church[s.actor] = 0
    reward_church(s, r)


cdef inline void found_cloister(BoruC* s, const RulesC* r, int town) noexcept nogil:
    """R57."""
    if town != NONE:
        s.monasteries |= bit(town)
        s.church[s.actor] = 0
    find_founder(s, r, (s.actor - s.marker + r.n_players) % r.n_players + 1)


# -- claims --------------------------------------------------------------------------------------------------------


cdef inline uint64_t claiming(const BoruC* s, int seat) noexcept nogil:
    """Towns that count as a player's for claims; R63, A22."""
    return controlled(s, seat) | (s.vikings if s.princess == seat and s.use == MILITARY else 0)


cdef inline int viking_count(const BoruC* s, uint64_t region) noexcept nogil:
    """What the Vikings' towns of a region count for themselves; nothing under military support: R63."""
    if s.princess != NONE and s.use == MILITARY:
        return 0
    return n_counted(s, s.vikings & region)


cdef inline void claim_region(BoruC* s, const RulesC* r, int region) noexcept nogil:
    """R60 to R63, A16, A17."""
    cdef uint64_t towns = r.of_region[region]
    cdef int seat, n, most = viking_count(s, towns), best = NONE
    cdef bint tied = False
    for seat in range(r.n_players):
        n = n_counted(s, claiming(s, seat) & towns)
        if n > most:
            most = n
            best = seat
            tied = False
        elif n == most:
            tied = True
    if not tied:
        s.holder[region] = best


cdef inline void claim_regions(BoruC* s, const RulesC* r) noexcept nogil:
    """R59 to R63; then the next round, or the end: R42."""
    cdef int region
    for region in range(N_REGIONS):
        if n_counted(s, all_discs(s) & r.of_region[region]) >= r.threshold[region]:
            s.up |= 1 << region
        if s.up >> region & 1:
            claim_region(s, r, region)
    s.stage = OVER if s.round == r.n_rounds else BEGIN_ROUND
