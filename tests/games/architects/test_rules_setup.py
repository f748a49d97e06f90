"""Components and setup: A1 to A8, W1 to W8, W20, W21, M28 to M30, each with an expectation worked out by hand."""
import json
from copy import deepcopy

import pytest

from kingmaker.games import load_game
from tests.games.architects.made import DATA, Made, begun, made

BOARDS = {"Therese": (5, 5, 4), "Caroline": (3, 10, 8), "Ada": (11, 0, 0), "Frederick": (7, 4, 0), "Rudolf": (9, 3, 0),
          "Arnold": (6, 4, 3), "Charles": (8, 3, 0), "Clotilde": (13, 0, 0), "Isabella": (4, 7, 5),
          "Louis": (2, 11, 13), "Zesiro": (10, 2, 0)}  # virtue, silver, workers in prison


def new(seed, **options):
    return Made(load_game("architects", **options).new(seed))


def drafted(game):
    while game.table["phase"] in ("hire", "draft"):
        game.move(game.legal[0])
    return game


# -- the base game -------------------------------------------------------------------------------------------------


def test_a1_supply():
    """40 apprentices less 8, 40 buildings less two packs, 10 Black Market cards, 22 debts, 20 workers each."""
    table = begun(2).table
    assert table["piles"] == {"apprentices": 32, "buildings": 32, "rewards": 5, "market": 10}
    assert table["debts"] == 22
    assert {seat["supply"] for seat in table["seats"].values()} == {20}


def test_a2_the_large_space_has_its_printed_goods_first():
    """2 marble, 1 stone, 1 wood; a card lies on the left alone."""
    game = made(p1="silver 3", market="M04")
    assert game.table["cards"] == {"small": "M04", "large": None}
    game.move("place large")
    assert game.of("goods") == [0, 1, 1, 0, 2]


@pytest.mark.parametrize(("players", "n"), [(2, 5), (3, 7), (4, 9), (5, 11)])
def test_a3_rewards_are_two_a_player_and_one(players, n):
    assert begun(players).table["piles"]["rewards"] == n


def test_a4_m30_display_by_rows():
    """Row 1 from column 1, then row 2."""
    assert begun(2, apprentices="A40 A39 A38").table["display"] == [["A40", "A39", "A38", "A01"],
                                                                    ["A02", "A03", "A04", "A05"]]


def test_a5_four_silver_on_the_tax_stand():
    assert new(1, players=3).table["tax"] == 4


def test_a6_virtue_7_and_silver_by_seat():
    """3 to the first, then clockwise 4, 5, 6, 7."""
    table = begun(5, first="p3").table
    assert [seat["silver"] for seat in table["seats"].values()] == [6, 7, 3, 4, 5]
    assert {seat["virtue"] for seat in table["seats"].values()} == {7}
    assert {new(seed, players=3).state.start()["first"] for seed in range(30)} == {"p1", "p2", "p3"}
    for seed in range(5):
        game = new(seed, players=4)
        first = int(game.state.start()["first"][1]) - 1
        assert [game.of("silver", f"p{(first + i) % 4 + 1}") for i in range(4)] == [3, 4, 5, 6]


def test_a7_m29_draft():
    """Keep 1, pass 3 clockwise, until each has 3; the rest goes under the pile by turn order of its holders."""
    game = begun(3, first="p2", buildings="B01 B02 B03 B04 B05 B06 B07 B08 B09 B10 B11 B12")
    assert (game.player, game.legal) == ("p2", ["keep B01", "keep B02", "keep B03", "keep B04"])
    game.move("keep B01")
    assert (game.player, game.legal) == ("p3", ["keep B05", "keep B06", "keep B07", "keep B08"])
    game.move("keep B05", "keep B09")
    assert (game.player, game.legal) == ("p2", ["keep B10", "keep B11", "keep B12"])  # from p1, who sits before him
    game.move("keep B10", "keep B02", "keep B06", "keep B07", "keep B11", "keep B03")
    assert [game.of("hand", f"p{n}") for n in (1, 2, 3)] == [["B03", "B06", "B09"], ["B01", "B07", "B10"],
                                                             ["B02", "B05", "B11"]]
    # B08 came to p2, B12 to p3, B04 to p1
    assert game.pile("buildings")[-3:] == ["B08", "B12", "B04"]
    assert game.player == "p2"


