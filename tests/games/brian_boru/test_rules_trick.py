"""Tricks: rules 23 to 30 with rulings A1 and A2, each with an expectation worked out by hand."""
import pytest

from tests.games.brian_boru.setting import COLOUR, COUNTS, hidden_setup, table, upkeep

RED = [town for town, colour in COLOUR.items() if colour == "red"]
REDS_TAKEN = ", ".join(f"{town} {'p2' if town in ('B2', 'C2') else 'p3'}" for town in RED)
ALL_TAKEN = ", ".join(f"{town} p{1 + at % 4}" for at, town in enumerate(COLOUR))


# -- R23, R30 ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "tricks"), [(3, 7), (4, 5), (5, 4)])
def test_r23_tricks_are_played_until_each_has_one_card(game, n, tricks):
    """The leader's choice of a town begins each trick: 8, 6 or 5 cards down to 2."""
    state, sizes = game.deal(hidden_setup(n)), []
    while state.of("phase") != "upkeep" and state.of("round") < 2:
        if state.legal()[0].startswith("town"):
            sizes.append({len(hand) for hand in state.of("hands").values()})
        state.play(f"{state.player()} {state.legal()[0]}")
    assert sizes == [{size} for size in range(tricks + 1, 1, -1)]


@pytest.mark.parametrize("n", COUNTS)
def test_r23_a26_the_last_cards_are_discarded_without_effect(game, n):
    """p1 keeps 13, the others 2 to 5, which gain nothing: the coins are those of the trick. No event tells of them."""
    state = upkeep(game, n)
    assert state.of("hands") == {player: [] for player in state.table()["hands"]}
    assert (state.of("round"), state.of("phase")) == (2, "draft")
    assert state.of("coins") == " ".join(["3", *["4"] * (n - 1)])
    assert state.towns() == "M10 p1"


def test_a31_with_five_players_the_last_card_is_discarded_too(game):
    """p2's 2 would bring three coins, p5's 5 too: each has the one coin of the trick alone."""
    state = upkeep(game, 5, coins="0 0 0 0 0")
    assert (state.of("coins"), state.of("round"), state.of("phase")) == ("0 1 1 1 1", 2, "draft")


def test_r30_the_holder_of_the_marker_now_starts_the_next_trick(game):
    """p3 wins with 24 and has the marker."""
    state = game.start(table(hands="2 13 1 | 14 3 4 | 24 5 6 | 16 8 9"))
    state.play("p1 town M8", "p1 play 2", "p2 play 14", "p3 play 24", "p4 play 16")
    state.play("p1 secondary 2", "p2 secondary 1", "p4 secondary 1")
    assert state.of("marker") == "p3"
    assert state.choices().startswith("p3: town ")
    assert (state.of("active"), state.of("trick")) == (None, [])


# -- R24, R25 ------------------------------------------------------------------------------------------------------


def test_r24_the_leader_puts_the_marker_on_any_empty_town(game):
    """13 is white: all 53 towns but the two with discs."""
    state = game.start(table(hands="13 1 | 2 3 | 4 5 | 6 7", towns="C1 p1, M10 p2"))
    assert state.player() == "p1"
    assert state.legal() == sorted(f"town {town}" for town in COLOUR if town not in ("C1", "M10"))
    state.play("p1 town N7")
    assert (state.of("active"), state.of("marker"), state.of("towns", "C1", "disc")) == ("N7", "p1", "p1")


def test_r25_the_leader_plays_the_colour_of_the_town_or_white(game):
    state = game.start(table(hands="11 13 2 1 3 | 4 5 6 7 8 | 9 10 12 14 15 | 16 17 18 19 20"))
    state.play("p1 town C1")
    assert state.legal() == ["play 11", "play 13", "play 2"]


