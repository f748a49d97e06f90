"""Whether a position can be: every rule of the format, each refusal with place, expectation and what came."""
from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kingmaker.games._rng import Rng
from kingmaker.games.core.fields import Faults, Fields, refusal
from kingmaker.games.errors import NotationError
from kingmaker.games.spec import Game
from kingmaker.games.two_heirs.components import TERRAINS, Tile
from kingmaker.games.two_heirs.names import LANGUAGES, PHASES, PLAYERS, name_of
from kingmaker.games.two_heirs.snapshot import Cell, Doubt, Snapshot, n_unused

KEYS = ("game", "version", "mode", "level", "sets", "player", "phase", "targets", "taken", "discounts",
        "turns_after_this", "supply", "stack", "hands", "board", "units", "removed", "henry")
MAIN, SIEGE, DISCARD, OVER = range(4)
SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
AROUND = (*SIDES, (1, 1), (1, -1), (-1, -1), (-1, 1))
HAND = 3
CELL = re.compile(r"-?\d{1,3},-?\d{1,3}")


def read_cell(value: Any, place: str) -> Cell:
    """Return a cell: two whole numbers, or their text as moves have it."""
    if isinstance(value, str) and CELL.fullmatch(value):
        x, _, y = value.partition(",")
        value = [int(x), int(y)]
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

    def __init__(self, tiles: Sequence[Tile], faults: Faults) -> None:
        self.faults = faults
        self.terrain = {tile.id: tile.terrain for tile in tiles}
        self.homes: dict[str, str] = {}
        self.unknown: list[Slot] = []
        self.lost = 0  # places of which nobody can say what lies there
        self.called: dict[str, list[str]] = {}
        for tile in tiles:
            for lang in LANGUAGES:
                name, colour = name_of("buildings", tile.building, lang), name_of("terrains", tile.terrain, lang)
                for words in (name, f"{name} {colour}", f"{colour} {name}"):
                    self.called.setdefault(words.casefold(), []).append(tile.id)

    def read(self, value: Any, place: str, *, unknown: bool = False) -> Slot:
        """Return the slot of one tile, by its id or its name; an empty one where that is none."""
        with self.faults.caught():
            return self._slot(value, place, unknown)
        self.lost += 1
        return Slot(place, "")

    def _slot(self, value: Any, place: str, unknown: bool) -> Slot:
        if unknown and isinstance(value, str) and value[:1] == "?" and value[1:] in ("", *TERRAINS):
            slot = Slot(place, "", value[1:], True)
            self.unknown.append(slot)
            return slot
        tile = value
        if value not in self.terrain if isinstance(value, str) else True:
            extra = ", or ?, ?green, ?grey, ?yellow" if unknown else ""
            meant = list(dict.fromkeys(self.called.get(value.casefold(), []))) if isinstance(value, str) else []
            if len(meant) > 1:
                raise refusal(place, f"one of {', '.join(meant)}, or its colour too, as 'green {value}'", value)
            if not meant:
                raise refusal(place, f"a tile of the sets in play{extra}", value)
            tile = meant[0]
        if tile in self.homes:
            raise NotationError(f"{place}: expected each tile once; {tile} stands already in {self.homes[tile]}")
        self.homes[tile] = place
        return Slot(place, tile)

    def fill(self, rng: Rng) -> None:
        """Put random tiles where a view leaves them open; tell what cannot be."""
        missing = [name for name in self.terrain if name not in self.homes]
        if self.lost:
            return
        if len(missing) != len(self.unknown):
            self.faults.add(f"stack, hands, board, removed: expected each of the 27 tiles once, or as many unknown "
                            f"ones as are missing; {len(missing)} are missing ({', '.join(missing[:8])}"
                            f"{', ...' if len(missing) > 8 else ''}) and {len(self.unknown)} unknown")
            return
        for colour in TERRAINS:
            slots = [slot for slot in self.unknown if slot.colour == colour]
            fitting = [name for name in missing if self.terrain[name] == colour]
            if len(slots) > len(fitting):
                self.faults.add(refusal(slots[len(fitting)].place, f"no more unknown {colour} tiles than {colour} ones "
                                        "are missing", len(slots)))
                return
        for slot in self.unknown:
            if slot.colour:
                slot.tile = rng.choice([name for name in missing if self.terrain[name] == slot.colour])
                missing.remove(slot.tile)
        rng.shuffle(missing)
        for slot in self.unknown:
            if not slot.colour:
                slot.tile = missing.pop()


