"""The Two Heirs' shell: the struct behind the contract, its texts and its picture."""
from libc.math cimport INFINITY, fabs
from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from kingmaker.games._base cimport TERMINAL, GameState, blank
from kingmaker.games._rng cimport Rng, rng_t
from kingmaker.games.two_heirs cimport _ids as ids, _struct
from kingmaker.games.core._bits cimport bit, lowest, n_bits
from kingmaker.games.core._tally cimport draw_one, to_shares
from kingmaker.games.two_heirs._legal cimport ChoiceC, lacking, nth_supplied, pick, reach_of, sources, supplied
from kingmaker.games.two_heirs._apply cimport do_choice
from kingmaker.games.two_heirs._features cimport N_FEATURES
from kingmaker.games.two_heirs._ids cimport decode, encode, list_legal
from kingmaker.games.two_heirs._ceiling cimport margin_most
from kingmaker.games.two_heirs._key cimport is_settled, key_of
from kingmaker.games.two_heirs._policy cimport sum_up
from kingmaker.games.two_heirs._scoring cimport ScoreC, score_all
from kingmaker.games.two_heirs._solo cimport is_met
from kingmaker.games.two_heirs._struct cimport (
    N_TILES, N_TOKENS, NOT_YET, NOWHERE, OVER, START, HeirsC, clear_board, lay_tile, stand_on, tile_at)
from kingmaker.games.two_heirs._value cimport N_VALUES, worth_stage_of, promise
from kingmaker.games.two_heirs._worlds cimport redraw

from kingmaker.errors import shown
from kingmaker.games.errors import KingmakerError
from kingmaker.games.two_heirs import components, interventions, notation
from kingmaker.games.two_heirs._components import rules_of
from kingmaker.games.two_heirs.illegal import why_illegal
from kingmaker.games.two_heirs.snapshot import Doubt, Snapshot, n_unused

N_ACTIONS = ids.N_ACTIONS
MOST_LEGAL = ids.MOST_LEGAL
_FAR = ids.FAR
_SPAN = ids.SPAN


# -- state -------------------------------------------------------------------------------------------------------


