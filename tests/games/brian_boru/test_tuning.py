"""What of the component file may be turned: every value gives a file that is read, and only what is named changes."""
import json

from kingmaker.games import load_game
from kingmaker.games.brian_boru.tuning import TUNING

GAME = load_game("brian-boru")
OWN = TUNING.own.read_text(encoding="utf-8")


def turned(word, game=GAME, **values):
    return json.loads(TUNING.turned(game, word, values))


def test_values_as_they_are_give_the_file_as_it_is():
    for word in TUNING.words(GAME):
        now = {knob.name: knob.now for knob in TUNING.knobs(GAME, word)}
        assert TUNING.turned(GAME, word, now) == TUNING.turned(GAME, word, {}) == OWN


def test_every_value_of_every_knob_is_read_back(tmp_path):
    """Of 25 cards, seven marriage cards and the spurned Princess; no knob moves another."""
    tried = 0
    for word in TUNING.words(GAME):
        now = {knob.name: knob.now for knob in TUNING.knobs(GAME, word)}
        for knob in TUNING.knobs(GAME, word):
            for value in {knob.low, knob.high, (knob.low + knob.high) // 2}:
                path = tmp_path / f"{word}_{knob.name}_{value}.json"
                path.write_text(TUNING.turned(GAME, word, {knob.name: value}), encoding="utf-8")
                there = TUNING.knobs(load_game("brian-boru", data=str(path)), word)
                assert {one.name: one.now for one in there} == {**now, knob.name: value}
                tried += 1
    assert tried == 3 * (2 * 25 + 2 * 7 + 1)


def test_a_card_by_hand():
    """25: town, two coins to pay; with +1 it brings one instead, and where that comes from is told of no source."""
    card = turned("25", coins=1)["cards"][24]
    assert card["primary"] == ["town", "coin"]
    assert card["secondary"] == [["coin", "expand"], ["church", "church", "church"]]
    assert (card["provenance"]["primary"], card["provenance"]["number"]) == ("reconstructed", "fan")
    card = turned("2", coins=-2, lost=0)["cards"][1]
    assert card["primary"] == ["town", "pay_coin", "pay_coin", "battle", "battle"]
    assert card["secondary"] == [["expand"], ["battle", "battle"]]
    assert card["provenance"]["secondary"] == "reconstructed"


def test_what_no_knob_of_a_card_can_be():
    """Five symbols an action: town and two swords leave two coins at most."""
    assert [(knob.name, knob.low, knob.high, knob.now) for knob in TUNING.knobs(GAME, "2")] == [
        ("coins", -2, 2, 1), ("lost", 0, 4, 3)]


def test_marriages_by_hand():
    card = turned("Aoife", points=5, renown=0)["marriage_cards"][5]
    assert (card["points"], card["renown"], card["provenance"]) == (5, 0, {"name": "photo", "reward": "reconstructed"})
    use = turned("spurn", points=6)["princess"]["options"][2]
    assert (use["points"], use["provenance"]) == (6, "reconstructed")


def test_another_viking_deck_stays():
    game = load_game("brian-boru", data="@2")
    assert turned("spurn", game, points=6)["viking_cards"] == json.loads(
        TUNING.turned(game, "spurn", {}))["viking_cards"] != json.loads(OWN)["viking_cards"]
