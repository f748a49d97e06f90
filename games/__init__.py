"""Rules of games, compiled. Knows nothing of search, tables or plots."""
from games._base import GameState, PyGameState
from games._rng import Rng
from games.errors import ConfigError, ContractError, IllegalActionError, KingmakerError, NotationError
from games.python_state import TERMINAL, UNSEEN, PythonState
from games.registry import available_games, game_spec, load_game
from games.spec import Game, GameSpec, Limits, Option

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
