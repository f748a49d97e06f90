"""`kingmaker suggest`: what to change in a table of component data, so that a piece is worth what others are."""
from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from kingmaker.scripts._options import (
    GAME_FLAGS,
    ForceOption,
    GameOption,
    JobsOption,
    PlotOption,
    SeedOption,
    checked_plot,
    chosen_game,
    say,
)
from kingmaker.scripts._render import progress
from kingmaker.scripts._studies import MarginOption, OutputOption, ShareOption, show

SETTINGS = GAME_FLAGS
OWN = "own"


def suggest(
    context: typer.Context,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table to change: a file, or own.")],
    game: GameOption,
    balance: Annotated[str, typer.Option(metavar="PIECES", help=(
        "What shall be worth what others of its kind are, names with commas between; all: what the table's study calls "
        "off, the worst first."))],
    turn: Annotated[str, typer.Option(metavar="KNOBS", help=(
        "What may be changed of it, names with commas between; the first that the game names if absent."))] = "",
    agents: Annotated[str, typer.Option(help="Who plays.")] = "policy",
    out: Annotated[Path | None, typer.Option(
        help="Keep tables and games in this folder; the same command goes on there.")] = None,
    first: Annotated[int, typer.Option(min=20, help="Deals with which a table is tried.")] = 400,
    deals: Annotated[int, typer.Option(min=20, help="The most deals of one table in the search.")] = 3200,
    check: Annotated[int, typer.Option(min=20, help="New deals on which the proposal is judged.")] = 3200,
    most: Annotated[int, typer.Option(min=1, help="With --balance all: how many pieces at most.")] = 3,
    learn: Annotated[int | None, typer.Option(min=0, metavar="GAMES", help=(
        "Let the players learn each table from so many games of self-play before they play it; 0: they play with what "
        "they know. If absent, 450 where they play by weights."))] = None,
    each: Annotated[list[str] | None, typer.Option(
        help="Options of the game over whose values every block goes.")] = None,
    margin: MarginOption = "1",
    share: ShareOption = 0.5,
    seed: SeedOption = None,
    jobs: JobsOption = -1,
    output: OutputOption = "table",
    plot: PlotOption = None,
    force: ForceOption = False,
) -> None:
    """Propose costs, or what else a table allows, at which a piece is within its margin; show what else moves.

    Tables are tried on common deals; those surely outside the margin are dropped, the rest plays more. What is proposed
    is judged on deals that the search has not seen. --out keeps the table, and the games for balance and report.
    """
    from kingmaker.games import ConfigError
    from kingmaker.search.agents import parse_agents
    from kingmaker.suggesting import read_wanted, sections_of, suggest, tuning_of

    checked_plot(plot, force)
    if first > deals:
        raise ConfigError(f"--first: expected at most --deals, {deals}; got {first}")
    chosen = chosen_game(game, context.args)
    tuning = tuning_of(chosen)
    if table != OWN:
        chosen = chosen.spec.bind({**chosen.options, tuning.option: table})
    wanted = read_wanted(balance, turn, margin, agents=tuple(map(str, parse_agents(agents))), each=tuple(each or ()),
                         share=share, first=first, deals=deals, check=check, most=most, learn=learn)
    with ExitStack() as kept:
        folder = Path(kept.enter_context(TemporaryDirectory())) if out is None else out
        found = suggest(chosen, folder, wanted, seed=_seed(seed, folder), jobs=jobs, remark=say,
                        watch=lambda what, n: progress(what, n, unit="games"))
        sections = sections_of(found, chosen, wanted, remark=say)
        about = [f"{chosen}: {agents}, up to {deals:,} deals a table"]
        if found.table is not None and out is not None:
            about.append(f"The proposed table: {found.table}; its games: {found.new}")
        show(output, about, sections, plot, force)


def _seed(seed: int | None, folder: Path) -> int:
    from kingmaker.scripts._data import chosen_seed

    return chosen_seed(seed, folder / "study")
