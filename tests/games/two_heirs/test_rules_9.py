"""Solo: Henry, rule 9, each with an expectation worked out by hand."""
import pytest

from tests.games.two_heirs.setting import TOKENS, altered_treasures, position

CIRCLE = "T3 D1 D8 C4 T7 C9"  # green, yellow, grey, grey, yellow, yellow


def last_turn(board, tile, *, level=3, taken="C9", **keys):
    """Return a position in which Blue takes and ends, and then Henry has the game's last turn with one tile."""
    return position(board, level=level, supply=f"{taken} {tile} - - - -", stack="", turns_after_this=1, **keys)


def henry(game, board, tile, **keys):
    """Return what follows Blue's take and end: Henry's turn with one tile."""
    state = game.start(last_turn(board, tile, **keys))
    state.move("take C9")
    return state.move("end")


# -- setup --------------------------------------------------------------------------------------------------------


def test_rule_9_1_setup(game):
    for seed in range(10):
        full = game.deal("travel,dominion,trade", level=1, seed=seed).position()
        assert full["player"] == "blue"
        assert full["henry"]["units"] == {"green": None, "grey": None, "yellow": None}
        assert set(full["units"]) == {"blue"}
        assert [unit["at"] for unit in full["units"]["blue"]] == [[0, 0], "supply", "supply"]
        assert full["hands"] == {"blue": [], "white": []}
        assert full["henry"]["last"] is None
        assert len(full["stack"]) == 20


@pytest.mark.parametrize(("level", "removed"), [(1, 4), (2, 2), (3, 0)])
def test_rule_9_2_levels(game, level, removed):
    """Ten tokens, of which the level removes four, two or none, other ones from game to game."""
    deals = [game.deal("travel,dominion,trade", level, seed).position() for seed in range(20)]
    for full in deals:
        assert len(full["henry"]["unused"]) == removed
        assert sorted(full["henry"]["pile"] + full["henry"]["unused"]) == sorted(TOKENS)
        assert full["henry"]["treasures"] == full["henry"]["gone"] == []
        assert full["level"] == level
    assert len({tuple(full["henry"]["pile"]) for full in deals}) == 20


# -- 9.3 Henry takes ----------------------------------------------------------------------------------------------


def test_rule_9_3_henry_takes_the_first_of_the_stacks_colour(game):
    """After T3: D1 D8 C4 T7 C9 D2, on the stack lies T4, grey: D8 is the first grey one."""
    state = game.start(position({"0,0": "C2"}, level=3, supply=CIRCLE, top="D2 T4 T1"))
    state.move("take T3")
    events = state.move("end")
    assert events[:2] == ["henry takes D8", "refill T4"]
    full = state.position()
    assert full["supply"] == ["C4", "T7", "C9", "D2", "T4", "D1"]
    assert full["stack"][0] == "T1"
    assert (full["player"], full["taken"], full["phase"]) == ("blue", False, "main")


def test_rule_9_3_his_reach_is_unlimited(game):
    """After T3: D1 D8 C4 T7 C9 T1, top T8, green: T1 lies last."""
    state = game.start(position({"0,0": "C2"}, level=3, supply=CIRCLE, top="T1 T8"))
    state.move("take T3")
    assert state.move("end")[:2] == ["henry takes T1", "refill T8"]
    assert state.position()["supply"] == ["T8", "D1", "D8", "C4", "T7", "C9"]


def test_rule_9_3_the_first_tile_if_there_is_none_of_the_colour(game):
    """After T3 no green is left, but T1 on the stack is."""
    state = game.start(position({"0,0": "C2"}, level=3, supply=CIRCLE, top="D2 T1"))
    state.move("take T3")
    assert state.move("end") == ["henry takes D1", "refill T1", "henry builds D1 0,1", "treasure K1 0,1"]
    assert state.position()["supply"] == ["D8", "C4", "T7", "C9", "D2", "T1"]


