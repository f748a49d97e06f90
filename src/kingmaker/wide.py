"""Compiled modules for newer processors, taken in place of the plain ones where the machine can run them.

A wheel runs on any processor of its kind, and may hold each compiled module twice: once plain, where it belongs, and
once for x86-64-v3 (AVX2 and what came with it) below `kingmaker/_wide`. Both give the same bits: floating-point
contraction is off in either (setup.py). KINGMAKER_WIDE=none takes the plain ones; `kingmaker --version` tells which.
"""
from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

FOLDER = os.path.join(os.path.dirname(__file__), "_wide")
LEVEL_3 = {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}  # x86-64-v3, by Linux' names for them


def runs_here() -> bool:
    """Whether this processor, and the system below it, have what the wide modules need."""
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as lines:
            flags = next((line for line in lines if line.startswith("flags")), "")
    except OSError:
        return False
    return set(flags.split()) >= LEVEL_3


class Finder:
    """Finds the wide one of a module's two files."""

    def find_spec(self, name: str, path: Sequence[str] | None = None,
                  target: ModuleType | None = None) -> ModuleSpec | None:
        """Return where the wide module of that name lies; None leaves it to the others."""
        if not name.startswith("kingmaker."):
            return None
        stem = os.path.join(FOLDER, *name.split(".")[1:])
        files = (stem + ending for ending in importlib.machinery.EXTENSION_SUFFIXES)
        file = next((file for file in files if os.path.exists(file)), None)
        return importlib.util.spec_from_file_location(name, file) if file else None


def prefer() -> None:
    """From here on import the wide modules, if there are any for this machine."""
    if os.path.isdir(FOLDER) and os.environ.get("KINGMAKER_WIDE") != "none" and runs_here():
        sys.meta_path.insert(0, Finder())
