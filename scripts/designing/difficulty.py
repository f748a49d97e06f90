"""`kingmaker difficulty`: how hard it is to play alone, or against an opponent that never decides."""
from __future__ import annotations

from typing import Annotated

import typer

from kingmaker.scripts._options import GAME_FLAGS, ForceOption, JobsOption, PlotOption, SeedOption, checked_plot, say
from kingmaker.scripts._studies import Folders, GameOfRun, OutputOption, RunOption, game_of_run, play_study, show

SETTINGS = GAME_FLAGS


def difficulty(
    context: typer.Context,
    directory: Folders,
    run: RunOption = None,
    game: GameOfRun = None,
    games: Annotated[int, typer.Option(min=1, help="With --run: how many games.")] = 600,
    each: Annotated[list[str] | None, typer.Option(
        help="With --run: further options over whose values every block goes.")] = None,
    reference: Annotated[str | None, typer.Option(
        help="The agent that others are compared with; the strongest that sees nothing hidden if absent.")] = None,
    ask: Annotated[str | None, typer.Option(metavar="TASK", help=(
        "How hard is this? Options of the game and their values, as stage=2,boards=small, in any order; of those not "
        "named, every value. The answer comes first."))] = None,
    like: Annotated[str | None, typer.Option(
        metavar="AGENT", help="With --ask: for somebody who plays like this agent; like each if absent.")] = None,
    seed: SeedOption = None,
    jobs: JobsOption = -1,
    output: OutputOption = "table",
    plot: PlotOption = None,
    force: ForceOption = False,
) -> None:
    """Tell how hard each task is, for whom: wins, margins, one scale, what one more step of the difficulty costs.

    `--run "random;greedy;ismcts:preset=quick"` plays every value of what the game names as its difficulty with every
    agent on the same deals.
    """
    import kingmaker.studies as studies

    checked_plot(plot, force)
    chosen = game_of_run(run, game, context.args)
    if run is not None and chosen is not None:
        if ask is not None:
            studies.read_task(ask, chosen.spec)  # before anything is played
        every = studies.difficulty_each(chosen, each or ())
        play_study(chosen, directory, run, games, each=every, seed=seed, jobs=jobs)
    sections = studies.difficulty(*directory, reference=reference, ask=ask, like=like, remark=say)
    show(output, studies.about(directory), sections, plot, force)
