"""Worker processes: the order of results, errors, what they import, and that they end."""
import os
import signal
import subprocess
import sys
import textwrap
import time
from contextlib import closing
from itertools import count, islice
from pathlib import Path

import pytest

from kingmaker.games import ConfigError, NotationError
from kingmaker.search.workers import LostWorkerError, checked_jobs, run_in_order, run_in_waves

ROOT = Path(__file__).resolve().parents[2]


def squares(tasks, **options):
    return list(run_in_order(lambda x: x * x, ((x,) for x in tasks), 2, **options))


def pids(n=8):
    return set(run_in_order(lambda _: (time.sleep(0.02), os.getpid())[1], ((k,) for k in range(n)), 2, batch_size=1))


def is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


# -- results ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"batch_size": 1}, {"batch_size": 7}])
def test_results_come_in_the_order_of_tasks(options):
    assert squares(range(500), **options) == [x * x for x in range(500)]
    assert squares([]) == []


def test_slow_and_quick_tasks_change_nothing():
    def slow(k):
        time.sleep(0.2 if k in (0, 5) else 0)
        return k

    assert list(run_in_order(slow, ((k,) for k in range(20)), 2, batch_size=1)) == list(range(20))


def test_a_wave_is_made_when_the_last_one_is_done():
    seen = []

    def waves():
        for k in range(3):
            assert len(seen) == 5 * k
            yield [(k, x) for x in range(5)]

    for result in run_in_waves(lambda k, x: 5 * k + x, waves(), 2):
        seen.append(result)
    assert seen == list(range(15))


def test_endless_tasks_are_not_all_asked_for():
    asked = []
    with closing(run_in_order(abs, ((asked.append(k) or -k,) for k in count()), 2, batch_size=1)) as results:
        assert list(islice(results, 10)) == list(range(10))
    assert len(asked) < 20


def test_a_large_message_each_way():
    """Larger than any pipe, both ways at once: nobody waits for the other for ever."""
    data = os.urandom(4 << 20)
    assert all(one == data for one in run_in_order(bytes, [(data,)] * 6, 2, batch_size=1))


def test_workers_are_there_for_the_next_call_and_end_when_one_stops_early():
    first = pids()
    assert os.getpid() not in first
    assert pids() <= first | pids()
    assert len(first | pids()) <= 3
    with closing(run_in_order(lambda k: (os.getpid(), time.sleep(k))[0], ((k,) for k in (0, 600, 600)), 2,
                              batch_size=1)) as results:
        left = next(results)
    assert not is_running(left)


# -- errors -----------------------------------------------------------------------------------------------------------


def test_an_error_is_raised_in_its_turn_and_says_where_it_was():
    def fail(k):
        if k == 3:
            raise NotationError(f"number {k}")
        return k

    seen = []
    with pytest.raises(NotationError, match="number 3") as caught:
        seen.extend(run_in_order(fail, ((k,) for k in range(6)), 2, batch_size=1))
    assert "in fail" in caught.value.__notes__[0]
    with pytest.raises(NotationError, match="number 3"):
        seen.extend(run_in_order(fail, ((k,) for k in range(6)), 2, batch_size=6))
    assert seen == [0, 1, 2, 0, 1, 2]  # what came before it in its batch is not lost


def test_an_error_that_cannot_travel_is_told_all_the_same():
    class Odd(Exception):
        def __init__(self, one, two):
            super().__init__("odd")

    def fail(k):
        raise Odd(1, 2)

    with pytest.raises(RuntimeError, match="Odd: odd"):
        squares_of(fail)
    with pytest.raises(TypeError, match="generator"):
        squares_of(lambda k: (x for x in ()))


def squares_of(function):
    return list(run_in_order(function, [(0,), (1,)], 2))


def test_a_worker_that_is_killed_is_told_in_words():
    with pytest.raises(LostWorkerError, match=r"ended by signal 9 \(Killed\).*fewer --jobs need less"):
        squares_of(lambda k: os.kill(os.getpid(), signal.SIGKILL))
    with pytest.raises(LostWorkerError, match="ended with code 7"):
        squares_of(lambda k: os._exit(7))
    assert squares(range(5)) == [0, 1, 4, 9, 16]  # others are hired


