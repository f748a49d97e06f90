"""Perft against counts made by hand and against counting in plain Python."""
import pytest

from kingmaker.games import ContractError, GameSpec, KingmakerError, Limits, PyGameState, available_games, load_game
from kingmaker.games.check.perft import perft, perft_divide
from kingmaker.games.kuhn_python.state import KuhnPythonState


def count_slowly(state, depth):
    if depth == 0:
        return 1
    total = 0
    for action in state.legal_actions():
        after = state.clone()
        after.apply(action)
        total += count_slowly(after, depth - 1)
    return total


@pytest.mark.parametrize("name", ["kuhn-poker", "kuhn-python"])
def test_kuhn_poker_by_hand(name):
    """Two first actions; four pairs; of these only pass-bet goes on, with two answers; then nothing."""
    state = load_game(name).parse("KJ:")
    assert [perft(state, depth) for depth in range(5)] == [1, 2, 4, 2, 0]
    assert perft_divide(state, 1) == {"pass": 1, "bet": 1}
    assert perft_divide(state, 2) == {"pass": 2, "bet": 2}
    assert perft_divide(state, 3) == {"pass": 2, "bet": 0}


@pytest.mark.parametrize("depth", [1, 2, 5])
def test_finished_game_has_none(depth):
    assert perft(load_game("kuhn-poker").parse("KJ:pp"), depth) == 0
    assert perft_divide(load_game("kuhn-poker").parse("KJ:pp"), depth) == {}


def test_depth_zero_is_the_empty_sequence_even_at_the_end():
    assert perft(load_game("kuhn-poker").parse("KJ:pp"), 0) == 1


@pytest.mark.parametrize("name", available_games())
def test_counting_leaves_the_state_alone_and_agrees_with_plain_python(name):
    state = load_game(name).new(3)
    text = state.text()
    for depth in range(3):
        assert perft(state, depth) == count_slowly(state, depth)
        assert depth == 0 or sum(perft_divide(state, depth).values()) == perft(state, depth)
    assert state.text() == text


@pytest.mark.parametrize("depth", [-1, 1.5, "3", True, 1001])
def test_bad_depth_is_refused(depth):
    with pytest.raises(KingmakerError, match="whole number of decisions"):
        perft(load_game("kuhn-poker").new(1), depth)
    with pytest.raises(KingmakerError, match=r"\[1, 1000\]"):
        perft_divide(load_game("kuhn-poker").new(1), 0)


def test_errors_of_a_game_come_through():
    class Stuck(KuhnPythonState):
        def legal_actions(self):
            return [] if len(self.actions) == 1 else [0, 1]

    spec = GameSpec(
        name="stuck", title="Stuck", parse=lambda game, text: None,
        limits=lambda o: Limits(n_players=2, n_actions=2, max_legal=2, max_decisions=3, min_return=-2, max_return=2),
        new=lambda game, rng: PyGameState(game, Stuck((0, 1))))
    with pytest.raises(ContractError, match="no legal action"):
        perft(spec.bind({}).new(1), 3)
