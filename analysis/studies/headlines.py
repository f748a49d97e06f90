"""Headlines: what a report claims, each as a number that would be 0 if there were nothing to claim.

They are worked out in the same way from every source - an agent with a table of component data - so that sources can
be compared: survival.py beside this.
"""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from kingmaker.analysis.data.dataset import Dataset
from kingmaker.analysis.errors import DataError
from kingmaker.analysis.stats.intervals import block_values, mean_interval, shares_interval
from kingmaker.analysis.studies import seats
from kingmaker.analysis.studies.balance import without_arms
from kingmaker.analysis.studies.design import Design, with_variant
from kingmaker.analysis.studies.difficulty import agent_gaps, step_cost
from kingmaker.analysis.studies.effects import is_pair, kind_effects, with_measures, worth
from kingmaker.analysis.studies.pieces import against_kind

COLUMNS = ["headline", "estimate", "low", "high", "n"]
OWN = "own"
LEARNED = "weights"  # the option of games that learn
ABOVE_KIND = ", against the mean of its kind"
BEYOND_COPIES = ", against as many copies of its kind"


@dataclass(frozen=True)
class Source:
    """Where headlines come from: who played with which component data."""

    agent: str
    table: str
    headlines: pd.DataFrame


def table_of(data: Dataset, components: Sequence[str]) -> str:
    """Return the name of the component data that a data set was played with.

    Tables that are the same to the byte have one name only if they are named alike in the game's options.

    Parameters
    ----------
    components : the options that choose component data
    """
    words = "|".join(map(re.escape, components)) or "(?!)"  # of no options, none is found
    given = re.findall(rf"(?:^|[:,])({words})=([^,]*)", str(data.manifest["config"]["game"]))
    return "+".join(dict.fromkeys(value.rpartition("/")[2] for _, value in given if value)) or OWN


def agents_of(data: Dataset) -> str:
    """Return who played."""
    return "; ".join(data.manifest["config"]["agents"])


def duel_headlines(games: pd.DataFrame, *, forbids: Mapping[str, int], cells: Sequence[str],
                   pieces: pd.DataFrame | None = None) -> pd.DataFrame:
    """Return the headlines of duels: going first, worths, worths against their kind; COLUMNS."""
    plain = with_measures(without_arms(games))
    first = mean_interval(block_values(plain, "starter_margin", ["arm"]))
    wins = shares_interval(block_values(plain, "starter_win", ["arm"]))
    parts = [first.assign(headline="going first, points"),
             _minus(wins, 0.5).assign(headline="going first, share of the win above 1/2")]
    bans = games[[_bans_alone(arm, forbids) for arm in games["arm"]]]
    if (bans["arm"] != "").any():
        found = worth(bans, forbids=forbids, cells=cells)
        parts.append(found.assign(headline="worth of " + found["word"]))
        found = against_kind(bans, pieces, forbids=forbids, cells=cells)
        if len(found):
            parts.append(found.assign(headline=_named("", found["word"], BEYOND_COPIES)))
    return pd.concat([part[COLUMNS] for part in parts], ignore_index=True)


def _named(before: str, names: pd.Series, behind: str) -> list[str]:
    """Return headlines; what is told against its only peer needs no more words."""
    return [f"{before}{name}{'' if is_pair(name) else behind}" for name in names]


def _bans_alone(arm: str, forbids: Mapping[str, int]) -> bool:
    """Whether an arm forbids something and does nothing else; none does too."""
    return all(part.partition("=")[0] in forbids or "=" not in part for part in arm.split(","))


def contest_headlines(games: pd.DataFrame, measures: Mapping[str, str], *, cells: Sequence[str],
                      idle: Sequence[int] = ()) -> pd.DataFrame:
    """Return the headlines of a contest of several: seats, and interventions against the mean of their kind; COLUMNS.

    Parameters
    ----------
    measures : kind of intervention -> the column in which its effect is measured
    """
    rows = seats.seat_rows(without_arms(games), idle)
    found = seats.named(seats.by_place(rows, "lead", ["players", "order"]))
    parts = [found.assign(headline="seat, " + found["seat"] + ", points")]
    if measures:
        found = kind_effects(games, measures, cells=cells)
        parts.append(found.assign(headline=_named("effect of ", found["arm"], ABOVE_KIND)))
    return pd.concat([part[COLUMNS] for part in parts], ignore_index=True)


