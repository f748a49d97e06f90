from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kingmaker.games._base import GameState

KINDS: dict[str, int]

def play_quickly(state: GameState, kinds: Sequence[int], deal: int, actions: NDArray[np.int32],
                 seats: NDArray[np.int8]) -> int: ...
def stream_draws(seed: int, first: int, second: int, third: int, n: int) -> list[int]: ...
