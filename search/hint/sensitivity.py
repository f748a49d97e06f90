"""Does the answer hang on how it was found? What no interval of one search covers: budget, rollouts, component data."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from kingmaker.games import Game
from kingmaker.search.config import SearchConfig
from kingmaker.search.engine import run_search
from kingmaker.search.estimate import Estimate, or_null
from kingmaker.search.result import MoveStats, SearchResult
from kingmaker.search.seeds import SENSITIVITY, branch, to_int
from kingmaker.search.tree._searcher import StopFlag

OTHER_DATA = 5  # branch of the seed, behind those of other changes
VERDICTS = ("best", "tied", "few", "worse")


@dataclass(frozen=True)
class Variation:
    """The same position searched otherwise, and what that search thinks of the move recommended first."""

    change: str
    iterations: int
    best: str
    win: Estimate  # of the move recommended first
    margin: Estimate
    loss: Estimate  # against this search's own best

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON wants it."""
        return {"change": self.change, "iterations": self.iterations, "best": self.best, "win": or_null(self.win.mean),
                "win_ci": self.win.ci, "margin": or_null(self.margin.mean), "margin_ci": self.margin.ci,
                "loss": or_null(self.loss.mean), "loss_ci": self.loss.ci}


def vary(result: SearchResult, *, jobs: int = 1, stop: StopFlag | None = None) -> tuple[Variation, ...]:
    """Search the position of a result again: with half and double the iterations, and with other rollouts.

    The seeds are other ones too, drawn from the result's. It takes three and a half times as long as the result did.
    Once the flag is set or Ctrl-C pressed, only what was finished is returned; a proved result is not varied.

    Examples
    --------
    >>> from kingmaker.games import load_game
    >>> result = run_search(load_game("kuhn-poker").parse("KJ:pb"), iterations=800, seed=1)
    >>> [(v.change, v.iterations, v.best) for v in vary(result)]
    [('half', 400, 'bet'), ('double', 1600, 'bet'), ('rollout=mast', 800, 'bet')]
    """
    if result.certain:
        return ()
    config = replace(result.config, iterations=max(result.iterations, 2 * result.config.replicates), seconds=None,
                     confidence=None)
    assert config.iterations is not None
    changes: list[tuple[str, dict[str, Any]]] = [("half", {"iterations": config.iterations // 2}),
                                                 ("double", {"iterations": 2 * config.iterations})]
    other = other_rollout(result.game, config)
    if other is not None:
        changes.append((f"rollout={other}", {"rollout": other}))
    stop = StopFlag() if stop is None else stop
    done: list[Variation] = []
    for k, (change, keys) in enumerate(changes):
        varied = run_search(result.state, config, seed=to_int(branch(result.seed, SENSITIVITY, k)), jobs=jobs,
                           stop=stop, **keys)
        if varied.stopped_by == "interrupt":
            break
        done.append(variation_of(result, varied, change))
    return tuple(done)


def other_rollout(game: Game, config: SearchConfig) -> str | None:
    """Return another rollout that the game and the search allow: the game's policy, else MAST, else uniform."""
    if config.rollout != "uniform":
        return "uniform"
    if game.has("policy"):
        return "policy"
    return None if config.trees == "none" else "mast"


@dataclass(frozen=True)
class Elsewhere:
    """The position with component data drawn anew, and what that search thinks of the move recommended first."""

    game: str
    iterations: int
    best: str
    verdict: str  # on the move: best, tied, worse, few (visits), illegal
    loss: Estimate | None  # None where it is not legal

    @property
    def stays(self) -> bool:
        """Whether the move is among the best there too."""
        return self.verdict in ("best", "tied")

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON wants it."""
        return {"game": self.game, "iterations": self.iterations, "best": self.best, "verdict": self.verdict,
                "loss": self.loss and or_null(self.loss.mean), "loss_ci": self.loss and self.loss.ci}


def other_data(result: SearchResult, config: SearchConfig, n: int, *, few: int, orders: Sequence[int] = (),
               jobs: int = 1, stop: StopFlag | None = None) -> tuple[Elsewhere, ...] | None:
    """Search a result's position with n drawings of the data that is reconstructed.

    Returns None where nothing is reconstructed or the search saw the truth; fewer than n where the position cannot be
    with other data, or after Ctrl-C.

    Parameters
    ----------
    config : of these searches
    few : visits of a move below which nothing is said of it
    orders : further actions that begin the recommended plan in another order: as good as its first move
    """
    spec = result.game.spec
    if spec.alternatives is None or spec.alternative is None or config.worlds == "true":
        return None
    if spec.alternative(result.game, 1) is None:
        return None
    done: list[Elsewhere] = []
    for k, state in enumerate(spec.alternatives(result.state, n)):
        found = run_search(state, config, seed=to_int(branch(result.seed, SENSITIVITY, OTHER_DATA + k)), jobs=jobs,
                           stop=StopFlag() if stop is None else stop)
        if found.stopped_by == "interrupt":
            break
        moves = [m for m in found.moves if m.action in (result.best.action, *orders)]
        verdicts = [(_verdict(m, found, few), m.loss) for m in moves]
        verdict, loss = min(verdicts, key=lambda one: VERDICTS.index(one[0]), default=("illegal", None))
        done.append(Elsewhere(str(state.game), found.iterations, found.best.move, verdict, loss))
    return tuple(done)


def _verdict(move: MoveStats, found: SearchResult, few: int) -> str:
    if move is found.best:
        return "best"
    return "few" if move.visits < few and not move.certain else "tied" if move.tied else "worse"


def variation_of(result: SearchResult, other: SearchResult, change: str) -> Variation:
    """Return what another search of the position thinks of the move that a result recommends."""
    move = next(m for m in other.moves if m.action == result.best.action)
    return Variation(change, other.iterations, other.best.move, move.win, move.margin, move.loss)
