"""The house's one rule of direction: games <- search <- scripts, and analysis beside them on its own.

Read from the files, so that cimports count as imports do and nothing needs to be importable.
"""
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MAY_IMPORT = {
    "games": {"games"},
    "search": {"games", "search"},
    "analysis": {"analysis"},
    "scripts": {"games", "search", "analysis", "scripts"},
}
NEVER_IN_GAMES = {"pandas", "scipy", "matplotlib", "joblib", "typer", "rich", "pyarrow", "jinja2"}
STATEMENT = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+c?import\b|c?import[ \t]+([^\n#]+))", re.MULTILINE)


def imported(source):
    """Yield the top-level package of every import and cimport, also of those within functions."""
    for match in STATEMENT.finditer(source):
        names = [match[1]] if match[1] else [part.split()[0] for part in match[2].split(",") if part.split()]
        for name in names:
            yield name.partition(".")[0]


def sources():
    return sorted(path for package in MAY_IMPORT for ending in ("py", "pyx", "pxd", "pyi")
                  for path in (ROOT / package).rglob(f"*.{ending}"))


@pytest.mark.parametrize("path", sources(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_imports_point_downwards(path):
    package = path.relative_to(ROOT).parts[0]
    names = set(imported(path.read_text(encoding="utf-8")))
    wrong = {name for name in names if name in MAY_IMPORT.keys() | {"tests"}} - MAY_IMPORT[package]
    assert not wrong, f"{package} may import only {sorted(MAY_IMPORT[package])} of this house, not {sorted(wrong)}"
    if package == "games":
        assert not names & NEVER_IN_GAMES, f"games needs numpy at most, not {sorted(names & NEVER_IN_GAMES)}"


@pytest.mark.parametrize(("line", "found"), [
    ("import search.engine", ["search"]),
    ("    from search._pool cimport pool_t", ["search"]),
    ("cimport search._pool as pool, numpy", ["search", "numpy"]),
    ("from games import svg", ["games"]),
    ("# from search import engine", []),
    ('text = "important: from here"', []),
])
def test_imports_are_recognised(line, found):
    assert list(imported(line)) == found


def test_there_is_something_to_check():
    assert {path.relative_to(ROOT).parts[0] for path in sources()} >= {"games"}
    assert len(sources()) > 10
