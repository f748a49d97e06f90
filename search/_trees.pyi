from typing_extensions import disjoint_base

from search._playouts import Playouts

@disjoint_base
class Trees(Playouts):
    iterations: int
    planned: int
    n_worlds: int
    kept: tuple[int, ...]
