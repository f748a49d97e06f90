"""The one writer of files: whole or not at all, one run at a time, and never onto what is not recognisably ours.

A file that is written at once (`replace`) is written beside its place, brought to the disk and moved there: whoever
reads meanwhile finds the old one or the new one, and a full disk leaves the old one. A file that grows by lines
(`Lines`) begins by a head that says whose it is and is only ever added to; its end may be cut off where a run was
killed, its head never, for that is written whole.
"""
from __future__ import annotations

import json
import os
import secrets
import textwrap
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from kingmaker.errors import InputError
from kingmaker.reading import decode, parse_line, read_bytes, shown

MOST_LINES = 1 << 30  # bytes of a file that grows by lines
LOOK = 1 << 20  # bytes in which the kind of a file must show


# -- files written at once --------------------------------------------------------------------------------------------


def replace(path: Path, raw: bytes) -> None:
    """Write a file whole or not at all; what it was stays until the new one is on the disk."""
    hidden = path.with_name(f".{path.name[:100]}.{secrets.token_hex(4)}.tmp")
    try:
        try:
            with open(hidden, "xb") as file:
                file.write(raw)
                file.flush()
                os.fsync(file.fileno())
            if path.exists():
                os.chmod(hidden, path.stat().st_mode & 0o7777)
            os.replace(hidden, path)
        finally:
            hidden.unlink(missing_ok=True)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def refuse_stranger(path: Path, is_ours: Callable[[bytes], bool], what: str, *, force: bool = False) -> None:
    """Refuse to write onto a file that is there and is not what would be written; an empty one may be anybody's.

    Parameters
    ----------
    is_ours : tells by its first bytes whether a file is of this kind
    what : the kind, for the message: "a picture in PNG"
    force : the user has said that it may be replaced
    """
    if force or not os.path.lexists(path):
        return
    if path.is_dir():
        raise InputError(f"{path}: is a folder; expected the name of a file for {what}")
    if not path.is_file():
        return  # a pipe or a device: nothing there can be lost
    with open(path, "rb") as file:
        begin = file.read(LOOK)
    if begin and not is_ours(begin):
        raise InputError(f"{path}: is there already and is not {what}; it stays as it is. Choose another name, or "
                         "--force to replace it")


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep other runs from writing a file meanwhile, by a lock on a hidden file beside it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    hidden = path.with_name(f".{path.name[:100]}.lock")
    while True:
        with open(hidden, "ab") as file:
            _lock(file, path)
            if not hidden.exists() or hidden.stat().st_ino != os.fstat(file.fileno()).st_ino:
                continue  # the run before took it away between our opening and our locking it
            try:
                yield
            finally:
                hidden.unlink(missing_ok=True)
            return


def _lock(file: IO[bytes], path: Path) -> None:
    """Hold a file for this process alone; a killed one lets go by itself."""
    try:
        import fcntl
    except ImportError:
        return  # no such locks on this system
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InputError(f"{path}: another run is writing it; wait for that, or choose another name") from None


# -- files that grow by lines -----------------------------------------------------------------------------------------


def read_lines(path: Path, kind: str) -> tuple[list[dict[str, Any]], int]:
    """Return the whole lines of a file that grows, and how many bytes they have; its head must name the kind.

    What lies behind the last line end was cut off when a run was killed. A file without a whole head is not ours.
    """
    raw = read_bytes(path, MOST_LINES)
    length = raw.rfind(b"\n") + 1
    if not raw:
        return [], 0
    head = _head_of(raw)
    if head is None or kind not in head:
        begin = shown(raw[:60].decode(errors="replace"), 60)
        raise InputError(f"{path}: is there already and is no file of this kind: expected a first line "
                         f'{{"{kind}": ...}}, got {begin}; it stays as it is. Choose another name')
    return [parse_line(line, f"{path}: line {number}") for number, line
            in enumerate(decode(raw[:length], str(path)).split("\n")[:-1], 1)], length


def _head_of(raw: bytes) -> dict[str, Any] | None:
    """Return the first line of a file as an object, or None where it is none or was never ended."""
    line, end, _ = raw.partition(b"\n")
    if not end:
        return None
    try:
        return parse_line(line.decode(), "head")
    except ValueError:
        return None


class Lines:
    """A file that grows by lines of JSON: a head, then a line for each result. Lines are only ever added.

    Parameters
    ----------
    path : None = nothing is kept
    kind : the key by which the head tells what the file is
    head : what the rest belongs to; a file that was begun with another one is refused
    flag : the option that names the file, for messages
    to_disk : wait for the disk after each line, so that even a computer without power has lost nothing
    on_cut : called with a message where a line was cut off and is left out
    """

    def __init__(self, path: Path | None, kind: str, head: Mapping[str, Any], *, flag: str = "--out",
                 to_disk: bool = False, on_cut: Callable[[str], Any] | None = None) -> None:
        self.rows: list[dict[str, Any]] = []
        self._file: IO[bytes] | None = None
        self._to_disk = to_disk
        if path is None:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or not path.stat().st_size:
            replace(path, _line(head))
        self._file = open(path, "r+b")  # noqa: SIM115
        try:
            _lock(self._file, path)
            lines, length = read_lines(path, kind)
            _check_head(f"{flag} {path}", lines[0], head)
            if self._file.seek(0, 2) > length:
                if on_cut is not None:
                    on_cut(f"{path}: the last line was cut off and is left out")
                self._file.truncate(length)
                self._file.seek(length)
        except BaseException:
            self._file.close()
            raise
        self.rows = lines[1:]

    def add(self, row: Mapping[str, Any]) -> None:
        """Write a line at once, so that nothing is lost when the run ends early."""
        if self._file is None:
            return
        end = self._file.tell()
        try:
            self._file.write(_line(row))
            self._file.flush()
            if self._to_disk:
                os.fsync(self._file.fileno())
        except OSError:  # a full disk: what was written of the line goes, so that the file stays whole
            self._file.truncate(end)
            raise

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()


def _line(row: Mapping[str, Any]) -> bytes:
    return json.dumps(row, allow_nan=False).encode() + b"\n"


def _check_head(where: str, kept: Mapping[str, Any], head: Mapping[str, Any]) -> None:
    for key in {**kept, **head}:
        if kept.get(key) != head.get(key):
            was, now = (textwrap.shorten(json.dumps(one.get(key)), 100, placeholder=" ...") for one in (kept, head))
            raise InputError(f"{where}: it was begun with {key} {was}, now it is {now}; give the same command again, "
                             "or another file")
