"""How deep a game goes, by hand and by a study of a small game."""
import json

import numpy as np
import pytest

import kingmaker
from kingmaker.analysis.errors import DataError
from kingmaker.analysis.show.depth import depth_sections
from kingmaker.analysis.studies.depth import FILE, depth_of, read_depth
from kingmaker.depth import measure_depth
from kingmaker.games import load_game


def game(chances, wins, legal=(3, 1, 2, 2), at_stake=(0.03, 0.0, 0.1)):
    return {"legal": list(legal), "at_stake": list(at_stake), "chances": chances, "wins": list(wins)}


def test_measures_by_hand():
    """The winner is behind at the second of three decisions; the other game is never turned, and has no one winner."""
    turned = game([[0.6, 0.4], [0.2, 0.8], [0.9, 0.1]], (1, 0))
    shared = game([[0.6, 0.4], [0.7, 0.3], [0.9, 0.1]], (0.5, 0.5), at_stake=(0.0, 0.01, 0.02))
    found = depth_of([turned, shared]).set_index("measure")["estimate"]
    assert found["decisions"] == 3
    assert found["branching"] == pytest.approx(7 / 3)
    assert found["matter"] == pytest.approx((2 / 3 + 0) / 2)
    assert found["at_stake"] == pytest.approx((0.13 / 3 + 0.01) / 2)
    assert found["lead_turns"] == pytest.approx((2 + 0) / 2)
    assert found["won_for_good"] == pytest.approx(2 / 3)
    assert found["comeback"] == pytest.approx(0.2)


def test_shares_stay_shares():
    rows = depth_of([game([[1.0, 0.0], [1.0, 0.0], [1.0, 0.0]], (1, 0)), game([[0.1, 0.9]] * 3, (1, 0))])
    rows = rows.set_index("measure")
    assert rows.loc["comeback", ["low", "high"]].tolist() == [0, 1]


def test_a_study_keeps_its_depth_and_reports_tell_it(tmp_path):
    data = kingmaker.selfplay("tic-tac-toe", ["random"], 20, tmp_path / "d", seed=1)
    assert depth_sections(data) == []
    path = measure_depth(load_game("tic-tac-toe"), data.directory, 4, seed=1)
    raw = read_depth(path)
    assert len(raw["games"]) == 4
    assert raw["games"][0]["legal"][0] == 9
    assert [(one["from"], one["to"]) for one in raw["doublings"]] == [(25, 50), (50, 100), (100, 200)]
    depth, gain = depth_sections(data)
    assert depth.found[0].startswith("A game has ")
    assert np.isfinite(depth.frame.set_index("measure").loc["branching", "estimate"])
    assert gain.frame["n"].tolist() == [4, 4, 4]
    names = [one.name for one in kingmaker.balance(data.directory)]
    assert {"depth", "doublings_gain"} <= set(names)


def test_a_file_that_is_none_is_refused(tmp_path):
    (tmp_path / FILE).write_text(json.dumps({"kingmaker_depth": 1, "games": "many"}), encoding="utf-8")
    with pytest.raises(DataError, match="depth"):
        read_depth(tmp_path / FILE)
