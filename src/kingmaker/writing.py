"""The one writer of files: whole or not at all, one run at a time, and never onto what is not recognisably ours.

A file that is written at once (`replace`, `save`) is written beside its place and moved there: whoever reads meanwhile
finds the old one or the new one, and a full disk leaves the old one. A file that grows by lines (`Lines`) begins by a
head that says whose it is and is only ever added to; its end may be cut off where a run was killed, its head never.
"""
from __future__ import annotations

import errno
import json
import os
import re
import secrets
import stat
import textwrap
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from kingmaker.errors import InputError, shown
from kingmaker.reading import MOST_LINE, decode, parse_line, parse_lines, read_bytes

MOST_LINES = 64 << 20  # bytes of a file that grows by lines
LOOK = 1 << 20  # bytes in which the kind of a file must show
HIDDEN = re.compile(r"\.kingmaker-[0-9a-f]{16}\.tmp")  # what is being written, and what a killed run left of it


# -- what a file is ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kind:
    """A kind of file that we write.

    Parameters
    ----------
    what : in words, for messages: "a picture in PNG"
    is_ours : tells by its first bytes whether a file is of this kind
    """

    what: str
    is_ours: Callable[[bytes], bool]


_SVG = re.compile(rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.{0,2000}?-->\s*|<!DOCTYPE svg[^>]*>\s*)*<svg[\s>]", re.DOTALL)
PNG = Kind("a picture in PNG", lambda begin: begin.startswith(b"\x89PNG\r\n\x1a\n"))
SVG = Kind("a picture in SVG", lambda begin: _SVG.match(begin) is not None)
HTML = Kind("a page in HTML", lambda begin: begin.lstrip()[:14].lower().startswith(b"<!doctype html"))


def picture(path: Path) -> Kind:
    """Return the kind of picture that a file's name says."""
    return SVG if path.suffix == ".svg" else PNG


def table_of(columns: str) -> Kind:
    """Return the kind of CSV files with a head: the names of columns, or how it begins."""
    return Kind(f"a table in CSV that begins with {shown(columns, 60)}",
                lambda begin: begin.removeprefix(b"\xef\xbb\xbf").startswith(columns.encode()))


def data_like(raw: bytes) -> Kind:
    """Return the kind of files with component data like this: tables with the same head, or JSON with the same keys."""
    if raw.lstrip()[:1] != b"{":
        return table_of(raw.partition(b"\n")[0].decode())
    return json_with(*(key for key in json.loads(raw) if isinstance(key, str)))


def lines_of(key: str) -> Kind:
    """Return the kind of files of JSON lines whose head has a key."""
    return Kind(f'a file of JSON lines that begins with {{"{key}": ...}}', lambda begin: key in (_head_of(begin) or {}))


def json_with(*keys: str) -> Kind:
    """Return the kind of JSON files that have some of these keys near their beginning."""
    words = b"|".join(re.escape(key.encode()) for key in keys)
    form = re.compile(rb'\s*\{.{0,60000}"(?:' + words + rb')"\s*:', re.DOTALL)
    return Kind(f"a file in JSON with the key {' or '.join(map(repr, keys))}",
                lambda begin: form.match(begin) is not None)


# -- files written at once --------------------------------------------------------------------------------------------


def refuse_stranger(path: Path, kind: Kind, *, force: bool = False, way_out: str = "--force to replace it") -> None:
    """Refuse to write onto a file that is there and is not what would be written; an empty one may be anybody's.

    Parameters
    ----------
    force : the user has said that it may be replaced
    """
    if "\0" in str(path):
        raise InputError(f"{shown(str(path))}: no name of a file: it has a zero byte")
    if path.is_dir():
        raise InputError(f"{path}: is a folder; expected the name of a file for {kind.what}")
    if force or not path.is_file():  # not there, or a pipe or a device, where nothing can be lost
        return
    with open(path, "rb") as file:
        begin = file.read(LOOK)
    if begin and not kind.is_ours(begin):
        raise InputError(f"{path}: is there already and is not {kind.what}; it stays as it is. Choose another name, or "
                         f"{way_out}")


def save(path: Path, raw: bytes | str, kind: Kind, *, force: bool = False) -> None:
    """Write a file of a kind, whole or not at all; its folder is made, and what is no such file is not replaced."""
    refuse_stranger(path, kind, force=force)
    path.parent.mkdir(parents=True, exist_ok=True)
    replace(path, raw.encode() if isinstance(raw, str) else raw)


def replace(path: Path, raw: bytes, *, to_disk: bool = True) -> None:
    """Write a file whole or not at all; what it was stays until the new one is there.

    Parameters
    ----------
    to_disk : wait for the disk first, so that even a computer without power has the old one or the new one
    """
    with fresh(path, to_disk=to_disk) as file:
        file.write(raw)


@contextmanager
def fresh(path: Path, *, to_disk: bool = True, keeps: bool = False) -> Iterator[IO[bytes]]:
    """Give a file to write into that takes its place at the end; an error leaves what was there.

    Into a pipe or a device it is written at once. A link stays: what it leads to is replaced.

    Parameters
    ----------
    keeps : what is written by then takes its place on Ctrl-C too
    """
    try:
        if path.exists() and not path.is_file():
            with open(path, "wb") as file:
                yield file
            return
        real = Path(os.path.realpath(path))
        hidden = real.with_name(f".kingmaker-{secrets.token_hex(8)}.tmp")
        try:
            with open(hidden, "xb") as file:
                try:
                    yield file
                finally:
                    file.flush()
                if to_disk:
                    os.fsync(file.fileno())
            _take_place(hidden, real)
        except KeyboardInterrupt:
            if keeps and hidden.exists():
                _take_place(hidden, real)
            raise
        finally:
            hidden.unlink(missing_ok=True)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None


