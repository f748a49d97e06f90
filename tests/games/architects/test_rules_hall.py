"""The Guildhall: A23 to A25, W16 to W18, M1, M8, M17, M33, M40 to M43, M45; expectations worked out by hand."""
import pytest

from tests.games.architects.made import made


def costs(clay=0, wood=0, stone=0, gold=0, marble=0):
    return f"clay {clay} wood {wood} stone {stone} gold {gold} marble {marble}"


def built(card, cost, more="", **table):
    """Return the game after p1 built a card with exactly its cost; virtue 4 keeps the cathedral away."""
    text = f"silver 0 virtue 4 {costs(**cost)} hand:{card} apprentices:A13 {more}"
    return made(p1=text, **table).move("place guildhall")


# -- building and the cathedral ------------------------------------------------------------------------------------


def test_a23_the_worker_stays():
    """Left to right, for good: not among what can be taken back."""
    game = built("B11", {"wood": 2, "stone": 2}, guildhall="p2")
    assert game.table["guildhall"] == ["p2", "p1"]
    assert game.of("supply") == 18 + 1


@pytest.mark.parametrize(("apprentices", "may"), [("A13", True), ("A01,A02,A03", True), ("A01,A02", False)])
def test_a24_skills(apprentices, may):
    """The Watchtower asks all three; one Labourer has them all."""
    game = made(p1=f"{costs(3, 4, 0, 1, 1)} virtue 4 hand:B10 apprentices:{apprentices}")
    assert ("place guildhall" in game.legal) == may


def test_a24_cost_and_printed_virtue():
    """Thieves' Den: 1 clay, 2 wood, 3 stone, virtue -2, 4 silver."""
    game = built("B05", {"clay": 2, "wood": 2, "stone": 3})
    assert game.all_of("clay", "wood", "stone", "virtue", "silver") == (1, 0, 0, 2, 4)
    assert "place guildhall" not in made(p1=f"{costs(1, 2, 2)} virtue 4 hand:B05 apprentices:A13").legal


@pytest.mark.parametrize(("card", "cost", "what", "n"), [
    ("B01", {"clay": 4, "wood": 2}, "stone", 4), ("B11", {"wood": 2, "stone": 2}, "clay", 4),
    ("B33", {"clay": 4, "stone": 2}, "wood", 4), ("B25", {"wood": 2, "stone": 2, "gold": 3}, "marble", 2),
    ("B16", {"clay": 1, "stone": 2, "gold": 1}, "unpaid", 1)])
def test_a24_immediate_gains(card, cost, what, n):
    assert built(card, cost).of(what) == n


def test_a24_drafting_room_draws_two():
    assert len(built("B23", {"stone": 4, "gold": 3}, buildings="B02 B03").of("hand")) == 2


@pytest.mark.parametrize(("virtue", "gold"), [(3, 0), (4, 1), (8, 2), (11, 2), (12, 3), (14, 3)])
def test_a24_palace_gives_gold_by_virtue(virtue, gold):
    """1 gold per 4 virtue; with no other card in hand nothing can be discarded for the cathedral."""
    game = made(p1=f"{costs(0, 3, 3, 0, 2)} virtue {virtue} hand:B38 apprentices:A13").move("place guildhall")
    if game.player == "p1" and game.seen("build"):
        game.move("build B38")
    assert game.of("gold") == gold


def test_a24_choices():
    """Clay Pit: gold or marble. Treasury: 1 gold or 3 silver."""
    assert built("B22", {"clay": 4, "wood": 1}).move("choose 1").all_of("gold", "marble") == (1, 0)
    assert built("B22", {"clay": 4, "wood": 1}).move("choose 2").all_of("gold", "marble") == (0, 1)
    assert built("B08", {"wood": 1, "stone": 3, "gold": 1}).move("choose 2").all_of("gold", "silver") == (0, 3)


def test_a24_watchtower_hits_all_with_three_in_prison():
    """Its owner lost 1 by the card's virtue too."""
    game = made(3, p1=f"{costs(3, 4, 0, 1, 1)} virtue 4 prison 3 hand:B10 apprentices:A13", p2="prison 5",
                p3="prison 2").move("place guildhall")
    assert [game.of("virtue", name) for name in ("p1", "p2", "p3")] == [2, 6, 7]


def test_a24_hideout_releases_all_own():
    game = built("B29", {"clay": 1, "wood": 3, "stone": 2}, "prison 6")
    assert game.all_of("prison", "supply", "virtue") == (0, 19, 2)


