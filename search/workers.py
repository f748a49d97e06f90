"""Worker processes: one place that starts them, hands out tasks, and sees to it that they end.

A worker is a child with two pipes, in place before its first instruction: it ends when the one by which tasks come is
closed, and the kernel closes that whenever this process ends, in whatever way. No semaphores, no files, no watcher
process: nothing can be left behind. Here is no thread that hands out either: tasks go out and results come in while
the caller asks for the next result, so Ctrl-C meets one thread and one place.
"""
from __future__ import annotations

import atexit
import os
import pickle
import selectors
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice, starmap
from pathlib import Path
from typing import Any, Literal, TypeVar

import cloudpickle
import joblib
from joblib.parallel import BACKENDS, get_active_backend

from kingmaker.games import ConfigError, KingmakerError
from kingmaker.search import _in_worker
from kingmaker.search._in_worker import receive, send
from kingmaker.search.interest import while_wanted

Done = TypeVar("Done")
LEAST_MOST_JOBS = 64  # that may be asked for on the smallest machine
QUICK_S, LONG_S = 0.1, 1.0  # a batch that takes less is doubled the next time, one that takes more is halved
AHEAD_S = 2.0  # who is quicker than this gets the next batch before the last one is done
IDLE_S = 60.0  # workers wait so long for the next call, which then need not start new ones
PIPE_BYTES = 1 << 20
HOME = str(Path(__file__).parents[2])  # where kingmaker itself is imported from
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS",
              "VECLIB_MAXIMUM_THREADS", "NUMEXPR_NUM_THREADS", "NUMBA_NUM_THREADS")


class LostWorkerError(KingmakerError):
    """A worker process that ended before its task was done."""


# -- how many ---------------------------------------------------------------------------------------------------------


def checked_jobs(jobs: int) -> int:
    """Return a number of jobs, or refuse it."""
    got = "a number far from that" if isinstance(jobs, int) and abs(jobs) > 10**9 else repr(jobs)
    if not isinstance(jobs, int) or isinstance(jobs, bool) or jobs == 0 or jobs < -1:
        raise ConfigError(f"jobs: expected at least 1, or -1 for all cores; got {got}")
    most = max(LEAST_MOST_JOBS, 4 * joblib.cpu_count())
    if jobs > most:
        raise ConfigError(f"jobs: expected at most {most} on this machine, which has {joblib.cpu_count()} cores; got "
                          f"{got}")
    return jobs


def effective_jobs(jobs: int) -> int:
    """Return how many run side by side: all cores, or all of a cluster, for -1."""
    return int(joblib.effective_n_jobs(checked_jobs(jobs)))


# -- handing out ------------------------------------------------------------------------------------------------------


def run_in_order(function: Callable[..., Done], tasks: Iterable[tuple[Any, ...]], jobs: int, *,
                 batch_size: int | Literal["auto"] = "auto") -> Generator[Done, None, None]:
    """Yield what a function makes of its arguments, in their order.

    Ctrl-C in a terminal goes to all processes; the workers leave it to their parent, which ends them.

    Parameters
    ----------
    batch_size : how many a process gets at once; "auto" gathers quick ones, which suits tasks that last alike
    """
    return run_in_waves(function, [tasks], jobs, batch_size=batch_size)


def run_in_waves(function: Callable[..., Done], waves: Iterable[Iterable[tuple[Any, ...]]], jobs: int, *,
                 batch_size: int | Literal["auto"] = 1) -> Generator[Done, None, None]:
    """As `run_in_order`, with the same workers for one wave of tasks after the other; each is made when it is due.

    Between waves all is handed out, so that what lies in memory is bounded however many tasks there are.
    """
    jobs = effective_jobs(jobs)  # refused now, not when the first result is asked for
    run = _in_line if jobs == 1 else _by_own_workers if _is_ours() else _by_joblib
    return run(function, waves, jobs, batch_size)


def _in_line(function: Callable[..., Done], waves: Iterable[Iterable[tuple[Any, ...]]], jobs: int,
             batch_size: object) -> Generator[Done, None, None]:
    for wave in waves:
        yield from starmap(function, wave)


def _by_own_workers(function: Callable[..., Done], waves: Iterable[Iterable[tuple[Any, ...]]], jobs: int,
                    batch_size: int | Literal["auto"]) -> Generator[Done, None, None]:
    with _hired(jobs) as crew:
        for wave in waves:
            yield from crew.run(function, wave, batch_size)


