"""The section on depth: decisions that matter, branching, lead changes, drama, strength by doubling."""
from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pandas as pd

from kingmaker.analysis.data.dataset import Dataset
from kingmaker.analysis.show import figures
from kingmaker.analysis.show.report import Section
from kingmaker.analysis.studies.depth import FILE, MEASURES, depth_of, read_depth

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def depth_sections(data: Dataset) -> list[Section]:
    """Return how deep the game goes, if that was measured beside the games."""
    path = data.directory / FILE
    if not path.exists():
        return []
    raw = read_depth(path)
    found = depth_of(raw["games"])
    mean = found.set_index("measure")["estimate"]
    good, least = (f"{100 * mean[name]:.0f} %" for name in ("won_for_good", "comeback"))
    said = (f"A game has {mean['decisions']:.0f} decisions with {mean['branching']:.1f} ways each on average; "
            f"{100 * mean['matter']:.0f} % of them matter. The likeliest winner changes {mean['lead_turns']:.1f} "
            f"times; who wins is ahead for good after {good} of them, and has had a chance of {least} at the least.")
    sections = [Section("depth", "How deep it goes", found, MEASURES, (said, f"By {raw['about']}."))]
    if raw["doublings"]:
        names = ("estimate", "low", "high"), ("score", "score_low", "score_high")
        rows = pd.DataFrame([{"iterations": f"{one['to']} against {one['from']}", **dict(zip(names[0], one["lead"],
                              strict=True)), "n": one["n"], **dict(zip(names[1], one["score"], strict=True))}
                             for one in raw["doublings"]])
        rows = rows.astype(dict.fromkeys([*names[0], *names[1]], float))
        told = "; ".join(f"{row['iterations']} iterations {figures.interval_text(row, 1, sign=True)} points"
                         for _, row in rows.iterrows())
        sections.append(Section("doublings_gain", "What thinking twice as long gains", rows, ("doubling_gain",),
                                (f"On the same deals: {told}.",), partial(_drawn, title="Gain of a doubling")))
    return sections


def _drawn(frame: pd.DataFrame, title: str) -> Axes:
    return figures.plot_effects(frame, name="iterations", label="points ahead of half as many iterations", title=title)
