"""What a player does not know: rules 1.2, 3.3, 8 and 9.10; the twin knows everything, so the compiled game is asked.

`views` are what the players know as text; `worlds` are full positions drawn from what a player knows.
"""
from collections import Counter
from itertools import permutations

import pytest

from kingmaker.games import Rng
from kingmaker.games.check.chisquare import uniform_fit
from tests.games.two_heirs.setting import TERRAIN_OF, CompiledPlayer, ordered, position

CIRCLE = "T4 D1 D8 C4 T7 C9"


@pytest.fixture
def compiled():
    return CompiledPlayer


def duel(start="D3", stack="T1 T3 T2", **keys):
    return position({"0,0": start, "1,0": "C3 white"}, supply=CIRCLE, top=stack, stack="", **keys)


def seen_alike(compiled, one, other):
    views = [compiled.start(full).views() for full in (one, other)]
    return views[0] == views[1]


def test_rule_1_2_the_colour_of_the_stacks_top_is_public_its_building_is_not(compiled):
    """T1 and T3 are green, T2 is yellow. Blue may know the colour that lies on top, no more."""
    assert seen_alike(compiled, duel(stack="T1 T3 T2"), duel(stack="T3 T1 T2"))
    assert not seen_alike(compiled, duel(stack="T1 T3 T2"), duel(stack="T2 T3 T1"))


def test_rule_8_the_order_of_the_stack(compiled):
    assert seen_alike(compiled, duel(stack="T1 T3 T2"), duel(stack="T1 T2 T3"))


def test_rule_8_the_building_on_the_start_tile_but_for_its_colour(compiled):
    """D3 and T1 are green; D2 and T6 are grey."""
    assert seen_alike(compiled, duel("D3", "T1 T3 T2"), duel("T1", "D3 T3 T2"))
    full, grey = duel("D3", "T1 T6 T2"), duel("T6", "T1 D3 T2")
    assert not seen_alike(compiled, full, grey)


def test_rule_3_3_hands_are_public(compiled):
    """The same tiles in the other's hand or in one's own are another view for both."""
    one, other = duel(other_hand="T5"), duel(other_hand="T6")
    for before, after in zip(compiled.start(one).views(), compiled.start(other).views(), strict=True):
        assert before != after
    for world in compiled.start(one).worlds(0, 20):
        assert world["hands"] == {"blue": [], "white": ["T5"]}


@pytest.mark.parametrize("observer", [0, 1])
def test_rule_8_worlds_are_uniform(compiled, observer):
    """Unseen are D3, T1, T3 (green) and T2 (yellow). The start tile and the top are green: 3 x 2 ways, times the order
    of the two left: 12 worlds. All else stays as it is."""
    full = duel()
    expected = {(start, *stack) for start, *stack in permutations(["D3", "T1", "T3", "T2"])
                if TERRAIN_OF[start] == TERRAIN_OF[stack[0]] == "green"}
    assert len(expected) == 12
    seen = Counter()
    for world in compiled.start(full).worlds(observer, 1200):
        seen[world["board"][0]["tile"], *world["stack"]] += 1
        world["board"][0]["tile"], world["stack"] = "D3", full["stack"]
        assert ordered(world) == ordered(full)
    assert set(seen) == expected
    assert uniform_fit(list(seen.values())).p > 1e-4


def test_rule_9_10_the_treasure_pile_and_the_removed_tokens(compiled):
    """Level 1, two tokens are in the pile and four were removed; the other four are gone. 6 x 5 piles."""
    full = position({"0,0": "D3"}, level=1, supply=CIRCLE, pile="K1 K2", unused="K3 K4 K5 K6", gone="K7 K8 K9 K10",
                    top="T1", stack="")
    other = position({"0,0": "D3"}, level=1, supply=CIRCLE, pile="K5 K3", unused="K1 K2 K4 K6", gone="K7 K8 K9 K10",
                     top="T1", stack="")
    assert seen_alike(compiled, full, other)
    worlds = compiled.start(full).worlds(0, 1500)
    seen = Counter(tuple(world["henry"]["pile"]) for world in worlds)
    assert len(seen) == 30
    assert uniform_fit(list(seen.values())).p > 1e-4
    for world in worlds:
        assert sorted(world["henry"]["pile"] + world["henry"]["unused"]) == ["K1", "K2", "K3", "K4", "K5", "K6"]
        assert sorted(world["henry"]["gone"]) == ["K10", "K7", "K8", "K9"]


def test_rule_8_a_position_may_say_that_a_tile_in_the_opponents_hand_is_unknown(compiled):
    """White holds a green tile and one of which nothing is known. Unseen are D3 (start), T1, T3, T8 (green), T2: the
    start tile, the top and the known hand tile are green."""
    full = duel(stack="T1 T3", other_hand="T8 T2")
    full["hands"]["white"] = ["?green", "?"]
    full["board"][0]["tile"] = "?green"
    full["stack"] = {"left": 2, "top": "green"}
    seen, rng, state = Counter(), Rng(1), compiled.start(full).state
    for _ in range(400):
        world = state.world(0, rng).snapshot()
        start, hand = world.board[0, 0][0], world.hands[1]
        assert TERRAIN_OF[start] == TERRAIN_OF[world.stack[0]] == "green"
        assert "green" in {TERRAIN_OF[tile] for tile in hand}
        assert sorted([start, *world.stack, *hand]) == ["D3", "T1", "T2", "T3", "T8"]
        seen[world.stack[1] == "T2"] += 1
    # White's two tiles are two places, the one remembered as green and the other. With T2 in the other the four green
    # tiles lie in the four other places: 24 worlds; with T2 below the stack's top 24 as well.
    assert uniform_fit([seen[False], seen[True]]).p > 1e-4
