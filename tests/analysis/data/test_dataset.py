"""Data sets on disk: written whole or not at all, going on, named faults, frames of what is asked for."""
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import kingmaker
from kingmaker.analysis import DataError
from kingmaker.analysis.data import schema
from kingmaker.analysis.data.dataset import check, drop, export, unlisted
from kingmaker.analysis.data.schema import Column, arrow_schema, core_tables, join_tables, to_arrow
from kingmaker.analysis.data.store import MANIFEST, Head, Store

TABLES = {"games": (Column("game", "int64", "number"), Column("points_0", "float64", "points", optional=True),
                    Column("agent_0", "text", "who", optional=True)),
          "pieces": (Column("game", "int64", "number"), Column("piece", "word", "which", words=("a", "b", "c")),
                     Column("taken", "int16", "turn", optional=True), Column("doubled", "bool", "twice"))}
N_SHARDS = 4


@pytest.fixture
def tiles(tmp_path):
    path = tmp_path / "tiles.csv"
    path.write_text("id,cost\na,1\nb,2\nc,3\n", encoding="utf-8")
    return path


@pytest.fixture
def head(tiles):
    return Head(config={"game": "toy", "seed": 7, "agents": ["random"], "games": 10}, shard_games=3, program="0.1.0",
                data={"tiles": tiles}, tables=TABLES,
                about={"reconstructed": "", "n_games": 10, "n_blocks": 10, "block": [{"game": "toy"}]})


def rows(shard, n_games=10):
    """Return the tables of one shard: three games (the last shard: the rest), two pieces a game."""
    games = np.arange(3 * shard, min(3 * shard + 3, n_games))
    n = len(games)
    return n, {
        "games": {"game": games, "points_0": np.where(games == 4, np.nan, games * 1.5),
                  "agent_0": np.array([None if game == 2 else "random" for game in games], object)},
        "pieces": {"game": games.repeat(2), "piece": np.tile([0, 2], n), "taken": np.tile([5, -1], n),
                   "doubled": np.tile([True, False], n)}}


def write(directory, head, shards=range(N_SHARDS)):
    with Store(directory, head, N_SHARDS) as store:
        for shard in shards:
            if shard in store.missing:
                n, tables = rows(shard)
                store.write(shard, n, tables, playing_s=1.0, seconds=1.25)
    return directory


@pytest.fixture
def folder(tmp_path, head):
    return write(tmp_path / "data", head)


# -- reading --------------------------------------------------------------------------------------------------------


def test_frames_hold_what_was_written(folder):
    data = kingmaker.load(folder)
    games = data["games"]
    assert games["game"].tolist() == list(range(10))
    assert games["points_0"].isna().tolist() == [game == 4 for game in range(10)]
    assert games["agent_0"].isna().tolist() == [game == 2 for game in range(10)]
    pieces = data["pieces"]
    assert pieces["piece"].tolist() == ["a", "c"] * 10
    assert list(pieces["piece"].cat.categories) == ["a", "b", "c"]
    assert pieces["taken"].isna().tolist() == [False, True] * 10
    assert pieces["doubled"].tolist() == [True, False] * 10
    assert data.n_games == 10


def test_only_what_is_asked_for_is_read(folder):
    data = kingmaker.load(folder)
    frame = data.frame("pieces", ["game", "piece"], where=[("game", ">=", 8), ("piece", "==", "c")])
    assert frame.to_dict("list") == {"game": [8, 9], "piece": ["c", "c"]}
    for path in (folder / "games").iterdir():  # a table that is not asked for may be anything
        path.write_bytes(b"")
    assert len(data["pieces"]) == 20


@pytest.mark.parametrize(("ask", "message"), [
    (lambda data: data["cards"], "unknown table 'cards'; known: games, pieces"),
    (lambda data: data.frame("games", ["turns"]), "no column 'turns'; it has game, points_0, agent_0"),
])
def test_unknown_names_are_told_with_the_known_ones(folder, ask, message):
    with pytest.raises(DataError, match=message):
        ask(kingmaker.load(folder))


def test_other_programs_read_the_folder_as_it_is(folder):
    assert len(pd.read_parquet(folder / "pieces")) == 20
    duckdb = pytest.importorskip("duckdb")
    found = duckdb.sql(f"select piece, count(*), count(taken) from '{folder}/pieces/*.parquet' group by 1 order by 1")
    assert found.fetchall() == [("a", 10, 10), ("c", 10, 0)]


