"""One state in plain values, between the compiled struct, position files and the one-line text."""
from __future__ import annotations

from dataclasses import dataclass, field

Cell = tuple[int, int]


def n_unused(level: int) -> int:
    """Return how many tokens are removed at setup; rule 9.2."""
    return {1: 4, 2: 2, 3: 0}[level]


@dataclass
class Doubt:
    """What of a view is not known: rule 8 allows a person to remember less."""

    vague: tuple[set[str], set[str]] = field(default_factory=lambda: (set(), set()))  # by hand: nothing is known
    tinted: tuple[set[str], set[str]] = field(default_factory=lambda: (set(), set()))  # by hand: only the colour is
    lost_vague: set[str] = field(default_factory=set)  # among the removed
    lost_tinted: set[str] = field(default_factory=set)
    stack: bool = False
    top: bool = False  # not even the top's colour is known
    start: bool = False
    pile: bool = False
    unused: bool = False

    @property
    def hands(self) -> bool:
        """Whether any tile of a hand or a removed one is unknown."""
        return any((*self.vague, *self.tinted, self.lost_vague, self.lost_tinted))


@dataclass
class Snapshot:
    """The whole truth; tiles and tokens by their ids."""

    player: int
    phase: int
    taken: bool
    discounts: int
    turns_after: int | None
    supply: list[str | None]  # clockwise from the shield
    stack: list[str]  # top first
    hands: tuple[list[str], list[str]]
    board: dict[Cell, tuple[str, int | None]]  # the start tile at (0, 0); owner or None
    units: list[list[tuple[Cell | None, bool]]]  # elite, regulars; where (None = supply), moved; Blue's alone in solo
    removed: list[str]
    targets: list[Cell] = field(default_factory=list)
    henry_units: list[Cell | None] = field(default_factory=list)  # green, grey, yellow; empty in a duel
    last: Cell | None = None
    pile: list[str] = field(default_factory=list)  # top first
    treasures: list[tuple[Cell, str]] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    doubt: Doubt | None = None
