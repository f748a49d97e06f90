from collections.abc import Mapping

from typing_extensions import disjoint_base

from kingmaker.games.brian_boru.components import Components
from kingmaker.games.spec import Game

@disjoint_base
class Rules:
    parts: Components
    towns: tuple[str, ...]
    number: Mapping[str, int]
    weddings: tuple[str, ...]
    players: tuple[str, ...]
    short_size: int
    n_rounds: int
    @property
    def deck(self) -> list[int]: ...
    @property
    def started(self) -> list[int]: ...
    def __new__(cls, parts: Components, players: int, short_size: int, princess: str) -> Rules: ...

def rules_of(game: Game) -> Rules: ...
