"""Fitting the linear weights of a game's policy and evaluation to decisions and states of self-play.

The policy is a softmax over the legal actions of a decision; it is fitted to the shares of visits that a search gave
them (cross-entropy with a ridge; the target is that of AlphaZero, Silver et al. 2017). The evaluation is a linear
regression of the final margin for each stage of the game, with a ridge chosen by cross-validation.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

Floats = npt.NDArray[np.float64]
N_FOLDS = 5
RIDGES = (1.0, 10.0, 100.0, 300.0, 1000.0, 3000.0, 10_000.0)


@dataclass(frozen=True)
class PolicyFit:
    """A fitted policy and how well it does on decisions that it was not fitted to.

    Parameters
    ----------
    weights : one a feature
    cross_entropy : mean over the held-out decisions, in nats
    entropy : of the shares themselves: no policy can do better
    agreement : share of held-out decisions in which the policy's first choice is the search's
    n_decisions, n_held_out : how many it was fitted to, and tried on
    """

    weights: Floats
    cross_entropy: float
    entropy: float
    agreement: float
    n_decisions: int
    n_held_out: int


@dataclass(frozen=True)
class StageFit:
    """A fitted evaluation of one stage; spreads are standard deviations of the margin, those of the fit held out."""

    weights: Floats
    spread: float
    residual: float
    n: int


def fit_policy(sizes: npt.NDArray[np.int64], rows: npt.NDArray[np.int64], columns: npt.NDArray[np.int64],
               values: Floats, shares: Floats, n_features: int, *, ridge: float = 1e-4,
               held_out: float = 0.1) -> PolicyFit:
    """Fit a softmax policy; the last decisions are held out.

    Parameters
    ----------
    sizes : actions of each decision
    rows, columns, values : features that are not 0, rows counted over all decisions' actions
    shares : targets, one an action, summing to 1 over a decision
    """
    table = csr_matrix((values, (rows, columns)), shape=(int(sizes.sum()), n_features))
    n_fitted = max(1, round(len(sizes) * (1 - held_out)))
    split = int(sizes[:n_fitted].sum())
    fitted, target = table[:split], shares[:split]
    starts = np.r_[0, np.cumsum(sizes[:n_fitted])[:-1]]
    of = np.repeat(np.arange(n_fitted), sizes[:n_fitted])
    mean_target = fitted.T @ target / n_fitted

    def loss(weights: Floats) -> tuple[float, Floats]:
        logs, chances = _softmax(fitted @ weights, starts, of)
        value = float(np.mean(logs)) - float(mean_target @ weights) + ridge * float(weights @ weights)
        return value, fitted.T @ chances / n_fitted - mean_target + 2 * ridge * weights

    found = minimize(loss, np.zeros(n_features), jac=True, method="L-BFGS-B", options={"maxiter": 500})
    return PolicyFit(found.x, *_tried(table[split:], sizes[n_fitted:], shares[split:], found.x),
                     n_decisions=n_fitted, n_held_out=len(sizes) - n_fitted)


def _softmax(scores: Floats, starts: npt.NDArray[np.int64], of: npt.NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Return the log of each decision's sum of exponentials, and each action's chance."""
    most = np.maximum.reduceat(scores, starts)
    powers = np.exp(scores - most[of])
    sums = np.add.reduceat(powers, starts)
    return most + np.log(sums), powers / sums[of]


def _tried(table: object, sizes: npt.NDArray[np.int64], shares: Floats, weights: Floats) -> tuple[float, float, float]:
    """Return cross-entropy, entropy and agreement on decisions; nan for none."""
    if len(sizes) == 0:
        return float("nan"), float("nan"), float("nan")
    scores: Floats = table @ weights  # type: ignore[operator]
    starts, of = np.r_[0, np.cumsum(sizes)[:-1]], np.repeat(np.arange(len(sizes)), sizes)
    logs, _ = _softmax(scores, starts, of)
    agreed = [scores[a:a + n].argmax() == shares[a:a + n].argmax() for a, n in zip(starts, sizes, strict=True)]
    cross = float(np.mean(logs) - shares @ scores / len(sizes))
    entropy = -float(np.sum(shares * np.log(np.where(shares > 0, shares, 1)))) / len(sizes)
    return cross, entropy, float(np.mean(agreed))


def fit_stages(stages: npt.NDArray[np.int64], states: Floats, margins: Floats, n_stages: int, *,
               games: npt.NDArray[np.int64] | None = None, ridges: Sequence[float] = RIDGES,
               held_out: float = 0.1) -> Sequence[StageFit]:
    """Fit the final margin for each stage; the last states are held out.

    Parameters
    ----------
    games : the game of each state: then a long game counts no more than a short one, else each state the same
    ridges : penalties to choose from, on features scaled to deviation 1, in states
    """
    fits = []
    for stage in range(n_stages):
        x, y = states[stages == stage].astype(float), margins[stages == stage].astype(float)
        n = max(1, round(len(y) * (1 - held_out)))
        heavy = np.ones(n) if games is None else _alike(games[stages == stage][:n])
        weights = _ridge_fit(x[:n], y[:n], heavy, _best_ridge(x[:n], y[:n], heavy, ridges))
        rest = y[n:] - x[n:] @ weights
        fits.append(StageFit(weights, float(np.std(y)), float(np.sqrt(np.mean(rest**2))) if len(rest) else np.nan, n))
    return fits


def _alike(games: npt.NDArray[np.int64]) -> Floats:
    """Return weights of states, 1 on average, by which all games count the same."""
    _, of, counts = np.unique(games, return_inverse=True, return_counts=True)
    heavy: Floats = len(games) / len(counts) / counts[of]
    return heavy


def _ridge_fit(x: Floats, y: Floats, heavy: Floats, ridge: float) -> Floats:
    """Weighted least squares with a penalty; features that never vary have none: a mean is not to shrink."""
    spread = x.std(axis=0)
    scale = np.where(spread > 0, spread, 1)
    z = x / scale
    penalty = np.diag(np.where(spread > 0, ridge, 1e-9))
    weights: Floats = np.linalg.solve((z.T * heavy) @ z + penalty, (z.T * heavy) @ y) / scale
    return weights


def _best_ridge(x: Floats, y: Floats, heavy: Floats, ridges: Sequence[float]) -> float:
    """Return the penalty that predicts each fifth of the states best from the others: few games, many features."""
    if len(ridges) == 1 or len(y) < N_FOLDS:
        return ridges[0]
    fold = np.arange(len(y)) * N_FOLDS // len(y)  # in a row, so that a game's states mostly stay together

    def missed(ridge: float, k: int) -> float:
        rest = fold != k
        weights = _ridge_fit(x[rest], y[rest], heavy[rest], ridge)
        return float(heavy[~rest] @ (y[~rest] - x[~rest] @ weights)**2)

    misses = [sum(missed(ridge, k) for k in range(N_FOLDS)) for ridge in ridges]
    return ridges[int(np.argmin(misses))]
