"""Any position is laid by tapping, and nothing can be put where it cannot lie."""
import random
from pathlib import Path

import pytest

from kingmaker.games import NotationError, load_game
from kingmaker.games.brian_boru._checks import KEYS
from kingmaker.games.brian_boru.board import BOARD
from kingmaker.games.files.positions import load_position, read_position, write_position
from tests.games.brian_boru.laid import taps

LAYING = BOARD.laying
EXAMPLES = sorted((Path(__file__).resolve().parents[3] / "examples" / "brian_boru").glob("*.json"))


def laid(wanted, *, lang="cs"):
    draft = LAYING.blank()
    for place, answer in taps(wanted):
        assert answer in LAYING.choices(draft, place, lang), (place, answer)
        draft = LAYING.put(draft, place, answer)
    return draft


def put(*steps):
    draft = LAYING.blank()
    for place, answer in steps:
        draft = LAYING.put(draft, place, answer)
    return draft


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_every_example_is_laid_by_taps(path):
    wanted = write_position(load_position(path))
    draft = laid(wanted)
    assert write_position(read_position(LAYING.position(draft))) == wanted
    assert LAYING.areas(draft, "cs")


def test_there_are_examples_and_they_are_of_all_phases():
    assert [path.stem for path in EXAMPLES] == ["draft", "trick", "upkeep"]


@pytest.mark.parametrize(("options", "again", "wanted"), [
    ({"players": 3, "short": 3}, 0.0, {"short", "owns", "action", "follow", "over"}),
    pytest.param({"players": 3}, 0.1, {*KEYS[4:-8], "deals", "aside", "pick", "buy", "lose"}, marks=pytest.mark.slow),
    pytest.param({"players": 5}, 0.1, {"place", "dowry", "princess", "over"}, marks=pytest.mark.slow)])
def test_positions_of_games_are_laid_by_taps(options, again, wanted):
    """Games at random, whole and as one player sees them: all that has a new key or decision, and some others."""
    seen, rng = set(), random.Random(5)
    state = load_game("brian-boru", **options).new(1)
    while not state.is_over:
        state.apply(rng.choice(list(state.legal_actions())))
        keys = state.position(None if state.is_over or rng.random() < 0.5 else state.player)
        new = {*keys, keys["decision"]} - seen
        if new or rng.random() < again:
            seen |= new
            keys = {"game": "brian-boru", "version": 1, **keys}
            assert write_position(read_position(LAYING.position(laid(keys)))) == write_position(read_position(keys))
    assert seen >= wanted


def test_a_card_lies_once_and_what_is_taken_away_can_be_laid_again():
    draft = put(("hands.p1", "card 11"))
    assert "card 11" not in LAYING.choices(draft, "hands.p2", "en")
    assert "card 11" not in LAYING.choices(draft, "trick.p2", "en")
    with pytest.raises(NotationError, match=r"hands.p2: expected one of .*got 'card 11'"):
        LAYING.put(draft, "hands.p2", "card 11")
    assert "card 11" in LAYING.choices(LAYING.put(draft, "hands.p1.0", "clear"), "hands.p2", "en")
    assert LAYING.choices(draft, "hands.p1.1", "en") == {}


def test_a_card_of_the_trick_was_played_and_the_first_one_leads():
    draft = put(("trick.p3", "card 11"), ("trick.p4", "card 2"), ("decision", "follow"), ("played.p3", "card 5"))
    keys = LAYING.position(draft)
    assert keys["trick"] == [["p3", 11], ["p4", 2]]
    assert keys["played"] == {"p1": [], "p2": [], "p3": [5, 11], "p4": [2]}
    assert LAYING.position(LAYING.put(draft, "trick.p3", "clear"))["trick"] == [["p4", 2]]


def test_only_cards_that_were_received_can_be_kept():
    draft = put(("decision", "pick"), ("received.p1.0", "card 7"), ("received.p1.0", "card 9"),
                ("picked.p1.0", "card 9"))
    assert set(LAYING.choices(draft, "picked.p1.0", "en")) == {"card 7"}
    assert "card 7" not in LAYING.choices(draft, "received.p2.0", "en"), "it was dealt to p1"


def test_the_card_set_aside_is_counted_by_itself():
    """Three players are dealt 24 of 25 cards: 25 is left over, in the deal of the next round 1."""
    steps = [("players", "3"), ("decision", "pick")]
    for seat, player in enumerate(("p1", "p2", "p3")):
        steps += [(f"received.{player}.0", f"card {card}") for card in range(8 * seat + 1, 8 * seat + 9)]
        steps += [(f"deals.1.{player}", f"card {card}") for card in range(8 * seat + 2, 8 * seat + 10)]
    keys = LAYING.position(put(*steps))
    assert keys["aside"] == 25
    assert keys["deals"][0]["aside"] == 1


def test_large_numbers_are_reached_in_steps():
    draft = put(("battle", "7"), ("battle", "+10"), ("battle", "+10"), ("raiders.p2", "20"), ("raiders.p2", "+10"))
    assert (draft["battle"], draft["raiders"]["p2"]) == (27, 30)
    assert "-10" not in LAYING.choices(draft, "coins.p1", "en")
    assert "+10" not in LAYING.choices(draft, "track.p1", "en"), "the marriage track ends before"
    assert LAYING.put(draft, "battle", "-10")["battle"] == 17


def test_what_stands_on_a_town_goes_with_it():
    draft = put(("N1", "disc-p1"), ("N1", "viking"), ("N1", "monastery"), ("N1", "no-viking"), ("N1", "disc-p2"))
    assert draft["towns"] == {"N1": {"viking": False, "monastery": True, "disc": "p2"}}
    assert LAYING.put(draft, "N1", "clear")["towns"] == {}
    assert "viking" not in LAYING.choices(draft, "N2", "en"), "it is empty"


def test_all_that_is_wrong_with_a_draft_is_told_and_each_has_its_place():
    """No hands, no cards turned up, a disc of a player who does not play, the marker with another than the leader."""
    draft = put(("N1", "disc-p4"), ("players", "3"), ("marker", "p2"))
    with pytest.raises(NotationError) as caught:
        read_position(LAYING.position(draft))
    places = [fault.partition(": ")[0] for fault in caught.value.faults]
    assert {LAYING.spot(draft, place) for place in places} >= {"N1", "viking.0", "wedding.0"}
    draft = put(("marker", "p2"))
    with pytest.raises(NotationError) as caught:
        read_position(LAYING.position(draft))
    assert "player" in {LAYING.spot(draft, fault.partition(": ")[0]) for fault in caught.value.faults}


@pytest.mark.parametrize("place", [
    "", "x", "coins", "coins.p5", "hands.p9", "received.p1.", "received.p1.9", "deals.7.p1", "viking.7", "wedding.-1",
    "trick", "claims.X", "hands.p1.x", "deals..p1", "0.0.0"])
def test_where_there_is_no_place_nothing_can_be_put(place):
    assert LAYING.choices(LAYING.blank(), place, "en") == {}
    with pytest.raises(NotationError, match="no place of this position"):
        LAYING.put(LAYING.blank(), place, "1")


def test_the_princess_of_another_game_is_named():
    """An option of the game that a position's own keys do not carry stands behind the game's name."""
    assert LAYING.position(put(("allowed", "spurn")))["game"] == "brian-boru:princess=spurn"
