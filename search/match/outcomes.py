"""Outcomes: positions of games that an agent played to the end, what a search said of them, and what came.

`analysis/stats/forecasting.py` fits forecasts to them (search/forecast.py), and judges forecasts by them.
"""
from __future__ import annotations

import math
from collections.abc import Generator, Mapping, Sequence
from dataclasses import astuple, dataclass
from itertools import cycle, islice
from typing import Any

import numpy as np

from kingmaker.games import ConfigError, Game, GameState, Rng
from kingmaker.search.agents import AgentSpec
from kingmaker.search.config import SearchConfig
from kingmaker.search.engine import run_search
from kingmaker.search.estimate import Estimate, or_null
from kingmaker.search.forecast import Glance, glance
from kingmaker.search.interest import stop_of_task
from kingmaker.search.result import margin_of
from kingmaker.search.seeds import AGENT, DEAL, FORECAST, branch, to_int
from kingmaker.search.workers import run_in_order
from kingmaker.shapes import fit, items, maybe, number, table, whole

PER_GAME = 5  # positions: one of each fifth of a seat's decisions
AGAIN_EVERY = 40  # games, of the first two of which the positions are played on several times


@dataclass(frozen=True)
class Outcome:
    """One position.

    Parameters
    ----------
    game, variant : numbers of the game and of what was played
    fifth : of the acting seats' decisions, 0 to 4
    glanced : what quick playouts tell
    win, margin : what the search says of its best move
    came_win, came_margin : what came for who was to move
    again : what came, win and margin, when it was played on again, each time in another world that who was to move
        cannot tell from the true one; empty where it was not
    """

    game: int
    variant: int
    fifth: int
    glanced: Glance
    win: Estimate
    margin: Estimate
    came_win: float
    came_margin: float
    again: tuple[tuple[float, float], ...] = ()


def play_outcomes(variants: Sequence[Game], agent: AgentSpec, search: SearchConfig, n_games: int, seed: int, *,
                  again: int = 0, done: int = 0, jobs: int = -1) -> Generator[list[Outcome], None, None]:
    """Let an agent play all seats; yield what is to be known of some positions of each game, in order.

    Parameters
    ----------
    variants : played in turn
    again : how often positions of two games of AGAIN_EVERY are played on once more
    done : games at the beginning that are left out, as they were played before
    search : what is asked about positions; a position that it proves is left out, as nothing is to be foretold there
    """
    tasks = ((game, k % len(variants), agent, search, again if k % AGAIN_EVERY < 2 else 0, seed, k)
             for k, game in zip(range(n_games), cycle(variants), strict=False))
    yield from run_in_order(_one_game, islice(tasks, done, None), jobs)


def _one_game(game: Game, variant: int, agent: AgentSpec, search: SearchConfig, again: int, seed: int,
              number: int) -> list[Outcome]:
    deal = branch(seed, DEAL, number)
    state, end = _played(game, agent, deal, seed, number)
    returns, wins = end.returns(), end.wins()
    found = []
    for fifth, one in state:
        key = to_int(branch(seed, FORECAST, number, fifth))
        result = run_search(one, search, seed=key, stop=stop_of_task())
        if result.stopped_by == "interrupt":
            raise KeyboardInterrupt
        if not result.certain:
            player = one.player
            found.append(Outcome(number, variant, fifth, glance(one, branch(key, FORECAST)), result.best.win,
                                 result.best.margin, wins[player], margin_of(returns, player),
                                 tuple(_played_on(one, agent, branch(key, DEAL, k)) for k in range(again))))
    return found


def _played_on(state: GameState, agent: AgentSpec, key: np.random.SeedSequence) -> tuple[float, float]:
    """Play a position on in a world that the player to act cannot tell from it; return that player's win and margin."""
    player, playing = state.player, agent.make(state.game)
    world, n = state.world(player, Rng(branch(key, 0))), 0
    while not world.is_over:
        n += 1
        world.apply(playing.choose(world, branch(key, n)))
    return world.wins()[player], margin_of(world.returns(), player)


def _played(game: Game, agent: AgentSpec, deal: np.random.SeedSequence, seed: int,
            number: int) -> tuple[list[tuple[int, GameState]], GameState]:
    """Play a game; return a position of each fifth of its decisions, and the end."""
    state = game.new(deal)
    player, kept = agent.make(game), []
    while not state.is_over:
        if len(state.legal_actions()) > 1:
            kept.append(state.clone())
        state.apply(player.choose(state, branch(seed, AGENT, number, len(kept))))
    n = len(kept)
    draws = [to_int(branch(seed, FORECAST, number, PER_GAME + fifth)) for fifth in range(PER_GAME)]
    places = [(fifth, range(n * fifth // PER_GAME, n * (fifth + 1) // PER_GAME)) for fifth in range(PER_GAME)]
    return [(fifth, kept[place[draws[fifth] % len(place)]]) for fifth, place in places if len(place)], state


# -- as lines of a file -----------------------------------------------------------------------------------------------

_SAID, _CAME = items(maybe(number()), 4, 4), items(number(), 2, 2)
MOST_AGAIN = 1000
_ROW = table({"game": whole(0, 10**9), "positions": items(table({
    "variant": whole(0, 10**6), "fifth": whole(0, PER_GAME - 1), "glanced": items(number(), 3, 3), "win": _SAID,
    "margin": _SAID, "came": _CAME}, {"again": items(_CAME, 1, MOST_AGAIN)}), 0, PER_GAME)})


def outcome_row(number: int, positions: Sequence[Outcome]) -> dict[str, Any]:
    """Return the positions of a game as a line of JSON wants them."""
    return {"game": number, "positions": [
        {"variant": one.variant, "fifth": one.fifth, "glanced": list(astuple(one.glanced)), "win": _told(one.win),
         "margin": _told(one.margin), "came": [one.came_win, one.came_margin],
         **({"again": [list(came) for came in one.again]} if one.again else {})} for one in positions]}


def _told(said: Estimate) -> list[float | None]:
    return [said.mean, or_null(said.low), or_null(said.high), said.n]  # one tree alone knows no ends


def restore_outcomes(row: Mapping[str, Any], number: int, where: str) -> list[Outcome]:
    """Return the positions of which `outcome_row` made a line; refuse one that is not of this game."""
    fit(row, _ROW, where, ConfigError)
    if row["game"] != number:
        raise ConfigError(f"{where}: expected game {number}, got {row['game']}: lines are missing; take the file away")
    return [Outcome(number, one["variant"], one["fifth"], Glance(*one["glanced"]), _estimate(one["win"], where),
                    _estimate(one["margin"], where), one["came"][0], one["came"][1],
                    tuple((win, margin) for win, margin in one.get("again", ())))
            for one in row["positions"]]


def _estimate(said: Sequence[float | None], where: str) -> Estimate:
    mean, low, high, n = said
    if mean is None or n is None:
        raise ConfigError(f"{where}: expected a mean and how many trees it is from, got null; take the file away")
    low, high = (math.nan if x is None else x for x in (low, high))
    return Estimate(mean, low, high, int(n))
