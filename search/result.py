"""What a search found: one value with everything a hint needs, each number with its interval."""
from __future__ import annotations

import html
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from kingmaker.games import Game, GameState
from kingmaker.intervals import t_quantile, wilson
from kingmaker.search.config import SearchConfig
from kingmaker.search.estimate import Estimate, chances, or_null, ratio_difference, ratio_estimate

GROWN = 100  # visits of a move at which half of what a longer search makes of its loss is due to their number
TRUSTED_VISITS = 30  # of a move, from which on the spread between trees is trusted alone
BOUND_SHARE = 0.1  # of the most visits: actions below it are not chosen by their bound
BOUND_WIDTH = 2.0  # standard errors
DESIGN_EFFECT = 3.2  # measured: the spread between trees is up to 1.78 times that of independent playouts (Leduc)
SATURATED = 0.005  # closer than this to 0 or 1, a win probability says nothing more: points decide


@cache
def version() -> str:
    """Return the version: of the checkout that the code lies in, whatever is installed beside it, or of the package."""
    import tomllib
    from importlib.metadata import version as installed
    from pathlib import Path

    project = Path(__file__).resolve().parents[1] / "pyproject.toml"  # behind the link, if it is one
    if project.exists():
        return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])
    return installed("kingmaker")


@dataclass(frozen=True, kw_only=True)
class MoveStats:
    """One root action. All values are the acting player's; docs/glossary.md defines each."""

    action: int
    move: str
    visits: int
    availability: int
    value: Estimate  # utility in [0, 1]
    win: Estimate  # share of the win
    margin: Estimate  # own points minus the best other player's
    loss: Estimate  # value of the best action minus this one's, paired by replicate
    p_best: float
    tied: bool  # not told apart from the best
    spread: float  # standard deviation of the margin over outcomes: luck, not error
    returns: tuple[float, ...]  # mean points of every player
    wins: tuple[float, ...]
    certain: bool = False  # proved: the numbers are exact, their intervals have no width
    line: tuple[int, ...] = ()  # of a proved move: to the end of the game, everybody playing as well as can be
    same_as: str | None = None  # an earlier move with the same result in every tested world


    @property
    def is_tried(self) -> bool:
        """Whether anything is known of it."""
        return self.visits > 0 or self.certain


@dataclass(frozen=True, kw_only=True)
class SearchResult:
    """The answer of `run_search`; moves stand best first."""

    game: Game
    state: GameState = field(repr=False)
    config: SearchConfig
    algorithm: str
    player: int
    seed: int
    iterations: int
    n_worlds: int  # worlds drawn; 0 where the true position was searched
    stopped_by: str
    moves: tuple[MoveStats, ...]
    verified: Estimate | None  # the player's mean points under the trees' best play in fresh worlds
    memory_bytes: int
    elapsed_s: float  # not part of to_dict: everything there repeats byte for byte

    @property
    def best(self) -> MoveStats:
        """The move to play."""
        return self.moves[0]

    @property
    def certain(self) -> bool:
        """Whether the best move is proved to be that."""
        return self.best.certain

    @property
    def tied(self) -> list[str]:
        """The moves not told apart from the best one."""
        return [m.move for m in self.moves[1:] if m.tied]

    def to_dict(self) -> dict[str, Any]:
        """Return the result as docs/formats.md has it."""
        return {
            "game": self.game.name, "options": dict(self.game.options),
            "player": self.game.seats[self.player] if self.game.seats else self.player,
            "seed": self.seed, "algorithm": self.algorithm,
            "iterations": self.iterations, "replicates": self.config.replicates,
            "n_worlds": self.n_worlds, "stopped_by": self.stopped_by, "certain": self.certain,
            "version": version(), "moves": [_move_dict(m) for m in self.moves], "tied": self.tied,
            "verified": None if self.verified is None else {"points": self.verified.mean, "ci": self.verified.ci},
        }

    def to_json(self) -> str:
        """Return `to_dict` as one line; the same seed and budget give the same bytes."""
        return json.dumps(self.to_dict(), allow_nan=False)

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one flat row a move, as a data frame wants them."""
        rows = []
        for m in self.moves:
            row: dict[str, Any] = {"move": m.move, "visits": m.visits, "availability": m.availability}
            for name in ("value", "win", "margin", "loss"):
                estimate: Estimate = getattr(m, name)
                row |= {name: estimate.mean, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
            rows.append(row | {"p_best": m.p_best, "tied": m.tied, "replicates": m.value.n})
        return rows

    def _repr_html_(self) -> str:
        """Show the moves as a table in a notebook."""
        head = "<tr><th>move</th><th>win</th><th>margin</th><th>loss</th><th>P(best)</th><th>visits</th></tr>"
        body = "".join(
            f"<tr><td>{html.escape(m.move)}{' =' if m.tied else ''}</td><td>{m.win}</td><td>{m.margin}</td>"
            f"<td>{m.loss}</td><td>{m.p_best:.2f}</td><td>{m.visits}</td></tr>" for m in self.moves)
        foot = (f"{self.game.player_name(self.player)}, {self.algorithm}, {self.iterations} iterations in "
                f"{self.config.replicates} trees, seed {self.seed}; 95 % intervals; = may be as good as the best")
        if self.certain:
            foot = f"{self.game.player_name(self.player)}, proved; = as good as the best"
        return f"<table>{head}{body}</table><small>{foot}</small>"


def margin_of(returns: Sequence[float], player: int) -> float:
    """Return a player's points minus the best other one's; alone, the points."""
    return returns[player] - max((x for p, x in enumerate(returns) if p != player), default=0.0)


def _move_dict(m: MoveStats) -> dict[str, Any]:
    return {
        "move": m.move, "plan": [m.move], "certain": m.certain, "visits": m.visits, "availability": m.availability,
        "value": or_null(m.value.mean), "value_ci": m.value.ci, "win": or_null(m.win.mean), "win_ci": m.win.ci,
        "margin": or_null(m.margin.mean), "margin_ci": m.margin.ci, "loss": or_null(m.loss.mean),
        "loss_ci": m.loss.ci, "p_best": m.p_best, "spread": or_null(m.spread),
        "returns": [or_null(x) for x in m.returns], "same_as": m.same_as,
    }


class Known(NamedTuple):
    """What trees have proved of the root's actions."""

    is_open: Sequence[bool]  # may be the one to play
    values: Sequence[float]  # exact, nan where they are not


