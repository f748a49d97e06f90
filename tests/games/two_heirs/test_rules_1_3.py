"""Components, setup and the turn: rules 1.1 to 3.4, each with an expectation worked out by hand."""
from collections import Counter
from itertools import chain

import pytest

from tests.games.two_heirs.setting import COMBINATIONS, SET_OF, TERRAIN_OF, TILES, position

LETTERS = {"travel": "T", "dominion": "D", "trade": "C", "war": "W", "crafts": "R", "guard": "G"}
CIRCLE = "T3 D1 D8 C4 T7 C9"  # green, yellow, grey, grey, yellow, yellow


def every_tile(full):
    places = [full["supply"], full["stack"], full["removed"], *full["hands"].values()]
    return [*chain(*places), *(place["tile"] for place in full["board"])]


# -- 1 Components -------------------------------------------------------------------------------------------------


def test_rule_1_1_six_sets_of_nine():
    assert Counter(SET_OF.values()) == dict.fromkeys(LETTERS, 9)
    assert [row["id"] for row in TILES] == [f"{letter}{n}" for letter in LETTERS.values() for n in range(1, 10)]


def test_rule_1_1_any_three_sets_make_27_tiles(game):
    assert len(COMBINATIONS) == 20
    for sets in COMBINATIONS:
        expected = sorted(f"{LETTERS[name]}{n}" for name in sets.split(",") for n in range(1, 10))
        assert sorted(every_tile(game.deal(sets, seed=5).position())) == expected


@pytest.mark.parametrize(("colour", "start", "supply", "camp"), [
    ("green", "D3", "T1 T3 T8 T2 T4 T5", "D9"),  # D9 costs one wood
    ("grey", "D2", "T4 T6 T9 T2 T1 T5", "D7"),  # D7 costs one stone
    ("yellow", "D1", "T2 T5 T7 T4 T1 T3", "D8"),  # D8 costs one wheat
])
def test_rule_1_2_terrain_is_colour_is_resource(game, colour, start, supply, camp):
    """The elite's tile and the three tiles in reach are all of one colour: only what costs that can be built."""
    assert {TERRAIN_OF[tile] for tile in [start, *supply.split()[:3]]} == {colour}
    state = game.start(position({"0,0": start}, supply=supply, hand="D7 D8 D9"))
    assert state.buildable() == {camp}


def test_rule_1_3_front_shows_cost(game):
    """Sources: stone of T4 and of the elite's D2, wheat of T5 and T7. T1 costs 2 stone and 1 wheat, D1 1 stone and
    2 wheat, D6 2 wood and 1 stone."""
    state = game.start(position({"0,0": "D2"}, supply="T4 T5 T7 T3 C9 C8", hand="T1 D1 D6"))
    assert state.buildable() == {"T1", "D1"}


def test_rule_1_3_front_shows_roads_of_some_tiles():
    """Road ends stand on edges; a tile without any has an empty field."""
    roads = {row["id"]: row["roads"] for row in TILES}
    assert roads["T6"] == roads["T7"] == "N+E+S+W"
    assert all(set(text) <= set("NESW+") for text in roads.values())
    assert "" in roads.values()


@pytest.mark.parametrize("level", [None, 2])
def test_rule_1_4_one_elite_and_two_regular_units(game, level):
    full = game.deal("travel,war,guard", level).position()
    for units in full["units"].values():
        assert [unit["kind"] for unit in units] == ["elite", "regular", "regular"]
    if level:
        assert set(full["henry"]["units"]) == {"green", "grey", "yellow"}


def test_rule_1_5_the_shield_shows_whose_take_it_is(game):
    state = game.start(position({"0,0": "C2"}, supply=CIRCLE, player="white"))
    assert state.takes()
    state.move("take D1")
    assert state.position()["taken"]
    assert not state.takes()
    state.move("end")
    assert state.position()["player"] == "blue"
    assert not state.position()["taken"]
    assert state.takes()


# -- 2 Setup ------------------------------------------------------------------------------------------------------


def test_rule_2_1_shuffled_and_the_coin_decides_who_starts(game):
    deals = [game.deal("travel,dominion,trade", seed=seed).position() for seed in range(40)]
    assert {full["player"] for full in deals} == {"blue", "white"}
    assert len({tuple(full["stack"]) for full in deals}) == 40


def test_rule_2_2_six_tiles_from_the_shield_on_and_the_regular_units_in_the_supply(game):
    state = game.deal("dominion,war,crafts", seed=3)
    full = state.position()
    assert len(full["supply"]) == 6
    assert None not in full["supply"]
    for units in full["units"].values():
        assert [unit["at"] for unit in units[1:]] == ["supply", "supply"]
    assert state.takes() == set(full["supply"][:3])


