"""What is proved is true: against brute force written apart, by the public methods of states alone."""
import json
import math
import random
import statistics
import time

import pytest

from kingmaker.games import Rng, load_game
from kingmaker.games.files.positions import load_position
from kingmaker.search import SearchConfig, run_search
from kingmaker.search.hint.hint import hint
from kingmaker.search.proof import can_be_solved, prove

ALL_SETS = ("travel", "dominion", "trade", "war", "crafts", "guard")
ISSUE = ("white main 0 0 0 / R1 W6 R7 - R6 R8 / - / - / T6 / W5@0,0 T1b@1,2 T2b@0,2 T3b@0,1 T4@-1,2 T5w@-1,0 T7b@2,1 "
         "T8b@1,4 T9w@-1,1 W1b@0,4 W2b@-2,2 W3b@-2,0 W4b@-1,3 W7w@-1,4 W8w@-1,5 W9b@1,1 R2b@2,2 R3@0,3 R4@-2,1 R5w@1,3 "
         "R9w@2,3 / -1,1 0,1 1,1 / 0,2 0,3 s / -")
BRUTE = 3000  # positions that Python can look at in a test


class TooLarge(Exception):
    """Brute force would take too long."""


def margin_of(returns, player):
    return returns[player] - max((x for p, x in enumerate(returns) if p != player), default=0.0)


def brute(state, player, known, limit=BRUTE):
    """Return (win, margin) of a player when both do what is best: no pruning, positions told apart by their texts."""
    if state.is_over:
        return state.wins()[player], margin_of(state.returns(), player)
    text = state.text()
    if text not in known:
        if len(known) >= limit:
            raise TooLarge
        results = []
        for action in state.legal_actions():
            after = state.clone()
            after.apply(action)
            results.append(brute(after, player, known, limit))
        known[text] = max(results) if state.player == player else min(results)
        assert (known[text][1] if state.player == player else -known[text][1]) <= state.ceiling(), text
    return known[text]


def by_action(state, limit=BRUTE):
    """Return what brute force makes of each legal action, or None where that takes too long."""
    known, found = {}, {}
    try:
        for action in state.legal_actions():
            after = state.clone()
            after.apply(action)
            found[action] = brute(after, state.player, known, limit)
    except TooLarge:
        return None
    return found


def check(state, seed=1, limit=BRUTE):
    """Compare the solver with brute force, every move; return its seconds, or None where brute force takes too long."""
    expected = by_action(state, limit)
    if expected is None:
        return None
    began = time.process_time()
    proof = prove(state, SearchConfig(iterations=10**6), seed)
    seconds = time.process_time() - began
    assert proof is not None, state.text()
    best = max(expected.values())
    for move in proof.moves:
        if move.is_exact:
            assert (move.wins[state.player], move.margin) == expected[move.action], (state.text(), move)
        else:
            assert expected[move.action] <= best
    assert expected[proof.best.action] == best, state.text()
    end = state.clone()
    for action in proof.best.line:
        end.apply(action)
    assert (end.wins()[state.player], margin_of(end.returns(), state.player)) == best
    return seconds


def settled_position(name, seed, **options):
    """Return a random settled position of a game that is played by its policy, or None."""
    state, rng = load_game(name, **options).new(seed), Rng(seed)
    found = []
    while not state.is_over:
        if state.is_settled and len(state.legal_actions()) > 1:
            found.append(state.clone())
        state.apply(state.policy(rng) if seed % 4 else state.sample(rng))
    return random.Random(seed).choice(found[-9:]) if found else None


def last_turns(mode, n, limit=BRUTE):
    """Yield the seconds of n settled positions that brute force can do, all sets and levels, early and late."""
    seed, done = 0, 0
    while done < n:
        seed += 1
        draw = random.Random(seed)
        chosen = draw.sample(ALL_SETS, 3)
        options = {"mode": mode, "sets": ",".join(one for one in ALL_SETS if one in chosen)}
        if mode == "solo":
            options["level"] = draw.randint(1, 3)
        state = settled_position("two-heirs", seed, **options)
        seconds = None if state is None else check(state, limit=limit)
        if seconds is not None:
            done += 1
            yield seconds


@pytest.mark.parametrize("mode", ["duel", "solo"])
def test_last_turns(mode):
    assert statistics.median(last_turns(mode, 4, 300)) < 0.5


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["duel", "solo"])
def test_many_last_turns(mode):
    assert statistics.median(last_turns(mode, 250)) < 0.5


def test_a_won_last_turn_is_certain():
    """Ten thousand iterations once called it lost, with an interval of no width."""
    state = load_game("two-heirs", sets="travel,war,crafts").parse(ISSUE)
    began = time.process_time()
    result = run_search(state, iterations=2000, seed=1)
    assert time.process_time() - began < 2
    assert (result.certain, result.stopped_by, result.best.win.mean, result.best.margin.mean) == (True, "proved", 1, 2)
    assert result.best.win.ci == [1.0, 1.0]
    assert result.best.returns == (38, 40)
    end = state.clone()
    for action in result.best.line:
        end.apply(action)
    assert end.returns() == [38, 40]
    equal = {m.move for m in result.moves if m.win.mean == 1 and m.margin.mean == 2}
    assert "take W6" in equal
    assert result.best.move in equal


