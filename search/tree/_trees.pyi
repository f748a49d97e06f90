from typing_extensions import disjoint_base

from kingmaker.search.tree._playouts import Playouts

@disjoint_base
class Trees(Playouts):
    iterations: int
    planned: int
    n_worlds: int
    kept: tuple[int, ...]
