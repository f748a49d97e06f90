"""Fits to a game's own self-play, which search plays: weights, that the game keeps, and forecasts, that hints read."""
from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kingmaker.analysis.stats.fitting import PolicyFit, StageFit, fit_policy, fit_stages
from kingmaker.analysis.stats.forecasting import N_FOLDS, Form, Judgement, Seen, fit_chance, fit_margin, judge
from kingmaker.games import ConfigError, Game, load_game
from kingmaker.games.core.weights import check_target, write_section
from kingmaker.search.agents import AgentSpec, parse_agent
from kingmaker.search.config import SearchConfig
from kingmaker.search.forecast import (
    KIND_KEY,
    KNOTS,
    SAID,
    SIGHTS,
    Forecaster,
    as_fitted,
    options_of,
    read_forecasters,
    sights,
    written,
)
from kingmaker.search.match.lessons import Lesson, play_lessons
from kingmaker.search.match.outcomes import Outcome, play_outcomes
from kingmaker.search.result import margin_of
from kingmaker.search.seeds import draw_seed
from kingmaker.search.workers import checked_jobs
from kingmaker.writing import json_with, locked, refuse_stranger, replace


@dataclass(frozen=True)
class Learnt:
    """What was learnt of one section of a game's weights, and how well it does on what it was not fitted to."""

    section: str
    policy: PolicyFit
    stages: dict[str, StageFit]
    command: str  # that makes the same weights


def learn(game: Game | str, out: str | Path, *, agent: AgentSpec | str = "ismcts:iterations=500", games: int = 300,
          explore: float = 0.08, against: AgentSpec | str | None = None, rotate: Sequence[str] = (),
          seed: int | None = None, jobs: int = 1, on_progress: Callable[[int], Any] | None = None) -> list[Learnt]:
    """Let a searching agent play itself, fit the game's policy to its visits and the evaluation to the margins.

    The game plays with the weights it has, or with those of its option `weights`: so a second round goes on from a
    first one's file.

    Parameters
    ----------
    out : the weights; what the file holds of other sections stays
    agent : the teacher
    games : of self-play
    explore : share of decisions left to the policy
    against : an agent that has all seats but one in every second game
    rotate : options of the game whose values the games go through
    seed : whole number from 0; drawn if None
    jobs : processes, -1 for all cores
    on_progress : called with the number of games played
    """
    chosen = load_game(game) if isinstance(game, str) else game
    spec = parse_agent(agent) if isinstance(agent, str) else agent
    others = parse_agent(against) if isinstance(against, str) else against
    path, seed = Path(out), draw_seed() if seed is None else seed
    _check(chosen, path)
    checked_jobs(jobs)
    lessons = []
    for lesson in play_lessons(chosen.variants(*rotate) if rotate else [chosen], spec, games, seed, explore=explore,
                               against=others, jobs=jobs):
        lessons.append(lesson)
        if on_progress is not None:
            on_progress(len(lessons))
    turns = f"--rotate {','.join(rotate)} " if rotate else ""
    beside = f"--against {others} " if others else ""
    command = (f"kingmaker learn --game {chosen} --agent {spec} --games {games} --explore {explore:g} {beside}{turns}"
               f"--seed {seed}")
    return [_fit(chosen, section, [one for one in lessons if one.section == section], path, command)
            for section in sorted({lesson.section for lesson in lessons})]


def _check(game: Game, out: Path) -> None:
    """Refuse what would end badly, before anything is played."""
    if game.spec.learning is None:
        raise ConfigError(f"{game.name}: the game has no weights to learn")
    if importlib.util.find_spec("scipy") is None:
        raise ConfigError("learn: fitting needs the package scipy, which is not installed: "
                          "pip install 'kingmaker[learn]'")
    check_target(out)


