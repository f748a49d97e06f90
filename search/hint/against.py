"""A plan against the runner-up: in what they differ, on the same worlds; only what can be told apart from nothing."""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kingmaker.games import GameState
from kingmaker.search.estimate import Estimate, mean_estimate
from kingmaker.search.hint.depends_on import Floats, Playouts
from kingmaker.search.hint.plans import Guide, Plan, after_turn

MAX_REASONS = 3
LEAST = 0.1  # points, or what gains are counted in: a difference below is no reason, however sure it is
ERROR = 0.05  # of all differences together: each is tested at a share of it (Bonferroni)
GAIN_WORLDS = 64  # in which turns are played to their end, to see what they have brought


@dataclass(frozen=True)
class Change:
    """What one thing is with the plan, less what it is with the runner-up."""

    what: str  # a part of the points, or a gain of the turn
    player: int | None  # whose points; None for a gain
    by: Estimate  # over worlds; the interval allows for all things that were compared

    @property
    def is_told(self) -> bool:
        """Whether it can be told apart from 0, and from what is too small to matter."""
        return self.by.low >= LEAST or self.by.high <= -LEAST

    def favours(self, player: int) -> bool:
        """Whether it speaks for the plan."""
        return self.is_told and (self.by.mean > 0) == (self.player in (None, player))

    def to_dict(self, seats: Sequence[str]) -> dict[str, Any]:
        """Return it as JSON wants it."""
        return {"what": self.what, "whose": None if self.player is None else seats[self.player],
                "mean": self.by.mean, "ci": self.by.ci}


def compare(ours: Playouts, theirs: Playouts, gains: Iterable[tuple[Mapping[str, float], Mapping[str, float]]] = (),
            ) -> tuple[Change, ...]:
    """Return all differences, world by world: each player's points by part, then what the turn brings.

    Where the points have no parts, what they differ by is no reason: it is what there would be a reason for.

    Parameters
    ----------
    ours, theirs : the plan and the runner-up, played out in the same worlds
    gains : what the turn has brought with either, a pair a world
    """
    rows: list[tuple[str, int | None, Any]] = []
    for name in dict.fromkeys((*ours.parts, *theirs.parts)) if ours.is_split else ():
        rows += [(name, p, ours.part(name)[:, :, p] - theirs.part(name)[:, :, p]) for p in range(ours.n_players)]
    pairs = list(gains)
    for name in dict.fromkeys(name for pair in pairs for one in pair for name in one):
        rows.append((name, None, np.array([[a.get(name, 0.0) - b.get(name, 0.0)] for a, b in pairs])))
    level = 1 - ERROR / max(len(rows), 1)
    return tuple(Change(name, player, _mean(diff, 1 if player is None else ours.n_trees, level))
                 for name, player, diff in rows)


def _mean(diff: Floats, n_trees: int, level: float) -> Estimate:
    """Return the mean of differences, world x playout, with the wider of two intervals: over worlds, and over trees.

    Worlds tell what luck does; trees, which know the runner-up little, go on after it in different ways.
    """
    by_worlds = mean_estimate(diff.mean(axis=1), level)
    if n_trees == 1:
        return by_worlds
    by_trees = mean_estimate([diff[:, k::n_trees].mean() for k in range(n_trees)], level)
    half = max(by_worlds.high - by_worlds.mean, by_trees.high - by_trees.mean)
    return Estimate(by_worlds.mean, by_worlds.mean - half, by_worlds.mean + half, by_worlds.n)


def turn_gains(guide: Guide, worlds: Sequence[GameState], plan: Plan, other: Plan,
               ) -> list[tuple[Mapping[str, float], Mapping[str, float]]]:
    """Return what the turn brings with either plan, in each world where both turns have an end."""
    gains = guide.state.game.spec.gains
    if gains is None:
        return []
    found = []
    for world in worlds[:GAIN_WORLDS]:
        ours, theirs = (after_turn(guide, world, one) for one in (plan, other))
        if ours is not None and theirs is not None and not (ours.is_over or theirs.is_over):
            found.append((gains(ours, guide.player), gains(theirs, guide.player)))
    return found


def reasons(changes: Sequence[Change], player: int) -> list[Change]:
    """Return the differences that speak most for the plan: points, the largest first, and one gain of the turn.

    Differences that cannot be told apart from 0, and those that speak for the runner-up, are no reasons.
    """
    said = sorted((one for one in changes if one.favours(player)), key=lambda one: -abs(one.by.mean))
    gains = [one for one in said if one.player is None][:1]
    return [one for one in said if one.player is not None][:MAX_REASONS - len(gains)] + gains
