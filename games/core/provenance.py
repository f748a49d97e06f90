"""Component data that a user may replace and that may be drawn: which file is meant, what it holds, what differs.

What is not known from a source can be drawn: `@3` is the third drawing from the game's own file, `mine.csv@3` that from
the user's. A drawn file is none on disk, so it carries what it would hold.
"""
from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kingmaker.errors import told_as
from kingmaker.games.errors import ConfigError, NotationError
from kingmaker.games.spec import DataFile
from kingmaker.reading import decode, parse_json, read_bytes

MOST_BYTES = 1_000_000
WHOLE = "row"
UNCOMPARED = ("source", "provenance", "prov")  # where a fact comes from is no fact of the game


@dataclass(frozen=True)
class DrawnFile:
    """Drawn component data as a file would hold it."""

    name: str
    text: str
    suffix: str

    def __str__(self) -> str:
        return self.name

    def read_bytes(self) -> bytes:
        """Return what the file would hold."""
        return self.text.encode()


def split_drawing(path: str | Path | None, facts: Sequence[str] = ()) -> tuple[str, int | None, tuple[str, ...]]:
    """Return what a component file's name means: the file ("" = the game's own), the number of a drawing, facts kept.

    Parameters
    ----------
    facts : those that a drawing can keep, each as `-fact` behind its number

    Examples
    --------
    >>> split_drawing("mine.csv@3"), split_drawing("@12-terrain-cost", ("terrain", "cost")), split_drawing("mine.csv")
    (('mine.csv', 3, ()), ('', 12, ('terrain', 'cost')), ('mine.csv', None, ()))
    """
    text = "" if path is None else str(path)
    keeps = f"(?:-(?:{'|'.join(facts)}))*" if facts else ""
    found = re.fullmatch(f"(.*)@([0-9]{{1,9}})({keeps})", text)
    return (found[1], int(found[2]), tuple(found[3].split("-")[1:])) if found else (text, None, ())


def component_files(path: str, own: Path, read: Callable[[str], Any]) -> dict[str, DataFile]:
    """Return the component file of a game that keeps all in one JSON file: the one on disk, or what a drawing holds.

    Parameters
    ----------
    path : the option's value
    own : the game's own file
    read : the option's value -> what such a file would hold
    """
    name, number, _ = split_drawing(path)
    if number is None:
        return {"components": Path(name or own)}
    text = json.dumps(read(path), ensure_ascii=False, indent=1) + "\n"
    return {"components": DrawnFile(f"data={path}", text, ".json")}


def read_file(path: str | Path, option: str, what: str, *, part: str = "line") -> str:
    """Return the text of a user's file; refuse what cannot be read.

    Parameters
    ----------
    option : that names the file, as messages call it: `two-heirs: option tiles`
    what : the file should be
    part : what messages call a line of it
    """
    if "\0" in str(path):
        raise ConfigError(f"{option}: expected {what} to read, got {str(path)!r}: no name of a file")
    try:
        with told_as(NotationError):
            return decode(read_bytes(path, MOST_BYTES), str(path), part)
    except OSError as error:
        raise ConfigError(f"{option}: expected {what} to read, got {str(path)!r}: {error.strerror or error}") from None


def differences(before: DataFile, after: DataFile) -> list[dict[str, str]]:
    """Return every cell in which two CSV tables differ: `id` (first column), `column`, `was`, `is`.

    Where facts come from is passed over; a row that only one of them has is told as a whole. Of JSON: every value that
    differs, by its place and its key.
    """
    if before.suffix == ".json":
        trees = [parse_json(decode(one.read_bytes(), "data"), "data") for one in (before, after)]
        return list(_values(trees[0], trees[1], "", ""))
    old, new = (list(csv.reader(one.read_bytes().decode("utf-8-sig").splitlines())) for one in (before, after))
    rows, names = ({row[0]: dict(zip(table[0], row, strict=True)) for row in table[1:] if row}
                   for table in (new, old))
    told = []
    for name in dict.fromkeys([*names, *rows]):
        if name not in rows or name not in names:
            told.append({"id": name, "column": WHOLE, "was": WHOLE * (name in names), "is": WHOLE * (name in rows)})
            continue
        was, now = names[name], rows[name]
        told += [{"id": name, "column": column, "was": was.get(column, ""), "is": now.get(column, "")}
                 for column in dict.fromkeys([*was, *now])
                 if was.get(column) != now.get(column) and column not in UNCOMPARED]
    return told


def _values(before: Any, after: Any, place: str, key: str) -> Iterator[dict[str, str]]:
    """Yield what differs in two trees: `id` is where the value stands, `column` its key."""
    if isinstance(before, dict) and isinstance(after, dict):
        for name in (one for one in dict.fromkeys([*before, *after]) if one not in UNCOMPARED):
            yield from _values(before.get(name), after.get(name), f"{place}.{key}".strip("."), name)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for k, (was, now) in enumerate(zip(before, after, strict=True)):
            yield from _values(was, now, place, f"{key}[{k}]")
    elif before != after:
        yield {"id": place, "column": key, "was": json.dumps(before, ensure_ascii=False),
               "is": json.dumps(after, ensure_ascii=False)}
