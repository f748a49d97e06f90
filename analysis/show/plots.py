"""Plots: one function each, data computed elsewhere, Axes returned. Colours: Okabe & Ito."""
from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

BEST, TIED, OTHER = "#0072b2", "#56b4e9", "#999999"
ASIDE = 1.03
FAMILIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")


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
    _need_columns("plot_moves", moves, {"move", "visits", "tied", "replicates", measure, low, high})
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


def plot_ladder(standing: pd.DataFrame, *, measure: str = "rating", label: str = "", title: str = "",
                room: pd.DataFrame | None = None, ax: Axes | None = None) -> Axes:
    """Draw what agents reached against their iterations, with 95 % intervals; agents that do not search are levels.

    Parameters
    ----------
    standing : columns agent, family (agents of one are joined by a line), iterations (nan: none), `measure`, its _low
        and its _high; an infinite end is drawn as an arrow, a missing one (nan) not at all
    measure : the column to draw
    label : of the vertical axis; the measure's name if empty
    title : above the plot
    room : rows for which the vertical axis must have room, where several plots stand side by side; `standing` if None
    ax : where to draw; a new figure if None
    """
    import matplotlib.pyplot as plt

    _need_columns("plot_ladder", standing, {"agent", "family", "iterations", measure, f"{measure}_low",
                                            f"{measure}_high"})
    if ax is None:
        _, ax = plt.subplots(figsize=(8, 5), layout="constrained")
    limits = _room(standing if room is None else room, measure)
    families = list(standing.groupby("family", sort=False))
    searching = [family for family, rows in families if rows["iterations"].notna().any()]
    labels = []
    for k, (family, rows) in enumerate(families):
        colour = FAMILIES[k % len(FAMILIES)]
        for _, row in rows[rows["iterations"].isna()].iterrows():
            ax.axhspan(*_ends(row, measure, limits), color=colour, alpha=0.12, lw=0)
            ax.axhline(row[measure], color=colour, ls="--", lw=1.2, label=row["agent"])
            labels.append((row[measure], row["agent"], colour))
        if family in searching:
            aside = ASIDE ** (searching.index(family) - (len(searching) - 1) / 2)
            labels.append((_draw_family(ax, rows, measure, limits, colour, aside), family, colour))
    _finish_ladder(ax, standing)
    ax.set_ylim(*limits)
    ax.set_ylabel(label or measure)
    ax.set_title(title, fontsize=11)
    _label_right(ax, labels)
    return ax


def _need_columns(plot: str, frame: pd.DataFrame, wanted: set[str]) -> None:
    missing = wanted - set(frame.columns)
    if missing:
        raise ValueError(f"{plot}: the frame lacks the columns {', '.join(sorted(missing))}")


def _room(standing: pd.DataFrame, measure: str) -> tuple[float, float]:
    """Return limits of the axis that hold every finite number, with a margin for the arrows of the others."""
    import numpy as np

    numbers = standing[[measure, f"{measure}_low", f"{measure}_high"]].to_numpy(dtype=float)
    finite = numbers[np.isfinite(numbers)]
    low, high = (float(finite.min()), float(finite.max())) if len(finite) else (0.0, 1.0)
    margin = 0.06 * (high - low) or 1.0
    return low - margin, high + margin


def _ends(row: pd.Series, measure: str, limits: tuple[float, float]) -> tuple[float, float]:
    """Return the ends of an interval within the axis; where there is none, the number itself."""
    low, high = row[f"{measure}_low"], row[f"{measure}_high"]
    if low != low or high != high:
        return row[measure], row[measure]
    return max(low, limits[0]), min(high, limits[1])


def _draw_family(ax: Axes, rows: pd.DataFrame, measure: str, limits: tuple[float, float], colour: str,
                 aside: float) -> float:
    """Draw the searching agents of a family, aside so that equal budgets show; return the height of the last."""
    points = rows[rows["iterations"].notna()].sort_values("iterations")
    points = points.assign(iterations=points["iterations"] * aside)
    ax.plot(points["iterations"], points[measure], color=colour, marker="o", ms=6, lw=1.5,
            label=points["family"].iloc[0])
    for _, row in points.iterrows():
        _draw_interval(ax, row, measure, limits, colour)
    return float(points[measure].iloc[-1])


def plot_review(decisions: pd.DataFrame, *, title: str = "", ax: Axes | None = None) -> Axes:
    """Draw each player's chance to win over a game, with its interval, and mark the worst turns.

    Parameters
    ----------
    decisions : rows with `n`, `player`, `win`, `win_low`, `win_high`, `is_worst`; the last row of each
        player may be the result
    """
    import matplotlib.pyplot as plt

    if ax is None:
        _, ax = plt.subplots(figsize=(9, 4.5), layout="constrained")
    for (player, rows), colour in zip(decisions.groupby("player", sort=False), FAMILIES * 2, strict=False):
        ax.fill_between(rows["n"], rows["win_low"], rows["win_high"], color=colour, alpha=0.2, lw=0)
        ax.plot(rows["n"], rows["win"], color=colour, lw=1.5, label=str(player))
        worst = rows[rows["is_worst"]]
        ax.plot(worst["n"], worst["win"], "v", color=colour, ms=7, mec="white")
    ax.plot([], [], "v", color="#555555", label="the worst turns")
    ax.set(ylim=(-0.02, 1.02), xlabel="decision", ylabel="chance to win, before the decision")
    ax.set_title(title, fontsize=10)
    ax.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    ax.grid(alpha=0.3)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def _draw_interval(ax: Axes, row: pd.Series, measure: str, limits: tuple[float, float], colour: str) -> None:
    low, high = _ends(row, measure, limits)
    x = row["iterations"]
    ax.plot([x, x], [low, high], color=colour, lw=2.5, alpha=0.6, solid_capstyle="butt")
    for end, limit, arrow in ((low, limits[0], "v"), (high, limits[1], "^")):
        if end == limit:
            ax.plot(x, end, arrow, color=colour, ms=8, clip_on=False)


def _finish_ladder(ax: Axes, standing: pd.DataFrame) -> None:
    """Give the axis of iterations their numbers."""
    budgets = sorted(standing["iterations"].dropna().unique())
    if budgets:
        ax.set_xscale("log")
        ax.set_xticks(budgets, [f"{n:,.0f}" for n in budgets], rotation=45 if len(budgets) > 8 else 0)
        ax.minorticks_off()
        ax.set_xlabel("iterations a decision; bars: 95 % intervals, arrows: without bound", fontsize=9)
    else:
        ax.set_xticks([])
    ax.grid(alpha=0.3)
    ax.spines[["top", "right"]].set_visible(False)


def _label_right(ax: Axes, labels: list[tuple[float, str, str]]) -> None:
    """Write names beside the ends of their lines, far enough from each other to be read."""
    bottom, top = ax.get_ylim()
    gap, above = 0.05 * (top - bottom), top + 0.05 * (top - bottom)
    for y, text, colour in sorted(labels, reverse=True):
        above = min(y, above - gap)
        ax.annotate(text, (1.01, above), xycoords=("axes fraction", "data"), color=colour, fontsize=8, va="center",
                    annotation_clip=False)
