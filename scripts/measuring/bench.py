"""`kingmaker bench`: how fast games and searches are, and the number that says whether they still do the same."""
from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from kingmaker.printing import one_line, tell
from kingmaker.scripts._options import FormatOption

if TYPE_CHECKING:
    from kingmaker.games import Game
    from kingmaker.search.bench.speed import GameBench, Ratio, RivalBench

COLUMNS = f"{'game':<14}{'playouts/s':>13}{'decisions/s':>14}{'ismcts it/s':>14}{'dec/playout':>13}{'state B':>9}" \
          f"{'edge B':>8}{'it cost':>9}{'signature':>13}"


def bench(
    game: Annotated[list[str] | None, typer.Option(
        help="A game, with options as oh-hell:players=4,tricks=8; may be given several times. All games if absent.",
    )] = None,
    peers: Annotated[bool, typer.Option("--peers", help="Measure open_spiel too, where it has the game.")] = False,
    jobs: Annotated[int | None, typer.Option(help="Also compare searching with so many jobs to one job.")] = None,
    seconds: Annotated[float, typer.Option(help="Time for each game, as much again for a peer.")] = 1.5,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the deals and searches; not of the signature.")] = 1,
    signature: Annotated[bool, typer.Option("--signature", help="Print the signature alone; measure nothing.")] = False,
    output: FormatOption = "table",
) -> None:
    """Measure playouts and searches of the games, and print the signature of what they do.

    Speeds are the best of several samples in processor time; `it cost` is the time of an iteration over that of a
    bare playout. The signature changes only when behaviour does, never with speed, jobs or --seed.
    """
    chosen = _choose(game)
    if signature:
        _print_signature(chosen)
        return
    if output == "table":
        tell(COLUMNS)
    results = []
    for result in _measure(chosen, peers, jobs, seconds, seed):
        results.append(result)
        if output == "table":
            _print_row(result)
    if output == "json":
        tell(json.dumps({"version": _version(), "seed": seed, "seconds": seconds,
                               "games": [r.to_dict() for r in results], "signature": _overall(results)}), form="json")
    else:
        tell(f"signature {_overall(results)}")


def _choose(names: list[str] | None) -> list[Game]:
    """Return the games with their options; all of them are checked before the first is measured."""
    from kingmaker.games import available_games, load_game
    from kingmaker.search.bench.peers import bench_name

    return [load_game(bench_name(name)) for name in names or available_games()]


def _measure(games: list[Game], peers: bool, jobs: int | None, seconds: float, seed: int) -> Iterator[GameBench]:
    from kingmaker.search.bench.peers import find_rival
    from kingmaker.search.bench.speed import bench_game

    for n, game in enumerate(games, 1):
        _say(f"{n}/{len(games)} {game}")
        rival = find_rival(game, seed) if peers else None
        result = bench_game(game, seed=seed, seconds=seconds, jobs=jobs, rival=rival)
        _say("")
        yield result


def _say(text: str) -> None:
    """Show on a terminal what is being measured; the next line overwrites it."""
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{one_line(text)}")
        sys.stderr.flush()


def _overall(results: list[GameBench]) -> int:
    from kingmaker.search.bench.signature import overall_signature

    return overall_signature({str(r.game): r.signature for r in results})


def _print_signature(games: list[Game]) -> None:
    from kingmaker.search.bench.signature import game_signature, overall_signature

    tell(overall_signature({str(game): game_signature(game) for game in games}))


def _version() -> str:
    from kingmaker.search.result import version

    return version()


def _print_row(r: GameBench) -> None:
    tell(f"{r.game.name:<14}{r.playouts_per_s:>13,.0f}{r.decisions_per_s:>14,.0f}"
               f"{r.ismcts_iterations_per_s:>14,.0f}{r.decisions_per_playout:>13.2f}{r.state_bytes:>9}"
               f"{r.edge_bytes:>8}{r.iteration_cost.median:>9.2f}{r.signature:>13}")
    if r.advised_iterations_per_s is not None:
        tell(f"  as the game advises: {r.advised_iterations_per_s:,.0f} iterations a second")
    if r.jobs_speedup is not None:
        tell(f"  {r.jobs} jobs: {_ratio(r.jobs_speedup)} times the iterations a second of one job")
    if r.peer is not None:
        for line in _peer_lines(r, r.peer):
            tell(f"  {line}")


def _peer_lines(r: GameBench, peer: RivalBench) -> Iterator[str]:
    sizes = "; ".join(f"{s.iterations:,} it: {s.ratio.median:.2f}" for s in r.sizes if s.ratio)
    yield (f"{peer.program} {peer.version} {peer.algorithm}: {peer.iterations_per_s:,.0f} it/s; we are "
           f"{peer.best_ratio:.2f} times as fast by the best samples,")
    yield f"{_ratio(peer.ratio)} by pairs ({sizes})"
    if peer.playouts_ratio is not None and peer.playouts_per_s is not None:
        yield (f"its bare playouts: {peer.playouts_per_s:,.0f} a second; ours are "
               f"{_ratio(peer.playouts_ratio)} times as fast")


def _ratio(ratio: Ratio) -> str:
    return f"{ratio.median:.2f} [{ratio.low:.2f}, {ratio.high:.2f}]"
