"""The one reader of what comes from outside: JSON, TOML and lines of JSON, within bounds and without surprises.

What a reader returns is made of objects, lists, texts, finite numbers of ordinary size, true, false and null alone; no
key twice, no text that holds control characters or half characters, nothing nested or listed without end. Everything
that is wrong with a text is told at once, each thing with its place. What the values mean is for the caller to check,
with `shapes` or by hand.
"""
from __future__ import annotations

import json
import math
import os
import re
import stat
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from kingmaker.errors import InputError, shown
from kingmaker.shapes import refuse

MOST_BYTES = 64 << 20  # of a file
MOST_LINE = 4 << 20  # of one line of JSON
MOST_TOML = 1 << 20  # of a text in TOML, which takes far longer to read
MOST_PARTS = 1_000_000  # values of one text: each costs far more memory than its few bytes
MOST_PARTS_OF_LINES = 5_000_000  # of all lines of a file
DEEPEST = 64  # levels of lists and objects within one another
LARGEST = 2**127  # of a whole number
# a text that never ends goes to the end: brackets in it are none, and nothing is looked at twice
TOKENS = re.compile(r'"(?:[^"\\]++|\\.?)*+(?:"|\Z)|[\[{\]}]', re.DOTALL)
STDIN = "-"


def name_of(path: str | Path) -> str:
    """Return what messages call a file."""
    return "standard input" if str(path) == STDIN else str(path)


# -- files ------------------------------------------------------------------------------------------------------------


def read_bytes(path: str | Path, most: int = MOST_BYTES) -> bytes:
    """Return what a file holds, or refuse one larger than `most` bytes; `-` is standard input.

    A file that never ends, such as a device, is refused as soon as it has shown that it is too large.
    """
    where = name_of(path)
    with _opened(path) as file:
        if str(path) != STDIN:
            state = os.fstat(file.fileno())
            if stat.S_ISREG(state.st_mode) and state.st_size > most:
                raise InputError(f"{where}: expected at most {_size(most)}, the file has {_size(state.st_size)}")
        raw = file.read(most + 1)
    if len(raw) > most:
        raise InputError(f"{where}: expected at most {_size(most)}, more came")
    return raw


@contextmanager
def _opened(path: str | Path) -> Iterator[IO[bytes]]:
    if str(path) == STDIN:
        if sys.stdin is None:
            raise InputError("standard input: expected something to read, it is closed")
        yield sys.stdin.buffer
        return
    try:
        file = open(path, "rb")  # noqa: SIM115
    except ValueError as error:  # a zero byte, half a character
        raise InputError(f"{shown(str(path))}: no name of a file: {error}") from None
    with file:
        yield file


def _size(n: int) -> str:
    return f"{n / (1 << 20):,.0f} MB" if n >= 2 << 20 else f"{n:,} bytes"


def read_text(path: str | Path, most: int = MOST_BYTES) -> str:
    """Return the text that a file holds, in UTF-8; `-` is standard input."""
    return decode(read_bytes(path, most), name_of(path))


def decode(raw: bytes, where: str, part: str = "line") -> str:
    """Return bytes as text, or say where they are none; `part` is what messages call a line."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InputError(f"{where}: {part} {line}: expected UTF-8 text, byte {error.start} of the file is "
                         f"{raw[error.start]:#04x}") from None


def lines_of(path: str | Path) -> Iterator[str]:
    """Yield the lines of a file as they come, whatever is wrong with them: `parse_line` refuses what is.

    What is no text comes as half characters, of a line without end only the beginning; `-` is standard input.
    """
    with _opened(path) as file:
        while raw := file.readline(MOST_LINE + 2):
            rest = raw
            while rest and not rest.endswith(b"\n"):
                rest = file.readline(MOST_LINE)
            yield raw.decode("utf-8", errors="surrogateescape")


# -- texts ------------------------------------------------------------------------------------------------------------


def parse_json(text: str, where: str, *, is_line: bool = False) -> Any:
    """Return the value that a text in JSON holds; `is_line`: `where` says already on which line it stands.

    Examples
    --------
    >>> parse_json('{"a": [1, 2.5, null]}', "it")
    {'a': [1, 2.5, None]}
    >>> parse_json('{"a": [1e999], "b": 1, "b": 2}', "it")
    Traceback (most recent call last):
    kingmaker.errors.InputError: it: the key 'b' is written twice
    """
    _check_size(text, where, is_line=is_line)
    try:
        value = json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        what = f"not JSON: {error.msg}"
        raise InputError(f"{where}: {what}, column {error.colno}" if is_line else
                         f"{where}: line {error.lineno}, column {error.colno}: {what}") from None
    except (ValueError, RecursionError) as error:  # a key twice, a number of thousands of digits
        raise InputError(f"{where}: {_reason(error)}") from None
    _check(value, where)
    return value


def parse_toml(text: str, where: str) -> dict[str, Any]:
    """Return the value that a text in TOML holds."""
    if len(text) > MOST_TOML:
        raise InputError(f"{where}: expected at most {_size(MOST_TOML)} of TOML, more came; JSON may be larger")
    _check_size(text, where)
    _check_dots(text, where)
    import tomllib

    try:
        value = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: not TOML: {_reason(error)}") from None
    _check(value, where)
    return value


def parse_lines(text: str, where: str) -> list[dict[str, Any]]:
    """Return the objects of a text that has one in JSON a line; messages count lines from 1."""
    _check_parts(text, where, MOST_PARTS_OF_LINES)
    found: list[dict[str, Any]] = []
    refuse(_lines(text, found), where)
    return found


def _lines(text: str, found: list[dict[str, Any]]) -> Iterator[str]:
    """Add the objects to those found; yield what is wrong."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                found.append(parse_line(line, f"line {number}"))
            except InputError as error:
                yield str(error)


