"""The twin against expectations worked out by hand from the rules: setup, places, payments, Guildhall."""
from tests.games.architects.desk import begin, desk, moves, own, put, seen

# -- setup ---------------------------------------------------------------------------------------------------------


def test_draft_passes_clockwise_from_the_first_player():
    game = begin(3, first="p2", buildings="B01 B02 B03 B04 B05 B06 B07 B08 B09 B10 B11 B12")
    assert (game.player, game.legal) == ("p2", ["keep B01", "keep B02", "keep B03", "keep B04"])
    moves(game, "keep B01")
    assert (game.player, game.legal) == ("p3", ["keep B05", "keep B06", "keep B07", "keep B08"])
    moves(game, "keep B05", "keep B09")
    assert (game.player, game.legal) == ("p2", ["keep B10", "keep B11", "keep B12"])  # p1's pack: p1 sits before p2
    moves(game, "keep B10", "keep B02", "keep B06", "keep B07")
    assert (game.player, game.legal) == ("p3", ["keep B11", "keep B12"])
    moves(game, "keep B11", "keep B03")
    assert game.phase == "turn"
    assert game.piles["buildings"][-3:] == ["B08", "B12", "B04"]  # held by p2, p3, p1 (M29)


def test_silver_goes_by_the_order_of_turns():
    assert [begin(3, first="p3").seats[name].silver for name in ("p1", "p2", "p3")] == [4, 5, 3]


def test_first_hires_go_counter_clockwise_and_refill_at_the_end():
    game = begin(3, wonders=True, first="p2")
    assert (game.phase, game.player) == ("hire", "p1")
    moves(game, "hire A01")
    assert game.player == "p3"
    assert game.display[0] == [None, "A02", "A03", "A04", "A05"]
    moves(game, "hire A10")
    assert game.player == "p2"
    moves(game, "hire A03")
    assert game.display == [["A02", "A04", "A05", "A11", "A12"], ["A06", "A07", "A08", "A09", "A13"]]
    assert (game.phase, game.player) == ("draft", "p2")


def test_boards_give_their_cards_after_the_draft():
    game = begin(2, boards={"p1": "Caroline", "p2": "Ada"}, first="p2")
    p1, p2 = game.table()["seats"].values()
    assert (p1["virtue"], p1["silver"], p1["supply"], p1["prison"]) == (3, 10, 12, 8)
    assert (p1["debts"], p1["goods"], game.debts) == ([1, 0], [0, 0, 0, 0, 1], 21)
    assert (p2["virtue"], p2["silver"], p2["goods"]) == (11, 0, [0, 0, 0, 1, 0])
    while game.phase == "draft":
        game.move(game.legal[0])
    assert len(game.seats["p2"].hand) == 4  # Ada's card
    assert len(game.seats["p1"].hand) == 3


# -- places and payments -------------------------------------------------------------------------------------------


def test_nothing_to_do_is_no_place():
    game = desk(edit=lambda game: own(game, silver=0))
    assert game.legal == [f"place {place}" for place in ("forest", "mines", "quarry", "silversmith", "tax_stand",
                                                         "workshop")]


def test_silversmith_and_mines():
    game = desk(edit=lambda game: put(game, "silversmith", p1=2))
    assert moves(game, "place silversmith").seats["p1"].silver == 3 + 4
    game = desk(edit=lambda game: put(game, "mines", p1=4))
    assert moves(game, "place mines").legal == ["mine clay", "mine gold"]
    assert moves(game, "mine gold").seats["p1"].goods["gold"] == 2
    game = moves(desk(), "place mines")
    assert game.player == "p2"  # with one worker there is no gold
    assert game.seats["p1"].goods["clay"] == 2


def test_hire_lays_silver_on_the_row_and_pays_tax():
    def edit(game):
        own(game, silver=6)
        game.coins.update({"A03": 2, "A01": 1})
    game = desk(edit=edit)
    moves(game, "place workshop")
    assert seen(game, "hire") == [f"hire A0{n}" for n in (1, 2, 3, 5, 6, 7)]  # column 4 needs 3 silver more
    moves(game, "hire A03")
    assert game.display == [["A01", "A02", "A04", "A09"], ["A05", "A06", "A07", "A08"]]
    assert game.table()["coins"] == {"A01": 2, "A02": 1}
    assert (game.seats["p1"].silver, game.tax) == (6 - 4 - 2 + 2, 4 + 2)
    assert game.seats["p1"].virtue == 8  # the Acolyte's


def test_low_virtue_pays_less_tax():
    def edit(game):
        own(game, silver=3, virtue=3)
    game = moves(desk(edit=edit), "place workshop", "hire A05")
    assert (game.seats["p1"].silver, game.tax) == (0, 5)


