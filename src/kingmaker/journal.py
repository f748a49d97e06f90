"""What joins that keep results share: remarks that nobody wants, and what Ctrl-C must not cut in two."""
from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


def unheard(text: str) -> None:
    """Tell nobody: what functions do with remarks that their caller does not want."""


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
