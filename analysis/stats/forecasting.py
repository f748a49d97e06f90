"""Fitting forecasts to outcomes, and judging forecasts by outcomes that no fit has seen.

The chance is a logistic regression of the share of the win, the margin a linear one, both on what a position looks like
(`search/forecast.py`). What a search says may count for more or less at different stages, but never against itself: its
weights are at least 0. The penalty is chosen by games left out; covariances are those of games, not of positions (the
sandwich of Liang & Zeger 1986), as the positions of one game share its end.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt
from scipy.optimize import lsq_linear

from kingmaker.intervals import t_quantile

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Loss = Callable[[Floats, Floats], tuple[float, Floats, Floats]]
N_FOLDS = 5
PULLS = tuple(product((3.0, 30.0, 300.0, 3000.0), (0.3, 3.0, 30.0)))  # of neighbouring knots, and towards 0
MOST_STEPS, CLOSE = 50, 1e-6
FLATTEST = 1e-4  # bend of a row whose chance is as good as sure: steps stay short
N_BINS = 10
BIN = 50  # positions, of those that a mean is compared with its interval in
FEWEST = 10  # games of the rarer kind that a slope is told from, and its error (Peduzzi et al. 1996 want ten)


@dataclass(frozen=True)
class Seen:
    """Positions of games that were played to their end.

    Parameters
    ----------
    rows : what each looks like
    games, fifths : the game of each, and in which fifth of it, 0 to 4
    own : the chance by the search itself
    wins, margins : what came
    """

    rows: Floats
    games: Ints
    fifths: Ints
    own: Floats
    wins: Floats
    margins: Floats


@dataclass(frozen=True)
class Form:
    """How weights belong together: `n_knots` stages, in each the same sights, of which some may not count below 0."""

    n_knots: int
    at_least_0: tuple[bool, ...]

    @property
    def n_sights(self) -> int:
        """Weights of a stage; the first is a constant."""
        return len(self.at_least_0)


@dataclass(frozen=True)
class ForecastFit:
    """Weights of the chance's log-odds, or of a margin, and their covariance, by games."""

    weights: Floats
    error: Floats


def fit_chance(rows: Floats, wins: Floats, games: Ints, form: Form) -> ForecastFit:
    """Fit the chance to shares of the win."""
    return _fitted(rows, wins, games, form, _logistic)


def fit_margin(rows: Floats, margins: Floats, games: Ints, form: Form) -> ForecastFit:
    """Fit the margin; margins are best given in units of about one."""
    return _fitted(rows, margins, games, form, _squares)


def _logistic(odds: Floats, y: Floats) -> tuple[float, Floats, Floats]:
    """Return the loss of log-odds, its slope and its bend for each row."""
    chances: Floats = 1 / (1 + np.exp(-np.clip(odds, -700, 700)))
    return float(np.sum(np.logaddexp(0, odds) - y * odds)), chances - y, chances * (1 - chances)


def _squares(found: Floats, y: Floats) -> tuple[float, Floats, Floats]:
    return float(np.sum((found - y)**2)) / 2, found - y, np.ones(len(y))


def _fitted(rows: Floats, y: Floats, games: Ints, form: Form, loss: Loss) -> ForecastFit:
    fold = games * N_FOLDS // (int(games.max()) + 1)
    misses, least = [], np.tile(np.where(form.at_least_0, 0.0, -np.inf), form.n_knots)
    for pull in (_pull(strengths, form) for strengths in PULLS):
        found = np.empty(len(y))
        for k in range(N_FOLDS):
            found[fold == k] = rows[fold == k] @ _best(rows[fold != k], y[fold != k], loss, pull, least)
        misses.append(loss(found, y)[0])
    pull = _pull(PULLS[int(np.argmin(misses))], form)
    weights = _best(rows, y, loss, pull, least)
    return ForecastFit(weights, _sandwich(rows, y, games, loss, pull, weights))


def _best(rows: Floats, y: Floats, loss: Loss, pull: Floats, least: Floats) -> Floats:
    """Return the weights, none below the least, that lose least, by Newton steps."""
    weights = np.zeros(rows.shape[1])
    for _ in range(MOST_STEPS):
        _, slope, bend = loss(rows @ weights, y)
        bends = rows.T @ (rows * np.maximum(bend, FLATTEST)[:, None]) + pull
        root = np.linalg.cholesky(bends)
        goal = np.linalg.solve(root, bends @ weights - rows.T @ slope - pull @ weights)
        new: Floats = lsq_linear(root.T, goal, (least, np.inf), method="bvls").x
        if np.abs(new - weights).max() < CLOSE:
            return new
        weights = new
    return weights


def _pull(strengths: tuple[float, float], form: Form) -> Floats:
    """Return the penalty's matrix: neighbouring knots pull at each other, all weights but the constants towards 0."""
    n, k = form.n_knots, form.n_sights
    steps = np.diff(np.eye(n), axis=0)
    matrix: Floats = np.kron(steps.T @ steps, np.eye(k)).astype(np.float64) * strengths[0]
    matrix[np.diag_indices(n * k)] += np.tile([1e-6] + [strengths[1] / n] * (k - 1), n)
    return matrix


