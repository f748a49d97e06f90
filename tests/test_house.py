"""docs/house.md: its rooms are there, its hops are real, and no walk comes back to a room that it left."""
import re
from itertools import groupby
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "house.md").read_text(encoding="utf-8")
HOP = re.compile(r"`([\w/]+\.pyx?):(\w+)`")
WALKS = {part.split("**")[0]: HOP.findall(part) for part in PAGE.split("\n**")[1:]}


def room(path):
    """Return the room of a file: its folder, or the one where the front door's own modules stand."""
    return Path(path).parent.as_posix()


def test_there_are_three_walks():
    assert list(WALKS) == ["A hint", "A data set", "A report"]
    assert all(len(hops) > 5 for hops in WALKS.values())


@pytest.mark.parametrize("walk", WALKS)
def test_hops_are_real(walk):
    for path, name in WALKS[walk]:
        source = (ROOT / path).read_text(encoding="utf-8")
        assert re.search(rf"^ *(def|cdef|cpdef|class) (?:\w+ )*{name}\b", source, re.MULTILINE), (path, name)


@pytest.mark.parametrize("walk", WALKS)
def test_no_walk_comes_back_to_a_room(walk):
    rooms = [one for one, _ in groupby(room(path) for path, _ in WALKS[walk])]
    assert len(rooms) == len(set(rooms)), rooms


def test_every_room_is_on_the_map():
    for package in ("games", "search", "analysis", "scripts"):
        for folder in (path.parent for path in (ROOT / package).glob("*/__init__.py")):
            if package == "games" and folder.name not in ("core", "files", "check"):
                continue  # a game
            assert re.search(rf"`{package}/{folder.name}/`|`{folder.name}`", PAGE), folder
    for path in (ROOT / "src" / "kingmaker").glob("[a-z]*.py"):
        assert f"`{path.stem}`" in PAGE, path
