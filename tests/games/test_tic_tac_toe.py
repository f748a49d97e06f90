"""Tic-tac-toe: each rule of its README, worked out by hand, and the known counts of the whole game."""
import random
from collections import Counter
from functools import cache

import pytest

from kingmaker.games._rng import Rng
from kingmaker.games.errors import IllegalActionError, NotationError
from kingmaker.games.registry import load_game

GAME = load_game("tic-tac-toe")


def children(text):
    for action in GAME.parse(text).legal_actions():
        state = GAME.parse(text)
        state.apply(action)
        yield state.text()


def test_rule_1_an_empty_board_of_nine_cells():
    state = GAME.new(0)
    assert state.text() == ".../.../..."
    assert state.legal_moves() == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]


def test_rule_2_turns_on_empty_cells():
    state = GAME.new(0)
    for player, move in enumerate(("b2", "a1", "c3")):
        assert state.player == player % 2
        state.apply_move(move)
    assert state.text() == "o../.x./..x"
    assert state.player == 1
    assert state.legal_actions() == [1, 2, 3, 5, 6, 7]
    with pytest.raises(IllegalActionError):
        state.apply(4)


@pytest.mark.parametrize("text", [
    "xxx/oo./...", "oo./xxx/...", "oo./.../xxx", "xo./xo./x..", ".xo/.xo/.x.", "o.x/.ox/..x", "xo./ox./..x",
    "o.x/.xo/x..",
])
def test_rule_3_the_eight_rows_of_three_win(text):
    state = GAME.parse(text)
    assert state.is_over
    assert state.returns() == [1, -1]
    assert state.wins() == [1, 0]


def test_rule_3_the_second_player_wins_too():
    state = GAME.parse("ooo/xx./x..")
    assert state.returns() == [-1, 1]
    assert state.wins() == [0, 1]


def test_rule_3_two_steps_across_the_edge_are_no_row():
    assert not GAME.parse("..x/x.x/o.o").is_over  # cells 2, 3 and 5; a row is not read round the edge


def test_rule_4_a_full_board_is_a_draw():
    state = GAME.parse("xox/xoo/ox.")
    assert state.legal_moves() == ["c3"]
    state.apply_move("c3")
    assert state.is_over
    assert state.returns() == [0, 0]
    assert state.wins() == [0.5, 0.5]


def test_the_whole_game_has_5478_positions_and_255168_courses():
    seen = {}

    def courses(text):  # games from here to the end, by result for player 0
        if text not in seen:
            state = GAME.parse(text)
            assert state.text() == text
            if state.is_over:
                seen[text] = Counter({state.returns()[0]: 1})
            else:
                seen[text] = sum((courses(child) for child in children(text)), Counter())
        return seen[text]

    # the counts that every textbook gives
    assert courses(".../.../...") == {1: 131184, -1: 77904, 0: 46080}
    assert len(seen) == 5478


@cache
def value(text):
    """Player 0's expected return under uniform play."""
    state = GAME.parse(text)
    if state.is_over:
        return state.returns()[0]
    values = [value(child) for child in children(text)]
    return sum(values) / len(values)


@pytest.mark.parametrize("text", [".../.../...", "x../.o./...", "xo./.x./..o"])
def test_playouts_are_uniform(text):
    results = []
    for seed in range(4000):
        state = GAME.parse(text)
        n_marks = 9 - state.text().count(".")
        assert state.playout(Rng(seed)) == 9 - state.text().count(".") - n_marks
        results.append(state.returns()[0])
    assert abs(sum(results) / 4000 - value(text)) < 0.06  # standard deviation below 0.016


def test_nothing_is_hidden():
    state = GAME.parse("x../.o./...")
    assert state.view(0) == state.view(1) == state.text()
    assert state.world(1, Rng(1)) == state


@pytest.mark.parametrize("text", [
    "", ".../...", "..../.../...", ".../.../..z", "xx./.../...", "o../.../...",
    "xxx/ooo/...", "xxx/oo./o..", "xxx/.../...",
])
def test_bad_texts_are_refused(text):
    with pytest.raises(NotationError, match="tic-tac-toe"):
        GAME.parse(text)


def test_two_rows_by_one_last_mark_can_happen():
    assert GAME.parse("xxx/xoo/xoo").returns() == [1, -1]


def test_open_spiel_agrees():
    pyspiel = pytest.importorskip("pyspiel")
    draw = random.Random(1)
    game = pyspiel.load_game("tic_tac_toe")
    for _ in range(150):
        ours, theirs = GAME.new(0), game.new_initial_state()
        while not ours.is_over:
            assert ours.player == theirs.current_player()
            assert ours.legal_actions() == theirs.legal_actions()
            action = draw.choice(ours.legal_actions())
            ours.apply(action)
            theirs.apply_action(action)
            assert ours.text() == str(theirs).replace("\n", "/")
        assert theirs.is_terminal()
        assert ours.returns() == theirs.returns()
