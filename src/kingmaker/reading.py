"""The one reader of what comes from outside: JSON, TOML and lines of JSON, within bounds and without surprises.

What a reader returns is made of objects, lists, texts, finite numbers of ordinary size, true, false and null alone; no
key twice, no text that holds control characters or half characters, nothing nested without end. Everything that is
wrong with a text is told at once, each thing with its place. What the values mean is for the caller to check.
"""
from __future__ import annotations

import json
import math
import re
import stat
import sys
import tomllib
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from kingmaker.errors import InputError

MOST_BYTES = 64 << 20  # of a file
MOST_LINE = 4 << 20  # of one line of JSON
DEEPEST = 64  # levels of lists and objects within one another
MOST_TOLD = 10  # errors of one text
LARGEST = 2**127  # of a whole number
TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{\]}]', re.DOTALL)
STDIN = "-"


def name_of(path: str | Path) -> str:
    """Return what messages call a file."""
    return "standard input" if str(path) == STDIN else str(path)


def read_bytes(path: str | Path, most: int = MOST_BYTES) -> bytes:
    """Return what a file holds, or refuse one larger than `most` bytes; `-` is standard input.

    A file that never ends, such as a device, is refused as soon as it has shown that it is too large.
    """
    where = name_of(path)
    if str(path) == STDIN:
        return _all_of(sys.stdin.buffer, where, most)
    try:
        with open(path, "rb") as file:
            size = file.seek(0, 2) if stat.S_ISREG(_mode(file)) else 0
            if size > most:
                raise InputError(f"{where}: expected at most {_size(most)}, the file has {_size(size)}")
            if size:
                file.seek(0)
            return _all_of(file, where, most)
    except ValueError as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{where!r}: no name of a file: {error}") from None


def _mode(file: IO[bytes]) -> int:
    import os

    return os.fstat(file.fileno()).st_mode


def _all_of(file: IO[bytes], where: str, most: int) -> bytes:
    raw = file.read(most + 1)
    if len(raw) > most:
        raise InputError(f"{where}: expected at most {_size(most)}, more came")
    return raw


def _size(n: int) -> str:
    return f"{n / (1 << 20):,.0f} MB" if n >= 1 << 20 else f"{n:,} bytes"


def read_text(path: str | Path, most: int = MOST_BYTES) -> str:
    """Return the text that a file holds, in UTF-8; `-` is standard input."""
    return decode(read_bytes(path, most), name_of(path))


def decode(raw: bytes, where: str) -> str:
    """Return bytes as text, or say where they are none."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InputError(f"{where}: expected UTF-8 text: line {line}, byte {error.start} of the file is "
                         f"{raw[error.start]:#04x}") from None


def parse_json(text: str, where: str) -> Any:
    """Return the value that a text in JSON holds.

    Examples
    --------
    >>> parse_json('{"a": [1, 2.5, null]}', "it")
    {'a': [1, 2.5, None]}
    >>> parse_json('{"a": [1e999], "b": 1, "b": 2}', "it")
    Traceback (most recent call last):
    kingmaker.errors.InputError: it: the key 'b' is written twice
    """
    _check_depth(text, where)
    try:
        value = json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise InputError(f"{where}: line {error.lineno}, column {error.colno}: not JSON: {error.msg}") from None
    except (ValueError, RecursionError) as error:  # a key twice, a number of thousands of digits
        raise InputError(f"{where}: {error}") from None
    _check(value, where)
    return value


def parse_toml(text: str, where: str) -> dict[str, Any]:
    """Return the value that a text in TOML holds."""
    _check_depth(text, where)
    try:
        value = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: not TOML: {error}") from None
    _check(value, where)
    return value


def parse_lines(text: str, where: str) -> list[dict[str, Any]]:
    """Return the objects of a text that has one in JSON a line; messages count lines from 1."""
    return [parse_line(line, f"{where}: line {number}") for number, line in enumerate(text.split("\n"), 1)
            if line.strip()]


def parse_line(line: str, where: str) -> dict[str, Any]:
    """Return the object of one line."""
    if len(line) > MOST_LINE:
        raise InputError(f"{where}: expected at most {_size(MOST_LINE)} in a line, got {_size(len(line))}")
    value = parse_json(line, where)
    if not isinstance(value, dict):
        raise InputError(f"{where}: expected a JSON object, got {shown(value)}")
    return value


def shown(value: Any, most: int = 80) -> str:
    """Return a value as messages show it: safe to print, and cut where it is long.

    Examples
    --------
    >>> shown("x" * 200, most=12)
    "'xxxxxxxx..."
    """
    text = repr(value if not isinstance(value, str | bytes) else value[:most])
    return text if len(text) <= most else text[:most - 3] + "..."


# -- checks ---------------------------------------------------------------------------------------------------------


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse a key that is written twice, which JSON readers pass over in silence."""
    data = dict(pairs)
    if len(data) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {shown(twice)} is written twice")
    return data


def _check_depth(text: str, where: str) -> None:
    """Refuse a tower of brackets before anything climbs it."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return
    depth = 0
    for match in TOKENS.finditer(text):
        token = match[0]
        depth += (token in "[{") - (token in "]}")
        if depth > DEEPEST:
            line = text.count("\n", 0, match.start()) + 1
            raise InputError(f"{where}: line {line}: nested more than {DEEPEST} levels deep")


def _check(value: Any, where: str) -> None:
    """Refuse what no reader of ours expects; all of it is told, up to a limit."""
    faults = []
    for fault in _faults(value, ""):
        faults.append(fault)
        if len(faults) > MOST_TOLD:
            faults[-1] = "and more"
            break
    if faults:
        raise InputError(f"{where}: {'; '.join(faults)}")


def _faults(value: Any, place: str) -> Iterator[str]:
    at = f"{place}: " if place else ""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from (f"{at}a key {fault}" for fault in _text_faults(key))
            yield from _faults(inner, f"{place}.{shown(key)[1:-1]}" if place else shown(key)[1:-1])
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _faults(inner, f"{place}[{number}]")
    elif isinstance(value, str):
        yield from (f"{at}a text {fault}" for fault in _text_faults(value))
    elif isinstance(value, bool) or value is None:
        return
    elif isinstance(value, int):
        if abs(value) > LARGEST:
            yield f"{at}a number of {len(str(abs(value)))} digits"
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
        if unicodedata.category(char) in ("Cc", "Cs") and char not in "\t\n":
            yield f"with the character {char.encode('unicode_escape').decode()}: {shown(text, 40)}"
            return