def difficulty_headlines(rows: pd.DataFrame, agent: str, reference: str, option: str, others: Sequence[str], *,
                         has_steps: bool = True) -> pd.DataFrame:
    """Return the headlines of one agent's play against the rules: wins, what a step costs, variants, gaps.

    Variants, and values without an order, are compared by the margin - their mean on the same deal. What other agents
    gain or lose against the reference stands with the reference.

    Parameters
    ----------
    rows : of `difficulty.outcomes`
    option, others : the difficulty, and the other options that make a task
    has_steps : whether the values of the difficulty have an order
    """
    own = rows[rows["agent"] == agent]
    wins = block_values(own, "win", [option])
    named = [f"{option} {value}" for value in wins.columns]
    parts = [_minus(shares_interval(wins), 0.5).assign(headline=[f"{name}: share of the win above 1/2"
                                                                 for name in named])]
    if own[option].nunique() > 1 and not has_steps:
        parts.append(_above_mean(own, option))
    elif own[option].nunique() > 1:
        cost = step_cost(own, option)
        parts.append(cost.assign(headline=[f"{option} {value} against the one below, points"
                                           for value in cost[option]]))
    if others and own[list(others)].drop_duplicates().shape[0] > 1:
        parts.append(_above_mean(with_variant(own, others), "variant"))
    if agent == reference and rows["agent"].nunique() > 1:
        gaps = agent_gaps(rows, reference)
        parts.append(gaps.assign(headline=gaps["agent"] + f" against {reference}, points"))
    return pd.concat([part[COLUMNS] for part in parts], ignore_index=True)


def _above_mean(rows: pd.DataFrame, by: str) -> pd.DataFrame:
    """Return by how much each value's margin is above their mean on the same deal."""
    margins = block_values(rows, "margin", [by])
    found = mean_interval(margins.sub(margins.mean(axis=1), axis=0))
    return found.assign(headline=[f"{name}: points above the mean {by}" for name in margins.columns])


def together(sources: Sequence[Source]) -> pd.DataFrame:
    """Return the headlines of all sources in one frame, with `source`, `agent` and `table`.

    A source is called as its agent with its own tables, and as its table besides the first agent's.
    """
    parts = [one.headlines.assign(agent=one.agent, table=one.table, source=_name(one)) for one in sources]
    names = [part["source"].iloc[0] for part in parts]
    if len(set(names)) < len(names):
        raise DataError(f"compare: two data sets are the same agent and table: {'; '.join(names)}")
    return pd.concat(parts, ignore_index=True)


def _name(source: Source) -> str:
    return source.agent if source.table == OWN else f"{source.agent}, tables {source.table}"


def _minus(found: pd.DataFrame, nothing: float) -> pd.DataFrame:
    return found.assign(**{name: found[name] - nothing for name in ("estimate", "low", "high")})


def to_compare(designs: Sequence[Design], components: Sequence[str]) -> list[str]:
    """Return the options in which data sets must agree to be compared: all but component data, what
    players have learned of it, and what arms set."""
    apart = {*components, LEARNED, *(name for one in designs for name in one.set_by_arms)}
    return [name for name in designs[0].options if name not in apart]


def common(frames: Sequence[pd.DataFrame], columns: Sequence[str]) -> list[pd.DataFrame]:
    """Return the frames with those values of the columns only that all have: only like is compared with like."""
    kept = list(frames)
    for column in columns:
        values: Mapping[object, int] = pd.Series([x for frame in frames for x in frame[column].unique()]).value_counts()
        shared = [x for x, n in values.items() if n == len(frames)]
        if not shared:
            raise DataError(f"compare: the data sets have no value of {column} in common")
        kept = [frame[frame[column].isin(shared)] for frame in kept]
    return kept
