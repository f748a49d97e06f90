"""Buildings, camps, sieges, roads, the winner: rule 7, each with an expectation worked out by hand."""
import pytest

from tests.games.two_heirs.setting import altered_tiles, position

CIRCLE = "T3 D1 D8 C4 T7 C9"
GREENS = "T3 T1 T8 T4 T6 T9"


def points(game, board, at, **keys):
    """Return what one building is worth."""
    return game.start(position(board, **keys)).points()[at]


# -- the table of buildings ---------------------------------------------------------------------------------------


def test_rule_7_inn_counts_its_row_three_in_each_direction(game):
    """In row 1: two to the west, and 2,1 3,1 4,1 and (after a gap) 6,1 to the east, of which three count: 1 + 2 + 3.
    0,0 and 5,2 are in other rows."""
    board = {"0,0": "C2", "1,1": "T1 blue", "0,1": "T2", "-1,1": "C3 white", "2,1": "T3", "3,1": "T4 blue",
             "4,1": "T5", "5,2": "T6", "6,1": "T7"}
    assert points(game, board, "1,1") == 6


def test_rule_7_inn_seven_at_most(game):
    """Four tiles to the west and four to the east of 0,1, of which three each count; White's inn is turned."""
    row = {f"{x},1": f"T{abs(x) + (1 if x < 0 else 5)}" for x in (-4, -3, -2, -1, 1, 2, 3, 4)}
    for owner in ("blue", "white"):
        assert points(game, {"0,0": "C2", "0,1": f"T1 {owner}"} | row, "0,1") == 7


def test_rule_7_inn_ruling_gaps_do_not_matter(game):
    """East of 1,1 a gap, then 3,1, a gap, 5,1: both count."""
    board = {"0,0": "C2", "1,1": "T1 blue", "2,2": "T3", "3,1": "T4", "4,2": "T5", "5,1": "T6"}
    assert points(game, board, "1,1") == 3


def test_rule_7_inn_counts_its_column(game):
    """T2 says column: 1,0 below, 1,2 and 1,3 above; 0,1 and 2,1 stand in its row."""
    board = {"0,0": "C2", "1,1": "T2 white", "1,0": "T3", "1,2": "T4", "1,3": "T5 blue", "0,1": "T6", "2,1": "T7"}
    assert points(game, board, "1,1") == 4


def test_rule_7_market_counts_the_sides(game):
    """Of 1,1: 0,1 1,0 2,1 by side, 0,0 and 2,2 by corner."""
    board = {"0,0": "C2", "1,1": "T3 blue", "0,1": "T4", "1,0": "T5 white", "2,1": "T6", "2,2": "T7"}
    assert points(game, board, "1,1") == 4
    assert points(game, {**board, "1,2": "T2"}, "1,1") == 5


def test_rule_7_pilgrimage_site_counts_its_longest_road(game):
    """East: T1 and C5, both from E to W, so three tiles with itself; north: D7 from N to S, two."""
    board = {"0,0": "C2", "1,1": "T6 blue", "2,1": "T1 white", "3,1": "C5 blue", "1,2": "D7 blue"}
    assert points(game, board, "1,1") == 3


def test_rule_7_pilgrimage_site_alone(game):
    board = {"0,0": "T1", "1,0": "T6 blue", "1,1": "D9 blue"}  # open terrain and a camp without a road
    assert points(game, board, "1,0") == 1


def test_rule_7_two_pilgrimage_sites_end_the_road_between_them(game):
    """1,1 and 2,1 are two; beyond 2,1 another road begins with D8 at 3,1 and C5 at 4,1, three tiles with T7."""
    board = {"0,0": "C2", "1,1": "T6 blue", "2,1": "T7 blue", "3,1": "D8 blue", "4,1": "C5 white"}
    state = game.start(position(board))
    assert state.points()["1,1"] == 2
    assert state.points()["2,1"] == 3


def test_rule_7_robber_keep_counts_opponents_buildings_beside_it(game):
    """1,0 and 0,1 are White's, 2,1 Blue's, 1,2 open; 2,2 White's by corner. 2 + 2 x 2."""
    board = {"0,0": "C2", "1,1": "T8 blue", "1,0": "T3 white", "0,1": "T4 white", "2,1": "T5 blue", "1,2": "T6",
             "2,2": "T7 white"}
    assert points(game, board, "1,1") == 6


