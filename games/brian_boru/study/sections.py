"""Sections of Brian Boru's own: what becomes of cards, regions, marriage cards and Vikings. Descriptions."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import pandas as pd

from kingmaker.analysis.data.dataset import Dataset
from kingmaker.analysis.show.effects import forest
from kingmaker.analysis.show.report import Section
from kingmaker.analysis.studies import seats
from kingmaker.analysis.studies.balance import without_arms
from kingmaker.games.brian_boru.components import read_components
from kingmaker.games.brian_boru.names import PRINCESS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

CHOSEN = "Players choose what they take: no effects."


def takers(data: Dataset, games: pd.DataFrame) -> Mapping[str, pd.DataFrame]:
    """Return on whom interventions are measured: p1, who takes the first marriage card, who takes the Princess."""
    rounds = data.frame("rounds", ["game", "round", "wedding", "wed_to"]).rename(columns={"wed_to": "seat"})
    return {"p1": games[["game"]].assign(seat=0), "first": rounds[rounds["round"] == 1],
            "princess": rounds[rounds["wedding"] == PRINCESS]}


def own_sections(data: Dataset, described: Dataset) -> list[Section]:
    """Return descriptions of cards, regions, marriage cards, the Princess and the Vikings, of games as dealt.

    All are of `described`; interventions on them are among the sections that every game has.
    """
    plain = without_arms(described["games"])
    rows, data = seats.seat_rows(plain), described
    kept = [("game", "in", plain["game"].tolist())]
    cards, rounds, regions = (data.frame(name, where=kept) for name in ("cards", "rounds", "regions"))
    blocks = plain.set_index("game")["block"]
    names = _names(data)
    return [_cards(cards, blocks, rows, names["cards"]), _regions(regions, blocks, rows, names["regions"]),
            *_weddings(rounds, blocks, rows), _vikings(rounds, blocks)]


def _names(data: Dataset) -> dict[str, dict[Any, str]]:
    """Return what cards and regions are called, from the component file that was played with."""
    parts = read_components(data.data_file("components"))
    return {"cards": {card.number: f"{card.number} {card.suit}" for card in parts.cards},
            "regions": {one.id: f"{one.name} ({one.points})" for one in parts.regions}}


def _described(name: str, title: str, frame: pd.DataFrame, held: pd.DataFrame, statistics: Sequence[str],
               whose: str) -> Section:
    parts = [one for one in (frame, held) if len(one)]
    return Section(name, title, pd.concat(parts, ignore_index=True) if parts else frame,
                   (*statistics, "held_edge", "held_lead"), (CHOSEN,),
                   partial(_held, label="lead, points", title=f"{whose}: a description") if len(held) else None)


def _held(frame: pd.DataFrame, **options: Any) -> Axes:
    rows = frame[frame["rate"] == "held_lead"].sort_values("estimate", ascending=False, kind="stable")
    return forest(rows, name="name", **options)


def _cards(cards: pd.DataFrame, blocks: pd.Series, rows: pd.DataFrame, names: dict[Any, str]) -> Section:
    cards = cards.assign(
        name=cards["card"].map(names), taken=cards["taken_by"].notna(), pass_=cards["taken_in"].fillna(0),
        played=cards["trick"].notna(), second=cards["used"] == "secondary 2",
        lost=cards["used"].astype(str).str.startswith("secondary"))
    wanted = {"pass_taken": ("pass_", "taken"), "played_per_taken": ("played", "taken"),
              "won_per_played": ("won", "played"), "second_per_lost": ("second", "lost")}
    held = seats.when_held(rows, cards.rename(columns={"taken_by": "seat"})[["game", "seat", "name"]])
    return _described("cards", "Cards: drafted, played, won (a description)",
                      seats.rates(cards, blocks, "name", wanted), held, list(wanted),
                      "Lead of who held the card in a round")


def _regions(regions: pd.DataFrame, blocks: pd.Series, rows: pd.DataFrame, names: dict[Any, str]) -> Section:
    regions = regions.assign(name=regions["region"].astype(str).map(names), one=1, up=regions["turned"].notna(),
                             claimed=regions["holder"].notna())
    wanted = {"turned_per_game": ("up", "one"), "claimed_per_game": ("claimed", "one"),
              "moves_per_game": ("moves", "one"), "discs_per_game": ("discs", "one"),
              "vikings_per_game": ("vikings", "one")}
    held = seats.when_held(rows, regions.rename(columns={"holder": "seat"})[["game", "seat", "name"]])
    return _described("regions", "Regions: turned up, claimed (a description)",
                      seats.rates(regions, blocks, "name", wanted), held, list(wanted),
                      "Lead of who has the claim token at the end")


def _weddings(rounds: pd.DataFrame, blocks: pd.Series, rows: pd.DataFrame) -> list[Section]:
    rounds = rounds.assign(name=rounds["wedding"].astype(str), one=1, taken=rounds["wed_to"].notna()).rename(
        columns={"wed_to": "seat"})
    wanted = {"taken_per_shown": ("taken", "one")}
    cards = _described("weddings", "Marriage cards: taken (a description)",
                       seats.rates(rounds, blocks, "name", wanted),
                       seats.when_held(rows, rounds[["game", "seat", "name"]]), list(wanted),
                       "Lead of who took the marriage card")
    used = rounds[rounds["use"].notna()].assign(name=lambda frame: frame["use"].astype(str))
    shares = used.assign(**{use: used["name"] == use for use in used["name"].unique()})
    parts = [seats.rates(shares.assign(name=use), blocks, "name", {"use_share": (use, "one")})
             for use in sorted(used["name"].unique())]
    if not parts:
        return [cards]
    return [cards, _described("princess", "The Princess: how she was used (a description)",
                              pd.concat(parts, ignore_index=True),
                              seats.when_held(rows, used[["game", "seat", "name"]]), ["use_share"],
                              "Lead of who used the Princess so")]


def _vikings(rounds: pd.DataFrame, blocks: pd.Series) -> Section:
    """Return what becomes of the raiders by what the Viking card brings: what rests on its strength."""
    rounds = rounds.sort_values("strength").assign(one=1, repelled=rounds["left"] == 0)
    frame = seats.rates(rounds, blocks, "strength", {
        "repelled": ("repelled", "one"), "raiders_left": ("left", "one"), "towns_lost": ("lost", "one")})
    return Section("vikings", "Vikings by the strength of their card", frame.rename(columns={"name": "strength"}),
                   ("repelled", "raiders_left", "towns_lost"),
                   ("What is left in the battle area goes away after each round, so rounds do not add up.",),
                   _drawn_losses)


def _drawn_losses(frame: pd.DataFrame) -> Axes:
    return forest(frame[frame["rate"] == "towns_lost"], name="strength", label="towns lost in a round",
                   title="Towns lost by strength of the Viking card")
