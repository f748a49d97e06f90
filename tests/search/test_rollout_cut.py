"""Rollouts of games that the rules let go on for ever: cut where the game says, judged by its evaluation."""
import pytest

from kingmaker.games import ContractError, Limits, Rng
from kingmaker.search import SearchConfig, Searcher, parse_agent, run_search
from kingmaker.search.config import settings_for
from kingmaker.search.match.blocks import play_game
from kingmaker.search.reference import ReferenceSearcher
from kingmaker.search.seeds import replicate_streams
from tests.search.fixture_games import Secret, game_of

CUT = 12


class Wheel(Secret):
    """Two in turn say 0 or 1, 10,000 times. It promises the 1s that each has said."""

    n_actions = 2
    points = (-20000.0, 20000.0)
    depth = 10_001
    longest = 0

    def player(self):
        return -4 if len(self.history) >= 10_000 else len(self.history) % 2

    def legal_actions(self):
        return [0, 1]

    def apply(self, action):
        super().apply(action)
        Wheel.longest = max(Wheel.longest, len(self.history))

    def returns(self):
        return [float(sum(self.history[p::2])) for p in range(2)]

    def evaluate(self):
        return self.returns()

    def policy(self, rng):
        return 1

    def priors(self, actions):
        return [0.5, 0.5]


def wheel(cut=CUT, **changes):
    return game_of(Wheel, features=frozenset({"evaluation", "policy", "priors"}), limits=lambda options: Limits(
        n_players=2, n_actions=2, max_legal=2, max_decisions=10_001, min_return=-20000.0, max_return=20000.0,
        rollout_cut=cut), **changes)


@pytest.mark.parametrize("options", [
    {}, {"rollout": "policy"}, {"rollout": "policy", "epsilon": 0.0, "temperature": 0.5}, {"rollout": "mast"},
    {"opponents": "uniform"}, {"opponents": "policy"}, {"turns": 2000}, {"depth": 5000}, {"trees": "none"},
], ids=str)
def test_every_rollout_is_cut_where_the_game_says(options):
    """Ten iterations add ten edges at most, so nothing goes deeper than ten decisions and the cut."""
    Wheel.longest = 0
    run_search(wheel().new(1), SearchConfig(iterations=10, replicates=1, solve=False, **options), seed=3)
    assert CUT < Wheel.longest <= 10 + CUT


def test_a_depth_or_turns_below_the_cut_still_count():
    Wheel.longest = 0
    run_search(wheel().new(1), SearchConfig(iterations=10, replicates=1, solve=False, depth=3), seed=3)
    assert Wheel.longest <= 13


def test_what_is_cut_is_judged_by_the_evaluation():
    """Behind the first word both say 1 six times until the cut: who said 0 is level, who said 1 leads by 1."""
    result = run_search(wheel(win_weight=0.0, margin_scale=1.0).new(1), SearchConfig(
        iterations=2, replicates=1, solve=False, rollout="policy", epsilon=0.0), seed=3)
    assert [move.margin.mean for move in sorted(result.moves, key=lambda move: move.action)] == [0.0, 1.0]


def test_games_that_are_played_are_never_cut():
    state = wheel().new(1)
    assert state.playout(Rng(2)) == 10_000
    assert state.is_over


def test_what_is_played_on_from_a_tree_goes_to_the_end():
    state = wheel().new(1)
    config = SearchConfig(iterations=20, replicates=1, rollout="policy", epsilon=0.0)
    searcher = Searcher(state, 0, settings_for(config, state.game, 20), replicate_streams(1, 0))
    searcher.run(20)
    assert searcher.play_on(state, [1], Rng(4)).is_over


def test_the_twin_cuts_too():
    state = wheel().new(1)
    for options in ({}, {"rollout": "policy"}, {"turns": 30}):
        settings = settings_for(SearchConfig(replicates=1, **options), state.game, 0)
        fast, slow = (kind(state, 0, settings, replicate_streams(1, 0)) for kind in (Searcher, ReferenceSearcher))
        fast.run(30)
        slow.run(30)
        assert sorted(fast.to_arrays()[1]["value"]) == sorted(edge.value for edge in all_edges(slow.roots[0]))


def all_edges(node):
    for edge in node.edges.values():
        yield edge
        for child in edge.children.values():
            yield from all_edges(child)


@pytest.mark.parametrize(("cut", "features"), [(-1, {"evaluation"}), (10_001, {"evaluation"}), (12, {"score"})])
def test_cuts_that_mean_nothing_are_refused(cut, features):
    with pytest.raises(ContractError, match="rollout_cut"):
        game_of(Wheel, features=frozenset(features), limits=lambda options: Limits(
            n_players=2, n_actions=2, max_legal=2, max_decisions=10_001, min_return=0.0, max_return=2.0,
            rollout_cut=cut))


def test_a_game_far_longer_than_rollouts_go_is_told_of_while_it_is_played(capsys):
    """At 4 * 700 decisions and at twice as many, of 10,000; where the game cuts no rollouts never."""
    play_game(wheel(700), [parse_agent("random")] * 2, deal=5)
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "".join(f"kingmaker: wheel: the game of deal 5 is not over after {n} decisions; the rules set no "
                          "limit, Ctrl-C ends it\n" for n in ("2,800", "5,600"))
    play_game(wheel(0), [parse_agent("random")] * 2, deal=5)
    assert capsys.readouterr() == ("", "")
