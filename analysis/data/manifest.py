"""The manifest of a data set: its shape, and the one way from what it names to files, which never leads outside.

A data set may come from anybody. No path is taken from a manifest: what stands there as `file` must be the name that
follows from table and shard, and the place it leads to must lie in the folder, links included.
"""
from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from kingmaker.analysis.data import schema
from kingmaker.analysis.errors import DataError
from kingmaker.errors import shown, told_as
from kingmaker.reading import parse_json, read_text
from kingmaker.shapes import anything, fit, flag, items, mapping, maybe, number, refuse, string, table, whole
from kingmaker.writing import replace

MANIFEST = "manifest.json"
MOST = 10**12  # games, bytes
NAME = "[A-Za-z][A-Za-z0-9_-]{0,59}"  # of tables and of component data
SHARD = "0|[1-9][0-9]{0,6}"
TYPES = ("int8", "int16", "int32", "int64", "float64", "bool", "text", "word")
_WORD, _SHA = string(5000), string(pattern="[0-9a-f]{64}")
_COLUMN = table({"name": string(200), "type": string(words=TYPES), "help": _WORD},
                {"words": items(_WORD, 1), "optional": flag()})
_FILE = table({"file": _WORD, "rows": whole(0, 10**8), "bytes": whole(0, MOST), "sha256": _SHA})
_SHARDS = mapping(string(pattern=SHARD), table({
    "games": whole(0, MOST), "playing_s": number(0), "seconds": number(0), "files": mapping(_WORD, _FILE, 1000)}))
_CONFIG = {
    "game": string(10_000), "agents": items(_WORD, 1, 1000), "games": whole(1, MOST), "seed": whole(0, 2**127),
    "each": items(_WORD, high=1000), "arms": items(_WORD), "decisions": flag(), "judge": maybe(_WORD),
    "batch": whole(1, MOST)}
_ENTRY = {"game": string(10_000), "arm": _WORD, "rotation": whole(0, 1000), "agents": items(maybe(_WORD), 1, 1000)}
_NEEDED = {
    "dataset": string(words=("kingmaker",)), "schema_version": anything(), "kingmaker": string(200),
    "config": table({}, _CONFIG, others=True), "n_shards": whole(0, 10**7),
    "data": mapping(string(pattern=NAME), table({"file": _WORD, "sha256": _SHA})),
    "tables": mapping(string(pattern=NAME), items(_COLUMN, 1, 10_000), 1000), "shards": _SHARDS}
_FURTHER = {"versions": mapping(_WORD, _WORD), "reconstructed": string(10_000), "n_games": whole(0, MOST),
            "n_blocks": whole(0, MOST), "block": items(table({}, _ENTRY, others=True), 1)}
FORM = table(_NEEDED, _FURTHER, others=True)
PLAYED = table({**_FURTHER, "config": table(_CONFIG, others=True), "block": items(table(_ENTRY, others=True), 1)},
               others=True)


def read_manifest(directory: Path) -> dict[str, Any]:
    """Return the manifest of a data set; refuse one of another shape, with all that is wrong."""
    path = directory / MANIFEST
    try:
        with told_as(DataError):
            manifest = parse_json(read_text(path), str(path))
    except FileNotFoundError:
        raise DataError(f"{directory}: no data set there: {MANIFEST} is missing") from None
    except OSError as error:
        raise DataError(f"{path}: {error.strerror}") from None
    if not isinstance(manifest, dict) or manifest.get("dataset") != "kingmaker":
        raise DataError(f"{path}: expected the manifest of a kingmaker data set")
    schema.check_version(manifest.get("schema_version"), str(path))
    return check_manifest(manifest, str(path))


def check_manifest(manifest: dict[str, Any], where: str) -> dict[str, Any]:
    """Return a manifest, or refuse it."""
    fit(manifest, FORM, where, DataError)
    refuse(_faults(manifest), where, DataError)
    return manifest


def check_played(manifest: Mapping[str, Any], where: str) -> None:
    """Refuse the manifest of a data set that does not say what was played, as every one of self-play does."""
    fit(manifest, PLAYED, where, DataError)
    columns = [column["name"] for column in manifest["tables"].get("games", ())]
    seats = range(max(len(entry["agents"]) for entry in manifest["block"]))
    wanted = ["rotation", *(f"{kind}_{seat}" for seat in seats for kind in ("agent", "points")), "margin"]
    if missing := [name for name in wanted if name not in columns]:
        raise DataError(f"{where}: tables.games: expected the column {missing[0]!r}, got {shown(columns)}")


def _faults(manifest: Mapping[str, Any]) -> Iterator[str]:
    """Yield what does not go together: files that are not those of their table and shard, columns named twice."""
    tables = manifest["tables"]
    for name, columns in tables.items():
        names = [column["name"] for column in columns]
        if len(set(names)) < len(names) or names[0] != "game":
            yield f"tables.{name}: expected different columns, the first one 'game'; got {shown(names)}"
        for column in columns:
            if (column["type"] == "word") != ("words" in column):
                yield f"tables.{name}.{shown(column['name'])}: expected words of the type word, and of no other"
    for shard, entry in manifest["shards"].items():
        if int(shard) >= manifest["n_shards"]:
            yield f"shards.{shard}: expected a number below n_shards, {manifest['n_shards']}"
        if entry["files"].keys() != tables.keys():
            yield f"shards.{shard}.files: expected those of {', '.join(tables)}; got {shown(list(entry['files']))}"
            continue
        for name, file in entry["files"].items():
            wanted = part_name(name, int(shard))
            if file["file"] != wanted:
                yield f"shards.{shard}.files.{name}.file: expected {wanted!r}, got {shown(file['file'])}"
    for name, kept in manifest["data"].items():
        suffix = kept["file"].removeprefix(f"data/{name}")
        if suffix == kept["file"] or not (suffix == "" or (suffix[0] == "." and suffix[1:].isalnum())):
            yield f"data.{name}.file: expected 'data/{name}' and an ending, got {shown(kept['file'])}"


def write_manifest(directory: Path, manifest: Mapping[str, Any]) -> None:
    """Write a manifest; whoever reads meanwhile finds the old one or the new one."""
    replace(inside(directory, MANIFEST), (json.dumps(manifest, indent=1) + "\n").encode())


# -- files ------------------------------------------------------------------------------------------------------------


def part_name(name: str, shard: int) -> str:
    """Return the name of a shard's file of one table."""
    return f"{name}/part-{shard:05d}.parquet"


def inside(directory: Path, name: str) -> Path:
    """Return the path of a file of a data set; refuse one that lies outside of its folder, by its name or by a link."""
    path, home = directory / name, directory.resolve()
    if "\0" in name or not path.resolve().is_relative_to(home):
        raise DataError(f"{shown(str(path))}: leads out of the data set's folder; nothing is read or written there")
    return path
