"""`hint`: what to do now, how sure that is, and why - one value from a search's trees."""
from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kingmaker.games import GameState
from kingmaker.search.config import SearchConfig
from kingmaker.search.engine import SLOWEST_LOOK_S, Progress, ctrl_c_sets, run_search, search_trees, settled
from kingmaker.search.estimate import Estimate, or_null, t_quantile
from kingmaker.search.forecast import Forecast, forecast_for
from kingmaker.search.hint.against import Change, compare, turn_gains
from kingmaker.search.hint.depends_on import Dependence, dependence, n_worlds_for, play_out
from kingmaker.search.hint.plans import Guide, Plan, make_plans
from kingmaker.search.hint.sensitivity import Elsewhere, Variation, other_data, other_rollout, variation_of
from kingmaker.search.mixture import Mixture, can_mix, mix
from kingmaker.search.result import MoveStats, SearchResult, as_share, effective
from kingmaker.search.seeds import MIXTURE, SENSITIVITY, branch, draw_seed, to_int
from kingmaker.search.tree._searcher import Searcher, StopFlag

SEARCH_SHARE = 0.75  # of the seconds; the rest goes to other rollouts, other data and to what the plan depends on
OTHER_SHARE = 0.1  # of the seconds
MIX_SHARE = 0.1  # of the seconds, where a mixture is worked out
MIX_LEAST = 20_000  # walks, where iterations are the budget: they are short
DRAWINGS = 3  # drawings of reconstructed data to try
DRAWINGS_SHARE = 0.12  # of the seconds, for all of them; the search proper has so much less then
DRAWINGS_PART = 8  # each of these searches gets the iterations divided by this
DRIFT = 0.08  # measured: tests/search/test_hint_quality.py
DRIFT_ALONE = 0.25  # upwards, for who plays alone: a longer search finds better plans, and nobody finds answers to them
FEW_VISITS = 25  # of a move; below, nothing is said of how good it is
OTHER_PART = 4  # the search with other rollouts gets the iterations divided by this