def summarise(state: GameState, records: list[np.ndarray[Any, Any]], availability: np.ndarray[Any, Any],
              config: SearchConfig, level: float = 0.95, *, young: float | None = None,
              known: Known | None = None) -> tuple[MoveStats, ...]:
    """Merge replicates by action and return the moves, best first.

    Parameters
    ----------
    records : one MOVE_TYPE array a replicate, columns in the order of the legal actions
    availability : how often each action was legal, summed over replicates
    young : the game's `youth` if None; 0 where only the spread between trees shall count
    known : what trees have proved
    """
    player, actions = state.player, state.legal_actions()
    young = state.game.spec.youth if young is None else young
    young = 0.0 if config.trees == "none" else young  # playouts alone have no subtrees
    table = np.stack(records)  # replicate x action
    visits = table["visits"].astype(float)
    wins = table["wins"][:, :, player]
    best = best_index(visits.sum(0), table["value"].sum(0), wins.sum(0), table["margin"].sum(0), config, known,
                      enders_of(state))
    traces = [tuple(int(t) for t in table["trace"][:, k]) for k in range(len(actions))]
    sums = {"value": table["value"], "win": wins, "margin": table["margin"]}
    floors = {name: _floors(table, visits, sums[name], table[name + "2"]) for name in sums}
    within = {name: young**2 * _within(visits, sums[name], table[name + "2"]) for name in sums}
    shared = within["value"] * _youth(visits.sum(0))
    losses = [_loss(table["value"], visits, best, k, level, floors["value"][k], shared[k]) for k in range(len(actions))]
    likely = chances([loss for loss, _ in losses], np.array([error for _, error in losses]))
    moves = []
    for k, action in enumerate(actions):
        n, seen = float(visits[:, k].sum()), visits[:, k]
        value, win, margin = (
            ratio_estimate(sums[name][:, k], seen, level, floor=floors[name][k],
                           extra=within[name] * _drift(visits.sum(0), best)[k]) for name in sums)
        same = next((j for j in range(k) if traces[j] == traces[k] and any(traces[k])), None)
        moves.append(MoveStats(
            action=action, move=state.format_action(action), visits=int(n), availability=int(availability[k]),
            value=draws_share(value, n, level), win=draws_share(win, n, level), margin=margin,
            loss=losses[k][0], p_best=float(likely[k]), tied=k != best and not losses[k][0].low > 0,
            spread=_spread(table[:, k]),
            returns=tuple(float(x) / n if n else math.nan for x in table["returns"][:, k, :state.n_players].sum(0)),
            wins=tuple(float(x) / n if n else math.nan for x in table["wins"][:, k, :state.n_players].sum(0)),
            same_as=None if same is None else state.format_action(actions[same])))
    means = np.where(visits.sum(0) > 0, table["value"].sum(0) / np.maximum(visits.sum(0), 1), -np.inf)
    closed = np.zeros(len(actions), bool) if known is None else ~np.array(known.is_open)
    order = np.lexsort((np.array(actions), -means, -_scores(visits.sum(0), means, config), closed))
    return (moves[best], *(moves[k] for k in order if k != best))


