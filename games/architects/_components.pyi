from typing_extensions import disjoint_base

from kingmaker.games.architects.components import Components
from kingmaker.games.spec import Game

@disjoint_base
class Rules:
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
    def __new__(cls, parts: Components, humans: int, wonders: int, opponent: int, brief: int) -> Rules: ...

def rules_of(game: Game) -> Rules: ...
