"""Connect four: nothing hidden, with every optional method but worlds."""
from kingmaker.games.connect_four._state import new, parse
from kingmaker.games.spec import GameSpec, Limits

GAME = GameSpec(
    name="connect-four",
    title="Connect four",
    limits=lambda options: Limits(
        n_players=2, n_actions=7, max_legal=7, max_decisions=42, min_return=-1.0, max_return=1.0
    ),
    new=new,
    parse=parse,
    hidden=False,
    win_weight=1.0,
    advice=lambda game: {"rollout": "policy"},  # measured: docs/strength.md
    features=frozenset({"key", "policy", "priors", "evaluation"}),
    titles={"cs": "Čtyři v řadě", "pl": "Cztery w rzędzie"},
)
