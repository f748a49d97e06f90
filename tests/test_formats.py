"""docs/formats.md names every key that the commands print, and no other."""
import json
import re
from pathlib import Path

from typer.testing import CliRunner

from kingmaker.scripts.cli import app
from kingmaker.search.match.match import play_match
from tests.search.match.test_idle_seats import GAME as DIKES

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")


def keys_of(heading):
    part = PAGE.split(f"## `{heading}`")[1].split("\n## ")[0]
    return {word for code in re.findall(r"`([^`\n]+(?:\n[^`]+)?)`", part) for word in re.split(r"[,\s]+", code)
            if re.fullmatch(r"[a-z][a-z_0-9]*", word)}


def printed(*args):
    result = CliRunner().invoke(app, [str(arg) for arg in args])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_hint_keys():
    row = printed("hint", ROOT / "examples" / "leduc_poker.toml", "--iterations", 8000, "--seed", 1, "--vary",
                  "--format", "json")
    named = keys_of("kingmaker hint --format json")
    rows = (row, row["moves"][0], row["sensitivity"][0], row["hangs_on"], row["hangs_on"]["facts"][0],
            row["points"]["player 0"]["points"])
    assert {key for one in rows for key in one} <= named
    heirs = printed("hint", ROOT / "examples" / "two_heirs" / "opening.json", "--iterations", 800, "--seed", 1,
                    "--format", "json")
    assert set(heirs) | set(heirs["then"][0]) <= named


def test_match_keys():
    row = printed("match", "--game", "kuhn-poker", "--agents", "random,random", "--pairs", 2, "--seed", 1,
                  "--format", "json", "--jobs", 1)
    named = keys_of("kingmaker match --format json")
    assert set(row) | {"a"} <= named
    solo = printed("match", "--game", "two-heirs:mode=solo,short=8", "--agents", "random,random", "--pairs", 20,
                   "--seed", 1, "--format", "json", "--jobs", 1, "--rotate", "sets", "--sprt", "0,50")
    values = {"sprt", "interrupt", "h0", "h1", "open", "null"}
    beside_idle = play_match(DIKES, ["random", "random"], 2, seed=1).to_dict()
    assert set(beside_idle) == set(row) | {"idle_win", "idle_win_ci"}
    assert set(beside_idle) | set(solo["solo"][0]) | set(solo["sprt"]) | values == named


def test_ladder_keys():
    args = ["ladder", "--agents", "random;greedy", "--pairs", 2, "--seed", 1, "--format", "json", "--jobs", 1]
    row = printed(*args, "--game", "two-heirs:short=1")
    solo = printed(*args, "--game", "two-heirs:mode=solo,short=1", "--each", "level")["groups"][0]
    group = row["groups"][0]
    rows = (row, group, group["standing"][0], group["seats"][0], group["pairings"][0], solo["standing"][0])
    keys, named = {key for one in rows for key in one}, keys_of("kingmaker ladder --format json")
    assert keys <= named
    assert named - keys <= {"ladder", "group", "block", "deal", "returns", "wins", "null", "csv"}


def test_selfplay_and_dataset_keys(tmp_path):
    row = printed("selfplay", "--game", "kuhn-poker", "--games", 3, "--seed", 1, "--jobs", 1, "--format", "json",
                  "--out", tmp_path / "data")
    assert set(row) <= keys_of("kingmaker selfplay --format json")
    row = printed("dataset", "info", tmp_path / "data", "--format", "json")
    assert set(row) | {"rows", "bytes"} == keys_of("kingmaker dataset info --format json")


def test_balance_and_difficulty_keys(tmp_path):
    named = keys_of("kingmaker balance --format json")
    for command, agents, game in (("balance", "random", "two-heirs"),
                                  ("difficulty", "random;greedy", "two-heirs:mode=solo")):
        row = printed(command, tmp_path / command, "--run", agents, "--game", game, "--games", 90, "--seed", 1,
                      "--jobs", 1, "--format", "json")
        assert set(row) | set(row["sections"][0]) | {"estimate", "low", "high", "null"} == named


def test_alternatives_keys():
    row = printed("alternatives", "--count", 1, "--format", "json")[0]
    assert set(row) | set(row["differences"][0]) == keys_of("kingmaker alternatives --format json")


def test_bench_keys():
    row = printed("bench", "--game", "kuhn-poker", "--seconds", 0.05, "--format", "json")
    assert set(row) | set(row["games"][0]) <= keys_of("kingmaker bench --format json")


def test_review_keys():
    row = printed("review", ROOT / "examples" / "oh_hell_game.json", "--iterations", 1000, "--seed", 1, "--format",
                  "json")
    named = keys_of("kingmaker review --format json")
    assert row["worst"], "there is a turn to show"
    keys = set(row) | set(row["decisions"][0]) | set(row["worst"][0])
    assert {key for key in keys if not key.endswith("_ci")} <= named
    assert {key.removesuffix("_ci") for key in keys if key.endswith("_ci")} <= keys
    assert named - keys <= {"end", "interrupt", "best", "tied", "worse", "null", "deal", "kingmaker", "table",
                            "inaccuracy", "mistake", "blunder"}


def test_analyse_keys(tmp_path):
    from kingmaker.search.hint.queries import KEYS

    named = keys_of("kingmaker analyse")
    path = tmp_path / "queries.jsonl"
    path.write_text('{"id": 1, "position": {"game": "kuhn-poker", "version": 1, "state": "KJ:pb"}, "iterations": 80}\n',
                    encoding="utf-8")
    row = printed("analyse", path, "--seed", 1)
    assert set(row) - {"id", "warnings"} == set(printed(
        "hint", ROOT / "examples" / "leduc_poker.toml", "--iterations", 80, "--seed", 1, "--format", "json"))
    only_why = {key for key in ("hangs_on", "points", "wins", "sensitivity", "alternatives") if not row[key]}
    assert set(KEYS) | {"warnings", "error"} | only_why == named - {"null", "true", "kingmaker", "hint", "json"}


def test_keys_of_a_followed_game(tmp_path):
    path = tmp_path / "game.jsonl"
    said = "T1 T2 T3 D1 D2 D4 green yellow\nt1 D9 green\nundo\n"
    done = CliRunner().invoke(app, ["table", "--game", "two-heirs", "--mode", "solo", "--level", "2", "--sets",
                                    "travel,dominion,trade", "--save", str(path), "--seed", "1"], input=said)
    assert done.exit_code == 0, done.output
    head, *rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    part = PAGE.split("## Files of `kingmaker table`")[1].split("\n## ")[0]
    example = [json.loads(line) for line in re.findall(r"^(\{.*\})$", part, re.MULTILINE)]
    assert head == example[0]
    assert {key for row in rows for key in row} == {key for row in example[1:] for key in row}
    assert all(row in rows for row in example[1:])
