"""The rulebooks' worked examples: 1 to 5 of the game for two, and the one of the solo rules.

Their pictures are lost in the text that we have. What the text says is built; what had to be assumed says so.
"""
import pytest

from tests.games.two_heirs.setting import TERRAIN_OF, position


def test_example_1_what_is_in_whites_reach(game):
    """White to take, both regular units in the supply: of six tiles the first three, a stone, a wheat and a wood;
    the fourth to the sixth cannot be reached.

    Assumed: the order of the colours, the six buildings, and a grey start tile. A market costs one of each; C9 would
    take two wood.
    """
    supply = "T4 T5 T1 C4 D1 D3"
    assert [TERRAIN_OF[tile] for tile in supply.split()[:3]] == ["grey", "yellow", "green"]
    state = game.start(position({"0,0": "D2"}, player="white", supply=supply, hand="T3 C9"))
    assert state.takes() == {"T4", "T5", "T1"}
    assert state.buildable() == {"T3"}


def test_example_in_the_text_units_on_a_yellow_and_a_green_tile(game):
    """They give one wheat and one wood. Assumed: the third unit and the one tile in reach are on grey."""
    board = {"0,0": "D2", "1,0": "T2", "0,1": "T1"}
    state = game.start(position(board, supply="T4 T3 T5 T7 D1 D3", blue="0,0 1,0 0,1", hand="D8 D9 D4 D6"))
    assert state.buildable() == {"D8", "D9"}  # not D4 (2 wheat), not D6 (2 wood)


INN = {"0,0": "D2", "1,0": "T2 white", "-1,0": "C1 white"}  # start tile grey, a yellow building, the farm


def example_2(board=INN):
    """Reach two (one unit in the supply): a stone and a wood. A unit on a yellow building, one on grey open terrain.
    A farm. In all 2 wheat, 2 stone, 1 wood.

    Assumed: the grey open terrain is the start tile; which yellow building it is; where the farm lies.
    """
    return position(board, player="white", white="0,0 1,0 supply", blue="-1,0 supply supply", hand="T1 C4 D6",
                    supply="T4 T8 T5 T6 D1 D3")


def test_example_2_the_inn_and_the_trading_post(game):
    """The inn costs 2 stone and 1 wheat, the trading post 2 wheat and 1 wood; both can be built in one turn."""
    state = game.start(example_2())
    assert state.buildable() == {"T1", "C4"}  # D6 costs 2 wood
    state.move("build T1 0,1", "build C4 1,1")
    assert state.owner("0,1") == state.owner("1,1") == "white"


def test_example_2_without_the_farm_not_the_trading_post(game):
    assert game.start(example_2(INN | {"-1,0": "C1"})).buildable() == {"T1"}


def test_example_3_the_discount_of_an_extension(game):
    """White holds the bakery (2 wheat, 1 wood) and has access to 1 wheat and 1 wood only. A grey tile from the hand
    is laid as open terrain: one resource less, and the bakery can be built.

    Assumed: wood and wheat come from the tiles in reach, beside stone; the start tile is grey.
    """
    state = game.start(position({"0,0": "D2"}, player="white", supply="T1 T5 T4 T2 T7 D3", hand="D4 T9"))
    assert state.buildable() == set()
    state.move("extend T9 0,-1")
    assert state.buildable() == {"D4"}
    assert "build D4 1,1" in state.legal()
    state.move("build D4 1,1")
    assert state.position()["discounts"] == 0
    assert state.owner("1,1") == "white"
    assert state.owner("0,-1") is None


def example_4():
    """White has taken and wants to build a watchtower (one of each) on 2,-1, but has no wood. A unit stands on the
    yellow building 1,0, which touches 2,-1; beside it the green open terrain 0,0, which does not.

    Assumed: the map. The elite on -1,0 gives stone; in reach are T5 (wheat) and T4 (stone), next is T8 (wood), so
    that withdrawing a unit would bring wood.
    """
    board = {"0,0": "D3", "1,0": "T2 white", "-1,0": "D2", "0,1": "D5"}
    return position(board, sets="travel,dominion,guard", player="white", taken=True, white="-1,0 1,0 supply",
                    blue="0,1 supply supply", hand="G3", supply="T5 T4 T8 T1 T3 T6")