@dataclass(frozen=True, kw_only=True)
class Hint:
    """A plan for the turn with all that makes it understood; moves and plans stand best first, in the same order."""

    result: SearchResult
    plans: tuple[Plan, ...]
    depends_on: Dependence | None  # None while the search goes on, after an interrupt, and where nobody asked why
    sensitivity: tuple[Variation, ...]
    is_final: bool
    alternatives: tuple[Elsewhere, ...] | None = None  # with other data; None where all is known, or as `depends_on`
    against: tuple[Change, ...] | None = None  # the plan and the runner-up; None without one, or as `depends_on`
    mixture: Mixture | None = None  # how often to play what; None where nothing is mixed, or as `depends_on`
    forecast: Forecast | None = None  # by which win and margin say what came of games; None: they are the search's own

    @property
    def best(self) -> MoveStats:
        """The move to play."""
        return self.result.best

    @property
    def like(self) -> str:
        """The agent as which all are to play on, where somebody asked for another than the game's own forecast."""
        return "" if self.forecast is None else self.forecast.like

    @property
    def calibrated(self) -> bool:
        """Whether chance and margin were fitted to what came of games."""
        return self.forecast is not None

    @property
    def value(self) -> Estimate:
        """The best move's utility; the interval covers what a much longer search would make of it."""
        value = self.best.value
        if self.best.certain:
            return value
        return as_share(_outlook(value, _swing(value, self.best.visits), self._rise))

    @property
    def win(self) -> Estimate:
        """The best move's share of the win: the forecast, or the search's own with an interval as that of `value`."""
        win = self.best.win
        if self.best.certain or self.calibrated:
            return win
        return as_share(_outlook(win, _swing(win, self.best.visits), self._rise))

    @property
    def margin(self) -> Estimate:
        """The best move's margin, with an interval as that of `value`."""
        if self.best.certain or self.calibrated:
            return self.best.margin
        return _outlook(self.best.margin, self.best.spread, self._rise)

    @property
    def _rise(self) -> float:
        return DRIFT_ALONE if len(self.result.game.acting) == 1 else DRIFT

    @property
    def plan(self) -> Plan:
        """What to do in this turn."""
        return self.plans[0]

    @property
    def groups(self) -> tuple[list[tuple[MoveStats, Plan]], ...]:
        """Three groups of moves: best and not told apart from it, worse, tried too little; one order of each plan."""
        groups: tuple[list[tuple[MoveStats, Plan]], ...] = ([], [], [])
        for k, (move, plan) in enumerate(zip(self.result.moves, self.plans, strict=True)):
            if k == 0:
                groups[0].append((move, plan))
            elif plan.order_of is None:
                groups[2 if is_little_known(move) else 0 if move.tied else 1].append((move, plan))
        return groups

    def orders(self, move: str) -> list[str]:
        """Return the moves that begin the same plan in another order."""
        return [plan.moves[0] for plan in self.plans if plan.order_of == move]

    @property
    def runner_up(self) -> tuple[MoveStats, Plan] | None:
        """The move that gives up least against the best one, of those with another plan and visits enough to say so."""
        others = [row for group in self.groups[:2] for row in group if row[0] is not self.best]
        others = [row for row in others if row[0].same_as != self.best.move]
        return min(others, key=lambda row: math.inf if math.isnan(row[0].loss.mean) else row[0].loss.mean, default=None)

    def to_dict(self) -> dict[str, Any]:
        """Return the hint as docs/formats.md has it."""
        row = self.result.to_dict()
        if not self.is_final:
            row["stopped_by"] = None  # it goes on
        for move, plan in zip(row["moves"], self.plans, strict=True):
            move |= {"plan": list(plan.moves), "ends": plan.ends, "known": plan.n_known, "order_of": plan.order_of}
        seats = [self.result.game.player_name(p) for p in range(self.result.game.n_players)]
        found, other = self.depends_on, self.runner_up
        for name in ("value", "win", "margin"):
            estimate: Estimate = getattr(self, name)
            row |= {name: or_null(estimate.mean), f"{name}_ci": estimate.ci}
        return row | {
            "groups": {name: [move.move for move, _ in group]
                       for name, group in zip(("best", "worse", "few"), self.groups, strict=True)},
            "then": [{"share": one.share, "seen": list(one.seen), "moves": list(one.moves)}
                     for one in self.plan.branches],
            "hangs_on": None if found is None else found.to_dict(self.result.player),
            "points": None if found is None else {
                seat: {part: {"mean": points.mean, "ci": points.ci} for part, points in parts.items()}
                for seat, parts in zip(seats, found.points, strict=True)},
            "wins": None if found is None else {
                seat: {"mean": win.mean, "ci": win.ci} for seat, win in zip(seats, found.wins, strict=True)},
            "sensitivity": [one.to_dict() for one in self.sensitivity],
            "alternatives": None if self.alternatives is None else [one.to_dict() for one in self.alternatives],
            "runner_up": None if other is None else {
                "move": other[0].move, "plan": list(other[1].moves),
                "changes": None if self.against is None else [one.to_dict(seats) for one in self.against]},
            "mixture": None if self.mixture is None else [
                {"move": move, "share": share} for move, share in self.mixture.shares.items()],
            "calibrated": self.calibrated,
            "forecast": None if self.forecast is None else self.forecast.to_dict(self.win, self.margin),
            "final": self.is_final,
        }

    def to_json(self) -> str:
        """Return `to_dict` as one line; the same seed and iterations give the same bytes."""
        return json.dumps(self.to_dict(), allow_nan=False)

    def _repr_html_(self) -> str:
        """Show picture, plan and numbers in a notebook."""
        from kingmaker.search.hint.page import fragment

        return fragment(self)


def is_little_known(move: MoveStats) -> bool:
    """Whether too little is known of a move to say how good it is."""
    return move.visits < FEW_VISITS and not move.certain


def _swing(share: Estimate, visits: int) -> float:
    """Return the standard deviation of one playout whose outcome has this mean: never 0, as fewer than one in all of
    the playouts may have gone otherwise (Laplace's rule of succession for the independent ones among them)."""
    least = 1 / (effective(visits) + 2)
    mean = min(max(share.mean, least), 1 - least)
    return math.sqrt(mean * (1 - mean))