def test_rule_2_3_both_elites_stand_on_the_start_tile(game):
    full = game.deal("dominion,war,crafts", seed=3).position()
    assert [(place["at"], place["owner"]) for place in full["board"]] == [([0, 0], None)]
    assert [units[0]["at"] for units in full["units"].values()] == [[0, 0], [0, 0]]


def test_rule_2_3_two_units_share_a_tile_at_the_start_only(game):
    """Blue leaves the start tile, on which White stays: Blue can never come back onto it."""
    state = game.start(position({"0,0": "C2", "0,1": "C3"}, supply=CIRCLE))
    state.move("move 0,0 0,1", "take T3", "end")
    assert state.places("move") == set()  # White's way to 0,1 is barred as well
    state.move("take D1", "end")
    assert state.places("move") == set()
    assert state.places("summon") == set()


def test_rule_2_4_twenty_tiles_are_left(game):
    full = game.deal("travel,crafts,guard").position()
    assert len(full["stack"]) == 20
    assert full["turns_after_this"] is None
    assert full["hands"] == {"blue": [], "white": []}
    assert full["removed"] == []


# -- 3 A turn -----------------------------------------------------------------------------------------------------


def test_rule_3_actions_in_any_order_and_freely_interleaved(game):
    """Play, step, take, play, step; wood for D9 comes from T3, then from the elite's C2."""
    state = game.start(position({"0,0": "C2", "1,0": "C3"}, supply=CIRCLE, hand="D9 T4"))
    state.move("build D9 0,1", "move 0,0 1,0", "take T3", "extend T4 2,0", "summon 2,0", "extend T3 3,0", "end")
    assert state.position()["player"] == "white"
    assert {cell: state.owner(cell) for cell in ("0,1", "2,0", "3,0")} == {"0,1": "blue", "2,0": None, "3,0": None}


def test_rule_3_take_once(game):
    state = game.start(position({"0,0": "C2"}, supply=CIRCLE))
    state.move("take D8")
    assert not state.takes()
    with pytest.raises(ValueError, match="take"):
        state.move("take C4")


@pytest.mark.parametrize(("units", "reach"), [
    ("0,0 supply supply", {"T3", "D1", "D8"}),
    ("0,0 1,0 supply", {"T3", "D1"}),
    ("0,0 1,0 1,1", {"T3"}),
])
def test_rule_3_1_reach_is_one_and_own_units_in_the_supply(game, units, reach):
    board = {"0,0": "C2", "1,0": "C3", "1,1": "C7"}
    assert game.start(position(board, supply=CIRCLE, blue=units)).takes() == reach


@pytest.mark.parametrize(("units", "reach"), [
    ("0,0 supply supply", {"D1", "C4", "T7"}),
    ("0,0 1,0 supply", {"D1", "C4"}),
    ("0,0 1,0 1,1", {"D1"}),
])
def test_rule_3_1_empty_positions_are_skipped_and_do_not_count(game, units, reach):
    board = {"0,0": "C2", "1,0": "C3", "1,1": "C7"}
    state = game.start(position(board, supply="- D1 - C4 T7 C9", blue=units, stack="", turns_after_this=1))
    assert state.takes() == reach


def test_rule_3_1_reach_is_also_access_to_resources(game):
    """In reach past the gaps are D1, T7 (wheat) and C4 (stone); wood comes from the elite's C2. D9 costs a wood, D8 a
    wheat, D7 a stone. With a unit fewer in the supply T7 goes, which changes nothing for these; with two C4 too."""
    board = {"0,0": "C2", "1,0": "C7", "1,1": "T3"}
    for units, buildable in [("0,0 supply supply", {"D7", "D8", "D9"}), ("0,0 1,0 supply", {"D7", "D8", "D9"}),
                             ("0,0 1,0 1,1", {"D8", "D9"})]:
        full = position(board, supply="- D1 - C4 T7 C9", hand="D7 D8 D9", blue=units, stack="", turns_after_this=1)
        assert game.start(full).buildable() == buildable


def test_rule_3_2_take(game):
    """Of T3 D1 D8 C4 T7 C9 the second is taken: the shield lies there now. Clockwise from it come D8 C4 T7 C9, then
    the place it left, refilled with D2, then T3."""
    state = game.start(position({"0,0": "C2"}, supply=CIRCLE, top="D2 T1"))
    assert state.move("take D1") == ["refill D2"]
    full = state.position()
    assert full["supply"] == ["D8", "C4", "T7", "C9", "D2", "T3"]
    assert full["stack"][0] == "T1"
    assert full["hands"] == {"blue": ["D1"], "white": []}
    assert full["taken"]
    assert full["player"] == "blue"
    assert full["turns_after_this"] is None


