from games import Game

class Playouts:
    game: Game
    observer: int
    n_players: int
