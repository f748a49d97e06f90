"""Every long command ended at a random moment, the first second included: no row lost, nobody left, a code that tells.

KINGMAKER_KILLS says how often each command is ended (once if absent, for every day), KINGMAKER_KILLS_SEED when,
KINGMAKER_KILLS_S after how long at most, where it is not in the first second.
"""
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from kingmaker.analysis.data.dataset import check

ROOT = Path(__file__).resolve().parents[2]
KILLS = int(os.environ.get("KINGMAKER_KILLS", "1"))
SEED = os.environ.get("KINGMAKER_KILLS_SEED", "1")
ENV = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT / "src"), os.environ.get("PYTHONPATH"))))}
COMMAND = [sys.executable, "-m", "kingmaker.scripts.cli"]
LATEST_S = float(os.environ.get("KINGMAKER_KILLS_S", "4"))
PATIENCE_S = 1.0  # after which nobody may be left
DEADLINE_S = 60
SIGNALS = (signal.SIGINT, signal.SIGKILL, signal.SIGTERM)
CODES = {signal.SIGKILL: {-9}, signal.SIGTERM: {143}, signal.SIGINT: {130}}
pytestmark = [pytest.mark.release,
              pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="counts processes in /proc")]

SEARCH = "ismcts:iterations=20000"
LONG = {
    "selfplay": ["selfplay", "--game", "connect-four", "--agents", "ismcts:iterations=300", "--games", "100000",
                 "--shard", "4", "--seed", "1", "--jobs", "2", "--format", "json", "--out", "{here}/games"],
    "selfplay, long tasks": ["selfplay", "--game", "two-heirs", "--agents", SEARCH, "--games", "1000", "--seed", "1",
                             "--jobs", "2", "--format", "json", "--out", "{here}/long"],
    "ladder": ["ladder", "--game", "leduc-poker", "--agents", "random;ismcts:iterations=200", "--pairs", "100000",
               "--seed", "1", "--jobs", "2", "--format", "json", "--out", "{here}/ladder.jsonl"],
    "match": ["match", "--game", "connect-four", "--agents", "ismcts:iterations=2000;random", "--pairs", "100000",
              "--seed", "1", "--jobs", "2", "--format", "json"],
    "match alone": ["match", "--game", "connect-four", "--agents", f"{SEARCH};random", "--pairs", "100000", "--seed",
                    "1", "--jobs", "1", "--format", "json"],
    "learn": ["learn", "--game", "two-heirs", "--agent", SEARCH, "--games", "1000", "--seed", "1", "--jobs", "2",
              "--out", "{here}/weights.json"],
    "analyse": ["analyse", "{here}/queries.jsonl", "--seed", "1", "--jobs", "2"],
    "review": ["review", "examples/oh_hell_game.json", "--iterations", "500000", "--seed", "1", "--jobs", "2",
               "--format", "json"],
    "hint": ["hint", "examples/two_heirs/midgame.json", "--seconds", "60", "--seed", "1", "--jobs", "2", "--format",
             "json"],
    "balance": ["balance", "{here}/study", "--run", "ismcts:iterations=300", "--game", "two-heirs", "--games", "20000",
                "--seed", "1", "--jobs", "2", "--format", "json"],
    "record": ["record", "--game", "connect-four", "--agent", "ismcts:iterations=2000", "--games", "100000", "--seed",
               "1"],
    "bench": ["bench", "--seconds", "5"],
    "table": ["table", "--game", "two-heirs", "--save", "{here}/table.jsonl", "--seed", "1"],
    "play": ["play", "--game", "two-heirs", "--seed", "1"],
    "export": ["dataset", "export", "{set}", "--out", "{here}/csv"],
    "report": ["report", "{set}", "--out", "{here}/report"],
}
JSON_OUT = {"selfplay", "selfplay, long tasks", "ladder", "match", "match alone", "review", "hint", "balance"}
ENDS_ITSELF = {"export", "report"}