def test_rule_9_3_the_first_tile_if_the_stack_is_empty(game):
    state = game.start(position({"0,0": "C2"}, level=3, supply=CIRCLE, top="T1", stack=""))
    state.move("take T3")
    assert state.move("end")[:2] == ["henry takes D1", "henry builds D1 0,1"]
    assert state.position()["turns_after_this"] == 0


def test_rule_9_3_empty_positions_are_skipped(game):
    state = game.start(position({"0,0": "C2"}, level=3, supply="C9 - - D5 - T1", stack="", turns_after_this=1))
    state.move("take C9")
    assert state.move("end")[0] == "henry takes D5"


def test_rule_9_3_henrys_turn_follows_the_last_discard(game):
    board = {"0,0": "C2", "0,1": "D7 blue"}
    state = game.start(position(board, level=3, supply=CIRCLE, hand="T4 T5 C8", top="D2 T2", last="0,1"))
    state.move("take T3")
    assert state.move("end") == []
    assert state.position()["phase"] == "discard"
    assert state.position()["henry"]["treasures"] == []
    assert state.move("discard T4")[0] == "henry takes D1"  # T2 on the stack is yellow


# -- 9.4 Henry builds ---------------------------------------------------------------------------------------------

SITE = {"0,0": "C2", "1,1": "T6 blue"}  # the last building: a site with four ends


def filled(*cells):
    """Return the site's board with some cells around it taken."""
    names = dict(zip(("1,2", "2,2", "2,1", "2,0", "1,0", "0,1", "0,2"), ("T2", "T3", "T4", "T5", "T8", "D1", "D2"),
                     strict=True))
    return SITE | {cell: names[cell] for cell in cells}


@pytest.mark.parametrize(("taken", "place"), [
    ((), "2,1"),  # (a) D5, printed S and E, lies with ends N and W: it meets the site's E end, and its S end
    (("2,1",), "1,0"),  # (a) the S end is the next one clockwise
    (("2,1", "1,0"), "1,2"),  # (b) no cell joins: the first with an end of the site's
    (("2,1", "1,0", "1,2"), "0,1"),  # (b) before the corner 2,2
    (("2,1", "1,0", "1,2", "0,1"), "2,2"),  # (c) the first empty one; 0,0 is taken by the start tile
    (("2,1", "1,0", "1,2", "0,1", "2,2"), "2,0"),
    (("2,1", "1,0", "1,2", "0,1", "2,2", "2,0"), "0,2"),
])
def test_rule_9_4_clockwise_joined_else_blocking_else_free(game, taken, place):
    assert henry(game, filled(*taken), "D5", last="1,1")[1] == f"henry builds D5 {place}"


def test_rule_9_4_d_without_room_the_tile_leaves(game):
    """No treasure, no unit: Henry's grey unit stays where it was."""
    board = filled("1,2", "2,2", "2,1", "2,0", "1,0", "0,1", "0,2") | {"2,1": "T4 white"}
    state = game.start(last_turn(board, "D5", last="1,1", units={"grey": "2,1"}))
    state.move("take C9")
    assert state.move("end") == ["henry takes D5", "henry removes D5"]
    full = state.position()
    assert "D5" in full["removed"]
    assert full["henry"]["units"]["grey"] == [2, 1]
    assert full["henry"]["treasures"] == []
    assert len(full["henry"]["pile"]) == 10


def test_rule_9_4_his_bottom_lies_towards_the_north(game):
    """T8, printed N and E, lies with ends S and W: above the site it meets the N end at once."""
    assert henry(game, SITE, "T8", last="1,1")[1] == "henry builds T8 1,2"


def test_rule_9_4_he_builds_at_no_cost_and_owns_it(game):
    """C7 costs 1 wood, 2 stone, 1 wheat; he has no sources at all."""
    state = game.start(last_turn({"0,0": "C2"}, "C7"))
    state.move("take C9", "end")
    assert {"at": [0, 1], "tile": "C7", "owner": "white"} in state.position()["board"]


