"""`kingmaker difficulty`: how hard solo play is."""
from __future__ import annotations

from typing import Annotated

import typer

from scripts._options import GAME_FLAGS, JobsOption, PlotOption, SeedOption, checked_plot, chosen_game
from scripts._studies import Folders, OutputOption, RunOption, opened, play_study, show

SETTINGS = GAME_FLAGS


def difficulty(
    context: typer.Context,
    directory: Folders,
    run: RunOption = None,
    game: Annotated[str, typer.Option(help="With --run: what is played, at every level.")] = "two-heirs:mode=solo",
    games: Annotated[int, typer.Option(min=1, help="With --run: how many games.")] = 600,
    each: Annotated[list[str] | None, typer.Option(
        help="With --run: further options over whose values every block goes, as sets.")] = None,
    reference: Annotated[str | None, typer.Option(
        help="The agent that others are compared with; the strongest that sees no hidden cards if absent.")] = None,
    seed: SeedOption = None,
    jobs: JobsOption = -1,
    output: OutputOption = "table",
    plot: PlotOption = None,
) -> None:
    """Tell how hard each level and combination is, for whom: wins, margins, one scale, what a level costs.

    `--run "random;greedy;ismcts:preset=quick"` plays every level with every agent on the same deals.
    """
    from analysis.sections import about, difficulty_sections, solo_sensitivity

    checked_plot(plot)
    if run is not None:
        play_study(chosen_game(game, context.args), directory, run, games, seed=seed, jobs=jobs,
                   each=["level", *(each or ())])
    data = opened(directory)
    sections = difficulty_sections(data[0], reference=reference) + solo_sensitivity(data, reference)
    show(output, [line for one in data for line in about(one)], sections, plot)
