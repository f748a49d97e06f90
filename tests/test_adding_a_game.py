"""docs/adding_a_game.md explains all that is asked of a game; tests/test_pages.py runs its code."""
import re
from pathlib import Path

from kingmaker.games.check.conformance import CHECKS
from kingmaker.games.core.python_state import PythonState

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "adding_a_game.md").read_text(encoding="utf-8")


def test_every_check_and_every_method_is_explained():
    for name in CHECKS:
        assert f"`{name}`" in PAGE, name
    for name in vars(PythonState):
        if not name.startswith("_"):
            assert re.search(rf"`{name}\b", PAGE), name