def check_snapshot(fields: Fields, game: Game, tiles: Sequence[Tile], tokens: Sequence[str], rng: Rng) -> Snapshot:
    """Return what the keys of a position say, checked; with faults it is not whole."""
    solo, faults = game.options["mode"] == "solo", fields.faults
    assert faults is not None
    slots = TileSlots(tiles, faults)
    faults.add(*(f"{key}: only a solo position has this key, and mode is 'duel'"
                 for key in ("level", "henry") if not solo and key in fields.data))
    player, phase, taken, discounts, turns_after = read_turn(fields)
    supply = [None if value is None else slots.read(value, f"supply[{i}]")
              for i, value in enumerate(fields.items("supply", 6))]
    stack = _stack(fields, slots)
    inner = fields.inner("hands", PLAYERS)
    hands = [[slots.read(value, f"hands.{name}[{i}]", unknown=True) for i, value in enumerate(inner.items(name))]
             for name in PLAYERS]
    board = _board(fields, slots, faults)
    removed = [slots.read(value, f"removed[{i}]", unknown=True) for i, value in enumerate(fields.items("removed"))]
    slots.fill(rng)
    start = board.get((0, 0), (Slot("board", ""), None))[0]
    shot = Snapshot(
        player=player, phase=phase, taken=taken, discounts=discounts, turns_after=turns_after,
        supply=[slot.tile if slot else None for slot in supply], stack=[slot.tile for slot in stack],
        hands=([slot.tile for slot in hands[0]], [slot.tile for slot in hands[1]]),
        board={cell: (slot.tile, owner) for cell, (slot, owner) in board.items()}, units=[],
        removed=[slot.tile for slot in removed], doubt=_doubt(stack, hands, start, removed),
    )
    faults.check(["board"], _check_connected, shot)
    for keys, fault in list(_turn_faults(shot, solo)):
        if faults.is_sound(*keys):
            faults.add(fault)
    shot.units = _units(fields, shot, solo, faults)
    if solo:
        _henry(fields, shot, int(game.options["level"]), tokens, slots.terrain, rng)
    faults.check(["board", "player", "phase"], _targets, fields, shot, {tile.id: tile.building for tile in tiles})
    faults.refuse()
    return shot


def read_turn(fields: Fields) -> tuple[int, int, bool, int, int | None]:
    """Return player, phase, whether taken, discounts, turns after this one."""
    turns_after = fields.get("turns_after_this")
    return (PLAYERS.index(fields.word("player", PLAYERS)), PHASES.index(fields.word("phase", PHASES)),
            fields.flag("taken"), fields.whole("discounts", 0, 26),
            None if turns_after is None else fields.whole("turns_after_this", 0, 2))


def _stack(fields: Fields, slots: TileSlots) -> list[Slot]:
    value = fields.get("stack")
    if isinstance(value, Mapping):
        inner = fields.inner("stack", ("left", "top"))
        left = inner.whole("left", 0, 26)
        if left == 0:
            if inner.data.get("top") is not None:
                slots.faults.add(refusal("stack.top", "null: no tile is left", inner.data["top"]))
            return []
        colour = "" if inner.data.get("top") == "?" else inner.word("top", TERRAINS)
        return [slots.read("?" if i else f"?{colour}", "stack.left" if i else "stack.top", unknown=True)
                for i in range(left)]
    if not isinstance(value, list):
        if "stack" in fields.data:
            slots.faults.add(refusal("stack", 'a list of tiles, top first, or {"left": 12, "top": "green"}', value))
        slots.lost += 1
        return []
    return [slots.read(item, f"stack[{i}]", unknown=True) for i, item in enumerate(value)]


def _board(fields: Fields, slots: TileSlots, faults: Faults) -> dict[Cell, tuple[Slot, int | None]]:
    """Return tile and owner by cell, the start tile first."""
    board: dict[Cell, tuple[Slot, int | None]] = {}
    values = fields.items("board")
    for i, value in enumerate(values):
        with faults.caught():
            cell, slot, owner = _laid(Fields(value, f"board[{i}]", ("at", "tile", "owner"), faults), slots, board)
            board[cell] = slot, owner
    if (0, 0) not in board:
        if faults.is_sound("board"):
            faults.add(refusal("board", "the start tile at [0, 0]", [list(cell) for cell in board]))
        return board
    return {(0, 0): board[0, 0], **board}


