"""What can be proved of a position: its exact result, and each move's, where nothing that matters is hidden.

The solver gets a share of the budget and says nothing if that is too little; the search then goes on as ever. Its trees
prove too: results of ended games go up in them, and what one tree has proved holds for all.
"""
from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from kingmaker.games import GameState, Rng
from kingmaker.intervals import t_quantile
from kingmaker.search.config import SearchConfig, settings_for
from kingmaker.search.estimate import Estimate
from kingmaker.search.result import Known, MoveStats, margin_of
from kingmaker.search.seeds import PROOF, branch, replicate_streams
from kingmaker.search.tree._searcher import Searcher, StopFlag
from kingmaker.search.tree._solver import Solver

NODES = 32  # of the solver for each iteration of the budget; it gives up long before if it sees no end
LEAST_NODES = 10_000  # so many are worth a try whatever the budget, a few milliseconds;
LEAST_BELOW_CEILING = 150_000  # so many where a ceiling makes success likely, a tenth of a second or two
LARGE = 25_000  # iterations from which on it may look at more for each, up to DEEPER times as many,
DEEPER = 4  # where moves alternate: who asks for so much rather waits than doubts
SECONDS_SHARE = 0.25  # of the seconds
MEMORY_SHARE = 0.25
SAME = 1e-12  # values closer than this are equal


@dataclass(frozen=True)
class ProvedMove:
    """A root action and what is known of it for sure."""

    action: int
    value: float  # utility to the player to act; exact, or at most so much
    margin: float  # nan where the value is not exact, and so are the returns
    returns: tuple[float, ...]
    wins: tuple[float, ...]
    line: tuple[int, ...]  # to the end of the game, everybody playing as well as can be; empty if it is not exact

    @property
    def is_exact(self) -> bool:
        """Whether the value is more than a bound."""
        return bool(self.line)


@dataclass(frozen=True)
class Proof:
    """A solved position: its moves best first."""

    player: int
    moves: tuple[ProvedMove, ...]
    nodes: int  # that the solver looked at

    @property
    def best(self) -> ProvedMove:
        """The move to play."""
        return self.moves[0]


def _is_usual(config: SearchConfig) -> bool:
    """Whether a search asks for proofs and is one that they suit: no baseline, no best response."""
    return config.solve and config.trees != "none" and config.worlds != "fixed" and config.opponents == "tree"


def can_be_solved(state: GameState, config: SearchConfig) -> bool:
    """Whether a search of these settings asks the solver: nothing hidden matters; no baseline or best response.

    Examples
    --------
    >>> from kingmaker.games import load_game
    >>> [can_be_solved(load_game(name).new(1), SearchConfig()) for name in ("tic-tac-toe", "kuhn-poker")]
    [True, False]
    """
    return _is_usual(config) and state.game.has("key") and len(state.game.acting) <= 2 and state.is_settled


def can_back_up(state: GameState, config: SearchConfig) -> bool:
    """Whether the trees of a search of these settings may keep what is proved: one tree for all worlds, all the same.

    Examples
    --------
    >>> from kingmaker.games import load_game
    >>> [can_back_up(load_game(name).new(1), SearchConfig()) for name in ("connect-four", "kuhn-poker")]
    [True, False]
    """
    return (_is_usual(config) and config.outcomes == "split" and not config.redeterminize
            and (config.select == "puct" or (config.fpu < 0 and config.bias == 0))
            and not settings_for(config, state.game, 0)["many_trees"] and state.is_settled)


def bounds_of(searchers: Sequence[Searcher]) -> list[tuple[float, float]]:
    """Return what trees have proved together: (least, most) of each root action's value; empty where nothing can be."""
    found = [bounds for searcher in searchers if (bounds := searcher.bounds())]
    return [(max(low for low, _ in pairs), min(high for _, high in pairs)) for pairs in zip(*found, strict=True)]