def _loss(values: np.ndarray[Any, Any], visits: np.ndarray[Any, Any], best: int, k: int, level: float, floor: float,
          extra: float) -> tuple[Estimate, float]:
    """Return what an action loses to the best, never below 0, and the standard error of it.

    The recommended action is the one to play by all that the search knows; where another has the higher mean, of fewer
    visits, its loss is 0 and they are tied.
    """
    a, b = ((values[:, best], visits[:, best]), (values[:, k], visits[:, k]))
    raw = ratio_difference(*a, *b, level, floor=floor, extra=extra)
    if k == best:
        return Estimate(0.0, 0.0, 0.0, raw.n), 0.0
    if math.isnan(raw.mean):
        return raw, math.nan
    error = math.sqrt(floor + extra)
    if not math.isnan(raw.low):
        error = (raw.high - raw.mean) / t_quantile((1 + level) / 2, raw.n - 1)
    return Estimate(max(raw.mean, 0.0), raw.low, max(raw.high, 0.0), raw.n), error  # nan stays nan


def compare(records: list[np.ndarray[Any, Any]], best: int, other: int, youth: float) -> Estimate:
    """Return what one action loses to another, neither of which these searches have chosen: it may be below 0.

    Parameters
    ----------
    records : as for `summarise`
    best, other : places of the two among the legal actions
    youth : the game's
    """
    table = np.stack(records)
    visits = table["visits"].astype(float)
    floors = _floors(table, visits, table["value"], table["value2"])
    shared = youth**2 * _within(visits, table["value"], table["value2"]) * _youth(visits.sum(0))[other]
    return ratio_difference(table["value"][:, best], visits[:, best], table["value"][:, other], visits[:, other],
                            floor=floors[other], extra=shared)


def _within(visits: np.ndarray[Any, Any], sums: np.ndarray[Any, Any], squares: np.ndarray[Any, Any]) -> float:
    """Return the variance that iterations have around their action's mean, over all actions."""
    n, s = visits.sum(0), sums.sum(0)
    return max(float(squares.sum() - (s**2 / np.maximum(n, 1)).sum()) / max(float(n.sum()), 1.0), 0.0)


