"""Princess, Profiteer, resets and the end: A30 to A33, W11 to W15, W19, M2 to M4, M9, M16 to M23, M46 to M49."""
import pytest

from tests.games.architects.made import made


def row(**goods):
    return " ".join(f"{kind} {n}" for kind, n in goods.items())


# -- Princess and Profiteer ----------------------------------------------------------------------------------------


def test_w11_w13_contribute_before_or_after():
    """Princess in the quarry (CC4), CC1 open with clay, stone and gold on it: wood and marble are left, once."""
    table = {"wonders": True, "contributions": "CC4 CC1", "given": "clay stone gold", "rewards": "R05",
             "p1": row(clay=1, wood=1, stone=1, gold=1, marble=1)}
    game = made(**table).move("place quarry")
    assert game.legal == ["contribute marble", "contribute wood", "later"]
    game.move("later")
    assert game.legal == ["contribute marble", "contribute wood", "pass"]
    game.move("contribute marble")  # 2 influence and a reward card: 2 virtue
    assert game.all_of("influence", "virtue", "marble", "stone") == (2, 9, 0, 2)
    assert game.player == "p2"
    game = made(**table).move("place quarry", "contribute wood")  # 2 influence
    assert (game.all_of("influence", "stone"), game.player) == ((2, 2), "p2")
    assert game.table["contribution"] == ["CC1", ["clay", "wood", "stone", "gold"]]


def test_w12_profiteer_before_or_after():
    """CC7: in the forest."""
    table = {"wonders": True, "contributions": "CC7"}
    for choice in ("now", "later"):
        game = made(**table).move("place forest", f"profiteer {choice}")
        assert game.all_of("influence", "wood") == (1, 1)


def test_w11_w12_m3_captures_there_once_an_action():
    """CC1: Princess at the Silversmith, -1 once for two captures, own workers too; Profiteer at the Guardhouse, +1."""
    game = made(wonders=True, contributions="CC1", p1="silver 9",
                workers="town_centre p1 3, silversmith p1 1, silversmith p2 1, guardhouse p2 1")
    game.move("place town_centre", "capture silversmith p1")
    assert game.of("virtue") == 6
    game.move("capture silversmith p2")
    assert game.of("virtue") == 6
    game.move("capture guardhouse p2")
    assert game.of("virtue") == 7


def test_w14_the_fifth_resource_makes_a_reset():
    """The card turns, its goods go to the wonders, and the figures move to where CC2 has them."""
    game = made(wonders=True, contributions="CC4 CC2", given="clay wood gold marble", p1="stone 1")
    game.move("place quarry", "contribute stone")
    assert (game.legal, game.table["contribution"]) == (["reward 1", "reward 2"], ["CC2", [
        "clay", "wood", "stone", "gold", "marble"]])  # CC4's Princess gives p1, alone with her, 2 influence or virtue
    game.move("reward 1")
    assert game.table["consequence"] == "CC2"
    assert (game.table["princess"], game.table["profiteer"]) == ("kings_storehouse", "mines")
    assert [wonder["goods"] for wonder in game.table["wonders"].values()] == [1, 1, 1, 1, 1]
    assert game.table["contribution"][1] == []


# -- resets --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "n"), [(2, 7), (2, 10), (3, 9), (3, 13), (4, 11), (4, 16), (5, 13), (5, 19)])
def test_a30_guildhall_resets(players, n):
    """The n-th worker sends p2's from the Black Market to prison; the one before does not."""
    for before, prison in ((n - 1, 1), (n - 2, 0)):
        guild = " ".join(f"p{i % (players - 1) + 2}" for i in range(before))
        game = made(players, p1="clay 4 wood 1 virtue 4 hand:B22", guildhall=guild, spaces="small p2")
        game.move("place guildhall", "choose 1")
        assert game.of("prison", "p2") == prison


def test_a30_a31_the_third_worker_in_the_black_market():
    """4 and 3 in prison; the Gatekeeper frees 2, so p1's Squire gains nothing, and p2 has three, and the most."""
    game = made(p1="silver 3 prison 2 apprentices:A28,A09", p2="prison 2 apprentices:A27",
                spaces="small p1, middle p2", market="M03 M01").move("place large")
    assert [game.of("prison", name) for name in ("p1", "p2")] == [2, 3]
    assert [game.of("virtue", name) for name in ("p1", "p2")] == [6, 6]  # p1 lost his in the Black Market
    assert [game.of("unpaid", name) for name in ("p1", "p2")] == [0, 1]
    assert game.all_of("wood", "stone", "marble") == (1, 1, 2)  # the printed goods, before the card was turned
    assert game.table["cards"] == {"small": "M01", "large": "M03"}
    assert set(game.table["market"].values()) == {None}


