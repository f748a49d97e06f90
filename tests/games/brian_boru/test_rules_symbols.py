"""Action symbols: rules 31 to 41 with rulings A3 to A6, each with an expectation worked out by hand.

What `lose` and `win` do is told in `setting`: p2 acts, the others at most gain a coin each.
"""
import pytest

from tests.games.brian_boru.setting import altered_cards, lose, table, win

# -- R31 to R34: town, coins, renown -------------------------------------------------------------------------------


def test_r31_town_puts_a_disc_and_takes_the_marker(game):
    """p1 leads 2 on red L4, p3 wins it with 15."""
    state = game.start(table(hands="2 13 1 | 14 3 4 | 15 5 6 | 16 7 8"))
    state.play("p1 town L4", "p1 play 2", "p2 play 14", "p3 play 15", "p4 play 16")
    assert (state.towns(), state.of("marker")) == ("", "p1")
    state.play("p1 secondary 2", "p2 secondary 1")
    assert (state.towns(), state.of("marker"), state.player()) == ("L4 p3", "p3", "p4")


def test_r32_coin(game):
    """10 as a winner: the town and two coins; 14, 15, 16 are not all of it."""
    assert win(game, 10, "L1").of("coins") == "4 5 4 4"


def test_r33_pay_coin_takes_a_coin(game):
    assert win(game, 17, "L1").of("coins", "p2") == 2


@pytest.mark.parametrize(("coins", "points", "after"), [
    (3, 10, (1, 10)), (2, 10, (0, 10)), (1, 10, (0, 8)), (0, 10, (0, 6)), (0, 3, (0, 0)), (0, 0, (0, 0)),
    (1, 0, (0, 0)),
])
def test_r33_pay_two_coins_or_two_points_each(game, coins, points, after):
    """23: the town and two coins to pay. With 3 points: 3 - 2 = 1, and then all that is left (A3)."""
    state = win(game, 23, "L1", coins=f"0 {coins} 0 0", points=f"10 {points} 10 10")
    assert (state.of("coins", "p2"), state.of("points", "p2")) == after


def test_a3_with_one_point_left_the_points_go_to_0(game):
    state = win(game, 17, "L1", coins="0 0 0 0", points="10 1 10 10")
    assert state.of("points") == "10 0 10 10"


def test_r33_points_replace_coins_nowhere_else(game):
    """No coins, many points: neither more courtship nor an expansion."""
    state = lose(game, 1, "secondary 2", coins="0 0 0 0", points="50 50 50 50")
    assert (state.of("track"), state.of("points")) == ("0 2 0 0", "50 50 50 50")
    state = lose(game, 2, "secondary 1", coins="0 1 0 0", points="50 50 50 50", towns="C2 p2")
    assert state.towns() == "C2 p2, M10 p1"


def test_r34_renown(game, tmp_path):
    """No card prints it, but a user's may: 20 with the town and one, 16 with two of them or a disc and one."""
    file = altered_cards(tmp_path / "primary.json", c20="town renown | coin")
    assert win(game, 20, "L4", file=file).of("renown") == "1 2 1 1"
    file = altered_cards(tmp_path / "secondary.json", c16="town | renown renown | church renown")
    assert lose(game, 16, "secondary 1", file=file).of("renown") == "1 3 1 1"
    assert lose(game, 16, "secondary 2", "buy 0", file=file).of("renown") == "1 2 1 1"


# -- R35: church ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("coins", "choices"), [(1, None), (2, "buy 0, buy 1"), (3, "buy 0, buy 1"),
                                                (7, "buy 0, buy 1, buy 2, buy 3")])
def test_r35_church_one_disc_a_symbol_and_more_for_two_coins_each(game, coins, choices):
    """3: two symbols."""
    state = lose(game, 3, coins=f"0 {coins} 0 0")
    state.play("p2 secondary 2")
    assert state.of("church") == "0 2 0 0"
    assert state.choices() == (f"p2: {choices}" if choices else "p3: secondary 1, secondary 2")


def test_r35_what_is_bought_is_paid(game):
    state = lose(game, 16, "secondary 2", "buy 2", coins="0 5 0 0", church="1 1 1 1")
    assert (state.of("church"), state.of("coins")) == ("1 6 1 1", "0 1 1 1")


# -- R36: battle ---------------------------------------------------------------------------------------------------


def test_r36_battle_takes_raiders_from_the_battle_area(game):
    """15 as p4's card is not of interest here: 18 has three symbols; 12 - 3 - 1."""
    state = lose(game, 18, "secondary 2", "buy 1", battle=12)
    assert (state.of("raiders"), state.of("battle"), state.of("coins", "p2")) == ("0 4 0 0", 8, 1)


def test_r36_no_more_raiders_are_bought_than_there_are(game):
    """Five in the area: 3 taken, 2 left; 10 coins would pay for five."""
    state = lose(game, 18, battle=5, coins="0 10 0 0")
    state.play("p2 secondary 2")
    assert state.choices() == "p2: buy 0, buy 1, buy 2"


