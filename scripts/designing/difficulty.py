"""`kingmaker difficulty`: how hard it is to play alone, or against an opponent that never decides."""
from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kingmaker.scripts._options import GAME_FLAGS, ForceOption, JobsOption, PlotOption, SeedOption, checked_plot, say
from kingmaker.scripts._studies import (
    DepthOption,
    GameOfRun,
    LearnOption,
    OutputOption,
    RunOption,
    apart,
    game_of_run,
    play_study,
    show,
)

if TYPE_CHECKING:
    from kingmaker.analysis.show.report import Section
    from kingmaker.games import GameSpec

SETTINGS = GAME_FLAGS


def difficulty(
    context: typer.Context,
    directory: Annotated[list[Path] | None, typer.Argument(metavar="[DIR...]", help=(
        "Folders of data sets; without one --ask is answered from the results that come with the game."))] = None,
    run: RunOption = None,
    game: GameOfRun = None,
    games: Annotated[int, typer.Option(min=1, help="With --run: how many games.")] = 600,
    each: Annotated[list[str] | None, typer.Option(
        help="With --run: further options over whose values every block goes.")] = None,
    learn: LearnOption = None,
    depth: DepthOption = 0,
    reference: Annotated[str | None, typer.Option(
        help="The agent that others are compared with; the strongest that sees nothing hidden if absent.")] = None,
    ask: Annotated[str | None, typer.Option(metavar="TASK", help=(
        "How hard is this? Options of the game and their values, as stage=2,boards=small, in any order; of those not "
        "named, every value. The answer comes first."))] = None,
    like: Annotated[list[str] | None, typer.Option(metavar="AGENT|FILE", help=(
        "With --ask: for somebody who plays like this agent, like each if absent; without DIR also for you, who have "
        "played the games of these files, .jsonl."))] = None,
    review: Annotated[int, typer.Option("--review", min=0, metavar="ITERATIONS", help=(
        "With files of your games: also place you by what your decisions lost, each weighed by a search of so many "
        "iterations beside what agents would have done there; 300 take a quarter of a second a game."))] = 0,
    keep: Annotated[Path | None, typer.Option(metavar="FILE", help=(
        "Also write what was played into a small file, as games bring it along."))] = None,
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
    from kingmaker.games import ConfigError

    checked_plot(plot, force)
    directory, flags = apart(directory or [], context.args)
    if not directory:
        about, found = _known(flags, ask, like or [], game, run, keep, review=review, seed=seed, jobs=jobs)
        show(output, about, found, plot, force)
        return
    agent = _agent(like or [])
    if review:
        raise ConfigError("--review: you are placed by the results that come with a game: leave out DIR")
    chosen = game_of_run(run, game, flags)
    if run is not None and chosen is not None:
        if ask is not None:
            studies.read_task(ask, chosen.spec)  # before anything is played
        every = studies.difficulty_each(chosen, each or ())
        play_study(chosen, directory, run, games, each=every, seed=seed, jobs=jobs, learn=learn, depth=depth)
    sections = studies.difficulty(*directory, reference=reference, ask=ask, like=agent, remark=say)
    if keep is not None:
        studies.keep_difficulty(directory[0], keep, remark=say, force=force)
        say(f"{keep}: what was played, as games bring it along")
    show(output, studies.about(directory), sections, plot, force)


def _known(flags: list[str], ask: str | None, like: list[str], game: str | None, run: str | None,
           keep: Path | None, *, review: int, seed: int | None, jobs: int) -> tuple[list[str], list[Section]]:
    """Return an answer from the results that come with a game."""
    import kingmaker.studies as studies
    from kingmaker.games import ConfigError
    from kingmaker.scripts._options import chosen_game

    if ask is None or run is not None or keep is not None:
        raise ConfigError("expected the folder of a data set; without one, --ask is answered from the results that "
                          "come with a game")
    chosen = chosen_game(game, flags).spec if game is not None else _only_one(flags)
    files = [one for one in like if Path(one).suffix == ".jsonl"]
    agents = [one for one in like if one not in files]
    return studies.difficulty_known(chosen, ask, like=_agent(agents), played=files, review=review,
                                    seed=1 if seed is None else seed, jobs=jobs if jobs > 0 else 1, remark=say)


def _only_one(flags: list[str]) -> GameSpec:
    """Return the one game that brings results along, for a user who names none."""
    from kingmaker.games import ConfigError, available_games, game_spec

    if flags:
        raise ConfigError(f"{flags[0]}: expected --game with options of a game")
    found = [spec for spec in map(game_spec, available_games()) if spec.difficulty is not None]
    if len(found) != 1:
        raise ConfigError(f"--ask: expected --game, one of {', '.join(spec.name for spec in found) or 'none'}")
    return found[0]


def _agent(like: list[str]) -> str | None:
    from kingmaker.games import ConfigError

    if len(like) > 1 or any(Path(one).suffix == ".jsonl" for one in like):
        raise ConfigError("--like: expected one agent; files of your own games are placed by the results that come "
                          "with a game (without DIR)")
    return like[0] if like else None
