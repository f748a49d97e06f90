"""What a data set keeps of a game, against a slow reading of the same game's record."""
from itertools import pairwise

import numpy as np
import pytest

from kingmaker.games import Rng, load_game
from kingmaker.games.files.positions import read_position
from kingmaker.games.files.records import record_game
from kingmaker.games.two_heirs.components import TILE_IDS, TREASURE_IDS
from kingmaker.games.two_heirs.ledger import FATES, TOKEN_FATES
from kingmaker.search.match.blocks import play_game

GAMES = ["two-heirs", "two-heirs:sets=dominion,war,guard", "two-heirs:short=6",
         *(f"two-heirs:mode=solo,level={level},sets={sets}" for level, sets in (
             (1, "travel,dominion,trade"), (2, "war,crafts,guard"), (3, "dominion,war,crafts")))]
SEATS = {"blue": 0, "white": 1}
NONE = -1


class Reader:
    """Reads a record line by line; the slow twin of the ledger."""

    def __init__(self, head):
        self.state = head["state"]
        self.solo = self.state["mode"] == "solo"
        self.turn, self.leads = 1, []
        self.pieces = {tile: {} for tile in self.named()}
        self.tokens = {}
        for tile in filter(None, self.state["supply"]):
            self.pieces[tile]["offered"] = 0

    def named(self):
        s = self.state
        return [tile for tile in [*s["supply"], *s["stack"], *s["removed"], *(p["tile"] for p in s["board"])] if tile]

    def event(self, event):
        words = event.split()
        if words[0] == "refill":
            self.pieces[words[1]]["offered"] = self.turn
        elif words[:2] == ["henry", "takes"]:
            self.pieces[words[2]] |= {"taken": self.turn, "taken_by": 1}
        elif words[:2] == ["henry", "builds"]:
            self.pieces[words[2]] |= {"built": self.turn}
        elif words[:2] == ["henry", "removes"]:
            self.pieces[words[2]] |= {"discarded": self.turn}
        elif words[:2] == ["treasure", "gone"]:
            self.tokens.setdefault(words[2], {})["met"] = self.turn
        else:
            self.tokens.setdefault(words[1], {})["laid"] = self.turn

    def line(self, line):
        verb, *words = line["move"].split()
        after = line["state"]
        if verb in ("build", "extend", "discard"):
            self.pieces[words[0]][{"build": "built", "extend": "extended", "discard": "discarded"}[verb]] = self.turn
        elif verb == "take":
            self.pieces[words[0]] |= {"taken": self.turn, "taken_by": SEATS[line["player"]]}
        elif verb in ("camp", "destroy"):
            cell = [int(x) for x in words[0].split(",")]
            tile = next(place["tile"] for place in after["board"] if place["at"] == cell)
            self.pieces[tile]["flipped" if verb == "camp" else "destroyed"] = self.turn
        ended = verb in ("end", "discard") and after["phase"] != "discard"
        if ended and self.solo and self.state["turns_after_this"] != 0:
            self.turn += 1  # Henry's
        for event in line["events"]:
            self.event(event)
        self.state = after
        if ended:
            points = read_position(after).score()["points"]
            self.leads.append((self.turn, np.sign(points["blue"] - points["white"])))
            self.turn += after["phase"] != "over"

    def fate(self, tile):
        row, s = self.pieces[tile], self.state
        for key in ("destroyed", "flipped", "built", "extended", "discarded"):
            if key in row:
                return key
        if tile in s["supply"]:
            return "left"
        if tile in s["hands"]["blue"] + s["hands"]["white"]:
            return "hand"
        return "start" if s["board"][0]["tile"] == tile else "never seen"

    def token_fate(self, token):
        henry = self.state["henry"]
        return ("met" if token in henry["gone"] else "pile" if token in henry["pile"]
                else "unused" if token in henry["unused"] else "laid")


def played(name, seed, agent="random"):
    """Return a record, and the rows that the ledger makes of the same game."""
    game = load_game(name)
    moves = iter(play_game(game, [agent] * len(game.acting), seed).moves)
    actions = []

    def choose(state):
        actions.append(state.parse_action(next(moves)))
        return actions[-1]

    lines = list(record_game(game, seed, choose))
    ledger = game.spec.ledger([game.options])
    start = game.new(seed)
    ledger.add(70 + seed, start, np.array(actions, np.int32))
    assert start == game.new(seed)
    return lines, ledger.take()


