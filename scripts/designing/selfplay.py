"""`kingmaker selfplay`: many games in blocks, into a data set."""
from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from kingmaker.printing import tell
from kingmaker.scripts._data import chosen_seed as chosen_seed
from kingmaker.scripts._data import play_with_bar
from kingmaker.scripts._options import (
    GAME_FLAGS,
    FormatOption,
    GameOption,
    JobsOption,
    SeedOption,
    chosen_game,
    say,
)

SETTINGS = GAME_FLAGS

if TYPE_CHECKING:
    from kingmaker.search.match.selfplay_config import SelfplayConfig

run_plan = play_with_bar  # its old name, until all call it so


def selfplay(
    context: typer.Context,
    game: GameOption,
    out: Annotated[Path, typer.Option(help="Folder of the data set; a run that was stopped there goes on.")],
    agents: Annotated[str, typer.Option(
        help="One for all seats, one for each (rotated), or two (the first in each seat in turn).")] = "random",
    games: Annotated[int, typer.Option(min=1, help="How many in all; the last block is played whole.")] = 1000,
    each: Annotated[list[str] | None, typer.Option(
        help="An option of the game over whose values every block goes: level, or level=1;3.")] = None,
    arm: Annotated[list[str] | None, typer.Option(
        help="An intervention beside none, as options of the game: first=T3; ban=* is one for each value.")] = None,
    decisions: Annotated[bool, typer.Option("--decisions", help="Keep a row a decision.")] = False,
    judge: Annotated[str | None, typer.Option(help="A search that weighs every decision kept.")] = None,
    shard: Annotated[int, typer.Option(min=1, help="Games in a file.")] = 1000,
    seed: SeedOption = None,
    jobs: JobsOption = -1,
    backend: Annotated[Literal["loky", "threading", "dask"], typer.Option(
        help="loky: processes; threading: in this one; dask: a cluster, needs --address.")] = "loky",
    address: Annotated[str | None, typer.Option(help="HOST:PORT of a running Dask scheduler.")] = None,
    output: FormatOption = "table",
) -> None:
    """Play games in blocks and keep them as a data set: parquet and a manifest.

    A block is one deal, played with the agents in every seat, by each variant, without and with every intervention.
    The game's options may be given as flags too: --mode solo. The rows do not depend on --jobs, --backend, or how often
    the run was stopped: the same command goes on.
    """
    from kingmaker.datasets import backend_of
    from kingmaker.search.agents import parse_agents
    from kingmaker.search.match.selfplay_config import configure

    chosen, specs = chosen_game(game, context.args), parse_agents(agents)
    config = configure(str(chosen), [str(spec) for spec in specs], games, seed=chosen_seed(seed, out), each=each or (),
                       arms=arm or (), decisions=decisions, judge=judge, batch=shard)
    if config.partial_arms:
        say(f"played only where it means something: {', '.join(config.partial_arms)}")
    if config.n_games != games:
        say(f"{config.n_games} games, so that the last block of {len(config.entries)} is whole")
    with backend_of(backend, address):
        run = play_with_bar(config, out, -1 if backend == "dask" else jobs)
    if output == "json":
        tell(json.dumps(run), form="json")
    else:
        tell(_summary(config, out, run))
    if run["stopped_by"] == "interrupt":
        raise typer.Exit(130)


def _summary(config: SelfplayConfig, out: Path, run: dict[str, Any]) -> str:
    from kingmaker.games.spec import reconstructed_in
    from kingmaker.search.result import version

    lines = [
        f"{run['there']:,} of {run['planned']:,} games in {run['shards']} shards, {run['bytes'] / 1e6:,.1f} MB: {out}",
        f"{run['games']:,} played now in {run['seconds']:,.1f} s: {run['games_per_s']:,.1f} games/s"
        + (f"; {run['overhead']:.1%} of the processor time was not playing" if run["games"] else ""),
        f"{config.game} · {'; '.join(config.agents)} · {config.n_blocks:,} blocks of {len(config.entries)} · seed "
        f"{config.seed} · kingmaker {version()}",
    ]
    reconstructed = reconstructed_in(entry.game for entry in config.entries)
    if reconstructed:
        lines.append(f"rests on reconstructed data: {reconstructed}")
    if run["stopped_by"] == "interrupt":
        lines.append("stopped; the same command goes on from there")
    return "\n".join(lines)