def test_the_sixth_apprentice_needs_room():
    def edit(game):
        own(game, silver=9, apprentices="A21 A22 A23 A24 A25")
    game = moves(desk(edit=edit), "place workshop", "hire A04")
    assert game.legal == ["dismiss A21", "dismiss A22", "dismiss A23", "dismiss A24", "dismiss A25"]
    moves(game, "dismiss A23")
    assert game.piles["apprentices"][-1] == "A23"
    assert game.seats["p1"].apprentices == ["A21", "A22", "A24", "A25", "A04"]


def test_two_influence_pay_two_single_silvers():
    """The rulebook's Merchant: two trades of 1 silver for 2 influence (W9, M39)."""
    def edit(game):
        own(game, silver=0, influence=2, apprentices="A17")
        put(game, "kings_storehouse", p1=1)
        game.profiteer = game.princess = None
    game = moves(desk(wonders=True, edit=edit), "place kings_storehouse")
    p1 = game.seats["p1"]
    assert p1.goods["stone"] == 2  # the only trade, with the only way to pay it
    assert p1.influence == 0
    assert game.legal == ["done", "trade A17", "trade virtue"]
    moves(game, "trade A17")
    assert p1.goods["stone"] == 4
    assert game.player == "p2"
    assert p1.left_over == 0


def test_silver_is_replaced_in_twos_or_whole():
    def edit(game):
        own(game, silver=9, influence=4, apprentices="A16")
        game.profiteer = game.princess = None
    game = moves(desk(wonders=True, edit=edit), "place kings_storehouse")
    assert game.legal == ["influence silver 0", "influence silver 2", "influence silver 3"]
    moves(game, "influence silver 3")
    assert (game.seats["p1"].silver, game.seats["p1"].influence) == (9, 0)


def test_influence_pays_no_tax():
    def edit(game):
        own(game, silver=0, influence=12)
        game.profiteer = game.princess = None
    assert "place town_centre" not in desk(wonders=True, edit=edit).legal


def test_middle_of_the_market_for_four_influence():
    """The rulebook's example: 2 silver off, and 1 lost virtue ignored (W9)."""
    game = desk(wonders=True, edit=lambda game: own(game, silver=2, influence=4))
    moves(game, "place middle", "influence silver 2")
    assert game.legal == ["influence virtue 0", "influence virtue 1"]
    moves(game, "influence virtue 1")
    assert seen(game, "draw") == ["draw"]
    p1 = game.seats["p1"]
    assert (p1.silver, p1.influence, p1.virtue) == (2, 0, 7)


def test_mix_and_charlatan():
    def edit(game):
        own(game, wood=2, stone=3, influence=1, apprentices="WA16")
        game.profiteer = game.princess = None
    game = moves(desk(wonders=True, edit=edit), "place kings_storehouse", "trade marble")
    assert game.legal == ["mix 0 0 3", "mix 0 1 2", "mix 0 2 1", "mix 0 3 0"]
    assert moves(game, "mix 0 2 1").legal == ["influence wood 0", "influence wood 1"]
    moves(game, "influence wood 1")
    p1 = game.seats["p1"]
    assert (p1.goods["wood"], p1.goods["stone"], p1.goods["marble"], p1.influence) == (1, 2, 1, 0)
    game = moves(desk(wonders=True, edit=edit), "place kings_storehouse", "trade marble", "mix 0 3 0")
    assert game.player == "p2"  # 2 wood and 1 influence: no other way


def test_therese_pays_gold_with_marble():
    def edit(game):
        own(game, gold=1, marble=1, hand="B01", wood=2)
    game = desk(boards={"p1": "Therese", "p2": "Rudolf"}, edit=edit)
    moves(game, "place guildhall")
    assert game.legal == ["with gold 0", "with gold 1"]
    moves(game, "with gold 0")
    assert (game.seats["p1"].goods["gold"], game.seats["p1"].goods["marble"]) == (1, 0)


def test_four_influence_stand_for_gold():
    def edit(game):
        own(game, hand="B01", influence=4)
    game = moves(desk(wonders=True, edit=edit), "place guildhall")
    assert (game.seats["p1"].cathedral, game.seats["p1"].influence) == (1, 0)


def test_tax_stand_and_thief():
    game = moves(desk(edit=lambda game: own(game, apprentices="A25 A34")), "place tax_stand")
    p1 = game.seats["p1"]
    assert (p1.virtue, p1.silver, p1.goods["gold"], game.tax) == (6, 3 + 4, 1, 0)


def test_virtue_that_is_not_there_is_debts():
    game = moves(desk(edit=lambda game: own(game, virtue=1)), "place tax_stand")
    assert (game.seats["p1"].virtue, game.seats["p1"].unpaid, game.debts) == (0, 1, 21)