def test_rule_7_mill_counts_yellow_groups_beside_it(game):
    """Mill on yellow at 1,1. North: 1,2 and 1,3 yellow. West: 0,1 yellow. East 2,1 is grey; behind it 3,1 is yellow,
    but in a group that does not touch the mill; so is 2,0, by corner only. 1 + 2 + 1."""
    board = {"0,0": "C2", "1,1": "D1 blue", "1,2": "T2", "1,3": "T5 white", "0,1": "C1 blue", "2,1": "T4",
             "3,1": "D4 blue", "2,0": "C6"}
    assert points(game, board, "1,1") == 4


def test_rule_7_mill_counts_a_group_that_touches_it_twice_once(game):
    """0,1 0,2 1,2 are one yellow group that touches the mill at 1,1 by two sides."""
    board = {"0,0": "C2", "1,1": "D1 blue", "0,1": "T2", "0,2": "T5", "1,2": "T7"}
    assert points(game, board, "1,1") == 4


def test_rule_7_stonemason_counts_grey_groups(game):
    """East: 2,1 3,1 3,2 grey. 1 + 3."""
    board = {"0,0": "C2", "1,1": "D2 white", "2,1": "T4", "3,1": "T6 blue", "3,2": "T9 white", "1,2": "T5"}
    assert points(game, board, "1,1") == 4


def test_rule_7_cowshed_counts_green_groups(game):
    """West 0,1 and, by it, the green start tile. 1 + 2."""
    board = {"0,0": "C2", "1,1": "D3 blue", "0,1": "T1 white", "1,2": "T5"}
    assert points(game, board, "1,1") == 3


@pytest.mark.parametrize(("hall", "own", "others", "open_"), [
    ("D4", "T2 T5 T3", "T7", "C9"),  # bakery: yellow T2, T5; T3 is green
    ("D5", "T4 T6 T3", "T9", "C8"),  # smithy: grey T4, T6
    ("D6", "T1 T3 T4", "T8", "C7"),  # lodge: green T1, T3; T4 is grey
])
def test_rule_7_bakery_smithy_lodge_count_own_buildings(game, hall, own, others, open_):
    """Two own ones on the colour, others than itself; the opponent's and open terrain do not count. 1 + 2."""
    one, two, three = own.split()
    board = {"0,0": open_, "1,0": f"{hall} blue", "2,0": f"{one} blue", "5,0": f"{two} blue", "3,0": f"{three} blue",
             "4,0": f"{others} white"}
    assert points(game, board, "1,0") == 3


def test_rule_7_camp_is_worth_two_if_still_face_up(game):
    state = game.start(position({"0,0": "C2", "1,0": "D7 blue", "0,1": "D8 white", "1,1": "D9"}))
    assert state.points() == {"1,0": 2, "0,1": 2}


def test_rule_7_farm_sawmill_quarry_are_worth_nothing(game):
    state = game.start(position({"0,0": "C7", "1,0": "C1 blue", "0,1": "C2 white", "1,1": "C3 blue"}))
    assert state.points() == {"1,0": 0, "0,1": 0, "1,1": 0}


def test_rule_7_trading_post_counts_what_it_shows(game):
    """C4 shows farm and sawmill, C5 farm and quarry, C6 sawmill and quarry. Blue owns C1 (farm) and C2 (sawmill),
    White C3 (quarry)."""
    board = {"0,0": "T1", "1,0": "C4 blue", "2,0": "C5 blue", "3,0": "C6 blue", "4,0": "C1 blue", "5,0": "C2 blue",
             "6,0": "C3 white"}
    state = game.start(position(board))
    assert state.points() == {"1,0": 6, "2,0": 3, "3,0": 3, "4,0": 0, "5,0": 0, "6,0": 0}
    del board["4,0"], board["5,0"], board["6,0"]
    assert points(game, board, "1,0") == 0


def test_rule_7_cathedral_is_worth_five(game):
    state = game.start(position({"0,0": "C2", "1,0": "C7 blue", "0,1": "C8 white"}))
    assert state.points() == {"1,0": 5, "0,1": 5}


