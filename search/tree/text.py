"""A tree as text, for people who ask why the search thinks what it thinks. `Searcher.to_arrays` has it as arrays."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kingmaker.games import GameState, Rng
from kingmaker.search.tree._searcher import Searcher

N_WORLDS = 64  # worlds in which moves are looked up by name; a move legal in none of them shows its id

Array = np.ndarray[Any, Any]
Row = tuple[str, str, str, str]


def tree_text(searcher: Searcher, state: GameState, depth: int = 2, min_visits: int = 1, *, owner: int | None = None,
              seed: int = 0) -> str:
    """Return the upper part of a tree, one aligned line an edge: visits, availability, mean value, move.

    Values are the mean utility of the player who moves there. A move is named by playing it in worlds drawn from what
    the root player knows; `#7` is one that none of them allows, `~7` a label of something seen only in part, and
    `|3` tells which outcome followed the move above. Edges of other players in a player's own tree of MO-ISMCTS
    count no availability.

    Parameters
    ----------
    searcher : after `run`
    state : the position it searched
    depth : levels of edges
    min_visits : edges with fewer are left out
    owner : whose tree, in MO-ISMCTS; the root player's if None
    seed : of the worlds that give moves their names

    Examples
    --------
    >>> from kingmaker.games import load_game
    >>> from kingmaker.search import grow_tree
    >>> state = load_game("kuhn-poker").parse("KJ:pb")
    >>> searcher = grow_tree(state, iterations=800, seed=1)
    >>> print(tree_text(searcher, state))
    kuhn-poker, player 0 to act, 100 iterations
    visits  available  value  player  move
         3         99  0.250       0  pass
        97        100  1.000       0  bet
    """
    owner = searcher.observer if owner is None else owner
    rng = Rng(seed)
    worlds = [state.world(searcher.observer, rng) for _ in range(N_WORLDS)]
    nodes, edges = searcher.to_arrays(owner)
    rows: list[Row] = [("visits", "available", "value", "player  move")]
    _add_rows(rows, _Tree(nodes, edges, owner), 0, worlds, depth, min_visits)
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    head = f"{state.game}, player {searcher.observer} to act, {searcher.iterations} iterations"
    lines = ["  ".join([*(row[k].rjust(widths[k]) for k in range(3)), row[3]]) for row in rows]
    return "\n".join([head, *lines])


class _Tree:
    """An exported tree with its links turned around, so that it can be walked downwards."""

    def __init__(self, nodes: Array, edges: Array, owner: int) -> None:
        self.nodes = nodes
        self.edges = edges
        self.owner = owner
        self.edges_of = _rows_by(edges["node"], len(nodes))
        self.nodes_of = _rows_by(nodes["parent_edge"], len(edges))


def _rows_by(links: Array, n: int) -> list[list[int]]:
    rows: list[list[int]] = [[] for _ in range(n)]
    for row, link in enumerate(links.tolist()):
        if link >= 0:
            rows[link].append(row)
    return rows


def _add_rows(rows: list[Row], tree: _Tree, node: int, worlds: Sequence[GameState], depth: int,
              min_visits: int) -> None:
    """Append a line for each edge below a node, each followed by what lies below it."""
    level, player = int(tree.nodes[node]["depth"]), int(tree.nodes[node]["player"])
    label = int(tree.nodes[node]["label"])
    indent = "  " * level + (f"|{label} " if label else "")
    for row in tree.edges_of[node]:
        edge = tree.edges[row]
        visits, action = int(edge["visits"]), int(edge["action"])
        if visits < min_visits:
            continue
        name, after = _play(worlds, player, action, tree.owner if edge["available"] == 0 else None)
        rows.append((str(visits), str(int(edge["available"])), f"{edge['value'] / max(visits, 1):.3f}",
                     f"{player:>6}  {indent}{name}"))
        for child in tree.nodes_of[row] if level + 1 < depth else ():
            below = tree.nodes[child]
            alike = [world for world in after if world.player == below["player"]]
            exact = [world for world in alike if world.outcome(tree.owner) == below["label"]]
            _add_rows(rows, tree, child, exact or alike, depth, min_visits)


def _play(worlds: Sequence[GameState], player: int, action: int, seen_by: int | None) -> tuple[str, list[GameState]]:
    """Return the name of an edge and the worlds after it, of those in which it can be made.

    `seen_by` is the owner of a tree who only saw another player's action, None where the edge is the action itself.
    """
    name = f"#{action}"
    after: list[GameState] = []
    for world in worlds:
        if world.player != player:
            continue
        alike = [legal for legal in world.legal_actions()
                 if action == (legal if seen_by is None else world.observe(legal, seen_by))]
        if alike:
            if not after:
                name = world.format_action(action) if alike == [action] else f"~{action}"
            following = world.clone()
            following.apply(alike[0])
            after.append(following)
    return name, after
