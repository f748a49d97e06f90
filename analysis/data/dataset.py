"""Reading data sets: frames of what is asked for, whether the files are sound, and CSV."""
from __future__ import annotations

import hashlib
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kingmaker.analysis.data import schema
from kingmaker.analysis.data.manifest import MANIFEST, inside, read_manifest, write_manifest
from kingmaker.analysis.data.store import find_changed
from kingmaker.analysis.errors import DataError
from kingmaker.errors import shown
from kingmaker.writing import fresh, refuse_stranger, table_of

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

PLAIN = "plain"  # folder within a data set
RISKY = ("=", "+", "-", "@", "\t", "\r")  # begin a formula in a spreadsheet
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
        for shard in self._shards():
            try:
                parts.append(_read(self.directory, table, shard, self.manifest, columns, where))
            except DataError as error:
                if not skip_broken:
                    raise DataError(f"{error}. The other shards are sound or named by `kingmaker dataset check`; "
                                    f"skip_broken=True reads them; {REPAIR}") from None
                warnings.warn(str(error), stacklevel=2)
        if not parts:
            raise DataError(f"{self.directory}: table {table!r} has no shard that can be read yet")
        return pa.concat_tables(parts).unify_dictionaries().to_pandas()

    def parts(self, table: str, columns: Sequence[str] | None = None) -> Parts:
        """Return a table, or some of its columns, shard by shard: a block lies whole in one, and memory stays small."""
        self._check_names(table, columns)
        return Parts(self, table, columns)

    def row(self, game: int) -> dict[str, Any] | None:
        """Return the row of one game in `games`, or None if its shard is not there."""
        self._check_names("games", None)
        for shard in self._shards():
            rows = _read(self.directory, "games", shard, self.manifest, where=[("game", "==", game)])
            if rows.num_rows:
                row: dict[str, Any] = rows.to_pylist()[0]
                return row
        return None

    def figures(self) -> dict[str, Any]:
        """Return how much there is: games, shards, rows and bytes of each table, time spent playing."""
        shards = self.manifest["shards"].values()
        return {
            "games": self.n_games, "planned": self.manifest.get("n_games"), "blocks": self.manifest.get("n_blocks"),
            "games_per_block": len(self.manifest.get("block", ())), "shards": len(shards),
            "n_shards": self.manifest["n_shards"], "playing_s": round(sum(entry["playing_s"] for entry in shards), 3),
            "tables": {name: {key: sum(entry["files"][name][key] for entry in shards) for key in ("rows", "bytes")}
                       for name in self.tables}}

    def __getitem__(self, table: str) -> pd.DataFrame:
        """Return a whole table."""
        return self.frame(table)

    def _shards(self) -> list[int]:
        return [int(shard) for shard in self.manifest["shards"]]

    def data_file(self, name: str) -> Path:
        """Return the component data that was played with, which lies in the folder."""
        if name not in self.manifest["data"]:
            raise DataError(f"{self.directory}: keeps no data called {name!r}")
        return inside(self.directory, self.manifest["data"][name]["file"])

    @property
    def plain(self) -> Dataset | None:
        """The games of a plain search on some of the same deals, which lie in a folder within, if there are any."""
        folder = self.directory / PLAIN
        return Dataset(folder) if (folder / MANIFEST).exists() else None

    def _check_names(self, table: str, columns: Sequence[str] | None) -> None:
        if table not in self.tables:
            raise DataError(f"{self.directory}: unknown table {table!r}; known: {', '.join(self.tables)}")
        for column in columns or ():
            if column not in self.tables[table]:
                raise DataError(f"{self.directory}: table {table!r} has no column {column!r}; it has "
                                f"{', '.join(self.tables[table])}")

    def __repr__(self) -> str:
        return f"<Dataset {self.directory}: {self.n_games} games of {self.manifest['config'].get('game')}>"


class Parts:
    """The frames of a table, shard by shard; each time that it is gone through they are read anew."""

    def __init__(self, data: Dataset, table: str, columns: Sequence[str] | None) -> None:
        self._data, self._table, self._columns = data, table, columns

    def __iter__(self) -> Iterator[pd.DataFrame]:
        for shard in self._data._shards():
            yield _read(self._data.directory, self._table, shard, self._data.manifest, self._columns).to_pandas()


def load(directory: str | Path) -> Dataset:
    """Return a data set; its frames are read when they are asked for.

    `load(DIR)["games"]` is a whole table, `load(DIR).frame("pieces", ["piece", "points"])` some columns of one.
    """
    return Dataset(directory)


