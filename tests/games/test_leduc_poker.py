"""Leduc poker: each rule of its README, worked out by hand, and open_spiel as a second opinion."""
import itertools
import random
from collections import Counter

import pytest

from kingmaker.games._rng import Rng
from kingmaker.games.errors import NotationError
from kingmaker.games.registry import load_game

GAME = load_game("leduc-poker")
DECK = ["Js", "Jh", "Qs", "Qh", "Ks", "Kh"]
LETTERS = "fcr"


def returns(text):
    return GAME.parse(text).returns()


def chi_square(counts, expected):
    return sum((count - expected) ** 2 / expected for count in counts)


def test_rule_1_three_different_cards_of_six():
    deals = Counter(GAME.new(seed).text() for seed in range(3600))
    assert set(deals) == {"".join(cards) + ":" for cards in itertools.permutations(DECK, 3)}
    assert chi_square(deals.values(), 30) < 180  # 119 degrees of freedom: mean 119, standard deviation 15.4


def test_rule_2_the_ante_is_one_chip():
    assert returns("JsKhQs:rf") == [1, -1]  # player 1 has put in the ante only
    assert returns("JsKhQs:cc/cc") == [-1, 1]


def test_rule_3_player_0_opens_both_rounds():
    state = GAME.parse("JsKhQs:")
    for player, move in [(0, "call"), (1, "raise"), (0, "call"), (0, "raise"), (1, "raise"), (0, "call")]:
        assert state.player == player
        state.apply_move(move)
    assert state.is_over


def test_rule_4_only_a_bet_can_be_folded_to():
    for history in ("", "c", "cc/", "cc/c", "rc/"):
        assert GAME.parse(f"JsKhQs:{history}").legal_moves() == ["call", "raise"]
    for history in ("r", "cr", "cc/r", "rc/cr"):
        assert GAME.parse(f"JsKhQs:{history}").legal_moves() == ["fold", "call", "raise"]


def test_rule_5_raises_of_two_then_four_at_most_two_a_round():
    assert returns("JsKhQs:rrf") == [-3, 3]  # 1 + 2 put in when folding
    assert returns("JsKhQs:rc/rrf") == [-7, 7]  # 1 + 2 + 4
    assert returns("KsJhQs:rrc/rrc") == [13, -13]  # 1 + 2 + 2 + 4 + 4, the most there is
    for history in ("rr", "crr", "cc/rr", "rrc/crr"):
        assert GAME.parse(f"JsKhQs:{history}").legal_moves() == ["fold", "call"]
    assert GAME.parse("JsKhQs:rrc/").legal_moves() == ["call", "raise"]  # the second round counts anew


@pytest.mark.parametrize("history", ["cc", "rc", "crc", "rrc", "crrc"])
def test_rule_6_a_call_but_not_the_first_action_ends_the_round(history):
    state = GAME.parse("JsKhQs:")
    for letter in history:
        assert "/" not in state.view(0)
        assert [state.outcome(0), state.outcome(1)] == [0, 0]
        assert state.view(0)[1] == "?"
        state.apply(LETTERS.index(letter))
    assert [state.outcome(0), state.outcome(1)] == [2, 2]  # 1 + the queen's rank, 1
    assert (state.view(0), state.view(1)) == (f"JQ:{history}/", f"KQ:{history}/")
    state.apply(1)
    assert state.outcome(0) == 0
    for letter in history[1:] if history[0] == "c" else "r" + history[1:]:
        assert not state.is_over
        state.apply(LETTERS.index(letter))
    assert state.is_over


@pytest.mark.parametrize(("text", "expected"), [
    ("JsKhJh:cc/cc", [1, -1]),      # a pair of jacks beats a king
    ("KsQhQs:rc/cc", [-3, 3]),      # a pair of queens beats a king
    ("KsQhJs:cc/rc", [5, -5]),      # no pair: the higher card
    ("JsQhKs:cc/cc", [-1, 1]),
    ("QsQhKs:rc/rc", [0, 0]),       # equal cards share the pot
])
def test_rule_7_showdown(text, expected):
    assert returns(text) == expected


@pytest.mark.parametrize(("text", "expected"), [
    ("KsJhKh:rrf", [-3, 3]), ("JsKhKs:crf", [-1, 1]), ("JsKhKs:rc/rf", [3, -3]), ("KsJhKh:rc/crf", [-3, 3]),
])
def test_rule_8_a_fold_loses_what_was_put_in_whatever_the_cards(text, expected):
    state = GAME.parse(text)
    assert state.is_over
    assert state.returns() == expected
    assert state.outcome(0) == state.outcome(1) == 0  # no card is turned up


