"""Phantom-444's shell: the struct behind the contract, its texts and its picture."""
from libc.stdint cimport int8_t, int32_t, int64_t, uint16_t, uint32_t

from kingmaker.games._base cimport TERMINAL, UNSEEN, GameState, blank
from kingmaker.games._rng cimport Rng, rng_below, rng_t
from kingmaker.games.phantom_444._rules cimport (
    RUNNING,
    PhantomC,
    count_bits,
    has_line,
    nth_bit,
    phantom_apply,
    phantom_become,
    phantom_determinize,
    phantom_legal,
    phantom_refresh,
    phantom_scan,
    spread,
)

from kingmaker.games.errors import NotationError
from kingmaker.games.phantom_444.view import caption, draw

MARKS = "xo"
COLUMNS = "abcd"
RESULTS = ("x has won", "o has won", "a draw")

cdef enum:
    OUTCOME_OCCUPIED = 1
    OUTCOME_END = 2     # plus the status: 2 x has won, 3 o has won, 4 draw


cdef class PhantomState(GameState):
    cdef PhantomC c

    cdef int c_copy(self, GameState other) except -1 nogil:
        self.c = (<PhantomState> other).c
        return 0

    cdef int c_player(self) except -9 nogil:
        return self.c.to_move if self.c.status == RUNNING else TERMINAL

    cdef int c_legal(self, int32_t* out) except -1 nogil:
        cdef uint32_t legal = phantom_legal(&self.c)
        cdef int cell = 0, n = 0
        while legal:
            if legal & 1:
                out[n] = cell
                n += 1
            legal >>= 1
            cell += 1
        return n

    cdef int c_apply(self, int32_t action) except -1 nogil:
        phantom_apply(&self.c, action)
        return 0

    cdef int c_returns(self, double* out) except -1 nogil:
        cdef int p
        for p in range(2):
            out[p] = 0.0 if self.c.status > 1 else 1.0 if self.c.status == p else -1.0
        return 0

    cdef int32_t c_observe(self, int32_t action, int observer) except -1 nogil:
        """Rule 3: the opponent notices a stone being placed, not where; of a cell named in vain, nothing."""
        if observer == self.c.to_move:
            return action
        return UNSEEN if (self.c.stones[observer] >> action) & 1 else 0

    cdef int32_t c_outcome(self, int observer) except -1 nogil:
        """Rule 3: the mover, who still is to move, is told of an occupied cell; rule 6: all are told the result."""
        if self.c.status != RUNNING:
            return OUTCOME_END + self.c.status
        return OUTCOME_OCCUPIED if self.c.was_occupied and observer == self.c.to_move else 0

    cdef int32_t c_sample(self, rng_t* rng) except -1 nogil:
        cdef uint32_t legal = phantom_legal(&self.c)
        return nth_bit(legal, <int> rng_below(rng, <uint32_t> count_bits(legal)))

    cdef int c_playout(self, rng_t* rng, int limit) except -1 nogil:
        cdef int n_decisions = 0
        cdef uint32_t legal
        while self.c.status == RUNNING:
            if n_decisions >= limit:
                self.refuse_endless(limit)
            legal = phantom_legal(&self.c)
            phantom_apply(&self.c, nth_bit(legal, <int> rng_below(rng, <uint32_t> count_bits(legal))))
            n_decisions += 1
        return n_decisions

    cdef int c_determinize(self, int observer, rng_t* rng) except -1 nogil:
        if self.c.status == RUNNING:    # rule 6: at the end the board is open
            phantom_determinize(&self.c, observer, rng)
        return 0

    cdef int64_t c_n_worlds(self, int observer) except -1 nogil:
        cdef uint32_t unfound
        if self.c.status != RUNNING:
            return 1
        return phantom_scan(&self.c, observer, -1, &unfound) << count_bits(self.c.stones[observer])

    cdef int c_set_world(self, int observer, int64_t index) except -1 nogil:
        """First the opponent's unfound stones, ascending, then what he knows of the observer's."""
        cdef uint32_t unfound = 0, own = self.c.stones[observer]
        cdef int n_own = count_bits(own)
        if self.c.status == RUNNING:
            phantom_scan(&self.c, observer, index >> n_own, &unfound)
            phantom_become(&self.c, observer, unfound, spread(<uint32_t> (index & ((1 << n_own) - 1)), own))
        return 0

    @property
    def size(self):
        return sizeof(PhantomC)

    def _format_action(self, action):
        """Column letter and row number, counted from the top left: a1, d4."""
        return f"{COLUMNS[action % self.c.size]}{action // self.c.size + 1}"

    def _cells_named(self, mask):
        cells = [self._format_action(cell) for cell in range(self.c.size ** 2) if mask >> cell & 1]
        return ",".join(cells) or "-"

    def _marks(self, stones_x, stones_o, empty="."):
        return "".join("x" if stones_x >> cell & 1 else "o" if stones_o >> cell & 1 else empty
                       for cell in range(self.c.size ** 2))

    def _rows(self, marks):
        return "/".join(marks[start:start + self.c.size] for start in range(0, len(marks), self.c.size))

    def text(self):
        """The board, row by row, and the opponent's stones that each has found: `x.../.o../..../.... x:b2 o:-`."""
        board = self._rows(self._marks(self.c.stones[0], self.c.stones[1]))
        return f"{board} x:{self._cells_named(self.c.known[0])} o:{self._cells_named(self.c.known[1])}"

    def _seen(self, observer):
        """Both players' stones as far as the observer has found them out in play."""
        seen = [self.c.known[observer], self.c.known[observer]]
        seen[observer] = self.c.stones[observer]
        return tuple(seen)

    def _view(self, observer):
        """What the observer has found out in play, and the result."""
        board = self._rows(self._marks(*self._seen(observer)))
        n_stones = count_bits(self.c.stones[1 - observer])
        now = RESULTS[self.c.status] if self.c.status != RUNNING else f"{MARKS[self.c.to_move]} to move"
        return f"{MARKS[observer]} sees {board}, {MARKS[1 - observer]} has {n_stones}, {now}"

    def _svg(self, observer):
        if self.c.status != RUNNING:    # rule 6: the board is open now
            marks = self._marks(self.c.stones[0], self.c.stones[1], empty=" ")
            return draw(marks, observer, [RESULTS[self.c.status]])
        marks = self._marks(*self._seen(observer), empty="?")
        n_unfound = count_bits(self.c.stones[1 - observer]) - count_bits(self.c.known[observer])
        return draw(marks, observer, caption(observer, int(self.c.to_move), n_unfound))


