"""The old names of `selfplay_config`, until all call it so."""
from kingmaker.search.match.selfplay_config import SelfplayConfig as Plan
from kingmaker.search.match.selfplay_config import config_from_dict as plan_from_dict
from kingmaker.search.match.selfplay_config import configure as plan_selfplay
from kingmaker.search.match.selfplay_config import variants

__all__ = ["Plan", "plan_from_dict", "plan_selfplay", "variants"]
