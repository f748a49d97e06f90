"""Compile every .pyx under games/ and search/; all static metadata lives in pyproject.toml.

KINGMAKER_BUILD selects the build (always add --force when switching):
  release  (default) no checks, -O3
  debug    bounds and initialised checks on, C division checked, -O0 -g, annotated HTML beside the C files
  asan     the debug checks under address and undefined-behaviour sanitizers, -O1 -g
"""
import os
from pathlib import Path

import numpy as np
from Cython.Build import cythonize
from setuptools import Extension, setup

FLAGS = {
    "release": ["-O3"],
    "debug": ["-O0", "-g"],
    "asan": ["-O1", "-g", "-fsanitize=address,undefined", "-fno-omit-frame-pointer", "-fno-sanitize-recover=undefined"],
}
MODE = os.environ.get("KINGMAKER_BUILD", "release")
if MODE not in FLAGS:
    raise SystemExit(f"KINGMAKER_BUILD: expected one of {', '.join(FLAGS)}; got {MODE!r}")
CHECKED = MODE != "release"

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": CHECKED,
    "wraparound": False,
    "initializedcheck": CHECKED,
    "nonecheck": False,  # True does not compile in nogil methods
    "cdivision": not CHECKED,
    "embedsignature": True,
}


def extensions() -> list[Extension]:
    """One extension per .pyx: a new game needs no edit here."""
    return [
        Extension(
            ".".join(path.with_suffix("").parts),
            [str(path)],
            include_dirs=[np.get_include()],
            define_macros=[("NPY_NO_DEPRECATED_API", "NPY_1_7_API_VERSION")],
            extra_compile_args=[*FLAGS[MODE], "-ffp-contract=off"],  # the same bits with and without FMA
            extra_link_args=["-fsanitize=address,undefined"] if MODE == "asan" else [],
        )
        for package in ("games", "search")
        for path in sorted(Path(package).rglob("*.pyx"))
    ]


setup(
    ext_modules=cythonize(
        extensions(),
        compiler_directives=DIRECTIVES,
        annotate=CHECKED,
        emit_linenums=CHECKED,
        force=CHECKED,
        nthreads=os.cpu_count() or 1,
        build_dir=f"build/cython-{MODE}",
    )
)
