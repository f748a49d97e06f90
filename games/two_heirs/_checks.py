"""Whether a position can be: every rule of the format, each refusal with place, expectation and what came."""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kingmaker.games._rng import Rng
from kingmaker.games.core.fields import Fields, refusal
from kingmaker.games.errors import NotationError
from kingmaker.games.spec import Game
from kingmaker.games.two_heirs.components import TERRAINS, Tile
from kingmaker.games.two_heirs.names import PHASES, PLAYERS
from kingmaker.games.two_heirs.snapshot import Cell, Doubt, Snapshot, n_unused

KEYS = ("game", "version", "mode", "level", "sets", "player", "phase", "targets", "taken", "discounts",
        "turns_after_this", "supply", "stack", "hands", "board", "units", "removed", "henry")
MAIN, SIEGE, DISCARD, OVER = range(4)
SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
AROUND = (*SIDES, (1, 1), (1, -1), (-1, -1), (-1, 1))
HAND = 3


def read_cell(value: Any, place: str) -> Cell:
    """Return a cell."""
    if not isinstance(value, list) or len(value) != 2 or any(
            not isinstance(n, int) or isinstance(n, bool) or abs(n) > 1000 for n in value):
        raise refusal(place, "a cell [x, y] of two whole numbers", value)
    return value[0], value[1]


# -- which tile stands where --------------------------------------------------------------------------------------


@dataclass
class Slot:
    """A place that holds a tile; `tile` is filled in where it was unknown."""

    place: str
    tile: str
    colour: str = ""  # of an unknown one
    is_unknown: bool = False


class TileSlots:
    """All tiles of a position: each stands somewhere once, or is covered by the unknowns."""

    def __init__(self, tiles: Sequence[Tile]) -> None:
        self.terrain = {tile.id: tile.terrain for tile in tiles}
        self.homes: dict[str, str] = {}
        self.unknown: list[Slot] = []

    def read(self, value: Any, place: str, *, unknown: bool = False) -> Slot:
        """Return the slot of one tile."""
        extra = ", or ?, ?green, ?grey, ?yellow" if unknown else ""
        if not isinstance(value, str):
            raise refusal(place, f"a tile of the sets in play{extra}", value)
        if unknown and value[:1] == "?" and value[1:] in ("", *TERRAINS):
            slot = Slot(place, "", value[1:], True)
            self.unknown.append(slot)
            return slot
        if value not in self.terrain:
            raise refusal(place, f"a tile of the sets in play{extra}", value)
        if value in self.homes:
            raise NotationError(f"{place}: expected each tile once; {value} stands already in {self.homes[value]}")
        self.homes[value] = place
        return Slot(place, value)

    def fill(self, rng: Rng) -> None:
        """Put random tiles where a view leaves them open; refuse what cannot be."""
        missing = [name for name in self.terrain if name not in self.homes]
        if len(missing) != len(self.unknown):
            raise NotationError(f"stack, hands, board, removed: expected each of the 27 tiles once, or as many unknown "
                                f"ones as are missing; {len(missing)} are missing ({', '.join(missing[:8])}"
                                f"{', ...' if len(missing) > 8 else ''}) and {len(self.unknown)} unknown")
        for slot in self.unknown:
            if slot.colour:
                fitting = [name for name in missing if self.terrain[name] == slot.colour]
                if not fitting:
                    n = sum(other.colour == slot.colour for other in self.unknown)
                    raise refusal(slot.place, f"no more unknown {slot.colour} tiles than {slot.colour} ones are "
                                  "missing", n)
                slot.tile = rng.choice(fitting)
                missing.remove(slot.tile)
        rng.shuffle(missing)
        for slot in self.unknown:
            if not slot.colour:
                slot.tile = missing.pop()


