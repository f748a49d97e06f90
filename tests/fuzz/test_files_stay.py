"""Files of the user stay, whatever a command is told: what is not recognisably ours is never written onto."""
import errno
import json
import os
import resource
import shutil

import pytest

from kingmaker import learning
from kingmaker.analysis import DataError, load
from kingmaker.analysis.data.dataset import check, drop, export, guard, unlisted
from kingmaker.analysis.data.store import Head, Store
from kingmaker.datasets import selfplay
from kingmaker.errors import InputError
from kingmaker.games.core.weights import write_section
from kingmaker.games.two_heirs.weights import LEARNING
from kingmaker.writing import HIDDEN, SVG, Lines, fresh, replace, save
from tests.fuzz.conftest import KUHN, run

MINE = "my only copy"
LADDER = ["ladder", "--game", "kuhn-poker", "--agents", "random;ismcts:iterations=16", "--pairs", 1, "--seed", 1,
          "--jobs", 1]
HEAD = {"ladder": 1, "game": "toy"}


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "n.txt"
    path.write_text(MINE, encoding="utf-8")
    return path


# -- files that grow ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [MINE, f"{MINE}\n", "{", "{}\n", KUHN, f"{KUHN}\n", '{"table": 1}\n', "[1]\n", "\n",
                                  "\0"])
def test_a_ladder_leaves_what_is_no_ladder(tmp_path, text):
    path = tmp_path / "n.txt"
    path.write_text(text, encoding="utf-8")
    error = run(*LADDER, "--out", path, code=2).stderr
    assert "it stays as it is" in error
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("text", [MINE, KUHN, f"{KUHN}\n", '{"ladder": 1}\n', '{"table": 1, "game": "tic-tac-toe"}'])
def test_a_table_leaves_what_is_no_table(tmp_path, text):
    path = tmp_path / "now.json"
    path.write_text(text, encoding="utf-8")
    run("table", "--game", "tic-tac-toe", "--save", path, "--seed", 1, input="b2\n", code=2)
    assert path.read_text(encoding="utf-8") == text


def test_a_file_that_grows_takes_the_place_of_another_by_force_alone(tmp_path):
    for name, command in (("l.txt", [*LADDER, "--out"]), ("t.txt", ["table", "--game", "tic-tac-toe", "--seed", 1,
                                                                    "--save"])):
        path = tmp_path / name
        path.write_text(f"{MINE}\n" * 200, encoding="utf-8")
        assert "--force to replace it" in run(*command, path, code=2, input="b2\nquit\n").stderr
        assert path.read_text(encoding="utf-8") == f"{MINE}\n" * 200
        run(*command, path, "--force", input="b2\nquit\n")
        lines = path.read_text(encoding="utf-8").splitlines()
        assert set(json.loads(lines[0])) & {"ladder", "table"}
        run(*command, path, "--force", input="quit\n")
        assert path.read_text(encoding="utf-8").splitlines()[:len(lines)] == lines, "one of ours is gone on with"


def test_two_ladders_on_one_file_do_not_mix(tmp_path):
    path = tmp_path / "ladder.jsonl"
    with Lines(path, "ladder", HEAD) as first:
        with pytest.raises(InputError, match="another run is writing it"):
            Lines(path, "ladder", HEAD)
        first.add({"n": 1})
    with Lines(path, "ladder", HEAD) as second:
        assert second.rows == [{"n": 1}]


@pytest.mark.parametrize("cut", [1, 12, 25])
def test_a_head_that_was_cut_off_is_ours_and_written_again(tmp_path, cut):
    path = tmp_path / "ladder.jsonl"
    Lines(path, "ladder", HEAD).close()
    whole = path.read_bytes()
    path.write_bytes(whole[:cut])
    if cut < 12:  # so short that it may be anybody's
        with pytest.raises(InputError, match="it stays as it is"):
            Lines(path, "ladder", HEAD)
        return
    Lines(path, "ladder", HEAD).close()
    assert path.read_bytes() == whole


