from typing import Self

from typing_extensions import disjoint_base

from kingmaker.games._base import GameState
from kingmaker.games.core.python_state import PythonState
from kingmaker.games.spec import Game

@disjoint_base
class PyGameState(GameState):
    def __new__(cls, game: Game, inner: PythonState) -> Self: ...
    @property
    def python_state(self) -> PythonState: ...