def _take_place(hidden: Path, real: Path) -> None:
    if real.exists():
        os.chmod(hidden, stat.S_IMODE(real.stat().st_mode))
    os.replace(hidden, real)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep other runs from writing a file meanwhile, by a lock on a hidden file beside it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    hidden = path.with_name(f".kingmaker-{path.name[:40]}.lock")
    while True:
        with open(hidden, "ab") as file:
            _lock(file, path)
            try:
                if hidden.stat().st_ino != os.fstat(file.fileno()).st_ino:
                    continue  # the run before took it away between our opening and our locking it
            except FileNotFoundError:
                continue
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
    except OSError as error:
        if error.errno in (errno.EAGAIN, errno.EACCES):
            raise InputError(f"{path}: another run is writing it; wait for that, or choose another name") from None
        raise


# -- files that grow by lines -----------------------------------------------------------------------------------------


def kept_head(path: Path | None, key: str, *, force: bool = False) -> dict[str, Any]:
    """Return the head of a file that grows by lines; nothing where there is none yet, or may be none.

    One that begins in another way is refused, unless it may be replaced.
    """
    if path is None or not path.is_file():
        return {}
    with open(path, "rb") as file:
        begin = file.readline(MOST_LINE + 1)
    return {} if _is_stranger(path, key, begin, force=force) else _head_of(begin) or {}


def _is_stranger(path: Path, key: str, begin: bytes, *, force: bool) -> bool:
    """Return whether a file does not begin with a whole head and may be replaced; refuse it where it may not."""
    if not begin or key in (_head_of(begin) or {}):
        return False
    if not force:
        raise InputError(f"{path}: is there already and is no file of this kind: expected a first line "
                         f'{{"{key}": ...}}, got {shown(begin[:60].decode(errors="replace"), 60)}; it stays as it is. '
                         "Choose another name, or --force to replace it")
    return True


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

    Nobody else writes it meanwhile. A line is there whole or not at all, on a full disk too; what a killed computer
    left of one is taken out when the file is opened.

    Parameters
    ----------
    path : None = nothing is kept
    key : by which the head tells what the file is; a file without a whole head that has it is never touched
    head : what the rest belongs to; a file that was begun with another one is refused
    flag : the option that names the file, for messages
    to_disk : wait for the disk after each line, so that even a computer without power has lost nothing
    remark : hears of a line that was cut off and is left out
    force : the user has said that a file of another kind may be replaced
    """

    def __init__(self, path: Path | None, key: str, head: Mapping[str, Any], *, flag: str = "--out",
                 to_disk: bool = False, remark: Callable[[str], Any] = lambda text: None,
                 force: bool = False) -> None:
        self.rows: list[dict[str, Any]] = []
        self._file: IO[bytes] | None = None
        self._to_disk, self._end = to_disk, 0
        if path is None:
            return
        if path.is_dir():
            raise InputError(f"{flag} {path}: is a folder; expected the name of a file")
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        self._file = os.fdopen(descriptor, "r+b" if path.is_file() else "wb", buffering=0)
        try:
            if path.is_file():
                _lock(self._file, path)
                self._begin(key, head, flag, remark, force=force)
            else:
                self.add(head)  # a pipe or a device, where nothing can be kept
        except BaseException:
            self._file.close()
            raise

    def _begin(self, key: str, head: Mapping[str, Any], flag: str, remark: Callable[[str], Any], *,
               force: bool) -> None:
        """Read what is there, or write the head."""
        assert self._file is not None
        raw, first = read_bytes(self._path, MOST_LINES), _line(head)
        cut = first.startswith(raw) and raw != first and raw.startswith(f'{{"{key}":'.encode())
        # nothing, a head of ours that a killed computer cut off, or what may go
        if not raw or cut or _is_stranger(self._path, key, raw[:raw.find(b"\n") + 1] or raw, force=force):
            self._file.truncate(0)
            self._file.seek(0)
            self.add(head)
            return
        self._end = raw.rfind(b"\n") + 1
        kept, *self.rows = parse_lines(decode(raw[:self._end], str(self._path)), str(self._path))
        _check_head(f"{flag} {self._path}", kept, head)
        if len(raw) > self._end:
            remark(f"{self._path}: the last line was cut off and is left out")
            self._file.truncate(self._end)
        self._file.seek(self._end)

    def add(self, *rows: Mapping[str, Any]) -> None:
        """Write lines at once, so that nothing is lost when the run ends early; all of them or none."""
        if self._file is None or not rows:
            return
        raw = memoryview(b"".join(map(_line, rows)))
        size = len(raw)
        try:
            while raw:
                raw = raw[self._file.write(raw) or 0:]
            if self._to_disk:
                with suppress(OSError):  # a pipe has no disk
                    os.fsync(self._file.fileno())
        except BaseException as error:  # a full disk, Ctrl-C: what was written of the line goes
            with suppress(OSError):
                self._file.truncate(self._end)
                self._file.seek(self._end)
            if isinstance(error, OSError):
                raise OSError(error.errno, f"{error.strerror}; the lines before are kept whole. Mend that, and the "
                              "same command goes on from there", str(self._path)) from None
            raise
        self._end += size

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
    wanted = json.loads(json.dumps(head))
    for key in {**kept, **wanted}:
        if kept.get(key) != wanted.get(key):
            was, now = (textwrap.shorten(json.dumps(one.get(key))[:400], 100, placeholder=" ...")
                        for one in (kept, wanted))
            raise InputError(f"{where}: it was begun with {key} {was}, now it is {now}; give the same command again, "
                             "or another file")