cdef class HeirsState(GameState):
    """A state of The Two Heirs."""

    cdef int c_bind(self) except -1:
        self.rules = rules_of(self.game)
        self.r = &self.rules.r
        return 0

    cdef int c_copy(self, GameState other) except -1 nogil:
        self.c = (<HeirsState> other).c
        return 0

    cdef int c_player(self) except -9 nogil:
        return TERMINAL if self.c.phase == OVER else self.c.player

    cdef int c_legal(self, int32_t* out) except -1 nogil:
        return list_legal(&self.c, self.r, out)

    cdef int c_apply(self, int32_t action) except -1 nogil:
        cdef ChoiceC choice
        decode(&self.c, self.r, action, &choice)
        do_choice(&self.c, self.r, &choice)
        return 0

    cdef int c_returns(self, double* out) except -1 nogil:
        cdef ScoreC score
        score_all(&self.c, self.r, &score)
        out[0] = score.total[0]
        out[1] = score.total[1]
        return 0

    cdef int c_wins(self, const double* returns, double* out) except -1 nogil:
        """Rules 7.5 and 9.9."""
        cdef double lead = returns[0] - returns[1]
        if lead == 0 and self.c.is_solo:
            lead = -1
        elif lead == 0:
            lead = reach_of(&self.c, 0) - reach_of(&self.c, 1)
        out[0] = 0.5 if lead == 0 else lead > 0
        out[1] = 1 - out[0]
        return 0

    cdef int c_determinize(self, int observer, rng_t* rng) except -1 nogil:
        redraw(&self.c, self.r, observer, rng)
        return 0

    cdef int32_t c_outcome(self, int observer) except -1 nogil:
        return self.c.outcome

    cdef int32_t c_sample(self, rng_t* rng) except -1 nogil:
        cdef ChoiceC choice
        pick(&self.c, self.r, rng, &choice)
        return encode(&self.c, &choice)

    cdef int c_playout(self, rng_t* rng, int limit) except -1 nogil:
        cdef ChoiceC choice
        cdef int n_decisions = 0
        while self.c.phase != OVER:
            if n_decisions >= limit:
                self.refuse_endless(limit)
            pick(&self.c, self.r, rng, &choice)
            do_choice(&self.c, self.r, &choice)
            n_decisions += 1
        return n_decisions

    cdef int32_t c_policy(self, rng_t* rng) except -1 nogil:
        """A learned choice at random; it looks at what both players see only."""
        cdef int32_t actions[ids.MOST_LEGAL]
        cdef double sums[ids.MOST_LEGAL]
        cdef int n = list_legal(&self.c, self.r, actions)
        self.c_logits(actions, n, sums)
        return actions[draw_one(sums, n, 1.0, rng)]

    cdef bint c_logits(self, const int32_t* actions, int n, double* out) except -1 nogil:
        sum_up(&self.sight, &self.c, self.r, actions, n, out, NULL)
        return True

    cdef int c_priors(self, const int32_t* actions, int n, double* out) except -1 nogil:
        self.c_logits(actions, n, out)
        to_shares(out, n)
        return 0

    cdef uint64_t c_key(self) except? 0 nogil:
        return key_of(&self.c, self.r)

    cdef bint c_is_settled(self) except -1 nogil:
        return is_settled(&self.c)

    cdef double c_ceiling(self) except? -1e300 nogil:
        return margin_most(&self.c, self.r) if self.c.turns_after == 0 else INFINITY

    cdef bint c_ends_turn(self, int32_t action) except -1 nogil:
        """Rule 3.4: `end`, unless tiles have to go first; then the last of them."""
        cdef int n = n_bits(self.c.hand[self.c.player])
        if self.c.phase == _struct.DISCARD:
            return n == _struct.HAND_LIMIT + 1
        return action == ids.DO_END and n <= _struct.HAND_LIMIT

    cdef int c_evaluate(self, double* out) except -1 nogil:
        """The points now, with the learned promise of a margin shared between the players."""
        cdef int mover = self.c.player
        cdef double margin = promise(&self.sight, &self.c, self.r, NULL), total
        total = max(self.sight.score.total[0] + self.sight.score.total[1], fabs(margin))      # nobody ends below 0
        out[mover] = (total + margin) / 2
        out[1 - mover] = (total - margin) / 2
        return 0

    cdef double c_spread(self) except -1 nogil:
        return self.r.spread[self.c.is_solo][worth_stage_of(&self.c)]

    def action_features(self):
        """Return one row a legal action: what the policy's weights are multiplied with, named in LEARNING."""
        cdef double[:, ::1] rows
        cdef double[::1] sums
        cdef int32_t[::1] actions
        import numpy as np
        self._check_running("action_features")
        legal = actions = np.array(self.legal_actions(), dtype=np.int32)
        table = rows = np.zeros((len(legal), N_FEATURES))
        sums = np.zeros(len(legal))
        sum_up(&self.sight, &self.c, self.r, &actions[0], <int> len(legal), &sums[0], &rows[0, 0])
        return table

    def state_features(self):
        """Return the stage and what the evaluation's weights are multiplied with, named in LEARNING."""
        cdef double[::1] row
        import numpy as np
        self._check_running("state_features")
        values = row = np.zeros(N_VALUES)
        promise(&self.sight, &self.c, self.r, &row[0])
        return worth_stage_of(&self.c), values

    @property
    def size(self):
        return sizeof(HeirsC)

    @property
    def is_solo(self):
        """Whether White is Henry."""
        return bool(self.c.is_solo)

    @property
    def is_view(self):
        """Whether it was read from a position with unknowns; then what it has in their place is drawn."""
        return self.c.is_view != 0

    # -- texts --------------------------------------------------------------------------------------------------

    def _format_action(self, action):
        cdef int32_t a = action, cell, place, tile
        if a < ids.DO_END:
            return f"take {self.rules.tiles[a].id}"
        if a < ids.DO_DISCARD:
            return "end" if a == ids.DO_END else "spare"
        if a < ids.DO_CAMP:
            return f"discard {self.rules.tiles[a - ids.DO_DISCARD].id}"
        if a < ids.DO_DESTROY:
            return f"camp {_format_cell(a - ids.DO_CAMP)}"
        if a < ids.DO_WITHDRAW:
            return f"destroy {_format_cell(a - ids.DO_DESTROY)}"
        if a < ids.DO_SUMMON:
            return f"withdraw {_format_cell(a - ids.DO_WITHDRAW)}"
        if a < ids.DO_MOVE:
            return f"summon {_format_cell(a - ids.DO_SUMMON)}"
        if a < ids.DO_BUILD:
            cell = (a - ids.DO_MOVE) // 9
            place = (a - ids.DO_MOVE) % 9
            return f"move {_format_cell(cell)} {_format_cell(cell + (place // 3 - 1) * ids.SPAN + place % 3 - 1)}"
        verb = "build" if a < ids.DO_EXTEND else "extend"
        a -= ids.DO_BUILD if verb == "build" else ids.DO_EXTEND
        tile = a // ids.N_CELLS
        cell = a % ids.N_CELLS
        return f"{verb} {self.rules.tiles[tile].id} {_format_cell(cell)}"

    def _why_illegal(self, move):
        return why_illegal(self, move)

    def snapshot(self):
        """Return the whole truth in plain values."""
        return _snapshot(self)

    def text(self):
        """The whole truth in one line, sections apart by `/`."""
        return notation.format_text(_snapshot(self))

    def _view(self, observer):
        return notation.format_view(_snapshot(self), observer, self.rules)

    def _svg(self, observer):
        from kingmaker.games.two_heirs.position import write_position
        from kingmaker.games.two_heirs.view import draw
        return draw(write_position(self), observer, tiles=self.rules.tiles, treasures=self.rules.treasures)

    def access(self, player=None):
        """Return the wood, stone and wheat that a player, or whose turn it is, has access to; rule 4.1."""
        cdef int who = self.c.player if player is None else self._check_player(player)
        cdef uint32_t packed = sources(&self.c, self.r, who)
        return {name: packed >> (8 * i) & 0xFF for i, name in enumerate(components.RESOURCES)}

    def lack(self, tile):
        """Return how many resources are missing to build a tile now, discounts not counted; rule 4.2."""
        if tile not in self.rules.number:
            raise KingmakerError(f"lack: expected one of {', '.join(self.rules.number)}; got {shown(tile)}")
        return lacking(self.r.cost[<int> self.rules.number[tile]], sources(&self.c, self.r, self.c.player))

    def reach(self):
        """Return the tiles in reach of whose turn it is; rule 3.1."""
        cdef int n = reach_of(&self.c, self.c.player), i
        return [self.rules.tiles[supplied(&self.c, nth_supplied(&self.c, i))].id
                for i in range(min(n, self.c.n_supply))]

    def score(self):
        """Return the result as if the game ended now, as records have it."""
        cdef ScoreC score
        score_all(&self.c, self.r, &score)
        return _result(self, &score)


