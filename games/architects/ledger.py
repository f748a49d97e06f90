"""What a data set keeps of each game: how each seat stands at the end, points by part, who built and hired what."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingmaker.games._base import GameState
from kingmaker.games.architects._state import ArchState
from kingmaker.games.architects.interventions import APPRENTICES, BUILDINGS, WONDERS, boards_of
from kingmaker.games.files.ledger import NONE, Column, Ledger

GAME = Column("game", "int64", "the game's number in the data set")
SEAT = Column("seat", "int8", "whose it is at the end; the opponent's seat is the last")
PARTS = {"buildings": "for buildings and wonders", "effects": "by what buildings say about the end",
         "cathedral": "for the cathedral", "virtue": "for virtue", "debts": "for debts", "goods": "for gold and marble",
         "silver": "for silver", "prison": "for workers in prison"}
STANDS = {"virtue_at": "virtue", "steps": "levels of the cathedral", "cards": "buildings and wonders built",
          "hired": "apprentices", "owed": "unpaid debts"}


class ArchLedger(Ledger):
    """Collects parts of the score, the end of each seat, buildings and apprentices.

    Parameters
    ----------
    variants : the options of the games that it will see
    """

    def __init__(self, variants: Sequence[Mapping[str, Any]]) -> None:
        self._seats = max(options["players"] + (options["opponent"] != "none") for options in variants)
        boards = tuple(dict.fromkeys(name for options in variants for name in boards_of(options)))
        self._words = {"buildings": (*BUILDINGS, *WONDERS), "apprentices": APPRENTICES, "boards": boards}
        own = [Column(f"{part}_{seat}", "float64", f"points of seat {seat} {what}, below 0 for a loss; none without "
                      "the seat", optional=True)
               for seat in range(self._seats) for part, what in PARTS.items()]
        own += [Column(f"{name}_{seat}", "int16", f"{what} of seat {seat} at the end; none without the seat",
                       optional=True) for seat in range(self._seats) for name, what in STANDS.items()]
        self.tables = {
            "games": (GAME, Column("turns", "int32", "turns of all players"), *own),
            "buildings": (GAME, Column("building", "word", "its id; W1 to W5 are wonders",
                                       words=self._words["buildings"]), SEAT),
            "apprentices": (GAME, Column("apprentice", "word", "the id of one that was kept to the end",
                                         words=APPRENTICES), SEAT)}
        if boards:
            self.tables["boards"] = (GAME, Column("board", "word", "a player board in the game", words=boards), SEAT)
        self._begin()

    def _begin(self) -> None:
        self._games: list[list[float]] = []
        self._pieces: dict[str, list[tuple[int, int, int]]] = {name: [] for name in self._words}

    def add(self, number: int, start: GameState, actions: NDArray[np.int32]) -> None:
        """Add one game: what is kept stands on the table at its end."""
        if not isinstance(start, ArchState):
            raise TypeError(f"architects: expected a state of the game, got {type(start).__name__}")
        state = start.clone()
        for action in actions.tolist():
            state.apply(action)
        table, parts = state.table(), state.score()["parts"]
        row: list[float] = [number, int(table["turn"])]
        ends: list[int] = []
        pieces: dict[str, list[tuple[int, int, int]]] = {name: [] for name in self._words}
        for seat, (name, stands) in enumerate(table["seats"].items()):
            row += [parts[name][part] for part in PARTS]
            ends += [stands["virtue"], stands["cathedral"], len(stands["buildings"]),
                     len(stands.get("apprentices", ())), stands["debts"][0]]
            for kind in ("buildings", "apprentices"):
                pieces[kind] += [(number, self._words[kind].index(id_), seat) for id_ in stands.get(kind, ())]
            if stands.get("board") is not None:
                pieces["boards"].append((number, self._words["boards"].index(stands["board"]), seat))
        nobody = self._seats - len(table["seats"])
        self._games.append([*row, *[np.nan] * (nobody * len(PARTS)), *ends, *[NONE] * (nobody * len(STANDS))])
        for kind, found in pieces.items():
            self._pieces[kind] += found

    def take(self) -> dict[str, dict[str, NDArray[Any]]]:
        """Return all rows so far, and begin anew."""
        games, pieces = np.array(self._games, np.float64).reshape(-1, len(self.tables["games"])), self._pieces
        tables = {"games": {column.name: games[:, i].astype(np.float64 if column.type == "float64" else np.int64)
                            for i, column in enumerate(self.tables["games"])}}
        for name in self._words:
            if name in self.tables:
                rows = np.array(pieces[name], np.int64).reshape(-1, 3)
                tables[name] = {column.name: rows[:, i] for i, column in enumerate(self.tables[name])}
        self._begin()
        return tables
