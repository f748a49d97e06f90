"""Monte Carlo tree search analysis of board games with hidden information: the front door.

What a program needs stands here by name, and is imported when it is asked for, so that `import kingmaker` is quick:
`kingmaker.load_game("two-heirs").new(seed=1)`, `kingmaker.hint(state, iterations=8000, seed=1)`. The rooms behind are
`kingmaker.games`, `kingmaker.search` and `kingmaker.analysis`; docs/house.md is the map, docs/reference.md
lists every name, `__init__.pyi` has the types.
"""
from __future__ import annotations

import importlib

from kingmaker import wide

TYPE_CHECKING = False
if TYPE_CHECKING:  # the command hears Ctrl-C only after this module: every import here is time in which it does not
    from typing import Any

_PLACES = {  # module -> what it has; "x as y" is known here as y
    "kingmaker.analysis": ("DataError", "Dataset", "load"),
    "kingmaker.datasets": ("replay_game", "selfplay", "study"),
    "kingmaker.games": ("ConfigError", "ContractError", "Game", "GameSpec", "GameState", "IllegalActionError",
                        "KingmakerError", "NotationError", "available_games", "load_game"),
    "kingmaker.games.check.conformance": ("check_game",),
    "kingmaker.games.check.perft": ("perft", "perft_divide"),
    "kingmaker.games.files.positions": ("load_position", "parse_position", "write_position"),
    "kingmaker.ladders": ("LadderResult", "ladder"),
    "kingmaker.learning": ("Learnt", "learn", "learn_evaluation"),
    "kingmaker.search": ("AgentSpec", "Estimate", "MoveStats", "SearchConfig", "SearchResult", "StopFlag",
                         "parse_agent", "parse_agents", "run_search"),
    "kingmaker.search.bench.signature": ("signature",),
    "kingmaker.search.bench.speed": ("GameBench", "bench_game as bench"),
    "kingmaker.search.hint.hint": ("Hint", "hint"),
    "kingmaker.search.hint.page": ("page as hint_page",),
    "kingmaker.search.hint.queries": ("analyse",),
    "kingmaker.search.hint.review": ("Review", "review"),
    "kingmaker.search.hint.sensitivity": ("vary",),
    "kingmaker.search.match.blocks": ("PlayedGame", "play_game"),
    "kingmaker.search.match.match": ("MatchResult", "play_match as match"),
    "kingmaker.search.match.records": ("record_games as record",),
    "kingmaker.search.match.sprt": ("SprtConfig",),
    "kingmaker.search.tree.text": ("tree_text",),
    "kingmaker.studies": ("balance", "compare", "difficulty", "report"),
}
_WHERE = {text.split()[-1]: (module, text.split()[0]) for module, texts in _PLACES.items() for text in texts}
__all__ = sorted(_WHERE)


def __getattr__(name: str) -> Any:
    """Import what is asked for."""
    if name not in _WHERE:
        raise AttributeError(f"module 'kingmaker' has no attribute {name!r}")
    module, there = _WHERE[name]
    value = globals()[name] = getattr(importlib.import_module(module), there)
    return value


def __dir__() -> list[str]:
    """Name what stands here."""
    return sorted({*globals(), *_WHERE})


wide.prefer()
