"""`run_search`: R replicates, their budget, their merge."""
from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from joblib import Parallel, delayed, effective_n_jobs

from kingmaker.games import ConfigError, GameState
from kingmaker.search.config import SearchConfig, advised, settings_for
from kingmaker.search.estimate import Estimate, mean_estimate
from kingmaker.search.proof import (
    Proof,
    bounds_of,
    can_back_up,
    known_of,
    proof_by,
    prove,
    proved_by,
    proved_moves,
    with_proofs,
)
from kingmaker.search.result import TRUSTED_VISITS, MoveStats, SearchResult, summarise
from kingmaker.search.seeds import draw_seed, replicate_streams
from kingmaker.search.tree._searcher import Searcher, StopFlag
from kingmaker.search.workers import checked_jobs

FIRST_ROUND = 256  # iterations of a replicate before the first look at its confidence, doubled from look to look
FIRST_WATCHED = 32  # the same where a look costs nothing and somebody waits to see something
FIRST_SLICE_S = 0.1
SLOWEST_LOOK_S = 2.0  # between two looks, where seconds are the budget
UNLIMITED, FOREVER_S = 2**62, 1e300  # iterations and seconds where there is no such budget
TIE_MARGIN = 0.01  # utility: a loss surely below this is a tie


@dataclass(frozen=True)
class Progress:
    """What a progress callback gets; `result()` is the answer so far."""

    iterations: int
    elapsed_s: float
    result: Callable[[], SearchResult]
    searchers: Sequence[Searcher]


@dataclass
class _Run:
    """A search under way."""

    state: GameState
    config: SearchConfig
    seed: int
    searchers: list[Searcher]
    shares: list[int]  # each replicate's iterations, 0 = no such budget
    started: float
    stop: StopFlag
    stopped_by: str = "iterations"
    level: float = 0.95
    looks: int = 0  # at the confidence
    is_looking: bool = False  # more iterations are what it asks about: only the spread between trees counts
    proof: Proof | None = None

    @property
    def iterations(self) -> int:
        return sum(s.iterations for s in self.searchers)

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self.started

    def result(self) -> SearchResult:
        return SearchResult(
            game=self.state.game, state=self.state, config=self.config, algorithm=algorithm(self.config, self.state),
            player=self.state.player, seed=self.seed, iterations=self.iterations,
            n_worlds=sum(s.n_worlds for s in self.searchers), stopped_by=self.stopped_by,
            moves=self._moves(), verified=self._verified(), memory_bytes=sum(s.bytes for s in self.searchers),
            elapsed_s=self.elapsed)

    def _moves(self) -> tuple[MoveStats, ...]:
        if self.proof is not None:
            return proved_moves(self.proof, self.state, self.config)
        availability = np.sum([s.availability() for s in self.searchers], axis=0)
        bounds = bounds_of(self.searchers)
        moves = summarise(self.state, [s.records() for s in self.searchers], availability, self.config, self.level,
                          young=0.0 if self.is_looking else None, known=known_of(bounds))
        exact = proved_by(self.searchers, self.state, self.seed) if bounds else {}
        return with_proofs(moves, exact, self.state.player)

    def _verified(self) -> Estimate | None:
        if self.proof is not None:
            points = self.proof.best.returns[self.state.player]
            return Estimate(points, points, points, self.config.replicates)
        records = [s.verified_record() for s in self.searchers]
        if not all(r["visits"] > 0 for r in records):
            return None
        return mean_estimate([float(r["returns"][self.state.player] / r["visits"]) for r in records])


def algorithm(config: SearchConfig, state: GameState) -> str:
    """Return the name of the algorithm that a configuration makes."""
    if config.trees == "none":
        return "flat" if config.worlds != "true" else "cheating flat"
    if config.worlds == "true":
        return "cheat"
    if config.worlds == "fixed":
        return "pimc"
    return "mo-ismcts" if settings_for(config, state.game, 0)["many_trees"] else "so-ismcts"


def settled(state: GameState, config: SearchConfig | None, options: dict[str, object]) -> SearchConfig:
    """Return the settings: the caller's, or where there are none what the game advises; options change either."""
    if config is None:
        config = SearchConfig(**cast(dict[str, Any], advised(state.game, options)))
    return config.with_options(options)


