"""`kingmaker learn`: fit a game's policy and evaluation to its own self-play."""
from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kingmaker.scripts._options import (
    GAME_FLAGS,
    GameOption,
    JobsOption,
    RotateOption,
    SeedOption,
    chosen_game,
    read_names,
    say,
    seed_or_drawn,
)
from kingmaker.scripts._render import print_table, progress

if TYPE_CHECKING:
    from kingmaker.games import Game
    from kingmaker.search.match.lessons import Lessons

SETTINGS = GAME_FLAGS


def learn(
    context: typer.Context,
    game: GameOption,
    out: Annotated[Path, typer.Option(help="The weights; what the file holds of other sections stays.")],
    agent: Annotated[str, typer.Option(help="A searching agent, the teacher.")] = "ismcts:iterations=500",
    games: Annotated[int, typer.Option(min=10, help="Games of self-play.")] = 300,
    explore: Annotated[float, typer.Option(min=0, max=1, help="Share of decisions left to the policy.")] = 0.08,
    rotate: RotateOption = None,
    seed: SeedOption = None,
    jobs: JobsOption = -1,
) -> None:
    """Let a searching agent play itself, and fit the game's policy to its visits and the evaluation to the margins.

    The game plays with the weights it has, or with those of its option `weights`: so a second round goes on from a
    first one's file.
    """
    from kingmaker.games import ConfigError
    from kingmaker.search.agents import parse_agent
    from kingmaker.search.match.lessons import play_lessons

    chosen, spec, seed = chosen_game(game, context.args), parse_agent(agent), seed_or_drawn(seed)
    if chosen.spec.learning is None:
        raise ConfigError(f"{chosen.name}: the game has no weights to learn")
    if out.is_dir():
        raise ConfigError(f"--out: {str(out)!r} is a folder; expected a file")
    out.parent.mkdir(parents=True, exist_ok=True)
    variants = chosen.variants(*read_names(rotate)) if rotate else [chosen]
    lessons = []
    with progress(f"{spec} plays {chosen.name}", games) as move:
        for lesson in play_lessons(variants, spec, games, seed, explore=explore, jobs=jobs):
            lessons.append(lesson)
            if move is not None:
                move(len(lessons))
    _fit(chosen, lessons, out, f"kingmaker learn --game {chosen} --agent {spec} --games {games} --explore {explore:g} "
         f"{f'--rotate {rotate} ' if rotate else ''}--seed {seed}")


def _fit(game: Game, lessons: list[Lessons], out: Path, command: str) -> None:
    """Fit each section, write the weights and tell how well they do."""
    import numpy as np

    from kingmaker.analysis.stats.fitting import fit_policy, fit_stages
    from kingmaker.games.core.weights import write_section

    learning = game.spec.learning
    assert learning is not None
    rows = []
    for section in sorted({lesson.section for lesson in lessons}):
        some = [lesson for lesson in lessons if lesson.section == section]
        above = np.cumsum([0, *(len(lesson.shares) for lesson in some)])
        policy = fit_policy(
            np.concatenate([lesson.sizes for lesson in some]).astype(np.int64),
            np.concatenate([lesson.rows + start for lesson, start in zip(some, above, strict=False)]),
            np.concatenate([lesson.columns for lesson in some]).astype(np.int64),
            np.concatenate([lesson.values for lesson in some]).astype(float),
            np.concatenate([lesson.shares for lesson in some]).astype(float), len(learning.features))
        stages = fit_stages(
            np.concatenate([lesson.stages for lesson in some]).astype(np.int64),
            np.concatenate([lesson.states for lesson in some]).astype(float),
            np.concatenate([lesson.margins for lesson in some]).astype(float), len(learning.stages))
        write_section(learning, out, section, policy.weights.tolist(), [fit.weights.tolist() for fit in stages],
                      [fit.residual for fit in stages], command)
        rows.append((section, "policy", f"{policy.n_decisions:,}", f"cross-entropy {policy.cross_entropy:.3f}",
                     f"entropy {policy.entropy:.3f}", f"agreement {policy.agreement:.3f}"))
        rows += [(section, name, f"{fit.n:,}", f"residual {fit.residual:.2f}", f"spread {fit.spread:.2f}", "")
                 for name, fit in zip(learning.stages, stages, strict=True)]
    print_table(("section", "what", "n", "held out", "of", ""), rows, [f"written to {out}"], left=("section", "what"))
    say(command)