def test_m29_a_single_players_pack_comes_back():
    game = begun(1, wonders=True, opponent="O1", buildings="B01 B02 B03 B04").move("hire A01")
    assert game.legal == ["keep B01", "keep B02", "keep B03", "keep B04"]
    game.move("keep B02")
    assert game.legal == ["keep B01", "keep B03", "keep B04"]
    game.move("keep B04", "keep B01")
    assert game.of("hand") == ["B01", "B02", "B04"]
    assert game.pile("buildings")[-1] == "B03"


def test_a8_boards_replace_the_standard_values():
    """Prisoners, silver, virtue; the highest virtue begins."""
    met = set()
    for seed in range(12):
        game = new(seed, players=4, wonders=1, boards="variable")
        seats = game.table["seats"]
        first = game.state.start()["first"]
        assert seats[first]["virtue"] == max(seat["virtue"] for seat in seats.values())
        for seat in seats.values():
            assert (seat["virtue"], seat["silver"], seat["prison"]) == BOARDS[seat["board"]]
            assert seat["supply"] == 20 - seat["prison"]
            met.add(seat["board"])
    assert met == set(BOARDS)


def test_a8_m30_boards_goods_and_cards():
    """Caroline: 1 marble and 1 debt from the supply. Ada: 1 gold, and 1 building card after the draft."""
    game = next(game for game in (new(seed, players=2, boards="variable") for seed in range(200))
                if {seat["board"] for seat in game.table["seats"].values()} == {"Ada", "Caroline"})
    by = {seat["board"]: name for name, seat in game.table["seats"].items()}
    assert game.all_of("goods", "debts", seat=by["Caroline"]) == ([0, 0, 0, 0, 1], [1, 0])
    assert game.of("goods", by["Ada"]) == [0, 0, 0, 1, 0]
    assert game.table["debts"] == 21
    top = game.pile("buildings")[0]
    drafted(game)
    assert len(game.of("hand", by["Caroline"])) == 3
    assert len(game.of("hand", by["Ada"])) == 4
    assert top in game.of("hand", by["Ada"])


# -- Works of Wonder -----------------------------------------------------------------------------------------------


def test_w1_w2_w3_more_cards_and_all_rewards():
    """64 apprentices less 10 in 5 columns, 64 buildings, 23 rewards for any number of players."""
    for players in (2, 5):
        table = begun(players, wonders=True).table
        assert [len(row) for row in table["display"]] == [5, 5]
        assert table["piles"] == {"apprentices": 54, "buildings": 64, "rewards": 23, "market": 10, "contributions": 6}


def test_w4_equal_virtue_begins_with_more_influence(tmp_path):
    data = deepcopy(DATA)
    boards = [board for part in ("base", "works_of_wonder") for board in data[part]["player_boards"]
              if not board.get("promo")]
    for n, board in enumerate(boards):
        board |= {"virtue": 6, "influence": n}
    file = tmp_path / "level.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    for seed in range(10):
        game = new(seed, players=3, wonders=1, boards="variable", data=str(file))
        seats = game.table["seats"]
        assert seats[game.state.start()["first"]]["influence"] == max(seat["influence"] for seat in seats.values())


def test_w4_influence_begins_at_0_unless_the_board_says():
    assert {seat["influence"] for seat in new(1, players=4, wonders=1).table["seats"].values()} == {0}
    for seed in range(8):
        for seat in new(seed, players=4, wonders=1, boards="variable").table["seats"].values():
            assert seat["influence"] == {"Charles": 3, "Clotilde": 1, "Isabella": 2, "Louis": 2, "Zesiro": 1}.get(
                seat["board"], 0)


