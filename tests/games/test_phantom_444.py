"""Phantom-444: a test for each rule of its README, its worlds against exhaustive tracking, and OpenSpiel."""
import random
from collections import Counter

import pytest

from kingmaker.games import NotationError, Rng, load_game
from kingmaker.games.core.python_state import TERMINAL, UNSEEN

GAME = load_game("phantom-444")
SMALL = load_game("phantom-444", board=3)
EMPTY = "..../..../..../.... x:- o:-"


def at(text, game=GAME):
    return game.parse(text)


def play(moves, game=GAME):
    state = game.new(0)
    for move in moves.split():
        state.apply_move(move)
    return state


def test_rule_1_x_begins_on_an_empty_board():
    state = GAME.new(3)
    assert state.text() == EMPTY
    assert state.player == 0
    assert state.legal_actions() == list(range(16))
    assert len(SMALL.new(0).legal_actions()) == 9


def test_rule_1_x_and_o_take_turns():
    assert [play(moves).player for moves in ("", "a1", "a1 b1", "a1 b1 c1")] == [0, 1, 0, 1]


def test_rule_2_a_cell_not_known_to_be_occupied_may_be_named():
    """x stands on a1 and c1, o on b1 and d1; x has found b1, o has found nothing. x: all but a1, c1, b1."""
    state = at("xoxo/..../..../.... x:b1 o:-")
    assert state.legal_actions() == list(range(3, 16))
    state.apply_move("a2")
    assert state.legal_actions() == [0, 2, *range(4, 16)]


def test_rule_3_an_occupied_cell_is_told_to_the_mover_who_keeps_the_turn():
    state = play("b2 b2")
    assert state.text() == "..../.x../..../.... x:- o:b2"
    assert state.player == 1
    assert state.outcome(1) == 1
    assert state.outcome(0) == 0
    assert "b2" not in state.legal_moves()


def test_rule_3_the_owner_of_the_stone_notices_nothing():
    state = play("b2")
    before = state.view(0), str(state.svg(0))
    assert state.observe(5, 0) == UNSEEN
    assert state.observe(5, 1) == 5
    state.apply_move("b2")
    assert (state.view(0), str(state.svg(0))) == before


def test_rule_3_a_placed_stone_is_noticed_but_not_its_cell():
    state = play("b2")
    assert [state.observe(cell, 0) for cell in state.legal_actions() if cell != 5] == [0] * 15
    one, other = play("b2 a1"), play("b2 d4")
    assert one.view(0) == other.view(0)
    assert one.view(1) != other.view(1)
    assert [one.outcome(p) for p in (0, 1)] == [0, 0]


@pytest.mark.parametrize("line", ["a1 b1 c1 d1", "a4 b4 c4 d4", "a1 a2 a3 a4", "c1 c2 c3 c4", "a1 b2 c3 d4",
                                  "d1 c2 b3 a4"])
def test_rule_4_four_in_a_row_win(line):
    cells = line.split()
    others = [cell for cell in ("b1", "d3", "a2", "c4", "d2") if cell not in cells][:3]
    state = play(" ".join(f"{mine} {theirs}" for mine, theirs in zip(cells, others, strict=False)))
    assert state.player == 0
    state.apply_move(cells[3])
    assert state.player == TERMINAL
    assert state.returns() == [1.0, -1.0]
    assert state.wins() == [1.0, 0.0]


def test_rule_4_a_line_does_not_run_over_the_edge():
    """b1 c1 d1 a2 are four neighbours in the numbering of cells, not on the board."""
    assert play("b1 a4 c1 b4 d1 c3 a2").player == 1


def test_rule_4_the_second_player_wins_too():
    assert play("a1 d1 a2 d2 b3 d3 b4 d4").returns() == [-1.0, 1.0]


def test_rule_5_a_full_board_without_a_line_is_a_draw():
    """Columns read xxoo or ooxx, rows xoxo or oxox, diagonals xoox and oxxo; only o's stone on a4 is missing."""
    state = at("xoxo/xoxo/oxox/.xox x:- o:-")
    assert state.player == 1
    state.apply_move("a4")
    assert state.player == TERMINAL
    assert state.returns() == [0.0, 0.0]
    assert state.wins() == [0.5, 0.5]


def test_rule_6_the_result_is_told_and_the_board_is_open():
    won, drawn = play("a1 d1 a2 d2 b3 d3 b4 d4"), at("xoxo/xoxo/oxox/.xox x:- o:-")
    drawn.apply_move("a4")
    assert [won.outcome(p) for p in (0, 1)] == [3, 3]
    assert [drawn.outcome(p) for p in (0, 1)] == [4, 4]
    assert won.view(0) == "x sees x.../x.../.x../.x.., o has 4, o has won"
    assert str(won.svg(0)).count(">o<") == 4
    assert won.world(0, Rng(1)) == won
    assert won.n_worlds(0) == 1