def test_rule_7_siege_tower_and_fortress(game):
    """Blue has two towers and two fortresses: each fortress counts four, itself included. White has one of each; an
    open W6 counts for nobody."""
    board = {"0,0": "T1", "1,0": "W1 blue", "2,0": "W2 blue", "3,0": "W7 blue", "4,0": "W8 blue", "1,1": "W3 white",
             "2,1": "W9 white", "3,1": "W6"}
    state = game.start(position(board, sets="travel,trade,war"))
    assert state.points() == {"1,0": 0, "2,0": 0, "3,0": 4, "4,0": 4, "1,1": 0, "2,1": 2}


CRAFTS = "travel,dominion,crafts"


@pytest.mark.parametrize(("north", "east", "south", "west", "expected"), [
    ("T1", "T3", "T2", "T5", 6),  # green, green, yellow, yellow: two pairs
    ("T1", "T3", "T2", "T4", 3),  # green, green, yellow, grey: the smaller count is one
    ("T1", "T3", "T4", "T6", 0),  # no yellow
    ("T2", "T5", "T7", "T1", 3),  # three yellow, one green
])
def test_rule_7_basketry_ruling_pairs_are_the_smaller_count(game, north, east, south, west, expected):
    """R1 at 1,1 looks at its sides; 0,0 is a corner."""
    board = {"0,0": "D3", "1,1": "R1 blue", "1,2": north, "2,1": f"{east} white", "1,0": south, "0,1": f"{west} blue"}
    assert points(game, board, "1,1", sets=CRAFTS) == expected


def test_rule_7_workshops_on_corners(game):
    """R2 (basketry), R4 (pottery) and R6 (cooperage) look at corners. Those of 1,1 are green 0,0, yellow 2,2, grey
    0,2, green 2,0: one pair of green and yellow, one of grey and yellow, one of green and grey. Sides are yellow."""
    board = {"0,0": "D3", "2,2": "T2", "0,2": "T4", "2,0": "T1 blue", "1,0": "T5", "0,1": "T7"}
    for workshop in ("R2", "R4", "R6"):
        assert points(game, {**board, "1,1": f"{workshop} blue"}, "1,1", sets=CRAFTS) == 3


def test_rule_7_pottery_and_cooperage_on_sides(game):
    """Sides of 1,1: grey 1,2 and 2,1, yellow 1,0, green 0,1. Grey and yellow: one pair; green and grey: one."""
    board = {"0,0": "D3", "1,2": "T4", "2,1": "T6", "1,0": "T5", "0,1": "T1"}
    assert points(game, {**board, "1,1": "R3 white"}, "1,1", sets=CRAFTS) == 3
    assert points(game, {**board, "1,1": "R5 white"}, "1,1", sets=CRAFTS) == 3


@pytest.mark.parametrize(("hall", "expected"), [
    ("R7 blue", 8),  # an own guildhall of the basketry: 4 a pair
    ("R7 white", 6), ("R7", 6),  # the opponent's, or flipped
    ("R8 blue", 6),  # one of the pottery
])
def test_rule_7_guildhall(game, hall, expected):
    board = {"0,0": "D3", "1,1": "R1 blue", "1,2": "T1", "2,1": "T3", "1,0": "T2", "0,1": "T5", "2,2": hall}
    state = game.start(position(board, sets=CRAFTS))
    assert state.points()["1,1"] == expected
    if hall.endswith("blue"):
        assert state.points()["2,2"] == 0


def test_rule_7_guildhall_ruling_two_of_a_kind_still_make_four(game, tmp_path):
    """The table has one guildhall of each kind; a user's table may have two of the basketry."""
    board = {"0,0": "D3", "1,1": "R1 blue", "1,2": "T1", "2,1": "T3", "1,0": "T2", "0,1": "T5", "2,2": "R7 blue",
             "2,0": "R8 blue"}
    state = game.start(position(board, sets=CRAFTS), **altered_tiles(tmp_path, R8={"param": "basketry"}))
    assert state.points()["1,1"] == 8


GUARD = "travel,dominion,guard"


