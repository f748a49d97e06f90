"""Playing tiles, moving units and the end of the game: rules 4 to 6, each with an expectation worked out by hand."""
import pytest

from tests.games.two_heirs.setting import position

CIRCLE = "T3 D1 D8 C4 T7 C9"  # green, yellow, grey, grey, yellow, yellow
GREENS = "T3 T1 T8 T4 T6 T9"  # three green, three grey
AROUND = {"0,1", "1,1", "1,0", "1,-1", "0,-1", "-1,-1", "-1,0", "-1,1"}


# -- 4 Playing a tile ---------------------------------------------------------------------------------------------


def test_rule_4_place_on_an_empty_cell_that_touches_an_own_unit_by_side_or_corner(game):
    """Blue's units stand on 0,0 and 2,1; White's on 1,0, which helps nobody else."""
    board = {"0,0": "C2", "1,0": "C3", "2,1": "C7"}
    state = game.start(position(board, supply=CIRCLE, hand="T4", blue="0,0 2,1 supply", white="1,0 supply supply"))
    near_elite = {"-1,-1", "-1,0", "-1,1", "0,-1", "0,1", "1,-1", "1,1"}
    near_regular = {"1,1", "1,2", "2,0", "2,2", "3,0", "3,1", "3,2"}
    assert state.places("extend") == near_elite | near_regular


def test_rule_4_builds_go_where_extensions_go(game):
    state = game.start(position({"0,0": "C2"}, supply=CIRCLE, hand="D9"))
    assert state.places("build") == state.places("extend") == AROUND


def test_rule_4_a_unit_in_the_supply_is_nowhere(game):
    board = {"0,0": "C2", "1,0": "C3"}
    state = game.start(position(board, supply=CIRCLE, hand="T4", blue="1,0 supply supply"))
    assert "-1,0" not in state.places("extend")
    assert "2,0" in state.places("extend")


def test_rule_4_1_sources_tiles_in_reach_now(game):
    """The only wood comes from T3, first in reach. Taken, it is in reach no longer; D1 (wheat) still is."""
    state = game.start(position({"0,0": "D2"}, supply="T3 D1 D8 C4 T7 C9", hand="D9 D6"))
    assert state.buildable() == {"D9"}
    state.move("take T3")
    assert state.buildable() == set()


def test_rule_4_1_sources_tiles_that_come_into_reach_by_the_take(game):
    """In reach are T4, T6, T9: no wheat. After T4 is taken: T6, T9, T7, and T7 is wheat."""
    state = game.start(position({"0,0": "D2"}, supply="T4 T6 T9 T7 T3 T1", hand="D8"))
    assert state.buildable() == set()
    state.move("take T4")
    assert state.buildable() == {"D8"}


def test_rule_4_1_sources_each_tile_in_reach_gives_one(game):
    """Three yellow tiles in reach and a unit on grey: 3 wheat, 1 stone. C8 would need a wood, D4 too, D1 has all."""
    state = game.start(position({"0,0": "D2"}, supply="T2 T5 T7 T3 T1 T8", hand="D1 D4 C8"))
    assert state.buildable() == {"D1"}


def test_rule_4_1_sources_tiles_under_own_units(game):
    """Three green tiles under the units give 3 wood, the one in reach 1 stone: D6 costs 2 wood, 1 stone; C1 1 and 1;
    D3 costs a wheat, which stands under White's unit."""
    board = {"0,0": "C2", "0,1": "T3", "1,0": "T1", "1,1": "T5"}
    state = game.start(position(board, supply="T4 T6 T9 T7 T8 C7", hand="D3 D6 C1", blue="0,0 0,1 1,0",
                                white="1,1 supply supply"))
    assert state.buildable() == {"D6", "C1"}


def test_rule_4_1_sources_both_elites_get_the_shared_start_tile(game):
    for player in ("blue", "white"):
        state = game.start(position({"0,0": "D1"}, supply=GREENS, hand="D8", player=player))
        assert state.buildable() == {"D8"}  # one wheat


@pytest.mark.parametrize(("units", "owner", "wheat"), [
    ("0,0 1,0 -1,0", "blue", 1),  # the farm gives its wheat without a unit
    ("0,0 0,1 -1,0", "blue", 2),  # and its yellow terrain through the unit
    ("0,0 0,1 -1,0", "white", 1),  # another's farm gives its terrain alone
    ("0,0 1,0 -1,0", "white", 0),
])
def test_rule_4_1_sources_farm(game, units, owner, wheat):
    """Stone comes from the elite's tile, wood from the one in reach. Of D8, D1 and D4 the first costs 1 wheat, the
    others 2 (D1 and a stone, D4 and a wood)."""
    board = {"0,0": "D2", "0,1": f"C1 {owner}", "1,0": "T3", "-1,0": "T8"}
    state = game.start(position(board, supply="T1 T2 T5 T4 T6 T7", hand="D8 D1 D4", blue=units))
    assert state.buildable() == {0: set(), 1: {"D8"}, 2: {"D8", "D1", "D4"}}[wheat]