def _outlook(estimate: Estimate, spread: float, rise: float = DRIFT) -> Estimate:
    """Widen an interval by what values change by when a search goes on: shares of one iteration's spread.

    Parameters
    ----------
    rise : the share upwards; downwards it is DRIFT
    """
    if math.isnan(estimate.low):
        return estimate
    t = t_quantile(0.975, estimate.n - 1)
    error = max(estimate.high - estimate.mean, estimate.mean - estimate.low) / t
    return Estimate(estimate.mean, estimate.mean - t * math.hypot(error, DRIFT * spread),
                    estimate.mean + t * math.hypot(error, rise * spread), estimate.n)


def hint(state: GameState, config: SearchConfig | None = None, *, seed: int | None = None, jobs: int = 1,
         keep: Sequence[str] = (), on_hint: Callable[[Hint], Any] | None = None,
         on_progress: Callable[[Progress], Any] | None = None, stop: StopFlag | None = None, lang: str = "en",
         why: bool = True, forecasts: str | Path = "", like: str = "", grown: Sequence[Searcher] = (),
         look_s: float = SLOWEST_LOOK_S, **options: object) -> Hint:
    """Search a position and return a plan for the turn of the player to act, how sure it is and what it depends on.

    Seconds are those of everything. Iterations are those of the search proper: a quarter as many go into a search
    with other rollouts, up to a quarter (2,048 at most, 128 at least) into playouts of the plan and as many into those
    of the runner-up, where choices are hidden at least 20,000 short walks into a mixture, and where component data is
    reconstructed an eighth into each of three searches with other data.

    Parameters
    ----------
    state, config, options, seed, jobs, keep, stop, grown, look_s : as for `run_search`
    on_hint : called with what is known so far, between rounds
    on_progress : called between rounds, as that of `run_search`
    lang : of moves, outcomes and facts in words
    why : also work out what the plan depends on and how other searches see it; without, the search gets all seconds
    forecasts, like : a file of forecasts, if not the game's own, and the agent as which all are to play on

    Examples
    --------
    >>> from kingmaker.games import load_game
    >>> found = hint(load_game("kuhn-poker").parse("KJ:pb"), iterations=800, seed=1)
    >>> str(found.plan), found.plan.ends, found.depends_on.margin.mean
    ('bet', 'game', 4.0)
    """
    config = settled(state, config, options)
    seed = draw_seed() if seed is None else seed
    stop = StopFlag() if stop is None else stop
    looks: list[SearchResult] = []
    forecast = forecast_for(state, config, seed, forecasts, like)

    def look(progress: Progress) -> None:
        looks.append(progress.result())
        if on_hint is not None:
            on_hint(_hint(looks[-1], progress.searchers, lang, forecast, is_final=False))
        if on_progress is not None:
            on_progress(progress)

    share = SEARCH_SHARE - (DRAWINGS_SHARE if _is_uncertain(state) else 0) - (MIX_SHARE if can_mix(state.game) else 0)
    main = config if config.seconds is None or not why else replace(config, seconds=share * config.seconds)
    with ctrl_c_sets(stop):
        result, searchers = search_trees(state, main, seed=seed, jobs=jobs, keep=keep, stop=stop, grown=grown,
                                         look_s=look_s, on_progress=look if why or on_hint or on_progress else None)
        result = replace(result, config=config)
        if not why:
            return _hint(result, searchers, lang, forecast, is_final=True)
        earlier = sorted(looks, key=lambda one: abs(one.iterations - result.iterations / 2))[:1]
        others = [variation_of(result, one, "half") for one in earlier if one.iterations < result.iterations]
        rest = None if stop.is_set or result.certain else _otherwise(result, jobs, stop)
        others += [] if rest is None else [rest]
        found = _hint(result, searchers, lang, forecast, others, stop, is_final=True)
        found = replace(found, mixture=_mixture(result, stop))
        return found if stop.is_set else replace(found, alternatives=_with_other_data(found, jobs, stop))


def _hint(result: SearchResult, searchers: Sequence[Searcher], lang: str, forecast: Forecast | None,
          others: Sequence[Variation] = (), stop: StopFlag | None = None, *, is_final: bool) -> Hint:
    guide = Guide(result.state, searchers, result.config, result.seed, result.moves)
    plans = make_plans(guide, [move.action for move in result.moves], lang)
    result = replace(result, moves=_one_value(result.moves, plans))
    forecast = None if result.certain else forecast
    found = Hint(result=result if forecast is None else forecast.of(result), plans=tuple(plans), depends_on=None,
                 sensitivity=tuple(others), is_final=is_final, forecast=forecast)
    return found if stop is None else _with_reasons(found, guide, stop, lang)


