"""Regression of results on what was built: the observational cross-check of the interventions.

Players choose what they build, so these are associations between equals in what is adjusted for, not effects.
"""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from kingmaker.analysis.errors import DataError
from kingmaker.analysis.stats.intervals import estimates
from kingmaker.analysis.stats.multiplicity import false_discovery


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


def adjusted_effects(games: pd.DataFrame, exposure: pd.DataFrame, *, measure: str = "margin",
                     adjust: Sequence[str] = (), ridge: float = 0.0, level: float = 0.95) -> pd.DataFrame:
    """Return the linear regression of seat 0's measure on exposures, with errors clustered by block (CR1).

    The model: measure = seat 0 + starter + adjusting columns + sum of (coefficient of a piece * exposure). Of a share
    of the win the coefficients are differences of probability.

    Parameters
    ----------
    games : block, starter and `measure`, which is of seat 0
    exposure : a row a game in the same order, a column a piece; `built_by_side` makes it
    adjust : further columns of `games`, taken as words, one of which is the standard
    ridge : penalty on the exposures' coefficients, in games; it draws those of rare pieces towards 0
    """
    y = games[measure].to_numpy(dtype=float)
    head = [np.ones(len(y)), np.where(games["starter"] == 0, 0.5, -0.5)]
    if adjust:
        head += list(pd.get_dummies(games[list(adjust)].astype(str), drop_first=True, dtype=float).to_numpy().T)
    x = np.column_stack([*head, exposure.to_numpy(dtype=float)])
    penalty = np.diag([0.0] * len(head) + [ridge] * exposure.shape[1])
    inverse = np.linalg.pinv(x.T @ x + penalty)
    beta = inverse @ (x.T @ y)
    blocks, index = np.unique(games["block"], return_inverse=True)
    scores = np.zeros((len(blocks), x.shape[1]))
    np.add.at(scores, index, x * (y - x @ beta)[:, None])
    g = len(blocks)
    if g < 2 or len(y) <= x.shape[1]:
        raise DataError(f"adjusted_effects: {len(y)} games in {g} blocks are too few for {x.shape[1]} coefficients")
    correction = g / (g - 1) * (len(y) - 1) / (len(y) - x.shape[1])
    se = np.sqrt(np.diag(inverse @ (scores.T @ scores) @ inverse) * correction)
    terms = ["seat 0", "starter", *[f"adjusted {k}" for k in range(len(head) - 2)], *exposure.columns]
    rows = estimates(beta, se, np.full(len(beta), g), level=level)
    rows.insert(0, "term", terms)
    kept = rows[~rows["term"].str.startswith("adjusted ")].reset_index(drop=True)
    return kept.assign(q=false_discovery(kept["p"]))


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
