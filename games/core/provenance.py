"""Component data in tables and trees: in what two of them differ."""
from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from typing import Any

from kingmaker.games.spec import DataFile

UNCOMPARED = "source"  # where a fact comes from is no fact of the game


def differences(before: DataFile, after: DataFile) -> list[dict[str, str]]:
    """Return every cell in which two CSV tables with the same rows differ: `id` (first column), `column`, `was`, `is`.

    The column `source` is passed over. Of JSON: every value that differs, by its place and its key.
    """
    if before.suffix == ".json":
        trees = [json.loads(one.read_bytes().decode("utf-8-sig")) for one in (before, after)]
        return list(_values(trees[0], trees[1], "", ""))
    old, new = (list(csv.reader(one.read_bytes().decode("utf-8-sig").splitlines())) for one in (before, after))
    rows = {row[0]: row for row in new if row}
    return [{"id": row[0], "column": column, "was": was, "is": now}
            for row in old[1:] if row
            for column, was, now in zip(old[0], row, rows[row[0]], strict=True)
            if was != now and column != UNCOMPARED]


def _values(before: Any, after: Any, place: str, key: str) -> Iterator[dict[str, str]]:
    """Yield what differs in two trees: `id` is where the value stands, `column` its key."""
    if isinstance(before, dict) and isinstance(after, dict):
        for name in dict.fromkeys([*before, *after]):
            yield from _values(before.get(name), after.get(name), f"{place}.{key}".strip("."), name)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for k, (was, now) in enumerate(zip(before, after, strict=True)):
            yield from _values(was, now, place, f"{key}[{k}]")
    elif before != after:
        yield {"id": place, "column": key, "was": json.dumps(before, ensure_ascii=False),
               "is": json.dumps(after, ensure_ascii=False)}
