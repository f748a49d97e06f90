"""Headlines: what a report claims, each as a number that would be 0 if there were nothing to claim.

They are worked out in the same way from every source - an agent with a table of component data - so that sources can
be compared: analysis/studies/survival.py.
"""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from kingmaker.analysis.data.dataset import Dataset
from kingmaker.analysis.errors import DataError
from kingmaker.analysis.stats.intervals import block_values, mean_interval, shares_interval
from kingmaker.analysis.stats.regression import synergies
from kingmaker.analysis.studies.balance import without_arms
from kingmaker.analysis.studies.difficulty import agent_gaps, level_cost, solo_games
from kingmaker.analysis.studies.effects import with_measures, worth

COLUMNS = ["headline", "estimate", "low", "high", "n"]
OWN = "own"
TABLES = re.compile(r"(?:^|[:,])(tiles|treasures|data)=([^,]*)")


@dataclass(frozen=True)
class Source:
    """Where headlines come from: who played with which component data."""

    agent: str
    table: str
    headlines: pd.DataFrame


def table_of(data: Dataset) -> str:
    """Return the name of the component data that a data set was played with.

    Tables that are the same to the byte have one name only if they are named alike in the game's options.
    """
    found = {name: value for name, value in TABLES.findall(str(data.manifest["config"]["game"])) if value}
    return "+".join(dict.fromkeys(value.rpartition("/")[2] for value in found.values())) or OWN


def duel_sources(sets_of_data: Sequence[Dataset], kinds: Sequence[pd.Series],
                 set_of: Sequence[pd.Series]) -> list[Source]:
    """Return a source for each data set of duels, over the combinations that all of them have played.

    Parameters
    ----------
    kinds, set_of : for each data set: word -> kind (`balance.kinds_of`), piece -> set
    """
    frames = common([data["games"] for data in sets_of_data], ["sets"])
    sources = []
    for data, games, kind, by in zip(sets_of_data, frames, kinds, set_of, strict=True):
        pieces = data.frame("pieces", ["game", "piece", "taken_by", "built"])
        sources.append(Source("; ".join(data.manifest["config"]["agents"]), table_of(data),
                              duel_headlines(games, kind, pieces, by)))
    return sources


def duel_headlines(games: pd.DataFrame, kinds: pd.Series | None = None, pieces: pd.DataFrame | None = None,
                   set_of: pd.Series | None = None) -> pd.DataFrame:
    """Return the headlines of duels: going first, worths, worths against their kind, synergies; COLUMNS."""
    plain = with_measures(without_arms(games))
    first = mean_interval(block_values(plain, "starter_margin", ["arm"]))
    wins = shares_interval(block_values(plain, "starter_win", ["arm"]))
    parts = [first.assign(headline="going first, points"),
             _minus(wins, 0.5).assign(headline="going first, share of the win above 1/2")]
    if games["arm"].str.contains("ban_").any():
        bans = games[~games["arm"].str.contains("first=")]
        found = worth(bans)
        parts.append(found.assign(headline="worth of " + found["word"]))
        found = worth(bans, relative=True, kinds=kinds)
        parts.append(found.assign(headline=found["word"] + " above the mean of its kind"))
    if pieces is not None and set_of is not None:
        parts += _synergies(plain, pieces, set_of)
    return pd.concat([part[COLUMNS] for part in parts], ignore_index=True)


def _synergies(plain: pd.DataFrame, pieces: pd.DataFrame, set_of: pd.Series) -> list[pd.DataFrame]:
    try:
        found = synergies(plain, pieces[pieces["game"].isin(plain["game"])], set_of)
    except ValueError:  # too few games for so many terms
        return []
    return [found.assign(headline="synergy of " + found["a"] + " and " + found["b"])]


def solo_sources(sets_of_data: Sequence[Dataset], reference: str) -> list[Source]:
    """Return a source for each honest agent of each data set of solo play: the reference's first, then by strength."""
    frames = common([solo_games(data["games"]) for data in sets_of_data], ["sets", "level"])
    sources = []
    for data, games in zip(sets_of_data, frames, strict=True):
        strength = games.groupby("agent", observed=True)["margin"].mean()
        agents = sorted(set(games["agent"]), key=lambda name: (name != reference, -strength[name]))
        sources += [Source(agent, table_of(data), solo_headlines(games, agent, reference))
                    for agent in agents if not agent.startswith("cheat")]
    return sources


def solo_headlines(games: pd.DataFrame, agent: str, reference: str) -> pd.DataFrame:
    """Return the headlines of one agent's solo play: wins, what a level costs, combinations, gaps to the reference.

    Combinations are compared by the margin - the mean over the combinations on the same deal. What other agents gain
    or lose against the reference stands with the reference.
    """
    own = games[games["agent"] == agent]
    wins = block_values(own, "win", ["level"])
    parts = [_minus(shares_interval(wins), 0.5).assign(
        headline=[f"level {level}: share of the win above 1/2" for level in wins.columns])]
    if own["level"].nunique() > 1:
        cost = level_cost(own)
        parts.append(cost.assign(headline=[f"level {level} against the one below, points" for level in cost["level"]]))
    if own["sets"].nunique() > 1:
        margins = block_values(own, "margin", ["sets"])
        found = mean_interval(margins.sub(margins.mean(axis=1), axis=0))
        parts.append(found.assign(headline=[f"{sets}: points above the mean combination" for sets in margins.columns]))
    if agent == reference and games["agent"].nunique() > 1:
        gaps = agent_gaps(games.assign(all=1), reference, by=("all",))
        parts.append(gaps.assign(headline=gaps["agent"] + f" against {reference}, points"))
    return pd.concat([part[COLUMNS] for part in parts], ignore_index=True)


def together(sources: Sequence[Source]) -> pd.DataFrame:
    """Return the headlines of all sources in one frame, with `source`, `agent` and `table`.

    A source is called as its agent with its own tables, and as its table besides the first agent's.
    """
    parts = [one.headlines.assign(agent=one.agent, table=one.table, source=_name(one)) for one in sources]
    names = [part["source"].iloc[0] for part in parts]
    if len(set(names)) < len(names):
        raise DataError(f"sensitivity: two sources are the same agent and table: {'; '.join(names)}")
    return pd.concat(parts, ignore_index=True)


def _name(source: Source) -> str:
    return source.agent if source.table == OWN else f"{source.agent}, tables {source.table}"


def _minus(found: pd.DataFrame, nothing: float) -> pd.DataFrame:
    return found.assign(**{name: found[name] - nothing for name in ("estimate", "low", "high")})


def common(frames: Sequence[pd.DataFrame], columns: Sequence[str]) -> list[pd.DataFrame]:
    """Return the frames with those values of the columns only that all have: only like is compared with like."""
    kept = list(frames)
    for column in columns:
        values: Mapping[object, int] = pd.Series([x for frame in frames for x in frame[column].unique()]).value_counts()
        shared = [x for x, n in values.items() if n == len(frames)]
        if not shared:
            raise DataError(f"sensitivity: the data sets have no value of {column} in common")
        kept = [frame[frame[column].isin(shared)] for frame in kept]
    return kept
