"""Tic-tac-toe's shell: the struct behind the contract, its texts and its picture."""
from libc.stdint cimport int32_t, uint64_t

from kingmaker.games._base cimport TERMINAL, GameState, blank
from kingmaker.games._rng cimport Rng, rng_t
from kingmaker.games.tic_tac_toe._rules cimport (
    N_CELLS,
    NOBODY,
    TicTacToeC,
    ttt_apply,
    ttt_clear,
    ttt_has_three,
    ttt_is_over,
    ttt_legal,
    ttt_playout,
)

from kingmaker.games.errors import NotationError
from kingmaker.games.tic_tac_toe.view import draw

MARKS = "xo"


cdef class TicTacToeState(GameState):
    cdef TicTacToeC c

    cdef int c_copy(self, GameState other) except -1 nogil:
        self.c = (<TicTacToeState> other).c
        return 0

    cdef int c_player(self) except -9 nogil:
        return TERMINAL if ttt_is_over(&self.c) else self.c.n_marks & 1

    cdef int c_legal(self, int32_t* out) except -1 nogil:
        return ttt_legal(&self.c, out)

    cdef int c_apply(self, int32_t action) except -1 nogil:
        ttt_apply(&self.c, action)
        return 0

    cdef int c_returns(self, double* out) except -1 nogil:
        out[0] = 0.0 if self.c.winner == NOBODY else 1.0 - 2.0 * self.c.winner
        out[1] = -out[0]
        return 0

    cdef int c_playout(self, rng_t* rng, int limit) except -1 nogil:
        cdef int n_decisions = ttt_playout(&self.c, rng, limit)
        if n_decisions < 0:
            self.refuse_endless(limit)
        return n_decisions

    cdef uint64_t c_key(self) except? 0 nogil:
        return <uint64_t> self.c.marks[0] << N_CELLS | self.c.marks[1]

    @property
    def size(self):
        return sizeof(TicTacToeC)

    def _format_action(self, action):
        return "abc"[action % 3] + "123"[action // 3]

    def _cells(self):
        return "".join(
            "x" if (self.c.marks[0] >> cell) & 1 else "o" if (self.c.marks[1] >> cell) & 1 else "."
            for cell in range(N_CELLS)
        )

    def text(self):
        """The rows from the top: `x.o/.x./...`; whose turn it is follows from the marks."""
        cells = self._cells()
        return f"{cells[:3]}/{cells[3:6]}/{cells[6:]}"

    def _view(self, observer):
        """The board, as nothing is hidden."""
        return self.text()

    def _svg(self, observer):
        return draw(self._cells(), self.c_player(), self.c.winner)


def new(game, Rng rng not None):
    """Start with an empty board; chance decides nothing."""
    cdef TicTacToeState state = blank(TicTacToeState, game, 2, 9, 9)
    ttt_clear(&state.c)
    return state


def parse(game, text):
    """Read what `text` wrote."""
    cdef TicTacToeState state = blank(TicTacToeState, game, 2, 9, 9)
    cdef int last, cell
    cdef bint reachable = False
    rows = str(text).split("/")
    if len(rows) != 3 or any(len(row) != 3 or not set(row) <= set("xo.") for row in rows):
        raise NotationError(f"tic-tac-toe: expected three rows of three cells, each x, o or a dot, "
                            f"like x.o/.x./...; got {text!r}")
    cells = "".join(rows)
    n_x, n_o = cells.count("x"), cells.count("o")
    if not n_o <= n_x <= n_o + 1:
        raise NotationError(f"tic-tac-toe: expected as many x as o, or one more; got {n_x} x and {n_o} o in {text!r}")
    ttt_clear(&state.c)
    for player in range(2):
        state.c.marks[player] = sum(1 << cell for cell in range(N_CELLS) if cells[cell] == MARKS[player])
    state.c.n_marks = n_x + n_o
    last = 1 - (state.c.n_marks & 1)
    if ttt_has_three(state.c.marks[0]) or ttt_has_three(state.c.marks[1]):
        # the game stopped at the first three: some last mark must undo every one of them
        for cell in range(N_CELLS):
            reachable |= (state.c.marks[last] >> cell) & 1 and not ttt_has_three(state.c.marks[last] & ~(1 << cell))
        if ttt_has_three(state.c.marks[1 - last]) or not reachable:
            raise NotationError(f"tic-tac-toe: expected play to stop at the first three in a row; got {text!r}")
        state.c.winner = last
    return state