def test_virtue_above_the_top_may_destroy_debts():
    def edit(game):
        own(game, virtue=14, unpaid=3, stone=9, apprentices="A23")
    game = moves(desk(edit=edit), "place kings_storehouse", "trade A23")
    assert game.legal == ["destroy 0", "destroy 1"]
    moves(game, "destroy 1")
    assert (game.seats["p1"].unpaid, game.debts) == (2, 23)


# -- captures and the Guardhouse -----------------------------------------------------------------------------------


def test_captures_from_two_places_with_three_seats():
    def edit(game):
        own(game, silver=9)
        put(game, "town_centre", p1=3)
        put(game, "quarry", p2=2, p3=1)
        put(game, "forest", p2=1)
        put(game, "mines", p2=4)
    game = moves(desk(3, edit=edit), "place town_centre")
    assert "done" not in game.legal
    moves(game, "capture quarry p2", "capture mines p2")
    assert game.legal == ["capture quarry p3", "done"]
    moves(game, "capture quarry p3")
    assert game.legal == ["done"] or game.player == "p2"
    p1 = game.seats["p1"]
    assert dict(p1.captured) == {"p2": 6, "p3": 1}
    assert (p1.silver, game.tax) == (9 - 1 - 1 - 1, 4 + 1)


def test_captures_from_one_place_with_four_seats():
    def edit(game):
        own(game, silver=9)
        put(game, "town_centre", p1=1)
        put(game, "quarry", p2=2, p3=1)
        put(game, "forest", p2=1)
    game = moves(desk(4, edit=edit), "place town_centre", "capture quarry p2")
    assert game.legal == ["capture quarry p3", "done"]


def test_own_workers_come_home():
    game = desk(edit=lambda game: put(game, "quarry", p1=5))
    moves(game, "place town_centre", "capture quarry p1")
    assert game.seats["p1"].supply == 19
    assert game.seats["p1"].captured == {}


def test_princess_and_profiteer_mind_captures_once():
    def edit(game):
        own(game, silver=9)
        put(game, "town_centre", p1=3)
        put(game, game.princess, p1=1, p2=1)
        put(game, game.profiteer, p2=1)
    game = desk(wonders=True, edit=edit)  # CC1: Princess at the Silversmith, Profiteer at the Guardhouse
    moves(game, "place town_centre", "capture silversmith p1")
    assert game.seats["p1"].virtue == 6
    moves(game, "capture silversmith p2")
    assert game.seats["p1"].virtue == 6
    moves(game, "capture guardhouse p2")
    assert game.seats["p1"].virtue == 7


def test_guardhouse_actions():
    def edit(game):
        own(game, silver=13, prison=2, unpaid=1, apprentices="A07")
        game.seats["p1"].captured["p2"] = 3
        game.seats["p2"].captured["p1"] = 4
        put(game, "guardhouse", p1=4)
        game.seats["p1"].supply -= 6
        game.seats["p2"].supply -= 3
    game = moves(desk(edit=edit), "place guardhouse")
    p1 = game.seats["p1"]
    assert game.legal == ["payoff", "prison", "release", "rescue debt", "rescue silver"]
    moves(game, "rescue silver")
    assert (p1.silver, game.tax, p1.supply) == (8, 6, 20 - 4 - 6 - 1 + 4)
    moves(game, "payoff")
    assert (p1.silver, game.tax, p1.virtue, p1.goods["stone"], p1.unpaid, p1.paid) == (2, 9, 8, 2, 0, 1)
    moves(game, "prison")
    assert (p1.silver, game.seats["p2"].prison) == (5, 3)
    assert game.legal == ["done", "release"]
    moves(game, "release")
    assert (p1.prison, game.player) == (0, "p2")


def test_rescue_for_a_debt_costs_virtue():
    def edit(game):
        own(game, silver=0, virtue=0)
        game.seats["p2"].captured["p1"] = 4
        game.seats["p1"].supply -= 4
    game = moves(desk(edit=edit), "place guardhouse")
    assert game.seats["p1"].unpaid == 2  # one for the rescue, one for the virtue that is not there
    assert game.seats["p1"].supply == 19


def test_recall():
    def edit(game):
        own(game, supply=0, prison=4)
        game.seats["p2"].captured["p1"] = 14
        game.market.update(small="p1", large="p1")
    game = desk(edit=edit)
    assert game.legal == ["recall black_market", "recall p2", "recall prison"]
    moves(game, "recall black_market")
    assert game.market == {"small": None, "middle": None, "large": "p1"}


def test_hand_limit_at_the_end_of_the_turn():
    hand = "B01 B02 B03 B04 B05 B06 B07 B08"
    game = moves(desk(edit=lambda game: own(game, hand=hand)), "place quarry")
    assert game.legal == [f"discard {card}" for card in hand.split()]
    moves(game, "discard B05")
    assert game.legal == [f"discard {card}" for card in hand.split() if card != "B05"]
    moves(game, "discard B01")
    assert game.player == "p2"
    assert game.piles["buildings"][-2:] == ["B05", "B01"]


