"""The one way in which texts leave for a terminal: no text that came from outside can command it, none fails on it.

Control characters are shown, not obeyed; what the stream's encoding lacks is written as its code; a stream that was
closed, or whose reader has enough, is no fault. Tables of `rich` take texts that `safe` made.
"""
from __future__ import annotations

import contextlib
import json
import os
import sys
import unicodedata
from typing import IO, Any, Literal

from kingmaker.errors import InputError

HIDDEN = ("Cc", "Cs", "Cf", "Zl", "Zp")  # control, half and format characters (turning texts round), line separators
KEPT = "\n\t\u00ad\u200d"  # line end, tab, soft hyphen, joiner
MOST_TYPED = 10_000  # characters of a line that a person types
Form = Literal["text", "json", "html"]


def safe(text: object) -> str:
    """Return a text that a terminal shows as it is written.

    Examples
    --------
    >>> safe("red \\x1b[31m")
    'red \\\\x1b[31m'
    """
    return _coded(str(text), "text")


def one_line(text: object) -> str:
    """Return a text as one line, so that no text from outside can look like a message of ours."""
    return safe(text).replace("\n", "\\n")


def to_json(value: Any) -> str:
    """Return a value as JSON on one line, in which nothing can command a terminal and all can be written as UTF-8.

    Examples
    --------
    >>> to_json({"name": "Königin \\ud800\\u202e"})
    '{"name": "Königin \\\\ud800\\\\u202e"}'
    """
    return _coded(json.dumps(value, ensure_ascii=False, allow_nan=False), "json")


def tell(text: object = "", *, end: str = "\n", form: Form = "text") -> None:
    """Write to standard output; `form` says how characters are written that cannot be."""
    _write(sys.stdout, _coded(str(text), form) + end, form)


def say(text: object) -> None:
    """Talk to the user, beside the data; where nobody can hear it, that is no fault."""
    with contextlib.suppress(OSError):
        _write(sys.stderr, f"kingmaker: {safe(text)}\n", "text")


def ask(prompt: str) -> str:
    """Return the line that a person types; EOFError at the end."""
    typed = input(safe(prompt))
    if len(typed) > MOST_TYPED:
        raise InputError(f"expected at most {MOST_TYPED:,} characters in a line, got {len(typed):,}")
    return typed.strip()


# -- streams ----------------------------------------------------------------------------------------------------------


def prepare() -> None:
    """Make the three streams such that nothing fails on them: closed ones lead nowhere, what has no code is escaped.

    A stream that is closed from birth would lend its number to the next file that is opened, for others to write into.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            with contextlib.suppress(OSError):
                while os.open(os.devnull, os.O_RDWR) < number:
                    pass
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace" if mode == "r" else "backslashreplace")


def finish() -> None:
    """Bring all that was written on its way; raise what went wrong with it, such as a full disk, and let go of it."""
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except OSError:
        abandon()
        raise


def abandon() -> None:
    """Let what is written from now on lead nowhere: nobody reads it, or it cannot be written."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _coded(text: str, form: Form, encoding: str | None = None) -> str:
    """Return a text with the characters as codes that are hidden, or that an encoding lacks."""
    if form == "html":  # hidden characters stand in it as the page needs them
        return text if encoding is None else text.encode(encoding, "xmlcharrefreplace").decode(encoding)
    if encoding is None and text.isprintable():
        return text
    return "".join(_code(char, form) if _is_foreign(char, encoding) else char for char in text)


def _is_foreign(char: str, encoding: str | None) -> bool:
    if encoding is None:
        return char not in KEPT and unicodedata.category(char) in HIDDEN
    try:
        char.encode(encoding)
    except UnicodeEncodeError:
        return True
    return False


def _code(char: str, form: Form) -> str:
    if form == "json":
        return json.dumps(char)[1:-1]
    return char.encode("unicode_escape", "surrogatepass").decode()


def _write(stream: IO[str] | None, text: str, form: Form) -> None:
    if stream is None:  # closed by whoever started us
        return
    encoding = getattr(stream, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = _coded(text, form, encoding)
    stream.write(text)
    stream.flush()
