"""Games whose every decision a search weighs: how many ways there are, what is at stake, how chances to win move."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle

import numpy as np

from kingmaker.games import Game
from kingmaker.search.agents import AgentSpec
from kingmaker.search.config import SearchConfig
from kingmaker.search.engine import run_search
from kingmaker.search.interest import stop_of_task
from kingmaker.search.seeds import AGENT, DEAL, branch, to_int
from kingmaker.search.workers import run_in_order


@dataclass(frozen=True)
class Weighed:
    """One game as a search saw it.

    Parameters
    ----------
    legal : ways at each decision
    at_stake : what a way drawn from those that the search tried would lose in utility, at each decision with several
    chances : of each player to win, before each decision with several
    wins : what came
    """

    legal: tuple[int, ...]
    at_stake: tuple[float, ...]
    chances: tuple[tuple[float, ...], ...]
    wins: tuple[float, ...]


def weigh_games(variants: Sequence[Game], agent: AgentSpec, n_games: int, seed: int, *, jobs: int = -1
                ) -> Iterator[Weighed]:
    """Let a searching agent play all seats; yield what it saw of each game, in order.

    Parameters
    ----------
    variants : played in turn
    """
    tasks = ((game, agent.config(game), seed, k) for k, game in zip(range(n_games), cycle(variants), strict=False))
    yield from run_in_order(_weigh, tasks, jobs)


def _weigh(game: Game, config: SearchConfig, seed: int, number: int) -> Weighed:
    state = game.new(branch(seed, DEAL, number))
    ways: list[int] = []
    at_stake: list[float] = []
    chances: list[tuple[float, ...]] = []
    while not state.is_over and not (game.rollout_cut and len(ways) > game.rollout_cut):
        legal = state.legal_actions()
        ways.append(len(legal))
        action = legal[0]
        if len(legal) > 1:
            found = run_search(state, config, seed=to_int(branch(seed, AGENT, number, len(ways))), stop=stop_of_task())
            if found.stopped_by == "interrupt":
                raise KeyboardInterrupt
            at_stake.append(float(np.mean([move.loss.mean for move in found.moves if move.is_tried])))
            chances.append(tuple(found.best.wins))
            action = found.best.action
        state.apply(action)
    return Weighed(tuple(ways), tuple(at_stake), tuple(chances), tuple(state.wins()) if state.is_over else ())
