"""Queries of other programs: one JSON object in, one out, many side by side. docs/formats.md has the protocol."""
from __future__ import annotations

import json
import os
import queue
import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from kingmaker.errors import near, shown
from kingmaker.games import ConfigError, GameState, KingmakerError, NotationError
from kingmaker.games.files.positions import load_position, read_position
from kingmaker.printing import to_json
from kingmaker.reading import parse_line
from kingmaker.search.agents import parse_agent
from kingmaker.search.hint.hint import Hint, hint
from kingmaker.search.seeds import draw_seed
from kingmaker.search.tree._searcher import StopFlag
from kingmaker.search.workers import effective_jobs
from kingmaker.shapes import Shape, anything, fit, flag, items, number, string, table, whole

ITERATIONS = 4000
REPLICATES = 8
KEYS: dict[str, Shape] = {
    "id": anything(), "position": table({}, others=True), "path": string(4096), "iterations": whole(1, 10**12),
    "seconds": number(), "confidence": number(), "seed": whole(0, 2**127), "agent": string(2000),
    "moves": items(string(1000), high=10_000), "why": flag(), "lang": string(20)}
QUERY = table({}, KEYS, others=True)
Answer = dict[str, Any]


@dataclass(frozen=True)
class QueryCounts:
    """What became of the queries."""

    answered: int
    refused: int
    dropped: int  # not finished when it was interrupted
    was_interrupted: bool


def answer_query(line: str, *, where: str, seed: int, stop: StopFlag | None = None) -> Answer | None:
    """Return the answer to one line; None if it was stopped before the end.

    Parameters
    ----------
    where : what error messages call the line
    seed : of queries that bring none

    Examples
    --------
    >>> query = '{"id": 1, "position": {"game": "kuhn-poker", "version": 1, "state": "KJ:pb"}, "iterations": 800}'
    >>> answer = answer_query(query, where="line 1", seed=1)
    >>> answer["id"], answer["moves"][0]["move"], answer["warnings"]
    (1, 'bet', [])
    """
    name: object = None
    try:
        query = parse_line(line, where)
        name = query.get("id")
        state = _state(query)
        found = _search(state, query, seed, stop)
    except (KingmakerError, OSError) as error:
        return {"id": name, "error": str(error)}
    if stop is not None and stop.is_set:
        return None
    answer = found.to_dict()
    if "moves" in query:
        answer["moves"] = [row for row in answer["moves"] if row["move"] in (found.best.move, *query["moves"])]
    return {"id": name, **answer, "warnings": _warnings(query)}


def analyse(queries: Iterable[Mapping[str, Any]], *, seed: int | None = None, jobs: int = 1) -> list[Answer]:
    """Answer queries, several side by side: positions in, numbers and plans out, as docs/formats.md has them.

    Parameters
    ----------
    queries : each has `position` or `path`, and if wanted `iterations`, `seconds`, `confidence`, `agent`, `moves`
    seed : of queries that bring none; drawn if None
    jobs : how many side by side

    Examples
    --------
    >>> [answer] = analyse([{"path": "examples/leduc_poker.toml", "iterations": 800}], seed=1)
    >>> answer["game"], len(answer["moves"])
    ('leduc-poker', 2)
    """
    answers: list[Answer] = []
    answer_all(map(json.dumps, queries), lambda line: answers.append(json.loads(line)),
               seed=draw_seed() if seed is None else seed, jobs=jobs)
    return answers


def answer_all(lines: Iterable[str], write: Callable[[str], Any], *, seed: int, jobs: int = 1, where: str = "query",
               stop: StopFlag | None = None) -> QueryCounts:
    """Answer queries as they come, in their order, several side by side.

    The answers do not depend on `jobs`, but for budgets of time. A line is written whole or not at all: once it is
    interrupted (Ctrl-C, or the flag is set), searches under way are dropped.
    """
    stop, jobs = stop or StopFlag(), effective_jobs(jobs)
    delivery = _Delivery(write, stop, 2 * jobs)
    with ThreadPoolExecutor(jobs) as pool:
        try:
            delivery.start()
            for number, line in enumerate(lines, 1):
                if stop.is_set:
                    break
                if line.strip():
                    delivery.room.acquire()  # no more of a long file is read than is needed
                    delivery.add(pool.submit(answer_query, line, where=f"{where} line {number}", seed=seed, stop=stop))
            delivery.wait()
        except KeyboardInterrupt:
            pass
        finally:
            if delivery.is_running:
                stop.set()
                delivery.wait()
    return delivery.tally()


