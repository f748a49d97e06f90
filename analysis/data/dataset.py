"""Reading data sets: frames of what is asked for, whether the files are sound, and CSV."""
from __future__ import annotations

import hashlib
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kingmaker.analysis.data import schema
from kingmaker.analysis.data.store import find_changed, read_manifest, write_manifest
from kingmaker.analysis.errors import DataError

if TYPE_CHECKING:
    import pandas as pd

REPAIR = "`kingmaker dataset check DIR --drop` forgets such shards, and the same self-play command plays them again"


class Dataset:
    """A data set on disk. Nothing but its manifest is read before a frame is asked for."""

    def __init__(self, directory: str | Path) -> None:
        self.directory = Path(directory)
        self.manifest = read_manifest(self.directory)

    @property
    def tables(self) -> dict[str, list[str]]:
        """The tables and their columns."""
        return {name: [column["name"] for column in columns] for name, columns in self.manifest["tables"].items()}

    @property
    def n_games(self) -> int:
        """Games that are there; a run may not be finished."""
        return sum(entry["games"] for entry in self.manifest["shards"].values())

    def frame(self, table: str, columns: Sequence[str] | None = None, *, where: Any = None,
              skip_broken: bool = False) -> pd.DataFrame:
        """Return a table, or some of its columns and rows, in the order of the games.

        Parameters
        ----------
        columns : names; all if None
        where : conditions as `[("arm", "==", ""), ("decisions", ">", 100)]`, all of which must hold
        skip_broken : warn of files that cannot be read instead of refusing the table
        """
        pa = schema.arrow()
        self._check_names(table, columns)
        parts = []
        for entry in self._files(table):
            try:
                parts.append(_read(self.directory, entry["file"], columns, where))
            except DataError as error:
                if not skip_broken:
                    raise DataError(f"{error}. The other shards are sound or named by `kingmaker dataset check`; "
                                    f"skip_broken=True reads them; {REPAIR}") from None
                warnings.warn(str(error), stacklevel=2)
        if not parts:
            raise DataError(f"{self.directory}: table {table!r} has no shard that can be read yet")
        return pa.concat_tables(parts).unify_dictionaries().to_pandas()

    def row(self, game: int) -> dict[str, Any] | None:
        """Return the row of one game in `games`, or None if its shard is not there."""
        for entry in self._files("games"):
            rows = _read(self.directory, entry["file"], None, [("game", "==", game)])
            if rows.num_rows:
                row: dict[str, Any] = rows.to_pylist()[0]
                return row
        return None

    def figures(self) -> dict[str, Any]:
        """Return how much there is: games, shards, rows and bytes of each table, time spent playing."""
        shards = self.manifest["shards"].values()
        return {
            "games": self.n_games, "planned": self.manifest["n_games"], "blocks": self.manifest["n_blocks"],
            "games_per_block": len(self.manifest["block"]), "shards": len(shards),
            "n_shards": self.manifest["n_shards"], "playing_s": round(sum(entry["playing_s"] for entry in shards), 3),
            "tables": {name: {key: sum(entry["files"][name][key] for entry in shards) for key in ("rows", "bytes")}
                       for name in self.tables}}

    def __getitem__(self, table: str) -> pd.DataFrame:
        """Return a whole table."""
        return self.frame(table)

    def _files(self, table: str) -> list[dict[str, Any]]:
        return [entry["files"][table] for entry in self.manifest["shards"].values()]

    def _check_names(self, table: str, columns: Sequence[str] | None) -> None:
        if table not in self.tables:
            raise DataError(f"{self.directory}: unknown table {table!r}; known: {', '.join(self.tables)}")
        for column in columns or ():
            if column not in self.tables[table]:
                raise DataError(f"{self.directory}: table {table!r} has no column {column!r}; it has "
                                f"{', '.join(self.tables[table])}")

    def __repr__(self) -> str:
        return f"<Dataset {self.directory}: {self.n_games} games of {self.manifest['config'].get('game')}>"


def load(directory: str | Path) -> Dataset:
    """Return a data set; its frames are read when they are asked for.

    `load(DIR)["games"]` is a whole table, `load(DIR).frame("pieces", ["piece", "points"])` some columns of one.
    """
    return Dataset(directory)


