from collections.abc import Mapping, Sequence
from typing import Self

import numpy as np
from typing_extensions import disjoint_base

from kingmaker.games import GameState
from kingmaker.search.tree._playouts import Playouts
from kingmaker.search.tree._searcher import StopFlag

@disjoint_base
class Level:
    def __new__(cls, state: GameState) -> Self: ...

@disjoint_base
class Solver(Playouts):
    n_nodes: int
    def __new__(
        cls,
        root: GameState,
        observer: int,
        settings: Mapping[str, object],
        seeds: Sequence[np.random.SeedSequence],
        byte_limit: int = 2**26,
    ) -> Self: ...
    @property
    def n_positions(self) -> int: ...
    def solve(self, nodes: int, seconds: float = 1e300, stop: StopFlag | None = None) -> bool: ...
    def found(self) -> list[tuple[int, float, bool]]: ...
    def line(self, action: int) -> tuple[GameState, list[int], float, float] | None: ...
