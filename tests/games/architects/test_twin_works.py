"""The twin against expectations worked out by hand: resets, the opponent, boards, the end."""
from tests.games.architects.desk import desk, moves, own, put

# -- contributions and resets --------------------------------------------------------------------------------------


def test_contributing_what_is_not_there_yet():
    """The rulebook's example: clay, stone and gold lie there (W13); CC1's slots."""
    def edit(game):
        own(game, clay=1, wood=1, stone=1, gold=1, marble=1)
        game.contributed = ["clay", "stone", "gold"]
        game.piles["rewards"].insert(0, "R05")
    game = desk(wonders=True, contributions="CC5 CC1", edit=edit)  # Princess at the Guardhouse
    game.princess = "quarry"
    moves(game, "place quarry")
    assert game.legal == ["contribute marble", "contribute wood", "later"]
    moves(game, "later")
    assert game.legal == ["contribute marble", "contribute wood", "pass"]
    moves(game, "contribute marble")
    p1 = game.seats["p1"]
    assert (p1.influence, p1.virtue, p1.goods["marble"], p1.goods["stone"]) == (2, 9, 0, 2)


def test_contributing_first_may_leave_no_action():
    """M41."""
    def edit(game):
        own(game, clay=0, wood=2)
    game = desk(wonders=True, contributions="CC2 CC3", edit=edit)  # Princess at the Storehouse
    moves(game, "place kings_storehouse", "contribute wood")
    assert game.player == "p2"
    assert game.seats["p1"].goods["wood"] == 1


def test_market_reset_of_the_base_game():
    def edit(game):
        game.market.update(small="p1", middle="p2")
        own(game, prison=2, apprentices="A28 A09", silver=3)
        own(game, "p2", prison=2, apprentices="A27")
        for name in ("p1", "p2"):
            game.seats[name].supply -= 3
    game = desk(market="M03 M01", edit=edit)
    moves(game, "place large")
    p1, p2 = game.seats["p1"], game.seats["p2"]
    # 4 and 3 in prison; the Gatekeeper frees 2, so the Squire gains nothing; p2 has 3 or more, and the most
    assert (p1.prison, p2.prison) == (2, 3)
    assert (p1.virtue, p2.virtue) == (6, 6)
    assert (p1.unpaid, p2.unpaid) == (0, 1)
    assert (p1.goods["stone"], p1.goods["wood"], p1.goods["marble"]) == (1, 1, 2)  # printed, before the reset
    assert game.table()["cards"] == {"small": "M01", "large": "M03"}
    assert set(game.market.values()) == {None}


def test_market_reset_of_works_of_wonder():
    def edit(game):
        game.contributed = ["clay", "wood", "stone", "gold"]
        own(game, marble=1, apprentices="WA14 WA20", silver=0)
        put(game, "silversmith", p1=1, p2=2)  # Princess
        put(game, "guardhouse", p1=2, p2=1)  # Profiteer: 1 debt
    game = desk(wonders=True, contributions="CC1 CC2", rewards="R05", edit=edit)
    moves(game, "place silversmith", "contribute marble")
    p1, p2 = game.seats["p1"], game.seats["p2"]
    assert (game.player, game.legal) == ("p1", ["reward 1", "reward 2"])  # 2 and 2: both gain
    assert (p1.silver, p1.goods["gold"]) == (3 + 2, 1)  # Orphan and Noblewoman
    assert (p1.prison, p2.prison, p1.unpaid, p2.unpaid) == (2, 1, 1, 1)
    moves(game, "reward 2")
    assert game.player == "p2"
    moves(game, "reward 1")
    assert (p1.goods["marble"], p2.goods["gold"]) == (1, 1)
    assert game.wonder_goods == dict.fromkeys(game.wonder_goods, 1)
    assert (game.consequence, game.princess, game.profiteer) == ("CC2", "kings_storehouse", "mines")
    assert p1.unpaid == 2  # the most in prison
    assert game.table()["piles"]["contributions"] == 5


