"""Writing data sets: shards of parquet and a manifest, so that a run can be killed at any moment and go on.

A shard is a file in each table's folder. Files are written under another name and renamed, then the manifest, in the
same way, says that the shard is there. What the manifest does not list does not count and is written anew.
"""
from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from kingmaker.analysis.data import schema
from kingmaker.analysis.data.manifest import (
    MANIFEST,
    check_manifest,
    inside,
    part_name,
    read_manifest,
    write_manifest,
)
from kingmaker.analysis.errors import DataError
from kingmaker.writing import HIDDEN, replace

LOCK = ".lock"
SAVE_S = 1.0  # the manifest is written at most so often: a kill costs about that much work
MORE = "games"  # of the configuration: a data set may grow
IDENTITY = ("config", "data", "kingmaker", "schema_version")  # what must be the same to go on


class DataFile(Protocol):
    """A path, or what stands in no file."""

    @property
    def suffix(self) -> str:
        """The end of its name."""

    def read_bytes(self) -> bytes:
        """Return what it holds."""


@dataclass(frozen=True)
class Head:
    """What a data set is, before any row.

    Parameters
    ----------
    config : all that decides the rows; `games`, how many, may grow later
    shard_games : games of a whole shard; the last one may have fewer
    program : the version that plays
    data : component data by what it is, each with `suffix` and `read_bytes()` as a path has; copied into the data set
    tables : table -> columns
    about : anything else worth keeping: `reconstructed`, what a block is
    """

    config: Mapping[str, Any]
    shard_games: int
    program: str
    data: Mapping[str, DataFile]
    tables: Mapping[str, Sequence[schema.Column]]
    about: Mapping[str, Any]


