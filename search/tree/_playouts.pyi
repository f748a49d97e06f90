from typing_extensions import disjoint_base

from kingmaker.games import Game

@disjoint_base
class Playouts:
    game: Game
    observer: int
    n_players: int
