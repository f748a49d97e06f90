"""Sections on a duel: interventions, going first, variants, skill and luck."""
from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
import pandas as pd

from kingmaker.analysis.data.dataset import Dataset
from kingmaker.analysis.show import figures
from kingmaker.analysis.show.effects import FINDINGS, Margin, for_all, for_others, forest, restricted
from kingmaker.analysis.show.report import Section
from kingmaker.analysis.show.study import Study
from kingmaker.analysis.stats.equivalence import VERDICTS, with_verdicts
from kingmaker.analysis.stats.variance import deal_share
from kingmaker.analysis.studies import balance
from kingmaker.analysis.studies.design import ALL, design_of, with_variant
from kingmaker.analysis.studies.effects import agent_effect, with_measures
from kingmaker.analysis.studies.pieces import SHARE

MOST_LINES = 6  # of a distribution
CHANGED = ("total", "margin", "starter_margin", "turns")


def duel_sections(data: Dataset, described: Dataset, study: Study, margin: Margin, share: float = SHARE
                  ) -> list[Section]:
    """Return what a data set of duels says about balance; interventions first."""
    cells, games = design_of(data).cells, study.games(data)
    plain = with_variant(balance.without_arms(study.games(described)), design_of(described).cells)
    measures = {**balance.SUMMARY, **study.measures}
    told = balance.summary(plain, measures)
    return [
        *restricted(games, margin, share=share, forbids=study.forbids, cells=cells, pieces=study.pieces_of(data),
                    plain=data.plain["games"] if data.plain else None),
        *for_all(with_measures(games), CHANGED, forbids=study.forbids, cells=cells),
        first_player(plain, for_others(margin)),
        Section("variants", "Variants", told, tuple(told["measure"].unique()), (),
                partial(figures.plot_grid, rows="variant", columns="measure", by_column=True,
                        title="Variants, column by column from the least to the most")),
        _distribution(plain, "starter_margin", "margins", "Margins", "the starter's points - the other's"),
        _distribution(plain, "total", "scores", "Scores", "points of both sides together"),
        *deal(with_variant(games, cells))]


def first_player(plain: pd.DataFrame, margin: float) -> Section:
    """Return what going first is worth, over all variants and in each."""
    judged = with_verdicts(balance.going_first(plain), margin)
    row, counts = judged.loc[judged["variant"] == ALL], judged["verdict"].value_counts()
    row = (judged if row.empty else row).iloc[0]
    return Section("first_player", f"Going first (margin ±{margin:g} points)", judged,
                   ("starter_margin", *FINDINGS),
                   (f"{row['variant']}: the starter ends {figures.lead_text(row)}, n = {row['n']:,} blocks: "
                    f"{row['verdict']}.",
                    f"Of all lines {', '.join(f'{counts.get(word, 0)} {word}' for word in VERDICTS)}."),
                   partial(forest, name="variant", label="the starter's points - the other's", margin=margin,
                           title="Going first"))


def _distribution(plain: pd.DataFrame, measure: str, name: str, title: str, label: str) -> Section:
    """Return how a measure is spread, a line each variant as long as lines can be told apart."""
    rows = with_measures(plain)
    if rows["variant"].nunique() > MOST_LINES:
        rows = rows.assign(variant=ALL)
    return Section(name, title, histogram(rows, measure, "variant"), (measure,), (),
                   partial(figures.plot_distribution, by="variant", label=label,
                           title=f"Distribution: {title.lower()}"))


def skill_sections(sets_of_data: Sequence[Dataset]) -> list[Section]:
    """Return by how much one agent beats another with the seats swapped, of the duels where two have met."""
    parts = []
    for data in sets_of_data:
        design, games, agents = design_of(data), data["games"], data.manifest["config"]["agents"]
        if design.is_duel and len(agents) == 2 and set(games["rotation"]) == {0, 1}:
            first, second = agents
            rows = [agent_effect(games).rename(columns={"what": "variant"}).assign(variant=ALL)]
            games = with_variant(games, design.cells)
            if games["variant"].nunique() > 1:
                rows.append(agent_effect(games, cells=["variant"]))
            parts.append(pd.concat(rows, ignore_index=True).assign(who=f"{first} against {second}"))
    if not parts:
        return []
    found = pd.concat(parts, ignore_index=True)
    found["name"] = found["variant"] + (": " + found["who"] if len(parts) > 1 else "")
    return [Section("skill", "How much skill decides", found, ("skill",),
                    (f"{'; '.join(found['who'].unique())}: points of margin, the seats cancelled.",),
                    partial(forest, name="name", label="points of margin", title="What the better player gains"))]


def deal(games: pd.DataFrame, measure: str = "margin") -> list[Section]:
    """Return how much the deal decides within each variant, if the same deals were played several ways."""
    parts = []
    for name, rows in games.groupby("variant", observed=True):
        cells = [cell for cell in ("arm", "rotation") if rows[cell].nunique() > 1]
        if cells and rows["block"].nunique() > 1:
            parts.append(deal_share(rows, measure, cells).assign(variant=name))
    if not parts:
        return []
    found = pd.concat(parts, ignore_index=True)
    return [Section("deal", "How much the deal decides", found[["variant", *found.columns.drop("variant")]],
                    ("deal_share",),
                    (f"Each deal was played several ways: how much of the {measure} is the same in all of them.",),
                    partial(forest, name="variant", label=f"share of the variance of the {measure}",
                            title="The deal"))]


def histogram(games: pd.DataFrame, measure: str, by: str, *, n_bins: int = 24) -> pd.DataFrame:
    """Return the share of games by value; columns `by`, left, width, share, n (games of the group)."""
    edges = np.histogram_bin_edges(games[measure], bins=n_bins)
    parts = []
    for name, rows in games.groupby(by, observed=True):
        counts, _ = np.histogram(rows[measure], bins=edges)
        parts.append(pd.DataFrame({by: name, "left": edges[:-1], "width": np.diff(edges), "share": counts / len(rows),
                                   "n": len(rows)}))
    return pd.concat(parts, ignore_index=True)
