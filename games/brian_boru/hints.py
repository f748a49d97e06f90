"""What a hint says of this game: moves as instructions, where the points come from."""
from __future__ import annotations

from kingmaker.games._base import GameState
from kingmaker.games.brian_boru._state import BoruState
from kingmaker.games.spec import Game

INSTRUCTIONS = {
    "place": "put a disc on {}", "pick": "keep cards {} and {}", "town": "put the marker on {}", "play": "play card {}",
    "secondary": "use secondary action {}", "buy": "pay for {} more", "expand": "expand to {}", "pass": "do not expand",
    "liberate": "liberate {}", "princess": "use the Princess: {}", "lose": "{} falls to the Vikings",
    "monastery": "found a monastery on {}",
}
PARTS = {"track": "points won on the way", "coins": "most coins", "marker": "the marker", "claims": "claim tokens",
         "shared": "shared claim tokens", "regions": "regions with a town"}


def tell(state: GameState, action: int, lang: str) -> str:
    """Return a move as an instruction: cards with their colour, towns with their region."""
    return tell_move(state, state.format_action(action), lang)


def tell_move(state: GameState, move: str, lang: str) -> str:
    """Return a move as an instruction, whether or not it can be made in this world."""
    assert isinstance(state, BoruState)
    verb, *words = move.split()
    parts = state.rules.parts
    region = {one.id: one.name for one in parts.regions}
    names = {one.id: f"{one.id} ({region[one.region]})" for one in parts.towns}
    if verb in ("pick", "play"):
        names = {str(card.number): f"{card.number} ({card.suit})" for card in parts.cards}
    return INSTRUCTIONS[verb].format(*(names.get(word, word) for word in words))


def named(game: Game, word: str, lang: str) -> str:
    """Return what a hint calls a part of the points."""
    return PARTS.get(word, word)


def parts(state: GameState) -> dict[str, list[float]]:
    """Return the points of each player by where they come from, as records have them."""
    assert isinstance(state, BoruState)
    rows = state.score()["parts"].values()
    return {name: [float(row[name]) for row in rows] for name in next(iter(rows))}
