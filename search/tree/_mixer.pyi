from typing import Any

import numpy as np
from typing_extensions import disjoint_base

from kingmaker.search.tree._table import Table

@disjoint_base
class Mixer(Table):
    @property
    def walks_here(self) -> int: ...
    def records(self) -> np.ndarray[Any, np.dtype[np.void]]: ...
    def earned(self) -> list[tuple[float, ...]]: ...
