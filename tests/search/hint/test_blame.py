"""Reviews blame mistakes only: hardly any decision of strong play, and most planted blunders."""
import random

import pytest

from kingmaker.games import load_game
from kingmaker.search import branch, run_search
from kingmaker.search.agents import parse_agent
from kingmaker.search.hint.review import GRADES, LISTED, review_game

STRONG = "ismcts:preset=strong"
JUDGE = 60_000  # of the search that says what a random move costs
BLUNDER = 5  # points


def played(name, seed):
    """Return the decisions of a duel between equal agents, and its end."""
    game = load_game("two-heirs")
    state, agent, decisions = game.new(seed), parse_agent(name).make(game), []
    while not state.is_over:
        action = agent.choose(state, branch(seed, len(decisions)))
        decisions.append((state.clone(), action))
        state.apply(action)
    return decisions, state


def blunders(n, judge=JUDGE):
    """Yield n positions of quick games with a random move that costs points, as a long search says."""
    seed = 0
    while n:
        seed += 1
        draw = random.Random(seed)
        states = [state for state, _ in played("policy", seed)[0] if len(state.legal_actions()) > 2]
        state = draw.choice(states)
        action = draw.choice(state.legal_actions())
        move = state.format_action(action)
        long = run_search(state, iterations=judge, seed=seed, keep=[move], root="halving", jobs=2)
        found = next(one for one in long.moves if one.action == action)
        if long.best.margin.mean - found.margin.mean >= BLUNDER and found.loss.low > 0:
            n -= 1
            yield state, action


def blamed(decisions, end, seed):
    """Return the decisions that a review of the default size blames, and of how many."""
    found = review_game(decisions, end, seed=seed, jobs=2)
    return [one for one in found.decisions if one.grade is not None], len(found.decisions)


def is_found(state, action, seed):
    after = state.clone()
    after.apply(action)
    return bool(blamed([(state, action)], after, seed)[0])


@pytest.mark.slow
def test_strong_play_is_hardly_blamed():
    n = total = 0
    for seed in range(1, 6):
        wrong, all_ = blamed(*played(STRONG, seed), seed)
        n, total = n + len(wrong), total + all_
    print(f"{n} of {total} decisions blamed")
    assert n <= 0.02 * total, (n, total)


@pytest.mark.slow
def test_planted_blunders_are_found():
    found = [is_found(state, action, k) for k, (state, action) in enumerate(blunders(40))]
    print(f"{sum(found)} of {len(found)} blunders found")
    assert sum(found) >= 0.9 * len(found), found


def test_grades_are_of_a_stated_size():
    """A missed win in one is a blunder; the best move is nothing."""
    assert [name for _, name in GRADES] == ["blunder", "mistake", "inaccuracy"]
    game = load_game("tic-tac-toe")
    state = game.new(1)
    decisions = []
    for move in ("a1", "a2", "b1", "b2", "c3", "c2"):
        decisions.append((state.clone(), state.parse_action(move)))
        state.apply_move(move)
    found = review_game(decisions, state, iterations=1000, seed=1)
    assert [one.grade for one in found.decisions[4:]] == ["blunder", None]
    assert found.worst[0].costliest.n == 5
    assert found.worst[0].to_dict(game)["grade"] == "blunder"
    assert all(one.cost >= LISTED for one in found.decisions if one.grade)  # all points are in the win here


def test_quiet_games_have_no_worst_turn():
    """Tic-tac-toe played perfectly: no clear mistake, so the list is empty."""
    game = load_game("tic-tac-toe")
    state = game.new(1)
    decisions = []
    while not state.is_over:
        action = run_search(state, iterations=1000, seed=1).best.action
        decisions.append((state.clone(), action))
        state.apply(action)
    found = review_game(decisions, state, iterations=1000, seed=2)
    assert found.worst == ()
    assert {one.grade for one in found.decisions} == {None}


def test_the_chance_is_what_came_of_games_not_what_rollouts_reach():
    """Alone against Henry `standard` won 1,197 of 1,200 games of level 3; the search's own rollouts lose nearly all."""
    state = load_game("two-heirs", mode="solo", level=3).new(1)
    action = run_search(state, iterations=500, seed=1).best.action
    after = state.clone()
    after.apply(action)
    [one] = review_game([(state, action)], after, iterations=400, seed=1).decisions
    assert one.best.win.mean > 0.9
    assert one.best.margin.mean > 15
    [cheating] = review_game([(state, action)], after, iterations=400, seed=1, is_open=True).decisions
    assert cheating.best.win.mean < 0.8  # with all cards known nothing was fitted
