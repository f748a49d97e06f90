"""What of the component file may be turned: every value gives a file that is read, and only what is named changes."""
import json

import pytest

from kingmaker.games import load_game
from kingmaker.games.architects.tuning import TUNING

BASE = load_game("architects", boards="variable")
WHOLE = load_game("architects", boards="variable", wonders=1)
OWN = TUNING.own.read_text(encoding="utf-8")


def turned(word, game=WHOLE, **values):
    return json.loads(TUNING.turned(game, word, values))


def test_what_has_knobs_is_what_is_in_play():
    assert TUNING.words(load_game("architects")) == [f"B{k:02}" for k in range(1, 41)]
    assert TUNING.words(BASE)[:5] == ["Therese", "Caroline", "Ada", "Frederick", "Rudolf"]
    assert (len(TUNING.words(BASE)), len(TUNING.words(WHOLE))) == (5 + 40, 11 + 5 + 64)


def test_values_as_they_are_give_the_file_as_it_is():
    for word in TUNING.words(WHOLE):
        now = {knob.name: knob.now for knob in TUNING.knobs(WHOLE, word)}
        assert json.loads(TUNING.turned(WHOLE, word, now)) == json.loads(OWN)


@pytest.mark.parametrize("words", [TUNING.words(WHOLE)[:16], TUNING.words(WHOLE)[16::9]], ids=["boards", "buildings"])
def test_every_value_of_every_knob_is_read_back(tmp_path, words):
    """Boards and wonders all, buildings every ninth; no knob moves another."""
    for word in words:
        now = {knob.name: knob.now for knob in TUNING.knobs(WHOLE, word)}
        for knob in TUNING.knobs(WHOLE, word):
            for value in {knob.low, knob.high}:
                path = tmp_path / f"{word}_{knob.name}_{value}.json"
                path.write_text(TUNING.turned(WHOLE, word, {knob.name: value}), encoding="utf-8")
                there = TUNING.knobs(load_game("architects", wonders=1, data=str(path)), word)
                assert {one.name: one.now for one in there} == {**now, knob.name: value}


def test_boards_buildings_and_wonders_by_hand():
    """Therese begins with 5 silver and virtue 5; B01 costs 4 clay and 2 wood, B23 4 stone and 3 gold; W1 is of clay."""
    board = next(one for one in turned("Therese", silver=9)["base"]["player_boards"] if one["name"] == "Therese")
    assert (board["silver"], board["virtue"]) == (9, 5)
    assert board["prov"] == {"all": "web", "silver": "reconstructed"}
    (card,) = (one for one in turned("B01", goods=8, points=5)["base"]["buildings"] if one["id"] == "B01")
    assert (card["cost"], card["vp"]) == ({"clay": 6, "wood": 2}, 5)
    assert (card["prov"]["cost"], card["prov"]["vp"], card["prov"]["skills"]) == ("reconstructed",) * 2 + ("web",)
    (card,) = (one for one in turned("B23", goods=5)["base"]["buildings"] if one["id"] == "B23")
    assert card["cost"] == {"stone": 2, "gold": 3}
    (card,) = (one for one in turned("W1", goods=11, influence=5)["works_of_wonder"]["wonders"] if one["id"] == "W1")
    assert (card["cost"], card["influence"], card["vp"], card["tax"]) == (11, 5, 16, 5)


def test_who_begins_with_more_silver_has_it(tmp_path):
    path = tmp_path / "table.json"
    path.write_text(TUNING.turned(BASE, "Therese", {"silver": 9}), encoding="utf-8")
    state = load_game("architects", boards="variable", board="Therese", data=str(path)).new(1)
    assert state.table()["seats"]["p1"]["silver"] == 9


def test_another_drawing_of_the_expansion_stays():
    game = load_game("architects", wonders=1, data="@2")
    now, other = turned("B01", game, points=5), json.loads(TUNING.turned(game, "B01", {}))
    assert now["works_of_wonder"] == other["works_of_wonder"] != json.loads(OWN)["works_of_wonder"]
