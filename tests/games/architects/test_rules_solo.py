"""The opponent: W20 to W35, M10 to M16, M24, M45, M50 to M62, with the worked examples of the rulebook's solo part."""
import pytest

from tests.games.architects.made import made


def solo(opponent="O1", scheme="S01", players=1, first="quarry", contributions="CC6 CC1", **table):
    """Return the game after each human's worker in the quarry and the opponent's turn by a scheme."""
    game = made(players, wonders=True, opponent=opponent, schemes=scheme, contributions=contributions, **table)
    for _ in range(players):
        game.move(f"place {first}")
    return game


def turn(game, *what):
    return game.all_of(*what, seat="opp")


# -- which scheme, which section -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("scheme", "opp", "top", "bottom", "is_top"), [
    ("S02", "prison 2", "guardhouse", "black market", True), ("S02", "prison 1", "guardhouse", "black market", False),
    ("S07", "influence 5", "workshop princess", "workshop", True), ("S07", "influence 6", "x", "workshop", False),
    ("S09", "captured:p1", "guardhouse", "mines", True), ("S09", "prison 0", "guardhouse", "mines", False)])
def test_w22_w33_top_if_its_condition_holds(scheme, opp, top, bottom, is_top):
    """Prison of 2, influence up to 5, captured workers; else the bottom section. CC6: Princess at the Workshop."""
    game = solo(scheme=scheme, opp=opp)
    place = (top if is_top else bottom).split()[0]
    if place == "black":
        assert "opp" in game.table["market"].values()
    else:
        assert game.at(place, "opp") == 1
    assert game.table["schemes"][0] == scheme


@pytest.mark.parametrize(("scheme", "tax", "place"), [
    ("S05", 4, "tax_stand"), ("S05", 3, "kings_storehouse"), ("F06", 8, "tax_stand"), ("F06", 7, None)])
def test_w33_taxes(scheme, tax, place):
    """4 (8) and more on the Tax Stand; else the Storehouse (the Black Market)."""
    game = solo(scheme="", turns=scheme, tax=tax)
    assert game.at(place, "opp") == 1 if place else game.table["market"]["large"] == "opp"


@pytest.mark.parametrize(("scheme", "table", "place"), [
    ("F01", {}, "guildhall"), ("F01", {"opp": "cathedral 5"}, "workshop"), ("F02", {"opp": "virtue 9"}, "guildhall"),
    ("F02", {"opp": "virtue 10"}, "silversmith"), ("F03", {}, "workshop"), ("F03", {"drop": "future"}, "guildhall"),
    ("F07", {"workers": "workshop opp 2, workshop p1 1"}, "black market"),
    ("F07", {"workers": "workshop opp 2, workshop p1 2"}, "workshop")])
def test_w33_hall_and_princess(scheme, table, place):
    """Can build or work; cathedral with virtue up to 9; cathedral with no future scheme left; strictly most workers at
    the Princess. CC6: she is at the Workshop, where its focus is too (O1)."""
    game = solo(scheme="", turns=scheme, **table)
    if place == "black market":
        assert game.table["market"]["large"] == "opp"
    elif place == "guildhall":
        assert game.table["guildhall"][-1] == "opp"
    else:
        n = 1 + (2 if place == "workshop" and scheme == "F07" else 0)
        assert game.at(place, "opp") == n


@pytest.mark.parametrize(("n", "is_top"), [(2, True), (1, False)])
def test_w33_groups_of_one_human(n, is_top):
    """S04: 3 of p1's at a place, his new worker among them; two of p1's and two of p2's are none."""
    game = solo(scheme="S04", workers=f"quarry p1 {n}")
    assert game.at("town_centre", "opp") == is_top
    assert game.at("silversmith", "opp") == (not is_top)


def test_w22_m53_empty_pile_shuffles_the_discards():
    """The discards are the new pile when a scheme is to be turned, not before."""
    game = made(1, wonders=True, opponent="O1", contributions="CC6 CC1", drop="schemes future")
    assert len(game.table["schemes"]) == 22
    game.move("place quarry")
    event, = game.state.shuffles()
    assert (event.split()[0], len(event.split())) == ("schemes", 23)
    assert game.table["schemes"][0] == event.split()[1]