def test_example_4_three_ways_to_wood(game):
    state = game.start(example_4())
    assert state.buildable() == set()
    ways = ["move 1,0 0,0", "withdraw 1,0", "summon 0,0"]
    assert set(ways) <= set(state.legal())
    possible = []
    for way in ways:
        state = game.start(example_4())
        state.move(way)
        assert "G3" in state.buildable()  # each brings wood ...
        if "build G3 2,-1" in state.legal():
            possible.append(way)
    assert possible == ["summon 0,0"]  # ... but only one leaves a unit beside the place


def test_example_4_the_summoned_unit_has_moved(game):
    state = game.start(example_4())
    state.move("summon 0,0", "build G3 2,-1")
    moved = {str(unit["at"]): unit["moved"] for unit in state.position()["units"]["white"]}
    assert moved == {"[-1, 0]": False, "[1, 0]": False, "[0, 0]": True}


def test_example_5_four_roads(game):
    """A joins three buildings, all White's: 3 points. B joins two of Blue's and one of White's: 1 point for Blue.
    C joins two of each: none. D joins only one building: none.

    Assumed: the map, and which buildings stand on it. A runs from west to east, B from south to north, C is a ring,
    D's only tile has two ends that nothing meets.
    """
    a = {"1,1": "D8 white", "2,1": "C5 white", "3,1": "W1 white"}
    b = {"5,0": "D7 blue", "5,1": "C4 blue", "5,2": "W2 white"}
    c = {"1,3": "W3 blue", "2,3": "W6 blue", "2,4": "C1 white", "1,4": "D4 white"}
    d = {"7,1": "W5 blue"}
    between = {"0,0": "C2", "4,1": "C7", "1,2": "C8", "6,1": "C9"}
    state = game.start(position(between | a | b | c | d, sets="dominion,trade,war"))
    assert state.roads() == sorted([
        ("1,1 2,1 3,1", 0, 3), ("5,0 5,1 5,2", 2, 1), ("1,3 1,4 2,3 2,4", 2, 2)])
    # Buildings besides: White's camp 2 and trading post C5 3 (White owns a farm), bakery 1 + the farm on yellow = 2;
    # Blue's camp 2, trading post C4 0; towers and the farm 0.
    assert sum(state.points().values()) == 9
    assert state.result()["points"] == {"blue": 2 + 1, "white": 7 + 3}


@pytest.mark.parametrize("filled", [(), ("-1,0",)])
def test_solo_example_henry_places_a_building(game, filled):
    """The stack's top tile is green, so Henry takes a siege tower. Your last building is a pilgrimage site. (A) A1 and
    A2, where the tower would join a road of the site, are taken. (B) B1 and B2, where it would block one, are taken
    too. (C) Clockwise from C1 the first empty cell is C6.

    Assumed: the tower is W1, whose road runs from W to E: A1 and A2 are E and W, B1 and B2 are N and S; C1 is the
    cell above, so C6 is the one in the south-west; that the site lies above the start tile. With C6 taken as well the
    tower goes to C8, the north-west (C7 is A2).
    """
    board = {"0,0": "C2", "0,1": "T6 blue", "0,2": "T2", "1,2": "T3", "1,1": "T4", "1,0": "T5", "-1,1": "T8"}
    board |= dict.fromkeys(filled, "C7")
    full = position(board, level=2, sets="travel,trade,war", last="0,1", supply="W5 W4 C8 W1 W7 C9", top="W6 W2 T1")
    state = game.start(full)
    state.move("take W5")
    place = "-1,2" if filled else "-1,0"
    assert state.move("end")[:3] == ["henry takes W1", "refill W2", f"henry builds W1 {place}"]
    assert state.position()["henry"]["units"]["green"] == [int(xy) for xy in place.split(",")]
