"""The Two Heirs at the command line: what other programs call, checked by the plain Python twin."""
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kingmaker.games.files.positions import load_position
from kingmaker.scripts.cli import app
from tests.games.two_heirs.setting import ordered, ordered_result
from tests.games.two_heirs.twin import Twin, perft

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples" / "two_heirs").glob("*.[jt][so][om][nl]"))
FULL = [path for path in EXAMPLES if path.stem != "unknowns"]


def run(*args, code=0, **options):
    result = CliRunner().invoke(app, [str(arg) for arg in args], **options)
    assert result.exit_code == code, result.output + repr(result.exception)
    return result


@pytest.mark.parametrize("flags", [
    ["--sets", "travel,dominion,trade"],
    ["--mode", "solo", "--level", "3", "--sets", "travel,dominion,trade"],
    ["--mode", "solo", "--level", "1", "--sets", "war,crafts,guard"],
], ids=" ".join)
def test_records_replay_in_another_program(flags, tmp_path):
    out = tmp_path / "games.jsonl"
    run("record", "--game", "two-heirs", *flags, "--agent", "random", "--games", 3, "--seed", 1, "--out", out)
    twin, n_results = None, 0
    for line in map(json.loads, out.read_text(encoding="utf-8").splitlines()):
        if "record" in line:
            assert (line["record"], line["version"]) == ("two-heirs", 1)
            twin = Twin.from_position(line["state"], tiles=line["tiles"], treasures=line["treasures"])
        elif "result" in line:
            solo = "solo" in flags
            assert ordered_result(line["result"], solo) == ordered_result(twin.result(), solo)
            n_results += 1
        else:
            assert line["legal"] == twin.legal()
            assert line["events"] == twin.move(line["move"])
            assert ordered(line["state"]) == ordered(twin.position())
    assert n_results == 3


def test_two_agents_sit_in_two_seats():
    out = run("record", "--game", "two-heirs", "--agent", "random,ismcts:iterations=8", "--seed", 2, code=2)
    assert "separated by ';'" in out.stderr
    out = run("record", "--game", "two-heirs", "--agent", "random;ismcts:iterations=8", "--seed", 2).stdout
    assert {json.loads(line).get("player") for line in out.splitlines()} == {None, "blue", "white"}


@pytest.mark.parametrize("path", FULL, ids=lambda path: path.stem)
def test_legal_score_and_perft_of_the_examples(path):
    state = load_position(path)
    keys = json.loads(json.dumps({"game": "two-heirs", "version": 1} | state.game.spec.write_position(state)))
    tiles, treasures = ([row.as_row() for row in rows] for rows in (state.rules.tiles, state.rules.treasures))
    twin = Twin.from_position(keys, tiles=tiles, treasures=treasures)
    assert run("legal", path).stdout.splitlines() == twin.legal()
    solo = keys["mode"] == "solo"
    assert ordered_result(json.loads(run("score", path).stdout), solo) == ordered_result(twin.result(), solo)
    assert run("perft", path, 2).stdout == f"{perft(twin, 2)}\n"
    first, *divided = run("perft", path, 2, "--divide").stdout.splitlines()
    assert int(first) == sum(int(line.rsplit(" ", 1)[1]) for line in divided)


def test_hints_name_buildings_in_three_languages():
    position = ROOT / "examples" / "two_heirs" / "midgame.json"
    words = {"en": "Trading Post", "cs": "Obchodní stanice", "pl": "Faktoria"}
    for lang, word in words.items():
        assert word in run("hint", position, "--iterations", 400, "--seed", 1, "--lang", lang, "--more").stdout
    assert "speaks en, cs, pl; got 'de'" in run("hint", position, "--lang", "de", code=2).stderr


def test_players_are_called_as_in_positions():
    position = ROOT / "examples" / "two_heirs" / "midgame.json"
    row = json.loads(run("hint", position, "--iterations", 80, "--seed", 1, "--format", "json").stdout)
    assert (row["game"], row["player"]) == ("two-heirs", "white")
    assert run("show", position).stdout.splitlines()[1] == "player  white"


def test_pictures_in_a_language(tmp_path):
    position = ROOT / "examples" / "two_heirs" / "solo_brave.json"
    run("show", position, "--svg", tmp_path / "table.svg", "--lang", "cs")
    assert "Obchod" in (tmp_path / "table.svg").read_text(encoding="utf-8")
    pytest.importorskip("resvg_py")
    run("show", position, "--png", tmp_path / "table.png")
    assert (tmp_path / "table.png").read_bytes().startswith(b"\x89PNG")


def test_a_users_own_table_is_one_flag(tmp_path):
    position = ROOT / "examples" / "two_heirs" / "siege.json"
    mine = tmp_path / "mine.csv"
    rows = (ROOT / "games" / "two_heirs" / "tiles.csv").read_text(encoding="utf-8")
    mine.write_text(rows, encoding="utf-8")
    assert run("legal", position, "--tiles", mine).stdout == run("legal", position).stdout
    mine.write_text(rows.replace("T1,travel,inn,green,0", "T1,travel,inn,green,-1"), encoding="utf-8")
    error = run("legal", position, "--tiles", mine, code=2).stderr
    assert "mine.csv: row 2 (T1), column wood" in error


def test_reconstructed_data_is_said_where_a_person_looks():
    position = ROOT / "examples" / "two_heirs" / "opening.json"
    assert "reconstructed" in run("hint", position, "--iterations", 80, "--seed", 1, "--more").stdout
    games = json.loads(run("games", "--format", "json").stdout)
    told = {game["name"]: game["reconstructed"] for game in games}
    assert told["two-heirs"].startswith("tiles: 54 of 54 copies")
    assert told["architects"].startswith("with wonders=1, opponent=O1: wonders: 5 of 5")
