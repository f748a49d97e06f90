"""Connect four's shell: the struct behind the contract, its texts and its picture."""
from libc.stdint cimport int32_t, uint64_t

from kingmaker.games._base cimport TERMINAL, GameState, blank
from kingmaker.games._rng cimport Rng, rng_t
from kingmaker.games.connect_four._rules cimport (
    N_COLUMNS,
    N_ROWS,
    NOBODY,
    STEP,
    ConnectFourC,
    c4_apply,
    c4_centrality,
    c4_clear,
    c4_columns,
    c4_evaluate,
    c4_has_four,
    c4_is_over,
    c4_key,
    c4_open_cells,
    c4_playout,
    c4_policy,
    c4_sample,
)

from kingmaker.games.connect_four.view import draw
from kingmaker.games.errors import NotationError

MARKS = "xo"
COLUMNS = "abcdefg"


cdef class ConnectFourState(GameState):
    cdef ConnectFourC c

    cdef int c_copy(self, GameState other) except -1 nogil:
        self.c = (<ConnectFourState> other).c
        return 0

    cdef int c_player(self) except -9 nogil:
        return TERMINAL if c4_is_over(&self.c) else self.c.n_discs & 1

    cdef int c_legal(self, int32_t* out) except -1 nogil:
        return c4_columns(c4_open_cells(&self.c), out)

    cdef int c_apply(self, int32_t action) except -1 nogil:
        c4_apply(&self.c, action)
        return 0

    cdef int c_returns(self, double* out) except -1 nogil:
        out[0] = 0.0 if self.c.winner == NOBODY else 1.0 - 2.0 * self.c.winner
        out[1] = -out[0]
        return 0

    cdef int32_t c_sample(self, rng_t* rng) except -1 nogil:
        return c4_sample(&self.c, rng)

    cdef int c_playout(self, rng_t* rng, int limit) except -1 nogil:
        cdef int n_decisions = c4_playout(&self.c, rng, limit)
        if n_decisions < 0:
            self.refuse_endless(limit)
        return n_decisions

    cdef int32_t c_policy(self, rng_t* rng) except -1 nogil:
        return c4_policy(&self.c, rng)

    cdef int c_priors(self, const int32_t* actions, int n, double* out) except -1 nogil:
        """In proportion 1, 2, 3, 4, 3, 2, 1 over the columns that are not full."""
        cdef int i, total = 0
        for i in range(n):
            total += c4_centrality(actions[i])
        for i in range(n):
            out[i] = <double> c4_centrality(actions[i]) / total
        return 0

    cdef int c_evaluate(self, double* out) except -1 nogil:
        out[0] = c4_evaluate(&self.c)
        out[1] = -out[0]
        return 0

    cdef uint64_t c_key(self) except? 0 nogil:
        return c4_key(&self.c)

    @property
    def size(self):
        return sizeof(ConnectFourC)

    def _format_action(self, action):
        return COLUMNS[action]

    cdef object _cell(self, int column, int row):
        cdef int bit = STEP * column + row
        return "x" if (self.c.discs[0] >> bit) & 1 else "o" if (self.c.discs[1] >> bit) & 1 else "."

    def _rows(self):
        return ["".join(self._cell(column, row) for column in range(N_COLUMNS)) for row in range(N_ROWS - 1, -1, -1)]

    def text(self):
        """The rows from the top: `......./......./......./......./...o.../..xx...`; the discs tell whose turn it is."""
        return "/".join(self._rows())

    def _view(self, observer):
        """The board, as nothing is hidden."""
        return self.text()

    def _svg(self, observer):
        return draw(self._rows(), self.c_player(), self.c.winner)


def new(game, Rng rng not None):
    """Start with an empty board; chance decides nothing."""
    cdef ConnectFourState state = blank(ConnectFourState, game, 2, 7, 7)
    c4_clear(&state.c)
    return state


def _read_rows(text):
    """Return the rows from the bottom, checked for shape, for discs that hang in the air and for their number."""
    rows = text.split("/")
    if len(rows) != N_ROWS or any(len(row) != N_COLUMNS or not set(row) <= set("xo.") for row in rows):
        raise NotationError(f"connect-four: expected {N_ROWS} rows of {N_COLUMNS} cells from the top, each x, o or a "
                            f"dot, joined by slashes; got {text!r}")
    for column in range(N_COLUMNS):
        if "." in "".join(row[column] for row in rows).lstrip("."):
            raise NotationError(f"connect-four: expected every disc to lie on another or on the ground; "
                                f"column {COLUMNS[column]} has a gap in {text!r}")
    n_x, n_o = text.count("x"), text.count("o")
    if not n_o <= n_x <= n_o + 1:
        raise NotationError(f"connect-four: expected as many x as o, or one more; got {n_x} x and {n_o} o in {text!r}")
    return rows[::-1]


def parse(game, text):
    """Read what `text` wrote."""
    cdef ConnectFourState state = blank(ConnectFourState, game, 2, 7, 7)
    cdef uint64_t disc
    cdef int last, column, row
    cdef bint reachable = False
    text = str(text)
    rows = _read_rows(text)
    c4_clear(&state.c)
    for column in range(N_COLUMNS):
        for row in range(N_ROWS):
            if rows[row][column] != ".":
                state.c.discs[MARKS.index(rows[row][column])] |= <uint64_t> 1 << (STEP * column + row)
                state.c.n_discs += 1
    last = 1 - (state.c.n_discs & 1)
    if c4_has_four(state.c.discs[0]) or c4_has_four(state.c.discs[1]):
        # the game stopped at the first four: some last mover's disc on top of its column must undo all of them
        for column in range(N_COLUMNS):
            row = sum(line[column] != "." for line in rows) - 1
            if row >= 0 and rows[row][column] == MARKS[last]:
                disc = <uint64_t> 1 << (STEP * column + row)
                reachable |= not c4_has_four(state.c.discs[last] & ~disc)
        if c4_has_four(state.c.discs[1 - last]) or not reachable:
            raise NotationError(f"connect-four: expected play to stop at the first four in a row; got {text!r}")
        state.c.winner = last
    return state
