"""Where choices are hidden, the best play mixes: how often to play what, so that nobody gains by guessing."""
from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from kingmaker.games import ConfigError, Game, GameState
from kingmaker.search.config import SearchConfig, settings_for
from kingmaker.search.seeds import replicate_streams
from kingmaker.search.tree._mixer import Mixer
from kingmaker.search.tree._searcher import StopFlag
from kingmaker.search.tree._whole import Whole

UNLIMITED, FOREVER_S = 2**62, 1e300
LIST_SHARE = 0.25  # of the seconds, to list all that can happen; the rest for learning


@dataclass(frozen=True)
class Mixture:
    """How often to play each move.

    Parameters
    ----------
    shares : by move, in the order of the legal actions
    returns : by move, the mean points of all players in games that go on by the mixtures; empty where none came there
    iterations : walks
    walks_here : those that came to the position: few where players who mix well hardly come there
    is_whole : whether the walks went through all that can happen, instead of through deals drawn by lot
    """

    shares: Mapping[str, float]
    returns: Mapping[str, tuple[float, ...]]
    iterations: int
    walks_here: int
    is_whole: bool


def can_mix(game: Game) -> bool:
    """Whether a game says where what is hidden began, so that mixtures can be worked out."""
    return game.has("rewind")


def need_mixture(game: Game) -> None:
    """Refuse a game of which no mixture can be worked out."""
    if not can_mix(game):
        raise ConfigError(f"mix: {game.name} does not say where what is hidden began (feature rewind), so no mixture "
                          "can be worked out; ismcts plays it")


def mix(state: GameState, config: SearchConfig | None = None, *, seed: int | np.random.SeedSequence = 0,
        stop: StopFlag | None = None, **options: object) -> Mixture:
    """Return how often the player to act should play each move, against others who do the same.

    Only what that player knows enters: all that is hidden is dealt anew in every walk.

    Parameters
    ----------
    config, options : settings, see `SearchConfig`; of them the budget, the memory, the utility and the rollouts count

    Examples
    --------
    >>> from kingmaker.games import load_game
    >>> shares = mix(load_game("kuhn-poker").parse("KJ:pb"), iterations=2_000, seed=1).shares
    >>> shares["bet"] > 0.95    # with the king whoever is bet at calls
    True
    """
    need_mixture(state.game)
    config = (config or SearchConfig(replicates=1)).with_options(options)
    began, walks, seconds = time.monotonic(), config.iterations or UNLIMITED, config.seconds or FOREVER_S
    given = (state, state.player, settings_for(config, state.game, 0), replicate_streams(seed, 0),
             int(config.memory_mb * 2**20))
    spent = 0
    if state.game.has("worlds"):
        whole = Whole(*given)
        is_whole, spent = whole.list_all(walks, LIST_SHARE * seconds, stop), whole.iterations
        if is_whole:
            whole.run(walks - spent, max(seconds - (time.monotonic() - began), 0), stop)
            return _read(state, whole)
    mixer = Mixer(*given)
    mixer.run(walks - spent, max(seconds - (time.monotonic() - began), 0), stop)
    return replace(_read(state, mixer), iterations=mixer.iterations + spent)


def _read(state: GameState, found: Mixer | Whole) -> Mixture:
    moves = [state.format_action(action) for action in found.actions]
    returns = {move: points for move, points in zip(moves, found.earned(), strict=True) if points}
    return Mixture(dict(zip(moves, found.mixture(), strict=True)), returns, found.iterations, found.walks_here,
                   isinstance(found, Whole))