def _laid(item: Fields, slots: TileSlots, board: Mapping[Cell, tuple[Slot, int | None]]) -> tuple[Cell, Slot,
                                                                                                int | None]:
    """Return where a tile lies, which it is, and whose."""
    place, faults = item.where, slots.faults
    tile, owner, cell = item.get("tile"), item.data.get("owner"), None
    with faults.caught():
        cell = read_cell(item.get("at"), f"{place}.at") if "at" in item.data else item.get("at")
    if cell == (0, 0) and tile == "?":
        faults.add(refusal(f"{place}.tile", "a tile, or ?green, ?grey, ?yellow: everybody sees the start tile's colour",
                           "?"))
    slot = slots.read(tile, f"{place}.tile", unknown=cell == (0, 0)) if "tile" in item.data else Slot(place, "")
    slots.lost += "tile" not in item.data
    if owner is not None and owner not in PLAYERS:
        faults.add(refusal(f"{place}.owner", "blue, white or null", owner))
        owner = None
    if cell == (0, 0) and owner is not None:
        faults.add(refusal(f"{place}.owner", "null: the start tile [0, 0] is open terrain", owner))
    if cell in board:
        raise refusal(f"{place}.at", f"each cell once; {board[cell][0].place} lies there already", list(cell))
    if cell is None:
        raise NotationError(faults.told[-1])  # told already: this tile lies nowhere
    return cell, slot, None if owner is None else PLAYERS.index(owner)


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


def _turn_faults(shot: Snapshot, solo: bool) -> Iterator[tuple[tuple[str, ...], NotationError]]:
    """Yield what supply, stack, hands and the turn's state may not say of each other, with the keys it hangs on."""
    name, over = PLAYERS[shot.player], shot.phase == OVER
    for i, tile in enumerate(shot.supply):
        if shot.stack and tile is None:
            yield ("stack",), refusal(f"supply[{i}]", "a tile: positions are empty only once the stack is", None)
    if shot.stack and shot.turns_after is not None:
        yield ("stack", "turns_after_this"), refusal("turns_after_this", "null while the stack holds tiles",
                                                     shot.turns_after)
    if not shot.stack and shot.turns_after is None:
        yield ("stack", "turns_after_this"), refusal("turns_after_this", "0, 1 or 2, as the stack is empty", None)
    if solo and shot.hands[1]:
        yield ("hands",), refusal("hands.white", "[]: Henry has no hand", shot.hands[1])
    if solo and shot.player == 1 and not over:
        yield ("player", "phase"), refusal("player", "blue: Henry's turn follows by itself", name)
    for i, hand in enumerate(shot.hands):
        if len(hand) > HAND and (i != shot.player or over):
            yield ("hands", "player"), refusal(f"hands.{PLAYERS[i]}", f"at most {HAND} tiles out of turn", hand)
    if shot.phase == DISCARD:
        if len(shot.hands[shot.player]) <= HAND:
            yield ("hands", "player"), refusal(f"hands.{name}", f"more than {HAND} tiles in phase 'discard'",
                                               shot.hands[shot.player])
        if not shot.taken and any(tile is not None for tile in shot.supply):
            yield ("taken", "supply"), refusal("taken", "true in phase 'discard': a turn ends after a take", False)
    if over:
        for key, value, wanted in (("turns_after_this", shot.turns_after, 0), ("taken", shot.taken, False),
                                   ("discounts", shot.discounts, 0)):
            if value != wanted:
                yield (key,), refusal(key, f"{str(wanted).lower()} in phase 'over'", value)


def _units(fields: Fields, shot: Snapshot, solo: bool, faults: Faults) -> list[list[tuple[Cell | None, bool]]]:
    """Return the units, elite first."""
    names = PLAYERS[:1] if solo else PLAYERS
    inner = fields.inner("units", names)
    placed: dict[Cell, tuple[str, str]] = {}
    units = []
    for player, name in enumerate(names):
        items = [Fields(value, f"units.{name}[{i}]", ("kind", "at", "moved"), faults)
                 for i, value in enumerate(inner.items(name, 3))]
        kinds = [item.word("kind", ("elite", "regular")) for item in items]
        if items and sorted(kinds) != ["elite", "regular", "regular"] and faults.is_sound("units"):
            faults.add(refusal(f"units.{name}", "one elite and two regular units", kinds))
        items.sort(key=lambda item: str(item.data.get("kind")))
        units.append([found for item in items
                      if (found := _placed(item, shot, player, placed, faults)) is not None])
    if not solo and faults.is_sound("units", "board"):
        elites = [units[player][0] for player in range(2)]
        if all(at == (0, 0) for at, _ in elites) and any(moved for _, moved in elites):
            faults.add(refusal("units", "an elite that shares the start tile not to have moved", True))
    return units


def _placed(item: Fields, shot: Snapshot, player: int, placed: dict[Cell, tuple[str, str]],
            faults: Faults) -> tuple[Cell | None, bool] | None:
    with faults.caught():
        return _unit(item, shot, player, placed, faults)
    return None