def _format_cell(cell):
    return f"{cell % _SPAN - _FAR},{cell // _SPAN - _FAR}"


cdef list _ids(HeirsState state, uint32_t mask):
    """The ids of the tiles in a mask, in the order of the table."""
    return [state.rules.tiles[i].id for i in range(N_TILES) if mask >> i & 1]


cdef object _cell(HeirsState state, int tile):
    return None if tile == NOWHERE else (state.c.x[tile], state.c.y[tile])


cdef list _cells(HeirsState state, uint32_t mask):
    return sorted((state.c.x[i], state.c.y[i]) for i in range(START) if mask >> i & 1)


cdef uint32_t _elsewhere(HeirsState state):
    """The tiles that are out of the game."""
    cdef HeirsC* s = &state.c
    cdef uint32_t here = s.board | s.hand[0] | s.hand[1] | bit(s.start_tile)
    cdef int i
    for i in range(6):
        if supplied(s, i) != NOWHERE:
            here |= bit(supplied(s, i))
    for i in range(s.n_stack):
        here |= bit(s.stack[i])
    return ~here & (bit(N_TILES) - 1)


cdef object _snapshot(HeirsState state):
    cdef HeirsC* s = &state.c
    cdef int i, place
    tiles = state.rules.tiles
    tokens = [treasure.id for treasure in state.rules.treasures]
    board = {(0, 0): (tiles[s.start_tile].id, None)}
    for i in range(N_TILES):
        if s.board >> i & 1:
            owner = 0 if s.own[0] >> i & 1 else 1 if s.own[1] >> i & 1 else None
            board[s.x[i], s.y[i]] = (tiles[i].id, owner)
    units = [[(_cell(state, s.unit[p][i]), bool(p == s.player and s.moved >> i & 1)) for i in range(3)]
             for p in range(1 if s.is_solo else 2)]
    shot = Snapshot(
        player=s.player, phase=s.phase, taken=bool(s.taken), discounts=s.discounts,
        turns_after=None if s.turns_after == NOT_YET else s.turns_after,
        supply=[None if supplied(s, place) == NOWHERE else tiles[supplied(s, place)].id for place in range(6)],
        stack=[tiles[s.stack[i]].id for i in range(s.n_stack - 1, -1, -1)],
        hands=(_ids(state, s.hand[0]), _ids(state, s.hand[1])),
        board=board, units=units, removed=_ids(state, _elsewhere(state)), targets=_cells(state, s.targets),
    )
    if s.is_solo:
        shot.henry_units = [_cell(state, s.henry[i]) for i in range(3)]
        shot.last = _cell(state, s.last)
        shot.pile = [tokens[s.pile[i]] for i in range(s.n_pile - 1, -1, -1)]
        shot.treasures = [(_cell(state, s.laid_on[i]), tokens[s.laid[i]]) for i in range(s.n_laid)]
        shot.gone = [tokens[i] for i in range(N_TOKENS) if s.gone >> i & 1]
        shot.unused = [tokens[i] for i in range(N_TOKENS) if s.unused >> i & 1]
    if s.is_view or s.is_blind:
        shot.doubt = Doubt(
            vague=(set(_ids(state, s.vague[0])), set(_ids(state, s.vague[1]))),
            tinted=(set(_ids(state, s.tinted[0])), set(_ids(state, s.tinted[1]))),
            lost_vague=set(_ids(state, s.lost_vague)), lost_tinted=set(_ids(state, s.lost_tinted)),
            stack=bool(s.is_view & _struct.VIEW_STACK), top=bool(s.is_blind),
            start=bool(s.is_view & _struct.VIEW_START), pile=bool(s.is_view & _struct.VIEW_PILE),
            unused=bool(s.is_view & _struct.VIEW_UNUSED))
    return shot