def _youth(n: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return how many times the variance that all trees share is in each action's loss, by visits.

    A subtree of few visits believes the rollouts more than answers and answers to these; no number of trees tells.
    """
    times: np.ndarray[Any, Any] = 1 + GROWN / np.maximum(n, 1.0)
    return times


def _drift(n: np.ndarray[Any, Any], best: int) -> np.ndarray[Any, Any]:
    """Return how many times it is in each action's own value, which moves as it gets as many visits as the best.

    It grows with the logarithm of how many times as many these are.
    """
    return np.asarray(np.log(np.maximum(n[best] / np.maximum(n, 1.0), 1.0)))


def _floors(table: np.ndarray[Any, Any], visits: np.ndarray[Any, Any], sums: np.ndarray[Any, Any],
            squares: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return, for each action, the least variance of its mean; 0 where it has visits enough to speak for itself.

    A handful of visits that all went alike would give an interval of no width. Below TRUSTED_VISITS the error
    is at least that of so many draws with the variance which iterations have around their action's mean, over all
    actions.
    """
    n, within = visits.sum(0), _within(visits, sums, squares)
    return np.where(n < TRUSTED_VISITS, within / np.maximum(n, 1), 0.0)


def _spread(records: np.ndarray[Any, Any]) -> float:
    """Return the standard deviation of the margin over a move's iterations."""
    n = float(records["visits"].sum())
    if n == 0:
        return math.nan
    mean = float(records["margin"].sum()) / n
    return math.sqrt(max(float(records["margin2"].sum()) / n - mean**2, 0.0))


def as_share(estimate: Estimate) -> Estimate:
    """Keep the interval of a share within [0, 1]; nan stays nan."""
    return Estimate(estimate.mean, max(estimate.low, 0.0) if estimate.low == estimate.low else estimate.low,
                    min(estimate.high, 1.0) if estimate.high == estimate.high else estimate.high, estimate.n)


def effective(visits: float) -> float:
    """Return how many independent playouts so many visits of one move are worth at least."""
    return visits / DESIGN_EFFECT


def draws_share(estimate: Estimate, visits: float, level: float = 0.95) -> Estimate:
    """Keep the interval of a share within [0, 1], and give it a width where all trees found nothing but wins or losses.

    The spread between trees is 0 there, and tells nothing. Fewer than one playout that went otherwise is expected then
    among the independent ones that the visits are worth (`effective`): the interval is at least Wilson's (1927) for
    so many (Brown, Cai & DasGupta 2001, "Interval estimation for a binomial proportion", on why it holds at the ends).
    """
    n = effective(visits)
    if math.isnan(estimate.low) or min(estimate.mean, 1 - estimate.mean) * n >= 1:
        return as_share(estimate)
    low, high = wilson(min(max(estimate.mean, 0.0), 1.0), n, level)
    return as_share(Estimate(estimate.mean, min(estimate.low, float(low)), max(estimate.high, float(high)), estimate.n))


def _scores(visits: np.ndarray[Any, Any], means: np.ndarray[Any, Any], config: SearchConfig) -> np.ndarray[Any, Any]:
    """Return what actions are ranked by: visits, or the mean where the root spends visits on purpose.

    Under final="bound" the lower bound of the mean counts, of actions with enough visits: PUCT visits what its priors
    praise even where another action has proved better (as KataGo chooses). The radius is the widest that a utility in
    [0, 1] with this mean can have.

    Sequential halving leaves its last survivors with visits as equal as can be: the mean decides among them, visits
    among those it dropped.
    """
    if config.trees == "none" or config.root in ("equal", "toptwo"):
        return means
    if config.final == "bound":
        radius = BOUND_WIDTH * np.sqrt(np.maximum(means * (1 - means), 0) / np.maximum(visits, 1))
        share = visits / max(float(visits.max()), 1.0)
        return np.where((visits > 0) & (share >= BOUND_SHARE), means - radius, share - 10)
    if config.root == "halving":
        share = visits / max(float(visits.max()), 1.0)
        return np.where(share >= 0.5, 1 + means, share)
    return visits


def best_index(visits: np.ndarray[Any, Any], values: np.ndarray[Any, Any], wins: np.ndarray[Any, Any],
               margins: np.ndarray[Any, Any], config: SearchConfig, known: Known | None = None,
               enders: Callable[[], Sequence[float]] | None = None) -> int:
    """Return the action to play: the highest of `_scores`, ties by value, and by points once all is decided.

    No exploration bonus enters. Once the win is sure or lost for several moves, visits among them are noise.
    What is proved not to be the best is left out; an action of proved value is played unless another looks better.

    Parameters
    ----------
    enders : of `enders_of`; asked once all is decided, instead of points
    """
    n = np.maximum(visits, 1)
    means = np.where(visits > 0, values / n, -np.inf)
    scores, closed = _scores(visits, means, config), np.zeros(len(n), bool)
    if known is not None:
        exact = np.where(known.is_open, known.values, np.nan)
        is_asked = np.array(known.is_open) & np.isnan(exact)
        scores, means = np.where(is_asked, scores, -np.inf), np.where(is_asked, means, -np.inf)
        if not np.isnan(exact).all() and np.nanmax(exact) >= means[int(np.argmax(scores))]:
            return int(np.nanargmax(exact))
        closed = ~is_asked
    best = int(np.lexsort((-means, -scores, closed))[0])
    win = wins / n
    if SATURATED < win[best] < 1 - SATURATED:
        return best
    equal = (visits > 0) & (np.abs(win - win[best]) <= SATURATED) & (means >= means[best] - SATURATED)
    better = margins / n if enders is None else np.array(enders())
    return int(np.lexsort((np.arange(len(n)), -scores, -np.where(equal, better, -np.inf)))[0])


def enders_of(state: GameState) -> Callable[[], Sequence[float]] | None:
    """Return what tells which moves bring a game on that the rules let go on for ever: its priors; else None.

    Who goes by points alone there, once all is decided, may gather them until the machine is switched off.
    """
    return state.priors if state.game.rollout_cut and state.game.has("priors") else None
