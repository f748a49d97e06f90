"""The checks must catch faults: each game here breaks the contract in one way, and one check must say which.

All are Kuhn poker with one thing spoilt, and come in by the entry point as an outside plug-in does.
"""
import itertools
import re
import sys
import zlib
from dataclasses import dataclass, field, replace
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from kingmaker.games import NotationError, PyGameState, _base, available_games, load_game, registry
from kingmaker.games.check.conformance import check_game, run_check
from kingmaker.games.check.trial import Trial
from kingmaker.games.files.ledger import Column, Ledger
from kingmaker.games.kuhn_python import GAME as KUHN
from kingmaker.games.kuhn_python.state import BET, CARDS, KuhnPythonState

NAME = "planted"
REWINDS = frozenset({"worlds", "rewind"})
HIDDEN_KING = "K"


@pytest.fixture
def plug_in(monkeypatch):
    """Return a function that registers a game from outside, as an installed package would."""
    def register(spec):
        module = ModuleType("planted_game")
        module.GAME = spec
        monkeypatch.setitem(sys.modules, "planted_game", module)
        point = SimpleNamespace(name=spec.name, value="planted_game:GAME")
        monkeypatch.setattr(registry, "entry_points", lambda group: [point])
        registry._places.cache_clear()
        registry.game_spec.cache_clear()
        return load_game(spec.name)

    yield register
    monkeypatch.undo()
    registry._places.cache_clear()
    registry.game_spec.cache_clear()


def make_spec(state_class, shell=PyGameState, **changes):
    """Return Kuhn poker played with another state class."""
    def new(game, rng):
        first = rng.below(3)
        return shell(game, state_class((first, (first + 1 + rng.below(2)) % 3)))

    def parse(game, text):
        inner = KUHN.parse(game, text).python_state
        return shell(game, state_class(inner.cards, inner.actions))

    return replace(KUHN, **{"name": NAME, "new": new, "parse": parse, **changes})


class Told(KuhnPythonState):
    """An honest variant: once player 0 has bet, player 1 is told whether the card is the king."""

    def told(self, observer):
        return observer == 1 and self.actions[:1] == (BET,)

    def outcome(self, observer):
        return (1 + (CARDS[self.cards[0]] == HIDDEN_KING)) if self.told(observer) and len(self.actions) == 1 else 0

    def view(self, observer):
        king = f" king={CARDS[self.cards[0]] == HIDDEN_KING}" if self.told(observer) else ""
        return super().view(observer) + king

    def unseen(self, observer):
        cards = [card for card in range(3) if card != self.cards[observer]]
        if self.told(observer):
            is_king = CARDS[self.cards[0]] == HIDDEN_KING
            cards = [card for card in cards if (CARDS[card] == HIDDEN_KING) == is_king]
        return cards

    def n_worlds(self, observer):
        return len(self.unseen(observer))

    def set_world(self, observer, index):
        other = self.unseen(observer)[index]
        self.cards = (self.cards[observer], other) if observer == 0 else (other, self.cards[observer])


class Secret(KuhnPythonState):
    """An honest variant with a hidden action: whether player 0 bets or passes, player 1 sees only that it is done."""

    def observe(self, action, observer):
        return 0 if not self.actions else action

    def view(self, observer):
        history = self._history()
        return f"{CARDS[self.cards[observer]]}:{history if observer == 0 else '?' + history[1:] if history else ''}"

    def player(self):
        return -4 if len(self.actions) == 2 else len(self.actions)

    def possible(self, observer):
        own = self.cards[observer]
        firsts = (0, 1) if observer == 1 and self.actions else self.actions[:1] or (None,)
        return [(card, first) for card in range(3) if card != own for first in firsts]

    def n_worlds(self, observer):
        return len(self.possible(observer))

    def set_world(self, observer, index):
        card, first = self.possible(observer)[index]
        self.cards = (self.cards[0], card) if observer == 0 else (card, self.cards[1])
        if first is not None:
            self.actions = (first, *self.actions[1:])

    def svg(self, observer):
        if observer == 1 and self.player() != -4:
            hidden = self.copy()
            hidden.actions = ()
            return KuhnPythonState.svg(hidden, 1)
        return KuhnPythonState.svg(self, observer)