@pytest.mark.parametrize(("last", "tile", "place"), [
    ("T1", "D6", "2,1"),  # (b) road E to W, a tile without one: the E cell
    ("T3", "D5", "1,2"),  # (c) the last building has no road
    ("D7", "C5", "1,2"),  # (b) road N to S, a tile from E to W
    ("D7", "C4", "1,2"),  # (a) and one from N to S
    ("T1", "T8", "2,1"),  # (a) E: its W end meets
])
def test_rule_9_4_roads_of_the_last_building(game, last, tile, place):
    assert henry(game, {"0,0": "C2", "1,1": f"{last} blue"}, tile, last="1,1")[1] == f"henry builds {tile} {place}"


def test_rule_9_4_ruling_open_terrain_has_no_roads(game):
    """D8's road runs from E to W, but it has been flipped: the first empty cell, N."""
    assert henry(game, {"0,0": "C2", "1,1": "D8"}, "C5", last="1,1")[1] == "henry builds C5 1,2"


def test_rule_9_4_before_your_first_building_the_start_tile(game):
    """0,1 is taken: NE of 0,0. The start tile's T1 is open terrain and has no road."""
    assert henry(game, {"0,0": "T1", "0,1": "T3"}, "C5")[1] == "henry builds C5 1,1"


def test_rule_9_4_your_last_building_is_the_one_built_last(game):
    """D9 on 1,0, then D8 on 1,-1, then an extension: Henry builds touching D8, on its road's E end."""
    full = last_turn({"0,0": "D1"}, "C5", hand="D9 D8 T4", taken="T3")
    state = game.start(full)
    state.move("build D9 1,0", "build D8 1,-1", "extend T4 -1,0")
    assert state.position()["henry"]["last"] == [1, -1]
    state.move("take T3")
    assert state.move("end")[1] == "henry builds C5 2,-1"


def test_rule_9_4_a_flipped_camp_stays_the_last_building(game):
    """D8 is built on 2,2 (its wheat comes from D1), then flipped. T2 on the stack is yellow: of T7 C9 D2 D5 D8's
    successors Henry takes T7, and builds it north of the camp, which has no road any more."""
    full = position({"0,0": "C2", "1,1": "T1 blue"}, level=3, hand="D8", last="1,1", supply="T3 D1 D6 C4 T7 C9",
                    blue="1,1 supply supply", top="D2 D5 T2 T8")
    state = game.start(full)
    state.move("build D8 2,2", "take T3", "camp 2,2")
    assert state.position()["henry"]["last"] == [2, 2]
    state.move("take D1")
    assert state.move("end")[:3] == ["henry takes T7", "refill T2", "henry builds T7 2,3"]


# -- 9.5 Treasures ------------------------------------------------------------------------------------------------

HENRYS = {"0,0": "C2", "1,0": "T3 white"}


def with_token(token, board, **keys):
    """Return a position with a token on Henry's building at 1,0 and Blue's elite beside it."""
    keys = {"hand": "T1 T4 T5", "supply": CIRCLE.replace("T3", "T8")} | keys
    return position(HENRYS | board, level=3, treasures=f"1,0 {token}", **keys)


def test_rule_9_5_a_token_is_put_on_the_new_tile(game):
    state = game.start(last_turn({"0,0": "C2"}, "C7", pile="K5 K2"))
    state.move("take C9")
    assert state.move("end")[-1] == "treasure K5 0,1"
    assert state.position()["henry"]["treasures"] == [{"at": [0, 1], "token": "K5"}]
    assert state.position()["henry"]["pile"][0] == "K2"


def test_rule_9_5_if_one_is_left(game):
    state = game.start(last_turn({"0,0": "C2"}, "C7", gone=" ".join(TOKENS)))
    state.move("take C9")
    assert state.move("end") == ["henry takes C7", "henry builds C7 0,1"]


