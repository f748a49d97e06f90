"""How a data set was played, read from its manifest: what a block goes over, which seats decide, what is intervened.

Nothing here is guessed from names: whatever a game calls its options, they are what the manifest says they are.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from kingmaker.analysis.data.dataset import Dataset
from kingmaker.analysis.errors import DataError

ALL = "all variants"


@dataclass(frozen=True)
class Design:
    """The plan of a data set.

    Parameters
    ----------
    cells : the options over whose values every block goes; games are compared within these, never across
    options : all options of the game, each a column of `games`
    set_by_arms : the options that interventions set
    acting, idle : the seats that decide, and those that never do
    same_seats : every game has as many seats
    """

    cells: tuple[str, ...]
    options: tuple[str, ...]
    set_by_arms: tuple[str, ...]
    acting: tuple[int, ...]
    idle: tuple[int, ...]
    same_seats: bool

    @property
    def is_duel(self) -> bool:
        """Whether two seats decide, and there is no other."""
        return len(self.acting) == 2 and not self.idle and self.same_seats

    @property
    def is_contest(self) -> bool:
        """Whether those who decide play against one another."""
        return len(self.acting) > 1

    @property
    def is_against_rules(self) -> bool:
        """Whether there is an opponent that never decides, or nobody else at all: then it can be hard or easy."""
        return bool(self.idle) or len(self.acting) == 1


def design_of(data: Dataset) -> Design:
    """Return how a data set was played; refuse one whose games cannot be counted together."""
    manifest = data.manifest
    columns = [column["name"] for column in manifest["tables"]["games"]]
    first = min(k for k, name in enumerate(columns) if name.startswith("agent_"))
    tables = [entry["agents"] for entry in manifest["block"]]
    sizes = {len(agents) for agents in tables}
    idle = {tuple(seat for seat, agent in enumerate(agents) if agent is None) for agents in tables}
    if len(idle) > 1:
        raise DataError(f"{data.directory}: seats that decide in some games of a block never do in others; play these "
                        "into data sets of their own")
    (never,) = idle
    arms = {part.partition("=")[0] for entry in manifest["block"] for part in entry["arm"].split(",") if "=" in part}
    return Design(
        cells=tuple(text.partition("=")[0] for text in manifest["config"]["each"]),
        options=tuple(columns[columns.index("rotation") + 1:first]), set_by_arms=tuple(sorted(arms)),
        acting=tuple(seat for seat in range(max(sizes)) if seat not in never), idle=never, same_seats=len(sizes) == 1)


def with_variant(rows: pd.DataFrame, cells: Sequence[str]) -> pd.DataFrame:
    """Add `variant`, which names what the cells are: a text as it is, a number behind its option's name.

    Examples
    --------
    >>> rows = pd.DataFrame({"boards": ["small", "large"], "stage": [1, 2]})
    >>> with_variant(rows, ["boards"])["variant"].tolist(), with_variant(rows, ["boards", "stage"])["variant"].tolist()
    (['small', 'large'], ['small, stage 1', 'large, stage 2'])
    >>> with_variant(rows, [])["variant"].tolist()
    ['all variants', 'all variants']
    """
    names = pd.Series(ALL, index=rows.index)
    for k, cell in enumerate(cells):
        is_number = pd.api.types.is_numeric_dtype(rows[cell])
        part = f"{cell} " + rows[cell].astype(str) if is_number else rows[cell].astype(str)
        names = part if k == 0 else names + ", " + part
    return rows.assign(variant=names)