def check_snapshot(fields: Fields, game: Game, tiles: Sequence[Tile], tokens: Sequence[str], rng: Rng) -> Snapshot:
    """Return what the keys of a position say, checked."""
    solo = game.options["mode"] == "solo"
    slots = TileSlots(tiles)
    for key in ("level", "henry"):
        if not solo and key in fields.data:
            raise NotationError(f"{key}: only a solo position has this key, and mode is 'duel'")
    player = PLAYERS.index(fields.word("player", PLAYERS))
    phase = PHASES.index(fields.word("phase", PHASES))
    supply = [None if value is None else slots.read(value, f"supply[{i}]")
              for i, value in enumerate(fields.items("supply", 6))]
    stack = _stack(fields, slots)
    inner = fields.inner("hands", PLAYERS)
    hands = [[slots.read(value, f"hands.{name}[{i}]", unknown=True) for i, value in enumerate(inner.items(name))]
             for name in PLAYERS]
    board = _board(fields, slots)
    removed = [slots.read(value, f"removed[{i}]", unknown=True) for i, value in enumerate(fields.items("removed"))]
    slots.fill(rng)
    shot = Snapshot(
        player=player, phase=phase, taken=fields.flag("taken"), discounts=fields.whole("discounts", 0, 26),
        turns_after=None if fields.get("turns_after_this") is None else fields.whole("turns_after_this", 0, 2),
        supply=[slot.tile if slot else None for slot in supply], stack=[slot.tile for slot in stack],
        hands=([slot.tile for slot in hands[0]], [slot.tile for slot in hands[1]]),
        board={cell: (slot.tile, owner) for cell, (slot, owner) in board.items()}, units=[],
        removed=[slot.tile for slot in removed], doubt=_doubt(stack, hands, board[0, 0][0], removed),
    )
    _check_connected(shot)
    _check_turn(shot, solo)
    shot.units = _units(fields, shot, solo)
    if solo:
        _henry(fields, shot, int(game.options["level"]), tokens, slots.terrain, rng)
    _targets(fields, shot, {tile.id: tile.building for tile in tiles})
    return shot


def _stack(fields: Fields, slots: TileSlots) -> list[Slot]:
    value = fields.get("stack")
    if isinstance(value, Mapping):
        inner = fields.inner("stack", ("left", "top"))
        left = inner.whole("left", 0, 26)
        if left == 0:
            if inner.data.get("top") is not None:
                raise refusal("stack.top", "null: no tile is left", inner.data["top"])
            return []
        colour = inner.word("top", TERRAINS)
        return [slots.read("?" if i else f"?{colour}", "stack.left" if i else "stack.top", unknown=True)
                for i in range(left)]
    if not isinstance(value, list):
        raise refusal("stack", 'a list of tiles, top first, or {"left": 12, "top": "green"}', value)
    return [slots.read(item, f"stack[{i}]", unknown=True) for i, item in enumerate(value)]


def _board(fields: Fields, slots: TileSlots) -> dict[Cell, tuple[Slot, int | None]]:
    """Return tile and owner by cell, the start tile first."""
    board: dict[Cell, tuple[Slot, int | None]] = {}
    for i, value in enumerate(fields.items("board")):
        place = f"board[{i}]"
        item = Fields(value, place, ("at", "tile", "owner"))
        cell = read_cell(item.get("at"), f"{place}.at")
        if cell in board:
            raise refusal(f"{place}.at", f"each cell once; {board[cell][0].place} lies there already", list(cell))
        owner = item.get("owner")
        if owner is not None and owner not in PLAYERS:
            raise refusal(f"{place}.owner", "blue, white or null", owner)
        if cell == (0, 0) and owner is not None:
            raise refusal(f"{place}.owner", "null: the start tile [0, 0] is open terrain", owner)
        if cell == (0, 0) and item.get("tile") == "?":
            raise refusal(f"{place}.tile", "a tile, or ?green, ?grey, ?yellow: everybody sees the start tile's colour",
                          "?")
        slot = slots.read(item.get("tile"), f"{place}.tile", unknown=cell == (0, 0))
        board[cell] = slot, None if owner is None else PLAYERS.index(owner)
    if (0, 0) not in board:
        raise refusal("board", "the start tile at [0, 0]", [list(cell) for cell in board])
    return {(0, 0): board[0, 0], **board}


def _doubt(stack: Sequence[Slot], hands: Sequence[Sequence[Slot]], start: Slot,
           removed: Sequence[Slot]) -> Doubt | None:
    """Return what a view leaves open, None if the position is full."""
    def of(slots: Iterable[Slot], tinted: bool) -> set[str]:
        return {slot.tile for slot in slots if slot.is_unknown and bool(slot.colour) == tinted}

    doubt = Doubt(
        vague=(of(hands[0], False), of(hands[1], False)), tinted=(of(hands[0], True), of(hands[1], True)),
        lost_vague=of(removed, False), lost_tinted=of(removed, True), stack=any(slot.is_unknown for slot in stack),
        top=bool(stack) and stack[0].is_unknown and not stack[0].colour, start=start.is_unknown)
    return doubt if doubt.hands or doubt.stack or doubt.start else None


# -- what can be --------------------------------------------------------------------------------------------------


def _check_connected(shot: Snapshot) -> None:
    """Each tile is linked with the start tile by sides or corners."""
    reached, new = {(0, 0)}, [(0, 0)]
    while new:
        x, y = new.pop()
        for dx, dy in AROUND:
            cell = x + dx, y + dy
            if cell in shot.board and cell not in reached:
                reached.add(cell)
                new.append(cell)
    floating = sorted(set(shot.board) - reached)
    if floating:
        raise refusal("board", "each tile linked with [0, 0] by sides or corners", list(floating[0]))


