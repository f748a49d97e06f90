"""What runs in a worker process. `search/workers.py` starts it, as a program of its own.

Only the standard library is imported before the path of the parent has come, and nothing at all before the worker is
deaf to Ctrl-C, which the parent hears for it. Tasks come in on standard input: its end means that the parent is gone,
however it went, and ends the worker in the middle of whatever it does.
"""
from __future__ import annotations

import os
import signal
import sys

HEAD = 8  # bytes of a message's length


def send(pipe: int, message: bytes) -> None:
    """Write a message whole."""
    for part in (len(message).to_bytes(HEAD, "big"), message):
        rest = memoryview(part)
        while rest:
            rest = rest[os.write(pipe, rest):]


def receive(pipe: int) -> bytes:
    """Read a message whole; EOFError where the other end is gone."""
    return _read(pipe, int.from_bytes(_read(pipe, HEAD), "big"))


def _read(pipe: int, length: int) -> bytes:
    parts = []
    while length:
        part = os.read(pipe, min(length, 1 << 20))
        if not part:
            raise EOFError
        parts.append(part)
        length -= len(part)
    return b"".join(parts)


def _own_pipes() -> tuple[int, int]:
    """Return where tasks come from and where results go; what games read or print has nothing to do with them."""
    tasks, results = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:  # standard error is closed
        os.dup2(nothing, 1)
    os.close(nothing)
    return tasks, results


def main() -> None:
    """Do what comes, until nothing can come any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tasks, results = _own_pipes()
    import pickle
    import threading
    from queue import SimpleQueue

    waiting: SimpleQueue[bytes] = SimpleQueue()

    def listen() -> None:
        try:
            while True:
                waiting.put(receive(tasks))
        finally:
            os._exit(1)

    threading.Thread(target=listen, daemon=True).start()
    sys.path[:], with_starter = pickle.loads(waiting.get())
    if with_starter:
        _end_by_the_kernel()
    while True:
        answer = _work(waiting.get())
        try:
            send(results, answer)
        except OSError:  # nobody reads any more
            os._exit(1)


def _end_by_the_kernel() -> None:
    """Let Linux end this process with its parent, also where compiled code never lets the listening thread run."""
    if sys.platform == "linux":
        import ctypes

        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)


def _work(message: bytes) -> bytes:
    """Call a function with one task after the other; return the results, what went wrong, and the time it took."""
    import pickle
    import time
    import traceback

    import cloudpickle

    began, done = time.perf_counter(), []
    try:
        function, tasks = pickle.loads(message)
        for task in tasks:
            done.append(function(*task))
        error = None
    except BaseException as caught:
        error = _portable(caught, traceback.format_exc())
    try:
        return bytes(cloudpickle.dumps((done, error, time.perf_counter() - began)))
    except Exception as caught:  # a result that cannot travel
        return bytes(cloudpickle.dumps(([], _portable(caught, traceback.format_exc()), 0.0)))


def _portable(error: BaseException, told: str) -> BaseException:
    """Return an error that can be raised in the parent and says where it came from."""
    import pickle

    import cloudpickle

    try:
        again: BaseException = pickle.loads(cloudpickle.dumps(error))
    except Exception:
        again = RuntimeError(f"{type(error).__name__}: {error}")
    again.add_note(f"in a worker process:\n{told}")
    return again


if __name__ == "__main__":
    main()