def test_what_a_task_prints_and_reads_is_not_the_workers_own_pipe(capfd):
    def talk(k):
        print("hello")
        return sys.stdin.read(), os.read(0, 10)

    assert squares_of(talk) == [("", b"")] * 2
    assert capfd.readouterr().out == ""


@pytest.mark.parametrize("jobs", [0, -2, -10**20, 10**6, 10**20, 10**5000, -10**5000, 1.0, True, None, "2"],
                         ids=lambda jobs: f"{type(jobs).__name__}")
def test_jobs_that_cannot_be_are_refused_at_once(jobs):
    with pytest.raises(ConfigError, match="jobs: expected at") as caught:
        checked_jobs(jobs)
    assert len(str(caught.value)) < 200
    with pytest.raises(ConfigError):
        run_in_order(abs, [(1,)], jobs)


# -- ends -------------------------------------------------------------------------------------------------------------


PROGRAM = """
import sys, time
sys.path.insert(0, {src!r})
from kingmaker.search.workers import run_in_order

def forever(k):
    {body}

list(run_in_order(forever, [(0,), (1,)], 2, batch_size=1))
"""


def children(pid):
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            if stat.read_text().rpartition(")")[2].split()[1] == str(pid):
                found.append(int(stat.parent.name))
        except OSError:
            continue
    return found


@pytest.mark.release
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="counts processes in /proc")
@pytest.mark.parametrize("wait_s", [0, 0.05, 2])
@pytest.mark.parametrize("body", [
    "while True: time.sleep(1)",
    "import ctypes; ctypes.PyDLL(None).sleep(600)",  # never lets go of the interpreter's lock
], ids=["python", "compiled"])
def test_workers_end_with_their_parent_before_and_in_their_first_task(body, wait_s, tmp_path):
    program = PROGRAM.format(src=str(ROOT / "src"), body=body)
    starter = subprocess.Popen([sys.executable, "-c", program], cwd=tmp_path)
    try:
        end = time.monotonic() + 60
        while len(children(starter.pid)) < 2:
            assert time.monotonic() < end
            time.sleep(0.002)
        time.sleep(wait_s)
        workers = children(starter.pid)
        assert len(workers) == 2
    finally:
        starter.kill()
        starter.wait()
    end = time.monotonic() + 1
    while any(map(is_running, workers)) and time.monotonic() < end:
        time.sleep(0.01)
    left = [pid for pid in workers if is_running(pid)]
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert not left


# -- what they import -------------------------------------------------------------------------------------------------


@pytest.mark.release
@pytest.mark.parametrize("start", ["script", "session", "safe"])
def test_nothing_of_the_current_folder_shadows_a_module(tmp_path, start):
    """A session's own modules are found all the same, for they may be games."""
    (tmp_path / "own_game.py").write_text("def twice(x):\n    return 2 * x\n", encoding="utf-8")
    program = textwrap.dedent(f"""
        import os, sys
        sys.path.insert(1, {str(ROOT / "src")!r})
        from kingmaker.search.workers import run_in_order
        if {start != "safe"}:
            from own_game import twice
        else:
            twice = lambda x: 2 * x
        for name in ("random", "numpy", "joblib", "cloudpickle", "pickle", "threading", "queue", "ctypes", "string"):
            with open(name + ".py", "w") as file:
                file.write("import os; os.write(2, b'shadowed'); os._exit(3)")

        def look(x):
            import random, string, numpy
            return twice(x), {str(tmp_path)!r} in sys.path

        print(list(run_in_order(look, [(1,), (2,)], 2)))
    """)
    (tmp_path / "study.py").write_text(program, encoding="utf-8")
    command = {"script": ["study.py"], "session": ["-c", program], "safe": ["-P", "study.py"]}[start]
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run([sys.executable, *command], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{[(2, start != 'safe'), (4, start != 'safe')]}\n"


def test_what_pythonpath_names_is_meant(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    (tmp_path / "meant.py").write_text("WORD = 'meant'\n", encoding="utf-8")

    def look(k):
        import meant

        return meant.WORD, sys.path[0]

    assert squares_of(look) == [("meant", str(tmp_path))] * 2