def test_rule_9_5_vertical(game):
    """K1 wants two green tiles in its column, its own T3 not counted: 1,1 is one, T1 on 1,-1 the other."""
    for move, events in [("extend T1 1,-1", ["treasure gone K1"]), ("extend T5 1,-1", []), ("extend T1 0,1", [])]:
        state = game.start(with_token("K1", {"1,1": "D3"}))
        assert state.move(move) == events
        assert state.position()["henry"]["gone"] == (["K1"] if events else [])
        assert state.position()["henry"]["treasures"] == ([] if events else [{"at": [1, 0], "token": "K1"}])


def test_rule_9_5_at_any_distance_and_over_gaps(game):
    """Column 1: a green tile at 1,3, and T1 comes to 1,-1."""
    state = game.start(with_token("K1", {"0,1": "D2", "0,2": "D4", "1,3": "D3"}))
    assert state.move("extend T1 1,-1") == ["treasure gone K1"]


def test_rule_9_5_horizontal(game):
    """K5 wants two grey tiles in its row: -1,0 is one, T4 on 2,0 the other. One grey is not enough."""
    board = {"-1,0": "D2", "1,1": "D3", "0,1": "D5"}
    state = game.start(with_token("K5", board, blue="1,1 supply supply"))
    assert state.move("extend T4 2,0") == ["treasure gone K5"]
    state = game.start(with_token("K5", {"1,1": "D3", "0,1": "D5"}, blue="1,1 supply supply"))
    assert state.move("extend T4 2,0") == []


def test_rule_9_5_position_as_blue_sees_it(game):
    """K9 wants any tiles north-east and south-west of 1,0: 2,1 and 0,-1."""
    state = game.start(with_token("K9", {"2,1": "D3"}))
    assert state.move("extend T1 1,-1") == []
    assert state.move("extend T4 0,-1") == ["treasure gone K9"]


def test_rule_9_5_built_tiles_count_as_well(game):
    """D9 (one wood, which C2 gives) is built south-west of 1,0."""
    state = game.start(with_token("K9", {"2,1": "D3"}, hand="D9"))
    assert state.move("build D9 0,-1") == ["treasure gone K9"]


@pytest.mark.parametrize(("first", "second", "met"), [("D3", "T4", True), ("D2", "T1", False)])
def test_rule_9_5_first_colour_first_cell(game, tmp_path, first, second, met):
    """A user's token: green at NE, grey at SW."""
    tables = altered_treasures(tmp_path, K9={"colours": "green+grey"})
    state = game.start(with_token("K9", {"2,1": first}), **tables)
    assert state.move(f"extend {second} 0,-1") == (["treasure gone K9"] if met else [])


@pytest.mark.parametrize(("colours", "tiles", "met"), [
    ("green+brown", "D3 T4", True),  # brown stands for any colour
    ("brown+green", "D3 T4", True),
    ("green+brown", "D2 T4", False),  # no green
    ("green+yellow", "D3 T5", True),
    ("green+yellow", "D1 T1", True),
    ("green+green", "D3 T4", False),  # two different tiles
])
def test_rule_9_5_two_different_tiles_one_for_each_colour(game, tmp_path, colours, tiles, met):
    first, second = tiles.split()
    tables = altered_treasures(tmp_path, K1={"colours": colours})
    state = game.start(with_token("K1", {"1,1": first}, hand=second, supply="T2 T6 D8 C4 T7 C9"), **tables)
    assert state.move(f"extend {second} 1,-1") == (["treasure gone K1"] if met else [])


def test_rule_9_5_met_at_once(game):
    """Above the start tile Henry builds C7 on 0,1; K7 wants any tiles north and south of it: 0,2 and 0,0."""
    board = {"0,0": "C2", "1,1": "T3", "0,2": "T4"}
    assert henry(game, board, "C7", pile="K7")[2:] == ["treasure K7 0,1", "treasure gone K7"]


