"""`kingmaker suggest`: a piece too good gets a price at which it is not, on deals that the search has not seen."""
import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

import kingmaker
from kingmaker.analysis.show.contest import measured
from kingmaker.games.brian_boru.study import STUDY
from kingmaker.scripts.cli import app

ROOT = Path(__file__).parents[2]
OWN = ROOT / "games" / "two_heirs" / "tiles.csv"
QUICK = ("--game", "two-heirs:short=2,sets=dominion,trade,guard", "--balance", "cathedral", "--first", 20, "--deals",
         20, "--check", 20, "--seed", 1, "--jobs", 1, "--learn", 0)


def run(*args, code=0):
    result = CliRunner().invoke(app, ["suggest", *map(str, args)])
    assert result.exit_code == code, result.output + result.stderr
    return result


@pytest.fixture(scope="module")
def free(tmp_path_factory):
    """The game's tiles with cathedrals that cost nothing."""
    with open(OWN, encoding="utf-8", newline="") as file:
        rows = [{**row, **({"wood": 0, "stone": 0, "wheat": 0} if row["building"] == "cathedral" else {})}
                for row in csv.DictReader(file)]
    path = tmp_path_factory.mktemp("free") / "free.csv"
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return path


def resources(table):
    """Return what cathedrals cost in a table."""
    with open(table, encoding="utf-8", newline="") as file:
        return sum(int(row[name]) for row in csv.DictReader(file) if row["building"] == "cathedral"
                   for name in ("wood", "stone", "wheat"))


def asked(free, folder, *args):
    said = json.loads(run(free, *QUICK, *args, "--out", folder, "--format", "json").stdout)
    return {one["name"]: one for one in said["sections"]}


@pytest.mark.slow  # its small part: the block in docs/walk_designer.md, which the tests of pages run
def test_what_it_leaves_behind(free, tmp_path):
    """So few deals tell little, but all is there: tries, table, and games on deals that the search has not seen."""
    found = asked(free, tmp_path / "s", "--margin", 0.01)
    tries = found["tries"]["rows"]
    assert [row["cost"] for row in tries] == sorted(row["cost"] for row in tries)
    assert {0, 27} <= {row["cost"] for row in tries}
    assert {row["deals"] for row in tries} == {20}
    (row,) = found["proposal"]["rows"]
    was, now = map(int, row["change"].removeprefix("cost ").split(" -> "))
    assert (was, resources(tmp_path / "s" / "table.csv")) == (0, now)
    [judged] = (tmp_path / "s").glob("new_*")
    [tried] = (tmp_path / "s" / "tries").glob(f"cathedral_cost{now}_*")
    old, new, tried = (kingmaker.load(one) for one in (tmp_path / "s" / "old", judged, tried))
    assert old["games"]["deal"].tolist() == new["games"]["deal"].tolist()
    assert not set(old["games"]["deal"]) & set(tried["games"]["deal"])
    assert {one["column"] for one in found["cells_changed"]["rows"]} <= {"wood", "stone", "wheat"}


@pytest.mark.slow
def test_it_goes_on_and_ends_the_same(free, tmp_path):
    said = asked(free, tmp_path / "s", "--margin", 0.01)
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "s").rglob("*.parquet")}
    assert asked(free, tmp_path / "s", "--margin", 0.01) == said
    assert before == {path: path.stat().st_mtime_ns for path in (tmp_path / "s").rglob("*.parquet")}
    assert asked(free, tmp_path / "t", "--margin", 0.01)["tries"] == said["tries"]


def test_what_cannot_be_asked_is_refused(free, tmp_path):
    assert "does not say what of its component data" in run("own", "--game", "kuhn-poker", "--balance", "all",
                                                            code=2).stderr
    assert "expected all, or some of" in run(free, *QUICK, "--balance", "fortress", code=2).stderr
    assert "cathedral has no 'height'; it has cost (resources" in run(free, *QUICK, "--turn", "height", code=2).stderr
    assert "--first" in run(free, *QUICK, "--first", 50, code=2).stderr
    assert "no_such.csv" in run(tmp_path / "no_such.csv", *QUICK, code=2).stderr


