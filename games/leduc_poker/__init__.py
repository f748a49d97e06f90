"""Leduc poker: six cards, two rounds of betting, one public card."""
from games.leduc_poker._state import new, parse
from games.spec import GameSpec, Limits

GAME = GameSpec(
    name="leduc-poker",
    title="Leduc poker",
    limits=lambda options: Limits(
        n_players=2, n_actions=3, max_legal=3, max_decisions=8, min_return=-13.0, max_return=13.0
    ),
    new=new,
    parse=parse,
    win_weight=0.0,
    features=frozenset({"policy", "evaluation", "worlds"}),
)
