"""Lesson: what a searching agent thought and how its games ended, for fitting a game's policy and evaluation.

A game offers them with `GameSpec.learning` and two methods of its states: `action_features()`, one row a legal action,
and `state_features()`, a stage and one row, or one a seat. Here games are played and the rows collected;
`kingmaker.learning` fits.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Any

import numpy as np
import numpy.typing as npt

from kingmaker.games import ConfigError, Game, Rng
from kingmaker.search.agents import AgentSpec
from kingmaker.search.config import SearchConfig, settings_for
from kingmaker.search.engine import FOREVER_S, UNLIMITED
from kingmaker.search.interest import stop_of_task
from kingmaker.search.result import best_index, margin_of
from kingmaker.search.seeds import AGENT, DEAL, branch, replicate_streams, to_int
from kingmaker.search.tree._searcher import Searcher
from kingmaker.search.workers import run_in_order

Ending = tuple[int, int, Any, list[float]]  # who was to move, the stage, the features, and all players' returns


@dataclass(frozen=True)
class Endings:
    """Positions at starts of turns, and how the games ended that went on from them.

    Parameters
    ----------
    section : the part of the weights that the game belongs to
    stages, states, targets : of each position, the stage, the features, and what the evaluation is to foretell: the
        margin at the end for whose turn it was; or one row a seat, whose turn it is first, and its points
    seats : rows of each position
    n_open : games that found no end as far as rollouts may go, and so teach nothing of it
    """

    section: str
    stages: npt.NDArray[np.int8]
    states: npt.NDArray[np.float32]
    targets: npt.NDArray[np.float32]
    seats: int
    n_open: int


@dataclass(frozen=True)
class Lesson(Endings):
    """What one game taught, beside how it ended. Features are kept sparse: most of an action's are 0.

    Parameters
    ----------
    sizes : legal actions of each decision
    rows, columns, values : features that are not 0: the action's place among all decisions' actions, which, and what
    shares : of the search's visits, one an action
    """

    sizes: npt.NDArray[np.int32]
    rows: npt.NDArray[np.int32]
    columns: npt.NDArray[np.int16]
    values: npt.NDArray[np.float32]
    shares: npt.NDArray[np.float32]


def play_lessons(variants: Sequence[Game], agent: AgentSpec, n_games: int, seed: int, *, explore: float = 0.08,
                 temperature: float = 1.0, against: AgentSpec | None = None, jobs: int = -1) -> Iterator[Lesson]:
    """Let a searching agent play itself; yield what each game taught, in order.

    Parameters
    ----------
    variants : played in turn
    explore : share of decisions made by the game's policy instead, so that the games differ
    temperature : of the shares: 1 = of the visits as they are, below 1 sharper, visits to the power 1 / temperature
    against : who else plays: in every second game it has all seats but one, each seat in turn. Its decisions teach
        nothing, its fate does: what self-play never does, as hoarding, has to be met to be known
    """
    check_learning(variants)
    tasks = ((game, agent.config(game), seed, k, explore, temperature, against if k % 2 else None)
             for k, game in zip(range(n_games), cycle(variants), strict=False))
    yield from run_in_order(_one_game, tasks, jobs)


def _one_game(game: Game, config: SearchConfig, seed: int, number: int, explore: float, temperature: float,
              against: AgentSpec | None) -> Lesson:
    """Play one game, no further than rollouts may go where the game says how far."""
    state: Any = game.new(branch(seed, DEAL, number))
    rng = Rng(branch(seed, AGENT, number))
    pupil = game.acting[number // 2 % len(game.acting)]
    other = None if against is None else against.make(game)
    decisions, turns, is_start, k = [], [], True, 0
    while not state.is_over and not (game.rollout_cut and k > game.rollout_cut):
        if is_start:
            turns.append((state.player, *state.state_features()))
        legal = state.legal_actions()
        action = legal[0]
        if other is not None and state.player != pupil:
            action = other.choose(state, branch(seed, AGENT, number, k))
        elif len(legal) > 1:
            place, shares = _think(game, state, config, temperature,
                                   to_int(branch(seed, AGENT, number, k)))
            decisions.append((state.action_features(), shares))
            action = state.policy(rng) if rng.below(1_000_000) < 1_000_000 * explore else legal[place]
        is_start = state.ends_turn(action)
        state.apply(action)
        k += 1
    return _packed(game, decisions, turns, state.returns() if state.is_over else None)


def _think(game: Game, state: Any, config: SearchConfig, temperature: float,
           seed: int) -> tuple[int, npt.NDArray[np.float32]]:
    """Return the place of the best action, and each one's share of the visits, sharper below temperature 1."""
    searcher = Searcher(state, state.player, settings_for(config, game, config.iterations or 0),
                        replicate_streams(seed, 0), config.iterations or 0, (), int(config.memory_mb * 2**20))
    if searcher.run(config.iterations or UNLIMITED, config.seconds or FOREVER_S, stop_of_task()) == "interrupt":
        raise KeyboardInterrupt
    records = searcher.records()
    visits = records["visits"].astype(float)
    place = best_index(visits, records["value"], records["wins"][:, state.player], records["margin"], config)
    shares = (visits / visits.max()) ** (1 / temperature)
    return place, (shares / shares.sum()).astype(np.float32)


def _packed(game: Game, decisions: list[tuple[Any, Any]], turns: list[tuple[int, int, Any]],
            returns: list[float] | None) -> Lesson:
    """Return a game's lessons as arrays; a game that found no end teaches what to do, not how it ends."""
    rows, columns, values, above = [], [], [], 0
    for table, _ in decisions:
        row, column = np.nonzero(table)
        rows.append(row + above)
        columns.append(column)
        values.append(table[row, column])
        above += len(table)
    ended = [] if returns is None else [(*turn, returns) for turn in turns]
    return Lesson(
        **packed_endings(game, ended, int(returns is None)),
        sizes=np.array([len(table) for table, _ in decisions], np.int32),
        rows=np.concatenate(rows).astype(np.int32),
        columns=np.concatenate(columns).astype(np.int16),
        values=np.concatenate(values).astype(np.float32),
        shares=np.concatenate([shares for _, shares in decisions]),
    )


def check_learning(variants: Sequence[Game]) -> None:
    """Refuse games that have nothing to learn."""
    for game in variants:
        if game.spec.learning is None:
            raise ConfigError(f"{game.name}: the game has no weights to learn")


def packed_endings(game: Game, ended: Sequence[Ending], n_open: int) -> dict[str, Any]:
    """Return what `Endings` hold, as arrays."""
    learning = game.spec.learning
    assert learning is not None
    states, targets = [], []
    for player, _, table, returns in ended:
        order = [player, *(p for p in range(game.n_players) if p != player)]
        states += [table[p] for p in order] if learning.by_seat else [table]
        targets += [returns[p] for p in order] if learning.by_seat else [margin_of(returns, player)]
    seats = game.n_players if learning.by_seat else 1
    return {
        "section": learning.section(game),
        "stages": np.repeat(np.array([stage for _, stage, _, _ in ended], np.int8), seats),
        "states": np.array(states, np.float32).reshape(-1, len(learning.values)),
        "targets": np.array(targets, np.float32), "seats": seats, "n_open": n_open,
    }