def test_r26_each_other_plays_any_card_clockwise(game):
    state = game.start(table(hands="1 3 | 11 9 | 13 4 | 17 5", marker="p3"))
    state.play("p3 town C1")  # red: 13 is forced
    assert state.of("trick") == [["p3", 13]]
    for player, legal, card in (("p4", ["play 17", "play 5"], 17), ("p1", ["play 1", "play 3"], 1),
                                ("p2", ["play 11", "play 9"], 9)):
        assert (state.player(), state.legal()) == (player, legal)
        before = state.of("trick")
        state.play(f"{player} play {card}")
        if player != "p2":
            assert state.of("trick") == [*before, [player, card]]
    assert state.of("hands") == {"p1": [3], "p2": [11], "p3": [4], "p4": [5]}


# -- R27, R28, R29 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cards", "winner"), [
    ("11 2 13 17", "p3"),  # the rulebook's example
    ("11 25 23 12", "p1"),  # higher cards of other colours count for nothing
    ("2 24 20 22", "p2"),
    ("2 18 20 22", "p4"),
])
def test_r27_the_highest_card_of_the_colour_or_white_wins(game, cards, winner):
    """C1 is red. With 4 cards a hand the trick is followed by another one; p1 can always choose."""
    played = cards.split()
    hands = [f"{card} {rest}" for card, rest in zip(played, ("5 8 1", "3 4 6", "7 9 10", "14 15 16"), strict=True)]
    state = game.start(table(hands=" | ".join(hands), coins="0 0 0 0"))
    state.play("p1 town C1", *(f"p{seat} play {card}" for seat, card in enumerate(played, 1)))
    while state.of("trick"):
        state.play(f"{state.player()} {state.legal()[0]}")
    assert state.of("towns") == {"C1": {"disc": winner, "viking": False, "monastery": False}}
    assert (state.of("marker"), state.player()) == (winner, winner)


def test_r28_all_act_in_ascending_order_of_value_whether_or_not_they_won(game):
    """p1 wins M10 with 6 and acts first: two discs, then it may buy with its 3 coins. Then 10, 15, 17."""
    state = game.start(table(hands="6 13 1 | 17 2 3 | 10 4 5 | 15 7 8"))
    state.play("p1 town M10", "p1 play 6", "p2 play 17", "p3 play 10", "p4 play 15")
    assert state.choices() == "p1: buy 0, buy 1"
    assert (state.of("church"), state.towns()) == ("2 0 0 0", "M10 p1")
    state.play("p1 buy 0", "p3 secondary 2", "p3 buy 0")
    assert (state.player(), state.of("track")) == ("p4", "0 0 2 0")
    state.play("p4 secondary 1", "p2 secondary 1")
    assert state.choices().startswith("p1: town")


def test_r29_symbols_are_resolved_from_left_to_right(game):
    """22: the town, then 1 coin paid, then another: with 1 coin the second costs 2 points."""
    state = game.start(table(hands="13 22 1 | 14 2 3 | 15 4 5 | 17 6 7", coins="1 0 0 0"))
    state.play("p1 town U1", "p1 play 22", "p2 play 14", "p3 play 15", "p4 play 17")
    state.play("p2 secondary 1", "p3 secondary 1", "p4 secondary 1")
    assert (state.towns(), state.of("coins"), state.of("points")) == ("U1 p1", "0 1 1 1", "8 10 10 10")


# -- A1 ------------------------------------------------------------------------------------------------------------


def test_a1_a_loser_does_not_expand_into_the_active_town(game):
    """C2 is joined to B2 and C9; C9 is active, and p1 is going to win it."""
    state = game.start(table(hands="20 13 1 | 2 3 4 | 15 5 6 | 16 7 8", towns="C2 p2"))
    state.play("p1 town C9", "p1 play 20", "p2 play 2", "p3 play 15", "p4 play 16", "p2 secondary 1")
    assert state.choices() == "p2: expand B2, pass"


def test_a1_nor_does_the_winner_loses_it_when_no_other_town_is_near(game):
    """N6 and B3 are joined to each other alone: nothing to expand to, so p2 is not asked."""
    state = game.start(table(hands="20 13 1 | 2 3 4 | 15 5 6 | 16 7 8", towns="N6 p2"))
    state.play("p1 town B3", "p1 play 20", "p2 play 2", "p3 play 15", "p4 play 16", "p2 secondary 1")
    assert (state.player(), state.of("coins", "p2")) == ("p3", 6)