def _fit(game: Game, section: str, lessons: Sequence[Lesson], out: Path, command: str) -> Learnt:
    """Fit one section and write its weights."""
    learning = game.spec.learning
    assert learning is not None
    reached = set(np.concatenate([lesson.stages for lesson in lessons]).tolist())
    if missing := [stage for n, stage in enumerate(learning.stages) if n not in reached]:
        raise ConfigError(f"learn: no game reached the stage {missing[0]!r}: nothing can be learned of it; play more "
                          f"games, or whole ones; {out} stays as it is")
    above = np.cumsum([0, *(len(lesson.shares) for lesson in lessons)])
    policy = fit_policy(
        np.concatenate([lesson.sizes for lesson in lessons]).astype(np.int64),
        np.concatenate([lesson.rows + start for lesson, start in zip(lessons, above, strict=False)]),
        np.concatenate([lesson.columns for lesson in lessons]).astype(np.int64),
        np.concatenate([lesson.values for lesson in lessons]).astype(float),
        np.concatenate([lesson.shares for lesson in lessons]).astype(float), len(learning.features))
    stages = fit_stages(
        np.concatenate([lesson.stages for lesson in lessons]).astype(np.int64),
        np.concatenate([lesson.states for lesson in lessons]).astype(float),
        np.concatenate([lesson.targets for lesson in lessons]).astype(float), len(learning.stages),
        games=np.repeat(np.arange(len(lessons)), [len(lesson.stages) for lesson in lessons]))
    spreads = _margins_missed(lessons, stages) if learning.by_seat else [fit.residual for fit in stages]
    write_section(learning, out, section, policy.weights.tolist(), [fit.weights.tolist() for fit in stages], spreads,
                  command)
    return Learnt(section, policy, dict(zip(learning.stages, stages, strict=True)), command)


def _margins_missed(lessons: Sequence[Lesson], stages: Sequence[StageFit]) -> list[float]:
    """Return for each stage by how much the seats' foretold points miss the margin of whose turn it is."""
    missed: list[list[float]] = [[] for _ in stages]
    for lesson in lessons:
        told = [float(row @ stages[stage].weights) for row, stage in zip(lesson.states, lesson.stages, strict=True)]
        for at in range(0, len(told), lesson.seats):
            came = margin_of(lesson.targets[at:at + lesson.seats].tolist(), 0)
            missed[lesson.stages[at]].append(margin_of(told[at:at + lesson.seats], 0) - came)
    return [float(np.sqrt(np.mean(np.square(one)))) for one in missed]


# -- forecasts --------------------------------------------------------------------------------------------------------

JUDGED_SHARE = 0.25  # of the games, the last ones, on which a fit to the others is judged
LONG = 0.98  # of the lengths of playouts: a whole game's
KIND = json_with(KIND_KEY, "fits")


@dataclass(frozen=True)
class Calibrated:
    """A forecaster fitted to all games, and how one fitted to the first three quarters did on the last one."""

    forecaster: Forecaster
    judged: Judgement


def calibrate(game: Game | str, out: str | Path, *, agent: AgentSpec | str = "ismcts:preset=standard",
              games: int = 400, iterations: int = 4000, rotate: Sequence[str] = (), seed: int | None = None,
              jobs: int = 1, on_progress: Callable[[int], Any] | None = None) -> Calibrated:
    """Let an agent play itself, and fit what comes of positions to what a search says of them.

    Hints read the file (`GameSpec.forecasts`, or `hint --forecasts FILE`). It keeps what it holds for other options of
    the game and other agents.

    Parameters
    ----------
    out : the forecasts
    agent : who plays on, in all seats
    games : of self-play, some five positions each
    iterations : of the search that is asked about a position, in four trees
    rotate : options of the game whose values the games go through; the forecasts hold for all of them
    seed : whole number from 0; drawn if None
    jobs : processes, -1 for all cores
    on_progress : called with the number of games played
    """
    chosen = load_game(game) if isinstance(game, str) else game
    spec = parse_agent(agent) if isinstance(agent, str) else agent
    path, seed = Path(out), draw_seed() if seed is None else seed
    _kept(path, chosen)
    checked_jobs(jobs)
    search = SearchConfig(**{**as_fitted(chosen), "iterations": iterations, "replicates": 4})
    outcomes: list[Outcome] = []
    for n, found in enumerate(play_outcomes(chosen.variants(*rotate) if rotate else [chosen], spec, search, games,
                                            seed, jobs=jobs), 1):
        outcomes += found
        if on_progress is not None:
            on_progress(n)
    turns = f"--rotate {','.join(rotate)} " if rotate else ""
    command = (f"kingmaker learn --calibrate --game {chosen} --agent {spec} --games {games} --iterations {iterations} "
               f"{turns}--seed {seed}")
    fitted = _calibrated(outcomes, games, options_of(chosen, rotate), str(spec), command)
    _keep(path, chosen, fitted.forecaster)
    return fitted


