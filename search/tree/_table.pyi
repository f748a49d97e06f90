from collections.abc import Mapping, Sequence
from typing import Self

import numpy as np
from typing_extensions import disjoint_base

from kingmaker.games import GameState
from kingmaker.search.tree._playouts import Playouts
from kingmaker.search.tree._searcher import StopFlag

@disjoint_base
class Table(Playouts):
    iterations: int
    def __new__(
        cls,
        root: GameState,
        observer: int,
        settings: Mapping[str, object],
        seeds: Sequence[np.random.SeedSequence],
        byte_limit: int = 2**30,
    ) -> Self: ...
    def run(self, iterations: int, seconds: float = 1e300, stop: StopFlag | None = None) -> str: ...
    @property
    def actions(self) -> list[int]: ...
    def mixture(self) -> list[float]: ...
    @property
    def n_sights(self) -> int: ...
