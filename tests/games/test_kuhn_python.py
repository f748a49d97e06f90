"""Kuhn poker in Python against its compiled twin, and each rule of its README."""
from itertools import permutations

import pytest

from kingmaker.games import TERMINAL, NotationError, Rng, load_game

SLOW, FAST = load_game("kuhn-python"), load_game("kuhn-poker")
DEALS = ["".join(cards) for cards in permutations("JQK", 2)]
UNFINISHED = ["", "p", "b", "pb"]
FINISHED = ["pp", "bp", "bb", "pbp", "pbb"]


def play(text):
    return SLOW.parse(text)


def test_rule_1_six_deals_are_equally_possible():
    assert {SLOW.new(seed).text() for seed in range(100)} == {f"{cards}:" for cards in DEALS}


def test_rule_1_a_player_sees_the_own_card_alone():
    assert play("KJ:").view(0) == "K:"
    assert play("KJ:").view(1) == "J:"


def test_rule_2_player_0_begins_then_player_1_answers():
    assert play("KJ:").player == 0
    assert play("KJ:").legal_moves() == ["pass", "bet"]
    assert play("KJ:p").player == 1
    assert play("KJ:b").player == 1


def test_rule_3_player_0_answers_a_bet_after_the_pass():
    assert play("KJ:pb").player == 0


@pytest.mark.parametrize("history", FINISHED)
def test_rule_4_the_game_is_over(history):
    assert play(f"KJ:{history}").player == TERMINAL


@pytest.mark.parametrize(("history", "gain"), [("bp", 1), ("pbp", -1)])
@pytest.mark.parametrize("cards", DEALS)
def test_rule_5_folding_costs_one_chip_whatever_the_cards(cards, history, gain):
    assert play(f"{cards}:{history}").returns() == [gain, -gain]


@pytest.mark.parametrize(("history", "chips"), [("pp", 1), ("bb", 2), ("pbb", 2)])
def test_rule_6_the_higher_card_wins_the_showdown(history, chips):
    assert play(f"KJ:{history}").returns() == [chips, -chips]
    assert play(f"JQ:{history}").returns() == [-chips, chips]


@pytest.mark.parametrize("history", UNFINISHED + FINISHED)
@pytest.mark.parametrize("cards", DEALS)
def test_twins_agree_at_every_state(cards, history):
    slow, fast = (game.parse(f"{cards}:{history}") for game in (SLOW, FAST))
    assert slow.text() == fast.text()
    assert slow.player == fast.player
    assert slow.legal_moves() == fast.legal_moves()
    for observer in (0, 1):
        assert slow.view(observer) == fast.view(observer)
        assert slow.outcome(observer) == fast.outcome(observer)
        assert slow.n_worlds(observer) == fast.n_worlds(observer) == 2
        for k in range(2):
            assert slow.nth_world(observer, k).text() == fast.nth_world(observer, k).text()
        for seed in range(10):
            assert slow.world(observer, Rng(seed)).text() == fast.world(observer, Rng(seed)).text()
    if history in FINISHED:
        assert slow.returns() == fast.returns()
        assert slow.wins() == fast.wins()


@pytest.mark.parametrize("cards", DEALS)
def test_twins_agree_move_by_move(cards):
    """Walk the whole tree of both at once: 9 states below each deal, 5 of them ends."""
    waiting, seen = [(SLOW.parse(f"{cards}:"), FAST.parse(f"{cards}:"))], []
    while waiting:
        slow, fast = waiting.pop()
        assert slow.text() == fast.text()
        assert slow.legal_actions() == fast.legal_actions()
        seen.append(slow.text().partition(":")[2])
        for action in slow.legal_actions():
            pair = (slow.clone(), fast.clone())
            for state in pair:
                state.apply(action)
            waiting.append(pair)
    assert sorted(seen) == sorted(UNFINISHED + FINISHED)


@pytest.mark.parametrize("seed", range(20))
def test_twins_deal_the_same_and_play_out_the_same(seed):
    slow, fast = SLOW.new(seed), FAST.new(seed)
    assert slow.text() == fast.text()
    assert slow.playout(Rng(seed)) == fast.playout(Rng(seed))
    assert slow.text() == fast.text()


@pytest.mark.parametrize("text", ["", "KJ", "KK:", "K:", "XJ:", "KJ:x", "KJ:ppp", "KJQ:"])
def test_bad_texts_are_refused_alike(text):
    for game in (SLOW, FAST):
        with pytest.raises(NotationError, match=game.name):
            game.parse(text)
