"""Compile every .pyx of the package; all static metadata lives in pyproject.toml.

`src/kingmaker` holds links to the rooms beside it, so that they are one package: an installed one has real folders.

KINGMAKER_BUILD selects the build (always add --force when switching):
  release  (default) -O3; Python's sequences and arrays are indexed with a check, structs and pointers without
  debug    initialised checks on too, C division checked, -O0 -g, annotated HTML beside the C files
  asan     the debug checks under address and undefined-behaviour sanitizers, -O1 -g
  none     nothing: for an editable install beside what `build_ext --inplace` has built
"""
import glob
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
if MODE not in {*FLAGS, "none"}:
    raise SystemExit(f"KINGMAKER_BUILD: expected one of {', '.join(FLAGS)}, none; got {MODE!r}")
CHECKED = MODE in ("debug", "asan")

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": True,  # of what comes from Python; the rules and the search index C arrays, which it does not touch
    "wraparound": False,
    "initializedcheck": CHECKED,
    "nonecheck": False,  # True does not compile in nogil methods
    "cdivision": not CHECKED,
    "binding": False,  # methods that look at the type of their object: Type.method(5) is an error, not a fault
    "embedsignature": True,
    "embedsignature.format": "clinic",
}


def extensions() -> list[Extension]:
    """One extension per .pyx: a new game needs no edit here."""
    return [
        Extension(
            ".".join(path.relative_to("src").with_suffix("").parts),
            [str(path)],
            include_dirs=[np.get_include()],
            define_macros=[("NPY_NO_DEPRECATED_API", "NPY_1_7_API_VERSION")],
            extra_compile_args=[*FLAGS[MODE], "-ffp-contract=off"],  # the same bits with and without FMA
            extra_link_args=["-fsanitize=address,undefined"] if MODE == "asan" else [],
        )
        for path in sorted(map(Path, glob.glob("src/**/*.pyx", recursive=True)))  # Path.rglob does not follow links
    ]


def is_older(folder: Path) -> bool:
    """Whether C files were made before this file changed; cythonize looks at the sources alone, not at directives."""
    return any(path.stat().st_mtime < Path(__file__).stat().st_mtime for path in folder.rglob("*.c"))


setup(
    options={"build_ext": {"parallel": os.cpu_count() or 1}},  # cythonize translates side by side, this compiles so
    ext_modules=[] if MODE == "none" else cythonize(
        extensions(),
        include_path=["src"],
        compiler_directives=DIRECTIVES,
        annotate=CHECKED,
        emit_linenums=CHECKED,
        force=CHECKED or is_older(Path(f"build/cython-{MODE}")),
        nthreads=os.cpu_count() or 1,
        build_dir=f"build/cython-{MODE}",
    )
)
