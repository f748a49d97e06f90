"""The chi-square tests of the conformance checks, with the standard library alone."""
from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

_TINY = 1e-300
_PRECISION = 1e-15


@dataclass(frozen=True)
class Fit:
    """The outcome of one test: p is the chance of a statistic at least this large if the hypothesis holds."""

    p: float
    statistic: float
    dof: int
    n: int

    def __str__(self) -> str:
        return f"chi-square {self.statistic:.1f}, {self.dof} degrees of freedom, n={self.n}, p={self.p:.2g}"


def chi_square_tail(statistic: float, dof: int) -> float:
    """Return P(X >= statistic) for a chi-square variable: the regularised incomplete gamma Q(dof/2, statistic/2).

    Examples
    --------
    >>> round(chi_square_tail(3.841458820694124, 1), 12)
    0.05
    """
    if dof < 1:
        raise ValueError(f"chi_square_tail: expected dof >= 1, got {dof!r}")
    if statistic <= 0:
        return 1.0
    a, x = dof / 2, statistic / 2
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:  # the series of P converges quickly here, the fraction of Q there (Abramowitz & Stegun 6.5.29, 31)
        return max(0.0, 1.0 - scale * _series(a, x))
    return scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    k = a
    while term > total * _PRECISION:
        k += 1
        term *= x / k
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    """Evaluate the continued fraction of Q by Lentz's method."""
    b = x + 1 - a
    c = 1 / _TINY
    d = 1 / b
    result = d
    for i in range(1, 10_000):
        step = -i * (i - a)
        b += 2
        d = 1 / (step * d + b or _TINY)
        c = b + step / c or _TINY
        result *= c * d
        if abs(c * d - 1) < _PRECISION:
            break
    return result


def uniform_fit(counts: Sequence[int]) -> Fit:
    """Test whether the counts come from equally likely cells; cells never hit must be there as zeros."""
    n = sum(counts)
    if len(counts) < 2:
        return Fit(1.0, 0.0, 0, n)
    expected = n / len(counts)
    statistic = sum((count - expected) ** 2 for count in counts) / expected
    return Fit(chi_square_tail(statistic, len(counts) - 1), statistic, len(counts) - 1, n)


def same_fit(first: Mapping[Hashable, int], second: Mapping[Hashable, int], *, least: int = 12) -> Fit:
    """Test whether two samples come from one distribution; cells with fewer than `least` in all are pooled."""
    rows: list[tuple[int, int]] = []
    rest = (0, 0)
    for cell in {**first, **second}:
        pair = (first.get(cell, 0), second.get(cell, 0))
        if sum(pair) >= least:
            rows.append(pair)
        else:
            rest = (rest[0] + pair[0], rest[1] + pair[1])
    if sum(rest) >= least or not rows:
        rows.append(rest)
    else:
        rows[0] = (rows[0][0] + rest[0], rows[0][1] + rest[1])
    columns = [sum(row[i] for row in rows) for i in (0, 1)]
    n = sum(columns)
    if len(rows) < 2 or not all(columns):
        return Fit(1.0, 0.0, 0, n)
    statistic = sum((row[i] - sum(row) * columns[i] / n) ** 2 / (sum(row) * columns[i] / n)
                    for row in rows for i in (0, 1))
    return Fit(chi_square_tail(statistic, len(rows) - 1), statistic, len(rows) - 1, n)
