from kingmaker.analysis import DataError, Dataset, load
from kingmaker.datasets import replay_game, selfplay, study
from kingmaker.games import (
    ConfigError,
    ContractError,
    Game,
    GameSpec,
    GameState,
    IllegalActionError,
    KingmakerError,
    NotationError,
    available_games,
    load_game,
)
from kingmaker.games.check.conformance import check_game
from kingmaker.games.check.perft import perft, perft_divide
from kingmaker.games.files.positions import load_position, parse_position, write_position
from kingmaker.ladders import LadderResult, ladder
from kingmaker.learning import Learnt, learn, learn_evaluation
from kingmaker.search import (
    AgentSpec,
    Estimate,
    MoveStats,
    SearchConfig,
    SearchResult,
    StopFlag,
    parse_agent,
    parse_agents,
    run_search,
)
from kingmaker.search.bench.signature import signature
from kingmaker.search.bench.speed import GameBench
from kingmaker.search.bench.speed import bench_game as bench
from kingmaker.search.hint.hint import Hint, hint
from kingmaker.search.hint.page import page as hint_page
from kingmaker.search.hint.queries import analyse
from kingmaker.search.hint.review import Review, review
from kingmaker.search.hint.sensitivity import vary
from kingmaker.search.match.blocks import PlayedGame, play_game
from kingmaker.search.match.match import MatchResult
from kingmaker.search.match.match import play_match as match
from kingmaker.search.match.records import record_games as record
from kingmaker.search.match.sprt import SprtConfig
from kingmaker.search.tree.text import tree_text
from kingmaker.studies import balance, compare, difficulty, report

__all__ = [
    "AgentSpec",
    "ConfigError",
    "ContractError",
    "DataError",
    "Dataset",
    "Estimate",
    "Game",
    "GameBench",
    "GameSpec",
    "GameState",
    "Hint",
    "IllegalActionError",
    "KingmakerError",
    "LadderResult",
    "Learnt",
    "MatchResult",
    "MoveStats",
    "NotationError",
    "PlayedGame",
    "Review",
    "SearchConfig",
    "SearchResult",
    "SprtConfig",
    "StopFlag",
    "analyse",
    "available_games",
    "balance",
    "bench",
    "check_game",
    "compare",
    "difficulty",
    "hint",
    "hint_page",
    "ladder",
    "learn",
    "learn_evaluation",
    "load",
    "load_game",
    "load_position",
    "match",
    "parse_agent",
    "parse_agents",
    "parse_position",
    "perft",
    "perft_divide",
    "play_game",
    "record",
    "replay_game",
    "report",
    "review",
    "run_search",
    "selfplay",
    "signature",
    "study",
    "tree_text",
    "vary",
    "write_position",
]
