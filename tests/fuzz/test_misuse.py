"""Misused calls, a few of them; KINGMAKER_MISUSES says how many, as `make fuzz` does."""
import os

import pytest

from tests.fuzz.misuse import run

CASES = int(os.environ.get("KINGMAKER_MISUSES", "300"))


@pytest.mark.filterwarnings("ignore")   # of numpy and the interpreter, about what it is given
def test_misused_calls_have_an_answer():
    seen = run(CASES, seed=int(os.environ.get("KINGMAKER_FUZZ_SEED", "0")))
    print(dict(seen))
    assert sum(n for what, n in seen.items() if what != "longest ms") == CASES
    assert seen["longest ms"] < 10_000
