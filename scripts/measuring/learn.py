"""`kingmaker learn`: fit a game's policy and evaluation to its own self-play."""
from __future__ import annotations

from pathlib import Path
from typing import Annotated

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
from kingmaker.scripts._render import progress
from kingmaker.scripts.terminal import print_table

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
    from kingmaker.learning import learn as fit
    from kingmaker.search.agents import parse_agent

    chosen, spec, seed = chosen_game(game, context.args), parse_agent(agent), seed_or_drawn(seed)
    with progress(f"{spec} plays {chosen.name}", games) as move:
        sections = fit(chosen, out, agent=spec, games=games, explore=explore, rotate=read_names(rotate), seed=seed,
                       jobs=jobs, on_progress=move)
    rows = []
    for one in sections:
        policy = one.policy
        rows.append((one.section, "policy", f"{policy.n_decisions:,}", f"cross-entropy {policy.cross_entropy:.3f}",
                     f"entropy {policy.entropy:.3f}", f"agreement {policy.agreement:.3f}"))
        rows += [(one.section, name, f"{stage.n:,}", f"residual {stage.residual:.2f}", f"spread {stage.spread:.2f}", "")
                 for name, stage in one.stages.items()]
    print_table(("section", "what", "n", "held out", "of", ""), rows, [f"written to {out}"], left=("section", "what"))
    say(sections[0].command)
