"""Whether anybody still waits for a task: on a cluster whose workers are not ours to end, searches ask."""
from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from kingmaker.search.tree._searcher import StopFlag

Done = TypeVar("Done")
LOOK_S = 0.5
_task = threading.local()


def stop_of_task() -> StopFlag | None:
    """Return what ends the searches of the task that this thread does; None where whoever waits can end the process."""
    return getattr(_task, "stop", None)


def while_wanted(function: Callable[..., Done], *task: Any) -> Done:
    """Call a function; where it runs on a Dask cluster, end its searches once the client is gone."""
    is_wanted = _interest()
    if is_wanted is None:
        return function(*task)
    _task.stop, done = StopFlag(), threading.Event()
    threading.Thread(target=_watch, args=(is_wanted, _task.stop, done), daemon=True).start()
    try:
        return function(*task)
    except KeyboardInterrupt:  # so a search that was stopped ends a match; a cluster's worker would end of it too
        raise RuntimeError("nobody waits for this task any more") from None
    finally:
        done.set()
        _task.stop = None


def _watch(is_wanted: Callable[[], bool], stop: StopFlag, done: threading.Event) -> None:
    while not done.wait(LOOK_S):
        if not is_wanted():
            stop.set()
            return


def _interest() -> Callable[[], bool] | None:
    """Return a function that tells whether this thread's task is wanted, None where it is no cluster's."""
    if "distributed" not in sys.modules:
        return None
    from distributed import get_worker

    try:
        worker: Any = get_worker()
    except ValueError:  # distributed is imported, but this is no worker of it
        return None
    key = worker.get_current_task()

    def is_wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state != "cancelled"

    return is_wanted
