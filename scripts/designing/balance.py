"""`kingmaker balance`: what a data set of duels, or of a game of several players, says about balance."""
from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kingmaker.scripts._options import GAME_FLAGS, JobsOption, PlotOption, SeedOption, checked_plot, chosen_game
from kingmaker.scripts._studies import (
    Folders,
    MarginOption,
    OutputOption,
    RunOption,
    WinMarginOption,
    arms_of,
    opened,
    play_study,
    show,
)

SETTINGS = GAME_FLAGS

if TYPE_CHECKING:
    from kingmaker.analysis.data.dataset import Dataset
    from kingmaker.analysis.show.report import Section


def balance(
    context: typer.Context,
    directories: Folders,
    run: RunOption = None,
    game: Annotated[str, typer.Option(help="With --run: what is played.")] = "two-heirs",
    games: Annotated[int, typer.Option(min=1, help="With --run: how many games.")] = 2000,
    each: Annotated[list[str] | None, typer.Option(
        help="With --run: options over whose values every block goes, as sets or players.")] = None,
    pieces: Annotated[bool, typer.Option(
        "--pieces", help="With --run: intervene on each single piece too; forbid each tile to one side, then to the "
                         "other.")] = False,
    margin: MarginOption = 1.0,
    win_margin: WinMarginOption = 0.03,
    seed: SeedOption = None,
    jobs: JobsOption = -1,
    output: OutputOption = "table",
    plot: PlotOption = None,
) -> None:
    """Tell what is off and by how much: interventions on the same deals, seats, sources of points, tiles or cards.

    `--run` plays each deal with the game's interventions beside it. The Two Heirs: each set, building and way to act is
    forbidden to one side, then to the other. Brian Boru: each card dealt to p1, each marriage card the first, each use
    of the Princess the only one. Several data sets (other agents, other tables) are also compared: which conclusions
    survive. One more of the same agents and tables, played by selfplay without interventions, describes the games.
    """
    checked_plot(plot)
    if run is not None:
        chosen = chosen_game(game, context.args)
        play_study(chosen, directories, run, games, seed=seed, jobs=jobs, each=each or (),
                   arms=arms_of(chosen, each or (), pieces=pieces))
    data = opened(directories)
    show(output, [line for one in data for line in about_of(one)], sections_of(data, margin, win_margin), plot)


def about_of(data: Dataset) -> list[str]:
    """Return what was played."""
    from kingmaker.analysis.show.sections import about

    return about(data)


def sections_of(data: list[Dataset], margin: float, win_margin: float) -> list[Section]:
    """Return the sections of the first data set, and how far the others agree with it."""
    from kingmaker.analysis.show.sections import balance_sections, described_by, sensitivity, skill_sections
    from kingmaker.games import ConfigError

    names = sorted({one.manifest["config"]["game"].partition(":")[0] for one in data})
    if len(names) > 1:
        raise ConfigError(f"balance: expected data sets of one game to compare, got {' and '.join(names)}")
    described, compared = described_by(data)
    sections = balance_sections(data[0], described, margin=margin, win_margin=win_margin)
    return sections + skill_sections(data) + (sensitivity(compared) if len(compared) > 1 else [])
