"""Turns and places: A9 to A22 with M5, M21, M31, M33 to M36, M40, M46, each with an expectation worked out by hand."""
import pytest

from tests.games.architects.made import PLACES, made

MANY = "B01,B02,B03,B04,B05,B06,B07,B08"


def many(whose, n):
    return ",".join([whose] * n)


# -- turns ---------------------------------------------------------------------------------------------------------


def test_a9_a13_workers_that_stay_make_more():
    """The new worker counts: 3 in the quarry, 2 in the forest, 3 at the Silversmith and 1 coin more."""
    game = made(workers="quarry p1 2, forest p1 1, silversmith p1 2, silversmith p2 1", p1="silver 0")
    game.move("place quarry", "place quarry", "place forest", "place quarry", "place silversmith")
    assert game.all_of("stone", "wood", "silver") == (3, 2, 4)
    assert game.of("stone", "p2") == 1 + 2


def test_a10_m31_nothing_to_do_is_no_place():
    """Without silver and goods: no trade, no tax, no Black Market, nothing for Guardhouse and Guildhall."""
    game = made(p1="silver 0")
    assert game.legal == [f"place {place}" for place in ("forest", "mines", "quarry", "silversmith", "tax_stand",
                                                         "workshop")]
    assert "place tax_stand" not in made(p1="silver 0", tax=0).legal
    assert "place small" not in made(p1="silver 9", spaces="small p2").legal


@pytest.mark.parametrize(("seat", "place"), [
    ("clay 2", "kings_storehouse"), ("silver 1", "town_centre"), ("silver 1", "small"), ("silver 2", "middle"),
    ("silver 3", "large"), ("prison 1", "guardhouse"), ("captured:p2", "guardhouse"),
    ("clay 3 wood 1 virtue 4 hand:B22 clay 4", "guildhall"), ("gold 1 hand:B22", "guildhall"),
])
def test_a10_m31_what_is_enough(seat, place):
    assert f"place {place}" in made(p1=f"silver 0 {seat}").legal


def test_m31_workshop_needs_a_hire_or_a_card():
    """With an empty pile 4 silver hire column 1 with the one worker there, 3 silver nothing."""
    hand = made(drop="buildings", p1="silver 4")
    assert "place workshop" in hand.legal
    assert "place workshop" not in made(drop="buildings", p1="silver 3").legal


def test_m31_gains_before_the_action_count():
    """Charlatan and the Profiteer: 1 wood and 1 influence are 2 goods; Charles's silver pays the tax."""
    assert "place kings_storehouse" in made(wonders=True, contributions="CC6", p1="wood 1 apprentices:WA16").legal
    assert "place kings_storehouse" not in made(wonders=True, contributions="CC1", p1="wood 1 apprentices:WA16").legal
    game = made(wonders=True, contributions="CC3", boards=("Charles", "Ada"), p1="silver 0")
    assert "place town_centre" in game.legal
    game = made(wonders=True, contributions="CC1", boards=("Charles", "Ada"), p1="silver 0")
    assert "place town_centre" not in game.legal


def test_a11_recall_from_the_nine_places():
    """No worker in supply: one comes back from a large circle, not from the Guildhall, and nothing else happens."""
    game = made(workers="quarry p1 10, forest p1 2", p1="prison 5", guildhall="p1 p1", spaces="small p1")
    assert game.legal == ["recall forest", "recall quarry"]
    game.move("recall quarry")
    assert (game.all_of("supply", "stone"), game.at("quarry"), game.player) == ((1, 0), 9, "p2")


def test_a11_recall_from_elsewhere():
    game = made(p1="prison 4", p2=f"captured:{many('p1', 12)}", guildhall="p1 p1", spaces="small p1, large p1")
    assert game.legal == ["recall black_market", "recall p2", "recall prison"]
    game.move("recall black_market")
    assert game.table["market"] == {"small": None, "middle": None, "large": "p1"}


def test_a12_hand_limit():
    """Down to 6, to the bottom of the pile, as the own turn ends."""
    game = made(p1=f"hand:{MANY}").move("place quarry")
    assert game.legal == [f"discard {card}" for card in MANY.split(",")]
    game.move("discard B05", "discard B01")
    assert game.pile("buildings")[-2:] == ["B05", "B01"]
    assert (len(game.of("hand")), game.player) == (6, "p2")


