from pathlib import Path

from typing_extensions import disjoint_base

from kingmaker.games.spec import Game

@disjoint_base
class Mind:
    def __new__(cls, path: Path, section: str) -> Mind: ...

def mind_of(game: Game) -> Mind: ...
