"""Where Python meets compiled code: whatever is given, the answer is a value or one clear error, never a fault.

Every case here ended the interpreter once, hung it, or read memory that was not the state's. `tests/fuzz/misuse.py`
looks for more.
"""
import copy
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from kingmaker.games import (
    ContractError,
    Game,
    GameState,
    IllegalActionError,
    KingmakerError,
    PyGameState,
    PythonState,
    Rng,
    available_games,
    load_game,
)
from kingmaker.games._base import CHECKED
from kingmaker.games._rng import _restore_rng
from kingmaker.games.check._perft import count
from kingmaker.games.kuhn_python.state import KuhnPythonState

ROOT = Path(__file__).resolve().parents[2]
GAMES = [load_game(name) for name in available_games()]
every_game = pytest.mark.parametrize("game", GAMES, ids=str)
NO_IDS = (-1, 10**6 + 1, 2**31 - 1, 2**31, 2**64, -2**63, 10**5000, 0.5, 1.0, float("nan"), True, None, "0", b"0", [],
          "\x00")


@every_game
def test_only_ids_of_the_game_are_formatted(game):
    state = game.new(1)
    for action in (*NO_IDS, game.n_actions):
        with pytest.raises(KingmakerError, match=rf"expected an action in \[0, {game.n_actions}\)"):
            state.format_action(action)
    assert state.format_action(np.int64(state.legal_actions()[0])) == state.legal_moves()[0]


@every_game
def test_every_id_of_the_game_has_a_text_or_is_refused(game):
    state = game.new(1)
    for action in range(game.n_actions):
        try:
            text = state.format_action(action)
        except KingmakerError as error:
            text = str(error).partition(": the action")[0] + " means nothing"
        assert text.isprintable()


@every_game
def test_only_legal_actions_are_made_looked_at_or_asked_about(game):
    start, end = game.new(1), game.new(1)
    end.playout(Rng(1))
    for state in (start, end):
        text = state.text()
        illegal = [action for action in range(min(game.n_actions, 200)) if action not in state.legal_actions()]
        for action in (*NO_IDS, game.n_actions, *illegal[:20]):
            for call in (state.apply, state.ends_turn, lambda a, s=state: s.observe(a, 0)):
                with pytest.raises(IllegalActionError, match="illegal action"):
                    call(action)
        assert state.text() == text


@every_game
def test_texts_that_are_no_moves_are_refused(game):
    state = game.new(1)
    for move in ("pick 39981 20", "pick -1 2", "build T1 99,99", "move 9,9 9,9", "", " ", "\x1b[31m", "\x00",
                 "9" * 5000, "x" * 10**6, "\ud800", None, 1, b"x", [], {}):
        for call in (state.parse_action, state.apply_move):
            with pytest.raises(IllegalActionError, match="illegal move") as error:
                call(move)
            assert len(str(error.value)) < 10_000
    assert state == game.new(1)


@every_game
def test_only_players_of_the_game_are_observers(game):
    state, rng = game.new(1), Rng(1)
    calls = [state.view, state.svg, state.outcome, lambda p: state.determinize(p, rng), lambda p: state.world(p, rng),
             lambda p: state.observe(state.legal_actions()[0], p), game.player_name]
    if game.has("worlds"):
        calls += [state.n_worlds, lambda p: state.nth_world(p, 0)]
    for player in (*NO_IDS, game.n_players):
        for call in calls:
            with pytest.raises(KingmakerError, match="expected a player"):
                call(player)


@every_game
def test_a_state_is_made_whole_or_not_at_all(game):
    state = game.new(1)
    cls = type(state)
    for make in (cls, lambda *given: cls.__new__(cls, *given), lambda *given: GameState.__new__(cls, *given)):
        for given in ((game,), (game, None), (game, object()), (), (None,)):
            with pytest.raises(TypeError):
                make(*given)
    with pytest.raises(TypeError):
        object.__new__(cls)
    assert copy.copy(state) == copy.deepcopy(state) == pickle.loads(pickle.dumps(state)) == state
    state.__init__()
    assert state == game.new(1)


def test_a_class_that_inherits_is_not_made_either():
    class Mine(type(load_game("kuhn-poker").new(1))):
        def _format_action(self, action):
            return "mine"

    with pytest.raises(TypeError, match=r"states are made by Game\.new, Game\.parse or clone"):
        Mine(load_game("kuhn-poker"))


def test_games_do_not_change_under_their_states():
    game = load_game("brian-boru", players=3)
    for name in ("n_players", "n_actions", "max_legal", "max_decisions", "options", "other"):
        with pytest.raises(AttributeError, match="a game does not change"):
            setattr(game, name, 100)
    with pytest.raises(AttributeError, match="does not change"):
        del game.n_players
    with pytest.raises(TypeError):
        game.options["players"] = 5
    with pytest.raises(TypeError):
        game.new(1).rules.number["D1"] = 1000
    with pytest.raises(KingmakerError, match="option players"):
        Game(game.spec, {"players": 50})


