"""Speed of games and searches, measured so that numbers of a busy machine can still be compared.

What is compared is measured alternately, A B A B, in processor time of this thread: the best sample of each is its
speed, and ratios are medians over the pairs. A search is a whole one - made, run, thrown away - from the first real
decision of one deal, with default settings and one replicate.
"""
from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from kingmaker.games import ConfigError, Game, GameState, Rng
from kingmaker.search.bench._bench import playouts
from kingmaker.search.bench.signature import first_decision, game_signature
from kingmaker.search.config import SearchConfig, advised, settings_for
from kingmaker.search.engine import algorithm, run_search
from kingmaker.search.seeds import AGENT, branch, replicate_streams
from kingmaker.search.tree._pool import EDGE_BYTES
from kingmaker.search.tree._searcher import Searcher
from kingmaker.search.workers import checked_jobs

SIZES = (1_000, 10_000, 100_000)  # iterations of a search
SAMPLE_S = 0.01  # one sample repeats its work until it has taken so long
N_WORLDS = 256  # that bare playouts start from in turn
JOBS_S = 1.0  # a search of 8 replicates this long, for the speed-up of several jobs
JOBS_PAIRS = 5


@dataclass(frozen=True)
class Ratio:
    """Median of the ratios of neighbouring samples, and their range."""

    median: float
    low: float
    high: float
    n: int


@dataclass(frozen=True, kw_only=True)
class Rival:
    """Another program's engine at the same game and the same kind of root.

    Parameters
    ----------
    search : (iterations, seed) -> one whole search
    playouts : (number, seed) -> so many bare playouts from the root; None where it offers none
    """

    program: str
    version: str
    game: str
    algorithm: str
    search: Callable[[int, int], object]
    playouts: Callable[[int, int], object] | None = None


@dataclass(frozen=True, kw_only=True)
class SizeBench:
    """Searches of one size: the best iterations a second, and against the rival's."""

    iterations: int
    iterations_per_s: float
    cost: Ratio
    rival_per_s: float | None
    ratio: Ratio | None


@dataclass(frozen=True, kw_only=True)
class RivalBench:
    """The rival's figures from the same run; a ratio above 1 says that we are faster."""

    program: str
    version: str
    game: str
    algorithm: str
    playouts_per_s: float | None
    iterations_per_s: float
    best_ratio: float  # our best over its best
    ratio: Ratio  # over pairs of searches of the same size
    playouts_ratio: Ratio | None