# -- places --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("there", "clay", "gold"), [(1, 3, 1), (2, 4, 1), (3, 5, 2), (4, 6, 2)])
def test_a14_mines(there, clay, gold):
    """n + 1 clay or floor(n / 2) gold."""
    assert made(workers=f"mines p1 {there}").move("place mines", "mine clay").all_of("clay", "gold") == (clay, 0)
    assert made(workers=f"mines p1 {there}").move("place mines", "mine gold").all_of("clay", "gold") == (0, gold)


def test_a14_a_single_worker_finds_no_gold():
    game = made().move("place mines")
    assert (game.all_of("clay", "gold"), game.player) == ((2, 0), "p2")


def test_a15_m21_trades():
    """n trades, repeats allowed; any two of clay, wood, stone for 1 virtue, any three of wood, stone for 1 marble."""
    game = made(workers="kings_storehouse p1 2", p1="clay 1 wood 2 stone 4").move("place kings_storehouse")
    assert game.legal == ["trade marble", "trade virtue"]
    game.move("trade virtue")
    assert game.legal == ["mix 0 0 2", "mix 0 1 1", "mix 0 2 0", "mix 1 0 1", "mix 1 1 0"]
    game.move("mix 1 1 0")
    assert game.of("virtue") == 8
    assert game.legal == ["done", "trade marble", "trade virtue"]
    game.move("trade marble")
    assert game.legal == ["mix 0 0 3", "mix 0 1 2"]
    game.move("mix 0 1 2", "trade virtue")
    assert (game.of("goods"), game.of("virtue"), game.player) == ([0, 0, 0, 0, 1], 9, "p2")


def test_a15_own_apprentices_trades():
    """Trader: 2 wood are 1 marble; Merchant: 3 silver are 1 marble; only what can be paid."""
    game = made(p1="silver 2 wood 2 apprentices:A37,A16").move("place kings_storehouse")
    assert game.legal == ["trade A37", "trade virtue"]
    assert game.move("trade A37").all_of("wood", "marble") == (0, 1)
    assert made(p1="silver 3 apprentices:A16").move("place kings_storehouse").all_of("silver", "marble") == (0, 1)


def test_a16_hire():
    """Column 3 with one worker: 4 silver, 2 of them tax, 1 each on A01 and A02; the 2 silver on A03 are taken."""
    game = made(p1="silver 6", coins="A03 2, A01 1").move("place workshop")
    assert game.seen("hire") == [f"hire A0{n}" for n in (1, 2, 3, 5, 6, 7)]  # column 4 would be 7 silver
    game.move("hire A03")
    assert game.table["display"] == [["A01", "A02", "A04", "A09"], ["A05", "A06", "A07", "A08"]]
    assert game.table["coins"] == {"A01": 2, "A02": 1}
    assert (game.of("silver"), game.table["tax"], game.of("virtue")) == (6 - 4 - 2 + 2, 4 + 2, 8)  # the Acolyte's 1


def test_a16_workers_there_reach_further():
    """3 workers: columns 1 to 3 for 4 silver."""
    game = made(p1="silver 4", workers="workshop p1 2").move("place workshop")
    assert game.seen("hire") == [f"hire A0{n}" for n in (1, 2, 3, 5, 6, 7)]


def test_a16_five_apprentices_at_most():
    """One is dismissed first, to the bottom of the pile (M36); the Pickpocket's lost virtue does not come back."""
    game = made(p1="silver 9 apprentices:A21,A22,A23,A24,A25").move("place workshop", "hire A04")
    assert game.legal == ["dismiss A21", "dismiss A22", "dismiss A23", "dismiss A24", "dismiss A25"]
    game.move("dismiss A25")
    assert game.of("apprentices") == ["A21", "A22", "A23", "A24", "A04"]
    assert (game.of("virtue"), game.pile("apprentices")[-1]) == (7, "A25")


@pytest.mark.parametrize(("silver", "n"), [(7, 8), (8, 10)])
def test_m5_the_fifth_column_needs_five_workers(silver, n):
    """One worker there: 4 silver, and 4 more on the cards before it."""
    assert len(made(wonders=True, p1=f"silver {silver}").move("place workshop").seen("hire")) == n


