"""Numbers, pictures and progress as people read them; tables are in terminal.py."""
from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kingmaker.printing import safe
from kingmaker.scripts._options import say

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.axes import Axes

    from kingmaker.games import GameState
    from kingmaker.search import Estimate


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


def show_table(state: GameState, observer: int, lang: str) -> None:
    """Print what a player sees; a terminal that has colours shows the words in them that the game says."""
    from kingmaker.scripts.terminal import tell_tinted

    tell_tinted(table_text(state, observer, lang), state.game.spec.tints)


def checked_picture(path: Path | None, force: bool) -> None:
    """Refuse the name of a picture that is another file, before anything is played."""
    from kingmaker.writing import SVG, refuse_stranger

    if path is not None:
        refuse_stranger(path, SVG, force=force)


def write_picture(state: GameState, observer: int, lang: str, path: Path, *, force: bool = False) -> None:
    """Draw what a player sees into an SVG file."""
    from kingmaker.writing import SVG, save

    draw = state.game.spec.draw
    picture = state.svg(observer) if draw is None else draw(state, observer, lang)
    save(path, str(picture), SVG, force=force)


def save_plot(draw: Callable[[], Axes], path: Path, what: str, *, force: bool = False) -> None:
    """Draw a plot into a file, without a screen, and say so."""
    import matplotlib as mpl

    from kingmaker.analysis.show.pictures import drawn
    from kingmaker.writing import picture, save

    mpl.use("Agg")
    save(path, drawn(draw, path.suffix.removeprefix(".")), picture(path), force=force)
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
    name, note = (TextColumn(f"{{task.{part}}}", markup=False) for part in ("description", "fields[note]"))
    bar = Progress(name, BarColumn(bar_width=20), TextColumn("{task.percentage:>3.0f}%"), *counted,
                   TimeRemainingColumn(), note, console=Console(stderr=True), transient=True)
    with bar:
        task = bar.add_task(safe(label), total=total, note="")
        yield lambda done, note="": bar.update(task, completed=done, note=safe(note))