def test_a31_squires_without_prisoners():
    """The Squire's 1 gold for p2, who has nobody in prison."""
    game = made(p1="silver 3", p2="apprentices:A26", spaces="small p1, middle p1").move("place large")
    assert game.of("gold", "p2") == 1
    assert game.of("prison") == 3
    assert game.all_of("virtue", "unpaid") == (5, 1)


def test_a31_ties_for_the_most_all_take_a_debt():
    """Two and two in prison after the Black Market is emptied."""
    game = made(p1="silver 3 prison 0", p2="prison 1", spaces="small p1, middle p2").move("place large")
    assert [game.of("prison", name) for name in ("p1", "p2")] == [2, 2]
    assert [game.of("unpaid", name) for name in ("p1", "p2")] == [1, 1]


def test_m18_m47_printed_small_goods_without_a_pile():
    """Base game: at an empty pile 1 marble and 1 gold; a reset turns nothing."""
    game = made(p1="silver 1", drop="market").move("place small")
    assert game.of("goods") == [0, 0, 0, 1, 1]
    game = made(p1="silver 3", spaces="small p1, middle p1", drop="market").move("place large")
    assert game.table["cards"]["small"] is None
    assert game.table["cards"]["large"] is not None
    assert game.state.shuffles() == []


def test_w15_m47_the_large_pile_is_shuffled_again():
    """Works of Wonder: all ten, then the top is turned: nine are left."""
    game = made(wonders=True, contributions="CC1", p1="silver 3", spaces="small p1, middle p1", drop="market")
    game.move("place large")
    event, = game.state.shuffles()
    assert (event.split()[0], sorted(event.split()[1:])) == ("market", [f"M{n:02}" for n in range(1, 11)])
    assert game.table["cards"] == {"small": event.split()[2], "large": event.split()[1]}
    assert game.table["piles"]["market"] == 9


def test_w15_m2_m48_the_whole_order():
    """CC1. Orphan, Noblewoman; the Profiteer's debt, workers to prison; 2 and 2 at the Princess: both gain."""
    game = made(wonders=True, contributions="CC1 CC2", rewards="R05", given="clay wood stone gold",
                p1="silver 0 marble 1 apprentices:WA14,WA20",
                workers="silversmith p1 1, silversmith p2 2, guardhouse p1 2, guardhouse p2 1")
    game.move("place silversmith", "contribute marble")
    assert (game.player, game.legal) == ("p1", ["reward 1", "reward 2"])
    assert game.all_of("silver", "gold") == (3 + 2, 1)
    assert [game.all_of("prison", "unpaid", seat=name) for name in ("p1", "p2")] == [(2, 1), (1, 1)]
    game.move("reward 2")
    assert game.player == "p2"
    game.move("reward 1")
    assert (game.of("marble"), game.of("gold", "p2")) == (1, 1)
    assert game.of("unpaid") == 2  # the most in prison
    assert (game.table["consequence"], game.table["piles"]["contributions"]) == ("CC2", 5)


def test_w15_m2_workers_go_to_prison_after_any_consequence():
    """CC2: the Profiteer gives 2 influence at the mines, and p2's two workers there go to prison all the same."""
    game = made(wonders=True, contributions="CC2 CC1", p1="silver 3", spaces="small p2, middle p2",
                workers="mines p2 2").move("place large")
    assert game.all_of("influence", "prison", seat="p2") == (2, 2 + 2)
    assert game.at("mines", "p2") == 0


def test_w15_nobody_at_the_princess():
    """CC2: 2 virtue for nobody; with one worker there for its owner."""
    for workers, virtue in (("", 7), ("kings_storehouse p2 1", 9)):
        game = made(wonders=True, contributions="CC2 CC1", p1="silver 3", spaces="small p1, middle p1", workers=workers)
        assert game.move("place large").of("virtue", "p2") == virtue


def test_w15_resources_of_built_wonders_go_to_the_supply():
    game = made(wonders=True, contributions="CC4 CC2", given="clay wood gold marble", p1="stone 1", p2="buildings:W1",
                tokens="W1 forest").move("place quarry", "contribute stone", "reward 1")
    assert [wonder["goods"] for wonder in game.table["wonders"].values()] == [0, 1, 1, 1, 1]