def _check_turn(shot: Snapshot, solo: bool) -> None:
    """Supply, stack, hands and what the turn's state say of each other."""
    name = PLAYERS[shot.player]
    if shot.stack and None in shot.supply:
        raise refusal(f"supply[{shot.supply.index(None)}]", "a tile: positions are empty only once the stack is", None)
    if shot.stack and shot.turns_after is not None:
        raise refusal("turns_after_this", "null while the stack holds tiles", shot.turns_after)
    if not shot.stack and shot.turns_after is None:
        raise refusal("turns_after_this", "0, 1 or 2, as the stack is empty", None)
    if solo and shot.hands[1]:
        raise refusal("hands.white", "[]: Henry has no hand", shot.hands[1])
    if solo and shot.player == 1 and shot.phase != OVER:
        raise refusal("player", "blue: Henry's turn follows by itself", name)
    for i, hand in enumerate(shot.hands):
        if len(hand) > HAND and (i != shot.player or shot.phase == OVER):
            raise refusal(f"hands.{PLAYERS[i]}", f"at most {HAND} tiles out of turn", hand)
    if shot.phase == DISCARD:
        if len(shot.hands[shot.player]) <= HAND:
            raise refusal(f"hands.{name}", f"more than {HAND} tiles in phase 'discard'", shot.hands[shot.player])
        if not shot.taken and any(shot.supply):
            raise refusal("taken", "true in phase 'discard': a turn ends after a take", False)
    if shot.phase == OVER:
        if shot.turns_after != 0:
            raise refusal("turns_after_this", "0 in phase 'over'", shot.turns_after)
        if shot.taken:
            raise refusal("taken", "false in phase 'over'", True)
        if shot.discounts:
            raise refusal("discounts", "0 in phase 'over'", shot.discounts)


def _units(fields: Fields, shot: Snapshot, solo: bool) -> list[list[tuple[Cell | None, bool]]]:
    """Return the units, elite first."""
    names = PLAYERS[:1] if solo else PLAYERS
    inner = fields.inner("units", names)
    placed: dict[Cell, tuple[str, str]] = {}
    units = []
    for player, name in enumerate(names):
        items = [Fields(value, f"units.{name}[{i}]", ("kind", "at", "moved"))
                 for i, value in enumerate(inner.items(name, 3))]
        kinds = [item.word("kind", ("elite", "regular")) for item in items]
        if sorted(kinds) != ["elite", "regular", "regular"]:
            raise refusal(f"units.{name}", "one elite and two regular units", kinds)
        items.sort(key=lambda item: item.data["kind"])
        units.append([_unit(item, shot, player, placed) for item in items])
    shared = shot.board.keys() & {(0, 0)} if not solo else set()
    for cell in shared:
        elites = [units[player][0] for player in range(2)]
        if all(at == cell for at, _ in elites) and any(moved for _, moved in elites):
            raise refusal("units", "an elite that shares the start tile not to have moved", True)
    return units


def _unit(item: Fields, shot: Snapshot, player: int, placed: dict[Cell, tuple[str, str]]) -> tuple[Cell | None, bool]:
    kind, moved, at = item.data["kind"], item.flag("moved"), item.get("at")
    if moved and (player != shot.player or shot.phase == OVER):
        raise refusal(item.place("moved"), "false out of turn", moved)
    if at == "supply":
        if kind == "elite":
            raise refusal(item.place("at"), "a cell: the elite never leaves the board", at)
        return None, moved
    cell = read_cell(at, item.place("at"))
    if cell not in shot.board:
        raise refusal(item.place("at"), "a cell with a tile, or supply", at)
    if cell in placed:
        other, place = placed[cell]
        if not (cell == (0, 0) and kind == other == "elite"):
            raise refusal(item.place("at"), f"a tile without a unit; {place} stands there", at)
    placed[cell] = kind, item.where
    return cell, moved


