from typing_extensions import disjoint_base

from games._base import GameState
from games._rng import Rng
from games.spec import Game

MARKS: str

@disjoint_base
class TicTacToeState(GameState): ...

def new(game: Game, rng: Rng) -> TicTacToeState: ...
def parse(game: Game, text: str) -> TicTacToeState: ...
