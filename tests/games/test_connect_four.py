"""Connect four: each rule of its README, worked out by hand, and the known counts of its first moves."""
import random
from collections import Counter
from functools import cache

import pytest

from kingmaker.games._rng import Rng
from kingmaker.games.errors import IllegalActionError, NotationError
from kingmaker.games.registry import load_game

GAME = load_game("connect-four")
# no four anywhere: level pairs, and each row the reverse of the one below it
FULL = "ooxxoox/xxooxxo/ooxxoox/xxooxxo/ooxxoox/xxooxxo"


def board(*rows):
    """Return a state with these lowest rows, the others empty."""
    return GAME.parse("/".join(["." * 7] * (6 - len(rows)) + list(rows)))


def play(moves):
    state = GAME.new(0)
    for move in moves:
        state.apply_move(move)
    return state


def test_rule_1_an_empty_board_of_seven_columns_and_six_rows():
    state = GAME.new(0)
    assert state.text() == "/".join(["......."] * 6)
    assert state.legal_moves() == list("abcdefg")


def test_rule_2_discs_fall_and_turns_alternate():
    state = play("ddca")
    assert state.text() == "......./......./......./......./...o.../o.xx..."
    assert state.player == 0


def test_rule_2_a_full_column_takes_no_disc():
    state = play("dddddd")
    assert state.legal_moves() == list("abcefg")
    with pytest.raises(IllegalActionError):
        state.apply(3)


@pytest.mark.parametrize("moves", ["agbgcgd", "dedfdgd", "abbcdccdadd", "gffedeedgdd"])
def test_rule_3_four_in_a_row_win(moves):
    """Level a1-d1, upright d1-d4, rising a1-d4, falling d4-g1."""
    for length in range(len(moves)):
        assert not play(moves[:length]).is_over
    state = play(moves)
    assert state.is_over
    assert state.returns() == [1, -1]
    assert state.wins() == [1, 0]


def test_rule_3_the_second_player_wins_too():
    state = play("agbgcgeg")
    assert state.returns() == [-1, 1]
    assert state.wins() == [0, 1]


def slow_winner(rows):
    """Return who has four, cell by cell, with no bitboards."""
    for i in range(6):
        for j in range(7):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(i + k * down, j + k * right) for k in range(4)]
                if all(0 <= a < 6 and 0 <= b < 7 for a, b in cells):
                    marks = {rows[a][b] for a, b in cells}
                    if len(marks) == 1 and marks != {"."}:
                        return "xo".index(marks.pop())
    return None


def test_rule_3_nothing_runs_over_the_edge_of_the_board():
    """Random games end exactly when the slow reading finds a four; a shift past an edge would end some too early."""
    draw = random.Random(5)
    for _ in range(250):
        state = GAME.new(0)
        while not state.is_over:
            assert slow_winner(state.text().split("/")) is None
            state.apply(draw.choice(state.legal_actions()))
        winner = slow_winner(state.text().split("/"))
        assert state.returns() == ([0, 0] if winner is None else [1 - 2 * winner, 2 * winner - 1])


def test_rule_4_a_full_board_is_a_draw():
    state = GAME.parse("." + FULL[1:])
    assert state.player == 1
    assert state.legal_moves() == ["a"]
    state.apply_move("a")
    assert state.text() == FULL
    assert state.is_over
    assert state.returns() == [0, 0]
    assert state.wins() == [0.5, 0.5]


def test_the_number_of_positions_after_each_move():
    # Tromp, "John's Connect Four Playground" (OEIS A212693)
    positions = {GAME.new(0).text()}
    for expected in (7, 49, 238, 1120, 4263):
        after = set()
        for text in positions:
            state = GAME.parse(text)
            for action in state.legal_actions():
                child = state.clone()
                child.apply(action)
                after.add(child.text())
        positions = after
        assert len(positions) == expected


@cache
def value(text):
    """Player 0's expected return under uniform play."""
    state = GAME.parse(text)
    if state.is_over:
        return state.returns()[0]
    values = []
    for action in state.legal_actions():
        child = state.clone()
        child.apply(action)
        values.append(value(child.text()))
    return sum(values) / len(values)


