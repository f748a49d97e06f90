"""What a data set says about tiles: how often they come, what they bring and cost, what goes with building them."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np
import pandas as pd

from kingmaker.analysis.data.dataset import Dataset
from kingmaker.analysis.errors import DataError
from kingmaker.analysis.stats.blocksums import BlockSums
from kingmaker.analysis.stats.multiplicity import false_discovery
from kingmaker.analysis.stats.regression import adjusted_effects
from kingmaker.analysis.studies.balance import without_arms
from kingmaker.games.two_heirs.components import read_tiles


def tiles_of(data: Dataset) -> pd.DataFrame:
    """Return the tile table that the games were played with."""
    if "tiles" not in data.manifest["data"]:
        raise DataError(f"{data.directory}: holds no games with tiles")
    return pd.DataFrame([tile.as_row() for tile in read_tiles(data.data_file("tiles"))])


Frames: TypeAlias = pd.DataFrame | Iterable[pd.DataFrame]  # of pieces: whole, or part by part, each with whole blocks
RATES = (("offered_per_game", "offered", "game"), ("taken_per_offered", "taken", "offered"),
         ("built_per_taken", "built", "taken"), ("built_per_game", "built", "game"),
         ("win_when_built", "built_win", "built"), ("margin_when_built", "built_margin", "built"))
NUMBERS = ("game", "offered", "taken", "built", "built_win", "built_margin", "taken_win", "left", "left_win")


UNSURE = ("reconstructed", "extrapolated")
BETWEEN = "/"  # a combination and a tile


def parts_of(pieces: Frames) -> Iterable[pd.DataFrame]:
    """Return pieces part by part."""
    return [pieces] if isinstance(pieces, pd.DataFrame) else pieces


def sources(games: pd.DataFrame, pieces: Frames, buildings: pd.Series) -> pd.DataFrame:
    """Return from what the points of all sides come: columns source, estimate (share), low, high, se, n (blocks).

    Parameters
    ----------
    pieces : game, piece, points of a data set
    buildings : piece -> building
    """
    rows = without_arms(games)
    sides = [seat for seat in (0, 1) if f"buildings_{seat}" in rows and rows[f"points_{seat}"].notna().all()]
    sums = BlockSums(("points", "all"))
    for part in parts_of(pieces):
        own = rows[rows["game"].isin(part["game"])]
        if len(own):
            wide = _sources_by_block(own, part[part["game"].isin(own["game"])], buildings, sides)
            whole = own[[f"points_{seat}" for seat in sides]].sum(axis=1).groupby(own["block"]).sum()
            sums.add({"points": wide, "all": pd.DataFrame(dict.fromkeys(wide.columns, whole))})
    found = sums.ratio("points", "all").assign(source=sums.things)
    return found[["source", *[name for name in found.columns if name != "source"]]].sort_values(
        "estimate", ascending=False, ignore_index=True)


def _sources_by_block(rows: pd.DataFrame, pieces: pd.DataFrame, buildings: pd.Series, sides: Sequence[int]
                      ) -> pd.DataFrame:
    """Return the points of each source in each block."""
    scored = pieces[pieces["points"].notna()]
    named = scored.assign(building=scored["piece"].astype(str).map(buildings), points=scored["points"].astype(float))
    parts = (named.groupby(["game", "building"])["points"].sum().unstack(fill_value=0.0)
             .reindex(index=rows["game"], columns=sorted(set(buildings)), fill_value=0.0).set_index(rows.index))
    for name in ("roads", "doubling"):
        parts[name] = rows[[f"{name}_{seat}" for seat in sides]].sum(axis=1).astype(float)
    if "treasure_points" in rows and rows["treasure_points"].notna().any():
        parts["treasures"] = rows["treasure_points"].fillna(0).astype(float)
    return parts.groupby(rows["block"]).sum()


def tile_sums(games: pd.DataFrame, pieces: Frames, by: str = "") -> BlockSums:
    """Return what became of each tile, block by block: NUMBERS.

    With `by`, a column of the games, things are called `VALUE/TILE`.

    `built_win` and `built_margin` are those of who built it, `taken_win` of who took it; `left` counts the sides that
    did not take it where it was offered, `left_win` what these won.
    """
    rows = without_arms(games)[["game", "block", "points_0", "points_1", "win_0", "win_1", *([by] if by else [])]]
    sums = BlockSums(NUMBERS)
    for part in parts_of(pieces):
        there = part.merge(rows, on="game")
        if there.empty:
            continue
        who, taken, built = there["taken_by"].astype(float), there["taken"].notna(), there["built"].notna()
        win = np.where(who == 0, there["win_0"], there["win_1"])
        both = there["win_0"] + there["win_1"]
        margin = np.where(who == 0, 1.0, -1.0) * (there["points_0"] - there["points_1"])
        offered = there["offered"].notna()
        data = pd.DataFrame({
            "block": there["block"], "piece": _named(there, by), "game": 1.0, "offered": offered * 1.0,
            "taken": taken * 1.0, "built": built * 1.0, "built_win": np.where(built, win, 0.0),
            "built_margin": np.where(built, margin, 0.0), "taken_win": np.where(taken, win, 0.0),
            "left": np.where(offered, 2.0 - taken, 0.0), "left_win": np.where(offered, both - taken * win, 0.0)})
        wide = data.groupby(["block", "piece"]).sum().unstack(fill_value=0.0)
        sums.add({name: wide[name] for name in NUMBERS})
    return sums


def _named(there: pd.DataFrame, by: str) -> pd.Series:
    names = there["piece"].astype(str)
    return there[by].astype(str) + BETWEEN + names if by else names


def tile_rates(games: pd.DataFrame, pieces: Frames) -> pd.DataFrame:
    """Return how often each tile comes, is taken and built, a row a tile and rate, named with its denominator.

    Rates: offered_per_game, taken_per_offered, built_per_taken, built_per_game, win_when_built and margin_when_built
    (of who built it, per game in which it was built). These last two are chosen by the players: a description, no
    effect.
    """
    return rates_of(tile_sums(games, pieces))


def rates_of(sums: BlockSums) -> pd.DataFrame:
    """Return `tile_rates` of sums."""
    parts = [sums.ratio(top, bottom, is_share=name != "margin_when_built").assign(
        piece=sums.things, rate=name, denominator=sums.total(bottom)) for name, top, bottom in RATES]
    frame = pd.concat(parts, ignore_index=True)
    return frame[["piece", "rate", "estimate", "low", "high", "se", "n", "denominator"]]


def cards(sums: BlockSums, tiles: pd.DataFrame, worths: pd.DataFrame | None = None) -> pd.DataFrame:
    """Return a row a tile: what it is and costs, what became of it, and what it is worth.

    Columns tile, building, cost, offered, taken, built (shares of games, of those offered, of those taken), win_taken,
    win_left (of who took it, and of sides that did not where it was offered), gain (their difference), low, high, n
    (blocks); worth, worth_low, worth_high: what who may not build it loses, of a tile, or of a copy of its building.

    Of sums by a combination of sets, `combination` says which.

    Parameters
    ----------
    worths : of `pieces.priced`; none if None
    """
    names = [name.rpartition(BETWEEN) for name in sums.things]
    by = tiles.set_index("id").loc[[tile for _, _, tile in names]]
    gain = sums.difference(("taken_win", "taken"), ("left_win", "left"))
    frame = pd.DataFrame({
        "combination": [combination for combination, _, _ in names], "tile": [tile for _, _, tile in names],
        "building": by["building"].to_numpy(), "cost": [_cost(row) for _, row in by.iterrows()],
        **{name: sums.ratio(name, of)["estimate"].to_numpy() for name, of in
           (("offered", "game"), ("taken", "offered"), ("built", "taken"))},
        "win_taken": sums.ratio("taken_win", "taken")["estimate"].to_numpy(),
        "win_left": sums.ratio("left_win", "left")["estimate"].to_numpy(),
        "gain": gain["estimate"].to_numpy(), **{name: gain[name].to_numpy() for name in ("low", "high")},
        "n": gain["n"].to_numpy()})
    known = {} if worths is None else {
        row["word"]: [row[name] / row["copies"] for name in ("estimate", "low", "high")]
        for _, row in worths[worths["given"] == ""].iterrows() if row["copies"] > 0}
    told = [known.get(row["tile"], known.get(row["building"], [np.nan] * 3)) for _, row in frame.iterrows()]
    return frame.assign(worth=[one[0] for one in told], worth_low=[one[1] for one in told],
                        worth_high=[one[2] for one in told])


def _cost(row: pd.Series) -> str:
    """Return a cost in words: `1 wood 2 stone`."""
    return " ".join(f"{row[name]} {name}" for name in ("wood", "stone", "wheat") if row[name]) or "nothing"


def pieces_of(tiles: pd.DataFrame) -> pd.DataFrame:
    """Return what each word of a ban is: tile, building or set, of how many tiles, costing how many resources each.

    Camps, sieges and roads are uses of what everybody has: they have neither copies nor a price to be compared by.
    """
    paid = tiles.assign(cost=tiles[["wood", "stone", "wheat"]].sum(axis=1), unsure=tiles["source"].map(_unsure))
    parts = [pd.DataFrame({"word": ("camps", "sieges", "roads"), "kind": "use", "copies": np.nan, "cost": np.nan})]
    for kind, column in (("set", "set"), ("building", "building"), ("tile", "id")):
        costs = paid.groupby(column, sort=False)["cost"]
        unsure = paid.groupby(column, sort=False)["unsure"].agg(lambda facts: ", ".join(
            dict.fromkeys(fact for some in facts for fact in some)))
        told = pd.DataFrame({"copies": costs.size().astype(float), "cost": costs.mean().astype(float), "kind": kind,
                             "rests_on": unsure})
        parts.append(told.rename_axis("word").reset_index())
    return pd.concat(parts, ignore_index=True)


def _unsure(source: str) -> list[str]:
    """Return the facts of a tile that no source tells.

    Examples
    --------
    >>> _unsure("copies:rulebook;cost:reconstructed;roads:extrapolated")
    ['cost', 'roads']
    """
    parts = [part.partition(":") for part in str(source).split(";") if part]
    return [fact for fact, _, origin in parts if origin in UNSURE]


def built_by_side(games: pd.DataFrame, pieces: Frames, *, by: pd.Series | None = None) -> pd.DataFrame:
    """Return for each game how many more of each piece seat 0 built than seat 1; a column a piece.

    Parameters
    ----------
    by : piece -> group (building or set) to count by; pieces themselves if None
    """
    counts = _counts(games, pieces, by)
    return counts[0] - counts[1]


def _counts(games: pd.DataFrame, pieces: Frames, by: pd.Series | None) -> list[pd.DataFrame]:
    """Return for each side how many of each piece, or group of pieces, it built in each game."""
    order = pd.Index(games["game"])
    counts: list[dict[str, np.ndarray]] = [{}, {}]
    for part in parts_of(pieces):
        rows = part[part["built"].notna() & part["game"].isin(order)]
        pieces_of_part = rows["piece"].astype("category").cat
        groups = [str(name) if by is None else str(by[str(name)]) for name in pieces_of_part.categories]
        group, place = np.array(groups)[pieces_of_part.codes], order.get_indexer(rows["game"])
        for seat in (0, 1):
            own = (rows["taken_by"] == seat).to_numpy(dtype=bool, na_value=False)
            for thing in sorted(set(groups)):
                column = counts[seat].setdefault(thing, np.zeros(len(order), dtype=np.int8))
                np.add.at(column, place[own & (group == thing)], 1)
    names = sorted(name for name in {*counts[0], *counts[1]}
                   if any(side.get(name, np.zeros(1)).any() for side in counts))
    return [pd.DataFrame({name: side.get(name, np.zeros(len(order), dtype=np.int8)) for name in names}, index=order)
            for side in counts]


def synergies(games: pd.DataFrame, pieces: Frames, by: pd.Series, *, measure: str = "margin") -> pd.DataFrame:
    """Return how much more a side has that builds of two groups than the sum of both says; columns a, b, estimate, ...

    The coefficient of (seat 0's count of a * its count of b - the same of seat 1), beside the counts of each group.
    """
    sides = _counts(games, pieces, by)
    names = list(sides[0].columns)
    exposure = sides[0] - sides[1]
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1:]]
    met = [(a, b) for a, b in pairs if ((sides[0][a] * sides[0][b]) - (sides[1][a] * sides[1][b])).any()]
    for a, b in met:
        exposure[f"{a} x {b}"] = sides[0][a] * sides[0][b] - sides[1][a] * sides[1][b]
    result = adjusted_effects(games, exposure, measure=measure)
    chosen = result[result["term"].isin([f"{a} x {b}" for a, b in met])].reset_index(drop=True)
    named = pd.DataFrame(met, columns=["a", "b"])
    return pd.concat([named, chosen.drop(columns=["term", "q"])], axis=1).assign(q=false_discovery(chosen["p"]))
