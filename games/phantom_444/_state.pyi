from typing_extensions import disjoint_base

from games._base import GameState
from games._rng import Rng
from games.spec import Game

MARKS: str
COLUMNS: str
RESULTS: tuple[str, str, str]

@disjoint_base
class PhantomState(GameState): ...

def new(game: Game, rng: Rng) -> PhantomState: ...
def parse(game: Game, text: str) -> PhantomState: ...
