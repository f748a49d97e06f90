from games._base import GameState
from games._rng import Rng

def playouts(roots: list[GameState], n: int, rng: Rng) -> int: ...
