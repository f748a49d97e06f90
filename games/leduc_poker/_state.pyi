from typing_extensions import disjoint_base

from kingmaker.games._base import GameState
from kingmaker.games._rng import Rng
from kingmaker.games.spec import Game

RANKS: str
SUITS: str
MOVES: tuple[str, str, str]
LETTERS: str

@disjoint_base
class LeducState(GameState): ...

def new(game: Game, rng: Rng) -> LeducState: ...
def parse(game: Game, text: str) -> LeducState: ...