def test_rule_7_watchtower_counts_its_own_colour_in_its_row_or_column(game):
    """G1 is green and counts its row: 0,1, 3,1 and (after a gap) 5,1 are green, 2,1 is yellow. 1 + 3.
    G6 at 4,2 is yellow and counts its column: 4,1 yellow, 4,0 green. 1 + 1."""
    board = {"0,0": "D3", "1,1": "G1 blue", "0,1": "T1", "2,1": "T2", "3,1": "T3 white", "5,1": "T8 blue",
             "4,2": "G6 white", "4,1": "T5", "4,0": "D6"}
    state = game.start(position(board, sets=GUARD))
    assert state.points()["1,1"] == 4
    assert state.points()["4,2"] == 2


def test_rule_7_guardhouse_counts_watchtowers_on_its_diagonals(game):
    """Of 1,1: 2,2 (Blue's) and 3,-1 (White's, at distance two) lie on diagonals; 2,1 does not; 0,2 is open terrain."""
    board = {"0,0": "D3", "1,1": "G7 blue", "2,2": "G1 blue", "2,0": "T1", "3,-1": "G2 white", "2,1": "G3 white",
             "0,2": "G4"}
    assert points(game, board, "1,1", sets=GUARD) == 6


def test_rule_7_open_terrain_counts_as_a_tile_never_as_a_building(game):
    """All around are open tiles: the market counts them, the robber keep and the smithy (grey) do not."""
    board = {"0,0": "C2", "1,0": "T3 blue", "2,0": "T8", "3,0": "D5 blue", "1,1": "T4", "2,1": "T9", "3,1": "T6",
             "4,0": "C3"}
    state = game.start(position(board))
    assert state.points()["1,0"] == 1 + 3
    assert state.points()["3,0"] == 1


# -- 7.1 Camp -----------------------------------------------------------------------------------------------------


def test_rule_7_1_camp_after_the_take(game):
    board = {"0,0": "C2", "0,1": "D7 blue", "1,0": "D8 white"}
    state = game.start(position(board, supply=CIRCLE.replace("D8", "D2"), top="T1 T2"))
    assert not state.verbs("camp")
    state.move("take T3")
    assert state.verbs("camp") == {"camp 0,1"}  # not White's
    before = state.position()
    assert state.move("camp 0,1") == []
    after = state.position()
    assert state.owner("0,1") is None
    assert not after["taken"]
    assert after["supply"] == before["supply"]  # the shield flips without moving
    assert after["player"] == "blue"


def test_rule_7_1_ruling_one_must_take_again(game):
    state = game.start(position({"0,0": "C2", "0,1": "D7 blue"}, supply=CIRCLE))
    state.move("take T3", "camp 0,1")
    assert "end" not in state.legal()
    state.move("take D1")
    assert "end" in state.legal()
    assert sorted(state.position()["hands"]["blue"]) == ["D1", "T3"]


def test_rule_7_1_a_unit_on_the_camp_stays(game):
    state = game.start(position({"0,0": "C2", "0,1": "D7 blue"}, supply=CIRCLE, blue="0,1 supply supply"))
    state.move("take T3", "camp 0,1")
    assert state.position()["units"]["blue"][0]["at"] == [0, 1]


def test_rule_7_1_each_camp_once_several_one_after_each_take(game):
    board = {"0,0": "C2", "0,1": "D7 blue", "1,0": "D9 blue"}
    state = game.start(position(board, supply="T3 D1 D8 C4 T7 C9"))
    state.move("take T3", "camp 0,1")
    assert not state.verbs("camp")
    state.move("take D1")
    assert state.verbs("camp") == {"camp 1,0"}
    state.move("camp 1,0", "take D8")
    assert not state.verbs("camp")


def test_rule_7_1_a_camp_built_this_turn_counts(game):
    state = game.start(position({"0,0": "C2"}, supply=CIRCLE, hand="D9"))
    state.move("build D9 0,1", "take T3", "camp 0,1", "take D1")
    assert state.owner("0,1") is None


