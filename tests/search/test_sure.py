"""What a search is sure of: numbers of one hint agree, orders of one plan have one value; connect four solved."""
import math

import pytest

from kingmaker.games import Rng, load_game
from kingmaker.search import run_search
from kingmaker.search.hint.hint import hint

GAMES = (("two-heirs", {}), ("two-heirs", {"mode": "solo", "level": "2"}), ("oh-hell", {}), ("goofspiel", {}),
         ("leduc-poker", {}), ("connect-four", {}), ("brian-boru", {}), ("phantom-444", {}))


def positions(name, options, n, seed=0):
    """Yield n positions with a choice, early and late, of games by the policy or at random."""
    while n:
        seed += 1
        state, rng = load_game(name, **options).new(seed), Rng(seed)
        states = []
        while not state.is_over:
            if len(state.legal_actions()) > 1:
                states.append(state.clone())
            state.apply(state.policy(rng) if state.game.has("policy") else state.sample(rng))
        if states:
            n -= 1
            yield states[(7 * seed) % len(states)]


def agree(found):
    """Check what one hint says: the move that is recommended, P(best), losses and ties tell one story."""
    best, moves = found.best, found.result.moves
    plans = [move for move, plan in zip(moves, found.plans, strict=True) if plan.order_of is None]
    assert best is moves[0]
    assert best.loss.mean == 0
    assert not best.tied
    if not best.certain:
        assert sum(move.p_best for move in plans) == pytest.approx(1)
    assert all(move.p_best <= best.p_best + 1e-12 for move in moves)
    for move, plan in zip(moves[1:], found.plans[1:], strict=True):
        assert math.isnan(move.loss.mean) or move.loss.mean >= 0
        assert move.tied == (not move.loss.low > 0), move
        if not move.tied:
            assert move.p_best < min(best.p_best, 0.05)
        if plan.order_of is not None and not move.certain:
            like = next(one for one in moves if one.move == plan.order_of)
            assert (move.value, move.win, move.margin, move.loss, move.p_best) == (
                like.value, like.win, like.margin, like.loss, like.p_best)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_numbers_of_a_hint_agree(name, options):
    for k, state in enumerate(positions(name, options, 2)):
        agree(hint(state, iterations=(400, 2000)[k % 2], seed=k, why=False))


def test_another_order_of_the_best_plan_has_the_same_forecast():
    """Its chance once had the interval of a move that the best one's forecast was carried over to."""
    state = load_game("two-heirs", mode="solo", level=2).parse(
        "blue main 0 0 - / T3 C9 T7 C7 T1 C5 / C2 / - / - / C3@0,0 T2b@1,-1 T4b@0,-3 T5b@2,0 T6w@-1,-1 T8@0,-1 "
        "T9b@-1,-2 D1w@0,1 D2@1,0 D3w@2,1 D4w@2,-3 D5@-2,1 D6w@3,1 D7w@0,-2 D8w@-2,-2 D9@2,-1 C1b@1,-2 C4w@-1,-3 "
        "C6@-1,0 C8w@2,-2 / 0,-1! -1,0 s! / 3,1 2,-2 2,-3 2,0 / - / - / K10@0,1 K1@-1,-3 K9@-2,-2 K6@2,-3 K4@0,-2 "
        "/ K2 K3 K7 / K5 K8")
    found = hint(state, iterations=1000, seed=4, why=False)
    assert found.calibrated
    assert any(plan.order_of == found.best.move for plan in found.plans)
    agree(found)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_numbers_of_many_hints_agree(name, options):
    """25 each: 200 in all."""
    for k, state in enumerate(positions(name, options, 25, seed=100)):
        agree(hint(state, iterations=(400, 1000, 4000)[k % 3], seed=k, why=False))


def sharp_positions(n):
    """Yield n positions of 8 to 20 discs with each move's perfect result: no win at once, few moves right."""
    bitbully = pytest.importorskip("bitbully")
    solver, game, seed, found = bitbully.BitBully(), load_game("connect-four"), 0, 0
    while found < n:
        seed += 1
        rng, state, board = Rng(seed), game.new(1), bitbully.Board()
        while not state.is_over and board.count_tokens() < 8 + found % 13:
            action = state.policy(rng)
            state.apply(action)
            board.play(action)
        if state.is_over or any(_after(state, action).is_over for action in state.legal_actions()):
            continue
        results = {column: (score > 0) - (score < 0) for column, score in solver.score_all_moves(board).items()}
        if 2 * sum(x == max(results.values()) for x in results.values()) <= len(results):
            found += 1
            yield state, results


def _after(state, action):
    after = state.clone()
    after.apply(action)
    return after


@pytest.mark.slow
def test_connect_four_against_perfect_play():
    """A search may be wrong, but not sure and wrong: calling every right move worse than one that loses value."""
    n, optimal, wrong = 200, {1000: 0, 10_000: 0, 100_000: 0}, {1000: 0, 10_000: 0, 100_000: 0}
    for k, (state, results) in enumerate(sharp_positions(n)):
        top = max(results.values())
        for budget in optimal:
            found = run_search(state, iterations=budget, seed=k)
            is_right = results[found.best.action] == top
            optimal[budget] += is_right
            wrong[budget] += not is_right and all(
                move.loss.low > 0 for move in found.moves if results[move.action] == top)
            assert is_right or not found.certain
    assert optimal[100_000] >= 0.95 * n, optimal
    assert all(count <= 0.01 * n for count in wrong.values()), wrong
