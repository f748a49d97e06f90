"""Component data in tables: in what two of them differ."""
from __future__ import annotations

import csv

from games.spec import DataFile

UNCOMPARED = "source"  # where a fact comes from is no fact of the game


def differences(before: DataFile, after: DataFile) -> list[dict[str, str]]:
    """Return every cell in which two CSV tables with the same rows differ: `id` (first column), `column`, `was`, `is`.

    The column `source` is passed over.
    """
    old, new = (list(csv.reader(one.read_bytes().decode("utf-8-sig").splitlines())) for one in (before, after))
    rows = {row[0]: row for row in new if row}
    return [{"id": row[0], "column": column, "was": was, "is": now}
            for row in old[1:] if row
            for column, was, now in zip(old[0], row, rows[row[0]], strict=True)
            if was != now and column != UNCOMPARED]
