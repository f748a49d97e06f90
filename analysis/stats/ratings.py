"""Ratings of agents from the games they played: Bradley and Terry's model with a term for the seat.

In a game each seat wins in proportion to exp(rating of its agent + term of the seat); the fit is that of logistic.py.
"""
from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from kingmaker.analysis.stats.logistic import block_weights, fit

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]

ELO = 400 / math.log(10)  # points of rating for one unit of the exponent
SEAT_SPREAD = 2000.0  # of the normal prior of a seat's term, in Elo: it matters only where one seat wins everything
COLUMNS = ("block", "game", "seat", "agent", "win")


@dataclass(frozen=True)
class Ratings:
    """Ratings in Elo with 95 % intervals.

    Parameters
    ----------
    agents : columns agent, rating, rating_low, rating_high, games, score; best first
    seats : columns seat, elo, elo_low, elo_high; the terms sum to 0
    anchor : the agent whose rating is 0
    n_blocks : how many blocks were resampled
    swept : pairs of agents of which one won everything and nothing else links them; see `rate`
    """

    agents: pd.DataFrame
    seats: pd.DataFrame
    anchor: str
    n_blocks: int
    swept: tuple[tuple[str, str], ...]


def rate(games: pd.DataFrame, *, anchor: str, n_resamples: int = 1000, seed: int = 0, level: float = 0.95) -> Ratings:
    """Rate the agents of a ladder.

    Where some agents won everything against the others, the games set no bound to how much better they are. Then
    one block that all shared is added to each such pairing - so the rating is a cautious one - and the interval is open
    (infinite) at the far end.

    Parameters
    ----------
    games : a row for each seat of each game: block, game, seat, agent, win (its share); the blocks are resampled
    anchor : the agent whose rating is 0
    n_resamples : of the bootstrap
    """
    data = _read(games, anchor)
    home = data.names.index(anchor)
    weights = np.ones((1, data.n_blocks))
    reach = _reach(data.beats(data.sums(weights))[0])
    if not (reach | reach.T).all():
        lost = next(name for name, linked in zip(data.names, (reach | reach.T)[home], strict=True) if not linked)
        raise ValueError(f"rate: no games link {lost!r} with {anchor!r}")
    swept = data.swept(reach)
    data = data.with_shared_blocks(swept)
    rating, seat = _fit(data, data.sums(np.ones((1, data.n_blocks)))[0], home, None)
    ratings, seats = _resample(data, home, (rating, seat), n_resamples, seed)
    low, high = _quantiles(ratings, level)
    low[reach[home] & ~reach[:, home]] = -math.inf  # below the anchor, who never lost a share to them
    high[~reach[home] & reach[:, home]] = math.inf
    seat_low, seat_high = _quantiles(seats, level)
    table = pd.DataFrame({"agent": data.names, "rating": rating * ELO, "rating_low": low * ELO,
                          "rating_high": high * ELO}).merge(_scores(games), on="agent")
    return Ratings(
        agents=table.sort_values("rating", ascending=False, kind="stable", ignore_index=True),
        seats=pd.DataFrame({"seat": range(len(seat)), "elo": seat * ELO, "elo_low": seat_low * ELO,
                            "elo_high": seat_high * ELO}),
        anchor=anchor, n_blocks=int(games["block"].nunique()),
        swept=tuple((data.names[i], data.names[j]) for i, j in swept))


def _scores(games: pd.DataFrame) -> pd.DataFrame:
    """Return for each agent in how many games it sat and the mean win share of a seat it took."""
    by_agent = games.groupby("agent")
    return pd.DataFrame({"games": by_agent["game"].nunique(), "score": by_agent["win"].mean()}).reset_index()


# -- games as arrays --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Data:
    """Games summed by block and seating. A seating is who sits where, agents by number."""

    names: list[str]
    seatings: Ints  # seating, seat -> agent
    wins: Floats  # block, seating, seat -> win shares

    @property
    def n_blocks(self) -> int:
        return len(self.wins)

    def sums(self, weights: Floats) -> Floats:
        """Return the win shares by seating and seat, for each row of weights of the blocks."""
        flat = weights @ self.wins.reshape(self.n_blocks, -1)
        return flat.reshape(len(weights), *self.seatings.shape)

    def beats(self, sums: Floats) -> Bools:
        """Return, for each of the sums, which agent won a share of a game from which other."""
        n, n_seats = len(self.names), self.seatings.shape[1]
        beats = np.zeros((len(sums), n, n), dtype=bool)
        for s in range(n_seats):
            for t in range(n_seats):
                for k, (i, j) in enumerate(zip(self.seatings[:, s], self.seatings[:, t], strict=True)):
                    beats[:, i, j] |= sums[:, k, s] > 0
        return beats

    def swept(self, reach: Bools) -> list[tuple[int, int]]:
        """Return the pairings whose one side cannot be bounded from the other."""
        met = {(int(i), int(j)) for row in self.seatings for i in row for j in row if i < j}
        return sorted((i, j) for i, j in met if not (reach[i, j] and reach[j, i]))

    def with_shared_blocks(self, swept: list[tuple[int, int]]) -> _Data:
        """Return the games with one more block for each of these pairings, in which all seats shared each game."""
        if not swept:
            return self
        more = np.zeros((len(swept), *self.seatings.shape))
        for row, pair in zip(more, swept, strict=True):
            row[[set(seating) == set(pair) for seating in self.seatings.tolist()]] = 1 / self.seatings.shape[1]
        return _Data(self.names, self.seatings, np.concatenate([self.wins, more]))


