"""The schema of data sets: what every table and every column is. docs/datasets.md is this module in words.

Tables that all games have stand here; a game's own come from outside as the same kind of columns (`Column`). Whole
numbers and words that may be missing come as -1, texts as None, floats as nan: all three become null.
"""
from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kingmaker.analysis.errors import DataError
from kingmaker.errors import shown, told_as
from kingmaker.reading import decode, parse_json
from kingmaker.shapes import anything, fit, string, table, whole

if TYPE_CHECKING:
    import pyarrow as pa

VERSION = 1
KEY = b"kingmaker"  # of a file's metadata
UNREPEATED = ("times",)  # tables that differ from run to run
ABOUT = table({"schema_version": anything()}, {"table": string(200), "shard": whole(0, 10**7)}, others=True)


@dataclass(frozen=True)
class Column:
    """One column: `type` is int8, int16, int32, int64, float64, bool, text, or word with a list of `words`."""

    name: str
    type: str
    help: str
    words: tuple[str, ...] = ()
    optional: bool = False


GAME = Column("game", "int64", "the game's number: block * games of a block + place in the block")
HEAD = (
    GAME,
    Column("block", "int64", "games of a block share a deal"),
    Column("deal", "int64", "seed of the deal and, on branches of its own, of each seat's thinking"),
    Column("arm", "text", "the intervention, as options of the game; empty = none"),
    Column("rotation", "int16", "0 = agents in the order given; k = each moved on by k seats"),
)
TAIL = (
    Column("margin", "float64", "seat 0's points minus those of the best other seat; alone, the points"),
    Column("winner", "int8", "the seat that won alone; none if the win is shared", optional=True),
    Column("starter", "int8", "the seat that made the first decision"),
    Column("decisions", "int32", "decisions in the game"),
    Column("turns", "int32", "turns: runs of decisions by one seat, unless the game counts its own"),
)
TIMES = (
    GAME,
    Column("seconds", "float64",
           "processor time from deal to last decision, a task's shared out by the clock; differs from run to run"))
DECISIONS = (
    GAME,
    Column("decision", "int32", "1 = the first of the game"),
    Column("seat", "int8", "who decided"),
    Column("legal", "int32", "how many actions were legal"),
    Column("move", "text", "what was chosen"),
    Column("best", "text", "the move that the judge, or the searching agent itself, holds best", optional=True),
    Column("value", "float64", "mean utility of the chosen move in that search, 0..1", optional=True),
    Column("visits", "int64", "iterations of that search that began with the chosen move", optional=True),
    Column("loss", "float64", "value of the best move - value of the chosen one, in that search; 0 where an agent "
           "judges its own choice", optional=True),
)


def core_tables(n_players: int, options: Mapping[str, tuple[str, str]], *,
                decisions: bool) -> dict[str, tuple[Column, ...]]:
    """Return the tables that every game has.

    Parameters
    ----------
    n_players : the most seats of any game
    options : of the game: name -> type, int32 or text, and meaning; each is a column
    decisions : whether every decision is kept

    Examples
    --------
    >>> [column.name for column in core_tables(1, {"level": ("int32", "how hard")}, decisions=False)["games"]][5:8]
    ['level', 'agent_0', 'points_0']
    """
    chosen = [Column(name, kind, meaning) for name, (kind, meaning) in options.items()]
    agents = [Column(f"agent_{seat}", "text", f"who played seat {seat}; none where it never decides or is not there",
                     optional=True) for seat in range(n_players)]
    results = [column for seat in range(n_players) for column in (
        Column(f"points_{seat}", "float64", f"final points of seat {seat}", optional=True),
        Column(f"win_{seat}", "float64", f"seat {seat}'s share of the win; 1/k if k share it", optional=True))]
    tables = {"games": (*HEAD, *chosen, *agents, *results, *TAIL), "times": TIMES}
    return tables | ({"decisions": DECISIONS} if decisions else {})


