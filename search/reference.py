"""The search once more, in plain Python: slow, obvious, and the oracle that the compiled engine must equal exactly.

It knows SO-ISMCTS and MO-ISMCTS in fresh, stratified, fixed (PIMC) and true (cheating) worlds, by UCB and by PUCT, with
uniform playouts and the game's policy, whole or cut short after some turns, split outcomes, and opponents that search
or act uniformly. It draws from the same three streams in the same order, so counts and sums agree to the last bit:
tests/search/test_reference.py compares edge by edge.
"""
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kingmaker.games import UNSEEN, ConfigError, GameState, Rng
from kingmaker.search.config import OPPONENTS, OUTCOMES, ROLLOUTS, ROOTS, SELECTS, WORLDS

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
    priors: dict[int, float] = field(default_factory=dict)  # PUCT: of the actions that have edges
    legal: list[int] = field(default_factory=list)  # those that the priors were last asked for


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
    >>> from kingmaker.games import load_game
    >>> from kingmaker.search.config import SearchConfig, settings_for
    >>> from kingmaker.search.seeds import replicate_streams
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
                 and settings["bias_weight"] == 0 and settings["depth_limit"] < 0
                 and not settings["use_priors"]
                 and ROLLOUTS[settings["rollout"]] != "mast" and OUTCOMES[settings["outcomes"]] == "split"
                 and ROOTS[settings["root"]] == "ucb" and OPPONENTS[settings["opponents"]] != "policy")
        if not known:
            raise ConfigError("reference: expected UCB or PUCT, uniform or policy playouts, split outcomes; "
                              "this search has more")
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
            self._rollout(world)
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
        at, stands = dict(self.roots), dict.fromkeys(self.roots, self.observer)  # whose node each tree stands at
        path: list[tuple[Edge, int]] = []
        while True:
            mover = world.player
            tree = mover if len(self.owners) > 1 else 0
            if self.frozen and mover != self.observer:
                action, is_new = self._follow_frozen(at[tree], world), False
            else:
                choose = self._choose_by_priors if SELECTS[self.set["select"]] == "puct" else self._choose
                action, is_new = choose(at[tree], world)
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
            if len(at) > 1 and world.player not in taken and stands[world.player] != world.player:
                # unnoticed until its owner is to act: nodes of one player never hold another's actions
                taken[world.player] = at[world.player].edges.setdefault(UNSEEN, Edge())
                path.append((taken[world.player], stands[world.player]))
            for owner, edge in taken.items():
                outcome = world.outcome(owner if len(self.owners) > 1 else self.observer)
                at[owner] = edge.children.setdefault((world.player, outcome), Node())
                stands[owner] = world.player

    def _follow_frozen(self, node: Node, world: GameState) -> int:
        """Return a frozen opponent's uniformly random action; the tree only keeps the way."""
        action = world.sample(self.tree_rng)
        node.edges.setdefault(action, Edge()).available += 1
        return action

    def _choose_by_priors(self, node: Node, world: GameState) -> tuple[int, bool]:
        """Return the action that is best by PUCT, and whether it has no visit yet."""
        legal = world.legal_actions()
        if node.legal != legal:
            node.legal = legal
            node.priors |= dict(zip(legal, world.priors(), strict=True))
        edges = {action: node.edges.setdefault(action, Edge()) for action in legal}
        all_edges = sorted(node.edges.items())
        visits = sum(edge.visits for _, edge in all_edges)
        first = sum(edge.value for _, edge in all_edges) / visits if visits else 0.5

        def bound(action: int) -> float:
            edge = edges[action]
            mean = edge.value / edge.visits if edge.visits else first
            explore: float = self.set["c"] * node.priors[action]
            return mean + explore * math.sqrt(edge.available) / (1.0 + edge.visits)

        for edge in edges.values():
            edge.available += 1
        best = max(edges, key=bound)
        return best, edges[best].visits == 0

    def _rollout(self, world: GameState) -> None:
        """Play on to the end, or until enough turns have ended, or as far as the game lets its rollouts go."""
        turns, policy = self.set["turn_limit"], ROLLOUTS[self.set["rollout"]] == "policy"
        left = self.set["rollout_cut"] or world.game.max_decisions
        if turns < 0 and not policy and not self.set["rollout_cut"]:
            world.playout(self.rollout_rng)
            return
        world.forget()
        while not world.is_over and turns != 0 and left > 0:
            left -= 1
            is_frozen = self.frozen and world.player != self.observer
            if is_frozen or not policy or self.rollout_rng.random() < self.set["epsilon"]:
                action = world.sample(self.rollout_rng)
            else:
                action = self._policy_action(world)
            turns -= turns > 0 and world.ends_turn(action)
            world.apply(action)

    def _policy_action(self, world: GameState) -> int:
        """Return the game's policy's choice, sharper below temperature 1."""
        temperature = self.set["temperature"]
        if temperature == 1:
            return world.policy(self.rollout_rng)
        legal = world.legal_actions()
        if len(legal) == 1:
            return legal[0]
        shares = [prior * prior if temperature == 0.5 else prior ** (1 / temperature) for prior in world.priors()]
        total = 0.0
        for share in shares:
            total += share
        mark = self.rollout_rng.random() * total
        for action, share in zip(legal, shares[:-1], strict=False):
            mark -= share
            if mark < 0:
                return action
        return legal[-1]

    def _choose(self, node: Node, world: GameState) -> tuple[int, bool]:
        """Return a random untried action, or else the one with the best upper bound, and whether it is new."""
        edges, legal = node.edges, world.legal_actions()
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
        returns, wins = self._end(world)
        margins = [_margin(returns, player) for player in range(world.n_players)]
        utility = [self._utility(returns[p], wins[p], margins[p]) for p in range(world.n_players)]
        for edge, mover in path:
            edge.visits += 1
            edge.value += utility[mover]
            edge.win += wins[self.observer]
            edge.margin += margins[self.observer]

    def _end(self, world: GameState) -> tuple[list[float], list[float]]:
        """Return the points and shares of the win; of an unfinished game the estimate and its softmax."""
        if world.is_over:
            return world.returns(), world.wins()
        returns, scale = world.evaluate(), world.spread() * (math.sqrt(3) / math.pi)
        scale = scale or self.set["margin_scale"] or (self.set["high"] - self.set["low"]) / 8
        powers = [math.exp((points - max(returns)) / scale) for points in returns]
        return returns, [power / sum(powers) for power in powers]

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
