"""Any position is laid by tapping, and nothing can be put where it cannot lie."""
from pathlib import Path

import pytest

from kingmaker.games import NotationError
from kingmaker.games.files.positions import load_position, read_position, write_position
from kingmaker.games.two_heirs.laying import LAYING
from tests.games.two_heirs.laid import taps

EXAMPLES = sorted((Path(__file__).resolve().parents[3] / "examples" / "two_heirs").glob("*.*o[mn]*"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_every_example_is_laid_by_taps(path):
    wanted = write_position(load_position(path))
    draft = LAYING.blank()
    for place, answer in taps(wanted):
        assert answer in LAYING.choices(draft, place, "cs"), (place, answer)
        draft = LAYING.put(draft, place, answer)
    assert write_position(read_position(LAYING.position(draft))) == wanted
    assert LAYING.areas(draft, "pl")


def test_there_are_examples():
    assert len(EXAMPLES) == 10


def test_a_tile_lies_once_and_what_is_taken_away_can_be_laid_again():
    draft = LAYING.put(LAYING.blank(), "supply.0", "T1")
    assert "T1" not in LAYING.choices(draft, "supply.1", "en")
    assert "W1" not in LAYING.choices(draft, "supply.1", "en"), "of a set that is not in play"
    with pytest.raises(NotationError, match=r"supply.1: expected one of .*got 'T1'"):
        LAYING.put(draft, "supply.1", "T1")
    assert "T1" in LAYING.choices(LAYING.put(draft, "supply.0", "-"), "supply.1", "en")


def test_only_the_start_tile_can_be_laid_first_and_then_what_touches_it():
    draft = LAYING.blank()
    assert LAYING.choices(draft, "1,1", "en") == {}
    draft = LAYING.put(draft, "0,0", "?green")
    assert "T1" in LAYING.choices(draft, "1,1", "en")
    assert LAYING.choices(draft, "2,0", "en") == {}
    assert "owner-blue" not in LAYING.choices(draft, "0,0", "en"), "the start tile is open terrain"


def test_what_stands_on_a_tile_goes_with_it():
    draft = LAYING.blank()
    for place, answer in (("mode", "solo"), ("0,0", "?green"), ("0,1", "T1"), ("0,1", "unit-blue-0"),
                          ("0,1", "owner-blue"), ("0,1", "last"), ("0,1", "clear")):
        draft = LAYING.put(draft, place, answer)
    assert draft["units"]["blue"][0] == [None, False]
    assert draft["henry"]["last"] is None
    assert set(draft["board"]) == {(0, 0)}


def test_the_stack_is_counted_by_itself():
    draft = LAYING.blank()
    for place, answer in (("0,0", "?green"), ("supply.0", "T1"), ("hand.blue", "?"), ("top", "?grey")):
        draft = LAYING.put(draft, place, answer)
    assert LAYING.position(draft)["stack"] == {"left": 24, "top": "grey"}
    assert LAYING.position(LAYING.put(draft, "stack", "T2"))["stack"] == ["T2", *["?"] * 23]


def test_all_that_is_wrong_with_a_draft_is_told_and_each_has_its_place():
    """Nothing lies there but one tile of the supply, and the phase is the end: each is told, and lights up."""
    draft = LAYING.put(LAYING.put(LAYING.blank(), "supply.1", "T1"), "phase", "over")
    with pytest.raises(NotationError) as caught:
        read_position(LAYING.position(draft))
    places = [fault.partition(": ")[0] for fault in caught.value.faults]
    assert {"board", "supply[0]", "turns_after_this"} <= set(places)
    assert {LAYING.spot(draft, place) for place in places} >= {"0,0", "supply.0", "turns"}
    draft = LAYING.put(LAYING.put(draft, "0,0", "?green"), "1,0", "T2")
    assert LAYING.spot(draft, "board[1].owner") == "1,0"
