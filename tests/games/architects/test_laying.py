"""A position is laid by tapping: what lies open, and one player's hand; nothing where it cannot lie."""
from pathlib import Path

import pytest

from kingmaker.games import NotationError
from kingmaker.games.architects.laying import LAYING
from kingmaker.games.files.positions import load_position, read_position, write_position
from tests.games.architects.laid import UNSEEN, laid, taps

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "architects"


@pytest.mark.parametrize("name", ["midgame.json", "solo_noblewoman.json", "solo_peddler.toml", "wonders.json"])
def test_examples_are_laid_by_taps(name):
    """All but what the player knows of cards in the pile and in others' hands."""
    wanted = write_position(load_position(EXAMPLES / name))
    draft = LAYING.blank()
    for place, answer in taps(wanted):
        assert answer in LAYING.choices(draft, place, "cs"), (place, answer)
        draft = LAYING.put(draft, place, answer)
    assert laid(write_position(read_position(LAYING.position(draft)))) == laid(wanted)
    assert LAYING.areas(draft, "cs")


def test_what_cannot_be_laid():
    """One example is a draft, one the whole truth: they are loaded as files."""
    assert UNSEEN == ("buildings", "knowledge")
    draft = LAYING.blank()
    assert "p3.hand" not in LAYING.choices(draft, "first", "en")
    assert LAYING.choices(draft, "p3.hand", "en") == {}, "two players, unless more are tapped"
    assert LAYING.choices(draft, "contributions.gone", "en") == {}, "of Works of Wonder"
    assert "WA01" not in LAYING.choices(draft, "display.0.0", "en")
    assert "WA01" in LAYING.choices(LAYING.put(draft, "wonders", "yes"), "display.0.0", "en")


def test_a_card_lies_once_and_what_is_taken_away_can_be_laid_again():
    draft = LAYING.put(LAYING.blank(), "display.0.0", "A03")
    with pytest.raises(NotationError, match=r"p1.apprentices: expected one of .*got 'A03'"):
        LAYING.put(draft, "p1.apprentices", "A03")
    draft = LAYING.put(LAYING.put(draft, "display.0.0", "-"), "p1.apprentices", "A03")
    assert LAYING.choices(draft, "p1.apprentices.0", "en") == {"clear": "take away"}
    assert LAYING.put(draft, "p1.apprentices.0", "clear").lists["p1.apprentices"] == ()


def test_what_is_wrong_has_its_place():
    draft = LAYING.put(LAYING.blank(), "p1.hand", "?")
    with pytest.raises(NotationError) as caught:
        read_position(LAYING.position(LAYING.put(draft, "seen_by", "p1")))
    places = [LAYING.spot(draft, fault.partition(": ")[0]) for fault in caught.value.faults or [str(caught.value)]]
    assert "black_market.pile" in places or "display.0.0" in places or "p1.hand" in places or "p1.hand.0" in places