def parse_line(line: str, where: str) -> dict[str, Any]:
    """Return the object of one line."""
    if len(line) > MOST_LINE:
        raise InputError(f"{where}: expected at most {_size(MOST_LINE)} in a line, more came")
    value = parse_json(line, where, is_line=True)
    if not isinstance(value, dict):
        raise InputError(f"{where}: expected a JSON object, got {shown(value)}")
    return value


def whole_number(text: str, most: int = LARGEST) -> int | None:
    """Return the whole number from 0 to `most` that a text writes in plain digits, or None.

    Examples
    --------
    >>> [whole_number(text, 99) for text in ("7", "07", "²", "-1", "100", "9" * 5000)]
    [7, 7, None, None, None, None]
    """
    if not (text.isascii() and text.isdigit()) or len(text) > 40:
        return None
    return int(text) if int(text) <= most else None


# -- checks -----------------------------------------------------------------------------------------------------------


def _reason(error: Exception) -> str:
    """Return why a parser of Python's gave up, in words for whoever wrote the file."""
    if isinstance(error, RecursionError):
        return f"nested more than {DEEPEST} levels deep"
    return "a number of thousands of digits" if "integer string" in str(error) else str(error)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse a key that is written twice, which JSON readers pass over in silence."""
    data = dict(pairs)
    if len(data) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise ValueError(f"the key {shown(key)} is written twice")
            seen.add(key)
    return data


def _check_size(text: str, where: str, *, is_line: bool = False) -> None:
    """Refuse a tower of brackets, or a crowd of values, before anything climbs or counts it."""
    _check_parts(text, where)
    if text.count("[") + text.count("{") <= DEEPEST:
        return
    depth = 0
    for match in TOKENS.finditer(text):
        token = match[0]
        depth = max(0, depth + (token in "[{") - (token in "]}"))
        if depth > DEEPEST:
            line = "" if is_line else f"line {text.count(chr(10), 0, match.start()) + 1}: "
            raise InputError(f"{where}: {line}nested more than {DEEPEST} levels deep")


def _check_parts(text: str, where: str, most: int = MOST_PARTS) -> None:
    parts = text.count("[") + text.count("{") + text.count(",")
    if parts > most:
        raise InputError(f"{where}: expected at most {most:,} values, some {parts:,} came")


def _check_dots(text: str, where: str) -> None:
    """Refuse a key of TOML that is nested by dots without end: `a.a.a = 1`, `[a.a.a]`."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > DEEPEST:
            for piece in line.split("=")[:-1] or [line]:
                if re.split("[{,]", piece)[-1].count(".") > DEEPEST:
                    raise InputError(f"{where}: line {number}: nested more than {DEEPEST} levels deep")


def _check(value: Any, where: str) -> None:
    """Refuse what no reader of ours expects; all of it is told, up to a limit."""
    if not _is_plain(value):
        refuse(_faults(value, "", 0), where)


def _is_plain(value: Any) -> bool:
    """Whether nothing can be wrong with a value, quickly: the places of what may be are looked for only then."""
    level = [value]
    for _ in range(DEEPEST + 1):
        inner: list[Any] = []
        for one in level:
            kind = type(one)
            if kind is str:
                if not one.isprintable():
                    return False
            elif kind is dict:
                inner += one
                inner += one.values()
            elif kind is list:
                inner += one
            elif kind is int:
                if not -LARGEST <= one <= LARGEST:
                    return False
            elif kind is float:
                if not math.isfinite(one):
                    return False
            elif one is not None and kind is not bool:
                return False
        if not inner:
            return True
        level = inner
    return False


def _faults(value: Any, place: str, depth: int) -> Iterator[str]:
    at = f"{place}: " if place else ""
    if isinstance(value, dict | list) and depth > DEEPEST:
        yield f"{place[:80]}: nested more than {DEEPEST} levels deep"
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from (f"{at}a key {fault}" for fault in _text_faults(key))
            name = shown(key, 60)[1:-1]
            yield from _faults(inner, f"{place}.{name}" if place else name, depth + 1)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _faults(inner, f"{place}[{number}]", depth + 1)
    elif isinstance(value, str):
        yield from (f"{at}a text {fault}" for fault in _text_faults(value))
    elif isinstance(value, bool) or value is None:
        return
    elif isinstance(value, int):
        if abs(value) > LARGEST:
            yield f"{at}expected a number of ordinary size, got one of {value.bit_length()} bits"
    elif isinstance(value, float):
        if not math.isfinite(value):
            yield f"{at}expected a number, got {value}"
    else:
        yield f"{at}expected a text or a number, got {type(value).__name__} {value}"


def _text_faults(text: str) -> Iterator[str]:
    """Yield what a text must not hold: control characters but tab and line end, and halves of characters."""
    if text.isprintable():
        return
    for char in text:
        if char not in "\t\n" and unicodedata.category(char) in ("Cc", "Cs"):
            yield f"with the character {char.encode('unicode_escape').decode()}: {shown(text, 40)}"
            return