def new(game, Rng rng not None):
    """Return an empty board; chance decides nothing."""
    return _from_masks(game, (0, 0), (0, 0))


cdef PhantomState _from_masks(game, stones, known):
    cdef PhantomState state = blank(PhantomState, game)
    cdef int p
    state.c.size = <int8_t> game.options["board"]
    for p in range(2):
        state.c.stones[p] = <uint16_t> stones[p]
        state.c.known[p] = <uint16_t> known[p]
    state.c.was_occupied = 0
    phantom_refresh(&state.c)
    return state


def parse(game, text):
    """Read what `text` wrote."""
    size = game.options["board"]
    words = str(text).split(" ")
    rows = words[0].split("/")
    if (len(words) != 3 or [len(row) for row in rows] != [size] * size or not set(words[0]) <= set("xo./")
            or not words[1].startswith("x:") or not words[2].startswith("o:")):
        shape = "/".join(["." * size] * size)
        raise NotationError(f"phantom-444: expected {size} rows of x, o and . and what each player has found, "
                            f"like {shape} x:- o:-; got {text!r}")
    marks = "".join(rows)
    stones = [sum(1 << cell for cell, mark in enumerate(marks) if mark == player) for player in MARKS]
    known = [_read_cells(word[2:], size, text) for word in words[1:]]
    _check_position(size, stones, known, text)
    return _from_masks(game, stones, known)


def _read_cells(names, size, text):
    """Read `a1,b2` or `-`: a mask of cells, which must stand in the order in which `text` writes them."""
    cells = []
    for name in [] if names == "-" else names.split(","):
        if len(name) != 2 or name[0] not in COLUMNS[:size] or name[1] not in "1234"[:size]:
            raise NotationError(f"phantom-444: expected cells a1 to {COLUMNS[size - 1]}{size} joined by commas, or -; "
                                f"got {names!r} in {text!r}")
        cells.append((int(name[1]) - 1) * size + COLUMNS.index(name[0]))
    if any(b <= a for a, b in zip(cells, cells[1:])):
        raise NotationError(f"phantom-444: expected each cell once, row by row; got {names!r} in {text!r}")
    return sum(1 << cell for cell in cells)


def _check_position(size, stones, known, text):
    """Refuse what no game reaches."""
    n_stones = [count_bits(mask) for mask in stones]
    if n_stones[0] - n_stones[1] not in (0, 1):
        raise NotationError(f"phantom-444: expected as many x as o or one more; got {n_stones[0]} x "
                            f"and {n_stones[1]} o in {text!r}")
    for p in range(2):
        if known[p] & ~stones[1 - p]:
            raise NotationError(f"phantom-444: expected {MARKS[p]}: to name stones of {MARKS[1 - p]} only, "
                                f"in {text!r}")
    full = n_stones[0] + n_stones[1] == size * size
    if not (full or has_line(stones[0], size) or has_line(stones[1], size)):
        return
    last = 0 if n_stones[0] > n_stones[1] else 1
    others = stones[last] & ~known[1 - last]    # nobody can have found the stone that ended the game
    ends = [1 << cell for cell in range(size * size) if others >> cell & 1]
    if has_line(stones[1 - last], size) or all(has_line(stones[last] & ~end, size) for end in ends):
        raise NotationError(f"phantom-444: the game was over before this position: {text!r}")
