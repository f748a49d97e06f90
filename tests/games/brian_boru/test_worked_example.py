"""The rulebook's worked example of a trick (5h): David is p1, Kamila p2, Marek p3, Petr p4."""
import pytest

from tests.games.brian_boru.setting import table


@pytest.fixture
def example(game):
    """Return the example before the marker is put on the red town in Connaught.

    Kamila's L7 is joined to L4, which is Marek's, and to L9. On the track Petr is three spaces below Kamila, and Marek
    one below her. David has the 4 coins that he spends.
    """
    return game.start(table(hands="11 18 | 2 3 | 13 20 | 17 5", coins="4 2 3 2", track="0 6 5 3", battle=12,
                            towns="M9 p1, M10 p1, L7 p2, L4 p3, N1 p4, N2 p4"), marriage="Brigid")


def test_davids_card_has_to_be_red_or_white(example):
    example.play("p1 town C1")
    assert example.choices() == "p1: play 11, play 18"


def play_cards(example):
    example.play("p1 town C1", "p1 play 11", "p2 play 2", "p3 play 13", "p4 play 17")


def test_kamila_acts_first_and_expands_into_the_one_town_that_is_not_blocked(example):
    play_cards(example)
    assert example.choices() == "p2: secondary 1, secondary 2"
    example.play("p2 secondary 1")
    assert example.of("coins") == "4 5 3 2"
    assert example.choices() == "p2: expand L9, pass"
    example.play("p2 expand L9")
    assert (example.of("coins", "p2"), example.of("towns", "L9", "disc")) == (0, "p2")


def test_david_takes_two_raiders_and_buys_two(example):
    play_cards(example)
    example.play("p2 secondary 1", "p2 expand L9", "p1 secondary 2")
    assert (example.of("raiders", "p1"), example.choices()) == (2, "p1: buy 0, buy 1, buy 2")
    example.play("p1 buy 2")
    assert (example.of("raiders"), example.of("battle"), example.of("coins")) == ("4 0 0 0", 8, "0 0 4 2")


def test_marek_wins_the_town_the_marker_and_a_coin(example):
    """He acts by himself between David and Petr."""
    play_cards(example)
    example.play("p2 secondary 1", "p2 expand L9", "p1 secondary 2", "p1 buy 2")
    assert (example.of("towns", "C1", "disc"), example.of("marker"), example.of("coins", "p3")) == ("p3", "p3", 4)
    assert example.choices() == "p4: secondary 1, secondary 2"


def before_petrs_purchase(example):
    play_cards(example)
    example.play("p2 secondary 1", "p2 expand L9", "p1 secondary 2", "p1 buy 2", "p4 secondary 2")
    assert (example.of("track"), example.choices()) == ("0 6 5 6", "p4: buy 0, buy 1")


def test_petr_ends_one_space_above_kamila_and_takes_brigid(example):
    """The last cards go and the upkeep begins: Brigid gives Petr 4 points, Kamila on 6 has two coins, Marek on 5 two.

    Vikings come: Kamila, Marek and Petr have no raiders, and David chooses, Marek's town first: he has the marker.
    """
    before_petrs_purchase(example)
    example.play("p4 buy 1")
    assert (example.of("phase"), example.of("hands", "p1"), example.of("trick")) == ("upkeep", [], [])
    assert (example.of("track"), example.of("points"), example.of("coins")) == ("0 6 5 0", "10 10 10 14", "0 2 6 0")
    assert example.choices() == "p1: lose C1, lose L4"


def test_petr_would_else_have_gone_down_two_spaces(example):
    """Kamila would have had Brigid: Marek on 5 has two coins, Petr on 4 one."""
    before_petrs_purchase(example)
    example.play("p4 buy 0")
    assert (example.of("track"), example.of("points"), example.of("coins")) == ("0 0 5 4", "10 14 10 10", "0 0 6 3")
