"""`kingmaker balance`: what a data set of people who play against one another says about balance."""
from __future__ import annotations

from typing import Annotated

import typer

from kingmaker.scripts._options import GAME_FLAGS, ForceOption, JobsOption, PlotOption, SeedOption, checked_plot, say
from kingmaker.scripts._studies import (
    DepthOption,
    Folders,
    GameOfRun,
    LearnOption,
    MarginOption,
    OutputOption,
    PlainOption,
    RunOption,
    ShareOption,
    WinMarginOption,
    apart,
    game_of_run,
    play_study,
    show,
)

SETTINGS = GAME_FLAGS


def balance(
    context: typer.Context,
    directories: Folders,
    run: RunOption = None,
    game: GameOfRun = None,
    games: Annotated[int, typer.Option(min=1, help="With --run: how many games.")] = 2000,
    each: Annotated[list[str] | None, typer.Option(
        help="With --run: options of the game over whose values every block goes.")] = None,
    pieces: Annotated[bool, typer.Option(
        "--pieces", help="With --run: intervene on each single piece too.")] = False,
    learn: LearnOption = None,
    depth: DepthOption = 0,
    plain: PlainOption = None,
    margin: MarginOption = "1",
    share: ShareOption = 0.5,
    win_margin: WinMarginOption = 0.03,
    seed: SeedOption = None,
    jobs: JobsOption = -1,
    output: OutputOption = "table",
    plot: PlotOption = None,
    force: ForceOption = False,
) -> None:
    """Tell what is off and by how much: interventions on the same deals, seats, going first, and what the game adds.

    `--run` plays each deal with the interventions beside it that the game announces: what is forbidden to one side,
    what is dealt to whom. Several data sets (other agents, other component data) are also compared: which conclusions
    survive. One more of the same agents and data, played by selfplay without interventions, describes the games.
    """
    import kingmaker.studies as studies

    checked_plot(plot, force)
    directories, flags = apart(directories, context.args)
    chosen = game_of_run(run, game, flags)
    if run is not None and chosen is not None:
        arms = studies.balance_arms(chosen, each or (), pieces=pieces)
        if not arms:
            say(f"{chosen.name} announces no interventions: the study describes, and tells of no effects")
        play_study(chosen, directories, run, games, each=each or (), arms=arms, seed=seed, jobs=jobs, learn=learn,
                   plain=plain, depth=depth)
    sections = studies.balance(*directories, margin=margin, win_margin=win_margin, share=share, remark=say)
    show(output, studies.about(directories), sections, plot, force)