@pytest.mark.parametrize(("tile", "camp", "others"), [
    ("C2", "D9", "T5 T4 T2 T6 T7 T9"),  # sawmill: wood
    ("C3", "D7", "T5 T3 T2 T1 T7 T8"),  # quarry: stone
])
def test_rule_4_1_sources_sawmill_and_quarry(game, tile, camp, others):
    """In reach is wheat alone, under the units too; the camp's one wood or stone comes from the building."""
    board = {"0,0": "D1", "0,1": f"{tile} blue", "1,0": "D4", "-1,0": "C9"}
    full = position(board, supply=others, hand=camp, blue="0,0 1,0 -1,0")
    assert game.start(full).buildable() == {camp}
    board["0,1"] = tile  # as open terrain it gives nothing without a unit
    full = position(board, supply=others, hand=camp, blue="0,0 1,0 -1,0")
    assert game.start(full).buildable() == set()


def test_rule_4_1_sources_are_never_used_up(game):
    """One wheat in all: under the elite. D8 and R9 cost one wheat each, and both can be built."""
    state = game.start(position({"0,0": "D1"}, sets="dominion,trade,crafts", supply="C7 C2 D3 D6 R5 R7", hand="D8 R9"))
    state.move("build D8 0,1", "build R9 1,0")
    assert state.owner("0,1") == state.owner("1,0") == "blue"


def test_rule_4_1_whites_tiles_are_turned(game):
    """T1 at 1,1 has its road from E to W. T8 at 2,1 has ends N and E as printed: as White's they point S and W, and
    meet T1; as Blue's they do not."""
    for owner, roads in [("white", [("1,1 2,1", 1, 1)]), ("blue", [])]:
        board = {"0,0": "C2", "1,1": "T1 blue", "2,1": f"T8 {owner}"}
        assert game.start(position(board, supply=CIRCLE)).roads() == roads


def test_rule_4_1_roads_need_not_match(game):
    """C1's ends are N and E. Beside T1, whose road runs E to W, it may be built on all sides all the same."""
    board = {"0,0": "T4", "1,1": "T1 blue"}
    state = game.start(position(board, supply="T3 D8 D1 C4 T7 C9", hand="C1", blue="1,1 supply supply"))
    assert {"0,1", "2,1", "1,2", "1,0"} <= state.places("build")


def test_rule_4_2_extend_is_free_and_belongs_to_nobody(game):
    """C8 costs 1 wood, 1 stone, 2 wheat; there is wood alone."""
    state = game.start(position({"0,0": "C2"}, supply="T3 T1 T8 T4 T6 T9", hand="C8"))
    assert state.buildable() == set()
    assert state.move("extend C8 1,-1") == []
    full = state.position()
    assert {"at": [1, -1], "tile": "C8", "owner": None} in full["board"]
    assert full["hands"]["blue"] == []
    assert full["discounts"] == 1
    assert state.points() == {}


def test_rule_4_2_open_terrain_has_no_road_and_gives_its_resource_to_a_unit(game):
    """T1 between D8 and C5 would join them, were it built."""
    board = {"0,0": "C2", "1,1": "D8 blue", "2,1": "T1", "3,1": "C5 blue"}
    state = game.start(position(board, supply="T4 T6 T9 D1 T7 C9", hand="D9", blue="2,1 1,1 3,1"))
    assert state.roads() == []
    assert state.buildable() == {"D9"}  # wood from T1 (and from C5)


def test_rule_4_2_discount_of_one_resource_of_choice(game):
    """There is wood alone. D8 lacks a wheat, D7 a stone, D5 2 stone and 1 wheat."""
    full = position({"0,0": "C2"}, supply=GREENS, hand="D8 D7 D5 C8")
    state = game.start(full)
    assert state.buildable() == set()
    state.move("extend C8 1,0")
    assert state.buildable() == {"D8", "D7"}
    state.move("build D8 0,1")
    assert state.position()["discounts"] == 0
    assert state.buildable() == set()


def test_rule_4_2_ruling_discounts_add_up_on_one_building(game):
    """D5 lacks 2 stone and 1 wheat: three extensions; D2 lacks 2 stone, but has its wood."""
    state = game.start(position({"0,0": "C2"}, supply=GREENS, hand="D5 D2 C8 C9 C7"))
    state.move("extend C8 1,0", "extend C9 0,1")
    assert state.buildable() == {"D2"}
    state.move("extend C7 -1,0")
    assert state.buildable() == {"D2", "D5"}
    state.move("build D2 0,-1")
    assert state.position()["discounts"] == 1
    assert state.buildable() == set()


