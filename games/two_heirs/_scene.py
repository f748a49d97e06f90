"""A position as the picture and its words read it."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kingmaker.games.two_heirs.components import BUILDINGS, TERRAINS, TILE_IDS, Tile, Treasure
from kingmaker.games.two_heirs.names import PLAYERS, name_of

Cell = tuple[int, int]


def in_order(tiles: Sequence[str]) -> list[str]:
    """Return tiles' texts in the order of their ids, unknown ones behind."""
    places = {name: place for place, name in enumerate((*TILE_IDS, *(f"?{terrain}" for terrain in TERRAINS), "?"))}
    return sorted(tiles, key=lambda words: places[words])


@dataclass(frozen=True)
class Seen:
    """What one tile shows: all, its terrain alone, or nothing."""

    terrain: str = ""
    tile: Tile | None = None


@dataclass(frozen=True)
class Scene:
    """A position with the tables it is read by: what the parts of the picture ask."""

    keys: Mapping[str, Any]
    observer: int
    lang: str
    tiles: Mapping[str, Tile]
    tokens: Mapping[str, Treasure]

    def see(self, words: str) -> Seen:
        """Return what a tile's text shows: `T3`, `?green` or `?`."""
        if words.startswith("?"):
            return Seen(words[1:])
        return Seen(self.tiles[words].terrain, self.tiles[words])

    @property
    def is_solo(self) -> bool:
        """Whether Henry plays White."""
        return bool(self.keys["mode"] == "solo")

    @property
    def is_turned(self) -> bool:
        """Whether the board is seen from White's side."""
        return self.observer == 1 and not self.is_solo

    @property
    def crown(self) -> str:
        """Return whose crown the shield shows."""
        player: str = self.keys["player"]
        return PLAYERS[1 - PLAYERS.index(player)] if self.keys["taken"] else player

    @property
    def stack(self) -> tuple[int, str]:
        """Return how many tiles the stack holds and the terrain of its top, as far as known."""
        stack = self.keys["stack"]
        if isinstance(stack, Mapping):
            return stack["left"], stack.get("top") or ""
        return len(stack), self.see(stack[0]).terrain if stack else ""

    def hand(self, player: str) -> list[str]:
        """Return a player's hand, what is known first: the order of a file or of a drawn world tells nothing."""
        return in_order(self.keys["hands"][player])

    @property
    def removed(self) -> list[str]:
        """Return the tiles out of the game, what is known first."""
        return in_order(self.keys["removed"])

    def units(self, player: str) -> Sequence[Mapping[str, Any]]:
        """Return a player's units; none for Henry."""
        found: Sequence[Mapping[str, Any]] = self.keys["units"].get(player, ())
        return found

    def supply_units(self, player: str) -> list[Mapping[str, Any]]:
        """Return a player's units in the supply."""
        return [unit for unit in self.units(player) if unit["at"] == "supply"]

    @property
    def reach(self) -> int:
        """Return the reach of the player on turn; 0 once the game is over."""
        return 0 if self.keys["phase"] == "over" else 1 + len(self.supply_units(self.keys["player"]))

    @cached_property
    def in_reach(self) -> list[int]:
        """Return the supply's places in reach."""
        full = [place for place, tile in enumerate(self.keys["supply"]) if tile is not None]
        return full[: self.reach]

    @cached_property
    def board(self) -> dict[tuple[int, int], tuple[Seen, str]]:
        """Return by cell what lies there and whose building it is; open terrain shows no more than its terrain."""
        cells = {}
        for entry in self.keys["board"]:
            seen, owner = self.see(entry["tile"]), entry["owner"] or ""
            cells[entry["at"][0], entry["at"][1]] = (seen if owner else Seen(seen.terrain), owner)
        return cells

    def player_name(self, player: str) -> str:
        """Return what a player is called; White is Henry in solo play."""
        return name_of("players", "henry" if self.is_solo and player == "white" else player, self.lang)

    def visible(self) -> list[Tile]:
        """Return the tiles that are seen face up: on the board, in the supply, in hands."""
        words = (*self.keys["supply"], *self.keys["hands"]["blue"], *self.keys["hands"]["white"])
        seen = [seen for seen, _ in self.board.values()] + [self.see(tile) for tile in words if tile is not None]
        return [one.tile for one in seen if one.tile]

    def kinds(self) -> list[str]:
        """Return the kinds of building that can be seen, in the order of their sets."""
        found = {tile.building for tile in self.visible()}
        return [building for buildings in BUILDINGS.values() for building in buildings if building in found]
