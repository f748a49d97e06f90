"""Weights of a game's policy and evaluation, fitted to its own self-play; forecasts are `kingmaker.calibrating`'s."""
from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, TypeVar

import numpy as np

from kingmaker.analysis.stats.fitting import PolicyFit, StageFit, fit_policy, fit_stages
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
from kingmaker.search.match.endings import play_endings
from kingmaker.search.match.lessons import Endings, Lesson, play_lessons
from kingmaker.search.result import margin_of
from kingmaker.search.seeds import draw_seed
from kingmaker.search.workers import checked_jobs
from kingmaker.studies import LEARNED

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
