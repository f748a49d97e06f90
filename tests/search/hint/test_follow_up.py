"""Faults that a hostile reading found, each kept from coming back."""
import math
import os
import signal
import threading
import time

import numpy as np
import pytest

from kingmaker.games import ConfigError, ContractError, load_game
from kingmaker.search import SearchConfig, Searcher, StopFlag, grow_tree, run_search
from kingmaker.search.config import settings_for
from kingmaker.search.estimate import ratio_difference, ratio_estimate
from kingmaker.search.hint.sensitivity import vary
from kingmaker.search.match.match import lead_estimate, score_estimate
from kingmaker.search.seeds import replicate_streams
from tests.search.fixture_games import game_of
from tests.search.test_bad_games import Sound


def searcher(state, **keys):
    config = SearchConfig(**{"iterations": 200, "replicates": 1, **keys})
    return Searcher(state, state.player, settings_for(config, state.game, 200), replicate_streams(1, 0), 200)


@pytest.mark.parametrize(("name", "scale"), [("oh-hell:tricks=4", 0.01), ("connect-four", 0.001)])
def test_win_shares_of_evaluations_far_below_the_bounds_are_numbers(name, scale):
    """The softmax is taken relative to the best evaluation, so that not all of its terms underflow."""
    result = run_search(load_game(name).new(1), iterations=400, seed=1, depth=2, margin_scale=scale)
    assert all(math.isfinite(move.value.mean) for move in result.moves if move.visits)
    assert sum(move.visits for move in result.moves) == 400


class Crowd(Sound):
    n_players = 40


def test_a_game_for_more_players_than_the_engine_has_room_for_is_refused():
    with pytest.raises(ContractError, match="1 <= n_players <= 8"):
        game_of(Crowd)


def test_a_finished_game_has_no_tree():
    with pytest.raises(ConfigError, match="the game is over"):
        grow_tree(load_game("leduc-poker").parse(finished("leduc-poker")), seed=1)
    with pytest.raises(ConfigError, match="the game is over"):
        run_search(load_game("tic-tac-toe").parse(finished("tic-tac-toe")), seed=1)


def finished(name):
    state = load_game(name).new(1)
    while not state.is_over:
        state.apply(state.legal_actions()[0])
    return state.text()


class NoWorlds(Sound):
    def n_worlds(self, observer):
        return 0


def test_a_game_that_counts_no_worlds_is_refused():
    state = game_of(NoWorlds, features=frozenset({"worlds"})).parse("1:")
    with pytest.raises(ContractError, match="n_worlds"):
        run_search(state, iterations=80, worlds="stratified", seed=1)


def test_one_replicate_alone_is_no_evidence():
    """A replicate that never tried an action counts neither in the mean nor among the degrees of freedom."""
    alone = ratio_estimate([2.0, 0.0, 0.0], [4, 0, 0])
    assert alone.mean == 0.5
    assert math.isnan(alone.low)
    two = ratio_estimate([2.0, 3.0, 0.0], [4, 4, 0])
    assert two.n == 2
    assert (two.low, two.high) == (ratio_estimate([2.0, 3.0], [4, 4]).low, ratio_estimate([2.0, 3.0], [4, 4]).high)
    assert math.isnan(ratio_difference([1.0, 1.0], [2, 2], [1.0, 0.0], [2, 0]).low)


def test_a_handful_of_visits_has_an_interval_of_some_width():
    result = run_search(load_game("goofspiel").new(1), iterations=160, seed=1)
    few = [move for move in result.moves if 0 < move.visits < 30]
    assert few
    assert all(math.isnan(move.value.low) or move.value.high - move.value.low > 0.05 for move in few)


def test_a_move_without_a_visit_counts_as_tied():
    result = run_search(load_game("goofspiel").new(1), iterations=8, seed=1)
    assert all(move.tied for move in result.moves[1:] if move.visits == 0)


def test_probabilities_stay_within_0_and_1():
    for seed in range(10):
        for move in run_search(load_game("connect-four").new(1), iterations=80, seed=seed).moves:
            for estimate in (move.value, move.win):
                assert not estimate.low < 0
                assert not estimate.high > 1


def test_confidence_does_not_stop_for_a_move_that_another_surely_beats():
    state = load_game("leduc-poker").new(3)
    for seed in range(40):
        result = run_search(state, iterations=20_000, confidence=95, c=0.3, seed=seed)
        if result.stopped_by == "confidence":
            assert all(not move.loss.high < -0.01 for move in result.moves)
            assert all(move.visits >= 30 for move in result.moves)


def test_equal_blocks_leave_the_score_uncertain():
    """Ten blocks of 1/2: with 97.5 % confidence fewer than 1 - 0.025^(1/10) of blocks are otherwise."""
    reach = 1 - 0.025 ** 0.1
    estimate = score_estimate([0.5] * 10)
    assert estimate.low == pytest.approx(0.5 - 0.5 * reach)
    assert estimate.high == pytest.approx(0.5 + 0.5 * reach)
    assert score_estimate([1.0] * 10).low == pytest.approx(1 - reach)
    assert score_estimate([0.5] * 10, identical=True).low == 0.5
    assert math.isnan(lead_estimate([2.0] * 10).low)
    assert lead_estimate([0.0] * 10, identical=True).low == 0.0


@pytest.mark.parametrize(("keys", "n_worlds"), [
    ({"worlds": "fixed", "n_worlds": 40}, 40), ({"worlds": "true"}, 0), ({"trees": "none"}, 400), ({}, 800)])
def test_worlds_drawn_are_counted(keys, n_worlds):
    """Flat search plays both moves in each world; the others draw as they say."""
    result = run_search(load_game("kuhn-poker").new(1), iterations=800, seed=1, **keys)
    assert result.n_worlds == n_worlds


def test_a_stop_after_the_last_iteration_is_still_a_stop():
    stop = StopFlag()
    result = run_search(load_game("kuhn-poker").new(1), iterations=10_000, seed=1, stop=stop,
                        on_progress=lambda progress: stop.set() if progress.iterations >= 8 * 1024 else None)
    assert result.stopped_by == "interrupt"


def test_sensitivity_leaves_out_what_was_interrupted():
    stop = StopFlag()
    result = run_search(load_game("kuhn-poker").new(1), iterations=800, seed=1)
    stop.set()
    assert vary(result, stop=stop) == ()


class Stuck(Sound):
    """Ignores the first wish to stop: its playouts never come back to the engine."""

    def legal_actions(self):
        time.sleep(0.05)
        return super().legal_actions()

    def player(self):
        while len(self.history) == 2:
            time.sleep(0.01)
        return super().player()


@pytest.mark.release
def test_a_second_ctrl_c_ends_a_game_that_hangs():
    def press():
        for _ in range(2):
            time.sleep(0.5)
            os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press).start()
    with pytest.raises(KeyboardInterrupt):
        run_search(game_of(Stuck).parse("1:"), iterations=80, seed=1)


def test_illegal_actions_are_refused_without_telling_what_is_hidden():
    state = load_game("kuhn-poker").parse("KJ:")
    with pytest.raises(ValueError, match="'K:'") as caught:
        state.apply(7)
    assert "KJ" not in str(caught.value)


def test_flat_visits_are_equal():
    result = run_search(load_game("oh-hell:tricks=4").new(1), trees="none", iterations=1000, seed=1)
    assert len({move.visits for move in result.moves}) == 1
    assert np.isclose(sum(move.visits for move in result.moves), result.iterations)