def join_tables(core: Mapping[str, Sequence[Column]],
                own: Mapping[str, Sequence[Column]]) -> dict[str, tuple[Column, ...]]:
    """Add a game's own tables; its `games` columns stand at the end, in place of ours of the same name."""
    tables = {name: tuple(columns) for name, columns in core.items()}
    for name, columns in own.items():
        if name not in tables:
            tables[name] = tuple(columns)
            continue
        if name != "games":
            raise DataError(f"table {name!r}: a game's own table cannot be called so")
        replaced = {column.name for column in columns} - {"game"}
        clash = replaced & {column.name for column in (*HEAD, *TAIL)} - {"turns"}
        if clash:
            raise DataError(f"games: the columns {', '.join(sorted(clash))} belong to all games")
        tables[name] = (*(column for column in tables[name] if column.name not in replaced),
                        *(column for column in columns if column.name != "game"))
    for name, columns in tables.items():
        names = [column.name for column in columns]
        if len(set(names)) < len(names):
            raise DataError(f"table {name!r}: two columns have one name in {', '.join(names)}")
    return tables


def arrow() -> Any:
    """Return pyarrow, imported when a table is read or written: `load` alone is to be quick."""
    import pyarrow
    import pyarrow.parquet  # here, so that its time does not count as that of the first shard

    return pyarrow


def arrow_schema(columns: Iterable[Column]) -> pa.Schema:
    """Return the columns as pyarrow has them, each with its meaning."""
    pa = arrow()
    kinds = {"text": pa.string(), "bool": pa.bool_(), "word": pa.dictionary(pa.int16(), pa.string())}
    return pa.schema([pa.field(column.name, kinds[column.type] if column.type in kinds
                               else pa.type_for_alias(column.type), column.optional, {"help": column.help})
                      for column in columns])


def to_arrow(name: str, columns: Sequence[Column], values: Mapping[str, Any], about: Mapping[str, Any]) -> pa.Table:
    """Return the rows of one table.

    Parameters
    ----------
    values : column -> values, all of them and no other
    about : where they come from, for the file's metadata
    """
    pa = arrow()
    wanted = [column.name for column in columns]
    if sorted(wanted) != sorted(values):
        raise DataError(f"table {name!r}: expected the columns {', '.join(wanted)}; got {', '.join(values)}")
    schema = arrow_schema(columns)
    arrays = [_array(column, schema.field(column.name).type, np.asarray(values[column.name])) for column in columns]
    head = json.dumps({"schema_version": VERSION, "table": name, **about}, sort_keys=True)
    return pa.Table.from_arrays(arrays, schema=schema.with_metadata({KEY: head.encode()}))


def _array(column: Column, kind: Any, values: np.ndarray[Any, Any]) -> Any:
    pa = arrow()
    if column.type == "text":
        return pa.array(values, kind)
    if column.type == "word":
        codes = pa.array(values.astype(np.int16), mask=values < 0 if column.optional else None)
        return pa.DictionaryArray.from_arrays(codes, list(column.words))
    if column.type == "float64":
        return pa.array(values, kind, from_pandas=column.optional)
    mask = values < 0 if column.optional else None
    return pa.array(values.astype(column.type), kind, mask=mask)


def read_about(schema: pa.Schema, where: str) -> dict[str, Any]:
    """Return where a file's rows come from; refuse what is not ours or of another version."""
    raw = (schema.metadata or {}).get(KEY)
    if raw is None:
        raise DataError(f"{where}: not a table of a kingmaker data set")
    with told_as(DataError):
        about: dict[str, Any] = fit(parse_json(decode(raw, f"{where}: metadata"), f"{where}: metadata"), ABOUT,
                                    f"{where}: metadata")
    check_version(about.get("schema_version"), where)
    return about


def check_version(version: object, where: str) -> None:
    """Refuse a schema that this program does not know."""
    if version != VERSION:
        raise DataError(f"{where}: schema version {shown(version)}; this program reads {VERSION}. Read it with the "
                        f"kingmaker that wrote it, or make the data set again")


def columns_to_dict(tables: Mapping[str, Sequence[Column]]) -> dict[str, list[dict[str, Any]]]:
    """Return tables as a manifest has them."""
    return {name: [{key: value for key, value in asdict(column).items() if value not in ((), False)}
                   for column in columns] for name, columns in tables.items()}