cdef dict _result(HeirsState state, ScoreC* score):
    cdef HeirsC* s = &state.c
    cdef int i
    cdef double points[2]
    cdef double wins[2]
    buildings = [
        {"at": [s.x[i], s.y[i]], "tile": state.rules.tiles[i].id, "owner": "blue" if s.own[0] >> i & 1 else "white",
         "points": score.points[i], "doubled": bool(score.doubled >> i & 1)}
        for i in range(N_TILES) if (s.own[0] | s.own[1]) >> i & 1]
    roads = [
        {"cells": [list(cell) for cell in _cells(state, score.roads.tiles[i])],
         "blue": n_bits(score.roads.tiles[i] & s.own[0]), "white": n_bits(score.roads.tiles[i] & s.own[1])}
        for i in range(score.roads.n) if n_bits(score.roads.tiles[i]) > 1]
    points[0] = score.total[0]
    points[1] = score.total[1]
    state.c_wins(points, wins)
    return {"points": {"blue": score.total[0], "white": score.total[1]},
            "winner": "draw" if wins[0] == wins[1] else "blue" if wins[0] > wins[1] else "white",
            "buildings": sorted(buildings, key=lambda building: building["at"]),
            "roads": sorted(roads, key=lambda road: road["cells"]),
            "treasures": s.n_laid + s.n_pile if s.is_solo else 0}


