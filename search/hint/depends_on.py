"""What a plan depends on: how its result differs between worlds, which hidden facts explain it, where points come from.

The plan is played out several times in each of many worlds. Between playouts of one world only play and luck in
playing differ; what is left between the means of worlds is what the hidden things do.
"""
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kingmaker.games import GameState, Rng
from kingmaker.search.estimate import Estimate, mean_estimate
from kingmaker.search.hint.plans import Guide, Plan
from kingmaker.search.result import as_share, margin_of
from kingmaker.search.seeds import HINT, branch
from kingmaker.search.tree._searcher import StopFlag

Floats = npt.NDArray[np.float64]
PER_WORLD = 8  # playouts
MIN_WORLDS, MAX_WORLDS = 16, 256
PLAYED_SHARE = 0.25  # of the search's iterations, spent on these playouts
MIN_SIDE = 5  # worlds of each half in which a fact has to hold, and not to hold
N_RESAMPLES = 400
MAX_FACTS = 2


@dataclass(frozen=True)
class Fact:
    """Something hidden that explains much of what differs between worlds."""

    text: str
    share: float  # of the worlds in which it holds
    explained: Estimate  # share of the variance between worlds, beyond what the facts before it explain
    margin_if: Estimate
    margin_if_not: Estimate

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON wants it."""
        return {"fact": self.text, "share": self.share, "explained": self.explained.mean,
                "explained_ci": self.explained.ci, "margin_if": self.margin_if.mean,
                "margin_if_ci": self.margin_if.ci, "margin_if_not": self.margin_if_not.mean,
                "margin_if_not_ci": self.margin_if_not.ci}


@dataclass(frozen=True)
class Dependence:
    """How a plan's margin differs between worlds, apart from what differs within each."""

    n_worlds: int
    per_world: int
    wins: tuple[Estimate, ...]  # each player's share of the win where the plan is played out to the end
    margin: Estimate
    sd_worlds: Estimate  # standard deviation between worlds, without the noise of the playouts
    sd_noise: float  # standard deviation within a world
    facts: tuple[Fact, ...]
    points: tuple[dict[str, Estimate], ...]  # each player's final points by where they come from

    def to_dict(self, player: int) -> dict[str, Any]:
        """Return it as JSON wants it, with the player's win, without the points."""
        win = self.wins[player]
        return {"worlds": self.n_worlds, "playouts": self.n_worlds * self.per_world, "win": win.mean,
                "win_ci": win.ci, "margin": self.margin.mean, "margin_ci": self.margin.ci,
                "sd_worlds": self.sd_worlds.mean, "sd_worlds_ci": self.sd_worlds.ci, "sd_noise": self.sd_noise,
                "facts": [fact.to_dict() for fact in self.facts]}


