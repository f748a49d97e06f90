"""`kingmaker selfplay` and `kingmaker dataset`, as their users run them: killed, on a cluster, replayed."""
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

import kingmaker
from kingmaker.analysis.data.dataset import check, unlisted
from kingmaker.scripts.cli import app

ROOT = Path(__file__).parents[2]
ENV = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
COMMAND = [sys.executable, "-m", "kingmaker.scripts.cli"]


def run(*args, code=0):
    result = CliRunner().invoke(app, [str(arg) for arg in args])
    assert result.exit_code == code, result.output + result.stderr
    return result


def start(*args, **options):
    return subprocess.Popen([*COMMAND, *map(str, args)], env=ENV, cwd=ROOT, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, **options)


def selfplay(out, *args, code=0):
    return run("selfplay", "--out", out, *args, code=code)


def rows(folder):
    """Return every row of every table that repeats, sorted."""
    data = kingmaker.load(folder)
    assert check(folder) == []
    return {table: sorted(map(repr, data.frame(table).itertuples(index=False)))
            for table in data.tables if table != "times"}


def parts(folder):
    """Return the bytes of the files that repeat."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in Path(folder).rglob("*.parquet")
            if path.parent.name != "times"}


RANDOM = ("--game", "two-heirs", "--agents", "random", "--seed", 5, "--games", 700, "--shard", 100)
GREEDY = ("--game", "two-heirs:mode=solo,level=2", "--agents", "random;greedy:worlds=4", "--seed", 5, "--games", 120,
          "--shard", 10, "--arm", "first=T3")


@pytest.fixture(scope="module")
def random_set(tmp_path_factory):
    folder = tmp_path_factory.mktemp("random") / "data"
    selfplay(folder, *RANDOM, "--jobs", 1)
    return folder


@pytest.fixture(scope="module")
def greedy_set(tmp_path_factory):
    folder = tmp_path_factory.mktemp("greedy") / "data"
    selfplay(folder, *GREEDY, "--jobs", 1)
    return folder


# -- what comes out -------------------------------------------------------------------------------------------------


def test_the_tables_of_a_duel(random_set):
    data = kingmaker.load(random_set)
    games, pieces = data["games"], data["pieces"]
    assert data.n_games == len(games) == 700
    assert set(data.tables) == {"games", "pieces", "times"}
    assert len(pieces) == 27 * 700
    assert {"block", "deal", "agent_0", "agent_1", "mode", "level", "sets", "points_0", "points_1", "margin", "winner",
            "turns", "decisions"} <= set(games)
    points = pieces[pieces["points"].notna()]
    doubled = points["points"] * (1 + points["doubled"].astype(int))
    by_owner = doubled.groupby([points["game"], points["owner"]]).sum()
    for seat in (0, 1):  # the tiles' points and the roads make the score
        own = by_owner.xs(seat, level="owner").reindex(range(700), fill_value=0)
        assert (own.to_numpy() + games[f"roads_{seat}"].to_numpy() == games[f"points_{seat}"].to_numpy()).all()
    taken = pieces[pieces["taken"].notna()]
    assert (taken["taken"] >= taken["offered"]).all()
    assert (pieces["built"].dropna() >= pieces["taken"][pieces["built"].notna()]).all()
    assert (data["times"]["seconds"] > 0).all()


def test_the_tables_of_solo_play(greedy_set):
    data = kingmaker.load(greedy_set)
    games = data["games"]
    assert set(data.tables) == {"games", "pieces", "times", "treasures"}
    assert len(data["treasures"]) == 10 * len(games) == 1200
    assert games["arm"].tolist() == ["", "", "first=T3", "first=T3"] * 30
    assert games["agent_0"].tolist() == ["random", "greedy:worlds=4"] * 60
    assert games["agent_1"].isna().all()
    assert (5 * games["treasures_left"] == games["treasure_points"]).all()
    assert (games[["buildings_1", "doubling_1", "roads_1", "treasure_points"]].sum(axis=1) == games["points_1"]).all()
    first = data.frame("pieces", where=[("piece", "==", "T3")]).merge(games[["game", "arm"]])
    assert (first[first["arm"] == "first=T3"]["offered"] == 0).all()
    assert (first[first["arm"] == ""]["offered"] != 0).any()


def test_the_manifest_tells_everything(greedy_set):
    manifest = json.loads((greedy_set / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["config"] == {
        "game": "two-heirs:mode=solo,level=2", "agents": ["random", "greedy:worlds=4"], "games": 120, "seed": 5,
        "each": [], "arms": ["first=T3"], "decisions": False, "judge": None, "batch": 10}
    assert manifest["data"]["tiles"]["file"] == "data/tiles.csv"
    own = ROOT / "games" / "two_heirs" / "tiles.csv"
    assert (greedy_set / "data" / "tiles.csv").read_bytes() == own.read_bytes()
    assert "54 of 54" in manifest["reconstructed"]
    assert [entry["arm"] for entry in manifest["block"]] == ["", "", "first=T3", "first=T3"]
    assert {shard: entry["games"] for shard, entry in manifest["shards"].items()} == {
        str(k): 8 for k in range(15)}  # two whole blocks of four


def test_shards_hold_about_as_many_games_as_asked_for(random_set):
    assert [pq.read_metadata(path).num_rows for path in sorted((random_set / "games").iterdir())] == [100] * 7


# -- the same rows ---------------------------------------------------------------------------------------------------


def test_jobs_and_backends_change_nothing(random_set, greedy_set, tmp_path):
    for k, (folder, args) in enumerate(((random_set, RANDOM), (greedy_set, GREEDY))):
        selfplay(tmp_path / f"two-{k}", *args, "--jobs", 2)
        selfplay(tmp_path / f"threads-{k}", *args, "--jobs", 2, "--backend", "threading")
        assert parts(tmp_path / f"two-{k}") == parts(tmp_path / f"threads-{k}") == parts(folder)
        assert rows(tmp_path / f"two-{k}") == rows(folder)


@pytest.mark.release
def test_killed_five_times_and_resumed(greedy_set, tmp_path):
    folder, seen = tmp_path / "killed", []
    for _ in range(5):
        process = start("selfplay", "--out", folder, *GREEDY, "--jobs", 2, start_new_session=True)
        there = seen[-1] if seen else 0
        end = time.monotonic() + 60
        while len(list(folder.glob("games/part-*"))) <= there and process.poll() is None and time.monotonic() < end:
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        seen.append(len(list(folder.glob("games/part-*"))))
    assert process.returncode == -signal.SIGKILL
    assert seen[0] < 15  # it was not done at once
    selfplay(folder, *GREEDY, "--jobs", 2)
    assert parts(folder) == parts(greedy_set)
    assert rows(folder) == rows(greedy_set)


@pytest.mark.release
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_what_is_done_and_says_so(jobs, tmp_path):
    args = ("selfplay", "--out", tmp_path / "data", *GREEDY[:-6], "--games", 4000, "--shard", 4, "--jobs", jobs)
    process = start(*args, start_new_session=True)
    while len(list(tmp_path.glob("data/games/part-*"))) < 2:
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)  # as the terminal does: to the workers too
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "stopped; the same command goes on from there" in out
    there = int(re.match(r"(\d+) of 4,000 games", out)[1])
    assert kingmaker.load(tmp_path / "data").n_games == there >= 4  # the second may have been in writing
    assert "Traceback" not in err
    assert check(tmp_path / "data") == unlisted(tmp_path / "data") == []


def test_the_same_command_without_a_seed_goes_on(tmp_path):
    args = ["--game", "kuhn-poker", "--games", 20, "--shard", 5, "--jobs", 1]
    first = selfplay(tmp_path / "data", *args)
    seed = re.search(r"seed (\d+)", first.stderr)[1]
    run("dataset", "check", tmp_path / "data", "--drop")
    path = tmp_path / "data" / "games" / "part-00001.parquet"
    whole = path.read_bytes()
    path.write_bytes(whole[:100])
    again = selfplay(tmp_path / "data", *args)
    assert f"seed {seed}" in again.stdout
    assert "played again: games/part-00001.parquet: 100 bytes" in again.stderr
    assert "15 of 20 games are there" in again.stderr
    assert path.read_bytes() == whole


def test_another_configuration_is_refused_with_the_difference(random_set):
    before = parts(random_set)
    done = selfplay(random_set, *RANDOM[:-4], "--games", 800, "--shard", 100, "--arm", "ban=camps", code=2)
    assert "  arms: [] there, [\"ban=camps\"] asked for" in done.stderr
    assert "  games: 700 there, 800 asked for" in done.stderr
    assert parts(random_set) == before


# -- Dask ------------------------------------------------------------------------------------------------------------


@pytest.mark.release
def test_dask_gives_the_same_rows(cluster, random_set, tmp_path):
    selfplay(tmp_path / "dask", *RANDOM, "--backend", "dask", "--address", cluster[0])
    assert parts(tmp_path / "dask") == parts(random_set)


@pytest.mark.release
def test_a_dask_worker_that_dies_loses_and_doubles_nothing(mortal_cluster, greedy_set, tmp_path):
    address, workers = mortal_cluster
    process = start("selfplay", "--out", tmp_path / "dask", *GREEDY, "--backend", "dask", "--address", address)
    while not list(tmp_path.glob("dask/games/part-*")):
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
    assert len(list(tmp_path.glob("dask/games/part-*"))) < 15
    workers[0].kill()
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert out.startswith("120 of 120 games")
    assert workers[1].poll() is None
    assert parts(tmp_path / "dask") == parts(greedy_set)
    assert rows(tmp_path / "dask") == rows(greedy_set)


def busy(client):
    """Return how many tasks the workers of a cluster have under way, wanted or not."""
    return sum(client.run(lambda dask_worker: len(dask_worker.active_threads)).values())


@pytest.mark.release
def test_a_cluster_does_nothing_for_a_client_that_is_gone(cluster, tmp_path):
    """Killed, or stopped, with endless searches under way and in its first second."""
    from distributed import Client

    codes = {signal.SIGKILL: -9, signal.SIGTERM: 143, signal.SIGINT: 130}
    with Client(cluster[0]) as client:
        for number, wait_s in ((signal.SIGKILL, None), (signal.SIGINT, None), (signal.SIGTERM, 0.9)):
            process = start("selfplay", "--out", tmp_path / "data", "--game", "two-heirs", "--agents",
                            "ismcts:iterations=1000000000", "--games", 4, "--seed", 1, "--backend", "dask", "--address",
                            cluster[0], preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
            end = time.monotonic() + 60
            while wait_s is None and busy(client) < 2:
                assert time.monotonic() < end
                time.sleep(0.05)
            time.sleep(wait_s or 0)
            process.send_signal(number)
            err = process.communicate(timeout=60)[1]
            assert process.returncode == codes[number], err
            assert "Traceback" not in err, err
            end = time.monotonic() + 5
            while busy(client) and time.monotonic() < end:
                time.sleep(0.05)
            assert busy(client) == 0
            assert [worker.poll() for worker in cluster[1]] == [None, None]


@pytest.mark.parametrize(("args", "message"), [
    (["--backend", "dask"], "--backend dask needs --address"), (["--address", "127.0.0.1:1"], "and nothing else does"),
    (["--backend", "dask", "--address", "127.0.0.1:1"], "no Dask scheduler answers there")])
def test_a_cluster_that_is_not_there_is_told(args, message, tmp_path):
    pytest.importorskip("distributed")
    done = selfplay(tmp_path / "data", "--game", "kuhn-poker", "--games", 4, "--seed", 1, *args, code=2)
    assert message in done.stderr


# -- figures --------------------------------------------------------------------------------------------------------


@pytest.mark.release
def test_three_thousand_random_games_a_second(tmp_path):
    """Everything written but decisions, one core; processor time, the best of three runs, as others share the cores."""
    speeds = []
    while len(speeds) < 3 and max(speeds, default=0) < 3000:
        figures = json.loads(selfplay(tmp_path / f"data{len(speeds)}", "--game", "two-heirs", "--agents", "random",
                                      "--games", 20000, "--seed", 1, "--jobs", 1, "--format", "json").stdout)
        assert figures["games"] == 20000
        speeds.append(figures["games"] / figures["processor_s"])
    assert max(speeds) >= 3000, speeds


@pytest.mark.slow
@pytest.mark.release
def test_greedy_spends_its_time_playing(tmp_path):
    figures = json.loads(selfplay(tmp_path / "data", "--game", "two-heirs", "--agents", "greedy", "--games", 1000,
                                  "--seed", 1, "--jobs", 1, "--format", "json").stdout)
    assert figures["overhead"] <= 0.1, figures


@pytest.mark.slow
@pytest.mark.release
def test_memory_stays_flat(tmp_path):
    """The peak of the run and of its workers, which live on while the process does."""
    code = ("import os, re, sys\nfrom pathlib import Path\nfrom kingmaker.scripts.cli import app\n"
            "try: app(sys.argv[1:])\nexcept SystemExit: pass\n"
            "for path in Path('/proc').glob('[0-9]*/status'):\n"
            "    text = path.read_text()\n"
            "    if path.parent.name == str(os.getpid()) or f'PPid:\\t{os.getpid()}\\n' in text:\n"
            "        print('peak', re.search(r'VmHWM:\\s+(\\d+)', text)[1])")
    peaks = {}
    for n in (4000, 80000):
        args = ["selfplay", "--game", "two-heirs", "--games", str(n), "--seed", "1", "--jobs", "2", "--out",
                tmp_path / str(n)]
        done = subprocess.run([sys.executable, "-c", code, *args], env=ENV, cwd=ROOT, check=True, capture_output=True,
                              text=True)
        peaks[n] = sorted(int(kilobytes) / 1024 for kilobytes in re.findall(r"peak (\d+)", done.stdout))
    assert len(peaks[80000]) >= 3, peaks  # the run, two workers, and what watches over them
    assert max(peaks[80000]) < 400, peaks
    assert max(peaks[80000]) < max(peaks[4000]) + 60, peaks


# -- looking at it --------------------------------------------------------------------------------------------------


def test_one_game_is_played_again(greedy_set, tmp_path):
    out = tmp_path / "record.jsonl"
    for number in (3, 118):
        run("dataset", "replay", greedy_set, number, "--out", out)
        lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
        row = kingmaker.load(greedy_set).row(number)
        assert lines[0]["record"] == "two-heirs"
        assert lines[0]["seed"] == row["deal"]
        assert len(lines) - 2 == row["decisions"]
        assert lines[-1]["result"]["points"] == {"blue": row["points_0"], "white": row["points_1"]}
        if row["arm"] == "first=T3":
            assert lines[0]["options"] == {"first": "T3"}
            assert "T3" in lines[0]["state"]["supply"]
        else:
            assert "options" not in lines[0]


def test_a_row_that_the_replay_does_not_confirm_is_told(greedy_set, tmp_path):
    selfplay(tmp_path / "data", "--game", "kuhn-poker", "--games", 3, "--seed", 1, "--jobs", 1)
    path = tmp_path / "data" / "games" / "part-00000.parquet"
    table = pq.read_table(path)
    column = table.schema.get_field_index("points_0")
    pq.write_table(table.set_column(column, table.schema.field(column), [[7.0, 7.0, 7.0]]), path)
    assert "not those that were written" in run("dataset", "replay", tmp_path / "data", 1, code=2).stderr
    manifest = json.loads((tmp_path / "data" / "manifest.json").read_text(encoding="utf-8"))
    manifest["shards"]["0"]["files"]["games"]["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
    (tmp_path / "data" / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    done = run("dataset", "replay", tmp_path / "data", 1, code=1)
    assert "points_0: " in done.stderr
    assert "7.0 in the row kept" in done.stderr


def test_a_replay_needs_the_data_that_was_played_with(tmp_path):
    tiles = tmp_path / "mine.csv"
    tiles.write_bytes((ROOT / "games" / "two_heirs" / "tiles.csv").read_bytes())
    selfplay(tmp_path / "data", "--game", "two-heirs", "--tiles", tiles, "--games", 2, "--seed", 1, "--jobs", 1)
    run("dataset", "replay", tmp_path / "data", 1)
    tiles.write_text(tiles.read_text(encoding="utf-8").replace("market,green,1,1,1", "market,green,1,1,2"),
                     encoding="utf-8")
    done = run("dataset", "replay", tmp_path / "data", 1, code=2)
    assert "not the tiles that the games were played with; those lie in" in done.stderr
    done = run("selfplay", "--game", "two-heirs", "--tiles", tiles, "--games", 2, "--seed", 1, "--out",
               tmp_path / "data", code=2)
    assert "data.tiles.sha256" in done.stderr


def test_info_tells_what_is_there(greedy_set):
    text = run("dataset", "info", greedy_set, "--columns").stdout
    assert "two-heirs:mode=solo,level=2" in text
    assert "120 of 120 games, 15 of 15 shards" in text
    assert re.search(r"pieces +3,240", text)
    assert "seat 0's points minus those of the best other seat" in text
    row = json.loads(run("dataset", "info", greedy_set, "--format", "json").stdout)
    assert (row["games"], row["games_per_block"], row["tables"]["treasures"]["rows"]) == (120, 4, 1200)


def test_check_names_the_shard_and_fails(random_set, tmp_path):
    assert run("dataset", "check", random_set).stdout == "sound: 700 games in 7 of 7 shards\n"
    copy = tmp_path / "copy"
    subprocess.run(["cp", "-r", random_set, copy], check=True)
    path = copy / "pieces" / "part-00004.parquet"
    path.write_bytes(path.read_bytes()[:500])
    done = run("dataset", "check", copy, code=1)
    assert re.match(r"shard 4: pieces/part-00004\.parquet: 500 bytes, \d+ were written\n1 problems: ", done.stdout)
    run("dataset", "check", copy, "--drop", code=1)
    assert run("dataset", "check", copy).stdout == "sound: 600 games in 6 of 7 shards\n"


def test_csv(random_set, tmp_path):
    run("dataset", "export", random_set, "--out", tmp_path / "csv", "--table", "games")
    lines = (tmp_path / "csv" / "games.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 701
    assert lines[0].startswith("game,block,deal,arm,rotation,mode,level,sets")


def test_bad_folders_end_in_one_line(tmp_path):
    for action in (["info"], ["check"], ["replay", "1"], ["export", "--out", tmp_path / "x"]):
        done = run("dataset", action[0], tmp_path, *action[1:], code=2)
        assert done.stderr == f"kingmaker: error: {tmp_path}: no data set there: manifest.json is missing\n"
    (tmp_path / "file").write_text("", encoding="utf-8")
    done = selfplay(tmp_path / "file", "--game", "kuhn-poker", "--games", 2, "--seed", 1, code=2)
    assert "File exists" in done.stderr
    assert "choose another folder" in done.stderr