def test_w15_w7_the_contribution_pile_is_shuffled_again():
    """Step 7 with the last card open: all seven, the first its consequence, the second open."""
    game = made(wonders=True, contributions="CC1", p1="silver 3", spaces="small p1, middle p1", drop="contributions")
    game.move("place large")
    event = next(event for event in game.state.shuffles() if event.startswith("contributions"))
    assert sorted(event.split()[1:]) == [f"CC{n}" for n in range(1, 8)]
    assert (game.table["consequence"], game.table["contribution"]) == (event.split()[1], [event.split()[2], []])
    assert game.table["piles"]["contributions"] == 6


def test_m4_arnolds_princess_does_not_count_at_a_reset():
    """CC2: 1 own worker and she against 2 of p2's: p2 alone gains the 2 virtue."""
    game = made(wonders=True, contributions="CC2 CC1", boards=("Arnold", "Ada"), p1="silver 3 virtue 7", p2="virtue 7",
                spaces="small p1, middle p1", workers="kings_storehouse p1 1, kings_storehouse p2 2")
    game.move("place large")
    assert game.of("virtue", "p2") == 9
    assert game.of("virtue") <= 7


def test_m22_two_causes_one_reset():
    """The 7th worker in the Guildhall while the market is full is one reset: one card is turned."""
    game = made(p1="clay 3 stone 3 virtue 3 hand:B20", guildhall="p1 p1 p1 p2 p2 p2", spaces="small p2, large p1")
    game.move("place guildhall")
    assert game.table["piles"]["market"] == 9
    game = made(wonders=True, contributions="CC4 CC2", given="clay wood gold marble", p1="stone 1", spaces="small p2",
                guildhall="p1 p1 p1 p2 p2 p2").move("place quarry", "contribute stone", "reward 1")
    assert game.table["piles"]["market"] == 9


# -- the end -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "slots"), [(2, 12), (3, 16), (4, 20), (5, 24)])
def test_a32_m46_every_player_has_one_more_turn(players, slots):
    """Whoever lays the last worker too."""
    guild = " ".join(f"p{i % (players - 1) + 2}" for i in range(slots - 1))
    game = made(players, p1="clay 4 wood 1 virtue 4 hand:B22", guildhall=guild)
    assert game.table["left"] is None
    game.move("place guildhall", "choose 1")
    for left in range(players - 1, -1, -1):
        assert game.table["left"] == left
        while game.table["turn"] == players - left + 1 and game.table["phase"] == "turn":
            game.move("place quarry")
    assert game.table["phase"] == "over"


def ended(more="", players=2, **table):
    """Return the game after p1's last turn, in the quarry."""
    full = {2: 12, 3: 16}[players]
    guild = " ".join(f"p{i % 2 + 1}" for i in range(full))
    game = made(players, p1=more, left=0, guildhall=guild, **table)
    while game.table["phase"] == "turn":
        game.move("place quarry" if "place quarry" in game.legal else game.legal[0])
    return game


def test_a33_points():
    """Buildings 4 + 10 + 3, Aqueduct 3 of them, level 3, virtue 13, two debts at -2, 3 metal, 25 silver, 5 jailed."""
    parts = ended(f"unpaid 2 silver 25 prison 5 cathedral 3 virtue 13 {row(gold=2, marble=1)} "
                  "buildings:B27,B28,B13").result()["parts"]["p1"]
    assert parts == {"buildings": 17, "effects": 3, "cathedral": 7, "virtue": 5, "debts": -4, "goods": 3, "silver": 2,
                     "prison": -2}


def test_a33_ties_go_to_virtue_then_silver():
    """Points are level: virtue 7 and 8 are 0 points, below 10 silver too."""
    assert ended("silver 5", p2="virtue 8 silver 4").result()["winners"] == ["p2"]
    assert ended("silver 5", p2="silver 4").result()["winners"] == ["p1"]
    assert ended("silver 5", p2="silver 5").result()["winners"] == ["p1", "p2"]


def test_m19_m49_gains_then_losses_then_points():
    """Castle 4 gold: 2; Trading Post 9 clay, 1 stone: 2; the Dungeon's 2 lost; Lighthouse: 9 virtue, 2 points."""
    game = ended(f"buildings:B32,B24,B18,B07 virtue 7 {row(gold=4, clay=9)}")
    assert game.of("virtue") == 9
    assert game.result()["parts"]["p1"]["effects"] == 2


