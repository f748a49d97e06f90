import numpy as np
import numpy.typing as npt

from kingmaker.games._base import GameState
from kingmaker.games._rng import Rng

def one_step(state: GameState, n_worlds: int, rng: Rng, by_score: bool) -> npt.NDArray[np.float64]: ...
