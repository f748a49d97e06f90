"""What a data set keeps of each game: a row a card and round, a row a round, a row a region, and points by part."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingmaker.games._base import GameState
from kingmaker.games.brian_boru._ledger import (
    MOST_PLAYERS,
    MOST_ROUNDS,
    N_CARD,
    N_REGION,
    N_ROUND,
    N_SEAT,
    fill_rows,
)
from kingmaker.games.brian_boru._state import BoruState
from kingmaker.games.brian_boru.components import N_CARDS, read_components
from kingmaker.games.brian_boru.names import PRINCESS, REGIONS, USES
from kingmaker.games.files.ledger import Column, Ledger, Rows

ACTIONS = ("primary", "secondary 1", "secondary 2")
GAME = Column("game", "int64", "the game's number in the data set")
ROUND = Column("round", "int8", "1 = the first")


def _maybe(name: str, what: str) -> Column:
    return Column(name, "int8", what, optional=True)


CARDS = (
    _maybe("dealt_to", "the seat in whose first packet it lay; none if it was set aside"),
    _maybe("taken_by", "the seat that took it in the draft, or was left with it; none if it was set aside"),
    _maybe("taken_in", "the pass in which that was, 1 = the first"),
    _maybe("trick", "the trick of the round in which it was played; none if it was discarded or set aside"),
    Column("led", "bool", "whether it was led"),
    Column("won", "bool", "whether it won its trick"),
    Column("used", "word", "which action it was used for; none if it was not played", words=ACTIONS, optional=True),
)
ROUNDS = (
    Column("strength", "int8", "raiders that the Viking card brought"),
    Column("left", "int8", "raiders in the battle area at the upkeep; 0 = repelled"),
    Column("lost", "int8", "towns that players lost to the Vikings"),
    _maybe("champion", "the seat that alone had most raiders at the upkeep; none if several had"),
    _maybe("founder", "the seat that alone had most church discs at the upkeep; none if several had"),
    _maybe("wed_to", "the seat that took the marriage card, the Princess too; none if it left the game"),
    Column("use", "word", "how the Princess was used; none but in the round in which she is taken", words=USES,
           optional=True),
)
REGION = (
    _maybe("turned", "the round in which the claim token was turned up; none if it was not"),
    Column("moves", "int8", "how often the token changed hands, the first taking and a return to the board too"),
    _maybe("holder", "the seat that has the token at the end"),
    Column("sharers", "int8", "seats that have half its points each at the end, as it lies on the board"),
    Column("points", "int8", "what the holder, or each sharer, has of it"),
    Column("discs", "int8", "towns with a disc at the end, the Vikings' too"),
    Column("vikings", "int8", "towns that the Vikings hold at the end"),
)
PARTS = {"track": "on the score track before the final scoring", "coins": "for most coins", "marker": "for the marker",
         "renown": "for renown", "claims": "for claim tokens", "shared": "for half tokens",
         "regions": "for the number of regions"}
WEDDING = 5  # the place of the marriage card in a row of rounds; in the table it stands in front


class BoruLedger(Ledger):
    """Collects cards, rounds, regions and parts of the score.

    Parameters
    ----------
    variants : the options of the games that it will see
    """

    def __init__(self, variants: Sequence[Mapping[str, Any]]) -> None:
        self._seats = max(options["players"] for options in variants)
        names = dict.fromkeys(card.name for options in variants for card in read_components(options["data"]).weddings)
        self._weddings = (*names, PRINCESS)
        self.tables = {
            "games": (GAME, *(Column(f"{part}_{seat}", "int16", f"points of seat {seat} {what}; none without the seat",
                                     optional=True)
                              for seat in range(self._seats) for part, what in PARTS.items())),
            "cards": (GAME, ROUND, Column("card", "int8", "its value, 1 to 25"), *CARDS),
            "rounds": (GAME, ROUND, Column("wedding", "word", "the marriage card", words=self._weddings), *ROUNDS),
            "regions": (GAME, Column("region", "word", "its id", words=REGIONS), *REGION)}
        self._codes: dict[int, NDArray[np.int8]] = {}
        self._rows = Rows(number=((), np.int64), n_rounds=((), np.int8), deck=((N_CARDS,), np.bool_),
                          cards=((MOST_ROUNDS, N_CARDS, N_CARD), np.int8), rounds=((MOST_ROUNDS, N_ROUND), np.int8),
                          regions=((len(REGIONS), N_REGION), np.int8), seats=((MOST_PLAYERS, N_SEAT), np.int16))

    def add(self, number: int, start: GameState, actions: NDArray[np.int32]) -> None:
        """Add one game."""
        if not isinstance(start, BoruState):
            raise TypeError(f"brian-boru: expected a state of the game, got {type(start).__name__}")
        with self._rows.adding() as row:
            row["number"][:], row["n_rounds"][:] = number, start.rules.n_rounds
            row["deck"][:] = np.isin(np.arange(1, N_CARDS + 1), start.rules.deck)
            fill_rows(start, actions, row["cards"], row["rounds"], row["regions"], row["seats"])
            row["rounds"][:, WEDDING] = self._codes_of(start)[row["rounds"][:, WEDDING]]

    def _codes_of(self, state: BoruState) -> NDArray[np.int8]:
        """Return the numbers of the game's marriage cards among all; the last one is no card's."""
        key = id(state.rules)  # kept alive by its game
        if key not in self._codes:
            self._codes[key] = np.array([*(self._weddings.index(name) for name in state.rules.weddings), -1], np.int8)
        return self._codes[key]

    def take(self) -> dict[str, dict[str, NDArray[Any]]]:
        """Return all rows so far, and begin anew."""
        room = self._rows.take()
        numbers = room["number"]
        played = np.arange(MOST_ROUNDS)[None, :] < room["n_rounds"][:, None]  # by game and round
        at, k = np.nonzero(played)
        there, round_, card = np.nonzero(played[:, :, None] & room["deck"][:, None, :])
        rounds, cards = room["rounds"][at, k], room["cards"][there, round_, card]
        regions = room["regions"].reshape(-1, N_REGION)
        tables: dict[str, dict[str, NDArray[Any]]] = {
            "games": {"game": numbers, **{f"{part}_{seat}": room["seats"][:, seat, i]
                                          for seat in range(self._seats) for i, part in enumerate(PARTS)}},
            "cards": {"game": numbers[there], "round": round_ + 1, "card": card + 1,
                      **{column.name: cards[:, i] for i, column in enumerate(CARDS)}},
            "rounds": {"game": numbers[at], "round": k + 1, "wedding": rounds[:, WEDDING],
                       **{column.name: rounds[:, i + (i >= WEDDING)] for i, column in enumerate(ROUNDS)}},
            "regions": {"game": numbers.repeat(len(REGIONS)),
                        "region": np.tile(np.arange(len(REGIONS), dtype=np.int16), len(numbers)),
                        **{column.name: regions[:, i] for i, column in enumerate(REGION)}}}
        return tables
