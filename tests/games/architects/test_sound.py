"""A state that is read is one that the rules could have made, or is refused with the field that is wrong."""
import os
from random import Random

import pytest

from kingmaker.games import Rng
from tests.games.architects.broken import change, keys_of, mended, states

CASES = int(os.environ.get("BROKEN_STATES", "600"))


@pytest.fixture(scope="module")
def some():
    return states(range(18))


def use(game, state, rng):
    """Do everything with a state, and play on from it."""
    assert game.parse(state.text()).text() == state.text()
    state.table()
    for seat in range(game.n_players):
        state.view(seat)
        if not state.is_over:
            state.world(seat, Rng(rng.randrange(1000))).legal_moves()
    state.score()
    one = state.clone()
    one.playout(Rng(rng.randrange(1000)))
    moves = 0
    while not state.is_over and moves < 40:
        state.apply(rng.choice(state.legal_actions()))
        moves += 1
        if moves in (1, 7, 40):
            game.parse(state.text())


def test_whatever_is_accepted_can_be_used(some):
    """Changed texts with a right checksum: refused in words, or a state that works and goes on working."""
    accepted = 0
    for case in range(CASES):
        rng = Random(f"broken {case}")
        game, text = rng.choice(some)
        keys = keys_of(text)
        for _ in range(rng.choice([1, 1, 2])):
            change(rng, keys)
        state = mended(game, keys)
        if state is not None:
            accepted += 1
            try:
                use(game, state, rng)
            except Exception as error:
                raise AssertionError(f"case {case} of {game.options}: {error}") from error
    assert CASES / 25 < accepted < CASES / 2


def test_all_that_is_written_is_read(some):
    for game, text in some:
        assert game.parse(text).text() == text
