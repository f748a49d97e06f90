"""Playing a game over again to see what became of each tile and each treasure."""
cimport cython
from libc.stdint cimport int16_t, int32_t, uint16_t, uint32_t
from libc.string cimport memset

from kingmaker.games.core._bits cimport bit, lowest
from kingmaker.games.two_heirs._legal cimport BUILD, DESTROY, DROP, END, EXTEND, FLIP, TAKE, ChoiceC, supplied
from kingmaker.games.two_heirs._apply cimport do_choice
from kingmaker.games.two_heirs._ids cimport MOST_LEGAL, decode, list_legal
from kingmaker.games.two_heirs._scoring cimport TREASURE, ScoreC, score_all
from kingmaker.games.two_heirs._state cimport HeirsState
from kingmaker.games.two_heirs._struct cimport (
    DISCARD, N_TILES, N_TOKENS, NOWHERE, OVER, WHITE, HeirsC, RulesC)

from kingmaker.games.errors import IllegalActionError

cdef enum:              # what became of a tile, as FATES in ledger.py
    UNSEEN = 0
    START_TILE = 1
    LEFT = 2
    IN_HAND = 3
    BUILT = 4
    EXTENDED = 5
    FLIPPED = 6
    DESTROYED = 7
    DISCARDED = 8

cdef enum:              # what became of a treasure, as TOKEN_FATES
    UNUSED = 0
    IN_PILE = 1
    LAID = 2
    MET = 3


cdef packed struct PieceC:      # the columns of a row of `pieces` behind the tile, in their order
    int16_t offered
    int16_t taken
    int16_t taken_by
    int16_t built
    int16_t extended
    int16_t flipped
    int16_t destroyed
    int16_t discarded
    int16_t fate
    int16_t owner
    int16_t points
    int16_t doubled


cdef packed struct TokenC:      # the same of `treasures`
    int16_t laid
    int16_t met
    int16_t fate


cdef packed struct TotalsC:     # the columns that join the table `games`
    int32_t turns
    int32_t lead_changes
    int32_t decided
    int32_t buildings[2]
    int32_t doubling[2]
    int32_t roads[2]
    int32_t treasures_met
    int32_t treasures_left
    int32_t treasure_points


cdef struct WatchC:             # a game while it is played over
    PieceC* piece
    TokenC* token
    TotalsC* totals
    uint32_t supply             # tiles in the supply so far
    uint16_t gone               # treasures met so far
    int turn
    int lead                    # whose it was last: 1 Blue's, -1 White's, 0 nobody's yet
    int last_off[3]             # by who may lead, White first: the last turn at whose end somebody else did


N_PIECE = sizeof(PieceC) // sizeof(int16_t)
N_TOKEN = sizeof(TokenC) // sizeof(int16_t)
N_TOTALS = sizeof(TotalsC) // sizeof(int32_t)
TILES = N_TILES
TOKENS = N_TOKENS


cdef uint32_t supply_of(const HeirsC* s) noexcept nogil:
    """The tiles in the supply."""
    cdef uint32_t mask = 0
    cdef int place
    for place in range(6):
        if supplied(s, place) != NOWHERE:
            mask |= bit(supplied(s, place))
    return mask


cdef int note_taken(WatchC* w, const HeirsC* s, int taker) noexcept nogil:
    """One tile left the supply, another may have come; returns the first, -1 none."""
    cdef uint32_t now = supply_of(s), gone = w.supply & ~now, come = now & ~w.supply
    w.supply = now
    if come:
        w.piece[lowest(come)].offered = <int16_t> w.turn
    if gone == 0:
        return -1
    w.piece[lowest(gone)].taken = <int16_t> w.turn
    w.piece[lowest(gone)].taken_by = <int16_t> taker
    return lowest(gone)


cdef void note_choice(WatchC* w, const ChoiceC* c) noexcept nogil:
    """What a choice does to a tile, but for taking."""
    cdef int16_t turn = <int16_t> w.turn
    if c.kind == BUILD:
        w.piece[c.tile].built = turn
        w.piece[c.tile].fate = BUILT
    elif c.kind == EXTEND:
        w.piece[c.tile].extended = turn
        w.piece[c.tile].fate = EXTENDED
    elif c.kind == FLIP:
        w.piece[c.tile].flipped = turn
        w.piece[c.tile].fate = FLIPPED
    elif c.kind == DESTROY:
        w.piece[c.tile].destroyed = turn
        w.piece[c.tile].fate = DESTROYED
    elif c.kind == DROP:
        w.piece[c.tile].discarded = turn
        w.piece[c.tile].fate = DISCARDED


cdef void note_met(WatchC* w, const HeirsC* s) noexcept nogil:
    """Treasures whose condition came true."""
    cdef uint32_t new = s.gone & ~w.gone
    w.gone = s.gone
    while new:
        w.token[lowest(new)].met = <int16_t> w.turn
        w.token[lowest(new)].fate = MET
        new &= new - 1


cdef void note_henry(WatchC* w, const HeirsC* s, int token) noexcept nogil:
    """Henry's turn is over: the tile that he took, and the token that was the pile's top."""
    cdef int tile = note_taken(w, s, WHITE)
    if tile < 0:
        return
    if not s.board & bit(tile):
        w.piece[tile].discarded = <int16_t> w.turn
        w.piece[tile].fate = DISCARDED
        return
    w.piece[tile].built = <int16_t> w.turn
    w.piece[tile].fate = BUILT
    if token >= 0:
        w.token[token].laid = <int16_t> w.turn
        w.token[token].fate = LAID