# -- coins, marker, gains ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("marker", "after", "marble"), [("clay", "wood", 0), ("gold", "marble", 0),
                                                         ("marble", "clay", 1)])
def test_w24_a_coin_moves_the_marker(marker, after, marble):
    """S09 below: mines, 1 worker: 1 coin. Past the right end it begins again and is 1 marble."""
    game = solo(scheme="S09", opp=f"marker {marker}")
    assert turn(game, "marker", "marble") == (after, marble)


def test_w24_m11_m60_taxes_as_coins():
    """S05: 2 virtue; 12 coins from clay: twice round, 2 marble, at stone."""
    game = solo(scheme="S05", tax=12, opp="virtue 9")
    assert turn(game, "marker", "marble", "virtue") == ("stone", 2, 7)
    assert game.table["tax"] == 0


def test_w24_many_coins():
    """200 taxes: 40 times round the track."""
    assert turn(solo(scheme="S05", tax=200), "marker", "marble") == ("clay", 40)


def test_w26_future_schemes_go_to_the_discard():
    """S10: removes 2 apprentices, gains the top one; with none left the marker goes 1 to the right."""
    game = solo(scheme="S10", future="F07")
    assert game.table["schemes"] == ["S10", "F07"]
    gone = " ".join(f"F{n:02}" for n in range(1, 12))
    game = solo(scheme="S10", gone=gone)
    assert turn(game, "marker") == ("wood",)


def test_w26_m36_m58_two_apprentices_leave():
    """The column under the marker, row 1 first, to the bottom of the pile; silver on them to the supply."""
    game = solo(scheme="S10", opp="marker wood", coins="A02 2")
    assert game.pile("apprentices")[-2:] == ["A02", "A07"]
    assert game.table["display"] == [["A01", "A03", "A04", "A05", "A11"], ["A06", "A08", "A09", "A10", "A12"]]
    assert game.table["coins"] == {}


def test_w26_influence_at_12_is_virtue():
    """CC5: the Profiteer is at the Silversmith, where O6's focus is."""
    game = solo("O6", "S08", contributions="CC5 CC1", opp="influence 12 virtue 6")
    assert turn(game, "influence", "virtue") == (12, 7)


def test_m54_virtue_above_14():
    """S11 with one worker: 1 virtue; at 14 an unpaid debt goes, or 2 coins come."""
    game = solo(scheme="S11", opp="virtue 14 unpaid 1")
    assert (turn(game, "virtue", "debts", "marker"), game.table["debts"]) == ((14, [0, 0], "clay"), 22)
    assert turn(solo(scheme="S11", opp="virtue 14"), "virtue", "marker") == (14, "stone")


# -- places --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("there", "marble", "virtue"), [(0, 0, 10), (1, 1, 9), (2, 1, 9), (3, 2, 9)])
def test_w34_storehouse_formula(there, marble, virtue):
    """1 marble per 2 workers, or 1 virtue with a single one."""
    game = solo(scheme="S11", workers=f"kings_storehouse opp {there}")
    assert turn(game, "marble", "virtue") == (marble, virtue)


def test_w34_patron_gains_influence_there():
    assert turn(solo("O5", "S11", contributions="CC4 CC1", first="forest"), "influence", "virtue") == (2, 1 + 8)


def test_w23_profiteer_and_no_more():
    """CC6: the Profiteer is at the Storehouse: 1 influence when placing."""
    assert turn(solo(scheme="S11"), "influence") == (2 + 1,)


def test_w23_w25_m55_contributes_at_the_marker():
    """Marker at gold, gold and marble lie there: clay; CC1's clay slot: 1 influence and 1 coin."""
    game = solo(scheme="S06", given="gold marble", opp="marker gold")
    assert game.table["contribution"] == ["CC1", ["clay", "gold", "marble"]]
    assert turn(game, "influence", "marker") == (2 + 1, "marble")