def secret_spec(state_class=Secret, **changes):
    def parse(game, text):
        state = KUHN.parse(game, text).python_state
        if len(state.actions) > 2:
            raise NotationError(f"secret: expected at most two actions, got {text!r}")
        return PyGameState(game, state_class(state.cards, state.actions))

    return make_spec(state_class, **{"parse": parse, "hidden_actions": True, **changes})


@pytest.mark.parametrize("spec", [make_spec(KuhnPythonState, ledger=lambda variants: Lengths(variants)),
                                  make_spec(Told), secret_spec()],
                         ids=["kuhn", "told", "secret"])
def test_honest_plug_in_passes_everything(plug_in, spec):
    game = plug_in(spec)
    assert NAME in available_games()
    report = check_game(game, n_games=8, analyse=lambda state, seed: state.view(state.player).encode())
    report.raise_for_failures()
    assert report["uniformity"].passed
    assert report["analysis"].figures["compared"] > 5


# -- faults of hidden information --------------------------------------------------------------------------------------


class ReturnsTheTruth(KuhnPythonState):
    def determinize(self, observer, rng):
        rng.below(2)


class ReturnsTheTruthOften(KuhnPythonState):
    def determinize(self, observer, rng):
        if rng.below(3):
            super().determinize(observer, rng)


class Biased(KuhnPythonState):
    def determinize(self, observer, rng):
        self.set_world(observer, int(rng.random() < 0.54))


class ForgetsWhatWasShown(Told):
    """The view is drawn from the cards, so a wrong card shows in it."""

    def determinize(self, observer, rng):
        KuhnPythonState.set_world(self, observer, rng.below(2))


class ForgetsWhatWasTold(Told):
    """Here only the label told it: nothing but replaying can find the impossible worlds."""

    determinize = ForgetsWhatWasShown.determinize
    view = KuhnPythonState.view


class ForgetsAWorld(Secret):
    """The hidden action is never doubted."""

    def possible(self, observer):
        return [(card, self.actions[0] if self.actions else None) for card in range(3) if card != self.cards[observer]]


class DependsOnTheTruth(KuhnPythonState):
    """Uniform, but `swap or not` instead of `this card or that`."""

    def determinize(self, observer, rng):
        unseen = [self.cards[1 - observer], 3 - sum(self.cards)]
        other = unseen[rng.below(2)]
        self.cards = (self.cards[0], other) if observer == 0 else (other, self.cards[1])


class ChangesTheOwnCard(KuhnPythonState):
    def determinize(self, observer, rng):
        first = rng.below(3)
        self.cards = (first, (first + 1 + rng.below(2)) % 3)


class ViewLeaks(KuhnPythonState):
    def view(self, observer):
        return self.text()


class PictureLeaks(KuhnPythonState):
    def svg(self, observer):
        return super().svg(observer).replace("</desc>", f" {self.cards}</desc>")


class OutcomeLeaks(KuhnPythonState):
    def outcome(self, observer):
        return self.cards[1 - observer] if self.actions else 0


class ViewTellsMoreThanLabels(Told):
    def outcome(self, observer):
        return 0


class BadLabel(Secret):
    def observe(self, action, observer):
        return -1


class PlayerDependsOnTheHidden(KuhnPythonState):
    def player(self):
        turn = super().player()
        return (turn + (self.cards[1] == 2)) % 2 if turn >= 0 else turn


class HidesWithoutSayingSo(Secret):
    pass


class NumbersFromTheTruth(KuhnPythonState):
    def set_world(self, observer, index):
        if index:
            other = 3 - sum(self.cards)
            self.cards = (self.cards[0], other) if observer == 0 else (other, self.cards[1])