def test_rule_7_small_board_wants_three_in_a_row():
    assert play("a1 c1 b2 c2 c3", SMALL).returns() == [1.0, -1.0]
    assert play("c1 a1 b2 a2 a3", SMALL).returns() == [1.0, -1.0]
    assert play("c1 a1 b3 b1 b2 c2 a2", SMALL).player == 1


def test_longest_game():
    """Every stone but the last is found by the other: 16 placements, 8 and 7 finds, 31 decisions."""
    state = GAME.new(0)
    order = ["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2", "b3", "a3", "d3", "c3", "b4", "a4", "d4", "c4"]
    n_decisions = 0
    for i, cell in enumerate(order):
        for found in order[(i + 1) % 2:i:2]:
            if found in state.legal_moves():
                state.apply_move(found)
                n_decisions += 1
        state.apply_move(cell)
        n_decisions += 1
    assert state.returns() == [0.0, 0.0]
    assert n_decisions == GAME.max_decisions == 31


# -- worlds -------------------------------------------------------------------------------------------------


def texts_after_hidden_tries(states, observer):
    """All states that the opponent of `observer`, who is to move, reaches by naming the observer's stones."""
    found = {state.text(): state for state in states}
    queue = list(found.values())
    while queue:
        state = queue.pop()
        for action in state.legal_actions():
            if state.observe(action, observer) == UNSEEN:
                child = state.clone()
                child.apply(action)
                if child.text() not in found:
                    found[child.text()] = child
                    queue.append(child)
    return list(found.values())


def beliefs_along(game, observer, rng, n_actions):
    """Yield (truth, all states that fit what the observer has seen), after each action, worked out from the rules."""
    truth = game.new(0)
    fits = [truth.clone()]
    for _ in range(n_actions):
        if truth.player != observer:
            fits = texts_after_hidden_tries(fits, observer)
        yield truth, fits
        action = rng.choice(truth.legal_actions())
        mover, label = truth.player, truth.observe(action, observer)
        truth.apply(action)
        if label == UNSEEN:
            continue
        seen = {}
        for state in fits:
            for tried in [action] if mover == observer else state.legal_actions():
                if state.observe(tried, observer) == label:
                    child = state.clone()
                    child.apply(tried)
                    if (child.outcome(observer), child.player) == (truth.outcome(observer), truth.player):
                        seen[child.text()] = child
        fits = list(seen.values())
        if truth.is_over:
            return


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("observer", [0, 1])
def test_worlds_are_exactly_the_states_that_fit_the_observations(observer, seed):
    rng = random.Random(100 * observer + seed)
    for truth, fits in beliefs_along(SMALL, observer, rng, 12):
        wanted = {state.text() for state in fits}
        worlds = [truth.nth_world(observer, i).text() for i in range(truth.n_worlds(observer))]
        assert len(set(worlds)) == len(worlds)
        assert set(worlds) == wanted
        assert all(truth.nth_world(observer, i).view(observer) == truth.view(observer) for i in range(len(worlds)))


def test_worlds_of_the_large_board_fit_too():
    """The first actions only: the number of states grows fast."""
    for observer in (0, 1):
        for truth, fits in beliefs_along(GAME, observer, random.Random(5), 5):
            wanted = {state.text() for state in fits}
            assert {truth.nth_world(observer, i).text() for i in range(truth.n_worlds(observer))} == wanted


def test_number_of_worlds_by_hand():
    """x: o's other stone is on one of 12 cells; o: three x on 14 cells, C(14,3) = 364. Times 2 per own stone."""
    state = at("xxxo/..../..../o... x:d1 o:-")
    assert state.n_worlds(0) == 12 * 2**3
    assert state.n_worlds(1) == 364 * 2**2


def test_a_line_of_the_opponent_is_ruled_out():
    """o holds d1, d2, d3 and has found nothing else; his fourth stone is not on d4, or he had won."""
    state = at("xx.o/xx.o/...o/o... x:d1,d2,d3 o:-")
    cells = {state.nth_world(0, i).text().split()[0] for i in range(state.n_worlds(0))}
    assert "xx.o/xx.o/...o/...o" not in cells
    assert len(cells) == 16 - 4 - 3 - 1
    drawn = {state.world(0, Rng(seed)).text().split()[0] for seed in range(300)}
    assert drawn == cells


@pytest.mark.parametrize(("text", "observer"), [
    ("xo./.../... x:- o:-", 1), ("xo./x../... x:- o:a1", 0), ("xox/o../... x:b1 o:-", 0), ("xox/o../x.. x:b1 o:a1", 1),
])
def test_draws_are_uniform(text, observer):
    state, rng = at(text, SMALL), Rng(11)
    n_worlds = state.n_worlds(observer)
    counts = Counter(state.world(observer, rng).text() for _ in range(200 * n_worlds))
    assert len(counts) == n_worlds
    chi_square = sum((count - 200) ** 2 / 200 for count in counts.values())
    assert chi_square < n_worlds - 1 + 5 * (2 * (n_worlds - 1)) ** 0.5


