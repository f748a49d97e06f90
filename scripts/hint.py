"""`kingmaker hint`: what to do now, and how sure that is."""
from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scripts._options import (
    GAME_FLAGS,
    FormatOption,
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
from scripts._render import number, plus_minus, print_table, progress, save_plot

if TYPE_CHECKING:
    from games import Game
    from search import AgentSpec, Progress, SearchConfig, SearchResult, Variation

SECONDS = 10.0
REPLICATES = 8
FEW_VISITS = 25


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
    output: FormatOption = "table",
    vary: Annotated[bool, typer.Option(
        "--vary", help="Search again with half and double the iterations and with other rollouts; 3.5 times as long.",
    )] = False,
    lang: LangOption = "en",
    plot: PlotOption = None,
) -> None:
    """Search a position and print every move of the player to act, best first.

    Ctrl-C prints the best so far.
    """
    from search import StopFlag, run_search, sensitivity
    from search.agents import format_agent, parse_agent

    checked_plot(plot)
    state, spec = chosen_position(position, context.args), parse_agent(agent)
    checked_language(state.game, lang)
    config = _config(spec, state.game, {"seconds": seconds, "iterations": iterations, "confidence": confidence})
    seed, stop = seed_or_drawn(seed), StopFlag()
    with progress(f"{spec.kind} thinks", 1.0) as move:
        result = run_search(state, config, seed=seed, jobs=jobs, stop=stop,
                            on_progress=None if move is None else lambda done: move(_share(done, config)))
    if plot is not None:
        _plot(result, plot)
    others = sensitivity(result, jobs=jobs, stop=stop) if vary and not stop.is_set else ()
    if output == "json":
        extra = {"sensitivity": [other.to_dict() for other in others]} if vary else {}
        typer.echo(json.dumps({**result.to_dict(), **extra}, allow_nan=False))
    else:
        _print(result, format_agent(spec.kind, config), others, lang)
    if stop.is_set:
        raise typer.Exit(130)


def _config(spec: AgentSpec, game: Game, budgets: dict[str, float | int | None]) -> SearchConfig:
    """Return the settings: the agent's keys, the budgets of the flags, and ten seconds where neither names any."""
    from games import ConfigError

    flags = {name: value for name, value in budgets.items() if value is not None}
    if twice := flags.keys() & dict(spec.given).keys():
        raise ConfigError(f"--{min(twice)}: it is also given in --agent {spec}; give it once")
    usual = {} if flags.keys() & {"seconds", "iterations"} else {"seconds": SECONDS}
    return spec.config(game, {"replicates": REPLICATES, **usual, **flags})


def _plot(result: SearchResult, path: Path) -> None:
    """Draw the values of the moves."""
    import pandas as pd

    from analysis.plots import plot_moves

    game = result.game
    title = (f"{game.spec.title}: {game.player_name(result.player)}, {result.iterations:,} iterations, "
             f"seed {result.seed}")
    save_plot(lambda: plot_moves(pd.DataFrame(result.to_rows()), title=title), path, "the moves and their intervals")


def _share(done: Progress, config: SearchConfig) -> float:
    """Return how much of the budget is used up."""
    by_time = done.elapsed_s / config.seconds if config.seconds else 0.0
    return max(by_time, done.iterations / config.iterations if config.iterations else 0.0)


def _print(result: SearchResult, agent: str, others: tuple[Variation, ...], lang: str) -> None:
    explain = result.game.spec.explain
    head = ("", "move", "win", "margin", "loss", "P(best)", "visits", "")
    rows = []
    for m in result.moves:
        notes = [] if explain is None else [explain(result.state, m.action, lang)]
        if m.same_as:
            notes.append(f"as {m.same_as}")
        if m.visits < FEW_VISITS:
            notes.append("few visits")
        is_best = m is result.best
        rows.append(("*" if is_best else "=" if m.tied else "", m.move, plus_minus(m.win), plus_minus(m.margin, 2),
                     "" if is_best else plus_minus(m.loss), number(m.p_best, 2), f"{m.visits:,}", ", ".join(notes)))
    print_table(head, rows, _footer(result, agent) + _variations(result, others), left=("", "move"))


def _variations(result: SearchResult, others: tuple[Variation, ...]) -> list[str]:
    """Say how the recommended move fares when the search is another."""
    lines = []
    for other in others:
        verdict = "also its best" if other.best == result.best.move else f"its best is {other.best}"
        lines.append(f"{other.change} ({other.iterations:,} iterations): {result.best.move} wins "
                     f"{plus_minus(other.win)}, margin {plus_minus(other.margin, 2)}; {verdict}")
    return lines


def _footer(result: SearchResult, agent: str) -> list[str]:
    from search.result import version

    game, config = result.game, result.config
    lines = [
        f"* best, = not told apart from it; ± 95 % from the spread between {config.replicates} independent trees; "
        f"numbers are {game.player_name(result.player)}'s",
        "win: share of the win; margin: points ahead of the best other; loss: utility (0 to 1) given up against *",
        f"{result.iterations:,} iterations in {result.elapsed_s:.1f} s, ended by {result.stopped_by} · "
        f"{_worlds(result)} · seed {result.seed}",
        f"{game} · seen by {game.player_name(result.player)} · {agent} ({result.algorithm}) · kingmaker {version()}",
        "the intervals do not cover that opponents and playouts may play otherwise than the search supposes",
    ]
    if game.spec.reconstructed:
        lines.append(f"rests on reconstructed data: {game.spec.reconstructed}")
    return lines


def _worlds(result: SearchResult) -> str:
    """Say how many worlds were looked at."""
    if not result.game.spec.hidden:
        return "nothing is hidden"
    if result.config.worlds == "true":
        return "THE TRUE POSITION: it cheats"
    return f"{result.n_worlds:,} worlds" + (" in turn" if result.config.worlds == "stratified" else "")