class MiscountsWorlds(KuhnPythonState):
    def n_worlds(self, observer):
        return 1


# -- faults of the rules -----------------------------------------------------------------------------------------------


class UnsortedLegal(KuhnPythonState):
    def legal_actions(self):
        return [1, 0]


class OutOfRangeLegal(KuhnPythonState):
    def legal_actions(self):
        return [0, 2]


class NoLegalAction(KuhnPythonState):
    def legal_actions(self):
        return [] if self.actions == (0, 1) else [0, 1]


class TooManyLegal(KuhnPythonState):
    def legal_actions(self):
        return [0, 1, 2]


class StrangePlayer(KuhnPythonState):
    def player(self):
        return 2 if self.actions == (0,) else super().player()


class RaisesInsideApply(KuhnPythonState):
    def apply(self, action):
        super().apply(action)
        1 / (len(self.actions) - 2)


class RandomApply(KuhnPythonState):
    tosses = itertools.count()

    def apply(self, action):
        super().apply(next(self.tosses) % 2)


class NeverEnds(KuhnPythonState):
    def player(self):
        return len(self.actions) % 2


class SharedCopy(KuhnPythonState):
    """Copies share one list of actions."""

    def __init__(self, cards, actions=()):
        super().__init__(cards, actions if isinstance(actions, list) else list(actions))

    def player(self):
        return KuhnPythonState(self.cards, tuple(self.actions)).player()

    def returns(self):
        return KuhnPythonState(self.cards, tuple(self.actions)).returns()

    def apply(self, action):
        self.actions.append(action)


class TooManyPoints(KuhnPythonState):
    def returns(self):
        return [2 * value for value in super().returns()]


class NotANumber(KuhnPythonState):
    def returns(self):
        return [float("nan"), 0.0]


class TwoWinners(KuhnPythonState):
    def wins(self):
        return [1.0, 1.0]


class OneName(KuhnPythonState):
    def format_action(self, action):
        return "move"


class ForgetfulText(KuhnPythonState):
    """What is asked after one look at the view is not written down: perfect memory, but not on paper."""

    def view(self, observer):
        return super().view(observer) + f" seen {len(getattr(self, 'log', ()))}"

    def apply(self, action):
        super().apply(action)
        self.log = (*getattr(self, "log", ()), action)

    def copy(self):
        copy = super().copy()
        copy.log = getattr(self, "log", ())
        return copy


class BrokenPicture(KuhnPythonState):
    def svg(self, observer):
        return super().svg(observer).replace("</svg>", "")


class NamelessPicture(KuhnPythonState):
    def svg(self, observer):
        return super().svg(observer).replace("Kuhn poker", "")


class BadPriors(KuhnPythonState):
    def priors(self, actions):
        return [0.9] * len(actions)


class QuietPriors(KuhnPythonState):
    def priors(self, actions):
        return [0.25, 0.75]


class BadEstimate(KuhnPythonState):
    def evaluate(self):
        return [5.0, -5.0]


class LeakyKey(KuhnPythonState):
    def key(self):
        return zlib.crc32(self.text().encode())


class Rewinds(KuhnPythonState):
    def rewind(self, rng):
        first = rng.below(3)
        self.cards, self.actions = (first, (first + 1 + rng.below(2)) % 3), ()

    def sight(self, player):
        return zlib.crc32(f"{player} {self.view(player)}".encode())


class StickyRewind(Rewinds):
    """Keeps the first card, which one player alone knows."""

    def rewind(self, rng):
        self.cards, self.actions = (self.cards[0], (self.cards[0] + 1 + rng.below(2)) % 3), ()


class LopsidedRewind(Rewinds):
    """Deals player 1 the king more often than the queen or the jack."""

    def rewind(self, rng):
        second = (2, 2, 1, 0)[rng.below(4)]
        self.cards, self.actions = ((second + 1 + rng.below(2)) % 3, second), ()