def test_w5_first_hires():
    """Free, counter-clockwise, the first player last; the rows close up only after everyone has."""
    game = begun(3, wonders=True, first="p2")
    silver = [game.of("silver", f"p{n}") for n in (1, 2, 3)]
    assert game.player == "p1"
    game.move("hire A01")
    assert game.player == "p3"
    assert game.table["display"][0] == [None, "A02", "A03", "A04", "A05"]
    game.move("hire A10")
    assert game.player == "p2"
    game.move("hire A03")
    assert game.table["display"] == [["A02", "A04", "A05", "A11", "A12"], ["A06", "A07", "A08", "A09", "A13"]]
    assert (game.table["phase"], game.player) == ("draft", "p2")
    assert [game.of("silver", f"p{n}") for n in (1, 2, 3)] == silver


def test_w6_five_wonders_lie_there():
    assert begun(2, wonders=True).table["wonders"] == {f"W{n}": {"goods": 0, "token": None} for n in range(1, 6)}


def test_w7_m30_first_consequence_and_open_card():
    """CC5: Princess at the Guardhouse, Profiteer at the Silversmith; CC1 is open."""
    table = begun(2, wonders=True, contributions="CC5 CC1").table
    assert (table["consequence"], table["contribution"]) == ("CC5", ["CC1", []])
    assert (table["princess"], table["profiteer"]) == ("guardhouse", "silversmith")


@pytest.mark.parametrize(("before", "after", "cards"), [(3, 4, 0), (4, 5, 1), (5, 6, 0), (8, 9, 1), (11, 12, 0),
                                                        (12, 12, 0)])
def test_w8_influence_draws_a_card_from_4_to_5_and_from_8_to_9(before, after, cards):
    """CC7: the Profiteer is in the forest, who gives 1 influence; 12 is the top."""
    game = made(wonders=True, contributions="CC7", p1=f"influence {before}").move("place forest", "profiteer now")
    assert (game.of("influence"), len(game.of("hand"))) == (after, cards)


def test_w20_w21_m24_solo_setup():
    """As for 2 players; no scheme of Age of Artisans; the opponent has no silver, no cards, and does not hire."""
    game = begun(1, wonders=True, opponent="O1")
    assert game.table["seats"]["opp"] == {
        "virtue": 9, "influence": 2, "marker": "clay", "marble": 0, "supply": 20, "prison": 0, "captured": {},
        "cathedral": 0, "debts": [0, 0], "buildings": []}
    start = game.state.start()
    assert sorted(start["schemes"]) == [f"S{n:02}" for n in range(1, 12)]
    assert sorted(start["future"]) == [f"F{n:02}" for n in range(1, 12)]
    assert game.move("hire A05").table["phase"] == "draft"
    assert game.table["piles"]["apprentices"] == 54 - 1


def test_m28_no_promo_cards_and_boards():
    promo = {board["name"] for board in DATA["base"]["player_boards"] if board["promo"]}
    for wonders in (0, 1):
        boards = {name for seed in range(30)
                  for name in new(seed, players=5, wonders=wonders, boards="variable").state.start()[
                      "player_boards"].values()}
        assert not boards & promo
        assert len(boards) == (11 if wonders else 5)
    assert all(card[0] == "A" and int(card[1:]) <= 40 for card in new(1, players=2).state.start()["apprentices"])


def test_m50_a_human_begins_and_the_opponent_sits_last():
    """It counts as a seat: 3 players and it are 4 seats, so the silver goes by the humans alone (M50)."""
    for seed in range(6):
        game = new(seed, players=3, wonders=1, opponent="O2")
        assert list(game.table["seats"]) == ["p1", "p2", "p3", "opp"]
        assert game.state.start()["first"] in ("p1", "p2", "p3")
        assert sorted(game.of("silver", f"p{n}") for n in (1, 2, 3)) == [3, 4, 5]
