"""Lessons from self-play: what is collected, and that it repeats."""
from dataclasses import replace

import numpy as np
import pytest

from kingmaker.games import ConfigError, Limits, PyGameState, load_game
from kingmaker.games.core.weights import Learning
from kingmaker.search.agents import parse_agent
from kingmaker.search.match.lessons import play_lessons
from tests.search.fixture_games import Secret, game_of


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
        assert one.stages.max() == 7    # both had their last turn
    assert lessons(mode="solo", level=1)[0].section == "solo"


def test_lessons_do_not_depend_on_jobs():
    for one, two in zip(lessons(1), lessons(2), strict=True):
        for name in ("sizes", "rows", "columns", "values", "shares", "stages", "states", "targets"):
            assert (getattr(one, name) == getattr(two, name)).all()


def test_a_temperature_below_1_sharpens_the_shares():
    """At 0.5 they are the squares of the visits, made to sum to 1; the games are the same."""
    game, agent = load_game("brian-boru", players=3, short=3), parse_agent("ismcts:iterations=60")
    flat, = play_lessons([game], agent, 1, seed=5, jobs=1)
    sharp, = play_lessons([game], agent, 1, seed=5, temperature=0.5, jobs=1)
    assert (flat.sizes == sharp.sizes).all()
    starts = np.r_[0, np.cumsum(flat.sizes)[:-1]]
    sums = np.repeat(np.add.reduceat(flat.shares**2, starts), flat.sizes)
    assert sharp.shares == pytest.approx(flat.shares**2 / sums, abs=1e-5)
    assert (sharp.shares != flat.shares).any()


def test_games_without_weights_are_refused():
    with pytest.raises(ConfigError, match="oh-hell: the game has no weights to learn"):
        list(play_lessons([load_game("oh-hell")], parse_agent("ismcts:iterations=20"), 1, seed=1, jobs=1))


SHORT = {"players": 3, "short": 9}


def test_an_evaluation_by_seat_has_a_row_a_seat_and_its_points():
    """Whose turn it is comes first; each turn's targets are the three results, the same ones in every turn."""
    for one in play_lessons([load_game("architects", **SHORT)], parse_agent("ismcts:iterations=20"), 3, seed=5, jobs=1):
        assert one.seats == 3
        assert len(one.states) == len(one.targets) == len(one.stages) == 3 * (len(one.states) // 3)
        results = one.targets.reshape(-1, 3)
        assert {tuple(sorted(row)) for row in results.tolist()} == {tuple(sorted(results[0].tolist()))}
        on_turn = load_game("architects").spec.learning.values.index("on turn")
        turns = one.states.reshape(-1, 3, one.states.shape[1])
        assert turns[1:, 0, on_turn].all()      # the first decision is of the draft: nobody's turn yet
        assert not turns[1:, 1:, on_turn].any()


class Endless(Secret):
    """Two say 0 or 1 in turn, a hundred times: longer than rollouts go, so no lesson hears how it ends."""

    depth = 101

    def player(self):
        return -4 if len(self.history) == 100 else len(self.history) % 2

    def legal_actions(self):
        return [0, 1]

    def returns(self):
        return [1.0, 0.0]

    def evaluate(self):
        return [0.0, 0.0]

    def policy(self, rng):
        return 0


class Taught(PyGameState):
    """With the features that lessons ask for."""

    def action_features(self):
        return np.eye(2)

    def state_features(self):
        return 0, np.ones(1)


def test_a_game_longer_than_rollouts_go_teaches_what_to_do_alone():
    learning = Learning(features=("zero", "one"), values=("always",), stages=("all",), sections=("all",),
                        section=lambda game: "all")
    limits = Limits(n_players=2, n_actions=2, max_legal=2, max_decisions=101, min_return=0.0, max_return=1.0)
    for cut, decisions, turns in ((0, 100, 100), (30, 31, 0)):
        game = game_of(Endless, learning=learning, features=frozenset({"evaluation", "policy"}),
                       new=lambda game, rng: Taught(game, Endless(0)),
                       limits=lambda options, cut=cut: replace(limits, rollout_cut=cut))
        one = next(play_lessons([game], parse_agent("ismcts:iterations=20"), 1, seed=1, jobs=1))
        assert len(one.sizes) == decisions
        assert len(one.states) == len(one.targets) == turns


def test_another_agent_in_every_second_game_teaches_nothing_but_how_it_ends():
    game, teacher = load_game("two-heirs", short=4), parse_agent("ismcts:iterations=20")
    alone = list(play_lessons([game], teacher, 4, seed=5, jobs=1))
    mixed = list(play_lessons([game], teacher, 4, seed=5, against=parse_agent("random"), jobs=1))
    for k in (0, 2):
        assert (mixed[k].shares == alone[k].shares).all()
    for k in (1, 3):  # one of the two seats decides as before, of both there is an end
        assert 0 < len(mixed[k].sizes) < len(alone[k].sizes)
        assert mixed[k].stages.max() == alone[k].stages.max() == 7    # and both have taught to the last turn
