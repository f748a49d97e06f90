"""Trees prove too: results of ended games go up in them, as far as nothing hidden can change the rest."""
import json
import random

import pytest

from kingmaker.games import TERMINAL, Rng, load_game
from kingmaker.search import SearchConfig, engine, run_search
from kingmaker.search.proof import can_back_up, open_moves, prove
from tests.search.fixture_games import Secret, game_of


class Heap(Secret):
    """Three players take one or two from a heap; who takes the last wins. The history begins with the heap's size."""

    n_players = 3
    n_actions = 10
    depth = 10
    points = (0.0, 1.0)
    win_weight = 1.0

    def left(self):
        return self.history[0] - sum(self.history[1:])

    def player(self):
        return (len(self.history) - 1) % 3 if self.left() else TERMINAL

    def legal_actions(self):
        return [1, 2][:self.left()]

    def returns(self):
        points = [0.0] * 3
        points[(len(self.history) - 2) % 3] = 1.0
        return points


class Forks(Secret):
    """Three players, four decisions between two ways each; points of each end are drawn once and for all."""

    n_players = 3
    knows = (0, 1, 2)
    depth = 4
    points = (0.0, 1.0)

    def player(self):
        return len(self.history) % 3 if len(self.history) < 4 else TERMINAL

    def legal_actions(self):
        return [0, 1]

    def returns(self):
        draw = random.Random(str((self.secret, self.history)))
        return [draw.random() for _ in range(3)]


def max_n(secret, history=()):
    """The points of all when everybody makes the most of his own."""
    if len(history) == 4:
        return Forks(secret, history).returns()
    return max((max_n(secret, (*history, a)) for a in (0, 1)), key=lambda points: points[len(history) % 3])


@pytest.fixture
def trees_alone(monkeypatch):
    """Searches whose solver never finds anything."""
    monkeypatch.setattr(engine, "prove", lambda *args: None)


def known_connect_four(n, discs):
    """Yield n positions with what the solver has proved of them."""
    seed = 0
    while n:
        seed += 1
        state, rng = load_game("connect-four").new(seed), Rng(seed)
        for _ in range(discs + seed % 8):
            if not state.is_over:
                state.apply(state.policy(rng))
        if not state.is_over:
            n -= 1
            yield seed, state, prove(state, SearchConfig(iterations=10**6), seed)


@pytest.mark.parametrize("options", [{}, {"select": "puct"}, {"root": "halving"}])
def test_what_trees_prove_is_what_the_solver_proves(trees_alone, options):
    n_certain = 0
    for seed, state, proof in known_connect_four(12, 24):
        found = run_search(state, iterations=4000, seed=seed, **options)
        exact = {move.action: move.value for move in proof.moves if move.is_exact}
        for move in found.moves:
            if move.certain:
                assert exact.get(move.action, 0.0 if proof.best.value == 0 else -1) == move.value.mean
                assert move.value.low == move.value.high == move.win.mean
                end = state.clone()
                for action in move.line:
                    end.apply(action)
                assert end.wins()[state.player] == move.win.mean
        if found.certain:
            n_certain += 1
            assert found.stopped_by == "proved"
            assert found.best.value.mean == proof.best.value
            assert found.iterations < 4000
    assert n_certain >= 6


def test_a_lost_move_gets_no_more_visits(trees_alone):
    """Three discs stand above one another on d: all replies but d lose at once."""
    state = load_game("connect-four").new(1)
    for column in "dcdcced":
        state.apply_move(column)
    found = run_search(state, iterations=800, seed=1)
    lost = {move.move for move in found.moves if move.certain and move.value.mean == 0}
    assert found.best.move == "d"
    assert lost == {"a", "b", "c", "e", "f", "g"}
    assert all(not move.tied and move.loss.low > 0 and move.p_best < 1e-6 for move in found.moves if move.certain)
    assert all(move.visits <= 8 * 8 for move in found.moves if move.move in lost)  # a rollout and seven replies a tree


def test_three_players_who_wins_from_a_heap():
    """By hand: of 2 the first takes all; of 3 the second wins, of 4 one of the others, of 5 nobody knows who it is."""
    game = game_of(Heap, hidden=False)
    for size, value in ((2, 1.0), (3, 0.0), (4, 0.0)):
        found = run_search(game.parse(f"0:{size}"), iterations=400, seed=1)
        assert (found.certain, found.stopped_by, found.best.win.mean) == (True, "proved", value), size
    assert not run_search(game.parse("0:5"), iterations=4000, seed=1).certain


def test_three_players_each_for_himself():
    game = game_of(Forks, hidden=False)
    n_certain = 0
    for secret in range(20):
        found = run_search(game.parse(f"{secret}:"), iterations=400, seed=secret)
        n_certain += found.certain
        if found.certain:
            assert list(found.best.returns) == max_n(secret)
        for move in found.moves:
            if move.certain:
                assert list(move.returns) == max_n(secret, (move.action,))
    assert n_certain >= 10


def test_nothing_is_proved_where_something_is_hidden():
    """The same game, but some player might not know what was drawn: trees keep no bounds."""
    state = game_of(Forks).new(1)
    assert not can_back_up(state, SearchConfig())
    assert not any(searcher.bounds() for searcher in engine.search_trees(state, iterations=400, seed=1)[1])
    assert not run_search(state, iterations=400, seed=1).certain
    for name in ("kuhn-poker", "oh-hell", "two-heirs", "brian-boru", "phantom-444"):
        assert not can_back_up(load_game(name).new(1), SearchConfig())
    for keys in ({"solve": False}, {"trees": "none"}, {"worlds": "fixed"}, {"opponents": "uniform"},
                 {"redeterminize": True}, {"outcomes": "open"}, {"fpu": 0.5}):
        assert not can_back_up(load_game("connect-four").new(1), SearchConfig(**keys))


def test_proofs_do_not_hang_on_jobs(trees_alone):
    for seed, state, _ in known_connect_four(3, 20):
        one, other = (run_search(state, iterations=4000, seed=seed, jobs=jobs).to_dict() for jobs in (1, 2))
        assert json.dumps(one) == json.dumps(other)


def test_bounds_leave_out_what_is_no_better():
    assert open_moves([(0.0, 1.0)] * 3) == [True] * 3
    assert open_moves([(0.0, 0.0), (0.0, 0.0)]) == [True, True]
    assert open_moves([(0.5, 0.5), (0.5, 1.0)]) == [False, True]
