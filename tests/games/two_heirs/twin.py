"""The Two Heirs once more, slow and obvious: written from the numbered rules alone, to check the compiled game against.

Everything is a text, a set or a dictionary; nothing is remembered that can be counted again. Numbers in comments are
those of the rules.
"""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

COLOURS = ("green", "grey", "yellow")
RESOURCE = {"green": "wood", "grey": "stone", "yellow": "wheat"}  # 1.2
SETS = ("travel", "dominion", "trade", "war", "crafts", "guard")
OTHER = {"blue": "white", "white": "blue"}

SIDES = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
CORNERS = {"NE": (1, 1), "SE": (1, -1), "SW": (-1, -1), "NW": (-1, 1)}
AROUND = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")  # clockwise from the one above, 9.4
STEP = SIDES | CORNERS
FACING = {"N": "S", "E": "W", "S": "N", "W": "E"}  # also what an edge becomes when a tile is turned by 180 degrees

PRODUCES = {"farm": "wheat", "sawmill": "wood", "quarry": "stone"}
GROUPS_OF = {"mill": "yellow", "stonemason": "grey", "cowshed": "green"}
BUILDINGS_ON = {"bakery": "yellow", "smithy": "grey", "lodge": "green"}
PAIR_OF = {"basketry": ("green", "yellow"), "pottery": ("grey", "yellow"), "cooperage": ("green", "grey")}
REMOVED_TREASURES = {1: 4, 2: 2, 3: 0}  # 9.2


@dataclass(frozen=True)
class Tile:
    """One building tile, as its row of the table says."""

    id: str
    building: str
    terrain: str
    cost: dict
    roads: tuple  # of sets of edges; edges of one set are joined through the tile
    param: str

    @classmethod
    def from_row(cls, row):
        cost = {resource: int(row[resource]) for resource in RESOURCE.values()}
        roads = tuple(frozenset(road) for road in (row["roads"] or "").split("+") if road)
        return cls(row["id"], row["building"], row["terrain"], cost, roads, row["param"] or "")


@dataclass(frozen=True)
class Treasure:
    """One treasure token."""

    id: str
    kind: str
    colours: tuple
    cells: tuple

    @classmethod
    def from_row(cls, row):
        cells = tuple(row["cells"].split("+")) if row["cells"] else ()
        return cls(row["id"], row["kind"], tuple(row["colours"].split("+")), cells)


@dataclass
class Unit:
    """One unit of a player; `at` is a cell or "supply"."""

    kind: str
    at: object
    moved: bool


def shift(cell, direction):
    return cell[0] + STEP[direction][0], cell[1] + STEP[direction][1]


def beside(cell):
    return {shift(cell, direction) for direction in SIDES}


def touching(cell):
    return {shift(cell, direction) for direction in STEP}


def write(cell):
    return f"{cell[0]},{cell[1]}"


def read(text):
    x, y = text.split(",")
    return int(x), int(y)