def test_states_and_games_of_others_are_refused():
    states = [game.new(1) for game in GAMES]
    for one in states:
        for other in (*states, load_game("two-heirs", mode="solo").new(1)):
            if other.game != one.game:
                with pytest.raises(KingmakerError, match="expected a state of"):
                    one.copy_from(other)
    two = load_game("oh-hell")
    for name in ("kuhn-poker", "leduc-poker", "tic-tac-toe", "connect-four"):
        with pytest.raises(KingmakerError, match="expected a game of 2 players"):
            load_game(name).spec.new(two, Rng(1))
    with pytest.raises(TypeError, match="expected a Game"):
        two.spec.new("oh-hell", Rng(1))


@every_game
def test_generators_must_be_generators(game):
    state = game.new(1)
    for rng in (None, 1, "x", object(), np.random.default_rng(1)):
        for call in (state.sample, state.policy, state.playout, lambda r: state.determinize(0, r),
                     lambda r: state.world(0, r)):
            with pytest.raises(TypeError):
                call(rng)


@pytest.mark.parametrize("name", ["two-heirs", "brian-boru"])
def test_methods_of_single_games_check_too(name):
    state = load_game(name).new(1)
    end = state.clone()
    end.playout(Rng(1))
    if name == "brian-boru":
        for observer in (-2, 4, 10**6, 2**40, 0.5, "0"):
            with pytest.raises(KingmakerError, match="expected a player"):
                state.position(observer)
            with pytest.raises(KingmakerError, match="expected a player"):
                state.can_redraw(observer, 1, Rng(1))
        with pytest.raises(KingmakerError, match="the game is over"):
            end.lead_towns()
        return
    for tile in ("T99", None, 3):
        with pytest.raises(KingmakerError, match="expected one of"):
            state.lack(tile)
    for call in (end.action_features, end.state_features):
        with pytest.raises(KingmakerError, match="the game is over"):
            call()


@pytest.mark.parametrize("name", ["two-heirs", "brian-boru"])
def test_ledgers_follow_legal_games_only(name):
    game = load_game(name)
    ledger, start = game.spec.ledger([game.options]), game.new(1)
    state, actions, rng = game.new(1), [], Rng(1)
    while not state.is_over:
        actions.append(state.sample(rng))
        state.apply(actions[-1])
    foreign = load_game("two-heirs" if name == "brian-boru" else "brian-boru").new(1)
    for given in ([-1], [10**6], [2**31 - 1], [*actions[:3], -5], [*actions, actions[-1]], [7] * 400):
        with pytest.raises(IllegalActionError, match="is illegal there"):
            ledger.add(0, start, np.array(given, np.int32))
    for given in (None, [1], np.zeros(3), "x", np.zeros((2, 2), np.int32)):
        with pytest.raises((TypeError, ValueError)):
            ledger.add(0, start, given)
    for given in (foreign, None, "x"):
        with pytest.raises(TypeError, match="expected a state"):
            ledger.add(0, given, np.array(actions, np.int32))
    assert all(len(rows) == 0 for table in ledger.take().values() for rows in table.values())
    ledger.add(0, start, np.array(actions, np.int32))
    assert len(ledger.take()["games"]["game"]) == 1


@pytest.mark.parametrize("name", ["two-heirs", "brian-boru"])
def test_components_that_do_not_fit_are_refused(name):
    rules = load_game(name).new(1).rules
    if name == "two-heirs":
        twice = (*rules.tiles[:26], rules.tiles[0])
        for tiles, treasures in (((), ()), (rules.tiles[:5], rules.treasures), (rules.tiles * 2, rules.treasures),
                                 (rules.tiles, rules.treasures[:1]), (twice, rules.treasures)):
            with pytest.raises(KingmakerError, match="expected 27 different tiles"):
                type(rules)(tiles, treasures)
    else:
        for players, short in ((50, 0), (2, 0), (-1, 0), (3, 99), (3, -1)):
            with pytest.raises(KingmakerError, match="brian-boru: expected"):
                type(rules)(rules.parts, players, short, "any")
    for helper in ("_set_town", "_set_tile", "_set_terrain", "_set_allowed"):
        assert not hasattr(rules, helper), "what writes into the struct is not Python's to call"


# -- the generator --------------------------------------------------------------------------------------------------


def test_a_generator_is_whole_from_birth():
    assert 0 <= Rng.__new__(Rng).below(5) < 5
    assert pickle.loads(pickle.dumps(Rng.__new__(Rng))).below(7) in range(7)
    with pytest.raises(KingmakerError, match="never leaves"):
        _restore_rng(0, 0)