def _with_reasons(found: Hint, guide: Guide, stop: StopFlag, lang: str) -> Hint:
    """Play the plan and the runner-up out in the same worlds: what the plan depends on, and how the two differ."""
    worlds = guide.draw(n_worlds_for(found.result.iterations), 2)
    ours = play_out(guide, found.plan, worlds, stop)
    if ours is None:
        return found
    found, other = replace(found, depends_on=dependence(guide, worlds, ours, lang)), found.runner_up
    if other is None or (found.best.certain and not other[0].certain):
        return found
    theirs = play_out(guide, other[1], worlds, stop, key=5)
    if theirs is None:
        return found
    return replace(found, against=compare(ours, theirs, turn_gains(guide, worlds, found.plan, other[1])))


def _one_value(moves: Sequence[MoveStats], plans: Sequence[Plan]) -> tuple[MoveStats, ...]:
    """Give the orders of one plan one value: that of the order which the search thinks most of; visits stay their own.

    P(best) is the plan's, so it adds up to 1 over plans.
    """
    first = {plan.moves[0]: move for move, plan in zip(moves, plans, strict=True) if plan.order_of is None}
    total = sum(move.p_best for move in first.values())
    merged = []
    for move, plan in zip(moves, plans, strict=True):
        like = move if plan.order_of is None else first[plan.order_of]
        if plan.order_of is None or (like.certain or not move.certain):
            merged.append(replace(
                like, action=move.action, move=move.move, visits=move.visits, availability=move.availability,
                same_as=move.same_as, line=move.line, p_best=like.p_best / total if total > 0 else like.p_best,
                tied=move is not moves[0] and (like is moves[0] or like.tied)))
        else:
            merged.append(move)
    return tuple(merged)


def _mixture(result: SearchResult, stop: StopFlag) -> Mixture | None:
    """Work out how often to play what, where that is possible and walks come to the position."""
    if not can_mix(result.game) or result.certain or len(result.moves) == 1 or stop.is_set:
        return None
    seconds = None if result.config.seconds is None else max(MIX_SHARE * result.config.seconds, 1e-3)
    walks = max(result.iterations, MIX_LEAST) if seconds is None else None
    found = mix(result.state, replace(result.config, iterations=walks, seconds=seconds, confidence=None),
                seed=to_int(branch(result.seed, MIXTURE)), stop=stop)
    return found if found.walks_here >= FEW_VISITS and not stop.is_set else None


def _is_uncertain(state: GameState) -> bool:
    """Whether some of the data on which the game rests is drawn anew, to see what depends on it."""
    spec = state.game.spec
    return spec.alternatives is not None and spec.alternative is not None and (
        spec.alternative(state.game, 1) is not None)


def _with_other_data(found: Hint, jobs: int, stop: StopFlag) -> tuple[Elsewhere, ...] | None:
    """Search again, shortly, with other component data."""
    result, config = found.result, found.result.config
    orders = [plan.actions[0] for plan in found.plans if plan.order_of == found.best.move]
    seconds = None if config.seconds is None else max(DRAWINGS_SHARE / DRAWINGS * config.seconds, 1e-3)
    budget = (config.iterations or 0) if result.certain else result.iterations
    iterations = max(budget // DRAWINGS_PART, 2 * config.replicates)
    return other_data(result, replace(config, iterations=iterations, seconds=seconds, confidence=None), DRAWINGS,
                      few=FEW_VISITS, orders=orders, jobs=jobs, stop=stop)


def _otherwise(result: SearchResult, jobs: int, stop: StopFlag) -> Variation | None:
    """Search again, shortly, with other rollouts."""
    config, rollout = result.config, other_rollout(result.game, result.config)
    if rollout is None:
        return None
    seconds = None if config.seconds is None else max(OTHER_SHARE * config.seconds, 1e-3)
    iterations = max(result.iterations // OTHER_PART, 2 * config.replicates)
    varied = run_search(result.state, replace(config, iterations=iterations, seconds=seconds, confidence=None,
                                              rollout=rollout),
                        seed=to_int(branch(result.seed, SENSITIVITY, OTHER_PART)), jobs=jobs, stop=stop)
    return None if varied.stopped_by == "interrupt" else variation_of(result, varied, f"rollout={rollout}")
