"""What hints say, beside what came of games that no fit has seen; minutes a game each, so slow."""
import math

import pytest

from kingmaker.calibrating import Games, judge_games
from kingmaker.games import load_game
from kingmaker.search.agents import parse_agent

PLAYER = parse_agent("ismcts:preset=standard")
UNSEEN = 12  # a seed that no fit was made with


def games(tables=None, agent=PLAYER, seed=UNSEEN, **options):
    return Games(load_game("two-heirs", **options), agent, ("sets",), tables, seed)


@pytest.mark.slow
def test_chances_and_margins_of_duels():
    [judged] = judge_games(games(), 800, jobs=-1).values()
    assert judged.n_positions >= 2000
    assert 0.9 < judged.slope < 1.1
    assert judged.calibration_error <= 0.03
    assert all(abs(miss) <= 1 for miss, _ in judged.margin_miss)
    assert judged.brier < min(judged.brier_search, judged.brier_constant)
    assert 0.92 <= judged.covered <= 0.98


@pytest.mark.slow
@pytest.mark.parametrize("level", [1, 2, 3])
def test_chances_and_margins_alone(level):
    """`standard` wins nearly all of them, so no slope can be told, and hardly a bin misses its interval."""
    [judged] = judge_games(games(mode="solo", level=level), 450, jobs=-1).values()
    assert judged.n_positions >= 2000
    assert math.isnan(judged.slope)
    assert judged.calibration_error <= 0.03
    assert all(abs(miss) <= 1 for miss, _ in judged.margin_miss)
    assert judged.brier < 0.01
    assert judged.brier < judged.brier_search
    assert judged.covered >= 0.92


@pytest.mark.slow
@pytest.mark.parametrize("level", [1, 2, 3])
def test_chances_of_somebody_who_plays_like_greedy(level):
    [judged] = judge_games(games(mode="solo", level=level, agent=parse_agent("greedy"), seed=22), 300, jobs=-1).values()
    assert judged.calibration_error <= 0.03
    assert all(abs(miss) <= 1.5 for miss, _ in judged.margin_miss)
    assert judged.brier < min(judged.brier_search, judged.brier_constant)


@pytest.mark.slow
def test_three_tables_that_no_fit_has_seen():
    judged = judge_games(games(tables=(101, 103), seed=13), 480, jobs=-1)["drawn tables"]
    assert 0.8 < judged.slope < 1.2