def test_r36_a_battle_area_that_becomes_empty_ends_it(game):
    """Two in the area and three symbols: 2 taken, nothing to buy, so p2 is not asked."""
    state = lose(game, 18, "secondary 2", battle=2, coins="0 10 0 0")
    assert (state.of("raiders"), state.of("battle"), state.of("coins", "p2")) == ("0 2 0 0", 0, 10)


def test_r36_a6_an_empty_battle_area_has_no_effect(game):
    state = lose(game, 18, "secondary 2", battle=0, coins="0 10 0 0")
    assert (state.of("raiders"), state.of("coins", "p2")) == ("0 0 0 0", 10)


# -- R37, R38: courtship -------------------------------------------------------------------------------------------


def test_r37_courtship_steps_up_and_more_for_two_coins_each(game):
    state = lose(game, 1, coins="0 6 0 0")
    state.play("p2 secondary 2")
    assert (state.choices(), state.of("track")) == ("p2: buy 0, buy 1, buy 2, buy 3", "0 2 0 0")
    state.play("p2 buy 3")
    assert (state.of("track"), state.of("coins")) == ("0 5 0 0", "0 0 0 0")


def test_r37_no_more_steps_are_bought_than_there_are(game):
    """The top is 9: from 5 three steps lead to 8, one more can be bought."""
    state = lose(game, 17, coins="0 10 0 0", track="0 5 0 0")
    state.play("p2 secondary 2")
    assert (state.choices(), state.of("track")) == ("p2: buy 0, buy 1", "0 8 0 0")


@pytest.mark.parametrize("space", [8, 9])
def test_r37_a6_on_the_top_space_courtship_has_no_effect(game, space):
    """From 8 the first of three steps leads to the top; nothing can be bought there."""
    state = lose(game, 17, "secondary 2", coins="0 10 0 0", track=f"0 {space} 0 0")
    assert (state.of("track"), state.of("coins", "p2")) == ("0 9 0 0", 10)


@pytest.mark.parametrize(("track", "after"), [
    ("3 0 0 0", "3 2 0 0"),  # one down
    ("3 0 2 0", "3 1 2 0"),  # over another disc
    ("3 0 2 1", "3 0 2 1"),  # down to the first space, which may hold any number
    ("2 0 1 0", "2 3 1 0"),  # passed on the way up
    ("9 6 8 7", "9 6 8 7"),
    ("9 7 8 5", "9 7 8 5"),
])
def test_r38_a_shared_space_is_left_downwards(game, track, after):
    """Three steps by 17."""
    state = lose(game, 17, "secondary 2", track=track, coins="0 0 0 0")
    assert state.of("track") == after


def test_r38_only_after_the_whole_action(game):
    """Two steps lead p2 to p1's space; it may buy a step before it has to go down."""
    state = lose(game, 1, track="2 0 0 0", coins="0 2 0 0")
    state.play("p2 secondary 2")
    assert (state.choices(), state.of("track")) == ("p2: buy 0, buy 1", "2 2 0 0")
    other = lose(game, 1, "secondary 2", "buy 1", track="2 0 0 0", coins="0 2 0 0")
    assert other.of("track") == "2 3 0 0"
    state.play("p2 buy 0")
    assert state.of("track") == "2 1 0 0"


# -- R39: expand ---------------------------------------------------------------------------------------------------


def test_r39_expand_along_one_road_to_an_empty_town(game):
    """L8 is joined to L5, L6 and L9; p3 has L6. Two roads away are L7 and D3."""
    state = lose(game, 2, coins="0 2 0 0", towns="L8 p2, L6 p3")
    state.play("p2 secondary 1")
    assert state.choices() == "p2: expand L5, expand L9, pass"
    state.play("p2 expand L9")
    assert (state.towns(), state.of("coins", "p2")) == ("L6 p3, L8 p2, L9 p2", 0)


def test_r39_expand_is_optional(game):
    state = lose(game, 2, "secondary 1", "pass", coins="0 2 0 0", towns="L8 p2")
    assert (state.towns(), state.of("coins", "p2")) == ("L8 p2, M10 p1", 5)


@pytest.mark.parametrize(("towns", "choices"), [
    ("S1 p2, S2 p4", "expand S6"),  # S1 to S6 are a ring; S3 lies behind another player's S2
    ("S1 p2, S2 p2", "expand S3, expand S6"),
    ("L8 p3, S1 p2 v, U1 p2", "expand U2"),  # neither from p3's town nor from one that the Vikings hold (A21)
    ("M1 p2, D2 p2", "expand C6, expand L2"),  # by sea, and into another region
])
def test_r39_only_the_next_town_by_road_from_one_that_one_controls(game, towns, choices):
    state = lose(game, 2, coins="0 2 0 0", towns=towns)
    state.play("p2 secondary 1")
    assert state.choices() == f"p2: {choices}, pass"


def test_r39_a_town_without_roads_leads_nowhere(game):
    """C1 has no road: p2 is not asked."""
    state = lose(game, 2, "secondary 1", coins="0 9 0 0", towns="C1 p2")
    assert state.of("coins", "p2") == 12