@dataclass(frozen=True, kw_only=True)
class GameBench:
    """One game's figures.

    Speeds are of the best sample. Playouts are bare: a world of the root's is copied and played uniformly to the end;
    the worlds were drawn before. `iteration_cost` is the time of an iteration over that of such a playout, sampled
    side by side, median over all sizes of search (`sizes` tells them apart);
    `jobs_speedup` the time of eight replicates with one job over that with `jobs`, by the wall clock. `signature` is
    explained in search/bench/signature.py.
    """

    game: Game
    algorithm: str
    playouts_per_s: float
    decisions_per_s: float
    ismcts_iterations_per_s: float
    advised_iterations_per_s: float | None  # with the settings that the game advises, as agents play; None: it has none
    decisions_per_playout: float
    state_bytes: int
    edge_bytes: int
    iteration_cost: Ratio
    sizes: tuple[SizeBench, ...]
    jobs: int | None
    jobs_speedup: Ratio | None
    peer: RivalBench | None
    signature: int

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as docs/formats.md has them."""
        out: dict[str, Any] = {"game": self.game.name, "options": dict(self.game.options), "algorithm": self.algorithm}
        for name in ("playouts_per_s", "decisions_per_s", "ismcts_iterations_per_s"):
            out[name] = round(getattr(self, name))
        if self.advised_iterations_per_s is not None:
            out["advised_iterations_per_s"] = round(self.advised_iterations_per_s)
        out |= {"decisions_per_playout": round(self.decisions_per_playout, 3), "state_bytes": self.state_bytes,
                "edge_bytes": self.edge_bytes, **_ratio_dict("iteration_cost", self.iteration_cost),
                "searches": [_size_dict(size) for size in self.sizes], "signature": self.signature}
        if self.jobs_speedup is not None:
            out |= _ratio_dict(f"jobs{self.jobs}_speedup", self.jobs_speedup)
        if self.peer is not None:
            out["peer"] = _rival_dict(self.peer)
        return out


def _ratio_dict(name: str, ratio: Ratio | None) -> dict[str, Any]:
    if ratio is None:
        return {name: None}
    return {name: round(ratio.median, 3), f"{name}_range": [round(ratio.low, 3), round(ratio.high, 3)]}


def _size_dict(size: SizeBench) -> dict[str, Any]:
    out: dict[str, Any] = {"iterations": size.iterations, "iterations_per_s": round(size.iterations_per_s),
                           **_ratio_dict("iteration_cost", size.cost)}
    if size.rival_per_s is not None:
        out |= {"peer_per_s": round(size.rival_per_s), **_ratio_dict("ratio", size.ratio)}
    return out


def _rival_dict(peer: RivalBench) -> dict[str, Any]:
    return {
        "program": peer.program, "version": peer.version, "game": peer.game, "algorithm": peer.algorithm,
        "playouts_per_s": None if peer.playouts_per_s is None else round(peer.playouts_per_s),
        "iterations_per_s": round(peer.iterations_per_s), "best_ratio": round(peer.best_ratio, 3),
        **_ratio_dict("ratio", peer.ratio), **_ratio_dict("playouts_ratio", peer.playouts_ratio),
    }


@dataclass
class _Samples:
    """Rates of each contestant, in the order measured; rows of one size stand beside each other."""

    playouts: list[float] = field(default_factory=list)
    rival_playouts: list[float] = field(default_factory=list)
    costs: dict[int, list[float]] = field(default_factory=dict)
    searches: dict[int, list[float]] = field(default_factory=dict)
    advised: list[float] = field(default_factory=list)
    rival_searches: dict[int, list[float]] = field(default_factory=dict)


def bench_game(game: Game, *, seed: int = 1, seconds: float = 1.0, jobs: int | None = None,
               rival: Rival | None = None) -> GameBench:
    """Measure one game.

    Parameters
    ----------
    seed : of the deal, the playouts and the searches; the signature does not depend on it
    seconds : about how long to measure, as much again for the rival
    jobs : also compare run_search with so many jobs to one job
    rival : another engine, measured between our samples

    Examples
    --------
    >>> from kingmaker.games import load_game
    >>> figures = bench_game(load_game("tic-tac-toe"), seconds=0.01)
    >>> figures.ismcts_iterations_per_s > 1000
    True
    """
    if not 0 < seconds < 1e6:
        raise ConfigError(f"bench: seconds: expected a number above 0 and below a million, got {seconds!r}")
    if jobs is not None and jobs < 2:
        raise ConfigError(f"bench: jobs: expected at least 2, to compare with 1; got {jobs!r}")
    if jobs is not None:
        checked_jobs(jobs)
    root = first_decision(game, seed)
    config = SearchConfig(replicates=1)
    rng = Rng(branch(seed, AGENT, 0))
    n_playouts, n_decisions, samples = _measure(root, config, rng, seed, seconds, rival)
    per_playout = n_decisions / n_playouts
    best = max(samples.playouts)
    return GameBench(
        game=game, algorithm=algorithm(config, root), playouts_per_s=best, decisions_per_s=best * per_playout,
        ismcts_iterations_per_s=max(max(rates) for rates in samples.searches.values()),
        advised_iterations_per_s=max(samples.advised, default=None),
        decisions_per_playout=per_playout, state_bytes=root.size, edge_bytes=EDGE_BYTES,
        iteration_cost=_ratio([cost for costs in samples.costs.values() for cost in costs]),
        sizes=_sizes(samples), jobs=jobs,
        jobs_speedup=None if jobs is None else _jobs_speedup(root, jobs, seed, samples),
        peer=None if rival is None else _rival_figures(rival, samples), signature=game_signature(game))


def _measure(root: GameState, config: SearchConfig, rng: Rng, seed: int, seconds: float,
             rival: Rival | None) -> tuple[int, int, _Samples]:
    """Sample everything in turn until the time is up; return playouts, decisions and the samples."""
    samples, as_advised = _Samples(), SearchConfig(replicates=1, **cast(Any, advised(root.game, {})))
    total = [0, 0]
    roots = _worlds(root, rng)

    def play(n: int, _: int) -> None:
        total[0] += n
        total[1] += playouts(roots, n, rng)

    def search(n: int, k: int, config: SearchConfig = config) -> None:
        settings = settings_for(config, root.game, n)
        streams = replicate_streams(seed, k)
        Searcher(root, root.player, settings, streams, n, (), int(config.memory_mb * 2**20)).run(n)

    n_playouts = _calibrate(play)
    n_rival = _calibrate(rival.playouts) if rival and rival.playouts else 0
    end = time.monotonic() + (seconds if rival is None else 2 * seconds)
    while True:
        for size in SIZES:
            if size > SIZES[0] and _cost(samples, size) > end - time.monotonic():
                continue
            rate = _rate(play, n_playouts)
            samples.playouts.append(rate)
            ours = _rate(search, size)
            samples.searches.setdefault(size, []).append(ours)
            samples.costs.setdefault(size, []).append(rate / ours)
            if root.game.spec.advice(root.game):
                samples.advised.append(_rate(lambda n, k: search(n, k, as_advised), size))
            if rival is not None:
                if rival.playouts is not None:
                    samples.rival_playouts.append(_rate(rival.playouts, n_rival))
                samples.rival_searches.setdefault(size, []).append(_rate(rival.search, size))
        if time.monotonic() >= end:
            return total[0], total[1], samples


def _worlds(root: GameState, rng: Rng) -> list[GameState]:
    """Return where playouts start: worlds of the root's information set, as a search meets them.

    One deal played over and over would be learnt by the processor's branch predictor, which no search profits from.
    """
    if not root.game.spec.hidden:
        return [root]
    return [root.world(root.player, rng) for _ in range(N_WORLDS)]


def _calibrate(work: Callable[[int, int], object]) -> int:
    """Return how many playouts make about one sample."""
    n = 1
    while True:
        start = time.thread_time()
        work(n, 0)
        taken = time.thread_time() - start
        if taken > SAMPLE_S / 4:
            return max(1, round(n * SAMPLE_S / taken))
        n *= 2


def _rate(work: Callable[[int, int], object], n: int) -> float:
    """Return how many of n-fold work a second: repeated until the sample is long enough, each with its own seed."""
    done, start = 0, time.thread_time()
    while True:
        done += 1
        work(n, done)
        taken = time.thread_time() - start
        if taken >= SAMPLE_S:
            return done * n / taken


def _cost(samples: _Samples, size: int) -> float:
    """Return about how many seconds a search of a size takes, the rival's included."""
    return sum(size / rates[min(rates)][-1] for rates in (samples.searches, samples.rival_searches) if rates)


