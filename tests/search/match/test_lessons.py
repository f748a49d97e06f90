"""Lessons from self-play: what is collected, and that it repeats."""
import numpy as np
import pytest

from kingmaker.games import ConfigError, load_game
from kingmaker.search.agents import parse_agent
from kingmaker.search.match.lessons import play_lessons


def lessons(jobs=1, **options):
    game = load_game("two-heirs", short=4, **options)
    return list(play_lessons([game], parse_agent("ismcts:iterations=20"), 3, seed=5, jobs=jobs))


def test_lessons_hold_every_decision_and_turn():
    for one in lessons():
        assert one.section == "duel"
        assert len(one.shares) == one.sizes.sum()
        assert one.rows.max() < one.sizes.sum()
        starts = np.r_[0, np.cumsum(one.sizes)[:-1]]
        assert np.add.reduceat(one.shares, starts) == pytest.approx(np.ones(len(one.sizes)), abs=1e-5)
        assert (one.sizes > 1).all()    # a forced move teaches nothing
        # of a turn's start there are features and the margin for whose turn it was: the two players' are opposite
        assert len(one.states) == len(one.targets) == len(one.stages)
        assert len(set(np.abs(one.targets))) == 1
        assert {np.sign(m) for m in one.targets} in ({1.0, -1.0}, {0.0})
        assert one.stages.max() == 3    # both had their last turn
    assert lessons(mode="solo", level=1)[0].section == "solo"


def test_lessons_do_not_depend_on_jobs():
    for one, two in zip(lessons(1), lessons(2), strict=True):
        for name in ("sizes", "rows", "columns", "values", "shares", "stages", "states", "margins"):
            assert (getattr(one, name) == getattr(two, name)).all()


def test_games_without_weights_are_refused():
    with pytest.raises(ConfigError, match="oh-hell: the game has no weights to learn"):
        list(play_lessons([load_game("oh-hell")], parse_agent("ismcts:iterations=20"), 1, seed=1))
