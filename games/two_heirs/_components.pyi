from collections.abc import Iterable, Mapping
from pathlib import Path

from typing_extensions import disjoint_base

from kingmaker.games.spec import Game
from kingmaker.games.two_heirs.components import Tile, Treasure

MAKES: dict[str, int]

@disjoint_base
class Rules:
    tiles: tuple[Tile, ...]
    treasures: tuple[Treasure, ...]
    number: Mapping[str, int]
    token: Mapping[str, int]
    def __new__(cls, tiles: Iterable[Tile], treasures: Iterable[Treasure],
                forbidden: tuple[Iterable[str], Iterable[str]] = ..., weights: Path | None = None) -> Rules: ...

def rules_of(game: Game) -> Rules: ...