def test_m55_a_reward_card_is_1_virtue():
    """CC1's marble slot: 2 influence and a reward card, which stays in its pile."""
    game = solo(scheme="S06", opp="marker marble")
    assert turn(game, "influence", "virtue") == (4, 10)
    assert game.table["piles"]["rewards"] == 23


@pytest.mark.parametrize(("spaces", "space", "marble", "virtue"), [("", "large", 2, 8),
                                                                   ("large p1, middle p1", "small", 1, 8)])
def test_w27_m12_m60_black_market_block(spaces, space, marble, virtue):
    """S02 below, at any virtue: the topmost free of large, middle, small; 1 virtue. The small space fills it: reset."""
    game = solo(scheme="S02", spaces=spaces, opp="virtue 9")
    if space == "large":
        assert game.table["market"] == {"small": None, "middle": None, "large": "opp"}
        assert turn(game, "marble", "virtue") == (marble, virtue)
    else:
        assert turn(game, "prison", "virtue")[0] == 1
        assert turn(game, "marble")[0] >= marble


def test_m60_middle_of_the_block():
    """Two apprentices and a future scheme."""
    game = solo(scheme="S02", spaces="large p1", future="F08")
    assert game.table["market"]["middle"] == "opp"
    assert game.table["schemes"] == ["S02", "F08"]
    assert game.pile("apprentices")[-2:] == ["A01", "A06"]


def test_w34_illusionist_loses_no_virtue_there():
    assert turn(solo("O3", "S08"), "marble", "virtue") == (2, 4)


def test_w34_m10_informants_focus():
    """Workshop: removes 2 apprentices, adds 2 taxes, gains 2 future schemes."""
    game = solo("O4", "S08", future="F07 F02")
    assert game.table["tax"] == 6
    assert game.table["schemes"] == ["S08", "F07", "F02"]
    assert game.pile("apprentices")[-2:] == ["A01", "A06"]


def test_w34_m59_enforcers_focus():
    """With captured workers: to prison, a coin each, and 1 marble; else 1 tax and captures."""
    game = solo("O2", "S08", opp="captured:p1,p1")
    assert (turn(game, "marble", "marker", "captured"), game.of("prison")) == ((1, "stone", {}), 2)
    game = solo("O2", "S08")
    assert (turn(game, "captured"), game.table["tax"]) == (({"p1": 1},), 5)


def test_m57_with_nothing_to_capture_only_the_tax():
    """p1's only worker is in the Black Market."""
    game = solo("O2", "S08", first="small")
    assert (turn(game, "captured", "marble"), game.table["tax"]) == (({}, 0), 5)


def test_w34_noblewomans_focus():
    """Contributes once and gains a future scheme."""
    game = solo("O1", "S08", future="F07")
    assert (game.table["contribution"], game.table["schemes"]) == (["CC1", ["clay"]], ["S08", "F07"])


@pytest.mark.parametrize(("there", "marker"), [(0, "stone"), (2, "marble")])
def test_w34_peddlers_focus(there, marker):
    """1 coin and 1 per worker."""
    assert turn(solo("O6", "S08", workers=f"silversmith opp {there}"), "marker") == (marker,)


def test_w34_m61_peddler_at_a_reset():
    """1 influence and 2 coins in step 9."""
    game = made(1, wonders=True, opponent="O6", contributions="CC6 CC1", p1="silver 9", spaces="small p1, middle p1",
                schemes="S09").move("place large")
    # the mines' coin comes after: 3 coins
    assert turn(game, "influence", "marker") == (2, "gold")


def test_w35_w28_token_of_its_own():
    """At its own token it acts with 1 worker more: 2 at the Storehouse are 1 marble."""
    game = solo(scheme="S11", opp="buildings:W3 influence 0", tokens="W3 kings_storehouse")
    assert turn(game, "marble", "virtue") == (1, 9)


# -- wonders and the cathedral -------------------------------------------------------------------------------------


