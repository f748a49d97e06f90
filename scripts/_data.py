"""Playing into a data set as commands do: with a bar, and with remarks on standard error."""
from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from kingmaker.scripts._options import say, seed_or_drawn
from kingmaker.scripts._render import progress

if TYPE_CHECKING:
    from kingmaker.search.match.selfplay_config import SelfplayConfig


def chosen_seed(seed: int | None, out: Path) -> int:
    """Return the seed given, that of the data set which lies there, or a new one."""
    from kingmaker.datasets import kept_seed

    return seed_or_drawn(kept_seed(out) if seed is None else seed)


def play_with_bar(config: SelfplayConfig, out: Path, jobs: int) -> dict[str, Any]:
    """Play what is missing and return the figures of this run."""
    from kingmaker.datasets import play_into

    with progress("self-play", config.n_games, unit="games") as move:
        return play_into(config, out, jobs=jobs, on_progress=move, remark=say)
