"""`kingmaker selfplay`: many games in blocks, into a data set."""
from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingmaker.scripts._data import Backend, backend_of, head_of
from kingmaker.scripts._options import (
    GAME_FLAGS,
    FormatOption,
    GameOption,
    JobsOption,
    SeedOption,
    chosen_game,
    say,
    seed_or_drawn,
)
from kingmaker.scripts._render import progress

SETTINGS = GAME_FLAGS

if TYPE_CHECKING:
    from kingmaker.analysis.data.store import Store
    from kingmaker.search.match.selfplay_config import SelfplayConfig


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
    backend: Annotated[Backend, typer.Option(help="Of joblib; dask needs --address.")] = "loky",
    address: Annotated[str | None, typer.Option(help="HOST:PORT of a running Dask scheduler.")] = None,
    output: FormatOption = "table",
) -> None:
    """Play games in blocks and keep them as a data set: parquet and a manifest.

    A block is one deal, played with the agents in every seat, by each variant, without and with every intervention.
    The game's options may be given as flags too: --mode solo. The rows do not depend on --jobs, --backend, or how often
    the run was stopped: the same command goes on.
    """
    from kingmaker.search.agents import parse_agents
    from kingmaker.search.match.selfplay_config import configure

    chosen, specs = chosen_game(game, context.args), parse_agents(agents)
    plan = configure(str(chosen), [str(spec) for spec in specs], games, seed=chosen_seed(seed, out),
                         each=each or (), arms=arm or (), decisions=decisions, judge=judge, batch=shard)
    if plan.partial_arms:
        say(f"played only where it means something: {', '.join(plan.partial_arms)}")
    if plan.n_games != games:
        say(f"{plan.n_games} games, so that the last block of {len(plan.entries)} is whole")
    with backend_of(backend, address):
        run = run_plan(plan, out, -1 if backend == "dask" else jobs)
    typer.echo(json.dumps(run) if output == "json" else _summary(plan, out, run))
    if run["stopped_by"] == "interrupt":
        raise typer.Exit(130)


def chosen_seed(seed: int | None, out: Path) -> int:
    """Return the seed given, that of the data set which lies there, or a new one."""
    from kingmaker.analysis.data.store import MANIFEST, read_manifest

    if seed is None and (out / MANIFEST).exists():
        return int(read_manifest(out)["config"]["seed"])
    return seed_or_drawn(seed)


def run_plan(plan: SelfplayConfig, out: Path, jobs: int) -> dict[str, Any]:
    """Play what is missing and return the figures of this run."""
    from kingmaker.analysis.data.store import Store

    with Store(out, head_of(plan), plan.n_batches) as store:
        for problem in store.redone:
            say(f"played again: {problem}")
        if store.n_games:
            say(f"{store.n_games} of {plan.n_games} games are there")
        return _fill(plan, store, jobs)


def _fill(plan: SelfplayConfig, store: Store, jobs: int) -> dict[str, Any]:
    from kingmaker.search.match.selfplay import play_batches

    wall, cpu = time.perf_counter(), time.process_time()
    there, playing_s, worked_s, stopped_by = store.n_games, 0.0, 0.0, "games"
    missing = store.missing
    with progress("self-play", plan.n_games, unit="games") as move:
        batches = play_batches(plan, missing, jobs=jobs,
                               on_progress=None if move is None else lambda n: move(there + n))
        try:
            for shard, batch in zip(missing, batches, strict=True):
                store.write(shard, batch.n_games, batch.tables, playing_s=batch.playing_s, seconds=batch.total_s)
                playing_s += batch.playing_s
                worked_s += batch.total_s
        except KeyboardInterrupt:
            stopped_by = "interrupt"
        finally:
            batches.close()
        store.save()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    spent = cpu if jobs == 1 else cpu + worked_s
    return {"games": store.n_games - there, "there": store.n_games, "planned": plan.n_games,
            "shards": plan.n_batches - len(store.missing), "bytes": store.n_bytes, "seconds": round(wall, 3),
            "games_per_s": round((store.n_games - there) / wall, 1), "processor_s": round(spent, 3),
            "playing_s": round(playing_s, 3), "overhead": round(1 - playing_s / spent, 4) if spent else None,
            "seed": plan.seed, "stopped_by": stopped_by}


def _summary(plan: SelfplayConfig, out: Path, run: dict[str, Any]) -> str:
    from kingmaker.search.result import version

    lines = [
        f"{run['there']:,} of {run['planned']:,} games in {run['shards']} shards, {run['bytes'] / 1e6:,.1f} MB: {out}",
        f"{run['games']:,} played now in {run['seconds']:,.1f} s: {run['games_per_s']:,.1f} games/s"
        + (f"; {run['overhead']:.1%} of the processor time was not playing" if run["games"] else ""),
        f"{plan.game} · {'; '.join(plan.agents)} · {plan.n_blocks:,} blocks of {len(plan.entries)} · seed "
        f"{plan.seed} · kingmaker {version()}",
    ]
    reconstructed = plan.entries[0].game.spec.reconstructed
    if reconstructed:
        lines.append(f"rests on reconstructed data: {reconstructed}")
    if run["stopped_by"] == "interrupt":
        lines.append("stopped; the same command goes on from there")
    return "\n".join(lines)
