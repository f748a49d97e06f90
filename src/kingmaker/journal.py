"""What joins that keep results share: unwanted remarks, seeds that files hold, what Ctrl-C must not cut in two."""
from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kingmaker.writing import kept_head


def unheard(text: str) -> None:
    """Tell nobody: what functions do with remarks that their caller does not want."""


def seed_in(path: Path | None, key: str, *, force: bool = False) -> int | None:
    """Return the seed of a file that grows by lines; None where there is none yet, or another kind may be replaced."""
    seed = kept_head(path, key, force=force).get("seed")
    return seed if isinstance(seed, int) and not isinstance(seed, bool) and seed >= 0 else None


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
