from typing import Self

from typing_extensions import disjoint_base

from games._base import GameState
from games._rng import Rng
from games.oh_hell.notation import Position
from games.spec import Game

FIRST_BID: int
BONUS: int

@disjoint_base
class OhHellState(GameState):
    def position(self) -> Position: ...
    def _py_weighed_world(self, observer: int, rng: Rng) -> Self: ...

def new(game: Game, rng: Rng) -> OhHellState: ...
def parse(game: Game, text: str) -> OhHellState: ...
