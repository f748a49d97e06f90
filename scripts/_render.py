"""Tables, numbers and progress as people read them."""
from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kingmaker.scripts._options import say

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.axes import Axes
    from rich.console import Console
    from rich.table import Table

    from kingmaker.games import GameState
    from kingmaker.search import Estimate

WIDTH = 120  # where no terminal says how wide it is
LEAST_NOTE = 24  # columns that a note needs beside a row
INDENT = "      "  # of a note below its row


def print_table(head: Sequence[str], rows: Sequence[Sequence[str]], foot: Sequence[str] = (),
                left: Sequence[str] = (), bars: Sequence[int] = (), *, notes: bool = False) -> None:
    """Print a table to standard output.

    Parameters
    ----------
    left : the columns whose texts begin at the left; numbers stand at the right
    bars : lines are drawn below so many rows
    notes : the last column is long text; in a narrow terminal it stands below each row instead of beside it
    """
    from rich.console import Console
    from rich.measure import Measurement

    console = Console(width=None if sys.stdout is not None and sys.stdout.isatty() else WIDTH)
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
    legend = [f"{INDENT}({head[-1]}: below each row)"] if any(row[-1] for row in rows) else []
    print("\n".join(line.rstrip() for line in (*shown, *legend, "")))


def print_lines(lines: Sequence[str], style: str = "") -> None:
    """Print lines of text to standard output; a narrow terminal wraps them."""
    from rich.console import Console
    from rich.text import Text

    console = Console(width=None if sys.stdout is not None and sys.stdout.isatty() else WIDTH)
    for line in lines:
        console.print(Text(line, style=style), soft_wrap=True)


def number(x: float, digits: int = 3) -> str:
    """Return a number as text; a dash where there is none."""
    from kingmaker.search.hint import words

    return words.number(x, digits)


def plus_minus(estimate: Estimate, digits: int = 3) -> str:
    """Return a mean with half its interval, which is symmetric."""
    from kingmaker.search.hint import words

    return words.plus_minus(estimate, digits)


def interval(estimate: Estimate, digits: int = 3) -> str:
    """Return a mean with its interval."""
    from kingmaker.search.hint import words

    return words.interval(estimate, digits)


def table_text(state: GameState, observer: int, lang: str) -> str:
    """Return what a player sees, as people read it where the game can say so."""
    plain = state.game.spec.plain
    return state.view(observer) if plain is None else plain(state, observer, lang)


def write_picture(state: GameState, observer: int, lang: str, path: Path) -> None:
    """Draw what a player sees into an SVG file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draw = state.game.spec.draw
    picture = state.svg(observer) if draw is None else draw(state, observer, lang)
    path.write_text(str(picture), encoding="utf-8")


def save_plot(draw: Callable[[], Axes], path: Path, what: str) -> None:
    """Draw a plot into a file, without a screen, and say so."""
    import matplotlib as mpl

    mpl.use("Agg")
    path.parent.mkdir(parents=True, exist_ok=True)
    figure = draw().get_figure(root=True)
    assert figure is not None
    figure.savefig(path, dpi=130)
    say(f"{path}: {what}")


@contextmanager
def progress(label: str, total: float, unit: str = "") -> Iterator[Callable[..., None] | None]:
    """Give a function that moves a bar on standard error, or None where nobody looks.

    Parameters
    ----------
    unit : what is counted; the bar then shows the count and how many a second, and the function takes a note to show
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, Task, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(TextColumn):
        """How many a second; how many seconds for one where that is slow."""

        def render(self, task: Task) -> Text:
            speed = task.speed or 0.0
            return Text("" if not speed else f"{speed:.1f}/s" if speed >= 1 else f"{1 / speed:.1f} s each")

    counted = [TextColumn(f"{{task.completed:,.0f}}/{{task.total:,.0f}} {unit}"), Rate("")] if unit else []
    bar = Progress(TextColumn("{task.description}"), BarColumn(bar_width=20), TextColumn("{task.percentage:>3.0f}%"),
                   *counted, TimeRemainingColumn(), TextColumn("{task.fields[note]}"), console=Console(stderr=True),
                   transient=True)
    with bar:
        task = bar.add_task(label, total=total, note="")
        yield lambda done, note="": bar.update(task, completed=done, note=note)
