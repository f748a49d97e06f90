"""Sections on interventions: what may be forbidden, what each changes, and on whom; for duels and contests alike."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from kingmaker.analysis.show import figures
from kingmaker.analysis.show.report import Section
from kingmaker.analysis.stats.equivalence import with_verdicts
from kingmaker.analysis.studies import pieces as about_pieces
from kingmaker.analysis.studies.effects import AGAINST, arm_effects, kind_effects, kind_of
from kingmaker.analysis.studies.misfit import against_plain, below_nothing, with_misjudgement
from kingmaker.analysis.studies.pieces import SHARE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FINDINGS = ("q", "p_max", "p_balanced", "verdict", "more")
POOLED = ("pooled", "pooled_low", "pooled_high")
MISJUDGED = "These players misjudge this table"
CLAIM = 0.05
MOST_NAMED = 6
MOST_TIMES = 100  # as many blocks: what takes more cannot be told
Margin = float | Mapping[str, float]  # in points, for all kinds or by kind


def forest(frame: pd.DataFrame, *, title: str = "", **options: Any) -> Axes:
    """Draw as many lines as can be read; where there are more the title says so."""
    return figures.plot_effects(frame.head(figures.SHOWN), title=figures.title_of(title, len(frame)), **options)


def is_ban(arm: str, forbids: Mapping[str, int]) -> bool:
    """Whether an arm forbids something to a seat, whatever else it does."""
    return any(part.partition("=")[0] in forbids for part in arm.split(",") if "=" in part)


def restricted(games: pd.DataFrame, margin: Margin, *, share: float = SHARE, forbids: Mapping[str, int],
               cells: Sequence[str], measure: str | Mapping[int, str] = "margin", pieces: pd.DataFrame | None = None,
               between_two: bool = True, plain: pd.DataFrame | None = None) -> list[Section]:
    """Return restricted play, if there are interventions that forbid something to a seat.

    Parameters
    ----------
    margin, share : of `pieces.judged`
    pieces : what things there are: word, kind, copies, cost
    between_two : what one wins the other loses, so that nothing can be worth less than nothing
    plain : games on some of the same deals by a search that knows nothing of the table
    """
    if not any(is_ban(arm, forbids) for arm in games["arm"].unique()):
        return []
    bans: dict[str, Any] = {"forbids": forbids, "cells": cells, "measure": measure}
    alone = about_pieces.priced(games, pieces, **bans)
    apart = about_pieces.against_kind(games, pieces, **bans)
    held = None if plain is None else against_plain(games, plain, **bans)
    found = alone if held is None else with_misjudgement(alone, held)
    found = found.sort_values("estimate", ascending=False, kind="stable", ignore_index=True)
    beside = [] if held is None else against_plain_sections(held)
    first = [one for one in beside if one.title == MISJUDGED]
    return [
        *misjudged(alone, between_two), *first, *_in_short(found, apart, margin, share),
        *_compared(apart, margin, share, pieces), _worths(found, held),
        *(one for one in beside if one not in first), *_cost(found)]


def _worths(found: pd.DataFrame, held: pd.DataFrame | None) -> Section:
    """Return what each thing is worth, and what the intervals cover."""
    ratio = found["variance_ratio"].median()
    lines = [f"On different deals the same certainty would take {ratio:.1f} times as many games (median)."]
    statistics = ["worth", "per_copy", "per_cost", "q", "p_max", "variance_ratio"]
    if held is None:
        lines.insert(0, "The intervals cover the luck of the deals. How far these players misjudge the table is not "
                        "in them: let a plain search play some of the deals too (kingmaker balance --plain).")
    else:
        halves = [(found[high] - found[low]).median() / 2 for low, high in (("low", "high"),
                                                                           ("players_low", "players_high"))]
        lines.insert(0, "The intervals cover the luck of the deals and how far these players misjudge the table, by "
                        f"what a plain search finds on {held['n'].max():,.0f} of the deals: ±{halves[0]:.1f} points in "
                        f"the median. To these players alone (players; ±{halves[1]:.1f}) things may be worth something "
                        "else; q and p_max are theirs, as are verdicts.")
        statistics.insert(1, "players")
    return Section("worth", "Restricted play: what a player loses who may not use it", _without_blanks(found),
                   tuple(statistics), tuple(lines),
                   partial(forest, label="points lost" + ("" if held is None else ", the players' misjudgement in it"),
                           title="Worth, from paired interventions"))


def misjudged(worths: pd.DataFrame, between_two: bool = True) -> list[Section]:
    """Mark the page where things are worth less than nothing beyond chance: that tells of the players."""
    below = below_nothing(worths)
    if below.empty:
        return []
    named = "; ".join(f"{row['word']} {figures.interval_text(row, 1, sign=True)}"
                      for _, row in below.head(MOST_NAMED).iterrows())
    more = f"; {len(below) - MOST_NAMED} more" if len(below) > MOST_NAMED else ""
    why = ("Who may do less cannot gain by it if both play well, so these numbers come from misplay"
           if between_two else "Among several that may come from what the others do, else it comes from misplay")
    return [Section(
        "misfit", MISJUDGED, _without_blanks(below)[["word", "estimate", "low", "high", "n",
                                                                              "q_below"]], ("worth", "q_below"),
        (f"{len(below)} of {len(worths)} things are worth less than nothing, beyond chance: {named}{more}. {why}, and "
         "the other numbers of this page rest on the same players. Let them learn this table (kingmaker learn, then "
         "the option weights), or try a search without learned weights (preset=plain).",), None)]


def against_plain_sections(found: pd.DataFrame) -> list[Section]:
    """Tell of what things are worth to a search that knows nothing; mark the page where the players differ from it.

    Parameters
    ----------
    found : of `misfit.against_plain`
    """
    if found.empty:
        return []
    found = found.reindex(found["estimate"].abs().sort_values(ascending=False, kind="stable").index)
    apart = found[found["p_max"] < CLAIM]
    named = "; ".join(f"{row['word']}, worth {row['worth']:z.1f} to these players, "
                      f"{figures.interval_text(row, 1, sign=True)} to the search"
                      for _, row in apart.head(MOST_NAMED).iterrows())
    whom = f"to a search that knows nothing of this table and plays {found['n'].max():,.0f} of the same deals"
    said = (f"{len(apart)} of {len(found)} things are worth something else, beyond chance, {whom}: {named}."
            if len(apart) else f"None of {len(found)} things is worth something else, beyond chance, {whom}.")
    columns = ["word", "given", "worth", "plain", "estimate", "low", "high", "n", "q", "p_max", "checked",
               "checked_low", "checked_high"]
    return [Section(
        "plain", MISJUDGED if len(apart) else "Do these players know this table? The same by plain search",
        _without_blanks(found[columns]).reset_index(drop=True), ("worth", "plain", "checked", "q", "p_max"), (said,),
        partial(forest, label="worth to plain search - to these players, points", title="Plain search beside them"))]


def _in_short(found: pd.DataFrame, apart: pd.DataFrame, margin: Margin, share: float) -> list[Section]:
    """Return a sentence for each of the largest things, those of the kind of which a thing has most copies."""
    if apart.empty or apart["kind"].nunique() < 2:
        return []
    judged = about_pieces.judged(apart, margin, share)
    kind = judged.groupby("kind")["copies"].mean().idxmax()
    rows = judged[(judged["kind"] == kind) & (judged["given"] == "")].sort_values("pooled", ascending=False)
    worths = found[found["given"] == ""].set_index("word")
    lines, kept = [], []
    for _, row in rows.iterrows():
        first = row["word"].partition(AGAINST)[0]
        worth = worths.loc[first]
        lines.append(f"{row['word']}: {figures.interval_text(row, 1, sign=True, names=POOLED)} points from what as "
                     f"many copies bring, {row['verdict']}; {first} is worth {figures.interval_text(worth, 1)}.")
        kept.append({"word": row["word"], "worth": worth["estimate"], **{
            name: row[name] for name in ("pooled", "pooled_low", "pooled_high", "n", "verdict")}})
    return [Section("in_short", f"In short, each {kind}", pd.DataFrame(kept), ("worth", "pooled", "verdict"),
                    tuple(lines))]


def _compared(apart: pd.DataFrame, margin: Margin, share: float, pieces: pd.DataFrame | None = None) -> list[Section]:
    """Return what stands out among things of a kind, copies allowed for; nothing where nothing can be compared."""
    if apart.empty:
        return []
    verdicts = about_pieces.judged(apart, margin, share)
    columns = ["word", "given", "kind", "copies", "estimate", "low", "high", "n", "expected", "share", "pooled",
               "pooled_low", "pooled_high", "margin", "p_max", "p_balanced", "verdict", "more"]
    told_margin = _margin_told(margin)
    return [Section(
        "findings",
        f"Is anything off? (margin {told_margin}, at most {100 * share:g} % of what its copies should bring)",
        _without_blanks(verdicts[columns]),
        ("worth_relative", "expected", "share", "pooled", "p_max", "p_balanced", "verdict", "more"),
        told(verdicts, "word", of="what as many copies of its kind bring",
             ends=POOLED, rests_on=_rests_on(pieces)),
        partial(_pooled_forest, label="worth - that of as many copies of its kind, points (pooled)",
                title="What is off comes first"))]


def _rests_on(pieces: pd.DataFrame | None) -> dict[str, str]:
    """Return on which facts that no source tells each thing rests, where the game says it."""
    if pieces is None or "rests_on" not in pieces:
        return {}
    known = pieces[pieces["rests_on"].fillna("") != ""]
    return dict(zip(known["word"], known["rests_on"], strict=True))


def _pooled_forest(frame: pd.DataFrame, **options: Any) -> Axes:
    rows = frame.assign(estimate=frame["pooled"], low=frame["pooled_low"], high=frame["pooled_high"])
    return forest(rows, **options)


def _margin_told(margin: Margin) -> str:
    if isinstance(margin, Mapping):
        return ", ".join(f"{kind or 'others'} ±{value:g}" for kind, value in margin.items()) + " points"
    return f"±{margin:g} points"


def for_others(margin: Margin) -> float:
    """Return the margin in points of what is no kind of thing that can be forbidden."""
    return float(margin.get("", 1.0)) if isinstance(margin, Mapping) else margin


def _without_blanks(frame: pd.DataFrame) -> pd.DataFrame:
    """Leave out columns of which the game says nothing."""
    empty = [name for name in ("given", "kind", "cost", "per_cost") if name in frame
             and not frame[name].replace("", None).notna().any()]
    return frame.drop(columns=empty)


def _cost(found: pd.DataFrame) -> list[Section]:
    """Return worth against cost, a copy of each, if the game says what things cost."""
    rows = found[found["cost"].notna() & (found["copies"] > 0)]
    if rows.empty:
        return []
    by_copy = rows.assign(**{name: rows[name] / rows["copies"] for name in ("estimate", "low", "high")})
    by_copy = by_copy.sort_values("cost", kind="stable", ignore_index=True)
    return [Section("cost", "Cost and worth of a copy", by_copy[["kind", "word", "copies", "cost", "estimate", "low",
                                                                 "high", "n", "per_cost"]],
                    ("per_copy", "per_cost"), (), _drawn_cost)]


def _drawn_cost(by_copy: pd.DataFrame) -> Axes:
    """Draw the kind of which there are most."""
    kind = by_copy["kind"].value_counts().idxmax()
    return figures.plot_cost(by_copy[by_copy["kind"] == kind], cost="cost of a copy", label="worth of a copy, points",
                             title=f"Cost and worth{f' of each {kind}' if kind else ''}, by copy")


def told(verdicts: pd.DataFrame, name: str, *, of: str = "the mean of its kind",
         ends: tuple[str, str, str] = ("estimate", "low", "high"), rests_on: Mapping[str, str] | None = None
         ) -> tuple[str, ...]:
    """Say what is off and on which reconstructed facts that rests, and how many there are of each verdict."""
    facts = {word: f" (rests on reconstructed {told})" for word, told in (rests_on or {}).items()}
    off = [f"{row[name]}: {figures.interval_text(row, 1, sign=True, names=ends)} points from {of}"
           f"{facts.get(row[name].partition(AGAINST)[0], '')}"
           for _, row in verdicts[verdicts["verdict"] == "off"].iterrows()]
    counts = verdicts["verdict"].value_counts()
    more = verdicts.loc[verdicts["verdict"] == "open", "more"]
    tells = more[np.isfinite(more) & (more < MOST_TIMES * verdicts["n"].max())]
    return (f"Off: {'; '.join(off) if off else 'nothing'}.",
            f"{counts.get('balanced', 0)} balanced, {counts.get('open', 0)} open, of {len(verdicts)}."
            + (f" Half of what is open and can be told would take {tells.median():,.0f} more deals or fewer."
               if len(tells) else ""))


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
