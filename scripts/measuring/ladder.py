"""`kingmaker ladder`: many agents on the same deals, rated."""
from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from kingmaker.printing import tell
from kingmaker.scripts._options import (
    GAME_FLAGS,
    ForceOption,
    GameOption,
    JobsOption,
    PlotOption,
    RotateOption,
    SeedOption,
    checked_plot,
    chosen_game,
    read_names,
    say,
    say_clocks,
    say_uneven,
    seed_or_drawn,
)
from kingmaker.scripts._render import interval, number, progress, save_plot
from kingmaker.scripts.terminal import print_table

SETTINGS = GAME_FLAGS
Row = dict[str, Any]

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from kingmaker.ladders import LadderGroup, LadderResult


def ladder(
    context: typer.Context,
    game: GameOption,
    agents: Annotated[str, typer.Option(help="Agents as random,greedy or random;ismcts:c=0.5;pimc:iterations=900.")],
    iterations: Annotated[str | None, typer.Option(
        help="Numbers as 250,500,1000: searching agents that name no budget take part with each.")] = None,
    pairs: Annotated[int, typer.Option(min=1, help="Deals for each two that meet; for each agent in solo play.")] = 100,
    schedule: Annotated[Literal["all", "neighbours"], typer.Option(
        help="Who meets whom: every two, or each the next one of the list.")] = "all",
    rotate: RotateOption = None,
    each: Annotated[str | None, typer.Option(metavar="OPTIONS", help=(
        "Options of the game: a ladder for every combination of their values, as level."))] = None,
    anchor: Annotated[str | None, typer.Option(help="The agent whose rating is 0; the first if absent.")] = None,
    seed: SeedOption = None,
    jobs: JobsOption = -1,
    out: Annotated[Path | None, typer.Option(
        help="Keep the results in this file of JSON lines; the same command again goes on where it ended.")] = None,
    output: Annotated[Literal["table", "json", "csv"], typer.Option("--format", help="How to print.")] = "table",
    plot: PlotOption = None,
    force: ForceOption = False,
) -> None:
    """Let many agents meet on the same deals in every seat, and rate them (Bradley and Terry).

    Where one seat alone acts (solo play) each agent plays each deal, and margins and wins are told. Ctrl-C prints the
    ladder of the deals played so far. The result does not depend on --jobs.
    """
    from kingmaker.ladders import checked_anchor, kept_seed, play_ladder
    from kingmaker.search.agents import parse_agents
    from kingmaker.search.match.ladder import Ladder, with_iterations

    checked_plot(plot, force)
    chosen, specs = chosen_game(game, context.args), with_iterations(parse_agents(agents), _numbers(iterations))
    seed = seed_or_drawn(kept_seed(out, force=force) if seed is None else seed)
    entered = Ladder(game=chosen, agents=tuple(specs), seed=seed, schedule=schedule, rotate=read_names(rotate),
                     each=read_names(each))
    checked_anchor(entered, anchor)
    say_clocks(specs)
    say_uneven(pairs, len(entered.variants[0]))
    with progress("ladder", len(entered.tasks(pairs)), "blocks") as move:
        found = play_ladder(entered, pairs, anchor=anchor, jobs=jobs, out=out, remark=say, force=force, on_progress=(
            None if move is None else lambda n, last: move(n, f"deal {last.task.block + 1} of {pairs}")))
    if plot is not None:
        save_plot(lambda: _draw(found), plot, "the ladder", force=force)
    _show(output, found)
    if found.stopped_by == "interrupt":
        raise typer.Exit(130)


def _numbers(text: str | None) -> list[int]:
    from kingmaker.errors import shown
    from kingmaker.games import ConfigError
    from kingmaker.reading import whole_number

    parts = text.split(",") if text else []
    numbers = [whole_number(part.strip(), 10**12) for part in parts]
    if not all(numbers):
        raise ConfigError(f"--iterations: expected whole numbers as 250,500,1000; got {shown(text)}")
    return [number for number in numbers if number]


# -- showing --------------------------------------------------------------------------------------------------------

