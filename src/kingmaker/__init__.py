"""Monte Carlo tree search analysis of board games with hidden information: the front door.

What a program needs stands here by name, and is imported when it is asked for, so that `import kingmaker` is quick:
`kingmaker.load_game("two-heirs").new(seed=1)`, `kingmaker.hint(state, iterations=8000, seed=1)`. The rooms behind are
`kingmaker.games`, `kingmaker.search` and `kingmaker.analysis`; docs/house.md is the map. `__init__.pyi` has the types.
"""
from __future__ import annotations

import importlib
from typing import Any

_PLACES = {
    "kingmaker.analysis": ("DataError", "Dataset", "load"),
    "kingmaker.games": ("ConfigError", "ContractError", "Game", "GameSpec", "GameState", "IllegalActionError",
                        "KingmakerError", "NotationError", "available_games", "load_game"),
    "kingmaker.scripts.studies": ("balance", "difficulty", "report"),
    "kingmaker.search": ("AgentSpec", "SearchConfig", "SearchResult", "StopFlag", "parse_agents", "run_search"),
    "kingmaker.search.hint.hint": ("Hint", "hint"),
}
_WHERE = {name: module for module, names in _PLACES.items() for name in names}
__all__ = sorted(_WHERE)


def __getattr__(name: str) -> Any:
    """Import what is asked for."""
    if name not in _WHERE:
        raise AttributeError(f"module 'kingmaker' has no attribute {name!r}")
    value = globals()[name] = getattr(importlib.import_module(_WHERE[name]), name)
    return value


def __dir__() -> list[str]:
    """Name what stands here."""
    return sorted({*globals(), *_WHERE})