def _unit(item: Fields, shot: Snapshot, player: int, placed: dict[Cell, tuple[str, str]],
          faults: Faults) -> tuple[Cell | None, bool] | None:
    kind, moved, at = item.data.get("kind"), item.flag("moved"), item.get("at")
    if moved and (player != shot.player or shot.phase == OVER):
        faults.add(refusal(item.place("moved"), "false out of turn", moved))
    if at == "supply":
        if kind == "elite":
            raise refusal(item.place("at"), "a cell: the elite never leaves the board", at)
        return None, moved
    if "at" not in item.data:
        return None
    cell = read_cell(at, item.place("at"))
    if cell not in shot.board:
        raise refusal(item.place("at"), "a cell with a tile, or supply", at)
    if cell in placed:
        other, place = placed[cell]
        if not (cell == (0, 0) and kind == other == "elite"):
            raise refusal(item.place("at"), f"a tile without a unit; {place} stands there", at)
    placed[cell] = str(kind), item.where
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
              if owner == shot.player and building.get(tile) == "siege-tower"}
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
    faults = fields.faults
    assert faults is not None
    inner = fields.inner("henry", ("units", "last", "pile", "treasures", "gone", "unused"))
    units = inner.inner("units", TERRAINS)
    taken = {at for at, _ in shot.units[0]}
    for colour in TERRAINS:
        shot.henry_units.append(None)
        with faults.caught():
            shot.henry_units[-1] = _henrys_unit(units, colour, shot, terrain, taken)
    with faults.caught():
        shot.last = _last(inner, shot)
    with faults.caught():
        _tokens(inner, shot, level, tokens, rng, faults)


def _henrys_unit(units: Fields, colour: str, shot: Snapshot, terrain: Mapping[str, str],
                 taken: set[Cell | None]) -> Cell | None:
    """Return where Henry's unit of a colour stands."""
    place, value = units.place(colour), units.get(colour)
    if value is None:
        return None
    cell = read_cell(value, place)
    tile, owner = shot.board.get(cell, ("", 0))
    if cell == (0, 0) or owner == 0 or terrain.get(tile, colour) != colour:
        raise refusal(place, f"a cell with a {colour} tile that Henry built, or null", value)
    if cell in taken:
        raise refusal(place, "a tile without another unit", value)
    taken.add(cell)
    return cell


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


def _tokens(inner: Fields, shot: Snapshot, level: int, tokens: Sequence[str], rng: Rng, faults: Faults) -> None:
    """Read the ten treasures: each lies somewhere once, or is covered by the unknown ones."""
    homes: dict[str, str] = {}

    def token(value: Any, place: str, unknown: bool = False) -> str:
        if unknown and value == "?":
            return ""
        if not isinstance(value, str) or value not in tokens:
            faults.add(refusal(place, f"a treasure {tokens[0]} to {tokens[-1]}" + (" or ?" if unknown else ""), value))
        elif value in homes:
            faults.add(f"{place}: expected each treasure once; {value} is already in {homes[value]}")
        else:
            homes[value] = place
            return value
        return "lost"

    pile = [token(value, f"henry.pile[{i}]", True) for i, value in enumerate(inner.items("pile"))]
    for i, value in enumerate(inner.items("treasures")):
        item = Fields(value, f"henry.treasures[{i}]", ("at", "token"), faults)
        name = token(item.get("token"), item.place("token"))
        with faults.caught():
            cell = read_cell(item.get("at"), item.place("at"))
            if cell == (0, 0) or shot.board.get(cell, ("", 0))[1] == 0 or cell in [at for at, _ in shot.treasures]:
                raise refusal(item.place("at"), "a tile that Henry built, with one treasure", list(cell))
            shot.treasures.append((cell, name))
    shot.gone = [token(value, f"henry.gone[{i}]") for i, value in enumerate(inner.items("gone"))]
    unused = [token(value, f"henry.unused[{i}]", True) for i, value in enumerate(inner.items("unused"))]
    if faults.is_sound("level") and len(unused) != n_unused(level):
        faults.add(refusal("henry.unused", f"{n_unused(level)} treasures at level {level}", inner.data.get("unused")))
    missing, n_unknown = [name for name in tokens if name not in homes], pile.count("") + unused.count("")
    if "lost" in (*pile, *unused, *shot.gone, *(name for _, name in shot.treasures)):
        return
    if len(missing) != n_unknown:
        faults.add(f"henry: expected each of the {len(tokens)} treasures once, or as many unknown ones as are missing; "
                   f"{len(missing)} are missing ({', '.join(missing)}) and {n_unknown} unknown")
        return
    if missing:
        shot.doubt = shot.doubt or Doubt()
        shot.doubt.pile, shot.doubt.unused = "" in pile, "" in unused
    rng.shuffle(missing)
    shot.pile = [name or missing.pop() for name in pile]
    shot.unused = [name or missing.pop() for name in unused]
