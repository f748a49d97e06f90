"""Results on difficulty that a game brings along: what agents did at each task, deal by deal, in one small file.

From them a question is answered without a study, by the very computation that a data set gets.
"""
from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from kingmaker.analysis.errors import DataError
from kingmaker.errors import told_as
from kingmaker.reading import parse_json, read_text
from kingmaker.shapes import either, fit, items, maybe, number, string, table, whole
from kingmaker.writing import json_with, save

KEY = "kingmaker_difficulty"
VERSION = 1
MOST_BYTES = 8 << 20
MOST_BLOCKS = 100_000
VALUE = either("a text or a whole number", string(2000), whole(-2**53, 2**53))
FORM = table({KEY: whole(VERSION, VERSION), "game": string(4000), "about": items(string(4000), 0, 20),
              "cells": items(string(100), 1, 20), "tasks": items(items(VALUE, 1, 20), 1, 10_000),
              "agents": items(string(1000), 1, 100), "blocks": whole(1, MOST_BLOCKS),
              "wins": items(maybe(number(0, 1))), "margins": items(maybe(number(-1e9, 1e9)))})


@dataclass(frozen=True)
class Shipped:
    """What a file holds.

    Parameters
    ----------
    game : with its options, of which `cells` have all the values that stand in `rows`
    about : what was played, in lines
    cells : the options that make a task, the difficulty first
    rows : block, agent, win, margin, and the cells; as of `difficulty.outcomes`
    """

    game: str
    about: tuple[str, ...]
    cells: tuple[str, ...]
    rows: pd.DataFrame


def write_shipped(path: Path, shipped: Shipped, *, force: bool = False) -> None:
    """Write outcomes of agents at tasks: a number for each block, task and agent, the last changing fastest."""
    cells, rows = list(shipped.cells), shipped.rows
    tasks = rows[cells].drop_duplicates().astype(object).to_numpy().tolist()
    agents, blocks = list(pd.unique(rows["agent"])), sorted(rows["block"].unique())
    every = pd.MultiIndex.from_tuples([(block, *task, agent) for block in blocks for task in tasks for agent in agents],
                                      names=["block", *cells, "agent"])
    means = rows.astype(dict.fromkeys(cells, object)).groupby(["block", *cells, "agent"], observed=True)[
        ["win", "margin"]].mean().reindex(every)
    raw = {KEY: VERSION, "game": shipped.game, "about": list(shipped.about), "cells": cells, "tasks": tasks,
           "agents": agents, "blocks": len(blocks), "wins": _short(means["win"]), "margins": _short(means["margin"])}
    save(path, json.dumps(raw, ensure_ascii=False, separators=(",", ":")) + "\n", json_with(KEY), force=force)


def _short(values: pd.Series) -> list[float | int | None]:
    """Return numbers as they are written shortest."""
    return [None if np.isnan(x) else int(x) if x == int(x) else round(float(x), 3) for x in values]


def read_shipped(path: Path) -> Shipped:
    """Return what a file of results holds; refuse one that is not as it should be."""
    where = f"results {str(path)!r}"
    try:
        with told_as(DataError, "results "):
            raw = fit(parse_json(read_text(path, MOST_BYTES), str(path)), FORM, where, DataError)
    except OSError as error:
        raise DataError(f"{where}: {error.strerror or error}") from None
    tasks, agents, blocks = raw["tasks"], raw["agents"], raw["blocks"]
    n = len(tasks) * len(agents) * blocks
    if len(raw["wins"]) != n or len(raw["margins"]) != n or any(len(task) != len(raw["cells"]) for task in tasks):
        raise DataError(f"{where}: expected a win and a margin for each of {blocks} blocks, {len(tasks)} tasks and "
                        f"{len(agents)} agents, and a value of each of {', '.join(raw['cells'])} for a task")
    rows = pd.DataFrame({"block": np.repeat(np.arange(blocks), len(tasks) * len(agents)),
                         "agent": np.tile(agents, blocks * len(tasks)),
                         "win": np.array(raw["wins"], dtype=float), "margin": np.array(raw["margins"], dtype=float)})
    place = np.tile(np.repeat(np.arange(len(tasks)), len(agents)), blocks)
    for k, name in enumerate(raw["cells"]):
        rows[name] = _column([task[k] for task in tasks])[place]
    return Shipped(raw["game"], tuple(raw["about"]), tuple(raw["cells"]), rows.dropna(subset=["win"]))


def _column(values: Sequence[Any]) -> Any:
    is_number = all(isinstance(value, int) for value in values)
    return np.array(values, dtype=np.int64 if is_number else object)
