from games._base import GameState
from games._rng import Rng
from games.spec import Game

CARDS: str
MOVES: tuple[str, str]

class KuhnState(GameState): ...

def new(game: Game, rng: Rng) -> KuhnState: ...
def parse(game: Game, text: str) -> KuhnState: ...
