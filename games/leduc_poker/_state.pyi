from typing_extensions import disjoint_base

from games._base import GameState
from games._rng import Rng
from games.spec import Game

RANKS: str
SUITS: str
MOVES: tuple[str, str, str]
LETTERS: str

@disjoint_base
class LeducState(GameState): ...

def new(game: Game, rng: Rng) -> LeducState: ...
def parse(game: Game, text: str) -> LeducState: ...
