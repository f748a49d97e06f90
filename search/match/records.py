"""Whole games between agents as records that another program can replay."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kingmaker.games import ConfigError, Game
from kingmaker.games.files.records import record_game
from kingmaker.search.agents import AgentMaker
from kingmaker.search.match.blocks import Seats, deal_of, game_of, maker_of
from kingmaker.search.seeds import draw_seed

Line = dict[str, Any]


def record_games(game: Game | str, agents: Sequence[AgentMaker | str], games: int = 1, *,
                 seed: int | None = None) -> Iterator[list[Line]]:
    """Return the records of games, one list of lines each: head, decisions, result. Game k has the deal of block k.

    Parameters
    ----------
    agents : one for all seats, or one for each
    seed : whole number from 0; drawn if None

    Examples
    --------
    >>> [record] = record_games("kuhn-poker", ["random"], seed=1)
    >>> record[0]["record"], sum(record[-1]["result"]["points"])
    ('kuhn-poker', 0.0)
    """
    chosen, makers = game_of(game), [maker_of(agent) for agent in agents]
    if len(makers) not in (1, chosen.n_players):
        raise ConfigError(f"--agent: expected one agent or {chosen.n_players}, one for each seat; got {len(makers)}")
    makers = makers * chosen.n_players if len(makers) == 1 else makers
    for maker in makers:
        maker.make(chosen)  # refuses a game that it cannot play
    first = draw_seed() if seed is None else seed
    return (_record(chosen, makers, deal_of(first, block)) for block in range(games))


def _record(game: Game, makers: Sequence[AgentMaker], deal: int) -> list[Line]:
    return list(record_game(game, deal, Seats(game, makers, deal).choose))