@pytest.mark.parametrize(("there", "cards"), [(0, 1), (1, 2), (2, 2), (3, 3), (4, 3)])
def test_a17_draw(there, cards):
    """1 + floor(n / 2)."""
    assert len(made(workers=f"workshop p1 {there}", p1="silver 4").move("place workshop", "draw").of("hand")) == cards


@pytest.mark.parametrize(("space", "silver", "goods"), [("small", 1, [0, 1, 0, 1, 0]), ("large", 3, [0, 1, 1, 0, 2])])
def test_a18_black_market(space, silver, goods):
    """M04's small goods: 1 gold, 1 wood; the printed large ones; 1 virtue."""
    game = made(p1="silver 3", market="M04").move(f"place {space}")
    assert game.all_of("silver", "virtue", "goods") == (3 - silver, 6, goods)


def test_a18_large_card():
    """After a reset M03 lies on the right: 2 marble, 2 stone; M01 is the small card."""
    game = made(p1="silver 3", p2="silver 9", spaces="small p1, middle p2", market="M03 M01")
    game.move("place large", "place large")
    assert game.of("goods", "p2") == [0, 0, 2, 0, 2]


def test_a18_middle():
    """2 silver: hire any card of the display free, or draw 5, keep 1, the rest under the pile as drawn."""
    game = made(p1="silver 2", buildings="B11 B12 B13 B14 B15", coins="A08 3").move("place middle")
    assert len(game.seen("hire")) == 8
    assert game.of("silver") == 0
    game.move("draw")
    assert game.legal == ["keep B11", "keep B12", "keep B13", "keep B14", "keep B15"]
    game.move("keep B13")
    assert (game.of("hand"), game.pile("buildings")[-4:]) == (["B13"], ["B11", "B12", "B14", "B15"])
    game = made(p1="silver 2", coins="A08 3").move("place middle", "hire A08")
    assert game.all_of("silver", "apprentices", "virtue") == (3, ["A08"], 6)


@pytest.mark.parametrize(("virtue", "is_open"), [(9, True), (10, False)])
def test_a18_a27_black_market_closes_at_virtue_10(virtue, is_open):
    assert ("place small" in made(p1=f"silver 3 virtue {virtue}").legal) == is_open


def test_a19_tax_stand():
    game = made(p1="silver 1", tax=7).move("place tax_stand")
    assert (game.all_of("virtue", "silver"), game.table["tax"]) == ((5, 8), 0)


def test_m38_thief_and_illusionist_lose_less():
    """Thief: 1 instead of 2; Illusionist: none at the Black Market."""
    assert made(p1="apprentices:A34").move("place tax_stand").of("virtue") == 6
    assert made(p1="apprentices:A10 silver 3").move("place small").of("virtue") == 7


# -- captures ------------------------------------------------------------------------------------------------------


def test_a20_m33_two_locations_with_three_seats():
    """4 workers: the first capture 1 tax, each further one 1 silver; two locations at most."""
    game = made(3, p1="silver 9", workers="town_centre p1 3, quarry p2 2, quarry p3 1, forest p2 1, mines p2 4")
    game.move("place town_centre")
    assert "done" not in game.legal
    game.move("capture quarry p2", "capture mines p2")
    assert game.legal == ["capture quarry p3", "done"]
    game.move("capture quarry p3")
    assert game.of("captured") == {"p2": 6, "p3": 1}
    assert (game.of("silver"), game.table["tax"], game.player) == (9 - 3, 5, "p2")


def test_a20_m33_one_location_with_four_seats():
    game = made(4, p1="silver 9", workers="town_centre p1 1, quarry p2 2, quarry p3 1, forest p2 1")
    assert game.move("place town_centre", "capture quarry p2").legal == ["capture quarry p3", "done"]


def test_a20_own_workers_come_home():
    game = made(p1="silver 1", workers="quarry p1 5").move("place town_centre", "capture quarry p1")
    assert game.all_of("supply", "captured") == (19, {})


def test_a21_what_can_be_captured():
    """The nine places alone."""
    workers = ", ".join(f"{place} p2 1" for place in PLACES)
    game = made(p1="silver 9", workers=workers, spaces="small p2", guildhall="p2 p2").move("place town_centre")
    assert game.legal == sorted([*(f"capture {place} p2" for place in PLACES), "capture town_centre p1"])