# -- making states -----------------------------------------------------------------------------------------------


cdef void _put_supply(HeirsC* s, int place, int tile):
    s.supply |= <uint64_t> tile << (8 * place)
    s.n_supply += tile != NOWHERE


def new(game, Rng rng not None):
    """Deal a game: section 2, 9.1 and 9.2; a short one: see README.md."""
    cdef HeirsState state = blank(HeirsState, game)
    cdef HeirsC* s = &state.c
    cdef int i, late = game.options["short"], known = 6 if late else 0
    order = list(range(N_TILES))
    if late:
        order = order[::4] + order[1::4] + order[2::4] + order[3::4]
    hidden = order[known:known + 1 + late] if late else order
    rng.shuffle(hidden)
    dealt = order[:known] + hidden
    clear_board(s)
    s.is_solo = game.options["mode"] == "solo"
    if s.is_solo:
        _deal_tokens(s, rng, game.options["level"], late > 0)
    else:
        s.player = <int8_t> rng.below(2)
    interventions.bring_first(dealt, game.options["first"], state.rules.number, rng)
    for i in range(6):
        _put_supply(s, i, dealt[i])
    s.start_tile = dealt[6]
    s.start = START + state.r.colour[s.start_tile]
    s.n_stack = <int8_t> (len(dealt) - 7)
    for i in range(s.n_stack):
        s.stack[i] = dealt[7 + i]
    lay_tile(s, s.start, 0, 0)
    stand_on(s, s.start)
    s.unit[0][0] = s.start
    if not s.is_solo:
        s.unit[1][0] = s.start
    return state


cdef _deal_tokens(HeirsC* s, Rng rng, int level, bint short):
    """Rule 9.2; in a short game two tokens are in the pile, and those that are over count as met."""
    cdef int n_out = n_unused(level), n_pile, i, _i
    tokens = list(range(N_TOKENS))
    n_pile = N_TOKENS - n_out
    if short:
        n_pile = 2
        for _i in range(N_TOKENS - n_out - n_pile):
            s.gone |= <uint16_t> (1 << <int> tokens.pop(0))
    rng.shuffle(tokens)
    s.n_pile = <int8_t> n_pile
    for i in range(n_pile):
        s.pile[i] = tokens[i]
    for i in range(n_pile, len(tokens)):
        s.unused |= <uint16_t> (1 << <int> tokens[i])


cdef uint32_t _mask(HeirsState state, tiles):
    cdef uint32_t mask = 0
    for tile in tiles:
        mask |= bit(state.rules.number[tile])
    return mask


cdef int _tile_on(HeirsC* s, cell):
    cdef int x, y
    if cell is None:
        return NOWHERE
    x, y = cell
    return lowest(tile_at(s, x, y))


def load(game, shot):
    """Return the state that a snapshot describes; its validity is checked before (position.py)."""
    cdef HeirsState state = blank(HeirsState, game)
    cdef HeirsC* s = &state.c
    cdef int i
    clear_board(s)
    s.is_solo = game.options["mode"] == "solo"
    s.player = shot.player
    s.phase = shot.phase
    s.taken = shot.taken
    s.discounts = shot.discounts
    s.turns_after = NOT_YET if shot.turns_after is None else shot.turns_after
    for i in range(6):
        _put_supply(s, i, NOWHERE if shot.supply[i] is None else state.rules.number[shot.supply[i]])
    s.n_stack = <int8_t> len(shot.stack)
    for i, tile in enumerate(reversed(shot.stack)):
        s.stack[i] = state.rules.number[tile]
    for i in range(2):
        s.hand[i] = _mask(state, shot.hands[i])
    _load_board(state, shot)
    _load_units(state, shot)
    if s.is_solo:
        _load_henry(state, shot)
    if shot.doubt is not None:
        _load_doubt(state, shot.doubt)
    return state