def n_worlds_for(iterations: int) -> int:
    """Return how many worlds a search of so many iterations is worth."""
    return max(MIN_WORLDS, min(MAX_WORLDS, int(PLAYED_SHARE * iterations) // PER_WORLD))


@dataclass(frozen=True)
class Playouts:
    """What came of a plan, played out several times in each of many worlds."""

    margins: Floats  # world x playout
    wins: Floats  # world x playout x player
    parts: Mapping[str, Floats]  # each player's points by where they come from, world x playout x player
    n_trees: int = 1  # that played, in turn: the k-th playouts of all worlds are by one of them
    is_split: bool = True  # whether the game tells where points come from

    @property
    def n_players(self) -> int:
        """How many have points."""
        return int(self.wins.shape[2])

    def part(self, name: str) -> Floats:
        """Return the points of a part by world, playout and player; nothing where no end had it."""
        return self.parts[name] if name in self.parts else np.zeros(self.wins.shape)


def play_out(guide: Guide, plan: Plan, worlds: Sequence[GameState], stop: StopFlag, key: int = 3) -> Playouts | None:
    """Play a plan out in worlds; None once the flag is set."""
    rng = Rng(branch(guide.seed, HINT, key))
    margins = np.empty((len(worlds), PER_WORLD))
    wins = np.empty((len(worlds), PER_WORLD, guide.state.n_players))
    split = guide.state.game.spec.parts
    parts: list[list[Mapping[str, list[float]]]] = [[] for _ in worlds]
    for w, world in enumerate(worlds):
        if stop.is_set:
            return None
        for j in range(PER_WORLD):
            end = guide.play_on(world, plan, j, rng)
            margins[w, j], wins[w, j] = margin_of(end.returns(), guide.player), end.wins()
            parts[w].append({"points": end.returns()} if split is None else split(end))
    return Playouts(margins, wins, _points(parts, guide.state.n_players), min(len(guide.searchers), PER_WORLD),
                    split is not None)


def dependence(guide: Guide, worlds: Sequence[GameState], played: Playouts, lang: str = "en") -> Dependence:
    """Say what a plan's margin depends on.

    Examples
    --------
    >>> from kingmaker.games import load_game
    >>> from kingmaker.search.hint.hint import hint
    >>> found = hint(load_game("kuhn-poker").parse("QJ:pb"), iterations=4000, seed=1).depends_on
    >>> [(fact.text, round(fact.explained.mean, 2)) for fact in found.facts], found.sd_noise
    ([('the other card is J', 1.0)], 0.0)
    """
    margins = played.margins
    between, within = _components(margins)
    bootstrap = Rng(branch(guide.seed, HINT, 4))
    spread = Estimate(math.sqrt(between), *_interval(lambda rows: math.sqrt(_components(margins[rows])[0]), len(worlds),
                                                     bootstrap), len(worlds))
    facts = _facts(guide, worlds, margins, bootstrap, lang) if spread.low > 0 else ()
    points = tuple({name: mean_estimate(rows[:, :, p].mean(axis=1)) for name, rows in played.parts.items()}
                   for p in range(played.n_players))
    return Dependence(len(worlds), PER_WORLD, tuple(as_share(mean_estimate(win)) for win in played.wins.mean(axis=1).T),
                      mean_estimate(margins.mean(axis=1)), spread, math.sqrt(within), facts, points)


def _points(parts: Sequence[Sequence[Mapping[str, list[float]]]], n_players: int) -> dict[str, Floats]:
    """Return every part by world, playout and player; a part that an end lacks gave nothing."""
    names = list(dict.fromkeys(name for rows in parts for row in rows for name in row))
    nothing = [0.0] * n_players
    return {name: np.array([[row.get(name, nothing) for row in rows] for rows in parts]) for name in names}


def _components(margins: Floats) -> tuple[float, float]:
    """Return the variance between worlds and within them: one-way analysis of variance, method of moments."""
    n = margins.shape[1]
    within = float(margins.var(axis=1, ddof=1).mean())
    return max(float(margins.mean(axis=1).var(ddof=1)) - within / n, 0.0) if len(margins) > 1 else 0.0, within


def _interval(statistic: Any, n: int, rng: Rng) -> tuple[float, float]:
    """Return the 95 % percentile bootstrap interval of a statistic of n worlds."""
    if n < 2:
        return math.nan, math.nan
    found = [statistic(np.array(rng.draws(n, n))) for _ in range(N_RESAMPLES)]
    low, high = np.quantile(found, (0.025, 0.975))
    return float(low), float(high)


def _facts(guide: Guide, worlds: Sequence[GameState], margins: Floats, rng: Rng, lang: str) -> tuple[Fact, ...]:
    """Choose the facts that explain most by one half of the worlds, and tell what they explain by the other.

    Of many facts the luckiest always seems to explain something; the half that did not choose it does not flatter it.
    """
    tell = guide.state.game.spec.facts
    if tell is None:
        return ()
    told = [frozenset(tell(guide.state, world, lang)) for world in worlds]
    half = np.arange(len(worlds)) % 2 == 0
    table = {text: np.array([text in one for one in told]) for text in sorted(frozenset().union(*told))}
    table = {text: holds for text, holds in table.items()
             if all(MIN_SIDE <= holds[side].sum() <= side.sum() - MIN_SIDE for side in (half, ~half))}
    chosen = _choose(margins[half].mean(axis=1), {text: holds[half] for text, holds in table.items()})
    between, y = _components(margins[~half])[0], margins[~half].mean(axis=1)
    found: list[Fact] = []
    for k, text in enumerate(chosen if between > 0 else ()):
        known = np.array([table[one][~half] for one in chosen[:k + 1]])
        scale, holds = float(y.var(ddof=1)) / between, known[-1]

        def gain(rows: npt.NDArray[np.int64], known: Any = known, scale: float = scale) -> float:
            return scale * (_fit(y[rows], known[:, rows]) - _fit(y[rows], known[:-1, rows]))

        low, high = _interval(gain, len(y), rng)
        if not low > 0:
            break
        share = min(gain(np.arange(len(y))), 1.0)
        found.append(Fact(text, float(table[text].mean()), Estimate(share, min(low, 1.0), min(high, 1.0), len(y)),
                          mean_estimate(y[holds]), mean_estimate(y[~holds])))
    return tuple(found)


def _choose(y: Floats, table: Mapping[str, npt.NDArray[np.bool_]]) -> list[str]:
    """Return the facts that explain most: the best one, then the best beside it."""
    chosen: list[str] = []
    while len(chosen) < min(MAX_FACTS, len(table)):
        chosen.append(max((text for text in table if text not in chosen),
                          key=lambda text: _fit(y, [table[one] for one in (*chosen, text)])))
    return chosen


def _fit(y: Floats, facts: Any) -> float:
    """Return the adjusted R^2 of a regression on indicators: 0 on average where they explain nothing."""
    x = np.column_stack([np.ones(len(y)), *(fact.astype(float) for fact in facts)])
    total = float(((y - y.mean()) ** 2).sum())
    rank = int(np.linalg.matrix_rank(x))
    if total == 0 or rank == 1 or len(y) <= rank:
        return 0.0
    rest = y - x @ np.linalg.lstsq(x, y, rcond=None)[0]
    return 1 - float((rest**2).sum()) / (len(y) - rank) / (total / (len(y) - 1))
