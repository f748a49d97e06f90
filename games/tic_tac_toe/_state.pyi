from typing_extensions import disjoint_base

from kingmaker.games._base import GameState
from kingmaker.games._rng import Rng
from kingmaker.games.spec import Game

MARKS: str

@disjoint_base
class TicTacToeState(GameState): ...

def new(game: Game, rng: Rng) -> TicTacToeState: ...
def parse(game: Game, text: str) -> TicTacToeState: ...