class Twin:
    """One game of The Two Heirs, duel or solo; all of it is known."""

    # -- positions ------------------------------------------------------------------------------------------------

    @classmethod
    def from_position(cls, position, *, tiles, treasures):
        """Return the game that a full position describes; `tiles` and `treasures` are rows of the tables."""
        self = cls()
        self.tiles = {row["id"]: Tile.from_row(row) for row in tiles}
        self.treasures = {row["id"]: Treasure.from_row(row) for row in treasures}
        self.mode = position["mode"]
        self.level = position.get("level")
        self.sets = list(position["sets"])
        self.player = position["player"]
        self.phase = position["phase"]
        self.taken = position["taken"]
        self.discounts = position["discounts"]
        self.turns_after_this = position["turns_after_this"]
        self.targets = [tuple(cell) for cell in position.get("targets", [])]
        self.supply = list(position["supply"])  # clockwise from the shield
        self.stack = list(position["stack"])  # top first
        self.hands = {player: list(hand) for player, hand in position["hands"].items()}
        self.board = {tuple(place["at"]): (place["tile"], place["owner"]) for place in position["board"]}
        self.units = {
            player: [Unit(u["kind"], u["at"] if u["at"] == "supply" else tuple(u["at"]), u["moved"]) for u in units]
            for player, units in position["units"].items()
        }
        self.removed = list(position["removed"])
        if self.mode == "solo":
            henry = position["henry"]
            self.henry_units = {colour: at and tuple(at) for colour, at in henry["units"].items()}
            self.last = henry["last"] and tuple(henry["last"])
            self.pile = list(henry["pile"])
            self.tokens = {tuple(place["at"]): place["token"] for place in henry["treasures"]}
            self.gone = list(henry["gone"])
            self.unused = list(henry["unused"])
        return self

    @classmethod
    def deal(cls, sets, mode, level, rng, *, tiles, treasures):
        """Return the start of a game, shuffled by a `random.Random` (section 2, 9.1, 9.2)."""
        stack = [row["id"] for row in tiles if row["set"] in sets]
        rng.shuffle(stack)
        solo = mode == "solo"
        position = {
            "mode": mode, "sets": list(sets), "player": "blue" if solo else rng.choice(["blue", "white"]),
            "phase": "main", "taken": False, "discounts": 0, "turns_after_this": None,
            "supply": stack[:6], "board": [{"at": [0, 0], "tile": stack[6], "owner": None}], "stack": stack[7:],
            "hands": {"blue": [], "white": []}, "removed": [],
            "units": {player: [{"kind": "elite", "at": [0, 0], "moved": False},
                               {"kind": "regular", "at": "supply", "moved": False},
                               {"kind": "regular", "at": "supply", "moved": False}]
                      for player in (["blue"] if solo else ["blue", "white"])},
        }
        if solo:
            pile = [row["id"] for row in treasures]
            rng.shuffle(pile)
            out = REMOVED_TREASURES[level]
            position["level"] = level
            position["henry"] = {"units": dict.fromkeys(COLOURS), "last": None, "pile": pile[out:], "treasures": [],
                                 "gone": [], "unused": pile[:out]}
        return cls.from_position(position, tiles=tiles, treasures=treasures)

    def position(self):
        """Return the full position."""
        position = {"game": "two-heirs", "version": 1, "mode": self.mode}
        if self.mode == "solo":
            position["level"] = self.level
        position |= {
            "sets": list(self.sets), "player": self.player, "phase": self.phase, "taken": self.taken,
            "discounts": self.discounts, "turns_after_this": self.turns_after_this,
        }
        if self.phase == "siege":
            position["targets"] = [list(cell) for cell in self.targets]
        position |= {
            "supply": list(self.supply), "stack": list(self.stack),
            "hands": {player: list(hand) for player, hand in self.hands.items()},
            "board": [{"at": list(cell), "tile": tile, "owner": owner} for cell, (tile, owner) in self.board.items()],
            "units": {player: [{"kind": unit.kind, "at": unit.at if unit.at == "supply" else list(unit.at),
                                "moved": unit.moved} for unit in units]
                      for player, units in self.units.items()},
            "removed": list(self.removed),
        }
        if self.mode == "solo":
            position["henry"] = {
                "units": {colour: at and list(at) for colour, at in self.henry_units.items()},
                "last": self.last and list(self.last), "pile": list(self.pile),
                "treasures": [{"at": list(cell), "token": token} for cell, token in self.tokens.items()],
                "gone": list(self.gone), "unused": list(self.unused),
            }
        return position

    def copy(self):
        """Return an independent copy."""
        other = Twin()
        other.__dict__.update(self.__dict__)
        for name in ("targets", "supply", "stack", "board", "removed"):
            setattr(other, name, getattr(self, name).copy())
        other.hands = {player: hand.copy() for player, hand in self.hands.items()}
        other.units = {player: [Unit(u.kind, u.at, u.moved) for u in units] for player, units in self.units.items()}
        if self.mode == "solo":
            for name in ("henry_units", "pile", "tokens", "gone", "unused"):
                setattr(other, name, getattr(self, name).copy())
        return other

    # -- what can be seen on the table ----------------------------------------------------------------------------

    def building(self, cell):
        """Return the building on a cell; None without a tile there, or with open terrain."""
        if cell not in self.board or self.board[cell][1] is None:
            return None
        return self.tiles[self.board[cell][0]].building

    def owner(self, cell):
        return self.board[cell][1] if cell in self.board else None

    def terrain(self, cell):
        """Return the colour of the tile on a cell, None without one."""
        return self.tiles[self.board[cell][0]].terrain if cell in self.board else None

    def cells_of(self, player, buildings):
        """Return the cells of a player's buildings of some kinds."""
        return {cell for cell in self.board if self.owner(cell) == player and self.building(cell) in buildings}

    def roads_at(self, cell):
        """Return the roads of the tile on a cell, as Blue sees it; open terrain has none (4.1, 4.2)."""
        if self.building(cell) is None:
            return ()
        tile, owner = self.board[cell]
        return self.roads_as_laid(tile, owner)

    def roads_as_laid(self, tile, owner):
        """Return the roads of a tile that lies with its bottom towards its owner, as Blue sees them."""
        roads = self.tiles[tile].roads
        if owner == "white":
            roads = tuple(frozenset(FACING[edge] for edge in road) for road in roads)
        return roads

    def occupied(self):
        """Return the cells on which a unit stands."""
        cells = {unit.at for units in self.units.values() for unit in units if unit.at != "supply"}
        if self.mode == "solo":
            cells |= {at for at in self.henry_units.values() if at is not None}
        return cells

    def stands_on(self, player):
        """Return the cells on which units of a player stand."""
        return {unit.at for unit in self.units[player] if unit.at != "supply"}

    def in_reach(self):
        """Return the tiles in the reach of whose turn it is (3.1)."""
        reach = 1 + sum(unit.at == "supply" for unit in self.units[self.player])
        return [tile for tile in self.supply if tile is not None][:reach]

    def resources(self):
        """Return how many of each resource whose turn it is has access to (4.1)."""
        access = Counter()
        for tile in self.in_reach():
            access[RESOURCE[self.tiles[tile].terrain]] += 1
        for cell in self.stands_on(self.player):
            access[RESOURCE[self.terrain(cell)]] += 1
        for cell in self.cells_of(self.player, PRODUCES):
            access[PRODUCES[self.building(cell)]] += 1
        return access

    def lack(self, tile):
        """Return how many resources of a tile's cost are missing, discounts not counted."""
        access = self.resources()
        return sum(max(0, need - access[resource]) for resource, need in self.tiles[tile].cost.items())

    def supply_is_empty(self):
        return all(tile is None for tile in self.supply)

    # -- moves ----------------------------------------------------------------------------------------------------

    def legal(self):
        """Return the legal moves, sorted as text."""
        if self.phase == "over":
            return []
        if self.phase == "siege":
            return sorted([f"destroy {write(cell)}" for cell in self.targets] + ["spare"])
        if self.phase == "discard":
            return sorted(f"discard {tile}" for tile in self.hands[self.player])
        moves = self.legal_plays() | self.legal_steps()
        if not self.taken:  # 3.2
            moves |= {f"take {tile}" for tile in self.in_reach()}
        else:  # 7.1
            moves |= {f"camp {write(cell)}" for cell in self.cells_of(self.player, {"camp"})}
        if self.taken or self.supply_is_empty():  # 3.4
            moves.add("end")
        return sorted(moves)

    def legal_plays(self):
        """Return the moves by which a tile comes from the hand to the board (section 4)."""
        places = {cell for at in self.stands_on(self.player) for cell in touching(at)} - set(self.board)
        moves = set()
        for tile in self.hands[self.player]:
            moves |= {f"extend {tile} {write(cell)}" for cell in places}
            if self.lack(tile) <= self.discounts:
                moves |= {f"build {tile} {write(cell)}" for cell in places}
        return moves

    def legal_steps(self):
        """Return the moves of units (section 5)."""
        free = set(self.board) - self.occupied()
        moves = set()
        for unit in self.units[self.player]:
            if unit.moved:
                continue
            if unit.at == "supply":
                moves |= {f"summon {write(cell)}" for cell in free if touching(cell) & self.stands_on(self.player)}
            else:
                moves |= {f"move {write(unit.at)} {write(cell)}" for cell in free & touching(unit.at)}
                if unit.kind == "regular":
                    moves.add(f"withdraw {write(unit.at)}")
        return moves

    def move(self, text):
        """Make a legal move; return the events that followed by themselves."""
        if text not in self.legal():
            raise ValueError(f"not legal: {text!r}; legal: {', '.join(self.legal())}")
        return self.play(text)

    def play(self, text):
        """Make a move that is known to be legal; return the events."""
        verb, *words = text.split()
        return getattr(self, f"do_{verb}")(*words) or []

    def do_take(self, tile):
        events = self.take(tile)
        self.hands[self.player].append(tile)
        self.taken = True
        return events

    def take(self, tile):
        """Take a tile out of the supply and refill it (3.2)."""
        index = self.supply.index(tile)
        refill = self.stack.pop(0) if self.stack else None
        # The circle clockwise from the emptied position, where the shield lies now: what came after the tile, then the
        # position that the shield left, then what lay between it and the tile.
        self.supply = [*self.supply[index + 1:], refill, *self.supply[:index]]
        if refill is None:
            return []
        if not self.stack:
            self.turns_after_this = 2  # section 6: one more turn for each
        return [f"refill {refill}"]

    def do_build(self, tile, cell):
        cell = read(cell)
        self.discounts -= self.lack(tile)  # 4.2: a building uses up as many as it lacks resources
        self.hands[self.player].remove(tile)
        self.board[cell] = tile, self.player
        if self.mode == "solo":
            self.last = cell
        if self.building(cell) == "siege-tower":
            self.targets = self.besieged_by(cell)
            if self.targets:
                self.phase = "siege"
        return self.meet_treasures()

    def besieged_by(self, tower):
        """Return the opponent's buildings beside a tower and beside another tower of its owner (7.2)."""
        player = self.owner(tower)
        others = self.cells_of(player, {"siege-tower"}) - {tower}
        return sorted(cell for cell in beside(tower)
                      if self.owner(cell) == OTHER[player] and beside(cell) & others)

    def do_destroy(self, cell):
        self.flip(read(cell))
        self.targets.remove(read(cell))
        if not self.targets:
            self.phase = "main"

    def do_spare(self):
        self.targets = []
        self.phase = "main"

    def flip(self, cell):
        """Turn a building into open terrain."""
        self.board[cell] = self.board[cell][0], None

    def do_extend(self, tile, cell):
        self.hands[self.player].remove(tile)
        self.board[read(cell)] = tile, None
        self.discounts += 1
        return self.meet_treasures()

    def do_camp(self, cell):
        self.flip(read(cell))
        self.taken = False

    def do_move(self, start, to):
        self.set_unit(read(start), read(to))

    def do_summon(self, to):
        self.set_unit("supply", read(to))

    def do_withdraw(self, start):
        self.set_unit(read(start), "supply")

    def set_unit(self, start, to):
        unit = next(unit for unit in self.units[self.player] if unit.at == start and not unit.moved)
        unit.at = to
        unit.moved = True

    def do_end(self):
        if len(self.hands[self.player]) > 3:
            self.phase = "discard"
            return []
        return self.end_turn()

    def do_discard(self, tile):
        self.hands[self.player].remove(tile)
        self.removed.append(tile)
        return self.end_turn() if len(self.hands[self.player]) == 3 else []

    def end_turn(self):
        """Let the next turn begin, or end the game (3.4, section 6)."""
        self.phase = "main"
        self.taken = False
        self.discounts = 0
        for units in self.units.values():
            for unit in units:
                unit.moved = False
        if self.turns_after_this == 0:
            self.phase = "over"
            return []
        if self.turns_after_this is not None:
            self.turns_after_this -= 1
        self.player = OTHER[self.player]
        if self.mode == "solo" and self.player == "white":
            return self.henry() + self.end_turn()
        return []

    # -- Henry, section 9 -----------------------------------------------------------------------------------------

    def henry(self):
        """Play Henry's turn, but for its end."""
        tile = self.henry_chooses()
        if tile is None:
            return []  # 9.8
        events = [f"henry takes {tile}", *self.take(tile)]
        cell = self.henry_places(tile)
        if cell is None:
            self.removed.append(tile)
            return [*events, f"henry removes {tile}"]
        self.board[cell] = tile, "white"
        events += [f"henry builds {tile} {write(cell)}", *self.meet_treasures()]
        if self.pile:  # 9.5
            token = self.pile.pop(0)
            self.tokens[cell] = token
            events += [f"treasure {token} {write(cell)}", *self.meet_treasures()]
        self.henry_units[self.tiles[tile].terrain] = cell  # 9.6
        return events

    def henry_chooses(self):
        """Return the tile that Henry takes, None if there is none (9.3)."""
        offered = [tile for tile in self.supply if tile is not None]
        if self.stack:
            wanted = self.tiles[self.stack[0]].terrain
            for tile in offered:
                if self.tiles[tile].terrain == wanted:
                    return tile
        return offered[0] if offered else None

    def henry_places(self, tile):
        """Return where Henry builds a tile, None if there is no room (9.4)."""
        last = self.last or (0, 0)
        ends = set().union(*self.roads_at(last))
        laid = set().union(*self.roads_as_laid(tile, "white"))
        empty = [direction for direction in AROUND if shift(last, direction) not in self.board]
        joined = [side for side in empty if side in ends and FACING[side] in laid]
        blocked = [side for side in empty if side in ends]
        for directions in (joined, blocked, empty):
            if directions:
                return shift(last, directions[0])
        return None

    def meet_treasures(self):
        """Let treasures leave whose condition holds (9.5)."""
        if self.mode != "solo":
            return []
        events = []
        for cell, token in list(self.tokens.items()):
            if self.is_met(cell, self.treasures[token]):
                del self.tokens[cell]
                self.gone.append(token)
                events.append(f"treasure gone {token}")
        return events

    def is_met(self, cell, treasure):
        """Whether the condition of a treasure on a cell holds."""
        def fits(place, colour):
            return place in self.board and colour in ("brown", self.terrain(place))

        first, second = treasure.colours
        if treasure.kind == "position":
            return all(fits(shift(cell, direction), colour)
                       for direction, colour in zip(treasure.cells, treasure.colours, strict=True))
        axis = 0 if treasure.kind == "vertical" else 1
        line = {place for place in self.board if place[axis] == cell[axis]} - {cell}
        return any(fits(one, first) and fits(two, second) for one in line for two in line - {one})

    # -- the end --------------------------------------------------------------------------------------------------

    def result(self):
        """Return the result as if the game ended now (section 7, 9.9)."""
        buildings = [{"at": list(cell), "tile": tile, "owner": owner, "points": self.points(cell),
                      "doubled": owner in self.units and cell in self.stands_on(owner)}  # 7.3
                     for cell, (tile, owner) in self.board.items() if owner is not None]
        if self.mode == "solo":  # 9.9
            henrys = sorted((b for b in buildings if b["owner"] == "white"), key=lambda b: -b["points"])
            for building in henrys[:3]:
                building["doubled"] = True
        points = {"blue": 0, "white": 0}
        for building in buildings:
            points[building["owner"]] += building["points"] * (2 if building["doubled"] else 1)
        roads = []
        for cells in self.roads():
            count = Counter(self.owner(cell) for cell in cells)
            for player in points:
                points[player] += max(0, count[player] - count[OTHER[player]])
            roads.append({"cells": [list(cell) for cell in sorted(cells)],
                          "blue": count["blue"], "white": count["white"]})
        treasures = 0
        if self.mode == "solo":
            treasures = len(self.tokens) + len(self.pile)
            points["white"] += 5 * treasures
        return {"points": points, "winner": self.winner(points), "buildings": buildings, "roads": roads,
                "treasures": treasures}

    def winner(self, points):
        """Return who wins with these points (7.5, 9.9)."""
        if self.mode == "solo":
            return "blue" if points["blue"] > points["white"] else "white"
        kept = {player: sum(unit.at == "supply" for unit in self.units[player]) for player in points}
        best = {player: (points[player], kept[player]) for player in points}
        if best["blue"] == best["white"]:
            return "draw"
        return max(best, key=best.get)

    def pieces_of_road(self):
        """Return each (cell, piece of road) on the board with the pieces that it is joined to."""
        pieces = [(cell, road) for cell in self.board for road in self.roads_at(cell)]
        return {(cell, road): [(there, far) for there, far in pieces
                               if any(shift(cell, edge) == there and FACING[edge] in far for edge in road)]
                for cell, road in pieces}

    def whole_roads(self):
        """Return every road as the set of its (cell, piece) (7.4)."""
        joined = self.pieces_of_road()
        roads, seen = [], set()
        for piece in joined:
            if piece in seen:
                continue
            road, new = set(), {piece}
            while new:
                road |= new
                new = {far for near in new for far in joined[near]} - road
            seen |= road
            roads.append(road)
        return roads

    def roads(self):
        """Return the cells of each road of two tiles or more."""
        roads = [{cell for cell, _ in road} for road in self.whole_roads()]
        return [cells for cells in roads if len(cells) >= 2]

    def points(self, cell):
        """Return what the building on a cell is worth, not doubled."""
        tile, owner = self.board[cell]
        tile = self.tiles[tile]
        building = tile.building
        others = set(self.board) - {cell}

        if building == "inn":
            axis = 1 if tile.param == "row" else 0  # the coordinate that its row, or its column, has in common
            line = [place for place in others if place[axis] == cell[axis]]
            before = sum(place < cell for place in line)
            after = sum(place > cell for place in line)
            return 1 + min(3, before) + min(3, after)
        if building == "market":
            return 1 + len(beside(cell) & others)
        if building == "pilgrimage":
            lengths = [len({place for place, _ in road}) for road in self.whole_roads()
                       if any(place == cell for place, _ in road)]
            return max(lengths, default=1)
        if building == "robber-keep":
            return 2 + 2 * sum(self.owner(place) == OTHER[owner] for place in beside(cell))
        if building in GROUPS_OF:
            return 1 + len(self.groups_beside(cell, GROUPS_OF[building]))
        if building in BUILDINGS_ON:
            return 1 + sum(self.owner(place) == owner and self.terrain(place) == BUILDINGS_ON[building]
                           for place in others)
        if building == "camp":
            return 2
        if building == "trading-post":
            return 3 * len(self.cells_of(owner, set(tile.param.split("+"))))
        if building == "cathedral":
            return 5
        if building == "fortress":
            return len(self.cells_of(owner, {"siege-tower", "fortress"}))
        if building in PAIR_OF:
            steps = SIDES if tile.param == "sides" else CORNERS
            colours = [self.terrain(shift(cell, direction)) for direction in steps]
            pairs = min(colours.count(colour) for colour in PAIR_OF[building])
            halls = self.cells_of(owner, {"guildhall"})
            helped = any(self.tiles[self.board[hall][0]].param == building for hall in halls)
            return pairs * (4 if helped else 3)
        if building == "watchtower":
            axis = 1 if tile.param == "row" else 0
            return 1 + sum(place[axis] == cell[axis] and self.terrain(place) == tile.terrain for place in others)
        if building == "guardhouse":
            towers = self.cells_of("blue", {"watchtower"}) | self.cells_of("white", {"watchtower"})
            return 2 + 2 * sum(abs(x - cell[0]) == abs(y - cell[1]) for x, y in towers)
        assert building in {"farm", "sawmill", "quarry", "siege-tower", "guildhall"}, building
        return 0

    def groups_beside(self, cell, colour):
        """Return the tiles, others than on the cell, in groups of a colour that touch the cell by a side."""
        group, new = set(), {cell}
        while new:
            new = {near for place in new for near in beside(place) if self.terrain(near) == colour} - group - {cell}
            group |= new
        return group


def perft(game, depth):
    """Return how many sequences of `depth` legal decisions there are."""
    if depth == 0:
        return 1
    moves = game.legal()
    if depth == 1:
        return len(moves)
    total = 0
    for text in moves:
        after = game.copy()
        after.play(text)
        total += perft(after, depth - 1)
    return total
