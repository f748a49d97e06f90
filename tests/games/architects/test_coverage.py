"""Whatever cards do is met: in a few random games compared with the twin, or in a table of the rules' tests.

That each occurs 50 times and more in the thousands of compared games is a slow test of test_twin.py.
"""
from collections import Counter
from pathlib import Path

from tests.games.architects.replay import everything
from tests.games.architects.setting import DATA
from tests.games.architects.test_twin import games

FEW = {"base": 5, "wonders": 12, "solo standard": 6, "extra standard": 8}
FIRST = 700  # other games than those of the comparison
MOST_UNSEEN = 0.1


def test_a_few_games_show_most_effects_and_tables_the_rest():
    seen = sum((games(case, range(FIRST, FIRST + n)) for case, n in FEW.items()), Counter())
    all_of = everything(DATA)
    unseen = {key for key in all_of if not seen[key]}
    tables = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_rules_*.py"))
    assert len(unseen) < MOST_UNSEEN * len(all_of)
    assert sorted(key for key in unseen if key.split()[1] not in tables) == []
