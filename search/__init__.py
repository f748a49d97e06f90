"""The engine, agents and matches. Needs games; knows no files and no plots.

Here stands what every search needs; hints, matches and the bench are rooms of their own. `import kingmaker` has it all.
"""
from kingmaker.search.agents import AgentSpec, parse_agent, parse_agents
from kingmaker.search.config import SearchConfig
from kingmaker.search.engine import Progress, grow_tree, run_search
from kingmaker.search.estimate import Estimate
from kingmaker.search.result import MoveStats, SearchResult
from kingmaker.search.seeds import branch, draw_seed
from kingmaker.search.tree._searcher import Searcher, StopFlag

__all__ = [
    "AgentSpec",
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
    "parse_agent",
    "parse_agents",
    "run_search",
]