@pytest.mark.parametrize("supply", ["- - - - - -", "- - C9 - - -"])
def test_rule_7_1_camp_with_an_empty_supply(game, supply):
    """`camp` is legal all the same; with nothing to take the turn may end, otherwise not."""
    full = position({"0,0": "C2", "0,1": "D7 blue"}, supply=supply, taken=True, stack="", turns_after_this=0)
    state = game.start(full)
    assert state.verbs("camp", "end") == {"camp 0,1", "end"}
    state.move("camp 0,1")
    assert state.verbs("take", "end") == ({"take C9"} if "C9" in supply else {"end"})


def test_rule_7_1_no_camp_before_a_take_with_an_empty_supply(game):
    """After you have taken, says the rule: without a take there is nothing to flip the shield back from."""
    full = position({"0,0": "C2", "0,1": "D7 blue"}, supply="- - - - - -", stack="", turns_after_this=0)
    assert game.start(full).verbs("camp", "end") == {"end"}


# -- 7.2 Siege ----------------------------------------------------------------------------------------------------

WAR = "travel,trade,war"
SOURCES = "T1 T4 T2 C4 C5 C7"  # wood, stone, wheat in reach


def siege(**keys):
    """Blue's tower W1 on 1,1 and White's buildings on 2,1 and 1,2; a tower on 2,2 is beside both of them."""
    board = {"0,0": "T3", "1,1": "W1 blue", "2,1": "C8 white", "1,2": "T5 white"} | keys.pop("board", {})
    keys = {"blue": "1,1 supply supply", "white": "1,2 supply supply", "hand": "W3 W4", "supply": SOURCES} | keys
    return position(board, sets=WAR, **keys)


def test_rule_7_2_siege(game):
    state = game.start(siege())
    assert state.move("build W3 2,2") == []
    full = state.position()
    assert full["phase"] == "siege"
    assert sorted(full["targets"]) == [[1, 2], [2, 1]]
    assert state.legal() == ["destroy 1,2", "destroy 2,1", "spare"]
    state.move("destroy 1,2")
    full = state.position()
    assert full["phase"] == "siege"
    assert full["targets"] == [[2, 1]]
    assert state.legal() == ["destroy 2,1", "spare"]
    state.move("destroy 2,1")
    full = state.position()
    assert full["phase"] == "main"
    assert "targets" not in full
    assert state.owner("1,2") is state.owner("2,1") is None
    assert full["units"]["white"][0]["at"] == [1, 2]  # a unit on it stays
    assert full["removed"] == []


def test_rule_7_2_optional_for_each(game):
    state = game.start(siege())
    state.move("build W3 2,2", "spare")
    assert state.owner("1,2") == state.owner("2,1") == "white"
    assert state.position()["phase"] == "main"
    state = game.start(siege())
    state.move("build W3 2,2", "destroy 2,1", "spare")
    assert state.owner("1,2") == "white"
    assert state.owner("2,1") is None


def test_rule_7_2_both_towers_must_be_beside_it(game):
    """A tower on 0,2 is beside 1,2 alone; one on 0,1 beside neither of White's."""
    state = game.start(siege())
    state.move("build W3 0,2")
    assert state.position()["targets"] == [[1, 2]]
    state = game.start(siege())
    state.move("build W3 0,1")
    assert state.position()["phase"] == "main"


@pytest.mark.parametrize("place", ["3,2", "3,0"])
def test_rule_7_2_adjacent_is_by_side(game, place):
    """W1 on 1,1 is beside 2,1; a tower on 3,2 or 3,0 touches 2,1 by a corner alone. 2,2, which 3,2 is beside, touches
    W1 by a corner alone."""
    full = siege(board={"2,2": "T9 white", "1,2": "T5"}, blue="2,1 supply supply")
    state = game.start(full)
    state.move(f"build W3 {place}")
    assert state.position()["phase"] == "main"


def test_rule_7_2_only_the_opponents_buildings(game):
    """2,1 is Blue's own, 1,2 open terrain: nothing to destroy."""
    state = game.start(siege(board={"2,1": "C8 blue", "1,2": "T5"}))
    state.move("build W3 2,2")
    assert state.position()["phase"] == "main"


def test_rule_7_2_anothers_tower_does_not_help(game):
    state = game.start(siege(board={"1,1": "W1 white"}))
    state.move("build W3 2,2")
    assert state.position()["phase"] == "main"