def test_m49_citadel_counts_influence_before_it_is_spent():
    """6 influence: 2 virtue, to 9. Then the Dungeon's loss, ignored for 4; the Manor counts the 2 that are left: 0."""
    game = ended("buildings:B24,WB23,WB20 influence 6 virtue 7", wonders=True, contributions="CC1")
    assert (game.table["phase"], game.of("virtue")) == ("end", 9)
    assert game.legal == ["influence virtue 0", "influence virtue 1", "influence virtue 2"]
    game.move("influence virtue 2")
    assert game.all_of("virtue", "influence", "gold") == (9, 2, 4)
    assert game.result()["parts"]["p1"]["effects"] == 0


def test_m49_strongholds_free_first():
    parts = ended("buildings:WB22 prison 7", wonders=True, contributions="CC1").result()["parts"]["p1"]
    assert parts["prison"] == 0


@pytest.mark.parametrize(("influence", "gold"), [((5, 4, 4), (4, 0, 0)), ((5, 5, 4), (2, 2, 0)), ((5, 5, 5), (1, 1, 1)),
                                                 ((0, 0, 0), (1, 1, 1))])
def test_w19_m9_four_gold_for_the_most_influence(influence, gold):
    """Split evenly, the rest is lost."""
    one, two, three = (f"influence {n}" for n in influence)
    game = ended(one, 3, p2=two, p3=three, wonders=True, contributions="CC1")
    assert tuple(game.of("gold", f"p{n}") for n in (1, 2, 3)) == gold


@pytest.mark.parametrize(("mine", "others", "points"), [(3, 2, 2), (2, 2, 0), (1, 2, 0)])
def test_m20_most_is_strictly_more(mine, others, points):
    """Wood Market: 2 points for strictly the most wood. Steeple likewise, of the cathedral."""
    game = ended(f"buildings:B12 wood {mine}", p2=f"wood {others}")
    assert game.result()["parts"]["p1"]["effects"] == points
    game = ended(f"buildings:B02 cathedral {mine}", p2=f"cathedral {others}")
    assert game.result()["parts"]["p1"]["effects"] == points


@pytest.mark.parametrize(("card", "seat", "points"), [
    ("B09", "unpaid 0", 2), ("B09", "unpaid 1", 0), ("B06", "apprentices:A02,A06,A13,A01", 3),
    ("B17", "apprentices:A02,A06,A13,A01", 2), ("B34", "apprentices:A02,A06,A13,A01", 1), ("B35", "paid 3", 3),
    ("B30", "captured:p2,p2,p2,p2,p2,p2,p2", 2), ("B32", "virtue 8", 2), ("B40", "silver 9", 2), ("B03", "stone 3", 2),
    ("B21", "clay 1", 2), ("B13", "unpaid 0", 1)])
def test_a33_effects_of_buildings(card, seat, points):
    """Each by its card: per apprentice with a skill, per paid debt, per 3 captured, per 4 virtue, strictly most."""
    assert ended(f"buildings:{card} {seat}").result()["parts"]["p1"]["effects"] == points


@pytest.mark.parametrize(("card", "seat", "virtue"), [
    ("B19", "cathedral 1", 9), ("B39", "paid 5", 9), ("B37", "marble 5", 9), ("B24", "wood 0", 5),
    ("WB09", "apprentices:A01,A13,A02", 9), ("WB10", "apprentices:A03,A13,A02", 9),
    ("WB11", "apprentices:A02,A13,A01", 9), ("WB15", "apprentices:A01,A02,A03,A04,A05", 9)])
def test_m49_virtue_of_buildings(card, seat, virtue):
    """Each by its card: 2 for the cathedral, per 2 paid debts, per 2 marble, -2; per apprentice with a skill, per 2."""
    works = {"wonders": True, "contributions": "CC1"} if card[0] == "W" else {}
    assert ended(f"buildings:{card} {seat} virtue 7", **works).of("virtue") == virtue


@pytest.mark.parametrize(("card", "seat", "points"), [("WB16", "silver 14", 2), ("WB20", "influence 8", 2),
                                                      ("WB24", "cathedral 2", 1)])
def test_a33_effects_of_the_expansions_buildings(card, seat, points):
    """Vault: per 5 silver. Manor: per 3 influence. Rampart: per pair of a building and a level."""
    game = ended(f"buildings:{card} {seat}", wonders=True, contributions="CC1")
    assert game.result()["parts"]["p1"]["effects"] == points