cdef _load_board(HeirsState state, shot):
    cdef HeirsC* s = &state.c
    cdef int tile, owner, x, y
    s.start_tile = state.rules.number[shot.board[0, 0][0]]
    s.start = START + state.r.colour[s.start_tile]
    lay_tile(s, s.start, 0, 0)
    for (x, y), (name, holder) in shot.board.items():
        if (x, y) == (0, 0):
            continue
        tile = state.rules.number[name]
        lay_tile(s, tile, x, y)
        if holder is not None:
            owner = holder
            s.own[owner] |= bit(tile)
            s.made[owner] += state.r.makes[tile]
    for cell in shot.targets:
        s.targets |= bit(_tile_on(s, cell))


cdef _load_units(HeirsState state, shot):
    cdef HeirsC* s = &state.c
    cdef int p, i, tile
    for p, units in enumerate(shot.units):
        placed = [(_tile_on(s, cell), moved) for cell, moved in units]
        placed[1:] = sorted(placed[1:])
        for i, (tile, moved) in enumerate(placed):
            s.unit[p][i] = <int8_t> tile
            if moved:
                s.moved |= <uint8_t> (1 << i)
            if tile != NOWHERE:
                stand_on(s, tile)


cdef _load_henry(HeirsState state, shot):
    cdef HeirsC* s = &state.c
    cdef int i, tile
    tokens = state.rules.token
    for i, cell in enumerate(shot.henry_units):
        tile = _tile_on(s, cell)
        s.henry[i] = <int8_t> tile
        if tile != NOWHERE:
            stand_on(s, tile)
    s.last = <int8_t> _tile_on(s, shot.last)
    s.n_pile = <int8_t> len(shot.pile)
    for i, token in enumerate(reversed(shot.pile)):
        s.pile[i] = tokens[token]
    s.n_laid = <int8_t> len(shot.treasures)
    for i, (cell, token) in enumerate(shot.treasures):
        s.laid_on[i] = <int8_t> _tile_on(s, cell)
        s.laid[i] = tokens[token]
    for token in shot.gone:
        s.gone |= <uint16_t> (1 << <int> tokens[token])
    for token in shot.unused:
        s.unused |= <uint16_t> (1 << <int> tokens[token])


cdef _load_doubt(HeirsState state, doubt):
    cdef HeirsC* s = &state.c
    cdef int i
    for i in range(2):
        s.vague[i] = _mask(state, doubt.vague[i])
        s.tinted[i] = _mask(state, doubt.tinted[i])
    s.lost_vague = _mask(state, doubt.lost_vague)
    s.lost_tinted = _mask(state, doubt.lost_tinted)
    s.is_blind = doubt.top
    s.is_view = (_struct.VIEW_HANDS * doubt.hands | _struct.VIEW_STACK * doubt.stack | _struct.VIEW_START * doubt.start
                 | _struct.VIEW_PILE * doubt.pile | _struct.VIEW_UNUSED * doubt.unused)


def met_tokens(HeirsState s not None):
    """Return the treasures on the board whose condition holds: none in a position that can be."""
    return [s.rules.treasures[s.c.laid[i]].id for i in range(s.c.n_laid)
            if is_met(&s.c, s.r, s.c.laid_on[i], s.c.laid[i])]


def parse(game, text):
    """Read what `text` wrote."""
    from kingmaker.games.two_heirs.position import read_text
    return read_text(game, str(text))