class LeakySight(Rewinds):
    def sight(self, player):
        return zlib.crc32(f"{player} {self.text()}".encode())


class BlindSight(Rewinds):
    def sight(self, player):
        return 1


class IllegalPolicy(KuhnPythonState):
    def policy(self, rng):
        return 7


class LopsidedSample(PyGameState):
    def sample(self, rng):
        return min(self.legal_actions()[int(rng.random() < 0.7)], 1)


class LopsidedPlayout(PyGameState):
    def playout(self, rng):
        n = 0
        while not self.is_over:
            self.apply(self.legal_actions()[int(rng.random() < 0.8)])
            n += 1
        return n


class TouchyView(KuhnPythonState):
    def svg(self, observer):
        self.cards = self.cards[::-1]
        return super().svg(observer)


def crash_on_bad_text(game, text):
    return PyGameState(game, KuhnPythonState((CARDS.index(text[0]), CARDS.index(text[1])),
                                             tuple("pb".index(letter) for letter in text[3:])))


def one_deal(game, rng):
    return PyGameState(game, KuhnPythonState((0, 1)))


def uneven_deal(game, rng):
    first = min(rng.below(4), 2)
    return PyGameState(game, KuhnPythonState((first, (first + 1 + rng.below(2)) % 3)))


@dataclass(frozen=True)
class Fault:
    state: type
    check: str
    message: str
    changes: dict = field(default_factory=dict)
    make: object = make_spec


class Lengths(Ledger):
    """An honest ledger: how many actions each game had. The faults below spoil one thing of it."""

    tables = {"lengths": (Column("game", "int64", "number"), Column("actions", "int16", "made"))}  # noqa: RUF012

    def __init__(self, variants):
        self.rows = []

    def add(self, number, start, actions):
        self.rows.append((number, len(actions)))

    def take(self):
        rows, self.rows = np.array(self.rows, np.int64).reshape(-1, 2), []
        return {"lengths": {"game": rows[:, 0], "actions": rows[:, 1]}}


class UnannouncedColumn(Lengths):
    def take(self):
        table = super().take()["lengths"]
        return {"lengths": table | {"more": table["game"]}}


class RowsTwice(Lengths):
    def take(self):
        return {"lengths": {name: np.array(values) for name, values in zip(
            ("game", "actions"), zip(*self.rows, strict=True), strict=True)}}


class GamesOutOfOrder(Lengths):
    def take(self):
        return {"lengths": {name: values[::-1] for name, values in super().take()["lengths"].items()}}


class PlaysOnInTheStart(Lengths):
    def add(self, number, start, actions):
        super().add(number, start, actions)
        start.apply(int(actions[0]))


class UnknownWord(Lengths):
    tables = {"lengths": (Column("game", "int64", "number"),  # noqa: RUF012
                          Column("actions", "word", "made", words=("none", "one")))}