def test_a_hint_of_a_proved_position():
    state = load_game("two-heirs", sets="travel,war,crafts").parse(ISSUE)
    found = hint(state, iterations=10_000, seed=1)
    row = json.loads(found.to_json())
    assert (row["certain"], row["stopped_by"], row["win"], row["win_ci"]) == (True, "proved", 1.0, [1.0, 1.0])
    assert (row["margin"], row["margin_ci"]) == (2.0, [2.0, 2.0])
    assert row["moves"][0]["certain"]
    assert found.plan.ends == "game"
    assert tuple(found.plan.actions) == found.best.line
    assert found.depends_on.wins[1].mean == 1
    assert found.sensitivity == ()


def test_the_endgame_example():
    """The last turn of all: proved with a larger budget, by 21 points; a line to them is played."""
    state = load_position("examples/two_heirs/endgame.toml")
    assert state.is_settled
    result = run_search(state, iterations=800, seed=1)
    assert not result.certain   # too little
    assert result.stopped_by == "iterations"


@pytest.mark.slow
def test_the_endgame_example_is_proved():
    proof = prove(load_position("examples/two_heirs/endgame.toml"), SearchConfig(iterations=500_000), 1)
    assert proof is not None
    assert (proof.best.margin, proof.best.returns) == (21, (54, 33))


# -- other games -----------------------------------------------------------------------------------------------------


def test_tic_tac_toe_is_a_certain_draw():
    result = run_search(load_game("tic-tac-toe").new(1), iterations=1000, seed=1)
    assert (result.certain, result.best.win.mean, result.iterations) == (True, 0.5, 0)
    assert all(move.certain and move.win.mean == 0.5 for move in result.moves)
    assert math.isclose(sum(move.p_best for move in result.moves), 1)
    assert len(result.tied) == 8


@pytest.mark.parametrize("seed", range(20))
def test_tic_tac_toe_positions(seed):
    state, rng = load_game("tic-tac-toe").new(1), Rng(seed)
    for _ in range(seed % 6):
        state.apply(state.sample(rng))
    assert state.is_over or check(state, limit=6000) is not None


def test_connect_four_late_positions():
    n = seed = 0
    while n < 20:
        seed += 1
        state, rng = load_game("connect-four").new(1), Rng(seed)
        for _ in range(27 + seed % 8):
            if not state.is_over:
                state.apply(state.sample(rng))
        n += not state.is_over and check(state) is not None


def test_what_is_hidden_is_never_proved():
    for name in ("kuhn-poker", "leduc-poker", "oh-hell", "goofspiel", "phantom-444", "kuhn-python"):
        state, rng = load_game(name).new(1), Rng(1)
        while not state.is_over:
            assert not can_be_solved(state, SearchConfig())
            state.apply(state.sample(rng))


@pytest.mark.parametrize("keys", [{"solve": False}, {"trees": "none"}, {"worlds": "fixed"}, {"opponents": "uniform"}])
def test_baselines_and_best_responses_do_not_ask_the_solver(keys):
    assert prove(load_game("tic-tac-toe").new(1), SearchConfig(**keys), 1) is None


def test_too_small_a_budget_changes_nothing():
    """The solver gives up silently: the search is the same as without it, byte for byte."""
    state = load_game("connect-four").new(1)
    one, other = (run_search(state, iterations=400, seed=3, solve=solve) for solve in (True, False))
    assert one.to_json() == other.to_json()


def test_a_clock_is_kept():
    state = load_game("connect-four").new(1)
    began = time.perf_counter()
    result = run_search(state, iterations=None, seconds=0.4, seed=1)
    assert result.stopped_by == "seconds"
    assert result.iterations > 0
    assert time.perf_counter() - began < 0.8


# -- intervals -------------------------------------------------------------------------------------------------------


def test_no_interval_of_a_share_is_without_width_unless_proved():
    state = load_position("examples/two_heirs/endgame.toml")
    found = hint(state, iterations=2000, seed=1, solve=False)
    for move in found.result.moves:
        for share in (move.win, move.value):
            if move.visits and not math.isnan(share.low):
                assert share.low < share.high
                assert 0 <= share.low <= share.mean <= share.high <= 1
    assert found.win.low < found.win.high
    assert found.value.low < found.value.high


@pytest.mark.slow
def test_a_large_last_turn():
    """84,000 positions by their texts: the key confuses none of them."""
    seconds = check(load_game("two-heirs", sets="travel,war,crafts").parse(ISSUE), limit=10**6)
    assert seconds < 2