@pytest.mark.parametrize("apprentices", ["A04", "A04,A05"])
def test_m34_conspirators(apprentices):
    """Every capture after the first costs 1 silver less: nothing; two do no more than one."""
    game = made(p1=f"silver 1 apprentices:{apprentices}", workers="town_centre p1 2, quarry p2 2, forest p2 1")
    game.move("place town_centre", "capture quarry p2", "capture forest p2")
    assert (game.of("silver"), game.table["tax"], game.of("captured")) == (0, 5, {"p2": 3})


# -- Guardhouse ----------------------------------------------------------------------------------------------------


def test_a22_guardhouse():
    """5 actions: rescue 5 silver (2 tax), pay a debt off 6 (3 tax) for 1 virtue, 1 silver a prisoner, release."""
    game = made(p1="silver 13 prison 2 unpaid 1 apprentices:A07 captured:p2,p2,p2", p2="captured:p1,p1,p1,p1",
                workers="guardhouse p1 4").move("place guardhouse")
    assert game.legal == ["payoff", "prison", "release", "rescue debt", "rescue silver"]
    game.move("rescue silver")
    assert (game.all_of("silver", "supply"), game.table["tax"]) == ((8, 20 - 4 - 2 - 1), 6)
    assert game.of("captured", "p2") == {}
    game.move("payoff")
    assert (game.all_of("silver", "virtue", "unpaid", "paid", "stone"), game.table["tax"]) == ((2, 8, 0, 1, 2), 9)
    game.move("prison")
    assert (game.of("silver"), game.of("prison", "p2")) == (5, 3)
    assert game.legal == ["done", "release"]
    game.move("release")
    assert (game.all_of("prison", "supply"), game.player) == ((0, 15), "p2")


def test_a22_rescue_for_a_debt():
    """1 debt and 1 virtue; at virtue 0 that is one more debt (A28)."""
    game = made(p1="silver 0 virtue 0", p2="captured:p1,p1").move("place guardhouse")
    assert game.all_of("unpaid", "virtue", "supply") == (2, 0, 19)


def test_a22_n_actions_at_most():
    game = made(p1="prison 2 captured:p2", workers="guardhouse p1 0").move("place guardhouse", "release")
    assert (game.player, game.of("captured")) == ("p2", {"p2": 1})


def test_m35_debt_cards_run_out_and_goods_do_not():
    """All 22 are with p2: p1 loses what he has, takes none, and cannot rescue for a debt. 45 stone for 40 pieces."""
    game = made(p1="virtue 1", p2="unpaid 22", tax=1).move("place tax_stand")
    assert game.all_of("virtue", "unpaid") == (0, 0)
    game = made(p1="silver 5", p2="unpaid 22 captured:p1").move("place guardhouse")
    assert game.all_of("silver", "supply") == (0, 19)
    assert made(p1="stone 44").move("place quarry").of("stone") == 45


def test_m35_destroyed_debts_return_and_paid_ones_stay():
    """Virtue above 14 destroys one: 20 + 1; a paid one stays with its owner."""
    game = made(p1="virtue 14 unpaid 2 stone 1 apprentices:A23").move("place kings_storehouse")
    assert game.legal == ["destroy 0", "destroy 1"]
    game.move("destroy 1")
    assert (game.of("debts"), game.table["debts"]) == ([1, 0], 21)
    game = made(p1="silver 6 unpaid 1").move("place guardhouse")
    assert (game.of("debts"), game.table["debts"]) == ([0, 1], 21)


def test_m36_from_an_empty_pile_nothing_comes():
    game = made(wonders=True, contributions="CC7", drop="buildings", p1="influence 4")
    game.move("place forest", "profiteer now")
    assert game.all_of("influence", "hand") == (5, [])


def test_m46_last_turns_count_recalls():
    """12 slots: the last is filled in this turn, then each has one turn more; p2's is a recall."""
    workers = "quarry p2 18"
    game = made(p1="clay 4 wood 1 virtue 4 hand:B22", guildhall="p1 p1 p1 p1 p1 p1 p1 p1 p1 p2 p2", workers=workers)
    game.move("place guildhall", "choose 1")
    assert (game.player, game.table["left"]) == ("p1", 0)  # p2 had one place to take his back from
    assert game.at("quarry", "p2") == 17
    assert game.move("place quarry").table["phase"] == "over"
