"""The search once more, in plain Python: slow, obvious, and the oracle that the compiled engine must equal exactly.

It knows SO-ISMCTS and MO-ISMCTS in fresh, stratified, fixed (PIMC) and true (cheating) worlds, with uniform playouts,
split outcomes, UCB at the root, and opponents that search or act uniformly. It draws from the same three streams in
the same order, so counts and sums agree to the last bit: tests/search/test_reference.py compares edge by edge.
"""
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from games import UNSEEN, ConfigError, GameState, Rng
from search.config import OPPONENTS, OUTCOMES, ROLLOUTS, ROOTS, WORLDS

MAX_STRATA = 4096  # more worlds than this are not numbered, but drawn afresh
Path = tuple[object, ...]  # (player, outcome label) of a node and action of an edge by turns, from the root down
Sums = tuple[int, int, float, float, float]


@dataclass
class Edge:
    """An action as its mover knows it, or what the tree's owner saw of it."""

    visits: int = 0
    available: int = 0  # iterations in which the action was legal at its node
    value: float = 0.0  # sum of the mover's utility
    win: float = 0.0  # sums of the root player's win shares and margins
    margin: float = 0.0
    children: dict[tuple[int, int], Node] = field(default_factory=dict)  # by who acts next and what followed


@dataclass
class Node:
    """An information set: all that the tree's owner has seen."""

    edges: dict[int, Edge] = field(default_factory=dict)