def open_moves(bounds: Sequence[tuple[float, float]]) -> list[bool]:
    """Return which root actions may be the one to play by what is proved.

    One that is proved to be worth just as much as another at least, which may be worth more, is not.

    Examples
    --------
    >>> open_moves([(0.0, 0.0), (0.0, 1.0), (0.0, 0.5)]), open_moves([(0.5, 0.5), (0.0, 0.5), (0.0, 1.0)])
    ([False, True, True], [True, False, True])
    """
    sure = max(low for low, _ in bounds)
    has_better = any(low == sure < high for low, high in bounds)
    return [high > sure or (low == high == sure and not has_better) for low, high in bounds]


def known_of(bounds: Sequence[tuple[float, float]]) -> Known | None:
    """Return what bounds say of the root's actions; None where there are none."""
    return Known(open_moves(bounds), [low if low == high else math.nan for low, high in bounds]) if bounds else None


def proved_by(searchers: Sequence[Searcher], state: GameState, seed: int) -> dict[int, ProvedMove]:
    """Return the root actions whose values trees have proved, each with the line to the end of the game."""
    world = state.world(state.player, Rng(branch(seed, PROOF)))
    found: dict[int, ProvedMove] = {}
    for searcher in searchers:
        for action, (low, high) in zip(searcher.actions, searcher.bounds(), strict=False):
            if action not in found and low == high:
                ended = searcher.proved_line(world, action)
                if ended is not None:
                    end, line = ended
                    returns = tuple(end.returns())
                    found[action] = ProvedMove(action, low, margin_of(returns, state.player), returns,
                                               tuple(end.wins()), tuple(line))
    return found


def proof_by(searchers: Sequence[Searcher], state: GameState, seed: int) -> Proof | None:
    """Return the proof that trees have found of the whole position, or None."""
    bounds = bounds_of(searchers)
    if not bounds:
        return None
    sure = max(low for low, _ in bounds)
    if any(high > sure for _, high in bounds):
        return None
    exact, player = proved_by(searchers, state, seed), state.player
    moves = [exact.get(action, ProvedMove(action, high, math.nan, (), (), ()))
             for action, (_, high) in zip(searchers[0].actions, bounds, strict=True)]
    moves.sort(key=lambda move: (-move.value, not move.is_exact, -move.margin if move.is_exact else 0.0,
                                 _haste(move, player)))
    return Proof(player, tuple(moves), 0) if moves[0].is_exact else None


def prove(state: GameState, config: SearchConfig, seed: int, stop: StopFlag | None = None) -> Proof | None:
    """Solve a position within a share of a search's budget; None where that is not possible, or not enough.

    Examples
    --------
    >>> from kingmaker.games import load_game
    >>> proof = prove(load_game("tic-tac-toe").new(1), SearchConfig(), seed=1)
    >>> proof.best.value, len(proof.best.line)
    (0.5, 9)
    """
    if not can_be_solved(state, config):
        return None
    began, player = time.monotonic(), state.player
    world = state.world(player, Rng(branch(seed, PROOF)))  # what a player cannot know does not even reach the solver
    solver = Solver(world, player, settings_for(config, state.game, 0), replicate_streams(seed, 0),
                    int(MEMORY_SHARE * config.memory_mb * 2**20))
    nodes = 2**61 if config.iterations is None else _nodes_for(config.iterations, world)
    seconds = 1e300 if config.seconds is None else SECONDS_SHARE * config.seconds - (time.monotonic() - began)
    if not solver.solve(nodes, seconds, stop):
        return None
    moves = [_proved(solver, *found) for found in solver.found()]
    known = [(move, value) for move, value in moves if move is not None]
    known.sort(key=lambda pair: (-pair[1], not pair[0].is_exact, _haste(pair[0], player)))  # equal: by their ids
    if len(known) < len(moves) or not known[0][0].is_exact:
        return None
    return Proof(player, tuple(move for move, _ in known), solver.n_nodes)


def _nodes_for(iterations: int, world: GameState) -> int:
    """Return how many positions the solver may look at beside so many iterations."""
    if not math.isinf(world.ceiling()):
        return max(NODES * iterations, LEAST_BELOW_CEILING)
    return max(int(NODES * iterations * min(max(iterations / LARGE, 1), DEEPER)), LEAST_NODES)


