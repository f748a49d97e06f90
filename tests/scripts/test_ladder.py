"""`kingmaker ladder`: what it prints, its file, and going on after a stop."""
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

from kingmaker.journal import unbroken
from kingmaker.scripts.cli import app

ROOT = Path(__file__).resolve().parents[2]
LEDUC = ["ladder", "--game", "leduc-poker", "--agents", "random;ismcts", "--iterations", "20,80", "--pairs", "8",
         "--seed", "3", "--jobs", "1"]
SOLO = ["ladder", "--game", "two-heirs", "--mode", "solo", "--short", "1", "--each", "level", "--rotate", "sets",
        "--agents", "random;greedy", "--pairs", "20", "--seed", "3", "--jobs", "1"]


def run(*args, code=0):
    result = CliRunner().invoke(app, [str(arg) for arg in args])
    assert result.exit_code == code, result.output + repr(result.exception)
    return result


def test_ladder_as_json():
    row = json.loads(run(*LEDUC, "--anchor", "ismcts:iterations=20", "--format", "json").stdout)
    assert (row["game"], row["seed"], row["schedule"], row["stopped_by"]) == ("leduc-poker", 3, "all", "pairs")
    assert row["agents"] == ["random", "ismcts:iterations=20", "ismcts:iterations=80"]
    (group,) = row["groups"]
    rating = {one["agent"]: one for one in group["standing"]}
    assert row["anchor"] == "ismcts:iterations=20"
    assert (rating[row["anchor"]]["rating"], rating[row["anchor"]]["rating_ci"]) == (0, [0, 0])
    assert rating["ismcts:iterations=80"]["iterations"] == 80
    assert rating["random"]["iterations"] is None
    assert [one["rating"] for one in group["standing"]] == sorted((one["rating"] for one in rating.values()),
                                                                  reverse=True)
    assert all(one["games"] == 32 for one in rating.values())
    assert sum(one["score"] for one in rating.values()) == pytest.approx(1.5)
    assert [(met["a"], met["b"], met["pairs"]) for met in group["pairings"]] == [
        ("random", "ismcts:iterations=20", 8), ("random", "ismcts:iterations=80", 8),
        ("ismcts:iterations=20", "ismcts:iterations=80", 8)]


def test_ladder_as_a_table_and_csv():
    table = run(*LEDUC).stdout
    for words in ("ismcts:iterations=80", "rating", "score of a", "player 0's seat: Elo", "seed 3", "random = 0",
                  "ended by pairs"):
        assert words in table
    rows = list(csv.DictReader(run(*LEDUC, "--format", "csv").stdout.splitlines()))
    assert {row["agent"] for row in rows} == {"random", "ismcts:iterations=20", "ismcts:iterations=80"}
    assert [float(row["rating"]) for row in rows if row["agent"] == "random"] == [0]


def test_solo_ladder_by_level(tmp_path):
    picture = tmp_path / "new" / "ladder.svg"
    result = run(*SOLO, "--plot", picture)
    assert f"{picture}: the ladder" in result.stderr
    assert "<svg" in picture.read_text()
    for words in ("level 1", "level 3", "margin", "win", "20 sets in turn", "reconstructed"):
        assert words in result.stdout
    row = json.loads(run(*SOLO, "--format", "json").stdout)
    assert [group["values"] for group in row["groups"]] == [{"level": level} for level in (1, 2, 3)]
    assert [one["agent"] for one in row["groups"][0]["standing"]] == ["random", "greedy"]
    assert row["groups"][0]["standing"][0]["games"] == 20
    assert row["groups"][0]["pairings"] == row["groups"][0]["seats"] == []
    lines = run(*SOLO, "--format", "csv").stdout.splitlines()
    assert lines[0] == "level,agent,family,iterations,games,margin,margin_low,margin_high,win,win_low,win_high"
    assert len(lines) == 7


def test_many_groups_stand_in_rows_of_four_at_most(tmp_path):
    """Six in two rows of three, each of 5 by 5 inches of 72 points."""
    picture = tmp_path / "ladder.svg"
    run("ladder", "--game", "architects:players=1,wonders=1,opponent=O1,short=1", "--each", "opponent", "--agents",
        "random;policy", "--pairs", 2, "--seed", 1, "--jobs", 1, "--plot", picture)
    assert 'viewBox="0 0 1080 720"' in picture.read_text()


def test_jobs_do_not_change_a_byte(tmp_path):
    one = run(*LEDUC, "--format", "json", "--out", tmp_path / "1.jsonl").stdout
    two = run(*LEDUC[:-1], "2", "--format", "json", "--out", tmp_path / "2.jsonl").stdout
    assert one == two
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes()


def test_a_ladder_goes_on_where_it_ended(tmp_path):
    path = tmp_path / "new" / "ladder.jsonl"
    whole = run(*LEDUC, "--format", "json", "--out", path).stdout
    data = path.read_bytes()
    lines = data.splitlines(keepends=True)
    assert len(lines) == 1 + 8 * 3
    for kept in (b"", lines[0], b"".join(lines[:9]), b"".join(lines[:9]) + lines[9][:20], data):
        path.write_bytes(kept)
        result = run(*LEDUC, "--format", "json", "--out", path)
        assert result.stdout == whole
        assert path.read_bytes() == data
        assert ("cut off" in result.stderr) == (kept != b"" and not kept.endswith(b"\n"))
        assert ("8 of 24 blocks were played before" in result.stderr) == (kept.startswith(b"".join(lines[:9]))
                                                                         and kept != data)


