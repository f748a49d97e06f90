"""`kingmaker ladder`: many agents on the same deals, rated."""
from __future__ import annotations

import csv
import json
import math
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from kingmaker.scripts._journal import Journal, kept_head, unbroken
from kingmaker.scripts._options import (
    GAME_FLAGS,
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
from kingmaker.scripts._render import interval, number, print_table, progress, save_plot

SETTINGS = GAME_FLAGS
Row = dict[str, Any]

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from kingmaker.search.match.ladder import Ladder, LadderBlock


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
) -> None:
    """Let many agents meet on the same deals in every seat, and rate them (Bradley and Terry).

    Where one seat alone acts (solo play) each agent plays each deal, and margins and wins are told. Ctrl-C prints the
    ladder of the deals played so far. The result does not depend on --jobs.
    """
    from kingmaker.search.agents import parse_agents
    from kingmaker.search.match.ladder import Ladder, with_iterations

    checked_plot(plot)
    chosen, entered = chosen_game(game, context.args), with_iterations(parse_agents(agents), _numbers(iterations))
    kept_seed = kept_head(out).get("seed")
    seed = seed_or_drawn(kept_seed if seed is None and isinstance(kept_seed, int) else seed)
    plan = Ladder(game=chosen, agents=tuple(entered), seed=seed, schedule=schedule, rotate=read_names(rotate),
                  each=read_names(each))
    named = plan.names[0] if anchor is None else _checked_anchor(anchor, plan.names)
    say_clocks(entered)
    say_uneven(pairs, len(plan.variants[0]))
    blocks, stopped_by = _play(plan, pairs, jobs, out)
    groups = [_group(plan, group, blocks, named) for group in range(len(plan.groups))]
    if plot is not None:
        save_plot(lambda: _draw(plan, groups, named), plot, "the ladder")
    _show(output, plan, groups, named, stopped_by)
    if stopped_by == "interrupt":
        raise typer.Exit(130)


def _numbers(text: str | None) -> list[int]:
    from kingmaker.games import ConfigError

    parts = text.split(",") if text else []
    if not all(part.strip().isdecimal() and int(part) > 0 for part in parts):
        raise ConfigError(f"--iterations: expected whole numbers as 250,500,1000; got {text!r}")
    return [int(part) for part in parts]


def _checked_anchor(text: str, names: list[str]) -> str:
    from kingmaker.games import ConfigError
    from kingmaker.search.agents import parse_agent

    name = str(parse_agent(text))
    if name not in names:
        raise ConfigError(f"--anchor: expected one of {'; '.join(names)}; got {text!r}")
    return name


def _play(plan: Ladder, pairs: int, jobs: int, out: Path | None) -> tuple[list[LadderBlock], str]:
    """Return the blocks, those of the file and those played now, and what ended the ladder."""
    from kingmaker.games import ConfigError, ContractError

    tasks = plan.tasks(pairs)
    with closing(Journal(out, {"ladder": 1, **plan.describe()})) as journal:
        try:
            blocks = [plan.restore(task, row) for task, row in zip(tasks, journal.rows, strict=False)]
        except ContractError as error:
            raise ConfigError(f"{out}: {error}; the file does not belong to this ladder") from None
        if blocks:
            say(f"{out}: {len(blocks)} of {len(tasks)} blocks were played before")
        return blocks, _go_on(plan, pairs, jobs, blocks, journal)


def _go_on(plan: Ladder, pairs: int, jobs: int, blocks: list[LadderBlock], journal: Journal) -> str:
    """Play the blocks that are missing, add them, and return what ended the ladder."""
    try:
        with (progress("ladder", len(plan.tasks(pairs)), "blocks") as move,
              closing(plan.play(pairs, done=len(blocks), jobs=jobs)) as played):
            for block in played:
                with unbroken():  # what is told and what is kept are the same
                    blocks.append(block)
                    journal.add(block.to_dict())
                if move is not None:
                    move(len(blocks), f"deal {block.task.block + 1} of {pairs}")
    except KeyboardInterrupt:
        if not blocks:
            raise
        return "interrupt"
    return "pairs"


# -- numbers --------------------------------------------------------------------------------------------------------


def _group(plan: Ladder, group: int, blocks: list[LadderBlock], anchor: str) -> Row:
    """Return a group's standing, seats and pairings as rows; `_low` and `_high` are the ends of intervals."""
    from kingmaker.search.match.blocks import is_solo
    from kingmaker.search.match.ladder import budget_rows, pairings, solo_results

    game = plan.groups[group]
    budgets = {row["agent"]: row for row in budget_rows(plan.agents)}
    if is_solo(game):
        standing = [{"agent": one.agent, "games": one.win.n, **_flat("margin", one.margin), **_flat("win", one.win)}
                    for one in solo_results(plan, group, blocks)]
        more: Row = {"seats": [], "swept": [], "pairings": []}
    else:
        standing, more = _rated(plan, group, blocks, anchor)
        more["pairings"] = pairings(plan, group, blocks)
    return {"game": game, "values": {name: game.options[name] for name in plan.each},
            "standing": [{**budgets[row["agent"]], **row} for row in standing], **more}


def _rated(plan: Ladder, group: int, blocks: list[LadderBlock], anchor: str) -> tuple[list[Row], Row]:
    import pandas as pd

    from kingmaker.analysis.stats.ratings import rate
    from kingmaker.games import ConfigError
    from kingmaker.search.match.ladder import seat_rows

    try:
        rated = rate(pd.DataFrame(seat_rows(group, blocks)), anchor=anchor, seed=plan.seed)
    except ValueError as error:  # too few blocks before Ctrl-C
        raise ConfigError(f"ladder: {error}; play on") from None
    return rated.agents.to_dict("records"), {"seats": rated.seats.to_dict("records"), "swept": rated.swept}


