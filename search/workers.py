"""Worker processes: one place that starts them, hands out tasks, and sees to it that they end."""
from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import cache
from itertools import starmap
from typing import Any, Literal, TypeVar

import joblib

from kingmaker.games import ConfigError

Done = TypeVar("Done")
WATCH_S = 1.0


def checked_jobs(jobs: int) -> int:
    """Return a number of processes, or refuse it."""
    if jobs == 0 or jobs < -1:
        raise ConfigError(f"match: jobs: expected at least 1, or -1 for all cores; got {jobs!r}")
    return jobs


def run_in_order(function: Callable[..., Done], tasks: Iterable[tuple[Any, ...]], jobs: int, *,
                 batch_size: int | Literal["auto"] = "auto") -> Generator[Done, None, None]:
    """Yield what a function makes of its arguments, in their order.

    Ctrl-C in a terminal goes to all processes; the workers leave it to their parent, which ends them.

    Parameters
    ----------
    batch_size : how many a process gets at once; "auto" gathers quick ones, which suits tasks that last alike
    """
    if joblib.effective_n_jobs(jobs) == 1:
        yield from starmap(function, tasks)
        return
    with joblib.Parallel(n_jobs=jobs, return_as="generator", batch_size=batch_size) as parallel:
        yield from _outcomes(parallel, function, tasks)


def run_in_waves(function: Callable[..., Done], waves: Iterable[Iterable[tuple[Any, ...]]],
                 jobs: int) -> Generator[Done, None, None]:
    """As `run_in_order`, with the same workers for one wave of tasks after the other; each is made when it is due.

    Between waves all is handed out, so that what lies in memory is bounded however many tasks there are.
    """
    if jobs == 1:
        for wave in waves:
            yield from starmap(function, wave)
        return
    with joblib.Parallel(n_jobs=jobs, return_as="generator") as parallel:
        for wave in waves:
            yield from _outcomes(parallel, function, wave)


def _outcomes(parallel: Any, function: Callable[..., Done], tasks: Iterable[tuple[Any, ...]]) -> Iterator[Done]:
    """Yield what workers make of tasks; quiet where the reader leaves before the end."""
    outcomes = parallel(joblib.delayed(_deaf)(function, *task) for task in tasks)
    try:
        for outcome in outcomes:  # noqa: UP028 - `yield from` would close them outside of the filter below
            yield outcome
    except GeneratorExit:  # the reader has enough, and knows it
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", ".*tasks", UserWarning)
            outcomes.close()
        raise


def _deaf(function: Callable[..., Done], *task: Any) -> Done:
    """Call a function; in a worker process, leave Ctrl-C to the parent, and end with it."""
    if multiprocessing.current_process().name != "MainProcess" and (
            threading.current_thread() is threading.main_thread()):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        _end_with_parent()
    return function(*task)


@cache
def _end_with_parent() -> None:
    """End this process once its parent is gone: killed, it cannot tell, and a long task would go on for nobody."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(WATCH_S)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
