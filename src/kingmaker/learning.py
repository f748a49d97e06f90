"""Weights of a game's policy and evaluation, fitted to its own self-play; forecasts are `kingmaker.calibrating`'s."""
from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kingmaker.analysis.stats.fitting import PolicyFit, StageFit, fit_policy, fit_stages
from kingmaker.games import ConfigError, Game, load_game
from kingmaker.games.core.weights import check_target, write_section
from kingmaker.search.agents import AgentSpec, parse_agent
from kingmaker.search.match.lessons import Lesson, play_lessons
from kingmaker.search.result import margin_of
from kingmaker.search.seeds import draw_seed
from kingmaker.search.workers import checked_jobs


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