def _haste(move: ProvedMove, player: int) -> int:
    """Return what decides among equal moves: a short way to the end, but a long one for who loses."""
    return len(move.line) if not move.is_exact or move.wins[player] > 0 else -len(move.line)


def _proved(solver: Solver, action: int, value: float, is_exact: bool) -> tuple[ProvedMove | None, float]:
    """Return a move with its line, and what moves are sorted by; None in its place if the line comes to else."""
    if not is_exact:
        return ProvedMove(action, value, math.nan, (), (), ()), value
    found = solver.line(action)
    if found is None:
        return None, value
    end, line, utility, margin = found
    return ProvedMove(action, utility, margin, tuple(end.returns()), tuple(end.wins()), tuple(line)), value


def with_proofs(moves: tuple[MoveStats, ...], exact: Mapping[int, ProvedMove], player: int) -> tuple[MoveStats, ...]:
    """Return the moves of a search with the exact values of those that trees have proved; the best stays the first."""
    if not exact:
        return moves
    best, n = moves[0], moves[0].value.n
    told = [_told(move, exact[move.action], player, n) if move.action in exact else move for move in moves]
    sure = best.action in exact
    odds = [move.p_best / max(best.p_best, 1e-300) for move in moves]
    for k, move in enumerate(told[1:], 1):
        if sure or move.action in exact:
            told[k], odds[k] = _against(told[0], move)
    shares = np.array(odds) / sum(odds)
    return tuple(replace(move, p_best=float(share), certain=move.certain and move is not told[0])
                 for move, share in zip(told, shares, strict=True))


def _told(move: MoveStats, proved: ProvedMove, player: int, n: int) -> MoveStats:
    """Return a move with the numbers that are proved of it."""
    return replace(move, value=_sure(proved.value, n), win=_sure(proved.wins[player], n),
                   margin=_sure(proved.margin, n), spread=0.0, returns=proved.returns, wins=proved.wins, certain=True,
                   line=proved.line)


def _against(best: MoveStats, other: MoveStats) -> tuple[MoveStats, float]:
    """Return a move with its loss to the best, one of the two being exact, and its odds of being the best."""
    raw = best.value.mean - other.value.mean
    half = math.hypot(best.value.high - best.value.mean, other.value.high - other.value.mean)
    loss = Estimate(max(raw, 0.0), raw - half, max(raw + half, 0.0), best.value.n)
    error = half / t_quantile(0.975, loss.n - 1) if loss.n > 1 else math.nan
    above = 0.0 if math.isnan(raw) else 0.5 * math.erfc(max(raw, 0.0) / max(error, SAME) / math.sqrt(2))
    return replace(other, loss=loss, tied=not loss.low > 0), above / (1 - above)


def proved_moves(proof: Proof, state: GameState, config: SearchConfig) -> tuple[MoveStats, ...]:
    """Return the moves of a solved position as a search tells of them, best first."""
    n_best = sum(_is_best(move, proof) for move in proof.moves if move.is_exact)
    return tuple(_stats(move, proof, state, config.replicates, n_best) for move in proof.moves)


def _is_best(move: ProvedMove, proof: Proof) -> bool:
    """Whether a move is as good as the best, or may be where only a bound is known."""
    return move.value >= proof.best.value - SAME


def _stats(move: ProvedMove, proof: Proof, state: GameState, n: int, n_best: int) -> MoveStats:
    win = move.wins[proof.player] if move.is_exact else math.nan
    value, none = move.value if move.is_exact else math.nan, (math.nan,) * state.n_players
    return MoveStats(
        action=move.action, move=state.format_action(move.action), visits=0, availability=0, value=_sure(value, n),
        win=_sure(win, n), margin=_sure(move.margin, n), loss=_sure(max(proof.best.value - value, 0.0), n),
        p_best=1 / n_best if move.is_exact and _is_best(move, proof) else 0.0,
        tied=move is not proof.best and _is_best(move, proof), spread=0.0, returns=move.returns or none,
        wins=move.wins or none, certain=move.is_exact, line=move.line)


def _sure(value: float, n: int) -> Estimate:
    """Return a number that is not estimated."""
    return Estimate(value, value, value, n)