def _flat(name: str, estimate: Any) -> Row:
    return {name: estimate.mean, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


# -- showing --------------------------------------------------------------------------------------------------------

# of a match's keys, those of a pairing; the others are the ladder's
PAIRING = ("a", "b", "pairs", "games", "wins", "draws", "losses", "par", "score", "score_ci", "margin", "margin_ci",
           "elo", "elo_ci")


def _show(output: str, plan: Ladder, groups: list[Row], anchor: str, stopped_by: str) -> None:
    if output == "json":
        described = {**plan.describe(), "anchor": anchor, "stopped_by": stopped_by, "groups": [
            {"values": group["values"], "standing": list(map(_joined, group["standing"])),
             "seats": list(map(_joined, group["seats"])), "swept": group["swept"],
             "pairings": [{key: met.to_dict()[key] for key in PAIRING} for met in group["pairings"]]}
            for group in groups]}
        typer.echo(json.dumps(described, allow_nan=False))
    elif output == "csv":
        rows = [{**group["values"], **_rounded(row)} for group in groups for row in group["standing"]]
        writer = csv.DictWriter(sys.stdout, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    else:
        for group in groups:
            _print_group(group, anchor)
        for line in _foot(plan, groups, anchor, stopped_by):
            typer.echo(line)


def _joined(row: Row) -> Row:
    """Return a row for JSON: the ends of an interval in one list, null for what is not finite."""
    plain = {key: None if isinstance(x, float) and not math.isfinite(x) else x for key, x in row.items()}
    joined: Row = {}
    for key, x in plain.items():
        if key.endswith("_low"):
            joined[key.removesuffix("_low") + "_ci"] = [x, plain[key.removesuffix("_low") + "_high"]]
        elif not key.endswith("_high"):
            joined[key] = x
    return joined


def _rounded(row: Row) -> Row:
    """Return a row for a table of another program: four decimals, empty where there is no number."""
    return {key: ("" if math.isnan(x) else round(x, 4)) if isinstance(x, float) else x for key, x in row.items()}


def _print_group(group: Row, anchor: str) -> None:
    if group["values"]:
        typer.echo(_values(group))
    rows = group["standing"]
    if not group["seats"]:
        print_table(("agent", "margin", "win", "games"), [
            (row["agent"], _interval(row, "margin", 2), _interval(row, "win", 3), f"{row['games']:,}") for row in rows],
            left=("agent",))
        return
    print_table(("agent", "rating", "score", "games"), [
        (row["agent"], "0" if row["agent"] == anchor else _interval(row, "rating", 0), number(row["score"]),
         f"{row['games']:,}") for row in rows], left=("agent",))
    print_table(("a", "b", "pairs", "score of a", "margin", "Elo"), [
        (met.a, met.b, str(met.pairs), interval(met.score), interval(met.margin, 2), interval(met.elo, 0))
        for met in group["pairings"]], left=("a", "b"))
    for seat in group["seats"]:
        typer.echo(f"{group['game'].player_name(seat['seat'])}'s seat: Elo {_interval(seat, 'elo', 0)}")
    for a, b in group["swept"]:
        typer.echo(f"{a} and {b}: one won everything; their ratings hold with one shared deal added")


def _values(group: Row) -> str:
    return ", ".join(f"{name} {value}" for name, value in group["values"].items())


def _interval(row: Row, name: str, digits: int) -> str:
    from kingmaker.search import Estimate

    return interval(Estimate(row[name], row[f"{name}_low"], row[f"{name}_high"], 0), digits)


def _foot(plan: Ladder, groups: list[Row], anchor: str, stopped_by: str) -> Iterator[str]:
    from kingmaker.search.result import version

    yield "95 % intervals from the spread between deals" + (
        f"; ratings: Bradley-Terry, {anchor} = 0" if groups[0]["seats"] else "")
    game = plan.game
    turns = "".join(f" · {len(plan.variants[0])} {', '.join(plan.rotate)} in turn" if plan.rotate else "")
    yield f"{game}{turns} · ended by {stopped_by} · seed {plan.seed} · kingmaker {version()}"
    if game.spec.reconstructed:
        yield f"rests on reconstructed data: {game.spec.reconstructed}"


def _draw(plan: Ladder, groups: list[Row], anchor: str) -> Axes:
    """Draw the groups beside each other."""
    import matplotlib.pyplot as plt
    import pandas as pd

    from kingmaker.analysis.show.plots import plot_ladder

    names = plan.names  # in their order, so that colours mean the same in all groups
    frames = [pd.DataFrame(sorted(group["standing"], key=lambda row: names.index(row["agent"]))).astype(
        {"iterations": float}) for group in groups]
    figure, axes = plt.subplots(1, len(groups), figsize=(8 if len(groups) == 1 else 5 * len(groups), 5),
                                layout="constrained", squeeze=False)
    for ax, group, frame in zip(axes[0], groups, frames, strict=True):
        measure, label = ("rating", f"rating (Elo, {anchor} = 0)") if group["seats"] else ("margin", "margin (points)")
        room = pd.concat([other for other in frames if measure in other])
        plot_ladder(frame, measure=measure, label=label, title=_values(group), room=room, ax=ax)
    figure.suptitle(f"{plan.game.spec.title}, seed {plan.seed}")
    return axes[0][0]  # type: ignore[no-any-return]
