"""Plots of effects, combinations and difficulty: one function each, from frames, Axes returned. Colours: Okabe & Ito.

Every frame has estimate, low, high and n; what is drawn says all four.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from kingmaker.analysis.show.plots import FAMILIES, OTHER, _need_columns

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

VERDICT_COLOURS = {"off": "#d55e00", "open": "#999999", "balanced": "#0072b2", "": "#0072b2"}
NEEDED = {"estimate", "low", "high", "n"}
MARKERS = "osD^vPX"
SHOWN = 40  # lines of a forest plot
WIDEST = 6  # things of one cost that stand side by side as wide as can be
SMALL = 0.5  # shares and the like, which are told with three digits


def plot_effects(effects: pd.DataFrame, *, name: str = "word", margin: float | None = None, label: str = "",
                 title: str = "", reference: float = 0.0, ax: Axes | None = None) -> Axes:
    """Draw a forest plot: a line each with estimate, 95 % interval and n, in the order of the frame.

    Parameters
    ----------
    name : the column that names the lines
    margin : half width of the band that counts as balanced
    reference : where no effect lies
    """
    import matplotlib.pyplot as plt

    _need_columns("plot_effects", effects, {name, *NEEDED})
    if ax is None:
        _, ax = plt.subplots(figsize=(8, 1.5 + 0.32 * len(effects)), layout="constrained")
    verdicts = effects["verdict"] if "verdict" in effects else [""] * len(effects)
    if margin is not None:
        ax.axvspan(reference - margin, reference + margin, color="#56b4e9", alpha=0.18, lw=0)
    ax.axvline(reference, color="black", lw=0.8)
    for y, ((_, row), verdict) in enumerate(zip(effects.iterrows(), verdicts, strict=True)):
        colour = VERDICT_COLOURS[verdict]
        ax.plot([row["low"], row["high"]], [y, y], color=colour, lw=3, solid_capstyle="round")
        ax.plot(row["estimate"], y, MARKERS[list(VERDICT_COLOURS).index(verdict)], color=colour, ms=7)
    names = [f"{row[name]}{f'  {verdict}' if verdict else ''}" for (_, row), verdict in
             zip(effects.iterrows(), verdicts, strict=True)]
    ax.set_yticks(range(len(effects)), names)
    ax.set_ylim(len(effects) - 0.4, -0.6)
    digits = 3 if effects[["low", "high"]].abs().max(axis=None) < SMALL else 2
    for y, (_, row) in enumerate(effects.iterrows()):
        ax.annotate(_written(row, digits), (1.01, y), xycoords=("axes fraction", "data"), fontsize=8, va="center",
                    annotation_clip=False)
    note = f"bars: 95 % intervals; n = blocks{f'; band: ±{margin:g} counts as balanced' if margin is not None else ''}"
    ax.set_xlabel(f"{label or 'estimate'}\n{note}", fontsize=9)
    ax.set_title(title, fontsize=11)
    return _clean(ax, "x")


def title_of(title: str, n: int) -> str:
    """Return the title of a plot that draws the first SHOWN of n lines: it says so where there are more.

    Examples
    --------
    >>> title_of("Worth", 40), title_of("Worth", 48)
    ('Worth', 'Worth (the first 40 of 48; the table has all)')
    """
    return title if n <= SHOWN else f"{title} (the first {SHOWN} of {n}; the table has all)"


def plot_grid(frame: pd.DataFrame, *, rows: str, columns: str, label: str = "", title: str = "",
              centre: float | None = 0.0, by_column: bool = False, ax: Axes | None = None) -> Axes:
    """Draw a heat map; each cell says estimate, interval and n.

    Parameters
    ----------
    rows, columns : columns of the frame, crossed
    centre : the value that is white; None for a scale from the least to the most
    by_column : a scale of its own for each column, from its least to its most, where they are different things
    """
    import matplotlib.pyplot as plt

    _need_columns("plot_grid", frame, {rows, columns, *NEEDED})
    table = frame.pivot(index=rows, columns=columns, values="estimate")
    if by_column:
        table = table[list(dict.fromkeys(frame[columns]))]
    if ax is None:
        _, ax = plt.subplots(figsize=(2.6 + 1.35 * len(table.columns), 1.8 + 0.7 * len(table)), layout="constrained")
    if by_column:
        table, centre = (table - table.min()) / (table.max() - table.min()).replace(0, 1), None
    values = table.to_numpy(dtype=float)
    if centre is None:
        limits, colours = (np.nanmin(values), np.nanmax(values)), "cividis"
    else:
        reach = float(np.nanmax(np.abs(values - centre))) or 1.0
        limits, colours = (centre - reach, centre + reach), "PuOr"
    image = ax.imshow(values, cmap=colours, vmin=limits[0], vmax=limits[1], aspect="auto")
    places = {key: k for k, key in enumerate(table.index)}, {key: k for k, key in enumerate(table.columns)}
    for _, row in frame.iterrows():
        y, x = places[0][row[rows]], places[1][row[columns]]
        red, green, blue, _ = image.cmap(image.norm(values[y, x]))
        dark = 0.299 * red + 0.587 * green + 0.114 * blue < 0.5
        text = interval_text(row, 2).replace(" [", "\n[") + f"\nn={row['n']:,.0f}"
        ax.text(x, y, text, ha="center", va="center", fontsize=8,
                color="white" if dark else "black")
    ax.set_xticks(range(len(table.columns)), [str(name) for name in table.columns], fontsize=8,
                  rotation=20 if max(len(str(name)) for name in table.columns) > 14 else 0)
    ax.set_yticks(range(len(table)), [str(name) for name in table.index], fontsize=8)
    ax.set_xlabel(columns, fontsize=9)
    ax.set_ylabel(rows, fontsize=9)
    ax.set_title(f"{title}\n{label}\n[95 % interval]; n = blocks", fontsize=9)
    return ax


def plot_distribution(counts: pd.DataFrame, *, by: str, label: str = "", title: str = "",
                      ax: Axes | None = None) -> Axes:
    """Draw shares of games by value as steps, a line for each group.

    Parameters
    ----------
    counts : columns `by`, left (edge of the bin), width, share, n (games of the group); `histogram` makes it
    """
    import matplotlib.pyplot as plt

    _need_columns("plot_distribution", counts, {by, "left", "width", "share", "n"})
    if ax is None:
        _, ax = plt.subplots(figsize=(8, 4), layout="constrained")
    for k, (name, rows) in enumerate(counts.groupby(by, sort=False)):
        edges = [*rows["left"], rows["left"].iloc[-1] + rows["width"].iloc[-1]]
        ax.stairs(rows["share"], edges, color=FAMILIES[k % len(FAMILIES)], lw=1.8,
                  ls=("-", "--", ":")[k // len(FAMILIES) % 3], label=f"{name}  (n={rows['n'].iloc[0]:,} games)")
    ax.legend(fontsize=8, frameon=False)
    ax.set_xlabel(label, fontsize=9)
    ax.set_ylabel("share of games", fontsize=9)
    ax.set_title(title, fontsize=11)
    return _clean(ax, "y")


def plot_curves(frame: pd.DataFrame, *, line: str, x: str = "agent", label: str = "", title: str = "",
                reference: float | None = None, joined: bool = True, ax: Axes | None = None) -> Axes:
    """Draw a curve for each of some things over agents, or sources, in the order of the frame, with 95 % intervals.

    It is the difficulty curve (win rate by strength, a line each step) and tells whether an effect holds (by source).

    Parameters
    ----------
    line : the column that names the lines; a number stands behind the column's name
    reference : where a line is drawn across, as 0 for effects
    joined : what stands side by side has an order, so that a line may lead from one to the next
    """
    import matplotlib.pyplot as plt

    _need_columns("plot_curves", frame, {x, line, *NEEDED})
    if ax is None:
        _, ax = plt.subplots(figsize=(9, 5), layout="constrained")
    order = list(dict.fromkeys(frame[x]))
    groups = list(frame.groupby(line, sort=False, observed=True))
    for k, (name, rows) in enumerate(groups):
        colour = FAMILIES[k % len(FAMILIES)]
        rows = rows.sort_values(x, key=lambda column: column.map(order.index))
        aside = 0.05 * (k - (len(groups) - 1) / 2)
        places = np.array([order.index(one) for one in rows[x]]) + aside
        if joined:
            ax.fill_between(places, rows["low"], rows["high"], color=colour, alpha=0.12, lw=0)
        ax.vlines(places, rows["low"], rows["high"], color=colour, lw=2)
        n, shown = _numbers(rows["n"]), name if isinstance(name, str) else f"{line} {name}"
        ax.plot(places, rows["estimate"], MARKERS[k % len(MARKERS)], ls="-" if joined else "", color=colour, ms=6,
                label=f"{shown}  (n={n} blocks)")
    ax.set_xticks(range(len(order)), [_broken(str(one)) for one in order], fontsize=8)
    if reference is not None:
        ax.axhline(reference, color="black", lw=0.8, zorder=0)
    ax.legend(fontsize=8, frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=2)
    ax.set_ylabel(label, fontsize=9)
    ax.set_title(f"{title}\nbars{' and ribbons' if joined else ''}: 95 % intervals", fontsize=11)
    return _clean(ax, "y")


def plot_cost(priced: pd.DataFrame, *, cost: str = "cost", label: str = "worth, points", title: str = "",
              ax: Axes | None = None) -> Axes:
    """Draw what things are worth against what they cost, each with its 95 % interval and name.

    Parameters
    ----------
    priced : word, cost, estimate, low, high, n
    cost : what the cost is, on the axis
    """
    import matplotlib.pyplot as plt

    _need_columns("plot_cost", priced, {"word", "cost", *NEEDED})
    if ax is None:
        _, ax = plt.subplots(figsize=(9, 6), layout="constrained")
    step = 0.85 / max(priced["cost"].value_counts().max(), WIDEST)  # side by side, so that names can be read
    paid = sorted(priced["cost"].unique())  # a place each, however far apart: one very dear thing would crowd the rest
    for place, cost_ in enumerate(paid):
        rows = priced[priced["cost"] == cost_]
        for k, (_, row) in enumerate(rows.sort_values("estimate").iterrows()):
            x = place + step * (k - (len(rows) - 1) / 2)
            ax.plot([x, x], [row["low"], row["high"]], color=FAMILIES[0], lw=2.5, alpha=0.6)
            ax.plot(x, row["estimate"], "o", color=FAMILIES[0], ms=5)
            ax.annotate(row["word"], (x, row["high"]), xytext=(0, 3), textcoords="offset points", ha="center",
                        va="bottom", fontsize=8, rotation=90)
    ax.axhline(0, color="black", lw=0.8, zorder=0)
    ax.margins(y=0.12)
    ax.set_xticks(range(len(paid)), [f"{one:g}" for one in paid])
    ax.set_xlabel(f"{cost}\nbars: 95 % intervals; n = {_numbers(priced['n'])} blocks", fontsize=9)
    ax.set_ylabel(label, fontsize=9)
    ax.set_title(title, fontsize=11)
    return _clean(ax, "y")


def plot_scale(agents: pd.DataFrame, tasks: pd.DataFrame, *, title: str = "", ax: Axes | None = None) -> Axes:
    """Draw Rasch's scale: abilities above, difficulties below, on one axis; arrows where there is no bound.

    Parameters
    ----------
    agents : agent, ability, low, high, n
    tasks : columns that name the task, then difficulty, low, high, n
    """
    import matplotlib.pyplot as plt

    _need_columns("plot_scale", agents, {"agent", "ability", "low", "high", "n"})
    _need_columns("plot_scale", tasks, {"difficulty", "low", "high", "n"})
    rows: list[tuple[str, Any, str]] = [(row["agent"], _bounds(row, "ability"), FAMILIES[0])
                                        for _, row in agents.iterrows()]
    cells = list(tasks.columns[:list(tasks.columns).index("difficulty")])
    names = [", ".join(f"{cell} {value}" if cell != "variant" else str(value) for cell, value in
                       zip(cells, values, strict=True)) for values in tasks[cells].itertuples(index=False)]
    rows += [(name, _bounds(row, "difficulty"), FAMILIES[1])
             for name, (_, row) in zip(names, tasks.iterrows(), strict=True)]
    if ax is None:
        _, ax = plt.subplots(figsize=(9, 1.6 + 0.32 * len(rows)), layout="constrained")
    finite = [x for _, ends, _ in rows for x in ends[:3] if np.isfinite(x)]
    room = 0.05 * (max(finite) - min(finite)) or 1.0
    left, right = min(finite) - room, max(finite) + room
    for y, (_, (low, middle, high, n), colour) in enumerate(rows):
        ax.plot([max(low, left), min(high, right)], [y, y], color=colour, lw=3)
        ax.plot(middle, y, "o" if colour == FAMILIES[0] else "s", color=colour, ms=6)
        for end, edge, arrow in ((low, left, "<"), (high, right, ">")):
            if np.isinf(end):
                ax.plot(edge, y, arrow, color=colour, ms=8, clip_on=False)
        text = f"{interval_text({'estimate': middle, 'low': low, 'high': high}, 2)}  n={n:,}"
        ax.annotate(text, (1.01, y), xycoords=("axes fraction", "data"), fontsize=8, va="center", annotation_clip=False)
    ax.axhline(len(agents) - 0.5, color=OTHER, lw=0.8)
    ax.set_yticks(range(len(rows)), [name for name, _, _ in rows], fontsize=8)
    ax.set_ylim(len(rows) - 0.4, -0.6)
    ax.set_xlabel("logits: blue the agents' ability, orange the tasks' difficulty; who stands level with a task wins "
                  "it half the time\nbars: 95 % intervals, arrows: without bound; n = blocks", fontsize=9)
    ax.set_title(title, fontsize=11)
    return _clean(ax, "x")


def _bounds(row: pd.Series, name: str) -> tuple[float, float, float, int]:
    return row["low"], row[name], row["high"], int(row["n"])


def _written(row: pd.Series, digits: int) -> str:
    return f"{interval_text(row, digits)}  n={row['n']:,.0f}"


def interval_text(row: Mapping[str, Any] | pd.Series, digits: int, *, sign: bool = False,
                  names: tuple[str, str, str] = ("estimate", "low", "high")) -> str:
    """Return an estimate with its interval; alone where there is none, and no minus before a zero.

    Parameters
    ----------
    sign : with a plus before what is above 0
    names : of estimate, low and high

    Examples
    --------
    >>> interval_text({"estimate": -0.001, "low": -0.2, "high": 0.2}, 2)
    '0.00 [-0.20, 0.20]'
    >>> interval_text({"estimate": 1.0, "low": float("nan"), "high": float("nan")}, 1, sign=True)
    '+1.0'
    """
    mean, low, high = (f"{row[name] + 0.0:z.{digits}f}" for name in names)
    mean = f"{row[names[0]] + 0.0:+z.{digits}f}" if sign else mean
    return mean if "nan" in (low, high) else f"{mean} [{low}, {high}]"


def lead_text(row: Mapping[str, Any] | pd.Series) -> str:
    """Return a mean lead with its interval in words, for behind or ahead.

    Examples
    --------
    >>> lead_text({"estimate": -2.2, "low": -3.0, "high": -1.4})
    '2.2 points behind on average (95 % interval 1.4 to 3.0)'
    >>> lead_text({"estimate": 0.5, "low": -1.0, "high": 2.0})
    '0.5 points ahead on average (95 % interval 1.0 behind to 2.0 ahead)'
    """
    mean, low, high = row["estimate"], row["low"], row["high"]
    where = f"{abs(mean):.1f} points {'behind' if mean < 0 else 'ahead'} on average"
    if low < 0 < high:
        return f"{where} (95 % interval {-low:.1f} behind to {high:.1f} ahead)"
    near, far = sorted([abs(low), abs(high)])
    return f"{where} (95 % interval {near:.1f} to {far:.1f})"


def _numbers(n: pd.Series) -> str:
    """Return how many blocks, or from how many to how many."""
    low, high = n.min(), n.max()
    return f"{low:,.0f}" if low == high else f"{low:,.0f} to {high:,.0f}"


def _broken(text: str) -> str:
    """Break an agent's name for an axis."""
    return text.replace(":", ":\n").replace(",", ",\n")


def _clean(ax: Axes, grid: Any) -> Axes:
    ax.grid(axis=grid, alpha=0.3)
    ax.spines[["top", "right"]].set_visible(False)
    return ax
