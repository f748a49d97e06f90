"""`kingmaker dataset`: what a data set holds, whether it is sound, one game of it, and CSV."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from kingmaker.printing import tell, to_json
from kingmaker.scripts._options import ForceOption, FormatOption, say
from kingmaker.scripts.terminal import print_table

dataset = typer.Typer(help="Look at a data set, check it, take games out of it.", no_args_is_help=True)
Folder = Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a data set.")]


@dataset.command()
def info(
    directory: Folder,
    output: FormatOption = "table",
    columns: Annotated[bool, typer.Option("--columns", help="Also every column and what it says.")] = False,
) -> None:
    """Print what was played, how much of it is there, and the tables."""
    from kingmaker.analysis import load

    data = load(directory)
    figures = data.figures()
    if output == "json":
        told = {**figures, "config": data.manifest["config"], "columns": data.manifest["tables"]}
        tell(json.dumps(told), form="json")
        return
    config = data.manifest["config"]
    tell("\n".join(f"{name:<11}{_written(value)}" for name, value in config.items()
                         if value not in (None, [], False)))
    reconstructed = data.manifest["reconstructed"]
    print_table(("table", "rows", "MB", "columns"), [
        (name, f"{row['rows']:,}", f"{row['bytes'] / 1e6:,.2f}", str(len(data.tables[name])))
        for name, row in figures["tables"].items()], [
        f"{figures['games']:,} of {figures['planned']:,} games, {figures['shards']} of {figures['n_shards']} shards; "
        f"a block is {figures['games_per_block']} games",
        f"{figures['playing_s']:,.1f} s of processor time spent playing; written by kingmaker "
        f"{data.manifest['kingmaker']}",
        *([f"rests on reconstructed data: {reconstructed}"] if reconstructed else [])],
        left=("table",))
    if columns:
        for name, rows in data.manifest["tables"].items():
            print_table((name, "type", "what it says"), [(row["name"], row["type"], row["help"]) for row in rows],
                        left=(name, "type", "what it says"))


def _written(value: Any) -> str:
    return "; ".join(map(str, value)) if isinstance(value, list) else str(value)


@dataset.command()
def check(
    directory: Folder,
    drop: Annotated[bool, typer.Option("--drop", help="Forget broken shards, so that they are played again.")] = False,
) -> None:
    """Read every file and compare it with the manifest; exit with 1 if something is wrong."""
    from kingmaker.analysis.data import dataset as datasets

    problems = datasets.check(directory)
    data = datasets.load(directory)
    for problem in problems:
        tell(str(problem))
    for name in datasets.unlisted(directory):
        say(f"{name}: not in the manifest, as a killed run leaves it; it does not count, and the next run replaces it")
    if drop:
        forgotten = datasets.drop(directory, problems)
        say(f"forgotten: {len(forgotten)} shards; the command that made the data set plays them again")
    shards, planned = len(data.manifest["shards"]), data.manifest["n_shards"]
    tell(f"{'sound' if not problems else f'{len(problems)} problems'}: {data.n_games:,} games in {shards} of "
               f"{planned} shards")
    if problems:
        raise typer.Exit(1)


@dataset.command()
def replay(
    directory: Folder,
    game: Annotated[int, typer.Argument(min=0, help="Its number, the column `game`.")],
    out: Annotated[Path | None, typer.Option(help="A file, .jsonl; standard output if absent.")] = None,
    force: ForceOption = False,
) -> None:
    """Play one game again from its seed and print its record; exit with 1 if it ends unlike the row that is kept."""
    from kingmaker.analysis import load
    from kingmaker.datasets import replay_game
    from kingmaker.writing import lines_of, refuse_stranger, save

    data = load(directory)
    if out is not None:
        refuse_stranger(out, lines_of("record"), force=force)
    again = replay_game(data, game)
    text = "".join(f"{to_json(line)}\n" for line in again.lines)
    if out is None:
        tell(text, end="", form="json")
    else:
        save(out, text, lines_of("record"), force=force)
    say(f"{again.entry.game} · {'; '.join(filter(None, again.entry.agents))}")
    kept = data.row(game)
    if kept is None:
        say("this game is not in a shard yet, so there is no row to compare with")
        return
    ended = {"decisions": again.decisions, **{f"points_{seat}": points for seat, points in enumerate(again.points)}}
    for name, value in ended.items():
        if kept[name] != value:
            say(f"{name}: {value} now, {kept[name]} in the row kept: another program, or other data, played it")
            raise typer.Exit(1)


@dataset.command()
def export(
    directory: Folder,
    out: Annotated[Path, typer.Option(help="Folder for the files.")],
    table: Annotated[list[str] | None, typer.Option(help="May be given several times; all tables if absent.")] = None,
    force: ForceOption = False,
) -> None:
    """Write tables as CSV."""
    from kingmaker.analysis.data.dataset import export as write

    for name, rows in write(directory, out, table, force=force).items():
        tell(f"{out / name}.csv: {rows:,} rows")
