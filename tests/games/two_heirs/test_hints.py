"""What a hint tells of this game, worked out by hand, and the plan in the picture."""
from xml.etree import ElementTree

import pytest

from kingmaker.games import Rng, load_game
from kingmaker.games.files.positions import load_position
from kingmaker.games.two_heirs._draw_plan import Step, read_plan
from kingmaker.games.two_heirs.hints import events, facts, gains, named, parts, tell
from kingmaker.games.two_heirs.position import read_position
from kingmaker.games.two_heirs.view import draw
from tests.games.two_heirs.setting import position


def test_points_of_buildings_doubling_and_roads():
    """Blue's cathedral (C9: 5) stands near White's camp (D8: 2); Blue's elite on C9 doubles it; no road joins them."""
    state = read_position(position({"0,0": "C2", "1,0": "C9 blue", "-1,0": "D8 white"}, blue="1,0 supply supply"))
    camp = 2.0
    assert parts(state) == {"building": [5.0, camp], "doubling": [5.0, 0.0], "road": [0.0, 0.0]}


@pytest.mark.parametrize("game", ["two-heirs", "two-heirs:mode=solo,level=2", "two-heirs:sets=war,crafts,guard",
                                  "brian-boru:players=5"])
def test_parts_sum_to_the_returns(game):
    for seed in range(20):
        state = load_game(game).new(seed)
        state.playout(Rng(seed))
        table = state.game.spec.parts(state)
        assert [sum(points[p] for points in table.values()) for p in range(state.n_players)] == state.returns()


def test_a_road_of_two_gives_its_owner_two_points():
    """The smithy's road (D5, S and E) meets the camp's (D8, E and W). Smithy: 1 and the camp on grey; camp: 2."""
    state = read_position(position({"0,0": "C2", "1,0": "D5 white", "0,1": "C9 blue", "2,0": "D8 white"}))
    # White's tiles lie turned: D5's ends are N and W, so the two do not meet
    assert parts(state)["road"] == [0.0, 0.0]
    state = read_position(position({"0,0": "C2", "1,0": "D5 blue", "0,1": "C9 white", "2,0": "D8 blue"}))
    assert parts(state) == {"building": [2.0 + 2.0, 5.0], "doubling": [0.0, 0.0], "road": [2.0, 0.0]}


def test_facts_are_those_of_the_stack():
    """On the stack: market (green), stonemason (grey), cathedral (yellow), camp, and a smithy that comes too late."""
    state = read_position(position({"0,0": "C2"}, supply="T1 T2 T4 T5 T6 T7", top="T3 D2 C9 D8 D5"))
    assert list(facts(state, state, "en")) == [
        "next tile: Market", "next grey tile: Stonemason", "next yellow tile: Cathedral", "the stack then shows grey",
        "among the next four tiles: Market (T3)", "among the next four tiles: Stonemason (D2)",
        "among the next four tiles: Cathedral (C9)", "among the next four tiles: Camp (D8)"]


def test_facts_speak_three_languages_and_tell_of_treasures():
    state = load_position("examples/two_heirs/solo_brave.json")
    told = {lang: list(facts(state, state, lang)) for lang in ("en", "cs", "pl")}
    assert len({len(words) for words in told.values()}) == 1
    assert told["en"][-1] == f"next treasure: {state.snapshot().pile[0]}"
    assert told["cs"][-1].startswith("další poklad")


def test_what_followed_a_take_in_words():
    state = read_position(position({"0,0": "C2"}, supply="T1 T2 T4 T5 T6 T7", top="T3 D2"))
    after = state.clone()
    after.apply_move("take T1")
    top = next(tile.terrain for tile in state.rules.tiles if tile.id == "D2")
    assert events(state, state.parse_action("take T1"), after, "en") == f"new in the supply: Market (T3), on top: {top}"


def test_moves_as_instructions_name_what_is_printed():
    state = load_position("examples/two_heirs/midgame.json")
    said = {move: [tell(state, action, lang) for lang in ("en", "cs", "pl")]
            for move, action in zip(state.legal_moves(), state.legal_actions(), strict=True)}
    assert said["take D5"] == ["take Smithy (D5)", "vezmi: Kovárna (D5)", "weź: Kuźnia (D5)"]
    assert said["build C5 1,2"] == ["build Trading Post (C5) on 1,2", "postav: Obchodní stanice (C5) na 1,2",
                                    "zbuduj: Faktoria (C5) na 1,2"]
    elite = state.snapshot().units[state.player][0][0]
    for move, (english, *_) in said.items():
        if move.startswith("move"):
            kind = "the elite unit" if move.split()[1] == f"{elite[0]},{elite[1]}" else "a regular unit"
            assert english == f"move {kind} from {move.split()[1]} to {move.split()[2]}"


def test_what_is_destroyed_is_named():
    state = load_position("examples/two_heirs/siege.json")
    assert sorted(tell(state, action, "en") for action in state.legal_actions()) == ["destroy Fortress (W9) on -1,2",
                                                                                    "spare the rest"]


def test_what_a_turn_brings_is_access_to_resources():
    state = load_position("examples/two_heirs/midgame.json")
    assert gains(state, state.player) == {"resources": float(sum(state.access().values()))}
    assert state.access(state.player) == state.access()
    assert gains(state, 1 - state.player) == {"resources": float(sum(state.access(1 - state.player).values()))}


def test_every_part_and_seat_has_a_name():
    state = load_position("examples/two_heirs/solo_brave.json")
    for lang in ("en", "cs", "pl"):
        for word in (*parts(state), *gains(state, 0), *state.game.spec.seats, state.game.spec.title):
            assert named(state.game, word, lang)
    assert [state.game.word("white", lang) for lang in ("en", "cs", "pl")] == ["Henry", "Jindřich", "Henryk"]
    assert load_position("examples/two_heirs/midgame.json").game.word("white", "cs") == "Bílý"


def test_steps_of_a_plan():
    assert read_plan(["take T3", "extend D6 -1,2", "move 0,0 1,1", "end"]) == [
        Step(1, "take", "T3", ()), Step(2, "extend", "D6", ((-1, 2),)), Step(3, "move", "", ((0, 0), (1, 1)))]


PLANS = [["take T3", "build C5 1,2", "end"], ["extend D6 5,7"], ["move 0,0 1,-1", "withdraw 1,0", "summon 1,0"],
         ["camp 1,1", "destroy 1,2"], ["discard T3"]]


@pytest.mark.parametrize("moves", PLANS)
@pytest.mark.parametrize("observer", [0, 1])
def test_every_step_is_drawn_with_its_number(moves, observer):
    state = load_position("examples/two_heirs/midgame.json")
    plain, drawn = draw(state, observer), draw(state, observer, plan=moves)
    ElementTree.fromstring(str(drawn))
    steps = [step for step in read_plan(moves) if step.verb != "discard"]
    for step in steps:
        assert drawn.count(f'font-weight="bold">{step.number}</text>') > plain.count(
            f'font-weight="bold">{step.number}</text>')
    assert f"plan: {', '.join(moves)}" in drawn


def test_a_ghost_far_off_makes_the_board_larger():
    state = load_position("examples/two_heirs/midgame.json")
    assert "viewBox" in draw(state)
    height = [float(ElementTree.fromstring(str(one)).get("height")) for one in
              (draw(state), draw(state, plan=["build C5 1,6"]))]
    assert height[1] > height[0]
