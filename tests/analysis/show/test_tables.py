"""Two tables on the same deals: the same table changes exactly nothing, one changed cell is found and named."""
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import kingmaker
from kingmaker.analysis.errors import DataError
from kingmaker.analysis.studies.compared import changes, evenness, how_games_go, same_deals
from kingmaker.games import load_game
from kingmaker.studies import about, with_own_data

TILES = Path(__file__).parents[3] / "games" / "two_heirs" / "tiles.csv"
ARMS = [f"ban_{side}={word}" for word in ("cathedral", "market", "inn") for side in ("blue", "white")]


def table(folder, name, **cells):
    """Write the tiles with some other prices in wood, and return the file."""
    lines = [line.split(",") for line in TILES.read_text(encoding="utf-8").splitlines()]
    text = "".join(",".join([*row[:4], str(cells.get(row[0], row[4])), *row[5:]]) + "\n" for row in lines)
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")

    def play(name, tiles):
        return kingmaker.selfplay(f"two-heirs:tiles={tiles}", ["policy"], 84, folder / name, seed=1, arms=ARMS)

    return {"printed": play("printed", ""), "same": play("same", table(folder, "same.csv")),
            "dear": play("dear", table(folder, "dear.csv", C9=7))}


def test_identical_tables_differ_by_exactly_nothing(played):
    found = {one.name: one for one in kingmaker.compare(played["printed"].directory, played["same"].directory)}
    assert found["cells_changed"].frame.empty
    assert found["cells_changed"].found == ("The tables are the same, cell by cell.",)
    for name in ("games_changed", "evenness", "changes"):
        assert not found[name].frame[["estimate", "low", "high"]].to_numpy().any(), name
    assert found["games_changed"].found == ("Clear changes on the same deals: none.",)


def test_one_changed_cell_is_found_and_named(played):
    found = {one.name: one for one in kingmaker.compare(played["printed"].directory, played["dear"].directory)}
    (row,) = found["cells_changed"].frame.to_dict("records")
    assert row == {"table": "tiles", "id": "C9", "column": "wood", "was": row["was"], "is": "7"}
    assert found["cells_changed"].found == (f"1 cell changed: C9 wood {row['was']} -> 7.",)
    total = found["games_changed"].frame.set_index("measure").loc["total"]
    games = [played[name]["games"].query("arm == ''") for name in ("printed", "dear")]
    means = [(one["points_0"] + one["points_1"]).mean() for one in games]
    assert total[["old", "new", "n"]].tolist() == pytest.approx([*means, 12])
    assert total["estimate"] == pytest.approx(means[1] - means[0])


def test_players_who_learned_something_else_are_no_cells(played, tmp_path):
    """Some hundred numbers that players learned tell nothing of the table: one sentence does."""
    weights = json.loads((TILES.parent / "weights.json").read_text(encoding="utf-8"))
    weights["policy"]["duel"]["build gain: early"] += 1
    path = tmp_path / "weights.json"
    path.write_text(json.dumps(weights), encoding="utf-8")
    game = f"two-heirs:tiles={table(tmp_path, 'dear.csv', C9=7)},weights={path}"
    apart = kingmaker.selfplay(game, ["policy"], 84, tmp_path / "apart", seed=1, arms=ARMS)
    (cells,) = (one for one in kingmaker.compare(played["printed"].directory, apart.directory)
                if one.name == "cells_changed")
    assert cells.frame["id"].tolist() == ["C9"]
    assert cells.found[1:] == ("The players are others too: they play by other weights.",)


def test_agents_that_learned_another_table_are_told(played):
    told = {name: [line for line in about([one.directory]) if "learned another table" in line]
            for name, one in played.items()}
    assert [len(told[name]) for name in ("printed", "same", "dear")] == [0, 0, 1]
    assert "kingmaker learn" in told["dear"][0]


def test_games_of_other_deals_or_players_are_refused(played, tmp_path):
    other = kingmaker.selfplay("two-heirs", ["policy"], 7, tmp_path / "d", seed=2, arms=ARMS)
    with pytest.raises(DataError, match="no game on the same deal"):
        kingmaker.compare(played["printed"].directory, other.directory)
    weak = kingmaker.selfplay("two-heirs", ["random"], 7, tmp_path / "r", seed=1, arms=ARMS)
    with pytest.raises(DataError, match="same agents"):
        kingmaker.compare(played["printed"].directory, weak.directory)


def test_the_old_table_is_the_games_own():
    game = load_game("two-heirs", tiles="@1", sets="war,crafts,guard")
    assert str(with_own_data(game)) == "two-heirs:sets=war,crafts,guard"


def test_how_games_go_by_hand():
    """The starter wins by 4, then loses by 2; with the new table wins by 4 and by 1."""
    old = pd.DataFrame({"block": [0, 1], "deal": [5, 6], "arm": "", "rotation": 0, "starter": [0, 1], "turns": [9, 11],
                        "margin": [4.0, 2.0], "points_0": [10, 8], "points_1": [6, 6], "win_0": [1.0, 1.0],
                        "win_1": 0.0, "winner": [0, 0]})
    new = old.assign(margin=[4.0, -1.0], points_0=[10, 5], winner=[0, 1], turns=[9, 12])[::-1]
    sides = [how_games_go(games, (0, 1)) for games in same_deals(old, new, [])]
    found = changes(*sides).set_index("measure")
    assert found.loc["starter_margin", ["old", "new", "estimate"]].tolist() == [1.0, 2.5, 1.5]
    assert found.loc["turns", ["old", "new", "estimate"]].tolist() == [10.0, 10.5, 0.5]
    assert found.loc["winner_margin", "new"] == 2.5


def test_evenness_by_hand():
    """Worths 1, 2, 3 a copy lie 1 apart; three alike lie 0 apart; the interval leaves each block out."""
    def games(values):
        return pd.DataFrame([{"block": block, "arm": f"without_{seat}={word}", "margin": value * (2 * seat - 1)}
                             for word, value in values.items() for block in range(4) for seat in (0, 1)])
    found = evenness(games({"a": 1.0, "b": 2.0, "c": 3.0}), games({"a": 2.0, "b": 2.0, "c": 2.0}), (None, None),
                     forbids={"without_0": 0, "without_1": 1}, cells=[])
    assert found[["old", "new", "estimate", "low", "high"]].to_numpy().tolist() == [[1.0, 0.0, -1.0, -1.0, -1.0]]
    assert np.isclose(found["n"], 4).all()
