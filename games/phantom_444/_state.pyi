from typing_extensions import disjoint_base

from kingmaker.games._base import GameState
from kingmaker.games._rng import Rng
from kingmaker.games.spec import Game

MARKS: str
COLUMNS: str
RESULTS: tuple[str, str, str]

@disjoint_base
class PhantomState(GameState): ...

def new(game: Game, rng: Rng) -> PhantomState: ...
def parse(game: Game, text: str) -> PhantomState: ...
