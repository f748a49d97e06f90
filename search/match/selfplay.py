"""Self-play: many games in blocks, as batches of columns. Knows no file; `analysis` stores what comes out.

What is played, and from which seeds, says search/match/selfplay_config.py; nothing depends on how many processes play.
"""
from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingmaker.games import ContractError, GameState
from kingmaker.games.files.records import record_game
from kingmaker.search._quick import KINDS, play_quickly
from kingmaker.search.agents import parse_agent
from kingmaker.search.engine import run_search
from kingmaker.search.match.blocks import Seats
from kingmaker.search.match.selfplay_config import Entry, SelfplayConfig
from kingmaker.search.seeds import JUDGE, branch, to_int
from kingmaker.search.workers import effective_jobs, run_in_waves

Columns = dict[str, Any]  # arrays of one length by name
TASK_S = 1.0  # about how long one task of a worker should take


@dataclass(frozen=True)
class Batch:
    """The rows of some blocks: table -> column -> values."""

    first: int
    last: int  # the block behind the last one
    n_games: int
    playing_s: float  # processor time from deal to last decision
    total_s: float  # the same with all that was done in the worker
    tables: dict[str, Columns]


# -- playing ------------------------------------------------------------------------------------------------------


def play_blocks(config: SelfplayConfig, first: int, last: int) -> Batch:
    """Play some blocks, `first` to the one before `last`, and return their rows."""
    begin = time.thread_time()
    rows = _Rows(config, first, last)
    playing, begin_clock = time.thread_time(), time.perf_counter()
    for block in range(first, last):
        rows.play_block(block)
    clock = time.perf_counter() - begin_clock
    rows.seconds *= min((time.thread_time() - playing) / clock, 1.0) if clock else 1.0
    tables = rows.tables()
    return Batch(first, last, rows.n, float(rows.seconds.sum()), time.thread_time() - begin, tables)


class _Rows:
    """Plays games and gathers their rows."""

    def __init__(self, config: SelfplayConfig, first: int, last: int) -> None:
        self.config, self.first, self.blocks = config, first, last - first
        self.n = n = self.blocks * len(config.entries)
        longest = max(entry.game.max_decisions for entry in config.entries)
        self.actions, self.seats = np.zeros(longest, np.int32), np.zeros(longest, np.int8)
        self.deals: list[int] = []
        self.points = np.full((n, config.n_players), np.nan)
        self.wins = self.points.copy()
        self.seconds = np.zeros(n)  # by the clock; `play_blocks` makes processor time of it
        self.decisions, self.turns = np.zeros(n, np.int32), np.zeros(n, np.int32)
        self.starters = np.zeros(n, np.int8)
        self.ledger = config.ledger()
        self.thoughts = _Decisions(config) if config.decisions else None
        self.quick = [self._is_quick(entry) for entry in config.entries]

    def _is_quick(self, entry: Entry) -> list[int] | None:
        """Return the kinds of agents that need no Python, if all are; a seat that never decides is anything."""
        kinds = [KINDS.get(agent or "random") for agent in entry.agents]
        return None if self.thoughts is not None or None in kinds else [kind for kind in kinds if kind is not None]

    def play_block(self, block: int) -> None:
        """Play all games of a block."""
        deal = self.config.deal(block)
        self.deals.append(deal)
        for k, entry in enumerate(self.config.entries):
            self._play(block, k, entry, deal)

    def _play(self, block: int, k: int, entry: Entry, deal: int) -> None:
        """Play one game and note it."""
        i = (block - self.first) * len(self.config.entries) + k
        number = block * len(self.config.entries) + k
        begin = time.perf_counter()  # asking for processor time took a sixth of a random game
        start = entry.game.new(deal)
        state = start.clone()
        kinds = self.quick[k]
        if kinds is not None:
            n = play_quickly(state, kinds, deal, self.actions, self.seats)
        else:
            n = self._think_through(state, entry, deal, number)
        self.seconds[i] = time.perf_counter() - begin
        seats = entry.game.n_players
        self.points[i, :seats], self.wins[i, :seats] = state.returns(), state.wins()
        self.decisions[i], self.starters[i] = n, self.seats[0]
        self.turns[i] = 1 + np.count_nonzero(self.seats[1:n] != self.seats[:n - 1])
        if self.ledger is not None:
            self.ledger.add(number, start, self.actions[:n])

    def _think_through(self, state: GameState, entry: Entry, deal: int, number: int) -> int:
        """Play a game between agents that think."""
        seats, n = _seats(entry, deal), 0
        while not state.is_over:
            if n >= entry.game.max_decisions:
                raise ContractError(f"{entry.game}: a game longer than its declared max_decisions="
                                    f"{entry.game.max_decisions}")
            self.seats[n] = state.player
            action = seats.choose(state)
            if self.thoughts is not None:
                self.thoughts.note(number, n, state, action, seats, deal)
            self.actions[n] = action
            state.apply(action)
            n += 1
        seats.tell(state)
        return n

    def tables(self) -> dict[str, Columns]:
        """Return all rows."""
        games = self._games()
        tables: dict[str, Columns] = {"games": games, "times": {"game": games["game"], "seconds": self.seconds}}
        if self.ledger is not None:
            own = self.ledger.take()
            games |= own.pop("games", {})
            tables |= own
        if self.thoughts is not None:
            tables["decisions"] = self.thoughts.columns()
        return tables

    def _games(self) -> Columns:
        """Return the columns that all games have."""
        entries, n_entries = self.config.entries, len(self.config.entries)
        blocks = np.arange(self.first, self.first + self.blocks)

        def spread(values: Sequence[Any], kind: Any = object) -> NDArray[Any]:
            return np.tile(np.array(values, kind), self.blocks)

        columns: Columns = {
            "game": np.arange(self.n) + self.first * n_entries, "block": blocks.repeat(n_entries),
            "deal": np.array(self.deals, np.int64).repeat(n_entries),
            "arm": spread([entry.arm for entry in entries]),
            "rotation": spread([entry.rotation for entry in entries], np.int16)}
        for name, (kind, _) in self.config.options().items():
            columns[name] = spread([entry.game.options[name] for entry in entries],
                                   np.int32 if kind == "int32" else object)
        for seat in range(self.config.n_players):
            names = [entry.agents[seat] if seat < len(entry.agents) else None for entry in entries]
            columns[f"agent_{seat}"] = spread(names)
        for seat in range(self.config.n_players):
            columns[f"points_{seat}"], columns[f"win_{seat}"] = self.points[:, seat], self.wins[:, seat]
        return columns | {"margin": _margins(self.points), "winner": _winners(self.wins), "starter": self.starters,
                          "decisions": self.decisions, "turns": self.turns}


