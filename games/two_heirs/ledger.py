"""What a data set keeps of each game: a row a tile, in solo play a row a treasure, and points by part."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingmaker.games._base import GameState
from kingmaker.games.files.ledger import Column, Ledger, Rows
from kingmaker.games.two_heirs._ledger import N_PIECE, N_TOKEN, N_TOTALS, TILES, TOKENS, fill_rows
from kingmaker.games.two_heirs._state import HeirsState
from kingmaker.games.two_heirs.components import TILE_IDS, TREASURE_IDS

FATES = ("never seen", "start", "left", "hand", "built", "extended", "flipped", "destroyed", "discarded")
TOKEN_FATES = ("unused", "pile", "laid", "met")
GAME = Column("game", "int64", "the game's number in the data set")


def _turn(name: str, what: str) -> Column:
    return Column(name, "int16", f"the turn in which it was {what}; none if it was not", optional=True)


PIECES = (
    Column("offered", "int16", "the turn in which it came into the supply, 0 = dealt there; none if never",
           optional=True),
    _turn("taken", "taken"),
    Column("taken_by", "int8", "the seat that took it; 1 is White, Henry in solo play", optional=True),
    _turn("built", "built, by who took it"), _turn("extended", "laid as open terrain"),
    _turn("flipped", "flipped as a camp"), _turn("destroyed", "destroyed in a siege"),
    _turn("discarded", "removed from the game, by who took it"),
    Column("fate", "word", "what it was at the end: never seen (in the stack), start (under the elites), left (in the "
           "supply), hand, built, extended, flipped (a camp), destroyed, discarded", words=FATES),
    Column("owner", "int8", "the seat that owns it as a building at the end", optional=True),
    Column("points", "int16", "of the building at the end, before doubling; none if it is none", optional=True),
    Column("doubled", "bool", "whether those points counted twice"),
)
TREASURES = (
    Column("laid", "int16", "the turn in which Henry laid it; none if he did not", optional=True),
    Column("met", "int16", "the turn in which its condition came true; none if it did not", optional=True),
    Column("fate", "word", "what it was at the end: unused (removed at setup), pile, laid (on the board), met",
           words=TOKEN_FATES),
)
GAMES = (
    Column("turns", "int32", "turns of both sides, Henry's too"),
    Column("lead_changes", "int32", "how often the lead, as if the game ended with the turn, went to the other side"),
    Column("decided", "int32", "the turn from whose end on it stood as at the end: the same side ahead, or even"),
    *(Column(f"{part}_{seat}", "int32", f"points of seat {seat} by {what}") for part, what in (
        ("buildings", "buildings, before doubling"), ("doubling", "doubling"), ("roads", "roads")) for seat in (0, 1)),
)
SOLO = (
    Column("treasures_met", "int32", "treasures whose condition came true"),
    Column("treasures_left", "int32", "treasures on the board and in the pile at the end"),
    Column("treasure_points", "int32", "Henry's points by treasures; in `points_1`"),
)


class HeirsLedger(Ledger):
    """Collects tiles, treasures and parts of the score.

    Parameters
    ----------
    variants : the options of the games that it will see; without solo play it keeps no treasures
    """

    def __init__(self, variants: Sequence[Mapping[str, Any]]) -> None:
        self._solo = any(options["mode"] == "solo" for options in variants)
        self.tables = {"games": (GAME, *GAMES, *(SOLO if self._solo else ())),
                       "pieces": (GAME, Column("piece", "word", "the tile's id", words=TILE_IDS), *PIECES)}
        if self._solo:
            self.tables["treasures"] = (GAME, Column("token", "word", "the treasure's id", words=TREASURE_IDS),
                                        *TREASURES)
        self._codes: dict[int, NDArray[np.int16]] = {}
        self._rows = Rows(number=((), np.int64), is_solo=((), np.bool_), piece=((TILES,), np.int16),
                          pieces=((TILES, N_PIECE), np.int16), treasures=((TOKENS, N_TOKEN), np.int16),
                          games=((N_TOTALS,), np.int32))

    def add(self, number: int, start: GameState, actions: NDArray[np.int32]) -> None:
        """Add one game."""
        if not isinstance(start, HeirsState):
            raise TypeError(f"two-heirs: expected a state of the game, got {type(start).__name__}")
        with self._rows.adding() as row:
            row["number"][:], row["is_solo"][:], row["piece"][:] = number, start.is_solo, self._codes_of(start)
            fill_rows(start, actions, row["pieces"], row["treasures"], row["games"])

    def _codes_of(self, state: HeirsState) -> NDArray[np.int16]:
        """Return the numbers of the tiles in play among all tiles."""
        key = id(state.rules)  # kept alive by its game's cache
        if key not in self._codes:
            self._codes[key] = np.array([TILE_IDS.index(tile.id) for tile in state.rules.tiles], np.int16)
        return self._codes[key]

    def take(self) -> dict[str, dict[str, NDArray[Any]]]:
        """Return all rows and begin anew."""
        rows = self._rows.take()
        numbers, solo = rows["number"], rows["is_solo"]
        games = {"game": numbers, **{column.name: rows["games"][:, i] for i, column in enumerate((*GAMES, *SOLO))
                                     if self._solo or i < len(GAMES)}}
        tables = {"games": games, "pieces": {
            "game": numbers.repeat(TILES), "piece": rows["piece"].reshape(-1),
            **{column.name: rows["pieces"][:, :, i].reshape(-1) for i, column in enumerate(PIECES)}}}
        if self._solo:
            tokens = rows["treasures"][solo]
            tables["treasures"] = {
                "game": numbers[solo].repeat(TOKENS), "token": np.tile(np.arange(TOKENS, dtype=np.int16), len(tokens)),
                **{column.name: tokens[:, :, i].reshape(-1) for i, column in enumerate(TREASURES)}}
        return tables
