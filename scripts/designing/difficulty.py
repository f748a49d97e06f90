"""`kingmaker difficulty`: how hard solo play is."""
from __future__ import annotations

from typing import Annotated

import typer

from kingmaker.scripts._options import GAME_FLAGS, JobsOption, PlotOption, SeedOption, checked_plot, chosen_game
from kingmaker.scripts._studies import Folders, OutputOption, RunOption, opened, play_study, show

SETTINGS = GAME_FLAGS


def read_task(text: str) -> tuple[int, str]:
    """Return level and combination of a question."""
    from kingmaker.games import ConfigError
    from kingmaker.games.registry import parse_options

    given = parse_options(text, f"--ask {text!r}")
    if set(given) != {"level", "sets"} or not given["level"].isdigit():
        raise ConfigError(f"--ask: expected level=2,sets=war,crafts,guard; got {text!r}")
    return int(given["level"]), given["sets"]


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
    ask: Annotated[str | None, typer.Option(metavar="TASK", help=(
        "How hard is this? As level=2,sets=war,crafts,guard; the answer comes first."))] = None,
    like: Annotated[str | None, typer.Option(
        metavar="AGENT", help="With --ask: for somebody who plays like this agent; like each if absent.")] = None,
    seed: SeedOption = None,
    jobs: JobsOption = -1,
    output: OutputOption = "table",
    plot: PlotOption = None,
) -> None:
    """Tell how hard each level and combination is, for whom: wins, margins, one scale, what a level costs.

    `--run "random;greedy;ismcts:preset=quick"` plays every level with every agent on the same deals.
    """
    from kingmaker.analysis.show.sections import about, answer_section, difficulty_sections, solo_sensitivity

    checked_plot(plot)
    if run is not None:
        play_study(chosen_game(game, context.args), directory, run, games, seed=seed, jobs=jobs,
                   each=["level", *(each or ())])
    task = None if ask is None else read_task(ask)
    data = opened(directory)
    sections = difficulty_sections(data[0], reference=reference) + solo_sensitivity(data, reference)
    if task is not None:
        sections.insert(0, answer_section(data[0], level=task[0], sets=task[1], like=like))
    show(output, [line for one in data for line in about(one)], sections, plot)
