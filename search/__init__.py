"""The engine, agents and matches. Needs games; knows no files and no plots."""
from search._searcher import Searcher, StopFlag
from search.agents import AgentSpec, parse_agent, parse_agents
from search.blocks import PlayedGame, Seats, play_game
from search.config import SearchConfig
from search.engine import Progress, grow_tree, run_search
from search.hint import Hint, hint
from search.match import MatchResult, play_games, play_match
from search.result import MoveStats, SearchResult
from search.seeds import branch, draw_seed
from search.sensitivity import Variation, sensitivity
from search.sprt import SprtConfig, SprtResult
from search.stats import Estimate

__all__ = [
    "AgentSpec",
    "Estimate",
    "Hint",
    "MatchResult",
    "MoveStats",
    "PlayedGame",
    "Progress",
    "SearchConfig",
    "SearchResult",
    "Searcher",
    "Seats",
    "SprtConfig",
    "SprtResult",
    "StopFlag",
    "Variation",
    "branch",
    "draw_seed",
    "grow_tree",
    "hint",
    "parse_agent",
    "parse_agents",
    "play_game",
    "play_games",
    "play_match",
    "run_search",
    "sensitivity",
]
