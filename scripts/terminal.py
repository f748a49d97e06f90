"""Tables and lines in terminals of any width."""
from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from kingmaker.printing import safe, tell

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

WIDTH = 120  # where no terminal says how wide it is
LEAST_NOTE = 24  # columns that a note needs beside a row
INDENT = "      "  # of a note below its row


def tell_tinted(text: str, tints: Mapping[str, str]) -> None:
    """Print a text; a terminal that has colours shows words in theirs."""
    if not tints or sys.stdout is None or not sys.stdout.isatty():
        tell(text)
        return
    from rich.text import Text

    shown = Text(safe(text))
    for word in re.finditer(r"\w+", shown.plain):
        if word[0] in tints:
            shown.stylize(tints[word[0]], *word.span())
    output().print(shown, soft_wrap=True)


def print_table(head: Sequence[str], rows: Sequence[Sequence[str]], foot: Sequence[str] = (),
                left: Sequence[str] = (), bars: Sequence[int] = (), *, notes: bool = False) -> None:
    """Print a table to standard output.

    Parameters
    ----------
    left : the columns whose texts begin at the left; numbers stand at the right
    bars : lines are drawn below so many rows
    notes : the last column is long text; in a narrow terminal it stands below each row instead of beside it
    """
    from rich.measure import Measurement

    head, rows = tuple(map(safe, head)), [tuple(map(safe, row)) for row in rows]
    left = [safe(name) for name in left]
    console = output()
    widths = [max(len(row[k]) for row in (head, *rows)) for k in range(len(head))]
    if notes and sum(widths[:-1]) + 3 * len(head) + LEAST_NOTE > console.width:
        _print_with_notes_below(console, head, rows, left, bars)
    else:
        table = _table(head, rows, left, bars)
        # a narrow terminal breaks lines, which is ugly; rich would cut numbers off, which is wrong
        roomy = console.options.update(max_width=10 * WIDTH)
        console.width = max(console.width, Measurement.get(console, roomy, table).minimum)
        console.print(table)
    print_lines(foot, style="dim")


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[str], bars: Sequence[int],
           *, whole: bool = False) -> Table:
    """Return a table; `whole` texts are never broken, as numbers never are."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=whole)
    for k, name in enumerate(head):
        if name in left and not whole:
            table.add_column(name, overflow="fold")
        else:
            table.add_column(name, justify="left" if name in left else "right", no_wrap=True,
                             min_width=max(len(row[k]) for row in (head, *rows)))
    for k, row in enumerate(rows):
        table.add_row(*(Text(cell) for cell in row), end_section=k + 1 in bars and k + 1 < len(rows))
    return table


def _print_with_notes_below(console: Console, head: Sequence[str], rows: Sequence[Sequence[str]],
                            left: Sequence[str], bars: Sequence[int]) -> None:
    """Print a table whose last column stands in lines of its own below each row."""
    width, console.width = console.width, 10 * WIDTH  # what is wider than the terminal is wrapped there
    with console.capture() as captured:
        console.print(_table(head[:-1], [row[:-1] for row in rows], left, bars, whole=True))
    lines = iter(captured.get().splitlines())
    shown = [next(lines) for _ in range(3)]  # a blank one, the head, a rule
    for k, row in enumerate(rows, 1):
        shown.append(next(lines).rstrip())
        shown += textwrap.wrap(row[-1], max(width - 1, LEAST_NOTE), initial_indent=INDENT, subsequent_indent=INDENT)
        if k in bars and k < len(rows):
            shown.append(next(lines).rstrip())
    legend = [f"{INDENT}({head[-1]})"] if any(row[-1] for row in rows) else []
    tell("\n".join(line.rstrip() for line in (*shown, *legend, "")))


def print_lines(lines: Sequence[str], style: str = "") -> None:
    """Print lines of text to standard output; a narrow terminal wraps them."""
    from rich.text import Text

    console = output()
    for line in lines:
        console.print(Text(safe(line), style=style), soft_wrap=True)


def output() -> Console:
    """Return standard output as a place to draw on: it knows the terminal's width, its colours, and `NO_COLOR`."""
    from rich.console import Console

    return Console(width=None if sys.stdout is not None and sys.stdout.isatty() else WIDTH)
