"""`kingmaker hint`: what to do now, and how sure that is."""
from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from scripts._options import (
    GAME_FLAGS,
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
from scripts._render import number, plus_minus, print_lines, print_table, progress, save_plot

if TYPE_CHECKING:
    from games import Game
    from search import AgentSpec, Hint, MoveStats, Progress, SearchConfig, SearchResult
    from search.plans import Plan

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
    lang: LangOption = "en",
    plot: PlotOption = None,
) -> None:
    """Search a position and print a plan for the turn, and every move of the player to act, best first.

    Ctrl-C prints the best so far.
    """
    from games import ConfigError
    from search import StopFlag, sensitivity
    from search import hint as think
    from search.agents import parse_agent

    checked_plot(plot)
    if stream and output == "html":
        raise ConfigError("--stream: it prints JSON lines, not --format html")
    state, spec = chosen_position(position, context.args), parse_agent(agent)
    checked_language(state.game, lang)
    config = _config(spec, state.game, {"seconds": seconds, "iterations": iterations, "confidence": confidence})
    seed, stop = seed_or_drawn(seed), StopFlag()
    with progress(f"{spec.kind} thinks", 1.0) as move:
        found = think(state, config, seed=seed, jobs=jobs, stop=stop, lang=lang,
                      on_hint=_print_line if stream else None,
                      on_progress=None if move is None else lambda done: move(_share(done, config)))
    if plot is not None:
        _plot(found.result, plot)
    if vary and not stop.is_set:
        found = replace(found, sensitivity=sensitivity(found.result, jobs=jobs, stop=stop))
    _show(found, "json" if stream else output, lang)
    if stop.is_set:
        raise typer.Exit(130)


def _print_line(found: Hint) -> None:
    """Print what is known so far; flushed, since somebody waits for it."""
    print(found.to_json(), flush=True)


def _show(found: Hint, output: str, lang: str) -> None:
    if output == "json":
        _print_line(found)
    elif output == "html":
        from search.page import page

        typer.echo(page(found, lang), nl=False)
    else:
        _print(found, lang)


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


def _print(found: Hint, lang: str) -> None:
    """Print plan, moves, what the plan hangs on, and where all this comes from."""
    from search import tell

    print_lines([f"plan  {tell.plan_line(found)}", tell.worth_line(found), *tell.played_line(found),
                 *tell.branch_lines(found)])
    head = ("", "move", "win", "margin", "loss", "P(best)", "visits", "and then")
    groups = [[row for row in group if row[0].visits > 0] for group in found.groups]
    rows = [_row(found, move, plan, lang) for group in groups for move, plan in group]
    print_table(head, rows, [*tell.key_lines(found.result), *tell.untried_lines(found)],
                left=("", "move", "and then"), bars=(len(groups[0]), len(groups[0]) + len(groups[1])))
    names, points = tell.points_rows(found)
    if points:
        print_lines(["", "where the points come from"])
        print_table(names, points, left=("",))
    print_lines([*tell.hangs_lines(found), *tell.variation_lines(found.result, found.sensitivity),
                 *tell.alternative_lines(found)])
    print_lines(tell.source_lines(found.result), style="dim")


def _row(found: Hint, m: MoveStats, plan: Plan, lang: str) -> tuple[str, ...]:
    """Return a move's line of the table; `and then` is the rest of its plan and what else there is to say."""
    from search.hint import FEW_VISITS

    explain, orders, is_best = found.result.game.spec.explain, found.orders(m.move), m is found.best
    about = "" if explain is None else explain(found.result.state, m.action, lang)
    notes = [f"({about})"] if about else []
    if len(plan.moves) > 1:
        notes.append(", ".join(plan.moves[1:]))
    if orders:
        notes.append(f"or begin with {', '.join(orders)}")
    if m.same_as:
        notes.append(f"as {m.same_as}")
    if m.visits < FEW_VISITS:
        notes.append("few visits")
    return ("*" if is_best else "=" if m.tied else "", m.move, plus_minus(m.win), plus_minus(m.margin, 2),
            "" if is_best else plus_minus(m.loss), number(m.p_best, 2), f"{m.visits:,}", "; ".join(notes))
