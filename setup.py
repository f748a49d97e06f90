"""Compile every .pyx of the package; all static metadata lives in pyproject.toml.

`src/kingmaker` holds links to the rooms beside it, so that they are one package: an installed one has real folders.

KINGMAKER_BUILD selects the build (always add --force when switching):
  release  (default) -O3; Python's sequences and arrays are indexed with a check, structs and pointers without
  debug    initialised checks on too, C division checked, -O0 -g, annotated HTML beside the C files
  asan     the debug checks under address and undefined-behaviour sanitizers, -O1 -g
  none     nothing: for an editable install beside what `build_ext --inplace` has built

KINGMAKER_WIDE names modules to be compiled once more for x86-64-v3, as patterns: `*` all, `search.*` those of the
search; kingmaker/wide.py chooses between the two when it runs. Of Linux on x86-64 only; nothing by default: who
compiles for one machine says CFLAGS=-march=native.
"""
import glob
import os
import platform
import shutil
import sys
from fnmatch import fnmatch
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


def wide(plain: list[Extension]) -> list[Extension]:
    """The same C files once more, for newer processors; copied, as objects are named after their sources."""
    here = sys.platform == "linux" and platform.machine() == "x86_64"
    patterns = os.environ.get("KINGMAKER_WIDE", "").split() if here else []
    found = []
    for one in plain:
        if any(fnmatch(one.name, f"kingmaker.{pattern}") for pattern in patterns):
            sources = [source.replace("build/cython-", "build/wide-") for source in one.sources]
            for source, copy in zip(one.sources, sources, strict=True):
                Path(copy).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, copy)
            found.append(Extension(one.name.replace("kingmaker.", "kingmaker._wide.", 1), sources,
                                   include_dirs=one.include_dirs, define_macros=one.define_macros,
                                   extra_compile_args=[*one.extra_compile_args, "-march=x86-64-v3"]))
    return found


def modules() -> list[Extension]:
    """Everything to be compiled."""
    plain = cythonize(
        extensions(),
        include_path=["src"],
        compiler_directives=DIRECTIVES,
        annotate=CHECKED,
        emit_linenums=CHECKED,
        force=CHECKED or is_older(Path(f"build/cython-{MODE}")),
        nthreads=os.cpu_count() or 1,
        build_dir=f"build/cython-{MODE}",
    )
    return [*plain, *wide(plain)]


setup(
    options={"build_ext": {"parallel": os.cpu_count() or 1}},  # cythonize translates side by side, this compiles so
    ext_modules=[] if MODE == "none" else modules(),
)