def test_on_a_full_disk_a_line_is_there_whole_or_not_at_all(tmp_path):
    path = tmp_path / "ladder.jsonl"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Lines(path, "ladder", HEAD) as lines:
        lines.add({"n": 1})
        whole = path.read_bytes()
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(whole) + 10, before[1]))
        try:
            with pytest.raises(OSError, match="the lines before are kept whole"):
                lines.add({"n": "x" * 100})
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert path.read_bytes() == whole
        lines.add({"n": 2})
    assert [json.loads(line) for line in path.read_text().splitlines()][1:] == [{"n": 1}, {"n": 2}]


# -- files written at once ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("args", [
    ["show", "{kuhn}", "--svg", "{mine}"], ["show", "{kuhn}", "--png", "{mine}"],
    ["record", "--game", "kuhn-poker", "--seed", 1, "--out", "{mine}"],
    ["dataset", "replay", "{data}", 3, "--out", "{mine}"],
    ["play", "--game", "tic-tac-toe", "--seed", 1, "--svg", "{mine}"],
    ["table", "--game", "tic-tac-toe", "--seed", 1, "--save", "{new}", "--svg", "{mine}"],
])
def test_a_file_of_another_kind_is_replaced_only_by_force(kuhn, kuhn_set, mine, tmp_path, args):
    words = [str(arg).format(kuhn=kuhn, mine=mine, data=kuhn_set, new=tmp_path / "new.jsonl") for arg in args]
    error = run(*words, code=2, input="b2\nquit\n").stderr
    assert "--force to replace it" in error
    assert mine.read_text(encoding="utf-8") == MINE
    run(*words, "--force", input="b2\nquit\n")
    assert mine.read_bytes() != MINE.encode()
    run(*words, input="b2\nquit\n")  # now it is one of ours


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_a_plot_does_not_replace_another_file(kuhn, tmp_path, ending):
    path = tmp_path / f"plot.{ending}"
    path.write_text(MINE, encoding="utf-8")
    args = ["hint", kuhn, "--iterations", 80, "--seed", 1, "--jobs", 1, "--plot", path]
    assert "is there already and is not a picture" in run(*args, code=2).stderr
    assert path.read_text(encoding="utf-8") == MINE
    run(*args, "--force")
    run(*args)


def test_folders_of_files_leave_those_of_others(kuhn_set, tmp_path):
    (tmp_path / "games.csv").write_text(MINE, encoding="utf-8")
    (tmp_path / "tiles-1.csv").write_text(MINE, encoding="utf-8")
    run("dataset", "export", kuhn_set, "--out", tmp_path, code=2)
    run("alternatives", "--game", "two-heirs", "--count", 1, "--out", tmp_path, code=2)
    for name in ("games.csv", "tiles-1.csv"):
        assert (tmp_path / name).read_text(encoding="utf-8") == MINE
    run("dataset", "export", kuhn_set, "--out", tmp_path, "--force")
    run("dataset", "export", kuhn_set, "--out", tmp_path)


def test_devices_links_and_modes_are_kept(tmp_path):
    replace(tmp_path / "real.svg", b"<svg></svg>")
    (tmp_path / "real.svg").chmod(0o640)
    (tmp_path / "link.svg").symlink_to(tmp_path / "real.svg")
    save(tmp_path / "link.svg", "<svg>2</svg>", SVG)
    assert (tmp_path / "link.svg").is_symlink()
    assert (tmp_path / "real.svg").read_text() == "<svg>2</svg>"
    assert (tmp_path / "real.svg").stat().st_mode & 0o777 == 0o640
    replace(tmp_path.joinpath("/dev/null"), b"x")
    assert not os.path.isfile("/dev/null")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.svg", "real.svg"]