def _read(directory: Path, name: str, columns: Sequence[str] | None, where: Any) -> Any:
    """Return one file's rows; say which file it is that cannot be read."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = directory / name
    try:
        with pq.ParquetFile(path) as file:
            schema.read_about(file.schema_arrow, str(path))
        return pq.read_table(path, columns=None if columns is None else list(columns), filters=where,
                             partitioning=None)
    except (pa.ArrowException, OSError) as error:
        raise DataError(f"{path}: cannot be read: {str(error).splitlines()[0]}") from None


# -- checking -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong. `shard` is None where it concerns no shard."""

    shard: int | None
    file: str
    what: str

    def __str__(self) -> str:
        return f"{'' if self.shard is None else f'shard {self.shard}: '}{self.file}: {self.what}"


def check(directory: str | Path) -> list[Problem]:
    """Return all that is wrong with a data set: bytes, schema, rows. Shards that were not played yet are no fault."""
    dataset = Dataset(directory)
    problems = []
    for shard, entry in dataset.manifest["shards"].items():
        for table, file in entry["files"].items():
            problems += [Problem(int(shard), file["file"], what)
                         for what in _check_file(dataset, int(shard), table, file)]
    for name, entry in dataset.manifest["data"].items():
        path = dataset.directory / entry["file"]
        if not path.exists() or hashlib.sha256(path.read_bytes()).hexdigest() != entry["sha256"]:
            problems.append(Problem(None, entry["file"], f"is not the {name} that the games were played with"))
    return problems


def _check_file(dataset: Dataset, shard: int, table: str, entry: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with one file; the first fault speaks for those that follow from it."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = dataset.directory / entry["file"]
    changed = list(find_changed(dataset.directory, {table: entry}))
    if changed:
        yield changed[0].partition(": ")[2]
        return
    if hashlib.sha256(path.read_bytes()).hexdigest() != entry["sha256"]:
        yield "its bytes are not those that were written"
    try:
        rows = pq.read_table(path, partitioning=None)
        about = schema.read_about(rows.schema, str(path))
    except DataError as error:
        yield str(error).partition(": ")[2]
        return
    except (pa.ArrowException, OSError) as error:
        yield f"cannot be read: {str(error).splitlines()[0]}"
        return
    if (about.get("table"), about.get("shard")) != (table, shard):
        yield f"holds shard {about.get('shard')} of {about.get('table')!r}"
    if rows.num_rows != entry["rows"]:
        yield f"{rows.num_rows} rows, {entry['rows']} were written"
    if rows.column_names != dataset.tables[table]:
        yield f"columns {', '.join(rows.column_names)}"


def unlisted(directory: str | Path) -> list[str]:
    """Return files that the manifest does not list, as a killed run leaves them; the next run replaces them."""
    dataset = Dataset(directory)
    listed = {file["file"] for entry in dataset.manifest["shards"].values() for file in entry["files"].values()}
    there = (path for table in dataset.tables for path in (dataset.directory / table).glob("*.parquet"))
    return sorted(name for path in there if (name := path.relative_to(dataset.directory).as_posix()) not in listed)


def drop(directory: str | Path, problems: Sequence[Problem]) -> list[int]:
    """Forget the shards that have problems, so that they are played again; return which."""
    dataset = Dataset(directory)
    shards = sorted({problem.shard for problem in problems if problem.shard is not None})
    for shard in shards:
        for file in dataset.manifest["shards"].pop(str(shard))["files"].values():
            (dataset.directory / file["file"]).unlink(missing_ok=True)
    if shards:
        write_manifest(dataset.directory, dataset.manifest)
    return shards


# -- CSV ------------------------------------------------------------------------------------------------------------


def export(directory: str | Path, folder: str | Path, tables: Sequence[str] | None = None) -> dict[str, int]:
    """Write tables as CSV, one file each, and return their rows; shard after shard, so that memory stays small.

    Nothing is written for a value that is missing.
    """
    dataset, folder = Dataset(directory), Path(folder)
    for table in tables or ():
        dataset._check_names(table, None)
    rows = {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for table in tables or list(dataset.tables):
            path = folder / f"{table}.csv"
            rows[table] = 0
            with path.open("w", encoding="utf-8", newline="") as file:
                for i, entry in enumerate(dataset._files(table)):
                    frame = _read(dataset.directory, entry["file"], None, None).to_pandas()
                    frame.to_csv(file, index=False, header=i == 0, lineterminator="\n")
                    rows[table] += len(frame)
    except OSError as error:
        raise DataError(f"{error.filename or folder}: {error.strerror}") from None
    return rows
