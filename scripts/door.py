"""The door of the command: it hears Ctrl-C and TERM before anything else is imported, and says how each time ends.

Python alone makes of Ctrl-C an exception at whatever line is reached, in the middle of an import or of the way out too,
which ends in a traceback. Here it depends on how far the command is. Before it works, and while it imports something,
there is nothing to keep: it leaves at once. While it works, the first wish to stop goes to whoever can make a useful
end of it (`KeyboardInterrupt`, or a flag that searches look at); a second one leaves at once. When all is told, none
is heard any more: the end is near. TERM does what Ctrl-C does, and another code tells of it.
"""
from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from types import FrameType
    from typing import Any, NoReturn
else:
    import _signal as signal  # the other one imports others: half of the time in which nobody listens yet

INTERRUPTED, TERMINATED = 130, 143
CLEAR_LINE_SHOW_CURSOR = b"\r\x1b[K\x1b[?25h"  # where a progress bar was


class _Wish:
    """To stop: what was heard of it so far."""

    def __init__(self) -> None:
        self.is_heard = False  # by this module; else the command runs within another program
        self.is_working = False
        self.times = 0
        self.code = INTERRUPTED


_wish = _Wish()


def main() -> None:
    """Run `kingmaker`."""
    _listen()
    _leave_folder()
    try:
        from kingmaker.scripts.cli import app

        app()
    except BaseException as error:
        if _wish.times and not isinstance(error, SystemExit):
            _leave()
        raise


def _listen() -> None:
    """Hear Ctrl-C and TERM, unless whoever started the command wants them ignored."""
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _hear)
    sys.unraisablehook = _again
    _wish.is_heard = True


def _leave_folder() -> None:
    """Take the current folder off the path, where `python -m` has put it: `random.py` there is not ours to run."""
    try:
        here = os.getcwd()
    except OSError:  # it is gone
        return
    if not sys.flags.safe_path and sys.path[0] in ("", here):
        del sys.path[0]
    if "" in os.environ.get("PYTHONPATH", "x").split(os.pathsep) and here in sys.path:
        sys.path.remove(here)  # an empty entry means it too, mostly by mistake


def _hear(number: int, frame: FrameType | None) -> None:
    if number == signal.SIGTERM:
        _wish.code = TERMINATED
        other = signal.getsignal(signal.SIGINT)
        if callable(other) and other is not _hear:  # somebody will make a useful end
            other(signal.SIGINT, frame)
            return
    _wish.times += 1
    if not _wish.is_working or _wish.times > 1 or _is_importing(frame):
        _leave()
    raise KeyboardInterrupt


def _is_importing(frame: FrameType | None) -> bool:
    """Whether a module is being imported: some take an exception for a missing library, or drop it."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def _again(unraisable: Any) -> None:
    """Ask again where the exception came up in a place that drops it, as a destructor."""
    if isinstance(unraisable.exc_value, KeyboardInterrupt):
        import _thread

        _wish.times = 0
        _thread.interrupt_main()
    else:
        sys.__unraisablehook__(unraisable)


def _leave() -> NoReturn:
    """End this process now; what it has started ends with it (see `search/workers.py`)."""
    try:
        if os.isatty(2):
            os.write(2, CLEAR_LINE_SHOW_CURSOR)
        os.write(2, b"kingmaker: interrupted\n")
    finally:
        os._exit(_wish.code)


def begin_work() -> None:
    """Let the first wish to stop be heard by the command itself."""
    _wish.is_working, _wish.times = True, 0


def was_asked() -> bool:
    """Whether the command was told to stop and must not go on."""
    return _wish.is_heard and (_wish.times > 0 or _wish.code == TERMINATED)


def give_way() -> None:
    """Stop here if a search was ended by TERM, which is meant for the whole command."""
    if _wish.code == TERMINATED:
        raise KeyboardInterrupt


def end_work() -> int:
    """Hear no more; return the code that tells why the command was stopped, if it was."""
    if _wish.is_heard:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
    return _wish.code