def _ratio(ratios: Sequence[float]) -> Ratio:
    return Ratio(statistics.median(ratios), min(ratios), max(ratios), len(ratios))


def _paired(ours: Sequence[float], theirs: Sequence[float]) -> list[float]:
    return [a / b for a, b in zip(ours, theirs, strict=True)]


def _sizes(samples: _Samples) -> tuple[SizeBench, ...]:
    sizes = []
    for size, rates in samples.searches.items():
        rival = samples.rival_searches.get(size)
        sizes.append(SizeBench(iterations=size, iterations_per_s=max(rates), cost=_ratio(samples.costs[size]),
                               rival_per_s=max(rival) if rival else None,
                               ratio=_ratio(_paired(rates, rival)) if rival else None))
    return tuple(sizes)


def _rival_figures(rival: Rival, samples: _Samples) -> RivalBench:
    ours, theirs = samples.searches, samples.rival_searches
    pairs = [ratio for size in ours for ratio in _paired(ours[size], theirs[size])]
    best = max(max(rates) for rates in theirs.values())
    free = samples.rival_playouts
    return RivalBench(
        program=rival.program, version=rival.version, game=rival.game, algorithm=rival.algorithm,
        playouts_per_s=max(free) if free else None, iterations_per_s=best,
        best_ratio=max(max(rates) for rates in ours.values()) / best, ratio=_ratio(pairs),
        playouts_ratio=_ratio(_paired(samples.playouts, free)) if free else None)


def _jobs_speedup(root: GameState, jobs: int, seed: int, samples: _Samples) -> Ratio:
    """Compare one job with several, by the wall clock: eight replicates of equal size."""
    rate = max(samples.searches[max(samples.searches)])
    config = SearchConfig(iterations=max(8, round(rate * JOBS_S)), replicates=8, solve=False)
    ratios = []
    for k in range(JOBS_PAIRS):
        taken = []
        for n in (1, jobs):
            start = time.perf_counter()
            run_search(root, config, seed=seed + k, jobs=n)
            taken.append(time.perf_counter() - start)
        ratios.append(taken[0] / taken[1])
    return _ratio(ratios)
