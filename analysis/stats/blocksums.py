"""Ratios over blocks from sums that are gathered part by part, so that no part has to stay in memory.

What a block brings to each of several things (columns: cards, sources) is a handful of numbers, such as how often it
was taken and how often won. Of these the sums and the sums of products are kept; ratios, and differences of ratios,
have their standard errors from them (linearised, as `intervals.ratio_interval`; Cochran 1977, section 2.11).
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from kingmaker.analysis.stats.intervals import as_shares, estimates

Floats = npt.NDArray[np.float64]
NOTHING = 1e-12  # of a sum of squares: what rounding leaves


class BlockSums:
    """Sums over blocks of some numbers of each of many things.

    Examples
    --------
    >>> sums = BlockSums(("won", "taken"))
    >>> for wins in ([1.0, 2.0], [0.0]):  # two blocks, then one more
    ...     sums.add({"won": pd.DataFrame({"lamp": wins}), "taken": pd.DataFrame({"lamp": [2.0] * len(wins)})})
    >>> sums.ratio("won", "taken")[["estimate", "n"]].to_numpy().tolist()
    [[0.5, 3.0]]
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self._of: dict[str, tuple[Floats, Floats, Floats]] = {}  # sums, sums of products, blocks that have some

    def add(self, values: Mapping[str, pd.DataFrame]) -> None:
        """Take what whole blocks bring: of each number a frame of blocks (rows) and things (columns), none missing."""
        for thing in next(iter(values.values())).columns:
            rows = np.column_stack([values[name][thing].to_numpy(dtype=float) for name in self.names])
            new = rows.sum(axis=0), rows.T @ rows, (rows != 0).sum(axis=0).astype(float)
            old = self._of.get(str(thing))
            self._of[str(thing)] = new if old is None else (old[0] + new[0], old[1] + new[1], old[2] + new[2])

    @property
    def things(self) -> list[str]:
        """What there is, in the order of the alphabet."""
        return sorted(self._of)

    def total(self, name: str) -> Floats:
        """Return the sum of a number over all blocks, for each thing."""
        k = self.names.index(name)
        return np.array([self._of[thing][0][k] for thing in self.things])

    def ratio(self, top: str, bottom: str, *, is_share: bool = False, level: float = 0.95) -> pd.DataFrame:
        """Return top / bottom of each thing: estimate, low, high, se, n (blocks that have a bottom).

        Parameters
        ----------
        is_share : of trials, with Wilson's interval
        """
        found = self._combined([(top, bottom, 1.0)], level)
        return as_shares(found, level) if is_share else found.drop(columns="p")

    def difference(self, first: tuple[str, str], second: tuple[str, str], *, level: float = 0.95) -> pd.DataFrame:
        """Return the first ratio - the second of each thing: estimate, low, high, se, n, p."""
        return self._combined([(*first, 1.0), (*second, -1.0)], level)

    def _combined(self, ratios: Sequence[tuple[str, str, float]], level: float) -> pd.DataFrame:
        rows = []
        for thing in self.things:
            sums, products, there = self._of[thing]
            value, slope, scale = 0.0, np.zeros(len(self.names)), 0.0
            for top, bottom, sign in ratios:
                a, b = self.names.index(top), self.names.index(bottom)
                if sums[b] == 0:
                    value = np.nan
                    continue
                value += sign * sums[a] / sums[b]
                slope[a] += sign / sums[b]
                slope[b] -= sign * sums[a] / sums[b]**2
                scale += products[a, a] / sums[b]**2
            n = min(there[self.names.index(bottom)] for _, bottom, _ in ratios)
            squares = float(slope @ products @ slope)
            squares = squares if squares > NOTHING * scale else 0.0
            rows.append((value, np.sqrt(squares * n / (n - 1)) if n > 1 and not np.isnan(value) else np.nan, n))
        mean, se, n = np.array(rows, dtype=float).reshape(-1, 3).T
        return estimates(mean, se, n, level=level)
