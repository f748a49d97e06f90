"""What of the tile table may be turned: every value gives a table that is read, and only what is named changes."""
import csv
import io

import pytest

from kingmaker.games import load_game
from kingmaker.games.two_heirs.components import parse_tiles, read_tiles
from kingmaker.games.two_heirs.tuning import TUNING, spread_cost

GAME = load_game("two-heirs")


def changed(word, **values):
    """Return the rows that differ from the game's own table."""
    rows = parse_tiles(TUNING.turned(GAME, word, values))
    return {new.id: (old, new) for old, new in zip(read_tiles(), rows, strict=True) if old != new}


@pytest.mark.parametrize("word", ["cathedral", "market", "D4", "C9"])
def test_values_as_they_are_give_the_table_as_it_is(word):
    assert changed(word, **{knob.name: knob.now for knob in TUNING.knobs(GAME, word)}) == {}
    assert TUNING.turned(GAME, word, {}) == TUNING.own.read_text(encoding="utf-8")


def test_every_cost_of_cathedrals_is_what_it_says():
    (cost, roads) = TUNING.knobs(GAME, "cathedral")
    assert (cost.name, cost.low, cost.high, cost.now) == ("cost", 0, 27, 12)
    assert (roads.name, roads.low, roads.high, roads.now) == ("roads", 0, 3, 0)
    before = None
    for total in range(cost.low, cost.high + 1):
        rows = list(csv.DictReader(io.StringIO(TUNING.turned(GAME, "cathedral", {"cost": total}))))
        now = [int(row[name]) for row in rows if row["building"] == "cathedral" for name in ("wood", "stone", "wheat")]
        assert sum(now) == total
        assert before is None or all(a <= b for a, b in zip(before, now, strict=True))
        assert max(now) <= 3
        before = now


def test_what_is_changed_is_no_longer_known():
    """D4 is the bakery of the rulebook's example."""
    ((old, new),) = changed("D4", cost=2).values()
    assert ("cost:rulebook" in old.source, "cost:reconstructed" in new.source) == (True, True)
    assert "roads:reconstructed" in new.source


def test_roads_come_and_go_one_by_one():
    assert [len(changed("cathedral", roads=n)) for n in range(4)] == [0, 1, 2, 3]
    assert {len(new.roads) for _, new in changed("cathedral", roads=3).values()} == {2}
    (name,) = changed("camp", roads=1)
    assert changed("camp", roads=1)[name][1].roads == ""


def test_costs_by_hand():
    assert spread_cost([(1, 2, 1), (1, 1, 2), (2, 1, 1)], 10) == [(1, 1, 1), (1, 1, 1), (2, 1, 1)]
    assert spread_cost([(0, 0, 0)], 2) == [(1, 1, 0)]
    assert spread_cost([(1, 0, 0)], 0) == [(0, 0, 0)]


def test_words_are_of_the_sets_in_play():
    words = TUNING.words(GAME)
    assert {"cathedral", "C9"} <= set(words)
    assert not {"fortress", "W1"} & set(words)
