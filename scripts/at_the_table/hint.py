"""`kingmaker hint`: what to do now, and how sure that is."""
from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from kingmaker.printing import tell
from kingmaker.scripts._hint import print_hint, watched
from kingmaker.scripts._options import (
    GAME_FLAGS,
    AtOption,
    ForceOption,
    JobsOption,
    LangOption,
    PlotOption,
    PositionArgument,
    SeedOption,
    checked_language,
    checked_plot,
    chosen_position,
    seed_or_drawn,
)
from kingmaker.scripts._render import save_plot

if TYPE_CHECKING:
    from kingmaker.games import Game
    from kingmaker.search import AgentSpec, SearchConfig, SearchResult
    from kingmaker.search.hint.hint import Hint

SECONDS = 10.0
REPLICATES = 8
HintFormat = Literal["table", "json", "html"]

SETTINGS = GAME_FLAGS


def hint(
    context: typer.Context,
    position: PositionArgument,
    seconds: Annotated[float | None, typer.Option(help=f"Time to think; {SECONDS:g} if no budget is given.")] = None,
    iterations: Annotated[int | None, typer.Option(
        min=1, help="Iterations of all trees together; the answer then repeats.")] = None,
    confidence: Annotated[float | None, typer.Option(
        help="Percent: stop as soon as the best move is told apart from the others, or tied with them.")] = None,
    agent: Annotated[str, typer.Option(help="A searching agent, as ismcts:c=0.5,replicates=16.")] = "ismcts",
    seed: SeedOption = None,
    jobs: JobsOption = -1,
    output: Annotated[HintFormat, typer.Option("--format", help="How to print; html is a page in one file.")] = "table",
    stream: Annotated[bool, typer.Option(
        "--stream", help="Print one JSON object a line while it thinks, the last one final.")] = False,
    vary: Annotated[bool, typer.Option(
        "--vary", help="Search again with half and double the iterations and with other rollouts; 3.5 times as long.",
    )] = False,
    more: Annotated[bool, typer.Option(
        "--more", help="Also print every move, what the plan depends on, other searches, and where it comes from.",
    )] = False,
    at: AtOption = None,
    forecasts: Annotated[Path | None, typer.Option(
        help="A file of `kingmaker learn --calibrate`: what chance and margin say; else the game's own.")] = None,
    like: Annotated[str, typer.Option(
        help="Chance and margin when all go on as this agent plays, as greedy.")] = "",
    lang: LangOption = "en",
    plot: PlotOption = None,
    force: ForceOption = False,
) -> None:
    """Search a position and say in ten lines what to do now, how good it is and how sure; all the rest with --more.

    Ctrl-C prints the best so far.
    """
    from kingmaker.games import ConfigError
    from kingmaker.search import StopFlag
    from kingmaker.search.agents import parse_agent
    from kingmaker.search.hint.hint import hint as think
    from kingmaker.search.hint.sensitivity import vary as search_again

    checked_plot(plot, force)
    if stream and output == "html":
        raise ConfigError("--stream: it prints JSON lines, not --format html")
    state, spec = chosen_position(position, context.args, at), parse_agent(agent)
    checked_language(state.game, lang)
    config = _config(spec, state.game, {"seconds": seconds, "iterations": iterations, "confidence": confidence})
    seed, stop = seed_or_drawn(seed), StopFlag()
    with watched(f"{spec.kind} thinks", config) as show:
        found = think(state, config, seed=seed, jobs=jobs, stop=stop, lang=lang,
                      forecasts=forecasts or "", like=like, on_hint=_print_line if stream else show)
    if plot is not None:
        _plot(found.result, plot, force)
    if vary and not stop.is_set:
        found = replace(found, sensitivity=search_again(found.result, jobs=jobs, stop=stop))
    _show(found, "json" if stream else output, lang, more)
    if stop.is_set:
        raise typer.Exit(130)


def _print_line(found: Hint) -> None:
    """Print what is known so far; flushed, since somebody waits for it."""
    tell(found.to_json(), form="json")


def _show(found: Hint, output: str, lang: str, more: bool) -> None:
    if output == "json":
        _print_line(found)
    elif output == "html":
        from kingmaker.search.hint.page import page

        tell(page(found, lang), end="", form="html")
    else:
        print_hint(found, lang, more=more)


def _config(spec: AgentSpec, game: Game, budgets: dict[str, float | int | None]) -> SearchConfig:
    """Return the settings: the agent's keys, the budgets of the flags, and ten seconds where neither names any."""
    from kingmaker.games import ConfigError

    flags = {name: value for name, value in budgets.items() if value is not None}
    if twice := flags.keys() & dict(spec.given).keys():
        raise ConfigError(f"--{min(twice)}: it is also given in --agent {spec}; give it once")
    usual = {} if flags.keys() & {"seconds", "iterations"} else {"seconds": SECONDS}
    return spec.config(game, {"replicates": REPLICATES, **usual, **flags})


def _plot(result: SearchResult, path: Path, force: bool) -> None:
    """Draw the values of the moves."""
    import pandas as pd

    from kingmaker.analysis.show.plots import plot_moves

    game = result.game
    title = (f"{game.spec.title}: {game.player_name(result.player)}, {result.iterations:,} iterations, "
             f"seed {result.seed}")
    save_plot(lambda: plot_moves(pd.DataFrame(result.to_rows()), title=title), path, "the moves and their intervals",
              force=force)