def test_draws_do_not_depend_on_the_truth():
    one = at("xo../x.o./..../.... x:b1 o:a1")
    other = at("xo../x.../..../...o x:b1 o:a2")
    assert one.view(0) == other.view(0)
    for seed in range(50):
        assert one.world(0, Rng(seed)).text() == other.world(0, Rng(seed)).text()
        assert one.world(0, Rng(seed)).view(0) == one.view(0)


def test_a_report_to_the_opponent_does_not_reach_the_observers_worlds():
    tried, quiet = play("b2 b2"), play("b2")
    assert tried.view(0) == quiet.view(0)
    for seed in range(20):
        one, other = tried.world(0, Rng(seed)), quiet.world(0, Rng(seed))
        assert one.text() == other.text()
        assert one.outcome(1) == other.outcome(1) == 0


# -- texts --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [GAME, SMALL])
def test_texts_are_read_back(game):
    for seed in range(60):
        state, rng = game.new(0), Rng(seed)
        while not state.is_over:
            state.apply(state.sample(rng))
            copy = game.parse(state.text())
            assert copy.text() == state.text()
            assert (copy.player, copy.legal_actions()) == (state.player, state.legal_actions())
            assert [copy.view(p) for p in (0, 1)] == [state.view(p) for p in (0, 1)]


@pytest.mark.parametrize(("text", "words"), [
    ("", "expected 4 rows"),
    ("..../..../.... x:- o:-", "expected 4 rows"),
    ("..../..../..../...z x:- o:-", "expected 4 rows"),
    ("..../..../..../.... x:-", "expected 4 rows"),
    ("xx../..../..../.... x:- o:-", "2 x and 0 o"),
    ("xo../..../..../.... x:e1 o:-", "expected cells a1 to d4"),
    ("xo../..../..../.... x:b o:-", "expected cells a1 to d4"),
    ("xo../..../..../.... x:b1,b1 o:-", "each cell once"),
    ("xo../..../..../.... x:a1 o:-", "stones of o only"),
    ("xxxx/oooo/..../.... x:- o:-", "over before"),
    ("xxxx/ooo./..../o... x:- o:-", "over before"),
    ("xxxx/ooo./..../.... x:- o:a1,b1,c1,d1", "over before"),
])
def test_bad_texts_are_refused_with_reasons(text, words):
    with pytest.raises(NotationError, match=words):
        GAME.parse(text)


def test_picture_hides_what_the_observer_does_not_know():
    state = at("xo../..x./o.../.... x:b1 o:-")
    assert "a3" not in state.view(0)
    other = at("xo../..x./..../o... x:b1 o:-")
    assert str(state.svg(0)) == str(other.svg(0))
    assert str(state.svg(1)) != str(other.svg(1))


# -- speed-ups and others' implementations ----------------------------------------------------------------------


def test_playouts_are_uniform_random_games():
    """At the end of a random small game x wins as often as in games of single random actions."""
    rng, n_games = Rng(2), 4000
    ends = Counter()
    for quick in (True, False):
        for _ in range(n_games):
            state = SMALL.new(0)
            if quick:
                state.playout(rng)
            while not state.is_over:
                state.apply(rng.choice(state.legal_actions()))
            ends[quick, state.returns()[0]] += 1
    for gain in (1.0, 0.0, -1.0):
        assert abs(ends[True, gain] - ends[False, gain]) < 5 * (2 * n_games * 0.25) ** 0.5


def test_small_board_against_open_spiel():
    pyspiel = pytest.importorskip("pyspiel")
    theirs_game = pyspiel.load_game("phantom_ttt(obstype=reveal-nothing)")
    rng = random.Random(4)
    for _ in range(200):
        ours, theirs = SMALL.new(0), theirs_game.new_initial_state()
        while not ours.is_over:
            assert ours.player == theirs.current_player()
            assert ours.legal_actions() == theirs.legal_actions()
            action = rng.choice(ours.legal_actions())
            ours.apply(action)
            theirs.apply_action(action)
        assert theirs.is_terminal()
        assert ours.returns() == theirs.returns()


def test_lines_of_the_large_board_against_open_spiel():
    pyspiel = pytest.importorskip("pyspiel")
    theirs_game = pyspiel.load_game("mnk(m=4,n=4,k=4)")
    rng = random.Random(9)
    for _ in range(300):
        ours, theirs = GAME.new(0), theirs_game.new_initial_state()
        while not ours.is_over:
            mover, action = ours.player, rng.choice(ours.legal_actions())
            free = action in theirs.legal_actions()
            ours.apply(action)
            assert (ours.outcome(mover) == 1) == (not free)
            if free:
                theirs.apply_action(action)
        assert theirs.is_terminal()
        assert ours.returns() == theirs.returns()
