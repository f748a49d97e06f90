"""Sections on interventions: what may be forbidden, what each changes, and on whom; for duels and contests alike."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import pandas as pd

from kingmaker.analysis.show import figures
from kingmaker.analysis.show.report import Section
from kingmaker.analysis.stats.equivalence import with_verdicts
from kingmaker.analysis.studies.effects import arm_effects, kind_effects, kind_of, worth

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FINDINGS = ("q", "p_max", "p_balanced", "verdict")


def forest(frame: pd.DataFrame, **options: Any) -> Axes:
    """Draw as many lines as can be read."""
    return figures.plot_effects(frame.head(figures.SHOWN), **options)


def is_ban(arm: str, forbids: Mapping[str, int]) -> bool:
    """Whether an arm forbids something to a seat, whatever else it does."""
    return any(part.partition("=")[0] in forbids for part in arm.split(",") if "=" in part)


def restricted(games: pd.DataFrame, margin: float, *, forbids: Mapping[str, int], cells: Sequence[str],
               measure: str | Mapping[int, str] = "margin", kinds: pd.Series | None = None) -> list[Section]:
    """Return restricted play, if there are interventions that forbid something to a seat."""
    if not any(is_ban(arm, forbids) for arm in games["arm"].unique()):
        return []
    found = worth(games, forbids=forbids, cells=cells, measure=measure)
    found = found.sort_values("estimate", ascending=False, kind="stable", ignore_index=True)
    judged = with_verdicts(worth(games, forbids=forbids, cells=cells, measure=measure, relative=True, kinds=kinds),
                           margin).drop(columns="variance_ratio")
    if not found["given"].any():
        found, judged = found.drop(columns="given"), judged.drop(columns="given")
    ratio = found["variance_ratio"].median()
    return [
        Section("findings", f"Is anything off? (margin ±{margin:g} points)", judged, ("worth_relative", *FINDINGS),
                told(judged, "word"),
                partial(forest, label="worth - mean worth of its kind, points", margin=margin,
                        title="What is off comes first")),
        Section("worth", "Restricted play: what a player loses who may not use it", found,
                ("worth", "q", "p_max", "variance_ratio"),
                (f"On different deals the same certainty would take {ratio:.1f} times as many games (median).",),
                partial(forest, label="points lost", title="Worth, from paired interventions"))]


def told(judged: pd.DataFrame, name: str) -> tuple[str, ...]:
    """Say what is off, and how many there are of each verdict."""
    off = [f"{row[name]}: {row['estimate']:+.1f} points [{row['low']:.1f}, {row['high']:.1f}] from the mean of its kind"
           for _, row in judged[judged["verdict"] == "off"].iterrows()]
    counts = judged["verdict"].value_counts()
    return (f"Off: {'; '.join(off) if off else 'nothing'}.",
            f"{counts.get('balanced', 0)} balanced, {counts.get('open', 0)} open, of {len(judged)}.")


def of_kinds(games: pd.DataFrame, measured: Mapping[str, str], margin: float, win_margin: float, *,
             cells: Sequence[str], whom: str, prefix: str = "") -> list[Section]:
    """Return what interventions change for the one on whom each kind of them is measured.

    Parameters
    ----------
    games : with edge_NAME and lead_NAME of everybody on whom something is measured
    measured : kind -> NAME
    prefix : of the sections' names
    """
    if not measured:
        return []
    leads, edges = ({kind: f"{measure}_{name}" for kind, name in measured.items()} for measure in ("lead", "edge"))
    judged = with_verdicts(kind_effects(games, leads, cells=cells), margin)
    off, counts = told(judged, "arm")
    whole = kind_effects(games, leads, cells=cells, relative=False)
    whole = whole.sort_values("estimate", ascending=False, kind="stable", ignore_index=True)
    wins = with_verdicts(kind_effects(games, edges, cells=cells), win_margin)
    return [
        Section(f"{prefix}findings", f"Is anything off? (margin ±{margin:g} points)", judged,
                ("relative_effect", "lead", *FINDINGS), (off, whom, counts),
                partial(forest, name="arm", label="effect - mean effect of its kind, points of lead", margin=margin,
                        title="What is off comes first")),
        Section(f"{prefix}effects", "Interventions: what each changes against the game as dealt", whole,
                ("arm_effect", "lead", "q", "p_max", "variance_ratio"), (whom,),
                partial(forest, name="arm", label="points of lead", title="Effects, from paired interventions")),
        Section(f"{prefix}win_effects", f"The same in shares of the win (margin ±{win_margin:g})", wins,
                ("relative_effect", "edge", *FINDINGS), (whom,),
                partial(forest, name="arm", label="effect - mean effect of its kind, share of the win",
                        margin=win_margin, title="What is off comes first"))]


def kinds_played(games: pd.DataFrame, measured: Mapping[str, str], forbids: Mapping[str, int], other: str
                 ) -> dict[str, str]:
    """Return the kinds of intervention that were played and forbid nothing -> whom they are measured on.

    Parameters
    ----------
    other : whom those are measured on of which `measured` does not know
    """
    kinds = {kind_of(arm) for arm in games["arm"].unique()} - {"", *forbids}
    return {kind: measured.get(kind, other) for kind in (*(k for k in measured if k in kinds),
                                                         *sorted(kinds - measured.keys()))}


def for_all(games: pd.DataFrame, measures: Sequence[str], *, forbids: Mapping[str, int], cells: Sequence[str]
            ) -> list[Section]:
    """Return what interventions that forbid nothing to one side change for everybody, if there are such."""
    arms = [arm for arm in games["arm"].unique() if arm and not is_ban(arm, forbids)]
    if not arms:
        return []
    rows = games[games["arm"].isin([*arms, ""])]
    parts = [arm_effects(rows, measure, cells=cells).assign(measure=measure) for measure in measures]
    found = pd.concat(parts, ignore_index=True)
    found = found[["arm", "measure", *[name for name in found.columns if name not in ("arm", "measure")]]]
    return [Section("interventions", "Interventions: what each changes for all", found,
                    ("arm_effect", "q", "p_max", "variance_ratio"), (), partial(_first_measure, measure=measures[0]))]


def _first_measure(frame: pd.DataFrame, measure: str) -> Axes:
    rows = frame[frame["measure"] == measure].sort_values("estimate", ascending=False, kind="stable")
    return forest(rows, name="arm", label=f"{measure} under the intervention - without", title=f"Effects on {measure}")
