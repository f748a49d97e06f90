from typing import Any

from typing_extensions import disjoint_base

from kingmaker.games._base import GameState
from kingmaker.games._rng import Rng
from kingmaker.games.architects.components import Components
from kingmaker.games.spec import Game

N_ACTIONS: int
MOST_LEGAL: int
CUT: int

@disjoint_base
class Tables:
    parts: Components
    seats: tuple[str, ...]
    apprentices: tuple[str, ...]
    buildings: tuple[str, ...]
    rewards: tuple[str, ...]
    market: tuple[str, ...]
    contributions: tuple[str, ...]
    schemes: tuple[str, ...]
    @property
    def n_columns(self) -> int: ...
    def __new__(cls, parts: Components, humans: int, wonders: int, opponent: int, brief: int) -> Tables: ...

@disjoint_base
class ArchState(GameState):
    @property
    def tables(self) -> Tables: ...
    @property
    def decision(self) -> str: ...
    def table(self) -> dict[str, Any]: ...
    def score(self) -> dict[str, Any]: ...
    def start(self) -> dict[str, Any]: ...
    def shuffles(self) -> list[str]: ...

def tables_of(game: Game) -> Tables: ...
def new(game: Game, rng: Rng) -> ArchState: ...
def parse(game: Game, text: str) -> ArchState: ...