FAULTS = {
    "ledger: a column more": Fault(KuhnPythonState, "ledger", "expected the columns announced", {
        "ledger": UnannouncedColumn}),
    "ledger: rows twice": Fault(KuhnPythonState, "ledger", "rows of games again", {"ledger": RowsTwice}),
    "ledger: out of order": Fault(KuhnPythonState, "ledger", "not in order", {"ledger": GamesOutOfOrder}),
    "ledger: the start": Fault(KuhnPythonState, "ledger", "the ledger changed the start", {
        "ledger": PlaysOnInTheStart}),
    "ledger: words": Fault(KuhnPythonState, "ledger", "a word beyond the last", {"ledger": UnknownWord}),
    "returns the truth": Fault(ReturnsTheTruth, "variation", r"all 500 worlds sampled .* equal the truth"),
    "returns the truth: flags": Fault(ReturnsTheTruth, "flags", "sampled worlds equal the truth"),
    "returns the truth often": Fault(ReturnsTheTruthOften, "variation", r"sampled worlds equal the truth, expected"),
    "biased sampler": Fault(Biased, "uniformity", r"not uniform \(all .* positions together: .*expected 250"),
    "forgets what was shown": Fault(ForgetsWhatWasShown, "worlds", "the view is .*in truth"),
    "forgets what was told": Fault(ForgetsWhatWasTold, "uniformity", "contradicts what this player saw"),
    "forgets a world": Fault(ForgetsAWorld, "uniformity", r"not uniform .* came 0 times", make=secret_spec),
    "depends on the truth": Fault(DependsOnTheTruth, "same_worlds", "put unseen pieces in sorted order"),
    "changes the own card": Fault(ChangesTheOwnCard, "worlds", "the sampler changes what the player knows"),
    "view leaks": Fault(ViewLeaks, "worlds", "the view shows what the player cannot know"),
    "picture leaks": Fault(PictureLeaks, "picture_leaks", "the picture shows player [01] what"),
    "outcome leaks": Fault(OutcomeLeaks, "labels", "labels tell more than views"),
    "view tells more than labels": Fault(ViewTellsMoreThanLabels, "labels", "views tell more than labels"),
    "bad label": Fault(BadLabel, "labels", r"observe\(\) must return a whole number", make=secret_spec),
    "player depends on the hidden": Fault(PlayerDependsOnTheHidden, "worlds", "the player to act is"),
    "hides without saying so": Fault(HidesWithoutSayingSo, "flags", "hidden_actions is false, but player 1",
                                     {"hidden_actions": False}, secret_spec),
    "says it hides actions": Fault(KuhnPythonState, "flags", "hidden_actions is true, but", {"hidden_actions": True}),
    "says nothing is hidden": Fault(KuhnPythonState, "flags", "spec.hidden is false", {"hidden": False}),
    "hides and says nothing": Fault(ReturnsTheTruth, "flags", "one view .* of", {"hidden": False}),
    "numbers from the truth": Fault(NumbersFromTheTruth, "enumeration", "numbering of nth_world differs"),
    "miscounts worlds": Fault(MiscountsWorlds, "enumeration", "n_worlds is 1, but 2 worlds are possible"),
    "counts unannounced": Fault(KuhnPythonState, "unannounced", "does not announce", {"features": frozenset()}),
    "uneven deals": Fault(KuhnPythonState, "deals_uniform", "not equally likely", {"new": uneven_deal}),
    "deaf to seeds": Fault(KuhnPythonState, "deals", "twenty seeds all gave", {"new": one_deal}),
    "unsorted legal": Fault(UnsortedLegal, "legal", r"ascending whole numbers .* got \(1, 0\)"),
    "legal out of range": Fault(OutOfRangeLegal, "legal", r"in \[0, 2\), got \(0, 2\)"),
    "no legal action": Fault(NoLegalAction, "legal", "no legal action although the game is not over, in '..:pb'"),
    "too many legal": Fault(TooManyLegal, "legal", "3 legal actions, declared max_legal=2"),
    "strange player": Fault(StrangePlayer, "players", r"must return 0..1 or -4 \(TERMINAL\), got 2"),
    "idle seat acts": Fault(KuhnPythonState, "players", r"player 1 acts in .*, declared idle=\(1,\)",
                            {"limits": lambda options: replace(KUHN.limits(options), idle=(1,))}),
    "raises inside apply": Fault(RaisesInsideApply, "apply", "ZeroDivisionError: division by zero in '..:[pb]'"),
    "random apply": Fault(RandomApply, "apply", "led to .* and to"),
    "never ends": Fault(NeverEnds, "length", "not over after the declared max_decisions=3"),
    "shared copy": Fault(SharedCopy, "clones", "the copy of .* changed to .* when the game went on"),
    "too many points": Fault(TooManyPoints, "returns", r"within the declared \[-2.0, 2.0\]"),
    "not a number": Fault(NotANumber, "returns", "must return finite numbers"),
    "two winners": Fault(TwoWinners, "returns", "shares from 0 that sum to 1"),
    "one name": Fault(OneName, "actions", r"several legal actions are all written \['move'\]"),
    "forgetful text": Fault(ForgetfulText, "texts", "gives a state that behaves otherwise"),
    "crashes on bad text": Fault(KuhnPythonState, "bad_texts", "IndexError|ValueError", {"parse": crash_on_bad_text}),
    "broken picture": Fault(BrokenPicture, "pictures", "not well-formed XML"),
    "nameless picture": Fault(NamelessPicture, "pictures", "has no <title>"),
    "drawing changes the state": Fault(TouchyView, "pictures", "differs when drawn twice|drawing changed"),
    "bad priors": Fault(BadPriors, "priors", "with sum 1", {"features": frozenset({"worlds", "priors"})}),
    "quiet priors": Fault(QuietPriors, "priors", "does not announce them"),
    "leaky key": Fault(LeakyKey, "key", "key tells .* from .*, which player",
                       {"features": frozenset({"worlds", "key"})}),
    "quiet key": Fault(LeakyKey, "key", "does not announce it"),
    "leaky sight": Fault(LeakySight, "rewind", "tells what the player cannot know", {"features": REWINDS}),
    "blind sight": Fault(BlindSight, "rewind", "has the sight 1 with the view", {"features": REWINDS}),
    "sticky rewind": Fault(StickyRewind, "rewind", "rewind, by the same draws, to", {"features": REWINDS}),
    "lopsided rewind": Fault(LopsidedRewind, "rewind", "not deal equally often the 6 deals", {"features": REWINDS}),
    "bad estimate": Fault(BadEstimate, "evaluation", r"evaluate gives \[5.0, -5.0\]",
                          {"features": frozenset({"worlds", "evaluation"})}),
    "quiet estimate": Fault(BadEstimate, "evaluation", "does not announce evaluation"),
    "missing estimate": Fault(KuhnPythonState, "evaluation", "NotImplementedError",
                              {"features": frozenset({"worlds", "evaluation"})}),
    "illegal policy": Fault(IllegalPolicy, "policy", r"policy\(\) returned 7"),
    "lopsided sample": Fault(KuhnPythonState, "sample", "equally often", {"shell": LopsidedSample}),
    "lopsided playout": Fault(KuhnPythonState, "playout", "differ in", {"shell": LopsidedPlayout}),
    "unknown feature": Fault(KuhnPythonState, "spec", "unknown features", {"features": frozenset({"telepathy"})}),
    "nothing to enumerate": Fault(KuhnPythonState, "variation", "names no option set", {"enumerable": ()}),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_fault_is_caught_by_the_right_check(plug_in, monkeypatch, fault):
    if "shell" in fault.changes:  # compiled games may err where those in Python are not let
        monkeypatch.setattr(_base, "CHECKED", ())
    game = plug_in(fault.make(fault.state, **fault.changes))
    result = run_check(Trial(game, n_games=8), fault.check)
    assert result.passed is False, result
    assert re.search(fault.message, result.message), result.message
    assert len(result.message) < 900


def test_search_that_peeks_is_caught(plug_in):
    game = plug_in(make_spec(KuhnPythonState))
    report = check_game(game, analyse=lambda state, seed: state.text().encode())
    assert [result.name for result in report.failures] == ["analysis"]


def test_game_that_cannot_be_found_again_does_not_pickle():
    """A spec that no registry knows cannot be sent to a worker; the check says so before joblib does."""
    result = run_check(Trial(make_spec(KuhnPythonState).bind({})), "pickles")
    assert result.passed is False
    assert "unknown game 'planted'" in result.message


def test_fault_in_play_is_reported_once_and_others_say_why_they_did_not_run(plug_in):
    report = check_game(plug_in(make_spec(RaisesInsideApply)))
    assert report["apply"].passed is False
    assert report["returns"].passed is None
    assert "see apply" in report["returns"].message
    with pytest.raises(ValueError, match=r"apply: apply: .*apply\(\) raised ZeroDivisionError"):
        report.raise_for_failures()
