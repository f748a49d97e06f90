"""The clock that searches stop by, and Ctrl-C: both are looked at now and then, while nothing of Python runs."""
from cpython.exc cimport PyErr_CheckSignals
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

cdef enum:
    SIGNALS_MS = 50         # from one look for signals to the next


cdef inline double now() noexcept nogil:
    """Seconds from some fixed moment on."""
    cdef timespec ts
    clock_gettime(CLOCK_MONOTONIC, &ts)
    return ts.tv_sec + 1e-9 * ts.tv_nsec


cdef inline int hear_signals(double time, double* last) except -1 nogil:
    """Let Ctrl-C be heard, if it was last listened for long ago; `last` is when."""
    if time - last[0] > SIGNALS_MS / 1000.0:
        last[0] = time
        with gil:
            PyErr_CheckSignals()
    return 0
