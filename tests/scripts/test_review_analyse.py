"""`kingmaker review` and `kingmaker analyse`, as their users run them."""
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kingmaker.scripts.cli import app

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"


def run(*args, code=0, **options):
    result = CliRunner().invoke(app, [str(arg) for arg in args], **options)
    assert result.exit_code == code, result.output + repr(result.exception)
    return result


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "games.jsonl"
    run("record", "--game", "two-heirs", "--short", 2, "--games", 2, "--seed", 4, "--out", path)
    return path


def test_review_of_a_record(record, tmp_path):
    plot = tmp_path / "review.png"
    done = run("review", record, "--iterations", 160, "--seed", 1, "--plot", plot)
    assert "the worst turns:\n  turn " in done.stdout
    assert "each position as its player saw it" in done.stdout
    assert "rests on reconstructed data" in done.stdout
    assert plot.stat().st_size > 5000
    assert "ALL CARDS KNOWN: it cheats" in run("review", record, "--iterations", 16, "--open", "--seed", 1).stdout


def test_review_as_json_repeats_whatever_the_jobs(record):
    args = ["review", record, "--game-number", 2, "--player", "white", "--iterations", 160, "--seed", 3, "--format",
            "json"]
    first, second = (run(*args, "--jobs", jobs).stdout for jobs in (1, 2))
    assert first == second
    review = json.loads(first)
    lines = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
    second_head = [k for k, line in enumerate(lines) if "record" in line][1]
    moves = [line["move"] for line in lines[second_head:] if line.get("player") == "white"]
    assert [one["move"] for one in review["decisions"]] == moves
    assert review["worst"] == sorted(review["worst"], key=lambda turn: -turn["loss"])


def test_review_of_other_files(tmp_path):
    assert json.loads(run("review", EXAMPLES / "leduc_poker.toml", "--iterations", 80, "--seed", 1, "--format",
                          "json").stdout)["decisions"][0]["move"] == "call"
    followed = tmp_path / "table.jsonl"
    run("table", "--game", "two-heirs", "--mode", "solo", "--level", 2, "--sets", "travel,dominion,trade", "--save",
        followed, "--seed", 1, input="T1 T2 T3 D1 D2 D4 green yellow\nt1 d9 green\nend C2 yellow K5\n")
    done = run("review", followed, "--iterations", 160, "--seed", 1)
    assert "take T1" in done.stdout
    assert "not all cards are known" in run("review", followed, "--open", "--seed", 1, code=2).stderr


def test_what_cannot_be_reviewed_is_refused(record):
    assert "a number from 1 to 2" in run("review", record, "--game-number", 3, "--seed", 1, code=2).stderr
    assert "expected one of blue, 0, white, 1; got 'green'" in run("review", record, "--player", "green", code=2).stderr
    assert "nothing to replay" in run("review", EXAMPLES / "two_heirs" / "siege.json", code=2).stderr


def test_analyse_a_file(tmp_path):
    path = tmp_path / "queries.jsonl"
    query = {"id": "a", "path": str(EXAMPLES / "leduc_poker.toml"), "iterations": 160, "mvoes": 1}
    path.write_text(json.dumps(query) + "\nnot json\n", encoding="utf-8")
    done = run("analyse", path, "--seed", 1, code=2)
    answer, error = map(json.loads, done.stdout.splitlines())
    assert (answer["id"], answer["iterations"], answer["warnings"]) == (
        "a", 160, ["unknown key 'mvoes'; did you mean 'moves'?"])
    assert error == {"id": None, "error": f"{path} line 2: not JSON: Expecting value, column 1"}
    assert "1 answered, 1 refused" in done.stderr
    assert "No such file" in run("analyse", tmp_path / "none", "--seed", 1, code=2).stderr


@pytest.mark.release
def test_ctrl_c_leaves_whole_lines():
    """A program asks one quick question, gets its answer, asks a long one and has enough."""
    command = [sys.executable, "-m", "kingmaker.scripts.cli", "analyse", "-", "--seed", "1"]
    process = subprocess.Popen(command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE,
                               env={**os.environ, "PYTHONPATH": str(ROOT / "src")})
    query = {"path": "examples/leduc_poker.toml", "id": 1, "iterations": 800}
    process.stdin.write(json.dumps(query) + "\n")
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["id"] == 1
    process.stdin.write(json.dumps(query | {"id": 2, "iterations": 10**9}) + "\n")
    process.stdin.flush()
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert out == ""
    assert "1 answered, 0 refused, 1 dropped" in err