def _show(output: str, found: LadderResult) -> None:
    if output == "json":
        tell(json.dumps(found.to_dict(), allow_nan=False), form="json")
    elif output == "csv":
        rows = list(map(_rounded, found.to_rows()))
        from kingmaker.analysis.data.dataset import guard

        text = io.StringIO()
        writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows({key: guard(x) for key, x in row.items()} for row in rows)
        tell(text.getvalue(), end="")
    else:
        for group in found.groups:
            _print_group(group, found.anchor)
        for line in _foot(found):
            tell(line)


def _rounded(row: Row) -> Row:
    """Return a row for a table of another program: four decimals, empty where there is no number."""
    return {key: ("" if math.isnan(x) else round(x, 4)) if isinstance(x, float) else x for key, x in row.items()}


def _print_group(group: LadderGroup, anchor: str) -> None:
    if group.values:
        tell(_values(group))
    lead = "margin" if group.game.n_players == 2 else "lead"
    if not group.seats:
        print_table(("agent", lead, "win", "games"), [
            (row["agent"], _interval(row, "margin", 2), _interval(row, "win", 3), f"{row['games']:,}")
            for row in group.standing], left=("agent",))
        return
    print_table(("agent", "rating", "score", "games"), [
        (row["agent"], "0" if row["agent"] == anchor else _interval(row, "rating", 0), number(row["score"]),
         f"{row['games']:,}") for row in group.standing], left=("agent",))
    print_table(("a", "b", "pairs", "score of a", lead, "Elo"), [
        (met.a, met.b, str(met.pairs), interval(met.score), interval(met.lead, 2), interval(met.elo, 0))
        for met in group.pairings], left=("a", "b"))
    for seat in group.seats:
        tell(f"{group.game.player_name(seat['seat'])}'s seat: Elo {_interval(seat, 'elo', 0)}")
    for a, b in group.swept:
        tell(f"{a} and {b}: one won everything; their ratings hold with one shared deal added")


def _values(group: LadderGroup) -> str:
    return ", ".join(f"{name} {value}" for name, value in group.values.items())


def _interval(row: Row, name: str, digits: int) -> str:
    from kingmaker.search import Estimate

    return interval(Estimate(row[name], row[f"{name}_low"], row[f"{name}_high"], 0), digits)


def _foot(found: LadderResult) -> Iterator[str]:
    from kingmaker.games.spec import reconstructed_in
    from kingmaker.search.result import version

    yield "95 % intervals from the spread between deals" + (
        f"; ratings: Bradley-Terry, {found.anchor} = 0" if found.groups[0].seats else "")
    entered = found.ladder
    turns = f" · {len(entered.variants[0])} {', '.join(entered.rotate)} in turn" if entered.rotate else ""
    yield f"{entered.game}{turns} · ended by {found.stopped_by} · seed {entered.seed} · kingmaker {version()}"
    reconstructed = reconstructed_in(variant for group in entered.variants for variant in group)
    if reconstructed:
        yield f"rests on reconstructed data: {reconstructed}"


MOST_BESIDE = 4  # groups beside each other in a plot; more go below


def _draw(found: LadderResult) -> Axes:
    """Draw the groups beside each other, in as many rows as it takes."""
    import matplotlib.pyplot as plt
    import pandas as pd

    from kingmaker.analysis.show.plots import plot_ladder

    groups, names = found.groups, found.ladder.names  # in their order, so that colours mean the same in all groups
    frames = [pd.DataFrame(sorted(group.standing, key=lambda row: names.index(row["agent"]))).astype(
        {"iterations": float}) for group in groups]
    height = -(-len(groups) // MOST_BESIDE)
    width = -(-len(groups) // height)
    figure, axes = plt.subplots(height, width, figsize=(8 if width == 1 else 5 * width, 5 * height),
                                layout="constrained", squeeze=False)
    for ax in axes.flat[len(groups):]:
        ax.remove()
    for ax, group, frame in zip(axes.flat, groups, frames, strict=False):
        measure, label = ("rating", f"rating (Elo, {found.anchor} = 0)") if group.seats else (
            "margin", "margin (points)")
        room = pd.concat([other for other in frames if measure in other])
        plot_ladder(frame, measure=measure, label=label, title=_values(group), room=room, ax=ax)
    figure.suptitle(f"{found.ladder.game.spec.title}, seed {found.ladder.seed}")
    return axes[0][0]  # type: ignore[no-any-return]
