from typing import Self

from typing_extensions import disjoint_base

from kingmaker.games._base import GameState
from kingmaker.games._rng import Rng
from kingmaker.games.oh_hell.notation import Position
from kingmaker.games.spec import Game

FIRST_BID: int
BONUS: int

@disjoint_base
class OhHellState(GameState):
    def position(self) -> Position: ...
    def _py_weighed_world(self, observer: int, rng: Rng) -> Self: ...

def new(game: Game, rng: Rng) -> OhHellState: ...
def parse(game: Game, text: str) -> OhHellState: ...
