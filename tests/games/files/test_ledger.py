"""games/files/ledger.py: rows that grow with the games."""
from __future__ import annotations

import numpy as np

from kingmaker.games.files.ledger import N_BEGIN, Rows


def test_rows_keep_what_was_filled_in_however_many_there_are():
    rows = Rows(number=((), np.int64), table=((2, 3), np.int16))
    n = 2 * N_BEGIN + 1  # two times more room is needed
    for i in range(n):
        row = rows.add()
        row["number"][:] = i
        row["table"][1, 2] = -i
    found = rows.take()
    assert found["number"].tolist() == list(range(n))
    assert found["table"].shape == (n, 2, 3)
    assert found["table"][:, 1, 2].tolist() == [-i for i in range(n)]
    assert not found["table"][:, 0].any()


def test_rows_begin_anew_once_taken():
    rows = Rows(number=((), np.int64))
    rows.add()["number"][:] = 7
    first = rows.take()
    rows.add()
    assert first["number"].tolist() == [7]  # not written over
    assert rows.take()["number"].tolist() == [0]
    assert rows.take()["number"].tolist() == []