def test_a24_library_may_discard_for_gold():
    """With another card in hand: discard it for 2 gold, or not; with none nothing is asked."""
    text = f"silver 0 virtue 4 {costs(0, 4, 2, 0, 1)} hand:B31,B30 apprentices:A13"
    game = made(p1=text).move("place guildhall")
    assert game.legal == ["discard B30", "skip"]
    assert made(p1=text).move("place guildhall", "skip").all_of("gold", "hand") == (0, ["B30"])
    game.move("discard B30")
    assert (game.all_of("gold", "hand"), game.pile("buildings")[-1]) == ((2, []), "B30")
    assert built("B31", {"wood": 4, "stone": 2, "marble": 1}).player == "p2"


def test_m33_armoury_and_fortress_capture_anywhere():
    """Single captures, one in four seats too, each may be declined; after `skip` the Fortress asks again."""
    workers = "quarry p2 2, mines p3 1"
    game = built("B14", {"wood": 3, "stone": 5, "gold": 1}, players=4, workers=workers)
    assert game.legal == ["capture mines p3", "capture quarry p2", "skip"]
    assert game.move("capture quarry p2").of("captured") == {"p2": 2}
    assert game.player == "p2"
    game = built("B26", {"clay": 3, "stone": 4, "gold": 1, "marble": 2}, players=4, workers=workers)
    game.move("skip")
    assert game.legal == ["capture mines p3", "capture quarry p2", "skip"]
    game = built("B26", {"clay": 3, "stone": 4, "gold": 1, "marble": 2}, players=4, workers=workers)
    game.move("capture quarry p2", "capture mines p3")
    assert (game.of("captured"), game.of("silver"), game.table["tax"]) == ({"p2": 2, "p3": 1}, 0, 4)


def test_m33_w11_one_building_is_one_action():
    """Pillory: the Princess's 1 virtue; both captures of a Fortress at her cost it once."""
    game = built("B26", {"clay": 3, "stone": 4, "gold": 1, "marble": 2}, players=3, wonders=True, contributions="CC1",
                 workers="silversmith p2 1, silversmith p3 2")
    game.move("capture silversmith p2", "capture silversmith p3")
    assert game.of("virtue") == 4 - 2 - 1


def test_a24_barracks_offer_what_does_something():
    cost = {"clay": 2, "wood": 6, "gold": 2}
    assert built("B15", cost, workers="quarry p2 2").legal == ["choose 2", "skip"]
    game = built("B15", cost, p2="captured:p1,p1,p1", workers="quarry p2 2")
    assert game.legal == ["choose 1", "choose 2", "skip"]
    assert game.move("choose 1").of("supply") == 20 - 1
    game = built("B15", cost, workers="quarry p2 2").move("choose 2")
    assert game.legal == ["capture quarry p2", "skip"]


@pytest.mark.parametrize(("virtue", "hand", "levels", "may"), [
    (5, "hand:B24", "", True), (4, "hand:B24", "", False), (5, "", "", False),
    (5, "hand:B24", "p1 p2 p3", False), (5, "hand:B24", "p1 p2", True)])
def test_a25_cathedral_needs_virtue_a_card_and_room(virtue, hand, levels, may):
    """Level 1 has three spaces, here taken by the others."""
    others = {f"p{n + 2}": "cathedral 1" for n in range(len(levels.split()))}
    assert ("place guildhall" in made(4, p1=f"gold 1 virtue {virtue} {hand}", **others).legal) == may


@pytest.mark.parametrize(("level", "cost", "points"), [
    (1, {"gold": 1}, 2), (2, {"wood": 1, "stone": 3}, 4), (3, {"marble": 1}, 7), (4, {"wood": 8}, 12),
    (5, {"gold": 2, "marble": 2}, 20)])
def test_a25_levels(level, cost, points):
    """Costs and points; the reward card R05 is 2 virtue, the card goes under the pile."""
    game = made(p1=f"{costs(**cost)} hand:B24 cathedral {level - 1}", rewards="R05").move("place guildhall")
    assert (game.all_of("cathedral", "goods", "hand", "virtue")) == (level, [0, 0, 0, 0, 0], [], 9)
    assert game.pile("buildings")[-1] == "B24"
    assert game.result()["parts"]["p1"]["cathedral"] == points


def test_a25_leaving_a_level_frees_its_space():
    """Level 3 holds two: p2 and p3 are there; p2 leaves it, then p1 may come."""
    seats = {"p1": f"{costs(0, 0, 0, 0, 1)} hand:B24 cathedral 2", "p2": f"{costs(0, 8)} hand:B10 cathedral 3",
             "p3": "cathedral 3"}
    game = made(3, **seats)
    assert "place guildhall" not in game.legal
    game.move("place quarry", "place guildhall", "place quarry")
    assert "place guildhall" in game.legal


