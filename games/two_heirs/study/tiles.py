"""What a data set says about tiles: how often they come, what they bring and cost, what goes with building them."""
from __future__ import annotations

import numpy as np
import pandas as pd

from kingmaker.analysis.data.dataset import Dataset
from kingmaker.analysis.errors import DataError
from kingmaker.analysis.stats.intervals import rates_interval, ratio_interval
from kingmaker.analysis.stats.multiplicity import false_discovery
from kingmaker.analysis.stats.regression import adjusted_effects
from kingmaker.analysis.studies.balance import without_arms
from kingmaker.games.two_heirs.components import read_tiles


def tiles_of(data: Dataset) -> pd.DataFrame:
    """Return the tile table that the games were played with."""
    if "tiles" not in data.manifest["data"]:
        raise DataError(f"{data.directory}: holds no games with tiles")
    return pd.DataFrame([tile.as_row() for tile in read_tiles(data.data_file("tiles"))])


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


def pieces_of(tiles: pd.DataFrame) -> pd.DataFrame:
    """Return what each word of a ban is: tile, building or set, of how many tiles, costing how many resources each.

    Camps, sieges and roads are uses of what everybody has: they have neither copies nor a price to be compared by.
    """
    paid = tiles.assign(cost=tiles[["wood", "stone", "wheat"]].sum(axis=1))
    parts = [pd.DataFrame({"word": ("camps", "sieges", "roads"), "kind": "use", "copies": np.nan, "cost": np.nan})]
    for kind, column in (("set", "set"), ("building", "building"), ("tile", "id")):
        costs = paid.groupby(column, sort=False)["cost"]
        told = pd.DataFrame({"copies": costs.size().astype(float), "cost": costs.mean().astype(float), "kind": kind})
        parts.append(told.rename_axis("word").reset_index())
    return pd.concat(parts, ignore_index=True)


def built_by_side(games: pd.DataFrame, pieces: pd.DataFrame, *, by: pd.Series | None = None) -> pd.DataFrame:
    """Return for each game how many more of each piece seat 0 built than seat 1; a column a piece.

    Parameters
    ----------
    by : piece -> group (building or set) to count by; pieces themselves if None
    """
    rows = pieces[pieces["built"].notna()]
    name = rows["piece"].astype(str)
    sign = np.where(rows["taken_by"].astype(float) == 0, 1.0, -1.0)
    counts = pd.DataFrame({"game": rows["game"], "name": name if by is None else name.map(by), "sign": sign})
    wide = counts.groupby(["game", "name"])["sign"].sum().unstack(fill_value=0.0)
    return wide.reindex(games["game"], fill_value=0.0)


def synergies(games: pd.DataFrame, pieces: pd.DataFrame, by: pd.Series, *, measure: str = "margin") -> pd.DataFrame:
    """Return how much more a side has that builds of two groups than the sum of both says; columns a, b, estimate, ...

    The coefficient of (seat 0's count of a * its count of b - the same of seat 1), beside the counts of each group.
    """
    rows = pieces[pieces["built"].notna()].assign(group=lambda frame: frame["piece"].astype(str).map(by))
    rows = rows.assign(taken_by=rows["taken_by"].astype(int))
    counts = rows.groupby(["game", "taken_by", "group"]).size().unstack(fill_value=0).astype(float)
    sides = [counts.xs(seat, level="taken_by").reindex(games["game"], fill_value=0.0)
             if seat in counts.index.get_level_values("taken_by") else
             pd.DataFrame(0.0, index=games["game"], columns=counts.columns) for seat in (0, 1)]
    names = list(counts.columns)
    exposure = sides[0] - sides[1]
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1:]]
    met = [(a, b) for a, b in pairs if ((sides[0][a] * sides[0][b]) - (sides[1][a] * sides[1][b])).any()]
    for a, b in met:
        exposure[f"{a} x {b}"] = sides[0][a] * sides[0][b] - sides[1][a] * sides[1][b]
    result = adjusted_effects(games, exposure, measure=measure)
    chosen = result[result["term"].isin([f"{a} x {b}" for a, b in met])].reset_index(drop=True)
    named = pd.DataFrame(met, columns=["a", "b"])
    return pd.concat([named, chosen.drop(columns=["term", "q"])], axis=1).assign(q=false_discovery(chosen["p"]))
