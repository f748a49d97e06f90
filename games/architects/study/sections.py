"""Sections of Architects' own: how players stand at the end, and what those had who won. Descriptions."""
from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pandas as pd

from kingmaker.analysis.data.dataset import Dataset
from kingmaker.analysis.show.effects import forest
from kingmaker.analysis.show.report import Section
from kingmaker.analysis.studies import seats
from kingmaker.analysis.studies.balance import without_arms
from kingmaker.analysis.studies.design import design_of
from kingmaker.games.architects.components import read_components
from kingmaker.games.architects.ledger import STANDS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

CHOSEN = "Players choose what they take: no effects."
DEALT = "Boards are dealt at random, so this is what they are worth in the hands of these players."
ENDS = dict(zip(STANDS, ("virtue_at_end", "cathedral_at_end", "built_at_end", "hired_at_end", "debts_at_end"),
                strict=True))
BANDS = ((0, 3), (4, 6), (7, 9), (10, 12), (13, 14))  # of virtue


def own_sections(data: Dataset, described: Dataset) -> list[Section]:
    """Return descriptions of the end, of virtue, and of what players had, of games as dealt; all of `described`."""
    plain = without_arms(described["games"])
    rows = seats.seat_rows(plain, design_of(described).idle)
    ends = _ends(plain, rows)
    sections = [_standing(ends), _virtue(ends, rows)]
    kept = [("game", "in", plain["game"].tolist())]
    names = named_cards(data)
    for table, column, title, note in (
            ("buildings", "building", "Buildings and wonders: who built them (a description)", CHOSEN),
            ("apprentices", "apprentice", "Apprentices: who kept them (a description)", CHOSEN),
            ("boards", "board", "Player boards: who was dealt them", DEALT)):
        if table not in described.tables:
            continue
        held = described.frame(table, where=kept)
        held = held[["game", "seat"]].assign(name=held[column].astype(str).map(lambda id_: names.get(id_, id_)))
        sections.append(_held(table, title, seats.when_held(rows, held), note))
    return sections


def named_cards(data: Dataset) -> dict[str, str]:
    """Return what cards are called, from the component file that was played with."""
    parts = read_components(data.data_file("components"))
    named = [(card.id, card.name) for cards in (parts.buildings, parts.wonders, parts.apprentices) for card in cards]
    return {id_: f"{id_} {name}" for id_, name in named}


def _ends(games: pd.DataFrame, rows: pd.DataFrame) -> pd.DataFrame:
    """Return how each player stood at the end: game, seat and the columns of STANDS."""
    parts = []
    for seat in sorted(rows["seat"].unique()):
        there = games[["game", *(f"{name}_{seat}" for name in STANDS)]].set_axis(["game", *STANDS], axis=1)
        parts.append(there.dropna().assign(seat=seat))
    ends = pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=["game", "seat", *STANDS])
    return ends.merge(rows[["game", "seat", "block", "players"]], on=["game", "seat"])


def _standing(ends: pd.DataFrame) -> Section:
    frame = ends.assign(one=1.0, name=[f"{n} players" if n > 1 else "alone" for n in ends["players"]])
    found = seats.rates(frame, ends.drop_duplicates("game").set_index("game")["block"], "name",
                        {rate: (column, "one") for column, rate in ENDS.items()})
    return Section("standing", "How players stand at the end", found, tuple(ENDS.values()))


def _virtue(ends: pd.DataFrame, rows: pd.DataFrame) -> Section:
    held = [ends[ends["virtue_at"].between(low, high)][["game", "seat"]].assign(name=f"virtue {low} to {high}")
            for low, high in BANDS]
    found = seats.when_held(rows, pd.concat(held, ignore_index=True))
    order = {f"virtue {low} to {high}": k for k, (low, high) in enumerate(BANDS)}
    found = found.sort_values("name", key=lambda names: names.map(order), kind="stable", ignore_index=True)
    found = found.sort_values("rate", kind="stable", ignore_index=True)
    return _held("virtue", "Virtue at the end: who came out ahead (a description)", found, CHOSEN)


def _held(name: str, title: str, found: pd.DataFrame, note: str) -> Section:
    return Section(name, title, found, ("held_edge", "held_lead"), (note,),
                   partial(_drawn, label="lead, points", title=title.split(":")[0]) if len(found) else None)


def _drawn(frame: pd.DataFrame, **options: Any) -> Axes:
    rows = frame[frame["rate"] == "held_lead"].sort_values("estimate", ascending=False, kind="stable")
    return forest(rows, name="name", **options)