def test_guildhall_resets_and_last_turns():
    def edit(game):
        game.guildhall = ["p2"] * 6
        own(game, hand="B01", clay=4, wood=2)
        game.market["small"] = "p2"
        game.seats["p2"].supply -= 1
    game = moves(desk(edit=edit), "place guildhall")
    assert game.seats["p2"].prison == 1  # the 7th worker
    assert game.seats["p2"].unpaid == 1

    def fill(game):
        game.guildhall = ["p2"] * 11
        own(game, hand="B20 B01", clay=7, wood=2, stone=3, unpaid=1)
    game = moves(desk(edit=fill), "place guildhall", "build B20")
    assert (game.legal, game.left) == (["destroy 0", "destroy 1"], 2)
    moves(game, "destroy 0")
    assert (game.player, game.left) == ("p2", 1)
    moves(game, "place quarry")
    assert (game.player, game.left) == ("p1", 0)
    moves(game, "place guildhall")  # beside the full hall (M17)
    assert (game.phase, game.left, len(game.guildhall), game.legal) == ("over", 0, 13, [])
    assert game.seats["p1"].buildings == ["B20", "B01"]


# -- the opponent --------------------------------------------------------------------------------------------------


def solo(board="O1", scheme="S01", edit=None, players=1, **piles):
    """Return the game after p1's worker in the quarry and the opponent's turn by a scheme."""
    game = desk(players, wonders=True, opponent=board, schemes=scheme, edit=edit, **piles)
    for _ in range(players):
        if game.active != "opp" and game.turn <= players:
            moves(game, "place quarry")
    return game


def test_opponent_builds_the_wonder_at_the_marker():
    """The rulebook's example: 6 influence and 5 marble, marker at wood, a token in the Town Centre already (W28)."""
    def edit(game):
        own(game, "opp", influence=6, marker=1, marble=5)
        game.token["W1"] = "town_centre"
        game.seats["p1"].buildings.append("W1")
        game.wonder_goods["W2"] = 3
    game = solo(board="O4", edit=edit)
    opponent = game.seats["opp"]
    assert opponent.buildings == ["W2"]
    assert (opponent.influence, opponent.goods["marble"], opponent.virtue) == (0, 1, 6 + 2)
    assert game.tax == 4 + 4 + 1  # printed, and the Informant's capture
    assert game.token["W2"] == "workshop"  # its first free place
    assert game.wonder_goods["W2"] == 0
    assert opponent.captured == {"p1": 1}
    game = solo(board="O1", edit=edit)
    assert game.seats["opp"].goods["marble"] == 3  # the Noblewoman pays 2 less
    assert game.token["W2"] == "silversmith"  # after the Town Centre


def test_opponent_works_on_the_cathedral_or_takes_marble():
    game = solo()
    assert (game.seats["opp"].cathedral, game.seats["opp"].virtue, len(game.guildhall)) == (1, 10, 1)
    game = solo(edit=lambda game: own(game, "opp", cathedral=5))
    assert game.seats["opp"].goods["marble"] == 4


def test_opponent_captures_the_largest_groups():
    """The rulebook's example: four groups of 3, the Princess at the Silversmith (W30)."""
    def edit(game):
        put(game, "town_centre", p1=3, opp=2)
        put(game, "quarry", p1=2)
        put(game, "silversmith", p1=3)
        put(game, "mines", p1=3)
        game.contributed = ["clay"]
    game = solo(scheme="S04", contributions="CC1", edit=edit)
    assert game.seats["opp"].captured == {"p1": 9}
    assert game.groups() == [("quarry", "p1"), ("town_centre", "opp")]
    assert game.tax == 5
    assert game.seats["opp"].virtue == 9 - 1  # the Princess


def test_opponent_captures_equal_groups_of_several_humans():
    """The rulebook's example: 4 and 4 in the forest are one capture."""
    def edit(game):
        put(game, "forest", p1=4, p2=4)
    game = solo(scheme="S03", players=2, edit=edit)
    assert game.seats["opp"].captured == {"p1": 4, "p2": 4}


def test_opponents_guardhouse():
    """The rulebook's example: 4 actions, 3 debts (W31)."""
    def edit(game):
        own(game, "opp", unpaid=3, prison=0, virtue=4)
        put(game, "guardhouse", opp=3)
        game.profiteer = game.princess = None
    game = desk(1, wonders=True, opponent="O1", future="F05", edit=edit)
    opponent = game.seats["opp"]
    game.lay_worker(opponent, "guardhouse")
    game.guardhouse_actions(opponent, 4)
    assert (opponent.unpaid, opponent.paid, opponent.virtue, game.tax) == (0, 3, 7, 4 + 9)
    assert game.discarded_schemes == ["F05"]