def test_w28_m1_m15_the_rulebooks_wonder():
    """6 influence, 5 marble, marker at wood: the Wood Wonder for 6 influence and 4 marble; 4 taxes; 2 virtue."""
    table = {"p1": "buildings:W1", "tokens": "W1 town_centre", "goods_on": "W2 3",
             "opp": "influence 6 marker wood marble 5"}
    game = solo("O4", "S01", **table)
    assert turn(game, "buildings", "influence", "marble", "virtue") == (["W2"], 0, 1, 6 + 2)
    assert game.table["wonders"]["W2"] == {"goods": 0, "token": "workshop"}  # the Informant's first
    assert game.table["tax"] == 4 + 4 + 1  # M57: her capture
    assert turn(game, "captured") == ({"p1": 1},)
    game = solo("O1", "S01", **table)
    assert turn(game, "marble") == (3,)  # the Noblewoman pays 2 less
    assert game.table["wonders"]["W2"]["token"] == "silversmith"  # the Town Centre is taken


def test_w25_the_next_wonder_to_the_right():
    """Marker at gold: neither gold (4 influence and 6 marble) nor marble; clay, wood: 6 and 4."""
    game = solo(scheme="S01", opponent="O2", opp="influence 6 marker gold marble 4")
    assert turn(game, "buildings") == (["W2"],)


def test_w29_m62_cathedral_else_marble():
    """No wonder: 1 level, then 1 virtue, no reward card; on the top level 4 marble."""
    game = solo(opp="virtue 3")
    assert turn(game, "cathedral", "virtue") == (1, 4)
    assert game.table["piles"]["rewards"] == 23
    assert turn(solo(opp="cathedral 5"), "marble") == (4,)


# -- captures ------------------------------------------------------------------------------------------------------


def test_w30_m56_the_rulebooks_captures():
    """Four groups of 3, the Princess at the Silversmith first; 3 workers there with the new one: 9 captured, 1 tax."""
    game = solo(scheme="S04", contributions="CC1 CC2", opp="virtue 9",
                workers="town_centre p1 3, town_centre opp 2, quarry p1 2, silversmith p1 3, mines p1 3")
    assert turn(game, "captured", "virtue") == ({"p1": 9}, 8)
    # O1's list: where the Princess is, mines, Storehouse, Town Centre, forest, quarry
    assert game.table["workers"]["quarry"] == {"p1": 3}
    assert game.table["tax"] == 5


def test_w30_m56_equal_groups_of_several_humans():
    """The rulebook's example: 4 and 4 in the forest are one capture."""
    game = solo(scheme="S03", players=2, workers="forest p1 4, forest p2 4")
    assert turn(game, "captured") == ({"p1": 4, "p2": 4},)


def test_m16_tax_stand_is_last():
    game = solo(scheme="S04", first="forest", workers="tax_stand p1 3, guardhouse p1 3")
    assert turn(game, "captured") == ({"p1": 3},)
    assert (game.at("tax_stand"), game.at("guardhouse")) == (3, 0)


def test_w23_w30_captures_at_the_profiteer():
    """CC4: the Profiteer is at the Workshop, the largest group there: 1 virtue."""
    game = solo(scheme="S04", contributions="CC4 CC1", first="forest", workers="workshop p1 3", opp="virtue 6")
    assert turn(game, "virtue") == (7,)


# -- Guardhouse and workers ----------------------------------------------------------------------------------------


def test_w31_m59_the_rulebooks_guardhouse():
    """4 actions, 3 unpaid debts: each 3 taxes and 1 virtue; the last gains a future scheme. (2 in prison leave first:
    so 5 workers there.)"""
    game = solo(scheme="S02", future="F05", opp="unpaid 3 prison 2 virtue 4", workers="guardhouse opp 4")
    assert turn(game, "debts", "virtue", "prison") == ([0, 3], 7, 0)
    assert game.table["tax"] == 4 + 9
    assert game.table["schemes"] == ["S02", "F05"]


def test_w31_m14_m59_from_the_top():
    """Release, send (a coin each), rescue (2 taxes)."""
    game = solo("O2", "S02", opp="prison 2 captured:p1,p1,p1,p1,p1,p1", p1="captured:opp,opp,opp,opp",
                workers="guardhouse opp 2")
    assert turn(game, "prison", "captured", "supply") == (0, {}, 17)
    assert game.of("prison") == 6
    assert turn(game, "marker", "marble") == ("wood", 1 + 1)  # 6 coins, and the Enforcer's
    assert (game.table["tax"], game.of("captured")) == (6, {})


