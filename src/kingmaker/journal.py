"""Results kept while they come: a file of JSON lines that a later run goes on with."""
from __future__ import annotations

import json
import os
import signal
import textwrap
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any


def unheard(text: str) -> None:
    """Tell nobody: what functions do with remarks that their caller does not want."""


def kept_head(path: Path | None) -> dict[str, Any]:
    """Return the first line of a journal; nothing where there is none yet."""
    lines = [] if path is None or not path.exists() else _read(path)[0]
    return lines[0] if lines else {}


@contextmanager
def unbroken() -> Iterator[None]:
    """Hold Ctrl-C back until all that belongs together is done."""
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)
    if pressed:
        signal.raise_signal(signal.SIGINT)


class Journal:
    """A head that says what the rest belongs to, then a line for each result. Lines are only ever added.

    A line that was cut off, as a computer that stops in the middle leaves it, is taken out when the file is opened.

    Parameters
    ----------
    path : the file; None keeps nothing
    flag : the option that names the file, for messages
    to_disk : wait for the disk after each line, so that even a computer without power has lost nothing
    remark : hears what the user should know
    """

    def __init__(self, path: Path | None, head: Mapping[str, Any], *, flag: str = "--out", to_disk: bool = False,
                 remark: Callable[[str], Any] = unheard) -> None:
        self.rows: list[dict[str, Any]] = []
        self._file = None
        self._to_disk = to_disk
        if path is None:
            return
        lines, length = _read(path) if path.exists() else ([], 0)
        if lines:
            _check_head(f"{flag} {path}", lines[0], head)
        self.rows = lines[1:]
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("ab")
        if self._file.tell() > length:
            remark(f"{path}: the last line was cut off and is left out")
            self._file.truncate(length)
        if not lines:
            self.add(head)

    def add(self, row: Mapping[str, Any]) -> None:
        """Write a line at once, so that nothing is lost when the run ends early."""
        if self._file is not None:
            self._file.write(json.dumps(row, allow_nan=False).encode() + b"\n")
            self._file.flush()
            if self._to_disk:
                os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()


def _read(path: Path) -> tuple[list[dict[str, Any]], int]:
    """Return the whole lines of a file and how many bytes they have."""
    from kingmaker.games import ConfigError

    data = path.read_bytes()
    length = data.rfind(b"\n") + 1
    lines = []
    for number, line in enumerate(data[:length].splitlines(), 1):
        try:
            lines.append(json.loads(line))
        except ValueError:
            lines.append(None)
        if not isinstance(lines[-1], dict):
            begin = line[:60].decode(errors="replace")
            raise ConfigError(f"{path}: line {number}: expected a JSON object, got {begin!r}")
    return lines, length


def _check_head(where: str, kept: Mapping[str, Any], head: Mapping[str, Any]) -> None:
    from kingmaker.games import ConfigError

    for key in {**kept, **head}:
        if kept.get(key) != head.get(key):
            was, now = (textwrap.shorten(json.dumps(one.get(key)), 100, placeholder=" ...") for one in (kept, head))
            raise ConfigError(f"{where}: it was begun with {key} {was}, now it is {now}; give the same command again, "
                              "or another file")
