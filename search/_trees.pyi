from search._playouts import Playouts

class Trees(Playouts):
    iterations: int
    planned: int
    kept: tuple[int, ...]
