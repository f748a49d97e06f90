from games._base import GameState
from games._rng import Rng

def playouts(root: GameState, n: int, rng: Rng) -> int: ...
