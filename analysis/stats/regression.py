"""Regression of results on what was done: the observational cross-check of the interventions.

Players choose what they do, so these are associations between equals in what is adjusted for, not effects.
"""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from kingmaker.analysis.errors import DataError
from kingmaker.analysis.stats.intervals import estimates
from kingmaker.analysis.stats.multiplicity import false_discovery

MOST_GAMES = 50_000  # in memory at once

Floats = npt.NDArray[np.float64]


def adjusted_effects(games: pd.DataFrame, exposure: pd.DataFrame, *, measure: str = "margin",
                     adjust: Sequence[str] = (), ridge: float = 0.0, level: float = 0.95) -> pd.DataFrame:
    """Return the linear regression of seat 0's measure on exposures, with errors by leaving out blocks (CR3).

    With few blocks the usual sandwich is too sure, as the fit bends towards each block's own games; what each block
    moves the coefficients by when it is left out is not (Bell & McCaffrey 2002; Cameron & Miller 2015, section VI).

    The model: measure = seat 0 + starter + adjusting columns + sum of (coefficient of a thing * exposure). Of a share
    of the win the coefficients are differences of probability.

    Parameters
    ----------
    games : block, starter and `measure`, which is of seat 0
    exposure : a row a game in the same order, a column for each thing whose coefficient is wanted
    adjust : further columns of `games`, taken as words, one of which is the standard
    ridge : penalty on the exposures' coefficients, in games; it draws those of rare things towards 0
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
    g = len(blocks)
    if g < 2 or len(y) <= x.shape[1]:
        raise DataError(f"adjusted_effects: {len(y)} games in {g} blocks are too few for {x.shape[1]} coefficients")
    moved = _moved_by_leaving_out(x, y - x @ beta, index, inverse)
    se = np.sqrt((g - 1) / g * (moved**2).sum(axis=0))
    terms = ["seat 0", "starter", *[f"adjusted {k}" for k in range(len(head) - 2)], *exposure.columns]
    rows = estimates(beta, se, np.full(len(beta), g), level=level)
    rows.insert(0, "term", terms)
    kept = rows[~rows["term"].str.startswith("adjusted ")].reset_index(drop=True)
    return kept.assign(q=false_discovery(kept["p"]))


def _moved_by_leaving_out(x: Floats, residuals: Floats, block: npt.NDArray[np.int64], inverse: Floats) -> Floats:
    """Return by how much the coefficients (columns) change when a block (row) is left out; exact, without a new fit."""
    order = np.argsort(block, kind="stable")
    sizes = np.bincount(block)
    begin = np.cumsum(sizes) - sizes
    moved = np.empty((len(sizes), x.shape[1]))
    for size in np.unique(sizes[sizes > 0]):
        alike = np.flatnonzero(sizes == size)
        for some in np.array_split(alike, len(alike) * size // MOST_GAMES + 1):
            games = order[begin[some][:, None] + np.arange(size)]  # a row a block
            own = x[games] @ inverse
            room = np.linalg.pinv(np.eye(size) - own @ x[games].transpose(0, 2, 1), hermitian=True)
            moved[some] = ((room @ residuals[games][:, :, None]) * own).sum(axis=1)
    return moved
