"""Rules of games, compiled. Knows nothing of search, tables or plots."""
from kingmaker.games._adapter import PyGameState
from kingmaker.games._base import GameState
from kingmaker.games._rng import Rng
from kingmaker.games.core.python_state import TERMINAL, UNSEEN, PythonState
from kingmaker.games.errors import ConfigError, ContractError, IllegalActionError, KingmakerError, NotationError
from kingmaker.games.registry import available_games, game_spec, load_game
from kingmaker.games.spec import Game, GameSpec, Limits, Option

__all__ = [
    "TERMINAL",
    "UNSEEN",
    "ConfigError",
    "ContractError",
    "Game",
    "GameSpec",
    "GameState",
    "IllegalActionError",
    "KingmakerError",
    "Limits",
    "NotationError",
    "Option",
    "PyGameState",
    "PythonState",
    "Rng",
    "available_games",
    "game_spec",
    "load_game",
]
