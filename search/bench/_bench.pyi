from kingmaker.games._base import GameState
from kingmaker.games._rng import Rng

def playouts(roots: list[GameState], n: int, rng: Rng) -> int: ...
