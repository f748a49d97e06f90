"""`kingmaker balance`: what a data set of duels says about balance."""
from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from scripts._options import GAME_FLAGS, JobsOption, PlotOption, SeedOption, checked_plot, chosen_game
from scripts._studies import Folders, MarginOption, OutputOption, RunOption, bans, opened, play_study, show

SETTINGS = GAME_FLAGS

if TYPE_CHECKING:
    from analysis.dataset import Dataset
    from analysis.report import Section


def balance(
    context: typer.Context,
    directories: Folders,
    run: RunOption = None,
    game: Annotated[str, typer.Option(help="With --run: what is played.")] = "two-heirs",
    games: Annotated[int, typer.Option(min=1, help="With --run: how many games.")] = 2000,
    each: Annotated[list[str] | None, typer.Option(
        help="With --run: options over whose values every block goes, as sets.")] = None,
    pieces: Annotated[bool, typer.Option(
        "--pieces", help="With --run: also forbid each single tile, to one side and to the other.")] = False,
    margin: MarginOption = 1.0,
    seed: SeedOption = None,
    jobs: JobsOption = -1,
    output: OutputOption = "table",
    plot: PlotOption = None,
) -> None:
    """Tell what is off and by how much: worth by paired bans, combinations, sources of points, tiles.

    `--run` plays blocks in which each set, building and way to act is forbidden to one side, then to the other. Several
    data sets (other agents, other tile tables) are also compared: which conclusions survive.
    """
    checked_plot(plot)
    if run is not None:
        chosen = chosen_game(game, context.args)
        play_study(chosen, directories, run, games, seed=seed, jobs=jobs, each=each or (),
                   arms=bans(chosen, each or (), pieces=pieces))
    data = opened(directories)
    show(output, [line for one in data for line in about_of(one)], sections_of(data, margin), plot)


def about_of(data: Dataset) -> list[str]:
    """Return what was played."""
    from analysis.sections import about

    return about(data)


def sections_of(data: list[Dataset], margin: float) -> list[Section]:
    """Return the sections of the first data set, and how far the others agree with it."""
    from analysis.sections import balance_sections, duel_sensitivity

    return balance_sections(data[0], margin=margin) + (duel_sensitivity(data) if len(data) > 1 else [])