def test_a25_one_virtue_without_rewards():
    game = made(p1="gold 1 hand:B24", drop="rewards").move("place guildhall")
    assert game.all_of("cathedral", "virtue") == (1, 8)


@pytest.mark.parametrize(("reward", "what", "n"), [("R01", "silver", 3), ("R02", "wood", 2), ("R03", "stone", 2),
                                                   ("R05", "virtue", 9), ("R11", "gold", 1)])
def test_a25_rewards(reward, what, n):
    game = made(p1="gold 1 silver 0 hand:B24", rewards=reward).move("place guildhall")
    assert game.of(what) == n


def test_m17_construction_beside_a_full_hall():
    """The last turn, all 12 slots taken: the worker lies beside."""
    game = made(p1=f"{costs(0, 2, 2)} virtue 4 hand:B11", left=1, guildhall="p1 p1 p1 p1 p1 p1 p2 p2 p2 p2 p2 p2")
    game.move("place guildhall")
    assert game.of("buildings") == ["B11"]
    assert game.table["guildhall"][12:] == ["p1"]


def test_m42_order_of_a_construction():
    """Printed virtue (a debt may go), then the Journeyman's silver, then the Church's own question."""
    text = f"silver 0 virtue 14 unpaid 2 {costs(3, 0, 3)} hand:B20 apprentices:WA22"
    game = made(wonders=True, contributions="CC1", p1=text).move("place guildhall")
    assert (game.legal, game.of("silver")) == (["destroy 0", "destroy 1"], 0)
    game.move("destroy 0")
    assert (game.legal, game.of("silver")) == (["destroy 0", "destroy 1"], 2)


def test_m42_order_of_the_cathedral():
    """Acolytes, then the reward card: its virtue is above 14, and the 2 silver are there already."""
    game = made(p1="silver 0 virtue 14 unpaid 2 gold 1 hand:B24 apprentices:A03", rewards="R05").move(
        "place guildhall")
    assert game.legal == ["destroy 0", "destroy 1", "destroy 2"]
    assert game.all_of("silver", "cathedral") == (2, 1)


# -- workers and apprentices that buildings bring -------------------------------------------------------------------


def test_m43_a_free_hire_is_not_declined():
    """Tavern: any card of the display, with the silver on it."""
    game = built("B04", {"wood": 3, "stone": 2, "gold": 1}, coins="A08 2")
    assert game.legal == [f"hire A0{n}" for n in range(1, 9)]
    game.move("hire A08")
    assert game.all_of("apprentices", "silver") == (["A13", "A08"], 2)


def test_m43_m36_school():
    """Columns 1 to 4 leave, column by column, row 1 before row 2, and the fifth column slides to the left."""
    game = built("WB14", {"clay": 1, "wood": 3, "gold": 1}, wonders=True, contributions="CC1", coins="A01 2")
    assert game.pile("apprentices")[-8:] == ["A01", "A06", "A02", "A07", "A03", "A08", "A04", "A09"]
    assert game.table["display"] == [["A05", "A11", "A12", "A14", "A15"], ["A10", "A16", "A17", "A18", "A19"]]
    assert game.table["coins"] == {}
    assert len(game.seen("hire")) == 10
    assert game.of("silver") == 0


def test_m8_a_worker_laid_by_a_building_was_placed():
    """Miner's Cabin, CC2: the Profiteer is at the mines; 2 workers there: 1 gold."""
    game = built("WB03", {"wood": 2, "stone": 2}, wonders=True, contributions="CC2", workers="mines p1 1")
    assert game.legal == ["profiteer later", "profiteer now"]
    game.move("profiteer now", "mine gold")
    assert game.all_of("gold", "influence", "supply") == (1, 1, 20 - 3)


def test_m8_m43_nothing_without_a_worker_or_an_action():
    """No worker left; Theatre without silver for the tax."""
    game = built("WB03", {"wood": 2, "stone": 2}, wonders=True, contributions="CC1", workers="quarry p1 19")
    assert (game.of("clay"), game.at("mines"), game.player) == (0, 0, "p2")
    game = built("WB06", {"clay": 1, "wood": 3}, wonders=True, contributions="CC1")
    assert (game.at("town_centre"), game.player) == (0, "p2")


@pytest.mark.parametrize(("card", "cost", "place"), [
    ("WB02", {"clay": 2, "stone": 2}, "guardhouse"), ("WB04", {"clay": 2, "wood": 1, "stone": 1}, "forest"),
    ("WB05", {"clay": 1, "stone": 3}, "silversmith")])
def test_m8_where_buildings_place(card, cost, place):
    """With a worker in prison the Jailhouse's action does something; Princess and Profiteer are elsewhere (CC2)."""
    game = built(card, cost, "prison 1", wonders=True, contributions="CC2")
    assert (game.at(place), game.player) == (1, "p2")


