from typing_extensions import disjoint_base

from games._base import GameState
from games._rng import Rng
from games.spec import Game

MARKS: str
COLUMNS: str

@disjoint_base
class ConnectFourState(GameState): ...

def new(game: Game, rng: Rng) -> ConnectFourState: ...
def parse(game: Game, text: str) -> ConnectFourState: ...
