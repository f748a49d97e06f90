"""Virtue, debts, tax and payments: A26 to A29, W9, W10, M6, M7, M32, M37 to M39, M44, worked out by hand."""
import pytest

from tests.games.architects.made import made

# -- virtue and debts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("virtue", "points"), [
    (0, -9), (1, -8), (2, -7), (3, -5), (4, -3), (5, -1), (6, 0), (7, 0), (8, 0), (9, 0), (10, 1), (11, 2), (12, 3),
    (13, 5), (14, 7)])
def test_a26_points_of_virtue(virtue, points):
    assert made(p1=f"virtue {virtue}").result()["parts"]["p1"]["virtue"] == points


@pytest.mark.parametrize(("virtue", "paid"), [(4, 4), (3, 3), (2, 3), (1, 2), (0, 2)])
def test_a27_a29_low_virtue_ignores_tax(virtue, paid):
    """A hire is 2 silver and 2 tax; at virtue 2-3 one of the tax is ignored, at 0-1 two. The rest is tax."""
    game = made(p1=f"silver 9 virtue {virtue}").move("place workshop", "hire A05")
    assert (game.of("silver"), game.table["tax"]) == (9 - paid, 4 + paid - 2)


@pytest.mark.parametrize(("virtue", "may"), [(4, False), (5, True)])
def test_a27_cathedral_from_virtue_5(virtue, may):
    assert ("place guildhall" in made(p1=f"virtue {virtue} gold 1 hand:B22").legal) == may


def test_a28_virtue_that_is_not_there_is_debts():
    """Tax Stand at virtue 1: one down, one debt."""
    game = made(p1="virtue 1").move("place tax_stand")
    assert (game.all_of("virtue", "unpaid"), game.table["debts"]) == ((0, 1), 21)


def test_a28_m37_virtue_above_14_may_destroy_debts():
    """The Monument's 1 printed and 1 for all: two questions of 1 each; it may be declined."""
    game = made(p1="virtue 14 unpaid 2 wood 2 stone 3 marble 2 hand:B36 apprentices:A13").move("place guildhall")
    game.move("build B36") if game.seen("build") else None
    assert game.legal == ["destroy 0", "destroy 1"]
    game.move("destroy 0")
    assert game.legal == ["destroy 0", "destroy 1"]
    game.move("destroy 1")
    assert game.all_of("unpaid", "virtue") == (1, 14)


def test_a28_no_debt_collector_when_destroyed():
    game = made(p1="virtue 14 unpaid 1 stone 1 apprentices:A23,A06").move("place kings_storehouse", "destroy 1")
    assert game.all_of("unpaid", "paid", "clay") == (0, 0, 0)


def test_m37_church_and_courthouse_are_choices():
    """Church: destroy up to 1. Courthouse: pay one off for nothing, with its virtue; or not."""
    game = made(p1="virtue 3 unpaid 2 clay 3 stone 3 hand:B20").move("place guildhall")
    assert game.legal == ["destroy 0", "destroy 1"]
    assert game.move("destroy 1").all_of("unpaid", "paid", "virtue") == (1, 0, 4)
    seat = "virtue 3 silver 0 unpaid 2 clay 1 stone 3 gold 1 marble 1 hand:WB18 apprentices:A13"
    game = made(wonders=True, p1=seat).move("place guildhall")
    assert game.legal == ["payoff", "skip"]
    assert game.move("payoff").all_of("unpaid", "paid", "virtue", "silver") == (1, 1, 5, 0)
    assert made(wonders=True, p1=seat).move("place guildhall", "skip").all_of("unpaid", "virtue") == (2, 4)


def test_m37_fountain_and_gamblers_den_add_up():
    """-2 + 1 - 1 for each of 2 unpaid debts."""
    parts = made(p1="unpaid 2 buildings:B27,B28").result()["parts"]["p1"]
    assert parts["debts"] == 2 * (-2 + 1 - 1)