def test_r39_a_town_held_by_vikings_is_not_empty(game):
    """U1 is joined to U2 alone."""
    state = lose(game, 2, "secondary 1", coins="0 2 0 0", towns="U1 p2, U2 p3 v")
    assert state.of("coins", "p2") == 5


@pytest.mark.parametrize(("coins", "asked"), [(1, False), (2, True)])
def test_r39_r41_costs_five_coins_of_which_three_may_be_gained_before(game, coins, asked):
    """2: three coins, then expand."""
    state = lose(game, 2, coins=f"0 {coins} 0 0", towns="U1 p2")
    state.play("p2 secondary 1")
    assert (state.choices() == "p2: expand U2, pass") == asked
    assert state.of("coins", "p2") == coins + 3


# -- R40: liberate -------------------------------------------------------------------------------------------------


def test_r40_a5_liberate_gives_any_players_town_back(game):
    """13: a coin is paid, then any of three."""
    state = lose(game, 13, towns="C1 p3 vm, D2 p2 v, N1 p1 v, N2 p4")
    state.play("p2 secondary 2")
    assert (state.choices(), state.of("coins", "p2")) == ("p2: liberate C1, liberate D2, liberate N1", 2)
    state.play("p2 liberate C1")
    assert state.towns() == "C1 p3 m, D2 p2 v, N1 p1 v, N2 p4"


def test_r40_the_only_token_is_removed_without_being_asked(game):
    assert lose(game, 13, "secondary 2", towns="C1 p3 v").towns() == "C1 p3, M10 p1"


def test_a5_with_no_token_on_the_board_only_the_coin_is_paid(game):
    state = lose(game, 13, "secondary 2", towns="C1 p3")
    assert (state.of("coins", "p2"), state.towns()) == (2, "C1 p3, M10 p1")


def test_r40_the_owner_of_the_disc_controls_the_town_again(game):
    """p2 liberates its own U1 with 13 and can expand from there in the next trick: U2."""
    state = game.start(table(hands="20 22 1 5 | 13 2 3 4 | 14 6 7 8 | 15 9 10 11", towns="U1 p2 v", coins="0 3 0 0"))
    state.play("p1 town M10", "p1 play 20", "p2 play 13", "p3 play 14", "p4 play 15", "p2 secondary 2",
               "p3 secondary 1", "p4 secondary 1")
    state.play("p1 town M9", "p1 play 22", "p2 play 2", "p3 play 6", "p4 play 9", "p2 secondary 1")
    assert state.choices() == "p2: expand U2, pass"


# -- R41, A4, A6 ---------------------------------------------------------------------------------------------------


def test_r41_a4_the_coin_of_a_primary_action_pays_for_extra_steps(game):
    """7: town, coin, courtship. With 1 coin p2 has 2, enough for one more step."""
    state = win(game, 7, "L1", coins="0 1 0 0")
    assert (state.choices(), state.of("track"), state.towns()) == ("p2: buy 0, buy 1", "0 1 0 0", "L1 p2")


@pytest.mark.parametrize(("card", "town", "what", "n"), [
    (1, "L1", "track", 2), (2, "L4", "raiders", 2), (3, "L2", "church", 2), (8, "L4", "raiders", 1),
    (9, "L2", "church", 1),
])
def test_a4_the_order_is_town_coin_and_then_the_suit_symbols(game, card, town, what, n):
    state = win(game, card, town, coins="0 1 0 0", battle=9)
    assert (state.choices(), state.of(what, "p2"), state.of("coins", "p2")) == ("p2: buy 0, buy 1", n, 2)


def test_r29_a_run_of_equal_symbols_is_one_purchase_and_the_next_run_another(game, tmp_path):
    """16: a disc, a raider and two discs. With 5 coins: 2 for the first run, then 2 of 3 for a raider."""
    file = altered_cards(tmp_path / "data.json", c16="town | church battle church church | coin")
    state = lose(game, 16, file=file, coins="0 5 0 0", battle=9)
    told = []
    for move in ("secondary 1", "buy 1", "buy 0"):
        state.play(f"p2 {move}")
        told.append((state.of("church"), state.of("raiders"), state.choices()))
    assert told == [("0 1 0 0", "0 0 0 0", "p2: buy 0, buy 1, buy 2"), ("0 2 0 0", "0 1 0 0", "p2: buy 0, buy 1"),
                    ("0 4 0 0", "0 1 0 0", "p2: buy 0, buy 1")]
    state.play("p2 buy 1")
    assert (state.of("church"), state.of("coins", "p2")) == ("0 5 0 0", 1)


def test_a6_any_number_may_be_bought_after_several_symbols(game):
    """3: two symbols, one question."""
    state = lose(game, 3, coins="0 8 0 0")
    state.play("p2 secondary 2")
    assert state.choices() == "p2: buy 0, buy 1, buy 2, buy 3, buy 4"
    state.play("p2 buy 4")
    assert (state.of("church"), state.of("coins", "p2"), state.player()) == ("0 6 0 0", 0, "p3")
