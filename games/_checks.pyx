"""Where Python's arguments become C's: whole numbers within a range, and what is said where something else came.

Compiled code indexes by what it is given. So every public method turns its arguments into C's by these functions, and
what is private trusts them.
"""
from libc.stdint cimport int64_t

from kingmaker.errors import shown
from kingmaker.games.errors import KingmakerError

cdef extern from "Python.h":
    object PyNumber_Index(object value)
    long long PyLong_AsLongLongAndOverflow(object value, int* overflow) except? -1


cdef int64_t as_whole(object value, int64_t low, int64_t end) except -2:
    """Return a whole number of [low, end), where low is at least 0; -1 for anything else, truth values too."""
    cdef long long number
    cdef int overflow = 0
    if isinstance(value, bool):
        return -1
    if not isinstance(value, int):      # numpy has whole numbers of its own
        try:
            value = PyNumber_Index(value)
        except TypeError:
            return -1
    number = PyLong_AsLongLongAndOverflow(value, &overflow)
    return number if overflow == 0 and low <= number < end else -1


cpdef int64_t check_whole(object value, object expected, int64_t low, int64_t end,
                          object error=KingmakerError) except -2:
    """Return a whole number of [low, end); refuse anything else in the words `expected` begins."""
    cdef int64_t number = as_whole(value, low, end)
    if number < 0:
        raise error(f"{expected} in [{low}, {end}), got {shown(value)}")
    return number
