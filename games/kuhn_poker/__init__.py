"""Kuhn poker: the smallest poker, solved by hand; the engine's oracle."""
from kingmaker.games._base import GameState
from kingmaker.games.kuhn_poker._state import new, parse
from kingmaker.games.spec import GameSpec, Limits


def _facts(state: GameState, world: GameState, lang: str) -> list[str]:
    """Return the card that the other player holds in a world."""
    return [f"the other card is {world.text()[1 - state.player]}"]


GAME = GameSpec(
    name="kuhn-poker",
    title="Kuhn poker",
    limits=lambda options: Limits(
        n_players=2, n_actions=2, max_legal=2, max_decisions=3, min_return=-2.0, max_return=2.0
    ),
    new=new,
    parse=parse,
    win_weight=0.0,
    features=frozenset({"rewind", "worlds"}),
    facts=_facts,
)