def write_half(path, raw, error, **keys):
    with fresh(path, **keys) as file:
        file.write(raw)
        raise error


def test_what_is_stopped_leaves_what_was_there(tmp_path, mine):
    for error in (OSError(errno.ENOSPC, "No space left on device"), RuntimeError("ours"), KeyboardInterrupt()):
        with pytest.raises(type(error)):
            write_half(mine, b"half", error)
        assert mine.read_text(encoding="utf-8") == MINE
    with pytest.raises(KeyboardInterrupt):
        write_half(mine, b"whole\n", KeyboardInterrupt(), keeps=True)  # whole games of a record
    assert mine.read_bytes() == b"whole\n"
    assert [path.name for path in tmp_path.iterdir()] == ["n.txt"]


# -- learn ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [MINE, "[]", '{"a": 1}', '{"policy": []}', KUHN])
def test_learn_looks_at_its_target_before_it_plays(tmp_path, monkeypatch, text):
    for player in ("play_lessons", "play_endings"):
        monkeypatch.setattr(learning, player, lambda *args, **keys: pytest.fail("it plays"))
    path = tmp_path / "weights.json"
    path.write_text(text, encoding="utf-8")
    for way in ([], ["--evaluation"]):
        run("learn", *way, "--game", "two-heirs", "--out", path, "--seed", 1, "--games", 10, code=2)
        assert path.read_text(encoding="utf-8") == text


