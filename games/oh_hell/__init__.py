"""Oh Hell: take exactly the tricks you bid."""
from collections.abc import Mapping
from typing import Any

from kingmaker.games.errors import ConfigError
from kingmaker.games.oh_hell._state import BONUS, FIRST_BID, new, parse
from kingmaker.games.spec import GameSpec, Limits, Option


def _limits(options: Mapping[str, Any]) -> Limits:
    """Return the bounds, or refuse a pack too small for the players and tricks."""
    players, tricks = options["players"], options["tricks"]
    n_cards = options["suits"] * options["ranks"]
    most = (n_cards - 1) // players
    if most < 1:
        raise ConfigError(f"oh-hell: {players} players and the trump card need {players + 1} cards, but suits="
                          f"{options['suits']} and ranks={options['ranks']} make {n_cards}; take more suits or ranks")
    if tricks > most:
        raise ConfigError(f"oh-hell: tricks={tricks} for {players} players and the trump card need "
                          f"{players * tricks + 1} cards, but there are {n_cards}; take tricks=1..{most}, or 0 to "
                          "draw the number")
    tricks = tricks or most
    worst = tricks * options["points_per_trick"] if options["off_bid"] == "yes" else 0
    return Limits(
        n_players=players,
        n_actions=FIRST_BID + tricks + 1,
        max_legal=tricks + 1,
        max_decisions=players * (tricks + 1),
        min_return=0.0 - worst,
        max_return=float(tricks * options["points_per_trick"] + BONUS),
    )


GAME = GameSpec(
    name="oh-hell",
    title="Oh Hell",
    limits=_limits,
    new=new,
    parse=parse,
    options={
        "players": Option(3, "how many play", 3, 5),
        "suits": Option(4, "suits in the pack", 1, 4),
        "ranks": Option(13, "cards in a suit, from the two up", 2, 13),
        "tricks": Option(0, "cards dealt to each player; 0 draws any possible number", 0, 17),
        "off_bid": Option("no", "whether a missed bid costs points instead of earning those of the tricks",
                          choices=("no", "yes")),
        "points_per_trick": Option(1, "points of a trick", 0, 100),
    },
    win_weight=0.67,
    margin_scale=10.0,
    features=frozenset({"policy", "priors", "evaluation"}),
    enumerable=(  # the number of tricks is fixed: drawn, deals of one trick would be likelier than deals of two
        {"players": 3, "suits": 2, "ranks": 4, "tricks": 2},
        {"players": 3, "suits": 4, "ranks": 2, "tricks": 2, "off_bid": "yes", "points_per_trick": 2},
        {"players": 4, "suits": 3, "ranks": 2, "tricks": 1},
    ),
)