class Store:
    """A data set that is being written. Use it in a `with` statement: no other run may write there meanwhile.

    Parameters
    ----------
    directory : made if it is not there
    head : what the data set is; one that differs from what lies there is refused, unless it is the same with more games
    n_shards : how many shards the whole has
    """

    def __init__(self, directory: Path, head: Head, n_shards: int) -> None:
        self.directory, self.head, self.n_shards = directory, head, n_shards
        self.redone: list[str] = []  # shards that are listed, but not as they were written
        self._saved_at, self._n_kept = 0.0, 0
        self._lock: Any = None

    def __enter__(self) -> Store:
        schema.arrow()
        with self._writing():
            self.directory.mkdir(parents=True, exist_ok=True)
            _refuse_strangers(self.directory)
            self._lock = _lock(self.directory)
            try:
                _clear(self.directory, self.head.tables)
                self.manifest = self._begin()
                self._save()
            except BaseException:
                self._lock.close()
                raise
        return self

    def __exit__(self, *_: object) -> None:
        try:
            with self._writing():
                self._save()
        finally:
            self._lock.close()

    # -- what is there --------------------------------------------------------------------------------------------

    def _begin(self) -> dict[str, Any]:
        """Return the manifest of this data set: the one that lies there, or a new one."""
        fresh = self._fresh()
        path = self.directory / MANIFEST
        if not path.exists():
            _keep_data(self.directory, self.head.data)
            return fresh
        old = read_manifest(self.directory)
        self._n_kept = sum(entry["games"] for entry in old["shards"].values())
        differences = list(_differences({key: old.get(key) for key in IDENTITY},
                                        {key: fresh[key] for key in IDENTITY}))
        wanted = fresh["config"].get(MORE, 0)
        if [name for name, _, _ in differences] == [MORE] and old["config"].get(MORE, wanted) < wanted:
            old, differences = {**fresh, "shards": dict(self._whole(old["shards"]))}, []
        if differences:
            lines = "\n".join(f"  {name}: {there} there, {asked} asked for" for name, there, asked in differences)
            raise DataError(f"{self.directory} holds another data set; it goes on only as it began:\n{lines}\n"
                            "choose another folder, or ask for what is there")
        for shard, entry in list(old["shards"].items()):
            for problem in find_changed(self.directory, entry["files"]):
                self.redone.append(problem)
                old["shards"].pop(shard, None)
        return old

    def _whole(self, shards: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """Yield the shards that stay as they are with more games."""
        for shard, entry in shards.items():
            if entry["games"] == self.head.shard_games:
                yield shard, entry
            else:
                self.redone.append(f"shard {shard}: it was the last and short, {entry['games']} games")

    def _fresh(self) -> dict[str, Any]:
        data = {name: {"file": f"data/{name}{path.suffix}", "sha256": _hash(path.read_bytes())}
                for name, path in self.head.data.items()}
        fresh: dict[str, Any] = json.loads(json.dumps({  # as it is read back: tuples are lists
            "dataset": "kingmaker", "schema_version": schema.VERSION, "kingmaker": self.head.program,
            "versions": _versions(), "config": dict(self.head.config), "data": data, **self.head.about,
            "n_shards": self.n_shards, "tables": schema.columns_to_dict(self.head.tables), "shards": {}}))
        return check_manifest(fresh, str(self.directory / MANIFEST))

    @property
    def missing(self) -> list[int]:
        """The shards that are still to be written."""
        return [shard for shard in range(self.n_shards) if str(shard) not in self.manifest["shards"]]

    @property
    def n_games(self) -> int:
        """Games that are there."""
        return sum(entry["games"] for entry in self.manifest["shards"].values())

    @property
    def n_bytes(self) -> int:
        """Bytes of all that is there."""
        return sum(file["bytes"] for entry in self.manifest["shards"].values() for file in entry["files"].values())

    # -- writing --------------------------------------------------------------------------------------------------

    def write(self, shard: int, n_games: int, tables: Mapping[str, Mapping[str, Any]], *, playing_s: float,
              seconds: float) -> None:
        """Write a shard.

        Parameters
        ----------
        n_games : games in it
        tables : table -> column -> values
        playing_s, seconds : processor time spent playing, and in all by the workers, for the record
        """
        config = {name: value for name, value in self.manifest["config"].items() if name != MORE}
        config_hash = _hash(json.dumps(config, sort_keys=True).encode())
        files: dict[str, Any] = {}
        with self._writing():
            try:
                for name, columns in self.head.tables.items():
                    about = {"shard": shard, "config_sha256": config_hash, "kingmaker": self.head.program}
                    table = schema.to_arrow(name, columns, tables[name], about)
                    files[name] = _write_table(self.directory, part_name(name, shard), table)
                self.manifest["shards"][str(shard)] = {"games": n_games, "playing_s": round(playing_s, 6),
                                                       "seconds": round(seconds, 6), "files": files}
            except BaseException:  # a full disk, or Ctrl-C: the shard is there whole or not at all
                self.manifest["shards"].pop(str(shard), None)
                _remove(self.directory, shard, self.head.tables)
                self._try_save()
                raise
            if time.monotonic() - self._saved_at > SAVE_S:
                self._save()

    def save(self) -> None:
        """Write the manifest now."""
        with self._writing():
            self._save()

    def _save(self) -> None:
        shards = self.manifest["shards"]
        self.manifest["shards"] = {shard: shards[shard] for shard in sorted(shards, key=int)}
        write_manifest(self.directory, self.manifest)
        self._saved_at, self._n_kept = time.monotonic(), self.n_games

    def _try_save(self) -> None:
        try:
            self._save()
        except OSError:
            return  # the older manifest stands: what it lists is there

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Say of a folder that cannot be written what that means for the data."""
        try:
            yield
        except OSError as error:
            kept = f"; {self._n_kept} games are there and stay usable" if self._n_kept else ""
            raise DataError(f"{error.filename or self.directory}: {error.strerror or error}{kept}. Mend that, or "
                            f"choose another folder; the same command goes on where it stopped") from None


# -- files ----------------------------------------------------------------------------------------------------------


def find_changed(directory: Path, files: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Yield what is wrong at first sight with the files of a shard: missing, or of another size."""
    for entry in files.values():
        path = inside(directory, entry["file"])
        try:
            size = path.stat().st_size
        except OSError:
            yield f"{entry['file']}: missing"
            continue
        if size != entry["bytes"]:
            yield f"{entry['file']}: {size} bytes, {entry['bytes']} were written"


def _write_table(directory: Path, name: str, table: Any) -> dict[str, Any]:
    """Write one file of a shard and return what the manifest says of it."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="zstd")
    raw = sink.getvalue().to_pybytes()
    path = inside(directory, name)
    path.parent.mkdir(exist_ok=True)
    replace(path, raw, to_disk=False)  # one that a computer without power left is found by its size
    return {"file": name, "rows": table.num_rows, "bytes": len(raw), "sha256": _hash(raw)}


def _refuse_strangers(directory: Path) -> None:
    """Refuse a folder that holds something else; what a run left that was killed at once is no stranger."""
    names = sorted(entry.name for entry in directory.iterdir())
    strange = [name for name in names if name not in (LOCK, "data") and not name.startswith(f".{MANIFEST}")
               and not HIDDEN.fullmatch(name)]
    if MANIFEST not in names and strange:
        raise DataError(f"{directory}: expected an empty folder or a data set; it holds {', '.join(strange[:5])} and "
                        f"no {MANIFEST}")


def _remove(directory: Path, shard: int, tables: Mapping[str, Any]) -> None:
    for name in tables:
        inside(directory, part_name(name, shard)).unlink(missing_ok=True)


def _keep_data(directory: Path, data: Mapping[str, DataFile]) -> None:
    """Copy the component data: the rows mean nothing without them."""
    for name, path in data.items():
        (directory / "data").mkdir(exist_ok=True)
        replace(inside(directory, f"data/{name}{path.suffix}"), path.read_bytes())


def _clear(directory: Path, tables: Mapping[str, Any]) -> None:
    """Remove what killed runs left half written; nobody else writes here now."""
    for folder in (directory, directory / "data", *(directory / name for name in tables)):
        for path in folder.glob(".kingmaker-*") if folder.is_dir() and not folder.is_symlink() else ():
            if HIDDEN.fullmatch(path.name):
                path.unlink(missing_ok=True)


def _hash(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()


def _versions() -> dict[str, str]:
    import platform

    import numpy
    import pyarrow

    return {"python": platform.python_version(), "numpy": numpy.__version__, "pyarrow": pyarrow.__version__}


def _differences(there: Any, asked: Any, name: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield name and both values of everything in which two manifests differ."""
    if isinstance(there, dict) and isinstance(asked, dict):
        for key in sorted(there.keys() | asked.keys()):
            yield from _differences(there.get(key), asked.get(key), f"{name}.{key}" if name else key)
    elif there != asked:
        yield name.removeprefix("config."), json.dumps(there), json.dumps(asked)


def _lock(directory: Path) -> Any:
    """Hold the folder for this run alone; a killed run lets go by itself."""
    file = open(directory / LOCK, "a", encoding="utf-8")  # noqa: SIM115
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        pass  # no such locks on this system
    except BlockingIOError:
        file.close()
        raise DataError(f"{directory}: another run is writing there; wait for it, or choose another folder") from None
    return file