def test_rule_7_2_ruling_a_third_tower_triggers_it_again(game):
    """W3 on 3,1 threatens 2,1 together with W1 on 1,1: spared. W4 on 2,0 is beside 2,1 too. Wood comes from W1's
    tile, stone from T9 under the elite, wheat from T2."""
    full = siege(blue="2,2 1,1 supply", board={"2,2": "T9"}, supply="T2 T4 T1 C4 C5 C7")
    state = game.start(full)
    state.move("build W3 3,1")
    assert state.position()["targets"] == [[2, 1]]
    state.move("spare", "build W4 2,0")
    assert state.position()["targets"] == [[2, 1]]
    state.move("destroy 2,1")
    assert state.owner("2,1") is None


def test_rule_7_2_ruling_nothing_but_building_a_tower_triggers_it(game):
    """White builds between two of Blue's towers: nothing happens, in Blue's next turn neither."""
    board = {"0,0": "T3", "1,1": "W1 blue", "3,1": "W3 blue", "2,2": "T9"}
    full = position(board, sets=WAR, player="white", white="2,2 supply supply", blue="3,1 supply supply", hand="C8 T7",
                    supply="C4 T2 T5 C7 C9 T1", discounts=0)
    state = game.start(full)
    state.move("extend T7 1,2", "build C8 2,1")  # C8 costs a wood, a stone, two wheat: wood is the discount
    assert state.position()["phase"] == "main"
    state.move("take C4", "end")
    assert not state.verbs("destroy", "spare")
    state.move("move 3,1 2,1", "take T2", "end")
    assert state.owner("2,1") == "white"


def test_rule_7_2_an_extension_with_a_tower_tile_is_no_tower(game):
    state = game.start(siege())
    state.move("extend W3 2,2")
    assert state.position()["phase"] == "main"


def test_rule_7_2_a_flipped_tower_does_not_count(game):
    state = game.start(siege(board={"1,1": "W1"}))
    state.move("build W3 2,2")
    assert state.position()["phase"] == "main"


# -- 7.3 Double ---------------------------------------------------------------------------------------------------


def test_rule_7_3_a_building_under_its_owners_unit_counts_twice(game):
    """C7 under Blue's elite 10, C8 under White's regular unit stays 5; White's C9 under White's elite 10."""
    board = {"0,0": "T1", "1,0": "C7 blue", "2,0": "C8 blue", "3,0": "C9 white"}
    state = game.start(position(board, blue="1,0 supply supply", white="3,0 2,0 supply"))
    assert state.points() == {"1,0": 5, "2,0": 5, "3,0": 5}
    assert state.doubled() == {"1,0", "3,0"}
    assert state.result()["points"] == {"blue": 15, "white": 10}


# -- 7.4 Roads ----------------------------------------------------------------------------------------------------


def test_rule_7_4_the_difference_goes_to_who_owns_more(game):
    """1,1 2,1 3,1 joined from E to W: two are Blue's, one White's. T1 and D8 and C5 run from E to W turned, too."""
    board = {"0,0": "C2", "1,1": "D8 blue", "2,1": "C5 white", "3,1": "T1 blue"}
    state = game.start(position(board))
    assert state.roads() == [("1,1 2,1 3,1", 2, 1)]
    # The camp 2; C5 has no farm or quarry of White's: 0; the inn T1: 1 + its row's two. And the road: 1.
    assert state.points() == {"1,1": 2, "2,1": 0, "3,1": 3}
    assert state.result()["points"] == {"blue": 2 + 3 + 1, "white": 0}


def test_rule_7_4_a_tied_road_scores_for_nobody_but_is_a_road(game):
    board = {"0,0": "C2", "1,1": "D8 blue", "2,1": "C5 white"}
    state = game.start(position(board))
    assert state.roads() == [("1,1 2,1", 1, 1)]
    assert state.result()["points"] == {"blue": 2, "white": 0}


def test_rule_7_4_one_tile_is_no_road(game):
    """D8 from E to W under D7 from N to S: their ends do not meet."""
    board = {"0,0": "C2", "1,1": "D8 blue", "1,2": "D7 blue"}
    assert game.start(position(board)).roads() == []