@pytest.mark.parametrize("agent", ["random", "greedy:worlds=1"])
@pytest.mark.parametrize("name", GAMES)
def test_rows_say_what_the_record_says(name, agent):
    fates = set()
    for seed in range(4):
        lines, tables = played(name, seed, agent)
        reader = Reader(lines[0])
        for line in lines[1:-1]:
            reader.line(line)
        result = lines[-1]["result"]
        buildings = {building["tile"]: building for building in result["buildings"]}
        pieces = tables["pieces"]
        assert pieces["game"].tolist() == [70 + seed] * 27
        assert sorted(TILE_IDS[code] for code in pieces["piece"]) == sorted(reader.pieces)
        for i, code in enumerate(pieces["piece"]):
            tile = TILE_IDS[code]
            row = {name: values[i] for name, values in pieces.items()}
            for key in ("offered", "taken", "taken_by", "built", "extended", "flipped", "destroyed", "discarded"):
                assert row[key] == reader.pieces[tile].get(key, NONE), (seed, tile, key)
            fates.add(FATES[row["fate"]])
            assert FATES[row["fate"]] == reader.fate(tile), (seed, tile)
            building = buildings.get(tile)
            assert row["owner"] == (SEATS[building["owner"]] if building else NONE)
            assert row["points"] == (building["points"] if building else NONE)
            assert bool(row["doubled"]) == bool(building and building["doubled"])
        check_games(tables["games"], reader, result)
        if reader.solo:
            check_treasures(tables["treasures"], reader)
    assert {"built", "extended", "start"} <= fates


def check_games(games, reader, result):
    row = {name: int(values[0]) for name, values in games.items()}
    assert row["turns"] == reader.turn
    for side, seat in SEATS.items():
        own = [building for building in result["buildings"] if building["owner"] == side]
        lead = "blue", "white"
        by_roads = sum(max(road[side] - road[lead[1 - seat]], 0) for road in result["roads"])
        assert row[f"buildings_{seat}"] == sum(building["points"] for building in own)
        assert row[f"doubling_{seat}"] == sum(building["points"] for building in own if building["doubled"])
        assert row[f"roads_{seat}"] == by_roads
        parts = row[f"buildings_{seat}"] + row[f"doubling_{seat}"] + row[f"roads_{seat}"]
        assert parts + (row.get("treasure_points", 0) if seat else 0) == result["points"][side]
    if reader.solo:
        assert row["treasures_left"] == result["treasures"]
        assert row["treasure_points"] == 5 * result["treasures"]
        assert row["treasures_met"] == sum(1 for token in reader.tokens.values() if "met" in token)
    signs = [sign for _, sign in reader.leads]
    ahead = [sign for sign in signs if sign]
    assert row["lead_changes"] == sum(a != b for a, b in pairwise(ahead))
    wrong = [turn for turn, sign in reader.leads if sign != signs[-1]]
    assert row["decided"] == (max(wrong) + 1 if wrong else 1)


def check_treasures(treasures, reader):
    assert treasures["token"].tolist() == list(range(10))
    gone_at_once = set(reader.state["henry"]["gone"]) - reader.tokens.keys()
    assert not gone_at_once
    for i, token in enumerate(TREASURE_IDS):
        seen = reader.tokens.get(token, {})
        assert treasures["laid"][i] == seen.get("laid", NONE)
        assert treasures["met"][i] == seen.get("met", NONE)
        assert TOKEN_FATES[treasures["fate"][i]] == reader.token_fate(token)


def test_a_ledger_begins_anew_and_grows():
    game = load_game("two-heirs")
    ledger = game.spec.ledger([game.options])
    state = game.new(1)
    actions, rng = [], Rng(1)
    while not state.is_over:
        actions.append(state.sample(rng))
        state.apply(actions[-1])
    for number in range(600):  # more than there is room for at first
        ledger.add(number, game.new(1), np.array(actions, np.int32))
    tables = ledger.take()
    assert tables["games"]["game"].tolist() == list(range(600))
    assert len(tables["pieces"]["game"]) == 600 * 27
    assert (tables["pieces"]["fate"].reshape(600, 27) == tables["pieces"]["fate"][:27]).all()
    assert len(ledger.take()["games"]["game"]) == 0


def test_a_duel_keeps_no_treasures_and_both_modes_together_do():
    duel, solo = load_game("two-heirs"), load_game("two-heirs", mode="solo")
    assert set(duel.spec.ledger([duel.options]).tables) == {"games", "pieces"}
    ledger = duel.spec.ledger([duel.options, solo.options])
    assert set(ledger.tables) == {"games", "pieces", "treasures"}
    for number, game in enumerate((duel, solo, duel)):
        start, state, rng, actions = game.new(2), game.new(2), Rng(2), []
        while not state.is_over:
            actions.append(state.sample(rng))
            state.apply(actions[-1])
        ledger.add(number, start, np.array(actions, np.int32))
    tables = ledger.take()
    assert tables["treasures"]["game"].tolist() == [1] * 10
    for name, table in tables.items():
        assert list(table) == [column.name for column in ledger.tables[name]]