def _is_ours() -> bool:
    """Whether processes are wanted, which is so unless `joblib.parallel_config` asks for threads or a cluster."""
    return os.name == "posix" and isinstance(get_active_backend()[0], BACKENDS["loky"])


def _by_joblib(function: Callable[..., Done], waves: Iterable[Iterable[tuple[Any, ...]]], jobs: int,
               batch_size: int | Literal["auto"]) -> Generator[Done, None, None]:
    with joblib.Parallel(n_jobs=jobs, return_as="generator", batch_size=batch_size) as parallel:
        for wave in waves:
            outcomes = parallel(joblib.delayed(while_wanted)(function, *task) for task in wave)
            try:
                for outcome in outcomes:  # noqa: UP028 - `yield from` would close them outside of the filter below
                    yield outcome
            except GeneratorExit:  # the reader has enough, and knows it
                with warnings.catch_warnings():
                    warnings.filterwarnings("ignore", ".*tasks", UserWarning)
                    outcomes.close()
                raise


# -- a worker ---------------------------------------------------------------------------------------------------------


class _Worker:
    """A process that does what it is sent, in order."""

    def __init__(self) -> None:
        with _ctrl_c_blocked():  # it inherits that, from before its first instruction
            self._process = subprocess.Popen([sys.executable, "-P", str(_in_worker.__file__)], bufsize=0,
                                             stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=_environment())
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._tasks, self.results = self._process.stdin, self._process.stdout
        for pipe in (self._tasks, self.results):
            _widen(pipe.fileno())
        self.batches: deque[int] = deque()  # that it was sent and has not answered
        # the kernel's word of a parent's death is of the thread that started the child
        is_main = threading.current_thread() is threading.main_thread()
        self._send(pickle.dumps((_path(), is_main)))

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def hand(self, number: int, batch: bytes) -> None:
        self.batches.append(number)
        self._send(batch)

    def answer(self) -> tuple[list[Any], BaseException | None, float]:
        try:
            message = receive(self.results.fileno())
        except (EOFError, OSError):
            raise self._lost() from None
        answer: tuple[list[Any], BaseException | None, float] = pickle.loads(message)
        return answer

    def _send(self, message: bytes) -> None:
        try:
            send(self._tasks.fileno(), message)
        except OSError:
            raise self._lost() from None

    def _lost(self) -> LostWorkerError:
        """Say how a worker ended; not before what ended it, a signal to all, was heard here too."""
        time.sleep(0.1)
        if self.is_alive:  # it has closed its pipe and nothing else
            self._process.kill()
        code = self._process.wait()
        how = f"by signal {-code} ({signal.strsignal(-code)})" if code < 0 else f"with code {code}"
        return LostWorkerError(f"jobs: a worker process ended {how} in the middle of a task; what was kept before "
                               "stays. Where memory ran out, fewer --jobs need less")

    def end(self) -> None:
        """End the process, whatever it does; it has nothing to tidy up."""
        self._process.kill()
        with suppress(OSError):
            self._tasks.close()
            self.results.close()
        self._process.wait()


@contextmanager
def _ctrl_c_blocked() -> Iterator[None]:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _environment() -> dict[str, str]:
    """Return what workers find set: one thread each, for there is one of them a core, and no empty PYTHONPATH.

    An empty entry there means the current folder, mostly by mistake.
    """
    named = os.pathsep.join(_named())
    return {**dict.fromkeys(ONE_THREAD, "1"), **os.environ, "PYTHONPATH": named}


def _widen(pipe: int) -> None:
    """Let a pipe hold a whole result, so that the worker goes on while nobody reads."""
    import fcntl

    with suppress(OSError, AttributeError):  # not Linux, or the user has too many
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE_BYTES)


def _path() -> list[str]:
    """Return where workers import from: where this process does, with the current folder last.

    So a file of the user's that is called like a module shadows nothing, and modules of a session that was begun in
    that folder are still found. The command does not have it at all. PYTHONPATH may name it: then it is meant.
    """
    here, named = os.getcwd(), {os.path.abspath(entry) for entry in _named()}
    entries = [os.path.abspath(entry) for entry in sys.path]
    first = [entry for entry in entries if entry != here or here in named]
    return list(dict.fromkeys([*first, *(entry for entry in (*entries, HOME) if entry not in first)]))


def _named() -> list[str]:
    """Return the entries of PYTHONPATH."""
    return [entry for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if entry]