def test_rule_3_2_take_the_first_and_the_third(game):
    full = position({"0,0": "C2"}, supply=CIRCLE, top="D2 T1")
    for tile, after in [("T3", "D1 D8 C4 T7 C9 D2"), ("D8", "C4 T7 C9 D2 T3 D1")]:
        state = game.start(full)
        state.move(f"take {tile}")
        assert state.position()["supply"] == after.split()


def test_rule_3_2_empty_stack_refills_nothing(game):
    state = game.start(position({"0,0": "C2"}, supply=CIRCLE, stack="", turns_after_this=1))
    assert state.move("take D1") == []
    assert state.position()["supply"] == ["D8", "C4", "T7", "C9", None, "T3"]
    assert state.position()["turns_after_this"] == 1


def test_rule_3_2_last_refill_starts_the_end(game):
    state = game.start(position({"0,0": "C2"}, supply=CIRCLE, top="D2", stack=""))
    assert state.move("take T3") == ["refill D2"]
    assert state.position()["stack"] == []
    assert state.position()["turns_after_this"] == 2


def test_rule_3_3_what_is_taken_was_face_up(game):
    """Every tile that comes into a hand lay in the supply before, and lies in the hand for both to see."""
    state = game.deal("travel,dominion,trade", seed=9)
    for _ in range(6):
        before = state.position()
        tile = before["supply"][1]
        state.move(f"take {tile}")
        assert sorted(state.position()["hands"][before["player"]]) == sorted([*before["hands"][before["player"]], tile])
        state.move("end")


def test_rule_3_4_end_needs_a_take(game):
    state = game.start(position({"0,0": "C2"}, supply=CIRCLE))
    assert "end" not in state.legal()
    state.move("take T3")
    assert "end" in state.legal()


def test_rule_3_4_end_without_a_take_if_the_supply_is_empty(game):
    state = game.start(position({"0,0": "C2"}, supply="- - - - - -", stack="", turns_after_this=1))
    assert state.legal() == ["end"]
    state.move("end")
    assert state.position()["player"] == "white"
    assert state.position()["turns_after_this"] == 0


def test_rule_3_4_more_than_three_tiles_are_removed(game):
    """Three in hand and two taken (by a camp): two must go, one after the other, of the player's choice."""
    board = {"0,0": "C2", "0,1": "D7 blue"}
    state = game.start(position(board, supply=CIRCLE, hand="T4 T5 C8", top="D2 T1"))
    state.move("take T3", "camp 0,1", "take D1", "end")
    full = state.position()
    assert full["phase"] == "discard"
    assert full["taken"]
    assert full["player"] == "blue"
    assert state.legal() == ["discard C8", "discard D1", "discard T3", "discard T4", "discard T5"]
    state.move("discard T5")
    assert state.position()["phase"] == "discard"
    assert state.legal() == ["discard C8", "discard D1", "discard T3", "discard T4"]
    state.move("discard D1")
    full = state.position()
    assert (full["phase"], full["player"], full["taken"]) == ("main", "white", False)
    assert sorted(full["hands"]["blue"]) == ["C8", "T3", "T4"]
    assert sorted(full["removed"]) == ["D1", "T5"]


def test_rule_3_4_taken_discounts_and_moved_stay_until_the_last_discard(game):
    board = {"0,0": "C2", "0,1": "C3"}
    full = position(board, supply=CIRCLE, hand="T4 T5 C8 C7 D9", blue="0,1! supply supply", discounts=1, taken=True)
    state = game.start(full)
    state.move("end", "discard T5")
    full = state.position()
    assert (full["taken"], full["discounts"], full["units"]["blue"][0]["moved"]) == (True, 1, True)
    state.move("discard C8")
    full = state.position()
    assert (full["taken"], full["discounts"], full["units"]["blue"][0]["moved"]) == (False, 0, False)


def test_rule_3_4_three_tiles_are_kept(game):
    state = game.start(position({"0,0": "C2"}, supply=CIRCLE, hand="T4 T5"))
    state.move("take T3", "end")
    assert state.position()["phase"] == "main"
    assert len(state.position()["hands"]["blue"]) == 3


def test_rule_3_4_holds_in_the_last_turns_too(game):
    state = game.start(position({"0,0": "C2"}, supply=CIRCLE, hand="T4 T5 C8", stack="", turns_after_this=0))
    state.move("take T3", "end")
    assert state.position()["phase"] == "discard"
    state.move("discard T4")
    assert state.position()["phase"] == "over"
    assert "T4" in state.position()["removed"]
