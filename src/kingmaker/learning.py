"""Fits to a game's own self-play, which search plays: weights, that the game keeps, and forecasts, that hints read."""
from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, TypeVar

import numpy as np

from kingmaker.analysis.stats.fitting import PolicyFit, StageFit, fit_policy, fit_stages
from kingmaker.analysis.stats.forecasting import N_FOLDS, Form, Judgement, Seen, fit_chance, fit_margin, judge
from kingmaker.games import ConfigError, Game, load_game
from kingmaker.games.core.weights import (
    Learning,
    check_target,
    kept_weights,
    read_weights,
    write_evaluation,
    write_section,
)
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
from kingmaker.search.match.endings import play_endings
from kingmaker.search.match.lessons import Endings, Lesson, play_lessons
from kingmaker.search.match.outcomes import Outcome, play_outcomes
from kingmaker.search.result import margin_of
from kingmaker.search.seeds import draw_seed
from kingmaker.search.workers import checked_jobs
from kingmaker.studies import LEARNED
from kingmaker.writing import json_with, locked, refuse_stranger, replace

Found = TypeVar("Found")
Taught = TypeVar("Taught", bound=Endings)


@dataclass(frozen=True)
class Learnt:
    """What was learnt of one section of a game's weights, and how well it does on what it was not fitted to."""

    section: str
    policy: PolicyFit | None  # None: it stayed
    stages: dict[str, StageFit]
    n_open: int  # games that found no end as far as rollouts may go, so nothing was learnt of how they end
    command: str  # that makes the same weights


def learn(game: Game | str, out: str | Path, *, agent: AgentSpec | str = "ismcts:iterations=500", games: int = 300,
          explore: float = 0.08, temperature: float = 1.0, against: AgentSpec | str | None = None,
          rotate: Sequence[str] = (), seed: int | None = None, jobs: int = 1,
          on_progress: Callable[[int], Any] | None = None) -> list[Learnt]:
    """Let a searching agent play itself, fit the game's policy to its visits and the evaluation to the margins.

    The game plays with the weights it has, or with those of its option `weights`: so a second round goes on from a
    first one's file.

    Parameters
    ----------
    out : the weights; what the file holds of other sections stays
    agent : the teacher
    games : of self-play
    explore : share of decisions left to the policy
    temperature : the policy is fitted to the visits to the power 1 / temperature: below 1 it plays sharper than the
        teacher looks around
    against : an agent that has all seats but one in every second game
    rotate : options of the game whose values the games go through
    seed : whole number from 0; drawn if None
    jobs : processes, -1 for all cores
    on_progress : called with the number of games played
    """
    others = parse_agent(against) if isinstance(against, str) else against
    plan = _Plan.of(game, out, agent, rotate, seed, jobs)
    lessons = _collected(play_lessons(plan.variants, plan.agent, games, plan.seed, explore=explore,
                                      temperature=temperature, against=others, jobs=jobs), on_progress)
    beside = f"--against {others} " if others else ""
    sharp = f"--temperature {temperature:g} " if temperature != 1 else ""
    command = plan.command("", f"--games {games} --explore {explore:g} {sharp}{beside}")
    return [_fit(plan, found, command) for found in _by_section(lessons)]


def learn_evaluation(game: Game | str, out: str | Path, *, agent: AgentSpec | str = "policy:temperature=0.5",
                     games: int = 1000, explore: float = 0.03, rotate: Sequence[str] = (), seed: int | None = None,
                     jobs: int = 1, on_progress: Callable[[int], Any] | None = None) -> list[Learnt]:
    """Let an agent play itself and fit the game's evaluation to how positions of these games end if it goes on.

    It is for cutting rollouts short: the agent should play as they do. The policy stays.

    Parameters
    ----------
    out : the weights; what the file holds of other sections stays, and its policy, which has to be the one that plays
    agent : who plays all seats
    games : of self-play, two positions of each stage and two endings of each position
    explore : share of the decisions before a position that are made at random
    rotate, seed, jobs, on_progress : as for `learn`
    """
    plan = _Plan.of(game, out, agent, rotate, seed, jobs)
    _check_policy(plan)
    endings = _collected(play_endings(plan.variants, plan.agent, games, plan.seed, explore=explore, jobs=jobs),
                         on_progress)
    command = plan.command("--evaluation ", f"--games {games} --explore {explore:g} ")
    return [_fit_evaluation(plan, found, command) for found in _by_section(endings)]


@dataclass(frozen=True)
class _Plan:
    """What is to be learnt: looked at before anything is played."""

    game: Game
    learning: Learning
    out: Path
    agent: AgentSpec
    rotate: Sequence[str]
    seed: int

    @classmethod
    def of(cls, game: Game | str, out: str | Path, agent: AgentSpec | str, rotate: Sequence[str], seed: int | None,
           jobs: int) -> Self:
        """Refuse what would end badly."""
        chosen = load_game(game) if isinstance(game, str) else game
        spec = parse_agent(agent) if isinstance(agent, str) else agent
        if chosen.spec.learning is None:
            raise ConfigError(f"{chosen.name}: the game has no weights to learn")
        if importlib.util.find_spec("scipy") is None:
            raise ConfigError("learn: fitting needs the package scipy, which is not installed: "
                              "pip install 'kingmaker[learn]'")
        check_target(Path(out))
        checked_jobs(jobs)
        return cls(chosen, chosen.spec.learning, Path(out), spec, rotate, draw_seed() if seed is None else seed)

    @property
    def played(self) -> Path:
        """The file of the weights that the game plays with."""
        path = self.game.options.get(LEARNED) or self.learning.path
        if not path:
            raise ConfigError(f"learn --evaluation: {self.game.name} does not say which weights it plays with; its "
                              f"Learning needs a path, or the game an option {LEARNED!r}")
        return Path(path)

    @property
    def variants(self) -> list[Game]:
        """The games that are played in turn."""
        return self.game.variants(*self.rotate) if self.rotate else [self.game]

    def command(self, kind: str, keys: str) -> str:
        """Return the command that does the same."""
        turns = f"--rotate {','.join(self.rotate)} " if self.rotate else ""
        return f"kingmaker learn {kind}--game {self.game} --agent {self.agent} {keys}{turns}--seed {self.seed}"