def run_search(state: GameState, config: SearchConfig | None = None, *, seed: int | None = None, jobs: int = 1,
               verify: int = 0, keep: Sequence[str] = (), on_progress: Callable[[Progress], Any] | None = None,
               stop: StopFlag | None = None, grown: Sequence[Searcher] = (), look_s: float = SLOWEST_LOOK_S,
               **options: object) -> SearchResult:
    """Search a position for the player to act.

    Only what that player knows enters, unless `worlds="true"` asks for cheating.

    Parameters
    ----------
    state : the position
    config, options : settings, see `SearchConfig`; options win
    seed : whole number from 0; drawn and told in the result if None
    jobs : threads; the answer does not depend on it unless the budget is time
    verify : iterations a replicate spends at the end on playing the recommendation in fresh worlds (see `verified`)
    keep : moves that root="halving" never drops, such as the one the user thinks of
    on_progress : called between rounds with a `Progress`
    stop : a flag that ends the search when set; Ctrl-C sets it too
    grown : trees of an earlier search of the same position with the same settings but for the budget: they grow on
    look_s : most seconds between two calls of `on_progress`, where seconds are the budget

    Examples
    --------
    >>> from kingmaker.games import load_game
    >>> result = run_search(load_game("kuhn-poker").parse("KJ:pb"), iterations=800, seed=1)
    >>> result.best.move
    'bet'
    """
    return search_trees(state, config, seed=seed, jobs=jobs, verify=verify, keep=keep, on_progress=on_progress,
                        stop=stop, grown=grown, look_s=look_s, **options)[0]


def search_trees(state: GameState, config: SearchConfig | None = None, *, seed: int | None = None, jobs: int = 1,
                 verify: int = 0, keep: Sequence[str] = (), on_progress: Callable[[Progress], Any] | None = None,
                 stop: StopFlag | None = None, grown: Sequence[Searcher] = (), look_s: float = SLOWEST_LOOK_S,
                 **options: object) -> tuple[SearchResult, list[Searcher]]:
    """Return what `run_search` does, and the replicates with their trees."""
    config = settled(state, config, options)
    _check_call(config, seed, jobs, verify)
    run = _start(state, config, draw_seed() if seed is None else seed, stop or StopFlag(), keep, grown)
    jobs = min(jobs, config.replicates)
    with ctrl_c_sets(run.stop):
        run.proof = prove(state, config, run.seed, run.stop)
    if run.proof is not None:
        run.stopped_by = "proved"
        return run.result(), run.searchers
    with ctrl_c_sets(run.stop), Parallel(n_jobs=jobs, backend="threading") as parallel:
        for target, slice_s in _rounds(run, jobs, on_progress is not None, look_s):
            reasons = parallel(delayed(_advance)(s, target and min(target, share), slice_s, run.stop)
                               for s, share in zip(run.searchers, run.shares, strict=True))
            if _is_done(run, reasons):
                break
            if on_progress is not None:
                on_progress(Progress(run.iterations, run.elapsed, run.result, run.searchers))
        if verify and run.proof is None:
            best = run.result().best.action
            parallel(delayed(s.verify)(best, verify, run.stop) for s in run.searchers)
    if run.stop.is_set:  # also where the wish came after the last iteration
        run.stopped_by = "interrupt"
    return run.result(), run.searchers


def _check_call(config: SearchConfig, seed: int | None, jobs: int, verify: int) -> None:
    """Refuse arguments of `run_search` that mean nothing."""
    checked_jobs(jobs)
    _check_whole("verify", verify, 0)
    if seed is not None:
        _check_whole("seed", seed, 0)
    if verify and (config.trees == "none" or config.worlds == "fixed"):
        raise ConfigError("search: verify needs one tree for all worlds: so-ismcts, mo-ismcts or cheat")


