"""`kingmaker compare`: what a new table of component data changes, on the same deals."""
from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kingmaker.scripts._options import GAME_FLAGS, ForceOption, JobsOption, PlotOption, SeedOption, checked_plot, say
from kingmaker.scripts._studies import GameOfRun, LearnOption, OutputOption, RunOption, game_of_run, play_study, show

SETTINGS = GAME_FLAGS


def compare(
    context: typer.Context,
    old: Annotated[Path, typer.Argument(metavar="OLD", help="Folder of the data set played with the old table.")],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="The same of the new table.")],
    run: RunOption = None,
    game: GameOfRun = None,
    was: Annotated[str | None, typer.Option(
        metavar="GAME", help="With --run: what is played into OLD; the game with its own component data if absent.")
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="With --run: how many games of each.")] = 2000,
    learn: LearnOption = None,
    seed: SeedOption = None,
    jobs: JobsOption = -1,
    output: OutputOption = "table",
    plot: PlotOption = None,
    force: ForceOption = False,
) -> None:
    """Tell what a new table changes: the cells by name, how games go, how evenly things are worth, each worth.

    Both data sets are of the same agents on the same deals, so that identical tables differ by exactly nothing. `--run`
    plays them first, every deal with the interventions that the game announces: `--game` and its options into NEW.
    """
    import kingmaker.studies as studies
    from kingmaker.scripts._data import chosen_seed
    from kingmaker.scripts._options import chosen_game

    checked_plot(plot, force)
    chosen = game_of_run(run, game, context.args)
    if run is not None and chosen is not None:
        before = studies.with_own_data(chosen) if was is None else chosen_game(was, [])
        arms = [arm for arm in studies.balance_arms(before) if arm in studies.balance_arms(chosen)]
        seed = chosen_seed(seed, old)
        for one, folder in ((before, old), (chosen, new)):
            play_study(one, [folder], run, games, each=(), arms=arms, seed=seed, jobs=jobs, learn=learn)
    sections = studies.compare(old, new, remark=say)
    show(output, studies.about([old, new]), sections, plot, force)
