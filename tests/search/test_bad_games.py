"""Games that break the contract, and settings that mean nothing: one clear error, never a wrong answer."""
import pytest

from kingmaker.games import ConfigError, ContractError, IllegalActionError, load_game
from kingmaker.search import SearchConfig, StopFlag, grow_tree, run_search
from tests.search.fixture_games import Alike, game_of


class Sound(Alike):
    """Two players move in turn, three times; the base that each bad game spoils."""

    depth = 3
    hidden = True

    def player(self):
        return -4 if len(self.history) == 3 else len(self.history) % 2


class Raises(Sound):
    def apply(self, action):
        if len(self.history) == 2:
            raise RuntimeError("the dog ate the rules")
        super().apply(action)


class RaisesInReturns(Sound):
    def returns(self):
        raise KeyError("score")


class RaisesInDeterminize(Sound):
    def determinize(self, observer, rng):
        raise ZeroDivisionError("no worlds")


class NoAction(Sound):
    def legal_actions(self):
        return [0, 1, 2] if len(self.history) < 2 else []


class TooManyActions(Sound):
    def legal_actions(self):
        return [0, 1, 2] if len(self.history) < 2 else [0, 1, 2, 3]


class Unsorted(Sound):
    def legal_actions(self):
        return [0, 1, 2] if len(self.history) < 1 else [2, 1]


class Twice(Sound):
    def legal_actions(self):
        return [0, 1, 2] if len(self.history) < 1 else [1, 1]


class NegativeAction(Sound):
    def legal_actions(self):
        return [0, 1, 2] if len(self.history) < 1 else [-1, 1]


class HugeAction(Sound):
    def legal_actions(self):
        return [0, 1, 2] if len(self.history) < 1 else [0, 10**12]


class WordAction(Sound):
    def legal_actions(self):
        return [0, 1, 2] if len(self.history) < 1 else ["a", "b"]


class WrongPlayer(Sound):
    def player(self):
        return 2 if len(self.history) == 1 else super().player()


class NegativePlayer(Sound):
    def player(self):
        return -1 if len(self.history) == 1 else super().player()


class NoPlayer(Sound):
    def player(self):
        return None if len(self.history) == 1 else super().player()


class WrongLength(Sound):
    def returns(self):
        return [1.0]


class NotANumber(Sound):
    def returns(self):
        return [float("nan"), 0.0]


class Infinite(Sound):
    def returns(self):
        return [float("inf"), 0.0]


class WordReturns(Sound):
    def returns(self):
        return ["won", "lost"]


class OutOfBounds(Sound):
    def returns(self):
        return [2000.0, -2000.0]


class UnevenWins(Sound):
    def wins(self):
        return [1.0, 1.0]


class Endless(Sound):
    def player(self):
        return len(self.history) % 2


class ChangesOwnActions(Sound):
    """The sampler changes what the mover may do."""

    def legal_actions(self):
        return [0, 1] if self.secret == 3 and not self.history else [0, 1, 2]


class ChangesPlayer(Sound):
    """In some worlds another player is to act."""

    def player(self):
        return super().player() if self.secret < 5 or self.history else 1


class BadLabel(Sound):
    hidden_actions = True

    def observe(self, action, observer):
        return -5


class BadOutcome(Sound):
    def outcome(self, observer):
        return "a card"


BAD = {
    Raises: (ContractError, "raises: apply\\(\\) raised RuntimeError: the dog ate the rules"),
    RaisesInReturns: (ContractError, "returns\\(\\) raised KeyError: 'score'"),
    RaisesInDeterminize: (ContractError, "determinize\\(\\) raised ZeroDivisionError: no worlds"),
    OutOfBounds: (ContractError, "within the declared"),
    UnevenWins: (ContractError, "sum to 1"),
    NoAction: (ContractError, "noaction: no legal action"),
    TooManyActions: (ContractError, "4 legal actions, declared max_legal=3"),
    Unsorted: (ContractError, "ascending"),
    Twice: (ContractError, "ascending"),
    NegativeAction: (ContractError, "ascending"),
    HugeAction: (ContractError, "ascending"),
    WordAction: (ContractError, "whole numbers"),
    WrongPlayer: (ContractError, "got 2"),
    NegativePlayer: (ContractError, "got -1"),
    NoPlayer: (ContractError, "got None"),
    WrongLength: (ContractError, "must return 2 numbers"),
    NotANumber: (ContractError, "finite"),
    Infinite: (ContractError, "finite"),
    WordReturns: (ContractError, "finite numbers"),
    Endless: (ContractError, "max_decisions=3"),
    ChangesOwnActions: (ContractError, "changed the observer's own legal actions"),
    ChangesPlayer: (ContractError, "player 1 acts"),
    BadLabel: (ContractError, "observe"),
    BadOutcome: (ContractError, "outcome"),
}
SEARCHES = [{}, {"trees": "many"}, {"worlds": "fixed", "n_worlds": 40}, {"trees": "none"}, {"rollout": "mast"},
            {"opponents": "uniform"}]
UNASKED = {(BadLabel, 0), (BadLabel, 2), (BadLabel, 3), (BadLabel, 4), (BadLabel, 5), (BadOutcome, 3)}


@pytest.mark.parametrize(("bad", "search"), [
    pytest.param(bad, k, id=f"{bad.__name__}-{k}")
    for bad in BAD for k in range(len(SEARCHES))])
def test_bad_game_is_refused(bad, search):
    """The error names the game's fault, the same one whatever the search, also from a thread."""
    error, message = BAD[bad]
    state = game_of(bad, hidden_actions=False).parse("1:")
    options = {"iterations": 800, "seed": 1, **SEARCHES[search]}
    if (bad, search) in UNASKED:
        run_search(state, **options)
        return
    for jobs in (1, 2):
        with pytest.raises(error, match=message):
            run_search(state, jobs=jobs, **options)