def test_draws_check_their_bounds():
    rng = Rng(1)
    for n in (0, -1, 2**32, 2**64, -2**70, 10**5000, 2.5, 1.0, float("nan"), None, "5", True, []):
        with pytest.raises(ValueError, match="1 <= n"):
            rng.below(n)
        with pytest.raises(ValueError, match="1 <= n"):
            rng.draws(1, n)
    for n in (-1, 2**40, 0.5, None, "5"):
        with pytest.raises(KingmakerError, match="expected a count"):
            rng.draws(n, 5)
    assert rng.below(np.int32(3)) in range(3)
    for items in ({1: 2}, {1, 2}, None, 5):
        with pytest.raises(TypeError):
            rng.choice(items)


class Keeper(KuhnPythonState):
    """Keeps the generator that was lent to it, which is not its own."""

    kept = None

    def determinize(self, observer, rng):
        Keeper.kept = rng
        super().determinize(observer, rng)


def test_a_lent_generator_that_is_kept_does_not_reach_the_lender():
    game = load_game("kuhn-python")
    mine, same = Rng(3), Rng(3)
    PyGameState(game, Keeper((0, 1))).determinize(0, mine)
    PyGameState(game, KuhnPythonState((0, 1))).determinize(0, same)
    Keeper.kept.draws(100, 10)
    assert mine.draws(5, 1000) == same.draws(5, 1000)
    del mine
    Keeper.kept.draws(100, 10)


# -- games in Python ------------------------------------------------------------------------------------------------


def test_the_adapter_takes_python_states_only():
    game = load_game("kuhn-python")
    for inner in (None, "x", object(), KuhnPythonState):
        with pytest.raises(TypeError, match="expected a PythonState"):
            PyGameState(game, inner)
    with pytest.raises(TypeError):
        PyGameState(game)
    with pytest.raises(TypeError, match="expected a Game"):
        PyGameState("kuhn-python", KuhnPythonState((0, 1)))


class NoCopy(KuhnPythonState):
    """A copy of it is nothing."""

    def copy(self):
        return None


class Boundless(KuhnPythonState):
    """Its estimates know no bounds."""

    bound = float("inf")

    def priors(self, actions):
        return [self.bound] * len(actions)

    def evaluate(self):
        return [self.bound, -self.bound]


def test_what_a_game_in_python_answers_is_checked():
    game = load_game("kuhn-python")
    with pytest.raises(TypeError, match="expected a PythonState"):
        PyGameState(game, NoCopy((0, 1))).clone()
    for bound in (float("inf"), 1e300, 10**400):
        Boundless.bound = bound
        state = PyGameState(game, Boundless((0, 1)))
        for call in (state.priors, state.evaluate):
            with pytest.raises(ContractError, match="numbers"):
                call()


# -- the mechanism --------------------------------------------------------------------------------------------------


@every_game
def test_no_game_stands_before_the_checks(game):
    for cls in type(game.new(1)).__mro__[:-2]:
        assert not set(vars(cls)) & set(CHECKED)


def test_a_game_that_stands_before_them_is_refused():
    class Sly(PyGameState):
        def view(self, observer):
            return "all"

    with pytest.raises(ContractError, match=r"expected _format_action, _view and _svg.* got view"):
        Sly(load_game("kuhn-python"), KuhnPythonState((0, 1)))


def test_depths_of_perft_are_bounded():
    for depth in (-1, 1001, 2**31 - 1, 2**40, 0.5, None, True):
        with pytest.raises(KingmakerError, match="expected a number of decisions"):
            count(load_game("kuhn-poker").new(1), depth)
    assert issubclass(KuhnPythonState, PythonState)


def test_a_misused_call_does_not_end_the_interpreter():
    """The findings as they were reported, in a process of their own."""
    calls = [f"load_game('{name}').new(1).format_action({n})" for name in ("two-heirs", "brian-boru")
             for n in (-1, load_game(name).n_actions, 10**6, 2**31 - 1)]
    calls += ["load_game('brian-boru').new(1).parse_action('pick 39981 20')",
              "type(load_game('brian-boru').new(1))(load_game('brian-boru')).text()",
              "load_game('phantom-444').new(1).observe(2**31-1, 1)", "load_game('phantom-444').new(1).observe(-1, 1)"]
    calls += ["type(load_game('kuhn-poker').new(1)).text(5)", "Rng.below(int, 5)", "Rng.__new__(Rng).below(0)"]
    program = ("from kingmaker.games import *\nfor call in CALLS:\n  try: print(eval(call))\n"
               "  except (TypeError, KingmakerError): pass")
    done = subprocess.run([sys.executable, "-c", program.replace("CALLS", repr(calls))], cwd=ROOT, capture_output=True,
                          text=True, check=False, env={"PYTHONPATH": str(ROOT / "src")}, timeout=120)
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (0, "", 0), done
