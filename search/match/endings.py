"""How games end that an agent plays on from positions of its own games, for fitting an evaluation to that.

What cuts a rollout short asks "how does it end if those who play here go on?"; a searching agent's games answer
another question, how it ends among players who are better than rollouts. `kingmaker.learning` fits.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle
from typing import Any

import numpy as np

from kingmaker.games import Game, GameState, Rng
from kingmaker.search.agents import Agent, AgentSpec
from kingmaker.search.match.lessons import Ending, Endings, check_learning, packed_endings
from kingmaker.search.seeds import AGENT, DEAL, ENDING, branch
from kingmaker.search.workers import run_in_order

PER_STAGE = 2  # positions of each stage of a game, so that a stage of few turns is known as well as a long one
N_WORLDS = 2  # in which each is played on
POSITION, DRAW, PLAY = range(3)  # streams of a game's endings


def play_endings(variants: Sequence[Game], agent: AgentSpec, n_games: int, seed: int, *, explore: float = 0.03,
                 jobs: int = -1) -> Iterator[Endings]:
    """Let an agent play all seats; yield how some positions of each game end when it plays them on, in order.

    A position is played on in worlds that whose turn it is cannot tell apart, and seen as in them: nothing that is
    hidden from him has a part in it.

    Parameters
    ----------
    variants : played in turn
    explore : share of the decisions before a position that are made at random, so that the games differ; none after it
    """
    check_learning(variants)
    tasks = ((game, agent, seed, k, explore) for k, game in zip(range(n_games), cycle(variants), strict=False))
    yield from run_in_order(_one_game, tasks, jobs)


def _one_game(game: Game, agent: AgentSpec, seed: int, number: int, explore: float) -> Endings:
    """Play one game, then some of its positions to the end."""
    player = agent.make(game)
    found = [ending for place, start in enumerate(_positions(game, player, seed, number, explore))
             for ending in endings_of(start, player, branch(seed, ENDING, number, PLAY, place))]
    ended = [ending for ending in found if ending is not None]
    return Endings(**packed_endings(game, ended, len(found) - len(ended)))


def endings_of(start: GameState, agent: Agent, seed: np.random.SeedSequence) -> list[Ending | None]:
    """Play on in worlds that whose turn it is cannot tell apart; None where there is no end as far as rollouts may go.

    An ending is: whose turn it was, the stage and the features there, and the returns.
    """
    found: list[Ending | None] = []
    for k in range(N_WORLDS):
        world: Any = start.world(start.player, Rng(branch(seed, k)))
        seen = (world.player, *world.state_features())
        left = world.game.rollout_cut or world.game.max_decisions
        while not world.is_over and left:
            world.apply(agent.choose(world, branch(seed, k, left)))
            left -= 1
        found.append((*seen, world.returns()) if world.is_over else None)
    return found


def _positions(game: Game, agent: Agent, seed: int, number: int, explore: float) -> list[GameState]:
    """Play a game; return some of its starts of turns, as many of each stage."""
    state: Any = game.new(branch(seed, DEAL, number))
    rng = Rng(branch(seed, ENDING, number, POSITION))
    starts: dict[int, list[GameState]] = {}
    is_start, k = True, 0
    while not state.is_over and not (game.rollout_cut and k > game.rollout_cut):
        if is_start:
            starts.setdefault(state.state_features()[0], []).append(state.clone())
        at_random = rng.below(1_000_000) < 1_000_000 * explore
        action = state.sample(rng) if at_random else agent.choose(state, branch(seed, AGENT, number, k))
        is_start = state.ends_turn(action)
        state.apply(action)
        k += 1
    draw = np.random.default_rng(branch(seed, ENDING, number, DRAW))
    return [found[place] for _, found in sorted(starts.items())
            for place in sorted(draw.choice(len(found), min(PER_STAGE, len(found)), replace=False))]