@pytest.mark.parametrize(("text", "n_worlds"), [
    ("JsKhQs:cr", 40),          # own suit 2, the other card 5, the public card 4
    ("JsKhQs:cc/r", 16),        # both seen suits 4, the other card 4
    ("JsKhJh:cc/r", 8),         # the pair's suits 2, the other card 4
])
def test_worlds_are_all_deals_with_the_ranks_seen(text, n_worlds):
    state = GAME.parse(text)
    history = text[6:]
    seen = state.view(0)
    deals = ["".join(cards) + history for cards in itertools.permutations(DECK, 3)]
    expected = {deal for deal in deals if GAME.parse(deal).view(0) == seen}
    assert len(expected) == n_worlds == state.n_worlds(0)
    assert {state.nth_world(0, i).text() for i in range(n_worlds)} == expected
    drawn = Counter(state.world(0, Rng(seed)).text() for seed in range(50 * n_worlds))
    assert set(drawn) == expected
    assert chi_square(drawn.values(), 50) < n_worlds + 5 * (2 * n_worlds) ** 0.5
    for twin in expected:  # what is drawn depends on nothing that the observer does not know
        assert all(GAME.parse(twin).world(0, Rng(s)) == state.world(0, Rng(s)) for s in range(20))
        assert GAME.parse(twin).svg(0) == state.svg(0)


def test_288_information_sets():
    # 6 histories of round 1 and 3 cards; 5 ways to end it, 6 histories of round 2, 9 pairs of cards
    views = set()
    stack = [GAME.parse("".join(cards) + ":") for cards in itertools.permutations(DECK, 3)]
    while stack:
        state = stack.pop()
        if state.is_over:
            continue
        views.add(state.view(state.player))
        for action in state.legal_actions():
            child = state.clone()
            child.apply(action)
            stack.append(child)
    assert len(views) == 6 * 3 + 5 * 6 * 9


def test_playouts_are_uniform():
    # round 1 ends in a fold after cr, r, rr, crr: r f is 1/2 * 1/3
    ends = Counter()
    for seed in range(6000):
        state = GAME.parse("JsKhQs:")
        assert state.playout(Rng(seed)) == len(state.text().replace("/", "")) - 7
        ends[state.text()[7:]] += 1
    assert abs(ends["rf"] / 6000 - 1 / 6) < 0.02  # standard deviation 0.005
    assert abs(ends["rrf"] / 6000 - 1 / 12) < 0.015
    assert abs(ends["cc/cc"] / 6000 - 1 / 16) < 0.013


def test_policy_raises_a_pair_and_gives_up_a_poor_hand():
    def drawn(text):
        return Counter(GAME.parse(text).policy(Rng(seed)) for seed in range(400))

    # 300 are meant, and a third (half, without a bet) of the 100 at random: 333 (350); standard deviation 7
    assert drawn("JsKhJh:cc/")[2] > 320     # the pair
    fair = drawn("JsKhJh:cc/r")             # a king without a pair
    assert set(fair) == {0, 1, 2}
    assert fair[1] > 303
    assert drawn("JsKhQs:cr")[0] > 303      # a jack
    assert set(drawn("JsKhQs:")) == {1, 2}  # nothing to fold to


def test_evaluation_is_the_showdown_with_the_bet_called():
    assert GAME.parse("JsKhQs:r").evaluate() == [-3, 3]
    assert GAME.parse("JsKhJh:cc/").evaluate() == [1, -1]
    assert GAME.parse("QsQhJh:rr").evaluate() == [0, 0]


def test_the_picture_hides_what_is_hidden():
    state = GAME.parse("JsKhQs:r")
    assert ">J</text>" in state.svg(0)
    assert ">K</text>" not in state.svg(0)
    assert ">Q</text>" not in state.svg(0)
    shown = GAME.parse("JsKhQs:rc/").svg(0)
    assert ">Q</text>" in shown
    assert ">K</text>" not in shown
    assert ">K</text>" in GAME.parse("JsKhQs:rf").svg(0)


@pytest.mark.parametrize("text", [
    "", "JsKhQs", "JsKh:", "JsJsQs:", "JsKhQsKs:", "JsKxQs:", "JsKhQs:f", "JsKhQs:rrr", "JsKhQs:cc", "JsKhQs:c/c",
    "JsKhQs:cc/cc/", "JsKhQs:cc/ccc", "JsKhQs:x", "JsKhQs:cc//", "jskhqs:", "JsKhQs:rf/",
])
def test_bad_texts_are_refused(text):
    with pytest.raises(NotationError, match="leduc-poker"):
        GAME.parse(text)


def test_open_spiel_agrees():
    pyspiel = pytest.importorskip("pyspiel")
    draw = random.Random(1)
    game = pyspiel.load_game("leduc_poker")
    for _ in range(400):
        cards = draw.sample(range(6), 3)
        theirs = game.new_initial_state()
        theirs.apply_action(cards[0])
        theirs.apply_action(cards[1])
        ours = GAME.parse("".join(DECK[card] for card in cards) + ":")
        while not ours.is_over:
            if theirs.is_chance_node():
                assert ours.outcome(0) == 1 + cards[2] // 2
                theirs.apply_action(cards[2])
            assert ours.player == theirs.current_player()
            assert ours.legal_actions() == theirs.legal_actions()
            action = draw.choice(ours.legal_actions())
            ours.apply(action)
            theirs.apply_action(action)
        assert theirs.is_terminal()
        assert ours.returns() == theirs.returns()