def _read(directory: Path, table: str, shard: int, manifest: Mapping[str, Any], columns: Sequence[str] | None = None,
          where: Any = None) -> Any:
    """Return one file's rows; say which file it is that cannot be read, or that is not as it was written."""
    import pyarrow.parquet as pq

    file = manifest["shards"][str(shard)]["files"][table]
    path = inside(directory, file["file"])
    with _naming(path):
        with pq.ParquetFile(path) as parquet:
            schema.read_about(parquet.schema_arrow, str(path))
            _check_columns(parquet.schema_arrow, manifest["tables"][table], str(path))
        if _hash_of(path) != file["sha256"]:
            raise DataError(f"{path}: its bytes are not those that were written")
        rows = pq.read_table(path, columns=None if columns is None else list(columns), filters=where,
                             partitioning=None)
        rows.validate(full=True)
    return rows


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Say of a file that cannot be read which one it is: of damaged bytes pyarrow raises whatever it comes upon."""
    import pyarrow as pa

    try:
        yield
    except (pa.ArrowException, OSError, UnicodeDecodeError, OverflowError, MemoryError) as error:
        reason = (getattr(error, "strerror", None) or str(error) or type(error).__name__).splitlines()[0]
        raise DataError(f"{path}: cannot be read: {reason}") from None


def _check_columns(there: pa.Schema, columns: Sequence[Mapping[str, Any]], where: str) -> None:
    """Refuse a file whose columns are not those that the manifest tells."""
    wanted = schema.arrow_schema([schema.Column(**{**column, "words": tuple(column.get("words", ()))})
                                  for column in columns])
    if there.names != wanted.names or there.types != wanted.types:
        raise DataError(f"{where}: expected the columns {shown(wanted.names, 300)} of their types, as the manifest has "
                        f"them; got {shown(there.names, 300)}")


def _hash_of(path: Path) -> str:
    state = path.stat()
    return _hashed(path, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=4096)
def _hashed(path: Path, changed: int, size: int) -> str:
    """Return the hash of a file that was changed last at a moment; each is read once for it."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


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
        path = dataset.data_file(name)
        if not path.is_file() or _hash_of(path) != entry["sha256"]:
            problems.append(Problem(None, entry["file"], f"is not the {name} that the games were played with"))
    return problems


def _check_file(dataset: Dataset, shard: int, table: str, entry: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with one file; the first fault speaks for those that follow from it."""
    import pyarrow.parquet as pq

    path = inside(dataset.directory, entry["file"])
    changed = list(find_changed(dataset.directory, {table: entry}))
    if changed:
        yield changed[0].partition(": ")[2]
        return
    if _hash_of(path) != entry["sha256"]:
        yield "its bytes are not those that were written"
    try:
        with _naming(path):
            rows = pq.read_table(path, partitioning=None)
            about = schema.read_about(rows.schema, str(path))
            rows.validate(full=True)
    except DataError as error:
        yield str(error).removeprefix(f"{path}: ")
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
    there = (path for table in dataset.tables for path in inside(dataset.directory, table).glob("*.parquet"))
    return sorted(name for path in there if (name := path.relative_to(dataset.directory).as_posix()) not in listed)


def drop(directory: str | Path, problems: Sequence[Problem]) -> list[int]:
    """Forget the shards that have problems, so that they are played again; return which."""
    dataset = Dataset(directory)
    shards = sorted({problem.shard for problem in problems if problem.shard is not None})
    for shard in shards:
        for file in dataset.manifest["shards"].pop(str(shard))["files"].values():
            inside(dataset.directory, file["file"]).unlink(missing_ok=True)
    if shards:
        write_manifest(dataset.directory, dataset.manifest)
    return shards


# -- CSV ------------------------------------------------------------------------------------------------------------


def export(directory: str | Path, folder: str | Path, tables: Sequence[str] | None = None, *,
           force: bool = False) -> dict[str, int]:
    """Write tables as CSV, one file each, and return their rows; shard after shard, so that memory stays small.

    Nothing is written for a value that is missing. A text that a spreadsheet would take for a formula gets `'` before
    it. Files that are there and are no such tables stay, unless `force` says that they may be replaced.
    """
    dataset, folder = Dataset(directory), Path(folder)
    names = tables or list(dataset.tables)
    for table in names:
        dataset._check_names(table, None)
    rows = {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for table in names:
            refuse_stranger(folder / f"{table}.csv", table_of("game,"), force=force)
        for table in names:
            rows[table] = 0
            with fresh(folder / f"{table}.csv", to_disk=False) as file:
                for i, shard in enumerate(dataset._shards()):
                    frame = _read(dataset.directory, table, shard, dataset.manifest).to_pandas()
                    file.write(to_csv(frame, header=i == 0).encode())
                    rows[table] += len(frame)
    except OSError as error:
        raise DataError(f"{error.filename or folder}: {error.strerror}") from None
    return rows


def to_csv(frame: pd.DataFrame, *, header: bool = True) -> str:
    """Return a frame as CSV in which no text is taken for a formula; numbers stay as they are."""
    text: str = guarded(frame).to_csv(index=False, header=header, lineterminator="\n")
    return text


def guarded(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame with `'` before each text, and each name of a column, that a spreadsheet would calculate.

    Examples
    --------
    >>> import pandas as pd
    >>> guarded(pd.DataFrame({"a": ["=1+1", "take T1", ""], "b": [-1, 0, 1]})).to_dict("list")
    {'a': ["'=1+1", 'take T1', ''], 'b': [-1, 0, 1]}
    """
    frame = frame.rename(columns=guard)
    for k, kind in enumerate(frame.dtypes):
        if kind == "category":
            column = frame.iloc[:, k]
            frame.isetitem(k, column.cat.rename_categories(guard))
        elif kind == object or kind == "string":  # noqa: E721
            frame.isetitem(k, frame.iloc[:, k].map(guard))
    return frame


def guard(cell: Any) -> Any:
    """Return a text that a spreadsheet takes for a text; other values as they are."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in RISKY and cell else cell
