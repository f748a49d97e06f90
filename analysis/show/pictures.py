"""Plots as bytes of a file, whatever stands in their texts: no name is taken for a formula."""
from __future__ import annotations

import io
import textwrap
import warnings
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SETTINGS: dict[str, Any] = {"text.parse_math": False}  # `$\frac$` in a name is a name


NARROW = 4.6  # inches: as wide as a phone shows with letters that can be read
LETTERS = 8  # of a legend
SIGNS = "0123456789.+-\u2212 "  # of a number


def narrow(draw: Callable[[], Axes]) -> Callable[[], Axes]:
    """Return what draws the same for a phone: narrow, its title and the names of its axes in lines.

    Grids and several plots in a row stay as they are.
    """
    from matplotlib import pyplot as plt

    def redrawn() -> Axes:
        ax = draw()
        figure = ax.get_figure(root=True)
        assert figure is not None
        width, height = figure.get_size_inches()
        if ax.images or len(figure.axes) > 1 or width <= NARROW:
            return ax
        texts = [ax.title, ax.xaxis.label]
        lines = [_in_lines(text.get_text(), NARROW * 72 * 1.9 / float(text.get_fontsize())) for text in texts]
        for text, told in zip(texts, lines, strict=True):
            text.set_text(told)
        taller = sum(told.count("\n") for told in lines) * 0.16 + _narrowed(ax)
        figure.set_size_inches(NARROW, height + taller)
        with warnings.catch_warnings():
            warnings.filterwarnings("error", message="constrained_layout not applied")
            try:
                figure.draw_without_rendering()
            except UserWarning:  # names take all of the room
                plt.close(figure)
                return draw()
        return ax
    return redrawn


def _narrowed(ax: Axes) -> float:
    """Put names below the axis upright and a legend's entries below one another; return how many inches more it takes.
    """
    names = [label for label in ax.get_xticklabels() if label.get_text().strip(SIGNS)]
    for label in names:
        label.set_rotation(90)
    taller = 0.08 * max((len(line) for label in names for line in label.get_text().split("\n")), default=0)
    legend, figure = ax.get_legend(), ax.get_figure(root=True)
    assert figure is not None
    if legend is not None and (legend.get_window_extent().y0 < ax.bbox.y0 or
                               legend.get_window_extent().width > figure.bbox.width / 2):
        handles, labels = ax.get_legend_handles_labels()
        lines = [_in_lines(label, NARROW * 72 * 1.6 / LETTERS) for label in labels]
        legend.remove()
        figure.legend(handles, lines, loc="outside lower center", fontsize=LETTERS, frameon=False)
        taller += 0.17 * sum(1 + line.count("\n") for line in lines)
    return taller


def _in_lines(text: str, most: float) -> str:
    """Break a text where its lines get longer than so many letters."""
    return "\n".join(textwrap.fill(line, int(most)) for line in text.split("\n"))


def drawn(draw: Callable[[], Axes], *forms: str, settings: Mapping[str, Any] | None = None,
          **options: Any) -> Any:
    """Return a plot as the bytes of a file, png or svg; of several forms, a list.

    Parameters
    ----------
    settings : of matplotlib, while it draws
    options : of `savefig`, by form: `svg={"metadata": {"Date": None}}`
    """
    import matplotlib as mpl
    from matplotlib import pyplot as plt

    found = []
    both: Any = {**SETTINGS, **(settings or {})}
    with mpl.rc_context(both), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")  # no font has all letters: it shows a box
        figure = draw().get_figure(root=True)
        assert figure is not None
        _settle(figure)
        for form in forms:
            raw = io.BytesIO()
            figure.savefig(raw, format=form, **{"dpi": 130, **options.get(form, {})})
            found.append(raw.getvalue())
        plt.close(figure)
    return found[0] if len(found) == 1 else found


def _settle(figure: Figure) -> None:
    """Lay a plot out and round where its parts are: the layout's last bits differ from run to run, and an SVG's ids are
    made of them.
    """
    if figure.get_layout_engine() is not None:
        figure.draw_without_rendering()
        figure.set_layout_engine("none")
        for ax in figure.axes:
            ax.set_position(tuple(round(x, 6) for x in ax.get_position(original=True).bounds))