def test_opponents_guardhouse_from_the_top():
    def edit(game):
        own(game, "opp", prison=2, supply=10)
        game.seats["opp"].captured["p1"] = 6
        game.seats["p1"].captured["opp"] = 4
    game = desk(1, wonders=True, opponent="O2", edit=edit)
    opponent = game.seats["opp"]
    game.guardhouse_actions(opponent, 2)
    assert (opponent.supply, game.seats["p1"].prison, opponent.marker) == (12, 6, 1)
    assert opponent.goods["marble"] == 1 + 1  # past the end of the track, and the Enforcer's
    assert (game.tax, game.seats["p1"].captured["opp"]) == (4, 4)
    game.guardhouse_actions(opponent, 1)
    assert (game.tax, opponent.supply) == (6, 16)


def test_opponent_contributes_to_the_right_of_its_marker():
    def edit(game):
        own(game, "opp", marker=3)
        game.contributed = ["gold", "marble"]
    game = solo(scheme="S06", contributions="CC2 CC1", edit=edit)
    assert game.table()["contribution"] == ["CC1", ["clay", "gold", "marble"]]
    assert (game.seats["opp"].influence, game.seats["opp"].marker) == (2 + 1, 4)  # clay: 1 influence, 1 coin


def test_opponent_removes_the_column_at_its_marker():
    def edit(game):
        own(game, "opp", marker=1)
        game.coins[game.display[0][1]] = 2
    game = solo(scheme="S10", future="F07", edit=edit)
    assert len(game.on_display()) == 10
    assert game.table()["coins"] == {}
    assert game.discarded_schemes == ["S10", "F07"]
    assert len(game.piles["apprentices"]) == 64 - 10 - 1


def test_opponents_second_scheme_follows_a_reset():
    def edit(game):
        game.piles["schemes"] = ["F09", "S11"]
        game.contributed = ["clay", "wood", "stone", "gold"]
        own(game, "opp", marker=2)
    game = solo(contributions="CC1 CC2", edit=edit)
    opponent = game.seats["opp"]
    # contributes marble at the Silversmith, gains the Princess's marble-or-gold as marble, then the Storehouse,
    # where the Princess is by then; 1 worker: 1 virtue
    assert game.consequence == "CC2"
    assert game.workers["silversmith"]["opp"] == game.workers["kings_storehouse"]["opp"] == 1
    assert opponent.virtue == 9 + 1 + 1  # the reward card, the Storehouse
    assert opponent.goods["marble"] == 1
    assert game.turn == 3


def test_opponent_without_workers_takes_one_back():
    def edit(game):
        put(game, "mines", opp=9)
        put(game, "forest", opp=9)
        own(game, "opp", supply=0)
    game = solo(edit=edit)
    assert game.workers["mines"]["opp"] == 8  # O1 names the mines before the forest
    assert game.discarded_schemes == []


def test_schemes_are_shuffled_when_none_is_left():
    def edit(game):
        game.piles["schemes"], game.discarded_schemes = [], ["S11", "F01", "S02"]
        own(game, "opp", prison=2, supply=18)
    game = desk(1, wonders=True, opponent="O1", edit=edit)
    assert game.move("place quarry") == ["schemes F01 S02 S11"]
    assert game.discarded_schemes == ["F01"]


# -- boards --------------------------------------------------------------------------------------------------------


def test_louis_bribes_first():
    def edit(game):
        own(game, virtue=7, silver=9, influence=4)
    game = moves(desk(wonders=True, boards={"p1": "Louis", "p2": "Ada"}, edit=edit), "place tax_stand")
    assert game.legal == ["accept", "bribe"]
    moves(game, "accept")
    assert game.legal == ["influence virtue 0", "influence virtue 1", "influence virtue 2"]
    moves(game, "influence virtue 1")
    assert (game.seats["p1"].virtue, game.seats["p1"].influence) == (6, 2)


def test_clotilde_gains_clay_when_her_marker_moves():
    def edit(game, virtue=7):
        own(game, virtue=virtue)
    board = {"p1": "Clotilde", "p2": "Ada"}
    assert moves(desk(wonders=True, boards=board, edit=edit), "place tax_stand").seats["p1"].goods["clay"] == 1
    game = moves(desk(wonders=True, boards=board, edit=lambda game: edit(game, 0)), "place tax_stand")
    assert (game.seats["p1"].goods["clay"], game.seats["p1"].unpaid) == (0, 1 + 2)


