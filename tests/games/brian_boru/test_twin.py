"""The compiled game against its twin: random games, random tables and random components."""
import json
from contextlib import contextmanager
from itertools import chain
from random import Random

import pytest

from kingmaker.games import load_game
from kingmaker.games.files.records import record_game
from tests.games.brian_boru.random_tables import random_data, random_setup, random_table
from tests.games.brian_boru.setting import COUNTS, ORDINARY, CompiledPlayer, TwinPlayer
from tests.games.brian_boru.twin import Twin

LIKINGS = [  # how often a game makes each kind of move; what is not named has weight 1; `buy` for each piece bought
    {},
    {"expand": 30, "secondary 1": 10, "buy": 0.3},  # coins and towns
    {"secondary 2": 8, "buy": 3},  # churches, battles and courtship
    {"secondary 2": 4, "liberate": 9, "pass": 5},
]


def weight(move, liking):
    verb = move.split()[0]
    if verb == "buy":
        return liking.get("buy", 1) ** int(move.split()[1])
    return liking.get(move, liking.get(verb, 1))


def compare(twin, compiled, rng, liking):
    """Play one random game on both."""
    while True:
        assert (compiled.player(), compiled.legal()) == (twin.player(), twin.legal())
        assert compiled.table() == twin.table()
        if rng.random() < 0.02:  # what is written is read back as the same game
            compiled = compiled.read_again()
        if not twin.legal():
            break
        move = rng.choices(twin.legal(), [weight(move, liking) for move in twin.legal()])[0]
        assert compiled.move(move) == twin.move(move), move
    result = twin.result()
    points, winners = result["points"], result["winners"]
    assert compiled.result() == result
    assert compiled.state.returns() == list(points.values())
    assert compiled.state.wins() == [(player in winners) / len(winners) for player in points]


@contextmanager
def told(case):
    """Name the case in the message of a failure."""
    try:
        yield
    except AssertionError as error:
        raise AssertionError(f"{case}: {error}") from error


def games(n, seeds):
    """Compare random games; every other one the compiled game deals."""
    for seed in seeds:
        rng = Random(f"{n} {seed}")
        compiled = CompiledPlayer.new(n, seed) if seed % 2 else CompiledPlayer.deal(random_setup(n, rng))
        with told(f"{n} players, seed {seed}"):
            compare(TwinPlayer.deal(compiled.hidden_setup()), compiled, rng, LIKINGS[seed // 2 % len(LIKINGS)])


def games_from_tables(n, seeds):
    for seed in seeds:
        rng = Random(f"table {n} {seed}")
        start = random_table(n, rng)
        marriage = rng.choice([name for name in ORDINARY if name not in chain(*start["marriages"].values())])
        with told(f"table, {n} players, seed {seed}"):
            compare(TwinPlayer.start(start, marriage=marriage), CompiledPlayer.start(start, marriage=marriage), rng,
                    LIKINGS[seed % len(LIKINGS)])


def games_of_random_data(folder, seeds):
    for seed in seeds:
        file = folder / f"{seed}.json"
        rng = Random(f"data {seed}")
        n, data = rng.choice(COUNTS), random_data(rng)
        file.write_text(json.dumps(data), encoding="utf-8")
        setup = random_setup(n, rng, data)
        with told(f"data, {n} players, seed {seed}"):
            compare(TwinPlayer.deal(setup, file=file), CompiledPlayer.deal(setup, file=file), rng,
                    LIKINGS[seed % len(LIKINGS)])


@pytest.mark.parametrize("n", COUNTS)
def test_random_games_agree(n):
    games(n, range(100))


@pytest.mark.parametrize("n", COUNTS)
def test_random_tables_agree(n):
    games_from_tables(n, range(200))


def test_random_components_agree(tmp_path):
    games_of_random_data(tmp_path, range(100))


@pytest.mark.slow
@pytest.mark.parametrize("n", COUNTS)
def test_ten_thousand_random_games_agree(n):
    games(n, range(1000, 11000))


@pytest.mark.slow
@pytest.mark.parametrize("n", COUNTS)
def test_ten_thousand_random_tables_agree(n):
    games_from_tables(n, range(1000, 11000))


@pytest.mark.slow
def test_thousands_of_random_components_agree(tmp_path):
    games_of_random_data(tmp_path, range(1000, 6000))


@pytest.mark.parametrize("n", COUNTS)
def test_records_are_replayed_without_the_game(n):
    """All that the twin is told stands in the record: components, decks, who begins, the deals in the events."""
    rng = Random(n)
    played = record_game(load_game("brian-boru", players=n), 11, lambda state: rng.choice(state.legal_actions()))
    head, *decisions, last = json.loads(json.dumps(list(played)))
    assert (head["record"], head["version"], head["seed"], head["players"]) == ("brian-boru", 1, 11, n)
    assert list(head) == ["record", "version", "seed", "players", "first", "viking_deck", "marriage_deck", "data"]
    events = [event.split() for line in decisions for event in line["events"]]
    hands = [(words[1], [int(card) for card in words[2:]]) for words in events if words[0] == "deal"]
    setup = {key: head[key] for key in ("players", "first", "viking_deck", "marriage_deck")}
    twin = Twin(head["data"], setup | {"deals": [dict(hands[at:at + n]) for at in range(0, len(hands), n)]})
    for number, line in enumerate(decisions, 1):
        assert list(line) == ["n", "player", "legal", "move", "events", "table"]
        assert (line["n"], line["player"], line["legal"]) == (number, twin.player, twin.legal)
        assert line["events"] == twin.move(line["move"])
        assert line["table"] == twin.table()
    assert twin.phase == "over"
    assert last == {"result": twin.result()}
