"""What games of a duel look like: combinations, sources of points, tiles. Descriptions; effects are in effects.py."""
from __future__ import annotations

import numpy as np
import pandas as pd

from kingmaker.analysis.stats.intervals import (
    block_values,
    mean_interval,
    rates_interval,
    ratio_interval,
    shares_interval,
)
from kingmaker.analysis.stats.multiplicity import false_discovery, max_t
from kingmaker.analysis.studies.effects import with_measures

SUMMARY = ("starter_margin", "starter_win", "total", "spread", "turns", "draw", "lead_changes", "decided_share")
ALL = "all combinations"
SHARES = {"starter_win", "draw", "decided_share"}


def without_arms(games: pd.DataFrame) -> pd.DataFrame:
    """Return the games that were played without an intervention."""
    return games[games["arm"] == ""]


def summary(games: pd.DataFrame, by: str = "sets") -> pd.DataFrame:
    """Return what each combination is like: columns `by`, measure, estimate, low, high, se, n (blocks).

    Measures as in `with_measures`, and `spread`, the mean of |starter's margin - its mean|.
    """
    rows = with_measures(without_arms(games))
    mean = rows.groupby(by, observed=True)["starter_margin"].transform("mean")
    rows["spread"] = (rows["starter_margin"] - mean).abs()
    parts = []
    for measure in SUMMARY:
        if measure in rows:
            wide = block_values(rows, measure, [by])
            found = shares_interval(wide) if measure in SHARES else mean_interval(wide).drop(columns="p")
            parts.append(found.assign(**{by: list(wide.columns)}, measure=measure))
    frame = pd.concat(parts, ignore_index=True)
    return frame[[by, "measure", *[name for name in frame.columns if name not in (by, "measure")]]]


def going_first(games: pd.DataFrame, *, seed: int = 0) -> pd.DataFrame:
    """Return the starter's margin over all combinations and in each: sets, estimate, low, high, se, n, p, q, p_max.

    Over all: the mean over blocks of a block's mean over its combinations.
    """
    wide = block_values(with_measures(without_arms(games)), "starter_margin", ["sets"])
    if len(wide.columns) > 1:
        wide.insert(0, ALL, wide.mean(axis=1))
    found = mean_interval(wide)
    return pd.DataFrame({"sets": list(wide.columns), **found, "q": false_discovery(found["p"]),
                         "p_max": max_t(wide, seed=seed)})


def sources(games: pd.DataFrame, pieces: pd.DataFrame, buildings: pd.Series) -> pd.DataFrame:
    """Return from what the points of all sides come: columns source, estimate (share), low, high, se, n (blocks).

    Parameters
    ----------
    pieces : game, piece, points of a data set
    buildings : piece -> building
    """
    rows = without_arms(games)
    sides = [seat for seat in (0, 1) if f"buildings_{seat}" in rows and rows[f"points_{seat}"].notna().all()]
    total = rows[[f"points_{seat}" for seat in sides]].sum(axis=1)
    scored = pieces[pieces["game"].isin(rows["game"]) & pieces["points"].notna()]
    named = scored.assign(building=scored["piece"].astype(str).map(buildings))
    by_building = (named.groupby(["game", "building"])["points"].sum().astype(float).unstack(fill_value=0.0)
                   .reindex(rows["game"], fill_value=0.0))
    parts = by_building.set_index(rows.index)
    for name in ("roads", "doubling"):
        parts[name] = rows[[f"{name}_{seat}" for seat in sides]].sum(axis=1).astype(float)
    if "treasure_points" in rows and rows["treasure_points"].notna().any():
        parts["treasures"] = rows["treasure_points"].fillna(0).astype(float)
    sums = parts.groupby(rows["block"]).sum()
    counts = total.groupby(rows["block"]).sum().to_numpy()[:, None] * np.ones((1, sums.shape[1]))
    found = ratio_interval(sums, counts).assign(source=list(sums.columns)).drop(columns="p")
    return found[["source", *[name for name in found.columns if name != "source"]]].sort_values(
        "estimate", ascending=False, ignore_index=True)


def tile_rates(games: pd.DataFrame, pieces: pd.DataFrame) -> pd.DataFrame:
    """Return how often each tile comes, is taken and built, a row a tile and rate, named with its denominator.

    Rates: offered_per_game, taken_per_offered, built_per_taken, built_per_game, win_when_built and margin_when_built
    (of who built it, per game in which it was built). These last two are chosen by the players: a description, no
    effect.
    """
    rows = without_arms(games)
    columns = rows[["game", "block", "points_0", "points_1", "win_0", "win_1"]]
    there = pieces.merge(columns, on="game")
    who = there["taken_by"].astype(float)
    built = there["built"].notna()
    win = np.where(who == 0, there["win_0"], there["win_1"])
    margin = np.where(who == 0, 1.0, -1.0) * (there["points_0"] - there["points_1"])
    data = pd.DataFrame({
        "block": there["block"], "piece": there["piece"].astype(str), "game": 1.0,
        "offered": there["offered"].notna() * 1.0, "taken": there["taken"].notna() * 1.0, "built": built * 1.0,
        "win": np.where(built, win, 0.0), "margin": np.where(built, margin, 0.0)})
    sums = data.groupby(["block", "piece"]).sum().unstack(fill_value=0.0)
    rates = (("offered_per_game", "offered", "game"), ("taken_per_offered", "taken", "offered"),
             ("built_per_taken", "built", "taken"), ("built_per_game", "built", "game"),
             ("win_when_built", "win", "built"), ("margin_when_built", "margin", "built"))
    parts = []
    for name, top, bottom in rates:
        interval = ratio_interval if name == "margin_when_built" else rates_interval
        found = interval(sums[top], sums[bottom]).drop(columns="p", errors="ignore")
        parts.append(found.assign(piece=list(sums[top].columns), rate=name, denominator=sums[bottom].sum().to_numpy()))
    frame = pd.concat(parts, ignore_index=True)
    return frame[["piece", "rate", "estimate", "low", "high", "se", "n", "denominator"]]


def cost_and_worth(worths: pd.DataFrame, tiles: pd.DataFrame) -> pd.DataFrame:
    """Put what each word costs (mean resources of its tiles) beside its worth; what is no tile is left.

    Columns word, cost, and those of the worths; `worth_per_cost` where it costs anything.
    """
    paid = tiles.assign(cost=tiles[["wood", "stone", "wheat"]].sum(axis=1))
    costs = pd.concat([paid.set_index("id")["cost"], paid.groupby("building")["cost"].mean(),
                       paid.groupby("set")["cost"].mean()])
    found = worths.assign(cost=worths["word"].map(costs)).dropna(subset=["cost"])
    ratio = found["estimate"] / found["cost"].where(found["cost"] > 0)
    return found.assign(worth_per_cost=ratio).sort_values("cost", kind="stable", ignore_index=True)


def kinds_of(tiles: pd.DataFrame) -> pd.Series:
    """Return what kind of thing each word of a ban is: tile, building, set; camps, sieges and roads are uses."""
    words: dict[str, str] = dict.fromkeys(("camps", "sieges", "roads"), "use")
    for kind, column in (("set", "set"), ("building", "building"), ("tile", "id")):
        words |= dict.fromkeys(tiles[column], kind)
    return pd.Series(words)
