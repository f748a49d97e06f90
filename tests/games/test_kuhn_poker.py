"""Kuhn poker: each rule of its README, worked out by hand, and open_spiel as a second opinion."""
import random
from collections import Counter

import pytest

from kingmaker.games._rng import Rng
from kingmaker.games.errors import IllegalActionError, NotationError
from kingmaker.games.registry import load_game

GAME = load_game("kuhn-poker")


def returns(text):
    return GAME.parse(text).returns()


def test_rule_1_two_different_cards_of_three():
    deals = Counter(GAME.new(seed).text() for seed in range(1200))
    assert set(deals) == {"JQ:", "JK:", "QJ:", "QK:", "KJ:", "KQ:"}
    assert all(140 < count < 260 for count in deals.values())  # 200 expected, standard deviation 13


def test_rule_2_the_ante_is_one_chip():
    assert returns("QK:bp") == [1, -1]  # whoever folds has lost the ante only


def test_rule_3_pass_or_bet_in_turns():
    state = GAME.parse("QK:")
    for player, move in enumerate(("pass", "bet", "pass")):
        assert state.player == player % 2
        assert state.legal_moves() == ["pass", "bet"]
        state.apply_move(move)


@pytest.mark.parametrize("history", ["pp", "bp", "bb", "pbp", "pbb"])
def test_rule_4_the_five_ways_to_end(history):
    for length in range(len(history)):
        assert not GAME.parse(f"QK:{history[:length]}").is_over
    state = GAME.parse(f"QK:{history}")
    assert state.is_over
    assert state.legal_actions() == []
    with pytest.raises(IllegalActionError, match="game is over"):
        state.apply(0)


@pytest.mark.parametrize(("text", "expected"), [
    ("KQ:pp", [1, -1]), ("JQ:pp", [-1, 1]),                         # the antes
    ("KQ:bb", [2, -2]), ("JK:bb", [-2, 2]), ("QJ:pbb", [2, -2]),    # ante and bet
])
def test_rule_5_the_higher_card_takes_the_pot(text, expected):
    assert returns(text) == expected


@pytest.mark.parametrize(("text", "expected"), [("JK:bp", [1, -1]), ("KJ:pbp", [-1, 1])])
def test_rule_6_a_fold_loses_the_ante_whatever_the_cards(text, expected):
    assert returns(text) == expected


def test_worlds_are_the_two_cards_not_held():
    state = GAME.parse("QJ:p")
    assert {state.nth_world(0, i).text() for i in range(state.n_worlds(0))} == {"QJ:p", "QK:p"}
    assert {state.world(1, Rng(seed)).text() for seed in range(30)} == {"QJ:p", "KJ:p"}
    assert all(state.world(0, Rng(s)) == GAME.parse("QK:p").world(0, Rng(s)) for s in range(30))


def test_the_picture_hides_the_other_card_until_the_end():
    assert ">K</text>" not in GAME.parse("QK:pb").svg(0)
    assert ">K</text>" in GAME.parse("QK:pb").svg(1)
    assert ">K</text>" in GAME.parse("QK:pp").svg(0)


@pytest.mark.parametrize("text", ["", "QQ:", "QK", "QX:", "QKJ:", "QK:x", "QK:ppp", "QK:pbpb", "qk:"])
def test_bad_texts_are_refused(text):
    with pytest.raises(NotationError, match="kuhn-poker"):
        GAME.parse(text)


def test_twelve_information_sets():
    # before an action: 4 histories (nothing, p, b, pb), 3 cards
    views = set()
    for deal in ("JQ", "JK", "QJ", "QK", "KJ", "KQ"):
        for history in ("", "p", "b", "pb"):
            state = GAME.parse(f"{deal}:{history}")
            assert not state.is_over
            views.add(state.view(state.player))
    assert len(views) == 12


def test_open_spiel_agrees():
    pyspiel = pytest.importorskip("pyspiel")
    draw = random.Random(1)
    game = pyspiel.load_game("kuhn_poker")
    for _ in range(60):
        cards = draw.sample(range(3), 2)
        theirs = game.new_initial_state()
        for card in cards:
            theirs.apply_action(card)
        ours = GAME.parse("".join("JQK"[card] for card in cards) + ":")
        while not ours.is_over:
            assert ours.player == theirs.current_player()
            assert ours.legal_actions() == theirs.legal_actions()
            action = draw.choice(ours.legal_actions())
            ours.apply(action)
            theirs.apply_action(action)
        assert theirs.is_terminal()
        assert ours.returns() == theirs.returns()