def test_rule_7_4_both_must_have_an_end_on_the_common_edge(game):
    """C1 as Blue's has ends N and E; beside it in the east stands D7, which runs from N to S."""
    board = {"0,0": "C2", "1,1": "C1 blue", "2,1": "D7 blue", "1,2": "C4 blue"}
    assert game.start(position(board)).roads() == [("1,1 1,2", 2, 0)]  # C4 runs from N to S


def test_rule_7_4_open_terrain_parts_a_road(game):
    board = {"0,0": "C2", "1,1": "D8 blue", "2,1": "C5", "3,1": "T1 blue"}
    assert game.start(position(board)).roads() == []


def test_rule_7_4_a_loop_counts_each_tile_once(game):
    """Bends as Blue's: T8 (N, E) at 1,1, D4 (N, W) at 2,1, T9 (S, W) at 2,2, D5 (S, E) at 1,2: a ring of four."""
    board = {"0,0": "C2", "1,1": "T8 blue", "2,1": "D4 blue", "2,2": "T9 blue", "1,2": "D5 blue"}
    state = game.start(position(board))
    assert state.roads() == [("1,1 1,2 2,1 2,2", 4, 0)]


def test_rule_7_4_a_site_ends_each_road_that_reaches_it(game):
    """T6 at 1,1: D8 in the west, T1 in the east, D7 in the north: three roads of two, not one of four."""
    board = {"0,0": "C2", "1,1": "T6 white", "0,1": "D8 blue", "2,1": "T1 blue", "1,2": "D7 white"}
    state = game.start(position(board))
    assert state.roads() == [("0,1 1,1", 1, 1), ("1,1 1,2", 0, 2), ("1,1 2,1", 1, 1)]
    assert state.points()["1,1"] == 2


def test_rule_7_4_a_tile_that_meets_a_road_with_two_ends_counts_once(game):
    """The ring of bends again, with the site in the place of T8: it meets the same road with its E and its N end."""
    board = {"0,0": "C2", "1,1": "T6 blue", "2,1": "D4 blue", "2,2": "T9 blue", "1,2": "D5 blue"}
    state = game.start(position(board))
    assert state.roads() == [("1,1 1,2 2,1 2,2", 4, 0)]
    assert state.points()["1,1"] == 4


def test_rule_7_4_a_site_whose_ends_are_joined_counts_the_whole_road(game, tmp_path):
    """A user's table lets T6 join its ends: D8, T6, T1 and C5 are one road of four."""
    board = {"0,0": "C2", "1,1": "T6 blue", "0,1": "D8 blue", "2,1": "T1 white", "3,1": "C5 white"}
    state = game.start(position(board), **altered_tiles(tmp_path, T6={"roads": "NESW"}))
    assert state.roads() == [("0,1 1,1 2,1 3,1", 2, 2)]
    assert state.points()["1,1"] == 4


# -- 7.5 Winner ---------------------------------------------------------------------------------------------------

CATHEDRALS = {"0,0": "C2", "1,0": "C7 blue", "2,0": "C8 white", "0,1": "T4", "1,1": "T6"}


def test_rule_7_5_more_points_win(game):
    state = game.start(position(CATHEDRALS | {"3,0": "C9 white"}, white="0,1 1,1 supply"))
    assert state.result()["points"] == {"blue": 5, "white": 10}
    assert state.result()["winner"] == "white"


def test_rule_7_5_then_more_own_units_in_the_supply(game):
    state = game.start(position(CATHEDRALS, blue="0,0 1,1 supply", white="0,1 supply supply"))
    assert state.result()["points"] == {"blue": 5, "white": 5}
    assert state.result()["winner"] == "white"


def test_rule_7_5_otherwise_a_draw(game):
    state = game.start(position(CATHEDRALS, blue="0,0 1,1 supply", white="0,1 2,0 supply"))
    assert state.result()["points"] == {"blue": 5, "white": 10}  # C8 doubled
    state = game.start(position(CATHEDRALS, blue="0,0 1,1 supply", white="0,1 1,0 supply"))
    assert state.result()["points"] == {"blue": 5, "white": 5}
    assert state.result()["winner"] == "draw"
