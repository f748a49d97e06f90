"""A plot of how forecasts do: chances said beside what came, and margins said too high."""
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from kingmaker.analysis.stats.forecasting import BIN, Judgement

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SAID, MISSED, EVEN = "#0072B2", "#D55E00", "#777777"


def plot_judgements(found: Mapping[str, Judgement]) -> Axes:
    """Draw, a row for each title, what came against what was said, and by how much margins were said too high.

    Points are means of BIN positions alike in what was said, with the mean interval of their forecasts lying across;
    those whose interval does not reach what came are hollow.
    """
    import matplotlib.pyplot as plt

    figure = plt.figure(figsize=(10, 4.6 * len(found)), layout="constrained")
    parts = figure.subfigures(len(found), 1, squeeze=False)[:, 0]
    for title, part, judged in zip(found, parts, found.values(), strict=True):
        part.suptitle(title, fontsize=11)
        left, right = part.subplots(1, 2, width_ratios=(3, 2))
        _draw_chances(left, judged)
        _draw_margins(right, judged)
    return figure.axes[0]


def _draw_chances(ax: Axes, judged: Judgement) -> None:
    said, low, high, came = judged.bins.T
    holds = (low <= came) & (came <= high)
    ax.plot([0, 1], [0, 1], color=EVEN, lw=1, ls="--")
    ax.hlines(came, low, high, color=SAID, lw=1, alpha=0.5)
    ax.scatter(said[holds], came[holds], s=28, color=SAID, zorder=3, label="in the interval")
    ax.scatter(said[~holds], came[~holds], s=28, facecolor="white", edgecolor=SAID, zorder=3, label="outside it")
    ax.set_xlabel("chance said, with its 95 % interval")
    ax.set_ylabel("share of wins that came")
    ax.set_title(f"Means of {BIN} positions each", fontsize=10)
    ax.legend(loc="upper left", frameon=False)


def _draw_margins(ax: Axes, judged: Judgement) -> None:
    misses, halves = np.array(judged.margin_miss).T
    fifths = np.arange(len(misses)) + 1
    ax.axhline(0, color=EVEN, lw=1, ls="--")
    ax.errorbar(fifths, misses, halves, fmt="o", color=MISSED, capsize=3)
    ax.set_xticks(fifths)
    most = max(2.0, float((np.abs(misses) + halves).max()))
    ax.set_ylim(-most, most)
    ax.set_xlabel("fifth of the game")
    ax.set_ylabel("margin said too high (points)")
    ax.set_title("Means with 95 % intervals", fontsize=10)