cdef void note_lead(WatchC* w, const HeirsC* s, const RulesC* r) noexcept nogil:
    """Who would have more points if the game ended with this turn."""
    cdef ScoreC score
    cdef int lead, sign
    score_all(s, r, &score)
    lead = (score.total[0] > score.total[1]) - (score.total[0] < score.total[1])
    if lead != 0 and w.lead == -lead:
        w.totals.lead_changes += 1
    if lead != 0:
        w.lead = lead
    for sign in range(3):
        if sign != lead + 1:
            w.last_off[sign] = w.turn


cdef void play_over(WatchC* w, HeirsC* s, const RulesC* r, int32_t action) noexcept nogil:
    """Make one decision and note what came of it."""
    cdef ChoiceC c
    cdef int player = s.player, token = s.pile[s.n_pile - 1] if s.n_pile else -1
    cdef bint is_last = s.turns_after == 0
    decode(s, r, action, &c)
    note_choice(w, &c)
    do_choice(s, r, &c)
    if c.kind == TAKE:
        note_taken(w, s, player)
    if (c.kind != END and c.kind != DROP) or s.phase == DISCARD:
        note_met(w, s)
        return
    if s.is_solo and not is_last:
        w.turn += 1
        note_henry(w, s, token)
        note_met(w, s)
    note_lead(w, s, r)
    w.turn += s.phase != OVER


cdef void begin(WatchC* w, const HeirsC* s) noexcept nogil:
    """The rows as they are before the first decision."""
    cdef int i
    memset(w.piece, -1, N_TILES * sizeof(PieceC))
    memset(w.token, -1, N_TOKENS * sizeof(TokenC))
    memset(w.totals, 0, sizeof(TotalsC))
    w.turn = 1
    w.lead = 0
    w.last_off[0] = w.last_off[1] = w.last_off[2] = 0
    w.supply = supply_of(s)
    w.gone = s.gone
    for i in range(N_TILES):
        w.piece[i].fate = UNSEEN
        w.piece[i].doubled = 0
        if w.supply >> i & 1:
            w.piece[i].offered = 0
    w.piece[s.start_tile].fate = START_TILE
    for i in range(N_TOKENS):
        w.token[i].fate = UNUSED if s.unused >> i & 1 else MET if s.gone >> i & 1 else IN_PILE


cdef void finish_pieces(WatchC* w, const HeirsC* s, const ScoreC* score) noexcept nogil:
    """What the tiles are at the end."""
    cdef int i, owner
    for i in range(N_TILES):
        if w.supply >> i & 1:
            w.piece[i].fate = LEFT
        elif (s.hand[0] | s.hand[1]) >> i & 1:
            w.piece[i].fate = IN_HAND
        if (s.own[0] | s.own[1]) >> i & 1:
            owner = 0 if s.own[0] >> i & 1 else 1
            w.piece[i].owner = <int16_t> owner
            w.piece[i].points = score.points[i]
            w.piece[i].doubled = <int16_t> (score.doubled >> i & 1)
            w.totals.buildings[owner] += score.points[i]
            if score.doubled >> i & 1:
                w.totals.doubling[owner] += score.points[i]


cdef void finish(WatchC* w, const HeirsC* s, const RulesC* r) noexcept nogil:
    """What is known at the end alone."""
    cdef ScoreC score
    cdef int owner, sign
    score_all(s, r, &score)
    finish_pieces(w, s, &score)
    w.totals.turns = w.turn
    sign = (score.total[0] > score.total[1]) - (score.total[0] < score.total[1])
    w.totals.decided = w.last_off[sign + 1] + 1
    if s.is_solo:
        w.totals.treasures_left = s.n_laid + s.n_pile
        w.totals.treasure_points = TREASURE * w.totals.treasures_left
        for sign in range(N_TOKENS):
            w.totals.treasures_met += w.token[sign].met > 0
    for owner in range(2):
        w.totals.roads[owner] = score.total[owner] - w.totals.buildings[owner] - w.totals.doubling[owner]
    w.totals.roads[WHITE] -= w.totals.treasure_points


cdef bint is_legal(const HeirsC* s, const RulesC* r, int32_t action) noexcept nogil:
    """Whether the rules allow it: what is not an action of the state must not be made in it."""
    cdef int32_t legal[MOST_LEGAL]
    cdef int i
    if s.phase == OVER:
        return False
    for i in range(list_legal(s, r, legal)):
        if legal[i] == action:
            return True
    return False


def fill_rows(HeirsState start not None, const int32_t[::1] actions not None, int16_t[:, ::1] pieces not None,
              int16_t[:, ::1] tokens not None, int32_t[::1] totals not None):
    """Fill the rows of one game: `pieces` by tile in play, `tokens` by treasure, `totals` of the whole game."""
    cdef HeirsC s = start.c
    cdef WatchC w
    cdef Py_ssize_t i, n = actions.shape[0]
    cdef int32_t action = 0
    if (pieces.shape[0] != N_TILES or pieces.shape[1] * sizeof(int16_t) != sizeof(PieceC)
            or tokens.shape[0] != N_TOKENS or tokens.shape[1] * sizeof(int16_t) != sizeof(TokenC)
            or totals.shape[0] * sizeof(int32_t) != sizeof(TotalsC)):
        raise ValueError("fill_rows: rows of another size")
    w.piece = <PieceC*> &pieces[0, 0]
    w.token = <TokenC*> &tokens[0, 0]
    w.totals = <TotalsC*> &totals[0]
    with cython.boundscheck(False):
        with nogil:
            begin(&w, &s)
            for i in range(n):
                action = actions[i]
                if not is_legal(&s, start.r, action):
                    break
                play_over(&w, &s, start.r, action)
            else:
                i = n
                finish(&w, &s, start.r)
    if i < n:
        raise IllegalActionError(f"two-heirs: decision {i} of a game: the action {action} is illegal there")
