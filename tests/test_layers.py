"""The house's rules of direction, read from imports and cimports alike, so that nothing needs to be importable.

Between packages: leaves <- games <- search <- joins <- scripts, and analysis beside them on its own. The leaves and the
joins stand in the front door's own folder: leaves need nothing of the house and may be used by all (intervals, errors,
reading, shapes, writing, printing); in the joins search and analysis meet: what is played is kept, rated, studied. What
a game adds to its own study (`games/GAME/study`) is made of analysis, and nothing else of a game is. Within search:
tree <- core <- hint, match and bench, which know nothing of one another. Within analysis: data and stats <- studies <-
show.
"""
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MAY_IMPORT = {
    "leaves": {"leaves"},
    "games": {"games", "leaves"},
    "search": {"games", "search", "leaves"},
    "analysis": {"analysis", "leaves"},
    "joins": {"games", "search", "analysis", "joins", "leaves"},
    "scripts": {"games", "search", "analysis", "joins", "scripts", "leaves"},
}
HOME = ROOT / "src" / "kingmaker"
LEAVES = {"errors", "intervals", "printing", "reading", "shapes", "writing"}
JOINS = {path.stem for path in HOME.glob("*.py")} - {"__init__"} - LEAVES
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
    if top != "kingmaker":
        return package
    return "joins" if package in JOINS else "leaves" if package in LEAVES else package


def package_at(path):
    """Return the package of this house that a file belongs to."""
    if path.parent == HOME:
        return "leaves" if path.stem in LEAVES else "joins"
    return path.relative_to(ROOT).parts[0]


def room_of(parts):
    """Return `search.hint` of a path or a module below a package; what lies beside its rooms is its core."""
    package, *rest = parts
    room = f"{package}.{rest[0]}" if rest else ""
    return room if room in ROOMS else f"{package}.core"


def sources():
    inside = sorted(path for package in MAY_IMPORT for ending in ("py", "pyx", "pxd", "pyi")
                    for path in (ROOT / package).rglob(f"*.{ending}"))
    return [*inside, *(HOME / f"{name}.py" for name in sorted(JOINS | LEAVES))]


def modules_of(path):
    return set(imported(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", sources(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_imports_point_downwards(path):
    package = package_at(path)
    names = set(map(package_of, modules_of(path)))
    may = MAY_IMPORT[package] | ({"analysis"} if is_study(path) else set())
    wrong = {name for name in names if name in MAY_IMPORT.keys() | {"tests", "kingmaker"}} - may
    assert not wrong, f"{package} may import only {sorted(may)} of this house, not {sorted(wrong)}"
    if package in ("leaves", "games") and not is_study(path):
        assert not names & NEVER_IN_GAMES, f"{package} needs numpy at most, not {sorted(names & NEVER_IN_GAMES)}"


def is_study(path):
    """Whether a file is what a game adds to its own study: games/GAME/study.py, or a folder of that name."""
    package, _, *rest = path.relative_to(ROOT).with_suffix("").parts
    return package == "games" and rest[:1] == ["study"]


def test_studies_are_imported_by_name_alone():
    """They need pandas: nobody imports them but who makes a report, and that by the name which the game announces."""
    studies = [path for path in sources() if is_study(path)]
    assert len(studies) > 3
    for path in sources():
        named = {name for name in modules_of(path) if re.fullmatch(r"kingmaker\.games\.\w+\.study(\..*)?", name)}
        own = {name for name in named if is_study(path) and name.split(".")[2] == path.relative_to(ROOT).parts[1]}
        assert named == own, f"{path}: {sorted(named - own)}"


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
    ("from kingmaker.reading import parse_json", ["leaves"]),
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