def test_learn_writes_whole_files_and_keeps_other_sections(tmp_path, monkeypatch):
    path = tmp_path / "weights.json"
    n, m = len(LEARNING.features), len(LEARNING.values)
    arguments = ([0.5] * n, [[1.25] * m] * 8, [6.5, 6, 5, 4, 3, 2, 2, 1], "by hand")
    write_section(LEARNING, path, "duel", *arguments)
    before = path.read_bytes()

    def full(descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("kingmaker.writing.os.fsync", full)
        with pytest.raises(OSError, match="No space left"):
            write_section(LEARNING, path, "solo", *arguments)
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["weights.json"]
    write_section(LEARNING, path, "solo", *arguments)
    assert set(json.loads(path.read_text())["policy"]) == {"duel", "solo"}


# -- manifests ------------------------------------------------------------------------------------------------------


@pytest.fixture
def data(kuhn_set, tmp_path):
    """A data set of one's own, with a file beside it that must stay."""
    shutil.copytree(kuhn_set, tmp_path / "home" / "data")
    (tmp_path / "home" / "victim.txt").write_text(MINE, encoding="utf-8")
    return tmp_path / "home" / "data"


def change(data, edit):
    path = data / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    edit(manifest)
    path.write_text(json.dumps(manifest), encoding="utf-8")


def everything(data):
    """Try all that follows what a manifest names; return the errors."""
    errors = []
    for work in (lambda: drop(data, check(data)), lambda: export(data, data.parent / "out" / "csv"),
                 lambda: load(data)["games"], lambda: unlisted(data), lambda: load(data).row(3),
                 lambda: selfplay("kuhn-poker", ["random"], 40, data, seed=1, shard=20)):
        try:
            work()
        except (DataError, OSError) as error:
            errors.append(str(error))
    return errors


@pytest.mark.parametrize("name", ["../victim.txt", "{home}/victim.txt", "games/../../victim.txt",
                                  "games/part-00001.parquet",
                                  "", ".", "/dev/zero", "games/part-00000.parquet/"])
def test_a_manifest_names_no_file_but_its_own(data, name):
    def edit(manifest):
        manifest["shards"]["0"]["files"]["games"]["file"] = name.format(home=data.parent)

    change(data, edit)
    errors = everything(data)
    assert len(errors) == 6
    assert all("shards.0.files.games.file: expected 'games/part-00000.parquet', got " in error for error in errors)
    assert (data.parent / "victim.txt").read_text(encoding="utf-8") == MINE
    run("dataset", "check", data, "--drop", code=2)
    assert (data / "games" / "part-00000.parquet").exists()


@pytest.mark.parametrize("name", ["../../evil", "/tmp/evil", "..", ".", "a/b", "", "a\\b", "=cmd", "x" * 100])
def test_a_table_cannot_be_called_like_a_path(data, name):
    def edit(manifest):
        manifest["tables"][name] = manifest["tables"]["times"]
        for entry in manifest["shards"].values():
            entry["files"][name] = {**entry["files"]["times"], "file": f"{name}/part-00000.parquet"}

    change(data, edit)
    assert len(everything(data)) == 6
    assert not list(data.parent.rglob("*evil*"))
    assert {path.name for path in data.parent.iterdir()} <= {"data", "victim.txt", "out"}


@pytest.mark.parametrize("file", ["../victim.txt", "/etc/passwd", "data/../../victim.txt", "games/part-00000.parquet"])
def test_component_data_lies_in_its_folder(data, file):
    change(data, lambda manifest: manifest["data"].update(tiles={"file": file, "sha256": "0" * 64}))
    assert all("data.tiles.file: expected 'data/tiles' and an ending" in error for error in everything(data))


def test_links_do_not_lead_outside(data):
    outside = data.parent / "outside"
    shutil.move(data / "games", outside)
    (data / "games").symlink_to(outside)
    files = {path: path.read_bytes() for path in outside.iterdir()}
    errors = everything(data)
    assert errors
    assert all("leads out of the data set's folder" in error for error in errors)
    assert {path: path.read_bytes() for path in outside.iterdir()} == files


def test_a_full_disk_tells_what_the_manifest_holds(tmp_path, monkeypatch, kuhn_set):
    """All shards but those of the last second are in the manifest; only they may be told."""
    from kingmaker.analysis.data import store as module
    from kingmaker.analysis.data.schema import Column

    tables = {"games": (Column("game", "int64", "number"),)}
    head = Head(config={"game": "toy", "seed": 1, "games": 40}, shard_games=10, program="0", data={}, tables=tables,
                about={"reconstructed": "", "n_games": 40})
    monkeypatch.setattr(module, "SAVE_S", 1000)

    def full(path, raw, **keys):
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    def write_three():
        with Store(tmp_path / "d", head, 4) as store:
            for shard in range(3):
                if shard == 2:
                    monkeypatch.setattr(module, "replace", full)
                    monkeypatch.setattr("kingmaker.analysis.data.manifest.replace", full)
                rows = {"games": {"game": list(range(10 * shard, 10 * shard + 10))}}
                store.write(shard, 10, rows, playing_s=1.0, seconds=1.0)

    with pytest.raises(DataError, match=r"No space left on device\. Mend"):
        write_three()
    assert load(tmp_path / "d").n_games == 0, "the two shards before were not in the manifest yet, so none was told"


def test_what_killed_runs_leave_is_taken_away(data):
    left = [data / ".kingmaker-0123456789abcdef.tmp", data / "games" / ".kingmaker-0123456789abcdef.tmp"]
    for path in left:
        assert HIDDEN.fullmatch(path.name)
        path.write_bytes(b"half")
    selfplay("kuhn-poker", ["random"], 40, data, seed=1, shard=20)
    assert not any(path.exists() for path in left)


# -- CSV ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cell", ["=1+1", "@SUM(A1)", "+1", "-1", "\tx", "\rx"])
def test_no_cell_is_a_formula(cell):
    assert guard(cell) == f"'{cell}"


def test_numbers_stay_numbers(data, tmp_path):
    assert [guard(x) for x in (-1, -0.5, "", None, "take T1", True)] == [-1, -0.5, "", None, "take T1", True]
    export(data, tmp_path / "csv")
    text = (tmp_path / "csv" / "games.csv").read_text(encoding="utf-8")
    assert "'" not in text
    assert "-1.0" in text