@pytest.fixture(scope="module")
def data_set(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data") / "set"
    subprocess.run([*COMMAND, "balance", folder, "--run", "random", "--game", "two-heirs", "--games", "4300", "--seed",
                    "1", "--jobs", "2"], env=ENV, cwd=ROOT, check=True, capture_output=True)
    return folder


@pytest.fixture
def here(tmp_path):
    query = {"path": str(ROOT / "examples" / "leduc_poker.toml"), "iterations": 20000}
    (tmp_path / "queries.jsonl").write_text("".join(
        json.dumps(query | {"id": k}) + "\n" for k in range(100000)), encoding="utf-8")
    return tmp_path


def group(leader):
    """Return the processes of a group that still run; one that ended and was not fetched yet does not count."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, its_group = stat.read_text().rpartition(")")[2].split()[:3]
        except OSError:  # gone meanwhile
            continue
        if int(its_group) == leader and state not in "ZX":
            found.append(int(stat.parent.name))
    return found


def end_of(leader):
    """Wait until nobody of a group is left; return how long it took, and end who is left."""
    begin = time.monotonic()
    while (left := group(leader)) and time.monotonic() - begin < PATIENCE_S:
        time.sleep(0.01)
    took = time.monotonic() - begin
    for one in left:
        os.kill(one, signal.SIGKILL)
    return took, left


def as_in_a_terminal():
    """Let a command hear Ctrl-C, also where the tests run in the background, which a shell makes deaf to it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def start(command):
    return subprocess.Popen([*COMMAND, *command], env=ENV, cwd=ROOT, text=True, start_new_session=True,
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            preexec_fn=as_in_a_terminal)


def has_begun(process):
    """Wait until Python can hear Ctrl-C: what comes before that is between the system and the interpreter.

    A process that nobody has told otherwise dies of it, which a shell tells as 130 too.
    """
    caught = 0
    while process.poll() is None and not caught >> (signal.SIGTERM - 1) & 1:
        status = Path(f"/proc/{process.pid}/status").read_text()
        caught = int(status.split("SigCgt:")[1].split()[0], 16) if "SigCgt:" in status else 0
        time.sleep(0.001)


def kept(here):
    """Return what a user may count on: the rows of files, and the shards that manifests list."""
    found = {}
    for path in here.glob("*.jsonl"):
        found[path.name] = path.read_bytes().splitlines(keepends=True)
    for path in here.glob("*/manifest.json"):
        found[path.parent.name] = sorted(json.loads(path.read_text(encoding="utf-8"))["shards"])
    return found


def still_there(before, after):
    for name, rows in before.items():
        whole = [row for row in rows if not isinstance(row, bytes) or row.endswith(b"\n")]
        if name != "queries.jsonl":
            assert after[name][:len(whole)] == whole if name.endswith("l") else set(whole) <= set(after[name]), name


def kill_once(name, command, number, here, wait_s, whole_group):
    """Start a command, end it, and look at what is left; return what it came to."""
    process = start(command)
    has_begun(process)
    time.sleep(wait_s)
    before = kept(here)
    (os.killpg if whole_group else os.kill)(process.pid, number)
    try:
        out, err = process.communicate(timeout=DEADLINE_S)
    finally:
        took, left = end_of(process.pid)
    assert not left, f"{len(left)} processes left {took:.1f} s later"
    assert "Traceback" not in err, err
    assert "Exception" not in err, err
    shared = os.listdir("/dev/shm") if os.path.isdir("/dev/shm") else []
    assert not [one for one in shared if f"_{process.pid}_" in one or f"-{process.pid}-" in one]
    if process.returncode == 0 and name in ENDS_ITSELF:
        return "was done"
    assert process.returncode in CODES[number], (process.returncode, out[-500:], err[-2000:])
    if number != signal.SIGKILL:
        assert err.endswith("kingmaker: interrupted\n"), err
        assert err.count("kingmaker: interrupted") == 1, err
        if name in JSON_OUT and out:
            json.loads(out)
    if name == "analyse":
        assert [json.loads(line)["id"] for line in out.splitlines()] == list(range(out.count("\n")))
        assert not out or out.endswith("\n")
    still_there(before, kept(here))
    for path in here.glob("*/manifest.json"):
        assert check(path.parent) == []
    weights = here / "weights.json"
    assert not weights.exists() or json.loads(weights.read_text(encoding="utf-8"))
    return f"{signal.Signals(number).name} with a result" if out else signal.Signals(number).name


@pytest.mark.parametrize("name", ["selfplay", "ladder", "analyse", "hint", "learn"])
def test_asked_twice_it_leaves_at_once(name, here, data_set):
    """Whatever the first Ctrl-C has begun: its own end, what is told of the work so far, the way out."""
    rng = random.Random(f"{SEED} {name}")
    for _ in range(KILLS):
        process = start([part.format(here=here, set=data_set) for part in LONG[name]])
        has_begun(process)
        time.sleep(rng.uniform(0, 3))
        for _ in range(2):
            os.killpg(process.pid, signal.SIGINT)
            time.sleep(rng.uniform(0, 0.2))
        _, err = process.communicate(timeout=DEADLINE_S)
        _, left = end_of(process.pid)
        assert not left
        assert process.returncode == 130, err
        assert err.count("kingmaker: interrupted") == 1, err
        assert "Traceback" not in err, err


def test_term_ends_a_session_that_thinks_and_ctrl_c_its_thought(tmp_path):
    """At a table Ctrl-C ends the hint alone; TERM means all of it."""
    command = ["table", "--position", ROOT / "examples" / "two_heirs" / "midgame.json", "--save", tmp_path / "t.jsonl"]
    for number, code in ((signal.SIGINT, 0), (signal.SIGTERM, 143)):
        process = start([*map(str, command), "--seed", "1"])
        process.stdin.write("? 60\n" if number == signal.SIGTERM else "? 60\nquit\n")
        process.stdin.flush()
        end = time.monotonic() + DEADLINE_S
        while len(os.listdir(f"/proc/{process.pid}/task")) < 3 and time.monotonic() < end:
            time.sleep(0.1)  # until its threads search
        time.sleep(1)
        process.send_signal(number)
        end = time.monotonic() + DEADLINE_S
        while process.poll() is None and time.monotonic() < end:
            time.sleep(0.1)
        out, err = process.communicate()
        assert process.returncode == code, err
        assert "How sure" in out
        assert ("all is kept" in err) == (number == signal.SIGTERM)


def end_often(name, command, here):
    """End a command as often as is wished, each time at another moment and in another way."""
    rng = random.Random(f"{SEED} {name}")
    first = rng.randrange(len(SIGNALS))
    told = Counter()
    for k in range(KILLS):
        wait_s = rng.uniform(1, LATEST_S) if k % 2 else rng.uniform(0, 1)
        number = SIGNALS[(first + k) % len(SIGNALS)]
        try:
            told[kill_once(name, command, number, here, wait_s, rng.random() < 0.5)] += 1
        except AssertionError as error:
            raise AssertionError(f"{signal.Signals(number).name} after {wait_s:.3f} s: {error}") from None
    print(f"{name}: {dict(told)}")  # shown by -rP


@pytest.mark.parametrize("name", LONG)
def test_ended_at_any_moment(name, here, data_set):
    end_often(name, [part.format(here=here, set=data_set) for part in LONG[name]], here)


def test_on_a_cluster_ended_at_any_moment(cluster, here):
    address, workers = cluster
    command = [part.format(here=here) for part in LONG["selfplay"] if part not in ("--jobs", "2")]
    end_often("selfplay on a cluster", [*command, "--backend", "dask", "--address", address], here)
    assert all(worker.poll() is None for worker in workers), "they belong to others"