def test_arnold_counts_the_princess():
    game = desk(wonders=True, boards={"p1": "Arnold", "p2": "Ada"}, contributions="CC7")  # Princess at the mines
    moves(game, "place mines", "mine gold")
    assert game.seats["p1"].goods["gold"] == 1


def test_charles_and_the_profiteer():
    def edit(game):
        own(game, silver=0, influence=0)
    game = desk(wonders=True, boards={"p1": "Charles", "p2": "Ada"}, contributions="CC3", edit=edit)
    assert "place town_centre" in game.legal  # the Profiteer's silver pays the tax (M31)
    moves(game, "place town_centre")
    moves(game, "profiteer later")
    assert game.seats["p1"].influence == 1  # the capture lapsed, the Profiteer stays
    assert game.tax == 4
# -- the end -------------------------------------------------------------------------------------------------------


def finish(edit, players=2, **options):
    """Return a game in which the first seat's turn is the last one."""
    def last(game):
        game.left = 1
        edit(game)
    game = desk(players, edit=last, **options)
    while game.phase == "turn":
        game.move("place quarry" if "place quarry" in game.legal else game.legal[0])
    return game


def test_points():
    def edit(game):
        own(game, buildings="B27 B28 B13", unpaid=2, gold=2, marble=1, silver=25, prison=5, cathedral=3, virtue=13)
    parts = finish(edit).result()["parts"]["p1"]
    assert parts == {"buildings": 4 + 10 + 3, "effects": 3, "cathedral": 7, "virtue": 5, "debts": 2 * (-2 + 1 - 1),
                     "goods": 3, "silver": 2, "prison": -2}


def test_virtue_comes_before_what_reads_it():
    def edit(game):
        own(game, buildings="B32 B24 B18 B07", gold=4, clay=9, virtue=7)
    game = finish(edit)
    # Castle 2; Trading Post 10 goods (1 stone of the last turn): 2; then the Dungeon's loss; the Lighthouse at the end
    assert game.seats["p1"].virtue == 7 + 2 + 2 - 2
    assert game.result()["parts"]["p1"]["effects"] == 2


def test_citadel_counts_influence_before_it_is_spent():
    def edit(game):
        own(game, buildings="B24 WB23 WB20", influence=6, virtue=7)
    game = finish(edit, wonders=True)
    assert game.phase == "end"
    assert game.legal == ["influence virtue 0", "influence virtue 1", "influence virtue 2"]
    assert game.seats["p1"].virtue == 9
    moves(game, "influence virtue 2")
    p1 = game.seats["p1"]
    assert (p1.virtue, p1.influence, p1.goods["gold"]) == (9, 2, 4)
    assert game.result()["parts"]["p1"]["effects"] == 0  # the Manor: 2 influence


def test_four_gold_are_shared_evenly():
    def edit(game):
        for name in ("p1", "p2", "p3"):
            own(game, name, influence=5)
    game = finish(edit, 3, wonders=True)
    assert [seat.goods["gold"] for seat in game.seats.values()] == [1, 1, 1]


def test_stronghold_frees_before_scoring():
    game = finish(lambda game: own(game, buildings="WB22", prison=7), wonders=True)
    assert game.result()["parts"]["p1"]["prison"] == 0


def test_ties_go_to_virtue_then_silver():
    def edit(game):
        own(game, silver=5, virtue=7)
        own(game, "p2", silver=4, virtue=8)
    assert finish(edit).result()["winners"] == ["p2"]

    def level(game):
        own(game, silver=5, virtue=7)
        own(game, "p2", silver=5, virtue=7)
    assert finish(level).result()["winners"] == ["p1", "p2"]


def test_markets_compare_with_the_opponents_virtue():
    def edit(game):
        own(game, buildings="B12 B21", wood=10, clay=9)
        own(game, "opp", virtue=9)
    game = desk(1, wonders=True, opponent="O1", edit=edit)
    game.phase = "over"
    assert game.result()["parts"]["p1"]["effects"] == 2  # 10 wood beat 9 virtue, 9 clay do not