def _margins(points: NDArray[Any]) -> NDArray[Any]:
    """Return seat 0's points minus those of the best other seat; alone, the points."""
    if points.shape[1] == 1:
        return points[:, 0].copy()
    return np.asarray(points[:, 0] - np.nanmax(points[:, 1:], axis=1))


def _winners(wins: NDArray[Any]) -> NDArray[Any]:
    """Return who won alone, -1 where the win is shared."""
    return np.where(np.nanmax(wins, axis=1) == 1, np.nan_to_num(wins).argmax(axis=1), -1).astype(np.int8)


def _seats(entry: Entry, deal: int) -> Seats:
    """Return the agents of one game; a seat that never decides gets one that is never asked."""
    return Seats(entry.game, [parse_agent(agent or "random") for agent in entry.agents], deal)


class _Decisions:
    """The table of decisions: a row each."""

    def __init__(self, config: SelfplayConfig) -> None:
        self.judge = None if config.judge is None else parse_agent(config.judge).config()
        self._rows: list[tuple[Any, ...]] = []
        self._judged: dict[int, int] = {}

    def note(self, number: int, n: int, state: GameState, action: int, seats: Seats, deal: int) -> None:
        """Note one decision before it is made."""
        seat, legal = state.player, state.legal_actions()
        thought = seats.players[seat].thought
        best, value, visits, loss = "", np.nan, -1, np.nan
        if self.judge is not None and len(legal) > 1:
            result = run_search(state, self.judge, seed=to_int(branch(deal, JUDGE, n)))
            chosen = next(move for move in result.moves if move.action == action)
            best, value, visits, loss = result.best.move, chosen.value.mean, chosen.visits, chosen.loss.mean
        elif self.judge is None and thought is not None:
            best = state.format_action(thought.best)
            value, visits, loss = thought.value, thought.visits, thought.loss
        self._rows.append((number, n + 1, seat, len(legal), state.format_action(action), best or None, value, visits,
                           loss))

    def columns(self) -> Columns:
        """Return the rows as columns."""
        kinds = (np.int64, np.int32, np.int8, np.int32, object, object, np.float64, np.int64, np.float64)
        names = ("game", "decision", "seat", "legal", "move", "best", "value", "visits", "loss")
        columns = zip(*self._rows, strict=True) if self._rows else [()] * len(names)
        return {name: np.array(values, kind) for name, values, kind in zip(names, columns, kinds, strict=True)}