class ReferenceSearcher:
    """The twin of `search.Searcher`: one replicate, with the same arguments.

    Parameters
    ----------
    root : the position
    observer : the player to act
    settings : what `search.config.settings_for` makes of a configuration
    seeds : SeedSequences of the streams for worlds, tree and rollouts

    Examples
    --------
    >>> from games import load_game
    >>> from search.config import SearchConfig, settings_for
    >>> from search.seeds import replicate_streams
    >>> game = load_game("kuhn-poker")
    >>> twin = ReferenceSearcher(game.parse("KJ:"), 0, settings_for(SearchConfig(), game, 0), replicate_streams(1, 0))
    >>> twin.run(10)
    >>> sum(edge.visits for edge in twin.roots[0].edges.values())
    10
    """

    def __init__(self, root: GameState, observer: int, settings: Mapping[str, Any],
                 seeds: Sequence[np.random.SeedSequence]) -> None:
        self.root = root
        self.observer = observer
        self.set = settings
        self.worlds = WORLDS[settings["worlds"]]
        self.frozen = OPPONENTS[settings["opponents"]] == "uniform"
        known = (not settings["flat"] and not settings["redeterminize"] and settings["fpu"] < 0
                 and not settings["use_priors"] and settings["depth_limit"] < 0
                 and ROLLOUTS[settings["rollout"]] == "uniform" and OUTCOMES[settings["outcomes"]] == "split"
                 and ROOTS[settings["root"]] == "ucb" and OPPONENTS[settings["opponents"]] != "policy")
        if not known:
            raise ConfigError("reference: expected plain UCB, uniform playouts, split outcomes; this search has more")
        self.world_rng, self.tree_rng, self.rollout_rng = (Rng(seed) for seed in seeds)
        self.owners = list(range(root.n_players)) if settings["many_trees"] else [0]
        self.roots = {owner: Node() for owner in self.owners}
        self.iterations = 0
        n_worlds = root.n_worlds(observer) if self.worlds == "stratified" else 0
        if n_worlds > MAX_STRATA:
            self.worlds = "fresh"
        self.order = list(range(n_worlds))
        self.fixed = root.clone()

    def run(self, iterations: int) -> None:
        """Search on."""
        for _ in range(iterations):
            world = self._draw_world()
            path = self._descend(world)
            world.playout(self.rollout_rng)
            self._back_up(world, path)
            self.iterations += 1

    def _draw_world(self) -> GameState:
        """Return a state in which all that the observer cannot know is made up - or the truth, if it is to cheat."""
        if self.worlds == "fresh":
            return self.root.world(self.observer, self.world_rng)
        if self.worlds == "stratified":
            place = self.iterations % len(self.order)
            if place == 0:
                self.world_rng.shuffle(self.order)
            return self.root.nth_world(self.observer, self.order[place])
        if self.worlds == "fixed":
            if self.iterations % self.set["per_world"] == 0:
                self.fixed = self.root.world(self.observer, self.world_rng)
                self.roots = {owner: Node() for owner in self.owners}
            return self.fixed.clone()
        return self.root.clone()

    def _descend(self, world: GameState) -> list[tuple[Edge, int]]:
        """Walk down until an action is new or the game over; return the edges passed, each with who moved."""
        at = dict(self.roots)
        path: list[tuple[Edge, int]] = []
        while True:
            mover = world.player
            tree = mover if len(self.owners) > 1 else 0
            if self.frozen and mover != self.observer:
                action, is_new = self._follow_frozen(at[tree], world), False
            else:
                action, is_new = self._choose(at[tree], world.legal_actions())
            taken = {tree: at[tree].edges[action]}
            for owner in self.owners:
                if owner != tree:
                    label = world.observe(action, owner)
                    if label != UNSEEN:
                        taken[owner] = at[owner].edges.setdefault(label, Edge())
            path += [(edge, mover) for edge in taken.values()]
            world.apply(action)
            if is_new or world.is_over:
                return path
            for owner, edge in taken.items():
                outcome = world.outcome(owner if len(self.owners) > 1 else self.observer)
                at[owner] = edge.children.setdefault((world.player, outcome), Node())

    def _follow_frozen(self, node: Node, world: GameState) -> int:
        """Return a frozen opponent's uniformly random action; the tree only keeps the way."""
        action = world.sample(self.tree_rng)
        node.edges.setdefault(action, Edge()).available += 1
        return action

    def _choose(self, node: Node, legal: list[int]) -> tuple[int, bool]:
        """Return a random untried action, or else the one with the best upper bound, and whether it is new."""
        edges = node.edges
        untried = [action for action in legal if action not in edges]
        for action in legal:
            if action in edges:
                edges[action].available += 1
        if untried:
            action = untried[self.tree_rng.below(len(untried))]
            edges[action] = Edge(available=1)
            return action, True

        def bound(action: int) -> float:
            edge = edges[action]
            inverse = 1.0 / edge.visits  # the compiled formula in the same order: rounding must agree
            width: float = self.set["c"] * math.sqrt(math.log(edge.available))
            return edge.value * inverse + width * math.sqrt(inverse)

        return max(legal, key=bound), False  # the first of equals, as `max` has it

    def _back_up(self, world: GameState, path: list[tuple[Edge, int]]) -> None:
        """Credit every edge with the utility of the player who moved there."""
        returns, wins = world.returns(), world.wins()
        margins = [_margin(returns, player) for player in range(world.n_players)]
        utility = [self._utility(returns[p], wins[p], margins[p]) for p in range(world.n_players)]
        for edge, mover in path:
            edge.visits += 1
            edge.value += utility[mover]
            edge.win += wins[self.observer]
            edge.margin += margins[self.observer]

    def _utility(self, points: float, win: float, margin: float) -> float:
        """Return the mixture of winning and points that the search maximises, in [0, 1]."""
        weight, scale, part = self.set["win_weight"], self.set["margin_scale"], 0.0
        if weight < 1:
            low, high = self.set["low"], self.set["high"]
            part = 1 / (1 + math.exp(-margin / scale)) if scale > 0 else (points - low) / (high - low)
        return float(weight * win + (1 - weight) * part)

    def table(self, owner: int = 0) -> dict[Path, Sums]:
        """Return the sums of every edge of a tree by its path from the root."""
        rows: dict[Path, Sums] = {}
        waiting: list[tuple[Path, Node]] = [((), self.roots[owner])]
        while waiting:
            path, node = waiting.pop()
            for action, edge in node.edges.items():
                below = (*path, action)
                rows[below] = (edge.visits, edge.available, edge.value, edge.win, edge.margin)
                waiting.extend(((*below, key), child) for key, child in edge.children.items())
        return rows


def _margin(returns: list[float], player: int) -> float:
    others = [points for p, points in enumerate(returns) if p != player]
    return returns[player] - max(others) if others else returns[player]