def test_playouts_are_uniform():
    # columns a, d and g of the full board are open: every course can be counted
    rows = [list(row) for row in FULL.split("/")]
    for column, height in ((0, 3), (3, 4), (6, 3)):
        for i in range(6 - height):
            rows[i][column] = "."
    text = "/".join("".join(row) for row in rows)
    results = []
    for seed in range(4000):
        state = GAME.parse(text)
        assert state.playout(Rng(seed)) == text.count(".") - state.text().count(".")
        results.append(state.returns()[0])
    assert len(set(results)) > 1
    assert abs(sum(results) / 4000 - value(text)) < 0.06  # standard deviation at most 0.016


def test_samples_are_uniform_over_the_open_columns():
    drawn = Counter(play("dddddd").sample(Rng(seed)) for seed in range(1200))
    assert sorted(drawn) == [0, 1, 2, 4, 5, 6]
    assert all(140 < count < 260 for count in drawn.values())  # 200 expected, standard deviation 13


def test_policy_wins_at_once_then_blocks_at_once():
    for rows, column in ((("......o", "......o", "xxx...o"), 3), (("o.....x", "o.....x", "o.....x"), 6)):
        state = board(*rows)  # x could stop o's three, but wins on d1, on g4
        assert {state.policy(Rng(seed)) for seed in range(20)} == {column}
    block = board("o......", "o......", "ox.x..x")
    assert {block.policy(Rng(seed)) for seed in range(20)} == {0}
    assert len({GAME.new(0).policy(Rng(seed)) for seed in range(100)}) == 7


def test_priors_prefer_the_centre():
    assert GAME.new(0).priors() == [n / 16 for n in (1, 2, 3, 4, 3, 2, 1)]
    assert play("dddddd").priors() == [n / 12 for n in (1, 2, 3, 3, 2, 1)]


def test_evaluation_counts_threats_and_the_centre():
    assert GAME.new(0).evaluate() == [0, 0]
    assert play("d").evaluate() == pytest.approx([0.04, -0.04])
    # x threatens d1 (0.15); a, b, c are worth 1 + 2 + 3 to x, g twice 1 to o
    assert play("agbgc").evaluate() == pytest.approx([0.19, -0.19])
    assert play("agbgcf").evaluate() == [1, -1]  # x to move makes four
    assert play("agbgfgd").evaluate() == [-1, 1]  # o to move does
    # x has b1, c1, d1, open at a1 and e1: twice 0.15; 2 + 3 + 4 against 2 + 3
    assert play("bbccd").evaluate() == pytest.approx([0.3 + 0.04, -0.34])


def test_a_threat_may_lie_in_a_gap_or_out_of_reach():
    # x has a1, b1, d1: c1 makes four; 1 + 2 + 4 against 1 + 2 in the middle
    assert play("aabbd").evaluate() == pytest.approx([0.15 + 0.04, -0.19])
    # x threatens c2, which cannot be reached before o's c1 is taken: one threat each, the same columns
    assert board("xx.x...", "oo.o...").evaluate() == pytest.approx([0, 0])


@pytest.mark.parametrize("text", [
    "", "......./.......", FULL + "/.......", FULL.replace("x", "z"), "x" + FULL[1:],
    "......./......./......./......./..x..../.......",       # hangs in the air
    "......./......./......./......./......./xx.....",       # two more x than o
    "......./......./......./......./......./..o....",       # o never begins
    "......./......./......./......./oooo.../xxxx...",       # two winners
    "......./......./......./......./ooo..../xxxxo..",       # x had won before o's last disc
])
def test_bad_texts_are_refused(text):
    with pytest.raises(NotationError, match="connect-four"):
        GAME.parse(text)


def test_the_picture_rings_the_winning_discs():
    assert play("agbgc").svg(0).count('stroke="white"') == 0
    assert play("agbgcgd").svg(1).count('stroke="white"') == 4


def test_open_spiel_agrees():
    pyspiel = pytest.importorskip("pyspiel")
    draw = random.Random(1)
    game = pyspiel.load_game("connect_four")
    for _ in range(120):
        ours, theirs = GAME.new(0), game.new_initial_state()
        while not ours.is_over:
            assert ours.player == theirs.current_player()
            assert ours.legal_actions() == theirs.legal_actions()
            action = draw.choice(ours.legal_actions())
            ours.apply(action)
            theirs.apply_action(action)
            assert ours.text() == str(theirs).strip().replace("\n", "/")
        assert theirs.is_terminal()
        assert ours.returns() == theirs.returns()
