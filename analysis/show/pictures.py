"""Plots as bytes of a file, whatever stands in their texts: no name is taken for a formula."""
from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SETTINGS: dict[str, Any] = {"text.parse_math": False}  # `$\frac$` in a name is a name


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
        for form in forms:
            raw = io.BytesIO()
            figure.savefig(raw, format=form, **{"dpi": 130, **options.get(form, {})})
            found.append(raw.getvalue())
        plt.close(figure)
    return found[0] if len(found) == 1 else found