def test_a1_without_a_winner_to_come_the_active_town_is_a_target(game):
    """All red towns have discs and p1 holds only red: C9 is led, and no card is yellow or white.

    p2 has B2 and C2; B1 is joined to B2, C9 to C2.
    """
    state = game.start(table(hands="11 15 18 | 3 6 9 | 2 5 8 | 12 16 19", towns=REDS_TAKEN))
    state.play("p1 town C9", "p1 play 11", "p2 play 3", "p3 play 2", "p4 play 12")
    state.play("p3 secondary 2", "p2 secondary 1")
    assert state.choices() == "p2: expand B1, expand C9, pass"
    state.play("p2 expand C9", "p1 secondary 1", "p4 secondary 1")
    assert (state.of("towns", "C9", "disc"), state.of("marker")) == ("p2", "p1")
    assert state.choices().startswith("p1: town ")


# -- A2 ------------------------------------------------------------------------------------------------------------


def test_a2_the_leader_takes_a_town_that_a_card_fits_if_there_is_one(game):
    """Only red cards: the red towns without a disc."""
    state = game.start(table(hands="11 2 | 1 3 | 4 6 | 7 9", towns="C1 p1, C2 p2 v"))
    assert state.legal() == sorted(f"town {town}" for town in RED if town not in ("C1", "C2"))


def test_a2_else_any_empty_town_and_any_card(game):
    """There are 18 red towns, all with discs; 35 are left."""
    state = game.start(table(hands="11 2 | 1 3 | 4 6 | 7 9", towns=REDS_TAKEN))
    assert state.legal() == sorted(f"town {town}" for town in COLOUR if town not in RED)
    assert len(state.legal()) == 35
    state.play("p1 town M10")
    assert state.choices() == "p1: play 11, play 2"


def test_a2_another_player_may_then_win(game):
    """M10 is blue: p3's 6 is the only card that fits."""
    state = game.start(table(hands="11 15 18 | 14 1 4 | 6 3 9 | 17 7 10", towns=REDS_TAKEN))
    state.play("p1 town M10", "p1 play 11", "p2 play 14", "p3 play 6", "p4 play 17", "p3 buy 0")
    assert (state.of("towns", "M10", "disc"), state.of("marker"), state.of("church")) == ("p3", "p3", "0 0 2 0")


def test_a2_if_no_card_fits_all_take_secondary_actions_and_the_marker_stays(game):
    """11, 14, 15 and 17 on a blue town: each loses, and each is asked which of two actions."""
    state = game.start(table(hands="11 2 18 | 14 1 4 | 15 5 8 | 17 7 10", towns=REDS_TAKEN, marker="p1"))
    state.play("p1 town M10", "p1 play 11", "p2 play 14", "p3 play 15", "p4 play 17")
    state.play("p1 secondary 2", "p2 secondary 1", "p3 secondary 1", "p4 secondary 1")
    assert ("M10" in state.of("towns"), state.of("marker"), state.of("coins")) == (False, "p1", "3 4 4 4")
    assert state.choices().startswith("p1: town ")


def test_a2_with_no_empty_town_any_card_is_led_and_even_white_wins_nothing(game):
    """p1 is asked for a card at once. 20 has one secondary action: 2 coins; with 5 then, there is no town to expand to.
    """
    state = game.start(table(hands="20 2 18 | 14 1 4 | 15 5 8 | 17 7 10", towns=ALL_TAKEN))
    assert state.choices() == "p1: play 18, play 2, play 20"
    assert state.of("active") is None
    state.play("p1 play 20", "p2 play 14", "p3 play 15", "p4 play 17")
    state.play("p2 secondary 1", "p3 secondary 1", "p4 secondary 1")
    assert (state.of("coins"), state.of("marker"), state.of("hands", "p1")) == ("5 4 4 4", "p1", [2, 18])
    assert state.choices() == "p1: play 18, play 2"
    assert state.towns() == ", ".join(sorted(ALL_TAKEN.split(", ")))