def test_a_ladder_takes_its_seed_from_its_file_and_can_grow_or_be_read_in_part(tmp_path):
    path = tmp_path / "ladder.jsonl"
    short = [*LEDUC[:8], "4", *LEDUC[11:]]
    assert "--seed" not in short
    first = run(*short, "--out", path, "--format", "json")
    seed = json.loads(first.stdout)["seed"]
    assert f"kingmaker: seed {seed}" in first.stderr
    grown = [*LEDUC[:8], "6", *LEDUC[11:]]
    second = run(*grown, "--out", path, "--format", "json")
    assert json.loads(second.stdout)["seed"] == seed
    assert second.stdout == run(*grown, "--seed", seed, "--format", "json").stdout
    assert run(*short, "--out", path, "--format", "json").stdout == first.stdout


@pytest.mark.parametrize(("change", "message"), [
    (["--seed", "4"], 'begun with seed 3, now it is 4'),
    (["--schedule", "neighbours"], 'begun with schedule "all", now it is "neighbours"'),
    (["--iterations", "20,90"], "begun with agents"),
    (["--game", "kuhn-poker"], 'begun with game "leduc-poker", now it is "kuhn-poker"'),
])
def test_a_file_of_another_ladder_is_refused(tmp_path, change, message):
    path = tmp_path / "ladder.jsonl"
    run(*LEDUC, "--pairs", "1", "--out", path)
    before = path.read_bytes()
    error = run(*LEDUC, "--out", path, *change, code=2).stderr
    assert message in error
    assert "give the same command again, or another file" in error
    assert path.read_bytes() == before


def test_a_file_that_is_no_ladder_is_refused(tmp_path):
    path = tmp_path / "ladder.jsonl"
    path.write_text("hello\n")
    error = run(*LEDUC, "--out", path, code=2).stderr
    assert """expected a first line {"ladder": ...}, got 'hello\\n'; it stays as it is""" in error
    assert path.read_text() == "hello\n"
    path.write_text('{"game": "leduc-poker"}\n')
    assert "begun with game" not in run(*LEDUC, "--out", path, code=2).stderr
    run(*LEDUC, "--pairs", "1", "--out", tmp_path / "good.jsonl")
    head, first, second, *_ = (tmp_path / "good.jsonl").read_text().splitlines(keepends=True)
    path.write_text(head + second + first)
    assert "the file does not belong to this ladder" in run(*LEDUC, "--out", path, code=2).stderr


@pytest.mark.parametrize(("args", "message"), [
    (["--iterations", "20,x"], "--iterations: expected whole numbers as 250,500,1000; got '20,x'"),
    (["--iterations", "0"], "--iterations: expected whole numbers"),
    (["--anchor", "greedy"], "--anchor: expected one of random; ismcts:iterations=20; ismcts:iterations=80; got"),
    (["--anchor", "gredy"], "did you mean 'greedy'"),
    (["--agents", "random"], "at least two agents"),
    (["--rotate", "sets"], "unknown option 'sets'"),
    (["--schedule", "swiss"], "--schedule"),
    (["--plot", "x.pdf"], "--plot: expected a name ending in .png or .svg, got 'x.pdf'"),
])
def test_bad_input_is_one_message(args, message):
    result = run(*LEDUC, *args, code=2)
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


def test_ctrl_c_waits_until_what_belongs_together_is_done():
    before, done = signal.getsignal(signal.SIGINT), []

    def pressed_between():
        with unbroken():
            done.append("told")
            signal.raise_signal(signal.SIGINT)
            done.append("kept")

    signal.signal(signal.SIGINT, signal.default_int_handler)  # as in a terminal, also where tests run in the background
    try:
        with pytest.raises(KeyboardInterrupt):
            pressed_between()
        assert done == ["told", "kept"]
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        with unbroken():
            pass
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        with unbroken():
            signal.raise_signal(signal.SIGINT)  # still nobody's
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.release
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_leaves_the_blocks_done(tmp_path, jobs):
    path = tmp_path / "ladder.jsonl"
    command = ["ladder", "--game", "connect-four", "--agents", "random;ismcts", "--iterations", "50,2000", "--pairs",
               "100000", "--seed", "1", "--format", "json", "--out", path, "--jobs", jobs]
    process = subprocess.Popen([sys.executable, "-m", "kingmaker.scripts.cli", *map(str, command)], cwd=ROOT, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    end = time.monotonic() + 40
    while (not path.exists() or path.read_bytes().count(b"\n") < 8) and time.monotonic() < end:
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    row = json.loads(out)
    assert row["stopped_by"] == "interrupt"
    kept = path.read_bytes().splitlines()
    assert sum(met["pairs"] for met in row["groups"][0]["pairings"]) == len(kept) - 1