def test_m13_m51_without_a_worker_it_takes_one_back():
    """Its largest group; equal ones by its list: O1 has the mines before the forest. No scheme is turned."""
    game = solo(workers="mines opp 10, forest opp 10")
    assert (game.at("mines", "opp"), game.table["schemes"]) == (9, [])
    game = solo(opp="prison 18", spaces="small opp, middle opp")
    assert (turn(game, "prison"), game.table["market"]["small"]) == ((18,), None)
    game = solo(opp="prison 20")
    assert turn(game, "prison", "supply") == (19, 1)
    game = solo(p1=f"captured:{','.join(['opp'] * 20)}")
    assert (game.of("captured"), turn(game, "supply")) == ({"opp": 19}, (1,))


# -- resets and the end --------------------------------------------------------------------------------------------


def test_w27_m61_of_two_rewards_the_left():
    """CC1: 1 gold, which is marble to it. CC6: building cards on the left, so the gold on the right."""
    for contributions, place in (("CC1 CC2", "silversmith"), ("CC6 CC1", "workshop")):
        game = made(1, wonders=True, opponent="O1", contributions=contributions, p1="silver 9", schemes="S11",
                    spaces="small p1, middle p1", workers=f"{place} opp 1").move("place large")
        assert turn(game, "marble") == (1,)


def test_m53_a_second_scheme_follows_a_reset():
    """F09 at CC1's Princess, the Silversmith: marble is the fifth resource (CC2's slot: 2 influence, a reward card).
    The reset gives it her gold as marble and moves her; then S11 at the Storehouse: one worker, 1 virtue."""
    game = solo(scheme="", turns="F09 S11", contributions="CC1 CC2", given="clay wood stone gold", opp="marker marble")
    assert game.table["schemes"] == ["F09", "S11"]
    assert game.table["consequence"] == "CC2"
    assert (game.at("silversmith", "opp"), game.at("kings_storehouse", "opp")) == (1, 1)
    assert turn(game, "virtue", "marble", "influence") == (9 + 1 + 1, 1, 4)
    assert game.table["turn"] == 3


def test_w32_flip_another_needs_a_worker():
    """F10: the focus, then another scheme; with one worker left there is no other."""
    game = solo("O6", scheme="", turns="F10 S11", opp="prison 19")
    assert game.table["schemes"] == ["F10"]
    assert solo("O6", scheme="", turns="F10 S11").table["schemes"] == ["F10", "S11"]


@pytest.mark.parametrize(("wood", "clay", "points"), [(10, 9, 2), (10, 10, 4), (9, 9, 0)])
def test_w27_markets_compare_with_its_virtue(wood, clay, points):
    """Wood Market and Clay Market against virtue 9."""
    game = made(1, wonders=True, opponent="O1", p1=f"buildings:B12,B21 wood {wood} clay {clay}", opp="virtue 9")
    assert game.result()["parts"]["p1"]["effects"] == points


def test_w35_m62_its_points():
    """Wonder 16, level 3 7, virtue 13 5, 4 marble and 4 for the most influence, 1 debt, 4 in prison."""
    game = made(1, wonders=True, opponent="O1", tokens="W3 quarry",
                opp="buildings:W3 cathedral 3 virtue 13 marble 4 influence 5 unpaid 1 prison 4")
    assert game.result()["parts"]["opp"] == {"buildings": 16, "effects": 0, "cathedral": 7, "virtue": 5, "debts": -2,
                                             "goods": 8, "silver": 0, "prison": -2}


def test_m62_ties_with_the_opponent_go_to_virtue():
    """Level points: p1's 10 silver are as good as 1 marble; it has virtue 9, p1 7."""
    game = made(1, wonders=True, opponent="O1", p1="silver 10 influence 2", opp="influence 2 virtue 9 marble 1")
    result = game.result()
    assert result["points"]["p1"] == result["points"]["opp"]
    assert result["winners"] == ["opp"]