# -- tax -----------------------------------------------------------------------------------------------------------


def test_m32_relief_comes_off_every_payment():
    """Two debts paid off at virtue 3: 3 silver and 2 of 3 tax; then at virtue 4, without relief, 3 and 3."""
    game = made(p1="silver 20 virtue 3 unpaid 2", workers="guardhouse p1 1").move("place guardhouse", "payoff")
    assert (game.of("silver"), game.table["tax"], game.of("virtue")) == (15 - 6, 4 + 2 + 3, 5)


def test_m32_ada_ignores_1_tax_of_each():
    """Hire: 2 silver and 1 tax."""
    game = made(boards=("Ada", "Rudolf"), p1="silver 3 virtue 7").move("place workshop", "hire A01")
    assert (game.of("silver"), game.table["tax"]) == (0, 5)


def test_m6_relief_comes_off_a_wonders_tax():
    """Marble Wonder: 1 tax, none for Ada; Gold Wonder: 2, one for virtue 3."""
    game = made(wonders=True, boards=("Ada", "Rudolf"), p1="silver 0 marble 7 influence 3 gold 0").move(
        "place guildhall")
    assert game.of("buildings") == ["W5"]
    game = made(wonders=True, p1="silver 1 gold 8 influence 4 virtue 3").move("place guildhall")
    assert (game.of("buildings"), game.table["tax"]) == (["W4"], 4 + 1)


# -- influence pays ------------------------------------------------------------------------------------------------


def test_w9_m39_two_influence_pay_two_single_silvers():
    """The rulebook's Merchant: 1 silver twice for 2 influence; the odd one is left over until then."""
    game = made(wonders=True, contributions="CC1", p1="silver 0 influence 2 apprentices:A17",
                workers="kings_storehouse p1 1").move("place kings_storehouse")
    assert game.all_of("stone", "influence") == (2, 0)  # the only trade with its only payment
    assert game.legal == ["done", "trade A17", "trade virtue"]
    game.move("trade A17")
    assert (game.of("stone"), game.player) == (4, "p2")


def test_m39_what_is_left_over_is_gone_after_the_turn():
    """2 influence for 1 silver in this turn; in the next one the Merchant cannot be paid."""
    game = made(wonders=True, contributions="CC1", p1="silver 0 influence 2 apprentices:A17").move(
        "place kings_storehouse", "place forest")
    assert game.all_of("stone", "influence", "silver") == (2, 0, 0)
    game.move("place kings_storehouse")
    assert "trade A17" not in game.legal


def test_m39_the_amount_or_steps_of_two():
    """Of 3 silver: none, 2 of them for 2, or all 3 for 4 with one left over."""
    game = made(wonders=True, contributions="CC1", p1="silver 9 influence 4 apprentices:A16")
    game.move("place kings_storehouse")
    assert game.legal == ["influence silver 0", "influence silver 2", "influence silver 3"]
    assert game.move("influence silver 3").all_of("silver", "influence", "marble") == (9, 0, 1)


def test_w9_middle_of_the_black_market_for_four_influence():
    """The rulebook's example: 2 silver off, and 1 lost virtue ignored."""
    game = made(wonders=True, p1="silver 2 influence 4").move("place middle", "influence silver 2")
    assert game.legal == ["influence virtue 0", "influence virtue 1"]
    game.move("influence virtue 1")
    assert game.seen("draw") == ["draw"]
    assert game.all_of("silver", "influence", "virtue") == (2, 0, 7)


def test_w9_tax_is_never_influence():
    assert "place town_centre" not in made(wonders=True, contributions="CC1", p1="silver 0 influence 12").legal


@pytest.mark.parametrize(("influence", "ways"), [(1, None), (2, 2), (3, 2), (4, 3), (12, 3)])
def test_w9_lost_virtue_for_two_influence_each(influence, ways):
    """The Tax Stand's 2: nothing to decide with 1 influence, else 0 up to what can be paid."""
    game = made(wonders=True, contributions="CC1", p1=f"influence {influence}").move("place tax_stand")
    assert (len(game.legal) if game.player == "p1" else None) == ways


