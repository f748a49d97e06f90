"""How the compiled part of this installation was built, as its compiler knows it."""
cdef extern from *:
    """
    #if defined(__has_feature)
      #if __has_feature(address_sanitizer)
        #define KM_SANITIZED 1
      #endif
    #endif
    #if defined(__SANITIZE_ADDRESS__) || defined(KM_SANITIZED)
      #define KM_MODE "asan"
    #elif defined(__OPTIMIZE__) || defined(_MSC_VER)
      #define KM_MODE "release"
    #else
      #define KM_MODE "debug"
    #endif
    #if defined(__clang__)
      #define KM_COMPILER "clang " __clang_version__
    #elif defined(__GNUC__)
      #define KM_COMPILER "gcc " __VERSION__
    #else
      #define KM_COMPILER "another compiler"
    #endif
    #if defined(__AVX512F__)
      #define KM_CPU "x86-64-v4"
    #elif defined(__AVX2__)
      #define KM_CPU "x86-64-v3"
    #elif defined(__SSE4_2__)
      #define KM_CPU "x86-64-v2"
    #elif defined(__x86_64__) || defined(_M_X64)
      #define KM_CPU "x86-64"
    #elif defined(__aarch64__) || defined(_M_ARM64)
      #define KM_CPU "arm64"
    #else
      #define KM_CPU "this processor"
    #endif
    """
    const char* KM_MODE
    const char* KM_COMPILER
    const char* KM_CPU

MODE = KM_MODE.decode("ascii")
COMPILER = KM_COMPILER.decode("ascii").strip()
CPU = KM_CPU.decode("ascii")
