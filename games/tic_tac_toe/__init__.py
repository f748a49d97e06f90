"""Tic-tac-toe: nothing hidden, small enough to count whole."""
from kingmaker.games.spec import GameSpec, Limits
from kingmaker.games.tic_tac_toe._state import new, parse

GAME = GameSpec(
    name="tic-tac-toe",
    title="Tic-tac-toe",
    limits=lambda options: Limits(
        n_players=2, n_actions=9, max_legal=9, max_decisions=9, min_return=-1.0, max_return=1.0
    ),
    new=new,
    parse=parse,
    hidden=False,
    win_weight=1.0,
    features=frozenset({"key"}),
    titles={"cs": "Piškvorky 3 × 3", "pl": "Kółko i krzyżyk"},
)
