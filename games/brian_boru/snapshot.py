"""A position in plain values, between its keys and the compiled state. Cards and towns are numbers, sets masks."""
from __future__ import annotations

from dataclasses import dataclass, field

NONE = -1


def _zeros() -> list[int]:
    return [0] * 5


def _nones() -> list[int]:
    return [NONE] * 5


@dataclass
class Snapshot:
    """All that a state holds; what is not named per player is as in _struct.pxd."""

    round: int = 0
    stage: int = 0
    actor: int = 0
    loser: int = NONE
    marker: int = 0
    active: int = NONE
    battle: int = 0
    coins: list[int] = field(default_factory=_zeros)
    renown: list[int] = field(default_factory=_zeros)
    points: list[int] = field(default_factory=_zeros)
    raiders: list[int] = field(default_factory=_zeros)
    church: list[int] = field(default_factory=_zeros)
    track: list[int] = field(default_factory=_zeros)
    discs: list[int] = field(default_factory=_zeros)
    vikings: int = 0
    monasteries: int = 0
    up: int = 0
    holder: list[int] = field(default_factory=lambda: [NONE] * 8)
    wed: list[list[int]] = field(default_factory=lambda: [[] for _ in range(5)])
    princess: int = NONE
    use: int = 0
    trick: list[tuple[int, int]] = field(default_factory=list)  # seat, card; in the order played
    laid: list[int] = field(default_factory=_nones)
    leader: int = 0
    card: int = NONE
    mode: int = 0
    symbol: int = 0
    pass_: int = 0
    hand: list[int] = field(default_factory=_zeros)
    played: list[int] = field(default_factory=_zeros)
    lacks: list[int] = field(default_factory=_zeros)
    owns: list[int] = field(default_factory=_zeros)
    packet: list[int] = field(default_factory=_zeros)
    pick: list[list[int]] = field(default_factory=lambda: [[0] * 4 for _ in range(5)])
    viking: list[int] = field(default_factory=list)
    marriage: list[int] = field(default_factory=list)
    asides: list[int] = field(default_factory=list)
    deals: list[list[int]] = field(default_factory=list)
    is_plain: bool = False
    viewer: int = NONE


def mask_of(items: list[int]) -> int:
    """Return the set of some numbers."""
    return sum(1 << item for item in items)
