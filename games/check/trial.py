"""What the conformance checks share: recorded random games of the game under trial, and how a check fails."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np

from kingmaker.games._base import GameState
from kingmaker.games._rng import Rng
from kingmaker.games.check.worlds import Survey, survey_worlds
from kingmaker.games.errors import ContractError
from kingmaker.games.spec import Game

Analyse = Callable[[GameState, int], bytes]
Figures = dict[str, float]
T = TypeVar("T")

ALPHA = 1e-7  # chance of a false alarm of one check; a run has fewer than ten that rest on chance, so 1e-6 in all
MAX_POSITIONS = 40  # states that one check looks at, so that long games do not take for ever
RUSHED = 12  # the same for checks that look at each state many times


class BrokenPlayError(ContractError):
    """A random game could not be played to its end; `check` is the name of the check that this belongs to."""

    def __init__(self, check: str, message: str) -> None:
        super().__init__(message)
        self.check = check


class NotApplicableError(Exception):
    """The check has no object in this game."""


@dataclass(frozen=True)
class Play:
    """One recorded game: states[i] is the state before actions[i], the last one is over."""

    seed: np.random.SeedSequence
    states: tuple[GameState, ...]
    actions: tuple[int, ...]

    @property
    def start(self) -> GameState:
        """The state as it was dealt."""
        return self.states[0]


def seed_of(*words: int) -> np.random.SeedSequence:
    """Return a seed made of several whole numbers."""
    return np.random.SeedSequence(list(words))


def spread(items: Sequence[T], count: int) -> list[T]:
    """Return at most `count` of the items, evenly spread, the first and the last among them."""
    if len(items) <= count:
        return list(items)
    return [items[round(i * (len(items) - 1) / (count - 1))] for i in range(count)]


def demand(holds: bool, message: str) -> None:
    """Raise a ContractError unless the condition holds."""
    if not holds:
        raise ContractError(message)


def _stage(check: str, state: GameState | None, call: Callable[[], T]) -> T:
    try:
        return call()
    except Exception as error:  # a game's fault of any kind is a finding
        where = "" if state is None else f" in {_safe_text(state)}"
        kind = "" if isinstance(error, ContractError) else f"{type(error).__name__}: "
        raise BrokenPlayError(check, f"{check}: {kind}{error}{where}") from error


def _safe_text(state: GameState) -> str:
    try:
        return repr(state.text())
    except Exception as error:  # text may be what is broken
        return f"a state whose text() raises {type(error).__name__}"


def record_play(game: Game, seed: np.random.SeedSequence, moves: Rng) -> Play:
    """Play one game, each action equally likely; a failure names the check it belongs to."""
    state = _stage("deals", None, lambda: game.new(seed))
    states = [_stage("clones", state, state.clone)]
    actions: list[int] = []
    while _stage("players", state, lambda: state.player) >= 0:
        if len(actions) >= game.max_decisions:
            raise BrokenPlayError("length", f"length: not over after the declared max_decisions={game.max_decisions}; "
                                            f"now {_safe_text(state)}")
        legal = _stage("legal", state, state.legal_actions)
        if not legal or len(legal) > game.max_legal:
            raise BrokenPlayError("legal", f"legal: {len(legal)} legal actions, expected 1..{game.max_legal} "
                                           f"(max_legal), in {_safe_text(state)}")
        action = moves.choice(legal)
        actions.append(action)
        _stage("apply", states[-1], lambda: state.apply(action))  # noqa: B023 - called at once
        states.append(_stage("clones", state, state.clone))
    return Play(seed, tuple(states), tuple(actions))


@dataclass
class Trial:
    """A game under trial: what every check is given. Games are recorded and worlds enumerated when first needed.

    Parameters
    ----------
    game : the game with its options
    seed : decides all that the checks draw
    n_games : random games to record, and to enumerate the worlds of for each enumerable option set
    analyse : (state, seed) -> bytes, what a search answers; None leaves its check out
    """

    game: Game
    seed: int = 0
    n_games: int = 8
    analyse: Analyse | None = None

    @cached_property
    def plays(self) -> tuple[Play, ...]:
        """The recorded games."""
        moves = Rng(seed_of(self.seed, 1))
        return tuple(record_play(self.game, seed_of(self.seed, 2, k), moves) for k in range(self.n_games))

    @cached_property
    def running(self) -> list[GameState]:
        """All recorded states in which somebody acts."""
        return [state for play in self.plays for state in play.states[:-1]]

    @cached_property
    def finished(self) -> list[GameState]:
        """The recorded ends."""
        return [play.states[-1] for play in self.plays]

    @property
    def positions(self) -> list[GameState]:
        """Some of the running states."""
        return spread(self.running, MAX_POSITIONS)

    @property
    def observers(self) -> range:
        """Everybody: leaks are looked for from every seat, not only the mover's."""
        return range(self.game.n_players)

    def rng(self, *words: int) -> Rng:
        """Return a fresh stream of this trial."""
        return Rng(seed_of(self.seed, 3, *words))

    def pairs(self, count: int = MAX_POSITIONS) -> Iterator[tuple[GameState, int]]:
        """Yield some running states, each with every observer."""
        for state in spread(self.running, count):
            for observer in self.observers:
                yield state, observer

    @cached_property
    def surveys(self) -> tuple[Survey, ...]:
        """The enumerated worlds of each enumerable option set."""
        if not self.game.spec.hidden:
            raise NotApplicableError("nothing is hidden")
        spec = self.game.spec
        games = [spec.bind(dict(options)) for options in spec.enumerable]
        demand(bool(games), "spec.enumerable names no option set, so leaks cannot be looked for")
        plays = [[record_play(game, seed_of(self.seed, 4, v, k), self.rng(0, v, k)) for k in range(self.n_games)]
                 for v, game in enumerate(games)]
        return tuple(survey_worlds(game, [(play.states, play.actions) for play in games_plays], self.rng(1, v))
                     for v, (game, games_plays) in enumerate(zip(games, plays, strict=True)))