def test_files_say_where_they_come_from(folder):
    about = schema.read_about(pq.read_schema(folder / "pieces" / "part-00002.parquet"), "x")
    assert (about["table"], about["shard"], about["schema_version"], about["kingmaker"]) == ("pieces", 2, 1, "0.1.0")
    assert pq.read_schema(folder / "pieces" / "part-00002.parquet").field("taken").metadata[b"help"] == b"turn"
    assert (folder / "data" / "tiles.csv").read_text(encoding="utf-8").startswith("id,cost")


def test_csv_is_the_same_rows(folder, tmp_path):
    assert export(folder, tmp_path / "csv") == {"games": 10, "pieces": 20}
    assert (tmp_path / "csv" / "games.csv").read_text(encoding="utf-8").splitlines()[:6] == [
        "game,points_0,agent_0", "0,0.0,random", "1,1.5,random", "2,3.0,", "3,4.5,random", "4,,random"]
    assert export(folder, tmp_path / "one", ["pieces"]) == {"pieces": 20}
    assert [path.name for path in (tmp_path / "one").iterdir()] == ["pieces.csv"]


# -- schema ---------------------------------------------------------------------------------------------------------


def test_columns_have_their_types():
    kinds = {field.name: str(field.type) for field in arrow_schema(TABLES["pieces"])}
    assert kinds == {"game": "int64", "piece": "dictionary<values=string, indices=int16, ordered=0>", "taken": "int16",
                     "doubled": "bool"}


def test_core_tables_have_a_column_a_seat_and_an_option():
    tables = core_tables(2, {"level": ("int32", "how hard")}, decisions=True)
    assert [column.name for column in tables["games"]] == [
        "game", "block", "deal", "arm", "rotation", "level", "agent_0", "agent_1", "points_0", "win_0", "points_1",
        "win_1", "margin", "winner", "starter", "decisions", "turns"]
    assert set(tables) == {"games", "times", "decisions"}
    assert "decisions" not in core_tables(2, {}, decisions=False)


def test_a_games_own_columns_join_those_of_all_games():
    core = core_tables(1, {}, decisions=False)
    own = {"games": (core["games"][0], Column("turns", "int32", "its own"), Column("roads", "int32", "roads")),
           "cards": (core["games"][0], Column("card", "int8", "number"))}
    joined = join_tables(core, own)
    assert [column.name for column in joined["games"]][-3:] == ["decisions", "turns", "roads"]
    assert {column.name: column.help for column in joined["games"]}["turns"] == "its own"
    assert joined["cards"] == own["cards"]


@pytest.mark.parametrize(("options", "own", "message"), [
    ({}, {"games": (Column("game", "int64", ""), Column("deal", "int64", ""))}, "deal belong to all games"),
    ({}, {"times": (Column("game", "int64", ""),)}, "cannot be called so"),
    ({"block": ("int32", "")}, {}, "two columns have one name"),
])
def test_names_that_clash_are_refused(options, own, message):
    with pytest.raises(DataError, match=message):
        join_tables(core_tables(1, options, decisions=False), own)


def test_rows_must_have_the_columns_of_their_table():
    with pytest.raises(DataError, match="expected the columns game, points_0, agent_0; got game"):
        to_arrow("games", TABLES["games"], {"game": np.arange(2)}, {})


# -- going on -------------------------------------------------------------------------------------------------------


def contents(directory):
    return {path.relative_to(directory).as_posix(): path.read_bytes() for path in directory.rglob("*.parquet")}


def test_a_run_goes_on_where_it_stopped(tmp_path, head, folder):
    write(tmp_path / "slow", head, [0, 1])
    assert kingmaker.load(tmp_path / "slow").n_games == 6
    with Store(tmp_path / "slow", head, N_SHARDS) as store:
        assert store.missing == [2, 3]
    write(tmp_path / "slow", head)
    assert contents(tmp_path / "slow") == contents(folder)


def test_more_games_may_be_asked_for_later(tmp_path, head, folder):
    """Of seven games the third shard has one only, and is played again; all is then as if ten had been asked for."""
    small = replace(head, config={**head.config, "games": 7}, about={**head.about, "n_games": 7, "n_blocks": 7})
    with Store(tmp_path / "grown", small, 3) as store:
        for shard in range(3):
            n, tables = rows(shard, 7)
            store.write(shard, n, tables, playing_s=1.0, seconds=1.25)
    with Store(tmp_path / "grown", head, N_SHARDS) as store:
        assert store.redone == ["shard 2: it was the last and short, 1 games"]
        assert store.missing == [2, 3]
        assert kingmaker.load(tmp_path / "grown").n_games == 6  # what is there stays readable meanwhile
    write(tmp_path / "grown", head)
    assert contents(tmp_path / "grown") == contents(folder)
    assert kingmaker.load(tmp_path / "grown").manifest == kingmaker.load(folder).manifest
    assert check(tmp_path / "grown") == []