def test_rule_9_5_older_ones_that_his_tile_met_before_the_new_one(game):
    """On 1,0 lies K8 (any tiles east and west of it): 0,0 and, north of the last building 2,-1, Henry's new tile on
    2,0. K7, which is put there, is met by 2,1 and 2,-1."""
    board = HENRYS | {"2,1": "D3", "2,-1": "T5 blue"}
    full = last_turn(board, "C7", treasures="1,0 K8", last="2,-1", pile="K7")
    state = game.start(full)
    state.move("take C9")
    assert state.move("end") == ["henry takes C7", "henry builds C7 2,0", "treasure gone K8", "treasure K7 2,0",
                                 "treasure gone K7"]
    assert sorted(state.position()["henry"]["gone"]) == ["K7", "K8"]


def test_rule_9_5_flipping_keeps_the_colour(game):
    """K3 wants two yellow tiles in its column; the camp D9 on 1,1 is one of them, flipped or not."""
    state = game.start(with_token("K3", {"1,1": "D9 blue"}, last="1,1"))
    assert state.move("take T8") == ["refill " + state.position()["supply"][5]]
    assert state.move("camp 1,1") == []
    assert state.move("extend T5 1,-1") == ["treasure gone K3"]


# -- 9.6 to 9.10 --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("before", [None, "1,1"])
def test_rule_9_6_the_unit_of_the_tiles_colour_moves_onto_it(game, before):
    units = {"green": "1,0"} | ({"grey": before} if before else {})
    board = HENRYS | {"1,1": "T4 white"}
    state = game.start(last_turn(board, "D5", units=units))
    state.move("take C9")
    assert state.move("end")[1] == "henry builds D5 0,1"
    assert state.position()["henry"]["units"] == {"green": [1, 0], "grey": [0, 1], "yellow": None}


def test_rule_9_6_his_units_block_tiles(game):
    board = HENRYS | {"1,1": "T4 white"}
    state = game.start(position(board, level=3, units={"green": "1,0"}, supply=CIRCLE.replace("T3", "T8")))
    assert state.verbs("move", "summon") == {"move 0,0 1,1", "summon 1,1"}


def test_rule_9_7_ruling_henry_does_not_besiege(game):
    """His towers on 0,2 and 1,1 (the new one) are both beside Blue's building on 0,1: it stands."""
    board = {"0,0": "T3", "0,1": "C7 blue", "0,2": "W1 white", "1,2": "T4"}
    state = game.start(last_turn(board, "W3", sets="travel,trade,war", last="0,1"))
    state.move("take C9")
    assert state.move("end")[1] == "henry builds W3 1,1"
    assert state.position()["phase"] == "over"
    assert state.owner("0,1") == "blue"


def test_rule_9_7_ruling_henry_does_not_flip_camps(game):
    state = game.start(last_turn({"0,0": "C2", "1,0": "D7 white"}, "D8"))
    state.move("take C9")
    assert [event for event in state.move("end") if "takes" in event] == ["henry takes D8"]
    assert state.owner("1,0") == state.owner("0,1") == "white"


def test_rule_9_7_you_may_besiege_a_treasure_stays(game):
    """Blue's towers on 1,1 and 2,0 are beside Henry's 1,0: his treasure and unit stay on the open terrain."""
    board = {"0,0": "T1", "1,0": "T3 white", "1,1": "W1 blue"}
    full = position(board, level=3, sets="travel,trade,war", supply="T4 T8 T2 C4 C5 C7", hand="W3", last="1,1",
                    treasures="1,0 K1", units={"green": "1,0"}, blue="1,1 supply supply")
    state = game.start(full)
    assert state.result()["treasures"] == 10
    state.move("build W3 2,0")
    assert state.legal() == ["destroy 1,0", "spare"]
    state.move("destroy 1,0")
    full = state.position()
    assert full["phase"] == "main"
    assert state.owner("1,0") is None
    assert full["henry"]["treasures"] == [{"at": [1, 0], "token": "K1"}]
    assert full["henry"]["units"]["green"] == [1, 0]
    assert full["henry"]["last"] == [2, 0]
    assert state.result()["treasures"] == 10
    assert game.start(full).legal() == state.legal()  # such a position can be read


