"""A sequential test of a match: it goes on until the blocks say which of two ratings explains them better.

The test is generalised: all that is supposed of a block is that its score lies in [0, 1] and that blocks are alike. How
the scores spread is unknown, so both hypotheses - the mean is s0, the mean is s1 - are given the spread that makes the
blocks seen most likely. For two players and the five scores of a mirrored pair this is the pentanomial test that chess
programs are measured with (Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of a
distribution"); with more players the scores are other ones and nothing else changes.
"""
from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kingmaker.games import ConfigError

MOST_ELO = 2000.0
STEPS = 200  # of a bisection; it stops by itself when the interval cannot shrink


@dataclass(frozen=True)
class SprtConfig:
    """The question that a sequential test answers.

    Parameters
    ----------
    elo0, elo1 : the two ratings told apart, elo0 < elo1
    alpha : chance of the answer "h1" that is accepted where elo0 is the truth
    beta : chance of the answer "h0" that is accepted where elo1 is the truth
    """

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -MOST_ELO <= self.elo0 < self.elo1 <= MOST_ELO:
            raise ConfigError(f"sprt: expected elo0 < elo1 within ±{MOST_ELO:g}, got {self.elo0:g},{self.elo1:g}")
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise ConfigError(f"sprt: {name}: expected a number between 0 and 0.5, got {value!r}")

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's bounds of the log likelihood ratio: below the first "h0", above the second "h1"."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)


@dataclass(frozen=True)
class SprtResult:
    """What a sequential test says of the blocks so far."""

    config: SprtConfig
    llr: float  # log of the generalised likelihood ratio, h1 to h0

    @property
    def verdict(self) -> str:
        """Return "h0", "h1", or "open" where the blocks do not decide yet."""
        low, high = self.config.bounds
        return "h1" if self.llr >= high else "h0" if self.llr <= low else "open"

    def to_dict(self) -> dict[str, Any]:
        """Return the test as docs/formats.md has it."""
        c = self.config
        return {"elo0": c.elo0, "elo1": c.elo1, "alpha": c.alpha, "beta": c.beta, "llr": self.llr,
                "bounds": list(c.bounds), "verdict": self.verdict}

    def __str__(self) -> str:
        c, (low, high) = self.config, self.config.bounds
        said = {"h1": f"h1: Elo {c.elo1:g} rather than {c.elo0:g}", "h0": f"h0: Elo {c.elo0:g} rather than {c.elo1:g}",
                "open": f"open between Elo {c.elo0:g} and {c.elo1:g}"}[self.verdict]
        return f"{said}; LLR {self.llr:.2f} in ({low:.2f}, {high:.2f}), alpha {c.alpha:g}, beta {c.beta:g}"


class Sprt:
    """A sequential test in progress: it hears of one block after the other and can be asked at any time."""

    def __init__(self, config: SprtConfig, n_sides: int = 2) -> None:
        self.config = config
        self._counts: Counter[float] = Counter()
        self._means = expected_score(config.elo0, n_sides), expected_score(config.elo1, n_sides)

    def add(self, score: float) -> None:
        """Count a block."""
        self._counts[score] += 1

    def result(self) -> SprtResult:
        """Return what the test says of the blocks so far."""
        return SprtResult(self.config, log_likelihood_ratio(self._counts, *self._means))


def expected_score(elo: float, n_sides: int = 2) -> float:
    """Return the score that a rating difference explains; the inverse of `search.match.elo`.

    Examples
    --------
    >>> expected_score(0, 4), round(expected_score(190.85), 4)
    (0.25, 0.75)
    """
    odds = 10 ** (elo / 400)
    return float(odds / (odds + n_sides - 1))


def log_likelihood_ratio(counts: Mapping[float, int] | Iterable[float], s0: float, s1: float) -> float:
    """Return how much better the mean s1 explains scores than the mean s0, each with the spread that suits it best.

    Parameters
    ----------
    counts : how often each score in [0, 1] came; or the scores themselves
    """
    counted = {x: n for x, n in Counter(counts).items() if n}
    return _log_likelihood(counted, s1) - _log_likelihood(counted, s0)


def _log_likelihood(counts: Mapping[float, int], mean: float) -> float:
    """Return the highest log likelihood of scores over the distributions on [0, 1] with a mean, against over all.

    Lagrange: a score x that came n of N times has the probability n / (N (1 + t (x - mean))), where t makes the mean
    come true. t is kept where no probability of a score between 0 and 1 turns negative. If it would have to leave that
    range - all scores on one side of the mean - the rest of the mass lies on 0 or on 1, where it costs least.
    """
    low, high = -1 / (1 - mean), 1 / mean
    t = _root(counts, mean, low, high)
    return -math.fsum(n * math.log1p(t * (x - mean)) for x, n in counts.items() if x != mean)


def _root(counts: Mapping[float, int], mean: float, low: float, high: float) -> float:
    """Return where the falling sum of n (x - mean) / (1 + t (x - mean)) is 0, or the end of the range nearest to it."""
    if 0 not in counts and _slope(counts, mean, high) >= 0:
        return high
    if 1 not in counts and _slope(counts, mean, low) <= 0:
        return low
    for _ in range(STEPS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if _slope(counts, mean, middle) > 0 else (low, middle)
    return (low + high) / 2


def _slope(counts: Mapping[float, int], mean: float, t: float) -> float:
    return math.fsum(n * (x - mean) / (1 + t * (x - mean)) for x, n in counts.items())