def _read(games: pd.DataFrame, anchor: str) -> _Data:
    missing = set(COLUMNS) - set(games.columns)
    if missing:
        raise ValueError(f"rate: the frame lacks the columns {', '.join(sorted(missing))}")
    names = sorted(games["agent"].unique())
    if anchor not in names:
        raise ValueError(f"rate: the anchor {anchor!r} has no games; agents: {', '.join(names)}")
    numbers = games.assign(agent=games["agent"].map({name: k for k, name in enumerate(names)}))
    seats = numbers.pivot(index=["block", "game"], columns="seat", values="agent")
    wins = numbers.pivot(index=["block", "game"], columns="seat", values="win").to_numpy(dtype=float)
    seatings, which = np.unique(seats.to_numpy(dtype=np.int64), axis=0, return_inverse=True)
    blocks, block = np.unique(seats.index.get_level_values("block"), return_inverse=True)
    summed = np.zeros((len(blocks), *seatings.shape))
    np.add.at(summed, (block, which.ravel()), wins)
    return _Data(names, seatings, summed)


def _reach(beats: Bools) -> Bools:
    """Return who is above whom by a chain of wins; everybody is above himself."""
    n = beats.shape[-1]
    reach = beats | np.eye(n, dtype=bool)
    for _ in range(n.bit_length()):
        reach = (reach.astype(int) @ reach.astype(int)) > 0
    return np.asarray(reach)


# -- fitting ----------------------------------------------------------------------------------------------------------


def _resample(data: _Data, home: int, start: tuple[Floats, Floats], n: int, seed: int) -> tuple[Floats, Floats]:
    """Return the ratings and seat terms of resampled blocks; infinite where a resample sets no bound."""
    sums = data.sums(block_weights(data.n_blocks, n, seed))
    reaches = _reach(data.beats(sums))
    fits = [_fit(data, one, home, reach, start) for one, reach in zip(sums, reaches, strict=True)]
    return np.array([rating for rating, _ in fits]), np.array([seat for _, seat in fits])


def _fit(data: _Data, sums: Floats, home: int, reach: Bools | None,
         start: tuple[Floats, Floats] | None = None) -> tuple[Floats, Floats]:
    """Return the most likely ratings, that of `home` being 0, and seat terms, by Newton's method.

    Agents whom the games do not bound from both sides (`reach`) are infinitely far; the others are rated by their own
    games, which is the limit.
    """
    n_agents, n_seats = len(data.names), data.seatings.shape[1]
    inside = np.ones(n_agents, dtype=bool) if reach is None else reach[home] & reach[:, home]
    kept = inside[data.seatings].all(axis=1)
    design = np.concatenate([np.eye(n_agents)[data.seatings[kept]],
                             np.broadcast_to(np.eye(n_seats), (int(kept.sum()), n_seats, n_seats))], axis=2)
    free = np.concatenate([inside & (np.arange(n_agents) != home), np.ones(n_seats, dtype=bool)])
    prior = np.concatenate([np.zeros(n_agents), np.full(n_seats, (ELO / SEAT_SPREAD) ** 2)])[free]
    begin = np.zeros(n_agents + n_seats) if start is None else np.concatenate(start)
    found = np.zeros(n_agents + n_seats)
    found[free] = fit(design[:, :, free], sums[kept], prior, begin[free])
    rating = found[:n_agents]
    if reach is not None:
        rating[~inside] = np.where(reach[~inside, home], math.inf, np.where(reach[home, ~inside], -math.inf, math.nan))
    return rating, found[n_agents:]


def _quantiles(values: Floats, level: float) -> tuple[Floats, Floats]:
    """Return the ends of the percentile interval of each column; values may be infinite, nan makes both ends nan."""
    low, high = (np.quantile(values, q, axis=0, method="inverted_cdf") for q in ((1 - level) / 2, (1 + level) / 2))
    unknown = np.isnan(values).any(axis=0)
    low[unknown] = high[unknown] = math.nan
    return low, high