def test_w9_m23_in_another_players_turn():
    """The reset's loss for 3 in prison hits p2 in p1's turn, who ignores it for 2 influence."""
    game = made(wonders=True, contributions="CC1", p1="silver 9", p2="prison 3 influence 2 silver 9",
                spaces="small p1, middle p1").move("place large")
    while game.player == "p1":
        game.move(game.legal[0])
    assert (game.player, game.legal) == ("p2", ["influence virtue 0", "influence virtue 1"])
    game.move("influence virtue 1")
    assert game.all_of("virtue", "influence", seat="p2") == (7, 0)


def test_w9_four_influence_stand_for_gold():
    """Level 1 of the cathedral without gold."""
    game = made(wonders=True, contributions="CC1", p1="influence 4 hand:B01").move("place guildhall")
    assert game.all_of("cathedral", "influence") == (1, 0)


def test_m7_influence_stands_for_gold_in_the_gold_wonder():
    """7 of 8 gold, 4 for the wonder and 4 for the gold that lacks."""
    seat = "silver 2 gold 7 virtue 4 influence"
    assert "place guildhall" in made(wonders=True, contributions="CC1", p1=f"{seat} 8").legal
    assert "place guildhall" not in made(wonders=True, contributions="CC1", p1=f"{seat} 7").legal
    game = made(wonders=True, contributions="CC1", p1=f"{seat} 8").move("place guildhall")
    assert game.all_of("gold", "influence", "buildings") == (0, 0, ["W4"])


def test_w10_not_for_contributing():
    """Princess in the quarry (CC4): without goods nothing can be laid, for all the influence."""
    game = made(wonders=True, contributions="CC4", p1="influence 12").move("place quarry")
    assert game.legal == ["contribute stone", "pass"]  # the stone just gained


def test_w10_m25_not_for_skipped_apprentices():
    """2 silver of influence and 2 coins of tax; column 2 would need one coin more."""
    game = made(wonders=True, contributions="CC1", p1="silver 2 influence 12").move("place workshop")
    assert game.seen("hire") == ["hire A01", "hire A06"]


def test_charlatan_stands_for_his_kind():
    """W9 of the Charlatan's card: 1 influence for 1 wood in any payment."""
    seat = "wood 2 stone 3 influence 1 apprentices:WA16"
    game = made(wonders=True, contributions="CC1", p1=seat).move("place kings_storehouse", "trade marble")
    assert game.legal == ["mix 0 0 3", "mix 0 1 2", "mix 0 2 1", "mix 0 3 0"]
    assert game.move("mix 0 2 1").legal == ["influence wood 0", "influence wood 1"]
    assert game.move("influence wood 1").all_of("wood", "stone", "marble", "influence") == (1, 2, 1, 0)


# -- boards --------------------------------------------------------------------------------------------------------


def test_m38_louis_bribes_the_whole_loss():
    """2 silver instead of 2 virtue; if he accepts, influence may still stand for it."""
    seat = "virtue 7 silver 2 influence 2"
    game = made(wonders=True, contributions="CC1", boards=("Louis", "Ada"), p1=seat).move("place tax_stand")
    assert game.legal == ["accept", "bribe"]
    assert game.move("bribe").legal == ["influence silver 0", "influence silver 2"]
    game.move("influence silver 0")
    assert game.all_of("virtue", "silver", "influence") == (7, 0 + 4, 2)
    game = made(wonders=True, contributions="CC1", boards=("Louis", "Ada"), p1=seat).move("place tax_stand", "accept")
    assert game.legal == ["influence virtue 0", "influence virtue 1"]
    assert game.move("influence virtue 1").all_of("virtue", "influence", "silver") == (6, 0, 6)


