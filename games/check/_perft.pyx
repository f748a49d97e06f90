"""Counts sequences of decisions: the loop behind games/check/perft.py."""
from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int32_t, int64_t

from kingmaker.games._base cimport GameState
from kingmaker.games._checks cimport check_whole

cdef enum:
    MOST_DEPTH = 1000


cdef int64_t _count(GameState state, int depth, list scratch, int32_t* buffer) except -1:
    """Count below one state; scratch[depth] and the buffer's next part belong to this level."""
    cdef int i, n
    cdef int64_t total = 0
    cdef GameState child
    if depth == 0:
        return 1
    if state.c_player() < 0:
        return 0
    n = state.c_legal(buffer)
    if n < 1:
        state.refuse_empty()
    if depth == 1:
        return n
    child = scratch[depth]
    for i in range(n):
        child.c_copy(state)
        child.c_apply(buffer[i])
        total += _count(child, depth - 1, scratch, buffer + state.max_legal)
    PyErr_CheckSignals()
    return total


def count(GameState state not None, depth):
    """Return the number of sequences of `depth` decisions from a state."""
    cdef GameState root = state.clone()
    cdef int64_t deep = check_whole(depth, "perft: expected a number of decisions", 0, MOST_DEPTH + 1)
    cdef int32_t* buffer = <int32_t*> PyMem_Malloc((deep + 1) * root.max_legal * sizeof(int32_t))
    if buffer is NULL:
        raise MemoryError
    try:
        return _count(root, <int> deep, [root.clone() for _ in range(deep + 1)], buffer)
    finally:
        PyMem_Free(buffer)
