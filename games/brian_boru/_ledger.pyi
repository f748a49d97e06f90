import numpy as np
from numpy.typing import NDArray

from kingmaker.games.brian_boru._state import BoruState

N_CARD: int
N_REGION: int
N_ROUND: int
N_SEAT: int
MOST_PLAYERS: int
MOST_ROUNDS: int

def fill_rows(
    start: BoruState,
    actions: NDArray[np.int32],
    cards: NDArray[np.int8],
    rounds: NDArray[np.int8],
    regions: NDArray[np.int8],
    seats: NDArray[np.int16],
) -> None: ...