def test_rule_9_8_the_end_after_your_take_of_the_last_refill(game):
    """Two turns follow: Henry's, then yours. After yours Henry does nothing more."""
    state = game.start(position({"0,0": "C2"}, level=3, supply=CIRCLE, top="D2", stack=""))
    state.move("take T3")
    assert state.position()["turns_after_this"] == 2
    assert state.move("end")[0] == "henry takes D1"
    assert state.position()["turns_after_this"] == 0
    state.move("take D8")
    assert state.move("end") == []
    full = state.position()
    assert (full["phase"], full["player"], full["turns_after_this"]) == ("over", "blue", 0)


def test_rule_9_8_the_end_after_henrys_take_of_the_last_refill(game):
    """Two turns follow his: yours, then his."""
    state = game.start(position({"0,0": "C2"}, level=3, supply=CIRCLE, top="D2 T2", stack=""))
    state.move("take T3")
    assert state.position()["turns_after_this"] is None
    assert state.move("end")[:2] == ["henry takes D1", "refill T2"]
    assert state.position()["turns_after_this"] == 1
    state.move("take D8")
    assert state.move("end")[0] == "henry takes C4"
    full = state.position()
    assert (full["phase"], full["player"], full["turns_after_this"]) == ("over", "white", 0)


def test_rule_9_8_if_no_tile_is_left_henry_does_nothing(game):
    state = game.start(position({"0,0": "C2"}, level=3, supply="C9 - - - - -", stack="", turns_after_this=1))
    state.move("take C9")
    assert state.move("end") == []
    assert state.position()["phase"] == "over"
    assert state.position()["henry"]["treasures"] == []


def test_rule_9_9_henrys_three_best_buildings_count_twice(game):
    """His: three cathedrals (5 each) and a camp (2) under one of his units, which changes nothing: 3 x 10 + 2.
    Tokens: one on the board and three in the pile of level 3 (six are gone): 4 x 5. Yours: a market beside two
    tiles under your elite, 2 x 3; your camp 2."""
    board = {"0,0": "C2", "1,0": "T3 blue", "2,0": "C7 white", "3,0": "C8 white", "4,0": "C9 white",
             "5,0": "D9 white", "6,0": "D8 blue"}
    full = position(board, level=3, blue="1,0 supply supply", units={"yellow": "5,0", "green": "2,0"}, last="6,0",
                    treasures="2,0 K3", gone="K1 K2 K7 K8 K9 K10")
    state = game.start(full)
    result = state.result()
    assert result["points"] == {"blue": 8, "white": 52}
    assert result["treasures"] == 4
    assert state.points() == {"1,0": 3, "2,0": 5, "3,0": 5, "4,0": 5, "5,0": 2, "6,0": 2}
    assert state.doubled() == {"1,0", "2,0", "3,0", "4,0"}


def test_rule_9_9_roads_as_always(game):
    """T1 and C5 are joined from E to W, both Henry's: 2 points for him. The inn counts 1 + 1 in its row, doubled, the
    trading post 0. No tokens are left."""
    board = {"0,0": "C2", "1,1": "T1 white", "2,1": "C5 white"}
    state = game.start(position(board, level=3, gone=" ".join(TOKENS)))
    assert state.roads() == [("1,1 2,1", 0, 2)]
    assert state.result()["points"] == {"blue": 0, "white": 2 * 2 + 0 + 2}


@pytest.mark.parametrize(("tokens", "winner"), [(2, "blue"), (3, "white"), (4, "white")])
def test_rule_9_9_you_win_only_with_more_points(game, tokens, winner):
    """You have a cathedral under your elite, and one beside it: 15. Henry has 5 a token: at 15 he wins, too."""
    board = {"0,0": "C2", "1,0": "C7 blue", "2,0": "C8 blue"}
    gone = " ".join(TOKENS[tokens:])
    state = game.start(position(board, level=3, blue="1,0 supply supply", last="2,0", gone=gone))
    assert state.result()["points"] == {"blue": 15, "white": 5 * tokens}
    assert state.result()["winner"] == winner
