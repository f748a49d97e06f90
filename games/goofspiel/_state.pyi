from typing_extensions import disjoint_base

from kingmaker.games._base import GameState
from kingmaker.games._rng import Rng
from kingmaker.games.spec import Game

ORDERS: tuple[str, ...]
SCORINGS: tuple[str, ...]
INFOS: tuple[str, ...]

@disjoint_base
class GoofspielState(GameState): ...

def new(game: Game, rng: Rng) -> GoofspielState: ...
def parse(game: Game, text: str) -> GoofspielState: ...