def test_rule_4_2_ruling_a_building_that_lacks_nothing_uses_none(game):
    state = game.start(position({"0,0": "C2"}, supply=GREENS, hand="D9 D8 C8"))
    state.move("extend C8 1,0", "build D9 0,1")
    assert state.position()["discounts"] == 1
    assert state.buildable() == {"D8"}


def test_rule_4_2_ruling_only_buildings_built_after_the_extension_profit(game):
    """What was built before used up nothing of it: the discount of the extension is still whole."""
    state = game.start(position({"0,0": "C2"}, supply=GREENS, hand="D9 D8 C8"))
    state.move("build D9 0,1")
    assert state.buildable() == set()  # D8 lacks its wheat still
    state.move("extend C8 1,0")
    assert state.buildable() == {"D8"}


def test_rule_4_2_ruling_unused_discounts_lapse(game):
    state = game.start(position({"0,0": "C2"}, supply="T3 T1 T8 T6 T4 T9", hand="D8 C8", top="D3 D6 C5"))
    state.move("extend C8 1,0", "take T3")
    assert state.position()["discounts"] == 1
    state.move("end")
    assert state.position()["discounts"] == 0
    state.move("take T1", "end")
    assert state.position()["discounts"] == 0
    assert "D8" not in state.buildable()  # in reach T8 T6 T4: no wheat; none under the elite


def test_rule_4_2_an_extension_makes_what_was_sourced_by_units_possible_later(game):
    """Discounts are counted when building, with the sources of that moment: D3 costs 2 wood and 1 wheat."""
    board = {"0,0": "C2", "1,0": "T5"}
    state = game.start(position(board, supply="T3 T4 T6 T9 T7 C9", hand="D3 C8"))
    assert state.buildable() == set()  # wood of C2 and T3: the wheat is lacking
    state.move("extend C8 0,1")
    assert state.buildable() == {"D3"}
    state.move("summon 1,0")  # wheat comes, reach falls to T3 T4: nothing lacks, nothing is used
    state.move("build D3 -1,0")
    assert state.position()["discounts"] == 1


# -- 5 Moving a unit ----------------------------------------------------------------------------------------------

BLOCK = {"0,0": "C2", "1,0": "C3", "0,1": "C7", "1,1": "T4", "2,1": "T5", "2,2": "T6", "3,3": "T8"}


def test_rule_5_each_unit_moves_once_a_turn(game):
    state = game.start(position(BLOCK, supply=CIRCLE, blue="0,0 1,1 supply", white="2,2 supply supply"))
    assert state.places("move") == {"1,0", "0,1", "2,1"}
    state.move("move 1,1 2,1")
    assert state.verbs("move") == {"move 0,0 1,0", "move 0,0 0,1", "move 0,0 1,1"}
    state.move("move 0,0 1,1")
    assert state.verbs("move", "withdraw") == set()
    assert state.verbs("summon")
    state.move("take D1", "end", "take C4", "end")
    assert "move 2,1 1,0" in state.legal()  # in the next turn again


def test_rule_5_1_to_a_tile_touching_by_side_or_corner_without_a_unit(game):
    """Around 1,1 lie 0,0 1,0 0,1 2,1 2,2; White is on 2,2 and Blue on 0,0. 3,3 is too far."""
    state = game.start(position(BLOCK, supply=CIRCLE, blue="0,0 1,1 supply", white="2,2 supply supply"))
    assert {text for text in state.legal() if text.startswith("move 1,1")} == {
        "move 1,1 1,0", "move 1,1 0,1", "move 1,1 2,1"}


def test_rule_5_1_onto_anybodys_building(game):
    board = {"0,0": "C2", "1,0": "C3 white", "0,1": "C7 blue"}
    state = game.start(position(board, supply=CIRCLE))
    assert state.verbs("move") == {"move 0,0 1,0", "move 0,0 0,1"}


def test_rule_5_2_summon_to_a_tile_touching_an_own_unit(game):
    """Blue's elite on 1,1 touches 0,0 1,0 0,1 2,1 2,2; White's stands on 2,2 and touches 3,3, which is of no use."""
    state = game.start(position(BLOCK, supply=CIRCLE, blue="1,1 supply supply", white="2,2 supply supply"))
    assert state.verbs("summon") == {"summon 0,0", "summon 1,0", "summon 0,1", "summon 2,1"}


def test_rule_5_2_two_regular_units_in_the_supply_are_one_choice(game):
    state = game.start(position({"0,0": "C2", "1,0": "C3"}, supply=CIRCLE))
    assert [text for text in state.legal() if text.startswith("summon")] == ["summon 1,0"]
    state.move("summon 1,0")
    where = [unit["at"] for unit in state.position()["units"]["blue"]]
    assert where[0] == [0, 0]
    assert sorted(map(str, where[1:])) == ["[1, 0]", "supply"]