def test_pieces_of_a_contest_are_held_against_the_mean_of_their_kind(tmp_path):
    """Ten points for spurning the Princess are too much for anybody: fewer are proposed, and nothing else changes."""
    raw = json.loads((ROOT / "games" / "brian_boru" / "components.json").read_text(encoding="utf-8"))
    raw["princess"]["options"][2]["points"] = 10
    (tmp_path / "rich.json").write_text(json.dumps(raw), encoding="utf-8")
    said = json.loads(run(tmp_path / "rich.json", "--game", "brian-boru:players=3", "--balance", "spurn", "--first", 20,
                          "--deals", 40, "--check", 20, "--seed", 1, "--jobs", 1, "--learn", 0, "--out", tmp_path / "s",
                          "--format", "json").stdout)
    found = {one["name"]: one for one in said["sections"]}
    (row,) = found["proposal"]["rows"]
    assert row["before"] > 2
    assert abs(row["estimate"]) < row["before"]
    assert "points from the mean of its kind, margin" in found["proposal"]["found"][0]
    assert "relative_effect" in found["proposal"]["statistics"]
    (cell,) = found["cells_changed"]["rows"]
    assert (cell["id"], cell["column"], cell["was"]) == ("princess.options[2]", "points", "10")
    [judged] = (tmp_path / "s").glob("new_*")
    games = measured(kingmaker.load(judged), STUDY)
    effects = games.pivot(index="block", columns="arm", values="lead_princess")
    uses = effects[[f"princess={use}" for use in ("military", "trade", "spurn")]].sub(effects[""], axis=0)
    assert row["estimate"] == pytest.approx((uses["princess=spurn"] - uses.mean(axis=1, skipna=False)).mean())
    (tried,) = {path.name.partition("_")[0] for path in (tmp_path / "s" / "tries").iterdir()}
    assert tried == "spurn"


@pytest.mark.slow
def test_ctrl_c_leaves_what_is_known(free, tmp_path):
    command = [sys.executable, "-m", "kingmaker.scripts.cli", "suggest", free, "--game", "two-heirs", "--balance",
               "cathedral", "--first", 20, "--seed", 1, "--jobs", 1, "--learn", 0, "--out", tmp_path / "s"]
    process = subprocess.Popen([*map(str, command)], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    end = time.monotonic() + 60
    while not list((tmp_path / "s").glob("tries/cathedral_cost27_*")) and time.monotonic() < end:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "Stopped: this is what was known by then; the same command goes on." in out
    assert "What was tried" in out


@pytest.mark.slow
def test_cathedrals_that_cost_nothing_are_brought_within_the_margin(free, tmp_path):
    said = json.loads(run(free, "--game", "two-heirs", "--balance", "cathedral", "--seed", 3, "--learn", 0,
                          "--out", tmp_path / "s", "--format", "json").stdout)
    (row,) = next(one for one in said["sections"] if one["name"] == "proposal")["rows"]
    assert row["before"] > 2
    assert row["verdict"] != "off"
    assert abs(row["estimate"]) < row["margin"]
    assert row["n"] == 3200


@pytest.mark.slow
def test_the_worst_pieces_of_the_printed_table_get_prices_that_hold(tmp_path):
    """On deals that the search has not seen each is surely within its margin, whatever was changed of the others."""
    said = json.loads(run("own", "--game", "two-heirs", "--balance", "all", "--seed", 2, "--learn", 0, "--out",
                          tmp_path / "s", "--format", "json").stdout)
    rows = next(one for one in said["sections"] if one["name"] == "proposal")["rows"]
    assert len(rows) == 3
    assert [row["verdict"] for row in rows] == ["balanced"] * 3
    assert all(abs(row["before"]) > 1 for row in rows)
    assert {row["n"] for row in rows} == {3200}
