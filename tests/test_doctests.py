"""Every example in a docstring is true, in Python and in compiled modules (pytest does not look into the latter)."""
import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SUFFIXES = {".py", ".pyx"}
MODULES = sorted({
    ".".join(("kingmaker", *path.relative_to(ROOT).with_suffix("").parts))
    for package in ("games", "search", "analysis", "scripts")
    for path in (ROOT / package).rglob("*") if path.suffix in SUFFIXES and path.stem != "__init__"}
    | {f"kingmaker.{path.stem}" for path in (ROOT / "src" / "kingmaker").glob("*.py") if path.stem != "__init__"})


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_true(name):
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def test_modules_are_those_of_this_checkout():
    """Tests must not meet a package that is installed elsewhere."""
    for package in ("games", "search", "analysis", "scripts"):
        assert Path(importlib.import_module(f"kingmaker.{package}").__file__).resolve().parents[1] == ROOT