def test_m38_clotilde_gains_clay_when_her_marker_falls():
    """1 clay for one effect, none at virtue 0."""
    boards = ("Clotilde", "Ada")
    game = made(wonders=True, contributions="CC1", boards=boards, p1="virtue 7 influence 0").move("place tax_stand")
    assert game.all_of("virtue", "clay") == (5, 1)
    game = made(wonders=True, contributions="CC1", boards=boards, p1="virtue 0 influence 0").move("place tax_stand")
    assert game.all_of("clay", "unpaid") == (0, 1 + 2)


def test_m44_gold_and_marble_are_one_for_therese():
    """Level 1: 1 gold or 1 marble; Castle and Observatory count both."""
    seat = "gold 1 marble 1 hand:B01"
    game = made(boards=("Therese", "Rudolf"), p1=seat).move("place guildhall")
    assert game.legal == ["with gold 0", "with gold 1"]
    assert game.move("with gold 0").all_of("gold", "marble", "cathedral") == (1, 0, 1)
    game = made(boards=("Therese", "Rudolf"), p1="virtue 7 gold 3 marble 2 buildings:B18,B37").result()
    assert game["parts"]["p1"]["virtue"] == 2  # 7 + 2 + 2 = 11
    game = made(boards=("Ada", "Rudolf"), p1="virtue 7 gold 3 marble 2 buildings:B18,B37").result()
    assert game["parts"]["p1"]["virtue"] == 0  # 7 + 1 + 1 = 9


def test_m44_therese_contributes_either():
    """The marble slot of CC5's successor, with gold: CC4 has the Princess in the quarry, CC1 is open."""
    game = made(wonders=True, contributions="CC4 CC1", boards=("Therese", "Ada"), p1="gold 1 marble 1 clay 0")
    game.move("place quarry", "contribute marble")
    assert game.legal == ["with gold 0", "with gold 1"]
    game.move("with gold 1")
    assert game.all_of("gold", "marble") == (0, 1)
    assert game.table["contribution"] == ["CC1", ["marble"]]


def test_rudolf_hires_cheaper_and_keeps_six():
    """A8: 1 silver less, not of the tax; a sixth apprentice has room."""
    game = made(boards=("Rudolf", "Ada"), p1="silver 3 apprentices:A21,A22,A23,A24,A25").move("place workshop")
    game.move("hire A05")
    assert (game.of("silver"), game.table["tax"], len(game.of("apprentices"))) == (0, 6, 6)


def test_caroline_draws_at_the_black_market():
    """A8: 1 building card after the goods."""
    game = made(boards=("Caroline", "Ada"), p1="silver 1 marble 0", market="M01").move("place small")
    assert (game.of("marble"), len(game.of("hand"))) == (1, 1)


def test_m4_arnold_counts_the_princess_when_placing():
    """CC7: Princess at the mines; one worker and she are two: 1 gold."""
    game = made(wonders=True, contributions="CC7 CC1", boards=("Arnold", "Ada"), p1="clay 0").move("place mines")
    assert game.move("mine gold").of("gold") == 1


def test_isabella_gains_marble_with_each_apprentice():
    game = made(wonders=True, contributions="CC1", boards=("Isabella", "Ada"), p1="silver 4 influence 0 marble 0")
    assert game.move("place workshop", "hire A01").of("marble") == 1


def test_zesiro_and_frederick():
    """Zesiro: 1 influence for a construction, and the Black Market at any virtue. Frederick discards no card."""
    game = made(wonders=True, contributions="CC1", boards=("Zesiro", "Ada"), p1="influence 0 virtue 4 wood 2 stone 2 "
                "hand:B11").move("place guildhall")
    assert game.all_of("influence", "clay") == (1, 4)
    game = made(wonders=True, contributions="CC1", boards=("Zesiro", "Ada"), p1="silver 1")
    assert "place small" in game.legal
    game = made(boards=("Frederick", "Ada"), p1="gold 1 hand:B30").move("place guildhall")
    assert game.all_of("cathedral", "hand") == (1, ["B30"])
