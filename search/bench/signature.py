"""The bench signature: one number for all that the games and the searches do, whatever their speed.

Refactoring and tuning must leave it as it is; a commit that changes it says why. Numbers enter rounded to six decimals,
so that another processor's last bit does not count as behaviour.
"""
from __future__ import annotations

import math
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kingmaker.games import ConfigError, Game, GameState, Rng, available_games, load_game
from kingmaker.search.config import SearchConfig, advised, missing
from kingmaker.search.engine import run_search
from kingmaker.search.estimate import Estimate
from kingmaker.search.result import SearchResult
from kingmaker.search.seeds import AGENT, DEAL, branch

N_GAMES = 4  # random games of each option set
ITERATIONS = 240
MANY = 4000  # enough for trees to outgrow their first memory
VERIFY = 40  # iterations on playing the best moves
# Every algorithm and every choice of SearchConfig at least once; what a game does not offer is left out. What is new
# stands at the end, so that the settings before it can be compared with an older program.
SEARCHES: tuple[Mapping[str, Any], ...] = (
    {}, {"trees": "single"}, {"trees": "many"}, {"trees": "none"}, {"worlds": "true"}, {"worlds": "stratified"},
    {"worlds": "fixed", "n_worlds": 6}, {"opponents": "uniform"}, {"opponents": "policy"}, {"rollout": "policy"},
    {"rollout": "mast"}, {"priors": True, "bias": 0.5, "fpu": 0.6}, {"fpu": 0.5}, {"depth": 2},
    {"redeterminize": True}, {"outcomes": "open"}, {"outcomes": "widen", "widen_base": 1.0}, {"root": "equal"},
    {"root": "halving"}, {"root": "toptwo"}, {"win_weight": 0.5, "margin_scale": 4.0},
    {"iterations": MANY}, {"iterations": MANY, "trees": "many"},
    {"select": "puct"}, {"select": "puct", "fpu": 0.5, "c": 2.0, "trees": "many"}, {"final": "bound"}, {"turns": 2},
    {"rollout": "policy", "temperature": 0.5, "epsilon": 0.0}, {"rollout": "policy", "temperature": 1.7, "turns": 1},
    {"select": "puct", "turns": 0, "final": "bound"}, {"outcomes": "widen", "widen_power": 0.3},
    {"confidence": 90.0, "iterations": MANY}, {"memory_mb": 0.25, "iterations": MANY},
    {"solve": False},
)
ADVICE = "as the game advises"  # beside SEARCHES: all that the game's advice sets


def signature(*games: Game | str) -> int:
    """Return one number for all that the games and searches of them do; all games if none is named.

    Examples
    --------
    >>> signature("kuhn-poker") == signature("kuhn-poker") != signature("tic-tac-toe")
    True
    """
    chosen = [load_game(game) if isinstance(game, str) else game for game in games or available_games()]
    return overall_signature({str(game): game_signature(game) for game in chosen})


def game_signature(game: Game, **options: object) -> int:
    """Return the 32-bit number of a game's behaviour; options change every search's settings.

    Examples
    --------
    >>> from kingmaker.games import load_game
    >>> kuhn = load_game("kuhn-poker")
    >>> game_signature(kuhn) == game_signature(kuhn), game_signature(kuhn) == game_signature(kuhn, c=0.3)
    (True, False)
    """
    return _checksum(repr(part) for part in _behaviour(game, options))


def overall_signature(signatures: Mapping[str, int]) -> int:
    """Return one number for the signatures of several games, whatever their order."""
    return _checksum(f"{name}={signatures[name]}" for name in sorted(signatures))


def _checksum(parts: Iterable[str]) -> int:
    checksum = 0
    for part in parts:
        checksum = zlib.crc32(part.encode() + b"\n", checksum)
    return checksum


def _behaviour(game: Game, options: Mapping[str, object]) -> Iterator[object]:
    """Yield, as plain numbers and words, what random games and small searches did."""
    for values in ({}, *game.spec.enumerable):
        variant = game.spec.bind({**game.options, **values})
        for deal in range(N_GAMES):
            yield from _random_game(variant, deal)
    for deal, state in enumerate(_positions(game)):
        for settings in SEARCHES:
            config = SearchConfig(iterations=ITERATIONS, replicates=2).with_options({**settings, **options})
            if not missing(config, game):
                yield settings, _summary(_search(state, config, deal))
        advice = advised(game, {})
        if advice:
            config = SearchConfig(iterations=ITERATIONS, replicates=2).with_options({**advice, **options})
            yield ADVICE, advice, _summary(_search(state, config, deal))


def _random_game(game: Game, deal: int) -> Iterator[object]:
    """Yield each decision of a game between random players, and what every player saw of it."""
    state, rng = game.new(branch(0, DEAL, deal)), Rng(branch(0, AGENT, deal))
    players = range(game.n_players)
    whole = state.clone()
    yield whole.playout(rng), _rounded(whole.returns())
    while not state.is_over:
        legal, action = state.legal_actions(), state.sample(rng)
        seen = [state.observe(action, p) for p in players if p != state.player]
        yield state.player, legal, action, seen
        state.apply(action)
        yield [state.outcome(p) for p in players]
    yield _rounded(state.returns()), _rounded(state.wins())


def _positions(game: Game) -> Iterator[GameState]:
    """Yield the first real decision of one deal, and one in the middle of another."""
    yield first_decision(game, 0)
    state, rng = first_decision(game, 1), Rng(branch(1, AGENT, 1))
    n_decisions = state.clone().playout(rng)
    for _ in range(n_decisions // 2):
        if state.is_over:
            break
        state.apply(state.sample(rng))
    yield first_decision(game, 2) if state.is_over else state


def first_decision(game: Game, seed: int) -> GameState:
    """Return the first state with a choice to make, in a deal fixed by the seed."""
    for deal in range(100):
        state = game.new(branch(seed, DEAL, deal))
        while not state.is_over:
            legal = state.legal_actions()
            if len(legal) > 1:
                return state
            state.apply(legal[0])
    raise ConfigError(f"bench: {game} never asks for a decision between two actions")


def _search(state: GameState, config: SearchConfig, seed: int) -> SearchResult:
    can_verify = config.trees != "none" and config.worlds != "fixed"
    return run_search(state, config, seed=seed, verify=VERIFY if can_verify else 0)


def _summary(result: SearchResult) -> object:
    moves = [(m.action, m.visits, m.availability, _estimates(m.value, m.win, m.margin, m.loss), _rounded(m.returns),
              _rounded(m.wins), _rounded([m.spread]), m.tied) for m in result.moves]
    verified = () if result.verified is None else _estimates(result.verified)
    return result.algorithm, result.player, result.iterations, result.stopped_by, moves, verified


def _estimates(*estimates: Estimate) -> list[float | None]:
    return _rounded([x for e in estimates for x in (e.mean, e.low, e.high)])


def _rounded(numbers: Iterable[float]) -> list[float | None]:
    """Return numbers to six decimals, minus zero as zero, nan as None."""
    return [None if math.isnan(x) else round(x, 6) + 0.0 for x in numbers]
