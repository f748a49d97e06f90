from typing_extensions import disjoint_base

from kingmaker.games._base import GameState
from kingmaker.games._rng import Rng
from kingmaker.games.spec import Game

MARKS: str
COLUMNS: str

@disjoint_base
class ConnectFourState(GameState): ...

def new(game: Game, rng: Rng) -> ConnectFourState: ...
def parse(game: Game, text: str) -> ConnectFourState: ...