def _calibrated(outcomes: Sequence[Outcome], games: int, options: dict[str, int | str], agent: str,
                command: str) -> Calibrated:
    first = round(games * (1 - JUDGED_SHARE))
    early, late = ([one for one in outcomes if (one.game < first) is side] for side in (True, False))
    if len({one.game for one in early}) < N_FOLDS or not late:
        raise ConfigError(f"learn --calibrate: {len(outcomes)} positions of {games} games are too few; play more")
    judged = judge_outcomes(fit_outcomes(early, options, agent, command), late)
    return Calibrated(fit_outcomes(outcomes, options, agent, command), judged)


def fit_outcomes(outcomes: Sequence[Outcome], options: dict[str, int | str], agent: str, command: str) -> Forecaster:
    """Fit chance and margin to what came."""
    length = max(float(np.quantile([one.glanced.left for one in outcomes], LONG)), 1.0)
    scale = max(float(np.std([one.came_margin for one in outcomes])), 1e-3)
    seen, form = _seen(outcomes, length, scale), Form(len(KNOTS), tuple(name in SAID for name in SIGHTS))
    win = fit_chance(seen.rows, seen.wins, seen.games, form)
    margin = fit_margin(seen.rows, seen.margins / scale, seen.games, form)
    return Forecaster(options=options, agent=agent, n_games=len(np.unique(seen.games)), n_positions=len(outcomes),
                      length=length, scale=scale, win=win.weights, margin=margin.weights, win_error=win.error,
                      margin_error=margin.error, command=command)


def judge_outcomes(forecaster: Forecaster, outcomes: Sequence[Outcome]) -> Judgement:
    """Compare what a forecaster says with what came, on games that it has not seen."""
    found = [forecaster.of(one.glanced, one.win, one.margin) for one in outcomes]
    said, low, high = (np.array([getattr(chance, name) for chance, _ in found]) for name in ("mean", "low", "high"))
    return judge(said, low, high, np.array([points.mean for _, points in found]),
                 _seen(outcomes, forecaster.length, forecaster.scale))


def _seen(outcomes: Sequence[Outcome], length: float, scale: float) -> Seen:
    return Seen(
        rows=np.array([sights(one.glanced, one.win.mean, one.margin.mean, length, scale) for one in outcomes]),
        games=np.unique([one.game for one in outcomes], return_inverse=True)[1],
        fifths=np.array([one.fifth for one in outcomes]), own=np.array([one.win.mean for one in outcomes]),
        wins=np.array([one.came_win for one in outcomes]), margins=np.array([one.came_margin for one in outcomes]))


def _kept(path: Path, game: Game) -> list[dict[str, Any]]:
    """Return what a file of forecasts holds; refuse one of something else, or of another game."""
    refuse_stranger(path, KIND, way_out="take that file away")
    if not path.is_file() or not path.stat().st_size:
        return []
    name, fits = read_forecasters(path)
    if name != game.name:
        raise ConfigError(f"forecasts {str(path)!r}: they are of {name}, not of {game.name}; name another file")
    return [written(one) for one in fits]


def _keep(path: Path, game: Game, forecaster: Forecaster) -> None:
    """Write a forecaster beside those of other options and agents."""
    with locked(path):
        read_forecasters.cache_clear()  # somebody else may have written
        new = written(forecaster)
        others = [one for one in _kept(path, game)
                  if (one["options"], one["agent"]) != (new["options"], new["agent"])]
        replace(path, (json.dumps({KIND_KEY: game.name, "fits": [*others, new]}) + "\n").encode())
        read_forecasters.cache_clear()