def test_what_the_manifest_does_not_list_is_written_anew(tmp_path, head, folder):
    """Killed between the files of a shard, or before the manifest said that it is there."""
    write(tmp_path / "cut", head, [0, 1])
    (tmp_path / "cut" / "games" / "part-00002.parquet").write_bytes(b"half a file")
    (tmp_path / "cut" / "pieces" / ".part-00002.parquet.tmp").write_bytes(b"less")
    assert unlisted(tmp_path / "cut") == ["games/part-00002.parquet"]
    assert check(tmp_path / "cut") == []
    assert len(kingmaker.load(tmp_path / "cut")["games"]) == 6
    assert contents(write(tmp_path / "cut", head)) == contents(folder)
    assert unlisted(tmp_path / "cut") == []


@pytest.mark.parametrize(("change", "told"), [
    ({"config": {"game": "toy", "seed": 8, "agents": ["random"], "games": 10}}, "  seed: 7 there, 8 asked for"),
    ({"config": {"game": "toy", "seed": 7, "agents": ["greedy"], "games": 11}},
     '  agents: \\["random"\\] there, \\["greedy"\\] asked for\n  games: 10 there, 11 asked for'),
    ({"config": {"game": "toy", "seed": 7, "agents": ["random"], "games": 9}}, "  games: 10 there, 9 asked for"),
    ({"program": "0.2.0"}, '  kingmaker: "0.1.0" there, "0.2.0" asked for'),
])
def test_another_configuration_is_refused_with_the_difference(folder, head, change, told):
    before = contents(folder)
    with pytest.raises(DataError, match=f"holds another data set(.|\n)*{told}\nchoose another folder"):
        write(folder, replace(head, **change))
    assert contents(folder) == before