def _targets(fields: Fields, shot: Snapshot, building: Mapping[str, str]) -> None:
    """Read the buildings that a tower just built may destroy; rule 7.2."""
    if shot.phase != SIEGE:
        if "targets" in fields.data:
            raise NotationError(f"targets: only phase 'siege' has this key, and the phase is {PHASES[shot.phase]!r}")
        return
    items = fields.items("targets")
    shot.targets = [read_cell(value, f"targets[{i}]") for i, value in enumerate(items)]
    if not shot.targets or len(set(shot.targets)) < len(shot.targets):
        raise refusal("targets", "at least one cell, each once", items)
    towers = {cell for cell, (tile, owner) in shot.board.items()
              if owner == shot.player and building[tile] == "siege-tower"}
    builders = set(towers) if not shot.henry_units else towers & {shot.last}
    for i, (x, y) in enumerate(shot.targets):
        near = {(x + dx, y + dy) for dx, dy in SIDES} & towers
        builders &= near
        if shot.board.get((x, y), ("", None))[1] != 1 - shot.player or len(near) < 2:
            raise refusal(f"targets[{i}]", "an opponent's building beside two siege towers of whose turn it is",
                          items[i])
    if not builders:
        raise refusal("targets", "buildings beside one tower, the one just built", items)


def _henry(fields: Fields, shot: Snapshot, level: int, tokens: Sequence[str], terrain: Mapping[str, str],
           rng: Rng) -> None:
    """Read Henry's part of a solo position; section 9."""
    inner = fields.inner("henry", ("units", "last", "pile", "treasures", "gone", "unused"))
    units = inner.inner("units", TERRAINS)
    taken = {at for at, _ in shot.units[0]}
    for colour in TERRAINS:
        place, value = units.place(colour), units.get(colour)
        cell = None if value is None else read_cell(value, place)
        if cell is not None:
            tile, owner = shot.board.get(cell, ("", 0))
            if cell == (0, 0) or owner == 0 or terrain[tile] != colour:
                raise refusal(place, f"a cell with a {colour} tile that Henry built, or null", value)
            if cell in taken:
                raise refusal(place, "a tile without another unit", value)
            taken.add(cell)
        shot.henry_units.append(cell)
    shot.last = _last(inner, shot)
    _tokens(inner, shot, level, tokens, rng)


def _last(inner: Fields, shot: Snapshot) -> Cell | None:
    value = inner.get("last")
    if value is None:
        built = [list(cell) for cell, (_, owner) in shot.board.items() if owner == 0]
        if built:
            raise refusal("henry.last", f"the cell of your last building, as you have one at {built[0]}", None)
        return None
    cell = read_cell(value, "henry.last")
    if cell == (0, 0) or shot.board.get(cell, ("", 1))[1] == 1:
        raise refusal("henry.last", "a cell where you built, or null", value)
    return cell


def _tokens(inner: Fields, shot: Snapshot, level: int, tokens: Sequence[str], rng: Rng) -> None:
    """Read the ten treasures: each lies somewhere once, or is covered by the unknown ones."""
    homes: dict[str, str] = {}

    def token(value: Any, place: str, unknown: bool = False) -> str:
        if unknown and value == "?":
            return ""
        if not isinstance(value, str) or value not in tokens:
            raise refusal(place, f"a treasure {tokens[0]} to {tokens[-1]}" + (" or ?" if unknown else ""), value)
        if value in homes:
            raise NotationError(f"{place}: expected each treasure once; {value} is already in {homes[value]}")
        homes[value] = place
        return value

    pile = [token(value, f"henry.pile[{i}]", True) for i, value in enumerate(inner.items("pile"))]
    for i, value in enumerate(inner.items("treasures")):
        item = Fields(value, f"henry.treasures[{i}]", ("at", "token"))
        cell = read_cell(item.get("at"), item.place("at"))
        if cell == (0, 0) or shot.board.get(cell, ("", 0))[1] == 0 or cell in [at for at, _ in shot.treasures]:
            raise refusal(item.place("at"), "a tile that Henry built, with one treasure", list(cell))
        shot.treasures.append((cell, token(item.get("token"), item.place("token"))))
    shot.gone = [token(value, f"henry.gone[{i}]") for i, value in enumerate(inner.items("gone"))]
    unused = [token(value, f"henry.unused[{i}]", True) for i, value in enumerate(inner.items("unused"))]
    if len(unused) != n_unused(level):
        raise refusal("henry.unused", f"{n_unused(level)} treasures at level {level}", unused)
    missing = [name for name in tokens if name not in homes]
    if len(missing) != pile.count("") + unused.count(""):
        raise NotationError(f"henry: expected each of the {len(tokens)} treasures once, or as many unknown ones as are "
                            f"missing; {len(missing)} are missing ({', '.join(missing)}) and "
                            f"{pile.count('') + unused.count('')} unknown")
    if missing:
        shot.doubt = shot.doubt or Doubt()
        shot.doubt.pile, shot.doubt.unused = "" in pile, "" in unused
    rng.shuffle(missing)
    shot.pile = [name or missing.pop() for name in pile]
    shot.unused = [name or missing.pop() for name in unused]