# -- many -----------------------------------------------------------------------------------------------------------


def play_batches(config: SelfplayConfig, batches: Sequence[int], *, jobs: int = 1,
                 on_progress: Callable[[int], Any] | None = None) -> Generator[Batch, None, None]:
    """Yield batches by their numbers, in the order given, whatever the number of processes.

    Parameters
    ----------
    jobs : processes, -1 for all; `joblib.parallel_config` chooses another backend (threads, a Dask cluster)
    on_progress : called with the number of games played so far

    Examples
    --------
    >>> from kingmaker.search.match.selfplay_config import configure
    >>> config = configure("kuhn-poker", ["random"], 40, seed=1, batch=16)
    >>> [batch.n_games for batch in play_batches(config, range(config.n_batches))]
    [16, 16, 8]
    """
    width = effective_jobs(jobs)
    n_done, parts = 0, _Gatherer(config, batches)
    waves = ([(config, *task) for task in tasks] for tasks in _waves(config, batches, width, parts))
    with closing(run_in_waves(play_blocks, waves, jobs)) as played:
        for part in played:
            n_done += part.n_games
            if on_progress is not None:
                on_progress(n_done)
            whole = parts.add(part)
            if whole is not None:
                yield whole


def _waves(config: SelfplayConfig, batches: Sequence[int], width: int,
           parts: _Gatherer) -> Iterator[list[tuple[int, int]]]:
    """Yield tasks in waves: a first one to see how long a block takes, then as many batches as there are workers.

    Between waves all is handed out, so that what lies in memory is bounded however much is played.
    """
    todo = [config.blocks_of(batch) for batch in batches]
    if todo:
        first, last = todo.pop(0)
        cut = min(first + width, last)
        yield [(block, block + 1) for block in range(first, cut)]
        todo = [(cut, last), *todo] if cut < last else todo
    while todo:
        size = max(1, round(TASK_S / max(parts.block_s, 1e-9)))
        wave, todo = todo[:width], todo[width:]
        yield [(at, min(at + size, last)) for first, last in wave for at in range(first, last, size)]


class _Gatherer:
    """Puts the parts of batches together; parts come in their order."""

    def __init__(self, config: SelfplayConfig, batches: Sequence[int]) -> None:
        self._ends = {config.blocks_of(batch)[1]: config.blocks_of(batch)[0] for batch in batches}
        self._parts: list[Batch] = []
        self.block_s = TASK_S

    def add(self, part: Batch) -> Batch | None:
        """Take a part; return the batch that it completes."""
        self._parts.append(part)
        self.block_s = part.total_s / (part.last - part.first)
        if part.last not in self._ends:
            return None
        parts, self._parts = self._parts, []
        if len(parts) == 1:
            return part
        tables = {name: {column: np.concatenate([p.tables[name][column] for p in parts])
                         for column in part.tables[name]} for name in part.tables}
        return Batch(self._ends[part.last], part.last, sum(p.n_games for p in parts),
                     sum(p.playing_s for p in parts), sum(p.total_s for p in parts), tables)


# -- again ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Replay:
    """One game of a configuration, played again."""

    entry: Entry
    lines: list[dict[str, Any]]  # of its record (games/files/records.py)
    decisions: int
    points: list[float]


def replay(config: SelfplayConfig, number: int) -> Replay:
    """Play one game again from its number.

    Examples
    --------
    >>> from kingmaker.search.match.selfplay_config import configure
    >>> config = configure("kuhn-poker", ["random"], 40, seed=1)
    >>> [batch.tables["games"]["points_0"][7] for batch in play_batches(config, [0])] == replay(config, 7).points[:1]
    True
    """
    entry, deal = config.find(number)
    seats, states = _seats(entry, deal), []

    def choose(state: GameState) -> int:
        states.append(state)  # the record goes on with this very state
        return seats.choose(state)

    lines = list(record_game(entry.game, deal, choose))
    return Replay(entry, lines, len(states), states[-1].returns())
