"""Kuhn poker in plain Python: the worked example of docs/adding_a_game.md and the slow twin of games/kuhn_poker."""
from kingmaker.games.kuhn_python.state import new, parse
from kingmaker.games.spec import GameSpec, Limits

GAME = GameSpec(
    name="kuhn-python",
    title="Kuhn poker, written in Python",
    limits=lambda options: Limits(
        n_players=2, n_actions=2, max_legal=2, max_decisions=3, min_return=-2.0, max_return=2.0
    ),
    new=new,
    parse=parse,
    win_weight=0.0,
    features=frozenset({"worlds"}),
)