# -- many -------------------------------------------------------------------------------------------------------------


class _Crew:
    """Workers that do the tasks of one caller."""

    def __init__(self) -> None:
        self.workers: list[_Worker] = []
        self.made_in = _surroundings()
        self.patience: threading.Timer | None = None
        self._ready: dict[int, tuple[list[Any], BaseException | None]] = {}
        self._size, self._ahead = 1, 1

    def run(self, function: Callable[..., Done], tasks: Iterable[tuple[Any, ...]],
            batch_size: int | Literal["auto"]) -> Generator[Done, None, None]:
        """Yield results in the order of their tasks; what comes too early waits."""
        self._size, is_fixed = (1, False) if batch_size == "auto" else (batch_size, True)
        source, n_sent, n_out = iter(tasks), 0, 0
        while True:
            n_sent = self._hand_out(function, source, n_sent, n_out + 4 * self._jobs)
            if n_out in self._ready:
                self._hear(0, is_fixed)  # who waits for work gets it before the caller goes on with the results
                n_sent = self._hand_out(function, source, n_sent, n_out + 4 * self._jobs)
                results, error = self._ready.pop(n_out)
                n_out += 1
                yield from results
                if error is not None:
                    raise error
            elif n_out == n_sent:
                return
            else:
                self._hear(None, is_fixed)

    def hire(self, jobs: int) -> None:
        """Be so many at most; they start when there is work for them."""
        for worker in self.workers[jobs:]:
            worker.end()
        self.workers = self.workers[:jobs]
        self._jobs = jobs

    def _hand_out(self, function: Callable[..., Any], source: Iterator[tuple[Any, ...]], number: int,
                  most: int) -> int:
        """Give everybody who is short of work a batch, up to so many in all; return how many were given so far."""
        for load in range(self._ahead):
            for k in range(self._jobs):
                if k < len(self.workers) and len(self.workers[k].batches) > load:
                    continue
                batch = list(islice(source, self._size)) if number < most else []
                if not batch:
                    return number
                if k == len(self.workers):
                    self.workers.append(_Worker())
                self.workers[k].hand(number, cloudpickle.dumps((function, batch)))
                number += 1
        return number

    def _hear(self, timeout: float | None, is_fixed: bool) -> None:
        """Take the answers that have come; wait for one where there is none, or for so long."""
        with selectors.DefaultSelector() as selector:
            for worker in self.workers:
                if worker.batches:
                    selector.register(worker.results, selectors.EVENT_READ, worker)
            for key, _ in selector.select(timeout):
                results, error, seconds = key.data.answer()
                self._ready[key.data.batches.popleft()] = results, error
                self._ahead = 2 if seconds < AHEAD_S else 1
                if not is_fixed and seconds < QUICK_S and len(results) == self._size:
                    self._size *= 2
                elif not is_fixed and seconds > LONG_S:
                    self._size = max(1, self._size // 2)

    def end(self) -> None:
        """End all."""
        for worker in self.workers:
            worker.end()
        self.workers = []


def _surroundings() -> tuple[Any, ...]:
    """Return what workers share with their parent as it was when they were started."""
    return os.getpid(), os.getcwd(), list(sys.path), dict(os.environ)


_idle: list[_Crew] = []
_lock = threading.Lock()


@contextmanager
def _hired(jobs: int) -> Iterator[_Crew]:
    """Give workers; they wait for the next call a while, unless this one ended early and left them at work."""
    with _lock:
        crew = _idle.pop() if _idle else None
    if crew is not None and crew.patience is not None:
        crew.patience.cancel()
    if crew is None or crew.made_in != _surroundings() or not all(worker.is_alive for worker in crew.workers):
        if crew is not None and crew.made_in[0] == os.getpid():  # not those of a parent that has forked
            crew.end()
        crew = _Crew()
    try:
        crew.hire(jobs)
        yield crew
    except BaseException:
        crew.end()
        raise
    crew.patience = threading.Timer(IDLE_S, _dismiss, [crew])
    crew.patience.daemon = True
    crew.patience.start()
    with _lock:
        _idle.append(crew)


def _dismiss(crew: _Crew) -> None:
    """End workers that nobody has called for."""
    with _lock:
        if crew not in _idle:
            return
        _idle.remove(crew)
    crew.end()


@atexit.register
def _dismiss_all() -> None:
    for crew in list(_idle):
        if crew.made_in[0] == os.getpid():
            crew.end()
