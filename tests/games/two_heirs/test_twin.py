"""The compiled game against its twin: random games of all sets, modes and levels, and perft."""
import json
import tomllib
from pathlib import Path
from random import Random

import pytest

from kingmaker.games import load_game
from kingmaker.games.files.records import record_game
from tests.games.two_heirs.setting import (
    COMBINATIONS,
    TILES,
    TREASURES,
    CompiledPlayer,
    TwinPlayer,
    altered_tiles,
    altered_treasures,
    ordered,
    ordered_result,
    position,
)
from tests.games.two_heirs.twin import AROUND, COLOURS, PAIR_OF, SETS, Twin

ROOT = Path(__file__).resolve().parents[3]
MODES = [None, 1, 2, 3]  # a duel, and the three levels of solo
TOWERS = {row["id"] for row in TILES if row["building"] == "siege-tower"}
CASES = [(sets, level) for sets in COMBINATIONS for level in MODES]
LIKINGS = [  # how often a game makes each kind of move; what is not named has weight 1
    {},
    {"build": 50, "tower": 500, "siege": 5000, "destroy": 3, "camp": 10, "extend": 0.2, "take": 2, "end": 0.1},
    {"extend": 8, "take": 0.3, "end": 0.2, "camp": 20, "summon": 3},  # wide boards
    {"end": 9, "camp": 20, "build": 3, "extend": 0.1, "destroy": 2},  # many buildings
    {"end": 60, "camp": 30, "take": 3, "build": 0.2, "extend": 0.05},  # full hands
]


def choose(game, liking, rng):
    """Return a move by the weights of a liking; `tower` and `siege` are builds of such."""
    moves = game.legal()
    weights = []
    for text in moves:
        verb, *words = text.split()
        if verb == "build" and "tower" in liking and words[0] in TOWERS:
            after = game.game.copy()
            after.play(text)
            verb = "siege" if after.phase == "siege" else "tower"
        weights.append(liking.get(verb, 1))
    return rng.choices(moves, weights)[0]


def compare(one, other, dealt, rng, liking, tables):
    """Play one random game on both implementations."""
    twin, compiled = one.start(dealt, **tables), other.start(dealt, **tables)
    while True:
        full = twin.position()
        assert ordered(compiled.position()) == ordered(full)
        moves = twin.legal()
        assert compiled.legal() == moves, full
        if not moves or rng.random() < 0.05:
            solo = full["mode"] == "solo"
            assert ordered_result(compiled.result(), solo) == ordered_result(twin.result(), solo), full
        if not moves:
            return
        if rng.random() < 0.02:  # what is written is read back as the same game
            twin, compiled = one.start(compiled.position(), **tables), other.start(full, **tables)
        move = choose(twin, liking, rng)
        told = twin.move(move)
        assert compiled.move(move) == told, (move, full)


def games(sets, level, seeds, **tables):
    for seed in seeds:
        rng = Random(f"{sets} {level} {seed}")
        dealt = (TwinPlayer if seed % 2 else CompiledPlayer).deal(sets, level, seed).position()
        try:
            compare(TwinPlayer, CompiledPlayer, dealt, rng, LIKINGS[seed % len(LIKINGS)], tables)
        except AssertionError as error:
            raise AssertionError(f"{sets} level {level} seed {seed}: {error}") from error


@pytest.mark.parametrize(("sets", "level"), CASES)
def test_random_games_agree(sets, level):
    games(sets, level, range(5))


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["duel", "solo"])
@pytest.mark.parametrize("sets", COMBINATIONS)
def test_a_thousand_random_games_agree(sets, mode):
    if mode == "duel":
        games(sets, None, range(1000))
    else:
        for level in (1, 2, 3):
            games(sets, level, range(level, 1000, 3))


@pytest.mark.parametrize(("sets", "level"), CASES[::7])
def test_records_are_replayed_without_the_game(sets, level):
    """All that the twin is told stands in the record: tables, the first position, the moves."""
    rng = Random(f"{sets} {level}")
    options = {"mode": "solo", "level": level} if level else {}
    game = load_game("two-heirs", sets=sets, **options)
    played = record_game(game, 11, lambda state: rng.choice(state.legal_actions()))
    head, *decisions, last = json.loads(json.dumps(list(played)))
    assert (head["record"], head["version"], head["seed"]) == ("two-heirs", 1, 11)
    twin = Twin.from_position(head["state"], tiles=head["tiles"], treasures=head["treasures"])
    for n, line in enumerate(decisions, 1):
        assert (line["n"], line["player"], line["legal"]) == (n, twin.player, twin.legal())
        assert line["events"] == twin.move(line["move"])
        assert ordered(line["state"]) == ordered(twin.position())
    assert twin.phase == "over"
    assert ordered_result(last["result"], level) == ordered_result(twin.result(), level)


# -- tables of users ----------------------------------------------------------------------------------------------

BUILDINGS = {name: sorted({row["building"] for row in TILES if row["set"] == name}) for name in SETS}
PARAMS = {"inn": ["row", "column"], "watchtower": ["row", "column"], "guildhall": list(PAIR_OF),
          "trading-post": ["farm", "sawmill", "quarry", "farm+quarry", "farm+sawmill+quarry"],
          **{workshop: ["sides", "corners"] for workshop in PAIR_OF}}