def _check_policy(plan: _Plan) -> None:
    """Refuse an evaluation of games by one policy beside another one."""
    kept = kept_weights(plan.out).get("policy", {})
    playing = read_weights(plan.learning, plan.played)["policy"]
    for section in sorted({plan.learning.section(game) for game in plan.variants} & set(kept)):
        if read_weights(plan.learning, plan.out)["policy"][section] != playing[section]:
            raise ConfigError(f"learn --evaluation: weights {str(plan.out)!r} hold another policy of {section!r} than "
                              f"the one that plays; play with them (--{LEARNED} {plan.out}) or name another file")


def _collected(found: Iterable[Found], on_progress: Callable[[int], Any] | None) -> list[Found]:
    """Return what games give, and tell how many have been played."""
    kept = []
    for one in found:
        kept.append(one)
        if on_progress is not None:
            on_progress(len(kept))
    return kept


def _by_section(found: Sequence[Taught]) -> list[list[Taught]]:
    return [[one for one in found if one.section == section] for section in sorted({one.section for one in found})]


def _fit(plan: _Plan, lessons: Sequence[Lesson], command: str) -> Learnt:
    """Fit one section and write its weights."""
    stages, spreads = _fit_stages(plan, lessons)
    above = np.cumsum([0, *(len(lesson.shares) for lesson in lessons)])
    policy = fit_policy(
        np.concatenate([lesson.sizes for lesson in lessons]).astype(np.int64),
        np.concatenate([lesson.rows + start for lesson, start in zip(lessons, above, strict=False)]),
        np.concatenate([lesson.columns for lesson in lessons]).astype(np.int64),
        np.concatenate([lesson.values for lesson in lessons]).astype(float),
        np.concatenate([lesson.shares for lesson in lessons]).astype(float), len(plan.learning.features))
    section = lessons[0].section
    write_section(plan.learning, plan.out, section, policy.weights.tolist(), [fit.weights.tolist() for fit in stages],
                  spreads, command)
    return _learnt(plan, lessons, policy, stages, command)


def _fit_evaluation(plan: _Plan, endings: Sequence[Endings], command: str) -> Learnt:
    """Fit the evaluation of one section and write it."""
    stages, spreads = _fit_stages(plan, endings)
    write_evaluation(plan.learning, plan.out, endings[0].section, plan.played,
                     [fit.weights.tolist() for fit in stages], spreads, command)
    return _learnt(plan, endings, None, stages, command)


def _fit_stages(plan: _Plan, endings: Sequence[Endings]) -> tuple[Sequence[StageFit], list[float]]:
    """Return the evaluation of each stage, and by how much it misses the margin."""
    learning = plan.learning
    reached = set(np.concatenate([one.stages for one in endings]).tolist())
    if missing := [stage for n, stage in enumerate(learning.stages) if n not in reached]:
        raise ConfigError(f"learn: no game reached the stage {missing[0]!r}: nothing can be learned of it; play more "
                          f"games, or whole ones; {plan.out} stays as it is")
    stages = fit_stages(
        np.concatenate([one.stages for one in endings]).astype(np.int64),
        np.concatenate([one.states for one in endings]).astype(float),
        np.concatenate([one.targets for one in endings]).astype(float), len(learning.stages),
        games=np.repeat(np.arange(len(endings)), [len(one.stages) for one in endings]))
    return stages, _margins_missed(endings, stages) if learning.by_seat else [fit.residual for fit in stages]


def _margins_missed(endings: Sequence[Endings], stages: Sequence[StageFit]) -> list[float]:
    """Return for each stage by how much the seats' foretold points miss the margin of whose turn it is."""
    missed: list[list[float]] = [[] for _ in stages]
    for one in endings:
        told = [float(row @ stages[stage].weights) for row, stage in zip(one.states, one.stages, strict=True)]
        for at in range(0, len(told), one.seats):
            came = margin_of(one.targets[at:at + one.seats].tolist(), 0)
            missed[one.stages[at]].append(margin_of(told[at:at + one.seats], 0) - came)
    return [float(np.sqrt(np.mean(np.square(one)))) for one in missed]


def _learnt(plan: _Plan, found: Sequence[Endings], policy: PolicyFit | None, stages: Sequence[StageFit],
            command: str) -> Learnt:
    return Learnt(found[0].section, policy, dict(zip(plan.learning.stages, stages, strict=True)),
                  sum(one.n_open for one in found), command)


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
    found = _collected(play_outcomes(chosen.variants(*rotate) if rotate else [chosen], spec, search, games, seed,
                                     jobs=jobs), on_progress)
    outcomes = [one for game in found for one in game]
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
