"""Where somebody stands by how they play: what their decisions lost, beside what agents would have lost there.

At each position that the person met the agents choose too, and one search weighs all these moves: what it takes for
best is the same for all, so its errors cancel where losses are compared.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kingmaker.games import ConfigError, GameState
from kingmaker.games.core.following import is_known
from kingmaker.games.files.replays import Replay, load_replays
from kingmaker.journal import unheard
from kingmaker.search.agents import parse_agent
from kingmaker.search.engine import search_trees
from kingmaker.search.seeds import branch, to_int

if TYPE_CHECKING:
    import pandas as pd

PERSON = ""  # whom a loss is of, where it is no agent's
FEWEST = 10  # iterations for each move that is weighed


def losses(files: Sequence[str | Path], agents: Sequence[str], *, iterations: int, seed: int, jobs: int = 1,
           counts: Callable[[Replay], bool] = lambda replay: True, remark: Callable[[str], Any] = unheard
           ) -> pd.DataFrame:
    """Return what decisions lost, in utility: game, turn, n (of the decision), who (`PERSON`: whoever played), loss.

    Decisions with one way only tell nothing and are left out, as are those of whom not all is known.

    Parameters
    ----------
    files : of games
    agents : who chooses at the same positions
    iterations : of the search of each position
    counts : which games do
    remark : hears how many games and decisions there are
    """
    import pandas as pd

    if iterations < FEWEST * (len(agents) + 1):
        raise ConfigError(f"--review: expected at least {FEWEST * (len(agents) + 1)} iterations, to weigh the moves of "
                          f"{len(agents)} agents and yours; got {iterations}")
    replays = [one for file in files for one in load_replays(file) if counts(one)]
    wanted = [(k, n, state, action) for k, replay in enumerate(replays)
              for n, (state, action) in enumerate(replay.decisions, 1)
              if state.player in replay.game.acting and is_known(state) and len(state.legal_actions()) > 1]
    remark(f"{len(wanted)} decisions of {len(replays)} games, each weighed by {iterations} iterations")
    rows: list[dict[str, Any]] = []
    for k, n, state, action in wanted:
        lost = _lost(state, action, agents, iterations, to_int(branch(seed, k, n)), jobs)
        rows += [{"game": k, "turn": state.turn, "n": n, "who": who, "loss": loss} for who, loss in lost.items()]
    return pd.DataFrame(rows, columns=["game", "turn", "n", "who", "loss"])


def _lost(state: GameState, action: int, agents: Sequence[str], iterations: int, seed: int, jobs: int
          ) -> dict[str, float]:
    """Return what each one's choice loses against the best move; nothing where one of them could not be weighed."""
    chosen = {PERSON: action}
    for k, name in enumerate(agents):
        chosen[name] = parse_agent(name).make(state.game).choose(state, branch(seed, k))
    keep = [state.format_action(one) for one in dict.fromkeys(chosen.values())]
    found, _ = search_trees(state, keep=keep, root="halving", iterations=iterations, seed=seed, jobs=jobs)
    by_action = {move.action: move for move in found.moves}
    if not all(by_action[one].is_tried for one in chosen.values()):
        return {}
    return {who: found.best.value.mean - by_action[one].value.mean for who, one in chosen.items()}
