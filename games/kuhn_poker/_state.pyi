from typing_extensions import disjoint_base

from games._base import GameState
from games._rng import Rng
from games.spec import Game

CARDS: str
MOVES: tuple[str, str]

@disjoint_base
class KuhnState(GameState): ...

def new(game: Game, rng: Rng) -> KuhnState: ...
def parse(game: Game, text: str) -> KuhnState: ...
