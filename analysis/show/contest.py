"""Sections on a contest that is no plain duel: several who decide, perhaps beside an opponent that never does."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import pandas as pd

from kingmaker.analysis.data.dataset import Dataset
from kingmaker.analysis.show import figures
from kingmaker.analysis.show.duel import deal
from kingmaker.analysis.show.effects import Margin, for_all, for_others, forest, kinds_played, of_kinds, restricted
from kingmaker.analysis.show.report import Section
from kingmaker.analysis.show.study import Study
from kingmaker.analysis.stats.equivalence import with_verdicts
from kingmaker.analysis.studies import seats
from kingmaker.analysis.studies.balance import without_arms
from kingmaker.analysis.studies.design import Design, design_of, with_variant
from kingmaker.analysis.studies.difficulty import difficulty, outcomes
from kingmaker.analysis.studies.effects import kind_effects, kind_of
from kingmaker.analysis.studies.headlines import OWN
from kingmaker.analysis.studies.pieces import SHARE
from kingmaker.analysis.studies.survival import agreement, survival

STRONGEST = 6


def contest_sections(data: Dataset, described: Dataset, study: Study, margin: Margin, win_margin: float,
                     share: float = SHARE) -> list[Section]:
    """Return what a data set of a contest says about balance; interventions first."""
    design, games = design_of(data), measured(data, study)
    cells, kinds = design.cells, kinds_of(games, study)
    bans = restricted(games, margin, forbids=study.forbids, cells=cells, pieces=study.pieces_of(data),
                      measure={seat: f"lead_{seat}" for seat in design.acting}, between_two=False, share=share,
                      plain=measured(data.plain, study) if data.plain else None)
    unknown = games[~games["arm"].map(lambda arm: any(f"{kind}=" in arm for kind in study.measured))]
    plain = without_arms(games if described is data else measured(described, study))
    rows, shown = seats.seat_rows(plain, design.idle), design_of(described)
    plain_margin = for_others(margin)
    return [
        *bans, *of_kinds(games, kinds, plain_margin, win_margin, cells=cells, whom=_whom(study),
                         prefix="arm_" if bans else ""),
        *for_all(_with_mean(unknown, design), ["points_mean", "turns"], forbids=study.forbids, cells=cells),
        *_seats(rows, plain_margin, win_margin), *_agents(rows),
        Section("games", "Games by number of players", seats.summary(plain, design.idle, _apart(plain, shown.cells)),
                seats.SUMMARY),
        *_opponent(plain, shown, study), *_points(plain, study.parts),
        *(deal(with_variant(games, cells), f"lead_{design.acting[0]}") if design.same_seats else []),
        *_across(games, design, kinds)]


def measured(data: Dataset, study: Study) -> pd.DataFrame:
    """Return the games with edge and lead of each seat that decides, and of those on whom interventions are measured.
    """
    games, design = study.games(data), design_of(data)
    takers = {str(seat): games[["game"]].assign(seat=seat) for seat in design.acting}
    return seats.with_takers(games, takers | dict(study.takers(data, games) if study.takers else {}), design.idle)


def kinds_of(games: pd.DataFrame, study: Study) -> dict[str, str]:
    """Return the kinds of intervention that were played -> whom they are measured on."""
    first = min(int(name.removeprefix("lead_")) for name in games if name.removeprefix("lead_").isdigit())
    return kinds_played(games, study.measured, study.forbids, str(first))


def _whom(study: Study) -> str:
    return study.whom or "Measured on the first seat that decides."


def _with_mean(games: pd.DataFrame, design: Design) -> pd.DataFrame:
    return games.assign(points_mean=games[[f"points_{seat}" for seat in design.acting]].mean(axis=1))


def _apart(games: pd.DataFrame, cells: Sequence[str]) -> list[str]:
    """Return the cells that are more than another name for the number of players."""
    points = games[[name for name in games if name.startswith("points_")]]
    players = points.notna().sum(axis=1).rename("n_players")
    return [cell for cell in cells if games.groupby(players)[cell].nunique().max() > 1]


# -- seats and points --------------------------------------------------------------------------------------------------


def _seats(rows: pd.DataFrame, margin: float, win_margin: float) -> list[Section]:
    """Return what sitting where is worth."""
    wins = with_verdicts(seats.named(seats.by_place(rows, "edge", ["players", "order"])), win_margin)
    points = with_verdicts(seats.named(seats.by_place(rows, "lead", ["players", "order"])), margin)
    return [
        Section("seats", f"Seats: share of the win against the mean share (margin ±{win_margin:g})", wins,
                ("edge", "p_balanced", "verdict"), (_counted(wins),),
                partial(forest, name="seat", label="share of the win - mean share", margin=win_margin,
                        title="Seats by order from whoever begins")),
        Section("seat_leads", f"Seats: points against the others (margin ±{margin:g})", points,
                ("lead", "p_balanced", "verdict"), (_counted(points),),
                partial(forest, name="seat", label="points - mean of the others", margin=margin,
                        title="Seats by order from whoever begins"))]


def _counted(judged: pd.DataFrame) -> str:
    counts = judged["verdict"].value_counts()
    return "; ".join(f"{counts.get(word, 0)} {word}" for word in ("off", "open", "balanced")) + "."


def _agents(rows: pd.DataFrame) -> list[Section]:
    """Return how agents compare where there are several."""
    if "agent" not in rows or rows["agent"].nunique() < 2:
        return []
    parts = [seats.by_place(rows, measure, ["agent", "players"]).assign(measure=measure)
             for measure in ("edge", "lead")]
    return [Section("agents", "Agents", pd.concat(parts, ignore_index=True), ("edge", "lead"))]


def _opponent(plain: pd.DataFrame, design: Design, study: Study) -> list[Section]:
    """Return how those who decide do against an opponent that never does, if there is one."""
    if not design.idle:
        return []
    rows = with_variant(outcomes(plain, design.acting), design.cells)
    return [Section("opponent", f"Against {study.opponent}", difficulty(rows, ["variant", "agent"]),
                    ("players_win", "players_margin"))]


def _points(plain: pd.DataFrame, parts: Sequence[str]) -> list[Section]:
    if not parts:
        return []
    gaps = seats.winner_gaps(plain, parts)
    return [
        Section("sources", "Where points come from", seats.part_shares(plain, parts), ("part_share",), (),
                partial(forest, name="source", label="share of all points", title="Points by source")),
        Section("winner_gaps", "What winners have more of", gaps, ("winner_gap",),
                ("No effects: a strong position brings points of every kind.",),
                partial(forest, name="source", label="winners - others, points", title="What winners have more of"))]


# -- from variant to variant -------------------------------------------------------------------------------------------


def _across(games: pd.DataFrame, design: Design, kinds: Mapping[str, str]) -> list[Section]:
    """Return, for each option over which blocks go, whether effects are the same with all of its values."""
    return [section for cell in design.cells if kinds and games[cell].nunique() > 1
            for section in _across_one(games, design, kinds, cell)]


def _across_one(games: pd.DataFrame, design: Design, kinds: Mapping[str, str], cell: str) -> list[Section]:
    leads = {kind: f"lead_{name}" for kind, name in kinds.items()}
    parts = []
    for value in pd.unique(games[cell]):
        rows = games[games[cell] == value]
        if {kind_of(arm) for arm in rows["arm"].unique()} & leads.keys():
            found = kind_effects(rows, leads, cells=design.cells)
            parts.append(found.assign(source=f"{cell} {value}", agent=f"{cell} {value}", table=OWN))
    if len(parts) < 2:
        return []
    together, first = pd.concat(parts, ignore_index=True), parts[0]["source"].iloc[0]
    outcome = survival(together.rename(columns={"arm": "headline"}))
    outcome = outcome.drop(columns=["tables", "table_sd"]).rename(columns={"headline": "arm", "agents": "with_others"})
    strongest = together.groupby("arm")["estimate"].apply(lambda x: x.abs().max()).nlargest(STRONGEST).index
    shown = together[together["arm"].isin(strongest)][["arm", "source", "estimate", "low", "high", "n"]]
    return [
        Section(f"{cell}_survival", f"Effects with {first}: which hold with other values", outcome, ("outcome",)),
        Section(f"{cell}_agreement", f"Effects by {cell}: do the rankings agree", agreement(together, name="arm"),
                ("tau",)),
        Section(f"{cell}_curves", f"The {STRONGEST} strongest, by {cell}", shown, ("relative_effect",), (),
                partial(figures.plot_curves, x="source", line="arm", joined=False, reference=0.0,
                        label="effect - mean of its kind, points", title=f"Effects by {cell}"))]
