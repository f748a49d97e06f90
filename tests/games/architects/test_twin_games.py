"""Random games of every kind: nothing gets lost, records replay, planted mistakes show."""
import json
from random import Random

import pytest

from tests.games.architects.mistakes import MISTAKES
from tests.games.architects.play import BASE, EXTRA, KINDS, SOLO, WONDERS, choose, play, start
from tests.games.architects.random_data import random_data
from tests.games.architects.replay import Replay, coverage, everything, games, replay, write
from tests.games.architects.setting import DATA
from tests.games.architects.twin import Twin

SOME = [(kind, 5 * at) for at, kind in enumerate(KINDS)]
MORE = [(kind, 5 * at + n) for at, kind in enumerate(KINDS) for n in range(1, 5)]
FEW = [BASE[2], WONDERS[1], SOLO[3], EXTRA[7]]


def named(value):
    return " ".join(f"{key}={what}" for key, what in value.items()) if isinstance(value, dict) else str(value)


def check(game):
    """Count everything that can neither appear nor vanish."""
    for name, seat in game.seats.items():
        laid = sum(there[name] for there in game.workers.values())
        held = sum(other.captured[name] for other in game.seats.values())
        market = list(game.market.values()).count(name)
        assert laid + held + market + game.guildhall.count(name) + seat.supply + seat.prison == 20
        assert min(seat.supply, seat.prison, seat.silver, seat.unpaid, seat.paid, *seat.goods.values()) >= 0
        assert 0 <= seat.virtue <= 14
        assert 0 <= seat.influence <= 12
        assert seat.left_over in (0, 1)
    debts = game.debts + sum(seat.unpaid + seat.paid for seat in game.seats.values())
    assert debts == game.data["base"]["supply"]["debt_cards"]
    hired = [card for seat in game.seats.values() for card in seat.apprentices]
    assert sorted(hired + game.on_display() + game.piles["apprentices"]) == sorted(game.apprentice)
    assert set(game.coins) <= set(game.on_display())
    assert len(game.piles["market"]) + len(game.large) == len(game.market_card)


def check_cards(game):
    """Between turns no building card is on its way."""
    cards = [card for seat in game.seats.values() for card in (*seat.hand, *seat.buildings) if card in game.building]
    assert sorted(cards + game.piles["buildings"]) == sorted(game.building)


def check_play(game, rng, liking, cap=3000):
    while game.legal and len(game.moves) < cap:
        assert game.legal == sorted(set(game.legal))
        assert len(game.legal) > 1
        assert game.player in game.humans
        check(game)
        if all(text.startswith("place") for text in game.legal):
            check_cards(game)
        game.move(choose(rng, game.legal, liking))
    check(game)
    if not game.legal:
        assert game.phase == "over"
        assert set(game.result()["points"]) == set(game.seats)


@pytest.mark.parametrize(("kind", "seed"), SOME, ids=named)
def test_nothing_gets_lost(kind, seed):
    check_play(*start(kind, seed))


@pytest.mark.parametrize(("kind", "seed"), SOME, ids=named)
def test_nothing_gets_lost_with_other_components(kind, seed):
    check_play(*start(kind, seed, data=random_data(Random(f"data {seed}"), DATA)), cap=600)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seed"), MORE, ids=named)
def test_nothing_gets_lost_in_more_games(kind, seed):
    check_play(*start(kind, seed))
    check_play(*start(kind, seed, data=random_data(Random(f"data {seed}"), DATA)), cap=600)


@pytest.mark.parametrize("kind", FEW, ids=named)
def test_records_replay(kind):
    game, rng, liking = start(kind, 5)
    record = write(game, lambda legal: choose(rng, legal, liking))
    text = [json.dumps(line) for line in record]
    assert replay(text) == []
    assert list(games(text + text)) == [record, record]


def test_replay_tells_what_differs():
    game, rng, liking = start(BASE[0], 5)
    record = write(game, lambda legal: choose(rng, legal, liking))
    record[4] = record[4] | {"legal": ["place moon"], "table": record[4]["table"] | {"tax": 99}}
    record[-1] = {"result": record[-1]["result"] | {"winners": []}}
    assert [(found.line, found.key) for found in replay(record)] == [
        (5, "legal"), (5, "table.tax"), (len(record), "result.winners")]
    assert [found.key for found in replay(record[:-1])][-1] == "end"
    record[3] = record[3] | {"move": "place moon"}
    assert [(found.line, found.key) for found in replay(record)] == [(4, "move")]


def test_shuffles_come_from_the_record():
    kind = SOLO[0]
    game, rng, liking = start(kind, 2)
    record = write(game, lambda legal: choose(rng, legal, liking))
    assert game.seen["shuffle schemes"]
    one = Replay(record)
    assert one.run() == []
    assert one.game.seen == game.seen
    counted = coverage([record])
    assert counted["move place"] == game.seen["move place"]
    assert set(counted) >= everything(DATA)


def found(mistake, seeds, data=None):
    """Whether a comparison of random games finds a mistake."""
    for seed in seeds:
        components = data(seed) if data else DATA
        game, rng, liking = start(mistake.kinds[seed % len(mistake.kinds)], seed, data=components)
        if differs(game, mistake.twin(components, game.setup), rng, liking):
            return True
    return False


def differs(game, spoiled, rng, liking):
    try:
        while len(game.moves) < 1500:
            here = (game.player, game.legal, game.events, game.table())
            if here != (spoiled.player, spoiled.legal, spoiled.events, spoiled.table()):
                return True
            if not game.legal:
                return game.result() != spoiled.result()
            text = choose(rng, game.legal, liking)
            game.move(text)
            spoiled.move(text)
    except Exception:  # a spoiled game may lead anywhere
        return True
    return False


def test_an_honest_twin_is_not_found():
    for kind in FEW:
        game, rng, liking = start(kind, 1)
        assert not differs(game, Twin(DATA, game.setup), rng, liking)


@pytest.mark.slow
@pytest.mark.parametrize("name", MISTAKES)
def test_planted_mistakes_are_found(name):
    mistake = MISTAKES[name]
    assert found(mistake, range(60)) or found(mistake, range(60), lambda seed: random_data(Random(seed), DATA))


def test_likings_reach_the_end():
    assert play(*start(BASE[0], 4)).phase == "over"
