"""The one way in which texts leave for a terminal or a file: no text that came from outside can command the terminal.

Control characters are shown, not obeyed; what the stream's encoding lacks is written as its code; a stream that was
closed, or whose reader has enough, is no fault.
"""
from __future__ import annotations

import sys
import unicodedata
from typing import IO

HIDDEN = ("Cc", "Cs", "Cf", "Zl", "Zp")  # control, half and format characters (turning texts round), line separators
KEPT = "\n\t\u00ad\u200d"  # line end, tab, soft hyphen, joiner


def safe(text: str) -> str:
    """Return a text that a terminal shows as it is written.

    Examples
    --------
    >>> safe("red \\x1b[31m")
    'red \\\\x1b[31m'
    """
    if text.isprintable():
        return text
    return "".join(char if char in KEPT or unicodedata.category(char) not in HIDDEN
                   else char.encode("unicode_escape", "surrogatepass").decode() for char in text)


def out(text: str = "", *, end: str = "\n") -> None:
    """Write data to standard output."""
    _write(sys.stdout, safe(text) + end)


def say(text: str) -> None:
    """Talk to the user, beside the data."""
    _write(sys.stderr, f"kingmaker: {safe(text)}\n")


def _write(stream: IO[str] | None, text: str) -> None:
    if stream is None:  # closed by whoever started us
        return
    stream.write(text)
    stream.flush()


def tolerant() -> None:
    """Let standard output and error write what their encoding lacks as codes, instead of failing on it."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
