"""`kingmaker review`: a finished game, decision by decision."""
from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kingmaker.printing import tell
from kingmaker.scripts._options import (
    GAME_FLAGS,
    ForceOption,
    FormatOption,
    JobsOption,
    PlotOption,
    SeedOption,
    checked_plot,
    game_flags,
    say,
    seed_or_drawn,
)
from kingmaker.scripts._render import plus_minus, progress, save_plot
from kingmaker.scripts.terminal import print_table

if TYPE_CHECKING:
    from kingmaker.games import Game
    from kingmaker.search.hint.review import Judged, Review, Turn

SETTINGS = GAME_FLAGS
MARKS = {"best": "*", "tied": "=", "worse": ""}


def review(
    context: typer.Context,
    record: Annotated[str, typer.Argument(
        metavar="RECORD", help="A record, a position with moves, or a file of `kingmaker table`; - reads stdin.")],
    game_number: Annotated[int, typer.Option(min=1, help="Which of a file's games.")] = 1,
    player: Annotated[str | None, typer.Option(help="Whose decisions: a name as blue, or a number from 0.")] = None,
    is_open: Annotated[bool, typer.Option("--open", help="With all cards known, which is cheating.")] = False,
    iterations: Annotated[int, typer.Option(min=16, help="Of the search for each decision.")] = 2000,
    seed: SeedOption = None,
    jobs: JobsOption = -1,
    output: FormatOption = "table",
    plot: PlotOption = None,
    force: ForceOption = False,
) -> None:
    """Go through a finished game: what each decision was worth, what it cost, and what would have been better.

    Each position is searched as the player saw it. Ctrl-C prints what was judged by then.
    """
    from kingmaker.games import ConfigError
    from kingmaker.games.files.replays import load_replays
    from kingmaker.search import StopFlag
    from kingmaker.search.hint.review import review_game, seat_of

    checked_plot(plot, force)
    replays = load_replays(record, **game_flags(context.args))
    if game_number > len(replays):
        raise ConfigError(f"--game-number: expected a number from 1 to {len(replays)}, as many games as {record} has; "
                          f"got {game_number}")
    replay, stop, seed = replays[game_number - 1], StopFlag(), seed_or_drawn(seed)
    with progress("review", len(replay.decisions), "decisions") as move:
        found = review_game(replay.decisions, replay.end, seed=seed, player=seat_of(replay.game, player),
                            is_open=is_open, iterations=iterations, jobs=jobs, stop=stop, on_progress=move)
    if not found.decisions:
        say("no decision was judged")
        raise typer.Exit(130 if stop.is_set else 0)
    if plot is not None:
        _plot(found, plot, force)
    if output == "json":
        tell(json.dumps(found.to_dict(), allow_nan=False), form="json")
    else:
        _print(found)
    if stop.is_set:
        raise typer.Exit(130)


def _plot(found: Review, path: Path, force: bool) -> None:
    import pandas as pd

    from kingmaker.analysis.show.plots import plot_review

    title = (f"{found.game.spec.title}, {'with all cards known' if found.is_open else 'as the players saw it'}: "
             f"{found.iterations:,} iterations a decision, seed {found.seed}; bands: 95 %")
    save_plot(lambda: plot_review(pd.DataFrame(found.to_rows()), title=title), path, "the chances to win over the game",
              force=force)


def _print(found: Review) -> None:
    head = ("n", "turn", "player", "", "move", "win before", "win after", "loss", "better plan")
    rows = [_row(one, found.game) for one in found.decisions]
    print_table(head, rows, _footer(found), left=("player", "", "move", "better plan"), notes=True)


def _row(one: Judged, game: Game) -> tuple[str, ...]:
    is_best = one.verdict == "best"
    return (str(one.n), str(one.turn), game.player_name(one.player), MARKS[one.verdict], one.chosen.move,
            plus_minus(one.best.win), plus_minus(one.chosen.win), "" if is_best else plus_minus(one.chosen.loss),
            "" if is_best else str(one.plan))


def _worst(turn: Turn, game: Game) -> list[str]:
    """Say what a turn cost, what was played and what would have been better."""
    from kingmaker.search.hint import words

    one = turn.costliest
    unsure = "" if one.verdict == "worse" else ", perhaps no loss at all"
    return [f"  turn {turn.turn}, {game.player_name(turn.player)}: {one.chosen.move} (decision {one.n}) cost "
            f"{_lost(one)}{unsure}",
            f"    played  {', '.join(played.chosen.move for played in turn.decisions)}",
            f"    better  {', '.join(turn.plan)}{words.ends(one.plan.ends)}"]


def _lost(one: Judged) -> str:
    """Return what a decision cost, as people at a table say it."""
    from kingmaker.search.hint.words import percent

    if "win" in one.lost:
        return (f"{percent(one.lost['win'])} of the chance to win ({percent(one.chosen.win.mean)} instead of "
                f"{percent(one.best.win.mean)})")
    return f"{one.lost['margin']:.1f} points" if one.lost else "little"


def _footer(found: Review) -> list[str]:
    from kingmaker.search.result import version

    lines = ["the worst turns:" if found.worst else "no clear mistake"]
    for turn in found.worst:
        lines += _worst(turn, found.game)
    lines += [
        "* the best move, = may be as good; loss: utility (0 to 1) given up, paired within one search; ± and "
        f"[]: 95 %, {found.replicates} trees; a plan goes to the end of the turn or the next unknown",
        f"{found.game} · {'ALL CARDS KNOWN: it cheats' if found.is_open else 'each position as its player saw it'} · "
        f"{found.iterations:,} iterations a decision ({found.algorithm}) · seed {found.seed} · kingmaker {version()}",
    ]
    if found.stopped_by == "interrupt":
        lines.append(f"interrupted after {len(found.decisions)} decisions")
    if found.game.reconstructed:
        lines.append(f"rests on reconstructed data: {found.game.reconstructed}")
    return lines
