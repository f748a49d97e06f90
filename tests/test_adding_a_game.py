"""docs/adding_a_game.md must not drift from the code that it quotes."""
import re
from pathlib import Path

import pytest

from kingmaker.games.check.conformance import CHECKS
from kingmaker.games.core.python_state import PythonState

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "adding_a_game.md").read_text(encoding="utf-8")
QUOTES = re.findall(r"<!-- (\S+) -->\n```\w+\n(.*?)```", PAGE, re.DOTALL)
BLOCKS = re.findall(r"(?<!-->\n)```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(("path", "quote"), QUOTES, ids=[f"{i}-{path}" for i, (path, _) in enumerate(QUOTES)])
def test_quoted_code_stands_in_the_file(path, quote):
    assert quote in (ROOT / path).read_text(encoding="utf-8")


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_code_runs_as_written(block, capsys):
    exec(block.replace("my-game", "kuhn-python"), {})


def test_every_check_and_every_method_is_explained():
    for name in CHECKS:
        assert f"`{name}`" in PAGE, name
    for name in vars(PythonState):
        if not name.startswith("_"):
            assert re.search(rf"`{name}\b", PAGE), name


def test_links_lead_somewhere():
    for target in re.findall(r"\]\((\.\./[^)#]+)\)", PAGE):
        assert (ROOT / "docs" / target).exists(), target
