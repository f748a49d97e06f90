"""Plots: one function each, data computed elsewhere, Axes returned. Colours: Okabe & Ito."""
from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

BEST, TIED, OTHER = "#0072b2", "#56b4e9", "#999999"


def plot_moves(moves: pd.DataFrame, *, measure: str = "value", most: int = 12, title: str = "",
               ax: Axes | None = None) -> Axes:
    """Draw the moves of one search as a forest plot: mean and 95 % interval, best first.

    Parameters
    ----------
    moves : rows of `SearchResult.to_rows`: move, visits, tied, replicates, and `measure`, its _low and its _high
    measure : "value", "win", "margin" or "loss"
    most : how many moves to show; the rest is counted in the last line
    title : above the plot
    ax : where to draw; a new figure if None
    """
    import matplotlib.pyplot as plt

    low, high = f"{measure}_low", f"{measure}_high"
    missing = {"move", "visits", "tied", "replicates", measure, low, high} - set(moves.columns)
    if missing:
        raise ValueError(f"plot_moves: the frame lacks the columns {', '.join(sorted(missing))}")
    shown = moves.head(most)
    if ax is None:
        _, ax = plt.subplots(figsize=(7, 1.2 + 0.34 * len(shown)), layout="constrained")
    for y, (_, row) in enumerate(shown.iterrows()):
        colour = BEST if y == 0 else TIED if row["tied"] else OTHER
        ax.plot([row[low], row[high]], [y, y], color=colour, lw=3, solid_capstyle="round")
        ax.plot(row[measure], y, "o", color=colour, ms=7)
    ax.set_yticks(range(len(shown)), [f"{m}  (n={n:,})" for m, n in zip(shown["move"], shown["visits"], strict=True)])
    ax.set_ylim(len(shown) - 0.4, -0.6)
    left_out = len(moves) - len(shown)
    trees = int(moves["replicates"].max())
    note = f"95 % intervals from {trees} trees; n = visits; dark = best, light = not told apart from it"
    ax.set_xlabel(f"{measure}\n{note}" + (f"\n{left_out} more moves not shown" if left_out else ""), fontsize=9)
    ax.set_title(title, fontsize=11)
    ax.grid(axis="x", alpha=0.3)
    ax.spines[["top", "right"]].set_visible(False)
    return ax