def test_m8_depot_trades():
    game = built("WB01", {"clay": 3, "wood": 4}, "stone 1", wonders=True, contributions="CC1")
    assert game.at("kings_storehouse") == 1
    assert game.legal == ["mix 0 1 1", "mix 1 0 1", "mix 1 1 0"]  # the only trade there is: 1 virtue


def test_a24_expansions_gains():
    """Podium 2 influence, Arena 3, Bathhouse 1 virtue and 2 influence, Cloister the level of the cathedral."""
    table = {"wonders": True, "contributions": "CC1"}
    assert built("WB07", {"wood": 3, "stone": 1}, **table).of("influence") == 2
    assert built("WB17", {"wood": 3, "stone": 4, "gold": 1}, **table).of("influence") == 3
    assert built("WB13", {"clay": 3, "stone": 2, "gold": 1}, **table).all_of("influence", "virtue") == (2, 5)
    game = built("WB12", {"clay": 2, "stone": 3, "marble": 1}, "cathedral 3", **table)
    assert game.all_of("influence", "virtue") == (3, 5)


def test_m45_all_players_are_the_opponent_too():
    """Monument: 1 virtue each. Atelier: a card each, which means nothing to it. Abbey: it is released as well."""
    solo = {"players": 1, "wonders": True, "opponent": "O1", "contributions": "CC1", "schemes": "S08"}
    game = built("B36", {"wood": 2, "stone": 3, "marble": 2}, **solo)
    assert game.of("virtue") == 4 + 1 + 1
    assert game.of("virtue", "opp") >= 9 + 1
    game = built("WB19", {"wood": 4, "stone": 2, "marble": 1}, **solo)
    assert len(game.of("hand")) == 1
    game = built("WB21", {"clay": 3, "wood": 2, "stone": 4, "marble": 1}, "prison 3", opp="prison 4", **solo)
    assert (game.of("prison"), game.of("prison", "opp")) == (0, 0)


# -- wonders -------------------------------------------------------------------------------------------------------


def test_w16_w17_m1_the_rulebooks_stone_wonder():
    """3 of 14 stone lie there: 11 stone, 5 influence and 3 taxes; 2 virtue; a token on one of seven places."""
    game = made(wonders=True, contributions="CC1", p1="stone 11 influence 6 silver 3", goods_on="W3 3")
    game.move("place guildhall")
    assert game.legal == sorted(f"token {place}" for place in (
        "kings_storehouse", "town_centre", "workshop", "silversmith", "quarry", "forest", "guardhouse"))
    assert game.all_of("stone", "influence", "silver", "virtue") == (0, 1, 0, 9)
    assert (game.table["tax"], game.table["wonders"]["W3"]["goods"]) == (7, 0)
    game.move("token quarry")
    assert game.table["wonders"]["W3"]["token"] == "quarry"
    assert game.of("buildings") == ["W3"]


def test_w17_one_token_a_place():
    game = made(wonders=True, contributions="CC1", p1="stone 14 influence 5 silver 3", p2="buildings:W1",
                tokens="W1 quarry").move("place guildhall")
    assert "token quarry" not in game.legal
    assert len(game.legal) == 6


def test_w16_wonders_are_not_built_twice_and_count_as_buildings():
    """Aqueduct: 1 point per constructed building, W1 among them."""
    game = made(wonders=True, contributions="CC1", p1="clay 15 influence 7 silver 5 virtue 4", p2="buildings:W1,B13",
                tokens="W1 quarry")
    assert "place guildhall" not in game.legal
    assert game.result()["parts"]["p2"]["effects"] == 2


def test_w18_m40_the_own_token():
    """1 influence or 1 worker more, one of the two; for others nothing."""
    table = {"wonders": True, "contributions": "CC1", "p1": "buildings:W3", "tokens": "W3 quarry"}
    game = made(**table).move("place quarry")
    assert game.legal == ["wonder influence", "wonder worker"]
    assert game.move("wonder worker").all_of("stone", "influence") == (2, 0)
    assert made(**table).move("place quarry", "wonder influence").all_of("stone", "influence") == (1, 1)
    game = made(**table).move("place forest", "place quarry")
    assert (game.of("stone", "p2"), game.player) == (1, "p1")


def test_m41_contributing_may_leave_no_action():
    """CC2: Princess at the Storehouse; of 2 wood 1 is contributed, and 1 is no trade."""
    game = made(wonders=True, contributions="CC2 CC3", p1="wood 2").move("place kings_storehouse", "contribute wood")
    assert (game.player, game.of("wood"), game.at("kings_storehouse")) == ("p2", 1, 1)