def test_other_component_data_is_refused(folder, head, tiles):
    tiles.write_text("id,cost\na,1\nb,2\nc,4\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"data\.tiles\.sha256"):
        write(folder, head)


def test_a_strangers_folder_is_left_alone(tmp_path, head):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(DataError, match=r"expected an empty folder or a data set; it holds letter\.txt"):
        write(tmp_path / "mine", head)
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["letter.txt"]


def test_two_runs_do_not_write_at_once(folder, head):
    with Store(folder, head, N_SHARDS), pytest.raises(DataError, match="another run is writing there"):
        write(folder, head)
    write(folder, head)


def test_a_shard_that_is_interrupted_leaves_nothing(tmp_path, head, monkeypatch):
    def interrupted(name, *args):
        if name == "pieces":
            raise KeyboardInterrupt
        return to_arrow(name, *args)

    folder = write(tmp_path / "data", head, [0])
    monkeypatch.setattr(schema, "to_arrow", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write(folder, head)
    assert unlisted(folder) == []
    assert kingmaker.load(folder).n_games == 3


# -- faults ---------------------------------------------------------------------------------------------------------


def test_a_truncated_shard_is_named_and_the_rest_is_usable(folder, head):
    sound = contents(folder)
    path = folder / "pieces" / "part-00001.parquet"
    path.write_bytes(path.read_bytes()[:-40])
    problems = check(folder)
    assert [(problem.shard, problem.file) for problem in problems] == [(1, "pieces/part-00001.parquet")]
    assert f"{len(sound['pieces/part-00001.parquet']) - 40} bytes" in problems[0].what
    data = kingmaker.load(folder)
    assert len(data["games"]) == 10
    with pytest.raises(DataError, match=r"pieces/part-00001\.parquet: cannot be read.*skip_broken=True.*--drop"):
        data.frame("pieces")
    with pytest.warns(UserWarning, match=r"part-00001\.parquet"):
        frame = data.frame("pieces", skip_broken=True)
    assert sorted(set(frame["game"])) == [0, 1, 2, 6, 7, 8, 9]
    with Store(folder, head, N_SHARDS) as store:  # the same command sees it by its size and plays it again
        assert store.missing == [1]
        assert "pieces/part-00001.parquet" in store.redone[0]
    assert contents(write(folder, head)) == sound
    assert check(folder) == []


def test_a_changed_byte_is_found_and_dropped(folder, head):
    sound = contents(folder)
    path = folder / "games" / "part-00002.parquet"
    raw = bytearray(path.read_bytes())
    raw[8] ^= 255
    path.write_bytes(bytes(raw))
    problems = check(folder)
    assert {(problem.shard, problem.file) for problem in problems} == {(2, "games/part-00002.parquet")}
    assert "its bytes are not those that were written" in problems[0].what
    assert drop(folder, problems) == [2]
    assert check(folder) == []
    assert kingmaker.load(folder).n_games == 7
    assert contents(write(folder, head)) == sound


def test_a_missing_file_is_named(folder):
    (folder / "pieces" / "part-00003.parquet").unlink()
    assert [str(problem) for problem in check(folder)] == ["shard 3: pieces/part-00003.parquet: missing"]


def test_a_wrong_schema_version_is_refused(folder):
    manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    path = folder / "games" / "part-00000.parquet"
    table = pq.read_table(path)
    about = json.loads(table.schema.metadata[b"kingmaker"]) | {"schema_version": 2}
    pq.write_table(table.replace_schema_metadata({b"kingmaker": json.dumps(about)}), path)
    with pytest.raises(DataError, match=r"part-00000\.parquet: schema version 2; this program reads 1"):
        kingmaker.load(folder)["games"]
    entry = manifest["shards"]["0"]["files"]["games"]
    entry["bytes"] = path.stat().st_size
    (folder / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    assert any("schema version 2" in str(problem) for problem in check(folder))
    (folder / MANIFEST).write_text(json.dumps(manifest | {"schema_version": 2}), encoding="utf-8")
    with pytest.raises(DataError, match=r"manifest\.json: schema version 2; this program reads 1"):
        kingmaker.load(folder)


def test_a_foreign_table_is_refused(folder):
    pq.write_table(pa.table({"game": [1]}), folder / "games" / "part-00000.parquet")
    with pytest.raises(DataError, match="not a table of a kingmaker data set"):
        kingmaker.load(folder)["games"]


@pytest.mark.parametrize(("text", "message"), [
    (None, "no data set there"), ("{", "not JSON"), ("[]", "expected the manifest"),
    ('{"a": 1}', "expected the manifest")])
def test_a_broken_manifest_is_told(tmp_path, text, message):
    if text is not None:
        (tmp_path / MANIFEST).write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=message):
        kingmaker.load(tmp_path)


@pytest.fixture
def mounted(tmp_path):
    """Return a function that mounts a small file system of its own there; skips where that is not permitted."""
    place = tmp_path / "small"
    place.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", place], capture_output=True, check=False
                      ).returncode:
        pytest.skip("mounting is not permitted")

    def remount(option):
        subprocess.run(["mount", "-o", f"remount,{option}", place], check=True, capture_output=True)

    yield place, remount
    subprocess.run(["umount", place], check=True, capture_output=True)


@pytest.mark.release
def test_a_full_disk_keeps_what_is_there(mounted, head):
    place, _ = mounted
    folder = write(place / "data", head, [0, 1])
    filler = place / "filler"
    with pytest.raises(OSError, match="No space left"):
        filler.write_bytes(bytes(10**6))
    with pytest.raises(DataError, match=r"No space left on device; 6 games are there and stay usable.*goes on"):
        write(folder, head)
    assert check(folder) == []
    assert len(kingmaker.load(folder)["games"]) == 6
    filler.unlink()
    write(folder, head)
    assert len(kingmaker.load(folder)["pieces"]) == 20
    assert check(folder) == []


@pytest.mark.release
def test_a_read_only_folder_can_be_read_and_not_written(mounted, head):
    place, remount = mounted
    folder = write(place / "data", head, [0, 1])
    remount("ro")
    for target in (folder, place / "other"):
        with pytest.raises(DataError, match="Read-only file system"):
            write(target, head)
    assert check(folder) == []
    assert len(kingmaker.load(folder)["games"]) == 6
    remount("rw")


def test_the_front_door_and_load_import_no_compiled_game_and_no_pandas():
    code = ("import sys, kingmaker; kingmaker.load\n"
            "heavy = {'kingmaker.games', 'kingmaker.search', 'kingmaker.scripts', 'pandas', 'pyarrow', 'scipy'}\n"
            "print(sorted(heavy & set(sys.modules)))")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False,
                          env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3] / "src")})
    assert done.stdout == "[]\n", done.stderr