def random_tables(folder, rng):
    """Return tables that a user might name: any buildings of the sets, terrains, costs, roads and tokens."""
    tiles = {}
    for row in TILES:
        building = rng.choice(BUILDINGS[row["set"]])
        ends = rng.sample("NESW", rng.choice([0, 1, 2, 2, 3, 4]))
        tiles[row["id"]] = {
            "building": building, "terrain": rng.choice(COLOURS), "param": rng.choice(PARAMS.get(building, [""])),
            "roads": rng.choice(["", "+"]).join(ends), "source": "",
            **{resource: str(rng.choice([0, 0, 0, 1, 1, 2])) for resource in ("wood", "stone", "wheat")},
        }
    tokens = {}
    for row in TREASURES:
        kind = rng.choice(["vertical", "horizontal", "position"])
        tokens[row["id"]] = {
            "kind": kind, "colours": "+".join(rng.choices([*COLOURS, "brown"], k=2)), "source": "",
            "cells": "+".join(rng.sample(AROUND, 2)) * (kind == "position"),
        }
    return altered_tiles(folder, **tiles) | altered_treasures(folder, **tokens)


def games_of_random_tables(folder, seeds):
    for seed in seeds:
        sets, level = CASES[seed % len(CASES)]
        place = folder / str(seed)
        place.mkdir()
        games(sets, level, [seed], **random_tables(place, Random(seed)))


@pytest.mark.parametrize("part", range(4))
def test_random_tables_agree(part, tmp_path):
    games_of_random_tables(tmp_path, range(part * 60, part * 60 + 60))


@pytest.mark.slow
def test_thousands_of_random_tables_agree(tmp_path):
    games_of_random_tables(tmp_path, range(1000, 6000))


# -- perft --------------------------------------------------------------------------------------------------------


def after(sets, level, seed, decisions):
    """Return the position after some decisions of a game that builds and moves much."""
    rng = Random(seed)
    game = TwinPlayer.deal(sets, level, seed)
    for _ in range(decisions):
        game.move(choose(game, LIKINGS[3], rng))
    return game.position()


PERFT = {
    "opening": lambda: after("travel,dominion,trade", None, 1, 0),
    "solo opening": lambda: after("travel,dominion,trade", 2, 1, 0),
    "middle": lambda: after("travel,dominion,trade", None, 2, 32),
    "war": lambda: after("travel,war,crafts", None, 3, 60),
    "solo middle": lambda: after("dominion,war,guard", 3, 4, 25),
    "siege": lambda: position({"0,0": "T3", "1,1": "W1 blue", "2,1": "C8 white", "1,2": "T5 white"},
                              sets="travel,trade,war", blue="1,1 supply supply", white="1,2 supply supply",
                              hand="W3 W4", supply="T1 T4 T2 C4 C5 C7"),
    "discard": lambda: position({"0,0": "C2", "0,1": "D7 blue"}, hand="T4 T5 C8 D2 D6", supply="T3 D1 D8 C4 T7 C9",
                                phase="discard", taken=True),
    "last turn": lambda: position({"0,0": "C2", "0,1": "D7 blue", "1,0": "D9 blue"}, hand="T4 T5", stack="",
                                  supply="- T3 D1 - - D8", turns_after_this=0),
    "solo last turn": lambda: position({"0,0": "C2", "0,1": "D7 blue"}, level=1, hand="T4", stack="", last="0,1",
                                       supply="- T3 D1 - - D8", turns_after_this=1),
}


def example(path):
    """Return an example position, read without the game: TOML has no null and writes "-"."""
    def nulls(value):
        if isinstance(value, dict):
            return {key: nulls(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [nulls(inner) for inner in value]
        return None if value == "-" else value

    text = path.read_text(encoding="utf-8")
    return json.loads(text) if path.suffix == ".json" else nulls(tomllib.loads(text))


EXAMPLES = sorted(path for ending in ("json", "toml") for path in (ROOT / "examples" / "two_heirs").glob(f"*.{ending}")
                  if "?" not in path.read_text(encoding="utf-8"))  # a view cannot be counted
PERFT |= {f"example {path.stem}": lambda path=path: example(path) for path in EXAMPLES}


def test_perft_counts_all_examples_but_the_view():
    assert len(EXAMPLES) == 9


def test_perft_by_hand():
    """Nothing in hand, three tiles in reach: 3 takes. Then `end`, the tile face down on 8 cells, and built on them too
    if its cost is there.

    T3 costs one of each: D1 D8 C4 in reach give wheat and stone, D2 stone: no wood. D1 costs a stone and 2 wheat:
    D8 C4 T7 give one wheat. D8 costs a wheat, and T7 in C4 T7 C9 gives it. So 1 + 8, 1 + 8 and 1 + 16.
    """
    start = TwinPlayer.start(position({"0,0": "D2"}, supply="T3 D1 D8 C4 T7 C9"))
    assert [start.perft(depth) for depth in range(3)] == [1, 3, 9 + 9 + 17]


def test_perft_is_stored(golden):
    """The counts may change only with the rules or the tables: read the difference before storing it."""
    lines = [f"{name}: {' '.join(str(TwinPlayer.start(full()).perft(depth)) for depth in (1, 2, 3))}"
             for name, full in PERFT.items()]
    golden(Path(__file__).parent / "golden" / "perft.txt", "\n".join(lines) + "\n")


@pytest.mark.parametrize("name", PERFT)
def test_perft_agrees(name):
    full = PERFT[name]()
    compiled, twin = CompiledPlayer.start(full), TwinPlayer.start(full)
    assert [compiled.perft(depth) for depth in range(4)] == [twin.perft(depth) for depth in range(4)]
