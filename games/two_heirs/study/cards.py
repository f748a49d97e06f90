"""The cards of all tiles as one picture: what each costs, what becomes of it, what it gains and is worth."""
from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from kingmaker.analysis.show.plots import FAMILIES

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TINTS = {"wood": "#8c5a2b", "stone": "#8a8f98", "wheat": "#e0b000"}
SHARES = ("offered", "taken", "built")
PAID = 7  # resources that have room


def draw_cards(cards: pd.DataFrame) -> Axes:
    """Draw a row a tile: its resources as squares, shares as bars, gain and worth with their intervals.

    Parameters
    ----------
    cards : of `tiles.cards`
    """
    import matplotlib.pyplot as plt

    rows = cards.sort_values("gain", ascending=False, kind="stable", ignore_index=True)
    figure, axes = plt.subplots(1, 6, sharey=True, figsize=(11, 1.6 + 0.3 * len(rows)), layout="constrained",
                                width_ratios=(1.2, 0.8, 0.8, 0.8, 2, 2))
    for ax in axes:
        ax.spines[["top", "right", "left"]].set_visible(False)
        ax.tick_params(axis="y", length=0)
        ax.grid(axis="y", alpha=0.25)
        ax.set_axisbelow(True)
    _draw_costs(axes[0], rows)
    for ax, name in zip(axes[1:4], SHARES, strict=True):
        ax.barh(rows.index, rows[name], color=FAMILIES[0], height=0.6)
        ax.set_xlim(0, 1)
        ax.set_title(name, fontsize=10)
    _draw_interval(axes[4], rows, "gain", "low", "high", "win of who took it\n- of who left it")
    _draw_interval(axes[5], rows, "worth", "worth_low", "worth_high", "worth, points")
    axes[0].set_yticks(range(len(rows)), [f"{row['tile']} {row['building']}" for _, row in rows.iterrows()], fontsize=9)
    axes[0].set_ylim(len(rows) - 0.4, -0.6)
    axes[1].set_xlabel("shares of games, of those\noffered, of those taken", fontsize=8, loc="left")
    figure.suptitle("A card a tile; bars: 95 % intervals over blocks", fontsize=11)
    first: Axes = axes[0]
    return first


def _draw_costs(ax: Axes, rows: pd.DataFrame) -> None:
    """Draw a square for each resource."""
    for y, cost in enumerate(rows["cost"]):
        parts = cost.split()
        colours = [TINTS[name] for n, name in zip(parts[::2], parts[1::2], strict=False) if name in TINTS
                   for _ in range(int(n))]
        for x, colour in enumerate(colours[:PAID]):
            ax.plot(x, y, "s", color=colour, ms=8, mec="black", mew=0.4)
    ax.set_xlim(-0.7, PAID)
    ax.set_xticks([])
    ax.set_title("cost", fontsize=10)
    ax.spines["bottom"].set_visible(False)
    for name, colour in TINTS.items():
        ax.plot([], [], "s", color=colour, ms=7, label=name)
    ax.legend(fontsize=8, frameon=False, loc="upper left", bbox_to_anchor=(0, -0.005), ncols=1)


def _draw_interval(ax: Axes, rows: pd.DataFrame, middle: str, low: str, high: str, title: str) -> None:
    ax.axvline(0, color="black", lw=0.8)
    ax.hlines(rows.index, rows[low], rows[high], color=FAMILIES[0], lw=2.5, alpha=0.7)
    ax.plot(rows[middle], rows.index, "o", color=FAMILIES[0], ms=5)
    ax.set_title(title, fontsize=10)
