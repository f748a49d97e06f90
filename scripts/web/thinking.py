"""Searches for the page: one at a time, each in a thread that ends when nobody looks any more."""
from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from kingmaker.errors import KingmakerError
from kingmaker.games import GameState
from kingmaker.scripts.web.sentences import hint_view, review_row, review_view
from kingmaker.search.engine import Progress, settled
from kingmaker.search.hint.hint import Hint, hint
from kingmaker.search.hint.review import review_game
from kingmaker.search.seeds import draw_seed
from kingmaker.search.tree._searcher import Searcher, StopFlag

LOOK_S = 0.15  # between two frames of a search
BEAT_S = 0.2  # between two signs of life, where there is no frame
WAIT_S = 10.0  # for a search to end that was told to
MOST_SECONDS = 600.0
Frame = dict[str, Any]


class Job:
    """One search: a thread that makes frames, of which the newest waits to be sent."""

    def __init__(self, work: Callable[[Job], None], on_left: Callable[[], Any]) -> None:
        self.stop, self._on_left = StopFlag(), on_left
        self._loop, self._news = asyncio.get_running_loop(), asyncio.Event()
        self._waiting: list[Frame] = []
        self._lock, self._started = threading.Lock(), time.monotonic()
        self._thread = threading.Thread(target=self._run, args=(work,), name="kingmaker-search", daemon=True)
        self._thread.start()

    def show(self, frame: Frame, *, is_last: bool = False, keeps: bool = False) -> None:
        """Let a frame be sent; it takes the place of one that was not sent yet, unless all are to be kept."""
        with self._lock:
            if not keeps:
                self._waiting.clear()
            self._waiting.append({**frame, "elapsed": self.elapsed, "last": is_last})
        with suppress(RuntimeError):  # the server has gone meanwhile
            self._loop.call_soon_threadsafe(self._news.set)

    @property
    def elapsed(self) -> float:
        """Seconds since the search began."""
        return round(time.monotonic() - self._started, 3)

    async def frames(self) -> Any:
        """Yield frames as they come, and signs of life between; whoever goes away ends the search."""
        is_left = True
        try:
            while True:
                try:
                    await asyncio.wait_for(self._news.wait(), BEAT_S)
                except TimeoutError:
                    yield {"elapsed": self.elapsed, "beat": True, "last": False}
                    continue
                self._news.clear()
                with self._lock:
                    waiting, self._waiting = self._waiting, []
                for frame in waiting:
                    is_left = not frame["last"]
                    yield frame
                    if not is_left:
                        return
        finally:
            self.stop.set()
            if is_left:
                self._on_left()

    def end(self) -> None:
        """End the search, and wait until it has ended."""
        self.stop.set()
        self._thread.join(WAIT_S)

    @property
    def is_alive(self) -> bool:
        """Whether it still thinks."""
        return self._thread.is_alive()

    def _run(self, work: Callable[[Job], None]) -> None:
        try:
            work(self)
        except KingmakerError as error:
            self.show({"error": str(error)}, is_last=True)
        except Exception as error:  # a game from outside may do anything; the page has to hear of it
            self.show({"error": f"the search failed: {type(error).__name__}: {error}"[:500]}, is_last=True)


class Thinker:
    """The one search that a server does at a time, and the trees of the last one, which can grow on."""

    def __init__(self, jobs: int) -> None:
        self._jobs, self._job = jobs, None
        self._key, self._trees, self._seed = "", [], 0
        self._starting = asyncio.Lock()

    _job: Job | None
    _trees: list[Searcher]

    async def hint(self, state: GameState, key: str, seconds: float, lang: str, *, on: bool) -> Job:
        """Begin a hint; the search before, if any, ends.

        Parameters
        ----------
        key : differs whenever the position does
        on : the trees of the last hint grow on, where it was of the same position
        """
        async with self._starting:
            await self._clear()
            if not on or key != self._key:
                self.forget()
            self._key, grown = key, tuple(self._trees)
            self._seed = self._seed if grown else draw_seed()
            self._job = Job(lambda job: self._think(job, state, min(seconds, MOST_SECONDS), lang, grown),
                            self.forget)
            return self._job

    async def review(self, decisions: Sequence[tuple[GameState, int]], end: GameState, iterations: int,
                     lang: str) -> Job:
        """Begin a review of a game; the search before, if any, ends."""
        async with self._starting:
            await self._clear()
            self.forget()
            self._job = Job(lambda job: self._go_through(job, decisions, end, iterations, lang),
                            self.forget)
            return self._job

    async def stop(self) -> None:
        """End the search under way; the best so far is its last frame."""
        if self._job is not None:
            self._job.stop.set()

    async def close(self) -> None:
        """End all thinking, for good."""
        self.changed()
        await self._clear()

    def forget(self) -> None:
        """Let go of the trees."""
        self._trees, self._key = [], ""

    def changed(self) -> None:
        """End what is thought of a position that is none any more."""
        if self._job is not None:
            self._job.stop.set()
        self.forget()

    async def _clear(self) -> None:
        if self._job is not None and self._job.is_alive:
            await asyncio.to_thread(self._job.end)
        self._job = None

    def _think(self, job: Job, state: GameState, seconds: float, lang: str, grown: Sequence[Searcher]) -> None:
        def keep(progress: Progress) -> None:
            if self._job is job and not job.stop.is_set:
                self._trees = list(progress.searchers)

        def look(found: Hint) -> None:
            job.show(hint_view(found, lang))

        found = hint(state, settled(state, None, {"iterations": None, "seconds": seconds}), seed=self._seed,
                     jobs=self._jobs, on_hint=look, on_progress=keep, stop=job.stop, lang=lang, grown=grown,
                     look_s=LOOK_S)
        job.show(hint_view(found, lang), is_last=True)

    def _go_through(self, job: Job, decisions: Sequence[tuple[GameState, int]], end: GameState, iterations: int,
                    lang: str) -> None:
        found = review_game(decisions, end, seed=draw_seed(), iterations=iterations, jobs=self._jobs, stop=job.stop,
                            lang=lang, on_judged=lambda one: job.show(
                                review_row(one, decisions[one.n - 1][0], len(decisions), lang), keeps=True))
        job.show(review_view(found), is_last=True, keeps=True)
