from typing_extensions import disjoint_base

from kingmaker.games._base import GameState
from kingmaker.games._rng import Rng
from kingmaker.games.spec import Game

CARDS: str
MOVES: tuple[str, str]

@disjoint_base
class KuhnState(GameState): ...

def new(game: Game, rng: Rng) -> KuhnState: ...
def parse(game: Game, text: str) -> KuhnState: ...
