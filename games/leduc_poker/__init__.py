"""Leduc poker: six cards, two rounds of betting, one public card."""
from kingmaker.games._base import GameState
from kingmaker.games.leduc_poker._state import new, parse
from kingmaker.games.spec import GameSpec, Limits


def _facts(state: GameState, world: GameState, lang: str) -> list[str]:
    """Return the ranks of a world's hidden cards: the text has rank and suit of both players' and the public one."""
    ranks = world.text()[0:6:2]
    other = [f"the other card is {ranks[1 - state.player]}"]
    return other if state.view(state.player)[1] != "?" else [*other, f"the public card will be {ranks[2]}"]


GAME = GameSpec(
    name="leduc-poker",
    title="Leduc poker",
    limits=lambda options: Limits(
        n_players=2, n_actions=3, max_legal=3, max_decisions=8, min_return=-13.0, max_return=13.0
    ),
    new=new,
    parse=parse,
    win_weight=0.0,
    features=frozenset({"policy", "evaluation", "rewind", "worlds"}),
    facts=_facts,
)
