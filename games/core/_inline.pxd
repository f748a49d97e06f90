"""Small functions for whoever reads, one for the processor: a module that cimports this has all of its own inlined.

gcc by itself calls what it finds long, also where one caller's constants would make it short: learned policies, which
are written once for weighing and for writing features down. Not for every module: where much is called from many
places the compiler takes minutes and gigabytes.
"""
cdef extern from *:
    """
    #if (defined(__GNUC__) || defined(__clang__)) && defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__)
    #undef CYTHON_INLINE
    #define CYTHON_INLINE __inline__ __attribute__((always_inline, unused))
    #endif
    """
    const bint ALL_INLINE "1"
