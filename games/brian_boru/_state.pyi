from typing import Any

from typing_extensions import disjoint_base

from games._base import GameState
from games._rng import Rng
from games.brian_boru.components import Components
from games.brian_boru.position import Shot
from games.spec import Game

N_ACTIONS: int

@disjoint_base
class Tables:
    parts: Components
    towns: tuple[str, ...]
    number: dict[str, int]
    weddings: tuple[str, ...]
    players: tuple[str, ...]
    deck: list[int]
    short_size: int
    def __new__(cls, parts: Components, players: int, short_size: int) -> Tables: ...

@disjoint_base
class BoruState(GameState):
    @property
    def tables(self) -> Tables: ...
    @property
    def is_view(self) -> bool: ...
    @property
    def viewer(self) -> int | None: ...
    @property
    def decision(self) -> str: ...
    def position(self, observer: int | None = None) -> dict[str, Any]: ...
    def table(self) -> dict[str, Any]: ...
    def score(self) -> dict[str, Any]: ...

def tables_of(game: Game) -> Tables: ...
def new(game: Game, rng: Rng) -> BoruState: ...
def load(game: Game, shot: Shot) -> BoruState | None: ...
def parse(game: Game, text: str) -> BoruState: ...