def _check_whole(name: str, value: object, low: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or value < low:
        raise ConfigError(f"search: {name}: expected a whole number from {low}, got {value!r}")


def grow_tree(state: GameState, config: SearchConfig | None = None, *, seed: int, replicate: int = 0,
              **options: object) -> Searcher:
    """Return one replicate's tree as `run_search` grows it, to look into: `to_arrays`, `search.tree.text`.

    Examples
    --------
    >>> from kingmaker.games import load_game
    >>> nodes, edges = grow_tree(load_game("kuhn-poker").parse("KJ:"), iterations=800, seed=1).to_arrays()
    >>> int(edges["visits"][edges["node"] == 0].sum())
    100
    """
    config = settled(state, config, options)
    searcher = _replicate(state, config, seed, replicate, ())
    searcher.run(_share(config, replicate) or UNLIMITED, config.seconds or FOREVER_S)
    return searcher


def _share(config: SearchConfig, replicate: int) -> int:
    """Return a replicate's iterations, 0 where they are not limited."""
    total = config.iterations or 0
    return total // config.replicates + (replicate < total % config.replicates)


def _replicate(state: GameState, config: SearchConfig, seed: int, replicate: int, kept: Sequence[int]) -> Searcher:
    share = _share(config, replicate)
    settings = settings_for(config, state.game, share) | {"prove": can_back_up(state, config)}
    return Searcher(state, state.player, settings, replicate_streams(seed, replicate), share, kept,
                    int(config.memory_mb * 2**20 / config.replicates))


def _start(state: GameState, config: SearchConfig, seed: int, stop: StopFlag, keep: Sequence[str],
           grown: Sequence[Searcher]) -> _Run:
    if grown and len(grown) != config.replicates:
        raise ConfigError(f"search: grown: expected {config.replicates} trees, one a replicate; got {len(grown)}")
    kept = [state.parse_action(move) for move in keep]
    searchers = list(grown) or [_replicate(state, config, seed, r, kept) for r in range(config.replicates)]
    shares = [_share(config, r) for r in range(config.replicates)]
    return _Run(state, config, seed, searchers, shares, time.monotonic(), stop)


def _advance(searcher: Searcher, target: int, slice_s: float, stop: StopFlag) -> str:
    """Run one replicate up to a number of iterations (0: no such limit), for at most so many seconds."""
    remaining = target - searcher.iterations if target else UNLIMITED
    return searcher.run(remaining, slice_s, stop) if remaining > 0 else "iterations"


def _rounds(run: _Run, jobs: int, watched: bool, look_s: float) -> Iterator[tuple[int, float]]:
    """Yield (iterations each replicate shall reach, seconds it may take now): one round, or growing ones if watched."""
    config, last = run.config, max(run.shares)
    if config.seconds is not None:
        turns = -(-config.replicates // effective_n_jobs(jobs))
        wall = FIRST_SLICE_S
        while (left := config.seconds - run.elapsed) > 0:
            # a last slice too short to be worth a round of its own joins the one before
            yield last, (left if left < 1.5 * wall else wall) / turns
            wall = min(2 * wall, look_s)
        run.stopped_by = "seconds"
    elif watched or config.confidence is not None or can_back_up(run.state, config):
        first = FIRST_WATCHED if watched and config.confidence is None else FIRST_ROUND
        looks = {first << k for k in range(62) if first << k < last}
        if config.confidence is None:  # where each look costs confidence, only those
            looks.add(max(last // 2, 1))
        for target in (*sorted(looks - {last}), last):
            yield target, FOREVER_S
    else:
        yield last, FOREVER_S


def _is_done(run: _Run, reasons: list[str]) -> bool:
    """Whether the search ends here; sets why."""
    if "interrupt" in reasons:
        run.stopped_by = "interrupt"
    elif (proof := proof_by(run.searchers, run.state, run.seed)) is not None:
        run.proof, run.stopped_by = proof, "proved"
    elif "memory" in reasons:
        run.stopped_by = "memory"
    elif run.config.confidence is not None and _is_told_apart(run):
        run.stopped_by = "confidence"
    elif run.config.iterations is not None and run.iterations >= run.config.iterations:
        run.stopped_by = "iterations"
    else:
        return False
    return True


def _is_told_apart(run: _Run) -> bool:
    """Whether every other action is surely worse than the best, or surely within a tie of it.

    The k-th look spends alpha / (k (k + 1)) of the error, so that peeking costs nothing; the share is split over the
    comparisons (Bonferroni). It needs replicates: one tree alone never tells.
    """
    assert run.config.confidence is not None
    alpha = 1 - run.config.confidence / 100
    if min(s.iterations for s in run.searchers) < FIRST_ROUND:
        return False
    run.looks += 1
    n_others = len(run.searchers[0].actions) - 1
    if n_others == 0:
        return True
    run.level = 1 - alpha / (run.looks * (run.looks + 1)) / n_others
    run.is_looking = True
    moves = run.result().moves[1:]
    run.level, run.is_looking = 0.95, False
    return all(m.visits >= TRUSTED_VISITS
               and (m.loss.low > 0 or (m.loss.low > -TIE_MARGIN and m.loss.high < TIE_MARGIN)) for m in moves)


@contextmanager
def ctrl_c_sets(stop: StopFlag) -> Iterator[None]:
    """Turn Ctrl-C into a wish to stop, so that the best so far is not lost."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    def interrupt(*_: object) -> None:
        if stop.is_set:  # asked twice: what should have stopped has not
            raise KeyboardInterrupt
        stop.set()

    previous = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)
