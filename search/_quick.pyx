"""Whole games between agents that hardly think: the decisions that search/agents.py makes, without Python between."""
cimport cython
from libc.stdint cimport int8_t, int32_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc

from kingmaker.games._base cimport MAX_PLAYERS, GameState
from kingmaker.games._checks cimport check_whole
from kingmaker.games._rng cimport Rng, rng_below, rng_t
from kingmaker.search.tree._streams cimport seed_branch

from kingmaker.errors import shown
from kingmaker.games.errors import KingmakerError
from kingmaker.search import seeds

cdef enum:
    RANDOM = 0
    POLICY = 1

KINDS = {"random": RANDOM, "policy": POLICY}
cdef uint32_t _AGENT = seeds.AGENT


cdef int32_t _choose(GameState state, GameState scratch, int kind, int32_t* legal, uint64_t deal, int seat,
                     uint32_t k) except -1 nogil:
    """The action of one agent; a single legal one is made without drawing."""
    cdef rng_t rng
    cdef int n = state.c_legal(legal)
    if n < 1:
        state.refuse_empty()
    if n == 1:
        return legal[0]
    seed_branch(&rng, deal, _AGENT, <uint32_t> seat, k)
    if kind == RANDOM:
        return legal[rng_below(&rng, n)]
    scratch.c_copy(state)
    scratch.c_determinize(seat, &rng)
    return scratch.c_policy(&rng)


def play_quickly(GameState state not None, kinds, uint64_t deal, int32_t[::1] actions not None,
                 int8_t[::1] seats not None):
    """Play a game to its end, in place; return the number of decisions.

    Parameters
    ----------
    kinds : what plays each seat, of KINDS
    deal : the seed of all thinking: seat s makes its k-th decision with branch(deal, AGENT, s, k)
    actions, seats : filled with what was done and by whom; as long as the game may be
    """
    cdef GameState game = state.clone(), scratch = state.clone()     # nobody else has these while the lock is given up
    cdef int kind[MAX_PLAYERS]
    cdef uint32_t counts[MAX_PLAYERS]
    cdef int i, n = 0, seat, limit = <int> min(actions.shape[0], seats.shape[0])
    cdef int32_t* legal
    given = tuple(kinds)
    if len(given) != game.n_players:
        raise KingmakerError(f"play_quickly: expected what plays each of {game.n_players} seats, got {shown(kinds)}")
    for i in range(game.n_players):
        kind[i] = <int> check_whole(given[i], "play_quickly: expected one of KINDS", RANDOM, POLICY + 1)
        counts[i] = 0
    legal = <int32_t*> malloc(game.max_legal * sizeof(int32_t))
    if legal is NULL:
        raise MemoryError
    try:
        with cython.boundscheck(False):     # n < limit
            with nogil:
                while True:
                    seat = game.c_player()
                    if seat < 0:
                        break
                    if n >= limit:
                        game.refuse_endless(limit)
                    actions[n] = _choose(game, scratch, kind[seat], legal, deal, seat, counts[seat])
                    seats[n] = <int8_t> seat
                    counts[seat] += 1
                    game.c_apply(actions[n])
                    n += 1
        state.c_copy(game)
    finally:
        free(legal)
    return n


def stream_draws(uint64_t seed, uint32_t first, uint32_t second, uint32_t third, n):
    """Return n draws below 2^32 - 1 from a branch; for tests against numpy."""
    cdef Rng rng = Rng(0)
    seed_branch(rng.stream, seed, first, second, third)
    return rng.draws(n, 2**32 - 1)
