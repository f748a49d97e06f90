"""What is shared knows no game: neither the names of the big games nor what they call their options and pieces."""
import ast
import re
from pathlib import Path

import pytest

from kingmaker.games import game_spec

ROOT = Path(__file__).resolve().parents[1]
BIG = ("two-heirs", "brian-boru", "architects")
SHARED = sorted([*(ROOT / "analysis").rglob("*.py"), ROOT / "scripts" / "_studies.py",
                 *(ROOT / "src" / "kingmaker" / f"{name}.py" for name in ("studies", "suggesting")),
                 *(ROOT / "scripts" / "designing" / f"{name}.py"
                   for name in ("balance", "compare", "difficulty", "report", "suggest"))])
# wherever they stand; plain English that these games happen to use too is not among them
WORDS = re.compile(r"(?<!np\.)\b(two[-_ ]heirs|heirs|brian[-_ ]?boru|boru|henry|princess|vikings?|treasures?|"
                   r"tiles?|camps?|sieges?|roads|cathedrals?|marriage|wedding|ban_(blue|white)|regions?|renown|"
                   r"architects?|west kingdom|guild_?halls?|guardhouse|storehouse|tax[-_ ]stand|apprentices?|virtue|"
                   r"wonders?|profiteer|black[-_ ]market)\b",
                   re.IGNORECASE)
# options that are English: `players` (how many play), `data` (a data set), `first`, `short`, `weights` (of a fit),
# `opponent`
ENGLISH = {"players", "data", "first", "short", "weights", "opponent"}
OPTIONS = {name for game in BIG for name in game_spec(game).options} - ENGLISH


def names_in(path):
    """Yield the texts in a file's code that are an option, or an option with a value, docstrings aside."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from (word for word in OPTIONS if node.value == word or node.value.startswith(f"{word}="))


@pytest.mark.parametrize("path", SHARED, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_shared_code_names_no_game(path):
    text = path.read_text(encoding="utf-8")
    assert not sorted({match[0] for match in WORDS.finditer(text)})
    assert not sorted(set(names_in(path)))


def test_there_is_something_to_look_for():
    assert {"sets", "level", "mode", "ban_blue", "dealt", "wedding", "princess", "wonders", "boards"} <= OPTIONS
    assert len(SHARED) > 25
