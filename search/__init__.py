"""The engine, agents and matches. Needs games; knows no files and no plots."""
from search._searcher import Searcher, StopFlag
from search.config import SearchConfig
from search.engine import Progress, grow_tree, run_search
from search.result import MoveStats, SearchResult
from search.seeds import branch, draw_seed
from search.stats import Estimate

__all__ = [
    "Estimate",
    "MoveStats",
    "Progress",
    "SearchConfig",
    "SearchResult",
    "Searcher",
    "StopFlag",
    "branch",
    "draw_seed",
    "grow_tree",
    "run_search",
]