def test_sound_game_is_not_refused():
    for options in SEARCHES:
        assert run_search(game_of(Sound).parse("1:"), iterations=480, seed=1, **options).iterations == 480


def test_error_of_a_game_names_the_position():
    with pytest.raises(ContractError, match=r"no legal action although the game is not over, in '\d:\d,\d'"):
        run_search(game_of(NoAction).parse("1:"), iterations=800, seed=1)


def test_search_goes_on_after_a_refused_game():
    """Nothing is left behind: Ctrl-C's handler, threads, the stop flag."""
    import signal
    handler = signal.getsignal(signal.SIGINT)
    stop = StopFlag()
    with pytest.raises(ContractError):
        run_search(game_of(Raises).parse("1:"), iterations=800, seed=1, jobs=2, stop=stop)
    assert signal.getsignal(signal.SIGINT) is handler
    assert not stop.is_set
    assert run_search(load_game("kuhn-poker").new(1), iterations=800, seed=1, stop=stop).iterations == 800


# -- settings that mean nothing -------------------------------------------------------------------

BAD_OPTIONS = [
    {"iterations": 0}, {"iterations": -5}, {"iterations": float("nan")}, {"iterations": 7}, {"iterations": "many"},
    {"iterations": "8e3"}, {"iterations": 10**13}, {"iterations": None}, {"seconds": 0}, {"seconds": -1.0},
    {"seconds": float("nan")}, {"seconds": float("inf")}, {"seconds": "soon"}, {"confidence": 0},
    {"confidence": 100}, {"confidence": float("nan")}, {"memory_mb": 0}, {"memory_mb": -1}, {"memory_mb": float("nan")},
    {"replicates": 0}, {"replicates": -1}, {"n_worlds": 0}, {"c": -0.1}, {"c": "nan"}, {"c": float("inf")},
    {"c": "wide"}, {"fpu": 1.5}, {"epsilon": -0.1},
    {"epsilon": 2}, {"depth": -2}, {"widen_base": 0}, {"widen_power": 1.5},
    {"win_weight": 1.1}, {"margin_scale": -1}, {"trees": "two"}, {"worlds": "real"}, {"opponents": "nice"},
    {"rollout": "heavy"}, {"root": "exp3"}, {"root": 1}, {"outcomes": "closed"}, {"priors": "yes"},
    {"root": "halving", "iterations": None, "seconds": 1.0}, {"worlds": "fixed", "trees": "many"},
    {"worlds": "fixed", "root": "equal"},
]


@pytest.mark.parametrize("options", BAD_OPTIONS, ids=str)
def test_settings_that_mean_nothing_are_refused(options):
    """One message that starts with what is set up and names the key."""
    with pytest.raises(ConfigError, match=r"^search: ") as caught:
        run_search(load_game("kuhn-poker").new(1), seed=1, **options)
    assert "\n" not in str(caught.value)
    assert any(key in str(caught.value) or "budget" in str(caught.value) for key in options)


@pytest.mark.parametrize("options", [{"c": None}, {"c": "none"}, {"n_worlds": None}, {"replicates": 2.5},
                                     {"iterations": 1000.5}, {"c": [1]}, {"seed": -1}, {"seed": 1.5},
                                     {"verify": -1}, {"jobs": 2.5}], ids=str)
def test_settings_of_the_wrong_type_are_refused(options):
    with pytest.raises(ConfigError):
        run_search(load_game("kuhn-poker").new(1), **{"seed": 1, "iterations": 800, **options})


def test_unknown_keys_are_refused_with_the_known_ones():
    with pytest.raises(ConfigError, match=r"unknown key 'iteration'; known: iterations, .*did you mean 'iterations'\?"):
        run_search(load_game("kuhn-poker").new(1), iteration=5)
    with pytest.raises(ConfigError, match="unknown key 'xyz'"):
        SearchConfig().with_options({"xyz": 1})


@pytest.mark.parametrize(("game", "options", "message"), [
    ("kuhn-poker", {"rollout": "policy"}, "kuhn-poker has no policy; .* it has: worlds"),
    ("kuhn-poker", {"opponents": "policy"}, "has no policy"),
    ("tic-tac-toe", {"priors": True}, "has no priors; .* it has: none of them"),
    ("tic-tac-toe", {"bias": 1.0}, "has no priors"),
    ("phantom-444", {"depth": 3}, "has no evaluation"),
    ("connect-four", {"worlds": "stratified"}, "has no worlds; .* it has: evaluation, policy, priors"),
])
def test_what_the_game_does_not_offer_is_refused(game, options, message):
    with pytest.raises(ConfigError, match=message):
        run_search(load_game(game).new(1), seed=1, **options)


def test_finished_games_and_impossible_calls_are_refused():
    state = load_game("kuhn-poker").parse("KJ:pp")
    with pytest.raises(ConfigError, match="the game is over, nobody has to decide"):
        run_search(state)
    start = load_game("kuhn-poker").new(1)
    for jobs in (0, -2):
        with pytest.raises(ConfigError, match="jobs"):
            run_search(start, jobs=jobs)
    for options in ({"trees": "none"}, {"worlds": "fixed"}):
        with pytest.raises(ConfigError, match="verify needs one tree"):
            run_search(start, verify=10, **options)
    with pytest.raises(IllegalActionError):
        run_search(start, keep=["jump"])
    with pytest.raises(ConfigError, match="owner"):
        grow_tree(load_game("phantom-444").new(1), iterations=80, seed=1).to_arrays(2)
