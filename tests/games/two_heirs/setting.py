"""What the tests of The Two Heirs share: tables, positions written shortly, and one face for both implementations."""
import csv
from itertools import combinations
from pathlib import Path
from random import Random

from kingmaker.games import Rng, load_game
from kingmaker.games.check.perft import perft as count
from kingmaker.games.files import positions
from kingmaker.games.files.records import record_move
from kingmaker.games.two_heirs.position import read_position
from tests.games.two_heirs.twin import COLOURS, SETS, Twin, perft, read

FOLDER = Path(__file__).resolve().parents[3] / "games" / "two_heirs"
COMBINATIONS = [",".join(three) for three in combinations(SETS, 3)]


def rows(name):
    """Return the rows of one of the game's own tables, read without the game."""
    with open(FOLDER / name, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


TILES = rows("tiles.csv")
TREASURES = rows("treasures.csv")
SET_OF = {row["id"]: row["set"] for row in TILES}
TERRAIN_OF = {row["id"]: row["terrain"] for row in TILES}
TOKENS = [row["id"] for row in TREASURES]


def altered_tiles(folder, **changes):
    """Return the tile table with some facts changed, and where a file of it lies."""
    return {"tiles": _altered(folder / "tiles.csv", TILES, changes), "folder": folder}


def altered_treasures(folder, **changes):
    """Return the treasure table with some facts changed, and where a file of it lies."""
    return {"treasures": _altered(folder / "treasures.csv", TREASURES, changes), "folder": folder}


def _altered(path, table, changes):
    table = [dict(row) | changes.get(row["id"], {}) for row in table]
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(table[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(table)
    return table


# -- positions ----------------------------------------------------------------------------------------------------


def position(board, *, sets="travel,dominion,trade", player="blue", blue="0,0 supply supply",
             white="0,0 supply supply", hand="", other_hand="", supply=None, top="", stack="rest", removed="",
             turns_after_this=None, taken=False, discounts=0, phase="main", targets=None, level=None, **henry):
    """Return a full position, written shortly; tiles that are not named come last in the stack.

    Parameters
    ----------
    board : cell -> "C2" (open terrain) or "T3 blue"
    blue, white : where the elite and the two regular units are; `!` after a place = has moved
    hand, other_hand : the tiles of whose turn it is, and of the other
    supply : clockwise from the shield, `-` is empty; None = the first six tiles that are not named
    top : the top of the stack
    stack : "rest", or "" for an empty one: then the tiles that are not named are out of the game
    level : 1 to 3 for a solo position; then `henry` may hold last, units, treasures ("1,0 K7"), gone, pile, unused
    """
    sets = sets.split(",")
    named = [text.split()[0] for text in board.values()]
    named += [*hand.split(), *other_hand.split(), *top.split(), *removed.split(), *(supply or "").split()]
    left = [row["id"] for row in TILES if row["set"] in sets and row["id"] not in named]
    if supply is None:
        supply, left = " ".join(left[:6]), left[6:]
    full = {
        "game": "two-heirs", "version": 1, "mode": "solo" if level else "duel", "sets": sets, "player": player,
        "phase": phase, "taken": taken, "discounts": discounts, "turns_after_this": turns_after_this,
        "supply": [None if tile == "-" else tile for tile in supply.split()],
        "stack": [*top.split(), *left] if stack == "rest" else top.split(),
        "hands": {player: hand.split(), ("white" if player == "blue" else "blue"): other_hand.split()},
        "board": [{"at": list(read(cell)), "tile": text.split()[0], "owner": [*text.split(), None][1]}
                  for cell, text in board.items()],
        "units": {"blue": units(blue)} if level else {"blue": units(blue), "white": units(white)},
        "removed": removed.split() + (left if stack != "rest" else []),
    }
    if targets is not None:
        full["targets"] = [list(read(cell)) for cell in targets.split()]
    if level:
        full |= {"level": level, "henry": henry_of(level, **henry)}
    return full


def units(text):
    places = text.split()
    return [{"kind": kind, "at": "supply" if place.startswith("supply") else list(read(place.rstrip("!"))),
             "moved": place.endswith("!")}
            for kind, place in zip(["elite", "regular", "regular"], places, strict=True)]


def henry_of(level, *, last=None, units=None, treasures="", gone="", pile="", unused=None):
    """Return Henry's part of a position; tokens that are not named are in the pile below those that are."""
    out = {1: 4, 2: 2, 3: 0}[level]
    words = treasures.split()
    laid = list(zip(words[::2], words[1::2], strict=True))
    named = [token for _, token in laid] + gone.split() + pile.split() + (unused or "").split()
    left = [token for token in TOKENS if token not in named]
    if unused is None:
        unused, left = " ".join(left[:out]), left[out:]
    return {"units": dict.fromkeys(COLOURS) | {c: list(read(at)) for c, at in (units or {}).items()},
            "last": last and list(read(last)), "pile": pile.split() + left,
            "treasures": [{"at": list(read(at)), "token": token} for at, token in laid],
            "gone": gone.split(), "unused": unused.split()}


def ordered(full):
    """Return a position without the orders that mean nothing, to compare two by."""
    full = dict(full)
    full["hands"] = {player: sorted(hand) for player, hand in full["hands"].items()}
    full["board"] = sorted(full["board"], key=lambda place: place["at"])
    full["removed"] = sorted(full["removed"])
    full["units"] = {player: sorted(units, key=lambda unit: (unit["kind"], str(unit["at"]), unit["moved"]))
                     for player, units in full["units"].items()}
    if "targets" in full:
        full["targets"] = sorted(full["targets"])
    if "henry" in full:
        henry = full["henry"] = dict(full["henry"])
        henry["treasures"] = sorted(henry["treasures"], key=lambda place: place["at"])
        henry["gone"] = sorted(henry["gone"])
        henry["unused"] = sorted(henry["unused"])
    return full


def ordered_result(result, solo):
    """Return a result without the orders that mean nothing.

    Which of Henry's equally valuable buildings is the third to be doubled is left open: only the points count.
    """
    result = dict(result)
    buildings = [dict(building) for building in result["buildings"]]
    if solo:
        result["doubled"] = sorted(b["points"] for b in buildings if b["owner"] == "white" and b["doubled"])
        for building in buildings:
            if building["owner"] == "white":
                del building["doubled"]
    result["buildings"] = sorted(buildings, key=lambda building: building["at"])
    result["roads"] = sorted((road | {"cells": sorted(road["cells"])} for road in result["roads"]),
                             key=lambda road: (road["cells"], road["blue"]))
    return result


# -- the two implementations ---------------------------------------------------------------------------------------


class Player:
    """What the tests ask of an implementation; `start` and `deal` make one."""

    def verbs(self, *verbs):
        """Return the legal moves that begin with one of some verbs."""
        return {text for text in self.legal() if text.split()[0] in verbs}

    def takes(self):
        return {text.split()[1] for text in self.verbs("take")}

    def buildable(self):
        return {text.split()[1] for text in self.verbs("build")}

    def places(self, verb):
        """Return the cells to which a verb can go, as texts."""
        return {text.split()[-1] for text in self.verbs(verb)}

    def points(self):
        """Return what each building is worth, not doubled."""
        return {f"{b['at'][0]},{b['at'][1]}": b["points"] for b in self.result()["buildings"]}

    def doubled(self):
        return {f"{b['at'][0]},{b['at'][1]}" for b in self.result()["buildings"] if b["doubled"]}

    def roads(self):
        """Return the roads as (cells, Blue's, White's)."""
        return sorted((" ".join(sorted(f"{x},{y}" for x, y in road["cells"])), road["blue"], road["white"])
                      for road in self.result()["roads"])

    def owner(self, cell):
        """Return the owner of the tile on a cell; KeyError without a tile."""
        return {f"{p['at'][0]},{p['at'][1]}": p["owner"] for p in self.position()["board"]}[cell]

    def tile(self, cell):
        return {f"{p['at'][0]},{p['at'][1]}": p["tile"] for p in self.position()["board"]}.get(cell)


class TwinPlayer(Player):
    """The twin."""

    def __init__(self, game):
        self.game = game

    @classmethod
    def start(cls, full, *, tiles=TILES, treasures=TREASURES, folder=None):
        return cls(Twin.from_position(full, tiles=tiles, treasures=treasures))

    @classmethod
    def deal(cls, sets, level=None, seed=1):
        mode = "solo" if level else "duel"
        return cls(Twin.deal(sets.split(","), mode, level, Random(seed), tiles=TILES, treasures=TREASURES))

    def legal(self):
        return self.game.legal()

    def move(self, *moves):
        """Make moves; return the events of the last."""
        for text in moves:
            events = self.game.move(text)
        return events

    def position(self):
        return self.game.position()

    def result(self):
        return self.game.result()

    def perft(self, depth):
        return perft(self.game, depth)


class CompiledPlayer(Player):
    """The compiled game, by its public face."""

    def __init__(self, state):
        self.state = state

    @classmethod
    def start(cls, full, *, tiles=None, treasures=None, folder=None):
        own = {name: str(folder / f"{name}.csv") for name, rows in [("tiles", tiles), ("treasures", treasures)] if rows}
        return cls(read_position(full, **own) if own else positions.read_position(full))

    @classmethod
    def deal(cls, sets, level=None, seed=1):
        options = {"mode": "solo", "level": level} if level else {"mode": "duel"}
        return cls(load_game("two-heirs", sets=sets, **options).new(seed))

    def legal(self):
        return sorted(self.state.legal_moves())

    def move(self, *moves):
        """Make moves; return the events of the last."""
        for text in moves:
            events = record_move(self.state, self.state.parse_action(text), 1)["events"]
        return events

    def position(self):
        return positions.write_position(self.state)

    def result(self):
        return self.state.score()

    def perft(self, depth):
        return count(self.state, depth)

    def views(self):
        """Return what each player knows, as text."""
        return [self.state.view(observer) for observer in range(self.state.n_players)]

    def worlds(self, observer, n):
        """Return positions drawn from what a player knows."""
        rng = Rng(1)
        return [positions.write_position(self.state.world(observer, rng)) for _ in range(n)]


PLAYERS = {"twin": TwinPlayer, "compiled": CompiledPlayer}