class _Delivery:
    """Writes answers in the order of their queries, each as soon as it can be."""

    def __init__(self, write: Callable[[str], Any], stop: StopFlag, n_ahead: int) -> None:
        self.room = threading.Semaphore(n_ahead)
        self._write, self._stop = write, stop
        self._counts = {"answered": 0, "refused": 0, "dropped": 0}
        self._queue: queue.Queue[Future[Answer | None] | None] = queue.Queue()
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._deliver, daemon=True)

    def start(self) -> None:
        self._thread.start()

    @property
    def is_running(self) -> bool:
        return self._thread.is_alive()

    def add(self, answer: Future[Answer | None]) -> None:
        self._queue.put(answer)

    def wait(self) -> None:
        """Wait for the last answer; raise what went wrong on the way, such as nobody reading any more."""
        self._queue.put(None)
        while self.is_running:
            self._thread.join(0.1)  # in steps, so that Ctrl-C is heard
        if self._error is not None:
            raise self._error

    def tally(self) -> QueryCounts:
        return QueryCounts(**self._counts, was_interrupted=self._stop.is_set)

    def _deliver(self) -> None:
        while (future := self._queue.get()) is not None:
            try:
                answer = future.result()
                if answer is not None and self._error is None:
                    self._write(to_json(answer))
                kind = "dropped" if answer is None else "refused" if "error" in answer else "answered"
                self._counts[kind] += 1
            except BaseException as error:
                self._error = error
                self._stop.set()
            self.room.release()


def _state(query: Mapping[str, Any]) -> GameState:
    """Check the query's values and read its position."""
    fit(query, QUERY, "", NotationError)
    if ("position" in query) == ("path" in query):
        raise NotationError("expected exactly one of 'position' and 'path'; got "
                            + ("both" if "path" in query else "none"))
    if "position" in query:
        return read_position(query["position"])
    path = query["path"]
    if "\0" in path or (os.path.exists(path) and not os.path.isfile(path)) or path == "-":
        raise NotationError(f"path: expected the name of a position file, got {shown(path)}")
    return load_position(path)


def _search(state: GameState, query: Mapping[str, Any], seed: int, stop: StopFlag | None) -> Hint:
    spec = parse_agent(query.get("agent", "ismcts"))
    budgets = {name: query[name] for name in ("iterations", "seconds", "confidence") if name in query}
    usual = {} if {"iterations", "seconds"} & {*budgets, *dict(spec.given)} else {"iterations": ITERATIONS}
    if twice := budgets.keys() & dict(spec.given).keys():
        raise ConfigError(f"{min(twice)}: it is also given in agent {query['agent']!r}; give it once")
    config = spec.config(state.game, {"replicates": REPLICATES, "iterations": None, **usual, **budgets})
    moves, lang = query.get("moves", ()), query.get("lang", "en")
    if "moves" in query and config.iterations is None:
        raise ConfigError("moves: they are compared in a race over a known number of 'iterations'; give that")
    if lang not in state.game.spec.languages:
        raise ConfigError(f"lang: {state.game.name} speaks {', '.join(state.game.spec.languages)}; got {lang!r}")
    for move in moves:
        state.parse_action(move)
    return hint(state, config.with_options({"root": "halving"} if "moves" in query else {}),
                seed=query.get("seed", seed), stop=stop, keep=moves, lang=lang, why=query.get("why", False))


def _warnings(query: Mapping[str, Any]) -> list[str]:
    """Name the keys that nothing was done with."""
    found = []
    for name in query:
        if name not in KEYS:
            found.append(f"unknown key {shown(name)}{near(name, KEYS)}")
    return found
