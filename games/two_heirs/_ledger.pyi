import numpy as np
from numpy.typing import NDArray

from kingmaker.games.two_heirs._state import HeirsState

N_PIECE: int
N_TOKEN: int
N_TOTALS: int
TILES: int
TOKENS: int

def fill_rows(start: HeirsState, actions: NDArray[np.int32], pieces: NDArray[np.int16], tokens: NDArray[np.int16],
           totals: NDArray[np.int32]) -> None: ...
