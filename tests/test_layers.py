"""The house's rules of direction, read from imports and cimports alike, so that nothing needs to be importable.

Between packages: games <- search <- joins <- scripts, and analysis beside them on its own. `joins` are the modules of
the front door's own folder where search and analysis meet: what is played is kept or rated. Within search: tree <- core
<- hint, match and bench, which know nothing of one another. Within analysis: data and stats <- studies <- show.
"""
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MAY_IMPORT = {
    "games": {"games"},
    "search": {"games", "search"},
    "analysis": {"analysis"},
    "joins": {"games", "search", "analysis", "joins"},
    "scripts": {"games", "search", "analysis", "joins", "scripts"},
}
HOME = ROOT / "src" / "kingmaker"
JOINS = {path.stem for path in HOME.glob("*.py")} - {"__init__"}
CORE = {"search.core", "search.tree"}
ROOMS = {  # what each room may import of its own package; what stands beside the rooms is `core`
    "search.tree": {"search.tree"},
    "search.core": CORE,
    "search.hint": {"search.hint", *CORE},
    "search.match": {"search.match", *CORE},
    "search.bench": {"search.bench", *CORE},
    "analysis.core": {"analysis.core", "analysis.data"},
    "analysis.data": {"analysis.data", "analysis.core"},
    "analysis.stats": {"analysis.stats", "analysis.core"},
    "analysis.studies": {"analysis.studies", "analysis.stats", "analysis.data", "analysis.core"},
    "analysis.show": {"analysis.show", "analysis.studies", "analysis.stats", "analysis.data", "analysis.core"},
}
NEVER_IN_GAMES = {"pandas", "scipy", "matplotlib", "joblib", "typer", "rich", "pyarrow", "jinja2"}
STATEMENT = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+c?import\b|c?import[ \t]+([^\n#]+))", re.MULTILINE)


def imported(source):
    """Yield the module of every import and cimport, also of those within functions."""
    for match in STATEMENT.finditer(source):
        names = [match[1]] if match[1] else [part.split()[0] for part in match[2].split(",") if part.split()]
        yield from names


def package_of(name):
    """Return the package of this house that a module belongs to, or the top level of another one."""
    top, *rest = name.split(".")
    package = rest[0] if top == "kingmaker" and rest else top
    return "joins" if top == "kingmaker" and package in JOINS else package


def package_at(path):
    """Return the package of this house that a file belongs to."""
    return "joins" if path.parent == HOME else path.relative_to(ROOT).parts[0]


def room_of(parts):
    """Return `search.hint` of a path or a module below a package; what lies beside its rooms is its core."""
    package, *rest = parts
    room = f"{package}.{rest[0]}" if rest else ""
    return room if room in ROOMS else f"{package}.core"


def sources():
    inside = sorted(path for package in MAY_IMPORT for ending in ("py", "pyx", "pxd", "pyi")
                    for path in (ROOT / package).rglob(f"*.{ending}"))
    return [*inside, *(HOME / f"{name}.py" for name in sorted(JOINS))]


def modules_of(path):
    return set(imported(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", sources(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_imports_point_downwards(path):
    package = package_at(path)
    names = set(map(package_of, modules_of(path)))
    wrong = {name for name in names if name in MAY_IMPORT.keys() | {"tests", "kingmaker"}} - MAY_IMPORT[package]
    assert not wrong, f"{package} may import only {sorted(MAY_IMPORT[package])} of this house, not {sorted(wrong)}"
    if package == "games":
        assert not names & NEVER_IN_GAMES, f"games needs numpy at most, not {sorted(names & NEVER_IN_GAMES)}"


def in_rooms():
    return [path for path in sources()
            if path.relative_to(ROOT).parts[0] in ("search", "analysis") and path.name != "__init__.py"]


@pytest.mark.parametrize("path", in_rooms(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_rooms_know_only_those_below(path):
    package, *rest = path.relative_to(ROOT).parts
    room = room_of([package, *rest])
    names = (name.split(".")[1:] for name in modules_of(path) if name.startswith(f"kingmaker.{package}"))
    wrong = {room_of(parts) for parts in names} - ROOMS[room]
    assert not wrong, f"{room} may import only {sorted(ROOMS[room])}, not {sorted(wrong)}"


def test_every_folder_of_search_and_analysis_is_a_room():
    for package in ("search", "analysis"):
        folders = {f"{package}.{path.parent.name}" for path in (ROOT / package).glob("*/__init__.py")}
        assert folders == {room for room in ROOMS if room.startswith(package)} - {f"{package}.core"}


@pytest.mark.parametrize(("line", "found"), [
    ("import kingmaker.search.engine", ["search"]),
    ("    from kingmaker.search.tree._pool cimport pool_t", ["search"]),
    ("cimport kingmaker.search.tree._pool as pool, numpy", ["search", "numpy"]),
    ("from kingmaker.games import svg", ["games"]),
    ("from kingmaker import hint", ["kingmaker"]),
    ("from kingmaker.datasets import selfplay", ["joins"]),
    ("import datasets", ["datasets"]),
    ("import search", ["search"]),
    ("# from kingmaker.search import engine", []),
    ('text = "important: from here"', []),
])
def test_imports_are_recognised(line, found):
    assert list(map(package_of, imported(line))) == found


def test_there_is_something_to_check():
    assert {path.relative_to(ROOT).parts[0] for path in sources()} >= {"games"}
    assert len(sources()) > 10
