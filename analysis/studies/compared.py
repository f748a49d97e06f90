"""Two tables of a game on the same deals: what the new one changes in how games go, and how evenly things are worth.

Each deal is played with both, so what the deal does cancels; of identical tables every difference is exactly 0.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from kingmaker.analysis.errors import DataError
from kingmaker.analysis.stats.intervals import block_values, mean_interval
from kingmaker.analysis.stats.multiplicity import false_discovery
from kingmaker.analysis.studies.balance import without_arms
from kingmaker.analysis.studies.effects import with_measures
from kingmaker.analysis.studies.pieces import deviations
from kingmaker.intervals import t_quantiles

FEWEST = 3  # things of a kind, to say how evenly they are worth
LEVEL = 0.95


def same_deals(old: pd.DataFrame, new: pd.DataFrame, cells: Sequence[str]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the games of both that were played on the same deal in the same way, in the same order.

    Parameters
    ----------
    cells : the options over whose values the blocks of both go
    """
    keys = ["block", "deal", *cells, "arm", "rotation"]
    sides = [games.set_index(keys).sort_index() for games in (old, new)]
    both = sides[0].index.intersection(sides[1].index)
    if both.empty:
        raise DataError("compare: the two data sets have no game on the same deal; play both with the same seed")
    first, second = (side.loc[both].reset_index() for side in sides)
    return first, second


def how_games_go(games: pd.DataFrame, acting: Sequence[int], own: Sequence[str] = ()) -> pd.DataFrame:
    """Return games with what is compared of them as columns, by name; between two seats who begins counts.

    Parameters
    ----------
    own : columns of the game's own
    """
    rows = without_arms(games)
    points = np.sort(rows[[f"points_{seat}" for seat in acting]].to_numpy(dtype=float), axis=1)
    measures = {"turns": rows["turns"].astype(float), "total": points.sum(axis=1),
                "winner_margin": points[:, -1] - points[:, -2], "draw": rows["winner"].isna().astype(float)}
    if len(acting) == 2:
        measures = {"starter_margin": with_measures(rows)["starter_margin"], **measures}
    measures |= {name: rows[name].astype(float) for name in own if name in rows}
    return rows[["block"]].assign(**measures)


def changes(old: pd.DataFrame, new: pd.DataFrame, level: float = LEVEL) -> pd.DataFrame:
    """Return what changes on the same deals: measure, old, new, estimate (new - old), low, high, se, n, p, q.

    Parameters
    ----------
    old, new : of `how_games_go`, of the same deals
    """
    measures = [name for name in old if name != "block"]
    tables = [pd.concat({name: block_values(games.assign(all="")[["block", "all", name]], name, ["all"])[""]
                         for name in measures}, axis=1) for games in (old, new)]
    found = mean_interval(tables[1] - tables[0], level=level)
    found.insert(0, "new", tables[1].mean().to_numpy())
    found.insert(0, "old", tables[0].mean().to_numpy())
    found.insert(0, "measure", measures)
    return found.assign(q=false_discovery(found["p"]))


def evenness(old: pd.DataFrame, new: pd.DataFrame, pieces: tuple[pd.DataFrame | None, pd.DataFrame | None],
             level: float = LEVEL, **bans: Any) -> pd.DataFrame:
    """Return by how much things of a kind differ in worth, copy by copy, with the old table and the new one.

    Columns measure (the kind), old, new (standard deviations between things, chance taken out), estimate (new - old),
    low, high, se, n (blocks), p: by leaving out one block after the other. Kinds of three things or more.
    """
    by_copy = [_by_copy(games, one, bans) for games, one in zip((old, new), pieces, strict=True)]
    rows = []
    for kind, columns in _common_kinds(by_copy).items():
        tables = [wide[columns].dropna() for wide, _ in by_copy]
        shared = tables[0].index.intersection(tables[1].index)
        values = [table.loc[shared].to_numpy() for table in tables]
        rows.append({"measure": kind, **_spread_change(values[0], values[1], level)})
    return pd.DataFrame(rows)


def _by_copy(games: pd.DataFrame, pieces: pd.DataFrame | None, bans: Mapping[str, Any]
             ) -> tuple[pd.DataFrame, pd.Series]:
    """Return the deviations of a copy by block, and the kind of each."""
    wide, about = deviations(games, pieces, **bans)
    if wide.empty:
        return wide, pd.Series(dtype=object)
    return wide / about["copies"].to_numpy(), pd.Series(about["kind"].to_numpy(), index=wide.columns)


def _common_kinds(sides: Sequence[tuple[pd.DataFrame, pd.Series]]) -> dict[str, list[tuple[str, str]]]:
    """Return what both tables have of each kind of which there are enough."""
    (first, kinds), (second, _) = sides
    columns: dict[str, list[tuple[str, str]]] = {}
    for name in first:
        if name in second:
            columns.setdefault(str(kinds[name]), []).append(name)
    return {kind: names for kind, names in columns.items() if len(names) >= FEWEST}


def _spread_change(old: np.ndarray, new: np.ndarray, level: float) -> dict[str, float]:
    """Return how the standard deviation between the columns' means changes, from blocks left out."""
    n = len(old)
    whole = [_spreads(values) for values in (old, new)]
    apart = whole[1][1:] - whole[0][1:]
    error = float(np.sqrt((n - 1) / n * ((apart - apart.mean())**2).sum())) if n > 1 else np.nan
    change = float(whole[1][0] - whole[0][0])
    half = float(t_quantiles((1 + level) / 2, max(n - 1, 1))) * error
    return {"old": float(whole[0][0]), "new": float(whole[1][0]), "estimate": change, "low": change - half,
            "high": change + half, "se": error, "n": n}


def _spreads(values: np.ndarray) -> np.ndarray:
    """Return the standard deviation between the columns' true means, not below 0: of all rows, then without each."""
    n = len(values)
    sums, squares = values.sum(axis=0), (values**2).sum(axis=0)
    sums, squares = np.vstack([sums, sums - values]), np.vstack([squares, squares - values**2])
    counts = np.r_[n, np.full(n, n - 1)][:, None]
    means = sums / counts
    errors = np.maximum(squares / counts - means**2, 0) / np.maximum(counts - 1, 1)
    return np.asarray(np.sqrt(np.maximum(means.var(axis=1, ddof=1) - errors.mean(axis=1), 0)))
