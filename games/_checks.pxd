"""Where Python's arguments become C's: whole numbers within a range, and what is said where something else came."""
from libc.stdint cimport int64_t

cdef int64_t as_whole(object value, int64_t low, int64_t end) except -2     # -1 for all that is not within
cpdef int64_t check_whole(object value, object expected, int64_t low, int64_t end, object error=*) except -2
