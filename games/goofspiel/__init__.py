"""Goofspiel, the game of pure strategy: equal hands, secret bids, a prize each round."""
from collections.abc import Mapping
from typing import Any

from kingmaker.games.errors import ConfigError
from kingmaker.games.goofspiel._state import INFOS, ORDERS, SCORINGS, new, parse
from kingmaker.games.spec import GameSpec, Limits, Option


def _limits(options: Mapping[str, Any]) -> Limits:
    n_cards, n_players = options["cards"], options["players"]
    if options["info"] == "hidden" and n_players > 2:
        raise ConfigError(f"goofspiel: info=hidden is for 2 players, got players={n_players}; with more, what the "
                          f"winners tell of all bids together cannot be counted; choose info=perfect")
    # With equal hands nobody bids highest in every round, so at least the prize worth 1 is missed. Against one player
    # a missed prize that is not tied is his; two or more can tie for it.
    most = n_cards * (n_cards + 1) / 2 - 1
    low, high = {
        "win-loss": (-1.0, 1.0),
        "point-difference": (-(most - 1) / 2, (most - 1) / 2) if n_players == 2 else (
            -most / n_players, most - most / n_players),
        "total-points": (0.0, most),
    }[options["returns"]]
    return Limits(
        n_players=n_players,
        n_actions=n_cards,
        max_legal=n_cards,
        max_decisions=(n_cards - 1) * n_players,
        min_return=low,
        max_return=high,
    )


GAME = GameSpec(
    name="goofspiel",
    title="Goofspiel",
    limits=_limits,
    new=new,
    parse=parse,
    options={
        "cards": Option(13, "cards in each hand, and prizes", low=2, high=13),
        "players": Option(2, "how many play", low=2, high=4),
        "points": Option("random", "order of the prizes", choices=ORDERS),
        "info": Option("perfect", "perfect: bids are shown after each round; hidden: only who won it", choices=INFOS),
        "returns": Option("win-loss", "what a player gets at the end", choices=SCORINGS),
    },
    hidden_actions=True,
    features=frozenset({"rewind", "worlds"}),
    enumerable=(
        {"cards": 4},
        {"cards": 4, "info": "hidden"},
        {"cards": 5, "info": "hidden", "points": "descending"},
        {"cards": 3, "players": 3},
    ),
)
