"""One model for who wins: each side of a contest wins in proportion to the exponential of what is added up for it.

With two sides of one agent each it is Bradley and Terry's model, with more Luce's; with an agent on the one side and a
task on the other it is Rasch's. Shared wins count in shares. Contests of one block share a deal, so intervals come from
resampled blocks.
"""
from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
STEPS, LONGEST, EXACT = 100, 2.0, 1e-10  # of Newton's method: how many, how long at most, when to stop


def fit(design: Floats, wins: Floats, prior: Floats, start: Floats) -> Floats:
    """Return the x that maximises the sum of wins * log softmax(design @ x) - prior x^2 / 2, which is concave.

    Parameters
    ----------
    design : contest, side, term -> how often the term counts for the side
    wins : contest, side -> shares of wins, summed over games
    prior : of each term, 1 / variance of a normal prior around 0; 0 for none
    start : where to begin

    Examples
    --------
    >>> even = fit(np.array([[[1.0], [0.0]]]), np.array([[3.0, 1.0]]), np.zeros(1), np.zeros(1))
    >>> round(float(np.exp(even[0])), 6)  # won three times of four against 1
    3.0
    """
    games, flat, x = wins.sum(axis=1), design.reshape(-1, design.shape[2]), start
    for _ in range(STEPS):
        strength = design @ x
        chance = np.exp(strength - strength.max(axis=1, keepdims=True))
        chance /= chance.sum(axis=1, keepdims=True)
        expected = chance * games[:, None]
        slope = (wins - expected).ravel() @ flat - prior * x
        mean = (chance[:, None, :] @ design)[:, 0]
        bend = flat.T @ (flat * expected.reshape(-1, 1)) - (mean * games[:, None]).T @ mean
        step = np.linalg.solve(bend + np.diag(prior), slope)
        x = x + step * min(1.0, LONGEST / max(float(np.abs(step).max()), EXACT))
        if np.abs(step).max() < EXACT:
            break
    return x


def block_weights(n_blocks: int, n_resamples: int, seed: int) -> Floats:
    """Return how often each block (column) is drawn in each bootstrap resample (row) of as many blocks."""
    rng = np.random.default_rng(seed)
    return rng.multinomial(n_blocks, np.full(n_blocks, 1 / n_blocks), size=n_resamples).astype(float)