# -- Guildhall -----------------------------------------------------------------------------------------------------


def test_cathedral_needs_virtue_space_and_a_card():
    def edit(game, virtue=5, hand="B24", **levels):
        own(game, gold=1, virtue=virtue, hand=hand)
        for name, level in levels.items():
            game.seats[name].cathedral = level
    assert "place guildhall" in desk(4, edit=edit).legal
    assert "place guildhall" not in desk(4, edit=lambda game: edit(game, virtue=4)).legal
    assert "place guildhall" not in desk(4, edit=lambda game: edit(game, hand="")).legal
    assert "place guildhall" not in desk(4, edit=lambda game: edit(game, p2=1, p3=1, p4=1)).legal
    assert "place guildhall" in desk(4, edit=lambda game: edit(game, p2=1, p3=1, p4=2)).legal


def test_cathedral_gives_acolytes_and_a_reward():
    def edit(game):
        own(game, gold=1, hand="B24", apprentices="A02 A03", silver=0)
    game = moves(desk(rewards="R02", edit=edit), "place guildhall")
    p1 = game.seats["p1"]
    assert (p1.goods["clay"], p1.silver, p1.goods["wood"], p1.virtue, p1.hand) == (2, 2, 2, 8, [])
    assert game.piles["buildings"][-1] == "B24"


def test_skills_may_lie_on_one_apprentice():
    def edit(game, apprentices="A13"):
        own(game, hand="B10", clay=3, wood=4, gold=1, marble=1, virtue=0, apprentices=apprentices)
    assert "place guildhall" in desk(edit=edit).legal
    assert "place guildhall" not in desk(edit=lambda game: edit(game, "A01 A02")).legal


def test_watchtower_hits_all_with_three_in_prison():
    def edit(game):
        own(game, hand="B10", clay=3, wood=4, gold=1, marble=1, apprentices="A13", prison=3)
        own(game, "p2", prison=5)
        own(game, "p3", prison=2)
    game = moves(desk(3, edit=edit), "place guildhall", "build B10")
    assert [game.seats[name].virtue for name in ("p1", "p2", "p3")] == [5, 6, 7]


def test_fortress_may_decline_each_capture():
    def edit(game):
        own(game, hand="B26", clay=3, stone=4, gold=1, marble=2, apprentices="A13")
        put(game, "quarry", p2=2)
    game = moves(desk(edit=edit), "place guildhall", "build B26", "skip")
    assert game.legal == ["capture quarry p2", "skip"]


def test_barracks_offer_what_does_something():
    def edit(game):
        own(game, hand="B15", clay=2, wood=6, gold=2, apprentices="A13")
        put(game, "quarry", p2=2)
    game = moves(desk(edit=edit), "place guildhall", "build B15")
    assert game.legal == ["choose 2", "skip"]


def test_extra_worker_acts_where_it_is_laid():
    def edit(game):
        own(game, hand="WB03", wood=2, stone=2)
        put(game, "mines", p1=1)
    game = moves(desk(wonders=True, contributions="CC2", edit=edit), "place guildhall")  # Profiteer at the mines
    assert game.legal == ["profiteer later", "profiteer now"]
    moves(game, "profiteer now", "mine gold")
    assert (game.seats["p1"].goods["gold"], game.seats["p1"].influence, game.seats["p1"].supply) == (1, 1, 17)


def test_the_wonder_costs_what_does_not_lie_on_it():
    """The rulebook's example: 3 of 14 stone lie there already (W16)."""
    def edit(game):
        own(game, stone=11, influence=6, silver=3)
        game.wonder_goods["W3"] = 3
    game = moves(desk(wonders=True, edit=edit), "place guildhall")
    p1 = game.seats["p1"]
    assert game.legal == ["token " + place for place in sorted(
        ("kings_storehouse", "town_centre", "workshop", "silversmith", "quarry", "forest", "guardhouse"))]
    assert (p1.goods["stone"], p1.influence, p1.silver, game.tax, p1.virtue) == (0, 1, 0, 7, 9)
    moves(game, "token quarry", "place forest")
    moves(game, "place quarry")
    assert game.legal == ["wonder influence", "wonder worker"]
    moves(game, "wonder worker")
    assert p1.goods["stone"] == 2


def test_influence_draws_cards_every_time():
    game = desk(wonders=True)
    p1 = game.seats["p1"]
    game.gain_influence(p1, 9)
    assert len(p1.hand) == 2
    p1.influence = 4
    game.gain_influence(p1, 1)
    assert len(p1.hand) == 3
    game.gain_influence(p1, 12)
    assert (p1.influence, len(p1.hand)) == (12, 4)
