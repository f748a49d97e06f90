"""Which of many tables to play next: a model over what can be turned, from the tables that were played.

What a table does to a piece changes little by little with what is turned, so tables that were played tell of their
neighbours: a Gaussian process with a linear trend (Rasmussen & Williams 2006, section 2.7), in which each table has the
error of its own deals.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import ndtr, ndtri, stdtr, stdtrit

Floats = npt.NDArray[np.float64]
Values = tuple[int, ...]  # of what can be turned
BEND, REACH = 0.3, 0.3  # how far from a line, as a share of the trend; over which part of the range that goes together
MOST_TABLES = 10  # that are tried
INNER = 0.6  # of the margin: what lies so far within can be shown to, with deals that can be paid for
AS_GOOD = 0.9  # of the best chance: the smaller change is taken
ALPHA = 0.05
SURE = 0.01  # of what is settled in the search, which stops where it looks best: new deals will look less good


@dataclass(frozen=True)
class Played:
    """One table: what is turned, and how far the piece is from what it should be, in margins.

    Parameters
    ----------
    values : of the knobs
    apart : 1 = at the margin, above what it should be
    error : standard error
    n : blocks
    """

    values: Values
    apart: float
    error: float
    n: int

    @property
    def is_within(self) -> bool:
        """Whether it is surely within the margin (two one-sided tests)."""
        return bool(stdtr(max(self.n - 1, 1), -(1 - abs(self.apart)) / max(self.error, 1e-12)) < SURE)

    @property
    def is_beyond(self) -> bool:
        """Whether its whole interval lies outside the margin: it is dropped."""
        reach = float(stdtrit(max(self.n - 1, 1), 1 - ALPHA / 2)) * self.error
        return abs(self.apart) - reach > 1


def within(played: Sequence[Played], values: Sequence[Values], players: float = 0.0) -> tuple[Floats, Floats]:
    """Return for each of some values how far the piece will be from what it should be, and the chance that it is well
    within the margin (INNER).

    Parameters
    ----------
    players : standard deviation of what is a table's own, as where players have learned each for itself

    Examples
    --------
    >>> apart, chance = within([Played((0,), 4.0, 0.1, 99), Played((8,), -4.0, 0.1, 99)], [(0,), (4,), (8,)])
    >>> bool(chance.argmax() == 1), abs(float(apart[1])) < 0.5
    (True, True)
    """
    every = np.array([*values, *(one.values for one in played)], dtype=float)
    spread = every.max(axis=0) - every.min(axis=0)
    x = (every - every.min(axis=0)) / np.where(spread > 0, spread, 1)
    new, old = x[:len(values)], x[len(values):]
    y = np.array([one.apart for one in played])
    scale = max(1.0, float(np.abs(y).max()))
    known = _alike(old, old, scale) + np.diag([one.error**2 + players**2 + 1e-9 for one in played])
    across = _alike(new, old, scale)
    solved = np.linalg.solve(known, np.column_stack([y, across.T]))
    mean = across @ solved[:, 0]
    variance = np.diag(_alike(new, new, scale)) - (across * solved[:, 1:].T).sum(axis=1)
    sd = np.sqrt(np.maximum(variance, 1e-12))
    return mean, ndtr((INNER - mean) / sd) - ndtr((-INNER - mean) / sd)


def _alike(x: Floats, y: Floats, scale: float) -> Floats:
    """Return the covariance of points: a level, a line along each knob, and a bend."""
    apart = ((x[:, None, :] - y[None, :, :])**2).sum(axis=2)
    line = 1 + 4 * (x - 0.5) @ (y - 0.5).T
    return np.asarray(scale**2 * (line + BEND**2 * np.exp(-apart / (2 * REACH**2))))


def next_values(played: Sequence[Played], values: Sequence[Values], players: float = 0.0) -> Values | None:
    """Return the table to be played, or played on; None where all is dropped and no other promises anything.

    What is surely outside the margin is dropped. Of the rest the likeliest is taken; of such as are about as likely one
    that was played, then the smallest change.

    Parameters
    ----------
    played : the table as it is comes first
    values : of all tables that may be played
    players : of `within`
    """
    dropped = {one.values for one in played if one.is_beyond}
    left = [one for one in values if one not in dropped]
    if not left:
        return None
    apart, chance = within(played, left, players)
    if chance.max() < 1e-3:  # so far from all: the nearest by the model
        return left[int(np.abs(apart).argmin())]
    good, there, now = chance >= AS_GOOD * chance.max(), {one.values for one in played}, played[0].values
    return min((one for one, is_good in zip(left, good, strict=True) if is_good),
               key=lambda one: (one not in there, sum(abs(a - b) for a, b in zip(one, now, strict=True))))


def blocks_wanted(one: Played, power: float = 0.8) -> float:
    """Return with how many blocks in all it would be surely within the margin, four times in five; inf: never."""
    room = 1 - abs(one.apart)
    if room <= 0:
        return float("inf")
    return float(np.ceil(one.n * (one.error * (ndtri(1 - SURE) + ndtri(power)) / room)**2))


def race(now: Values, values: Sequence[Values], play: Callable[[Values, int], Played], *, first: int, deals: int,
         players: float = 0.0) -> tuple[Values | None, str]:
    """Look for a table in which the piece is within its margin; return its values, None if there is none, and why.

    The table as it is and both ends of the range are played first. Each table begins with `first` deals and has twice
    as many whenever it comes up again.

    Parameters
    ----------
    now : the table as it is
    values : of all tables that may be played, the ends of the range first and last
    play : (a table, how many deals in all) -> what came of it
    deals : the most of one table
    players : of `within`
    """
    played: dict[Values, Played] = {}
    at: Values | None = now
    while at is not None:
        played[at] = play(at, first if at not in played else min(2 * played[at].n, deals))
        if played[at].is_within:
            return at, "surely within the margin"
        at = next((end for end in (values[0], values[-1]) if end not in played), None)
        if at is None:
            tables = list(values) if len(played) < MOST_TABLES else list(played)
            spent = {one for one in played if played[one].n >= deals}
            at = next_values(list(played.values()), [one for one in tables if one not in spent], players)
    left = [one for one in played if not played[one].is_beyond]
    best = next_values(list(played.values()), left, players)
    return best, "all that was tried is surely outside the margin" if best is None else "no more deals allowed"