def _sandwich(rows: Floats, y: Floats, games: Ints, loss: Loss, pull: Floats, weights: Floats) -> Floats:
    """Return the covariance of fitted weights, the positions of a game being one piece of evidence."""
    found = rows @ weights
    _, slope, bend = loss(found, y)
    inverse = np.linalg.inv(rows.T @ (rows * bend[:, None]) + pull)
    by_game = np.zeros((int(games.max()) + 1, rows.shape[1]))
    np.add.at(by_game, games, rows * slope[:, None])
    n = len(by_game)
    covariance: Floats = inverse @ (by_game.T @ by_game) @ inverse * (n / max(n - 1, 1))
    return covariance


def spread_between(said: Floats, scale: Floats, again: Sequence[Floats]) -> float:
    """Return by how much things lie apart from what was said of them, as a standard deviation in units of `scale`.

    Results of each were drawn several times; their own noise is taken off. By moments, as DerSimonian & Laird (1986)
    do for trials; 0 where nothing is left.
    """
    apart = sum((draws.mean() - x)**2 - draws.var(ddof=1) / len(draws) for x, draws in zip(said, again, strict=True))
    return float(np.sqrt(max(float(apart), 0.0) / float(np.sum(scale**2)))) if len(said) else 0.0


# -- judging ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Judgement:
    """How forecasts did on games that no fit has seen.

    Parameters
    ----------
    n_games, n_positions : judged
    slope, slope_low, slope_high : of what came on what was said, in log-odds; 1 is right, below 1 is too sure. Beside a
        fit by games; nan where fewer than FEWEST games brought a position something that most did not bring
    calibration_error : mean distance between said chance and what came, over ten bins of equal size, weighted by size
    brier, brier_search, brier_constant : mean squared miss of the chance; of the search's own; of the mean chance
    margin_miss : by fifths of the game, what was said too much, with half an interval
    bins : of 50 positions, alike in said chance; a row each: chance said, the interval's ends, what came (means)
    """

    n_games: int
    n_positions: int
    slope: float
    slope_low: float
    slope_high: float
    calibration_error: float
    brier: float
    brier_search: float
    brier_constant: float
    margin_miss: tuple[tuple[float, float], ...]
    bins: Floats

    @property
    def covered(self) -> float:
        """The share of bins whose mean outcome lies in the mean interval."""
        _, low, high, came = self.bins.T
        return float(np.mean((low <= came) & (came <= high)))


def judge(said: Floats, low: Floats, high: Floats, margins: Floats, seen: Seen) -> Judgement:
    """Compare chances, their intervals and margins with what came."""
    came, missed = seen.wins, margins - seen.margins
    slope, error = _slope(said, came, seen.games)
    return Judgement(
        n_games=len(np.unique(seen.games)), n_positions=len(came), slope=slope, slope_low=slope - 1.96 * error,
        slope_high=slope + 1.96 * error, calibration_error=calibration_error(said, came),
        brier=float(np.mean((said - came)**2)), brier_search=float(np.mean((seen.own - came)**2)),
        brier_constant=float(np.var(came)),
        margin_miss=tuple(_mean(missed[seen.fifths == k]) for k in np.unique(seen.fifths)),
        bins=_bins(said, low, high, came))


def calibration_error(said: Floats, came: Floats) -> float:
    """Return the expected calibration error over N_BINS bins of equal size."""
    order = np.argsort(said, kind="stable")
    return float(sum(abs(said[part].sum() - came[part].sum()) for part in np.array_split(order, N_BINS)) / len(said))


def _slope(said: Floats, came: Floats, games: Ints) -> tuple[float, float]:
    """Return the slope of a logistic regression of what came on the log-odds said, and its error by games."""
    if min(len(np.unique(games[rare])) for rare in (came < 1, came > 0)) < FEWEST:
        return float("nan"), float("nan")
    p = np.clip(said, 1e-4, 1 - 1e-4)
    rows = np.stack([np.ones(len(p)), np.log(p / (1 - p))], axis=1)
    weights = np.zeros(2)
    for _ in range(100):
        fitted = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        bend = rows.T @ (rows * (fitted * (1 - fitted))[:, None]) + 1e-9 * np.eye(2)
        step = np.linalg.solve(bend, rows.T @ (came - fitted))
        weights += np.clip(step, -1, 1)
    by_game = np.zeros((int(games.max()) + 1, 2))
    np.add.at(by_game, games, rows * (came - fitted)[:, None])
    inverse = np.linalg.inv(bend)
    return float(weights[1]), float(np.sqrt((inverse @ by_game.T @ by_game @ inverse)[1, 1]))


def _mean(values: Floats) -> tuple[float, float]:
    half = t_quantile(0.975, max(len(values) - 1, 1)) * float(values.std(ddof=1)) / np.sqrt(len(values))
    return float(values.mean()), float(half)


def _bins(said: Floats, low: Floats, high: Floats, came: Floats) -> Floats:
    parts = np.array_split(np.argsort(said, kind="stable"), max(len(said) // BIN, 1))
    return np.array([[values[part].mean() for values in (said, low, high, came)] for part in parts])