def test_rule_5_2_none_to_summon(game):
    state = game.start(position(BLOCK, supply=CIRCLE, blue="1,1 0,0 1,0", white="2,2 supply supply"))
    assert state.verbs("summon") == set()


def test_rule_5_3_withdraw_regular_units_only(game):
    state = game.start(position(BLOCK, supply=CIRCLE, blue="1,1 0,0 supply", white="2,2 3,3 supply"))
    assert state.verbs("withdraw") == {"withdraw 0,0"}
    state.move("withdraw 0,0")
    assert [unit["at"] for unit in state.position()["units"]["blue"]] == [[1, 1], "supply", "supply"]


def test_rule_5_4_summoned_and_withdrawn_units_have_moved(game):
    state = game.start(position(BLOCK, supply=CIRCLE, blue="1,1 0,0 supply", white="2,2 supply supply"))
    state.move("summon 1,0")
    assert not [text for text in state.legal() if text.startswith(("move 1,0", "withdraw 1,0"))]
    state.move("withdraw 0,0")
    assert state.verbs("summon") == set()  # the one in the supply has moved


def test_rule_5_4_reach_follows_at_once(game):
    state = game.start(position(BLOCK, supply=CIRCLE, blue="1,1 0,0 supply", white="2,2 supply supply"))
    assert state.takes() == {"T3", "D1"}
    state.move("summon 1,0")
    assert state.takes() == {"T3"}
    state.move("withdraw 0,0")
    assert state.takes() == {"T3", "D1"}


def test_rule_5_4_a_moved_and_an_unmoved_unit_in_the_supply(game):
    """The unit that was withdrawn cannot be summoned, the other one can; then none."""
    state = game.start(position(BLOCK, supply=CIRCLE, blue="1,1 0,0 supply", white="2,2 supply supply"))
    state.move("withdraw 0,0")
    assert "summon 0,0" in state.legal()
    state.move("summon 0,0")
    assert state.verbs("summon") == set()
    assert sorted((str(unit["at"]), unit["moved"]) for unit in state.position()["units"]["blue"]) == [
        ("[0, 0]", True), ("[1, 1]", False), ("supply", True)]


# -- 6 End of the game --------------------------------------------------------------------------------------------


def test_rule_6_each_player_has_one_more_turn_the_other_first(game):
    state = game.start(position({"0,0": "C2"}, supply=CIRCLE, top="D2", stack=""))
    seen = []
    state.move("take T3")
    while state.position()["phase"] != "over":
        full = state.position()
        seen.append((full["player"], full["turns_after_this"]))
        state.move("end")
        if state.takes():
            state.move(f"take {min(state.takes())}")
    assert seen == [("blue", 2), ("white", 1), ("blue", 0)]
    full = state.position()
    assert (full["player"], full["turns_after_this"], full["taken"], full["discounts"]) == ("blue", 0, False, 0)
    assert state.legal() == []
    assert state.perft(1) == 0
    assert state.perft(0) == 1


def test_rule_6_the_supply_is_not_refilled(game):
    """T3 taken, refilled with D2, the last: D1 D8 C4 T7 C9 D2. White takes D1: one position stays empty."""
    state = game.start(position({"0,0": "C2"}, supply=CIRCLE, top="D2", stack=""))
    state.move("take T3", "end")
    assert state.move("take D1") == []
    assert state.position()["supply"] == ["D8", "C4", "T7", "C9", "D2", None]
    state.move("end")
    assert state.takes() == {"D8", "C4", "T7"}


@pytest.mark.parametrize("left", [0, 1])
def test_rule_6_taking_is_still_mandatory_while_the_supply_holds_a_tile(game, left):
    state = game.start(position({"0,0": "C2"}, supply="- - - - - C9", stack="", turns_after_this=left))
    assert state.legal() == ["take C9"]
    state.move("take C9")
    assert "end" in state.legal()


def test_rule_6_further_takes_change_nothing_about_the_end(game):
    """Blue takes the last refill, then once more by a camp: still two turns follow."""
    board = {"0,0": "C2", "0,1": "D7 blue"}
    state = game.start(position(board, supply=CIRCLE, top="D2", stack=""))
    state.move("take T3", "camp 0,1", "take D1")
    assert state.position()["turns_after_this"] == 2
    state.move("end", "take D8")
    assert state.position()["turns_after_this"] == 1


def test_rule_6_moved_units_may_move_again_in_the_last_turns(game):
    board = {"0,0": "C2", "0,1": "C3", "1,0": "C7"}
    state = game.start(position(board, supply=CIRCLE, top="D2", stack=""))
    state.move("move 0,0 0,1", "take T3", "end", "take D1", "end")
    assert "move 0,1 1,0" in state.legal()
